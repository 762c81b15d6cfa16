"""The git repository that a bundle may lie in: what it tracks, the ledger as a revision has it, and commits.

Git is run only when a person asks for it, by a command or in their own configuration.
"""

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from clew.errors import StorageFailed, UsageError
from clew.model import Event
from clew.store import atomic
from clew.store.files import HOUSE, RAW
from clew.store.ledger import FileLedger

_QUIET = ("--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "core.quotepath=false")
_FROM = ("--pathspec-from-file=-", "--pathspec-file-nul")


def events(root: Path, revision: str, salt: str) -> tuple[Event, ...]:
    """The events that the ledger held in a revision.

    Raises:
        UsageError: there is no git, no repository, or no such revision.
    """
    found = _run(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found.returncode:
        inside = _run(root, "rev-parse", "--is-inside-work-tree")
        what = f"no revision is called {revision!r}" if inside.returncode == 0 else f"{root} lies in no git repository"
        raise UsageError(f"{what}; name a commit, a branch or a tag")
    commit = found.stdout.decode().strip()
    names = _run(root, "ls-tree", "--name-only", "-z", commit, "ledger/").stdout.split(b"\0")
    with tempfile.TemporaryDirectory() as folder:
        for name in (os.fsdecode(name) for name in names if name.endswith(b".jsonl")):
            held = _run(root, "cat-file", "blob", f"{commit}:./{name}")
            if held.returncode:
                raise StorageFailed(f"git cannot read {name} of {revision}: {_said(held)}")
            Path(folder, name.rpartition("/")[2]).write_bytes(held.stdout)
        return FileLedger(Path(folder), salt).read()


def tracked(root: Path) -> Callable[[str], bool]:
    """Whether git tracks a file of the bundle, read off its index; where that cannot be told, it may."""
    for top in (root.resolve(), *root.resolve().parents):
        place = top / ".git"
        if place.is_symlink() or place.is_file() or any(place.glob("sharedindex.*")):
            return lambda path: True
        if place.is_dir():
            held = atomic.current(place / "index") or b""
            within = root.resolve().relative_to(top)
            plain = held[4:8] in (b"\0\0\0\2", b"\0\0\0\3", b"")  # a later version shortens the names
            return lambda path: not plain or os.fsencode((within / path).as_posix()) + b"\0" in held
    return lambda path: False


def within(root: Path) -> str:
    """Where a bundle lies in its repository, `notes/`: empty at the root of it, and where there is none."""
    here = root.resolve()
    top = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
    return "" if top == here else f"{here.relative_to(top).as_posix()}/"


def commit(root: Path, paths: Iterable[str], message: str) -> None:
    """Commit these files, and nothing else that changed in the working tree or was staged.

    What a bundle needs to be one comes along where git does not know it yet: a clone without it would be none.

    Raises:
        UsageError: there is no git.
        StorageFailed: git would not; what was written stays.
    """
    new = _run(root, "ls-files", "-z", "--others", "--exclude-standard", "--", *HOUSE).stdout
    wanted = {path for path in paths if not path.startswith(f"{RAW}/")}  # originals are not for git
    wanted |= {os.fsdecode(name) for name in new.split(b"\0") if name}
    tracked = {os.fsdecode(name) for name in _run(root, "ls-files", "-z").stdout.split(b"\0")}
    chosen = sorted(path for path in wanted if path in tracked or (root / path).exists())
    given = b"\0".join(os.fsencode(path) for path in chosen)
    if chosen:
        _must(root, given, "add", "--all", *_FROM)
        _must(root, given, "commit", "--quiet", "--message", message, "--only", *_FROM)


def _must(root: Path, given: bytes, *words: str) -> None:
    done = _run(root, *words, given=given)
    if done.returncode:
        raise StorageFailed(f"git {words[0]} failed: {_said(done)}; the bundle itself is safe")


def _said(done: "subprocess.CompletedProcess[bytes]") -> str:
    return (done.stderr or done.stdout).decode("utf-8", "replace").strip().split("\n")[0] or "no reason given"


def _run(root: Path, *words: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command: Sequence[str] = ("git", *_QUIET, *words)
    try:
        return subprocess.run(command, cwd=root, input=given, capture_output=True, check=False)  # noqa: S603  # our own words only
    except OSError as error:
        raise UsageError(f"git cannot be started: {error.strerror}") from error
