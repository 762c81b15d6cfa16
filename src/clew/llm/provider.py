"""What a provider of chat models is: it answers one request, or says in a `ModelFailed` why it cannot."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from clew.core.address import loopback
from clew.errors import ModelFailed
from clew.ports import Request

Stop = Literal["end", "length", "refused"]
"""Why a reply ended: by itself, cut off at the token limit, or because the model or a filter declined."""


@dataclass(frozen=True, slots=True)
class Said:
    """A reply as it came."""

    text: str
    tokens_in: int = 0
    """Tokens of the request as the provider counts them; 0 where it does not say."""
    tokens_out: int = 0
    stop: Stop = "end"


def halted(name: str, stop: Stop) -> ModelFailed | None:
    """The failure of a reply that did not end by itself."""
    if stop == "length":
        return ModelFailed(f"{name} was cut off at the token limit", "truncated")
    return ModelFailed(f"{name} declined to answer", "refused") if stop == "refused" else None


class Provider(Protocol):
    """One model of one service; batching, retry, cache and counting are the client's."""

    @property
    def name(self) -> str:
        """`provider:model`."""

    @property
    def address(self) -> str | None:
        """Address that the text goes to; None where nothing tells."""

    @property
    def paid(self) -> bool | None:
        """Whether calls cost money; None where it is on this machine and may pass on to somebody who charges."""

    def complete(self, request: Request, timeout: float) -> Said:
        """One reply within so many seconds."""

    def stream(self, request: Request, timeout: float) -> Iterator[str]:
        """The reply in pieces; a provider that cannot stream gives one piece."""

    def close(self) -> None:
        """Let go of connections and processes."""


@dataclass(frozen=True, slots=True)
class Idle:
    """A model that is looked at and not asked; implements `Provider`."""

    name: str
    address: str | None
    paid: bool | None
    why: ModelFailed | None = None
    """What stands in its way."""

    def complete(self, request: Request, timeout: float) -> Said:
        """Nothing is asked of it."""
        raise self.why or ModelFailed(f"{self.name} was opened to be looked at")

    def stream(self, request: Request, timeout: float) -> Iterator[str]:
        """Nothing is asked of it."""
        yield self.complete(request, timeout).text

    def close(self) -> None:
        """Nothing is open."""


def charges(kind: str, address: str | None) -> bool | None:
    """What `paid` is for a kind of service at an address."""
    if not address or not loopback(address):
        return True
    return False if kind in ("ollama", "gguf") else None


def instructions(request: Request, schema: str) -> str:
    """The system text for a model that takes no JSON Schema beside it."""
    if request.schema is None:
        return request.system
    return f"{request.system}\n\nReply with one JSON value and nothing else. Its JSON Schema:\n{schema}\n"
