"""The token bound: never below any real count, tighter than bytes for plain English."""

import pytest

from clew.search.budget import RARE, WORDS, tokens


def test_a_common_word_after_a_space_is_one_token():
    assert tokens(" the") == 1
    assert tokens("the") == 3


def test_an_unknown_word_costs_two_of_three_characters():
    assert "inaugurate" not in WORDS
    assert tokens(" inaugurate") == (2 * 11 + 1) // 3


def test_a_word_with_a_rare_pair_counts_every_character():
    assert "qz" in RARE
    assert tokens(" faqzo") == 6


@pytest.mark.parametrize("text", ["0123456789", "{}[]!?", "日本語", "naïve", "don't", "ABCdef", "\n\n\t", "½㍿"])
def test_all_else_counts_at_least_its_bytes(text):
    assert tokens(text) >= len(text.encode())


def test_bounds_add_up_over_lines():
    parts = ["the user table\n", "stays on Postgres\n"]
    assert tokens("".join(parts)) <= sum(map(tokens, parts))
