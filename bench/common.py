"""What every script here shares: arguments, plain BM25, intervals, and one report as a table and as flat JSON."""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

Figure = float | int | str | None
WORD = re.compile(r"\w+")
ROUNDS = 1000


def parser(about: str, default: str) -> argparse.ArgumentParser:
    """Argument parser with what all scripts take; `default` is the folder of data beside the checkout."""
    out = argparse.ArgumentParser(description=about)
    beside = Path(__file__).resolve().parents[2] / "shared" / "bench" / default
    out.add_argument("--data", type=Path, default=beside, metavar="DIR", help=f"folder of the set (default: {beside})")
    out.add_argument("--json", type=Path, metavar="FILE", help="write all figures as one flat JSON object")
    out.add_argument("--limit", type=int, metavar="N", help="only the first N items")
    return out


def sized(about: str) -> argparse.Namespace:
    """What scripts over generated claims are given."""
    out = argparse.ArgumentParser(description=about)
    out.add_argument("--json", type=Path, metavar="FILE", help="write all figures as one flat JSON object")
    out.add_argument("--size", type=int, default=100_000, help="how many claims")
    out.add_argument("--keep", type=Path, metavar="FOLDER", help="generate into this folder, or use what is there")
    return out.parse_args()


@contextmanager
def away() -> Iterator[Path]:
    """A folder of its own, in which settings, data and cache of a person lie too."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {f"XDG_{name}_HOME": folder for name in ("CONFIG", "DATA", "CACHE")}
        yield Path(folder)


def need(*paths: Path) -> None:
    """End quietly with a clear message where the data is not on this machine."""
    for path in paths:
        if not path.exists():
            skip(f"{path} is not here")


def skip(why: str) -> NoReturn:
    """End with exit code 0 and say why nothing was measured."""
    print(f"skipped: {why}", file=sys.stderr)
    raise SystemExit(0)


def digest(paths: Iterable[Path]) -> str:
    """Hex SHA-256 over the names and bytes of files; folders are walked in sorted order."""
    total = hashlib.sha256()
    for path in sorted(paths):
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            total.update(file.name.encode())
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def commit() -> str:
    """Short id of the checkout's commit, with `+` where files differ from it; `unknown` outside a repository."""
    here = Path(__file__).resolve().parent

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=here, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    head = git("rev-parse", "--short=12", "HEAD")
    return (head + ("+" if git("status", "--porcelain", "--", "../src", ".") else "")) if head else "unknown"


def mean(values: Sequence[float]) -> float:
    """Arithmetic mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def bootstrap(groups: Sequence[Sequence[float]], seed: int = 7, rounds: int = ROUNDS) -> tuple[float, float, float]:
    """Mean over all values and its 95 % interval by resampling whole groups (questions or conversations)."""
    filled = [group for group in groups if group]
    centre = mean([value for group in filled for value in group])
    if len(filled) < 2:
        return centre, centre, centre
    dice = random.Random(seed)
    sums = [(sum(group), len(group)) for group in filled]
    draws = []
    for _ in range(rounds):
        picked = dice.choices(sums, k=len(sums))
        draws.append(sum(s for s, _ in picked) / sum(n for _, n in picked))
    draws.sort()
    return centre, draws[int(0.025 * rounds)], draws[min(rounds - 1, int(0.975 * rounds))]


def interval(name: str, groups: Sequence[Sequence[float]]) -> dict[str, Figure]:
    """The figure `name` with `_lo` and `_hi` beside it."""
    centre, low, high = bootstrap(groups)
    return {name: centre, f"{name}_lo": low, f"{name}_hi": high}


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Chance that a positive scores above a negative; ties count half."""
    if not positive or not negative:
        return 0.0
    ranked = sorted([(v, 1) for v in positive] + [(v, 0) for v in negative])
    wins, below, i = 0.0, 0, 0
    while i < len(ranked):
        j = i
        while j < len(ranked) and ranked[j][0] == ranked[i][0]:
            j += 1
        good = sum(flag for _, flag in ranked[i:j])
        wins += good * (below + (j - i - good) / 2)
        below += j - i - good
        i = j
    return wins / (len(positive) * len(negative))


