"""One turn of a person taken apart: clauses with what they do, and which of them give reasons for which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.core.sentences import Sentence, sentences
from clew.rules.acts import Reading, read
from clew.rules.clauses import Clause, clauses, finite
from clew.rules.mood import Mood, bare, mood
from clew.rules.words import FINITE, W

_META_HEADS = frozenset(
    (
        "other thing|second thing|last thing|next|also|another thing|one more thing|quick one|so quick one|naming "
        "trap|update|"
        "btw|question|problem|context|background|note|fyi|ps|p.s|edit|achtung|noch was|jetzt das unangenehme|ja "
        "ständig|"
        "rule is|the rule is|here it is|summary|details|info|hinweis|nachtrag|frage|problem ist|naming trap btw|"
        "later|maybe"
    ).split("|")
)
"""Headings that announce without naming a subject."""


@dataclass(slots=True)
class Unit:
    """A clause of a turn and how it is understood."""

    clause: Clause
    sentence: int
    """Place of its sentence in the turn."""
    mood: Mood
    reading: Reading | None
    said: str
    head: str
    """Words of the heading that it stands under, or empty."""
    head_place: tuple[int, int] | None
    answering: bool
    first: bool
    """Opens its sentence."""
    reasons: list[Unit] = field(default_factory=list)
    used: bool = False
    """Serves another unit as its reason."""

    @property
    def claims(self) -> bool:
        """Asserts something worth a claim."""
        return self.mood in ("asserted", "open") and self.reading is not None and self.reading.strong

    @property
    def support(self) -> bool:
        """Asserts something that can be a reason."""
        return self.mood == "asserted" and not self.used


def units(text: str, lang: str, asked: bool) -> list[Unit]:
    """The clauses of a turn in order, read one by one and then tied to their reasons."""
    out: list[Unit] = []
    standing: tuple[str, tuple[int, int]] | None = None
    answering = asked
    hypothetical = False
    for number, sentence in enumerate(_prose(text)):
        cut = clauses(text, sentence.start, sentence.end, lang)
        hypothetical = False
        for k, clause in enumerate(cut):
            head, place = _heading(text, clause)
            if head:
                standing = (head, place) if place else None
            elif standing and number and not clause.head:
                head, place = standing
            unit = _unit(text, clause, number, (head, place), answering, lang)
            unit.first = k == 0
            if hypothetical and unit.mood == "asserted" and clause.link in ("", "and", "so"):
                unit.mood = "hypothetical"
            hypothetical = hypothetical or (
                unit.mood == "hypothetical" and bool(bare(clause)) and bool(bare(clause)[0].flags & W.IF)
            )
            out.append(unit)
            if unit.mood == "asserted":
                answering = False
        if len(cut) == 1 and _names_topic(out[-1]):
            standing = (_folded(text, cut[0].start, cut[0].end), (cut[0].start, cut[0].end))
            out[-1].mood = "talk"
    _tie(out)
    return out


def _prose(text: str) -> list[Sentence]:
    return [s for s in sentences(text) if s.kind in ("prose", "list", "heading")]


def _folded(text: str, start: int, end: int) -> str:
    return " ".join(text[start:end].casefold().replace("’", "'").strip(" .:!?").split())


def _heading(text: str, clause: Clause) -> tuple[str, tuple[int, int] | None]:
    if clause.head is None:
        return "", None
    head = _folded(text, *clause.head)
    for opener in ("also ", "and ", "und ", "ok ", "so ", "btw ", "the ", "der ", "die ", "das "):
        head = head.removeprefix(opener)
    return ("", None) if head in _META_HEADS or len(head) < 2 else (head, clause.head)


def _unit(
    text: str, clause: Clause, number: int, head: tuple[str, tuple[int, int] | None], answering: bool, lang: str
) -> Unit:
    said = _folded(text, clause.start, clause.end)
    found = mood(text, clause, lang)
    reading = None
    if found == "open":
        reading = Reading("question", "ask")
    elif found == "asserted":
        reading = read(clause, said, head[0], answering, lang)
    return Unit(clause, number, found, reading, said, head[0], head[1], answering, False)


def _names_topic(unit: Unit) -> bool:
    """A sentence of one to four words that only names what comes next: `benchmarking.`, `also the webinar.`"""
    run = [word for word in bare(unit.clause) if word.text[:1].isalnum()]
    if not 1 <= len(run) <= 4 or unit.answering or unit.clause.asked or unit.mood in ("talk", "question", "irony"):
        return False
    if any(
        word.text[:1].isdigit() or word.flags & (W.TALK | W.NEG | W.CHOICE | W.DROP | W.KEEP | W.PREP) for word in run
    ):
        return False
    return (
        finite(run) < 0 and not any(word.flags & FINITE for word in run[:1]) and (unit.reading is None or not unit.head)
    )


def _tie(found: list[Unit]) -> None:
    """Attaches reasons: by connecting words first, then around changes of mind."""
    for k, unit in enumerate(found):
        if unit.mood != "asserted":
            continue
        link = unit.clause.link
        if link == "because":
            _attach(_owner(found, k), unit)
        elif link == "so" and unit.reading is not None:
            for other in _before(found, k):
                _attach(unit, other)
    for k, unit in enumerate(found):
        if unit.claims and not unit.used and unit.reading and unit.reading.act in ("switch", "drop", "commit", "keep"):
            _around(found, k)


def _owner(found: list[Unit], k: int) -> Unit | None:
    unit = found[k]
    if unit.first and k + 1 < len(found) and found[k + 1].sentence == unit.sentence:
        return found[k + 1]
    return found[k - 1] if k else None


def _before(found: Sequence[Unit], k: int) -> list[Unit]:
    """What a `so` concludes from: earlier clauses of its sentence, or the sentence before."""
    unit = found[k]
    same = [other for other in found[:k] if other.sentence == unit.sentence and other.support]
    if same or not unit.first:
        return same[-2:]
    return [other for other in found[:k] if other.sentence == unit.sentence - 1 and other.support][-2:]


def _around(found: Sequence[Unit], k: int) -> None:
    unit = found[k]
    if unit.reasons:
        return
    for other in (*reversed(found[:k]), *found[k + 1 :]):
        near = abs(other.sentence - unit.sentence) <= 1
        weak = other.support and not other.claims and other.reading is not None
        if near and weak and not other.answering and len(other.clause.words) >= 4 and len(unit.reasons) < 2:
            _attach(unit, other)


def _attach(owner: Unit | None, reason: Unit) -> None:
    if owner is None or owner is reason or owner.mood not in ("asserted", "open"):
        return
    owner.reasons.append(reason)
    reason.used = True
