"""What surrounds a quote, cut up for reading: its sentence, the clauses beside it, neighbours, headings, lead-in."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from clew.proof.scope import frame, languages
from clew.text import regex as re
from clew.text.cues import LANGS
from clew.text.fold import fold, occurrences
from clew.text.lang import detect
from clew.text.sentences import Block, Sentence, sentences

_NEAR = 400
"""Characters of a neighbouring sentence that are read."""
_LONG = 1500
"""Characters of the quote's own sentence that are read on each side: a sentence without an end stays cheap."""
_PUNCTUATION = re.compile(r"[;:()]|,(?!\d)|\.\.\.| -{1,2} |[，。；、：！]")
_FINAL = ".!?…:;。！？"
_TOKEN = re.compile(r"\S+")
_NARROW, _WIDE = 55, 100
"""Widths between which a full line is taken to be a wrapped one."""
_STOPS = re.compile(r"[؟।۔]+")
_VISIBLE = re.compile(r"\S")
_HEADING = re.compile(r"^[ \t]{0,3}(#{1,6})[ \t]+(\S.*?)[ \t#]*$", re.MULTILINE)
_QUOTATION = re.compile(
    r"\u201c[^\u201d\u201c]*\u201d|\u201e[^\u201c\u201d]*[\u201c\u201d]|\u00ab[^\u00bb]*\u00bb|\u300c[^\u300d]*\u300d|"
    r"\u300e[^\u300f]*\u300f|(?<!\w)\u2018[^\u2019]*\u2019(?!\w)|(?<![\w\"])\"[^\"]*\"(?!\w)"
)
_COMPLEMENT = re.compile(r"^\s*(?:that|dass|daß|que|qu'|ob|che|dat|att|at|что|że)\b")
_LEADING = re.compile(
    r"^[\s\"'(\-–*,:;.]*(?:(?:and|so|but|also|then|well|hey|ok|okay|or|und|et|y|aber|also|alors|pero) )*"
)
_AND = r"(?:and|und|et|y|e|och|og|en|i|и|و)"

Place = tuple[int, int]
"""Start and end in code points."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A quote with its surroundings; every string but `text` is folded and without case."""

    text: str
    start: int
    end: int
    kind: Block
    count: int
    """How many sentences the quote touches."""
    before: str
    inside: str
    after: str
    previous: str
    following: str
    lead: str
    """The line with a colon that introduces the list in which the quote stands."""
    headings: str
    langs: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The whole sentence, or sentences, around the quote."""
        return self.before + self.inside + self.after

    def clauses_before(self) -> list[str]:
        """Clauses of what precedes the quote; the last one runs up to the quote and may be empty."""
        size = len(self.before)
        cuts = [(a, min(b, size)) for a, b in breaks(self.before + self.inside, self.langs) if a <= size]
        edges = [0, *(end for _, end in cuts)]
        stops = [*(start for start, _ in cuts), len(self.before)]
        return [self.before[a:b] for a, b in zip(edges, stops, strict=True)]

    def governing(self) -> str:
        """The clause up to the quote, with the main clause when it only complements that ("it is wrong, that …")."""
        clauses = self.clauses_before()
        clause = clauses.pop()
        while clauses and _COMPLEMENT.match(clause):
            clause = f"{clauses.pop()}, {clause.lstrip()}"
        return clause

    def clause_after(self) -> str:
        """What follows the quote inside its own clause."""
        cut = next((m for m in breaks(self.after, self.langs)), None)
        return self.after[: cut[0]] if cut else self.after

    def quotation(self) -> Place | None:
        """The pair of quotation marks, in the stored text, that encloses the whole quote."""
        gaps = _gaps(self.text)
        low, high = bisect_right(gaps, self.start - 2) - 1, bisect_left(gaps, self.end)
        found = _quotations(
            self.text, gaps[low] + 1 if low >= 0 else 0, gaps[high] if high < len(gaps) else len(self.text)
        )
        before = bisect_left(found, self.start, key=lambda place: place[0]) - 1
        return found[before] if before >= 0 and self.end < found[before][1] else None


def opening(clause: str) -> str:
    """A clause from its first word that is no connective."""
    return _LEADING.sub("", clause)


def known(langs: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the languages that have tables of small words; English when none has."""
    return tuple(lang for lang in langs if lang in LANGS) or ("en",)


@lru_cache(maxsize=128)
def breaks(text: str, langs: tuple[str, ...]) -> tuple[Place, ...]:
    """Where clauses end: punctuation, conjunctions, and an "and" before a new subject."""
    found = [m.span() for m in _PUNCTUATION.finditer(text)]
    found += [m.span() for m in frame("break", langs).finditer(text) if m.start() > 0]
    found += [m.span() for m in _and(langs).finditer(text)]
    return tuple(sorted(set(found)))


