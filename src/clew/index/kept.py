"""`Kept`: what was derived of a large bundle, kept in the person's cache so that the next process need not derive it.

Nothing in it is truth: it counts only under the key it was saved with, and is left out where it cannot be read.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clew.index.pile import Base, Pile
from clew.model import Json

SETTINGS = ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE", "secure_delete = ON")
"""What is taken out of the copy leaves no word in its free pages."""
ABANDONED = 120
"""Seconds after which a file that somebody began to write is taken to be left over."""
Make = Callable[[Base | None], Pile[Any, Any]]


@dataclass(frozen=True, slots=True)
class Found:
    """What was kept: piles by name, and what stands beside them."""

    piles: Mapping[str, Pile[Any, Any]]
    facts: Iterable[tuple[str, Json]] = ()
    """By name and piece by piece: together they are large."""


class Kept:
    """One file, replaced as a whole; whoever has the old one open goes on reading that."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.key = ""
        """Under which key the file was loaded or saved last."""
        self.whole = False
        """Whether it holds all that can be worked out of the same."""

    def load(self, key: str, makers: Mapping[str, Make], by: str = "key") -> Found | None:
        """What is kept under this key, or by this code; None where there is nothing, or nothing that can be read."""
        if self._path is None or not self._path.is_file():
            return None
        try:
            file = sqlite3.connect(
                self._path.resolve().as_uri() + "?mode=ro&immutable=1",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
            held = dict(file.execute("SELECT name, value FROM facts"))
            if held.get(by) != key:
                file.close()
                return None
            piles = {name: make(Base(file, name)) for name, make in makers.items()}
            rows = file.execute("SELECT name, value FROM pieces ORDER BY at") if by == "key" else ()
            facts = [(name, json.loads(value)) for name, value in rows]
        except (sqlite3.Error, ValueError, KeyError):
            self.forget()
            return None
        self.key = key if by == "key" else ""
        return Found(piles, facts)

    def save(self, key: str, found: Found, code: str) -> None:
        """Keep this, in the place of what was kept; where that cannot be written, nothing is kept."""
        with suppress(OSError, sqlite3.Error), self._fresh() as fresh:
            if fresh is None or self._path is None:
                return
            with closing(sqlite3.connect(fresh, isolation_level=None)) as file:
                base = next((pile.base for pile in found.piles.values() if pile.base), None)
                if base:
                    base.file.backup(file)
                for setting in SETTINGS:
                    file.execute(f"PRAGMA {setting}")
                file.execute("BEGIN")
                file.execute("CREATE TABLE IF NOT EXISTS facts (name PRIMARY KEY, value TEXT NOT NULL)")
                for name, pile in found.piles.items():
                    pile.write(file, name)
                file.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", (("key", key), ("code", code)))
                file.execute("DROP TABLE IF EXISTS pieces")
                file.execute("CREATE TABLE pieces (at INTEGER PRIMARY KEY, name TEXT NOT NULL, value TEXT NOT NULL)")
                packed = ((name, json.dumps(piece, separators=(",", ":"))) for name, piece in found.facts)
                file.executemany("INSERT INTO pieces (name, value) VALUES (?, ?)", packed)
                file.execute("COMMIT")
            with fresh.open("rb+") as written:
                os.fsync(written.fileno())
            fresh.replace(self._path)
            self.key = key

    @contextmanager
    def _fresh(self) -> Iterator[Path | None]:
        """An empty file to write into; None where there is no place, or somebody else is at it."""
        if self._path is None:
            yield None
            return
        path = self._path.with_suffix(".new")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > ABANDONED:
                path.unlink()
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            yield None
            return
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)

    def forget(self) -> None:
        """Remove the file: words that must not stay anywhere may be in it."""
        self.key, self.whole = "", False
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
