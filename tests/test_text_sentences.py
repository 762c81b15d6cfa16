"""Where sentences begin and end, and which blocks are no sentences at all."""

import pytest

from clew.text.sentences import sentences


def cut(text: str) -> list[str]:
    return [text[s.start : s.end] for s in sentences(text)]


def kinds(text: str) -> list[str]:
    return [s.kind for s in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We moved. It rained!", ["We moved.", "It rained!"]),
        ("lower case too. it goes on", ["lower case too.", "it goes on"]),
        ("Really? Yes.", ["Really?", "Yes."]),
        ("one line\nanother line", ["one line", "another line"]),
        ("bis 14. März gilt es. dann nicht", ["bis 14. März gilt es.", "dann nicht"]),
        ("12. mai steht fest", ["12. mai steht fest"]),
        ("offen bis 17. anfahrt kostet extra", ["offen bis 17.", "anfahrt kostet extra"]),
        ("Dr. Weiss came, e.g. on foot. Then left.", ["Dr. Weiss came, e.g. on foot.", "Then left."]),
        ("Brown v. Board was cited. It held.", ["Brown v. Board was cited.", "It held."]),
        ("St. Anne's cooks. We eat.", ["St. Anne's cooks.", "We eat."]),
        ("We met at Tom's. Anna left.", ["We met at Tom's.", "Anna left."]),
        ("I say 'e.g. Tom' here. Fine.", ["I say 'e.g. Tom' here.", "Fine."]),
        ("J. Doe signed. We paid.", ["J. Doe signed.", "We paid."]),
        ("version 2.5 is out. use it", ["version 2.5 is out.", "use it"]),
        ("gut。もう一つ。", ["gut。", "もう一つ。"]),
        ("", []),
        ("   \n \n", []),
    ],
)
def test_sentences_end_where_they_end(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


def test_list_marks_and_heading_marks_are_left_out() -> None:
    assert cut("# Plan\n- buy oak\n2. paint it\nb) sell") == ["Plan", "buy oak", "paint it", "sell"]
    assert kinds("# Plan\n- buy oak\n2. paint it\nb) sell") == ["heading", "list", "list", "list"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("```\na = 1. b\n```", "code"),
        ("2026-05-09T14:20:07 pump INFO start. next", "code"),
        ('Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no. never', "code"),
        ("> quoted. twice\n> and more", "quote"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "table"),
        ("From: ann@example.org\nSubject: hi", "paste"),
    ],
)
def test_wordless_blocks_come_out_whole(text: str, kind: str) -> None:
    assert kinds(text) == [kind]
    assert cut(text) == [text]


def test_words_after_a_fence_are_sentences_again() -> None:
    text = "look:\n```\nx\n```\nso 24 is dead. ok"
    assert kinds(text) == ["prose", "code", "prose", "prose"]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ('Review this:\n"""\nWe use A.\n"""\nWe use B.', ["Review this:", "We use B."]),
        ('Review this: """\nWe use A.\n"""\nWe use B.', ['Review this: """', "We use B."]),
        ('He said """we use A""" once.\nWe use B.', ['He said """we use A""" once.', "We use B."]),
        ('"""never closed\nWe use B.', ['"""never closed', "We use B."]),
        ("<article>\nWe use A.\n\nThen C.\n</article>\nWe use B.", ["We use B."]),
        ("See:\n\nFrom: Tom <t@x.io>\nSent: Monday\nSubject: db\n\nWe use A.", ["See:"]),
        ("From: Hamburg\nTo: Bergen\nWe sail in May.", ["We sail in May."]),
    ],
)
def test_what_is_set_off_as_pasted_is_nobodys_sentence(text: str, own: list[str]) -> None:
    assert [text[s.start : s.end] for s in sentences(text) if s.kind == "prose"] == own


def test_an_open_fence_runs_to_the_end() -> None:
    assert kinds("a\n```\nb. c") == ["prose", "code"]


@pytest.mark.parametrize("text", ["a" * 50_000, "a. " * 15_000, "| " * 20_000, "`" * 50_000, "(" * 50_000])
def test_places_are_in_order_and_trimmed_on_any_text(text: str) -> None:
    last = 0
    for s in sentences(text):
        assert last <= s.start < s.end
        assert not text[s.start].isspace()
        assert not text[s.end - 1].isspace()
        last = s.end
