"""Whether a plain statement is part of a plan: what the owner says is so of an undertaking, somebody has settled."""

from __future__ import annotations

from dataclasses import replace

from clew.model import Candidate
from clew.text import regex as re
from clew.text.measure import measures

_TOLD = re.compile(
    r"\b(?:says?|said|told|thinks?|believes?|counted|measured|estimates?|according|insists?|wants?|likes?|hopes?|"
    r"states|charges?|quotes|demands?|expects?|requires?|insists?|asks? for|asked for|möchten?|fordert|"
    r"fordern|erwartet|erwarten|wünscht|besteht auf|erlaubt|erlauben|verbietet|allows?|forbids?|refuses?|verlangt|"
    r"berechnet|meint|sagt|laut|findet|gezählt|gemessen|dit|dice)\b",
    re.IGNORECASE,
)
"""Somebody else's word, wish or measurement."""
_PART = re.compile(
    r"\b(?:is|are) \w+(?:ed|en|wn|un|ne) (?:\w+ )?by\b|\b(?:takes?|took|taking) over\b|\bübernimmt\b|"
    r"\b(?:is|ist) (?:now |jetzt )?(?:my|our|mein\w*|unser\w*) \w+(?: now| jetzt)?\W*$",
    re.IGNORECASE,
)
"""Whose part something is."""
_SUM = re.compile(
    r"\b(?:comes? to|costs?|kostet|beträgt|est de|coûte|cuesta|"
    r"makes \d|in total|altogether|that's \d|(?:sind|macht) das|das (?:sind|macht))\b|=|\d ?[x×*] ?\d",
    re.IGNORECASE,
)
"""A sum or a cost is found, not settled."""
_PAST = re.compile(
    r"\b(?:was|were|had|war|waren|hatten?|était|fue)\b|(?<!\bis )(?<!\bare )(?<!\bbe )\b\w{3,}(?<!ne)ed\b",
    re.IGNORECASE,
)
_PASSING = re.compile(
    r"\b(?:this week|today|right now|at the moment|since|seit|diese woche|heute|gerade|zurzeit|"
    r"until|bis|jusqu\w*|hasta)\b",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"^(?:i|my|ich|meine?|je|mon|ma|mes|yo|mis?)\b|\b(?:has|have|there (?:is|are)|es gibt|hat|haben|il y a|hay)\b",
    re.IGNORECASE,
)
"""About the person, or about what there is."""


_WHY = re.compile(r",? \b(?:because|since|weil|denn|car|porque) ", re.IGNORECASE)


def settled(claim: Candidate) -> Candidate:
    """The claim as a decision where it is a plain statement that reads like part of a plan, else as it is.

    People rarely say `we decided`: they say what is to be (`Deploys happen on Tuesdays`). What is only measured,
    counted, reported, past, passing, or about themselves stays a fact.
    """
    return replace(claim, kind="decision") if _plan(claim) else claim


def _plan(claim: Candidate) -> bool:
    if claim.kind not in ("fact", "event") or claim.act not in ("state", "switch") or claim.speaker.name != "user":
        return False
    return not claim.valid_to and planned(claim.text)


def planned(text: str) -> bool:
    """Whether a plain statement reads like part of a plan; why it is so does not count."""
    said = _WHY.split(text)[0]
    if any(pattern.search(said) for pattern in (_TOLD, _PART, _SUM, _PAST, _PASSING, _OWN)):
        return False
    return not any(q.dim == "n" for q in measures(said).quantities)
