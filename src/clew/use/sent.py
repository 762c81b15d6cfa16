"""What goes to a model: what a run would send and cost, and what left this machine, as the ledger keeps it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from clew.belief import events
from clew.core.address import loopback
from clew.errors import Locked, StorageFailed
from clew.llm.client import Client
from clew.llm.meter import Meter
from clew.model import Event
from clew.ports import Request
from clew.use.desk import Desk


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would send."""

    model: str
    items: int
    """Sources or claims that would be read."""
    calls: int
    tokens_in: int
    tokens_out: int
    """Rough sizes; the model decides how much it says."""
    usd: float | None
    """None where no price is known."""
    obstacle: str = ""
    """What stands in the model's way now."""


def planned(chat: Client, items: int, requests: Sequence[Request]) -> Plan:
    """The sizes of requests, and what they would cost."""
    tokens_in = sum((len(r.system) + len(r.text.encode("utf-8", "replace"))) // 4 for r in requests)
    tokens_out = sum(min(r.longest, len(r.text) // 8 + 50) for r in requests)
    usd = chat.cost(tokens_in, tokens_out)
    return Plan(chat.name, items, len(requests), tokens_in, tokens_out, usd, chat.obstacle)


class Sender(Protocol):
    """Whatever sends words to a model and counts them."""

    @property
    def name(self) -> str:
        """`service:model`."""

    @property
    def address(self) -> str | None:
        """Where it goes; None where nothing tells."""

    @property
    def meter(self) -> Meter:
        """What was sent."""


def departure(chat: Sender, what: str) -> tuple[Event, ...]:
    """The event of all that one model was sent, by digests; none where nothing left this machine."""
    sent = chat.meter.sent
    if not sent or (chat.address and loopback(chat.address)):
        return ()
    prompts = sorted({one.prompt for one in sent})
    data = {"to": chat.name, "prompts": prompts, "digests": [one.digest for one in sent]}
    return (events.sent(f"{what}-{sent[-1].digest}", data),)


def record(desk: Desk, chat: Sender, what: str) -> None:
    """Note in the ledger that words left this machine; a bundle that cannot be written keeps no note."""
    left = departure(chat, what)
    if left:
        with suppress(Locked, StorageFailed), desk.writing() as session:
            session.commit(session.stamp(left))
