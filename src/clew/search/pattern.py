"""Matches a pattern of edges on any index: hop by hop on sets of bindings, one request a hop.

(?p)-works_at->(?o), (?o)-located_in->(page:/berlin.md)
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from clew.model import Edge
from clew.ports import Index

Binding = Mapping[str, str]
"""A ref for each variable."""
Narrow = Callable[[str, Sequence[str]], Collection[str]]
"""Of the refs that a variable could stand for, those it may: for types and names, which the caller knows."""

MOST = 20_000
"""Bindings that are carried from one hop to the next."""


@dataclass(frozen=True, slots=True)
class Hop:
    """One edge of a pattern; an end that begins with `?` is a variable, any other one is a ref."""

    src: str
    dst: str
    rels: tuple[str, ...] = ()
    """Any of these relations; empty means every relation."""

    @property
    def ends(self) -> tuple[str, str]:
        """Both ends."""
        return self.src, self.dst


@dataclass(frozen=True, slots=True)
class Matches:
    """The bindings under which every hop of a pattern is an edge."""

    rows: tuple[Binding, ...]
    """In the order of their refs, variable by variable as the pattern names them."""
    whole: bool = True
    """False where some were left out because there were too many."""


def variables(pattern: Sequence[Hop]) -> tuple[str, ...]:
    """The variables of a pattern in the order of their first mention."""
    return tuple(dict.fromkeys(end for hop in pattern for end in hop.ends if end.startswith("?")))


def anchored(pattern: Sequence[Hop], starts: Mapping[str, Collection[str]] | None = None) -> bool:
    """Whether every part of a pattern hangs on a ref or on a variable with known starts: only then can it be walked."""
    return len(_plan(pattern, frozenset(starts or ()))) == len(pattern)


def match(
    index: Index,
    pattern: Sequence[Hop],
    starts: Mapping[str, Collection[str]] | None = None,
    narrow: Narrow | None = None,
    most: int = MOST,
) -> Matches:
    """All bindings of an anchored pattern; two variables may stand for one node, sources for none.

    `starts` names for variables the refs they may stand for; the walk begins where most is known.
    Raises `ValueError` for a pattern that is not anchored.
    """
    plan = _plan(pattern, frozenset(starts or ()))
    if len(plan) < len(pattern):
        raise ValueError("no end of this part of the pattern is known: " + " ".join(pattern[0].ends))
    known = {variable: frozenset(refs) for variable, refs in (starts or {}).items()}
    whole = True
    rows: list[Binding] = [{}]
    for hop in plan:
        rows = list(islice(_step(index, hop, rows, known), 10 * most + 1))
        rows = _narrowed(rows, hop, narrow) if narrow else rows
        whole = whole and len(rows) <= most
        rows = _sorted(rows, pattern)[:most]
    return Matches(tuple(_sorted(rows, pattern)), whole)


def _plan(pattern: Sequence[Hop], started: frozenset[str]) -> list[Hop]:
    """The hops in an order in which each has a known end: refs first, then what is bound, then known starts."""
    left, plan, bound = list(pattern), list[Hop](), set[str]()

    def known(hop: Hop) -> tuple[int, int]:
        sure = sum(not end.startswith("?") or end in bound for end in hop.ends)
        return sure, sum(end in started for end in hop.ends)

    while left:
        hop = max(left, key=lambda one: (known(one), -left.index(one)))
        if known(hop) == (0, 0):
            break
        left.remove(hop)
        plan.append(hop)
        bound.update(hop.ends)
    return plan


def _step(index: Index, hop: Hop, rows: Sequence[Binding], known: Mapping[str, frozenset[str]]) -> Iterator[Binding]:
    """Every binding, carried over one hop."""

    def refs(end: str) -> set[str] | None:
        if not end.startswith("?"):
            return {end}
        bound = {row[end] for row in rows if end in row}
        return bound or (set(known[end]) if end in known else None)

    sides = [refs(end) for end in hop.ends]
    rels = hop.rels or None
    here, there = sides
    if here is not None and (there is None or len(here) <= len(there)):
        edges = index.out(sorted(here), rels)
    else:
        edges = index.into(sorted(there or ()), rels)
    return _joined(hop, rows, _allowed(edges, sides))


def _allowed(edges: Sequence[Edge], sides: Sequence[set[str] | None]) -> Iterator[tuple[str, str]]:
    for pair in dict.fromkeys((edge.src, edge.dst) for edge in edges):
        if all(side is None or ref in side for ref, side in zip(pair, sides, strict=True)) and not any(
            ref.startswith("source:") for ref in pair
        ):
            yield pair


def _joined(hop: Hop, rows: Sequence[Binding], pairs: Iterator[tuple[str, str]]) -> Iterator[Binding]:
    """Rows and pairs that agree on the ends that both know."""
    shared = [end for end in dict.fromkeys(hop.ends) if rows and end in rows[0]]
    table: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for pair in pairs:
        new = dict(zip(hop.ends, pair, strict=True))
        if hop.src == hop.dst and pair[0] != pair[1]:
            continue
        key = tuple(new[end] for end in shared)
        table.setdefault(key, []).append({end: ref for end, ref in new.items() if end.startswith("?")})
    for row in rows:
        for more in table.get(tuple(row[end] for end in shared), ()):
            yield {**row, **more}


def _narrowed(rows: Sequence[Binding], hop: Hop, narrow: Narrow) -> list[Binding]:
    left = list(rows)
    for end in dict.fromkeys(hop.ends):
        if end.startswith("?"):
            fitting = set(narrow(end, sorted({row[end] for row in left})))
            left = [row for row in left if row[end] in fitting]
    return left


def _sorted(rows: Sequence[Binding], pattern: Sequence[Hop]) -> list[Binding]:
    names = variables(pattern)
    return sorted(rows, key=lambda row: tuple(row.get(name, "") for name in names))
