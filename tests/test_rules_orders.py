"""What a person has changed by an imperative, what others want, what nobody is bound to, and what will not be."""

import pytest

from test_rules_extract import chat, one, texts


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("Switch the parcel queue from Rabbit to Kafka.", "parcel queue"),
        ("Let's switch the lamp supplier from Osram to Ledvance.", "lamp supplier"),
        ("Change the tasting day to Friday.", "tasting"),
        ("Move the kickoff to Monday.", "kickoff"),
        ("Please move the standup to 10.", "standup"),
        ("Replace the striped curtains with green ones.", "striped curtains"),
        ("Wechsle beim Versand von DHL zu Hermes.", "versand"),
        ("Stell die Heizung von 20 auf 22 Grad um.", "heizung"),
        ("Verschiebe das Treffen auf Freitag.", "treffen"),
        ("Ersetze die Fliesen in der Küche durch Kork.", "fliesen"),
    ],
)
def test_an_order_to_exchange_is_a_decision_that_changes(said: str, topic: str) -> None:
    found = one(said)
    assert (found.kind, found.act) == ("decision", "switch")
    assert found.topic.startswith(topic)


@pytest.mark.parametrize(
    "said",
    [
        "Change the opening paragraph to something friendlier.",
        "Move on to the next point.",
        "Switch the tone to formal.",
        "Replace it with something else.",
        "Ändere den Absatz in etwas Kürzeres.",
    ],
)
def test_an_order_about_the_text_in_hand_decides_nothing(said: str) -> None:
    assert texts(said) == []


@pytest.mark.parametrize(
    ("said", "polarity"),
    [
        ("The customer wants dark mode.", "+"),
        ("Petra demands a lift.", "+"),
        ("My landlord allows two dogs.", "+"),
        ("Der Kunde möchte einen Dunkelmodus.", "+"),
        ("Die Vermieterin erlaubt zwei Hunde in der Wohnung.", "+"),
        ("We never promised a mobile app.", "-"),
        ("We haven't signed the lease for the garage.", "-"),
        ("Wir haben nie eine App versprochen.", "-"),
    ],
)
def test_what_others_want_and_what_nobody_promised_are_facts(said: str, polarity: str) -> None:
    found = one(said)
    assert (found.kind, found.polarity) == ("fact", polarity)


@pytest.mark.parametrize("said", ["She wants it.", "I never said that.", "We never promised it."])
def test_wishes_and_denials_of_nothing_in_particular_are_no_claims(said: str) -> None:
    assert texts(said) == []


def test_what_will_not_be_is_dropped() -> None:
    found = one("There'll be no parade this summer.")
    assert (found.kind, found.act, found.polarity, found.topic.split()[0]) == ("decision", "drop", "-", "parade")


def test_a_day_to_come_is_no_event() -> None:
    assert one("The kickoff is on Friday.").kind == "decision"


def test_what_somebody_writes_later_is_an_errand() -> None:
    assert texts("Den Bericht schreibe ich nachher.") == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("To confirm: deliveries are allowed from five.", "Deliveries are allowed from five."),
        ("Summary: the launch is on 3 May.", "The launch is on 3 May."),
        ("In short: we keep the van.", "We keep the van."),
        ("Zusammenfassung: Der Start ist am 3. Mai.", "Der Start ist am 3. Mai."),
        ("Zur Bestätigung: Wir nehmen den roten Wagen.", "Wir nehmen den roten Wagen."),
    ],
)
def test_words_that_announce_a_summary_are_no_subject(said: str, told: str) -> None:
    assert texts(said) == [told]


@pytest.mark.parametrize(
    ("before", "said", "told"),
    [
        (
            "Die Übergabe ist am Dienstag um neun Uhr im Hof.",
            "Nein, doch nicht am Dienstag, sondern am Mittwoch.",
            "Die Übergabe ist am Mittwoch um neun Uhr im Hof.",
        ),
        (
            "The handover is on Tuesday at nine in the yard.",
            "No, not on Tuesday but on Wednesday.",
            "The handover is on Wednesday at nine in the yard.",
        ),
        ("The invoice goes to Bergmann.", "Sorry, not Bergmann, Lindner.", "The invoice goes to Lindner."),
        ("We take oak for the bench.", "Birch instead of oak.", "We take Birch for the bench."),
    ],
)
def test_a_bare_correction_puts_the_value_right(before: str, said: str, told: str) -> None:
    first, second = chat(before, "A: Noted.", said)
    assert first.text == before
    assert (second.text, second.act, second.topic) == (told, "switch", first.topic)
    assert [q.part for q in second.quotes] == [1, 3]


def test_a_correction_of_what_nobody_said_makes_no_claim() -> None:
    assert texts("The invoice goes to Bergmann.", "A: Noted.", "No, not the blue one, the red one.") == [
        "The invoice goes to Bergmann."
    ]
