"""A reply that sets another value than the assistant proposed: `30 days is too long, 14 is plenty`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clew.model import Candidate, Part
from clew.rules import wording
from clew.rules.adoption import adopted
from clew.rules.dialog import Turn, numbers
from clew.rules.talk import Chat
from clew.rules.unit import Unit
from clew.text import regex as re
from clew.text.measure import Quantity, measures

_AGAINST = re.compile(
    r"\b(?:too (?!\W*$)\w+|not|isn't|aren't|instead of|rather than|zu (?:lang|kurz|viel|wenig|teuer|früh|spät|groß|"
    r"klein|hoch|niedrig)\w*|nicht|statt|trop|pas|demasiad\w+)\b",
    re.IGNORECASE,
)
"""Words that speak against a value."""
_FOR = re.compile(
    r"\b(?:make (?:it|that|them)|rather|better|let's say|i'd say|more like|keep (?:it|that|them)|cap (?:it|that)|"
    r"limit (?:it|that)|enough|plenty|will do|would do|suffices?|lieber|eher|besser|mach(?:en)? (?:wir )?|reich\w*|"
    r"genüg\w*|plutôt|suffit|mejor|basta\w*)\b|\bbut\b|\baber\b",
    re.IGNORECASE,
)
"""Words that speak for a value."""
_NONE = re.compile(r"\bnot (?:nearly )?(?:enough|plenty)|\b(?:reicht|genügt) nicht|\bnicht genug", re.IGNORECASE)
_WORDS = 14
"""Words of a sentence that only sets a value."""
_OPENING = 3
"""Sentences of a reply in which a value may be set."""


@dataclass(frozen=True, slots=True)
class _Set:
    """A value that a person sets, and where."""

    value: Quantity
    start: int
    end: int


def countered(part: Part, chat: Chat, found: list[Unit]) -> Candidate | None:
    """The assistant's proposal with the value that the person puts in place of its own; marks the units it uses."""
    turn = chat.turn
    if turn is None:
        return None
    near = [unit for unit in found if unit.sentence < _OPENING]
    against = any(_AGAINST.search(unit.said) and not unit.clause.asked for unit in near)
    for new in _values(part, near):
        place, old = _contested(new.value, turn, part.text[: near[-1].clause.end] if against else "")
        said = part.text[new.start : new.end]
        if old is None or not (against or _bare(said, turn.part.text[slice(*place)])):
            continue
        for unit in near:
            unit.used = unit.used or unit.clause.start < new.end
        return _changed(adopted(part, chat, turn, place, (new.start, new.end)), old, new.value, said)
    return None


def _values(part: Part, near: Sequence[Unit]) -> Iterator[_Set]:
    for unit in near:
        start, end = unit.clause.start, unit.clause.end
        said = part.text[start:end]
        if unit.clause.asked or len(said.split()) > _WORDS or _NONE.search(said):
            continue
        shown = measures(said)
        if len(shown.quantities) in (1, 2) and not shown.dates:
            yield from (_Set(q, start, end) for q in shown.quantities)


def _contested(new: Quantity, turn: Turn, reply: str) -> tuple[tuple[int, int], Quantity | None]:
    """The assistant's sentence whose value the new one takes the place of; `reply` names the old one, if given."""
    text = turn.part.text
    named = {*numbers(reply)} if reply else None
    for a, b in reversed(turn.figures):
        olds = measures(text[a:b]).quantities
        fits = [q for q in olds if _one_kind(q, new) and q.value != new.value]
        if len(olds) == 1 and fits and (named is None or named & {*numbers(text[a:b])}):
            return (a, b), fits[0]
    return (0, 0), None


def _one_kind(old: Quantity, new: Quantity) -> bool:
    return (old.dim == new.dim and old.noun in ("", new.noun)) or (new.dim == "n" and not _counts(new))


def _counts(q: Quantity) -> bool:
    """Whether a number counts something of its own: `14 people`, not `14 is plenty`."""
    return bool(q.noun) and not _FOR.search(q.noun)


def _bare(said: str, theirs: str) -> bool:
    """Whether a clause sets a value and names nothing that the proposal does not."""
    rest = _FOR.sub(" ", said)
    strange = {*re.findall(r"[^\W\d_]{4,}", rest.casefold())} - {*re.findall(r"\w+", theirs.casefold())}
    strange -= {"with", "please", "bitte", "only", "just", "though", "then", "dann"}
    return rest != said and len(strange) <= 1


def _changed(claim: Candidate, old: Quantity, new: Quantity, said: str) -> Candidate:
    """The claim with the new figure; a bare one keeps the unit of the old."""
    spot = next((q for q in measures(claim.text).quantities if q.value == old.value), None)
    if spot is None:
        return claim
    unit = "" if new.dim == old.dim else _UNIT.sub("", claim.text[spot.start : spot.end])
    figure = said[new.start : new.end].strip()
    figure = figure.split()[0] if unit else figure
    text = claim.text[: spot.start] + figure + unit + claim.text[spot.end :]
    triple = replace(claim.triple, o=figure + unit) if claim.triple else None
    return replace(claim, text=text, label=wording.label(text), triple=triple)


_UNIT = re.compile(r"^\D*\d[\d.,]*|^\S+")
"""All of a quantity but its unit."""
