"""What a claim says beyond its quotes: numbers, dates, names and words that stand in none of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from clew.text import regex as re
from clew.text.fold import fold
from clew.text.units import CURRENCIES, MONTHS, UNITS, WEEKDAYS, WORDS
from clew.text.words import akin, content, covered, names, stem

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:[.,'’ ]\d{3})+(?!\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NAMED = re.compile(r"[^\W\d_][\w-]*[ -]?$")
# Words with which a claim reports speaking and deciding; they carry nothing of the matter itself.
_FRAME_WORDS = """
user users owner person speaker assistant team plan plans planned planning prefer prefers preferred want wants wanted
wish decide decides decided decision choose chooses chose chosen use uses used using set remain remains keep keeps kept
stay stays change changed changes switch switched drop dropped drops replace replaced instead longer anymore goal
question open according says said state stated because since due therefore so weil da denn deshalb parce puisque porque
nutzer nutzerin benutzer möchte will bevorzugt entschieden bleibt
utilisateur préfère décide usuario prefiere decide 사용자
"""
_FRAME = frozenset(stem(word) for word in _FRAME_WORDS.split())
_FORMS: tuple[Mapping[str, object], ...] = (UNITS, CURRENCIES, MONTHS, WEEKDAYS)
_PIECE = re.compile(r"[^\W\d_]+|[%€$£¥₩]")
ENOUGH = 0.5
"""Share of a claim's content words that must stand in its quotes."""
SUPPLIED = 1 / 4
"""The same share where every other word stands in the part of the quote or the one before."""
FOREIGN = 1 / 3
"""Share of its content words that may stand neither in the quotes nor around them."""


def missing(text: str, quotes: Iterable[str], around: Iterable[str], at: str | None = None) -> tuple[str, ...]:
    """What the claim says that its quotes do not, each as the claim has it; empty when it says no more.

    `around` are the texts near the quotes, read only when something is missing: names that a quote only points
    to ("it", "the server") may come from there, numbers may not. `at` is the time of saying, whose year may
    complete a date.
    """
    pieces = [fold(quote).text for quote in quotes]
    said = " \n ".join(pieces)
    text = fold(text).text
    swapped = _swapped(text, pieces)
    lost = [*_numbers(text, said, said, at), *_names(text, said, said, False), *_words(text, said, said, False)]
    if not lost:
        return tuple(dict.fromkeys(swapped))
    nearby = " \n ".join([said, *(_folded(one) for one in around)])
    vacant = any(not _subject(piece, text) for piece in pieces)
    lost = [*_numbers(text, said, nearby, at), *_names(text, said, nearby, vacant), *swapped]
    return tuple(dict.fromkeys([*lost, *_words(text, said, nearby, vacant)]))


@lru_cache(maxsize=32)
def _folded(text: str) -> str:
    return fold(text).text


def _numbers(text: str, said: str, nearby: str, at: str | None) -> list[str]:
    known = _values(said) | ({at[:4]} if at else set())
    out = []
    for match in _NUMBER.finditer(_ungrouped(text)):
        if _plain(match.group()) in known:
            continue
        # A number that belongs to a name ("Exp 2", "v3") is part of the name.
        name = _NAMED.search(_ungrouped(text)[: match.start()])
        if name and not _YEAR.fullmatch(match.group()) and _numbered(name.group(), match.group(), said, nearby):
            continue
        out.append(match.group())
    return out


def _numbered(name: str, number: str, said: str, nearby: str) -> bool:
    """Whether a numbered name stands nearby and the quotes do not give the name another number."""
    other = re.search(rf"(?<!\w){re.escape(name)}\d", said, re.IGNORECASE)
    return not other and _stands(name + number, nearby)


def _values(text: str) -> set[str]:
    """Numbers of a text in one notation, written out or named, months by their number too."""
    found = {_plain(number) for number in _NUMBER.findall(_ungrouped(text))}
    for word in re.findall(r"[^\W\d_]+", text.casefold()):
        value = WORDS.get(word)
        month = MONTHS.get(word)
        found |= {_plain(f"{value:g}")} if value is not None else set()
        found |= {str(month)} if month is not None else set()
    # A compound such as 2026-03-14 or 10:30 also holds its pieces.
    return found | {str(int(piece)) for number in list(found) for piece in re.findall(r"\d+", number)}


