"""Zip archives opened with care: names, ratios and sums are checked before a byte is inflated."""

import shutil
import tempfile
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import BinaryIO, TypeAlias, cast

from clew.model import Ignored, Problem
from clew.readers import folder
from clew.readers.blob import FAULTS, Blob
from clew.text import regex as re

Opener: TypeAlias = Callable[[], BinaryIO]

RATIO_LIMIT = 200
"""How many times its packed size a member may unpack to; real chats reach about 20."""
SMALL = 1 << 20
"""Members up to this size are never called a bomb."""
TOTAL_LIMIT = 16 << 30
"""Most bytes that an archive may unpack to in all."""
MEMBERS_LIMIT = 200_000
_SPOOL = 16 << 20
_RESIDUE = re.compile(r"(?:^|/)(?:__MACOSX/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)")
_OUTSIDE = re.compile(r"^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)")


@dataclass(frozen=True, slots=True)
class Archive:
    """What an archive holds: members that may be read, and what was refused or passed over."""

    members: tuple[Blob, ...]
    aside: tuple[Problem | Ignored, ...]


def is_zip(head: bytes) -> bool:
    """Whether bytes begin a zip archive."""
    return head.startswith((b"PK\x03\x04", b"PK\x05\x06"))


@contextmanager
def unpack(blob: Blob) -> Iterator[Archive]:
    """The archive, readable inside the `with`; one that cannot be opened holds only a Problem."""
    with blob.open() as stream:
        try:
            archive = zipfile.ZipFile(stream)
        except FAULTS as fault:
            told = f"The archive cannot be opened ({fault}); it may be cut off: download it again."
            yield Archive((), (Problem(blob.where, "bad_archive", told),))
            return
        with archive:
            yield _sorted(blob, archive)


def _sorted(blob: Blob, archive: zipfile.ZipFile) -> Archive:
    infos = [info for info in archive.infolist() if not (info.filename and info.is_dir())]
    refused = _sum(blob, infos)
    if refused:
        return Archive((), (refused,))
    members: list[Blob] = []
    aside: list[Problem | Ignored] = []
    names = {info.filename for info in infos}
    pages: dict[str, str | None] = {}
    bundles = [name.removesuffix(folder.SETTINGS) for name in names if PurePosixPath(name).name == folder.SETTINGS]
    told = "a Clew bundle; a backup comes back with: clew restore"
    aside += (Ignored(f"{blob.where}!{prefix}", told) for prefix in sorted(bundles))
    for info in sorted(infos, key=lambda i: i.filename):
        if info.filename.startswith(tuple(bundles)):
            continue
        where = f"{blob.where}!{info.filename}"
        verdict = _verdict(info, where) or _part_of_page(info.filename, where, names, pages)
        if verdict:
            aside.append(verdict)
        else:
            members.append(Blob(where, info.file_size, cast("Opener", partial(archive.open, info))))
    return Archive(tuple(members), tuple(aside))


def _sum(blob: Blob, infos: list[zipfile.ZipInfo]) -> Problem | None:
    if len(infos) > MEMBERS_LIMIT:
        return Problem(blob.where, "bomb", f"The archive names {len(infos):,} members; nothing was unpacked.")
    total = sum(info.file_size for info in infos if info.file_size <= SMALL or not _bomb(info))
    if total > TOTAL_LIMIT or sum(info.compress_size for info in infos) > blob.size:
        return Problem(blob.where, "bomb", f"The archive would unpack to {total:,} bytes; nothing was unpacked.")
    return None


def _bomb(info: zipfile.ZipInfo) -> bool:
    return info.file_size > SMALL and info.file_size > RATIO_LIMIT * max(1, info.compress_size)


def _verdict(info: zipfile.ZipInfo, where: str) -> Problem | Ignored | None:
    if not info.filename:
        return Problem(where, "outside", "The member has no name; it was refused.")
    if _OUTSIDE.search(info.filename):
        return Problem(where, "outside", "The member's name points outside the archive; it was refused.")
    if _RESIDUE.search(info.filename):
        return Ignored(where, "left by an operating system")
    if _bomb(info):
        told = f"The member would unpack from {info.compress_size:,} to {info.file_size:,} bytes; it was refused."
        return Problem(where, "bomb", told)
    if info.flag_bits & 0x1:
        return Problem(where, "encrypted", "The member is encrypted; unpack it yourself and add the file.")
    if info.file_size == 0:
        return Ignored(where, "empty")
    return None


def _part_of_page(name: str, where: str, names: Collection[str], pages: dict[str, str | None]) -> Ignored | None:
    """Whether a member lies in the folder that a saved web page has beside it; `pages` remembers folders."""
    for above in map(str, PurePosixPath(name).parents):
        if above not in pages:
            pages[above] = folder.saved(above, names)
        if pages[above]:
            return Ignored(where, f"what {pages[above]} shows beside its words")
    return None


def spooled(blob: Blob) -> Blob:
    """A nested archive copied to a temporary file (memory while small), which a zip needs for seeking."""

    def reopen() -> BinaryIO:
        spool = tempfile.SpooledTemporaryFile(_SPOOL)  # noqa: SIM115  # whoever opens the blob closes it
        with blob.open() as stream:
            shutil.copyfileobj(stream, spool, 1 << 20)
        spool.seek(0)
        return cast("BinaryIO", spool)

    return Blob(blob.where, blob.size, reopen)
