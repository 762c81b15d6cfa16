"""Kill -9 at random instants: is everything acknowledged there, and nothing half there?

Three arms. `store` kills a process that writes one transaction after another. `add` kills whole runs of
`clew add`, asks `clew doctor`, lets the next run finish, and compares the text and claims with those of a
bundle that was never killed. `verbs` does so with every other command that writes: by turns at a random instant and
at a random call to the system; the ledger must be that of before or that of after, and once the command was
given again where nothing of it was there, all files must be those of a bundle that was never killed.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import os
import pkgutil
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import clew as clew_itself
from clew import app
from clew.cli.main import main as main_of_clew
from clew.model import Candidate, Event, Maker, Part, Source
from clew.rules.extract import Rules
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


def chats(folder: Path, count: int = CHATS) -> Path:
    """A folder of small chats to add."""
    folder.mkdir()
    for k in range(count):
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


VERBS: dict[str, list[str]] = {
    "add": ["add", "../more.json"],
    "note": ["note", "The quay is 40 metres long.", "--topic", "quay"],
    "undo": ["undo"],
    "claim reject": ["claim", "reject", "CLAIM", "-m", "no"],
    "claim purge": ["claim", "purge", "CLAIM", "--yes"],
    "topic merge": ["topic", "merge", "service 1", "--into", "service 2"],
    "topic hide": ["topic", "hide", "service 1"],
    "topic page": ["topic", "page", "service 1"],
    "entity merge": ["entity", "merge", "Ada", "Ada Quill"],
    "entity new": ["entity", "new", "Bo Fen", "--type", "Person"],
    "page new": ["page", "new", "Ropes"],
    "page move": ["page", "move", "/concepts/harbour.md", "/concepts/port.md"],
    "page supersede": ["page", "supersede", "/concepts/harbour.md", "/concepts/quay.md"],
    "page edit": ["page", "edit", "/concepts/harbour.md", "--tag", "sea"],
    "source remove": ["source", "remove", "SOURCE"],
    "source purge": ["source", "remove", "SOURCE", "--purge", "--yes"],
    "source restore": ["source", "restore", "GONE"],
    "reindex": ["reindex"],
    "rebuild": ["rebuild", "--yes"],
    "finding settle": ["finding", "settle", "CONTRADICTION", "keep-new", "-m", "asked"],
    "finding same": ["finding", "settle", "MERGE", "same"],
    "finding apart": ["finding", "settle", "MERGE", "apart"],
    "backup": ["backup", "../made.zip"],
    "restore": ["restore", "../kept.zip", "../made"],
    "migrate": ["bundle", "migrate"],
}
"""Commands that write; words in capitals stand for an id of the bundle."""


class Otherwise(Rules):
    """The extractor of a later version: it words some claims in another way, passes one over, and finds one more."""

    name = "rules/later"
    maker = Maker("rules/later")

    def extract(self, source: Source, parts: Sequence[Part], owner: Sequence[str]) -> Iterator[Candidate]:
        """What today's extractor finds, but for that."""
        for found in super().extract(source, parts, owner):
            if "8002" in found.text:
                continue
            yield replace(found, text=found.text.replace("We decided to use", "We use"))
            if "8003" in found.text:
                yield replace(found, text="Service 3 has a port.", kind="fact", topic="ports")


DEADLY = ("open", "write", "replace", "rename", "link", "unlink", "mkdir", "rmdir", "ftruncate", "truncate", "fsync")


def watched(die: int) -> Iterator[int]:
    """Count calls to the system that change files, and end the process at the one with this number.

    A killed process loses nothing that it gave to the system: waiting for the disk is left out.
    """
    calls = itertools.count(1)

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            if next(calls) == die:
                os.kill(os.getpid(), signal.SIGKILL)
            return None if function.__name__ == "fsync" else function(*args, **named)

        return call

    for name in DEADLY:
        setattr(os, name, counted(getattr(os, name)))
    return calls


