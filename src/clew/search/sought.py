"""Values that a question asks for: amounts, dates, times, shares; and sentences in which one of them changed."""

import re
from collections.abc import Mapping, Sequence

from clew.text import cues
from clew.text.when import MONTHS
from clew.text.words import covered

_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + ")"
_WEEKDAY = (
    "(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag"
    "|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo"
)
_SMALL = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|zwei|drei|vier|fünf|sechs|sieben"
    "|acht|neun|zehn|elf|zwölf|deux|trois|quatre|cinq|huit|neuf|dix|dos|tres|cuatro|cinco|siete|ocho|nueve|diez"
)
_DATE = (
    rf"\b{_MONTH}\.?\s+\d{{1,2}}\b|\b\d{{1,2}}(?:st|nd|rd|th|\.|er)?\s+(?:de\s+)?{_MONTH}\b|\b\d{{4}}-\d\d-\d\d"
    rf"|\b\d{{1,2}}\.\d{{1,2}}\.(?:\d{{2,4}})?|\b(?:{_WEEKDAY})s?\b|\d月\d"
)
KINDS = {
    kind: re.compile(shape, re.IGNORECASE)
    for kind, shape in {
        "money": r"[$€£¥₹]\s?\d[\d,.]*k?|\d[\d,.]*\s?(?:dollars?|euros?|€|eur|usd|gbp|chf|pounds?|kronen|yen)\b",
        "share": r"\d[\d.,]*\s?(?:%|percent|per cent|prozent|pour cent|por ciento)",
        "time": r"\b\d{1,2}(?::\d\d)?\s?(?:am|pm)\b|\b\d{1,2}:\d\d\b|\b\d{1,2}(?:[.:]\d\d)?\s?uhr\b",
        "date": _DATE,
        "number": rf"\d|\b(?:{_SMALL})\b",
        "reach": r"\S@\S|\b\d[\d /-]{4,}\d\b|\b[A-Z]{2}\d{2}",
    }.items()
}
_TIME = r"\b(?:at\s+)?what\s+time\b|um\s+wie\s*viel\s+uhr|à\s+quelle\s+heure|a\s+qué\s+hora"
_DAY = "|".join(
    (
        r"\b(when|(what|which)\s+(date|day)|deadline|due\s+date",
        r"wann|welche[mnrs]?\s+(tag|datum)|frist|quand|cuándo|fecha)\b",
    )
)
_SHARE = r"\b(percent\w*|percentage|rate|share|prozent\w*|anteil|quote|pourcentage|porcentaje)\b"
_MONEY = (
    r"\b(budget|costs?|price|fees?|salary|rent|how\s+much|charg\w+|quoted?|pays?|paid|earns?|wages?|worth|kostet|kosten"
    r"|preis|gehalt|miete|umsatz|honorar|verdien\w+|wie\s*viel|combien|gagne\w*|coûte\w*|tarif|loyer|prix|cuánto|precio)\b"
)
_COUNT = (
    r"\b(how\s+(many|long|old|often|far|high|big|large|fast)|average|number\s+of|count|quota|target|total|wie\s*viele"
    r"|wie\s+(lange|oft|hoch|groß|alt|weit)|anzahl|cuántos|cuántas)\b"
)
# Where somebody or something can be reached, and numbers that only name it.
_REACH = (
    r"\b(e-?mail\w*|phone|address|postcode|zip\s+code|iban|passwor[dt]|(account|tax|serial|phone|policy)\s+(number|id)"
    r"|telefon\w*|adresse|\w+nummer|numéro|correo|dirección|teléfono)\b"
)
_ASKS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(shape, re.IGNORECASE), kinds)
    for shape, kinds in (
        (_REACH, ("reach",)),
        (_TIME, ("time", "date")),
        (_DAY, ("date", "time")),
        (_SHARE, ("share", "number")),
        (_MONEY, ("money", "number")),
        (_COUNT, ("number",)),
    )
)
_ONE = (
    "company|firm|provider|vendor|supplier|agency|brand|make|maker|manufacturer|platform|person|caterer|contractor|bank"
    "|insurer|lawyer|doctor|hotel|school|colleague|partner|shop|store|tool|service|app|airline"
)
_EINE = "firma|anbieter|marke|hersteller|bank|agentur|hoster|lieferant|person|schule|werkstatt|\\w*versicherung"
_UNE = "entreprise|société|marque|personne|banque|agence|école|assurance|empresa|marca|banco|agencia|escuela"
_NAMELESS = re.compile(
    rf"\b(who|whose|whom|names?\s+of|called|(which|what)\s+(\w+\s+)?({_ONE})|wer|wessen|wem|wie\s+hei(ß|ss)t"
    rf"|welche[rsmn]?\s+({_EINE})|qui|comment\s+s[’']appelle\w*|quelle?\s+({_UNE})|quién|cómo\s+se\s+llama|qué\s+({_UNE}))\b",
    re.IGNORECASE,
)
# Words of change beyond those that mark a speech act: growth and correction of a value.
_MORE = (
    r"\b(improv\w+|reach(ed|es)?|adjust(ed|ing)?|shorten(ed)?|reduc(ed|ing)|boost(ed)?|expand(ed)?|rose|risen"
    r"|revis(ed|ion)|recent(ly)?|increas\w+|decreas\w+|growth|extension|latest|added|since\s+then|gestiegen|gesunken"
    r"|angepasst|gekürzt|aktualisiert|gewachsen|augmenté|réduit|porté\s+à|aumentó|aumentado|reducido|subió|bajó)\b"
)
CHANGED = re.compile(f"{cues.pattern('change').pattern}|{_MORE}", re.IGNORECASE)
# No sentence ends at the point of *12. May*.
_SENTENCE = re.compile(r"(?<=[^\d\s][.!?。！？])\s+|(?<=[!?。！？])\s+|\n+")
DEEP = 1600
"""Characters of a text that are read for values; what is pasted further down is not what somebody states."""


def asked(question: str) -> tuple[str, ...]:
    """The kinds of value that answer a question, the best first; empty when it asks for no value."""
    return next((kinds for shape, kinds in _ASKS if shape.search(question)), ())


def nameless(question: str) -> bool:
    """Whether the answer is a name: of a person, a company, a place of business."""
    return bool(_NAMELESS.search(question))


def sentences(text: str) -> list[str]:
    """The sentences of the part of a text that may state something."""
    return [piece for piece in _SENTENCE.split(text[:DEEP]) if piece.strip()]


def holds(text: str, kinds: Sequence[str]) -> bool:
    """Whether a value of one of these kinds stands in the text."""
    return any(KINDS[kind].search(text) for kind in kinds)


def stated(text: str, kinds: Sequence[str], weights: Mapping[str, float]) -> float:
    """Share of the question's words in the best sentence that holds such a value; 0 where none does."""
    return _best([piece for piece in sentences(text) if holds(piece, kinds)], weights)


def updated(text: str, kinds: Sequence[str], weights: Mapping[str, float]) -> float:
    """The same share for the best sentence that says something has changed, to a value where one is asked for."""
    wanted = ("number", *kinds) if kinds else ()
    changed = [piece for piece in sentences(text) if CHANGED.search(piece)]
    return _best([piece for piece in changed if not wanted or holds(piece, wanted)], weights)


def _best(pieces: Sequence[str], weights: Mapping[str, float]) -> float:
    total = sum(weights.values())
    if not total:
        return 0.0
    return max((sum(weights[word] for word in covered(weights, piece)) / total for piece in pieces), default=0.0)
