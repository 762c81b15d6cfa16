"""What a person takes of two things that the assistant puts side by side: `both`, `neither`, `the second`.

Such a reply names nothing by itself, and a claim that keeps the question with its `or` says nothing either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from clew.model import Candidate, Part, Triple
from clew.rules import slots, wording
from clew.rules.adoption import adopted
from clew.rules.dialog import Place, Turn
from clew.rules.grammar import Word, words
from clew.rules.talk import Chat
from clew.rules.unit import Unit
from clew.rules.words import FINITE, W, bag
from clew.text import regex as re
from clew.text.lang import detect
from clew.text.measure import measures

_Pick: TypeAlias = "Literal['both', 'neither', 'less', 'more', 'named'] | int"

_LEAD = (
    r"^(?:(?:ok(?:ay)?|yes|yeah|yep|no|well|hm+|oh|so|please|let'?s|i'?d|we'?ll|i'?ll|i|we|say|go|going|for|with|do|"
    r"take|pick|choose|use|want|prefer|would|definitely|probably not|ja|nein|bitte|dann|also|wir|ich|nehme?n?|"
    r"machen|lieber|gerne?)[,.! ]+)*"
)
_END = r"(?:[, ]+(?:please|pls|then|honestly|i think|is (?:better|fine)|works|of (?:them|those)|bitte|dann))?\W*$"
_NOUN = r"(?: (?:one|ones|option|variant|choice|variante|möglichkeit|davon))?"
_THE = r"(?:the |das |die |der |den |dem )?"
_LESS = (
    r"cheaper|cheapest|lower|lowest|smaller|smallest|shorter|shortest|earlier|earliest|sooner|günstigere[rnms]?|"
    r"billigere[rnms]?|niedrigere[rnms]?|kleinere[rnms]?|kürzere[rnms]?|frühere[rnms]?"
)
_MORE = (
    r"dearer|higher|highest|bigger|biggest|larger|largest|longer|longest|later|latest|teurere[rnms]?|höhere[rnms]?|"
    r"größere[rnms]?|längere[rnms]?|spätere[rnms]?"
)
_NEITHER = r"neither|none|not either|weder noch|keine?[rsn]?(?: von (?:beiden|beidem))?|ni l'un ni l'autre|ninguno"
_OTHER = r"\w{3,}(?:er|est)|\w{3,}(?:ere|ste)[rnms]?"
_PICKS: tuple[tuple[_Pick, str], ...] = (
    ("both", r"(?:both|beides?|beide[rnms]?|tous les deux|les deux|amb[oa]s|los dos)"),
    ("neither", f"(?:{_NEITHER})"),
    (0, rf"{_THE}(?:first|former|1st|erste[rnms]?|erstere[rnms]?){_NOUN}"),
    (1, rf"{_THE}(?:second|latter|2nd|zweite[rnms]?|letztere[rnms]?){_NOUN}"),
    (-1, rf"{_THE}(?:last|letzte[rnms]?){_NOUN}"),
    ("less", rf"{_THE}(?:{_LESS}){_NOUN}"),
    ("more", rf"{_THE}(?:{_MORE}){_NOUN}"),
    ("named", rf"{_THE}(?:{_OTHER}) (?:one|ones|option|davon)"),
)
_REPLIES = tuple((pick, re.compile(f"{_LEAD}(?P<what>{shape}){_END}", re.IGNORECASE)) for pick, shape in _PICKS)
_SHAPES = tuple(shape for _, shape in _REPLIES)
_JOINED = re.compile(r"\b(?:or|oder|ou|and|und)\b", re.IGNORECASE)
_OR = re.compile(r",? (?:or|oder|ou) (?:else |rather |lieber |eher |auch )?", re.IGNORECASE)
_EITHER = re.compile(r"\b(?:either|entweder)\s", re.IGNORECASE)
_OPENS = re.compile(
    r"^(?:(?:and|so|then|ok(?:ay)?|good|great|now|also|alright|und|gut|dann|nun)[,.:]? )*"
    r"(?:(?:what|how) about |was ist mit |(?:for|in|on|as for|regarding|zu|bei|für) (?P<on>[^,?]{2,40}), )?"
    r"(?:(?:do|would|should|shall|will|could|can) (?:you|we|i) (?:(?:want|like|prefer|rather) ?)*(?:to )?|"
    r"(?:how|when|where) (?:do|would|should|shall) (?:you|we|i)(?: (?:want|like|prefer))?(?: to)? |"
    r"(?:should|shall|will|is|was) it(?: be)?(?: |$)|(?:which|what|welche\w*) |"
    r"(?:wollen|möchten|sollen|sollten|soll|willst|möchtest) (?:sie|wir|ich|du|es) |(?:ist|wird) es )?",
    re.IGNORECASE,
)
_BE = re.compile(
    r"^(?P<be>is|are|will|should|shall|must|ist|sind|wird|werden|soll|sollen) "
    r"(?P<who>(?:(?:the|our|a|an|this|my|your|der|die|das|unsere?|den|eine?) (?:[\w-]+ ){1,4}?|(?-i:[A-ZÄÖÜ])[\w-]+ ))"
    r"(?P<rest>(?:be|going|go|have|get|stay|run|use|come|made|in|on|at|by|with|for|to|still|only|am|im|per|mit|auf|bei|"
    r"aus|um|bis)\b.*|$)",
    re.IGNORECASE | re.DOTALL,
)
"""A question with its verb in front of the thing: `is the demo going to be free`."""
_WE = re.compile(r"^(?P<verb>\w+en) (?P<who>wir)\b ?(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_LONG = 200
"""Characters of a question that offers two things; longer ones explain."""
_REPLY = 60
"""Characters of a reply that only picks."""


@dataclass(frozen=True, slots=True)
class _Offer:
    """Two things or more that a question puts side by side, with what stands before and after them."""

    before: str
    options: tuple[str, ...]
    after: str


def chosen(part: Part, chat: Chat, found: Sequence[Unit]) -> Candidate | None:
    """What the assistant offered, as far as a reply that only points takes it; marks the units it uses."""
    turn = chat.turn
    place = _asked(turn) if turn else None
    if turn is None or place is None or not found:
        return None
    asked = turn.part.text[slice(*place)]
    lang = detect(asked) or chat.lang
    group = [unit for unit in found if unit.sentence == found[0].sentence]
    for run in (group, group[:1]):
        start, end = run[0].clause.start, run[-1].clause.end
        if end - start > _REPLY or run[-1].clause.asked:
            continue
        said = " ".join(part.text[start:end].replace("’", "'").split()).rstrip(".!, ")
        offer = _offer(asked, lang)
        pick = _pick(said, offer)
        if pick is None or (len(offer.options) < _TWO and pick != "both"):
            continue
        for unit in run:
            unit.used = True
        claim = adopted(part, chat, turn, place, (start, end))
        return _worded(claim, offer, (pick, said), lang)
    return None


_TWO = 2


def _asked(turn: Turn) -> Place | None:
    """The question that closes a turn and offers two things."""
    place = turn.questions[-1] if turn.questions else None
    if place is None or place[1] - place[0] > _LONG or not _JOINED.search(turn.part.text[slice(*place)]):
        return None
    return place


def _pick(said: str, offer: _Offer) -> _Pick | None:
    pick = next((pick for pick, shape in _REPLIES if shape.match(said)), None)
    if pick is not None or len(offer.options) < _TWO:
        return pick
    mine = {*re.findall(r"\w+", said.casefold())} - _SMALL
    theirs = [{*re.findall(r"\w+", option.casefold())} for option in offer.options]
    hits = [k for k, option in enumerate(theirs) if mine and mine <= option]
    return hits[0] if len(hits) == 1 else None


_SMALL = bag(
    "the a an in on at to with for by der die das den dem im am zu mit für per please then bitte dann i think let's "
    "definitely rather lieber go take yes ja ok okay now vorerst erstmal"
)
"""Words that a reply may have beside what it names."""


def _offer(asked: str, lang: str) -> _Offer:
    """The things that a question puts side by side: what is alike on both sides of its last `or`."""
    flat = _EITHER.sub("", " ".join(asked.split()).rstrip(" ?"))
    joints = list(_OR.finditer(flat))
    if not joints:
        return _Offer(flat, (), "")
    left, right = flat[: joints[-1].start()], flat[joints[-1].end() :]
    ends = _VERBS_LAST.search(right) if lang == "de" else None
    if ends and ends.start() > 0:
        right, tail = right[: ends.start()], ends.group()
    else:
        tail = ""
    at = _start(left, right, lang)
    options = [part.strip() for part in _LISTED.split(left[at:]) if part.strip()]
    close = options and "," not in joints[-1].group()
    right, common = _common(options[-1], right, lang) if close else (right.strip(), "")
    before, numbers = left[:at].rstrip(), [bool(_NUMBER.search(o)) for o in (*options, right)]
    if not options or not right or (all(numbers) and _NUMBER.search(before)):
        return _Offer(flat, (), "")
    return _Offer(before, (*options, right), f"{common} {tail}".strip())


_LISTED = re.compile(r", (?:or |oder )?")
_NUMBER = re.compile(r"\d|\b(?:one|two|three|four|five|six|ein|zwei|drei|vier|fünf|sechs)\b", re.IGNORECASE)
_VERBS_LAST = re.compile(r"(?: [a-zäöü]\w+(?:en|t))?(?: (?:werden|haben|sein|bleiben)| [a-zäöü]\w{3,}en)$")
"""Verbs at the end of a German question, which belong to all that it offers."""


def _common(first: str, right: str, lang: str) -> tuple[str, str]:
    """The last thing without what belongs to all of them: `Rust or Go | for the parser`."""
    theirs, size = words(right, 0, len(right), lang), len(first.split())
    if len(theirs) > size and theirs[size].flags & W.PREP and not theirs[0].flags & W.PREP:
        at = theirs[size].start
        return right[:at].strip(), right[at:].strip()
    return right.strip(), ""


def _start(left: str, right: str, lang: str) -> int:
    """Where the first of the things begins."""
    colon = max(left.rfind(": "), left.rfind(" - "), left.rfind(" – "))
    if colon >= 0:
        return colon + 2 + (left[colon] == " ")
    ours, theirs = words(left, 0, len(left), lang), words(right, 0, len(right), lang)
    if not ours or not theirs:
        return 0
    alike = next((w.start for w in reversed(ours) if w.text == theirs[0].text and w is not ours[-1]), -1)
    if alike >= 0:
        return alike
    comma = left.rfind(", ")
    if comma > 0 and len(left[comma:].split()) <= max(2, len(right.split())):
        return _first_item(left, comma)
    if theirs[0].flags & W.PREP:
        return next((w.start for w in reversed(ours) if w.flags & W.PREP), ours[-1].start)
    return _phrase(left, ours, theirs, lang)


def _first_item(left: str, comma: int) -> int:
    """Where a list begins whose last comma is known; a comma after a long stretch closes what is asked about."""
    before = left.rfind(", ", 0, comma)
    return before + 2 if before >= 0 and len(left[before:comma].split()) <= _ITEM else comma + 2


_ITEM = 4
"""Words of one of several listed things."""
_STOPS = W.AUX | W.PRON | W.PREP | W.WH | W.SELF
_BARE_VERBS = bag("be go have use take make get paint put keep want prefer like need build send write start run buy")
_ARTICLES = bag("the a an der die das den dem ein eine einen")


def _phrase(left: str, ours: Sequence[Word], theirs: Sequence[Word], lang: str) -> int:
    """Where the phrase before an `or` begins: behind the last word that cannot be part of it."""
    if theirs[0].text[:1].isdigit():
        return next((w.start for w in reversed(ours) if w.text[:1].isdigit()), ours[-1].start)
    k = len(ours)
    while k and not _ends(ours[k - 1]):
        k -= 1
    k = min(k, len(ours) - 1)
    if lang == "de" and left[ours[-1].start].islower():
        capitals = [j for j in range(k, len(ours)) if left[ours[j].start].isupper()]
        return ours[capitals[-1] + 1].start if capitals else ours[k].start
    article = k > 0 and ours[k - 1].text in _ARTICLES
    if article and theirs[0].text in _ARTICLES:
        return ours[k - 1].start
    if len(ours) - k > len(theirs) + (not article):
        k = max(k, len(ours) - len(theirs))
    elif article and len(ours) - k > len(theirs):
        k = len(ours) - len(theirs)
    return ours[k].start


def _ends(word: Word) -> bool:
    verb = word.flags & FINITE and not word.flags & W.NOUNISH
    small = word.flags & (_STOPS | W.DET) or word.text in _BARE_VERBS
    return bool(verb or small or not word.text[:1].isalnum())


def _taken(pick: _Pick, offer: _Offer, said: str, *, german: bool) -> str:
    """What is taken of the offer, in words."""
    options = offer.options
    if pick == "neither":
        return ("weder " if german else "neither ") + (" noch " if german else " nor ").join(options)
    if pick == "both":
        return ", ".join(options[:-1]) + (" und " if german else " and ") + options[-1] if options else ""
    if isinstance(pick, int):
        return options[min(pick, len(options) - 1)]
    sizes = [measures(option).quantities for option in options]
    if pick in ("less", "more") and all(len(q) == 1 for q in sizes):
        values = [q[0].value for q in sizes]
        return options[values.index(min(values) if pick == "less" else max(values))]
    what = next(found["what"] for shape in _SHAPES if (found := shape.match(said)))
    return f"{what[0].lower()}{what[1:]} ({' / '.join(options)})"


def _worded(claim: Candidate, offer: _Offer, picked: tuple[_Pick, str], lang: str) -> Candidate:
    pick, said = picked
    taken = _taken(pick, offer, said, german=lang == "de")
    text = wording.sentence(_told(offer.before, " ".join([taken, offer.after]).strip()))
    polarity: Literal["+", "-"] = "-" if pick == "neither" else "+"
    claim = replace(claim, kind="decision", text=text, label=wording.label(text), polarity=polarity)
    opened = _OPENS.match(offer.before)
    about = (opened["on"] or offer.before[opened.end() :]) if opened else offer.before
    run = words(about, 0, len(about), lang)
    if len(run) > 1 and run[1].flags & W.DET:
        run = run[1:]  # "price the sourdough": the thing, not what is done with it
    # what is asked about, and none of the things put side by side
    things = slots.content(run)[:3] if offer.options else []
    if not things:
        return claim
    kind = slots.attribute(about.casefold()) or slots.attribute(text.casefold())
    triple = Triple(" ".join(things), kind, taken) if kind else None
    return replace(claim, topic=slots.topic(things, kind), triple=triple)


def _told(before: str, taken: str) -> str:
    """The question as a statement with what was taken in the place of its alternatives."""
    opened = _OPENS.match(before)
    on = opened["on"] if opened else None
    stem = before[opened.end() :].strip() if opened else before
    turned = _BE.match(f"{stem} ") if not on else None
    we = _WE.match(stem)
    if we:
        stem = f"{we['who']} {we['verb'].casefold()} {we['rest']}".strip()
    elif turned:
        stem = f"{turned['who'].strip()} {turned['be'].casefold()} {turned['rest']}".strip()
    heading = on and not stem
    stem = (on or "") if heading else stem
    if not stem:
        return taken
    closed = stem.rstrip(" ,:;–-")
    return f"{closed}: {taken}" if heading or closed != stem else f"{closed} {taken}"
