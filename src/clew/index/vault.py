"""The cache of vectors in the person's own cache folder: what took time once is not computed again."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clew.errors import Damaged, Locked, StorageFailed
from clew.index.database import Database
from clew.index.schema import CACHE

if TYPE_CHECKING:
    from clew.ports import Vectors


class VectorCache:
    """Vectors by content digest and fingerprint, shared by all bundles of a person; implements `ports.Vault`.

    It only saves time: where its file cannot be used, nothing is found and nothing kept.
    """

    def __init__(self, path: Path, patience: float = 15.0) -> None:
        self._path = path
        self._patience = patience
        self._db: Database | None = None
        self._open()

    def _open(self) -> None:
        with contextlib.suppress(StorageFailed, Locked):
            self._db = Database(self._path, CACHE, patience=self._patience)

    @contextlib.contextmanager
    def _spared(self) -> Iterator[None]:
        """A cache that fails is an empty cache."""
        try:
            yield
        except Damaged:
            self._open()
        except (StorageFailed, Locked):
            pass

    def load(self, fingerprint: str, digests: Sequence[str]) -> "Mapping[str, Vectors]":
        """Vectors known for these digests, each of shape (dim,)."""
        sql = "SELECT digest, data FROM vector WHERE digest IN ({}) AND print = ?"
        import numpy as np  # loaded when vectors are

        found: dict[str, Vectors] = {}
        with self._spared():
            for digest, data in self._db.each(sql, digests, fingerprint) if self._db else ():
                found[digest] = np.frombuffer(data, dtype="<f4")
        return found

    def save(self, fingerprint: str, vectors: "Mapping[str, Vectors]") -> None:
        """Keep vectors; one that holds something that is no number is left out."""
        import numpy as np  # loaded when vectors are

        rows = [
            (fingerprint, digest, vector.astype("<f4").tobytes())
            for digest, vector in vectors.items()
            if np.isfinite(vector).all()
        ]
        with self._spared():
            if self._db:
                with self._db.transaction():
                    self._db.many("INSERT OR REPLACE INTO vector VALUES (?, ?, ?)", rows)

    def forget(self, digests: Sequence[str]) -> None:
        """Drop the vectors of these contents, whatever their fingerprint."""
        with self._spared():
            if self._db:
                with self._db.transaction():
                    self._db.each("DELETE FROM vector WHERE digest IN ({})", digests)
                self._db.run("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Let go of the file."""
        if self._db:
            self._db.close()
