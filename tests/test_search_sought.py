"""Questions for a name, and sentences that change a value which is asked for."""

from clew.search.sought import nameless, sentences, updated
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
