"""Answers from the index: synced first, embedded as far as there is time, healed when the index was damaged."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from clew.errors import Damaged, ModelFailed
from clew.index.sqlite import SqliteIndex
from clew.index.vault import VectorCache
from clew.ports import Embedder
from clew.search.block import Block
from clew.use import ask, find
from clew.use.embed import Embedding, embed

EAGER = 600
"""Texts that are embedded before an answer; the rest wait for the next one or for `clew reindex`."""
T = TypeVar("T")


class Recall:
    """Everything that is asked of an index."""

    def __init__(
        self,
        index: SqliteIndex,
        cache: VectorCache | None,
        sync: Callable[[], object],
        load: Callable[[], Embedder | None],
    ) -> None:
        self._index = index
        self._cache = cache
        self._sync = sync
        self._load = load
        self._embedder: Embedder | str | None = None

    def embed(self, limit: int | None = None) -> Embedding:
        """Fill in vectors, at most `limit` of them; says how far they are, or why there are none."""
        self._sync()
        embedder = self._model()
        if isinstance(embedder, str):
            return Embedding(0, 0, embedder)
        try:
            return self._healed(lambda: embed(self._index, embedder, self._cache, limit))
        except ModelFailed as error:
            # what is embedded already stays; the next time goes on from there
            return Embedding(0, 0, f"no vectors now ({error}); answers use full text only")

    def _model(self) -> Embedder | str:
        """The embedder, loaded once; or the reason why there is none."""
        if self._embedder is None:
            try:
                self._embedder = self._load() or "no embedding model is set; answers use full text only"
            except ModelFailed as error:
                self._embedder = str(error)
        return self._embedder

    def context(self, question: str, options: ask.Options) -> Block:
        """The block that answers a question, with a note when vectors are missing."""
        state = self.embed(EAGER)
        embedder = self._model()
        usable = None if isinstance(embedder, str) or state.reason else embedder
        block = self._healed(lambda: ask.retrieve(question, self._index, usable, options))
        partly = f"{state.done} of {state.total} texts are embedded so far" if state.done < state.total else ""
        said = state.reason or partly
        return replace(block, notes=(*block.notes, said)) if said else block

    def search(self, query: str, limit: int, now: str) -> tuple[find.Found, ...]:
        """Claims, messages and pages that hold these words."""
        self._sync()
        return self._healed(lambda: find.search(self._index, query, limit, now))

    def reindex(self) -> Mapping[str, int]:
        """Forget the index and build it again from the files, vectors included."""
        self._index.drop(*self._index.owners())
        self._index.set_meta("snapshot", "{}")
        self.embed()
        return self._index.counts()

    def _healed(self, act: Callable[[], T]) -> T:
        """Once more where the index turned out to be damaged: by then it is empty and can be filled from the files."""
        try:
            return act()
        except Damaged:
            self._sync()
            return act()
