"""Filling in vectors: resumable, from the cache where possible."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clew.embed.fake import HashEmbedder
from clew.errors import ModelFailed
from clew.index.fill import fill
from clew.index.sqlite import SqliteIndex
from clew.index.vault import VectorCache
from clew.model import Node

if TYPE_CHECKING:
    from clew.ports import Vectors


class Counting(HashEmbedder):
    """Remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(16)
        self.asked: list[str] = []

    def passages(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return super().passages(texts)


class Short(HashEmbedder):
    """Loses a row."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        return super().passages(texts)[:-1]


def part(n: int, body: str) -> Node:
    return Node(f"part:s#{n}", "part", "", body, None, {})


@pytest.fixture
def vault(tmp_path: Path) -> VectorCache:
    return VectorCache(tmp_path / "vectors.db")


def test_each_step_says_how_far_it_is(tmp_path: Path, vault: VectorCache) -> None:
    index = SqliteIndex(tmp_path / "index.db")
    index.put("a", "1", [part(n, f"word{n}") for n in range(5)])

    assert list(fill(index, HashEmbedder(), vault, nodes=2)) == [(2, 5), (4, 5), (5, 5)]
    assert list(fill(index, HashEmbedder(), vault)) == []
    index.close()
    vault.close()


def test_a_rebuilt_index_takes_its_vectors_from_the_cache(tmp_path: Path, vault: VectorCache) -> None:
    embedder = Counting()
    for name in ("one.db", "two.db"):
        index = SqliteIndex(tmp_path / name)
        index.put("a", "1", [part(1, "apple"), part(2, "pear"), part(3, "apple")])
        list(fill(index, embedder, vault))
        assert index.knn(embedder.query("pear"), ["part"], 1)[0].ref == "part:s#2"
        index.close()

    assert sorted(embedder.asked) == ["apple", "pear", "pear", "pear"]  # twice as a question
    vault.close()


def test_what_was_done_before_an_interruption_is_kept(tmp_path: Path, vault: VectorCache) -> None:
    index = SqliteIndex(tmp_path / "index.db")
    index.put("a", "1", [part(n, f"word{n}") for n in range(5)])
    next(fill(index, HashEmbedder(), vault, nodes=2))

    assert index.coverage(HashEmbedder().fingerprint) == (2, 5)
    assert list(fill(index, HashEmbedder(), vault, nodes=3)) == [(5, 5)]
    index.close()
    vault.close()


def test_E02_text_without_words_is_done_once(tmp_path: Path, vault: VectorCache) -> None:
    index = SqliteIndex(tmp_path / "index.db")
    index.put("a", "1", [part(1, ""), part(2, "\u200b"), part(3, "apple")])

    assert list(fill(index, HashEmbedder(), vault)) == [(3, 3)]
    assert [hit.ref for hit in index.knn(HashEmbedder().query("apple"), ["part"], 5)] == ["part:s#3"]
    index.close()
    vault.close()


def test_E03_a_model_that_loses_a_row_stops_the_filling(tmp_path: Path, vault: VectorCache) -> None:
    index = SqliteIndex(tmp_path / "index.db")
    index.put("a", "1", [part(n, f"word{n}") for n in range(3)])

    with pytest.raises(ModelFailed, match=r"3 texts .* 2 came back"):
        list(fill(index, Short(), vault))

    assert index.coverage(Short().fingerprint) == (0, 3)
    assert index.text("word1", ["part"], 1)[0].ref == "part:s#1"
    index.close()
    vault.close()
