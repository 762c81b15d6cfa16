"""The stand-in embedder."""

from pathlib import Path

import numpy as np

from clew.embed.fake import HashEmbedder
from clew.index.sqlite import SqliteIndex
from clew.index.vault import VectorCache
from clew.model import Node
from clew.use.embed import BATCH, Embedding, Most, embed


def test_the_same_words_give_the_same_vector_of_unit_length() -> None:
    rows = HashEmbedder(32).passages(["Apple pie", "pie, APPLE", "pear"])

    assert np.array_equal(rows[0], rows[1])
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    assert rows[0] @ rows[2] < 0.99


def test_E02_text_without_words_is_zero() -> None:
    assert not HashEmbedder().passages(["", "\u200b", "?!"]).any()


def test_the_shape_is_rows_by_dim() -> None:
    embedder = HashEmbedder(24)

    assert embedder.passages(["a", "b", "c"]).shape == (3, 24)
    assert embedder.query("a").shape == (1, embedder.dim)
    assert embedder.passages([]).shape == (0, 24)
    assert embedder.fingerprint == "hash/1/24"


def test_a_text_as_long_as_a_book_is_embedded_little_by_little_and_bought_once(tmp_path: Path) -> None:
    class Counting(HashEmbedder):
        bought = 0

        def passages(self, texts):
            self.bought += len(texts)
            assert len(texts) <= BATCH
            return super().passages(texts)

    index, cache, model = SqliteIndex(tmp_path / "i.db"), VectorCache(tmp_path / "v.db"), Counting()
    book = " ".join(f"word{n}" for n in range(40_000))
    index.put("s", "d", [Node("part:s#1", "part", "Book", book)])

    first = embed(index, model, cache, Most(seconds=0.0))
    assert (first, model.bought) == (Embedding(0, 1), BATCH)

    for _ in range(1000):
        if embed(index, model, cache, Most(seconds=0.0)).done:
            break
    assert embed(index, model, cache, Most()) == Embedding(1, 1)
    assert model.bought == len({p.digest for p in index.pending("another", 1)}) > BATCH
