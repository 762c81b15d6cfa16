"""What a claim says of names and of how things hang together: the names it mentions, with types, and its relations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clew.core.held import held
from clew.model import Claim
from clew.rules import identity, mention
from clew.rules.relate import STANDS_FOR, Manner, Tie, ties
from clew.rules.words import W, lexicon
from clew.text.lang import detect
from clew.text.words import fold, tokens

_TOLD = ("decision", "preference")
"""Kinds of claim that say what was chosen."""
_VERBAL = W.VERB | W.AUX | W.PREP | W.CONJ | W.PRON | W.DET | W.KEEP | W.CHOICE | W.DROP | W.FILLER | W.TALK


@dataclass(frozen=True, slots=True)
class Said:
    """What one claim says: names as it writes them, and relations between them."""

    names: tuple[str, ...]
    ties: tuple[Tie, ...]
    people: tuple[str, ...]
    """Names that can only be of persons: with a title, or of somebody who is quoted."""


@held(256)
def _read(text: str, known: frozenset[str], decided: bool) -> tuple[tuple[str, ...], tuple[Tie, ...]]:
    lang = detect(text) or "en"
    names = mention.names(text, known)
    return tuple(names), tuple(ties(text, Manner(lang, decided, tuple(names))))


def lexicon_of(claims: Iterable[Claim]) -> frozenset[str]:
    """Folded words that some claim has as a name: they count as names in every other claim too."""
    return frozenset(fold(word) for word in {w for c in claims for w in c.about} if _nameable(word))


def _nameable(word: str) -> bool:
    """Whether a word can be a name: no verb or small word, unless it is written like one."""
    plain = word.casefold()
    flags = lexicon("en").get(plain, 0) | lexicon("de").get(plain, 0)
    return len(word) > 1 and (not flags & _VERBAL or (word.isupper() and len(word) > 2))


def words(claim: Claim) -> frozenset[str]:
    """The folded words of a claim: those that count as names elsewhere decide what is read out of it."""
    return frozenset(map(fold, tokens(claim.text)))


def said(claim: Claim, known: frozenset[str] = frozenset()) -> Said:
    """What a claim says; a relation that an extractor has taken apart already is taken as it is."""
    here = known & words(claim)
    names, found = _read(claim.text, here, claim.kind in _TOLD and claim.polarity == "+")
    if claim.kind == "relation" and claim.triple:
        found = (Tie(claim.triple.s, claim.triple.p, claim.triple.o),)
    speaker = claim.speaker
    quoted = (speaker.name,) if speaker.cls == "person" and speaker.name != "user" and _brief(speaker.name) else ()
    titled = (*(name for name in names if mention.titled(name)), *mention.persons(claim.text, names))
    spelled = tuple(dict.fromkeys(_spelled(name, claim) for name in (*names, *quoted)))
    return Said(spelled, tuple(_respelled(tie, claim) for tie in found), (*titled, *quoted))


def _brief(name: str) -> bool:
    return len(name.split()) <= 3 and name.replace(" ", "").replace("-", "").replace(".", "").isalpha()


def _respelled(tie: Tie, claim: Claim) -> Tie:
    return Tie(_spelled(tie.subject, claim), tie.predicate, _spelled(tie.object, claim))


def _spelled(name: str, claim: Claim) -> str:
    """A name as the quote writes it: a claim begins with a capital, its quote may not."""
    if name in STANDS_FOR:
        return name
    for span in claim.evidence:
        at = span.quote.casefold().find(name.casefold())
        if at >= 0 and len(span.quote[at : at + len(name)].casefold()) == len(name.casefold()):
            return span.quote[at : at + len(name)]
    return name


def hinted(text: str) -> bool:
    """Whether a statement may say that two names are one thing."""
    return identity.hinted(text)


def one_thing(texts: tuple[str, ...]) -> list[tuple[str, str]]:
    """Pairs of names that statements made side by side say are one thing."""
    return identity.same_names(", ".join(text.strip().rstrip(".,;") for text in texts))


def spelled(text: str) -> list[str]:
    """Names that a statement tells from others by how they are written."""
    return identity.spelled(text)
