"""A correction that names only the wrong value and the right one: `no, not on Tuesday but on Wednesday`.

It says nothing of what it is about. That stands in what the person said before in the chat, or in the assistant's
last turn: there the one value takes the place of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clew.model import Candidate, Part, Quote
from clew.rules import wording
from clew.rules.adoption import adopted
from clew.rules.dialog import long_words
from clew.rules.talk import Chat
from clew.rules.unit import Unit
from clew.text import regex as re

_LEAD = (
    r"^(?:(?:no|nope|sorry|oops|actually|wait|correction|oh|ah|well|i mean|i meant|it's|it is|that's|nein|nee|doch|"
    r"moment|halt|korrektur|stimmt nicht|ich meine|non|pardon|perdón)[,.:;! –—-]+)*"
)
_VALUE = r"(?P<{}>[^,;.:!?–—]{{1,40}}?)"
_OLD, _NEW = _VALUE.format("old"), _VALUE.format("new")
_END = r"(?: (?:please|of course|natürlich|bitte))?[.! ]*$"
_SHAPES = tuple(
    re.compile(f"{_LEAD}{shape}{_END}", re.IGNORECASE)
    for shape in (
        rf"(?:not|doch nicht|nicht|pas|no) {_OLD},? (?:but|sondern|mais|sino) (?:rather |doch )?{_NEW}",
        rf"(?:not|nicht|pas) {_OLD}(?:, | [–—-] |; ){_NEW}",
        rf"{_NEW}, (?:not|nicht|pas|no) {_OLD}",
        rf"(?:rather |doch |lieber )?{_NEW} (?:instead of|rather than|statt|anstatt|au lieu de|en vez de) {_OLD}",
    )
)
_JOINING = re.compile(
    r"^(?:on|at|in|by|the|a|an|am|im|um|der|die|das|den|dem|bei|zum|zur|le|la|el|à|en) ", re.IGNORECASE
)
_WORDS = 12
"""Words of a sentence that only puts a value right."""


def amended(part: Part, chat: Chat, found: Sequence[Unit]) -> Candidate | None:
    """The earlier statement with the right value in the place of the wrong one; marks the units it uses."""
    for number in range(2):
        group = [unit for unit in found if unit.sentence == number]
        if not group or any(unit.claims or unit.head or unit.clause.asked for unit in group):
            continue
        start, end = group[0].clause.start, group[-1].clause.end
        said = " ".join(part.text[start:end].replace("’", "'").split())
        old, new = _values(said)
        if not old or len(said.split()) > _WORDS:
            continue
        here = Quote(part.n, part.text[start:end], start)
        claim = next(_replaced(part, chat, here, (old, new)), None)
        if claim:
            for unit in group:
                unit.used = True
            return claim
    return None


def _values(said: str) -> tuple[str, str]:
    for shape in _SHAPES:
        if match := shape.match(said):
            return match["old"].strip(), match["new"].strip()
    return "", ""


def _replaced(part: Part, chat: Chat, here: Quote, values: tuple[str, str]) -> Iterator[Candidate]:
    old, new = values
    for told in reversed(chat.told):
        text = _swapped(told.text, old, new)
        if text and told.speaker.name == "user":
            triple = replace(told.triple, o=new) if told.triple else None
            quotes = (*told.quotes, here)
            yield replace(
                told, text=text, label=wording.label(text), quotes=quotes, act="switch", triple=triple, polarity="+"
            )
    turn = chat.turn
    for place in reversed((*turn.proposals, *turn.figures, *turn.questions)) if turn else ():
        theirs = turn.part.text[slice(*place)] if turn else ""
        if turn and len(long_words(theirs)) > 1 and _swapped(theirs, old, new):
            claim = adopted(part, chat, turn, place, (here.start or 0, (here.start or 0) + len(here.text)))
            text = _swapped(claim.text, old, new)
            if text:
                yield replace(claim, text=text, label=wording.label(text), act="switch", triple=None)


def _swapped(text: str, old: str, new: str) -> str:
    """The text with one value for the other; empty where it does not hold the old one as a whole word."""
    for gone, now in ((old, new), (_JOINING.sub("", old), _JOINING.sub("", new))):
        found = re.search(rf"(?<!\w){re.escape(gone)}(?!\w)", text, re.IGNORECASE)
        if found and len(gone) > 1:
            return text[: found.start()] + now + text[found.end() :]
    return ""
