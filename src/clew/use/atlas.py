"""Questions that are shapes: what is near a thing, what is related to it, how two things connect, what fits a pattern.

Sources are never walked through: what two things have to do with each other is told by what was said, not by the
file that both were said in.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from clew.model import Edge
from clew.search import graph, notation, pattern
from clew.search.fact import Sight
from clew.search.lens import SAID, Lens
from clew.use.desk import Desk
from clew.use.naming import NOWHERE, Naming, Place

WIDE = graph.Walk(fan=2000, avoid=("source:", "part:"))
"""A walk of meaning: along claims, topics, names and pages."""


@dataclass(frozen=True, slots=True)
class Link:
    """One edge, seen from one of its ends."""

    rel: str
    out: bool
    """Whether it leads away from where one stands."""
    place: Place
    """What is at the other end."""


@dataclass(frozen=True, slots=True)
class Near:
    """A thing and what is directly linked to it."""

    place: Place
    links: tuple[Link, ...]
    more: int = 0
    """Links that were left out."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Something related, how much, and through what."""

    place: Place
    score: float
    """Share of a walker's time, 0 to 1, who starts at the thing and returns to it half of the time."""
    via: Place | None = None
    """What connects it most, where it is no neighbour."""


@dataclass(frozen=True, slots=True)
class Related:
    """What has to do with a thing: topics, names and pages, and the claims that say so."""

    place: Place
    things: tuple[Ranked, ...]
    claims: tuple[Ranked, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """How two things connect: the places on the way, and between each two the link that was followed."""

    places: tuple[Place, ...]
    """First and last are what was asked about; empty where nothing connects them."""
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Fits:
    """What fits a pattern."""

    variables: tuple[str, ...]
    rows: tuple[Mapping[str, Place], ...]
    more: bool = False
    """Whether there are more rows than were asked for."""


class Atlas:
    """The graph of one bundle, as it may be seen now."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._naming = Naming(desk)

    def _lens(self, ties: Sequence[Edge] = ()) -> Lens:
        return Lens(self._desk.index, Sight(now=self._desk.now), self._naming.merged(), NOWHERE, ties)

    def neighbours(self, name: str, rels: Sequence[str] = (), said: bool = False, limit: int = 50) -> Near:
        """Everything one step away, heaviest relations of each kind together; with `said` also where it was said."""
        self._desk.sync()
        ref = self._naming.find(name)
        lens = self._lens(self._naming.ties())
        edges = self._edges(lens, ref, (*rels, *(SAID if said else ())) if rels else None)
        if said and not rels:
            edges += self._edges(lens, ref, SAID)
        shown = sorted(edges, key=lambda e: (e.rel, e.src != ref, -e.weight, e.src, e.dst))
        return Near(self._naming.places([ref])[ref], self._links(ref, shown[:limit]), max(0, len(shown) - limit))

    def _edges(self, lens: Lens, ref: str, rels: Sequence[str] | None) -> list[Edge]:
        return [*lens.out([ref], rels), *lens.into([ref], rels)]

    def _links(self, here: str, edges: Sequence[Edge]) -> tuple[Link, ...]:
        known = self._naming.places([end for e in edges for end in (e.src, e.dst)])
        return tuple(Link(e.rel, e.src == here, known[e.dst if e.src == here else e.src]) for e in edges)

    def related(self, name: str, limit: int = 10) -> Related:
        """What a walker meets most who starts here (personalised PageRank)."""
        self._desk.sync()
        ref = self._naming.find(name)
        lens = self._lens()
        rank = graph.pagerank(lens, {ref: 1.0}, WIDE)
        order = sorted((r for r in rank if r != ref), key=lambda r: (-round(rank[r], 9), r))
        things = [r for r in order if not r.startswith("claim:")][:limit]
        claims = [r for r in order if r.startswith("claim:")][:limit]
        via = self._via(lens, ref, things, rank)
        known = self._naming.places([ref, *things, *claims, *via.values()])

        def ranked(refs: Iterable[str]) -> tuple[Ranked, ...]:
            return tuple(Ranked(known[r], round(rank[r], 4), known.get(via.get(r, ""))) for r in refs)

        return Related(known[ref], ranked(things), ranked(claims))

    def _via(self, lens: Lens, start: str, refs: Sequence[str], rank: Mapping[str, float]) -> dict[str, str]:
        """For each thing the neighbour through which most of the walk reaches it."""
        near = graph.around(lens, refs, WIDE)
        out = {}
        for ref, links in near.items():
            ends = [there for there, _, _ in links if there != ref]
            if start not in ends and ends:
                out[ref] = max(ends, key=lambda there: (rank.get(there, 0.0), there))
        return out

    def path(self, one: str, other: str) -> Route:
        """A shortest chain of links between two things; what does not hold any more counts as a long way round."""
        self._desk.sync()
        start, goal = self._naming.find(one), self._naming.find(other)
        edges = graph.cheapest(self._lens(), start, goal, WIDE, limit=5_000)
        if edges is None:
            return Route((), ())
        refs = [start]
        for edge in edges:
            refs.append(edge.dst if edge.src == refs[-1] else edge.src)
        known = self._naming.places(refs)
        hops = zip(edges, pairwise(refs), strict=True)
        links = tuple(Link(edge.rel, edge.src == here, known[there]) for edge, (here, there) in hops)
        return Route(tuple(known[ref] for ref in refs), links)

    def match(self, text: str, limit: int = 50) -> Fits:
        """Everything that fits a pattern of `clew.search.notation`; different variables stand for different things."""
        shape = notation.parse(text)
        self._desk.sync()
        ties = self._naming.ties()
        lens = self._lens(ties)
        refs = {spot.variable: self._naming.find(spot.name) for spot in shape.spots if spot.name is not None}
        narrow = self._narrow(shape.types)
        rows: dict[tuple[str, ...], None] = {}
        whole = True
        for hops in shape.readings(refs):
            found = pattern.match(lens, hops, self._starts(lens, hops, ties), narrow)
            whole = whole and found.whole
            rows |= {tuple(row[v] for v in shape.variables): None for row in found.rows if _distinct(row, refs)}
        kept = sorted(rows)[:limit]
        known = self._naming.places(list({ref for row in kept for ref in row}))
        names = tuple(v.removeprefix("?") for v in shape.variables)
        fits = tuple(dict(zip(names, (known[ref] for ref in row), strict=True)) for row in kept)
        return Fits(names, fits, not whole or len(rows) > limit)

    def _narrow(self, types: Mapping[str, frozenset[str]]) -> pattern.Narrow:
        places: dict[str, Place] = {}

        def fits(variable: str, refs: Sequence[str]) -> Collection[str]:
            wanted = types.get(variable)
            if not wanted:
                return refs
            places.update(self._naming.places([ref for ref in refs if ref not in places]))
            return [ref for ref in refs if all(_of_type(places[ref], word) for word in wanted)]

        return fits

    def _starts(self, lens: Lens, hops: Sequence[pattern.Hop], ties: Sequence[Edge]) -> dict[str, Collection[str]]:
        """Where to begin when nothing in some part of the pattern is named: at every end of such edges."""
        starts: dict[str, Collection[str]] = {}
        for hop in hops:
            if not pattern.anchored(hops, starts):
                nodes = [node.ref for kind in ("claim", "page") for node in self._desk.index.all_nodes(kind)]
                nodes += [edge.src for edge in ties]
                starts.setdefault(hop.src, {edge.src for edge in lens.out(nodes, hop.rels or None)})
        return starts


def _of_type(place: Place, wanted: str) -> bool:
    return wanted.casefold() in (place.type.casefold(), place.kind)


def _distinct(row: Mapping[str, str], refs: Mapping[str, str]) -> bool:
    ends = [ref for variable, ref in row.items() if not variable.startswith("?_")]
    return len(set(ends)) == len(ends) and not set(ends) & set(refs.values())
