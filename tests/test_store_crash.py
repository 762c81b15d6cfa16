"""A writer killed at any instant leaves all of a transaction or nothing of it.

Run as a script this file is the writer: it dies, as by kill -9, at one call to the system.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from clew.model import Event
from clew.store.files import Files, create
from clew.store.journal import leftovers
from clew.store.ledger import FileLedger
from clew.store.writer import Key, Writer

KEY = Key("b1", "salt")
DEADLY = ("open", "write", "replace", "link", "unlink", "mkdir", "rmdir", "ftruncate", "truncate", "close")


def event(target: str) -> Event:
    return Event("accept", target, "2026-08-01T00:00:00Z", "anna", "terminal")


def change(root: Path) -> None:
    """One transaction that replaces, adds, and removes a file."""
    with Writer(Files(root), KEY) as writer, writer.transaction("op") as t:
        t.write("page.md", b"new")
        t.write("references/c.jsonl", b"text\n" * 100)
        t.write("fresh/deep/x.md", b"x")
        t.remove("old.md")
        t.commit([event("c1"), event("c2"), event("c3")])


def die_at(call: int) -> None:
    """End the process without any cleaning up at the call to the system with this number."""
    calls = iter(range(1, 10_000))

    def profile(_frame, kind, function):
        if kind == "c_call" and function.__module__ == "posix" and function.__name__ in DEADLY and next(calls) == call:
            os.kill(os.getpid(), signal.SIGKILL)

    threading.setprofile(profile)
    sys.setprofile(profile)


def state(root: Path) -> list:
    names = ("page.md", "references/c.jsonl", "fresh/deep/x.md", "old.md")
    files = Files(root)
    shown = [files.current(name) for name in names] + [(root / "fresh").exists()]
    return [*shown, [e.target for e in FileLedger(files.ledger, KEY.salt).read()]]


BEFORE = [b"old", None, None, b"old", False, ["c0"]]
AFTER = [b"new", b"text\n" * 100, b"x", None, True, ["c0", "c1", "c2", "c3"]]


def killed(root: Path, call: int, act) -> bool:
    """True when the child died; False when it was done before the call with this number."""
    child = os.fork()
    if child == 0:
        die_at(call)
        act(root)
        os._exit(0)
    return os.waitpid(child, 0)[1] != 0


def reopen(root: Path) -> None:
    with Writer(Files(root), KEY):
        pass


def sweep(folder: Path) -> None:
    """Kill a writer at each of its calls, and at every twelfth also its recovery at each of its own."""
    # A killed process loses nothing that it gave to the system: without waiting for the disk this takes a tenth.
    os.fsync = lambda _descriptor: None
    seed, root = folder / "seed", folder / "b"
    files = create(seed, b"")
    for name in ("page.md", "old.md"):
        (seed / name).write_bytes(b"old")
    with Writer(files, KEY) as writer, writer.transaction("op") as t:
        t.commit([event("c0")])
    call, found = 0, []
    while not found or found[-1][1]:
        call += 1
        shutil.copytree(seed, root)
        dead = killed(root, call, change)
        if dead and call % 12 == 6:
            again = 1
            while killed(root, again, reopen):
                again += 1
        reopen(root)
        assert state(root) in (BEFORE, AFTER), f"call {call}: {state(root)}"
        assert leftovers(Files(root)) == FileLedger(root / "ledger", KEY.salt).verify() == (), f"call {call}"
        found.append((state(root) == AFTER, dead))
        shutil.rmtree(root)
    outcomes = [after for after, _ in found]
    assert outcomes == sorted(outcomes), "once committed, always committed"
    print(len(found), outcomes.count(False), outcomes.count(True))


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_a_writer_killed_at_any_call_to_the_system_leaves_all_or_nothing(tmp_path):
    done = subprocess.run([sys.executable, __file__, tmp_path], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    calls, before, after = map(int, done.stdout.split())
    assert (calls > 50, before > 30, after > 5) == (True, True, True)


def test_a_deleted_cache_folder_after_a_kill_is_harmless(tmp_path):
    root = tmp_path / "b"
    with Writer(create(root, b""), KEY) as writer, writer.transaction("op") as t:
        t.commit([event("c0")])
    child = subprocess.run([sys.executable, __file__, root, "30"])
    shutil.rmtree(root / ".clew")

    assert child.returncode == -signal.SIGKILL
    assert [e.target for e in FileLedger(root / "ledger", KEY.salt).read()] == ["c0"]
    change(root)
    with Writer(Files(root), KEY) as writer:
        writer.sweep()
    assert leftovers(Files(root)) == ()
    assert Files(root).read("page.md") == b"new"


def test_S11_two_processes_that_wait_for_each_other_lose_nothing(tmp_path):
    root = tmp_path / "b"
    create(root, b"")
    both = [subprocess.Popen([sys.executable, __file__, root, "wait", name]) for name in ("a", "b")]

    assert [child.wait() for child in both] == [0, 0]
    found = FileLedger(root / "ledger", KEY.salt).read()
    assert sorted(e.target for e in found) == [f"{name}{i}" for name in ("a", "b") for i in range(8)]
    assert [e.n for e in found] == list(range(1, 17))
    assert FileLedger(root / "ledger", KEY.salt).verify() == ()


def take_turns(root: Path, name: str) -> None:
    """Write eight times, each in a session of its own."""
    for i in range(8):
        with Writer(Files(root), KEY, root.parent / "home", wait=60) as writer, writer.transaction("op") as t:
            t.write("index.md", name.encode() * (i + 1))
            t.commit([event(f"{name}{i}")])


if __name__ == "__main__":
    if len(sys.argv) == 4:
        take_turns(Path(sys.argv[1]), sys.argv[3])
    elif len(sys.argv) == 3:
        die_at(int(sys.argv[2]))
        change(Path(sys.argv[1]))
    else:
        sweep(Path(sys.argv[1]))
