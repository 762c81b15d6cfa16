"""Where a sentence holds two speech acts, and where it holds one."""

import pytest

from clew.rules.clauses import clauses


def cut(text: str, lang: str = "en") -> list[str]:
    return [text[c.start : c.end] for c in clauses(text, 0, len(text), lang)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the hall is booked, can you write the invite?", ["the hall is booked", "can you write the invite?"]),
        ("Ann does the music, Ben bakes the cake", ["Ann does the music", "Ben bakes the cake"]),
        ("the roof leaks but the cellar is dry", ["the roof leaks", "but the cellar is dry"]),
        ("we have 40 chairs and we need 60", ["we have 40 chairs", "and we need 60"]),
        ("no, the red one", ["no", "the red one"]),
        ("adults pay 12 euro, children 6", ["adults pay 12 euro", "children 6"]),
        ("the tent is late; we wait", ["the tent is late", "we wait"]),
        ("we move because the rent doubled", ["we move", "because the rent doubled"]),
    ],
)
def test_two_acts_are_cut_apart(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "pens, ink and paper move to the new cupboard",
        "we paint the hall, the stairs and the office",
        "closed since easter",
        "Ann, who is at Bosch, called",
        "he looked at it and says it works",
        'Tom said "the tent is late, we wait, you go"',
        "so far the tent is dry",
        "the price (it was 12, now it is 9) is fine",
    ],
)
def test_one_act_stays_whole(text: str) -> None:
    assert cut(text) == [text]


def test_a_heading_is_kept_apart_with_its_place() -> None:
    (clause,) = clauses("worktop: oak, 30 mm", 0, 19, "en")
    assert clause.head == (0, 7)
    assert clause.start == 9


def test_german_links_are_read() -> None:
    assert cut("ich nehme Holz, weil Stein kalt ist", "de") == ["ich nehme Holz", "weil Stein kalt ist"]
    assert [c.link for c in clauses("Stein ist kalt, also nehme ich Holz", 0, 35, "de")] == ["", "so"]


def test_only_the_last_clause_is_asked() -> None:
    assert [c.asked for c in clauses("it is 9 now, is that ok?", 0, 24, "en")] == [False, True]
