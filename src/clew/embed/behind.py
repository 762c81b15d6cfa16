"""Vectors filled in behind the back of whoever asks: by a process of its own, one at a time for each index."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Behind:
    """The right to fill in the vectors of one index, and the process that does it when nobody waits for it."""

    def __init__(self, root: Path, index: Path, allowed: bool = True) -> None:
        self._root, self._allowed = root, allowed
        self._path = index.with_name(f"{index.name}.embedding")

    @contextmanager
    def held(self, wait: float = 0.0) -> Iterator[bool]:
        """The right, where it can be had in so many seconds; the system takes it back from a process that dies."""
        from filelock import FileLock, Timeout  # most commands find nothing to fill in

        lock = FileLock(self._path, thread_local=False)
        try:
            lock.acquire(timeout=wait)
        except (Timeout, OSError):
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    def start(self) -> bool:
        """See to it that a process is at it; says whether one is."""
        with self.held() as free:
            pass
        if not free:
            return True
        if not self._allowed:
            return False
        words = [sys.executable, "-m", "clew", "--bundle", str(self._root), "model", "embed", "--behind"]
        away = subprocess.DEVNULL
        try:
            # it lives on when the command that started it ends, and when the terminal closes
            begun = subprocess.Popen(words, stdin=away, stdout=away, stderr=away, start_new_session=True)  # noqa: S603  # our own words
        except OSError:
            return False
        threading.Thread(target=begun.wait, daemon=True).start()  # a server that lives long leaves no dead child behind
        return True
