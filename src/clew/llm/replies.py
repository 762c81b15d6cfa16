"""Replies that cost money or time, kept in the person's data folder by what was asked: none is bought twice."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from clew.llm.provider import Said


class Replies:
    """The replies of one bundle, one file each; unreadable ones count as absent."""

    def __init__(self, folder: Path, write: Callable[[Path, bytes], object]) -> None:
        self._folder, self._write = folder, write

    def get(self, key: str) -> Said | None:
        """The reply kept under a key."""
        try:
            return Said(**json.loads(self._path(key).read_bytes())["said"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, said: Said, about: dict[str, str]) -> None:
        """Keep a reply durably, with the model, prompt and source it belongs to."""
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._write(path, json.dumps({**about, "said": asdict(said)}, ensure_ascii=False).encode("utf-8", "replace"))

    def forget(self, source: str) -> int:
        """Remove every reply about a source; returns how many there were."""
        gone = 0
        for path in self._folder.glob("*/*.json"):
            try:
                about = json.loads(path.read_bytes()).get("source", "")
            except (OSError, ValueError, AttributeError):
                continue
            if source in about.split():
                path.unlink(missing_ok=True)
                gone += 1
        return gone

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"
