"""What ties texts together without a model: one names the title of the other, both speak a rare name.

Nothing of this is stored: full text knows where a name stands, so a text is tied in as soon as its words are indexed.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from clew.model import Node
from clew.ports import Index
from clew.text import regex as re
from clew.text.words import fold, names, tokens

RARE = 30
"""A name on more texts than this connects nothing in particular."""
MANY = 8
"""Names of one text that are followed, the rarest first."""
KINDS = ("claim", "part", "page")
_ASIDE = re.compile(r"\s*\([^)]*\)")

Spoken = Callable[[Sequence[str]], Mapping[str, str]]
"""Gives what nodes say, as `spoken` does, by ref."""


def key(name: str) -> str:
    """A name as it is compared: folded words, without what stands in brackets."""
    return " ".join(fold(word) for word in tokens(_ASIDE.sub("", name)))


def spoken(node: Node) -> str:
    """All words of a node as names are looked for in them."""
    return f" {key(node.title)} {key(node.body)} "


def damp(count: int) -> float:
    """What is left of a link through a name that stands on so many texts: hubs pass little on."""
    return 1 / (1 + 0.5 * math.log(1 + count))


def ties(node: Node, index: Index, said: Spoken) -> dict[str, float]:
    """Refs that names of a node lead to, each with the weight of the link.

    A turn of a chat leads nowhere: the same few names stand in most turns of one, and what stands beside it is tied
    to it as its neighbour.
    """
    if node.kind == "part" and (node.data.get("author") or "document") != "document":
        return {}
    found: dict[str, float] = {}
    written = {key(name) for name in names(node.body)}
    for name, count in _rare({*written, key(node.title)} if node.kind == "page" else written, index):
        hits = [hit.ref for hit in index.text(name, KINDS, RARE) if hit.ref != node.ref]
        for ref, words in said(hits).items():
            if f" {name} " in words:
                found[ref] = max(found.get(ref, 0.0), damp(count) / 2)
    titled = [ref for ref in index.titles(node.body) if ref != node.ref]
    for ref, page in index.get(titled).items():
        name = key(page.title)
        # one small word that happens to be a title names nothing
        if (" " in name or name in written) and (count := _count(name, index)):
            found[ref] = max(found.get(ref, 0.0), damp(count))
    return found


def _rare(found: Iterable[str], index: Index) -> list[tuple[str, int]]:
    """Names that stand on several texts, but on few, and on how many."""
    counts = {name: _count(name, index) for name in found if len(name) > 2}
    rare = [(name, count) for name, count in counts.items() if 1 < count <= RARE]
    return sorted(rare, key=lambda one: (one[1], one[0]))[:MANY]


def _count(name: str, index: Index) -> int:
    """On how many texts a name may stand: those with its rarest word."""
    words = name.split()
    return min(index.document_frequency(words, KINDS).values()) if words else 0
