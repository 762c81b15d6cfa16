"""A decision takes in the reason that stands beside it."""

import pytest

from test_rules_extract import chat


@pytest.mark.parametrize(
    ("said", "decision", "reason"),
    [
        ("letters go to courier. we dont like lost parcels.", "Letters go to courier.", "lost parcels"),
        ("one firing takes 9 hours, that is too slow. back to gas, in the yard.", "Back to gas", "too slow"),
    ],
)
def test_a_decision_takes_in_the_complaint_beside_it(said: str, decision: str, reason: str) -> None:
    (found,) = (candidate for candidate in chat(said) if candidate.text.startswith(decision))
    assert any(reason in quote.text for quote in found.quotes)


def test_a_reason_without_figure_or_name_is_no_claim_of_its_own() -> None:
    found = chat("letters go to courier. we dont like lost parcels.")
    assert [candidate.text for candidate in found] == ["Letters go to courier."]


def test_a_reason_with_a_figure_remains_a_claim() -> None:
    found = [candidate.text for candidate in chat("one firing takes 9 hours, that is too slow. back to gas.")]
    assert "One firing takes 9 hours." in found


def test_a_short_reason_that_touches_the_decision_is_in_one_quote() -> None:
    (found,) = chat("guests compare may with last may, so menus stay for 13 months.")
    assert found.quotes[0].text.startswith("guests compare may with last may, so menus stay for 13 months")


def test_x_it_is_closes_a_weighing() -> None:
    found = chat("porch: tried a dark stain and hated the look. white it is.")
    assert [candidate.text for candidate in found] == ["Porch: white it is."]


def test_a_noun_cap_is_no_command() -> None:
    found = chat("the choir plan is dead. cap fitting needs 40 min per singer and nobody has time.")
    assert [candidate.act for candidate in found] == ["drop", "state"]


def test_a_bare_conclusion_is_about_the_member_of_the_series_its_reason_names() -> None:
    found = chat("30 guests for tour 1, 20 for tour 2.\n\nthe bus seats 36 people on tour 1. so 36.")
    assert ("Tour 1: 36.", "tour 1") in [(candidate.text, candidate.topic) for candidate in found]


def test_a_bare_conclusion_is_about_the_thing_that_led_to_it() -> None:
    found = chat("the wall has shelves now and the hall is a brighter room. so pine green after all")
    assert ("Hall: pine green after all.", "hall") in [(candidate.text, candidate.topic) for candidate in found]


def test_a_decision_behind_its_reason_is_told_whole() -> None:
    (found,) = chat("since i close the old account: invoices go to the new bank.")
    assert found.text == "Invoices go to the new bank."


def test_what_is_paid_for_is_what_a_payment_is_about() -> None:
    (found,) = chat("The grandparents are paying up to $900 for the tents.")
    assert found.topic.split()[0] == "tents"


def test_who_does_what_a_heading_names_is_a_claim_with_its_reason() -> None:
    (found,) = chat("year book: mira whitlock edits it, shes nearer to the members than me")
    assert "nearer to the members" in found.quotes[0].text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The oven at the club died. We bake at the school kitchen now.", "We bake at the school kitchen now."),
        ("We bake at the school kitchen now. The oven at the club died.", "We bake at the school kitchen now."),
        ("Der Bäcker in Holm hat zugesperrt. Das Brot liefert die Mühle Lind.", "Das Brot liefert die Mühle Lind."),
    ],
)
def test_a_loss_beside_what_is_so_now_is_its_reason(said: str, told: str) -> None:
    (claim,) = chat(said)

    assert claim.text == told
    assert " ".join(quote.text for quote in claim.quotes) == said
