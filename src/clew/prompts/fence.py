"""Fences around stored text: whatever it says, it cannot look like an instruction, a marker or a turn of its own.

Every line of it begins with `| `, characters that cannot be seen are left out, and the tokens with which chat
models mark their turns are broken up by a character that the quote ladder folds away again.
"""

import hashlib
import unicodedata
from collections.abc import Iterable

from clew.text import regex as re

_TURN = re.compile(
    r"<(?=\s*(?:\||/?s>|/?(?:start_of_turn|end_of_turn|system|assistant|user|think|bos|eos)\b))|\[(?=/?INST\])", re.I
)
_LINES = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_JOINERS = "\u200c\u200d"


def lines(text: str) -> list[str]:
    """A stored text as lines that can stand inside a fence."""
    return [f"| {_inert(line)}" for line in _LINES.split(text)]


def block(name: str, body: Iterable[str]) -> str:
    """Lines between markers that carry a digest of what they enclose: no text can hold its own."""
    inside = "\n".join(body)
    mark = hashlib.sha256(inside.encode("utf-8", "replace")).hexdigest()[:12]
    return f"<<<{name} {mark}>>>\n{inside}\n<<<end {mark}>>>"


def single(text: str) -> str:
    """A stored text on one line, for labels and names between markers."""
    return _inert(" ".join(text.split()))


def _inert(line: str) -> str:
    seen = "".join(
        c for c in line if c in _JOINERS or c == "\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co")
    )
    return _TURN.sub(lambda found: found[0] + "\u200b", seen)
