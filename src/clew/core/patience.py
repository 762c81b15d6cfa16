"""How long to wait before asking again: doubling, with jitter, never shorter than the other side asked for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from clew.errors import ModelFailed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Patience:
    """Tries of one call; clock and dice are handed in, so that it waits as its owner wants."""

    sleep: Callable[[float], None]
    dice: Callable[[], float]
    """A number from 0 to 1."""
    tries: int = 5
    first: float = 0.5
    """Seconds before the second try."""
    longest: float = 60.0

    def run(self, call: Callable[[], T]) -> T:
        """The result of the first try that works; the last failure where none does or asking again is no use."""
        for pause in self.pauses():
            try:
                return call()
            except ModelFailed as error:
                if not error.again or (error.after or 0) > self.longest:
                    raise
                self.sleep(max(pause, error.after or 0))
        return call()

    def pauses(self) -> Iterator[float]:
        """Seconds between the tries: half of each is certain, half is chance."""
        for n in range(self.tries - 1):
            whole = min(self.longest, self.first * 2**n)
            yield whole / 2 + whole / 2 * self.dice()
