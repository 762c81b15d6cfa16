"""One writer per bundle: a lock file that the system frees when its holder dies."""

import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from clew.errors import Locked
from clew.store import atomic


class WriteLock:
    """The right to write to a bundle; readers never need it."""

    def __init__(self, folder: Path, wait: float = 0.0) -> None:
        self._folder = folder
        self._path = folder / "lock"
        # The lock file itself cannot be read on every system while it is held.
        self._holder = folder / "holder"
        self._wait = wait
        from filelock import FileLock  # reading takes no lock

        self._lock = FileLock(self._path, thread_local=False)
        self._inode = 0
        self.orphaned = False
        """True when the last writer died without letting go."""

    def __enter__(self) -> Self:
        from filelock import Timeout  # as above

        try:
            if not self._folder.is_dir():
                self._folder.mkdir(parents=True, exist_ok=True)
                atomic.sync(self._folder.parent)
            self._lock.acquire(timeout=self._wait)
            self.orphaned = self._holder.exists()
            with suppress(OSError):  # who holds it is a courtesy; a full disk must not keep a backup from being made
                self._holder.write_text(json.dumps({"pid": os.getpid()}), encoding="utf-8")
            self._inode = self._path.stat().st_ino
        except Timeout:
            raise Locked(f"another process is writing to {self._folder.parent}{self._who()}; try again") from None
        except OSError as error:
            self._lock.release()
            raise atomic.failed("write", self._folder, error) from error
        return self

    def __exit__(self, *_: object) -> None:
        self._holder.unlink(missing_ok=True)
        self._lock.release()

    def check(self) -> None:
        """Raise Locked when somebody deleted the lock file, since a second writer may have made its own."""
        try:
            held = self._path.stat().st_ino == self._inode
        except FileNotFoundError:
            held = False
        if not held:
            raise Locked(f"{self._path} was deleted while this process was writing; nothing was written, try again")

    def _who(self) -> str:
        try:
            pid = json.loads(self._holder.read_text(encoding="utf-8"))["pid"]
            since = datetime.fromtimestamp(self._holder.stat().st_mtime, UTC)
        except (OSError, ValueError, KeyError, TypeError):
            return ""
        return f" (process {pid}, since {since:%Y-%m-%d %H:%M:%S} UTC)"
