"""Filling in vectors: resumable, bought once, and never mixed between models."""

import time
from dataclasses import dataclass

from clew.errors import ModelFailed
from clew.index.sqlite import SqliteIndex
from clew.index.vault import VectorCache
from clew.ports import Embedder

BATCH = 64
"""Nodes whose vectors are kept before the next are asked for: a kill loses what is under way, no more."""


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
    """Looked at between batches: one batch is always done."""


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
        digests = [piece.digest for piece in pieces]
        known = dict(cache.load(fingerprint, digests)) if cache else {}
        missing = [i for i, digest in enumerate(digests) if digest not in known]
        if missing:
            rows = embedder.passages([pieces[i].text for i in missing])
            if len(rows) != len(missing):
                raise ModelFailed(f"{fingerprint} gave {len(rows)} vectors for {len(missing)} texts; nothing was kept")
            fresh = {digests[i]: rows[k : k + 1] for k, i in enumerate(missing)}
            known.update(fresh)
            if cache:
                cache.save(fingerprint, fresh)
        index.add_vectors(fingerprint, pieces, np.vstack([np.atleast_2d(known[d]) for d in digests]))
        done += len({piece.node for piece in pieces})
    return Embedding(*index.coverage(fingerprint))
