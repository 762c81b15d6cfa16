"""`Pile`: many values in bounded memory. Those used of late are at hand, the rest lie packed in a private file."""

import sqlite3
import weakref
from collections.abc import Callable, Iterator, MutableMapping
from itertools import islice
from typing import TypeVar

from clew.errors import StorageFailed

K = TypeVar("K", str, int)
V = TypeVar("V")

AT_HAND = 1024
"""Values that stay in memory, at least; up to twice as many do."""


class Pile(MutableMapping[K, V]):
    """A mapping whose values never change, in the order of coming; the file has no name and goes with the pile.

    Where it cannot be written, everything stays in memory.
    """

    def __init__(self, pack: Callable[[V], bytes], unpack: Callable[[bytes], V], at_hand: int = AT_HAND) -> None:
        self._pack = pack
        self._unpack = unpack
        self._most = at_hand
        self._known: dict[K, None] = {}
        self._at_hand: dict[K, V] = {}
        self._unsaved: set[K] = set()
        self._file: sqlite3.Connection | None = None
        self._full = False

    def __getitem__(self, key: K) -> V:
        try:
            return self._at_hand[key]
        except KeyError:
            if key not in self._known:
                raise
        value = self._at_hand[key] = self._fetched(key)
        self._relieve()
        return value

    def __setitem__(self, key: K, value: V) -> None:
        self._known[key] = None
        self._at_hand[key] = value
        self._unsaved.add(key)
        self._relieve()

    def __delitem__(self, key: K) -> None:
        del self._known[key]
        self._at_hand.pop(key, None)
        self._unsaved.discard(key)

    def __contains__(self, key: object) -> bool:
        return key in self._known

    def __iter__(self) -> Iterator[K]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def _relieve(self) -> None:
        """Put the values that have been at hand longest away, so that new ones find room."""
        if len(self._at_hand) <= 2 * self._most or self._full:
            return
        oldest = list(islice(self._at_hand, self._most))
        try:
            self._save([key for key in oldest if key in self._unsaved])
        except sqlite3.Error:
            self._full = True
            return
        for key in oldest:
            del self._at_hand[key]

    def _save(self, keys: list[K]) -> None:
        if self._file is None:
            self._file = sqlite3.connect("", isolation_level=None, check_same_thread=False)
            weakref.finalize(self, self._file.close)
            for setting in ("journal_mode = OFF", "synchronous = OFF", "temp_store = FILE", "cache_size = -512"):
                self._file.execute(f"PRAGMA {setting}")
            self._file.execute("CREATE TABLE pile (name PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID")
        self._file.execute("BEGIN")
        self._file.executemany(
            "INSERT OR REPLACE INTO pile VALUES (?, ?)", ((key, self._pack(self._at_hand[key])) for key in keys)
        )
        self._file.execute("COMMIT")
        self._unsaved.difference_update(keys)

    def _fetched(self, key: K) -> V:
        try:
            found = self._file and self._file.execute("SELECT value FROM pile WHERE name = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise StorageFailed(f"the temporary file of what is known cannot be read: {error}") from error
        if not found:
            raise StorageFailed("the temporary file of what is known has lost a value")
        return self._unpack(found[0])
