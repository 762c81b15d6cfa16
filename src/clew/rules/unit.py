"""A clause of a turn, how it is understood, and what belongs to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from clew.rules.acts import Reading
from clew.rules.clauses import Clause
from clew.rules.mood import Mood


@dataclass(slots=True)
class Unit:
    """A clause of a turn and how it is understood."""

    clause: Clause
    sentence: int
    """Place of its sentence in the turn."""
    mood: Mood
    reading: Reading | None
    said: str
    head: str
    """Words of the heading that it stands under, or empty."""
    head_place: tuple[int, int] | None
    answering: bool
    first: bool
    """Opens its sentence."""
    reasons: list[Unit] = field(default_factory=list)
    """Other sentences that say why."""
    joined: list[Unit] = field(default_factory=list)
    """Neighbours that belong to the same claim, so that its quote covers them."""
    used: bool = False
    """Serves another unit as its reason or part."""

    @property
    def claims(self) -> bool:
        """Asserts something worth a claim."""
        return self.mood in ("asserted", "open") and self.reading is not None and self.reading.strong

    @property
    def support(self) -> bool:
        """Asserts something that can be a reason."""
        return self.mood == "asserted" and not self.used
