"""A bundle in one zip file and back: its truth with a digest for every file, checked after writing and before use.

Left out is what can be made again or is not the bundle's own: index and locks, version control, links.
"""

import hashlib
import json
import os
import secrets
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from clew.errors import Damaged, NotFound, Refused, UsageError
from clew.model import Json
from clew.store import atomic
from clew.store.files import SETTINGS, free
from clew.text import regex as re

MANIFEST = "clew-backup.json"
FORMAT = 1
_KEPT = (".gitattributes", ".gitignore")
_CHUNK = 1 << 20
_TEMPORARY = re.compile(re.escape(atomic.TEMPORARY) + r"[0-9a-f]{12}(-\d+)?\.tmp")


@dataclass(frozen=True, slots=True)
class Saved:
    """A backup that was written and read back, or a bundle that was made from one."""

    path: str
    files: int
    size: int
    """Bytes of all files."""


def owned(root: Path) -> Iterator[str]:
    """Paths of the files of a bundle that cannot be made again, sorted."""
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        folders[:] = sorted(n for n in folders if not n.startswith(".") and not (here / n).is_symlink())
        for name in sorted(names):
            path = here / name
            hidden = name.startswith(".") and name not in _KEPT
            if not hidden and not path.is_symlink() and not _TEMPORARY.fullmatch(name) and path.is_file():
                yield path.relative_to(root).as_posix()


def save(root: Path, target: Path) -> Saved:
    """Write a backup of a bundle; it is read back and compared before it gets its name.

    Raises:
        UsageError: the target exists or lies in the bundle.
        Damaged: what was read back differs from what was written.
    """
    if target.exists():
        raise UsageError(f"{target} exists already; a backup never replaces a file")
    if target.resolve().is_relative_to(root.resolve()):
        raise UsageError(f"{target} lies in the bundle; save the backup somewhere else")
    temporary = target.parent / f"{atomic.TEMPORARY}{secrets.token_hex(6)}.tmp"
    try:
        with zipfile.ZipFile(temporary, "x", zipfile.ZIP_DEFLATED) as archive:
            found = {path: _packed(archive, root, path) for path in owned(root)}
            manifest = {"format": FORMAT, "files": found}
            archive.writestr(_entry(MANIFEST), json.dumps(manifest, sort_keys=True, ensure_ascii=False, indent=1))
        with temporary.open("rb+") as written:
            os.fsync(written.fileno())
        if verified(temporary) != found:
            raise Damaged(f"the backup of {root} could not be read back; the disk may be failing")
        temporary.rename(target)
        atomic.sync(target.parent)
    except OSError as error:
        raise atomic.failed("write", target, error) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    return Saved(str(target), len(found), sum(int(entry["size"]) for entry in found.values()))


def verified(file: Path) -> dict[str, dict[str, Json]]:
    """Digest and size of every file in a backup, all of them found to be right.

    Raises:
        Damaged: it is none, or something in it is missing, changed or too much.
    """
    with _opened(file) as archive:
        manifest = _manifest(archive, file)
        for path, entry in manifest.items():
            if _read(archive, path, entry, None) != entry["sha256"]:
                raise Damaged(f"{file}: {path} is not as it was saved; nothing was restored")
        return manifest


def restore(file: Path, root: Path) -> Saved:
    """Make a bundle from a backup, in a folder that is not there or empty; whole or not at all.

    Raises:
        Refused: there is something in the folder.
        UsageError: the folder is none, or the whole disk.
        Damaged: the file is no backup, or not whole.
    """
    free(root)
    if root.is_symlink() or (root.exists() and (not root.is_dir() or any(root.iterdir()))):
        raise Refused(f"{root} is not empty; restore never writes over anything, name a new folder")
    work = root.parent / f"{atomic.TEMPORARY}{secrets.token_hex(6)}.tmp"
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        with _opened(file) as archive:
            manifest = _manifest(archive, file)
            for path, entry in manifest.items():
                place = work / path
                place.parent.mkdir(parents=True, exist_ok=True)
                with place.open("xb") as out:
                    if _read(archive, path, entry, out) != entry["sha256"]:
                        raise Damaged(f"{file}: {path} is not as it was saved; nothing was restored")
                    out.flush()
                    os.fsync(out.fileno())
        if root.exists():
            root.rmdir()
        work.rename(root)
        atomic.sync(root.parent)
    except OSError as error:
        raise atomic.failed("restore", root, error) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return Saved(str(root), len(manifest), sum(int(entry["size"]) for entry in manifest.values()))


def _packed(archive: zipfile.ZipFile, root: Path, path: str) -> dict[str, Json]:
    digest, size = hashlib.sha256(), 0
    with (root / path).open("rb") as held, archive.open(_entry(path), "w", force_zip64=True) as out:
        while chunk := held.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
            out.write(chunk)
    return {"sha256": digest.hexdigest(), "size": size}


def _entry(path: str) -> zipfile.ZipInfo:
    """Without a time, so that equal bundles are equal backups."""
    info = zipfile.ZipInfo(path)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _opened(file: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except FileNotFoundError:
        raise NotFound(f"there is no file {file}") from None
    except (zipfile.BadZipFile, OSError) as error:
        raise Damaged(f"{file} cannot be read as a zip file ({error})") from error


def _manifest(archive: zipfile.ZipFile, file: Path) -> dict[str, dict[str, Json]]:
    try:
        manifest = json.loads(archive.read(MANIFEST))
        found: dict[str, dict[str, Json]] = manifest["files"]
        newer = int(manifest["format"]) > FORMAT
        good = all(_inside(path) and len(e["sha256"]) == 64 and int(e["size"]) >= 0 for path, e in found.items())
    except (KeyError, ValueError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise Damaged(f"{file} is no backup of a bundle: it has no list of its files") from error
    if newer:
        raise Damaged(f"{file} was written by a newer Clew")
    names = archive.namelist()
    if not good or SETTINGS not in found or sorted(names) != sorted([*found, MANIFEST]):
        raise Damaged(f"{file} is not a whole backup: files are missing, too many or misnamed")
    return found


def _inside(path: str) -> bool:
    steps = PurePosixPath(path).parts
    odd = "\\" in path or ":" in path or "\0" in path or path != "/".join(steps)
    return bool(steps) and not odd and not path.startswith("/") and ".." not in steps


def _read(archive: zipfile.ZipFile, path: str, entry: Mapping[str, Json], out: IO[bytes] | None) -> str:
    """Digest of a packed file; no more is unpacked than the list says."""
    digest, left = hashlib.sha256(), int(entry["size"])
    try:
        with archive.open(path) as held:
            while chunk := held.read(min(_CHUNK, left + 1)):
                left -= len(chunk)
                if left < 0:
                    return ""
                digest.update(chunk)
                if out:
                    out.write(chunk)
    except (zipfile.BadZipFile, EOFError, ValueError) as error:
        raise Damaged(f"{path} in the backup cannot be read ({error}); nothing was restored") from error
    return digest.hexdigest() if left == 0 else ""
