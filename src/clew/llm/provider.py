"""What a provider of chat models is: it answers one request, or says in a `ModelFailed` why it cannot."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

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
    def paid(self) -> bool:
        """Whether calls may cost money."""

    def complete(self, request: Request, timeout: float) -> Said:
        """One reply within so many seconds."""

    def stream(self, request: Request, timeout: float) -> Iterator[str]:
        """The reply in pieces; a provider that cannot stream gives one piece."""

    def close(self) -> None:
        """Let go of connections and processes."""


def instructions(request: Request, schema: str) -> str:
    """The system text for a model that takes no JSON Schema beside it."""
    if request.schema is None:
        return request.system
    return f"{request.system}\n\nReply with one JSON value and nothing else. Its JSON Schema:\n{schema}\n"
