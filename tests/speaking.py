"""A scriptable server on this machine that speaks the dialects of Anthropic, Google, Ollama, and OpenAI and its kin.

Each request takes the next `Turn` of the script; the last one is said again and again. What was asked is kept.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Turn:
    """How one request is answered."""

    text: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    stop: str = "stop"
    """`stop`, `length` or `refusal`."""
    body: bytes | None = None
    """These bytes in place of a reply of the dialect."""
    hold: bool = False
    """Never answer: hold the line until the server is closed."""
    drop: bool = False
    """Hang up in the middle of a stream, or at once."""


Script = list[Turn | str | Callable[[dict[str, Any]], "Turn | str"]]


class Speaker:
    """The server with its script and its memory."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self.url = ""

    def turn(self, path: str, body: dict[str, Any], headers: dict[str, str]) -> Turn:
        with self._lock:
            line = self.script[min(len(self.asked), len(self.script) - 1)]
            self.asked.append(body)
            self.headers.append(headers)
            self.paths.append(path)
        said = line(body) if callable(line) else line
        turn = Turn(said) if isinstance(said, str) else said
        if turn.hold:
            self.closing.wait(20)
        return turn

    @property
    def texts(self) -> list[str]:
        """The user text of each request."""
        return [user(body) for body in self.asked]


def user(body: dict[str, Any]) -> str:
    """The words of the person in a request of any dialect."""
    if "contents" in body:
        return "".join(part.get("text", "") for part in body["contents"][-1]["parts"])
    content = [m["content"] for m in body["messages"] if m["role"] == "user"][-1]
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)


def system(body: dict[str, Any]) -> str:
    """The instructions of a request of any dialect."""
    if "contents" in body:
        return "".join(part["text"] for part in body["systemInstruction"]["parts"])
    found = body.get("system") or [m["content"] for m in body["messages"] if m["role"] in ("system", "developer")]
    return found if isinstance(found, str) else "".join(b if isinstance(b, str) else b["text"] for b in found)


class Quiet(ThreadingHTTPServer):
    """Says nothing about clients that hang up: some tests mean them to."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass


@contextmanager
def speaking(*script: Any) -> Iterator[Speaker]:
    """A running server."""
    speaker = Speaker(list(script) or [Turn("")])
    server = Quiet(("127.0.0.1", 0), _handler(speaker))
    server.daemon_threads = True
    speaker.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield speaker
    finally:
        speaker.closing.set()
        server.shutdown()
        server.server_close()
        thread.join(5)


def _handler(speaker: Speaker) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

        def do_GET(self) -> None:
            names = [{"id": "tiny", "name": "tiny", "object": "model"}]
            self._bytes(200, json.dumps({"object": "list", "data": names, "models": names}).encode())

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
            turn = speaker.turn(self.path, body, {k.lower(): v for k, v in self.headers.items()})
            streams = body.get("stream") or ":stream" in self.path
            if turn.drop and not streams:
                self.close_connection = True
            elif turn.status != 200 or turn.body is not None:
                data = turn.body if turn.body is not None else json.dumps(error(turn)).encode()
                self._bytes(turn.status, data, turn.headers)
            elif streams:
                self._stream(turn, events(self.path))
            else:
                self._bytes(200, json.dumps(reply(self.path, body, turn)).encode())

        def _stream(self, turn: Turn, told: Callable[[Turn], Iterator[str]]) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            for n, event in enumerate(told(turn)):
                if turn.drop and n == 4:
                    break
                self.wfile.write(event.encode())
                self.wfile.flush()
            self.close_connection = True

        def _bytes(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
            self.send_response(status)
            for name, value in {"content-type": "application/json", **(headers or {})}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    return Handler


def reply(path: str, body: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """A whole reply in the dialect of the path."""
    if "/embed" in path:
        return embedded(path, body, turn)
    if ":generate" in path:
        return google(turn)
    return anthropic(turn) if path.endswith("/messages") else openai(turn)


def events(path: str) -> Callable[[Turn], Iterator[str]]:
    """How a stream is told in the dialect of a path."""
    if ":stream" in path:
        return google_events
    return anthropic_events if path.endswith("/messages") else openai_events


def error(turn: Turn) -> dict[str, Any]:
    told = turn.text or "scripted failure"
    return {"type": "error", "error": {"type": "scripted", "message": told, "code": turn.status, "status": "SCRIPTED"}}


def openai(turn: Turn) -> dict[str, Any]:
    stop = {"refusal": "content_filter"}.get(turn.stop, turn.stop)
    message = {"role": "assistant", "content": turn.text}
    return {
        "id": "r1",
        "object": "chat.completion",
        "created": 1700000000,
        "model": "tiny",
        "choices": [{"index": 0, "finish_reason": stop, "message": message}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def openai_events(turn: Turn) -> Iterator[str]:
    base = {"id": "r1", "object": "chat.completion.chunk", "created": 1700000000, "model": "tiny"}
    for n, word in enumerate(turn.text.split(" ")):
        delta = {"role": "assistant", "content": f" {word}" if n else word}
        yield f"data: {json.dumps({**base, 'choices': [{'index': 0, 'delta': delta, 'finish_reason': None}]})}\n\n"
    stop = openai(turn)["choices"][0]["finish_reason"]
    yield f"data: {json.dumps({**base, 'choices': [{'index': 0, 'delta': {}, 'finish_reason': stop}]})}\n\n"
    yield "data: [DONE]\n\n"


def anthropic(turn: Turn) -> dict[str, Any]:
    stop = {"stop": "end_turn", "length": "max_tokens"}.get(turn.stop, turn.stop)
    return {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": "tiny",
        "content": [{"type": "text", "text": turn.text}],
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 7},
    }


def anthropic_events(turn: Turn) -> Iterator[str]:
    def event(kind: str, **data: Any) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n"

    whole = anthropic(turn)
    yield event("message_start", message={**whole, "content": [], "stop_reason": None})
    yield event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    for n, word in enumerate(turn.text.split(" ")):
        yield event("content_block_delta", index=0, delta={"type": "text_delta", "text": f" {word}" if n else word})
    yield event("content_block_stop", index=0)
    yield event("message_delta", delta={"stop_reason": whole["stop_reason"]}, usage={"output_tokens": 7})
    yield event("message_stop")


def google(turn: Turn) -> dict[str, Any]:
    stop = {"stop": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY"}[turn.stop]
    said = {"role": "model", "parts": [{"text": turn.text}]}
    usage = {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18}
    return {"candidates": [{"content": said, "finishReason": stop, "index": 0}], "usageMetadata": usage}


def google_events(turn: Turn) -> Iterator[str]:
    words = turn.text.split(" ")
    for n, word in enumerate(words):
        whole = google(Turn(f" {word}" if n else word, stop=turn.stop))
        if n + 1 < len(words):
            del whole["candidates"][0]["finishReason"]
        yield f"data: {json.dumps(whole)}\r\n\r\n"


def embedded(path: str, body: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """Three numbers a text: its length, its vowels, one; a turn's text `short` leaves the last one out."""
    given = body["input"] if isinstance(body["input"], list) else [body["input"]]
    rows = [[float(len(text)), float(sum(text.count(v) for v in "aeiou")), 1.0] for text in given]
    rows = rows[:-1] if turn.text == "short" else rows
    if path.endswith("/api/embed"):
        return {"model": "tiny", "embeddings": rows}
    return {"object": "list", "model": "tiny", "data": [{"index": i, "embedding": row} for i, row in enumerate(rows)]}
