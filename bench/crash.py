"""Kill -9 at random instants: is everything acknowledged there, and nothing half there?

Two arms. `store` kills a process that writes one transaction after another. `add` kills whole runs of
`clew add`, asks `clew doctor`, lets the next run finish, and compares the text and claims with those of a
bundle that was never killed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from clew.model import Event, Part
from clew.store.files import Files, create, grown, page, references
from clew.store.journal import leftovers
from clew.store.ledger import FileLedger
from clew.store.writer import Key, Writer

from common import Report

KEY = Key("bench", "salt")
NOW = "2026-01-01T00:00:00Z"
CHATS = 30


def writes(root: Path, first: int) -> None:
    """Commit sources without end and say so after each: the process that is killed."""
    files = Files(root)
    with Writer(files, KEY, root.parent / "home") as writer:
        print("ready", flush=True)
        for k in range(first, first + 100_000):
            with writer.transaction(f"op{k}") as t:
                t.write(references(f"s{k}"), text(k))
                t.write(page(f"s{k}"), b"# source\n")
                t.write("index.md", f"{k} sources\n".encode())
                t.commit([Event("source", f"s{k}", NOW, "bench", "api"), Event("run", f"r{k}", NOW, "bench", "api")])
            print(k, flush=True)


def text(k: int) -> bytes:
    """What source k holds."""
    return grown(None, [Part(n, f"m{k}-{n}", None, "person", None, NOW, f"line {n} of {k} " * 20) for n in range(1, 9)])


def faults(root: Path, acknowledged: int) -> Iterator[str]:
    """What is wrong in a bundle after a kill and the next opening."""
    files = Files(root)
    problems = [*leftovers(files), *FileLedger(files.ledger, KEY.salt).verify()]
    yield from (f"unclean: {problem}" for problem in problems)
    kinds = [(event.kind, int(event.target[1:])) for event in FileLedger(files.ledger, KEY.salt).read()]
    known = {k for kind, k in kinds if kind == "source"}
    yield from (f"lost: {k}" for k in range(acknowledged + 1) if k not in known)
    if known != {k for kind, k in kinds if kind == "run"} or known != {int(name[1:]) for name in files.sources()}:
        yield "half: events and files differ"
    yield from (f"half: {k}" for k in known if files.current(references(f"s{k}")) != text(k))
    if known and files.current("index.md") != f"{max(known)} sources\n".encode():
        yield "half: index"


def store(folder: Path, kills: int, dice: random.Random) -> dict[str, int]:
    """Kill the endless writer again and again on one bundle."""
    root, acknowledged, found = folder / "b", -1, {"kills": 0, "transactions": 0, "lost": 0, "half": 0, "unclean": 0}
    create(root, b"")
    for i in range(kills):
        child = subprocess.Popen(
            [sys.executable, __file__, "--child", root, str(acknowledged + 1)], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout
        # Most kills hit the writing; every fifth may hit the start and the recovery of the kill before.
        if i % 5:
            child.stdout.readline()
        time.sleep(dice.uniform(0, 0.5 if i % 5 == 0 else 0.1))
        child.send_signal(signal.SIGKILL)
        said = child.stdout.read().replace("ready\n", "").split("\n")[:-1]  # a line without its end was not said
        child.wait()
        acknowledged = int(said[-1]) if said else acknowledged
        with Writer(Files(root), KEY, root.parent / "home") as writer:
            if writer.problems:
                print("recovery:", *writer.problems, sep="\n  ", file=sys.stderr)
        wrong = list(faults(root, acknowledged))
        print(*wrong[:5], sep="\n", end="\n" if wrong else "", file=sys.stderr)
        for fault in wrong:
            found[fault.split(":")[0]] += 1
        # What was committed and not yet said is there too, and counts from now on.
        acknowledged = max([acknowledged, *(int(name[1:]) for name in Files(root).sources())])
        found["kills"] += 1
    return {**found, "transactions": acknowledged + 1}


def chats(folder: Path) -> Path:
    """A folder of small chats to add."""
    folder.mkdir()
    for k in range(CHATS):
        said = [
            ("user", f"We decided to use port {8000 + k} for service {k}."),
            ("assistant", "Noted."),
            ("user", f"Actually, let's switch service {k} to port {9000 + k}."),
        ]
        messages = [
            {"role": r, "text": t, "at": f"2025-01-{k % 27 + 1:02}T10:0{i}:00Z"} for i, (r, t) in enumerate(said)
        ]
        (folder / f"chat{k}.json").write_text(json.dumps({"messages": messages}), "utf-8")
    return folder


def clew(root: Path, *words: str | Path) -> list[str | Path]:
    return [sys.executable, "-m", "clew", "--bundle", root, *words]


def add(folder: Path, kills: int, dice: random.Random) -> dict[str, int]:
    """Kill `clew add`, look, and let it finish."""
    env = {**os.environ, "CLEW_NOW": NOW, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    env |= {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache")}
    run = {"env": env, "capture_output": True, "text": True}
    source, seed, right = chats(folder / "chats"), folder / "seed", folder / "right"
    subprocess.run([sys.executable, "-m", "clew", "init", seed], check=True, **run)  # type: ignore[call-overload]  # one dict for all runs
    shutil.copytree(seed, right)
    began = time.monotonic()
    subprocess.run(clew(right, "add", source), check=True, **run)  # type: ignore[call-overload]  # the same
    span = time.monotonic() - began
    found = {"kills": 0, "unclean": 0, "differs": 0, "failed": 0}
    while found["kills"] < kills:
        root = folder / "b"
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(seed, root)
        child = subprocess.Popen(
            clew(root, "add", source), env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(dice.uniform(0.2, 1.0) * span)
        child.send_signal(signal.SIGKILL)
        if child.wait() == 0:
            continue  # it was done before
        found["kills"] += 1
        looked = subprocess.run(clew(root, "doctor"), **run)  # type: ignore[call-overload]  # the same
        again = subprocess.run(clew(root, "add", source), **run)  # type: ignore[call-overload]  # the same
        found["unclean"] += looked.returncode != 0
        found["failed"] += again.returncode != 0
        found["differs"] += content(root) != content(right)
        for done in (looked, again):
            if done.returncode:
                print(done.stdout, done.stderr, file=sys.stderr)
    return found


def content(root: Path) -> dict[str, bytes]:
    """Text, claims and pages: what must not depend on kills."""
    kept = ("references", "claims", "sources", "concepts", "entities")
    paths = [path for folder in kept for path in sorted((root / folder).rglob("*")) if path.is_file()]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--arm", choices=("store", "add", "both"), default="both")
    options.add_argument("--kills", type=int, default=200, help="kills per arm")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--json", type=Path, metavar="FILE")
    options.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.child:
        writes(Path(given.child[0]), int(given.child[1]))
        return
    report, dice = Report("crash", [], given.json), random.Random(given.seed)
    for arm, act in (("store", store), ("add", add)):
        if given.arm in (arm, "both"):
            with tempfile.TemporaryDirectory() as folder:
                report.add(act(Path(folder), given.kills, dice), arm)
    report.close(given.kills)


if __name__ == "__main__":
    main()
