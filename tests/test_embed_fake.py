"""The stand-in embedder."""

import numpy as np

from clew.embed.fake import HashEmbedder


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
