"""A context block over many generated claims, against one full-text query and one exact scan of the same rows.

Processor time, so that other work on the machine counts little; start-up is wall time of a new process. Vectors have
as many numbers as those of the packaged model; making the vector of the question counts for neither side. `warm` is a
process that has answered many questions. Personalised PageRank and the cheapest path run beside scipy (power iteration,
Dijkstra) over a random graph, where it is installed.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TypeVar

import numpy as np

from clew.core import codec
from clew.index.sqlite import Owned, SqliteIndex
from clew.model import Claim, Edge, Maker, Node, Span, Speaker, Standing
from clew.search.graph import Walk, cheapest, pagerank
from clew.use.ask import Options, retrieve
from clew.use.seek import KINDS

import common

T = TypeVar("T")
ASKED, DIM, WORDS = 60, 384, 6000
WARM = 240
"""Questions after which the process counts as warm: what an agent's session or the app is after a while."""
NODES, DEGREE = 100_000, 3
SIZES = (10_000, 100_000)
OPTIONS = Options(now="2026-12-01T00:00:00Z", gate=False)


class Dice:
    """Words by a falling law and vectors without meaning, the same in every run."""

    fingerprint, dim = "dice", DIM

    def __init__(self) -> None:
        self.dice, self.rows = random.Random(1), np.random.default_rng(1)
        letters = "bcdfghklmnprstvw"
        self.known = [
            "".join(self.dice.choice(letters) + self.dice.choice("aeiou") for _ in range(4)) for _ in range(WORDS)
        ]
        self.sums = list(accumulate(1 / (n + 5) for n in range(WORDS)))

    def words(self, count: int) -> str:
        """A text of so many words."""
        return " ".join(self.dice.choices(self.known, cum_weights=self.sums, k=count))

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        """Unit rows."""
        rows = self.rows.standard_normal((len(texts), DIM)).astype(np.float32)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)

    def query(self, text: str) -> np.ndarray:
        """One unit row."""
        return self.passages([text])


def files(dice: Dice, size: int) -> Iterator[Owned]:
    """Claims in chats of ten messages, two claims a message, and the links between them."""
    for n in range(size):
        source, part = f"s{n // 20}", n % 20 // 2 + 1
        text, at = dice.words(12), f"2026-{1 + n % 12:02}-{1 + n % 28:02}T09:00:00Z"
        spot = f"part:{source}#{part}"
        claim = Claim(
            id=f"c{n:07}", kind="fact", text=text, label=text[:30], topic=dice.known[n % 500],
            speaker=Speaker("person", "user"),
            evidence=(Span(source, part, 0, len(text), text),), by=Maker("dice/1"), asserted_at=at, confidence="high",
        )  # fmt: skip
        data = {"claim": codec.lean(claim), "standing": codec.lean(Standing(claim.id, "active", head=claim.id))}
        nodes = [Node(f"claim:{claim.id}", "claim", claim.label, text, at, data)]
        edges = [Edge(f"claim:{claim.id}", "evidence", spot), Edge(f"claim:{claim.id}", "about", f"page:/{n % 997}.md")]
        if n % 2 == 0:
            said = {"source": source, "n": part, "author": "person", "name": "user", "kind": "chat"}
            nodes.append(Node(spot, "part", "", f"{text} {dice.words(30)}", at, said))
            if part > 1:
                edges.append(Edge(f"part:{source}#{part - 1}", "next", spot))
        yield Owned(f"o{n}", "d", nodes, edges)


