"""Whose word a claim passes on, and two sources that measure one thing differently in one breath."""

from clew.model import Claim
from clew.text import regex as re

_TELLS = (
    r"says?|said|claims?|claimed|states?|stated|reports|reported|counted|counts|shows?|showed|measured|measures|"
    r"estimated|estimates|thinks?|reckons?|insists?|swears?|maintains|believes|told|gives|lists|reads|writes|wrote|sagt|"
    r"sagte|meint|meinte|behauptet|zeigt|zählte|schreibt|schätzt|misst|nennt|kommt auf|dit|affirme|dice|afirma"
)
_ASIDE = r"(?:,[^,;:.]{2,60},|\s?\([^()]{1,40}\)|,?\s(?:who|whos|who['’]s)\s[^;:.]{2,70}?\b(?:he|she|they))?"
VOICE = re.compile(
    r"(?:according to|laut|nach angaben|gemäß|selon|d'après|según)\s(?P<a>[^,;:.]{2,40}?)"
    r"(?=[,;:.]|\s(?:the|is|are|was|has|have|it|der|die|das|ist|sind|hat|haben|wird|betrug|beträgt|"
    r"kostet|le|la|les|el|los)\s|$)"
    rf"|^(?P<b>[^,;:.()]{{2,60}}?){_ASIDE}\s(?:(?:still|also|just|even|now|immer noch|noch|auch)\s)?(?:{_TELLS})\b"
    r"|(?P<c>[^\s,;:.]+)\szufolge",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"(?:i|we|ich|wir|je|nous|on|yo|nosotros|it|this|that|which|who|after|before|in|on|at|since|when|if|and|"
    r"but|as|so|they|there|what)\b",
    re.IGNORECASE,
)
NEAR = 80
"""Characters between two statements of one breath, at most."""


def voice(text: str) -> str:
    """The source that a text names for what it says; empty where it speaks for itself."""
    match = VOICE.search(text)
    named = match.group(match.lastgroup or 0) if match else ""
    return "" if _OWN.match(named) else named  # "we claim", "after the report shows": no source of its own


def beside(old: Claim, new: Claim) -> bool:
    """Whether two claims stand next to each other in one message."""
    if not (old.evidence and new.evidence):
        return False
    x, y = sorted((old.evidence[0], new.evidence[0]), key=lambda span: span.start)
    return (x.source, x.part) == (y.source, y.part) and y.start - x.end <= NEAR
