"""Questions for a name, and sentences in which a value that is asked for has changed."""

from collections.abc import Mapping, Sequence

from clew.search.value import READ, Wanted, fits
from clew.text import cues
from clew.text import regex as re
from clew.text.words import STOP, TOKEN, covered, fold

_SMALL = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|zwei|drei|vier|fünf|sechs|sieben"
    "|acht|neun|zehn|elf|zwölf|deux|trois|quatre|cinq|huit|neuf|dix|dos|tres|cuatro|cinco|siete|ocho|nueve|diez"
)
_NUMBER = re.compile(rf"\d|\b(?:{_SMALL})\b", re.IGNORECASE)
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


def nameless(question: str) -> bool:
    """Whether the answer is a name: of a person, a company, a place of business."""
    return bool(_NAMELESS.search(question))


def holds_name(text: str, asked: Sequence[str]) -> bool:
    """Whether a text says a name that the question does not: a capitalised word that is no word of grammar."""
    return any(
        token[0].isupper() and len(token) > 1 and fold(token) not in STOP and not covered(asked, token)
        for token in TOKEN.findall(text[:READ])
    )


def sentences(text: str) -> list[str]:
    """The sentences of the part of a text that may state something."""
    return [piece for piece in _SENTENCE.split(text[:DEEP]) if piece.strip()]


def updated(text: str, want: Wanted | None, weights: Mapping[str, float]) -> float:
    """Share of the question's words in the best sentence that tells of a change, to a value where one is asked for."""
    changed = [piece for piece in sentences(text) if CHANGED.search(piece)]
    return _best([piece for piece in changed if not want or _NUMBER.search(piece) or fits(piece, want)], weights)


def _best(pieces: Sequence[str], weights: Mapping[str, float]) -> float:
    total = sum(weights.values())
    if not total:
        return 0.0
    return max((sum(weights[word] for word in covered(weights, piece)) / total for piece in pieces), default=0.0)
