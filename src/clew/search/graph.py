"""Walks over the index that any backend serves: bounded expansion, shortest path, personalised PageRank.

Patterns of edges are matched in `pattern.py`.
Every step asks for a whole frontier at once, so a walk costs rounds, not nodes. Sources are never
entered: a path between two things that runs through the file both were read from explains nothing.
"""

import heapq
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clew.model import Edge
from clew.ports import Index

Weigh = Callable[[Edge], float]


def same(edge: Edge) -> float:
    """An edge's own weight, whatever its kind."""
    return edge.weight


@dataclass(frozen=True, slots=True)
class Walk:
    """How far a walk may go and what an edge is worth to it."""

    hops: int = 2
    decay: float = 0.6
    """What one hop leaves of a weight."""
    frontier: int = 200
    """At most so many nodes are opened in one hop, the heaviest first."""
    fan: int = 40
    """At most so many edges of one node are followed, the heaviest first."""
    weigh: Weigh = same
    avoid: Collection[str] = ("source:",)
    """Beginnings of refs that are never entered."""
    rels: Sequence[str] | None = None
    """Only these relations; None means all."""


def around(index: Index, refs: Sequence[str], walk: Walk) -> dict[str, list[tuple[str, float, Edge]]]:
    """Per node its neighbours in both directions with weights, heaviest first, within the fan-out cap."""
    wanted = set(refs)
    found: dict[str, dict[str, tuple[float, Edge]]] = {ref: {} for ref in refs}

    def take(here: str, there: str, edge: Edge) -> None:
        weight = walk.weigh(edge)
        if weight <= 0 or here not in wanted or here == there or there.startswith(tuple(walk.avoid)):
            return
        if there not in found[here] or found[here][there][0] < weight:
            found[here][there] = (weight, edge)

    for edge in index.out(refs, walk.rels):
        take(edge.src, edge.dst, edge)
    for edge in index.into(refs, walk.rels):
        take(edge.dst, edge.src, edge)
    return {
        ref: [(there, w, e) for there, (w, e) in sorted(near.items(), key=lambda kv: (-kv[1][0], kv[0]))[: walk.fan]]
        for ref, near in found.items()
    }


def expand(index: Index, seeds: Mapping[str, float], walk: Walk | None = None) -> dict[str, float]:
    """Best product of weights with which each node is reached from the seeds; the seeds themselves included.

    A node with many edges passes less along each of them, so that a hub does not drown its neighbours.
    """
    walk = walk or Walk()
    best = dict(seeds)
    frontier = _heaviest(seeds, walk.frontier)
    for _ in range(walk.hops):
        reached: dict[str, float] = {}
        for here, near in around(index, frontier, walk).items():
            damping = 1 / (1 + math.log1p(max(0, len(near) - 1)) / 2)
            for there, weight, _edge in near:
                gain = best[here] * min(weight, 1.0) * walk.decay * damping
                if gain > reached.get(there, 0.0):
                    reached[there] = gain
        better = {ref: gain for ref, gain in reached.items() if gain > best.get(ref, 0.0)}
        best.update(better)
        frontier = _heaviest(better, walk.frontier)
        if not frontier:
            break
    return best


def _heaviest(weights: Mapping[str, float], k: int) -> list[str]:
    return sorted(weights, key=lambda ref: (-weights[ref], ref))[:k]


def path(index: Index, start: str, goal: str, walk: Walk | None = None, limit: int = 8) -> tuple[Edge, ...] | None:
    """A shortest chain of edges between two nodes, at most `limit` long; None where there is none.

    Both ends grow in turn, always the smaller one; among equally short chains the smallest refs win.
    """
    walk = walk or Walk(fan=200)
    if start == goal:
        return ()
    sides = (_Side(start), _Side(goal))
    for _ in range(limit):
        side, other = sorted(sides, key=lambda s: (len(s.frontier), s.root != start))
        if not side.frontier:
            return None
        meeting = side.grow(index, walk, other)
        if meeting is not None:
            return (*sides[0].trace(meeting), *reversed(sides[1].trace(meeting)))
    return None


@dataclass(slots=True)
class _Side:
    """One end of a bidirectional search: how each node was reached."""

    root: str
    came: dict[str, tuple[str, Edge] | None] = field(default_factory=dict)
    frontier: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.came[self.root] = None
        self.frontier = [self.root]

    def grow(self, index: Index, walk: Walk, other: "_Side") -> str | None:
        """Open one hop; a node both ends know is the meeting point."""
        following: dict[str, None] = {}
        for here, near in around(index, self.frontier, walk).items():
            for there, _weight, edge in near:
                if there not in self.came:
                    self.came[there] = (here, edge)
                    following[there] = None
        self.frontier = sorted(following)
        return min((ref for ref in self.frontier if ref in other.came), default=None)

    def trace(self, ref: str) -> tuple[Edge, ...]:
        """Edges from the root to a node."""
        out: list[Edge] = []
        step = self.came[ref]
        while step is not None:
            out.append(step[1])
            step = self.came[step[0]]
        return tuple(reversed(out))


