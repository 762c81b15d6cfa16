"""Looks through folders without surprises: hidden ones skipped, links not followed, trouble named."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from stat import S_ISLNK, S_ISREG
from unicodedata import normalize

from clew.model import Problem
from clew.store import atomic
from clew.text import regex as re

_TEMPORARY = re.compile(re.escape(atomic.TEMPORARY) + r"[0-9a-f]{12}(-\d+)?\.tmp")

_NAME = attrgetter("name")

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
    problems: list[Problem] = []
    paths = sorted(_pages(root, problems, skip))
    return Walk(tuple(paths), (*problems, *_collisions(paths)))


def seen(root: Path, skip: tuple[str, ...] = ()) -> tuple[list[str], tuple[Problem, ...]]:
    """The same pages as lines of stamp and path, each looked at once; one that vanishes meanwhile is left out."""
    problems: list[Problem] = []
    found: list[str] = []
    paths: list[str] = []
    # Every command passes here, so it is a plain loop that keeps as little as it can of each file.
    for prefix, entries in _folders(root, problems, skip):
        for entry in entries:
            name = entry.name
            if name[-3:].lower() != ".md" and not entry.is_symlink():
                continue
            try:
                stat = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            path = prefix + name
            if S_ISREG(stat.st_mode):
                found.append(f"{stat.st_mtime_ns} {stat.st_size} {path}")
                paths.append(path)
            elif S_ISLNK(stat.st_mode):
                problems.append(_link(path))
    return found, (*problems, *_collisions(paths))


def line(path: str, stamp: Stamp) -> str:
    """A stamp and its path, as `seen` writes them."""
    return f"{stamp[0]} {stamp[1]} {path}"


def _pages(root: Path, problems: list[Problem], skip: tuple[str, ...]) -> Iterator[str]:
    for prefix, entries in _folders(root, problems, skip):
        for entry in entries:
            if entry.is_symlink():
                problems.append(_link(prefix + entry.name))
            elif entry.name[-3:].lower() == ".md" and entry.is_file(follow_symlinks=False):
                yield prefix + entry.name


def _link(path: str) -> Problem:
    return Problem(path, "link", "a link is not followed")


def names(root: Path) -> tuple[str, ...]:
    """Every plain file under a root outside hidden folders and bundles inside it, sorted."""
    ignored: list[Problem] = []
    every = ((prefix, entry) for prefix, entries in _folders(root, ignored) for entry in entries)
    return tuple(sorted(prefix + entry.name for prefix, entry in every if entry.is_file(follow_symlinks=False)))


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
    # Every look at what is known passes here, several times a decision, so it is a plain loop.
    stamped: dict[str, Stamp] = {}
    for entry in entries:
        try:
            stat = entry.stat(follow_symlinks=False)
        except OSError:
            continue
        if S_ISREG(stat.st_mode):
            stamped[start + entry.name] = (stat.st_mtime_ns, stat.st_size)
    return stamped


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


def _folders(
    root: Path, problems: list[Problem], skip: tuple[str, ...] = ()
) -> Iterator[tuple[str, list[os.DirEntry[str]]]]:
    """What is no folder, a folder at a time behind its prefix; hidden names, `skip` and other bundles left out."""
    todo = [(str(root), "")]
    while todo:
        folder, prefix = todo.pop()
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=_NAME)
        except OSError as error:
            if not prefix:
                raise atomic.failed("read", root, error) from error
            problems.append(Problem(prefix, "unreadable", f"the folder cannot be read: {error.strerror}"))
            continue
        held: list[os.DirEntry[str]] = []
        inner = []
        for entry in entries:
            name = entry.name
            if name[0] == ".":
                continue
            if not (name.isascii() or _utf8(name)):
                problems.append(Problem(repr(prefix + name), "bad_name", "the name is not UTF-8; rename it"))
            elif not entry.is_dir(follow_symlinks=False):
                held.append(entry)
            elif prefix + name not in skip and not os.path.isfile(f"{entry.path}/clew.toml"):  # noqa: PTH113  # no Path of every folder
                # A folder with settings of its own is another bundle; nothing crosses over by accident.
                inner.append((entry.path, f"{prefix}{name}/"))
        todo += reversed(inner)
        yield prefix, held


def _collisions(paths: list[str]) -> Iterator[Problem]:
    if "".join(paths).isascii() and len(set(map(str.lower, paths))) == len(paths):
        return
    first: dict[str, str] = {}
    for path in sorted(paths):
        other = first.setdefault(normalize("NFC", path).casefold(), path)
        if other != path:
            message = f"differs from {other} only in case or composition: one of them is lost on many disks"
            yield Problem(path, "case_collision", message)


def _utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
