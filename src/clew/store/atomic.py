"""Bytes onto the disk, whole or not at all: temporary file, fsync, rename, fsync of the folder."""

import errno
import hashlib
import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path

from clew.errors import Conflict, NotFound, StorageFailed

ABSENT = ""
"""The digest that stands for "there is no file"."""

TEMPORARY = ".clew-"
"""How every temporary file begins: hidden, so that no listing takes it for content."""

_BINARY = getattr(os, "O_BINARY", 0)  # without it Windows changes line ends

_HINTS = {
    errno.ENOSPC: "the disk is full; free some space and try again",
    errno.EDQUOT: "the disk quota is used up; free some space and try again",
    errno.EFBIG: "the file would be larger than allowed here",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "no permission; check who owns the folder",
    errno.EPERM: "no permission; check who owns the folder",
    errno.ENAMETOOLONG: "the name is too long for this disk",
    errno.ENOENT: "the folder is gone",
    errno.ENOTDIR: "a file stands where a folder should be",
    errno.EISDIR: "a folder stands where a file should be",
    errno.EIO: "the disk reports an error; check its health",
}


def failed(verb: str, path: Path, error: OSError) -> StorageFailed:
    """The error to raise for an OSError: what could not be done, where, and what helps."""
    return StorageFailed(f"cannot {verb} {path}: {_HINTS.get(error.errno or 0, error.strerror or str(error))}")


def digest(data: bytes) -> str:
    """Hex sha256 of bytes: what a writer must name to replace a file."""
    return hashlib.sha256(data).hexdigest()


def read(path: Path) -> bytes:
    """The bytes of a file; NotFound when there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise NotFound(f"no file {path}") from None
    except OSError as error:
        raise failed("read", path, error) from error


def current(path: Path) -> bytes | None:
    """The bytes of a file, or None when there is none."""
    try:
        return read(path)
    except NotFound:
        return None


def write(path: Path, data: bytes, expected: str | None = None) -> None:
    """Replace a file by these bytes, durably.

    `expected` is the digest of the bytes that are being replaced (ABSENT for a new file); when the
    disk holds something else, Conflict is raised and nothing is written. None replaces anything.
    """
    if expected is not None:
        check(path, expected)
    temporary = path.parent / f"{TEMPORARY}{secrets.token_hex(6)}.tmp"
    try:
        put(temporary, data, mode_of(path))
        temporary.replace(path)
        sync(path.parent)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise failed("write", path, error) from error


def check(path: Path, expected: str) -> None:
    """Raise Conflict unless the file holds what its writer has read."""
    held = current(path)
    if (ABSENT if held is None else digest(held)) != expected:
        raise Conflict(f"{path} changed since it was read; nothing was written, look at it and try again")


def append(path: Path, data: bytes) -> None:
    """Add bytes to the end of a file in one write, durably; after an error the file is as it was."""
    try:
        new = not path.exists()
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY, 0o666)
        try:
            size = os.fstat(descriptor).st_size
            try:
                _write_all(descriptor, data)
                os.fsync(descriptor)
                if new:
                    sync(path.parent)
            except BaseException:
                os.ftruncate(descriptor, size)
                raise
        finally:
            os.close(descriptor)
    except OSError as error:
        raise failed("write", path, error) from error


def put(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write a new file and fsync it; OSError passes through. The folder is left for the caller to sync."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o666)
    try:
        if mode is not None and sys.platform != "win32":
            os.fchmod(descriptor, mode)
        _write_all(descriptor, data)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def mode_of(path: Path) -> int | None:
    """Permission bits of a file, so that replacing it keeps them; None when there is no file."""
    try:
        return path.stat().st_mode & 0o7777
    except FileNotFoundError:
        return None


def sync(folder: Path) -> None:
    """Make the names in a folder durable (Windows does so by itself)."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_in_place(path: Path, data: bytes, durable: bool = True) -> None:
    """Overwrite the beginning of a small file, whose reader can tell what is whole; OSError passes through."""
    new = not path.exists()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | _BINARY, 0o666)
    try:
        _write_all(descriptor, data)
        if durable:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if new and durable:
        sync(path.parent)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
