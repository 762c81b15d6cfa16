"""Whether a plain statement is part of a plan: what the owner says is so of an undertaking, somebody has settled."""

from __future__ import annotations

import re
from dataclasses import replace

from clew.model import Candidate
from clew.text.measure import measures

_TOLD = re.compile(
    r"\b(?:says?|said|told|thinks?|believes?|counted|measured|estimates?|according|insists?|wants?|likes?|hopes?|"
    r"meint|sagt|laut|findet|gezählt|gemessen|dit|dice)\b",
    re.IGNORECASE,
)
"""Somebody else's word, wish or measurement."""
_SUM = re.compile(
    r"\b(?:comes? to|costs?|kostet|beträgt|est de|coûte|cuesta|"
    r"makes \d|in total|altogether|that's \d|(?:sind|macht) das|das (?:sind|macht))\b|=|\d ?[x×*] ?\d",
    re.IGNORECASE,
)
"""A sum or a cost is found, not settled."""
_PAST = re.compile(r"\b(?:was|were|had|war|waren|hatten?|était|fue)\b|\b\w{3,}(?<!ne)ed\b", re.IGNORECASE)
_PASSING = re.compile(
    r"\b(?:this week|today|right now|at the moment|diese woche|heute|gerade|zurzeit|until|bis|jusqu\w*|hasta)\b",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"^(?:i|my|ich|meine?|je|mon|ma|mes|yo|mis?)\b|\b(?:has|have|there (?:is|are)|es gibt|hat|haben|il y a|hay)\b",
    re.IGNORECASE,
)
"""About the person, or about what there is."""


def settled(claim: Candidate) -> Candidate:
    """The claim as a decision where it is a plain statement that reads like part of a plan, else as it is.

    People rarely say `we decided`: they say what is to be (`Deploys happen on Tuesdays`). What is only measured,
    counted, reported, past, passing, or about themselves stays a fact.
    """
    return replace(claim, kind="decision") if _plan(claim) else claim


def _plan(claim: Candidate) -> bool:
    said = claim.text
    if claim.kind not in ("fact", "event") or claim.act != "state" or claim.speaker.name != "user":
        return False
    if claim.valid_to or any(pattern.search(said) for pattern in (_TOLD, _SUM, _PAST, _PASSING, _OWN)):
        return False
    return not any(q.dim == "n" for q in measures(said).quantities)
