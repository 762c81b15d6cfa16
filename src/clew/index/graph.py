"""Edges: one table, asked from both ends."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from clew.index.database import Database
from clew.model import Edge

if TYPE_CHECKING:
    from clew.index.adjacency import Adjacency

MOST = 500_000
"""Edges that are kept in memory at most."""
HELD = 20_000
"""Nodes whose edges of one relation are kept at hand."""
_SRC, _DST = attrgetter("src"), attrgetter("dst")
_ENDS = attrgetter("src", "rel", "dst")
_EDGE = (
    "SELECT s.ref, e.rel, d.ref, e.weight FROM place {0} JOIN edge e ON e.{1} = {0}.id "
    "JOIN place {2} ON {2}.id = e.{3} WHERE {0}.ref IN ({{}})"
)
_OUT, _INTO = _EDGE.format("s", "src", "d", "dst"), _EDGE.format("d", "dst", "s", "src")


class Graph:
    """The edges of one index; an edge that two owners state is one edge."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def replace(self, edges: Sequence[tuple[int, Edge]], owners: Iterable[int]) -> None:
        """Make these the edges of their owners; `owners` are those who had any before."""
        self._db.many("DELETE FROM edge WHERE owner = ?", [(owner,) for owner in owners])
        refs = list(dict.fromkeys(ref for _, edge in edges for ref in (edge.src, edge.dst)))
        self._db.many("INSERT OR IGNORE INTO place (ref) VALUES (?)", [(ref,) for ref in refs])
        ids: dict[str, int] = dict(self._db.each("SELECT ref, id FROM place WHERE ref IN ({})", refs))
        rows = sorted((ids[e.src], e.rel, ids[e.dst], owner, e.weight) for owner, e in edges)
        self._db.many("INSERT OR REPLACE INTO edge VALUES (?, ?, ?, ?, ?)", rows)

    def out(self, refs: Sequence[str], rels: Sequence[str] | None) -> list[Edge]:
        """Edges that leave these nodes."""
        if rels is not None and len(rels) == 1:
            known = self._known("out", refs, rels[0])
            return [edge for ref in sorted(set(refs)) for edge in known[ref]]
        ready = self._adjacency()
        return ready.out(refs, rels) if ready else self._edges(_OUT, refs, rels)

    def into(self, refs: Sequence[str], rels: Sequence[str] | None) -> list[Edge]:
        """Edges that arrive at these nodes."""
        if rels is not None and len(rels) == 1:
            known = self._known("into", refs, rels[0])
            return sorted((edge for ref in set(refs) for edge in known[ref]), key=_ENDS)
        ready = self._adjacency()
        return ready.into(refs, rels) if ready else self._edges(_INTO, refs, rels)

    def _known(self, way: str, refs: Sequence[str], rel: str) -> dict[str, list[Edge]]:
        """The edges of one relation by node: what every question asks for is read once a revision."""
        known: dict[str, list[Edge]] = self._db.kept(f"{way} {rel}", HELD)
        missing: dict[str, list[Edge]] = {ref: [] for ref in refs if ref not in known}
        if missing:
            sql, end = (_OUT, _SRC) if way == "out" else (_INTO, _DST)
            for edge in self._edges(sql, list(missing), (rel,)):
                missing[end(edge)].append(edge)
            known |= missing
        return known

    def _adjacency(self) -> "Adjacency | None":
        """All edges in memory, once about as many were asked for at this revision: reading them was then paid for."""
        known = self._db.kept("adjacency")
        if "edges" not in known:
            known["edges"] = self._db.rows("SELECT count(*) FROM edge")[0][0]
        if "ready" not in known and known["edges"] < min(MOST, known.get("asked", 0)):
            from clew.index.adjacency import Adjacency

            known["ready"] = Adjacency(self._db)
        ready: Adjacency | None = known.get("ready")
        return ready

    def _edges(self, sql: str, refs: Sequence[str], rels: Sequence[str] | None) -> list[Edge]:
        if rels is not None:
            sql += f" AND e.rel IN ({','.join('?' * len(rels))})"
        rows = self._db.each(sql, list(dict.fromkeys(refs)), *(rels or ()))
        known = self._db.kept("adjacency")
        known["asked"] = known.get("asked", 0) + len(refs) + len(rows)
        # of one edge that two owners state, the heavier comes last
        return [Edge(*row) for row in sorted({row[:3]: row for row in sorted(rows)}.values())]

    def sweep(self) -> None:
        """Drop names of places that no edge touches any more."""
        self._db.run("DELETE FROM place WHERE id NOT IN (SELECT src FROM edge UNION SELECT dst FROM edge)")