def _ungrouped(text: str) -> str:
    return _GROUPED.sub(lambda m: re.sub(r"\D", "", m.group()), text)


def _plain(number: str) -> str:
    """`07` is 7, `1,5` is 1.5, `2.50` is 2.5."""
    if number.isdigit():
        return str(int(number))
    value = number.replace(",", ".")
    return f"{float(value):g}" if re.fullmatch(r"\d+\.\d+", value) else number


def _names(text: str, said: str, nearby: str, vacant: bool) -> list[str]:
    """Names in none of the quotes; one from nearby may only stand in for a subject that a quote leaves open."""
    foreign = [name for name in names(text) if not _stands(name, said)]
    if not foreign:
        return []
    shared = covered(content(text), said)
    first = min((text.casefold().find(word) for word in shared if word in text.casefold()), default=0)
    return [name for name in foreign if not (vacant and text.find(name) <= first and _stands(name, nearby))]


def _subject(piece: str, text: str) -> bool:
    """Whether a quote begins with words of its own that the claim leaves out: something was put in their place."""
    words = content(piece)
    kept = covered(words, text)
    return bool(words) and words[0] not in kept


def _stands(name: str, text: str) -> bool:
    """Whether a name, or each of its words, stands in a text in some form."""
    if all(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) for word in name.split()):
        return True
    words = content(name)
    return bool(words) and len(covered(words, text)) == len(words)


def _words(text: str, said: str, nearby: str, vacant: bool) -> list[str]:
    words = [word for word in content(text) if stem(word) not in _FRAME and not word[0].isdigit()]
    same = {word for word in words if _equal(word, said)}
    inside, near = covered(words, said) | same, covered(words, nearby) | same
    foreign = [word for word in words if word not in near]
    if words and words[0] not in inside and not vacant:
        return words[:1]
    # Words that stand in the same part, and nothing from outside it, only say what the quote is about.
    enough = ENOUGH if foreign else SUPPLIED
    if len(inside) >= enough * len(words) and len(foreign) <= FOREIGN * len(words):
        return []
    return [word for word in words if word not in inside]


def _equal(word: str, said: str) -> bool:
    """Whether a unit, currency or month stands in the quotes in another form: `%` for percent, `mar` for March."""
    forms = next((table for table in _FORMS if word in table), None)
    if forms is None:
        return False
    return any(forms.get(piece) == forms[word] for piece in _PIECE.findall(said.casefold()))


def _swapped(text: str, pieces: list[str]) -> list[str]:
    """Words of the claim that stand where a quote has others: "painted green" on "painted red"."""
    words, quotes = _plainly(text), [_plainly(piece) for piece in pieces]
    said = " ".join(pieces)
    foreign = [not (any(_found(word, quote) for quote in quotes) or _equal(word, said)) for word in words]
    out = []
    for quote in quotes:
        for i, word in enumerate(words):
            if foreign[i] and _taken(quote, words, _anchor(words, foreign, i, -1), _anchor(words, foreign, i, 1)):
                out.append(word)
    return out


def _plainly(text: str) -> list[str]:
    """Content words in order, without numbers, which are compared by value, and words of deciding."""
    return [word for word in content(text) if not (stem(word) in _FRAME or word in WORDS or word[0].isdigit())]


def _anchor(words: list[str], foreign: list[bool], at: int, step: int) -> str | None:
    """The nearest word on one side that the quotes share; None at the edge of the claim."""
    while 0 <= at < len(words) and foreign[at]:
        at += step
    return words[at] if 0 <= at < len(words) else None


def _found(word: str, quote: list[str]) -> int | None:
    """Place of a word in a quote, counted from 1."""
    return next((i for i, other in enumerate(quote, 1) if akin(word, other)), None)


def _taken(quote: list[str], words: list[str], left: str | None, right: str | None) -> bool:
    """Whether the slot of a quote between two shared words holds a word that the claim leaves out."""
    low = _found(left, quote) if left else 0
    high = _found(right, quote) if right else len(quote) + 1
    if low is None or high is None or (not left and not right):
        return False
    # Beyond the last shared word only the neighbour counts: a quote may go on with other matters.
    slot = (
        quote[low : low + 1] if not right else quote[max(0, high - 2) : high - 1] if not left else quote[low : high - 1]
    )
    return any(not _found(word, words) for word in slot)