def forked(root: Path, words: list[str], die: int = 0, after: float = 0) -> tuple[int, float, int]:
    """Run a command in a child: exit code (negative when killed), seconds, calls to the system that change files."""
    reader, writer = os.pipe()
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        os.chdir(root)
        null, said = (
            os.open(os.devnull, os.O_RDWR),
            os.open(root.parent / "said", os.O_CREAT | os.O_WRONLY | os.O_TRUNC),
        )
        for stream, file in enumerate((null, said, said)):
            os.dup2(file, stream)
        calls = watched(die)
        sys.argv, code = ["clew", "--bundle", str(root), *words], 0
        if words[0] == "rebuild":
            vars(app)["Extractor"] = Otherwise  # what reads the text has changed meanwhile
        try:
            main_of_clew()
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException:  # noqa: BLE001  # a traceback is a failure too
            code = 99
        os.write(writer, str(next(calls) - 1).encode())
        os._exit(code)
    os.close(writer)
    if after:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    span = time.monotonic() - began
    counted = os.read(reader, 20)
    os.close(reader)
    return code, span, int(counted or b"0")


def happened(root: Path) -> list[str]:
    """What the ledger says, without ids that chance makes."""
    lines = [json.loads(line) for path in (root / "ledger").glob("*.jsonl") for line in path.read_text().splitlines()]
    return sorted(f"{line['kind']} {line['target']}" for line in lines)


def files(root: Path) -> dict[str, bytes]:
    """Everything that is kept of a bundle but the ledger; what a command made beside it."""
    made = root.parent / "made"
    around = {"made.zip": (root.parent / "made.zip").exists(), "made": made.exists() and happened(made)}
    shown = {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}
    kept = {path: data for path, data in shown.items() if not path.startswith((".clew/", "ledger/"))}
    return {**kept, "around": repr(around).encode()}


LEAD = "Ada Quill leads the harbour office. Ada prefers Rust. Tom Berg is the plumber. Tom Berger is my landlord."


def seed(folder: Path) -> Path:
    """A small bundle with chats, a removed source, pages of people, and an older layout."""
    root, source = folder / "b", chats(folder / "chats", 4)
    lead = {"messages": [{"role": "user", "text": LEAD}]}
    (source / "lead.json").write_text(json.dumps(lead), "utf-8")
    for who, price, at in (("Nora", 12, "2025-03-01"), ("Piet", 14, "2025-03-02")):
        said = [{"role": "user", "at": f"{at}T10:00:00Z", "text": f"{who} says the ferry ticket costs {price} euro."}]
        (source / f"{who}.json").write_text(json.dumps({"messages": said}), "utf-8")
    (folder / "more.json").write_text(json.dumps({"messages": [{"role": "user", "text": "We use Redis."}]}), "utf-8")
    root.mkdir()
    for found in pkgutil.walk_packages(clew_itself.__path__, "clew."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)  # once here, and not in every child
    pages = [["entity", "new", name] for name in ("Ada", "Ada Quill")]
    pages += [["page", "new", name] for name in ("Harbour", "Quay")]
    for words in (["init", "."], ["add", str(source)], *pages):
        assert forked(root, words)[0] == 0, words
    (root / "concepts" / "quay.md").open("a").write("\nSee [Harbour](harbour.md).\n")
    assert forked(root, named(root, ["source", "remove", "GONE"]))[0] == 0
    for verb, port in (("verify", 8001), ("pin", 8000), ("reject", 9003)):
        assert forked(root, ["claim", verb, speaking(root, str(port)), "-m", "seen"])[0] == 0, verb
    assert forked(root, ["backup", "../kept.zip"])[0] == 0
    return root


def speaking(root: Path, words: str) -> str:
    """Id of the claim that has these words."""
    lines = (line for path in sorted((root / "claims").glob("*.jsonl")) for line in path.read_text().splitlines())
    return next(str(claim["id"]) for claim in map(json.loads, lines) if words in claim["text"])


