"""Which words of a part a claim rests on: short enough to point at it, long enough to carry it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clew.model import Part, Quote
from clew.rules.unit import Unit
from clew.rules.words import W
from clew.text import regex as re

_MARKS = re.compile(r"[\s\-*+•–]*")
_SPARE = 20
"""Characters by which a quote may exceed twice its main clause."""
_GAP = 8
"""Characters between two clauses that still touch: a mark and a conjunction."""
_NEAR = 200
"""Characters around a short quote in which the ends of its sentence are looked for."""
_LONG = 300
"""Characters that a bare conclusion may reach back."""
_SHORT = 80
"""Characters up to which a statement and its reason are one quote."""
_SHARE = 3
"""Times its statement that a quote may be long."""
_WIDE = 120
"""Characters of a statement and its reasons that still read at a glance."""
_LINK = re.compile(r"\b(?:so|and|also|und|donc|et|y)\b")
LONGEST = 600
"""Characters; longer quotes are no evidence of anything in particular."""
_FEW = 3
"""Words below which a quote is widened to its sentence."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Places of the words a claim rests on."""

    core: tuple[int, int]
    """The clause, with its heading and the parts of a definition: what the claim is told in."""
    main: tuple[int, int]
    """The core and the reasons that touch it, where that stays short: what is quoted for it."""
    apart: tuple[tuple[int, int], ...]
    """Its reasons, nearest first."""

    def quotes(self, part: Part, subject: Quote | None) -> tuple[Quote, ...]:
        """Quotes in order of weight: the statement first, then reasons, then where its subject was named."""
        spans = [self.main, *self.apart]
        found = [Quote(part.n, part.text[a:b], a) for a, b in spans]
        if subject is not None and not any(q.part == subject.part and _covers(q, subject) for q in found):
            found.append(subject)
        return tuple(found)


def _covers(quote: Quote, other: Quote) -> bool:
    if quote.start is None or other.start is None:
        return False
    return quote.start <= other.start and other.start + len(other.text) <= quote.start + len(quote.text)


def gather(part: Part, unit: Unit) -> Evidence:
    """The places of a unit, its parts and its reasons: the statement as short as it reads, what explains it apart."""
    main = _main(part, unit)
    size = main[1] - main[0]
    # "so 36": what it follows from is the statement.
    bare_end = unit.clause.link == "so" and len(unit.clause.words) < _FEW
    room = _LONG if bare_end else min(2 * size + _SPARE, max(7 * size // 5 + _SPARE, _SHORT))
    held = [*_beside(unit), *unit.reasons] if bare_end else _beside(unit)
    for a, b in sorted(_runs(held), key=lambda place: abs(place[0] - main[0])):
        joined = (min(main[0], a), max(main[1], b))
        gap = part.text[b : main[0]] if b <= main[0] else part.text[main[1] : a]
        # A denying reason would put the whole quote in doubt.
        if joined[1] - joined[0] <= room and not gap.strip(" ,;:.!\n") and (bare_end or not _denying(unit, a, b)):
            main = joined
    chosen = unit.reading is not None and unit.reading.kind == "decision"
    wide = _wide(part.text, main, size, _runs([*(_beside(unit) if chosen else ()), *unit.reasons]))
    apart = [place for place in _runs([*_beside(unit), *unit.reasons]) if place[1] <= wide[0] or place[0] >= wide[1]]
    return Evidence(main, wide, tuple(sorted(apart, key=lambda place: abs(place[0] - main[0]))))


def _wide(text: str, core: tuple[int, int], size: int, runs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The core with the reasons that touch it, as long as the statement is still a third of the quote."""
    start, end = core
    if end - start > _SHORT:
        return core
    for a, b in sorted(runs, key=lambda place: abs(place[0] - core[0])):
        low, high = min(start, a), max(end, b)
        gap = text[b:start] if b <= start else text[end:a]
        if high - low <= min(_SHARE * size, _WIDE) and not _LINK.sub("", gap).strip(" ,;:.!\n"):
            start, end = low, high
    return start, end


def _denying(unit: Unit, start: int, end: int) -> bool:
    inside = [other for other in (*unit.reasons, *unit.joined) if start <= other.clause.start < end]
    return any(other.clause.has(W.NEG) for other in inside) and not unit.clause.has(W.NEG)


def _beside(unit: Unit) -> list[Unit]:
    """Joined clauses that stand apart from the statement: all but the parts of one definition or a bare fragment."""
    return [] if _whole(unit) else unit.joined


def _whole(unit: Unit) -> bool:
    defines = unit.reading is not None and unit.reading.rule in ("defines", "reports")
    return defines or unit.mood == "open" or len(unit.clause.words) < _FEW


def _runs(reasons: Sequence[Unit]) -> list[tuple[int, int]]:
    """Places of reasons, clauses of one sentence taken together where they touch."""
    out: list[tuple[int, int]] = []
    for reason in sorted(reasons, key=lambda unit: unit.clause.start):
        a, b = reason.clause.start, reason.clause.end
        if out and a - out[-1][1] <= _GAP:
            out[-1] = (out[-1][0], b)
        else:
            out.append((a, b))
    return out


def _main(part: Part, unit: Unit) -> tuple[int, int]:
    start, end = unit.clause.start, unit.clause.end
    for other in unit.joined if _whole(unit) else ():
        start, end = min(start, other.clause.start), max(end, other.clause.end)
    head = unit.head_place
    if (
        head
        and unit.clause.link != "which"
        and not part.text[head[1] : start].strip(" .:!,\n")
        and start - head[0] < 120
    ):
        start = min(start, head[0])
    if len(part.text[start:end].split()) < _FEW:
        start, end = _widen(part.text, start, end)
    return start, end


def _widen(text: str, start: int, end: int) -> tuple[int, int]:
    """To the ends of the sentence, when that stays short."""
    low, high = max(0, start - _NEAR), min(len(text), end + _NEAR)
    a = max(text.rfind(mark, low, start) for mark in ("\n", ". ", "! ", "? ")) + 1 or low
    stops = [at for mark in ("\n", ". ", "! ", "? ") if (at := text.find(mark, end - 1, high)) >= 0]
    b = min(stops, default=high)
    a += len(_MARKS.match(text[a:start]).group())  # type: ignore[union-attr]  # the pattern matches the empty string
    near = b - a <= 3 * (end - start) + _SPARE
    return (a, max(end, b)) if near else (start, end)


def told(part: Part, unit: Unit, evidence: Evidence) -> str:
    """The words a claim is told in: the statement, and the reason that follows it in its sentence."""
    start, end = evidence.core
    for other in unit.joined:
        if other.clause.link == "because" and other.clause.start == start < unit.clause.start:
            start = unit.clause.start  # "since the old shop closes: bread comes from the mill"
        elif (
            other.clause.link == "because"
            and other.clause.start >= end
            and not part.text[end : other.clause.start].strip(" ,;")
        ):
            end = other.clause.end
    return part.text[start:end] if end - start <= LONGEST else part.text[slice(*evidence.core)]
