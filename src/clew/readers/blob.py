"""A file, an archive member or standard input: bytes that can be opened again."""

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

HEAD = 65_536
FAULTS = (
    OSError, EOFError, RuntimeError, NotImplementedError, ValueError, OverflowError, struct.error, zlib.error,
    lzma.LZMAError, zipfile.BadZipFile,
)  # fmt: skip
"""What opening or reading a damaged file or archive member may raise."""


@dataclass(frozen=True, slots=True)
class Blob:
    """Bytes with the place they came from; nothing is read before `open` is called."""

    where: str
    size: int
    open: Callable[[], BinaryIO]
    path: Path | None = None
    """The file on disk, where it is one."""

    def head(self) -> bytes:
        """The first 64 KiB."""
        with self.open() as stream:
            return stream.read(HEAD)

    def read(self) -> bytes:
        """All bytes; for small files only."""
        with self.open() as stream:
            return stream.read()


def from_path(path: Path, where: str | None = None) -> Blob:
    """The bytes of a file on disk."""
    return Blob(where or str(path), path.stat().st_size, lambda: path.open("rb"), path)


def from_bytes(data: bytes, where: str) -> Blob:
    """Bytes that are in memory already."""
    return Blob(where, len(data), lambda: io.BytesIO(data))
