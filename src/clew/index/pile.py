"""`Pile`: many values in bounded memory. Those used of late are at hand, the rest lie packed in a private file."""

import errno
import os
import sqlite3
import tempfile
import threading
import weakref
from array import array
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, TypeVar

from clew.errors import StorageFailed

K = TypeVar("K", str, int)
V = TypeVar("V")

AT_HAND = 1024
"""Values that stay in memory, at least; up to twice as many do."""
NOWHERE = -1
"""The place of a value that was not put away."""
_BITS = 28
_LONGEST = (1 << _BITS) - 1
"""Bytes of the longest value that is put away; a place is where it begins, and in the low bits its length."""


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


class Numbers(MutableMapping[int, int]):
    """The numbers from 0 on as keys of places: however many there are, they take eight bytes each, and none goes."""

    def __init__(self, many: int) -> None:
        self._places = array("q", [NOWHERE]) * many

    def __getitem__(self, key: int) -> int:
        if key not in self:
            raise KeyError(key)
        return self._places[key]

    def __setitem__(self, key: int, place: int) -> None:
        if key == len(self._places):
            self._places.append(place)
        else:
            self._places[key] = place

    def __delitem__(self, key: int) -> None:
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, int) and 0 <= key < len(self._places)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._places)))

    def __len__(self) -> int:
        return len(self._places)


class _Drawer:
    """A private file without a name: bytes are put at places and fetched again, by one at a time."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # it stays open as long as the pile
        self._end = 0
        self._lock = threading.Lock()

    def put(self, data: bytes, before: int) -> int:
        """Where the bytes lie now: where older ones lay if they fit there, else at the end."""
        if len(data) > _LONGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        with self._lock:
            fits = before != NOWHERE and len(data) <= before & _LONGEST
            at = before >> _BITS if fits else self._end
            self._file.seek(at)
            if self._file.write(data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            self._end = max(self._end, at + len(data))
        return at << _BITS | len(data)

    def get(self, place: int) -> bytes:
        """The bytes at a place."""
        with self._lock:
            self._file.seek(place >> _BITS)
            return self._file.read(place & _LONGEST) or b""

    def close(self) -> None:
        """Let the file go."""
        self._file.close()


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
        self._drawer: _Drawer | None = None
        self._full = False

    @staticmethod
    def _keys(known: Iterable[Any]) -> MutableMapping[Any, int]:
        return dict.fromkeys(known, NOWHERE)

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
        if key not in self._known:
            self._known[key] = NOWHERE
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

    @contextmanager
    def light(self, share: int) -> Iterator[None]:
        """For a while hold no more at hand than this share of what is usual."""
        usual, self._most = self._most, max(self._most // share, 1)
        self._relieve()
        try:
            yield
        finally:
            self._most = usual

    def _relieve(self) -> None:
        """Put the values that have been at hand longest away, so that new ones find room."""
        if len(self._at_hand) <= 2 * self._most or self._full:
            return
        oldest = list(islice(self._at_hand, len(self._at_hand) - self._most))
        try:
            self._save([key for key in oldest if key in self._unsaved])
        except OSError:
            self._full = True
            return
        for key in oldest:
            del self._at_hand[key]

    def _save(self, keys: list[K]) -> None:
        if self._drawer is None:
            self._drawer = _Drawer()
            weakref.finalize(self, self._drawer.close)
        for key in keys:
            self._known[key] = self._drawer.put(self._pack(self._at_hand[key]), self._known[key])
            self._unsaved.discard(key)

    def _fetched(self, key: K) -> V:
        data = self._away(key)
        if data is None:
            raise StorageFailed("the temporary file of what is known has lost a value")
        return self._unpack(data)

    def _away(self, key: K) -> bytes | None:
        """A value as it was put away, by this pile or by the one it began with; None where it lies nowhere."""
        place = self._known[key]
        try:
            if self._drawer and place != NOWHERE:
                data = self._drawer.get(place)
                return data if len(data) == place & _LONGEST else None
            found = self.base and self.base.value(key)
        except (OSError, ValueError, sqlite3.Error) as error:
            raise StorageFailed(f"the temporary file of what is known cannot be read: {error}") from error
        return found[0] if found else None

    def write(self, file: sqlite3.Connection, table: str) -> None:
        """Write what the base does not hold into a copy of it, or everything into an empty file."""
        if self.base is None:
            file.execute(f"DROP TABLE IF EXISTS {table}")
        file.execute(f"CREATE TABLE IF NOT EXISTS {table} (name PRIMARY KEY, at INTEGER NOT NULL, value BLOB NOT NULL)")
        file.executemany(f"DELETE FROM {table} WHERE name = ?", ((key,) for key in self._gone))  # noqa: S608  # our word
        away = ((key, self._away(key)) for key, place in self._known.items() if place != NOWHERE)
        here = ((key, self._pack(self._at_hand[key])) for key in self._unsaved)
        ((first,),) = file.execute(f"SELECT COALESCE(MAX(at), -1) + 1 FROM {table}")  # noqa: S608  # our word
        places = {key: at for at, key in enumerate(self._known, first)}
        file.executemany(
            f"INSERT INTO {table} VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",  # noqa: S608  # our word
            ((key, places[key], value) for key, value in chain(away, here)),
        )


class Row(Pile[int, V]):
    """A pile of which the keys are the numbers from 0 on."""

    @staticmethod
    def _keys(known: Iterable[Any]) -> MutableMapping[Any, int]:
        return Numbers(sum(1 for _ in known))
