"""One turn of a person taken apart: clauses with what they do, and which of them give reasons for which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clew.rules.acts import Reading, read
from clew.rules.clauses import Clause, clauses
from clew.rules.grammar import Word, finite
from clew.rules.mood import bare, mood
from clew.rules.names import Names
from clew.rules.sight import NUMBERS, Setting, verb_at
from clew.rules.ties import tie
from clew.rules.unit import Unit
from clew.rules.words import FINITE, W, bag
from clew.text import regex as re
from clew.text.sentences import Sentence, sentences


class Manner(NamedTuple):
    """How a person writes in a chat."""

    lang: str
    names: Names
    """The names the chat knows."""
    enough: int = 3
    """Weight from which a plain statement is worth a claim."""


_META_HEADS = bag(
    "next also update btw question problem context background note fyi ps p.s edit achtung summary details info "
    "hinweis nachtrag frage later maybe ha oh well ah remarque contexte résumé neuigkeiten news changes änderungen "
    "changements novedades cambios consequences folgen bilan fazit stand meanwhile inzwischen and und et y but aber "
    "mais "
    "also finally first second third today heute aujourd'hui hoy additionally remember summary recap overview tldr "
    "tl;dr zusammenfassung überblick kurzfassung confirmed bestätigt agreed result ergebnis ergebnisse resultat "
    "bottom-line synthèse bilan resumen"
)
"""Headings that announce without naming a subject."""
_META = re.compile(
    r"^(?:[\w.'-]+ ){0,3}(?:updates?|status|change of plans?|changement de plan|news|correction|note|reminder|"
    r"question|points?|one|nachricht|korrektur|nachtrag|hinweis|frage|stand|neuigkeiten)(?: btw| too)?$|"
    r"^(?:(?:just|only|again|once more|nur|nochmal|noch einmal|hier) )*(?:to (?:confirm|sum up|summari[sz]e|recap|be "
    r"(?:clear|sure|precise)|repeat)|(?:in|a) (?:short|brief|summary|nutshell|recap|quick summary|short summary)|"
    r"(?:short|quick|brief|final|my) (?:summary|recap|version|overview)|for the (?:record|file|minutes)|(?:for|as) "
    r"(?:confirmation|agreed|discussed|said)|zur (?:bestätigung|erinnerung|sicherheit|klarstellung)|kurz(?: gesagt| "
    r"zusammengefasst| gefasst)?|zusammengefasst|fürs protokoll|wie (?:besprochen|gesagt|vereinbart)|pour (?:résumer|"
    r"confirmer)|en (?:bref|résumé|resumen)|para (?:resumir|confirmar))$|"
    r"^(?:(?:another|one|more|other|first|second|last|small|quick|little|next|only|final|fun) )*thing(?: btw| too)?$"
)


def stretches(text: str) -> Iterator[Sequence[Sentence]]:
    """The sentences of a turn that are read together: all of what people say, a piece at a time of what is endless."""
    found = _prose(text)
    return (found[at : at + _TOGETHER] for at in range(0, max(len(found), 1), _TOGETHER))


_TOGETHER = 1000
"""Sentences; nobody gives a reason further away from what it is for."""


def units(
    text: str, said: Sequence[Sentence], manner: Manner, asked: bool = False, choosing: bool = False
) -> list[Unit]:
    """The clauses of these sentences of a turn in order, read one by one and then tied to their reasons.

    `asked`: the turn follows a question; `choosing`: one that asks which, so that a bare noun picks the subject.
    """
    out: list[Unit] = []
    standing: tuple[str, tuple[int, int]] | None = None
    answering, since = asked, 0
    for number, sentence in enumerate(said):
        listed = sentence.kind == "list"
        cut = clauses(text, sentence.start, sentence.end, manner.lang)
        own: list[Unit] = []
        open_ = answering
        for k, clause in enumerate(cut):
            head, place = _heading(text, clause)
            if place:
                standing, since = (head, place), number
            elif clause.head:
                standing = None
            elif (clause.link == "which" or (k and _resumes(clause))) and (place := _antecedent(cut[k - 1])):
                head = _folded(text, *place)
            elif standing and _leans(clause):
                head, place = standing
            elif standing and number > since + 1:
                standing = None  # the talk has moved on
            unit = _unit(text, clause, number, (head, place), answering, manner)
            unit.first = k == 0
            if listed and unit.reading and unit.reading.rule == "chooses" and not clause.head:
                unit.reading = None  # a bare item says nothing by itself
            own.append(unit)
            answering = answering and unit.mood != "asserted"
        _colour(text, own)
        short = len(own) == 1 and bool(_SHORT_REPLY.match(own[0].said))
        answering = open_ if short else answering and not _replied(own)
        out += own
        if len(own) == 1 and not listed and _announces(own[0]):
            own[0].mood = "talk"
        elif len(own) == 1 and not listed and _names_topic(own[0], choosing):
            standing, since = (_folded(text, cut[0].start, cut[0].end), (cut[0].start, cut[0].end)), number
            own[0].mood = "talk"
    tie(out, manner.names)
    return out


_SHORT_REPLY = re.compile(
    r"(?:yes,? |no,? )?(?:i|we|they|it|he|she) (?:did|do|does|was|were|is|are|has|have|had|will|can)(?:n't| not)?$|"
    r"(?:im gegenteil|on the contrary|quite the opposite|au contraire|al contrario|not yet|noch nicht)$"
)
"""`they did`, `im gegenteil`: an answer that says nothing by itself."""


def _replied(own: list[Unit]) -> bool:
    """Whether a sentence was a bare yes or no: what follows it is news."""
    return all(unit.mood == "talk" for unit in own) and all(
        word.flags & (W.FILLER | W.NEG) or not word.text.isalpha() for unit in own for word in unit.clause.words
    )


def _leans(clause: Clause) -> bool:
    """Whether a clause has no subject of its own and so speaks of what was named before."""
    run = bare(clause)
    if clause.words[-1].text == "is" and len(run) <= 4:
        return True  # "white it is"
    chosen = run and run[0].flags & W.SELF and run[0].flags & W.PRON and any(word.flags & W.CHOICE for word in run[1:4])
    if chosen or any(word.text in ("it", "them") for word in run[1:]):
        return True
    return not run or (verb_at(run) <= 0 and not _own_thing(run)) or bool(run[0].flags & W.WEAK)


def _own_thing(run: Sequence[Word]) -> bool:
    """Whether a clause without a verb names a thing and when or how much: `registry office at eleven`."""
    at = next((k for k, word in enumerate(run) if word.flags & W.PREP), len(run))
    named = 0 < at < len(run) - 1 and all(word.flags & (W.OPEN | W.DET) for word in run[:at])
    return named and run[0].text[:1].isalpha() and (run[at + 1].text[:1].isdigit() or run[at + 1].text in NUMBERS)


def _resumes(clause: Clause) -> bool:
    """Whether a clause gives the new value of what the clause before ends with: `…, it was moved to 5 pm`."""
    run = bare(clause)
    value = any(word.text[:1].isdigit() or word.text[:1] in "$€£" for word in run[2:])
    return bool(run) and run[0].text in ("it", "es") and value and any(word.text in _REVALUED for word in run[1:4])


_REVALUED = bag(
    "adjusted extended increased raised moved lowered reduced shortened changed rescheduled postponed pushed cut "
    "bumped updated revised brought verschoben verlegt erhöht gesenkt verlängert gekürzt geändert"
)


def _antecedent(clause: Clause) -> tuple[int, int] | None:
    """Place of the noun phrase that ends a clause, which a following `which` or `who` speaks of.

    What it is of belongs to it: `the cost of a room in town`.
    """
    run = list(clause.words)
    k = _phrase_before(run, len(run))
    if k == len(run):
        return None
    while k > 2 and run[k - 1].text in _WITHIN:
        at = k - 1 - run[k - 2].text.endswith("ed")  # "pages printed in colour"
        before = _phrase_before(run, at)
        if before == at or run[before].text.endswith("ing"):
            break  # "working on my plan": no part of its name
        k = before
    return run[k].start, run[-1].end


_WITHIN = bag("of for in on into von für im in de du des en pour del para")


_REGULAR = bag("daily weekly monthly yearly hourly early")


def _phrase_before(run: Sequence[Word], end: int) -> int:
    """Where the noun phrase begins that ends at a place; the place itself where none does."""
    k = end
    while (
        k
        and (run[k - 1].flags & (W.OPEN | W.OWN) or run[k - 1].text in _REGULAR)
        and end - k < 4
        and not run[k - 1].flags & (W.PREP | W.AUX | W.VERB)
    ):
        k -= 1
    return k - bool(0 < k < end and run[k - 1].flags & W.DET)


_LAUGHS = bag("lol haha hahaha lmao rofl xd :) ;) :d")


_SAYS_THAT = re.compile(
    r"\b(?:says?|said|sagt|sagen|meint) (?:that|das)(?:'?s| is| ist) (?:the|so|right|normal|der|die|das)\b"
)
_EXUBERANT = bag("klar sure absolutely sicher natürlich definitely logisch")


def _mocks(unit: Unit, own: Sequence[Unit]) -> bool:
    """Whether an exuberant yes goes on with an `and`: `na klar, und der Papst spielt Geige`."""
    words = unit.said.replace(",", "").split()
    at = own.index(unit)
    goes_on = at + 1 < len(own) and own[at + 1].clause.link == "and"
    return goes_on and 0 < len(words) <= 2 and words[-1] in _EXUBERANT


_LEADS_SAYING = re.compile(r"(?:said|says|told \w+|gesagt|sagt|meint)(?:,? quote)?$")


def _leads_saying(unit: Unit, own: Sequence[Unit]) -> bool:
    """Whether a clause leads into a saying about things in general: `she said, every weed is a plant with ideas`."""
    at = own.index(unit)
    following = own[at + 1].clause.words[0] if at + 1 < len(own) else None
    return bool(following and following.text in _ANY and _LEADS_SAYING.search(unit.said))


_ANY = bag("a an every ein eine einer jede jeder jedes kein keine")


def _colour(text: str, own: list[Unit]) -> None:
    """What one clause does to the rest of its sentence: suppose, joke, laugh, announce."""
    supposed = joking = laughing = quoting = False
    for unit in own:
        run = bare(unit.clause)
        laughing = laughing or any(word.text in _LAUGHS for word in unit.clause.words)
        joking = joking or unit.mood == "irony" or _mocks(unit, own)
        quoting = quoting or unit.mood == "quoted" or _leads_saying(unit, own)
        if unit.mood == "asserted" and (joking or (supposed and unit.clause.link in ("", "and", "so"))):
            unit.mood = "irony" if joking else "hypothetical"
        elif unit.mood == "asserted" and quoting and not any(c.isdigit() for c in unit.said):
            unit.mood = "quoted"
        supposed = supposed or (unit.mood == "hypothetical" and bool(run) and bool(run[0].flags & W.IF))
    for k, unit in enumerate(own):
        after = text[unit.clause.end : unit.clause.end + 1]
        if (
            after == ":"
            and k + 1 < len(own)
            and own[k + 1].claims
            and unit.mood == "asserted"
            and not own[k + 1].clause.head
        ):
            if finite(own[k + 1].clause.words) < 0:
                own[k + 1].joined.append(unit)
            unit.used = True  # "another thought about the roof: slate"
        if k and unit.mood == "asserted" and _SAYS_THAT.search(unit.said) and own[k - 1].claims:
            own[k - 1].joined.append(unit)  # "and the hosts say that's the rule now"
            unit.used = True
        if unit.mood == "open" and k and len(unit.clause.words) < 6:
            unit.joined += [other for other in own[:k] if other.mood in ("asserted", "hedged", "hypothetical")]
        passing = unit.reading is not None and unit.reading.rule in ("states", "happened", "values", "roles")
        if laughing and unit.mood == "asserted" and passing:
            unit.mood = "talk"
    if own and own[-1].mood == "asserted" and text[own[-1].clause.start : own[-1].clause.end].rstrip().endswith(":"):
        own[-1].mood = "talk"


_LONGEST = 1500
"""Characters; what is longer without a full stop is no sentence that anybody said."""


def _prose(text: str) -> list[Sentence]:
    found = [s for s in sentences(text) if s.kind in ("prose", "list", "heading") and s.end - s.start <= _LONGEST]
    return [s for s in found if s.kind == "prose"] if _document(text, found) else found


def _document(text: str, found: list[Sentence]) -> bool:
    """Whether lists and headings of a turn are those of a document put into it, rather than things said."""
    headings = sum(s.kind == "heading" for s in found)
    bold = sum(s.kind == "list" and text.startswith("**", s.start) for s in found)
    return headings >= 2 or bold >= 3


def _folded(text: str, start: int, end: int) -> str:
    return " ".join(text[start:end].casefold().replace("’", "'").strip(" .:!?").split())


_ABOUT = re.compile(r"^(?:\w+ )?(?:updates?|news|notes?|stand) (?:on|about|for|to|zu|zur|zum) ")


def _heading(text: str, clause: Clause) -> tuple[str, tuple[int, int] | None]:
    if clause.head is None:
        return "", None
    head = _folded(text, *clause.head)
    head = _ABOUT.sub("", head)
    for opener in ("also ", "and ", "und ", "ok ", "so ", "btw ", "the ", "der ", "die ", "das "):
        head = head.removeprefix(opener)
    head = head.removesuffix(" thing") if not _META.search(head) else head  # "the boat thing: …"
    return ("", None) if head in _META_HEADS or _META.search(head) or len(head) < 2 else (head, clause.head)


def _unit(
    text: str, clause: Clause, number: int, head: tuple[str, tuple[int, int] | None], answering: bool, manner: Manner
) -> Unit:
    said = _folded(text, clause.start, clause.end)
    found = mood(text, clause, said, manner.lang)
    reading = None
    if found == "asserted" and _REQUESTED.match(head[0]):
        found = "request"
    if found == "open":
        reading = Reading("question", "ask")
    elif found == "asserted":
        raw = text[clause.start : clause.end]
        setting = Setting(head[0], answering, manner.lang, manner.names.count(clause.words), manner.enough)
        reading = read(clause, raw, setting)
    return Unit(clause, number, found, reading, said, head[0], head[1], answering, False)


_REQUESTED = re.compile(r"(?:(?:and|und|so|then|also|now) )?(?:please|bitte|pls) (?!no\b|not\b|nicht\b|keine?\b)\w+")
"""A heading that asks the assistant for something: `please prepare the paper: incident, figures, training`."""


def _announces(unit: Unit) -> bool:
    """Whether a sentence only says that something follows: `News.`, `Neuigkeiten.`."""
    run = [word.text for word in unit.clause.words if word.text[:1].isalnum()]
    return len(run) == 1 and run[0] in _META_HEADS and not unit.answering


def _names_topic(unit: Unit, choosing: bool) -> bool:
    """Whether one to four words only name what comes next (`also the parking.`)."""
    run = [word for word in bare(unit.clause) if word.text[:1].isalnum()]
    if (
        not 1 <= len(run) <= 4
        or (unit.answering and not choosing)
        or unit.clause.asked
        or unit.mood in ("talk", "question", "irony")
    ):
        return False
    if any(
        word.text[:1].isdigit()
        or word.text in NUMBERS
        or (word.flags & W.SELF and word.flags & W.PRON)
        or word.flags & (W.TALK | W.NEG | W.CHOICE | W.DROP | W.KEEP | W.PREP | W.HEDGE | W.FEEL)
        for word in run
    ):
        return False
    return (
        finite(run) < 0 and not any(word.flags & FINITE for word in run[:1]) and (unit.reading is None or not unit.head)
    )
