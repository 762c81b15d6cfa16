"""What the asker is about to do is told apart from the time that a question asks about."""

import pytest

from clew.search.aside import parted
from clew.search.question import understand

NOW = "2026-03-10T12:00:00Z"


@pytest.mark.parametrize(
    ("text", "main", "plan"),
    [
        ("Before I change the plan: what was said about it?", "what was said about it?", "change the plan"),
        ("Before we switch banks what did we decide about them?", "what did we decide about them?", "switch banks"),
        ("Before painting the shed, what was agreed?", "what was agreed?", "painting the shed"),
        ("What should I know before Friday's call?", "What should I know ?", "Friday's call"),
        ("What do we owe until we hear from them?", "What do we owe ?", "hear from them"),
        ("Until I hear from Jo, which price holds?", "which price holds?", "hear from Jo"),
        ("Since I am moving, what do we know about flats?", "what do we know about flats?", "am moving"),
        ("After we sell the boat, what is due?", "what is due?", "sell the boat"),
        ("When I move out, what about the deposit?", "what about the deposit?", "move out"),
        ("Bevor ich den Vertrag kündige: was war vereinbart?", "was war vereinbart?", "den Vertrag kündige"),
        ("Avant que je parte, qu'est-ce qui reste ?", "qu'est-ce qui reste ?", "parte"),
    ],
)
def test_what_is_still_to_come_is_told_apart(text: str, main: str, plan: str) -> None:
    assert parted(text) == (main, plan)


@pytest.mark.parametrize(
    "text",
    [
        "What did we use before we moved to the mill?",
        "What did we use before we set up the mill?",
        "What did we use before?",
        "Where did we sit before the mill?",
        "What was the price before the increase?",
        "Before the move, where was the office?",
        "What has changed since we moved?",
        "Since we have moved, what changed?",
        "Where did I live when I was ten?",
        "When did we move?",
        "Until when do we pay?",
        "Which plan was valid before 2025-03-01?",
        "Wo waren wir, bevor wir umgezogen sind?",
        "Before we leave",
    ],
)
def test_a_time_that_is_asked_about_stays(text: str) -> None:
    assert parted(text) == (text, "")


def test_a_plan_does_not_make_a_question_one_about_the_past() -> None:
    plan = understand("Before I change the hosting: what holds for it?", NOW)
    assert (plan.gone, plan.past, plan.present, plan.intent) == (False, False, True, "what")
    assert "hosting" in plan.words
    assert understand("Until I hear back, which price holds?", NOW).present
    assert understand("When I move out, what about the deposit?", NOW).intent == "what"
    assert understand("Before I go, do we have a key?", NOW).closed
    assert understand("Before I renew on 3 May 2026, what was the fee?", NOW).as_of is None


def test_a_past_that_is_asked_for_is_one() -> None:
    for text in (
        "What did we use before we moved?",
        "Where was the office before the move?",
        "What did we use before?",
    ):
        assert understand(text, NOW).gone, text
    assert understand("Which fee was valid before 2025-03-01?", NOW).as_of == "2025-02-28T12:00:00Z"
