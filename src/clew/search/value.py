"""Whether a statement holds the class of value that a question asks for: a date, an amount, a duration, a count."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from clew.text import regex as re
from clew.text.measure import Date, Measures, Quantity, equal, measures
from clew.text.units import CURRENCIES, UNITS
from clew.text.words import STOP, akin, fold, tokens

_WHEN = (
    r"\b(when|(what|which)\s+(\w+\s+){0,2}(dates?|day|month|year)(?!\s+rate)|deadlines?|due|wann|welche[mnrs]?\s+(tag|datum|monat)|frist|stichtag"
    r"|quand|cuándo|fecha|échéance)\b|什么时候|何时|언제|いつ"
)
_CLOCK = r"\bwhat\s+time\b|\bum\s+wie\s*viel\s+uhr|à\s+quelle\s+heure|a\s+qué\s+hora"
_LONG = r"\b(how\s+long|wie\s+lange|combien\s+de\s+temps|cuánto\s+tiempo|duration|dauer|durée)\b"
_COUNT = (
    r"\b(how\s+many|number\s+of|count\s+of|wie\s*viele|anzahl|combien\s+d[e’']|cuánt[oa]s|nombre\s+de)\s*"
    r"((?:[^\W\d_]|-)+)?(?:\s+((?:[^\W\d_]|-)+))?"
)
# Of these an answer counts what is told one by one: no text needs to hold the number.
_TOLD_SINGLY = re.compile(
    r"\b(how\s+many|number\s+of|wie\s*viele|combien\s+d[e’']|cuánt[oa]s)\s*(different|distinct|separate|specific|(\w+\s+)?(kinds|types|sorts)\s+of"
    r"|verschieden\w*|(\w+\s+)?arten|différent\w*|sortes|distint\w+|diferentes)\b",
    re.IGNORECASE,
)
_SHARE = r"\b(percent\w*|percentage|share|prozent\w*|anteil|quote|pourcentage|porcentaje|conversion|retention|churn)\b"
_MONEY = (
    r"\b(budget|costs?|prices?|fees?|salary|rent|charg\w+|quoted?|pays?|paid|earns?|wages?|worth|burn|kosten|kostet|preise?|gehalt"
    r"|miete|umsatz|honorar|verdien\w+|gagne\w*|coûte\w*|tarif|loyer|prix|cuesta|precio|(day|hourly|daily)\s+rate|\w*satz)\b"
)
_MUCH = r"\b(how\s+much|wie\s*viel|combien|cuánto)\b"
_SIZE = (
    r"\b(how\s+(high|big|large|far|fast|old|often|deep|wide|tall|heavy)|average|quota|targets?|total|rate|wie\s+(hoch|groß|oft"
    r"|weit|alt|schnell|breit|tief|schwer)|ziel)\b"
)
# Where somebody or something can be reached, and numbers that only name it.
_REACH = (
    r"\b(e-?mail\w*|phone|address|postcode|zip\s+code|iban|passwor[dt]|(account|tax|serial|phone|policy)\s+(number|id)"
    r"|telefon\w*|adresse|\w+nummer|numéro|correo|dirección|teléfono)\b"
)
_REACHED = re.compile(r"\S@\S|\b\d[\d /-]{4,}\d\b|\b[A-Z]{2}\d{2}")
_CLASSES = tuple(
    (kind, re.compile(shape, re.IGNORECASE))
    for kind, shape in (
        ("reach", _REACH),
        ("clock", _CLOCK), ("when", _WHEN), ("long", _LONG), ("count", _COUNT), ("share", _SHARE), ("money", _MONEY),
        ("much", _MUCH), ("size", _SIZE),
    )
)  # fmt: skip
_MORE_DAYS = re.compile(
    r"\b(mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun|tues|thur|thurs)\.?\s?[-–]\s?(mo|di|mi|do|fr|sa|so|tue|wed|thu|fri|sat|sun)\b"
    r"|\b(christmas|easter|new\s+year|weihnachten|ostern|silvester|noël|pâques|today|tomorrow|tonight|heute|morgen|every|daily"
    r"|weekly|monthly|nightly|täglich|wöchentlich)\b",
    re.IGNORECASE,
)
_CLOCKS = re.compile(
    r"(?<![\d.,])(?:(?:0\d|1[0-8]|2[1-3])[0-5]\d(?!\d|[.,]\d|\s?[€$£%])|\d{1,2}\s?h\b|\d{1,2}\s?(?:[-–]|bis)\s?\d{1,2}\b(?!\.\d))"
)
_PER = re.compile(r"\b(?:per|an?|each|every|pro|je|im|par|por|al|die)\s+([^\W\d_]{3,})", re.IGNORECASE)
READ = 1600
"""Characters of a text that are read for values."""
_TIMED = ("clock", "when")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The class of value that a question asks for, and the values that it names itself."""

    kind: str
    """`reach`, `clock`, `when`, `long`, `count`, `share`, `money`, `much` or `size`."""
    noun: tuple[str, ...]
    """Folded words of what is counted."""
    per: tuple[str, ...]
    """Folded words that it may be counted for: day, seat, month."""
    named: Measures


