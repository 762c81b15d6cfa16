"""Statements by number, for a model to label, sort or tie; what it says of them is held against their own words."""

from collections.abc import Sequence
from dataclasses import dataclass

from clew.model import Json
from clew.prompts.chunk import tokens
from clew.prompts.fence import single
from clew.proof.beyond import missing
from clew.text.fold import canonical

MANY, ROOM = 60, 2500
"""Most statements, and most of their tokens, in one request."""
LABEL, TOPIC = 8, 5
"""Most words of a label and of a topic."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One claim as a model is shown it."""

    id: str
    text: str
    source: str
    quotes: tuple[str, ...] = ()
    topic: str = ""
    label: str = ""


def batches(statements: Sequence[Statement]) -> list[tuple[Statement, ...]]:
    """The statements in order, as many at once as one request holds."""
    found: list[tuple[Statement, ...]] = []
    held: list[Statement] = []
    size = 0
    for one in statements:
        cost = tokens(one.text)
        if held and (len(held) >= MANY or size + cost > ROOM):
            found.append(tuple(held))
            held, size = [], 0
        held.append(one)
        size += cost
    return [*found, tuple(held)] if held else found


def label(statement: Statement, said: Json) -> tuple[str, str]:
    """A label that a model gives, and what is wrong with it: it may say nothing that the statement does not."""
    words = single(said).split() if isinstance(said, str) else []
    if not words or len(words) > LABEL:
        return "", "too_long" if words else "no_text"
    told = " ".join(words)
    return ("", "beyond_text") if missing(told, (statement.text, *statement.quotes), ()) else (told, "")


def topic(said: Json) -> tuple[str, str]:
    """A topic that a model gives, as topics are keyed, and what is wrong with it."""
    key = canonical(single(said)) if isinstance(said, str) else ""
    if not any(char.isalnum() for char in key):
        return "", "no_text"
    return ("", "too_long") if len(key) > 60 or len(key.split()) > TOPIC else (key, "")
