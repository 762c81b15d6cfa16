"""All vectors of an index as blocks of memory: one scan gives the exact nearest nodes."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy.typing as npt

    from clew.ports import Vectors

    Ints: TypeAlias = npt.NDArray[np.int64]

NEAR = 1e-4
"""Distance from the last place within which float32 scores are computed again in float64."""
STRETCH = 256
"""Scores of which the best is found first where very many are compared."""
TOGETHER = 2048
"""Nodes whose exact scores are computed in one go: bounds memory where very many are equally near."""


@dataclass(frozen=True, slots=True)
class Block:
    """Vectors whose rows are sorted by node within each kind: the pieces of a node lie together."""

    rows: "Vectors"
    ids: "Ints"
    """Shape (3, rows): number of the vector, of its node, of the node's kind."""
    starts: "Ints"
    """Where the rows of each node begin."""
    alive: "npt.NDArray[np.bool_]"
    """Whether each node still has these vectors."""

    @staticmethod
    def of(rows: "Vectors", ids: "Ints") -> "Block":
        """A block of rows that are all alive."""
        starts = np.flatnonzero(np.diff(ids[1], prepend=-1)).astype(np.int64)
        return Block(rows, ids, starts, np.ones(len(starts), dtype=np.bool_))

    def without(self, gone: "npt.NDArray[np.bool_]") -> "Block":
        """The same block where the rows marked are no longer found."""
        return replace(self, alive=~np.logical_or.reduceat(gone, self.starts) if len(gone) else self.alive)

    def scan(self, query: "Vectors") -> "Vectors":
        """Score of each node by its best piece."""
        scores = np.asarray(self.rows @ query, dtype=np.float32)
        if len(self.starts) < len(scores):
            scores = np.maximum.reduceat(scores, self.starts)
        # a damaged row is near nothing; the greatest shows whether there is one
        return scores if np.isfinite(scores.max()) else np.where(np.isfinite(scores), scores, np.float32(-1))

    def only(self, kind: int) -> "Ints":
        """Places of the nodes of a kind that are still there."""
        return np.flatnonzero(self.alive & (self.ids[2][self.starts] == kind)).astype(np.int64)

    def exact(self, places: "Ints", query: "npt.NDArray[np.float64]") -> "Iterator[tuple[int, float]]":
        """Node and score at each of these places, in float64 and without BLAS: the order must not depend on threads."""
        begins = self.starts[places]
        many = np.append(self.starts, len(self.rows))[places + 1] - begins
        firsts = np.cumsum(many) - many
        pieces = self.rows[np.repeat(begins - firsts, many) + np.arange(many.sum())].astype(np.float64)
        best = np.maximum.reduceat((pieces * query).sum(axis=1), firsts)
        return zip(self.ids[1][begins].tolist(), best.tolist(), strict=True)

    def save(self, path: Path) -> None:
        """Keep the block in two files that `load` can map into memory."""
        for part, array in (("ids", self.ids), ("rows", self.rows)):
            draft = path.with_name(f"{path.name}.{part}.{os.getpid()}.draft")
            with draft.open("wb") as file:
                np.save(file, array)
            draft.replace(path.with_name(f"{path.name}.{part}"))

    @staticmethod
    def load(path: Path, dim: int) -> "Block | None":
        """The block as it was kept, or None when it is not there or not whole."""
        try:
            ids = np.load(path.with_name(f"{path.name}.ids"))
            # a plain view: numpy asks after every step on the class of a mapped array
            rows = np.asarray(np.load(path.with_name(f"{path.name}.rows"), mmap_mode="r"))
        except (OSError, ValueError, EOFError):
            return None
        if ids.shape != (3, len(rows)) or rows.shape[1:] != (dim,):
            return None
        return Block.of(rows, ids)


@dataclass(frozen=True, slots=True)
class Matrix:
    """The vectors of one fingerprint at one revision."""

    revision: str
    blocks: tuple[Block, ...]
    places: "dict[int, list[Ints]]" = field(default_factory=dict)
    """Where the nodes of a kind lie in each block, found when it is first asked for."""
    last: "dict[bytes, list[Vectors]]" = field(default_factory=dict)
    """The scan of the last question: each kind of node is asked for with the same vector."""

    def _scan(self, query: "Vectors", blocks: Sequence[Block]) -> "list[Vectors]":
        key = query.tobytes()
        scores = self.last.get(key)
        if scores is None:
            scores = [block.scan(query) for block in blocks]
            self.last.clear()
            self.last[key] = scores
        return scores

    def nearest(self, vector: "Vectors", kinds: Sequence[int], k: int) -> dict[int, float]:
        """Cosine by node of at least the k nearest (more where scores are close), rounded to six digits."""
        length = float(np.linalg.norm(vector))
        blocks = [block for block in self.blocks if len(block.rows)]
        if not blocks or not np.isfinite(length) or length == 0.0:
            return {}
        query = vector / np.float32(length)
        scanned = self._scan(query, blocks)
        # each place with its score, by kind and block: nothing is computed for nodes of other kinds
        looked = [
            (block, places, scores[_view(places)])
            for kind in kinds
            for block, scores, places in zip(blocks, scanned, self._of(kind, blocks), strict=True)
        ]
        parts = [scores for _, _, scores in looked if len(scores)]
        together = parts[0] if len(parts) == 1 else np.concatenate([np.zeros(0, np.float32), *parts])
        count = min(k, len(together))
        if count < 1:
            return {}
        limit = least(together, count) - NEAR
        wide = query.astype(np.float64)
        found: dict[int, float] = {}
        for block, places, scores in looked:
            near = places[scores >= limit]
            for start in range(0, len(near), TOGETHER):
                for node, score in block.exact(near[start : start + TOGETHER], wide):
                    rounded = round(score, 6)
                    if rounded > found.get(node, -1.0):
                        found[node] = rounded
        return found

    def _of(self, kind: int, blocks: Sequence[Block]) -> "list[Ints]":
        if kind not in self.places:
            self.places[kind] = [block.only(kind) for block in blocks]
        return self.places[kind]


def _view(places: "Ints") -> "slice | Ints":
    """Places as a stretch where they lie side by side, so that nothing is copied."""
    side = len(places) > 0 and int(places[-1]) - int(places[0]) + 1 == len(places)
    return slice(int(places[0]), int(places[-1]) + 1) if side else places


def least(scores: "Vectors", count: int) -> float:
    """The lowest of the `count` best scores: only what the best of so many stretches reach can be among them."""
    whole = len(scores) // STRETCH * STRETCH
    if whole // STRETCH > 2 * count:
        tops = scores[:whole].reshape(-1, STRETCH).max(axis=1)
        scores = scores[scores >= np.partition(tops, -count)[-count]]
    return float(np.partition(scores, -count)[-count])
