"""Turns messages and passages into an index that retrieval can be asked on: a seam that a whole bundle may take."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.embed.minilm import MiniLM
from clew.index.memory import MemoryIndex
from clew.model import Edge, Node
from clew.search.block import Block, Item
from clew.search.rank import Blend
from clew.use.ask import Options, retrieve

if TYPE_CHECKING:
    from clew.ports import Embedder, Index, Vectors

CACHE = Path(tempfile.gettempdir()) / "clew-bench-vectors.npz"
WIDE = Options(gate=False, budget=10**9, k=50, floor=0.0)
"""Everything that is found, in order, with no gate: for recall."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation as a set gives it."""

    id: str
    author: str
    name: str
    text: str
    at: str | None = None
    session: str = "chat"


def build(messages: Sequence[Message], embedder: Embedder | None) -> Index:
    """An index of conversations at message level, without claims."""
    index = MemoryIndex(embedder)
    nodes, edges = [], []
    before: Message | None = None
    for n, message in enumerate(messages, 1):
        data = {"source": message.session, "n": n, "author": message.author, "name": message.name, "kind": "chat"}
        ref = f"part:{message.session}#{n}"
        nodes.append(Node(ref, "part", "", message.text, message.at, data | {"id": message.id}))
        if before is not None and before.session == message.session:
            edges.append(Edge(f"part:{message.session}#{n - 1}", "next", ref))
        before = message
    index.add(nodes, edges)
    return index


def shelve(passages: Sequence[tuple[str, str]], embedder: Embedder | None) -> Index:
    """An index of titled passages; ref `page:/<place>.md`."""
    index = MemoryIndex(embedder)
    index.add(Node(f"page:/{i}.md", "page", title, text, None, {}) for i, (title, text) in enumerate(passages))
    return index


def ask(question: str, index: Index, embedder: Embedder | None, options: Options = WIDE) -> Block:
    """The block of a question."""
    return retrieve(question, index, embedder, options)


def plain(options: Options = WIDE) -> Options:
    """Vectors alone: no words, titles, neighbours, links, authors or order of time."""
    only = Blend(0.0, 1.0, *[0.0] * 11)
    return replace(options, blend=only, graph=False)


def places(items: Iterable[Item]) -> list[tuple[str, int]]:
    """Source and part of everything the items rest on, in order, each once."""
    return list(dict.fromkeys((e.source, e.part) for item in items for e in item.evidence))


def share(found: Sequence[object], gold: set[Any], k: int) -> float:
    """Recall at k."""
    return len(set(found[:k]) & gold) / len(gold)


class Cached:
    """An embedder that keeps vectors in a file by content hash, so that a second run costs nothing."""

    def __init__(self, inner: Embedder, path: Path | None = CACHE) -> None:
        self.inner, self.path = inner, path
        self.known: dict[str, Any] = {}
        self.fresh = 0
        if path is not None and path.exists():
            with np.load(path) as stored:
                self.known = dict(zip(stored["keys"].tolist(), stored["rows"], strict=True))

    @property
    def fingerprint(self) -> str:
        """That of the model inside."""
        return self.inner.fingerprint

    @property
    def dim(self) -> int:
        """That of the model inside."""
        return self.inner.dim

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts, computed only where unknown."""
        return self._rows("p", texts)

    def query(self, text: str) -> Vectors:
        """Vector of a question."""
        return self._rows("q", [text])

    def _rows(self, side: str, texts: Sequence[str]) -> Vectors:
        keys = [hashlib.sha256(f"{side} {self.fingerprint} {text}".encode()).hexdigest()[:24] for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self.known}
        if missing:
            inside = list(missing.values())
            rows = self.inner.passages(inside) if side == "p" else self.inner.query(inside[0])
            self.known.update(zip(missing, rows, strict=True))
            self.fresh += len(missing)
        return np.stack([self.known[key] for key in keys]) if keys else np.zeros((0, self.dim), dtype=np.float32)

    def save(self) -> None:
        """Write what is known, if anything is new."""
        if self.path is not None and self.fresh:
            np.savez(self.path, keys=np.array(list(self.known)), rows=np.stack(list(self.known.values())))
            self.fresh = 0


def model() -> Cached:
    """The packaged model with its vectors kept in the temporary folder."""
    return Cached(MiniLM())
