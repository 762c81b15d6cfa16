"""Finds a quote in a text by a ladder of four rungs: exact, folded, casefolded, not found.

A quote is one contiguous stretch that begins and ends at the edge of a word. Nothing here measures
likeness: a passage and its negation are almost alike.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clew.model import Match
from clew.text import regex as re
from clew.text.edge import clean
from clew.text.fold import Folded, canonical, fold, occurrences, plain

_WRAP = re.compile(r"[-\u2010][ \t]*\r?\n")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Located:
    """Where a quote stands in a text and on which rung it was found."""

    match: Match
    """`ambiguous` where more than one place would fit and no position settled it."""
    start: int = 0
    end: int = 0


NOWHERE = Located("none")
"""The answer for a quote that is not in the text."""


def locate(quote: str, text: str, start: int | None = None) -> Located:
    """The place of a quote; `start` is where the giver of the quote says it begins, and settles repeats."""
    wanted = quote.strip()
    if not _says(wanted):
        return NOWHERE
    if start is not None:
        start += len(quote) - len(quote.lstrip())
        # Where it stands as it was said to, nobody asks how often else: a text may repeat one sentence without end.
        if start >= 0 and text.startswith(wanted, start) and _whole(text, start, start + len(wanted)):
            return Located("exact", start, start + len(wanted))
    exact = [(at, at + len(wanted)) for at in occurrences(wanted, text)]
    found = _settle("exact", [p for p in exact if _whole(text, *p)], start)
    return found or _folded(wanted, text, start) or NOWHERE


def _folded(wanted: str, text: str, start: int | None) -> Located | None:
    for joined in (True, False):
        source, needle = fold(text, joined=joined), fold(wanted, joined=joined)
        found = _settle("folded", _places(needle.text.strip(), source), start)
        found = found or _settle("casefolded", _places(plain(needle).text.strip(), plain(source)), start)
        # A hyphen at a line end is either the printer's or the word's own: only then is there a second way.
        if found or not (_WRAP.search(text) or _WRAP.search(wanted)):
            return found
    return None


def _places(needle: str, source: Folded) -> list[tuple[int, int]]:
    spans = (
        source.span(at, at + len(needle))
        for at in occurrences(needle, source.text)
        if _whole(source.text, at, at + len(needle))
    )
    return [span for span in spans if span]


def _settle(match: Match, places: list[tuple[int, int]], start: int | None) -> Located | None:
    if not places:
        return None
    if start is not None:
        for a, b in sorted(places, key=lambda place: place[0] != start):
            if a <= start < b:
                return Located(match, a, b)
    a, b = places[0]
    return Located(match if len(places) == 1 else "ambiguous", a, b)


def _whole(text: str, start: int, end: int) -> bool:
    return clean(text, start, "start") and clean(text, end, "end")


def _says(quote: str) -> bool:
    """Whether a quote holds a letter, a number or a picture; marks alone prove nothing."""
    return any(unicodedata.category(char)[0] in "LN" or unicodedata.category(char) == "So" for char in quote)


def nearest(quote: str, text: str) -> tuple[int, int]:
    """The stretch of a text that shares most words with a quote, for a person to look at; (0, 0) if none does.

    A proposal only: what it finds is never accepted as the quote.
    """
    wanted = Counter(word for word, _, _ in _words(quote))
    words = list(_words(text))
    if not wanted or not words:
        return 0, 0
    size = max(1, sum(wanted.values()))
    best, at = _window([word for word, _, _ in words], wanted, size)
    if not best:
        return 0, 0
    shared = [w for w in words[at : at + size] if w[0] in wanted]
    return shared[0][1], shared[-1][2]


def _window(words: list[str], wanted: Counter[str], size: int) -> tuple[int, int]:
    """Largest overlap of any `size` neighbouring words with the wanted ones, and where it begins."""
    held: Counter[str] = Counter()
    score = best = best_at = 0
    for i, word in enumerate(words):
        held[word] += 1
        score += held[word] <= wanted[word]
        if i >= size:
            gone = words[i - size]
            score -= held[gone] <= wanted[gone]
            held[gone] -= 1
        if score > best:
            best, best_at = score, max(0, i - size + 1)
    return best, best_at


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    """Words with their places; each character by itself where a script has no spaces."""
    for match in _WORD.finditer(text):
        if match.group().isascii():
            yield match.group().casefold(), *match.span()
        else:
            yield from _pieces(match)


def _pieces(match: re.Match[str]) -> Iterable[tuple[str, int, int]]:
    start, word = match.start(), match.group()
    if any("\u3040" <= c <= "\u9fff" for c in word):
        return [(canonical(c), start + i, start + i + 1) for i, c in enumerate(word)]
    return [(canonical(word), start, match.end())]
