"""The undo journal: what a transaction is about to change, written down before it changes anything.

A transaction is finished when the ledger holds its events. Until then everything can be put back:
originals are kept by hard link, new files are known by name and digest. Putting back looks at
digests first, so a file that somebody else changed meanwhile is never touched.
"""

import errno
import os
import shutil
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Self

from clew.core import codec
from clew.errors import Refused
from clew.model import Json, Problem
from clew.store import atomic, walk
from clew.store.files import Files
from clew.store.ledger import Batch, cut

_VOID = b"#"


@dataclass(frozen=True, slots=True)
class Change:
    """One file of a transaction, by the digests of its bytes before and after (ABSENT: no file)."""

    path: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Intent:
    """A transaction as the journal keeps it."""

    tx: str
    changes: tuple[Change, ...]
    folders: tuple[str, ...]
    """Folders that it makes, outermost first."""
    ledger: str
    """Path of the ledger file it ends in."""
    size: int
    """Bytes of that file before the append."""
    length: int
    """Bytes of the append; 0 when there are no events, and the journal itself says when it is finished."""
    batch: str
    """Digest of the append."""
    head: str
    """First characters of the append, to recognise a piece of it."""

    @classmethod
    def of(cls, tx: str, changes: Iterable[Change], folders: Iterable[str], end: tuple[str, int], batch: Batch) -> Self:
        """The intent to make these changes and then append a batch at `end`, a ledger file and its size."""
        data = batch.data
        head = data[:80].decode(errors="ignore")
        return cls(tx, tuple(changes), tuple(folders), *end, len(data), atomic.digest(data), head)

    def temporary(self, i: int) -> str:
        """Path of the temporary file of the i-th change, beside its target."""
        folder = self.changes[i].path.rpartition("/")[0]
        name = f"{atomic.TEMPORARY}{self.tx}-{i}.tmp"
        return f"{folder}/{name}" if folder else name


