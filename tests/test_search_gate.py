"""Confident or not, and what is missing."""

from clew.search.gate import judge
from clew.search.question import understand


def verdict(question, texts, cosines=()):
    asked = understand(question)
    frequency = dict.fromkeys(asked.words, 1)
    return judge(asked, texts, frequency, 10, (cosines, False))


def test_a_near_vector_and_the_thing_asked_about_open_the_gate():
    assert verdict(
        "Which supplier delivers the flour?", ["Our flour supplier is Mehl & Co."], (0.7, 0.6, 0.6)
    ).confident


def test_a_far_vector_keeps_it_shut_whatever_the_words():
    assert not verdict("Which supplier delivers the flour?", ["Our flour supplier is Mehl & Co."], (0.1,)).confident


def test_evidence_of_the_subject_that_is_silent_on_the_thing_asked_scores_lower():
    spoken = verdict("What advice did Jo give on tests?", ["Jo's advice on tests: write them first."], (0.6, 0.5))
    silent = verdict("What advice did Jo give on tests?", ["Jo wrote the tests on Monday."], (0.6, 0.5))
    assert silent.score < spoken.score
    assert silent.missing == ("advice",)


def test_nothing_found_is_no_match():
    assert verdict("Which supplier delivers the flour?", []).score == 0.0


def test_a_name_that_nobody_mentions_lowers_the_score():
    evidence = ["Our flour supplier is Mehl & Co."]
    known = verdict("Which flour does Mehl supply?", evidence, (0.5, 0.5))
    strange = verdict("Which flour does Oberon supply?", evidence, (0.5, 0.5))
    assert strange.signals.unnamed
    assert strange.score < known.score
