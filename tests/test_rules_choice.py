"""A reply that only points at one of the things side by side becomes the thing it points at."""

import pytest

from test_rules_extract import chat, one, texts


@pytest.mark.parametrize(
    ("asked", "said", "told", "polarity"),
    [
        ("Do you want a bell or a buzzer at the gate?", "Both.", "A bell and a buzzer at the gate.", "+"),
        (
            "Should we paint the fence green or blue?",
            "Neither, honestly.",
            "Paint the fence neither green nor blue.",
            "-",
        ),
        ("How shall we price the mug, 8.50 or 9.20?", "The second.", "Price the mug: 9.20.", "+"),
        ("How shall we price the mug, 8.50 or 9.20?", "the cheaper one please", "Price the mug: 8.50.", "+"),
        ("Is the tour going to be guided, or at your own pace?", "the former", "The tour is going to be guided.", "+"),
        ("Should we send the cards by post or by mail?", "yes, do both", "Send the cards by post and by mail.", "+"),
        ("Which menu languages: French and German?", "both", "Menu languages: French and German.", "+"),
        ("Should we use Rust or Go for the parser?", "let's take the first one", "Use Rust for the parser.", "+"),
        ("Shall I keep the notes in Joplin or in Obsidian?", "joplin.", "Keep the notes in Joplin.", "+"),
        (
            "What about the lock: the one from Abus or the one from Kryptonite?",
            "The lighter one.",
            "The lock: the lighter one (the one from Abus / the one from Kryptonite).",
            "+",
        ),
        ("Neue Regale aus Holz oder aus Stahl?", "Die zweiten.", "Neue Regale aus Stahl.", "+"),
        (
            "Soll die Mahnung am Freitag oder zwei Tage später verschickt werden?",
            "Beides.",
            "Die Mahnung soll am Freitag und zwei Tage später verschickt werden.",
            "+",
        ),
        (
            "Sollen Anträge per Mail oder auf Papier eingereicht werden?",
            "Weder noch.",
            "Anträge sollen weder per Mail noch auf Papier eingereicht werden.",
            "-",
        ),
        ("Machen wir das Fest im Mai oder im Juni?", "das zweite", "Wir machen das Fest im Juni.", "+"),
    ],
)
def test_what_is_taken_stands_in_the_place_of_the_alternatives(asked: str, said: str, told: str, polarity: str) -> None:
    found = one("where do we stand", f"A: {asked}", said)
    assert (found.text, found.kind, found.polarity) == (told, "decision", polarity)
    assert [q.part for q in found.quotes] == [2, 3]


def test_the_topic_is_what_is_asked_about() -> None:
    assert one("well", "A: Should we paint the fence green or blue?", "the second").topic == "fence"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Do you like it or not?", "yes"),
        ("Shall we look at the first draft or the second?", "hm, let me sleep on it"),
        ("Would you rather have a bell or a buzzer?", "both? really?"),
        ("The bell is loud. What else?", "neither"),
    ],
)
def test_a_reply_that_picks_nothing_makes_no_claim(asked: str, said: str) -> None:
    assert texts("well", f"A: {asked}", said) == []


def test_what_follows_the_choice_is_read_as_ever() -> None:
    found = chat("well", "A: Should we rent the hall or the barn?", "The second. Ruth keeps the keys of the barn.")
    assert [c.text for c in found] == ["Rent the barn.", "Ruth keeps the keys of the barn."]
