"""Bytes reach the disk whole or not at all."""

import errno
import os
import resource
import subprocess
import sys

import pytest

from clew.errors import Conflict, NotFound, StorageFailed
from clew.store import atomic


def failing(code: int):
    def fail(_descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    return fail


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path):
    atomic.write(tmp_path / "a", b"one")
    atomic.write(tmp_path / "a", b"two")

    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert atomic.read(tmp_path / "a") == b"two"


def test_U24_text_is_written_as_given_in_any_locale(tmp_path):
    code = "import sys; from pathlib import Path; from clew.store import atomic; "
    code += "atomic.write(Path(sys.argv[1]), '数据'.encode())"
    subprocess.run([sys.executable, "-c", code, tmp_path / "a"], check=True, env={**os.environ, "LC_ALL": "C"})

    assert (tmp_path / "a").read_bytes() == "数据".encode()


def test_replacing_a_file_keeps_its_permissions(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"one")
    path.chmod(0o640)

    atomic.write(path, b"two")

    assert path.stat().st_mode & 0o777 == 0o640


def test_a_file_edited_since_it_was_read_is_a_conflict(tmp_path):
    path = tmp_path / "page.md"
    path.write_bytes(b"read")
    seen = atomic.digest(b"read")
    path.write_bytes(b"edited")

    with pytest.raises(Conflict, match="changed since it was read"):
        atomic.write(path, b"mine", seen)

    assert path.read_bytes() == b"edited"


def test_a_file_unchanged_since_it_was_read_is_replaced(tmp_path):
    path = tmp_path / "page.md"
    path.write_bytes(b"read")

    atomic.write(path, b"mine", atomic.digest(b"read"))

    assert path.read_bytes() == b"mine"


def test_a_file_that_should_be_new_and_is_there_is_a_conflict(tmp_path):
    (tmp_path / "a").write_bytes(b"")

    with pytest.raises(Conflict):
        atomic.write(tmp_path / "a", b"mine", atomic.ABSENT)

    atomic.write(tmp_path / "b", b"mine", atomic.ABSENT)
    assert (tmp_path / "b").exists()


def test_a_full_disk_leaves_the_old_file_and_says_so(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_bytes(b"one")
    monkeypatch.setattr(os, "fsync", failing(errno.ENOSPC))

    with pytest.raises(StorageFailed, match=r"cannot write .*a: the disk is full; free some space"):
        atomic.write(path, b"two")

    assert [p.name for p in tmp_path.iterdir()] == ["a"]
    assert path.read_bytes() == b"one"


def test_a_real_size_limit_leaves_the_old_file(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"one")
    code = "import sys; from pathlib import Path; from clew.store import atomic; "
    code += "atomic.write(Path(sys.argv[1]), b'x' * 100_000)"

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    done = subprocess.run([sys.executable, "-c", code, path], preexec_fn=limit, capture_output=True, text=True)

    assert "StorageFailed: cannot write" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["a"]
    assert path.read_bytes() == b"one"


def test_a_file_where_a_folder_should_be_is_named(tmp_path):
    (tmp_path / "claims").write_bytes(b"")

    with pytest.raises(StorageFailed, match="a file stands where a folder should be"):
        atomic.write(tmp_path / "claims" / "a", b"x")


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(StorageFailed, match="the folder is gone"):
        atomic.write(tmp_path / "gone" / "a", b"x")


def test_an_error_without_a_hint_keeps_the_words_of_the_system(tmp_path):
    error = atomic.failed("write", tmp_path, OSError(errno.EMFILE, "Too many open files"))

    assert str(error) == f"cannot write {tmp_path}: Too many open files"


def test_bytes_are_added_to_the_end(tmp_path):
    atomic.append(tmp_path / "a", b"one\n")
    atomic.append(tmp_path / "a", b"two\n")

    assert (tmp_path / "a").read_bytes() == b"one\ntwo\n"


def test_a_failed_append_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_bytes(b"one\n")
    monkeypatch.setattr(os, "fsync", failing(errno.EIO))

    with pytest.raises(StorageFailed, match="the disk reports an error"):
        atomic.append(path, b"two\n")

    assert path.read_bytes() == b"one\n"


def test_a_missing_file_has_no_bytes(tmp_path):
    assert atomic.current(tmp_path / "a") is None
    with pytest.raises(NotFound):
        atomic.read(tmp_path / "a")


def test_a_folder_cannot_be_read_as_a_file(tmp_path):
    with pytest.raises(StorageFailed, match="a folder stands where a file should be"):
        atomic.current(tmp_path)
