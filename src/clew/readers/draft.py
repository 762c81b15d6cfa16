"""What a reader knows of a source before its messages are in order."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from clew.model import Ignored, Json, Problem, Reading
from clew.readers.records import Item, Node, Tally, digest
from clew.readers.text import tidy
from clew.readers.title import title_of
from clew.readers.tree import Grown, chain, grow

BEGINNING = 200
"""Code points by which the beginning of a chat tells it from every other."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Head of a reading; without an origin the words are the identity."""

    provider: str
    where: str
    origin: str | None = None
    title: Json = None
    at: str | None = None
    front: Mapping[str, Json] = field(default_factory=dict)

    def tree(self, nodes: Iterable[Node], leaf: str | None, tally: Tally) -> Item:
        """A chat whose messages name their parents; the branch of the leaf is active."""
        grown = grow(nodes, leaf, tally)
        return self._reading(grown, grown.leaf, tally)

    def thread(self, nodes: Iterable[Node], tally: Tally) -> Item:
        """A chat whose messages follow each other; ids that are missing come from what was said so far."""
        item = self._reading(grow(chain(named(nodes)), None, tally), None, tally)
        return item if self.origin or not isinstance(item, Reading) else loose(item)

    def all(self, nodes: Iterable[Node], tally: Tally) -> Item:
        """A chat of several people: messages name what they answer, and every one of them is active."""
        return self._reading(grow(nodes, None, tally), None, tally)

    def _reading(self, grown: Grown, leaf: str | None, tally: Tally) -> Item:
        if not grown.parts:
            return empty(self.where, self.title, tally)
        return Reading(
            kind="chat",
            provider=self.provider,
            origin=self.origin or digest(*(f"{p.author}\n{p.name or ''}\n{p.text}" for p in grown.parts)),
            title=title_of(self.title, grown.parts),
            parts=grown.parts,
            leaf=leaf,
            at=self.at or min(filter(None, (p.at for p in grown.parts)), default=None),
            where=self.where,
            counts=tally.result(),
            front={key: value for key, value in self.front.items() if value},
        )


def loose(reading: Reading) -> Reading:
    """A reading whose origin was a digest of all its words goes by its beginning, so that it may grow."""
    size, voices = 0, set()
    for n, part in enumerate(reading.parts, 1):
        size += len(part.text.strip())
        voices.add((part.author, part.name))
        if size >= BEGINNING and len(voices) > 1:
            begins = digest(*(f"{p.author}\n{p.name or ''}\n{p.text}" for p in reading.parts[:n]))
            return replace(reading, origin=begins, whole=reading.origin)
    return replace(reading, whole=reading.origin)


def empty(where: str, title: Json, tally: Tally) -> Item:
    """The verdict on a chat without words: known to be empty, or full of what was not understood."""
    strange = [kind for kind in tally.counts if kind.startswith("unknown")]
    if strange:
        return Problem(where, "no_turns", f"No words were found, only {', '.join(sorted(strange)[:5])}.")
    name = tidy(title) if isinstance(title, str) else ""
    return Ignored(where, f"an empty conversation ({name or 'without title'})")


def named(nodes: Iterable[Node]) -> Iterator[Node]:
    """Messages without an id get one from all that was said up to them: a grown chat keeps the ids it had."""
    so_far = ""
    for node in nodes:
        so_far = digest(so_far, *(f"{piece.author}\n{piece.name or ''}\n{piece.text}" for piece in node.pieces))
        yield node if node.id else Node(so_far, node.parent, node.at, node.pieces, node.side)
