"""Writing to a bundle: one writer at a time, several files and their events as one transaction."""

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from clew.errors import Conflict, Locked, StorageFailed
from clew.model import Event, Problem
from clew.store import atomic, walk
from clew.store.clone import Clone
from clew.store.files import Files
from clew.store.journal import Change, Intent, Journal
from clew.store.ledger import Batch, FileLedger
from clew.store.lock import WriteLock

_THREADS = 8  # fsyncs that wait together are served together: measured ten times faster than one by one


@dataclass(frozen=True, slots=True)
class Key:
    """What a writer must know of a bundle: `[bundle] id` and `salt` of its settings."""

    id: str
    salt: str


class Writer:
    """The one process that writes to a bundle now; entering takes the lock and repairs what was cut off."""

    def __init__(
        self, files: Files, key: Key, home: Path | None = None, wait: float = 0.0, noting: bool = False
    ) -> None:
        """Prepare to write.

        Args:
            files: The bundle.
            key: Its id and salt.
            home: Folder of the person's data, where the id of this clone is kept.
            wait: Seconds to wait for another writer before Locked is raised.
            noting: Whether to note in `wrote` what was written, which of a large import are many names.
        """
        self.files = files
        self.problems: tuple[Problem, ...] = ()
        """What recovery could not put back because somebody changed it meanwhile."""
        self._key = key
        self._clone = Clone(home, key.id, files.root)
        self._lock = WriteLock(files.cache, wait)
        self._journal = Journal(files)
        self._stack = ExitStack()
        self._ledger = FileLedger(files.ledger, key.salt)
        self._pool: ThreadPoolExecutor | None = None
        self._usable = False
        self._noting = noting
        self.wrote: set[str] = set()
        """Paths of the files that were written or removed so far, where they are noted."""
        self.did: Counter[str] = Counter()
        """How many events of each kind were appended so far."""

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(self._lock)
            self.problems = self._journal.recover()
            if self._lock.orphaned:
                self.sweep()
            self._ledger = FileLedger(
                self.files.ledger, self._key.salt, self._clone.choose(self.files.ledger), self.files.marks
            )
            self._ledger.resume()
            self._pool = stack.enter_context(ThreadPoolExecutor(_THREADS, "clew-fsync"))
            stack.callback(self._leave)
            self._stack = stack.pop_all()
        self._usable = True
        return self

    def __exit__(self, *_: object) -> None:
        self._usable = False
        self._stack.close()

    @property
    def ledger(self) -> FileLedger:
        """The ledger as this writer sees it, for reading."""
        return self._ledger

    def transaction(self, op: str) -> "Transaction":
        """A new transaction of the operation with this id; nothing is written before its commit."""
        return Transaction(self, op)

    def sweep(self) -> int:
        """Remove temporary files that killed writers left; returns how many."""
        found = walk.temporaries(self.files.root)
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def _leave(self) -> None:
        self._journal.close()
        if self._ledger.last:
            self._clone.remember(self._ledger.writer, self._ledger.last)

    def commit(self, staged: dict[str, bytes | None], expected: dict[str, str], events: Iterable[Event]) -> Batch:
        """Make staged files (None: removed) and events durable, or change nothing; used by Transaction."""
        if not self._usable:
            raise StorageFailed(f"{self.files.root} must be opened again before more is written to it")
        self._lock.check()
        changes = tuple(self._changes(staged, expected))
        own = f"{self.files.ledger.name}/{self._ledger.path.name}"
        size = len(staged.get(own) or b"") if own in staged else self._ledger.size
        batch = self._ledger.prepare(events)
        if not changes and not batch.events:
            return batch
        folders = self._new_folders([change.path for change in changes] + [own])
        intent = Intent.of(secrets.token_hex(6), changes, folders, (own, size), batch)
        try:
            self._carry_out(intent, staged, batch)
        except BaseException as error:
            self._usable = False
            if self._pool and not isinstance(error, Exception):
                self._pool.shutdown()  # an interrupt does not wait for them, and they still write
            self._journal.recover()
            self._ledger.resume()
            self._usable = isinstance(error, Exception)
            if isinstance(error, OSError):
                raise atomic.failed("write", self.files.root, error) from error
            raise
        if self._noting:
            self.wrote |= {change.path for change in changes} | ({own} if batch.events else set())
        self.did.update(event.kind for event in batch.events)
        return batch

    def lay(self, name: str, events: Iterable[Event]) -> tuple[Event, ...]:
        """Make events durable in a ledger file of this name, which must not be there yet; returns them as written."""
        other = FileLedger(self.files.ledger, self._key.salt, name)
        other.resume()
        batch = other.prepare(events)
        path = f"{self.files.ledger.name}/{other.path.name}"
        self.commit({path: batch.data}, {path: atomic.ABSENT}, ())
        self._ledger.resume()  # its clock goes on from there
        self.did.update(event.kind for event in batch.events)
        return batch.events

    def _changes(self, staged: dict[str, bytes | None], expected: dict[str, str]) -> Iterator[Change]:
        for path, data in staged.items():
            before = self.files.digest(path)
            if expected.get(path, before) != before:
                raise Conflict(f"{path} changed since it was read; nothing was written, look at it and try again")
            after = atomic.ABSENT if data is None else atomic.digest(data)
            if before != after:
                yield Change(path, before, after)

    def _new_folders(self, paths: Iterable[str]) -> list[str]:
        wanted: set[str] = set()
        for path in paths:
            steps = path.split("/")[:-1]
            wanted |= {"/".join(steps[: i + 1]) for i in range(len(steps))}
        return sorted(folder for folder in wanted if not self.files.at(folder).is_dir())

    def _carry_out(self, intent: Intent, staged: dict[str, bytes | None], batch: Batch) -> None:
        self._journal.begin(intent)
        for folder in intent.folders:
            self.files.at(folder).mkdir()
        for folder in intent.folders:
            atomic.sync(self.files.at(folder).parent)
        places = [self.files.at(change.path) for change in intent.changes]
        temporary = [self.files.at(intent.temporary(i)) for i in range(len(places))]
        data = [staged[change.path] for change in intent.changes]
        self._at_once(lambda i: _prepare(temporary[i], places[i], data[i]), range(len(places)))
        for i, place in enumerate(places):
            if data[i] is None:
                place.unlink()
            else:
                temporary[i].replace(place)
        self._at_once(atomic.sync, {place.parent for place in places})
        self._ledger.put(batch, intent.size)
        self._journal.done(intent)

    def _at_once(self, act: Callable[..., None], items: Iterable[object]) -> None:
        given = list(items)
        if len(given) < 2 or self._pool is None:
            for item in given:
                act(item)
            return
        # All of them end before the first error is raised: nothing may be written while it is put back.
        waiting = [self._pool.submit(act, item) for item in given]
        errors = [error for future in waiting if (error := future.exception())]
        if errors:
            raise errors[0]


