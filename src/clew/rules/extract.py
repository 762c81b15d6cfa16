"""The embedded extractor: sentences and speech acts of a chat in, candidates out; no model, no clock, no chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from clew.model import Candidate, Json, Maker, Part, Quote, Source, Speaker, Triple
from clew.rules import dialog, quotes, slots, wording
from clew.rules.adoption import adopted, adoption
from clew.rules.amend import amended
from clew.rules.asked import offers, phrase
from clew.rules.choice import chosen
from clew.rules.counter import countered
from clew.rules.dialog import Turn
from clew.rules.given import presumed
from clew.rules.grammar import Word, words
from clew.rules.mood import bare, empty, vague
from clew.rules.names import LEFT, Names
from clew.rules.notes import written
from clew.rules.plain import LANGS, plain
from clew.rules.plans import settled
from clew.rules.repeat import once
from clew.rules.shapes import PEOPLE
from clew.rules.sight import enough, told_by_us, verb_at
from clew.rules.slots import content
from clew.rules.talk import Chat
from clew.rules.times import validity
from clew.rules.turns import Manner, stretches, units
from clew.rules.unit import Unit
from clew.rules.voices import voice
from clew.rules.words import W, bag
from clew.text import regex as re
from clew.text.lang import detect
from clew.text.sentences import sentences

_OWNER = Speaker("person", "user")
_TONGUES = ("en", "de", "fr", "es")
"""Languages that are read clause by clause."""
_SAMPLE = 800
"""Characters of a turn that tell its language."""
_SEEN = 600
"""Characters of each turn from which names are learnt."""


class Rules:
    """Extracts atomic candidates from what people say, by named general rules."""

    name = "rules/1"
    maker = Maker(name)

    def __init__(self) -> None:
        self.notes: Mapping[str, Json] = {}
        """`unread`: parts on which a rule failed, as the manifest of a model's run names its own."""

    def extract(self, source: Source, parts: Sequence[Part], owner: Sequence[str]) -> Iterator[Candidate]:
        """Candidates of the parts of one chat, in the order of saying; `owner` are the owner's names."""
        # A note is the writing of whoever keeps it; a document that was pasted into a chat is not the person's word.
        told = "document" if source.kind == "note" else "person"
        mine = " ".join(part.text for part in parts if part.author == told)[:8000]
        lang = detect(mine) or "en"
        # The assistant spells names as they are written elsewhere; the start of each turn shows enough of them.
        texts = [part.text[:_SEEN] for part in parts if part.author in (told, "assistant")]
        chat = Chat(
            lang, Names([source.title, *texts], lang), frozenset(name.casefold() for name in owner), enough(mine)
        )
        chat.heading = tuple(content(words(source.title, 0, len(source.title), lang))[:2])
        unread: list[Json] = []
        for part in parts:
            if part.author == "assistant":
                chat.turn = Turn(part)
            elif part.author == told:
                chat.subject, chat.need = [], []
                try:
                    found = list(once(_turn(part, chat)))
                except Exception:  # noqa: BLE001  # a fault of ours in one turn takes nothing from the others
                    unread.append([[part.n], "internal"])
                    continue
                chat.told += found
                yield from written(found, source.title) if source.kind == "note" else found
        self.notes = {"unread": unread} if unread else {}


def _turn(part: Part, chat: Chat) -> Iterator[Candidate]:
    lang = chat.lang
    if len(part.text) > 80:
        lang = detect(part.text[:_SAMPLE]) or lang
    if lang in LANGS:
        yield from _plainly(part, chat)
    if lang not in _TONGUES:
        return
    question = _asked(chat)
    choosing = bool(re.search(r"\b(?:which (?:ones?|of)|welche[rsnm]? (?:davon|von))\b", question, re.IGNORECASE))
    manner = Manner(lang, chat.names, chat.enough)
    for at, stretch in enumerate(stretches(part.text)):
        first = not at  # what answers the assistant stands at the beginning
        found = units(part.text, stretch, manner, first and bool(question), first and choosing)
        taken = first and (
            amended(part, chat, found)
            or next((c for rule in _TAKES if chat.turn and (c := rule(part, chat, found))), None)
        )
        if taken:
            yield taken
        yield from _said(part, chat, found, lang)


