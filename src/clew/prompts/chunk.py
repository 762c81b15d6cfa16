"""Cutting a source into what one call can read: whole turns within a budget, with a little of what came before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.model import Part

BUDGET = 3000
"""Tokens of own text in a chunk, roughly."""
BEFORE = 600
"""Tokens of earlier text that may be read with it."""
HEAD, TAIL = 1600, 600
"""Characters of an assistant's turn that are kept at its beginning and end: what a person agrees to stands there."""
READ = ("person", "document", "assistant")
"""Authors whose words are sent; what tools print and programs inject is not."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part, or a stretch of one that is too long."""

    part: Part
    text: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """What one call reads."""

    own: tuple[Piece, ...]
    """What is reported from."""
    before: tuple[Piece, ...] = ()
    """What is read only to understand the rest."""

    @property
    def parts(self) -> tuple[int, ...]:
        """Numbers of the parts that are reported from."""
        return tuple(dict.fromkeys(piece.part.n for piece in self.own))

    def halves(self) -> tuple["Chunk", ...]:
        """Two smaller chunks, for a reply that was cut off; itself where it cannot be halved."""
        if len(self.own) > 1:
            middle = len(self.own) // 2
            rest = Chunk(self.own[middle:], _tail((*self.before, *self.own[:middle])))
            return tuple(c for c in (Chunk(self.own[:middle], self.before), rest) if c.worth())
        piece = self.own[0]
        cuts = list(_cut(piece, len(piece.text) // 2 + 1)) if len(piece.text) > 2 * HEAD else []
        return tuple(Chunk((cut,), self.before) for cut in cuts) or (self,)

    def worth(self) -> bool:
        """Whether a person or document says anything in it."""
        return any(p.part.author != "assistant" and len(p.text.split()) > 1 for p in self.own) or any(
            p.part.author != "assistant" and len(p.text.strip()) > 6 for p in self.own
        )


def chunks(parts: Sequence[Part], budget: int = BUDGET) -> list[Chunk]:
    """The parts in order, each in one chunk, save very long ones; without chunks in which nobody asserts a thing."""
    found: list[Chunk] = []
    own: list[Piece] = []
    before: tuple[Piece, ...] = ()
    size = 0
    for piece in _pieces(parts, budget):
        cost = tokens(piece.text)
        # a turn of the assistant stays with the answer to it where there is room
        if own and size + cost > budget:
            found.append(Chunk(tuple(own), before))
            before = _tail((*before, *own))
            own, size = [], 0
        own.append(piece)
        size += cost
    if own:
        found.append(Chunk(tuple(own), before))
    return [chunk for chunk in found if chunk.worth()]


def tokens(text: str) -> int:
    """Tokens of a text, roughly: four bytes each, and the line it takes."""
    return len(text.encode("utf-8", "replace")) // 4 + 8


def _pieces(parts: Sequence[Part], budget: int) -> Iterator[Piece]:
    for part in parts:
        if part.author not in READ or not part.text.strip():
            continue
        if part.author == "assistant":
            long = len(part.text) > HEAD + TAIL
            yield Piece(part, f"{part.text[:HEAD]}\n[…]\n{part.text[-TAIL:]}" if long else part.text)
        else:
            yield from _cut(Piece(part, part.text), budget * 3)


def _cut(piece: Piece, longest: int) -> Iterator[Piece]:
    """Stretches of at most so many characters, cut at a line or sentence end where one is near."""
    text = piece.text
    while len(text) > longest:
        near = max(text.rfind(end, longest // 2, longest) + len(end) for end in ("\n", ". ", "。", "! ", "? "))
        at = near if near > longest // 2 else longest
        yield Piece(piece.part, text[:at])
        text = text[at:]
    yield Piece(piece.part, text)


def _tail(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The last pieces that fit into the room for context."""
    kept: list[Piece] = []
    room = BEFORE
    for piece in reversed(pieces):
        room -= tokens(piece.text)
        if room < 0 and kept:
            break
        kept.insert(0, piece if room >= 0 else Piece(piece.part, piece.text[-3 * BEFORE :]))
        if room < 0:
            break
    return tuple(kept)