def timed(act: Callable[[T], object], questions: Sequence[T]) -> tuple[float, float]:
    """Median and 95th percentile in milliseconds of processor time."""
    spent = []
    for question in questions:
        began = time.process_time()
        act(question)
        spent.append(1000 * (time.process_time() - began))
    spent.sort()
    return spent[len(spent) // 2], spent[int(0.95 * len(spent))]


def measure(report: common.Report, folder: Path, size: int) -> None:
    """Figures of one size."""
    dice = Dice()
    index = SqliteIndex(folder / f"{size}.db")
    index.put_all(files(dice, size))
    while pieces := index.pending(dice.fingerprint, 4000):
        index.add_vectors(dice.fingerprint, pieces, dice.passages([piece.text for piece in pieces]))
    before = [dice.words(7) + "?" for _ in range(WARM)]
    asked = [dice.words(7) + "?" for _ in range(2 * ASKED)]
    vectors = dict(zip([*before, *asked], dice.passages([*before, *asked]), strict=True))
    dice.query = lambda text: vectors[text][None]  # type: ignore[method-assign]  # its making is no part of either side
    acts: dict[str, Callable[[str], object]] = {
        "context": lambda q: retrieve(q, index, dice, OPTIONS),
        "floor": lambda q: (index.text(q, KINDS, 10), index.knn(vectors[q][None], KINDS, 10)),
    }
    for arm, questions in (("", asked[:ASKED]), ("warm_", asked[ASKED:])):
        found = {}
        for name, act in acts.items():
            act(questions[0])
            found[name], slow = timed(act, questions)
            report.add({f"{arm}{name}_p50_ms_{size}": round(found[name], 2)})
            report.add({f"{arm}{name}_p95_ms_{size}": round(slow, 2)})
            report.add({f"{arm}{name}_p95_to_p50_{size}": round(slow / found[name], 2)})
        report.add({f"{arm}context_to_floor_{size}": round(found["context"] / found["floor"], 2)})
        for question in before:
            acts["context"](question)
    index.close()


def linked(size: int) -> tuple[list[Owned], np.ndarray]:
    """A random graph in which a few nodes have many edges, and its edges by number."""
    rows = np.random.default_rng(7)
    ends = np.stack([rows.integers(size, size=DEGREE * size), (size * rows.random(DEGREE * size) ** 2).astype(int)])
    ends = np.unique(np.sort(ends[:, ends[0] != ends[1]], axis=0), axis=1)
    owned = []
    for at in range(0, ends.shape[1], 1000):
        edges = [Edge(f"page:/{a}.md", "links", f"page:/{b}.md") for a, b in ends[:, at : at + 1000].T.tolist()]
        owned.append(Owned(f"o{at}", "d", (), edges))
    return owned, ends


def walked(report: common.Report, folder: Path, size: int) -> None:
    """PageRank and paths in a graph of so many nodes, beside scipy."""
    try:
        from scipy.sparse import coo_array  # type: ignore[import-untyped]  # wanted by this script alone
        from scipy.sparse.csgraph import dijkstra  # type: ignore[import-untyped]  # as above
    except ImportError:
        print("scipy is not installed: PageRank and paths are not compared", file=sys.stderr)
        return
    owned, ends = linked(size)
    index = SqliteIndex(folder / "graph.db")
    index.put_all(owned)
    both = np.concatenate([ends, ends[::-1]], axis=1)
    graph = coo_array((np.ones(both.shape[1]), both), shape=(size, size)).tocsr()
    shares = (graph / np.maximum(1, graph.sum(axis=0))).tocsr()

    def power(seed: int) -> np.ndarray:
        rank = first = np.eye(1, size, seed)[0]
        while True:
            after = 0.5 * first + 0.5 * (shares @ rank)
            if np.abs(after - rank).sum() < 1e-6:
                return np.asarray(after)
            rank = after

    def first(found: dict[str, float]) -> list[int]:
        ranked = sorted(found, key=lambda ref: (-found[ref], ref))
        return [int(ref[6:-3]) for ref in ranked[:10]]

    dice = random.Random(3)
    pairs = [(dice.randrange(size), dice.randrange(size)) for _ in range(ASKED)]
    walk = Walk(fan=100_000)
    acts: dict[str, Callable[[tuple[int, int]], object]] = {
        "pagerank": lambda ab: pagerank(index, {f"page:/{ab[0]}.md": 1.0}, walk, eps=1e-4),
        "scipy_pagerank": lambda ab: power(ab[0]),
        "path": lambda ab: cheapest(index, f"page:/{ab[0]}.md", f"page:/{ab[1]}.md", walk),
        "scipy_path": lambda ab: dijkstra(graph, indices=ab[0], return_predecessors=True),
    }
    found = {}
    for name, act in acts.items():
        act(pairs[0])
        found[name], slow = timed(act, pairs)
        report.add({f"{name}_p50_ms": round(found[name], 2), f"{name}_p95_ms": round(slow, 2)}, "graph")
    same = [
        len({*first(pagerank(index, {f"page:/{a}.md": 1.0}, walk, eps=1e-4))} & {*np.argsort(-power(a))[:10].tolist()})
        for a, _ in pairs[:10]
    ]
    costs = [
        (cheapest(index, f"page:/{a}.md", f"page:/{b}.md", walk), dijkstra(graph, indices=a)[b]) for a, b in pairs[:10]
    ]
    report.add(
        {
            "nodes": size,
            "edges": ends.shape[1],
            "pagerank_to_scipy": round(found["pagerank"] / found["scipy_pagerank"], 2),
            "path_to_scipy": round(found["path"] / found["scipy_path"], 2),
            "pagerank_first_ten_shared": sum(same) / len(same) / 10,
            "path_as_short": sum(way is not None and len(way) == cost for way, cost in costs) / len(costs),
        },
        "graph",
    )
    index.close()


def start() -> float:
    """Seconds until a new process has said its version."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "clew", "--version"], capture_output=True, check=True)
    return time.perf_counter() - began


def main() -> None:
    """Run the sizes and report."""
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--json", type=Path, metavar="FILE")
    args.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    args.add_argument("--nodes", type=int, default=NODES, help="of the random graph; 0 leaves it out")
    options = args.parse_args()
    report = common.Report("speed", [], options.json)
    with tempfile.TemporaryDirectory() as folder:
        for size in options.sizes:
            measure(report, Path(folder), size)
        if options.nodes:
            walked(report, Path(folder), options.nodes)
    report.add({"version_seconds": round(min(start() for _ in range(3)), 3)})
    report.close(len(options.sizes) * ASKED)


if __name__ == "__main__":
    main()
