"""A stand-in for an embedding model: the same words give the same vector, nothing is loaded."""

import hashlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from clew.ports import Vectors

_WORD = re.compile(r"\w+")


class HashEmbedder:
    """Bag of hashed words, of unit length; implements `ports.Embedder` for tests and for machines without a model."""

    def __init__(self, dim: int = 64) -> None:
        self.dim = dim

    @property
    def fingerprint(self) -> str:
        """Name and dimension."""
        return f"hash/1/{self.dim}"

    def passages(self, texts: Sequence[str]) -> "Vectors":
        """Vectors of stored texts, one row each, in order; zero where a text has no words."""
        found = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in _WORD.findall(text.casefold()):
                place = int.from_bytes(hashlib.sha256(word.encode("utf-8", "replace")).digest()[:8], "big")
                found[row, place // 2 % self.dim] += 1.0 if place % 2 else -1.0
        found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12)
        return found

    def query(self, text: str) -> "Vectors":
        """Vector of a question, shape (1, dim)."""
        return self.passages([text])