def wanted(question: str) -> Wanted | None:
    """The class of value that answers; None where no value is asked for."""
    for kind, shape in _CLASSES:
        found = shape.search(question)
        if found and kind == "count" and _TOLD_SINGLY.search(question):
            return None
        if found:
            noun = tuple(fold(word) for word in found.groups()[1:] if word) if kind == "count" else ()
            return Wanted(kind, noun, tuple(map(fold, _PER.findall(question))), measures(question))
    return None


def fits(text: str, want: Wanted) -> float:
    """How well the values of a text are of the class that is asked for: 1 of it, a half perhaps, 0 not at all."""
    if want.kind == "reach":
        return float(bool(_REACHED.search(text)))
    said = measures(text)
    if want.kind in _TIMED:
        return _timed(text, said, want)
    if _span(want) and any(date.day or date.month for date in said.dates):
        return 1.0  # how long it is from one day to another is told by the days
    numbers = [q for q in said.quantities if not any(equal(q, known) for known in want.named.quantities)]
    return max((_each(q, want, _amount(q, want)) for q in numbers), default=0.0)


def _span(want: Wanted) -> bool:
    """Whether a stretch of time is asked for."""
    return want.kind == "long" or (
        want.kind == "count" and any(UNITS.get(word, ("",))[0] == "time" for word in want.noun)
    )


def _each(q: Quantity, want: Wanted, fit: float) -> float:
    """What is asked for per day is given per day."""
    if not fit or not q.per:
        return fit
    same = any(akin(fold(q.per), word) for word in want.per)
    return 1.0 if same else fit / 2 if want.per or want.kind == "count" else fit


def _timed(text: str, said: Measures, want: Wanted) -> float:
    new = [d for d in said.dates if not _known(d, want.named.dates)]
    whole = [d for d in new if d.day or d.month]
    if whole or said.times or said.weekdays - want.named.weekdays or _MORE_DAYS.search(text) or _CLOCKS.search(text):
        return 1.0
    return 0.5 if new or any(q.dim == "time" for q in said.quantities) else 0.0


def _known(date: Date, dates: Sequence[Date]) -> bool:
    return any(date.key == other.key for other in dates)


def _amount(q: Quantity, want: Wanted) -> float:
    money = q.dim.startswith("money")
    if want.kind == "count":
        return _counted(q, want.noun)
    if want.kind == "long":
        return 1.0 if q.dim in ("time", "term") else 0.5 if q.dim == "n" and not _noun(q) else 0.0
    if want.kind == "share":
        return 1.0 if q.dim == "percent" else 0.5 if q.dim == "n" and not _noun(q) else 0.0
    if want.kind == "money":
        return 1.0 if money else 0.5 if q.dim == "n" else 0.25 if q.dim == "percent" else 0.0
    return 1.0 if want.kind == "much" and money else 0.75


def _counted(q: Quantity, noun: Sequence[str]) -> float:
    """A count of what is asked for is best; one of nothing named may be it; a unit is asked for by its name."""
    unit = next((UNITS[word][0] for word in noun if word in UNITS), None)
    money = any(word in CURRENCIES for word in noun)
    if unit or money:
        same = q.dim == unit or (money and q.dim.startswith("money"))
        return 1.0 if same else 0.5 if q.dim == "n" and not _noun(q) else 0.0
    if q.dim != "n":
        return 0.0
    counted = _noun(q)
    if any(akin(a, b) for a in counted for b in noun):
        return 1.0
    return 0.75 if not counted else 0.5


def _noun(q: Quantity) -> list[str]:
    """Folded words right after a number, up to the first small word."""
    return list(takewhile(lambda word: word not in STOP, map(fold, tokens(q.noun))))
