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
        return self._edges(_spans(self._leave, self._places(refs)), rels)

    def into(self, refs: Sequence[str], rels: Sequence[str] | None) -> list[Edge]:
        """Edges that arrive at these nodes."""
        return self._edges(self._back[_spans(self._arrive, self._places(refs))], rels)

    def _places(self, refs: Sequence[str]) -> "Ints":
        known = self._refs
        found = ((bisect_left(known, ref), ref) for ref in dict.fromkeys(refs))
        return np.array([at for at, ref in found if at < len(known) and known[at] == ref], dtype=np.int64)

    def _edges(self, chosen: "Ints", rels: Sequence[str] | None) -> list[Edge]:
        if rels is not None:
            wanted = np.array([rel in rels for rel in self._rels], dtype=np.bool_)
            chosen = chosen[wanted[self._ends[1][chosen]]]
        chosen = np.sort(chosen)
        refs, names = self._refs, self._rels
        ends = zip(*self._ends[:, chosen].tolist(), self._weights[chosen].tolist(), strict=True)
        return [Edge(refs[src], names[rel], refs[dst], weight) for src, rel, dst, weight in ends]


def _spans(bounds: "Ints", places: "Ints") -> "Ints":
    """All numbers from the bound of each place to the next bound."""
    many = bounds[places + 1] - bounds[places]
    return np.repeat(bounds[places] - np.cumsum(many) + many, many) + np.arange(many.sum())