@lru_cache(maxsize=64)
def _and(langs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b{_AND}\b(?=\s+(?:{frame('subject', langs).pattern}))")


@lru_cache(maxsize=8)
def _frames(text: str) -> tuple[Sentence, ...]:
    """Sentences of a text, those that a fixed line width broke put together again."""
    found = [piece for sentence in sentences(text) for piece in _split(text, sentence)]
    out: list[Sentence] = []
    for piece in found:
        if (
            out
            and piece.kind == "prose"
            and out[-1].kind in ("prose", "list")
            and _wrapped(text, out[-1].end, piece.start)
        ):
            out[-1] = Sentence(out[-1].start, piece.end, out[-1].kind)
        else:
            out.append(piece)
    return tuple(out)


def _wrapped(text: str, end: int, start: int) -> bool:
    """Whether the line between two pieces ended only because it was full, or goes on indented."""
    gap = text[end:start]
    if gap.count("\n") != 1 or text[end - 1] in _FINAL or not text[start].isalnum() or text[start].isupper():
        return False
    if gap.endswith((" ", "\t")):
        return True
    width = end - text.rfind("\n", 0, end) - 1
    word = _TOKEN.match(text, start)
    full = max(width, _line(text, start))
    return _NARROW <= full <= _WIDE and width + 1 + (len(word.group()) if word else 0) > full


def _line(text: str, at: int) -> int:
    """Length of the line that begins here."""
    end = text.find("\n", at)
    return (len(text) if end < 0 else end) - at


def _split(text: str, sentence: Sentence) -> Iterator[Sentence]:
    """Full stops and question marks of further scripts end sentences too."""
    at = sentence.start
    for stop in _STOPS.finditer(text, sentence.start, sentence.end):
        rest = _VISIBLE.search(text, stop.end(), sentence.end)
        if rest:
            yield Sentence(at, stop.end(), sentence.kind)
            at = rest.start()
    yield Sentence(at, sentence.end, sentence.kind)


@lru_cache(maxsize=8)
def _gaps(text: str) -> tuple[int, ...]:
    """Where paragraphs end."""
    return tuple(occurrences("\n\n", text))


@lru_cache(maxsize=8)
def _quotations(text: str, low: int, high: int) -> tuple[Place, ...]:
    return tuple(m.span() for m in _QUOTATION.finditer(text, low, high))


@lru_cache(maxsize=8)
def _headings(text: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Where headings stand, and the titles that hold from there on, outermost first."""
    out = []
    path: list[tuple[int, str]] = []
    for found in _HEADING.finditer(text):
        level = len(found.group(1))
        path = [*((n, title) for n, title in path if n < level), (level, found.group(2))]
        out.append((found.start(), tuple(title for _, title in path)))
    return tuple(out)


def scene(text: str, start: int, end: int, section: str | None) -> Scene | None:
    """The surroundings of a stretch of a text; None where the text has no sentence there."""
    found = _frames(text)
    if not found or end <= start:
        return None
    first = max(0, bisect_right(found, start, key=_begins) - 1)
    last = max(first, bisect_right(found, end - 1, key=_begins) - 1)
    low, high = min(found[first].start, start), max(found[last].end, end)
    return Scene(
        text,
        start,
        end,
        kind=found[first].kind,
        count=last - first + 1,
        before=_low(text[max(low, start - _LONG) : start]),
        inside=_low(text[start:end]),
        after=_low(text[end : min(high, end + _LONG)]),
        previous=_neighbour(text, found, first - 1),
        following=_neighbour(text, found, last + 1),
        lead=_lead(text, first),
        headings=_path(text, start, section),
        langs=tongues(text[max(0, low - _NEAR) : high + _NEAR], text, text[low:high]),
    )


def _low(text: str) -> str:
    return fold(text).text.casefold()


def _neighbour(text: str, found: tuple[Sentence, ...], at: int) -> str:
    if not 0 <= at < len(found) or found[at].kind not in ("prose", "list"):
        return ""
    return _low(text[found[at].start : min(found[at].end, found[at].start + _NEAR)])


def _begins(sentence: Sentence) -> int:
    return sentence.start


def _lead(text: str, at: int) -> str:
    """The sentence ending in a colon right above a list; nothing outside lists."""
    found = _frames(text)
    if found[at].kind != "list":
        return ""
    above = _above(text)[at]
    line = _low(text[found[above].start : found[above].end]) if above >= 0 and found[above].kind == "prose" else ""
    return line if line.endswith(":") else ""


@lru_cache(maxsize=8)
def _above(text: str) -> array[int]:
    """For each sentence of a text the last one up to it that is no item of a list, -1 where there is none."""
    out, last = array("l"), -1
    for at, sentence in enumerate(_frames(text)):
        last = last if sentence.kind == "list" else at
        out.append(last)
    return out


def _path(text: str, start: int, section: str | None) -> str:
    """Titles of the headings above a place, outermost first, after the section's own path."""
    found = _headings(text)
    at = bisect_right(found, start, key=lambda heading: heading[0]) - 1
    return _low(" > ".join([*([section] if section else []), *(found[at][1] if at >= 0 else ())]))


def tongues(*samples: str) -> tuple[str, ...]:
    """The languages whose phrases are read: the one of the first sample that has one, else every one."""
    for sample in samples:
        tag = detect(sample)
        if tag:
            return (tag,)
    return languages()
