"""A name in its normal forms: folded words, acronym, initials, what its numbers are, how it sounds in Latin letters."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from clew.core.held import held
from clew.kin import table
from clew.kin.latin import latin
from clew.text import regex as re
from clew.text import units
from clew.text.words import fold

_WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*[+#]*")
_QUALIFIED = re.compile(r"^(?P<name>[^(),]{2,}?)\s*(?:\((?P<in>[^()]+)\)|,\s*(?P<after>[^(),]+))\s*$")
_POSSESSIVE = re.compile(r"['’]s?$")
_ARTICLES = """
the a an our my your their his her this that der die das den dem ein eine unser unsere mein meine le la les un une
notre mon ma el los las una nuestro nuestra mi
"""
_ARTICLE = frozenset(_ARTICLES.split())
_MARK = re.compile(r"(?:[a-z]{0,3}\d+[a-z]?|[a-z])$")
_ROMAN = re.compile(r"(?:i{2,3}|iv|vi{0,3}|ix|xi{0,3}|xiv|xv)$")
_HISSING = ("s", "x", "z", "ch", "sh")
_DIGITS = re.compile(r"\d+")
_YEAR = re.compile(r"(?:19|20)\d\d$")
_COMPARED = """
below above under over beyond least most less more fewer than up to about around roughly nearly almost between at by
from within minus plus exactly only per and or unter über mindestens höchstens maximal minimal weniger mehr als bis
zu ca circa etwa rund zwischen genau pro und oder moins de au entre environ jusqu à et ou menos más hasta y o mil k
tsd million millions mio
"""
_MEASURES = frozenset(map(fold, (*_COMPARED.split(), *units.UNITS, *units.CURRENCIES, *units.WORDS)))
_DATED = _MEASURES.union(map(fold, (*units.MONTHS, *units.WEEKDAYS)))
_CODE = 3
"""Letters that a code in small letters has at most beside its digits: `b2`, `mp3`."""
_DOMAIN = frozenset(("io", "com", "org", "net", "ai", "dev", "app", "js", "de", "co"))


@dataclass(frozen=True)
class Name:
    """A name as written, taken apart once; `words` are folded and without article, title, legal form and possessive."""

    said: str
    words: tuple[str, ...]
    titles: frozenset[str]
    legal: frozenset[str]
    note: str
    """What stands in brackets or after a comma: `Springfield, Illinois` has `illinois`."""

    @cached_property
    def key(self) -> str:
        """The words in one string: what is compared first."""
        return " ".join(self.words)

    @cached_property
    def joined(self) -> str:
        """The key without spaces: `Open Street Map` and `OpenStreetMap` meet."""
        return "".join(self.words)

    @cached_property
    def acronym(self) -> str:
        """First letters of all words but particles, numbers whole; empty for a single word."""
        held = [w for w in self.words if w not in table.PARTICLES]
        return "".join(w if w.isdigit() else w[0] for w in held) if len(held) > 1 else ""

    @cached_property
    def shorts(self) -> frozenset[str]:
        """Acronyms a name may go by: of all words, of all but the first, with its particles."""
        held = [w for w in self.words if w not in table.PARTICLES]
        later = "".join(w[0] for w in held[1:]) if len(held) > 3 else ""
        every = "".join(w[0] for w in self.words) if len(held) > 1 else ""
        return frozenset(short for short in (self.acronym, later, every) if len(short) > 1)

    @cached_property
    def numeronym(self) -> str:
        """First letter, number of letters between, last letter: `internationalization` is `i18n`."""
        return f"{self.joined[0]}{len(self.joined) - 2}{self.joined[-1]}" if len(self.joined) > 4 else ""

    @cached_property
    def marks(self) -> frozenset[str]:
        """What tells members of a series apart: numbers, versions, single letters, Roman numerals; years apart."""
        found = {w for w in self.words[1:] if _MARK.match(w) or _ROMAN.match(w)}
        found |= {w for w in self.words[:1] if _MARK.match(w) and w[-1].isdigit()}
        digits = {d for w in self.words for d in _DIGITS.findall(w)}
        return frozenset(_plain(x) for x in found | digits if not _YEAR.match(x))

    @cached_property
    def years(self) -> frozenset[str]:
        """Years in the name."""
        return frozenset(w for w in self.words if _YEAR.match(w))

    @cached_property
    def bare(self) -> tuple[str, ...]:
        """The words without numbers and without words that only say what kind of thing it is."""
        held = tuple(w for w in self.words if not _DIGITS.fullmatch(w) and w not in table.GENERIC)
        return held or self.words

    @cached_property
    def sound(self) -> str:
        """The key in Latin letters, as far as rules go; equal to a plain key for Latin names."""
        return latin(self.joined)


@held(8192)
def name(said: str) -> Name:
    """A name taken apart."""
    found = _QUALIFIED.match(said)
    note = fold((found["in"] or found["after"]).strip()) if found else ""
    core = found["name"] if found else said
    words = [_POSSESSIVE.sub("", fold(word.replace("’", "'"))) for word in _WORD.findall(core.replace("_", " "))]
    words = [word for word in words if word]
    while len(words) > 1 and words[0] in _ARTICLE:
        words = words[1:]
    titles: set[str] = set()
    while len(words) > 1 and words[0].rstrip(".") in table.TITLES:
        titles.add(words.pop(0).rstrip("."))
    legal: set[str] = set()
    while len(words) > 1 and words[-1].replace(".", "") in table.LEGAL:
        legal.add(words.pop().replace(".", ""))
    if note.replace(".", "") in table.LEGAL:  # "Harbour Works, Inc."
        legal.add(note.replace(".", ""))
        note = ""
    return Name(said, tuple(_undotted(words)), frozenset(titles), frozenset(legal), note)


def nameable(said: str) -> bool:
    """Whether words can name a thing: numbers, comparisons, dates and bare codes in small letters do not."""
    digits, capital = any(map(str.isdigit, said)), any(map(str.isupper, said))
    if capital and not digits:
        return True
    plain = _DATED if digits else _MEASURES
    left = [word for word in name(said).words if word not in plain and not _counted(word, plain)]
    return bool(left) and (capital or not all(map(_code, left)))


def _code(word: str) -> bool:
    """Whether a word is a code that says nothing by itself: few letters with digits, or one letter alone."""
    letters = sum(map(str.isalpha, word))
    return word.isascii() and letters <= (_CODE if letters < len(word) else 1)


def _counted(word: str, units_: Collection[str]) -> bool:
    """Whether a word is a number, with its unit or without: `20`, `20kg`, `3rd`."""
    rest = word.lstrip("0123456789.,:'")
    return rest != word and (not rest or rest in units_ or rest in ("st", "nd", "rd", "th", "er", "x"))


def _undotted(words: list[str]) -> list[str]:
    """Words without the end of a web address and the dots of initials: `lark.io` is `lark`, `r.e.m` is `rem`."""
    out: list[str] = []
    for word in words:
        head, dot, end = word.rpartition(".")
        if dot and end in _DOMAIN and len(head) > 1 and "." not in head:
            word = head if len(words) == 1 and end != "de" else word
        out.append(word.replace(".", "") if len(word) < 8 and all(len(p) == 1 for p in word.split(".")) else word)
    return out


def _plain(mark: str) -> str:
    """A mark without leading zeros and without the `v` of a version."""
    return re.sub(r"^v(?=\d)|^0+(?=\d)", "", mark)


def numbered(one: str, other: str) -> bool:
    """Whether two words are one noun in the singular and in the plural."""
    short, long = sorted((one, other), key=len)
    return len(short) > 2 and long in (f"{short}s", *([f"{short}es"] if short.endswith(_HISSING) else ()))


def initials(words: tuple[str, ...]) -> str:
    """Initials of a person's words."""
    return "".join(word[0] for word in words if word not in table.PARTICLES)


def squeezed(short: str, words: tuple[str, ...]) -> bool:
    """Whether a word is made of the beginnings of others: `devcom` of `development committee`."""
    if not words:
        return not short
    first = words[0]
    most = next((n for n in range(len(first), 1, -1) if short.startswith(first[:n])), 0)
    return any(squeezed(short[n:], words[1:]) for n in range(most, 1, -1))


def threaded(short: str, long: str) -> bool:
    """Whether the letters of a short form stand in a longer word in order, from its first letter on."""
    if not short or not long or short[0] != long[0] or len(short) >= len(long):
        return False
    at = iter(long)
    return all(letter in at for letter in short)
