"""How long text is cut for embedding."""

import pytest

from clew.index.pieces import LETTERS, WORDS, pieces, split


@pytest.mark.parametrize(
    "text",
    [
        "x" * 135_600,
        "word " * 5_000,
        "ab " * 10_000,
        "数据库" * 3_000,
        "a. " * 2_000,
        "line\n" * 1_000,
        "\t \n" * 500 + "x",
    ],
    ids=["one word", "words", "short words", "no spaces", "sentences", "lines", "blank"],
)
def test_E04_every_piece_is_bounded_and_no_letter_is_lost(text: str) -> None:
    found = list(split(text))

    assert all(len(piece) <= 2 * LETTERS and len(piece.split()) <= WORDS for piece in found)
    assert "".join("".join(found).split()) == "".join(text.split())


def test_a_short_text_is_one_piece() -> None:
    assert list(split(" One sentence. Another.\n")) == ["One sentence. Another."]


def test_a_piece_ends_with_a_sentence_where_one_ends_near() -> None:
    text = "word " * 90 + "end. " + "next " * 60

    assert [len(piece.split()) for piece in split(text)] == [91, 60]


def test_every_node_has_at_least_one_piece() -> None:
    assert pieces("part", "", "") == [""]
    assert pieces("page", "Title", "") == ["Title"]
    assert pieces("claim", "Label", "") == ["Label: "]