def cheapest(
    index: Index, start: str, goal: str, walk: Walk | None = None, limit: int = 2000
) -> tuple[Edge, ...] | None:
    """The chain of edges with the smallest sum of 1/weight, opening at most `limit` nodes; None where there is none.

    Both ends grow, always the one that is nearer to its next node; of equally cheap meetings the smallest ref wins.
    """
    walk = walk or Walk(fan=200)
    if start == goal:
        return ()
    sides = (_Front(start), _Front(goal))
    best: tuple[float, str] = (math.inf, "")
    for _ in range(limit):
        side, other = sorted(sides, key=lambda front: (front.next, front.root != start))
        if math.isinf(other.next) or side.next + other.next > best[0]:
            break
        best = min(best, side.open(index, walk, other))
    return None if math.isinf(best[0]) else (*sides[0].trace(best[1]), *reversed(sides[1].trace(best[1])))


@dataclass(slots=True)
class _Front:
    """One end of a search by cost: the cheapest way known to each node."""

    root: str
    cost: dict[str, float] = field(default_factory=dict)
    came: dict[str, tuple[str, Edge]] = field(default_factory=dict)
    queue: list[tuple[float, str]] = field(default_factory=list)
    closed: set[str] = field(default_factory=set)
    near: dict[str, list[tuple[str, float, Edge]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.cost[self.root] = 0.0
        self.queue = [(0.0, self.root)]

    @property
    def next(self) -> float:
        """Cost of the node that is opened next; infinite at the end."""
        while self.queue and self.queue[0][1] in self.closed:
            heapq.heappop(self.queue)
        return self.queue[0][0] if self.queue else math.inf

    def open(self, index: Index, walk: Walk, other: "_Front") -> tuple[float, str]:
        """Open one node; returns the cheapest meeting with the other end that it makes."""
        far, here = heapq.heappop(self.queue)
        self.closed.add(here)
        if here not in self.near:
            # Fetch the best of the queue in one call: they are opened next anyway.
            ahead = [ref for _, ref in heapq.nsmallest(31, self.queue) if ref not in self.near]
            self.near.update(around(index, list(dict.fromkeys([here, *ahead])), walk))
        meetings = [(far + other.cost[here], here)] if here in other.cost else []
        for there, weight, edge in self.near[here]:
            price = far + 1 / weight
            if price < self.cost.get(there, math.inf):
                self.cost[there], self.came[there] = price, (here, edge)
                heapq.heappush(self.queue, (price, there))
                if there in other.cost:
                    meetings.append((price + other.cost[there], there))
        return min(meetings, default=(math.inf, ""))

    def trace(self, ref: str) -> tuple[Edge, ...]:
        """Edges from the root to a node."""
        out: list[Edge] = []
        while ref != self.root:
            ref, edge = self.came[ref]
            out.append(edge)
        return tuple(reversed(out))


def pagerank(
    index: Index, seeds: Mapping[str, float], walk: Walk | None = None, stay: float = 0.5, eps: float = 1e-4
) -> dict[str, float]:
    """Personalised PageRank by forward push (Andersen, Chung, Lang), undirected and weighted; values sum to at most 1.

    `stay` is the chance to return to the seeds at each step. All nodes whose residual exceeds
    `eps` times their degree are pushed in one round, so the work depends on eps, not on the graph.
    """
    walk = walk or Walk(fan=200)
    total = sum(weight for weight in seeds.values() if weight > 0)
    if total <= 0:
        return {}
    start = {ref: weight / total for ref, weight in seeds.items() if weight > 0}
    rank: dict[str, float] = {}
    residual = dict(start)
    near: dict[str, list[tuple[str, float, Edge]]] = {}
    for _ in range(100):
        active = [ref for ref, mass in residual.items() if mass > eps * max(1, len(near.get(ref, ())))]
        if not active:
            break
        missing = [ref for ref in active if ref not in near]
        if missing:
            near.update(around(index, missing, walk))
        _push(active, (rank, residual), near, start, stay)
    return rank


def _push(
    active: Iterable[str],
    state: tuple[dict[str, float], dict[str, float]],
    near: Mapping[str, list[tuple[str, float, Edge]]],
    start: Mapping[str, float],
    stay: float,
) -> None:
    rank, residual = state
    moved: dict[str, float] = {}
    for ref in active:
        mass = residual.pop(ref)
        rank[ref] = rank.get(ref, 0.0) + stay * mass
        spread = sum(weight for _, weight, _ in near[ref])
        # A dead end gives its mass back to the seeds.
        targets = [(there, w / spread) for there, w, _ in near[ref]] if spread else list(start.items())
        for there, share in targets:
            moved[there] = moved.get(there, 0.0) + (1 - stay) * mass * share
    for ref, mass in moved.items():
        residual[ref] = residual.get(ref, 0.0) + mass
