"""Vectors: float32 rows in SQLite, scanned as a matrix that is made once per revision."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from clew.errors import ModelFailed
from clew.index.database import Database, Row
from clew.index.matrix import Block, Matrix
from clew.index.pieces import Piece, pieces

if TYPE_CHECKING:
    from clew.ports import Vectors

SIDECAR = 5000
"""Rows from which the matrix is also kept as a file that the next process maps into memory."""
_EMBEDDED = ("claim", "part", "page")


class VectorStore:
    """The vectors of one index."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._matrix: Matrix | None = None
        self._filled: dict[tuple[str, int], int] = {}
        """Row of the node, by index and print, up to which no vector is missing: rows only grow, so it stays true."""

    def pending(self, fingerprint: str, limit: int) -> list[Piece]:
        """Pieces of up to `limit` nodes that have no vector of this fingerprint, whole nodes only."""
        sql = (
            "SELECT id, kind, title, body FROM node WHERE kind IN (?, ?, ?) AND id > ? "
            "AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.node = node.id AND v.print = ?) ORDER BY id LIMIT ?"
        )
        known = self._db.rows(
            "SELECT value, id FROM meta JOIN print ON fingerprint = ? WHERE name = 'birth'", (fingerprint,)
        )
        place = known[0] if known else ("", 0)
        rows = self._db.rows(sql, (*_EMBEDDED, self._filled.get(place, 0), place[1], limit))
        if rows and known:
            self._filled[place] = rows[0][0] - 1
        return _pieces(rows)

    def digests(self, refs: Sequence[str]) -> list[str]:
        """Content digests of all pieces of these nodes."""
        rows = self._db.each("SELECT id, kind, title, body FROM node WHERE ref IN ({})", refs)
        return [piece.digest for piece in _pieces(rows)]

    def add(self, fingerprint: str, texts: Sequence[Piece], vectors: "Vectors") -> None:
        """Keep one vector for each piece; those of any other fingerprint are dropped, never mixed."""
        if vectors.ndim != 2 or len(vectors) != len(texts):
            raise ModelFailed(f"{len(texts)} texts were given to the embedding model, {len(vectors)} vectors came back")
        usable = np.isfinite(vectors).all(axis=1) & (np.abs(vectors).sum(axis=1) > 0)
        with self._db.transaction():
            number = self._print(fingerprint, vectors.shape[1])
            alive = {row[0] for row in self._db.each("SELECT id FROM node WHERE id IN ({})", [p.node for p in texts])}
            rows = [
                (number, piece.node, piece.n, vector.astype("<f4").tobytes() if good else b"")
                for piece, vector, good in zip(texts, vectors, usable, strict=True)
                if piece.node in alive
            ]
            self._db.many("INSERT OR REPLACE INTO vector (print, node, piece, data) VALUES (?, ?, ?, ?)", rows)
            self.touch()

    def _print(self, fingerprint: str, dim: int) -> int:
        """Row of the fingerprint."""
        for number, known in self._db.rows("SELECT id, dim FROM print WHERE fingerprint = ?", (fingerprint,)):
            if known != dim:
                raise ModelFailed(f"{fingerprint} gave vectors of {dim} numbers, earlier ones had {known}")
            return int(number)
        self._db.run("DELETE FROM vector")
        self._db.run("DELETE FROM print")
        self._db.run("INSERT INTO print (fingerprint, dim) VALUES (?, ?)", (fingerprint, dim))
        return int(self._db.rows("SELECT id FROM print")[0][0])

    def remove(self, nodes: Sequence[int]) -> None:
        """Drop the vectors of nodes that are gone or have another text."""
        if self._db.rows("SELECT 1 FROM print"):
            self._db.many("DELETE FROM vector WHERE node = ?", [(node,) for node in nodes])
            self.touch()

    def touch(self) -> None:
        """Say that the vectors are no longer those of the last matrix."""
        self._db.run(
            "INSERT INTO meta VALUES ('vectors', 1) ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1"
        )

    def coverage(self, fingerprint: str) -> tuple[int, int]:
        """How many nodes have their vectors, of how many that should."""
        done = self._db.rows(
            "SELECT count(DISTINCT node) FROM vector JOIN print p ON p.id = print WHERE p.fingerprint = ?",
            (fingerprint,),
        )[0][0]
        return done, self._db.rows("SELECT count(*) FROM node WHERE kind IN (?, ?, ?)", _EMBEDDED)[0][0]

    def search(
        self, vector: "Vectors", kinds: Sequence[str], k: int, fingerprint: str | None
    ) -> list[tuple[float, str]]:
        """Cosine and ref of the nearest nodes, best first; a node counts by its best piece."""
        query = np.asarray(vector, dtype=np.float32).reshape(-1)
        matrix = self._current(fingerprint, len(query))
        if matrix is None:
            return []
        scores = matrix.nearest(query, [_EMBEDDED.index(kind) for kind in kinds if kind in _EMBEDDED], k)
        refs = self._db.refs([node for node, score in scores.items() if score > 0])
        found = sorted([(-scores[node], ref) for node, ref in refs.items()])[:k]
        return [(-score, ref) for score, ref in found]

    def _current(self, fingerprint: str | None, dim: int) -> Matrix | None:
        """The matrix of this fingerprint (or of the only one there is) at the present revision."""
        known = self._db.kept("vectors")
        if "prints" not in known:
            known["prints"] = self._db.rows("SELECT id, fingerprint, dim FROM print")
            known |= self._db.rows("SELECT name, value FROM meta WHERE name IN ('birth', 'vectors')")
        prints = known.get("prints")
        if not prints or (fingerprint is not None and prints[0][1] != fingerprint):
            return None
        if prints[0][2] != dim:
            raise ModelFailed(
                f"the question has {dim} numbers, the index holds vectors of {prints[0][2]} ({prints[0][1]}); "
                "run `clew reindex` to embed again"
            )
        revision = f"{known.get('birth')}-{prints[0][0]}-{known.get('vectors')}"
        if self._matrix is None or self._matrix.revision != revision:
            self._matrix = Matrix(revision, tuple(self._blocks(revision, dim)))
        return self._matrix

    def _blocks(self, revision: str, dim: int) -> Iterator[Block]:
        """What the file beside the index still has right, and what came since; all anew when that is much."""
        if same := Block.load(self._path(revision), dim):
            yield same
            return
        alive = np.array(
            self._db.rows("SELECT id FROM vector INDEXED BY vector_of ORDER BY node, piece"), dtype=np.int64
        ).reshape(-1)
        kept = self._kept(revision, dim)
        if kept is not None:
            gone = ~np.isin(kept.ids[0], alive)
            new = alive[~np.isin(alive, kept.ids[0])]
            if (len(new) + int(gone.sum())) * 5 <= len(alive):
                yield kept.without(gone)
                yield self._loaded(new.tolist(), dim)
                return
        whole = self._loaded(alive.tolist(), dim)
        if len(alive) >= SIDECAR and not self._db.readonly:
            self._keep(whole, revision)
        yield whole

    def _loaded(self, vectors: Sequence[int], dim: int) -> Block:
        """A block of these vectors, which are in the order of their nodes."""
        sql = "SELECT id, node, data FROM vector WHERE id IN ({})"
        order = {number: place for place, number in enumerate(vectors)}
        rows = self._db.each(sql, vectors)
        kinds: dict[int, str] = dict(self._db.each("SELECT id, kind FROM node WHERE id IN ({})", [r[1] for r in rows]))
        rows = [row for row in rows if len(row[2]) == 4 * dim and row[1] in kinds]
        # nodes of a kind side by side, so that looking at one kind is looking at one stretch
        rows.sort(key=lambda row: (_EMBEDDED.index(kinds[row[1]]), order[row[0]]))
        ids = np.array([[n, node, _EMBEDDED.index(kinds[node])] for n, node, _ in rows], dtype=np.int64)
        matrix = np.frombuffer(b"".join([row[2] for row in rows]), dtype="<f4").reshape(-1, dim)
        return Block.of(matrix, ids.reshape(-1, 3).T)

    def _kept(self, revision: str, dim: int) -> Block | None:
        """The newest block beside the index that belongs to this index and model."""
        same = f"{self._db.path.name}-{revision.rpartition('-')[0]}-*.rows"
        found = sorted(self._db.path.parent.glob(same), key=lambda path: (len(path.name), path.name))
        return Block.load(found[-1].with_suffix(""), dim) if found else None

    def _path(self, revision: str) -> Path:
        return self._db.path.with_name(f"{self._db.path.name}-{revision}")

    def _keep(self, block: Block, revision: str) -> None:
        """Save a block beside the index and drop older ones; that it cannot be saved only costs time."""
        path = self._path(revision)
        with contextlib.suppress(OSError):
            block.save(path)
            for old in self.sidecars():
                if not old.name.startswith(f"{path.name}."):
                    old.unlink(missing_ok=True)

    def sidecars(self) -> Iterator[Path]:
        """Files beside the index that repeat its vectors."""
        for part in ("ids", "rows", "draft"):
            yield from self._db.path.parent.glob(f"{self._db.path.name}-*.{part}")


def _pieces(rows: Sequence[Row]) -> list[Piece]:
    return [Piece(node, n, text) for node, *rest in rows for n, text in enumerate(pieces(*rest))]
