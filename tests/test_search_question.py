"""Questions understood without a model: shape, time, names, what is asked about."""

import pytest

from clew.search.question import strip, understand

NOW = "2026-03-10T12:00:00Z"


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Which database do we use now?", "current"),
        ("Why did we leave Hetzner?", "why"),
        ("How did the job setup change over time?", "history"),
        ("Until when do beta teams get a discount?", "when"),
        ("List everything that holds for backups.", "list"),
        ("How are Orla and the port connected?", "connects"),
        ("What does the launch date depend on?", "relates"),
        ("Do we cache the menus?", "yes-no"),
        ("Wie hat sich das System entwickelt?", "history"),
        ("Warum ist montags zu?", "why"),
        ("Womit wird die Website jetzt gebaut?", "current"),
        ("Ab wann gilt der neue Satz?", "when"),
    ],
)
def test_the_shape_is_read_from_the_words(text, intent):
    assert understand(text, NOW).intent == intent


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Where were we hosted on 1 April 2025?", "2025-04-01"),
        ("Which floor was planned on March 3, 2025?", "2025-03-03"),
        ("Womit sollte die Website am 1. Februar 2025 gebaut werden?", "2025-02-01"),
        ("What is the price as of 2025-06-30?", "2025-06-30"),
    ],
)
def test_a_state_at_a_named_day_is_an_as_of_question(text, day):
    asked = understand(text, NOW)
    assert asked.intent == "as-of"
    assert (asked.as_of or "")[:10] == day


def test_a_date_of_an_event_is_no_as_of_question():
    assert understand("What did Jo say during the call on 3 May 2025?", NOW).as_of is None


def test_E06_only_the_question_of_a_wrapped_prompt_is_searched():
    preamble = "You are a helpful assistant. Follow the rules below with care. " * 40
    assert strip(preamble + "\n\nWhich db do we use?") == "Which db do we use?"
    assert strip("Which db do we use?") == "Which db do we use?"


def test_tagged_blocks_and_labels_are_left_out():
    assert strip("<context>Paris is nice. Is it?</context>\nQuestion: which city?") == "which city?"


def test_words_of_shape_need_no_evidence():
    assert understand("How did the launch date change over time?").words == ("launch", "date")


def test_the_focus_is_the_thing_asked_about():
    assert understand("What specific advice did Jake give about tests?").focus == ("advice",)


def test_the_speaker_is_read():
    assert understand("What did I decide about the floor?").speaker == "user"
    assert understand("What did Anna say about the floor?").speaker == "Anna"


def test_verbs_that_only_hold_a_question_together_are_not_looked_for():
    assert understand("Which database holds the tickets?").words == ("database", "tickets")
    assert "us" in understand("When is the US launch?").words
    assert "us" not in understand("What did they tell us about the launch?").words
