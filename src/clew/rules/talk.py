"""What is known while a chat is read from top to bottom."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from clew.model import Candidate, Quote
from clew.rules.dialog import Turn
from clew.rules.names import Names

_KNOWN = 40
"""Claims of the chat that are looked back at, at most."""


@dataclass(slots=True)
class Chat:
    """What is known while a chat is read from top to bottom."""

    lang: str
    names: Names
    owner: frozenset[str]
    enough: int = 3
    """Weight that makes a plain statement worth a claim."""
    heading: tuple[str, ...] = ()
    """What the title of the chat names."""
    turn: Turn | None = None
    subject: list[str] = field(default_factory=list)
    """Content words of the last thing that was spoken of."""
    need: list[str] = field(default_factory=list)
    """What the person said they need in this turn."""
    wanted: tuple[list[str], Quote] | None = None
    """What the person last asked for or said they need, and where."""
    spoken: list[str] = field(default_factory=list)
    """Content words of the clause before in the same sentence."""
    before: Quote | None = None
    """The name in the clause before, where it holds just one: what `it` means after it."""
    person: str = ""
    """Last person that was reported."""
    member: Quote | None = None
    """Last member of a series that was spoken of, for example `exp 1`."""
    told: deque[Candidate] = field(default_factory=lambda: deque(maxlen=_KNOWN))
    """Claims made of late, which a bare correction may speak of."""
