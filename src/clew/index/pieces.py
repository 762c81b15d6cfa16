"""What of a node is embedded, in stretches that the model can take in."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from clew.text import regex as re

WORDS = 120
"""Words of one piece; small embedding models were trained on no more."""
LETTERS = 900
"""Characters of one piece: bounds text without spaces and very long words."""

_WORD = re.compile(rf"\s*\S{{1,{LETTERS}}}\s*")
_ENDS = re.compile(r"[.!?…。！？।؟]['\"”’)\]]*\s*$|\n\s*$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a node's text that gets one vector."""

    node: int
    """Row of the node; a changed text has a new row, so a late vector finds nothing to belong to."""
    n: int
    """Position among the pieces of the node, from 0."""
    text: str

    @property
    def digest(self) -> str:
        """Content digest under which a cache keeps the vector."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()


def pieces(kind: str, title: str, body: str) -> list[str]:
    """Texts to embed for a node, at least one: claims by label and text, pages with their title before each piece."""
    if kind == "claim":
        return [f"{title}: {body.split(chr(10), 1)[0]}"]
    if kind == "page":
        return [f"{title}\n{piece}" for piece in split(body)] or [title]
    return list(split(body)) or [""]


def split(text: str) -> Iterator[str]:
    """Stretches of about `WORDS` words, ended at a sentence or line where one ends near."""
    piece: list[str] = []
    size = 0
    for word in _WORD.findall(text):
        if piece and (len(piece) >= WORDS or size + len(word) > LETTERS):
            yield "".join(piece).strip()
            piece, size = [], 0
        piece.append(word)
        size += len(word)
        if len(piece) >= WORDS * 2 // 3 and _ENDS.search(word):
            yield "".join(piece).strip()
            piece, size = [], 0
    if piece:
        yield "".join(piece).strip()
