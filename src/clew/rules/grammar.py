"""Words in their places, and which of them is the finite verb: by form, by what stands before and by what follows.

No list of verbs is needed: pronouns, auxiliaries and strong past forms are closed tables, every other verb shows
itself by its ending and its place between a subject and what verbs take.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clew.core.held import held
from clew.rules.words import BUILT, FINITE, PAST, TOKEN, W, bag, lexicon
from clew.text import regex as re


class Word(NamedTuple):
    """One word or mark of a clause, folded, with its place in the part and its flags."""

    text: str
    start: int
    end: int
    flags: int


def words(text: str, start: int, end: int, lang: str) -> list[Word]:
    """The words of a stretch, with flags."""
    out: list[Word] = []
    for found in TOKEN.finditer(text, start, end):
        token, flags = _seen(found.group(), lang)
        out.append(Word(token, found.start(), found.end(), flags))
    for k, word in enumerate(out[:-1]):
        if word.text == "were" and _is_we(out, k):
            out[k] = word._replace(flags=word.flags | W.PRON | W.SELF)  # "were three now": we are
        if word.text == "da" and lang == "de" and out[k + 1].flags & FINITE:
            out[k] = word._replace(flags=W.ADV)  # "da hat sie …": there, no reason
    return out


def _is_we(run: Sequence[Word], k: int) -> bool:
    """Whether a `were` behind openers at most is `we are` without its apostrophe: `and were having it at home`."""
    leads = all(other.flags & (W.CONJ | W.FILLER) or not other.text[:1].isalnum() for other in run[:k])
    return leads and (run[k + 1].text.endswith("ing") or run[k + 1].text in _ONES)


_ELIDED = {"j": W.PRON | W.SELF, "c": W.PRON | W.WEAK, "n": W.NEG, "l": 0, "d": W.PREP, "qu": W.CONJ}
"""What a French word brings with it before its apostrophe."""
_TONGUE = {"de": W.GERMANIC, "fr": W.ROMANCE, "es": W.ROMANCE}


@held(4096)
def _seen(written: str, lang: str) -> tuple[str, int]:
    """A written word folded, and all that it can be by table and by form."""
    token = written.casefold().replace("’", "'")
    table = lexicon(lang)
    flags = table.get(token, 0)
    if not flags and lang == "fr" and "'" in token:
        lead, _, rest = token.rpartition("'")
        flags = _ELIDED.get(lead, 0) | (table.get(rest, 0) or _form(rest, rest, lang))
        flags |= W.VERB if lead in ("s", "m", "t") and flags & W.MAYBE else 0
    elif not flags & _TABLED:
        flags |= _form(token, written, lang)
    if written[:1].isupper():
        flags |= W.CAP
    if BUILT.match(written) and not written[0].isdigit():
        flags |= W.BUILT
    return token, flags


_TABLED = FINITE | W.PRON | W.DET | W.PREP | W.CONJ | W.WH | W.NEG | W.TALK | W.FILLER
"""Flags of words whose place in a sentence the tables tell."""
_FORMS = {
    "en": re.compile(r"(?:[^s']s|[^e]ed|eed)$"),
    "de": re.compile(r"(?:t|te|ten|en|eln|ern|e)$"),
    "fr": re.compile(r"(?:e|es|ent|ons|ez|ait|aient|a|ont|it|ira|era|eront|èrent|irent|t|d|ds|ts)$"),
    "es": re.compile(r"(?:a|an|e|en|amos|emos|imos|ó|aron|ieron|aba|aban|ía|ían|rá|rán|o)$"),
}
"""Endings that a finite verb of the open class can have."""
_ADVERB = {"en": re.compile(r"ly$"), "de": re.compile(r"weise$"), "es": re.compile(r"mente$")}
_STEM = 3
"""Letters below which an unknown word is no verb by its ending."""


def _form(token: str, written: str, lang: str) -> int:
    """What the form of an unknown word allows: adverb, finite verb, or just a word."""
    if not token.replace("-", "").isalpha():
        return 0
    adverb = _ADVERB.get(lang)
    if adverb and adverb.search(token) and len(token) > _STEM + 1:
        return W.ADV
    shape = _FORMS.get(lang)
    ending = shape is not None and len(token) >= _STEM and bool(shape.search(token))
    if lang == "de" and (not written.islower() or len(token) <= _STEM):
        ending = False
    return W.OPEN | _TONGUE.get(lang, 0) | (W.MAYBE if ending else 0)


_SURE, _LIKELY = 2, 1
_JOINTS = frozenset(",;:.!?()—–")


def predicates(run: Sequence[Word]) -> frozenset[int]:
    """The verbs that stand behind a name or a pronoun: `Priya sings and we paint`.

    A form that may be a noun in the plural is a verb only where its clause has no other (`the offices here are shut`),
    and behind an article or a short form in capitals only before an object (`our API keys in the safe`). A sentence
    that ends with a full stop has some verb, so there a common noun may stand before it too.
    """
    out: set[int] = set()
    start, full = 0, True
    for k in range(len(run) + 1):
        end = run[k].text if k < len(run) else ""
        if k == len(run) or end in _JOINTS or run[k].flags & (W.CONJ | W.WH | W.IF):
            out |= _predicate(run[start:k], start, full and end in ".!")
            start, full = k + 1, end in ".!?"
        elif run[k].flags & W.SAY and run[k].flags & W.VERB:
            out |= _predicate(run[start : k + 1], start, False)
            start, full = k + 1, False  # what is said is a clause of its own
    return frozenset(out)


def _predicate(run: Sequence[Word], start: int, whole: bool) -> frozenset[int]:
    """The verb of one clause behind its name; none where an auxiliary or an earlier verb is the one."""
    for k, word in enumerate(run):
        rank = _rank(run, k) if word.flags & (FINITE | W.OPEN) else 0
        if rank and word.flags & W.AUX:
            return frozenset()
        if rank == _SURE and k and run[k - 1].flags & W.PRON:
            return frozenset((start + k,))
        named = k and run[k - 1].flags & W.CAP and _subject(run, k)
        if rank and not named and not (whole and k > 1 and run[0].flags & W.DET):
            return frozenset()
        if rank:
            later = any(other.flags & W.AUX and _rank(run, n) for n, other in enumerate(run) if n > k)
            return frozenset(() if later else (start + k,))
    return frozenset()


def _subject(run: Sequence[Word], k: int) -> bool:
    """Whether the name before a word can be its subject, and is not the front of a longer name."""
    at = k
    while at and run[at - 1].flags & W.CAP:
        at -= 1
    compound = (at and run[at - 1].flags & W.DET) or (run[k - 1].flags & W.BUILT and len(run[k].text) > 2)
    object_ = k + 1 < len(run) and run[k + 1].flags & (W.DET | W.PRON | W.SELF | W.CAP)
    return bool(object_) or not (compound and run[k].text.endswith("s"))


def finite(run: Sequence[Word]) -> int:
    """Position of the first finite verb, or -1; a mere guess counts only where nothing better stands."""
    guess = -1
    for k, word in enumerate(run):
        if not word.flags & (FINITE | W.OPEN):
            continue
        rank = _rank(run, k)
        if rank == _SURE:
            return k
        if rank and guess < 0:
            guess = k
    return guess


def certain(run: Sequence[Word], k: int) -> bool:
    """Whether the word in this place is a finite verb beyond guessing."""
    return k >= 0 and _rank(run, k) == _SURE


def _rank(run: Sequence[Word], k: int) -> int:
    """How surely the word in this place is a finite verb: 2, 1 or 0."""
    word = run[k]
    flags = word.flags
    before = _subject_end(run, k)
    if k and run[k - 1].text in ("to", "zu", "let's", "lets"):
        return 0
    if word.text == "its":
        return _SURE if k == 0 or run[k - 1].text in _BEFORE_ITS or run[k - 1].flags & W.CONJ else 0
    if word.text == "may" and any(other.text[:1].isdigit() for other in (*run[k - 1 : k], *run[k + 1 : k + 2])):
        return 0  # the month
    if flags & W.AUX:
        noun = flags & W.NOUNISH and (before is None or before.flags & (W.DET | W.PREP))
        return 0 if noun else _SURE
    if flags & W.VERB and not flags & W.NOUNISH:
        return 0 if before is not None and before.flags & (W.DET | W.PREP) and not before.flags & W.PRON else _SURE
    if before is None and flags & W.ROMANCE and _FIRST_PLURAL.search(word.text):
        return _SURE
    if before is None or (before.flags & (W.PREP | W.CONJ | W.NEG) and not before.flags & W.PRON):
        return 0
    after = run[k + 1] if k + 1 < len(run) else None
    if flags & W.GERMANIC:
        return _german(word, before, after, k)
    if flags & W.ROMANCE:
        return _romance(word, before, after)
    return _english(word, before, after)


_FIRST_PLURAL = re.compile(r"(?:amos|emos|imos)$")
"""Spanish verbs that carry their subject."""
_BEFORE_ITS = bag(", so says think now though then")
_BETWEEN = bag(
    "not also always never now just still only often usually already then all both ever even really ne n' se s' me "
    "te nous vous y en le la les lo los pas"
)
"""Small words that may stand between subject and verb."""


def _subject_end(run: Sequence[Word], k: int) -> Word | None:
    """The word before the verb, small adverbs left out; a comma closes an apposition."""
    at = k - 1
    while at > 0 and (run[at].flags & W.ADV or run[at].text in _BETWEEN):
        at -= 1
    if at < 0 or run[at].text in (",", ":", ";", "(", "—", "–", "-"):
        return None
    return run[at]


_ONES = bag("two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred dozen")


def _english(word: Word, before: Word, after: Word | None) -> int:
    text = word.text
    if text.endswith("ing") or word.flags & (W.CAP | W.DET | W.PREP | W.PRON | W.WH | W.CONJ | W.OWN):
        return 0
    if before.flags & W.PRON:
        pointing = before.text in ("this", "that", "these", "those", "one", "people")
        return _SURE if not pointing or text.endswith(("s", "ed")) or word.flags & W.VERB else 0
    if before.flags & (W.DET | W.AUX) or before.text.endswith("ing"):
        return 0
    takes = after is not None and bool(after.flags & (W.DET | W.PREP | W.PRON | W.SELF) or after.text[:1].isdigit())
    loose = after is None or bool(after.flags & (W.ADV | W.CAP | W.NEG | W.WH)) or not after.text[:1].isalnum()
    named = bool(before.flags & W.CAP) or not before.text.isalpha()
    if text.endswith("ed") or (word.flags & W.VERB and not text.endswith("s")):
        if text in PAST:
            return _SURE
        plural = before.text.endswith("s")
        return _SURE if takes or ((named or plural) and loose) else _LIKELY if loose or plural else 0
    if text.endswith("s"):
        plural = before.text.endswith("s") and not before.text.endswith(("ss", "'s")) and not named
        if plural or (after is not None and after.flags & FINITE and not after.flags & W.NOUNISH):
            return 0
        counted = before.text[:1].isdigit() or before.text in _ONES
        figure = after is not None and (after.text[:1].isdigit() or after.text in _ONES)
        object_ = figure or (after is not None and bool(after.flags & (W.DET | W.PRON | W.SELF)))
        follows = after is not None and bool(after.flags & W.OPEN)
        if counted and not (object_ and before.text[:1].isdigit()):
            return 0  # "18 days for the fence": what is counted
        return _SURE if object_ or (takes and named) else _LIKELY if takes or (named and (loose or follows)) else 0
    plural = before.text.endswith("s") and not before.text.endswith(("ss", "'s"))
    if not plural or not takes:
        return 0
    return _SURE if after is not None and after.flags & W.DET else _LIKELY


def _german(word: Word, before: Word, after: Word | None, k: int) -> int:
    if not word.flags & W.MAYBE:
        return 0
    if before.flags & W.PRON and not before.flags & W.DET:
        return _SURE
    if before.flags & W.DET:
        return 0
    if after is not None and after.flags & W.SELF and after.flags & W.PRON:
        return _SURE
    opens = after is not None and bool(after.flags & (W.PRON | W.DET | W.PREP | W.CAP) or after.text[:1].isdigit())
    if word.text.endswith("e") and not word.text.endswith("te"):
        return 0
    if before.flags & W.CAP or not before.text.isalpha():
        return _SURE if opens or not word.text.endswith("en") else _LIKELY
    third = word.text.endswith(("t", "te")) and bool(before.flags & W.OPEN)
    return _LIKELY if third or (opens and k <= 4 and not word.text.endswith("en")) else 0


def _romance(word: Word, before: Word, after: Word | None) -> int:
    if not word.flags & W.MAYBE or word.flags & W.CAP:
        return 0
    if before.flags & W.PRON and not before.flags & W.DET:
        return _SURE
    if before.flags & W.DET:
        return 0
    takes = after is not None and bool(
        after.flags & (W.DET | W.PREP | W.PRON | W.ADV | W.NEG) or after.text[:1].isdigit()
    )
    named = bool(before.flags & W.CAP) or not before.text.isalpha()
    return _SURE if takes and named else _LIKELY if takes or named else 0


def gerund(run: Sequence[Word]) -> bool:
    """Whether a stretch opens with an English participle and its object: `planning the trip`, not `ceiling height`."""
    if not run or len(run[0].text) < 6 or not run[0].text.endswith("ing") or len(run) < 2:
        return False
    return bool(run[1].flags & (W.DET | W.PREP | W.SELF | W.PRON))