def _said(part: Part, chat: Chat, found: Sequence[Unit], lang: str) -> Iterator[Candidate]:
    """Candidates of a turn's clauses in order."""
    sentence, chat.before = -1, None
    for unit in found:
        chat.spoken, sentence = (chat.spoken if unit.sentence == sentence else []), unit.sentence
        yield from presumed(part, unit, chat.names, lang)
        if unit.claims and not unit.used:
            candidate = _claim(part, chat, unit, lang)
            if candidate:
                yield settled(candidate)
        chat.spoken = content(unit.clause.words)[-3:] or chat.spoken
        chat.before = _lone_name(part, unit, chat)
        needed = dialog.needed(unit.said)
        if needed or unit.mood == "question":
            run = words(needed, 0, len(needed), lang) if needed else unit.clause.words
            quote = Quote(part.n, part.text[unit.clause.start : unit.clause.end], unit.clause.start)
            chat.wanted = content(run)[:3], quote
            chat.need = chat.wanted[0] if needed else chat.need


_TAKES = (chosen, countered, adoption)
"""What a reply makes of the assistant's words."""


def _plainly(part: Part, chat: Chat) -> Iterator[Candidate]:
    """Candidates of a turn in a language that is read sentence by sentence."""
    opening = [s for s in sentences(part.text) if s.kind == "prose"][:3]
    yes = next((s for s in opening if dialog.adopts(part.text[s.start : s.end])), None)
    place = dialog.proposed(part.text[yes.start : yes.end], chat.turn) if yes and chat.turn else None
    if yes and place and chat.turn:
        yield adopted(part, chat, chat.turn, place, (yes.start, yes.end))
    for found in plain(part.text):
        said = part.text[found.start : found.end]
        since, until = validity(said, part.at)
        yield Candidate(
            kind=found.kind,
            text=wording.sentence(said),
            label=wording.label(said),
            topic=" ".join(found.things) or "general",
            quotes=(Quote(part.n, said, found.start),),
            speaker=_OWNER,
            act=found.act,
            about=chat.names.among(said),
            polarity="-" if found.denied else "+",
            valid_from=since,
            valid_to=until,
        )


def _asked(chat: Chat) -> str:
    """All questions that close the assistant's turn."""
    return " ".join(chat.turn.part.text[a:b] for a, b in chat.turn.questions) if chat.turn else ""


def _question(unit: Unit, chat: Chat) -> tuple[int, int] | None:
    """The question that an answering clause answers."""
    if not unit.answering or not chat.turn or not chat.turn.questions:
        return None
    return dialog.answered(unit.said, chat.turn)


def _claim(part: Part, chat: Chat, unit: Unit, lang: str) -> Candidate | None:
    reading = unit.reading
    assert reading is not None  # noqa: S101  # units that claim have one
    evidence = quotes.gather(part, unit)
    start, end = evidence.core
    said = part.text[start:end]
    if len(said) > quotes.LONGEST:
        return None
    asked = _question(unit, chat) if reading.rule == "chooses" else None
    if asked and chat.turn and offers(chat.turn.part.text[slice(*asked)]):
        return None
    speaker, things = _speaker(unit, chat, part), _things(unit, chat, lang)
    kind = _attribute(unit, chat)
    subject, where = _subject(part, unit, chat, things)
    things = slots.settled(chat.names.numbered(things, said.casefold()), bare(unit.clause))
    member = _member(part, unit, chat)
    told = quotes.told(part, unit, evidence)
    if not (subject or asked or member) and empty(words(told, 0, len(told), lang)):
        return None
    if member:
        things, subject, where = [member.text.casefold()], f"{member.text} {unit.head}".rstrip(), member
        told = part.text[unit.clause.start : unit.clause.end]
    topic = slots.topic(things, kind, figure=slots.figure(bare(unit.clause)) or reading.kind != "decision")
    chat.subject = things or chat.subject
    since, until = validity(said, part.at)
    return Candidate(
        kind=reading.kind,
        text=wording.sentence(told, subject),
        label=wording.label(part.text[unit.clause.start : unit.clause.end], subject),
        topic=topic or "general",
        quotes=evidence.quotes(part, where),
        speaker=speaker,
        act=reading.act,
        about=chat.names.among(said),
        triple=Triple(" ".join(things), kind, slots.value(bare(unit.clause), part.text)) if things and kind else None,
        scope=slots.scope(unit.said) or chat.names.part_of(unit.said),
        polarity=reading.polarity,
        valid_from=since,
        valid_to=until,
    )


