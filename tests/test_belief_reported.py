"""Whose word a claim passes on, and what two sources say differently in one breath."""

import pytest

from clew.belief.reported import voice
from clew.belief.verdict import judge
from clew.model import Claim, Maker, Span, Speaker


def said(text: str, start: int, part: int = 1) -> Claim:
    return Claim(
        id=f"c{part}{start}", kind="fact", text=text, label=text, topic=" ".join(text.split()[:2]).casefold(),
        speaker=Speaker("person", "user"), evidence=(Span("s", part, start, start + len(text), text),),
        by=Maker("hand/1"), asserted_at=f"2026-03-0{part}T09:00:00Z", confidence="high",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("The meter of the firm that built the mill says 22 months.", "The meter of the firm that built the mill"),
        ("The dealer, Osric, states 90 minutes.", "The dealer"),
        ("Mr Hale, who was warden for years, swears that it is wet.", "Mr Hale"),
        ("Mr Hale whos the baker looked at it and he says it is wet.", "Mr Hale"),
        ("memo from Rusk (lawyer) says per page", "memo from Rusk"),
        ("Laut Kassenbuch sind es 38 Kisten.", "Kassenbuch"),
        ("Frau Ilg (Lager) sagt 60.", "Frau Ilg"),
        ("we think it reads 5", ""),
        ("The mill says nothing", "The mill"),
        ("The mill has 5 floors.", ""),
    ],
)
def test_the_source_of_a_report(text: str, source: str) -> None:
    assert voice(text) == source


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Ida's scale says 14 months per cell.", "The meter of the firm that built it says 22 months.", "conflicts"),
        ("Laut Kassenbuch sind es 38 Kisten.", "Frau Ilg (Lager) sagt 60.", "conflicts"),
        (
            "The dealer, Osric, states 2 hours 10 minutes for a load.",
            "The town's own log shows 3 hours 40.",
            "conflicts",
        ),
        ("The guide says 3 m for all masts.", "Ida (rigger) says 2 m.", "conflicts"),
        ("The dealer states 2 hours 10 minutes.", "The log shows 130 minutes.", None),
        ("Ida says the hall has 40 chairs.", "Bo says the kitchen has 12 plates.", None),
        ("Ida says the hall costs 400 euro.", "Bo says the band plays 3 hours.", None),
        ("The hall costs 400 euro.", "The band costs 300 euro.", None),
    ],
)
def test_two_sources_in_one_breath_disagree_about_one_figure(one: str, other: str, kind: str | None) -> None:
    found = judge(said(one, 0), said(other, len(one) + 1)).kind
    assert found == kind if kind else found != "conflicts"


def test_two_sources_far_apart_are_not_taken_to_speak_of_one_thing() -> None:
    one, other = "Laut Kassenbuch sind es 38 Kisten.", "Frau Ilg (Lager) sagt 60."
    assert judge(said(one, 0), said(other, 900)).kind != "conflicts"
    assert judge(said(one, 0, part=1), said(other, 0, part=2)).kind != "conflicts"
