"""Noun phrases beside a place in a sentence: the ends of relations, cut where small words, verbs and marks begin."""

from __future__ import annotations

from collections.abc import Sequence

from clew.kin.table import TITLES
from clew.rules.grammar import Word, predicates, words
from clew.rules.words import W, bag
from clew.text.units import MONTHS, WEEKDAYS

LONGEST = 5
"""Words of the longest end."""
_EDGE = (
    W.PREP | W.CONJ | W.PRON | W.AUX | W.WH | W.NEG | W.TALK | W.FILLER | W.IF | W.REASON | W.IRREAL | W.HEDGE | W.SELF
)
_LOOSE = bag(
    "now then again already still also only just too here there today tomorrow yesterday later soon once always never "
    "btw pls please currently both either same everything something nothing anything everyone someone completely "
    "besides entirely exactly basically actually instead back over together apart alone else jetzt wieder schon noch "
    "auch nur dann hier dort heute morgen gestern später bald immer nie eben halt mal übrigens eigentlich bitte "
    "weiter selbst ja nein yes no ok okay well"
)
_JOINS = bag("& of")
_CALLED = bag("called named genannt namens")
_ENDLESS = bag(
    "thing things stuff way lot lots bit kind sort one ones part time times day days week weeks month months year "
    "years hour hours woche wochen monat monate jahr jahre tag tage quarter quartal"
)
"""Words that by themselves name nothing."""
_NEARBY = bag(
    "last next past coming letzte letzten letzter letztes nächste nächsten nächster nächstes kommende kommenden "
    "kommender vorige vorigen voriger vergangene vergangenen vergangener"
)
"""Words that say which of several times is meant."""

_ERRANDS = bag(
    "ask asked send sent tell told give gave show showed phone phoned email emailed invite invited pay paid thank "
    "thanked meet met leave leaves left buy bought keep kept take took put get got make made see saw visit visited "
    "mean means meant frag frage schick schicke ruf"
)
"""Verbs that are no nouns: before a name they do something with it, and belong to no longer name."""


def right(run: Sequence[Word], at: int, text: str) -> str:
    """The phrase that begins at a word, without its article; empty where none does."""
    while at < len(run) and (run[at].flags & W.DET or run[at].text in _LOOSE or run[at].text in "\"'“„`"):
        at += 1
    end = at
    while end < len(run) and end - at < LONGEST and _inside(run, end, at):
        end += 1
    return _phrase(run, at, end, text)


def left(run: Sequence[Word], at: int, text: str) -> str:
    """The phrase that ends before a word, over a remark in brackets; empty where none does."""
    end = at
    while end and (run[end - 1].text in _LOOSE or run[end - 1].text == ","):
        end -= 1
    if end and run[end - 1].text == ")":
        opening = next((k for k in range(end - 2, -1, -1) if run[k].text == "("), 0)
        end = opening
    start = end
    while start and end - start < LONGEST and _inside(run, start - 1, 0):
        start -= 1
    while start < end and (run[start].flags & W.DET or run[start].text in _JOINS):
        start += 1
    return _phrase(run, start, end, text)


def chunks(text: str, lang: str) -> list[str]:
    """Every phrase of a text that can name something, in order, each once."""
    out: dict[str, None] = {}
    run = words(text, 0, len(text), lang)
    verbs = predicates(run)
    at = 0
    while at < len(run):
        end = at
        while end < len(run) and end - at < LONGEST and end not in verbs and _inside(run, end, at):
            end += 1
        # German writes nouns with a capital: "eine Wegbeschreibung drucken" ends with the noun
        nouns = [k for k in range(at, end) if run[k].flags & W.CAP] if lang == "de" else []
        found = _phrase(run, at, nouns[-1] + 1 if nouns else end, text) if end > at else ""
        if len(found) > 1 and not _nameless(run[at:end]):
            out.setdefault(found)
            placed = _placed(run, end, text)
            if placed:
                out.setdefault(f"{found} {placed}")
        at = max(end, at + 1)
    return list(out)


def _nameless(held: Sequence[Word]) -> bool:
    """Whether words are a date or a title alone: `March`, `Dr`."""
    return all(word.text in MONTHS or word.text in WEEKDAYS or word.text in TITLES for word in held)


def _placed(run: Sequence[Word], at: int, text: str) -> str:
    """Where the thing named before a place is, as part of a longer name: `in the basement`."""
    if at + 1 >= len(run) or run[at].text != "in":
        return ""
    after = at + 1 + bool(run[at + 1].flags & W.DET)
    named = after < len(run) and not run[after].flags & _EDGE and not _nameless(run[after : after + 1])
    place = right(run, after, text) if named else ""
    return f"{text[run[at].start : run[after].start]}{place}" if place else ""


def _inside(run: Sequence[Word], k: int, first: int) -> bool:
    """Whether a word belongs to a phrase."""
    word = run[k]
    if word.text in _JOINS:
        return first < k < len(run) - 1 and run[k - 1].text not in _JOINS
    if not word.text[:1].isalnum() or word.text in _LOOSE or _dated(run, k):
        return False
    if word.text in ("us", "it") and k and run[k - 1].text in ("the", "our") and k + 1 < len(run):
        return run[k + 1].text[:1].isalpha() and not run[k + 1].flags & _EDGE  # "the US launch"
    if word.flags & W.CAP and not word.flags & (W.PRON | W.SELF | W.AUX):
        return True
    if word.flags & (_EDGE | W.DET) or _done(run, k):
        return False
    # "the boat shed has rope": a past form that closes a phrase is a noun
    last = k + 1 == len(run) or not run[k + 1].text[:1].isalnum() or bool(run[k + 1].flags & W.AUX)
    return not word.flags & W.VERB or bool(word.flags & W.NOUNISH) or (last and k > first and k > 0)


def _dated(run: Sequence[Word], k: int) -> bool:
    """Whether a word begins a time: `joined Borgmann last week`."""
    after = run[k + 1].text if k + 1 < len(run) else ""
    return run[k].text in _NEARBY and (after in _ENDLESS or after in MONTHS or after in WEEKDAYS)


def _done(run: Sequence[Word], k: int) -> bool:
    """Whether a word says what the name before it did: `Falk phoned Ida`."""
    past = run[k].text.endswith("ed") and len(run[k].text) > 4
    return past and k > 0 and bool(run[k - 1].flags & W.CAP) and k + 1 < len(run) and run[k + 1].text[:1].isalnum()


def _phrase(run: Sequence[Word], start: int, end: int, text: str) -> str:
    while end > start and (run[end - 1].text in _JOINS or run[end - 1].flags & W.ADV):
        end -= 1
    after = run[end] if end < len(run) else None
    verbal = after and after.text[:1].isalpha() and not after.flags & W.AUX
    if end - start > 1 and verbal and run[end - 1].text.endswith("ed") and not run[end - 1].flags & W.CAP:
        end -= 1  # "needs the form signed again"
    called = next((k for k in range(start, end - 1) if run[k].text in _CALLED), -1)
    start = called + 1 if called >= 0 else start
    if end - start > 1 and run[start].text.casefold() in _ERRANDS:
        start += 1
    held = [word for word in run[start:end] if word.text[0].isalpha()]
    if not held or all(word.text in _ENDLESS for word in held) or run[start].text[0].isdigit():
        return ""
    return " ".join(text[run[start].start : run[end - 1].end].split()).strip(".,;:!?\"'“”„`*_")
