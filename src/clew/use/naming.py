"""What a name in a command means: a claim, a page, a topic or a name that claims use; the nearest names otherwise."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clew.core.badges import badges, short
from clew.core.codec import pack
from clew.errors import Ambiguous, NotFound, UsageError
from clew.model import Edge, Json, Node
from clew.search.fact import Fact, fact
from clew.text.fold import canonical
from clew.text.near import nearest
from clew.use.desk import Desk
from clew.use.sync import TIES, named, place

NOWHERE = ("page:/concepts/unfiled.md", place(""))
"""Places where claims without a topic are filed: being there connects nothing."""


@dataclass(frozen=True, slots=True)
class Place:
    """A node of the graph as a person sees it."""

    ref: str
    """`claim:<id>` or `page:/path.md`; the page need not exist."""
    kind: str
    """`claim`, `page`, `name` for a topic or name without a page; `part` where something was said."""
    type: str
    """Kind of a claim, type of a page, `Concept` for a name."""
    title: str
    badges: tuple[str, ...] = ()
    at: str | None = None

    def json(self) -> dict[str, Json]:
        """As plain values."""
        return pack(self)


class Naming:
    """Names to refs and refs to what people see, by the index alone unless a name is unknown."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._index = desk.index

    def ties(self) -> tuple[Edge, ...]:
        """Relations in force between things by their names, whether these have a page or not."""
        return tuple(Edge(place(canonical(s)), predicate, place(canonical(o))) for s, predicate, o in self._said())

    def _said(self) -> list[tuple[str, str, str]]:
        return [(s, predicate, o) for s, predicate, o in json.loads(self._index.meta(TIES) or "[]")]

    def find(self, name: str) -> str:
        """The ref that a name means: path, title, alias, topic, name in claims, or beginning of a claim id.

        Raises:
            NotFound: nothing has that name; the message offers the nearest names.
            Ambiguous: it fits several things.
        """
        words = name.strip()
        if not canonical(words):
            raise UsageError("the name is empty; give a topic, a claim id, or the title or path of a page")
        found = self._page(words) or self._titled(words) or self._placed(words) or self._claim(words)
        return found or self._partly(words)

    def _page(self, words: str) -> str | None:
        if "/" not in words and not words.endswith(".md"):
            return None
        path = "/" + words.removeprefix("page:").lstrip("/")
        refs = [f"page:{path}", f"page:{path}.md"]
        known = self._index.get(refs)
        return next((ref for ref in refs if ref in known), None)

    def _titled(self, words: str) -> str | None:
        nodes = self._index.get(self._index.titles(words))
        found = [ref for ref, node in nodes.items() if canonical(words) in map(canonical, names_of(node))]
        found = _foremost(found)
        if len(found) > 1:
            raise Ambiguous(f"{words!r} fits {len(found)} pages: {', '.join(map(_path, sorted(found)[:5]))}")
        return found[0] if found else None

    def _placed(self, words: str) -> str | None:
        ref = place(canonical(words))
        known = self._index.into([ref], ("about", "names")) or any(ref in (e.src, e.dst) for e in self.ties())
        return ref if known else None

    def _claim(self, words: str) -> str | None:
        start = words.removeprefix("claim:")
        found = self._index.find(start, ("claim",), 6) if len(start) > 1 else []
        exact = f"claim:{start}"
        if len(found) > 1 and exact not in found:
            shown = ", ".join(ref.removeprefix("claim:") for ref in found[:5])
            raise Ambiguous(f"{words} fits {len(found)} claims: {shown}; give more characters")
        return exact if exact in found else found[0] if found else None

    def _partly(self, words: str) -> str:
        """One thing whose name holds all the words, or holds nothing but some of them."""
        known = dict(self._every())
        wanted = set(canonical(words.replace("-", " ").replace("_", " ")).split())
        fitting = {ref for key, ref in known.items() if wanted <= set(key.split())}
        if len(fitting) == 1:
            return fitting.pop()
        near = nearest(words, known)
        if fitting:
            raise Ambiguous(f"{words!r} fits several things: {', '.join(near)}; name one of them")
        offered = f"the nearest names are: {', '.join(near)}" if near else "see what there is with: clew topic list"
        raise NotFound(f"nothing is called {words!r}; {offered}")

    def _every(self) -> Iterator[tuple[str, str]]:
        """All folded names with what they mean, weakest first."""
        knowledge = self._desk.knowledge()
        for claim_id, claim in knowledge.claims.items():
            standing = knowledge.standings[claim_id]
            if standing.shown == "shown" and standing.link not in ("rejected", "proposed"):
                yield from ((name, place(name)) for name in (*named(claim), knowledge.topic(claim_id)) if name)
        for node in self._index.all_nodes("page"):
            yield from ((canonical(name), node.ref) for name in names_of(node))

    def places(self, refs: Sequence[str]) -> dict[str, Place]:
        """How each of these is shown."""
        nodes = self._index.get(refs)
        bare = self._bare([ref for ref in refs if ref not in nodes])
        return {ref: self._place(nodes[ref]) if ref in nodes else bare[ref] for ref in refs}

    def _place(self, node: Node) -> Place:
        if node.kind in ("part", "source"):
            return Place(node.ref, node.kind, node.kind, node.title, at=node.at)
        if node.kind != "claim":
            return Place(node.ref, "page", str(node.data.get("type") or "Entity"), node.title)
        one = fact(node)
        marks = badges(one.claim, one.standing, self._desk.now, one.assumed)
        return Place(node.ref, "claim", one.claim.kind, one.claim.text, marks, one.said)

    def _bare(self, refs: Sequence[str]) -> dict[str, Place]:
        """Topics and names without a page: called as a claim about them calls them."""
        claims = {edge.dst: edge.src for edge in self._index.into(refs, ("about", "names"))}
        nodes = self._index.get(list(claims.values()))
        out = {}
        called = {place(canonical(name)): name for s, _, o in self._said() for name in (s, o)} if refs else {}
        for ref in refs:
            node = nodes.get(claims.get(ref, ""))
            written = _written(fact(node), ref) if node else None
            out[ref] = Place(ref, "name", "Concept", written or called.get(ref) or _path(ref).removesuffix(".md"))
        return out

    def merged(self) -> dict[str, str]:
        """Places without a page whose name is the title or an alias of exactly one page."""
        owners: dict[str, set[str]] = {}
        refs: set[str] = set()
        for node in self._index.all_nodes("page"):
            refs.add(node.ref)
            for name in names_of(node):
                owners.setdefault(place(canonical(name)), set()).add(node.ref)
        only = {ref: _foremost(pages) for ref, pages in owners.items() if ref not in refs}
        return {ref: pages[0] for ref, pages in only.items() if len(pages) == 1}


def _foremost(refs: Iterable[str]) -> list[str]:
    """Pages without those that were made of claims, where a person has written one of the same name meanwhile."""
    every = list(refs)
    return [ref for ref in every if not ref.startswith("page:/entities/")] or every


def names_of(node: Node) -> tuple[str, ...]:
    """Title and aliases of a page."""
    aliases = node.data.get("aliases") or ()
    return (node.title, *((aliases,) if isinstance(aliases, str) else map(str, aliases)))


def label(one: Place) -> str:
    """A place in one line, with the short id of a claim."""
    return f"{short(one.ref.removeprefix('claim:'))}  {one.title}" if one.kind == "claim" else one.title


def _written(one: Fact, ref: str) -> str | None:
    """The words in which a claim gives a name: capitals as in the text."""
    claim = one.claim
    words = (*claim.about, claim.speaker.name, one.standing.topic, claim.topic, claim.triple.s if claim.triple else "")
    return next((word for word in words if word and place(canonical(word)) == ref), None)


def _path(ref: str) -> str:
    return ref.removeprefix("page:")
