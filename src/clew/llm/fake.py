"""A scripted model for tests and for trying things out: it says what it was told to say, in turn."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from clew.errors import ModelFailed
from clew.llm.provider import Said
from clew.ports import Request

Line = str | Said | ModelFailed | Callable[[Request], "str | Said"]


class Fake:
    """Answers from a list, the last one again and again; keeps what it was asked. Implements `provider.Provider`."""

    address = "http://127.0.0.1"
    paid = False

    def __init__(self, lines: Sequence[Line] = (), name: str = "fake:script") -> None:
        self.name = name
        self.asked: list[Request] = []
        self._lines = list(lines) or ['{"claims": []}']

    @classmethod
    def read(cls, path: Path) -> "Fake":
        """Replies from a file: a JSON list of strings."""
        try:
            lines = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not JSON"
            raise ModelFailed(f"fake:{path} holds no list of replies: {why}", "unknown") from error
        return cls([str(line) for line in lines], f"fake:{path.name}")

    def complete(self, request: Request, timeout: float) -> Said:
        """The next line of the script."""
        line = self._lines[min(len(self.asked), len(self._lines) - 1)]
        self.asked.append(request)
        if isinstance(line, ModelFailed):
            raise line
        said = line(request) if callable(line) else line
        return said if isinstance(said, Said) else Said(said, len(request.text) // 4, len(said) // 4)

    def stream(self, request: Request, timeout: float) -> Iterator[str]:
        """The next line, word by word."""
        text = self.complete(request, timeout).text
        for n, word in enumerate(text.split(" ")):
            yield f" {word}" if n else word

    def close(self) -> None:
        """Nothing is open."""
