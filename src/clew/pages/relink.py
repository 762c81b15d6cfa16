"""Links and path-valued keys of a page, turned to where a page has moved; every other byte stays.

A link keeps its way of writing (from the root, or as seen from its page), its text and its fragment. What stands in
code, and what is generated, is left alone.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

from clew.model import Json
from clew.pages import front, place, region
from clew.pages.front import Document
from clew.pages.markdown import code_lines, decoded, encoded, links
from clew.pages.page import BLOCK, owned, untouched
from clew.pages.wiki import Stems
from clew.text import regex as re

_TARGET = re.compile(r"(\]\(\s*<?|^ {0,3}\[[^\]^][^\]]*\]:\s*<?)([^)>\s]+)")
_WIKI = re.compile(
    r"(?P<open>!?\[\[)(?P<name>[^\[\]|#^\n\\]+)(?P<place>[#^][^\[\]|\n\\]*)?(?P<bar>\\?\|)?(?P<shown>[^\[\]\n]*)\]\]"
)
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
Turn = Callable[[re.Match[str]], str]
"""A link as written → as it is to be written."""
_BLOCKS = (BLOCK, "index", "log", "timeline", "agents")


@dataclass(frozen=True, slots=True)
class Wikis:
    """What wikilinks may mean."""

    stems: Stems
    """The names of the existing pages."""
    stays: bool = False
    """Whether a page stays at the old place, so that its name would mean two."""


def turned(
    doc: Document,
    moves: Mapping[str, str],
    paths: Container[str],
    now_at: str | None = None,
    wikis: Wikis | None = None,
) -> bytes:
    """The page with what led to the old paths of `moves` leading to the new ones (all begin with `/`).

    `paths` are the existing ones, the old ones among them; `now_at` is the new path of this page if it moves itself,
    so that its own links are seen from there; with `wikis` wikilinks are turned too.

    Raises:
        Refused: its front matter has a shape that is only safe to edit by hand.
    """
    page = "/" + doc.path.strip("/")
    here = now_at or page
    body = doc.body
    if here != page or any(moves.get(place.link(found.target, page, paths).path) for found in links(body)):
        body = _body(body, _TARGET, lambda found: found[1] + _led(found[2], (page, here), moves, paths))
    if wikis and "[[" in body:
        body = _body(body, _WIKI, lambda found: _named(found, moves, wikis))
    changed = front.parse(front.with_body(doc, body), doc.path) if body != doc.body else doc
    keys = {name: new for name, value in changed.front.items() if (new := _value(value, moves)) != value}
    if not keys:
        return changed.raw
    # what is generated stays so: a path that has moved is no edit of anybody's
    return owned(front.parse(front.set_keys(changed, keys), doc.path), keys.keys() & untouched(doc)).raw


def _led(target: str, pages: tuple[str, str], moves: Mapping[str, str], paths: Container[str]) -> str:
    """A target as written, or as it must be written now."""
    page, here = pages
    bare, mark, fragment = target.partition("#")
    found = place.link(decoded(bare), page, paths)
    if not bare or found.kind != "path" or not found.found:
        return target
    to = moves.get(found.path, found.path)
    if to == found.path and (here == page or bare.startswith("/")):
        return target
    return encoded(place.written(to, here, bare.startswith("/") or found.base == "root")) + mark + fragment


def _named(found: re.Match[str], moves: Mapping[str, str], wikis: Wikis) -> str:
    """A wikilink as it must be written now: it shows what it showed, and names the file alone where that is enough."""
    name, at, shown = found["name"].strip(), found["place"] or "", found["shown"]
    led = wikis.stems.resolve(name)
    to = moves.get(led[0]) if len(led) == 1 else None
    if to is None:
        return found[0]
    whole = to.strip("/").removesuffix(".md")
    stem = whole.rpartition("/")[2]
    again = wikis.stays and stem.casefold() == _stem(led[0]).casefold()
    alone = wikis.stems.resolve(stem) in ((), led) and not again
    if shown.strip().casefold() in (whole.casefold(), stem.casefold() if alone else "") and shown.strip() and not at:
        return f"{found['open']}{shown.strip()}]]"  # it would show its own name: so it was before it was turned once
    bar = found["bar"] or ""
    # a bar in the row of a table ends a cell
    if not bar and not at and found["open"] == "[[" and "|" not in _WIKI.sub("", found.string):
        bar, shown = "|", name
    return f"{found['open']}{stem if alone else whole}{at}{bar}{shown}]]"


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


def _body(body: str, links: re.Pattern[str], turn: Turn) -> str:
    """The text with every such link outside code and generated regions put through `turn`."""
    code = code_lines(body)
    ours = [found for name in _BLOCKS if (found := region.find(body, name)).end]
    out: list[str] = []
    at = 0
    for number, line in enumerate(body.splitlines(keepends=True), 1):
        generated = any(block.start <= at < block.end for block in ours)
        out.append(line if generated or number in code else _line(line, links, turn))
        at += len(line)
    return "".join(out)


def _line(line: str, links: re.Pattern[str], turn: Turn) -> str:
    spans = [(m.start(), m.end()) for m in _CODE.finditer(line)] if "`" in line else []

    def turned(match: re.Match[str]) -> str:
        inside = any(start <= match.start() < end for start, end in spans)
        return match[0] if inside else turn(match)

    return links.sub(turned, line)


def _value(value: Json, moves: Mapping[str, str]) -> Json:
    """A value of the front matter with every path in it that has moved."""
    if isinstance(value, str):
        bare, mark, fragment = value.partition("#")
        return moves[bare] + mark + fragment if bare in moves else value
    if isinstance(value, list):
        return [_value(item, moves) for item in value]
    if isinstance(value, Mapping):
        return {key: _value(item, moves) for key, item in value.items()}
    return value