def words(text: str) -> list[str]:
    """Lower-cased runs of letters, digits and underscores."""
    return WORD.findall(text.casefold())


class BM25:
    """The plain reference arm: Okapi BM25 (k1 1.2, b .75) over lower-cased words, no stemming, no stop words."""

    def __init__(self, texts: Sequence[str], k1: float = 1.2, b: float = 0.75) -> None:
        self.counts = [Counter(words(text)) for text in texts]
        self.k1, self.b = k1, b
        self.lengths = [sum(count.values()) for count in self.counts]
        self.average = mean(self.lengths) or 1.0
        self.postings: dict[str, list[int]] = {}
        for i, count in enumerate(self.counts):
            for word in count:
                self.postings.setdefault(word, []).append(i)

    def scores(self, query: str) -> list[float]:
        """One score per text, in order."""
        out = [0.0] * len(self.counts)
        for word in set(words(query)):
            rows = self.postings.get(word, [])
            rarity = math.log(1 + (len(self.counts) - len(rows) + 0.5) / (len(rows) + 0.5))
            for i in rows:
                tf = self.counts[i][word]
                norm = self.k1 * (1 - self.b + self.b * self.lengths[i] / self.average)
                out[i] += rarity * tf * (self.k1 + 1) / (tf + norm)
        return out

    def top(self, query: str, k: int) -> list[int]:
        """Places of the best k texts that share a word with the query, best first; ties in stored order."""
        scores = self.scores(query)
        order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
        return [i for i in order[:k] if scores[i] > 0]


class Report:
    """Figures of one run with what is needed to repeat it."""

    def __init__(self, name: str, data: Iterable[Path], out: Path | None) -> None:
        self.name, self.out = name, out
        self.began = time.perf_counter()
        self.figures: dict[str, Figure] = {"data_sha256": digest(data), "commit": commit()}

    def add(self, figures: Mapping[str, Figure], arm: str = "") -> None:
        """Take figures, under the prefix `arm.` for an arm that is not ours."""
        prefix = f"{arm}." if arm else ""
        self.figures.update({prefix + key: value for key, value in figures.items()})

    def rate(self, name: str, groups: Sequence[Sequence[float]], arm: str = "") -> None:
        """Take a mean with its interval."""
        self.add(interval(name, groups), arm)

    def close(self, n: int) -> None:
        """Print the table and write the file."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
        seconds = round(time.perf_counter() - self.began, 2)
        self.figures |= {"seconds": seconds, "peak_rss_mb": round(peak, 1), "n": n}
        for line in table(self.name, self.figures):
            print(line)
        if self.out:
            flat = {k: round(v, 4) if isinstance(v, float) else v for k, v in self.figures.items()}
            self.out.write_text(json.dumps(flat, indent=1) + "\n", encoding="utf-8")


def table(name: str, figures: Mapping[str, Figure]) -> list[str]:
    """Lines of a table: one row per figure, one column per arm, intervals in brackets."""
    plain = [key for key in figures if not key.endswith(("_lo", "_hi"))]
    arms = ["", *sorted({key.split(".", 1)[0] for key in plain if "." in key})]
    rows = list(dict.fromkeys(key.split(".", 1)[-1] for key in plain))

    def cell(key: str) -> str:
        value = figures.get(key)
        if value is None:
            return ""
        shown = f"{value:.3f}" if isinstance(value, float) else str(value)
        low, high = figures.get(f"{key}_lo"), figures.get(f"{key}_hi")
        bounds = isinstance(low, float) and isinstance(high, float)
        return f"{shown} [{low:.2f} {high:.2f}]" if bounds else shown

    grid = [[name, *(arm or "clew" for arm in arms)]]
    grid += [[row, *(cell(f"{arm}.{row}" if arm else row) for arm in arms)] for row in rows]
    widths = [min(40, max(len(line[i]) for line in grid)) for i in range(len(grid[0]))]
    return ["  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in grid]
