"""Filling in vectors: resumable, bought once, and never mixed between models."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clew.errors import ModelFailed
from clew.index.pieces import Piece
from clew.index.sqlite import SqliteIndex
from clew.index.vault import VectorCache
from clew.ports import Embedder

if TYPE_CHECKING:
    from clew.ports import Vectors

BATCH = 64
"""Texts whose vectors are kept before the next are asked for: a kill loses what is under way, no more."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """How far the vectors of a bundle are."""

    done: int
    total: int
    reason: str = ""
    """Why there are none, where there are none."""


@dataclass(frozen=True, slots=True)
class Most:
    """How much is embedded at once."""

    nodes: int | None = None
    seconds: float | None = None
    """Looked at after every batch of texts: one is always done."""


def embed(index: SqliteIndex, embedder: Embedder, cache: VectorCache | None, most: Most) -> Embedding:
    """Embed what has no vector of this model yet, as much as wanted; what was embedded before is not again."""
    import numpy as np  # loaded when vectors are

    fingerprint = embedder.fingerprint
    index.fingerprint = fingerprint
    done, until = 0, None if most.seconds is None else time.monotonic() + most.seconds
    while most.nodes is None or done < most.nodes:
        if until and done and time.monotonic() > until:
            break
        pieces = index.pending(fingerprint, BATCH if most.nodes is None else min(BATCH, most.nodes - done))
        if not pieces:
            break
        known = dict(cache.load(fingerprint, [piece.digest for piece in pieces])) if cache else {}
        missing = list({piece.digest: piece for piece in pieces if piece.digest not in known}.values())
        for start in range(0, len(missing), BATCH):
            known |= _bought(embedder, cache, missing[start : start + BATCH])
            if until and time.monotonic() > until:
                break  # one text may be as long as a book: what was bought of it is kept, the next time goes on there
        cut = {piece.node for piece in pieces if piece.digest not in known}
        whole = [piece for piece in pieces if piece.node not in cut]
        if whole:
            index.add_vectors(fingerprint, whole, np.vstack([np.atleast_2d(known[piece.digest]) for piece in whole]))
        done += len({piece.node for piece in whole})
        if cut:
            break
    return Embedding(*index.coverage(fingerprint))


def _bought(embedder: Embedder, cache: VectorCache | None, pieces: Sequence[Piece]) -> dict[str, "Vectors"]:
    """Vectors of texts by digest, kept where they are not paid for again."""
    rows = embedder.passages([piece.text for piece in pieces])
    if len(rows) != len(pieces):
        raise ModelFailed(f"{embedder.fingerprint} gave {len(rows)} vectors for {len(pieces)} texts; nothing was kept")
    fresh = {piece.digest: rows[i : i + 1] for i, piece in enumerate(pieces)}
    if cache:
        cache.save(embedder.fingerprint, fresh)
    return fresh
