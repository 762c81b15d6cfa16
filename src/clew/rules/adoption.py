"""The claim that a short yes makes of what the assistant proposed or computed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from clew.model import Candidate, Part, Quote, Speaker, Triple
from clew.rules import assent, dialog, slots, wording
from clew.rules.dialog import Turn
from clew.rules.grammar import words
from clew.rules.slots import content
from clew.rules.talk import Chat
from clew.rules.times import validity
from clew.rules.unit import Unit
from clew.rules.words import W
from clew.text import regex as re

_ADOPTED = Speaker("person", "user", adopted=True)
_ACTS = W.CHOICE | W.DROP | W.KEEP | W.CHANGE
"""Without such a word a statement that was put as a question tells how things are."""
_REPLY = 160
"""Characters of a reply that may take up a proposal by itself."""


def adoption(part: Part, chat: Chat, found: list[Unit]) -> Candidate | None:
    """The claim that a short yes makes of what the assistant proposed or computed."""
    turn = chat.turn
    assert turn is not None  # noqa: S101  # the caller has looked
    line = _LINE.sub("", part.text).rstrip()
    picked = dialog.picked(line, turn) if len(line.split()) <= _BRIEF else None
    if picked:
        for unit in found[:2]:
            unit.used = unit.used or unit.clause.end <= len(line)
        return adopted(part, chat, turn, picked, (0, len(line)))
    for group in _openings(found):
        head = group[0].clause.head
        start, end = head[0] if head else group[0].clause.start, group[-1].clause.end
        if group[-1].clause.asked or end - start > _REPLY:
            continue
        place = _taken(part.text[start:end], turn)
        if place is None:
            continue
        for unit in group:
            if unit.mood == "asserted":
                unit.used = True
        return adopted(part, chat, turn, place, (start, end))
    return None


_BRACKET = re.compile(r"^(?:(?:ihnen|dir|euch) )?(.*?) (?:empfehlen|vorschlagen|raten)\b(?=\W|$)", re.IGNORECASE)
"""What is left of `ich würde Ihnen … empfehlen` without its lead."""
_ASKS = re.compile(r"(?:,? (?:then|dann|alors|entonces))?\s*\?+\s*$", re.IGNORECASE)
"""The end of a question: once it is taken up it asks no more."""
_LINE = re.compile(r"(?<=\dth one[.!])\s.*|(?<=\d(?:st|nd|rd) one[.!])\s.*|\n.*", re.DOTALL)
"""All that follows the first line of a reply, or an answer such as `2nd one.`"""
_BARE = 3
"""Words below which a proposal names no thing of its own."""
_BRIEF = 5
"""Words of a reply that only names an option."""


def _openings(found: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Whole sentences at the start of a reply, then their single clauses."""
    for number in range(3):
        group = [unit for unit in found if unit.sentence == number]
        if group:
            yield group
            if len(group) > 1:
                yield from ([unit] for unit in group[:3])


_SETS = re.compile(r"\b(?:it|that|them|this) (?:(?:down|up) )?(?:at|to|by) \W{0,2}\d", re.IGNORECASE)
"""A reply that sets a figure of its own takes up nobody's: `let's cap it at 20`."""


def _taken(said: str, turn: Turn) -> tuple[int, int] | None:
    if _SETS.search(said) and not {*dialog.numbers(said)} & {*dialog.numbers(turn.part.text)}:
        return None
    if turn.proposals and (dialog.adopts(said) or assent.agrees(said, turn)):
        return dialog.proposed(said, turn)
    return (
        assent.nods(said, turn) or dialog.confirmed(said, turn) or dialog.named(said, turn) or assent.noted(said, turn)
    )


def adopted(part: Part, chat: Chat, turn: Turn, place: tuple[int, int], yes: tuple[int, int]) -> Candidate:
    """The claim that the assistant's words in a place make once a person says yes to them."""
    a, b = place
    theirs = turn.part.text[a:b]
    leads = list(dialog.LEADS.finditer(theirs))
    body = theirs
    if leads and (len(theirs[leads[-1].end() :].split()) > 2 or chat.names.among(theirs[leads[-1].end() :])):
        body = theirs[leads[-1].end() :]
    elif leads and leads[-1].start() > 20:
        body = theirs[: leads[-1].start()]  # "a mat costs little. I would include it."
    body = _ASKS.sub("", re.sub(r"\*\*|__", "", body))
    body = _BRACKET.sub(r"\1", body) if leads and leads[-1].group().casefold().startswith("ich würde") else body
    run = words(body, 0, len(body), chat.lang)
    wanted = chat.wanted if len(body.split()) < _BARE else None  # "Hetzner": the host that was asked for
    things = (wanted and wanted[0]) or slots.thing(run, "drop") or content(run)[:3]
    said = Quote(turn.part.n, theirs, a), Quote(part.n, part.text[yes[0] : yes[1]], yes[0])
    subject = " ".join(things) if wanted else ""
    kind = slots.attribute(body.casefold())
    figure = bool(dialog.numbers(part.text[yes[0] : yes[1]])) and not dialog.adopts(part.text[yes[0] : yes[1]])
    acts = any(w.flags & _ACTS and (k.flags & W.PRON or not w.flags & W.NOUNISH) for k, w in pairwise(run))
    told = place not in turn.proposals and theirs.endswith("?") and not acts
    since, until = validity(body, part.at)
    return Candidate(
        kind="fact" if figure or told else "decision",
        text=wording.sentence(body, subject),
        label=wording.label(body, subject),
        topic=slots.topic(things, kind) or "general",
        quotes=(*said, wanted[1]) if wanted else said,
        speaker=_ADOPTED,
        act="commit",
        about=chat.names.among(body),
        triple=Triple(" ".join(things), kind, slots.value(run, body)) if things and kind else None,
        valid_from=since,
        valid_to=until,
    )