def named(root: Path, words: list[str]) -> list[str]:
    """The words with ids in the place of capitals."""
    sources = sorted(path.stem for path in (root / "sources").glob("*.md") if path.stem != "index")
    lines = [json.loads(line) for line in (root / "claims" / f"{sources[1]}.jsonl").read_text().splitlines()]
    ids = {"GONE": sources[0], "SOURCE": sources[1], "CLAIM": lines[0]["id"]}
    if {"CONTRADICTION", "MERGE"} & {*words}:
        said = subprocess.run(clew(root, "finding", "list", "--json"), capture_output=True, check=True).stdout
        ids |= {one["kind"].upper(): one["id"] for one in json.loads(said)}
    return [ids.get(word, word) for word in words]


def verbs(folder: Path, kills: int, dice: random.Random) -> dict[str, int]:
    """Kill every command that writes, and look at what it left."""
    os.environ |= {"CLEW_NOW": NOW, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    os.environ |= {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache")}
    (folder / "config" / "clew").mkdir(parents=True)
    (folder / "config" / "clew" / "config.toml").write_text(
        '[user]\nname = "kim"\nscripts = true\n[models]\nembedder = "none"\n'
    )
    plain = folder / "plain"
    plain.mkdir()
    seed(plain)
    found = {"kills": 0, "absent": 0, "whole": 0, "half": 0, "unclean": 0, "failed": 0, "differs": 0}
    for name, spoken in VERBS.items():
        if name == "migrate":
            settings = plain / "b" / "clew.toml"
            settings.write_text(re.sub(r"(?m)^format = \d+", "format = 1", settings.read_text()))
        right = Path(shutil.copytree(plain, folder / "right")) / "b"
        words = named(right, spoken)
        before = happened(right), files(right)["around"]
        code, span, calls = forked(right, words)
        assert code == 0, (name, code, (right.parent / "said").read_text())
        after = happened(right), files(right)["around"]
        done = 0
        while done < kills:
            root = Path(shutil.copytree(plain, folder / "killed")) / "b"
            late = dice.uniform(0, span) if done % 2 else 0
            if forked(root, words, dice.randint(1, calls) if not late else 0, late)[0] < 0:
                done += 1
                for fault in seen(root, words, (before, after), files(right)):
                    found[fault] += 1
                    if fault not in ("absent", "whole"):
                        print(name, fault, file=sys.stderr)
            shutil.rmtree(folder / "killed")
        found["kills"] += done
        shutil.rmtree(folder / "right")
    return found


def seen(root: Path, words: list[str], known: tuple[Any, Any], right: dict[str, bytes]) -> Iterator[str]:
    """What a kill left, in words of the report."""
    if forked(root, ["doctor"])[0]:
        yield "unclean"
    left = happened(root), files(root)["around"]
    if left not in known:
        yield "half"
    absent = left == known[0]
    yield "absent" if absent else "whole"
    if forked(root, words if absent else ["doctor"])[0]:
        yield "failed"
    if files(root) != right:
        yield "differs"


def content(root: Path) -> dict[str, bytes]:
    """Text, claims and pages: what must not depend on kills."""
    kept = ("references", "claims", "sources", "concepts", "entities")
    paths = [path for folder in kept for path in sorted((root / folder).rglob("*")) if path.is_file()]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--arm", choices=("store", "add", "verbs", "all"), default="all")
    options.add_argument("--kills", type=int, default=200, help="kills per arm, of `verbs` per command")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--only", nargs="+", default=[], metavar="COMMAND", help="of `verbs`, these alone")
    options.add_argument("--json", type=Path, metavar="FILE")
    options.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.child:
        writes(Path(given.child[0]), int(given.child[1]))
        return
    for name in set(VERBS) - {*given.only} if given.only else ():
        del VERBS[name]
    report, dice = Report("crash", [], given.json), random.Random(given.seed)
    for arm, act in (("store", store), ("add", add), ("verbs", verbs)):
        if given.arm in (arm, "all"):
            with tempfile.TemporaryDirectory() as folder:
                report.add(act(Path(folder), given.kills, dice), arm)
    report.close(given.kills)


if __name__ == "__main__":
    main()
