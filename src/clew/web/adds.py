"""What takes longer than a request: adds run beside the requests, one after another, and say how far they are."""

import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Literal

from clew.bundle import Bundle
from clew.errors import NotFound
from clew.model import Channel
from clew.use.report import AddReport

Tell = Callable[[int, str], None]
Act = Callable[[Bundle, Tell], AddReport]
"""Adds something, and tells how much was read and what comes last."""
State = Literal["waiting", "running", "done", "failed"]
PATIENCE = 5.0
"""Seconds that a request waits before it answers with where the add can be watched."""
KEPT = 50
"""Adds that are remembered; what they did stands in the log for good."""


@dataclass(slots=True)
class Adding:
    """One add, as far as it is."""

    title: str
    at: str
    dry_run: bool
    future: "Future[AddReport]" = field(default_factory=Future)
    id: str = field(default_factory=lambda: secrets.token_hex(6))
    read: int = 0
    """Conversations, notes and documents that were handled."""
    last: str = ""
    """Title of the latest of them."""

    @property
    def state(self) -> State:
        """How it stands."""
        if self.future.done():
            return "failed" if self.future.cancelled() or self.future.exception() else "done"
        return "running" if self.future.running() else "waiting"

    @property
    def failure(self) -> Exception | None:
        """Why it failed; None also where the server stopped before it was begun."""
        error = self.future.exception() if self.state == "failed" and not self.future.cancelled() else None
        return error if isinstance(error, Exception) else None

    def tell(self, read: int, last: str) -> None:
        """Note how far it is."""
        self.read, self.last = read, last


class Adds:
    """Adds of one server: each has the bundle opened for itself, so that nobody who reads has to wait for it."""

    def __init__(self, opener: Callable[[Channel], Bundle]) -> None:
        self.patience = PATIENCE
        self._opener = opener
        self._known: dict[str, Adding] = {}
        self._lock = threading.Lock()
        self._worker = ThreadPoolExecutor(1, "clew-add")

    def start(self, channel: Channel, adding: Adding, act: Act, patience: float | None = None) -> Adding:
        """Put an add behind those that wait, and give it the time of a request, or so many seconds."""

        def run() -> AddReport:
            with self._opener(channel) as bundle:
                return act(bundle, adding.tell)

        with self._lock:
            adding.future = self._worker.submit(run)
            self._known[adding.id] = adding
            for name in [i for i, one in self._known.items() if one.future.done()][: max(0, len(self._known) - KEPT)]:
                del self._known[name]
        wait([adding.future], self.patience if patience is None else patience)
        return adding

    def list(self) -> tuple[Adding, ...]:
        """All that are remembered, newest first."""
        with self._lock:
            return tuple(reversed(self._known.values()))

    def get(self, name: str) -> Adding:
        """One by its id."""
        with self._lock:
            if name not in self._known:
                raise NotFound("this add is not known here any more; what it did stands in the log")
            return self._known[name]

    def close(self) -> None:
        """Take no more; what is being added is finished, what waits is not begun."""
        self._worker.shutdown(wait=True, cancel_futures=True)
