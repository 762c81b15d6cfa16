"""The words that join clauses, and whether one of them does so where it stands."""

from __future__ import annotations

from clew.rules.grammar import Word, finite
from clew.rules.words import FINITE, W, bag
from clew.text.units import MONTHS, WEEKDAYS

BECAUSE = bag("because bc cuz since weil denn da parce car puisque porque nämlich")
SO = bag("so therefore hence thus deshalb deswegen daher darum dadurch donc also")
BUT = bag("but though although however whereas while yet aber jedoch allerdings mais pero doch obwohl")
AND = bag("and und et y plus sowie also then dann")
_NOT_SO = bag("that far much many long on ein eine einen was viel wie dass good bad")
MARKS = bag(", ; : — – - → .. …")
JOINTS = BECAUSE | SO | bag("and und but aber mais pero et y plus although whereas obwohl though")
"""Words that may open a clause."""


def joint(word: Word, following: str, run: list[Word], k: int, lang: str) -> bool:
    """Whether a word in its place may begin a clause."""
    text = word.text
    if text in ("and", "und", "but", "aber", "mais", "pero", "et", "y"):
        return True
    if text in BECAUSE:
        return _reason(run, k, lang)
    if text == "so":
        return (
            lang != "de"
            and following not in _NOT_SO
            and bool(following)
            and (k == 0 or run[k - 1].text not in ("do", "and", "not", "be", "is"))
        )
    if text == "also":
        return lang == "de"
    if text in SO:
        return _concludes(run, k, lang)
    return text in ("plus", "although", "whereas", "obwohl", "though")


def _concludes(run: list[Word], k: int, lang: str) -> bool:
    """Whether a word such as `therefore` opens a clause, rather than standing inside one: `it will therefore close`."""
    if k == 0 or run[k - 1].text in MARKS or run[k - 1].flags & W.CONJ:
        return True
    after = run[k + 1] if k + 1 < len(run) else None
    if after is None or finite(run[:k]) < 0:
        return False
    return bool(after.flags & FINITE) if lang == "de" else bool(after.flags & (W.PRON | W.DET))


def _reason(run: list[Word], k: int, lang: str) -> bool:
    """Whether a causal word opens a clause, rather than dating something (`since easter`)."""
    text = run[k].text
    rest = run[k + 1 : k + 9]
    if text in ("because", "bc", "cuz", "weil", "parce", "puisque", "porque"):
        return True
    if text == "since":
        if rest and dated(rest[0]):
            return False
        stop = next((i for i, word in enumerate(rest) if word.text in MARKS), len(rest))
        return finite(rest[:stop]) > 0 and not any(c.isdigit() for c in rest[0].text)
    if text == "da" and run[k].flags & W.ADV:
        return False
    if text in ("da", "denn"):
        return (lang == "de" and k > 0 and run[k - 1].text in (",", ".", ";")) or (
            text == "da" and k == 0 and len(run) > 4
        )
    return text == "car" and lang == "fr"


def dated(word: Word) -> bool:
    """Whether a word is a day, a month or a figure."""
    return word.text[:1].isdigit() or word.text.rstrip("s") in WEEKDAYS or word.text in WEEKDAYS or word.text in MONTHS
