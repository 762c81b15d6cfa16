"""Numbers that are written out: `six thousand`, `four hundred and fifty`, `forty-two`, `zweihundertfünfzig`."""

from collections.abc import Iterator
from typing import NamedTuple

from clew.text import regex as re
from clew.text.units import WORDS


class Spelt(NamedTuple):
    """A number in words, and where it stands."""

    start: int
    end: int
    value: float
    last: str
    """Its last word, folded."""


_WHOLE = {word: value for word, value in WORDS.items() if value >= 1}
_ANY = "|".join(sorted(WORDS, key=len, reverse=True))
_ONE = "|".join(sorted(_WHOLE, key=len, reverse=True))
_HALF = r"\s(?:and|und)\sa\shalf(?=\s(?:thousand|million)\b)"
_SMALL = {"ein": 1, **{word: int(value) for word, value in _WHOLE.items() if value < 100 and word.isalpha()}}
"""What German puts together in one word; forms of other languages stand in no word of it."""
_BELOW = "(?:(?:{units})und(?:{tens})|{all})".format(
    units="|".join(w for w, n in _SMALL.items() if n < 10),
    tens="|".join(w for w, n in _SMALL.items() if n >= 20),
    all="|".join(sorted(_SMALL, key=len, reverse=True)),
)
_JOINED = rf"(?:(?:(?:{_BELOW})?hundert(?:{_BELOW})?|{_BELOW})tausend)?(?:(?:{_BELOW})?hundert)?(?:{_BELOW})?"
RUN = re.compile(
    rf"(?<!\w)(?:(?:{_ONE})(?:(?:{_HALF})?(?:[\s-]|\s(?:and|und)\s)(?:{_ONE}))*|{_ANY}|(?=[^\W\d_]{{7}}){_JOINED})(?!\w)",
    re.IGNORECASE,
)
_TOKEN = re.compile(rf"(?<!\w)(?:{_ONE})(?!\w)|{_HALF}|(?<=\s)(?:and|und)(?=\s)", re.IGNORECASE)


def spelt(text: str) -> Iterator[Spelt]:
    """Numbers in words, in the order of the text; words that make no number together stand each for one."""
    for run in RUN.finditer(text):
        word = run.group().casefold()
        if not word:
            continue
        if word in WORDS:
            yield Spelt(*run.span(), WORDS[word], word)
        elif " " not in word and "-" not in word:
            yield Spelt(*run.span(), float(_german(word)), word)
        else:
            yield from _run(run.start(), run.group())


def _run(at: int, run: str) -> Iterator[Spelt]:
    """Sums and products of a run of words; a word that cannot follow begins another number."""
    total = current = 0.0
    start = end = -1
    last, joined = "", False
    for token in _TOKEN.finditer(run):
        word = token.group().casefold().strip()
        if word in ("and", "und"):
            joined = True
            continue
        if word.endswith("half"):
            current += 0.5
            continue
        value = _WHOLE[word]
        if start >= 0 and not _follows(last, value, current, joined):
            yield Spelt(at + start, at + end, total + current, last)
            total, current, start = 0.0, 0.0, -1
        start, end = (token.start() if start < 0 else start), token.end()
        if value >= 1000:
            total, current = total + (current or 1) * value, 0.0
        elif value == 100:
            current = (current or 1) * 100
        else:
            current += value
        last, joined = word, False
    if start >= 0:
        yield Spelt(at + start, at + end, total + current, last)


def _follows(last: str, value: float, current: float, joined: bool) -> bool:
    before = _WHOLE[last]
    if joined and before < 100:
        return False  # "two and three"
    if value >= 1000:
        return before < value and not joined
    if value == 100:
        return 1 <= before < 20 and not joined
    return before >= 100 or (20 <= before < 100 and before % 10 == 0 and value < 10 and not joined)


def _german(word: str) -> int:
    total = 0
    if "tausend" in word:
        head, _, word = word.partition("tausend")
        total = 1000 * (_german(head) if head else 1)
    if "hundert" in word:
        head, _, word = word.partition("hundert")
        total += 100 * (_german(head) if head else 1)
    if not word:
        return total
    if word in _SMALL:
        return total + _SMALL[word]
    units, _, tens = word.partition("und")
    return total + _SMALL[units] + _SMALL[tens]