class Journal:
    """The journal of one bundle, in its cache folder; used under the write lock only."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._path = files.cache / "journal"
        self._undo = files.cache / "undo"

    def begin(self, intent: Intent) -> None:
        """Keep the originals and write the intent down, durably; OSError passes through."""
        kept = [i for i, change in enumerate(intent.changes) if change.before != atomic.ABSENT]
        if kept:
            self._undo.mkdir(exist_ok=True)
        for i in kept:
            _keep(self._files.at(intent.changes[i].path), self._kept(intent, i))
        if kept:
            atomic.sync(self._undo)
        self._write(_packed(intent))

    def done(self, intent: Intent) -> None:
        """The transaction is finished: forget how to undo it.

        Where the ledger holds its events, this only tidies up and never fails; without events it is the commit point.
        """
        with suppress(OSError) if intent.length else nullcontext():
            self._write(_VOID, durable=not intent.length)
        for i, change in enumerate(intent.changes):
            if change.before != atomic.ABSENT:
                with suppress(OSError):
                    self._kept(intent, i).unlink()

    def close(self) -> None:
        """Remove the journal when nothing is left to undo."""
        if self.pending() is None:
            self._path.unlink(missing_ok=True)
            shutil.rmtree(self._undo, ignore_errors=True)

    def pending(self) -> Intent | None:
        """The transaction that may not be finished; None when there is none, or it was never begun."""
        data = atomic.current(self._path) or b""
        mark, _, body = data.partition(b"\n")[0].partition(b" ")
        if mark != _sum(body):
            return None
        try:
            return _unpacked(codec.load(body.decode()))
        except (ValueError, KeyError, TypeError):
            return None

    def recover(self) -> tuple[Problem, ...]:
        """Finish or undo what was begun; problems name files that others changed meanwhile, which stay as they are."""
        intent = self.pending()
        problems: tuple[Problem, ...] = ()
        try:
            if intent is not None:
                problems = () if self._finished(intent) else tuple(self._roll_back(intent))
                self._write(_VOID)
            shutil.rmtree(self._undo, ignore_errors=True)
        except OSError as error:
            raise atomic.failed("recover", self._files.root, error) from error
        return problems

    def _finished(self, intent: Intent) -> bool:
        held = self._files.current(intent.ledger) or b""
        batch = held[intent.size : intent.size + intent.length]
        return intent.length > 0 and atomic.digest(batch) == intent.batch

    def _roll_back(self, intent: Intent) -> Iterable[Problem]:
        self._cut(intent)
        for i, change in enumerate(intent.changes):
            problem = self._restore(intent, i, change)
            if problem:
                yield problem
        for folder in reversed(intent.folders):
            try:
                self._files.at(folder).rmdir()
            except OSError:
                continue  # not made yet, or somebody put a file there
        for parent in {(self._files.root / change.path).parent for change in intent.changes}:
            if parent.is_dir():
                atomic.sync(parent)

    def _cut(self, intent: Intent) -> None:
        """Take a piece of the append off the ledger; anything else that stands there is somebody else's."""
        place = self._files.at(intent.ledger)
        piece = (atomic.current(place) or b"")[intent.size :]
        known = intent.head.encode()[: len(piece)]
        if piece and len(piece) < intent.length and piece.startswith(known):
            cut(place, intent.size)
        if piece and intent.size == 0 and not place.stat().st_size:
            place.unlink()

    def _restore(self, intent: Intent, i: int, change: Change) -> Problem | None:
        place, kept = self._place(change.path), self._kept(intent, i)
        if place is None:
            return None if change.before == atomic.ABSENT else _changed(change.path)
        (place.parent / intent.temporary(i).rpartition("/")[2]).unlink(missing_ok=True)
        held = self._files.digest(change.path)
        if held == change.before:
            return None
        if held != change.after or (change.before != atomic.ABSENT and not kept.exists()):
            return _changed(change.path)
        if change.before == atomic.ABSENT:
            place.unlink()
        else:
            _bring_back(kept, place)
        return None

    def _place(self, path: str) -> Path | None:
        """Where a file may be put back; None when its folder is gone or something else stands there now."""
        try:
            place = self._files.at(path)
        except Refused:
            return None
        return place if place.parent.is_dir() and not place.is_dir() else None

    def _kept(self, intent: Intent, i: int) -> Path:
        return self._undo / f"{intent.tx}-{i}"

    def _write(self, data: bytes, durable: bool = True) -> None:
        # In place: the file exists already, so one fsync makes it durable.
        atomic.write_in_place(self._path, data, durable)


def interrupted(files: Files) -> bool:
    """Whether a writing was cut off, so that the next one has to put things back."""
    return Journal(files).pending() is not None


def leftovers(files: Files) -> tuple[Problem, ...]:
    """What killed writers left in a bundle: harmless, and gone after the next writing (or `Writer.sweep`)."""
    begun = Journal(files).pending()
    own = f"{atomic.TEMPORARY}{begun.tx}-" if begun else "/"
    found = [
        Problem(path.relative_to(files.root).as_posix(), "leftover", "a temporary file of a writing that was cut off")
        for path in walk.temporaries(files.root)
        if not path.name.startswith(own)
    ]
    if begun:
        message = "a writing was cut off; opening the bundle for writing puts everything back"
        found.append(Problem(".clew/journal", "unfinished", message))
    return tuple(found)


def _changed(path: str) -> Problem:
    return Problem(path, "changed_meanwhile", "changed since a writing was cut off; left as it is")


def _keep(original: Path, kept: Path) -> None:
    try:
        os.link(original, kept)
    except OSError:
        # Some disks know no hard links.
        atomic.put(kept, original.read_bytes(), atomic.mode_of(original))


def _bring_back(kept: Path, place: Path) -> None:
    try:
        kept.replace(place)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # The cache folder may lie on another disk than the bundle.
        atomic.write(place, kept.read_bytes())
        kept.unlink()


def _packed(intent: Intent) -> bytes:
    body = codec.dump(asdict(intent)).encode()
    return _sum(body) + b" " + body + b"\n"


def _unpacked(obj: dict[str, Json]) -> Intent:
    changes = tuple(Change(**change) for change in obj["changes"])
    return Intent(**{**obj, "changes": changes, "folders": tuple(obj["folders"])})


def _sum(body: bytes) -> bytes:
    return sha256(body).hexdigest()[:16].encode()
