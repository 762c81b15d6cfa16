"""Looks through folders without surprises: hidden ones skipped, links not followed, trouble named."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from clew.model import Problem
from clew.store import atomic

_TEMPORARY = re.compile(re.escape(atomic.TEMPORARY) + r"[0-9a-f]{12}(-\d+)?\.tmp")

Stamp = tuple[int, int]
"""Time of the last change in nanoseconds, and size in bytes: screens, while the digest decides."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The files found, sorted, and what was passed over."""

    paths: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def complete(self) -> bool:
        """False when a folder could not be looked into: what is missing here is not deleted."""
        return not any(problem.code == "unreadable" for problem in self.problems)


def pages(root: Path, skip: tuple[str, ...] = ()) -> Walk:
    """Every Markdown file under a root; folders in `skip`, and bundles inside it, are left out."""
    if not root.is_dir():
        raise atomic.failed("read", root, NotADirectoryError(20, "no folder"))
    paths: list[str] = []
    problems: list[Problem] = []
    for entry, path in _entries(root, "", problems, skip):
        if entry.is_symlink():
            problems.append(Problem(path, "link", "a link is not followed"))
        elif entry.is_file(follow_symlinks=False) and path.lower().endswith(".md"):
            paths.append(path)
    paths.sort()
    return Walk(tuple(paths), (*problems, *_collisions(paths)))


def names(root: Path) -> tuple[str, ...]:
    """Every plain file under a root outside hidden folders and bundles inside it, sorted."""
    ignored: list[Problem] = []
    return tuple(path for entry, path in _entries(root, "", ignored) if entry.is_file(follow_symlinks=False))


def stamps(folder: Path, suffix: str, prefix: str = "") -> dict[str, Stamp]:
    """Name → stamp of the plain files of one folder that end so; nothing when there is no such folder.

    A file that vanishes meanwhile is left out; a folder that cannot be read is StorageFailed.
    """
    start = f"{prefix}/" if prefix else ""
    try:
        with os.scandir(folder) as found:
            entries = [e for e in found if e.name.endswith(suffix) and not e.name.startswith(".")]
    except FileNotFoundError:
        return {}
    except OSError as error:
        # A folder that cannot be read is not an empty one: going on would look like everything was deleted.
        raise atomic.failed("read", folder, error) from error
    stamped = ((entry.name, stamp(Path(entry.path))) for entry in entries if entry.is_file(follow_symlinks=False))
    return {start + name: seen for name, seen in stamped if seen}


def stamp(path: Path) -> Stamp | None:
    """The stamp of one file; None when it vanished."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return (stat.st_mtime_ns, stat.st_size)


def temporaries(root: Path) -> list[Path]:
    """Temporary files that a writer left behind when it was killed; one that writes now has some too."""
    found: list[Path] = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [Path(folder, name) for name in sorted(names) if _TEMPORARY.fullmatch(name)]
    return found


def _entries(
    folder: Path, prefix: str, problems: list[Problem], skip: tuple[str, ...] = ()
) -> Iterator[tuple[os.DirEntry[str], str]]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        if not prefix:
            raise atomic.failed("read", folder, error) from error
        problems.append(Problem(prefix, "unreadable", f"the folder cannot be read: {error.strerror}"))
        return
    for entry in entries:
        path = prefix + entry.name
        if entry.name.startswith(".") or path in skip:
            continue
        if not _utf8(path):
            problems.append(Problem(repr(path), "bad_name", "the name is not UTF-8; rename it"))
        elif entry.is_dir(follow_symlinks=False):
            # A folder with settings of its own is another bundle; nothing crosses over by accident.
            if not Path(entry.path, "clew.toml").is_file():
                yield from _entries(Path(entry.path), f"{path}/", problems, skip)
        else:
            yield entry, path


def _collisions(paths: list[str]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for path in paths:
        other = seen.setdefault(normalize("NFC", path).casefold(), path)
        if other != path:
            message = f"differs from {other} only in case or composition: one of them is lost on many disks"
            yield Problem(path, "case_collision", message)


def _utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
