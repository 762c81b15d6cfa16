"""`Pile`: many values in bounded memory. Those used of late are at hand, the rest lie packed in a private file."""

import sqlite3
import weakref
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, TypeVar

from clew.errors import StorageFailed

K = TypeVar("K", str, int)
V = TypeVar("V")

AT_HAND = 1024
"""Values that stay in memory, at least; up to twice as many do."""


@dataclass(frozen=True, slots=True)
class Base:
    """A table that an earlier pile was written into, and that is only read."""

    file: sqlite3.Connection
    table: str

    def keys(self) -> Iterator[Any]:
        """All keys, in the order of coming."""
        return (key for (key,) in self.file.execute(f"SELECT name FROM {self.table} ORDER BY at"))  # noqa: S608  # our word

    def value(self, key: object) -> tuple[bytes] | None:
        """One value, packed."""
        rows = self.file.execute(f"SELECT value FROM {self.table} WHERE name = ?", (key,))  # noqa: S608  # our word
        return next(rows, None)


class Numbers(MutableMapping[int, None]):
    """The numbers from 0 on as keys: however many there are, they take no memory, and none of them goes."""

    def __init__(self, many: int) -> None:
        self._many = many

    def __getitem__(self, key: int) -> None:
        if key not in self:
            raise KeyError(key)

    def __setitem__(self, key: int, value: None) -> None:
        self._many = max(self._many, key + 1)

    def __delitem__(self, key: int) -> None:
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, int) and 0 <= key < self._many

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._many))

    def __len__(self) -> int:
        return self._many


class Pile(MutableMapping[K, V]):
    """A mapping whose values never change, in the order of coming; the file has no name and goes with the pile.

    Where it cannot be written, everything stays in memory. It may begin with what an earlier one held.
    """

    def __init__(
        self,
        pack: Callable[[V], bytes],
        unpack: Callable[[bytes], V],
        at_hand: int = AT_HAND,
        base: Base | None = None,
    ) -> None:
        self._pack = pack
        self._unpack = unpack
        self._most = at_hand
        self.base = base
        self._known = self._keys(base.keys() if base else ())
        self._gone: set[K] = set()
        self._at_hand: dict[K, V] = {}
        self._unsaved: set[K] = set()
        self._file: sqlite3.Connection | None = None
        self._full = False

    @staticmethod
    def _keys(known: Iterable[Any]) -> MutableMapping[Any, None]:
        return dict.fromkeys(known)

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
        self._gone.add(key)
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
            found = found or (self.base and self.base.value(key))
        except sqlite3.Error as error:
            raise StorageFailed(f"the temporary file of what is known cannot be read: {error}") from error
        if not found:
            raise StorageFailed("the temporary file of what is known has lost a value")
        return self._unpack(found[0])

    def write(self, file: sqlite3.Connection, table: str) -> None:
        """Write what the base does not hold into a copy of it, or everything into an empty file."""
        file.execute(f"CREATE TABLE IF NOT EXISTS {table} (name PRIMARY KEY, at INTEGER NOT NULL, value BLOB NOT NULL)")
        file.executemany(f"DELETE FROM {table} WHERE name = ?", ((key,) for key in self._gone))  # noqa: S608  # our word
        away = self._file.execute("SELECT name, value FROM pile") if self._file else ()
        here = ((key, self._pack(self._at_hand[key])) for key in self._unsaved)
        ((first,),) = file.execute(f"SELECT COALESCE(MAX(at), -1) + 1 FROM {table}")  # noqa: S608  # our word
        places = {key: at for at, key in enumerate(self._known, first)}
        file.executemany(
            f"INSERT INTO {table} VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",  # noqa: S608  # our word
            ((key, places[key], value) for key, value in chain(away, here) if key in places),
        )


class Row(Pile[int, V]):
    """A pile of which the keys are the numbers from 0 on."""

    @staticmethod
    def _keys(known: Iterable[Any]) -> MutableMapping[Any, None]:
        return Numbers(sum(1 for _ in known))
