"""What Clew itself printed, recognised wherever it comes back: it is kept and yields no claims."""

import re
from collections.abc import Iterator

from clew.readers.records import Piece

# `<!-- clew:context … clew:end -->` around what was printed, `<!-- clew:claims begin … clew:claims end -->` on pages
_BLOCK = re.compile(
    r"^[^\n]*<!--\s*clew:(?!end\b)([\w-]+)(?!\s+end\b).*?(?:clew:(?:end|\1\s+end)\b[^\n]*(?:\n|\Z)|\Z)", re.S | re.M
)


def marked(text: str) -> bool:
    """Whether a mark of Clew may stand in the text; asked of every message, so the rare character comes first."""
    return "<" in text and "clew:" in text


def split(piece: Piece) -> Iterator[Piece]:
    """The piece cut at Clew's own blocks; a block without an end reaches to the end of the text."""
    at = 0
    for block in _BLOCK.finditer(piece.text):
        if piece.text[at : block.start()].strip():
            yield piece._replace(text=piece.text[at : block.start()])
        yield piece._replace(author="derived", text=block[0], name=None)
        at = block.end()
    if at == 0 or piece.text[at:].strip():
        yield piece._replace(text=piece.text[at:])
