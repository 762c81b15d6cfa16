"""Claims of what a question, request or worry takes for granted, which the person asserts all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clew.model import Act, Candidate, Part, Quote, Speaker, Triple
from clew.rules import slots, wording
from clew.rules.acts import read
from clew.rules.clauses import clauses
from clew.rules.grammar import words
from clew.rules.mood import vague
from clew.rules.names import Names
from clew.rules.sight import Setting
from clew.rules.times import validity
from clew.rules.unit import Unit
from clew.rules.words import W
from clew.text import regex as re
from clew.text.given import given, granted

_ASIDE = ("question", "request", "hedged", "talk")
"""Moods of clauses that assert nothing themselves but may take something for granted."""

_TELLS = ("fact", "decision", "event")
_MOVED = re.compile(
    r"(?:we|i|our \w+|my \w+) (?:have |has |'ve )?(?:just |now )?(?:moved|switched|changed|replaced) ", re.IGNORECASE
)


def presumed(part: Part, unit: Unit, names: Names, lang: str) -> Iterator[Candidate]:
    """What a clause that makes no claim, or only names an aim, presupposes: values, then whole clauses."""
    aim = unit.claims and unit.reading is not None and unit.reading.kind in ("goal", "task")
    felt = unit.claims and unit.clause.has(W.FEEL) and bool(unit.clause.words[0].flags & W.SELF)
    supposed = unit.mood == "hypothetical"
    silent = unit.mood in _ASIDE or (unit.mood == "asserted" and not unit.claims and not unit.used)
    if not (silent or felt or aim or supposed):
        return
    start, end = unit.clause.start, unit.clause.end
    for found in given(part.text, start, end):
        if (found.fresh and not supposed) or not (found.fresh or aim):
            unit.used = unit.used or felt  # a worry about a date says when it is, and no more
            act: Act = "switch" if found.fresh else "state"
            beside = [word for word in unit.clause.words if not found.start <= word.start < found.end]
            yield _candidate(part, (found.start, found.end), found.text, act, (names, lang), slots.content(beside))
    for a, b in granted(part.text, start, end) if silent else ():
        cut = clauses(part.text, a, b, lang)
        if len(cut) != 1 or vague(cut[0].words):
            continue
        setting = Setting("", answering=False, lang=lang, names=names.count(cut[0].words), enough=3)
        reading = read(cut[0], part.text[a:b], setting)
        if (
            reading
            and reading.kind in _TELLS
            and (reading.strong or cut[0].has(W.CHANGE) or _MOVED.match(part.text[a:b]))
        ):
            act = "switch" if reading.act == "switch" else "state"
            yield _candidate(part, (a, b), part.text[a:b], act, (names, lang))


def _candidate(
    part: Part, place: tuple[int, int], said: str, act: Act, known: tuple[Names, str], beside: Sequence[str] = ()
) -> Candidate:
    """`beside`: what else the clause speaks of, which tells one `deadline` from another."""
    a, b = place
    names, lang = known
    said = said.replace("-", " ")
    run = words(said, 0, len(said), lang)
    things = slots.thing(run, "state")
    if slots.lone(things):
        things = [*beside[-3:], *things]
    kind = slots.attribute(said.casefold())
    since, until = validity(part.text[a:b], part.at)
    return Candidate(
        kind="fact",
        text=wording.sentence(said),
        label=wording.label(said),
        topic=slots.topic(things, kind, figure=True) or "general",
        quotes=(Quote(part.n, part.text[a:b], a),),
        speaker=Speaker("person", "user"),
        act=act,
        about=names.among(said),
        triple=Triple(" ".join(things), kind, slots.value(run, said)) if things and kind else None,
        valid_from=since,
        valid_to=until,
    )
