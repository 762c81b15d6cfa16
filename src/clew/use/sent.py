"""What left this machine for a model, as the ledger keeps it: to whom, with which prompts, by digests."""

from clew.belief import events
from clew.core.address import loopback
from clew.llm.client import Client
from clew.model import Event


def departure(chat: Client, what: str) -> tuple[Event, ...]:
    """The event of all that one model was sent; none where nothing left this machine."""
    sent = chat.meter.sent
    if not sent or (chat.address and loopback(chat.address)):
        return ()
    prompts = sorted({one.prompt for one in sent})
    data = {"to": chat.name, "prompts": prompts, "digests": [one.digest for one in sent]}
    return (events.sent(f"{what}-{sent[-1].digest}", data),)
