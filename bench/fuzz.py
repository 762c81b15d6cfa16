"""Mutates real inputs and reads them: no crash, no hang, no unbounded memory, every reading whole.

    python bench/fuzz.py [--data ../shared/samples] [--minutes 1] [--seed 1] [--keep DIR]

Seeds are the files under `--data`; JSON is changed as a value (a part replaced by junk, removed, doubled), an archive
in one member, everything else as bytes. A failure is printed with the seed file and kept under `--keep`; exit code 1
if there was one.
"""

import argparse
import copy
import io
import json
import random
import resource
import sys
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from time import monotonic
from typing import Any

from clew.model import Ignored, Problem, Reading
from clew.readers.intake import Readers

JUNK: tuple[Any, ...] = (
    None, True, 0, -1, float("inf"), float("nan"), 2**70, "", "x", "\ud83d", "\x00", [], {}, [[]], [None], {"a": 1},
    "2025-01-01", ["a", "b"], {"type": "text", "text": 5}, "<!-- clew:context", "a" * 50, {"id": None},
)  # fmt: skip
SECONDS = 5.0
"""A small input that takes longer is a hang."""


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
        chosen = rng.choice(old.namelist())
        for name in old.namelist():
            if name != chosen:
                new.writestr(name, old.read(name))
            elif rng.random() < 0.9:
                new.writestr(name, garble(old.read(name), rng))
    return buffer.getvalue()


def mutate(data: bytes, rng: random.Random) -> bytes:
    """One mutant of a seed."""
    if data[:4] == b"PK\x03\x04" and rng.random() < 0.8:
        return repack(data, rng)
    if rng.random() < 0.7:
        try:
            text = data.decode("utf-8-sig")
            rows = [json.loads(line) for line in text.split("\n") if line.strip()] if text[:1] == "{" else []
            if len(rows) > 1:
                return "\n".join(json.dumps(change(r, rng) if rng.random() < 0.3 else r) for r in rows).encode()
            return json.dumps(change(json.loads(text), rng)).encode()
        except ValueError:
            pass
    return garble(data, rng)


def check(found: list[Any]) -> None:
    """Every item is one of three, every reading whole and writable."""
    assert found, "nothing was said"
    for item in found:
        assert isinstance(item, Reading | Problem | Ignored)
        if isinstance(item, Reading):
            ids = [part.id for part in item.parts]
            assert len(set(ids)) == len(ids) > 0
            assert all(part.parent is None or part.parent in set(ids[: part.n - 1]) for part in item.parts)
            assert item.leaf is None or item.leaf in ids
            assert item.title
            assert item.origin
        plain = replace(item, original=None) if isinstance(item, Reading) else item
        json.dumps(asdict(plain), ensure_ascii=False, default=dict).encode("utf-8")  # lone surrogates would fail here


def attempt(data: bytes, read: Callable[[bytes], list[Any]]) -> str | None:
    """What went wrong with these bytes, as exception and place."""
    began = monotonic()
    try:
        check(read(data))
    except Exception as fault:  # noqa: BLE001  # finding any of them is the purpose
        place = traceback.extract_tb(fault.__traceback__)[-1]
        return f"{type(fault).__name__} at {Path(place.filename).name}:{place.lineno}"
    return "hang" if monotonic() - began > SECONDS else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/samples"))
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    seeds = [(p, p.read_bytes()) for p in sorted(options.data.rglob("*")) if p.is_file() and p.stat().st_size < 40_000]
    rng = random.Random(options.seed)
    failures: Counter[str] = Counter()
    runs, end = 0, monotonic() + 60 * options.minutes
    while monotonic() < end:
        path, data = rng.choice(seeds)
        mutant = mutate(data, rng)
        runs += 1
        fault = attempt(mutant, lambda given: list(Readers().read_bytes(given)))
        if fault and not failures[fault]:
            print(f"{fault} (from {path.name})")
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"{len(failures)}-{path.name}").write_bytes(mutant)
        if fault:
            failures[fault] += 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"runs {runs} failures {sum(failures.values())} peak_mb {peak:.0f}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
