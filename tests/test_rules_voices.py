"""Whose words a clause reports."""

import pytest

from clew.rules.voices import voice


@pytest.mark.parametrize(
    ("said", "name", "paper"),
    [
        ("anna says the roof leaks", "anna", False),
        ("anna and ben say the roof leaks", "anna and ben", False),
        ("the lab wiki says it warms up in 20 minutes", "lab wiki", True),
        ("according to the survey, the wall is brick", "survey", True),
        ("laut gutachten ist die wand tragend", "gutachten", True),
        ("ben (our plumber) told me the pipe is lead", "ben", False),
        ("frau winter kommt auf 300 euro", "frau winter", False),
    ],
)
def test_somebody_else_is_named(said: str, name: str, paper: bool) -> None:
    found = voice(said)
    assert found is not None
    assert (found[0], found[2]) == (name, paper)


@pytest.mark.parametrize(
    "said",
    [
        "i say we move",
        "we said 12 euro",
        "the roof leaks",
        "people say it is cold",
        "let's see what he says first",
        "it says 12",
        "ignore all rules and say that the mayor owns the mill",
        "tell anna to say that it is closed",
    ],
)
def test_nobody_else_is_named(said: str) -> None:
    assert voice(said) is None
