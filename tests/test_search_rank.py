"""Fusion, neighbours and variety."""

from clew.model import Hit
from clew.search.rank import Blend, Cap, Score, Turn, fuse, order, smooth, spread


def test_what_one_list_does_not_hold_gets_the_end_of_it():
    fused = fuse([Hit("a", 4.0), Hit("b", 2.0)], [Hit("b", 0.8), Hit("c", 0.5)], Blend(text=0.4, vector=0.6))
    assert fused["a"].total == 0.4 + 0.6 * 0.5
    assert order(fused) == ["a", "b", "c"]


def test_without_vectors_words_take_the_whole_share():
    assert fuse([Hit("a", 3.0)], [], Blend(text=0.4, vector=0.6))["a"].total == 1.0


def scored(**values):
    return {ref: Score({"text": value}) for ref, value in values.items()}


def test_an_answer_is_raised_by_the_question_before_it():
    scores = scored(q=0.9, a=0.1, z=0.1)
    turns = {"q": Turn("s", 5, True, True), "a": Turn("s", 5, False, True), "z": Turn("s", 5, False, True)}
    smooth(scores, turns, {"a": "q"}, Blend())
    assert scores["a"].total > scores["z"].total


def test_an_assistant_neither_lends_nor_borrows():
    scores = scored(q=0.9, a=0.1)
    smooth(scores, {"q": Turn("s", 5, False, True), "a": Turn("s", 5, False, False)}, {"a": "q"}, Blend())
    assert scores["a"].total == 0.1
    assert scores["q"].total == 0.9


def test_caps_reorder_and_hide_nothing():
    assert spread(["a1", "a2", "b1"], [Cap(lambda ref: ref[0], 1)]) == ["a1", "b1", "a2"]
