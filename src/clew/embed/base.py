"""`Prefixed`: what embedders of many models share, words in front of a text, batches, checks."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from clew.embed.prefix import rule
from clew.errors import ModelFailed

if TYPE_CHECKING:
    from clew.ports import Vectors

BATCH = 64
"""Texts that are embedded at once."""


class Prefixed(ABC):
    """One model by name, whose makers may want words in front of a text; implements `ports.Embedder`."""

    def __init__(self, name: str, model: str) -> None:
        self.name = name
        self._prefix = rule(model)

    @cached_property
    def dim(self) -> int:
        """Length of a vector, learnt from a first one."""
        return int(self._run(["dimension"]).shape[1])

    @property
    def fingerprint(self) -> str:
        """Model, dimension and prefix rule; vectors of two fingerprints never mix."""
        return f"{self.name}/{self.dim}/{self._prefix.mark}"

    def passages(self, texts: Sequence[str]) -> "Vectors":
        """Vectors of stored texts, one row each, in order; zero where a text has no words."""
        return self._vectors(texts, self._prefix.passage)

    def query(self, text: str) -> "Vectors":
        """Vector of a question, shape (1, dim)."""
        return self._vectors([text], self._prefix.query)

    def _vectors(self, texts: Sequence[str], prefix: str) -> "Vectors":
        found = np.zeros((len(texts), self.dim), dtype=np.float32)
        told = [i for i, text in enumerate(texts) if any(char.isalnum() for char in text)]
        for start in range(0, len(told), BATCH):
            rows = told[start : start + BATCH]
            vectors = self._run([prefix + texts[i] for i in rows])
            if vectors.shape != (len(rows), self.dim):
                raise ModelFailed(
                    f"{self.name} gave vectors of shape {vectors.shape} for {len(rows)} texts of {self.dim} numbers; "
                    "nothing was kept",
                    "nonsense",
                )
            found[rows] = vectors
        return found

    @abstractmethod
    def _run(self, texts: Sequence[str]) -> "Vectors":
        """Unit vectors of the texts as they are, one row each."""
