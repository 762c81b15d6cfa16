"""The record of what was sent to models, in the person's data folder: to whom, how much, what it cost; no text."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from clew.llm.meter import Sent


@dataclass(frozen=True, slots=True)
class Row:
    """One request as it was recorded."""

    at: str
    bundle: str
    sent: Sent


class Usage:
    """The record of all bundles, a line for each request; lines that cannot be read are passed over."""

    def __init__(self, path: Path, bundle: str, clock: Callable[[], str]) -> None:
        self._path, self._bundle, self._clock = path, bundle, clock

    def tell(self, sent: Sent) -> None:
        """Record a request; a disk that will not take it stops nothing."""
        line = json.dumps({"at": self._clock(), "bundle": self._bundle, **asdict(sent)}, ensure_ascii=False) + "\n"
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(file, line.encode("utf-8", "replace"))  # one write, so that lines of two processes never mix
            finally:
                os.close(file)
        except OSError:
            return

    def rows(self) -> Iterator[Row]:
        """Everything recorded, oldest first."""
        try:
            lines = self._path.read_text("utf-8", "replace").split("\n")
        except OSError:
            return
        for line in filter(None, lines):
            try:
                held = json.loads(line)
                at, bundle = str(held.pop("at")), str(held.pop("bundle"))
                yield Row(at, bundle, Sent(**held))
            except (ValueError, TypeError, KeyError, AttributeError):
                continue
