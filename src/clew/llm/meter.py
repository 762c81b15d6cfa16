"""Counts what is sent, to whom, and what it costs; stops a run that would pass its limit."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from clew.errors import ModelFailed


@dataclass(frozen=True, slots=True)
class Sent:
    """One request that left for a model: digests and sizes, no text."""

    to: str
    """`provider:model`."""
    prompt: str
    digest: str
    source: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float | None = None
    """None where no price is known."""
    outcome: str = "ok"
    """`ok`, or the kind of failure."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use."""

    usd: float | None = None
    calls: int | None = None


@dataclass(slots=True)
class Meter:
    """The count of one run; safe to use from several threads."""

    limits: Limits = field(default_factory=Limits)
    tell: Callable[[Sent], None] = lambda sent: None
    """Told of every request that was sent."""
    sent: list[Sent] = field(default_factory=list)
    saved: int = 0
    """Replies that were known already and cost nothing."""
    _tickets: int = 0
    _open: dict[int, float] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def usd(self) -> float:
        """Dollars so far, where prices are known."""
        return sum(one.usd or 0.0 for one in self.sent)

    @property
    def cost(self) -> float | None:
        """Dollars in all; None where the price of anything that was sent is unknown."""
        return None if any(one.usd is None for one in self.sent) else self.usd

    def begin(self, name: str, most: float | None) -> int:
        """Ask for leave to send what may cost up to `most` dollars; returns a ticket for `end`.

        Raises:
            ModelFailed: the run would pass its limit, or it has one in dollars and no price is known.
        """
        with self._lock:
            if self.limits.calls is not None and len(self.sent) + len(self._open) >= self.limits.calls:
                many = "1 call" if self.limits.calls == 1 else f"{self.limits.calls} calls"
                raise ModelFailed(f"the limit of {many} is reached; nothing more was sent", "budget")
            if self.limits.usd is not None and most is None:
                raise ModelFailed(
                    f"no price is known for {name}, so no budget can hold it: give one under [models.prices] in your "
                    "own configuration, or limit the calls instead",
                    "budget",
                )
            if self.limits.usd is not None and self.usd + sum(self._open.values()) + (most or 0.0) > self.limits.usd:
                raise ModelFailed(
                    f"the budget of ${self.limits.usd:g} is reached (${self.usd:.4f} spent); nothing more was sent",
                    "budget",
                )
            self._tickets += 1
            self._open[self._tickets] = most or 0.0
            return self._tickets

    def end(self, ticket: int, sent: Sent) -> None:
        """What became of it."""
        with self._lock:
            self._open.pop(ticket, None)
            self.sent.append(sent)
        self.tell(sent)

    def known(self) -> None:
        """A reply came from the cache."""
        with self._lock:
            self.saved += 1


@dataclass(frozen=True, slots=True)
class Outlet:
    """What leaves for an embedding service, counted like the calls of chat models; implements `ports.Outlet`."""

    name: str
    address: str | None
    meter: Meter
    cost: Callable[[int], float | None]
    """Dollars for so many tokens; None where no price is known."""
    paid: bool | None = True
    """Whether calls cost money; None where nobody knows, and no budget holds it."""

    def begin(self, tokens: int) -> int:
        """A ticket, or ModelFailed where a limit would be passed."""
        most = self.cost(tokens)
        return self.meter.begin(self.name, 0.0 if most is None and not self.paid else most)

    def end(self, ticket: int, digest: str, tokens: int, outcome: str) -> None:
        """Count what was sent; what failed is not billed."""
        usd = self.cost(tokens) if outcome == "ok" else 0.0
        self.meter.end(ticket, Sent(self.name, "embed", digest, "", tokens, 0, usd, outcome))
