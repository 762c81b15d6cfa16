"""Two who are named give different figures of one thing: a question, never a replacement."""

import pytest

from clew.belief.verdict import judge
from test_belief_verdict import claim


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Oona says the lease runs five years, by the way.", "The lease is only three years according to the agent."),
        ("The wiki says the boiler has 40 litres.", "According to Hanna the boiler holds 55 litres."),
        ("Laut Hanna fasst der Kessel 40 Liter.", "Laut Handbuch fasst der Kessel 55 Liter."),
    ],
)
def test_other_figures_of_one_thing_by_two_voices_conflict(old: str, new: str) -> None:
    assert judge(claim(old, who="user"), claim(new, who="user", day=2)).kind == "conflicts"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Hanna says the boiler holds 55 litres.", "Tom says the kettle holds 2 litres."),
        ("Hanna says the boiler in the shed holds 55 litres.", "Tom says the boiler in the loft holds 40 litres."),
        ("Hanna says the boiler holds 55 litres.", "Tom says the boiler weighs 40 kilos."),
    ],
)
def test_figures_of_two_things_stand_side_by_side(old: str, new: str) -> None:
    assert judge(claim(old, who="user"), claim(new, who="user", day=2)).kind != "conflicts"
