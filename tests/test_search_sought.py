"""Values a question asks for, and sentences that change one."""

from clew.search.sought import asked, holds, nameless, sentences, stated, updated


def test_the_kind_of_value_is_read_from_the_question():
    assert asked("What time is the call?")[0] == "time"
    assert asked("When is the launch?")[0] == "date"
    assert asked("How many commits are merged?") == ("number",)
    assert asked("What is our snack budget?")[0] == "money"
    assert asked("Which colour is the door?") == ()


def test_values_are_found_by_kind():
    assert holds("moved to 3 PM", ("time",))
    assert holds("verschoben auf 3. März", ("date",))
    assert not holds("moved to the afternoon", ("time",))


def test_an_update_needs_a_change_and_a_value_in_one_sentence():
    words = {"budget": 1.0}
    assert updated("The budget was raised to $75.", ("money",), words) == 1.0
    assert updated("The budget is $50.", ("money",), words) == 0.0
    assert updated("We raised the budget. Lunch costs $50.", ("money",), words) == 0.0
    assert stated("The budget is $50.", ("money",), words) == 1.0


def test_where_somebody_can_be_reached_is_a_kind_of_its_own():
    assert asked("What is Ida's email address?") == ("reach",)
    assert holds("write to ida@example.org", ("reach",))
    assert not holds("Ida wrote on the 3rd", ("reach",))


def test_a_question_for_a_name_is_told_from_others():
    assert nameless("Which supplier brings the flour?")
    assert nameless("Wie heißt die Lieferantin?")
    assert not nameless("Which flour is it?")


def test_a_day_with_a_point_does_not_end_its_sentence():
    assert sentences("Abnahme war am 12. Mai. Danach Urlaub.") == ["Abnahme war am 12. Mai.", "Danach Urlaub."]
