"""Vectors: float32 rows in SQLite, scanned exactly as one matrix that is made once per revision."""

import contextlib
import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from clew.errors import ModelFailed
from clew.index.database import Database, Row
from clew.index.pieces import pieces

if TYPE_CHECKING:
    import numpy.typing as npt

    from clew.ports import Vectors

SIDECAR = 5000
"""Rows from which the matrix is also kept as a file that the next process maps into memory."""
_NEAR = 1e-4
"""Distance from the last place within which float32 scores are computed again in float64."""
_EMBEDDED = ("claim", "part", "page")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a node's text that gets one vector."""

    node: int
    """Row of the node; a changed text has a new row, so a late vector finds nothing to belong to."""
    n: int
    """Position among the pieces of the node, from 0."""
    text: str

    @property
    def digest(self) -> str:
        """Content digest under which a cache keeps the vector."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class _Matrix:
    """All vectors of one fingerprint: rows sorted by node, and where each node's rows begin."""

    revision: str
    rows: "Vectors"
    nodes: "npt.NDArray[np.int64]"
    starts: "npt.NDArray[np.int64]"
    kinds: "npt.NDArray[np.int64]"
    """Position of each node's kind in `_EMBEDDED`."""


class VectorStore:
    """The vectors of one index."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._matrix: _Matrix | None = None
        self._filled: dict[int, int] = {}
        """Row of the node, by print, up to which no vector is missing: rows only grow, so it stays true."""

    def pending(self, fingerprint: str, limit: int) -> list[Piece]:
        """Pieces of up to `limit` nodes that have no vector of this fingerprint, whole nodes only."""
        sql = (
            "SELECT id, kind, title, body FROM node WHERE kind IN (?, ?, ?) AND id > ? "
            "AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.node = node.id AND v.print = ?) ORDER BY id LIMIT ?"
        )
        known = self._db.rows("SELECT id FROM print WHERE fingerprint = ?", (fingerprint,))
        number = known[0][0] if known else 0
        rows = self._db.rows(sql, (*_EMBEDDED, self._filled.get(number, 0), number, limit))
        if rows and number:
            self._filled[number] = rows[0][0] - 1
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
        length = float(np.linalg.norm(query))
        if matrix is None or not np.isfinite(length) or length == 0.0 or k < 1:
            return []
        query = query / np.float32(length)
        best = np.maximum.reduceat(matrix.rows @ query, matrix.starts)
        wanted = np.isin(matrix.kinds, [_EMBEDDED.index(kind) for kind in kinds if kind in _EMBEDDED])
        best = np.where(wanted, best, -np.inf)
        count = min(k, int(wanted.sum()))
        if count == 0:
            return []
        last = np.partition(best, -count)[-count]
        near = np.flatnonzero(best >= last - _NEAR)
        return self._settle(matrix, near, query, k)

    def _settle(
        self, matrix: _Matrix, near: "npt.NDArray[np.int64]", query: "Vectors", k: int
    ) -> list[tuple[float, str]]:
        """Scores of the nearest once more, in float64 and without BLAS: the order must not depend on threads."""
        ends = np.append(matrix.starts, len(matrix.rows))
        exact = query.astype(np.float64)
        scores = {
            int(matrix.nodes[i]): float(
                (matrix.rows[ends[i] : ends[i + 1]].astype(np.float64) * exact).sum(axis=1).max()
            )
            for i in near
        }
        refs = self._db.each("SELECT id, ref FROM node WHERE id IN ({})", list(scores))
        found = [(round(scores[node], 6), ref) for node, ref in refs]
        return sorted((hit for hit in found if hit[0] > 0), key=lambda hit: (-hit[0], hit[1]))[:k]

    def _current(self, fingerprint: str | None, dim: int) -> _Matrix | None:
        """The matrix of this fingerprint (or of the only one there is) at the present revision."""
        prints = self._db.rows("SELECT id, fingerprint, dim FROM print")
        if not prints or (fingerprint is not None and prints[0][1] != fingerprint):
            return None
        if prints[0][2] != dim:
            raise ModelFailed(
                f"the question has {dim} numbers, the index holds vectors of {prints[0][2]} ({prints[0][1]}); "
                "run `clew reindex` to embed again"
            )
        found: dict[str, str] = dict(self._db.rows("SELECT name, value FROM meta WHERE name IN ('birth', 'vectors')"))
        revision = f"{found.get('birth')}-{prints[0][0]}-{found.get('vectors')}"
        if self._matrix is None or self._matrix.revision != revision:
            self._matrix = self._mapped(revision, dim) or self._loaded(revision, dim)
        return self._matrix if len(self._matrix.rows) else None

    def _loaded(self, revision: str, dim: int) -> _Matrix:
        rows = self._db.rows(
            "SELECT v.node, n.kind, v.data FROM vector v JOIN node n ON n.id = v.node "
            "WHERE length(v.data) = ? ORDER BY v.node, v.piece",
            (4 * dim,),
        )
        matrix = np.frombuffer(b"".join([row[2] for row in rows]), dtype="<f4").reshape(-1, dim)
        nodes = np.array([row[0] for row in rows], dtype=np.int64)
        kinds = np.array([_EMBEDDED.index(row[1]) for row in rows], dtype=np.int64)
        if len(rows) >= SIDECAR and not self._db.readonly:
            self._save(revision, matrix, np.stack([nodes, kinds]))
        return _grouped(revision, matrix, nodes, kinds)

    def _sidecar(self, revision: str, part: str) -> Path:
        return self._db.path.with_name(f"{self._db.path.name}-{revision}-{part}.npy")

    def _save(self, revision: str, matrix: "Vectors", ids: "npt.NDArray[np.int64]") -> None:
        """Keep the matrix beside the index; that it cannot be kept is no fault."""
        with contextlib.suppress(OSError):
            for old in self.sidecars():
                old.unlink(missing_ok=True)
            for part, array in (("ids", ids), ("rows", matrix)):
                target = self._sidecar(revision, part)
                draft = target.with_name(f"{target.name}.{os.getpid()}")
                with draft.open("wb") as file:
                    np.save(file, array)
                draft.replace(target)

    def sidecars(self) -> Iterator[Path]:
        """Files beside the index that repeat its vectors."""
        return self._db.path.parent.glob(self._db.path.name + "-*.npy*")

    def _mapped(self, revision: str, dim: int) -> _Matrix | None:
        """The matrix as another process kept it, if it is whole."""
        try:
            ids = np.load(self._sidecar(revision, "ids"))
            rows = np.load(self._sidecar(revision, "rows"), mmap_mode="r")
        except (OSError, ValueError, EOFError):
            return None
        if rows.shape != (ids.shape[-1], dim):
            return None
        return _grouped(revision, rows, ids[0], ids[1])


def _pieces(rows: Sequence[Row]) -> list[Piece]:
    return [Piece(node, n, text) for node, *rest in rows for n, text in enumerate(pieces(*rest))]


def _grouped(revision: str, rows: "Vectors", nodes: "npt.NDArray[np.int64]", kinds: "npt.NDArray[np.int64]") -> _Matrix:
    starts = np.flatnonzero(np.diff(nodes, prepend=-1)).astype(np.int64)
    return _Matrix(revision, rows, nodes[starts], starts, kinds[starts])
