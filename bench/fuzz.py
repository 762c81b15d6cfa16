"""Mutates real inputs and reads them: no crash, no hang, no unbounded memory, every reading whole.

    python bench/fuzz.py [--data ../shared/samples …] [--reader NAME] [--minutes 1] [--seed 1] [--keep DIR]
                         [--guided [--corpus DIR]]

Seeds are the files under `--data`, with `--reader` those that it takes; JSON is changed as a value (a part replaced by
junk, removed, doubled), an archive in one member, a database in one value, everything else as bytes. A failure is
printed with the seed file and kept under `--keep`; exit code 1 if there was one. Minutes are those of the processor.
`--guided` lets atheris choose mutants by the lines that they reach (`pip install
atheris`, no part of this project's environment); with `--corpus` it goes on from what it found there before, so that
time can be given in shares. `bench/seeds.py` gathers what the tests read.
"""

import argparse
import copy
import io
import json
import os
import random
import resource
import sqlite3
import sys
import tempfile
import traceback
import zipfile
from collections import Counter
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import Any

if "--guided" in sys.argv:
    import atheris  # type: ignore[import-untyped]  # no part of this project's environment

# what is looked at while mutants are chosen: the readers and the reading of text below them
with atheris.instrument_imports(include=["clew.readers", "clew.text"]) if "--guided" in sys.argv else nullcontext():
    from clew.readers.intake import Readers

from clew.model import Ignored, Problem, Reading
from clew.use.ingest import Added
from clew.use.report import Gathered

JUNK: tuple[Any, ...] = (
    None, True, 0, -1, float("inf"), float("nan"), 2**70, "", "x", "\ud83d", "\x00", [], {}, [[]], [None], {"a": 1},
    "2025-01-01", ["a", "b"], {"type": "text", "text": 5}, "<!-- clew:context", "a" * 50, {"id": None},
)  # fmt: skip
SECONDS = 5.0
"""A small input that takes longer is a hang."""
LARGEST = 40_000
"""Most bytes of a seed and of a mutant."""


def places(value: Any, path: tuple[Any, ...] = (), depth: int = 0) -> list[tuple[Any, ...]]:
    """Paths to all parts of a value, not too deep."""
    found = [path]
    if depth < 40:
        inner = value.items() if isinstance(value, dict) else enumerate(value[:30]) if isinstance(value, list) else ()
        for key, part in inner:
            found += places(part, (*path, key), depth + 1)
    return found


def change(value: Any, rng: random.Random) -> Any:
    """The value with one part changed."""
    value = copy.deepcopy(value)
    path = rng.choice(places(value))
    if not path:
        return copy.deepcopy(rng.choice(JUNK)) if rng.random() < 0.1 else value
    holder = value
    for step in path[:-1]:
        holder = holder[step]
    what = rng.random()
    if what < 0.6:
        holder[path[-1]] = copy.deepcopy(rng.choice(JUNK))
    elif what < 0.75:
        del holder[path[-1]]
    elif isinstance(holder, list):
        holder.insert(0, copy.deepcopy(rng.choice((*JUNK, holder[path[-1]]))))
    else:
        holder[path[-1]] = [copy.deepcopy(holder[path[-1]])]
    return value


def garble(data: bytes, rng: random.Random) -> bytes:
    """The bytes with a few of them changed, cut out or put in."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(out) + 1)
        out[at : at + rng.choice((0, 1, 20))] = rng.randbytes(rng.choice((0, 1, 4)))
    return bytes(out[: rng.randrange(len(out) + 1)] if rng.random() < 0.1 else out)


def repack(data: bytes, rng: random.Random) -> bytes:
    """The archive with one member mutated, or gone."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
        members = [info for info in old.infolist() if info.file_size < 1_000_000]  # without those made to be refused
        chosen = rng.choice(members)
        for info in members:
            if info is not chosen:
                new.writestr(info, old.read(info))
            elif rng.random() < 0.9:
                new.writestr(info, mutate(old.read(info), rng))
    return buffer.getvalue()


