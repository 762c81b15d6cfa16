"""One process writes at a time."""

import errno
import os
import re
from pathlib import Path

import pytest

from clew.errors import Locked, StorageFailed
from clew.store.lock import WriteLock


def test_S16_a_second_writer_is_told_at_once_who_writes(tmp_path):
    with WriteLock(tmp_path / ".clew"):
        message = rf"another process is writing to {re.escape(str(tmp_path))} \(process {os.getpid()}, since 20"

        with pytest.raises(Locked, match=message), WriteLock(tmp_path / ".clew"):
            pass


def test_the_next_writer_may_write_when_the_first_is_done(tmp_path):
    with WriteLock(tmp_path / ".clew"):
        pass

    with WriteLock(tmp_path / ".clew") as lock:
        lock.check()
        assert not lock.orphaned


def test_a_holder_that_cannot_be_read_is_not_named(tmp_path):
    with WriteLock(tmp_path / ".clew"):
        (tmp_path / ".clew" / "holder").write_bytes(b"[]")

        with pytest.raises(Locked, match=r"writing to [^(]*; try again"), WriteLock(tmp_path / ".clew"):
            pass


def test_a_writer_that_died_is_noticed(tmp_path):
    (tmp_path / ".clew").mkdir()
    (tmp_path / ".clew" / "holder").write_bytes(b"{}")

    with WriteLock(tmp_path / ".clew") as lock:
        assert lock.orphaned


def test_a_full_disk_does_not_keep_the_lock_from_being_taken(tmp_path, monkeypatch):
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full)
        with WriteLock(tmp_path / ".clew") as lock:
            lock.check()


def test_a_cache_folder_that_cannot_be_made_is_refused_clearly(tmp_path):
    (tmp_path / "file").write_bytes(b"")

    with (
        pytest.raises(StorageFailed, match=r"cannot write .*\.clew: a file stands"),
        WriteLock(tmp_path / "file/.clew"),
    ):
        pass


@pytest.mark.parametrize("again", [False, True])
def test_a_deleted_lock_file_stops_the_writer(tmp_path, again):
    with WriteLock(tmp_path) as lock:
        kept = (tmp_path / "lock").open("rb")  # keeps the number of the inode from being given again
        (tmp_path / "lock").unlink()
        if again:
            (tmp_path / "lock").touch()

        with pytest.raises(Locked, match="was deleted while this process was writing"):
            lock.check()
        kept.close()
