"""Questions for a name, and sentences that change a value which is asked for."""

import pytest

from clew.search.gate import Seen, judge
from clew.search.question import understand
from clew.search.sought import holds_name, nameless, sentences, updated
from clew.search.value import wanted


def test_an_update_needs_a_change_and_a_value_in_one_sentence():
    words, budget = {"budget": 1.0}, wanted("What is the budget?")
    assert updated("The budget was raised to $75.", budget, words) == 1.0
    assert updated("The budget is $50.", budget, words) == 0.0
    assert updated("We raised the budget. Lunch costs $50.", budget, words) == 0.0


def test_a_question_for_a_name_is_told_from_others():
    assert nameless("Which supplier brings the flour?")
    assert nameless("Wie heißt die Lieferantin?")
    assert not nameless("Which flour is it?")


def test_a_day_with_a_point_does_not_end_its_sentence():
    assert sentences("Abnahme war am 12. Mai. Danach Urlaub.") == ["Abnahme war am 12. Mai.", "Danach Urlaub."]


@pytest.mark.parametrize(
    ("text", "asked", "held"),
    [
        ("Nadia owns the timetable import.", "Who owns the timetable import?", True),
        ("The timetable import is Nadia's.", "Who owns the timetable import?", True),
        ("The timetable import is slow.", "Who owns the timetable import?", False),
        ("Northwind prints the Leeds brochure.", "Who prints the Leeds brochure?", True),
        ("the Leeds brochure is printed", "Who prints the Leeds brochure?", False),
    ],
)
def test_a_name_that_the_question_does_not_say_is_an_answer(text: str, asked: str, held: bool) -> None:
    assert holds_name(text, understand(asked, "2026-03-01T00:00:00Z").words) is held


def test_a_name_beside_all_words_of_the_question_makes_it_answered() -> None:
    asked = understand("Who owns the timetable import?", "2026-03-01T00:00:00Z")
    told = ["Nadia owns the timetable import."]
    often = dict.fromkeys(asked.words, 2)
    with_name, without = (
        judge(asked, Seen(told, [0.6, 0.1, 0.1, 0.1, 0.1], False, [held]), often, 40) for held in (1.0, 0.0)
    )
    assert (with_name.confident, without.confident) == (True, False)