def revalue(data: bytes, rng: random.Random) -> bytes:
    """The database with one of its values mutated."""
    with sqlite3.connect(":memory:") as base:
        base.deserialize(data)
        names = [row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        table = rng.choice(names).replace('"', '""')
        key, old = rng.choice(base.execute(f'SELECT rowid, value FROM "{table}"').fetchall())
        raw = old.encode() if isinstance(old, str) else old or b"{}"
        base.execute(f'UPDATE "{table}" SET value = ? WHERE rowid = ?', (mutate(raw, rng), key))
        base.commit()
        return base.serialize()


def mutate(data: bytes, rng: random.Random) -> bytes:
    """One mutant of a seed."""
    whole = repack if data[:4] == b"PK\x03\x04" else revalue if data[:7] == b"SQLite " else None
    if whole and rng.random() < 0.8:
        try:
            return whole(data, rng)
        except Exception:  # noqa: BLE001  # an archive or a database that is broken itself
            return garble(data, rng)
    if rng.random() < 0.7:
        try:
            text = data.decode("utf-8-sig")
            rows = [json.loads(line) for line in text.split("\n") if line.strip()] if text[:1] == "{" else []
            if len(rows) > 1:
                return "\n".join(json.dumps(change(r, rng) if rng.random() < 0.3 else r) for r in rows).encode()
            return json.dumps(change(json.loads(text), rng)).encode()
        except (ValueError, RecursionError):
            pass
    return garble(data, rng)


def check(found: list[Any]) -> None:
    """Every item is one of three and counted once, every reading whole and writable."""
    assert found, "nothing was said"
    sums = Gathered()
    for item in found:
        assert isinstance(item, Reading | Problem | Ignored)
        if isinstance(item, Reading):
            ids = [part.id for part in item.parts]
            assert len(set(ids)) == len(ids) > 0
            assert all(part.parent is None or part.parent in set(ids[: part.n - 1]) for part in item.parts)
            assert item.leaf is None or item.leaf in ids
            assert item.title
            assert item.origin
            sums.take(Added(item.where, "new", title=item.title))
        else:
            sums.note(item)
        plain = replace(item, original=None) if isinstance(item, Reading) else item
        json.dumps(asdict(plain), ensure_ascii=False, default=dict).encode("utf-8")  # lone surrogates would fail here
    report = sums.report()
    assert sum(report.counts.values()) + len(report.ignored) == len(found)


@dataclass(slots=True)
class Watch:
    """What came of the mutants so far."""

    keep: Path | None
    runs: int = 0
    failures: Counter[str] = field(default_factory=Counter)

    def attempt(self, data: bytes) -> None:
        """Read these bytes; a failure not met before is printed and kept."""
        self.runs += 1
        began = process_time()
        fault = None
        try:
            check(list(Readers().read_bytes(data)))
        except Exception as raised:  # noqa: BLE001  # finding any of them is the purpose
            place = traceback.extract_tb(raised.__traceback__)[-1]
            fault = f"{type(raised).__name__} at {Path(place.filename).name}:{place.lineno}"
        if fault is None and process_time() - began > SECONDS:
            fault = "hang"
        if fault and not self.failures[fault]:
            print(fault, flush=True)
            if self.keep:
                self.keep.mkdir(parents=True, exist_ok=True)
                (self.keep / f"{len(self.failures)}-{fault.split()[-1]}").write_bytes(data)
        if fault:
            self.failures[fault] += 1

    def told(self, name: str) -> int:
        """Print the sums; the exit code."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{name}: runs {self.runs} failures {sum(self.failures.values())} peak_mb {peak:.0f}", flush=True)
        return 1 if self.failures else 0


def taker(data: bytes) -> str:
    """Which reader takes these bytes, or `none`."""
    found = Readers().read_bytes(data)
    return next((item.provider for item in found if isinstance(item, Reading)), "none")


def guided(seeds: list[bytes], minutes: float, watch: Watch, name: str, found: Path | None) -> None:
    """Mutants chosen by what they reach; ends the process when the time is over."""
    end = process_time() + 60 * minutes

    def mutant(data: bytes, limit: int, seed: int) -> bytes:
        rng = random.Random(seed)
        made = mutate(data, rng) if rng.random() < 0.6 else b""
        return made if 0 < len(made) <= limit else atheris.Mutate(data, limit)

    def look(data: bytes) -> None:
        watch.attempt(data)
        if process_time() > end:
            os._exit(watch.told(name))  # the library never comes back by itself

    if found:
        found.mkdir(parents=True, exist_ok=True)
    with nullcontext(str(found)) if found else tempfile.TemporaryDirectory() as corpus:
        for n, data in enumerate(seeds):
            Path(corpus, f"{n}").write_bytes(data)
        options = [f"-max_len={LARGEST}", "-rss_limit_mb=700", "-timeout=60", "-verbosity=0", "-detect_leaks=0"]
        atheris.Setup([sys.argv[0], corpus, *options], look, custom_mutator=mutant)
        atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", default=[Path("../shared/samples")])
    parser.add_argument("--reader", nargs="+", help="only seeds that these readers take, as pages name them")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--guided", action="store_true")
    parser.add_argument("--corpus", type=Path)
    options = parser.parse_args()
    files = [path for root in options.data for path in sorted(root.rglob("*")) if path.is_file()]
    seeds = [path.read_bytes() for path in files if path.stat().st_size < LARGEST]
    seeds = [data for data in seeds if not options.reader or taker(data) in options.reader]
    assert seeds, "no such seeds"
    rng, watch = random.Random(options.seed), Watch(options.keep)
    whose = " ".join(options.reader or ["all"])
    name = f"{whose}: {len(seeds)} seeds, {options.minutes:g} min{', guided' * options.guided}"
    if options.guided:
        guided(seeds, options.minutes, watch, name, options.corpus)
    end = process_time() + 60 * options.minutes
    while process_time() < end:
        watch.attempt(mutate(rng.choice(seeds), rng))
    return watch.told(name)


if __name__ == "__main__":
    sys.exit(main())
