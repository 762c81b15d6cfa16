"""Which words of a part a claim rests on: short enough to point at it, long enough to carry it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from clew.model import Part, Quote
from clew.rules.unit import Unit
from clew.rules.words import W

_MARKS = re.compile(r"[\s\-*+•–]*")
_SPARE = 20
"""Characters by which a quote may exceed three times its main clause."""
_NEAR = 200
"""Characters around a short quote in which the ends of its sentence are looked for."""
_FEW = 3
"""Words below which a quote is widened to its sentence."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Places of the words a claim rests on."""

    main: tuple[int, int]
    """The clause with what belongs to it in its sentence."""
    whole: tuple[int, int]
    """The same with neighbouring sentences that give reasons, where they touch."""
    apart: tuple[tuple[int, int], ...]
    """Reasons that stand elsewhere."""

    def quotes(self, part: Part, subject: Quote | None) -> tuple[Quote, ...]:
        """Quotes in order of weight: the statement first, then reasons, then where its subject was named."""
        spans = [self.whole, *self.apart]
        found = [Quote(part.n, part.text[a:b], a) for a, b in spans]
        if subject is not None and not any(q.part == subject.part and _covers(q, subject) for q in found):
            found.append(subject)
        return tuple(found)


def _covers(quote: Quote, other: Quote) -> bool:
    if quote.start is None or other.start is None:
        return False
    return quote.start <= other.start and other.start + len(other.text) <= quote.start + len(quote.text)


def gather(part: Part, unit: Unit) -> Evidence:
    """The places of a unit, its parts and its reasons."""
    main = _main(part, unit)
    whole = main
    room = 3 * (main[1] - main[0]) + _SPARE
    apart = []
    # A denying reason would put the whole quote in doubt, unless the claim itself tells it.
    told = (
        any(reason.clause.link == "" and unit.clause.link == "so" for reason in unit.reasons)
        and main[1] - main[0] < room
    )
    for a, b in sorted(_runs(unit.reasons), key=lambda place: abs(place[0] - main[0])):
        joined = (min(whole[0], a), max(whole[1], b))
        gap = part.text[b : whole[0]] if b <= whole[0] else part.text[whole[1] : a]
        touching = not gap.strip(" ,;:.!\n")
        if touching and (told or (joined[1] - joined[0] <= room and not _denying(unit, a, b))):
            whole = joined
        else:
            apart.append((a, b))
    return Evidence(main, whole, tuple(apart))


def _runs(reasons: Sequence[Unit]) -> list[tuple[int, int]]:
    """Places of reasons, clauses of one sentence taken together."""
    out: dict[int, tuple[int, int]] = {}
    for reason in reasons:
        a, b = out.get(reason.sentence, (reason.clause.start, reason.clause.end))
        out[reason.sentence] = (min(a, reason.clause.start), max(b, reason.clause.end))
    return list(out.values())


def _denying(unit: Unit, start: int, end: int) -> bool:
    inside = [reason for reason in unit.reasons if start <= reason.clause.start < end]
    return any(reason.clause.has(W.NEG) for reason in inside) and not unit.clause.has(W.NEG)


def _main(part: Part, unit: Unit) -> tuple[int, int]:
    start, end = unit.clause.start, unit.clause.end
    for other in unit.joined:
        start, end = min(start, other.clause.start), max(end, other.clause.end)
    head = unit.head_place
    if head and not part.text[head[1] : start].strip(" .:!,\n") and start - head[0] < 120:
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
