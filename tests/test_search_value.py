"""The class of value that a question asks for, and whether a statement holds one of it."""

import pytest

from clew.search.value import fits, wanted


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What time is the call?", "clock"),
        ("When is the launch?", "when"),
        ("Which opening day was planned?", "when"),
        ("How long do we keep the logs?", "long"),
        ("How many kilns are there?", "count"),
        ("What share of the pots breaks?", "share"),
        ("What day rate do I charge?", "money"),
        ("Wie hoch ist die Miete?", "money"),
        ("How much clay do we use?", "much"),
        ("What is Ida's email address?", "reach"),
    ],
)
def test_the_class_is_read_from_the_question(question, kind):
    assert wanted(question).kind == kind


def test_a_question_for_no_value_asks_for_no_class():
    assert wanted("Which colour is the door?") is None


@pytest.mark.parametrize(
    ("question", "holds", "lacks"),
    [
        ("How many kilns are there?", "We run 3 kilns.", "A kiln costs 900 euro."),
        ("How long do we keep the logs?", "Logs stay for 30 days.", "Logs cost 30 euro."),
        ("When does the shop open?", "Open mon-fri.", "The shop sells 40 pots."),
        ("When does the courier come?", "The courier wants it by 0730.", "The courier takes 40 boxes."),
        ("What is the rent?", "The landlord asks 640 euro.", "The rent is still open."),
        ("How many pots per day?", "Ida counted 120 a day.", "Pots dry for two days."),
        ("What is Ida's email address?", "write to ida@example.org", "Ida wrote on the 3rd"),
    ],
)
def test_a_value_of_the_class_is_told_from_others(question, holds, lacks):
    want = wanted(question)
    assert fits(holds, want) >= 0.75
    assert fits(lacks, want) < 0.5


def test_what_the_question_names_itself_is_no_answer():
    want = wanted("How high was the turnover in 2024?")
    assert fits("The turnover of 2024 is still open.", want) == 0.0
    assert fits("The turnover of 2024 was 18,400.", want) >= 0.5


def test_how_many_different_things_there_are_is_told_one_by_one():
    assert wanted("How many different glazes did I try?") is None


def test_a_stretch_of_time_is_told_by_its_days():
    want = wanted("How many days are there between the first firing and the fair?")
    assert fits("The fair is on June 12.", want) == 1.0
    assert fits("The fair costs 40 euro.", want) == 0.0
