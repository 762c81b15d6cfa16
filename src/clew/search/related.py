"""What relations between pages lead to: predicate weight, by its class and the question's intent, over two hops.

A page carries its relations, both directions of which are written down, so nothing but pages is read.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from clew.model import Json, Node
from clew.search.mentions import damp

HOPS = 2
DECAY = 0.6
"""What one hop leaves of a weight."""
FAN = 40
"""Relations of one page that are followed, the heaviest first."""
TRUST: Mapping[str, float] = {"human-reviewed": 1.0, "machine-confirmed": 0.8}
UNTRUSTED = 0.6
"""What a page counts for that nobody has vouched for."""
ASIDE = 0.5
"""What is left of a relation of a class that the question does not ask for."""
ASKED: Mapping[str, frozenset[str]] = {
    "why": frozenset({"causal", "argument", "purpose"}),
    "when": frozenset({"temporal", "causal"}),
    "history": frozenset({"temporal", "argument"}),
    "list": frozenset({"part", "kind", "use", "social", "place"}),
}
"""Classes that an intent asks for; an intent that is not here asks for all."""

Fetch = Callable[[Sequence[str]], Mapping[str, Node]]


class Tie(NamedTuple):
    """One relation of a page."""

    ref: str
    cls: str
    weight: float


def told(node: Node) -> list[Tie]:
    """The relations of a page, heaviest first."""
    held: Json = node.data.get("relations") or ()
    return sorted((Tie(*entry) for entry in held), key=lambda tie: (-tie.weight, tie.ref))[:FAN]


def reached(seed: Node, intent: str, fetch: Fetch) -> dict[str, float]:
    """Pages that relations of a page lead to within two hops, each with the best weight of a way to it."""
    best: dict[str, float] = {seed.ref: 1.0}
    trusted: dict[str, float] = {}
    frontier: Mapping[str, Node] = {seed.ref: seed}
    for _ in range(HOPS):
        found: dict[str, float] = {}
        for here, node in frontier.items():
            ties = told(node)
            # a page with many relations passes less along each of them
            leaves = best[here] * DECAY * damp(max(0, len(ties) - 1))
            for tie in ties:
                gain = leaves * tie.weight * _fits(tie, intent)
                if gain > max(found.get(tie.ref, 0.0), best.get(tie.ref, 0.0)):
                    found[tie.ref] = gain
        frontier = fetch(list(found))
        best |= {ref: found[ref] for ref in frontier}
        trusted |= {ref: best[ref] * _trust(node) for ref, node in frontier.items()}
    return trusted


def _fits(tie: Tie, intent: str) -> float:
    asked = ASKED.get(intent)
    return 1.0 if asked is None or tie.cls in asked else ASIDE


def _trust(node: Node) -> float:
    return TRUST.get(str(node.data.get("tier")), UNTRUSTED)
