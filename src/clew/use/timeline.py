"""What was said when: dated statements and relations, of everything or of one thing, oldest first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clew.core.badges import badges
from clew.errors import NotFound, UsageError
from clew.model import Edge, Json, Node
from clew.pages import front, place
from clew.pages.derived import start
from clew.search.fact import Fact, Sight, fact
from clew.search.lens import Lens
from clew.text.moment import said
from clew.text.when import ends, instant
from clew.use.desk import Desk
from clew.use.naming import NOWHERE, Naming


@dataclass(frozen=True, slots=True)
class Moment:
    """One dated statement."""

    at: str
    """A date or time; dates of pages may be less exact than a day."""
    ref: str
    """The claim, or the page that states the relation."""
    text: str
    topic: str
    badges: tuple[str, ...] = ()
    """How the claim stands today; empty for a relation of a page."""


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when, as dates; None is open."""

    since: str | None = None
    until: str | None = None

    def __post_init__(self) -> None:
        for date in filter(None, (self.since, self.until)):
            if instant(date) is None:
                raise UsageError(f"{date!r} is no date; write it like 2026-03-01")

    def holds(self, at: str) -> bool:
        """Whether a date lies in it; what cannot be read as a date does only where both ends are open."""
        first, last = instant(self.since), ends(self.until)
        begins, over = instant(start(at)), ends(start(at))
        if first is None and last is None:
            return True
        if begins is None or over is None:
            return False
        return (first is None or over >= first) and (last is None or begins <= last)


Placed = tuple[tuple[str, str, int, int, str], Moment]
"""A moment with its place among those of the same time."""


class Timeline:
    """Dated statements of one bundle that may be seen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._naming = Naming(desk)

    def of(self, name: str | None = None, span: Span | None = None) -> tuple[Moment, ...]:
        """Of one topic, name, page, claim with its chain, or source; of everything without a name; oldest first."""
        self._desk.sync()
        period = span or Span()
        found = self._everything() if name is None else self._about(name)
        shown = (one for one in found if period.holds(one[1].at))
        return tuple(moment for _, moment in sorted(shown, key=lambda one: (start(one[1].at), one[1].at, one[0])))

    def _lens(self) -> Lens:
        return Lens(self._desk.index, Sight(now=self._desk.now), self._naming.merged(), NOWHERE)

    def _everything(self) -> Iterator[Placed]:
        lens = self._lens()
        facts = (fact(node) for node in self._desk.index.all_nodes("claim"))
        yield from (moment for one in facts if lens.sees(one) for moment in self._said(one))
        yield from (m for node in self._desk.index.all_nodes("page") for m in self._related(node))

    def _about(self, name: str) -> Iterator[Placed]:
        lens = self._lens()
        try:
            ref = self._naming.find(name)
        except NotFound:
            source = self._desk.knowledge().sources.get(name.removeprefix("source:"))
            if source is None:
                raise
            refs = [f"claim:{claim.id}" for claim in self._desk.knowledge().of_source(source.id)]
        else:
            refs = _chain(lens, ref) if ref.startswith("claim:") else _of_thing(lens, ref)
            yield from (m for node in self._desk.index.get([ref]).values() for m in self._related(node))
        for one in lens.facts(refs).values():
            if lens.sees(one):
                yield from self._said(one)

    def _said(self, one: Fact) -> Iterator[Placed]:
        at = one.claim.valid_from or one.said
        if at:
            marks = badges(one.claim, one.standing, self._desk.now, one.assumed)
            yield said(one.claim), Moment(at, one.ref, one.claim.text, one.standing.topic or one.claim.topic, marks)

    def _related(self, node: Node) -> Iterator[Placed]:
        """Dated relations that people wrote on a page; those of claims are told by the claims."""
        if node.kind != "page":
            return
        path = node.ref.removeprefix("page:/")
        relations = front.parse(self._desk.files.current(path) or b"", path).front.get("relations")
        for entry in relations if isinstance(relations, list) else ():
            if isinstance(entry, Mapping) and isinstance(entry.get("date"), str) and not entry.get("claim"):
                text = f"{node.title} {self._told(entry, path)}"
                yield ("", node.ref, 0, 0, text), Moment(entry["date"], node.ref, text, node.title)

    def _told(self, entry: Mapping[str, Json], page: str) -> str:
        thing = str(entry.get("object", ""))
        if thing.endswith(".md"):
            path = place.join("" if thing.startswith("/") else f"/{page}".rpartition("/")[0], thing)
            other = self._desk.index.get([f"page:{path}"]).get(f"page:{path}")
            thing = other.title if other else thing.removesuffix(".md").rsplit("/", 1)[-1]
        return f"{str(entry.get('predicate', 'related_to')).replace('_', ' ')} {thing}".strip()


def _of_thing(lens: Lens, ref: str) -> list[str]:
    """Claims about a thing, and those that name it; with whole chains, for a successor may have another topic."""
    about = [edge.src for edge in lens.into([ref], ("about",))]
    return [*(link for src in about for link in _chain(lens, src)), *(e.src for e in lens.into([ref], ("names",)))]


def _chain(lens: Lens, ref: str) -> list[str]:
    """The links of a claim's chain."""
    seen, todo = {ref}, [ref]
    while todo:
        edges: list[Edge] = [*lens.out(todo, ("supersedes",)), *lens.into(todo, ("supersedes",))]
        todo = sorted({end for edge in edges for end in (edge.src, edge.dst)} - seen)
        seen.update(todo)
    return sorted(seen)
