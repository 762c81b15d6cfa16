"""Models behind HTTP by their makers' own client libraries: Anthropic, OpenAI and its kin, Ollama, Google.

The connection is ours: it follows no redirect, and for addresses on this machine it uses no proxy, so that what
was checked is what is reached. The libraries' own retries are off; the client above retries.
"""

import asyncio
import json
import queue
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx2
from pydantic_ai import direct, exceptions
from pydantic_ai.messages import (
    ModelRequest,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

from clew.core.address import loopback
from clew.errors import ModelFailed
from clew.llm.fault import named, words
from clew.llm.provider import Said, Stop, charges, halted, instructions
from clew.ports import Request

T = TypeVar("T")
STOPS: dict[str, Stop] = {"length": "length", "content_filter": "refused"}
FAULTS = (exceptions.AgentRunError, exceptions.UserError, httpx2.HTTPError, ValueError, OSError, TypeError, KeyError)
"""What the libraries raise between a bad address and a broken reply."""
AGAIN = frozenset({408, 409, 425, 429})


@dataclass(frozen=True, slots=True)
class Line:
    """Where a service is and how one gets in."""

    url: str
    key: str | None
    reaches: str = ""
    """Where the text ends up, if the address passes it on."""
    kind: str = ""
    """What the service speaks like."""


Maker = Callable[[str, Line, httpx2.AsyncClient], Model[Any]]


class Remote:
    """One model of one service; implements `provider.Provider`. A thread with an event loop carries its calls."""

    def __init__(self, name: str, line: Line, make: Maker) -> None:
        self.name = name
        self.address = line.reaches or line.url
        self.paid = charges(line.kind, self.address)
        self._line, self._make = line, make
        self._plain = False
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._model: Model[Any] | None = None
        self._http: httpx2.AsyncClient | None = None

    def complete(self, request: Request, timeout: float) -> Said:
        """One reply; a service that takes no schema is asked again in words."""
        self._opened()  # loading a library is no part of the time that a call may take
        try:
            return self._said(self._wait(self._request(request, timeout), timeout))
        except ModelFailed as error:
            if error.kind != "rejected" or request.schema is None or self._plain:
                raise
            self._plain = True
            return self._said(self._wait(self._request(request, timeout), timeout))

    def stream(self, request: Request, timeout: float) -> Iterator[str]:
        """The reply as it comes; `timeout` bounds each wait for the next piece."""
        pieces: queue.Queue[str | ModelFailed | None] = queue.Queue()

        async def run() -> None:
            try:
                async for piece in self._pieces(request, timeout):
                    pieces.put(piece)
                pieces.put(None)
            except FAULTS as error:
                pieces.put(self._failed(error))
            except ModelFailed as error:
                pieces.put(error)

        self._opened()
        running = self._start(run())
        try:
            while (piece := self._next(pieces, timeout)) is not None:
                yield piece
        finally:
            running.cancel()

    def close(self) -> None:
        """Close the connection and end the thread."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop:
            if self._http:
                asyncio.run_coroutine_threadsafe(self._http.aclose(), loop).result(5)
            loop.call_soon_threadsafe(loop.stop)

    def _next(self, pieces: "queue.Queue[str | ModelFailed | None]", timeout: float) -> str | None:
        try:
            piece = pieces.get(timeout=timeout)
        except queue.Empty:
            raise _slow(self.name, timeout) from None
        if isinstance(piece, ModelFailed):
            raise piece
        return piece

    def _start(self, work: "Coroutine[Any, Any, T]") -> "Future[T]":
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=_serve, args=(self._loop,), daemon=True).start()
            return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _wait(self, work: "Coroutine[Any, Any, ModelResponse]", timeout: float) -> ModelResponse:
        running = self._start(work)
        try:
            return running.result(timeout)
        except Late:
            running.cancel()
            raise _slow(self.name, timeout) from None
        except FAULTS as error:
            raise self._failed(error) from error

    async def _request(self, request: Request, timeout: float) -> ModelResponse:
        settings, parameters = self._how(request, timeout)
        return await direct.model_request(
            self._opened(), self._messages(request), model_settings=settings, model_request_parameters=parameters
        )

    async def _pieces(self, request: Request, timeout: float) -> AsyncIterator[str]:
        settings, parameters = self._how(request, timeout)
        opened = direct.model_request_stream(
            self._opened(), self._messages(request), model_settings=settings, model_request_parameters=parameters
        )
        async with opened as events:
            async for event in events:
                if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
                    yield event.part.content
                elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
                    yield event.delta.content_delta
            if events.finish_reason is None:
                raise ModelFailed(f"{self.name} broke off in the middle", "down", again=True)
            if halt := halted(self.name, STOPS.get(events.finish_reason, "end")):
                raise halt

    def _opened(self) -> Model[Any]:
        """The model, made when it is first asked."""
        with self._lock:
            if self._model is None:
                url = self._line.url
                self._http = httpx2.AsyncClient(
                    follow_redirects=False,
                    event_hooks={"response": [_stays]},
                    trust_env=not loopback(url),
                    verify=not url.startswith("http://"),  # loading certificates takes a while; there they are no use
                    timeout=None,
                )
                self._model = self._make(self.name.partition(":")[2], self._line, self._http)
            return self._model

    def _messages(self, request: Request) -> list[Any]:
        system = instructions(request, json.dumps(request.schema)) if self._worded(request) else request.system
        return [ModelRequest(parts=[UserPromptPart(request.text)], instructions=system)]

    def _worded(self, request: Request) -> bool:
        """Whether the schema must be told in words."""
        return self._plain or not self._opened().profile.get("supports_json_schema_output", False)

    def _how(self, request: Request, timeout: float) -> tuple[ModelSettings, ModelRequestParameters]:
        settings = ModelSettings(max_tokens=request.longest, timeout=timeout)
        if not self.paid:  # some paid models refuse the setting
            settings["temperature"] = 0.0
        if request.schema is None or self._worded(request):
            return settings, ModelRequestParameters()
        wanted = OutputObjectDefinition(json_schema=dict(request.schema), name="reply")
        return settings, ModelRequestParameters(output_mode="native", output_object=wanted)

    def _said(self, reply: ModelResponse) -> Said:
        text = "".join(part.content for part in reply.parts if isinstance(part, TextPart))
        return Said(
            text,
            reply.usage.input_tokens,
            reply.usage.output_tokens,
            STOPS.get(reply.finish_reason or "", "end"),
        )

    def _failed(self, error: Exception) -> ModelFailed:
        return failed(self.name, self._line, error)


class _Moved(httpx2.HTTPError):
    """A service answers with the address of another."""


async def _stays(response: httpx2.Response) -> None:
    """Stop at a redirect before a library takes it for a reply."""
    if response.is_redirect:
        raise _Moved(str(response.status_code))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it came of."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def failed(name: str, line: Line, error: Exception) -> ModelFailed:
    """An error of the libraries in our words, with what to do about it."""
    url = line.url
    if isinstance(error, exceptions.ModelHTTPError):
        return _http(name, error, line.key)
    moved = next((e for e in _causes(error) if isinstance(e, _Moved)), None)
    if moved:
        told = f"{name}: {url} sends callers to another address, which is not followed (HTTP {moved})"
        return ModelFailed(f"{told}; set the address that it means", "unknown")
    if isinstance(error, exceptions.ModelTimeoutError):
        return ModelFailed(f"{name} did not answer in time", "slow", again=True)
    if isinstance(error, exceptions.ModelConnectionError | httpx2.HTTPError | OSError):
        return ModelFailed(f"{name} cannot be reached at {url}: is it running?", "down", again=True)
    if isinstance(error, exceptions.ContentFilterError):
        return ModelFailed(f"{name} declined to answer", "refused")
    if isinstance(error, exceptions.OutputTokenLimitExceeded):
        return ModelFailed(f"{name} was cut off at the token limit", "truncated")
    told = _told(error, line.key)
    if "finish_reason" in told:
        return ModelFailed(f"{name} broke off in the middle: its stream ended and did not say why", "down", again=True)
    return ModelFailed(f"{name} gave a reply that is none: {told}", "nonsense", again=True)


def _told(said: object, key: str | None) -> str:
    """What a server said, on one short line; it may repeat the key it was given, also across the cut."""
    line = " ".join(words(said).split())
    return (line.replace(key, "********") if key else line)[:200]


def _http(name: str, error: exceptions.ModelHTTPError, key: str | None) -> ModelFailed:
    code = error.status_code
    again = code in AGAIN or code >= 500
    told = _told(error.body or "", key)
    kind = named(code, told)
    ways = {
        "key": f"{name} does not accept the key: check it with clew model list",
        "unknown": f"{name}: there is no such model or address there",
        "busy": f"{name} asks for fewer calls",
        "too_long": f"{name} finds the text too long",
    }
    message = f"{ways.get(kind, f'{name} failed')} (HTTP {code}{f': {told}' if told else ''})"
    return ModelFailed(message, kind, again, error.retry_after)


def _slow(name: str, timeout: float) -> ModelFailed:
    return ModelFailed(f"{name} did not answer within {timeout:g} seconds", "slow", again=True)


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    """Run a loop to its end and leave nothing open."""
    try:
        loop.run_forever()
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
            with suppress(asyncio.CancelledError, *FAULTS):
                loop.run_until_complete(task)
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
