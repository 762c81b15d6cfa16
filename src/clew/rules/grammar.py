"""Words in their places, and which of them is the finite verb: by form, by what stands before and by what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clew.rules.words import FINITE, TOKEN, W, lexicon


@dataclass(frozen=True, slots=True)
class Word:
    """One word or mark of a clause, folded, with its place in the part and its flags."""

    text: str
    start: int
    end: int
    flags: int


def words(text: str, start: int, end: int, lang: str) -> list[Word]:
    """The words of a stretch, with flags; words inside quotation marks carry none."""
    table = lexicon(lang)
    out: list[Word] = []
    for found in TOKEN.finditer(text, start, end):
        token = found.group().casefold().replace("’", "'")
        flags = table.get(token)
        if flags is None:
            flags = _unknown(token, found.group(), out, lang)
        out.append(Word(token, found.start(), found.end(), flags))
    return out


def _unknown(token: str, written: str, before: list[Word], lang: str) -> int:
    """An unknown word that has the ending and the place of a verb; what follows decides later."""
    if not before or not before[-1].text.isalpha() or not token.isalpha() or len(token) < 4:
        return 0
    if lang == "de":
        verbal = written.islower() and token.endswith(("t", "en", "te", "ten"))
        return GUESS if verbal and _noun(before[-1]) else 0
    if lang == "en" and (token.endswith(("ed", "s")) or before[-1].text in ("i", "we", "they", "you")):
        return 0 if token.endswith("ss") else GUESS
    return 0


def _noun(word: Word) -> bool:
    """Whether a German word can end a subject."""
    return (word.text.isalpha() and not word.flags & (W.DET | W.PREP | W.CONJ | FINITE | W.NEG | W.FILLER)) or bool(
        word.flags & W.SELF
    )


GUESS = W.VERB | W.NOUNISH | W.MAYBE


def finite(run: Sequence[Word]) -> int:
    """Position of the first finite verb, or -1: a noun-like form counts only where a verb may stand."""
    for k, word in enumerate(run):
        if not word.flags & FINITE or (k and run[k - 1].text in ("to", "zu")):
            continue
        if word.text == "its":
            if k == 0 or run[k - 1].text in _BEFORE_ITS:
                return k
            continue
        if word.flags & W.NOUNISH and not _verbal(run, k):
            continue
        return k
    return -1


_BEFORE_ITS = frozenset((",", "so", "and", "but", "because", "bc", "says", "think", "now", "though"))


_ADVERBS = frozenset(
    (
        "also",
        "now",
        "always",
        "usually",
        "still",
        "just",
        "only",
        "already",
        "currently",
        "mostly",
        "often",
        "really",
        "both",
        "all",
    )
)


def _verbal(run: Sequence[Word], k: int) -> bool:
    """Whether a word that is noun or verb is the verb here, by what stands before and after it."""
    if k == 0 or not _subject_like(run[k - 1]):
        return False
    before, text = run[k - 1], run[k].text
    if before.text in _ADVERBS and k > 1:
        before = run[k - 2]
    if before.flags & W.PRON or before.text in ("not", "never", "dont", "don't"):
        return True
    after = run[k + 1] if k + 1 < len(run) else None
    if run[k].flags & W.MAYBE:
        return after is not None and _takes(run[k], before, after)
    if text.endswith("s") and not text.endswith("ss"):
        if before.text.endswith("s") and not before.text.endswith("'s"):
            return after is not None and bool(after.flags & (W.PREP | W.DET | W.PRON))  # "Voss leaves in May"
        return after is not None and not after.flags & FINITE and not before.text.endswith("ing")
    return len(before.text) > 3 and before.text.endswith("s") and not before.text.endswith(("'s", "ss"))


def _takes(word: Word, before: Word, after: Word) -> bool:
    """Whether an unknown word is followed by what verbs take; plurals and participles as attributes are not."""
    if word.text.endswith("s"):
        return not before.text.endswith("s") and bool(after.flags & (W.DET | W.PRON))
    if word.text.endswith("ed"):
        return bool(after.flags & (W.DET | W.PREP | W.PRON | W.SELF)) or after.text[:1].isdigit() or after.text == ","
    return after.text[:1].isalnum()


def _subject_like(word: Word) -> bool:
    if word.flags & W.PRON:
        return not word.flags & W.DET or word.text in ("this", "that", "these", "those", "das", "die", "der")
    if word.flags & (W.DET | W.PREP | W.CONJ | W.NEG | W.WH):
        return word.text in ("not", "never", "dont", "don't", "who", "which", "that")
    return word.text[:1].isalpha()
