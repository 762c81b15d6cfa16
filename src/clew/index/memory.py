"""An index in memory: the whole port in plain Python, for tests, benches and small throw-away bundles."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.index import words
from clew.index.pieces import pieces
from clew.model import Edge, Hit, Node

if TYPE_CHECKING:
    from clew.ports import Embedder, Vectors

K1, B, TITLE = 1.2, 0.75, 2


class MemoryIndex:
    """Nodes and edges in dictionaries, BM25 by counting, exact cosine over all pieces."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        self._nodes: dict[str, Node] = {}
        self._counts: dict[str, Counter[str]] = {}
        self._postings: dict[str, set[str]] = defaultdict(set)
        self._out: dict[str, dict[tuple[str, str], Edge]] = defaultdict(dict)
        self._into: dict[str, dict[tuple[str, str], Edge]] = defaultdict(dict)
        self._vectors: dict[str, Vectors] = {}
        self._matrix: tuple[list[str], Vectors] | None = None
        self._kept: dict[str, dict[str, Any]] = {}

    def add(self, nodes: Iterable[Node], edges: Iterable[Edge] = ()) -> None:
        """Take nodes and edges, replacing those with the same ref or ends."""
        fresh = list(nodes)
        self._kept.clear()
        for node in fresh:
            self.remove([node.ref])
            self._nodes[node.ref] = node
            title = words.stream(node.title).split() * (TITLE if node.kind == "page" else 1)
            self._counts[node.ref] = Counter(words.stream(node.body).split() + title)
            for word in self._counts[node.ref]:
                self._postings[word].add(node.ref)
        for edge in edges:
            self._out[edge.src][edge.rel, edge.dst] = edge
            self._into[edge.dst][edge.rel, edge.src] = edge
        if self._embedder is not None and fresh:
            self._embed(fresh, self._embedder)

    def remove(self, refs: Sequence[str]) -> None:
        """Forget nodes; their edges stay until replaced."""
        self._kept.clear()
        for ref in refs:
            for word in self._counts.pop(ref, ()):
                self._postings[word].discard(ref)
            self._nodes.pop(ref, None)
            self._vectors.pop(ref, None)
        self._matrix = None

    def _embed(self, nodes: Sequence[Node], embedder: Embedder) -> None:
        texts = [
            (node.ref, piece)
            for node in nodes
            if node.kind != "source"
            for piece in pieces(node.kind, node.title, node.body)
        ]
        rows = embedder.passages([text for _, text in texts])
        for ref, row in zip((ref for ref, _ in texts), rows, strict=True):
            before = self._vectors.get(ref)
            self._vectors[ref] = row[None, :] if before is None else np.vstack([before, row])
        self._matrix = None

    def text(self, query: str, kinds: Sequence[str], k: int) -> list[Hit]:
        """BM25 over title and body, best first."""
        rows = [ref for ref, node in self._nodes.items() if node.kind in kinds]
        if not rows:
            return []
        lengths = {ref: self._counts[ref].total() for ref in rows}
        average = sum(lengths.values()) / len(rows) or 1.0
        scores: dict[str, float] = defaultdict(float)
        for word in words.terms(query):
            having = [ref for ref in self._postings.get(word, ()) if ref in lengths]
            weight = math.log(1 + (len(rows) - len(having) + 0.5) / (len(having) + 0.5))
            for ref in having:
                tf = self._counts[ref][word]
                scores[ref] += weight * tf * (K1 + 1) / (tf + K1 * (1 - B + B * lengths[ref] / average))
        return _best(scores, k)

    def knn(self, vector: Vectors, kinds: Sequence[str], k: int) -> list[Hit]:
        """Best cosine of any piece of a node, best first."""
        refs, matrix = self._stacked()
        flat = np.asarray(vector, dtype=np.float32).reshape(-1)
        if not refs or matrix.shape[1] != flat.shape[0]:
            return []
        best: dict[str, float] = {}
        for ref, value in zip(refs, (matrix @ flat).tolist(), strict=True):
            if self._nodes[ref].kind in kinds and value > best.get(ref, -2.0):
                best[ref] = value
        return _best(best, k)

    def _stacked(self) -> tuple[list[str], Vectors]:
        if self._matrix is None:
            refs = [ref for ref, rows in self._vectors.items() for _ in range(rows.shape[0])]
            rows = list(self._vectors.values())
            self._matrix = refs, np.vstack(rows) if rows else np.zeros((0, 0), dtype=np.float32)
        return self._matrix

    def titles(self, query: str) -> list[str]:
        """Pages whose title or alias stands in the query as whole words, longest first."""
        asked = f" {' '.join(words.units(query))} "
        found: dict[str, int] = {}
        for ref, node in self._nodes.items():
            if node.kind != "page":
                continue
            for name in (node.title, *node.data.get("aliases", ())):
                spelled = " ".join(words.units(str(name)))
                if spelled and f" {spelled} " in asked:
                    found[ref] = max(found.get(ref, 0), len(spelled))
        return sorted(found, key=lambda ref: (-found[ref], ref))

    def get(self, refs: Sequence[str]) -> dict[str, Node]:
        """Nodes by ref."""
        return {ref: self._nodes[ref] for ref in refs if ref in self._nodes}

    def out(self, refs: Sequence[str], rels: Sequence[str] | None = None) -> list[Edge]:
        """Edges that leave these nodes."""
        return _edges(self._out, refs, rels)

    def into(self, refs: Sequence[str], rels: Sequence[str] | None = None) -> list[Edge]:
        """Edges that arrive at these nodes."""
        return _edges(self._into, refs, rels)

    def document_frequency(self, words_: Sequence[str], kinds: Sequence[str]) -> dict[str, int]:
        """In how many nodes of these kinds each word occurs."""
        out = {}
        for word in words_:
            found: set[str] = set().union(*(self._postings.get(token, set()) for token in words.wholes(word)))
            out[word] = sum(self._nodes[ref].kind in kinds for ref in found)
        return out

    def size(self, kinds: Sequence[str]) -> int:
        """How many nodes of these kinds there are."""
        return sum(node.kind in kinds for node in self._nodes.values())

    def kept(self, name: str) -> dict[str, Any]:
        """What was derived of nodes under a name, for whoever derives it to fill; empty once anything changed."""
        return self._kept.setdefault(name, {})

    def still(self) -> AbstractContextManager[None]:
        """Nobody else writes here."""
        return nullcontext()


def _best(scores: dict[str, float], k: int) -> list[Hit]:
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return [Hit(ref, score) for ref, score in ranked[:k] if score > 0]


def _edges(
    table: dict[str, dict[tuple[str, str], Edge]], refs: Sequence[str], rels: Sequence[str] | None
) -> list[Edge]:
    wanted = None if rels is None else set(rels)
    return [
        edge
        for ref in dict.fromkeys(refs)
        for _, edge in sorted(table.get(ref, {}).items())
        if wanted is None or edge.rel in wanted
    ]
