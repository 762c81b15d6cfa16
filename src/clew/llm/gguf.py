"""A model in a GGUF file, run in this process by llama.cpp; needs the extra `gguf`."""

import importlib
import os
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clew.errors import ModelFailed
from clew.llm.provider import Said, halted
from clew.model import Json
from clew.ports import Request

WINDOW = 8192
"""Tokens of prompt and reply together that a model is opened with."""
LISTED = 4
"""Items of an inner list that the grammar lets pass: small models never end by themselves."""


@dataclass(slots=True)
class _Heard:
    """A reply as it comes, piece by piece."""

    tell: Callable[[str], None]
    until: float
    pieces: list[str] = field(default_factory=list)
    last: dict[str, Any] = field(default_factory=dict)
    """The sizes that came at the end."""
    ended: str = ""
    """Why it ended, in the words of the runtime; empty where it did not."""
    fault: str = ""

    def take(self, chunk: Any) -> bool:
        """One chunk; true asks the runtime to stop."""
        if not isinstance(chunk, dict) or "choices" not in chunk:
            self.fault = " ".join(str(chunk).split())[:200]
            return True
        self.last = chunk.get("usage") or self.last
        for choice in chunk["choices"]:
            piece = choice.get("delta", {}).get("content") or ""
            self.ended = choice.get("finish_reason") or self.ended
            if piece:
                self.pieces.append(piece)
                self.tell(piece)
        return not self.ended and time.monotonic() > self.until


class Gguf:
    """One model file; implements `provider.Provider`. Loads on first use, answers one call at a time."""

    address = "http://127.0.0.1"
    paid = False

    def __init__(self, name: str, path: Path, window: int = WINDOW) -> None:
        self.name = name
        self._path, self._window = path, window
        self._lock = threading.Lock()
        self._server: Any = None

    def complete(self, request: Request, timeout: float) -> Said:
        """One reply; the schema becomes a grammar, so that JSON is JSON."""
        return self._said(request, timeout, lambda piece: None)

    def stream(self, request: Request, timeout: float) -> Iterator[str]:
        """The reply as it comes."""
        pieces: queue.Queue[str | ModelFailed | None] = queue.Queue()

        def run() -> None:
            try:
                pieces.put(halted(self.name, self._said(request, timeout, pieces.put).stop))
            except ModelFailed as error:
                pieces.put(error)

        threading.Thread(target=run, daemon=True).start()
        while (piece := pieces.get()) is not None:
            if isinstance(piece, ModelFailed):
                raise piece
            yield piece

    def close(self) -> None:
        """Let the weights go."""
        self._server = None

    def _said(self, request: Request, timeout: float, tell: Callable[[str], None]) -> Said:
        with self._lock:
            server = self._opened()  # loading is no part of the time that a call may take
            heard = _Heard(tell, time.monotonic() + timeout)
            server.handle_chat_completions(self._body(request), heard.take)
        text = "".join(heard.pieces)
        if heard.fault:
            kind = "too_long" if "context" in heard.fault else "nonsense"
            raise ModelFailed(f"{self.name} could not answer: {heard.fault}", kind)
        if not heard.ended:
            # the same again would take as long; a shorter text may not
            late = ModelFailed(f"{self.name} did not end within {timeout:g} seconds", "truncated")
            late.partial = text
            raise late
        sizes = heard.last.get("prompt_tokens", 0), heard.last.get("completion_tokens", 0)
        return Said(text, *sizes, "length" if heard.ended == "length" else "end")

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "messages": [{"role": "system", "content": request.system}, {"role": "user", "content": request.text}],
            "max_tokens": min(request.longest, self._window // 4),
            "temperature": 0.0,
            "seed": 1,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if request.schema is not None:
            shape = {"name": "reply", "schema": _bounded(request.schema, self._window // 16)}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        return body

    def _opened(self) -> Any:
        if self._server is None:
            if not self._path.is_file():
                raise ModelFailed(f"{self.name}: there is no model file {self._path}", "unknown")
            try:
                xllamacpp = importlib.import_module("xllamacpp")
            except ImportError as error:
                raise ModelFailed("GGUF models need an extra: pip install 'clew[gguf]'", "missing") from error
            params = xllamacpp.CommonParams()
            params.model.path = str(self._path)
            params.n_ctx = self._window
            params.warmup = False
            params.verbosity = -1
            # threads that outnumber idle cores wait for one another in turns
            params.cpuparams.n_threads = params.cpuparams_batch.n_threads = max(1, (os.cpu_count() or 2) // 2)
            params.api_keys = [secrets.token_hex(16)]  # the runtime listens on this machine; nobody else may ask it
            try:
                self._server = xllamacpp.Server(params)
            except RuntimeError as error:
                raise ModelFailed(f"{self.name} cannot be loaded: {error}", "unknown") from error
        return self._server


def _bounded(schema: Json, words: int, depth: int = 0) -> Json:
    """A schema whose texts and inner lists end; the outer list is bounded by the reply alone, so nothing is lost."""
    if isinstance(schema, list):
        return [_bounded(one, words, depth) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _bounded(value, words, depth + (key == "items")) for key, value in schema.items()}
    kind = schema.get("type")
    if depth and kind == "array":
        made.setdefault("maxItems", LISTED)
    if "enum" not in schema and (kind == "string" or (isinstance(kind, list) and "string" in kind)):
        made.setdefault("maxLength", words)
    return made
