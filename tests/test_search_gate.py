"""Confident or not, and what is missing."""

from clew.search.gate import Seen, judge
from clew.search.question import understand


def verdict(question, texts, cosines=()):
    asked = understand(question)
    frequency = dict.fromkeys(asked.words, 1)
    return judge(asked, Seen(texts, cosines), frequency, 10)


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


def test_a_question_for_one_value_or_name_is_answered_by_less_than_one_for_a_story():
    evidence = ["The hall asks 90 euros."]
    exact = verdict("Which company rents out the hall?", evidence, (0.5, 0.4))
    broad = verdict("How did the hall change over time?", evidence, (0.5, 0.4))
    assert (exact.signals.exact, exact.signals.broad) == (True, False)
    assert (broad.signals.exact, broad.signals.broad) == (False, True)
    assert exact.score < broad.score


def test_half_of_a_long_word_counts_half():
    whole = verdict("Welche Lieferkosten gelten?", ["Die Lieferkosten sind 9 Euro."], (0.5,))
    half = verdict("Welche Lieferkosten gelten?", ["Die Kosten sind 9 Euro."], (0.5,))
    none = verdict("Welche Lieferkosten gelten?", ["Der Preis ist 9 Euro."], (0.5,))
    assert whole.signals.best > half.signals.best > none.signals.best == 0.0
