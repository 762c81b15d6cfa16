"""The append-only record of a bundle: one file of chained lines per writer, in `ledger/`."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from io import BytesIO
from itertools import chain as joined
from pathlib import Path

from clew.core import codec
from clew.errors import Conflict
from clew.model import Event, Json, Problem
from clew.store import atomic, chain, walk
from clew.text import regex as re

# Every line begins so; the highest of thousands is found without parsing one.
_COUNTERS = re.compile(rb'^\{"n":(\d+),"clock":(\d+)', re.MULTILINE)
_CONFLICT = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")


@dataclass(frozen=True, slots=True)
class Batch:
    """Events made ready for one append."""

    events: tuple[Event, ...]
    data: bytes


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a ledger file ended when it was looked through last: it counts as long as its stamp is the same."""

    seen: walk.Stamp
    last: str
    """Digest of its last line."""
    n: int
    """The highest number in it."""
    clock: int
    """The highest clock in it."""


class FileLedger:
    """The ledger of one bundle. Reading needs nothing; appending needs a writer id and the write lock.

    Whoever appends often hands `marks` on, so that a long ledger is looked through once and not for every append.
    """

    def __init__(self, folder: Path, salt: str, writer: str = "", marks: dict[Path, Mark] | None = None) -> None:
        self.folder = folder
        self.writer = writer
        self._marks = {} if marks is None else marks
        self._salt = salt
        self._last = ""
        self._n = 0
        self._clock = 0
        self._size = -1

    @property
    def path(self) -> Path:
        """The file that this writer appends to."""
        return self.folder / f"{self.writer}.jsonl"

    @property
    def size(self) -> int:
        """Bytes of the own file that are finished appends."""
        return self._size

    @property
    def last(self) -> str:
        """Digest of the last line of the own file; empty before the first."""
        return self._last

    def read(self) -> tuple[Event, ...]:
        """All events of all writers in their agreed order; faulty lines are left out."""
        return tuple(self.replay([]))

    def replay(self, problems: list[Problem]) -> Iterator[Event]:
        """All events that are there now, in their agreed order, one parsed at a time; bad lines become problems."""
        held = [(path, data[: chain.whole(data)]) for path in self._files() for data in (atomic.read(path),)]
        return self._replayed(held, problems)

    def _replayed(self, held: Iterable[tuple[Path, bytes]], problems: list[Problem]) -> Iterator[Event]:
        streams = [self._parsed(path, data, problems) for path, data in held]
        # a merge in git may bring lines out of order
        rising = all(_rising(data) for _, data in held)
        events = merge(*streams, key=_place_of) if rising else sorted(joined.from_iterable(streams), key=_place_of)
        last = ""
        for event in events:
            if not last or (event.digest or event.id) != last:
                yield event
            last = event.digest or event.id

    def _parsed(self, path: Path, data: bytes, problems: list[Problem]) -> Iterator[Event]:
        place = self._place(path)
        for number, obj in self._objects(path, data, 0, len(data), problems):
            event = _event(obj, place, number, problems)
            if event:
                yield event

    def verify(self) -> tuple[Problem, ...]:
        """Every fault of every file: broken digests, missing and duplicate lines, merge leftovers, cut-off appends."""
        problems: list[Problem] = []
        for path in self._files():
            data = atomic.read(path)
            end = chain.whole(data)
            self._verify_file(path, data[:end], problems)
            if end < len(data):
                line = data.count(b"\n", 0, end) + 1
                message = (
                    "the end of an append is missing here, so none of it counts; if its command had reported success, "
                    "restore the file from git or a backup, otherwise the next writing here removes it"
                )
                problems.append(Problem(self._place(path), "torn_tail", message, line))
        return tuple(problems)

    def resume(self) -> None:
        """Make ready to append: drop an append that was cut off, find the last line and the highest clock."""
        own = self._marked(self.path) or self._repaired()
        self._size, self._last, self._n = own.seen[1], own.last, own.n
        others = (self._marked(path) or self._looked(path) for path in self._files() if path != self.path)
        self._clock = max((mark.clock for mark in (own, *others)), default=0)

    def _marked(self, path: Path) -> Mark | None:
        """What is remembered of a file, if it is still as it was."""
        mark = self._marks.get(path)
        return mark if mark and mark.seen == walk.stamp(path) else None

    def _repaired(self) -> Mark:
        """Look through the own file, and drop an append that was cut off."""
        data = atomic.current(self.path) or b""
        size = chain.whole(data)
        if size < len(data):
            cut(self.path, size)
        elif data and not data.endswith(b"\n"):
            atomic.append(self.path, b"\n")
            data += b"\n"
            size += 1
        return self._looked(self.path, data[:size])

    def _looked(self, path: Path, known: bytes | None = None) -> Mark:
        """Look through a file for its highest numbers."""
        seen, data = walk.stamp(path), (atomic.current(path) or b"") if known is None else known
        counters = [(int(n), int(clock)) for n, clock in _COUNTERS.findall(data)]
        n, clock = (max((pair[at] for pair in counters), default=0) for at in (0, 1))
        mark = Mark((seen[0] if seen else 0, len(data)), _latest(data), n, clock)
        self._marks[path] = mark
        return mark

    def prepare(self, events: Iterable[Event]) -> Batch:
        """Number, chain and seal events for one append; they share one tick of the clock."""
        given = tuple(events)
        previous, last = self._last, self._n + len(given)
        sealed: list[Event] = []
        lines: list[bytes] = []
        for number, event in enumerate(given, self._n + 1):
            placed = replace(event, writer=self.writer, n=number, clock=self._clock + 1, prev=previous)
            event, line = chain.seal(placed, last, self._salt)
            previous = event.digest
            sealed.append(event)
            lines.append(line)
        return Batch(tuple(sealed), b"".join(lines))

    def put(self, batch: Batch, size: int | None = None) -> None:
        """Append a batch in one write and fsync it: this is the commit point.

        `size` is the length of the file where it was rewritten since the last append, to blank reasons.
        """
        if not batch.events:
            return
        self._size = self._size if size is None else size
        if (self.path.stat().st_size if self.path.exists() else 0) != self._size:
            raise Conflict(f"{self.path} changed while this process was writing; nothing was written, try again")
        atomic.append(self.path, batch.data)
        self._size += len(batch.data)
        newest = batch.events[-1]
        self._last, self._n, self._clock = newest.digest, newest.n, newest.clock
        seen = walk.stamp(self.path)
        if seen and seen[1] == self._size:
            self._marks[self.path] = Mark(seen, self._last, self._n, self._clock)

    def append(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Number, chain, write and fsync; returns the events as written."""
        if self._size < 0:
            self.resume()
        batch = self.prepare(events)
        self.put(batch)
        return batch.events

    def _files(self) -> list[Path]:
        try:
            found = [p for p in self.folder.iterdir() if p.suffix == ".jsonl" and not p.name.startswith(".")]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise atomic.failed("read", self.folder, error) from error
        return sorted(path for path in found if path.is_file() and not path.is_symlink())

    def _place(self, path: Path) -> str:
        return f"{self.folder.name}/{path.name}"

    def _objects(
        self, path: Path, data: bytes, start: int, end: int, problems: list[Problem]
    ) -> Iterator[tuple[int, dict[str, Json]]]:
        for number, line in enumerate(BytesIO(data[start:end]), data.count(b"\n", 0, start) + 1):
            if not line.strip():
                continue
            try:
                yield number, codec.load(line.decode())
            except ValueError as error:
                code, message = _fault(line, error)
                problems.append(Problem(self._place(path), code, message, number))

    def _verify_file(self, path: Path, data: bytes, problems: list[Problem]) -> None:
        place = self._place(path)
        lines = list(self._objects(path, data, 0, len(data), problems))
        digests = {obj.get("digest") for _, obj in lines} | {""}
        numbers: dict[Json, Json] = {}
        strange: dict[str, list[int]] = {}
        for number, obj in lines:
            event = _event(obj, place, number, problems)
            if event is None:
                continue
            if not chain.intact(obj, self._salt):
                problems.append(Problem(place, "broken_digest", "the line was changed after it was written", number))
            if event.prev not in digests:
                problems.append(Problem(place, "missing_line", "the line before this one is missing", number))
            if numbers.setdefault(event.n, event.digest) != event.digest:
                message = f"number {event.n} was given twice: two copies of one clone wrote apart"
                problems.append(Problem(place, "duplicate_number", message, number))
            if event.writer != path.stem:
                strange.setdefault(event.writer, []).append(number)
        problems += (_strange(place, writer, at) for writer, at in strange.items())


def _strange(place: str, writer: str, lines: Sequence[int]) -> Problem:
    """Lines of another writer in a file, which a copied or renamed file is full of: said once."""
    said = "the line belongs" if len(lines) == 1 else f"{len(lines)} lines belong"
    return Problem(place, "wrong_writer", f"{said} to {writer}.jsonl", lines[0])


def _place_of(event: Event) -> tuple[tuple[int, str, int], str]:
    return event.order, event.digest


def _rising(data: bytes) -> bool:
    """Whether the lines of a file stand in the order of their events."""
    before, lines = (0, 0), 0
    for found in _COUNTERS.finditer(data):
        here = (int(found[2]), int(found[1]))
        if here < before:
            return False
        before, lines = here, lines + 1
    return lines == data.count(b"\n") + (not data.endswith(b"\n") and bool(data))


def cut(path: Path, size: int) -> None:
    """Shorten a file durably, as after an append that was cut off."""
    try:
        with path.open("r+b") as file:
            file.truncate(size)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise atomic.failed("write", path, error) from error


def _latest(data: bytes) -> str:
    """Digest of the last readable line."""
    for line in reversed(data.rstrip(b"\n").rsplit(b"\n", 20)):
        try:
            return codec.event(codec.load(line.decode())).digest
        except ValueError:
            continue
    return ""


def _event(obj: dict[str, Json], place: str, number: int, problems: list[Problem]) -> Event | None:
    try:
        return codec.event(obj)
    except ValueError as error:
        problems.append(Problem(place, "bad_line", f"not an event: {error}", number))
        return None


def _fault(line: bytes, error: ValueError) -> tuple[str, str]:
    if line.startswith(_CONFLICT):
        return "conflict_marker", "a merge left its marker here; delete the marker line"
    if isinstance(error, UnicodeDecodeError):
        return "bad_utf8", "the line is not UTF-8"
    return "bad_line", f"not a line of JSON: {error}"
