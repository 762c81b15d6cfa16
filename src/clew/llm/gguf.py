"""A model in a GGUF file, run in this process by llama.cpp; needs the extra `gguf`."""

import importlib
import json
import os
import secrets
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clew.errors import ModelFailed
from clew.llm.provider import Said
from clew.ports import Request

WINDOW = 8192
"""Tokens of prompt and reply together that a model is opened with."""


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
        """One reply; the schema becomes a grammar, so that JSON is JSON. The time limit cannot cut a call short."""
        with self._lock:
            reply = self._opened().handle_chat_completions(self._body(request))
        found = json.loads(reply) if isinstance(reply, str | bytes) else reply
        if not isinstance(found, dict) or "choices" not in found:
            told = " ".join(str(found).split())[:200]
            raise ModelFailed(f"{self.name} could not answer: {told}", "too_long" if "context" in told else "nonsense")
        choice, usage = found["choices"][0], found.get("usage", {})
        stop: Any = "length" if choice.get("finish_reason") == "length" else "end"
        text = choice["message"].get("content") or ""
        return Said(text, usage.get("prompt_tokens", 0), usage.get("completion_tokens", 0), stop)

    def stream(self, request: Request, timeout: float) -> Iterator[str]:
        """The whole reply as one piece."""
        yield self.complete(request, timeout).text

    def close(self) -> None:
        """Let the weights go."""
        self._server = None

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "messages": [{"role": "system", "content": request.system}, {"role": "user", "content": request.text}],
            "max_tokens": min(request.longest, self._window // 8),
            "temperature": 0.0,
            "seed": 1,
        }
        if request.schema is not None:
            shape = {"name": "reply", "schema": dict(request.schema)}
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