class Turns:
    """A writer of one transaction at a time: between two of them anybody may write, and once somebody did, it ends."""

    def __init__(self, enter: Callable[[], Writer], still: Callable[[], bool]) -> None:
        """Prepare to write; `enter` makes a writer, and `still` says whether all is as it was."""
        self.files = enter().files
        self.wrote: set[str] = set()
        """Paths of the files that were written or removed so far."""
        self.did: Counter[str] = Counter()
        """How many events of each kind were appended so far."""
        self._enter = enter
        self._still = still

    @contextmanager
    def transaction(self, op: str) -> "Iterator[Transaction]":
        """A transaction with the lock held for it alone.

        Raises:
            Locked: somebody has written meanwhile, or is writing.
        """
        with self._enter() as writer:
            if not self._still():
                raise Locked("somebody has decided meanwhile; pages follow when nobody does")
            with writer.transaction(op) as transaction:
                yield transaction
        self.wrote |= writer.wrote
        self.did.update(writer.did)


class Transaction:
    """Files and events that become durable together or not at all."""

    def __init__(self, writer: Writer, op: str) -> None:
        self.op = op
        self._writer = writer
        self._staged: dict[str, bytes | None] = {}
        self._expected: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._staged.clear()

    @property
    def paths(self) -> tuple[str, ...]:
        """Paths of the files that the commit will write or remove, in the order of staging."""
        return tuple(self._staged)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file as this transaction sees it; None when there is none."""
        return self._staged[path] if path in self._staged else self._writer.files.current(path)

    def write(self, path: str, data: bytes, expected: str | None = None) -> None:
        """Stage the new bytes of a file; `expected` is the digest of what they replace (ABSENT: a new file)."""
        self._stage(path, data, expected)

    def remove(self, path: str, expected: str | None = None) -> None:
        """Stage the removal of a file."""
        self._stage(path, None, expected)

    def commit(self, events: Iterable[Event] = ()) -> tuple[Event, ...]:
        """Make everything durable; returns the events as written. Conflict and StorageFailed leave all as it was."""
        marked = [event if event.op else replace(event, op=self.op) for event in events]
        batch = self._writer.commit(self._staged, self._expected, marked)
        self._staged.clear()
        self._expected.clear()
        return batch.events

    def _stage(self, path: str, data: bytes | None, expected: str | None) -> None:
        place = self._writer.files.at(path)
        path = place.relative_to(self._writer.files.root).as_posix()
        self._staged[path] = data
        if expected is not None:
            self._expected.setdefault(path, expected)


def _prepare(temporary: Path, place: Path, data: bytes | None) -> None:
    if data is not None:
        atomic.put(temporary, data, atomic.mode_of(place))
