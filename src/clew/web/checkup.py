"""Whether files and knowledge are sound, looked at beside the requests: over a large bundle that takes minutes."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass

from clew.bundle import Bundle
from clew.errors import ClewError, Failed
from clew.model import Channel
from clew.use.check import Diagnosis
from clew.use.lint import Report

PATIENCE = 4.0
"""Seconds that a page waits for a look that is under way, before it shows what the last one saw."""
QUICK = 2.0
"""A look that takes no longer is taken anew for every page."""
REST = 10
"""A long look is taken anew when this many times what it took has gone by, or when the ledger has grown."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look saw."""

    health: Diagnosis
    lint: Report
    at: str
    events: int
    """How long the ledger was."""
    took: float
    ended: float


class Checkup:
    """The looks of one server, one at a time, each with the bundle opened for itself."""

    def __init__(self, opener: Callable[[Channel], Bundle]) -> None:
        self.patience = PATIENCE
        self._opener = opener
        self._lock = threading.Lock()
        self._last: Seen | None = None
        self._running: Future[Seen] | None = None

    def look(self, channel: Channel, events: int) -> tuple[Seen | None, bool]:
        """What was seen last, None before the first look has ended; and whether one is under way."""
        with self._lock:
            if self._running is None and not self._recent(events):
                self._running = Future()
                threading.Thread(target=self._look, args=(channel, self._running), daemon=True).start()
            running = self._running
        if running:
            wait([running], self.patience)
            if running.done():
                return running.result(), False
        return self._last, running is not None

    def _recent(self, events: int) -> bool:
        last = self._last
        if last is None or last.took < QUICK:
            return False
        return last.events == events and time.monotonic() - last.ended < REST * last.took

    def _look(self, channel: Channel, told: "Future[Seen]") -> None:
        failure: ClewError = Failed("it could not be looked at whether everything is sound; try: clew doctor")
        seen = None
        try:
            seen = self._see(channel)
        except ClewError as error:
            failure = error
        finally:
            with self._lock:
                self._last, self._running = seen or self._last, None
            told.set_result(seen) if seen else told.set_exception(failure)

    def _see(self, channel: Channel) -> Seen:
        began = time.monotonic()
        with self._opener(channel) as bundle:
            at, health, lint = bundle.now, bundle.doctor(), bundle.linter.look()
        ended = time.monotonic()
        return Seen(health, lint, at, health.events, ended - began, ended)