def _speaker(unit: Unit, chat: Chat, part: Part) -> Speaker:
    if unit.reading and unit.reading.kind == "definition":
        return _OWNER
    found = voice(unit.said)
    if found is None:
        return _OWNER
    name, _, paper = found
    if name in ("", "he", "she", "they", "er", "sie"):
        name = chat.names.last(part.text[max(0, unit.clause.start - LEFT) : unit.clause.start]) or chat.person
    if not name or name in chat.owner:
        return _OWNER
    if not paper:
        chat.person = name
    return Speaker("document" if paper else "person", name)


def _member(part: Part, unit: Unit, chat: Chat) -> Quote | None:
    """The member of a series that a bare figure is of: the last spoken of, or the one its reason names.

    For example `sample: 48` in a talk of `exp 1`, or `there is money for 36 in exp 1. so 36`.
    """
    closing = unit.clause.link == "so" and len(bare(unit.clause)) < _BARE
    near = [unit, *unit.reasons, *unit.joined] if closing else [unit]
    spoken = next(((found, other) for other in near if (found := chat.names.part_of(other.said))), None)
    if spoken:
        name, other = spoken
        at = re.compile(r"\s+".join(map(re.escape, name.split())), re.IGNORECASE)
        place = at.search(part.text, other.clause.start, other.clause.end)
        chat.member = Quote(part.n, place.group(), place.start()) if place else chat.member
        return chat.member if other is not unit else None
    headed = unit.clause.link != "which" and unit.head and len(unit.head.split()) == 1 and slots.attribute(unit.head)
    return chat.member if headed else None


_BARE = 3
"""Words below which a conclusion names no thing of its own."""


def _things(unit: Unit, chat: Chat, lang: str) -> list[str]:
    """What a unit is about: its own words, its heading's, its question's, its reasons', or the last spoken of."""
    run = slots.main(bare(unit.clause))
    found = slots.thing(run, unit.reading.act if unit.reading else "state")
    if unit.head:
        return _under(unit, found, content(words(unit.head, 0, len(unit.head), lang)))
    question = _question(unit, chat)
    if _dropped_there(unit, chat):
        return dialog.spoken_of(chat.turn, unit.said, lang) or found
    if question and chat.turn and (not found or _fragment(unit)):
        asked = [w.text for w in dialog.subject(chat.turn, question, lang)]
        if asked and slots.lone(asked):
            asked = [*(w for w in chat.heading if w not in asked), *asked]  # "Do you have a date?": of what the chat is
        brief = sum(word.text[:1].isalnum() for word in run) <= 3
        if brief or not found:
            return asked[:3] or found
        return found if len(found) > 1 and len(asked) > 2 else [*found, *(w for w in asked if w not in found)][:4]
    if run and run[0].flags & W.PREP and _fragment(unit) and not unit.first:
        return chat.subject[:1] or found  # "milk every morning, into the cellar": still the milk
    if found and chat.spoken and slots.lone(found) and slots.figure(run):
        return [*(w for w in chat.spoken if w not in found), *found]
    if found or slots.attribute(unit.said) in _NAMING:
        return found
    people = bool(run) and run[0].text in PEOPLE
    if chat.need or (chat.subject and vague(run) and not people):
        return chat.need or chat.subject
    if unit.clause.link == "so" and unit.reasons and _fragment(unit):
        led = bare(unit.reasons[-1].clause)
        if led and led[0].flags & W.DET and (named := slots.thing(led, "state")):
            return named  # "the hall is another place now. so green after all"
    # Nothing names the thing: what was chosen and what spoke against the old choice are the best handle.
    near = [w for other in (*unit.joined, *unit.reasons) for w in content(other.clause.words)]
    return [*content(run)[-2:], *near[:3]][:4]


