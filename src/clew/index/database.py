"""One connection to one SQLite file: opening, transactions that nest, batches, and damage."""

import contextlib
import itertools
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from clew.errors import Damaged, Locked, StorageFailed
from clew.index.schema import Schema

Row: TypeAlias = tuple[Any, ...]

BATCH = 512
"""Values bound to one statement; SQLite builds differ in how many they allow."""
KEPT = 100_000
"""Values that are kept in memory under one name of what was read."""
_SIZES = (1, 8, 32, 128, BATCH)
_MARKS = {size: ",".join("?" * size) for size in _SIZES}
_STORAGE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}


class Database:
    """The file of the index; `fresh` is True when it was made, or made anew, on opening."""

    def __init__(self, path: Path, schema: Schema, readonly: bool = False, patience: float = 15.0) -> None:
        self.path = path
        self._schema = schema
        self.readonly = readonly
        self.fresh = False
        self._gone = False
        self._patience = patience
        self.depth = 0
        """How many transactions are open, one inside the other."""
        self.lock = threading.RLock()
        self.on_commit: list[Callable[[], None]] = []
        """Called inside the outermost transaction just before it is committed."""
        self.backlog: Callable[[], None] = lambda: None
        """Called before every statement: writes what was put off, so that nobody reads past it."""
        self._kept: dict[str, dict[Any, Any]] = {}
        self._revision: tuple[int, int] = (0, 0)
        self._still = False
        self._open()

    def _open(self) -> None:
        if self.readonly:
            self._connection = self._connect_readonly()
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageFailed(f"cannot make the folder of the index, {self.path.parent}: {error.strerror}") from error
        try:
            self._prepare()
        except Damaged:  # not a database, or one that cannot be repaired: it is only a cache
            self._prepare()

    def _prepare(self) -> None:
        self._gone = self._still = False
        self._kept.clear()
        try:
            self._connection = sqlite3.connect(
                self.path, timeout=self._patience, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA synchronous = OFF")  # nothing in a new file is worth waiting for
            self._connection.execute("PRAGMA secure_delete = ON")
            self._write_ahead()
        except sqlite3.DatabaseError as error:
            raise self._translated(error) from error
        if self._stamp() != self._schema.stamp:
            self._create()
        self.run("PRAGMA synchronous = NORMAL")
        self.run("PRAGMA cache_size = -4096")

    def _connect_readonly(self) -> sqlite3.Connection:
        uri = self.path.resolve().as_uri()
        # A folder without write permission cannot hold the shared-memory file; such an index is also not changing.
        for mode in ("?mode=ro", "?mode=ro&immutable=1"):
            try:
                found = sqlite3.connect(
                    uri + mode, uri=True, timeout=self._patience, isolation_level=None, check_same_thread=False
                )
            except sqlite3.Error:
                continue
            with contextlib.suppress(sqlite3.Error):
                stamp = found.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
                if stamp == (self._schema.stamp,):
                    return found
            found.close()
        raise Damaged(f"there is no index that can be read at {self.path}; run `clew reindex` where it can be written")

    def _write_ahead(self) -> None:
        """Switch to WAL; SQLite does not wait by itself when two processes do this at once."""
        until = time.monotonic() + self._patience
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    return  # a file system without shared memory: the rollback journal does, only more slowly
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def _stamp(self) -> str | None:
        if not self.rows("SELECT 1 FROM sqlite_master WHERE name = 'meta'"):
            return None
        found = self.rows("SELECT value FROM meta WHERE name = 'schema'")
        return found[0][0] if found else None

    def _create(self) -> None:
        """Empty the file and make the tables; whoever comes second finds them made."""
        with self.transaction():
            if self._stamp() == self._schema.stamp:
                return
            self._drop_everything()
            for statement in self._schema.statements:
                self.run(statement)
            self.run("INSERT INTO meta VALUES ('schema', ?)", (self._schema.stamp,))
            self.run("INSERT INTO meta VALUES ('birth', hex(randomblob(8)))")
            self.fresh = True

    def _drop_everything(self) -> None:
        for (name,) in self.rows("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%' ORDER BY name DESC"):
            try:
                self.run(f'DROP TABLE "{name}"')
            except sqlite3.OperationalError as error:  # a table type of a newer SQLite
                raise self.damaged() from error
        for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'view'"):
            self.run(f'DROP VIEW "{name}"')
        left = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
        for (name,) in self.rows(left):
            self.run(f'DROP TABLE "{name}"')

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """All rows of a query."""
        with self.lock:
            self._ready()
            try:
                return self._connection.execute(sql, values).fetchall()
            except sqlite3.DatabaseError as error:
                raise self._translated(error) from error

    def while_wanted(self, sql: str, values: Sequence[Any], many: int, more: Callable[[list[Row]], bool]) -> list[Row]:
        """So many rows of a query, and so many again for as long as more are wanted: nothing is asked twice."""
        with self.lock:
            self._ready()
            try:
                cursor = self._connection.execute(sql, values)
                found = last = cursor.fetchmany(many)
                while len(last) == many and more(found):
                    last = cursor.fetchmany(many)
                    found = found + last
                cursor.close()
            except sqlite3.DatabaseError as error:
                raise self._translated(error) from error
            return found

    def _ready(self) -> None:
        """Open anew after damage, and write what was put off."""
        if self._gone and self.depth == 0:
            self._prepare()
        self.backlog()

    def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Carry out one statement."""
        self.rows(sql, values)

    def many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Carry out one statement for each row."""
        if not rows:
            return
        with self.lock:
            self._ready()
            try:
                self._connection.executemany(sql, rows)
            except sqlite3.DatabaseError as error:
                raise self._translated(error) from error

    def each(self, sql: str, values: Sequence[Any], *more: Any) -> list[Row]:
        """Rows of a query whose `{}` stands for a list of values of any length; `more` are bound after them.

        Lists are filled up with NULL, which equals nothing, so that a few prepared statements serve all lengths.
        """
        found: list[Row] = []
        for start in range(0, len(values), BATCH):
            batch = values[start : start + BATCH]
            size = next(size for size in _SIZES if size >= len(batch))
            found += self.rows(sql.format(_MARKS[size]), (*batch, *[None] * (size - len(batch)), *more))
        return found

    def kept(self, name: str, most: int = KEPT) -> dict[Any, Any]:
        """What was read under a name, to be filled by the reader: emptied when anything in the file has changed.

        Inside a transaction it is always empty: what is read there may be taken back.
        """
        with self.lock:
            if self.depth:
                return {}
            if not self._still:
                self._look()
            known = self._kept.setdefault(name, {})
            if len(known) > most:
                for key in list(itertools.islice(known, len(known) // 2)):  # what was read first goes first
                    del known[key]
            return known

    def _look(self) -> None:
        """Forget what was read where the file has another revision now."""
        now = (self.rows("PRAGMA data_version")[0][0], self._connection.total_changes)
        if now != self._revision:
            self._kept.clear()
            self._revision = now

    @contextlib.contextmanager
    def still(self) -> Iterator[None]:
        """One state of the file for all that is read inside, and one look at its revision; ended by writing."""
        with self.lock:
            if self.depth or self._still:
                yield
                return
            self.run("BEGIN")
            self._still = True
            try:
                self._look()
                yield
            finally:
                self._move()

    def _move(self) -> None:
        """See what others wrote again; a connection that damage has closed shows nothing."""
        if self._still:
            self._still = False
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("COMMIT")

    def refs(self, nodes: Sequence[int]) -> dict[int, str]:
        """Ref of each node by its row."""
        known = self.kept("refs")
        missing = [node for node in nodes if node not in known]
        known |= dict(self.each("SELECT id, ref FROM node WHERE id IN ({})", missing))
        return {node: known[node] for node in nodes if node in known}

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; inside another transaction, a part of it that can fail alone."""
        with self.lock:
            self._move()
            name = f"s{self.depth}"
            self.run("BEGIN IMMEDIATE" if self.depth == 0 else f"SAVEPOINT {name}")
            self.depth += 1
            whole = False
            try:
                yield
                if self.depth == 1:
                    for call in self.on_commit:
                        call()
                self.run("COMMIT" if self.depth == 1 else f"RELEASE {name}")
                whole = True
            finally:
                if not whole:
                    self._undo(name)
                self.depth -= 1

    def _undo(self, name: str) -> None:
        """Roll back; a connection that damage has closed has nothing to roll back."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK" if self.depth == 1 else f"ROLLBACK TO {name}")
            if self.depth > 1:
                self._connection.execute(f"RELEASE {name}")

    def _translated(self, error: sqlite3.DatabaseError) -> Exception:
        """An error of SQLite in the words of Clew; a mistake of ours stays what it is."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return self.damaged()
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return Locked(f"another process keeps the index busy: {self.path}")
        if code in _STORAGE:
            full = code == sqlite3.SQLITE_FULL
            why = "the disk is full; free some space and try again" if full else str(error)
            return StorageFailed(f"the index cannot be written or read, {self.path}: {why}")
        return error

    def damaged(self) -> Damaged:
        """Remove a damaged index and return the error that says so."""
        if not self.readonly:
            self.discard()
        return Damaged(f"the index was damaged and has been removed, it will be built again: {self.path}")

    def discard(self) -> None:
        """Close and delete the file and everything beside it that belongs to it."""
        self.close()
        self._gone = True
        for path in self.path.parent.glob(self.path.name + "*"):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise StorageFailed(f"a damaged index cannot be removed, {path}: {error.strerror}") from error

    def close(self) -> None:
        """Let go of the file."""
        if hasattr(self, "_connection"):
            self._connection.close()
