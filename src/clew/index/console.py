"""Questions in SQL about the index, for people and programs: reading only, one statement, bounded in time and size."""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

from clew.errors import Refused, StorageFailed, UsageError

STEPS = 200_000_000
"""Steps of the engine after which a question is given up: some seconds."""
_VALUE = 16 << 20
_ANSWER = 64 << 20
"""Bytes of all values of an answer."""
_CELL = 64
"""Bytes that a value takes beside its own."""
_ALLOWED = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}


@dataclass(frozen=True, slots=True)
class Table:
    """What a question gave."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    more: bool
    """Whether there are rows beyond the limit."""


def select(path: Path, sql: str, limit: int, steps: int = STEPS) -> Table:
    """The rows of one SELECT.

    Raises:
        UsageError: the statement is wrong, or does anything but read.
        Refused: it takes too long, or gives too much.
    """
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("PRAGMA query_only = ON")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _VALUE)
            connection.set_authorizer(_allow)
            connection.set_progress_handler(_bounded(steps), 10_000)
            cursor = connection.execute(sql)
            found = _fetched(cursor, limit + 1)
            columns = _told_apart(column[0] for column in cursor.description or ())
    except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
        raise _translated(error, path) from error
    if not columns:
        raise UsageError("only SELECT is answered; the index is made from the files, change those")
    return Table(columns, tuple(found[:limit]), len(found) > limit)


def _fetched(cursor: sqlite3.Cursor, most: int) -> list[tuple[Any, ...]]:
    """The first rows, as far as they fit into memory with room to spare."""
    rows: list[tuple[Any, ...]] = []
    size = 0
    for row in islice(cursor, most):
        size += sum(_CELL + (len(value) if isinstance(value, str | bytes) else 0) for value in row)
        if size > _ANSWER:
            raise Refused("the answer is too large; ask for fewer rows or columns")
        rows.append(row)
    return rows


def _told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Names of columns, each once: a second `id` is `id:1`."""
    out: dict[str, None] = {}
    for name in names:
        free = (f"{name}:{n}" for n in count(1))
        out[name if name not in out else next(one for one in free if one not in out)] = None
    return tuple(out)


def _allow(action: int, first: str | None, second: str | None, database: str | None, view: str | None) -> int:
    forbidden = action == sqlite3.SQLITE_FUNCTION and second == "load_extension"
    return sqlite3.SQLITE_OK if action in _ALLOWED and not forbidden else sqlite3.SQLITE_DENY


def _bounded(steps: int) -> Callable[[], int]:
    left = [steps // 10_000]

    def tick() -> int:
        left[0] -= 1
        return int(left[0] < 0)

    return tick


def _translated(error: Exception, path: Path) -> Exception:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_INTERRUPT:
        return Refused("the question takes too long; narrow it with WHERE or LIMIT")
    if code in (sqlite3.SQLITE_AUTH, sqlite3.SQLITE_READONLY):
        return UsageError("only SELECT is answered; the index is made from the files, change those")
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StorageFailed(f"the index cannot be read, {path}: {error}")
    return UsageError(f"{error}; the tables are: source, part, claim, evidence, concept, relation, chain, link")
