"""Gives the nodes of an index their vectors, from the cache where they are known."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from clew.errors import ModelFailed
from clew.index.sqlite import SqliteIndex

if TYPE_CHECKING:
    from clew.ports import Embedder, Vault, Vectors


def fill(index: SqliteIndex, embedder: "Embedder", vault: "Vault", nodes: int = 64) -> Iterator[tuple[int, int]]:
    """Embed what is pending, `nodes` at a time, yielding how many are done of how many.

    Each step is kept before it is reported, so the work can be left at any point and taken up again.
    """
    done, total = index.coverage(embedder.fingerprint)
    while pieces := index.pending(embedder.fingerprint, nodes):
        texts = {piece.digest: piece.text for piece in pieces}
        known: dict[str, Vectors] = dict(vault.load(embedder.fingerprint, list(texts)))
        unknown = [digest for digest in texts if digest not in known]
        if unknown:
            made = embedder.passages([texts[digest] for digest in unknown])
            if len(made) != len(unknown):
                raise ModelFailed(f"{len(unknown)} texts were given to the embedding model, {len(made)} came back")
            fresh = dict(zip(unknown, made, strict=True))
            vault.save(embedder.fingerprint, fresh)
            known |= fresh
        index.add_vectors(embedder.fingerprint, pieces, np.vstack([known[piece.digest] for piece in pieces]))
        done += len({piece.node for piece in pieces})
        yield done, total
