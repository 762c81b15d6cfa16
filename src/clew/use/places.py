"""Where a person put the dots of the graph: kept in their own data folder, ids and numbers only."""

import json
import math
from collections.abc import Mapping
from pathlib import Path

from clew.model import Json
from clew.store import atomic

MOST = 20_000
"""Places that are kept."""


class Places:
    """The places of one bundle, in one file."""

    def __init__(self, home: Path, bundle: str) -> None:
        self._file = home / "graph" / f"{bundle or 'unnamed'}.json"

    def read(self) -> dict[str, tuple[float, float]]:
        """Id of a claim, or `topic:` and a topic's name → its place; empty where there is no file or it is damaged."""
        try:
            held = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            return {}
        return (
            {name: place for name, value in held.items() if (place := _place(value))} if isinstance(held, dict) else {}
        )

    def keep(self, moved: Mapping[str, Json]) -> int:
        """Keep these places too; None takes one back. Returns how many are kept."""
        held: dict[str, tuple[float, float]] = self.read()
        for name, value in moved.items():
            place = _place(value)
            held.pop(name, None)
            if place:
                held[name] = place
        held = dict(list(held.items())[-MOST:])
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise atomic.failed("write", self._file.parent, error) from error
        atomic.write(self._file, json.dumps(held).encode())
        return len(held)


def _place(value: Json) -> tuple[float, float] | None:
    if not (isinstance(value, list | tuple) and len(value) == 2):
        return None
    if not all(isinstance(x, int | float) and not isinstance(x, bool) and math.isfinite(x) for x in value):
        return None
    return float(value[0]), float(value[1])
