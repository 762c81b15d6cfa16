"""Folds what typography changes and meaning does not, and keeps a map back to the stored text.

Quotes, dashes, spaces, line wraps, invisible characters, Markdown emphasis, the ellipsis sign, ligatures,
full-width forms, vowel marks and composed accents fold. Superscripts, fractions and other compatibility
forms never do: 10² is not 102 and 1½ is not 11/2. The work is linear in the length of the text.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from clew.text import regex as re
from clew.text.edge import INVISIBLE, cluster
from clew.text.marks import emphasis


@dataclass(frozen=True, slots=True)
class Folded:
    """Folded text with, for each of its characters, where the grapheme it came from stands in the stored text."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Place in the stored text of a stretch of the folded text; None when it would cut a grapheme."""
        if start >= end or self._cut(start) or self._cut(end):
            return None
        return self.starts[start], self.ends[end - 1]

    def _cut(self, at: int) -> bool:
        return 0 < at < len(self.starts) and self.starts[at - 1] == self.starts[at]


_SIGNS = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2035\u02bc\u02b9\u2039\u203a\u00b4`", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u301d\u301e\u301f", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d\u2043", "-"),
}
# Letters that folding leaves alone and that no neighbour changes: they are copied in runs.
_STILL = (
    "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e"
    "\u0400-\u0481\u0391-\u03a1\u03a3-\u03cb\u05d0-\u05ea\u0621-\u063a\u0641-\u064a"
    "\u3001-\u3002\u3041-\u3094\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3"
)
_TOKEN = re.compile(
    rf"(?P<still>(?:[!-),./0-9:-^a-z{{|}}~+{_STILL}]|(?<=[!-~]) (?=[!-~]))+(?![^\x00-\x7f{_STILL}]))"
    r"|(?P<wrap>(?<=[^\W\d_])[-\u2010\u00ad][ \t]*\r?\n[ \t]*(?=[^\W\d_]))"
    r"|(?P<dash>(?:(?<=\s)[-\u2010-\u2015]{2,3}(?=\s)|(?<=\w)[-\u2010-\u2015]{2,3}(?=\w)))"
    r"|(?P<space>[\s\u2800\u3164]+)"
)
_BLOCK = re.compile(r"(?:>[ \t]*)+")
_JOINED = "\u2e80-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff60"
_UNSPACED = re.compile(f"[{_JOINED}]")
_VOWELS = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\ufe00-\ufe0f]"
)


def fold(text: str, *, joined: bool = True) -> Folded:
    """Typographic folding with its map; `joined` says whether a word broken at a line end loses its hyphen."""
    return _Folder(text, joined).run()


def plain(folded: Folded) -> Folded:
    """The same text without case; letters that grow (ß, İ) keep their place."""
    chars: list[str] = []
    places: list[int] = []
    for i, char in enumerate(folded.text):
        lowered = char.casefold()
        chars.append(lowered)
        places += [i] * len(lowered)
    starts, ends = folded.starts, folded.ends
    return Folded("".join(chars), tuple(starts[i] for i in places), tuple(ends[i] for i in places))


def canonical(text: str) -> str:
    """Form in which two wordings count as the same value: folded, without case, one space, no final stop."""
    folded = unicodedata.normalize("NFC", fold(text).text.casefold()).strip()
    return folded.rstrip(".!;,\u3002 ") or folded


def digest(text: str) -> str:
    """Short hex digest of the canonical form."""
    return hashlib.sha256(canonical(text).encode("utf-8", "replace")).hexdigest()[:16]


class _Folder:
    """One pass over a text; the three lists grow together."""

    def __init__(self, text: str, joined: bool) -> None:
        self.text, self.joined = text, joined
        self.chars: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def run(self) -> Folded:
        at = 0
        for start, end in (*emphasis(self.text), (len(self.text), len(self.text))):
            self.stretch(at, start)
            at = end
        return Folded("".join(self.chars), tuple(self.starts), tuple(self.ends))

    def stretch(self, at: int, end: int) -> None:
        """Fold everything between two emphasis marks."""
        while at < end:
            match = _TOKEN.match(self.text, at, end)
            if match is None:
                at = self.grapheme(at)
                continue
            kind = match.lastgroup
            if kind == "still":
                self.chars.append(match.group())
                self.starts += range(at, match.end())
                self.ends += range(at + 1, match.end() + 1)
            elif kind == "space":
                at = self.space(at, self.wrap(at, match.end()))
                continue
            elif kind == "dash" or not self.joined:
                self.emit("-", at, match.end())
            at = match.end()

    def emit(self, chars: str, start: int, end: int) -> None:
        self.chars.append(chars)
        self.starts += [start] * len(chars)
        self.ends += [end] * len(chars)

    def wrap(self, start: int, end: int) -> int:
        """Inside a quoted block a line wrap carries the mark of the block along."""
        if self.text[end : end + 1] == ">" and "\n" in self.text[start:end]:
            line = self.text[self.text.rfind("\n", 0, start) + 1 : start]
            mark = _BLOCK.match(self.text, end)
            return mark.end() if mark and line.lstrip().startswith(">") else end
        return end

    def space(self, start: int, end: int) -> int:
        """One space for any run of them, none between characters of a script that has no spaces."""
        last = self.chars[-1] if self.chars else ""
        if last.endswith(" "):
            self.ends[-1] = end
        elif not (_UNSPACED.match(last[-1:]) and _UNSPACED.match(self.text[end : end + 1])):
            self.emit(" ", start, end)
        return end

    def grapheme(self, at: int) -> int:
        """Fold one user-perceived character and return where the next begins."""
        if self.text[at] in INVISIBLE:
            return at + 1
        end = cluster(self.text, at)
        self.emit(_letter(self.text[at:end]), at, end)
        return end


@lru_cache(maxsize=4096)
def _letter(grapheme: str) -> str:
    composed = unicodedata.normalize("NFC", grapheme)
    bare = _VOWELS.sub("", composed)
    return "".join(_SIGNS.get(char) or _wide(char) for char in bare)


def _wide(char: str) -> str:
    """The plain form of a ligature, ellipsis or full-width character; every other form is itself."""
    tag, _, points = unicodedata.decomposition(char).partition(" ")
    if tag not in ("<compat>", "<wide>"):
        return char
    simple = unicodedata.normalize("NFC", "".join(_wide(chr(int(point, 16))) for point in points.split()))
    # Spacing accents and numbers with their full stop (⒈) would put a space or a digit where none was said.
    return char if tag == "<compat>" and any(c.isspace() or c.isdigit() for c in simple) else simple


def occurrences(needle: str, text: str) -> Sequence[int]:
    """Every place where a string stands in a text, overlaps included."""
    out: list[int] = []
    at = text.find(needle) if needle else -1
    while at >= 0:
        out.append(at)
        at = text.find(needle, at + 1)
    return out
