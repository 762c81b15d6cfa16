"""All edges of an index at one revision as arrays: what a walk asks for again and again is then no query."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from clew.index.database import Database
from clew.model import Edge

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy.typing as npt

    Ints: TypeAlias = npt.NDArray[np.int64]


class Adjacency:
    """Edges numbered in the order of their ends' refs, found from either end."""

    def __init__(self, database: Database) -> None:
        places = database.rows("SELECT id, ref FROM place ORDER BY ref")
        self._refs = [ref for _, ref in places]
        rows = database.rows("SELECT src, rel, dst, max(weight) FROM edge GROUP BY src, rel, dst")
        self._rels = sorted({row[1] for row in rows})
        numbers = {rel: number for number, rel in enumerate(self._rels)}
        # places are numbered in the order of their refs, so that edges in the order of numbers are in that of refs
        turned = np.zeros(max((number for number, _ in places), default=0) + 1, dtype=np.int64)
        turned[[number for number, _ in places]] = np.arange(len(places))
        src, dst = (turned[[row[at] for row in rows]] for at in (0, 2))
        rel = np.array([numbers[row[1]] for row in rows], dtype=np.int64)
        sort = np.lexsort((dst, rel, src))
        self._ends = np.stack([src, rel, dst]).astype(np.int32)[:, sort]
        self._weights = np.array([row[3] for row in rows], dtype=np.float64)[sort]
        self._back = np.argsort(self._ends[2], kind="stable")
        """Numbers of the edges in the order of where they arrive."""
        bounds = np.arange(len(places) + 1)
        self._leave = np.searchsorted(self._ends[0], bounds)
        self._arrive = np.searchsorted(self._ends[2][self._back], bounds)

    def out(self, refs: Sequence[str], rels: Sequence[str] | None) -> list[Edge]:
        """Edges that leave these nodes."""
        spans = [np.arange(self._leave[at], self._leave[at + 1]) for at in self._places(refs)]
        return self._edges(spans, rels)

    def into(self, refs: Sequence[str], rels: Sequence[str] | None) -> list[Edge]:
        """Edges that arrive at these nodes."""
        spans = [self._back[self._arrive[at] : self._arrive[at + 1]] for at in self._places(refs)]
        return self._edges(spans, rels)

    def _places(self, refs: Sequence[str]) -> list[int]:
        known = self._refs
        found = ((bisect_left(known, ref), ref) for ref in dict.fromkeys(refs))
        return [at for at, ref in found if at < len(known) and known[at] == ref]

    def _edges(self, spans: "Sequence[Ints]", rels: Sequence[str] | None) -> list[Edge]:
        chosen = np.concatenate(spans) if spans else np.zeros(0, dtype=np.int64)
        if rels is not None:
            wanted = [number for number, rel in enumerate(self._rels) if rel in rels]
            chosen = chosen[np.isin(self._ends[1][chosen], wanted)]
        chosen = np.sort(chosen)
        refs, names = self._refs, self._rels
        ends = zip(*self._ends[:, chosen].tolist(), self._weights[chosen].tolist(), strict=True)
        return [Edge(refs[src], names[rel], refs[dst], weight) for src, rel, dst, weight in ends]
