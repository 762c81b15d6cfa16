"""Answers from the index: synced first, embedded as far as there is time, healed when the index was damaged."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from clew.embed.behind import Behind
from clew.errors import Damaged, ModelFailed
from clew.index.sqlite import SqliteIndex
from clew.index.vault import VectorCache
from clew.ports import Embedder, Splitter
from clew.search.block import Block
from clew.search.parts import filled
from clew.use import ask, find
from clew.use.embed import Embedding, Most, embed

EAGER = Most(600, 5.0)
"""How much is embedded before an answer; the rest is left to a process behind."""
T = TypeVar("T")


class Recall:
    """Everything that is asked of an index."""

    def __init__(
        self,
        index: SqliteIndex,
        cache: VectorCache | None,
        sync: Callable[[], object],
        load: Callable[[], Embedder | None],
        behind: Behind,
    ) -> None:
        self._index = index
        self._cache = cache
        self._sync = sync
        self._load = load
        self.behind = behind
        self._embedder: Embedder | str | None = None

    def embed(self, most: Most | None = None) -> Embedding:
        """Fill in vectors, as many as wanted; says how far they are, or why there are none."""
        self._sync()
        embedder = self._model()
        if isinstance(embedder, str):
            return Embedding(0, 0, embedder)
        try:
            return self._healed(lambda: embed(self._index, embedder, self._cache, most or Most()))
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

    def context(self, question: str, options: ask.Options, splitter: Splitter | None = None) -> Block:
        """The block that answers a question, with a note when vectors are missing; with a splitter also in parts."""
        state = self.embed(EAGER)
        embedder = self._model()
        usable = None if isinstance(embedder, str) or state.reason else embedder

        def found(asked: str) -> Block:
            return self._healed(lambda: ask.retrieve(asked, self._index, usable, options))

        block = found(question)
        if splitter and question.strip():
            block = _in_parts(block, splitter, found, options)
        said = state.reason
        if not said and state.done < state.total:
            rest = "the rest follows in the background" if self.behind.start() else "for the rest: clew model embed"
            said = f"{state.done} of {state.total} texts have vectors so far, the others are found by full text; {rest}"
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


def _in_parts(whole: Block, splitter: Splitter, found: Callable[[str], Block], options: ask.Options) -> Block:
    """The block with what the parts of its question find; the block as it is where they cannot be had."""
    try:
        questions = splitter.parts(whole.question)
    except ModelFailed as error:
        return replace(whole, notes=(*whole.notes, f"Not asked in parts: {error}"))
    parts: list[Block] = []
    for question in questions:
        parts.append(found(filled(question, parts)))
    if not parts:
        return whole
    block = ask.in_parts(whole, parts, options)
    return replace(block, notes=(*block.notes, "Asked in parts: " + " / ".join(part.question for part in parts)))
