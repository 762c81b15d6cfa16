"""Links between texts made without a model: a text that names another's title, two texts that share a rare name."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from clew.model import Edge, Node
from clew.text import regex as re
from clew.text.words import STOP, fold, names, tokens

RARE = 30
"""A name on more texts than this connects nothing in particular."""
LONGEST = 8
"""Words of the longest title that is looked for."""
_ASIDE = re.compile(r"\s*\([^)]*\)")


def key(name: str) -> str:
    """A name as it is compared: folded words, without what stands in brackets."""
    return " ".join(fold(word) for word in tokens(_ASIDE.sub("", name)))


def links(nodes: Sequence[Node]) -> list[Edge]:
    """`mentions` edges from a text to what it names by title, and `shares` edges between texts with a rare name.

    The weight falls with the number of texts a name stands on, so that hubs pass little on.
    """
    titled: dict[str, list[str]] = defaultdict(list)
    named: dict[str, set[str]] = defaultdict(set)
    own: dict[str, frozenset[str]] = {}
    for node in nodes:
        title = key(node.title)
        titled[title].append(node.ref)
        own[node.ref] = frozenset(name for name in (*map(key, names(node.body)), title) if len(name) > 2)
        for name in own[node.ref]:
            named[name].add(node.ref)
    out: dict[tuple[str, str, str], Edge] = {}
    for node in nodes:
        for name in _titles(node.body, titled, own[node.ref]):
            for other in titled[name]:
                if other != node.ref:
                    _keep(out, Edge(node.ref, "mentions", other, damp(len(named[name]))))
    for refs in named.values():
        if 1 < len(refs) <= RARE:
            _keep_all(out, sorted(refs), damp(len(refs)) / 2)
    return list(out.values())


def damp(count: int) -> float:
    """What is left of a link through a name that stands on so many texts."""
    return 1 / (1 + 0.5 * math.log(1 + count))


def _titles(text: str, titled: dict[str, list[str]], own: frozenset[str]) -> Iterable[str]:
    """Titles that stand in the text as whole words; a title of one word must be written as a name there."""
    words = [fold(word) for word in tokens(text)]
    found: dict[str, None] = {}
    for start in range(len(words)):
        for size in range(1, min(LONGEST, len(words) - start) + 1):
            name = " ".join(words[start : start + size])
            if name in titled and (size > 1 or (len(name) > 3 and name in own and name not in STOP)):
                found[name] = None
    return found


def _keep_all(out: dict[tuple[str, str, str], Edge], refs: Sequence[str], weight: float) -> None:
    for i, one in enumerate(refs):
        for other in refs[i + 1 :]:
            _keep(out, Edge(one, "shares", other, weight))


def _keep(out: dict[tuple[str, str, str], Edge], edge: Edge) -> None:
    place = (edge.src, edge.rel, edge.dst)
    if place not in out or out[place].weight < edge.weight:
        out[place] = edge
