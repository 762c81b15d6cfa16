"""Resources: pages, sources and claims by their address, fenced and bounded like all that is told."""

from dataclasses import dataclass
from urllib.parse import parse_qs, quote, unquote, urlsplit

from clew.bundle import Bundle
from clew.errors import NotFound
from clew.mcp import reads
from clew.mcp.reply import Reply, paragraphs

SCHEME = "clew"
ROOM = 8000
"""Tokens of a resource."""
STRETCH = 100
"""Resources that one list names."""


@dataclass(frozen=True, slots=True)
class Paper:
    """One line of the list of resources."""

    uri: str
    name: str
    about: str


TEMPLATES = (
    Paper("clew://page/{+path}", "page", "A page by its path: description, prose, links and claims."),
    Paper("clew://source/{id}{?from}", "source", "A source word for word, from a part on (`from`, 1 if left out)."),
    Paper("clew://claim/{id}", "claim", "A claim with its quotes and all that happened to it."),
)


def listed(bundle: Bundle, start: int) -> tuple[list[Paper], int | None]:
    """Pages, then sources, from a position on; and where the list goes on."""
    every = [Paper(f"clew://page{quote(leaf.path)}", leaf.title, leaf.description) for leaf in bundle.shelf.leaves()]
    every += [Paper(f"clew://source/{quote(s.id)}", s.title, f"{s.kind}, {s.parts} parts") for s in bundle.sources()]
    stop = start + STRETCH
    return every[start:stop], stop if stop < len(every) else None


def read(bundle: Bundle, uri: str) -> str:
    """The text of a resource.

    Raises:
        NotFound: nothing lies at this address.
    """
    found = urlsplit(uri)
    name = unquote(found.path).strip("/")
    if found.scheme != SCHEME or not name:
        raise NotFound(f"{uri[:200]} is no address of this bundle; they begin with clew://page/, clew://source/, …")
    if found.netloc == "page":
        path = bundle.shelf.sheet(name).leaf.path
        return reads.concept(bundle, reads.Thing(path)).text(ROOM)
    if found.netloc == "source":
        start = parse_qs(found.query).get("from", ["1"])[0]
        return _source(bundle, name, int(start) if start.isdecimal() and len(start) < 9 else 1).text(ROOM)
    if found.netloc == "claim":
        return reads.why(bundle, reads.Thing(name)).text(ROOM)
    raise NotFound(f"{uri[:200]} is no address of this bundle; there are pages, sources and claims")


def _source(bundle: Bundle, name: str, start: int) -> Reply:
    source = bundle.source(name)
    if source.id in bundle.knowledge().purged():
        raise NotFound(f"{source.id} was purged; its text is gone")
    lines = [f"{source.title}: {source.kind} from {source.provider}, {source.parts} parts, begun {source.at or '?'}"]
    for part in bundle.parts(source.id):
        if part.n >= start:
            said = paragraphs(part.text)
            who = f"part {part.n}, {part.name or part.author}, {(part.at or 'no date')[:10]}:"
            lines += [f"{who} {said[0] if said else ''}", *said[1:]]
    return Reply("source", tuple(lines), f"go on at a later part: clew://source/{source.id}?from=N")