_NAMING = ("hosting", "storage", "price", "budget", "language")
"""Attribute classes that name a slot well enough by themselves: `we move everything to another host`."""


def _under(unit: Unit, found: list[str], head: list[str]) -> list[str]:
    """The thing of a clause under a heading: its own subject first, if it has one."""
    run = bare(unit.clause)
    if "=" in unit.said:
        return found
    if verb_at(run) <= 0 or _pointing(run) or (unit.reading is not None and unit.reading.kind == "definition"):
        return head[:3] or found
    return [*found[:3], *(w for w in head[:3] if w not in found)][:4]


def _pointing(run: Sequence[Word]) -> bool:
    """Whether the object only points back: `ruth takes them`, or the subject is a person choosing."""
    mine = run[0].flags & W.SELF and run[0].flags & (W.PRON | W.AUX)
    return bool(mine) or vague(run) or any(word.text in ("it", "them", "das", "es") for word in run[1:])


def _dropped_there(unit: Unit, chat: Chat) -> bool:
    """Whether a clause drops something that it only points at, and that the assistant has just asked about."""
    drops = unit.reading is not None and unit.reading.act == "drop" and not unit.head
    return drops and bool(chat.turn and chat.turn.questions) and bool(_POINTS.search(unit.said))


_POINTS = re.compile(r"\b(?:it|them|that one|da|dort|there|ihn|sie|damit|davon|darauf)\b")


def _fragment(unit: Unit) -> bool:
    run = bare(unit.clause)
    return verb_at(run) < 0 or (unit.answering and told_by_us(run))


def _attribute(unit: Unit, chat: Chat) -> str:
    question = _question(unit, chat)
    asked = chat.turn.part.text[slice(*question)].casefold() if question and chat.turn else ""
    return slots.attribute(unit.said, unit.head, asked)


def _subject(part: Part, unit: Unit, chat: Chat, things: list[str]) -> tuple[str, Quote | None]:
    """What must stand in front so that the sentence reads alone, and where it was said if not beside the clause."""
    if unit.head and unit.head_place:
        a, b = unit.head_place
        beside = Quote(part.n, part.text[a:b], a) if unit.clause.head != unit.head_place else None
        return wording.clean(part.text[a:b]).rstrip(".:!? "), beside
    if _dropped_there(unit, chat) and things and chat.turn:
        a, b = chat.turn.questions[-1]
        return " ".join(things), Quote(chat.turn.part.n, chat.turn.part.text[a:b], a)
    closing = unit.clause.link == "so" and unit.reasons and _fragment(unit) and not unit.answering
    if closing and things and not {*things} & {*content(unit.clause.words)}:
        return " ".join(things), None
    question = _question(unit, chat)
    if question and chat.turn and _fragment(unit) and things:
        own = set(content(unit.clause.words))
        missing = [w for w in things if w not in own]
        either = re.search(r" (?:or|oder|ou|o) ", chat.turn.part.text[slice(*question)]) and len(missing) < len(things)
        if missing and len(missing) == len(things) and not either and len(own) < 3 and len(unit.clause.words) <= 8:
            a, b = question
            named = phrase(chat.turn.part.text[a:b], missing, chat.lang)
            return named, Quote(chat.turn.part.n, chat.turn.part.text[a:b], a) if named else None
    run = bare(unit.clause)
    if chat.before and run and run[0].text in _IT:
        return chat.before.text, chat.before
    return "", None


_IT = bag("it it's its es")


def _lone_name(part: Part, unit: Unit, chat: Chat) -> Quote | None:
    """The only name of a clause, and where it stands."""
    said = part.text[unit.clause.start : unit.clause.end]
    names = chat.names.among(said)
    at = said.find(names[0]) if len(names) == 1 else -1
    return Quote(part.n, names[0], unit.clause.start + at) if at >= 0 else None
