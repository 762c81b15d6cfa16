"""Turns messages and passages into an index that retrieval can be asked on: a seam a whole bundle may take."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.core.block import Item
from clew.index.memory import MemoryIndex
from clew.model import Edge, Node
from clew.use.ask import Options, retrieve

if TYPE_CHECKING:
    from clew.ports import Embedder, Index, Vectors


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


def ranking(question: str, index: Index, embedder: Embedder | None, options: Options) -> list[Item]:
    """Items of a block without gate, best first."""
    return list(retrieve(question, index, embedder, options).items)


class Cached:
    """An embedder that keeps vectors in a file by content hash, so that a second run costs nothing."""

    def __init__(self, inner: Embedder, path: Path | None) -> None:
        self.inner, self.path = inner, path
        self.known: dict[str, Any] = {}
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
        return np.stack([self.known[key] for key in keys]) if keys else np.zeros((0, self.dim), dtype=np.float32)

    def save(self) -> None:
        """Write what is known."""
        if self.path is not None and self.known:
            np.savez(self.path, keys=np.array(list(self.known)), rows=np.stack(list(self.known.values())))


def chains(items: Iterable[Item]) -> list[tuple[str, int]]:
    """Source and part of everything the items rest on, in order, each once."""
    return list(dict.fromkeys((e.source, e.part) for item in items for e in item.evidence))
