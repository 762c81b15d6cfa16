"""What a question takes for granted is a claim: its value, not its wish."""

import pytest

from clew.model import Part, Source
from clew.proof.context import context
from clew.rules.extract import Rules
from clew.text.given import given


def _claims(said: str) -> list[tuple[str, str]]:
    part = Part(n=1, id="1", parent=None, author="person", name=None, at="2026-03-01T09:00:00Z", text=said)
    source = Source(
        id="chat", kind="chat", provider="test", origin="chat", title="", at="2026-03-01T09:00:00Z", until=None,
        precision="exact", leaf=None, people=(), parts=1, sha256="",
    )  # fmt: skip
    return [(claim.act, claim.text) for claim in Rules().extract(source, [part], ())]


@pytest.mark.parametrize(
    ("said", "act", "text"),
    [
        ("Can you adjust the plan for my new June 12 deadline?", "switch", "My new deadline is June 12."),
        ("What could we buy from my budget, now 900 euros?", "switch", "My budget is now 900 euros."),
        ("Where should I spend the increased budget of $620?", "switch", "The increased budget is $620."),
        ("How do I plan this, with the entry deadline being 9 July?", "state", "The entry deadline is 9 July."),
        ("How many tables fit now that the hall seats only 80 people?", "state", "The hall seats only 80 people."),
        ("Remind me that the call is moved to 2 May at 4:30 PM?", "switch", "The call is moved to 2 May at 4:30 PM."),
        ("I'm worried that I won't meet the new June 12 deadline.", "switch", "The new deadline is June 12."),
        ("Can you split the increased budget of $620 for garden paint?", "switch",
         "The increased budget for garden paint is $620."),
        ("How can I use the kiln's 90% accuracy?", "state", "The kiln's accuracy is 90%."),
        ("Can you check the $700 budget for paint and garden tools?", "state",
         "The budget for paint and garden tools is $700."),
        ("How will the 12% rate on loads above $200 affect me?", "state", "The rate on loads above $200 is 12%."),
        ("How do I manage the $350 for roof repairs?", "state", "$350 for roof repairs."),
        ("Can you see why my score in wiring problems improved from 60% to 85%?", "state",
         "My score in wiring problems improved from 60% to 85%."),
        ("Kannst du den Plan an meine neue Frist am 3. Juni anpassen?", "switch", "Meine neue Frist am 3. Juni."),
        ("Peux-tu adapter le plan à notre nouveau budget de 90 euros ?", "switch", "Notre nouveau budget de 90 euros."),
    ],
)  # fmt: skip
def test_a_value_inside_a_question_or_worry_is_claimed(said: str, act: str, text: str) -> None:
    assert _claims(said) == [(act, text)]


@pytest.mark.parametrize(
    "said",
    [
        "Should we agree on a new deadline of June 12?",
        "What would a budget of 900 euros buy?",
        "How many tables fit into a hall for 80 people?",
        "What would my 3 cats like?",
        "Kannst du mir eine neue Frist am 3. Juni vorschlagen?",
    ],
)
def test_a_value_that_is_only_asked_about_is_not(said: str) -> None:
    assert _claims(said) == []


def test_a_given_value_holds_whatever_its_sentence_does() -> None:
    said = "I won't meet my new June 12 deadline, will I?"
    (found,) = given(said, 0, len(said))
    assert context(said, found.start, found.end) == "ok"
    assert context(said, said.index("meet"), found.end) == "negated"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (
            "I'm trying to raise the yield of the south field, which has recently reached 40 tons.",
            "The yield of the south field has recently reached 40 tons.",
        ),
        (
            "I'm working on my weekly page count, and I just found out it was raised to 30 pages.",
            "My weekly page count was raised to 30 pages.",
        ),
        (
            "I'm uneasy, I just found out the entry deadline was extended to May 20.",
            "The entry deadline was extended to May 20.",
        ),
        ("I've been told our hit rate is now 87%.", "Our hit rate is now 87%."),
    ],
)
def test_news_is_told_of_what_it_is_about(said: str, text: str) -> None:
    assert text in [claim for _, claim in _claims(said)]


def test_what_a_clause_behind_it_tells_of_is_taken_for_granted() -> None:
    said = "I'm trying to raise the yield of the south field, which has reached 40 tons."
    a = said.index("the yield")
    assert context(said, a, said.index(",")) == "ok"
    assert context("I'm trying to raise the yield of the south field.", a, said.index(",")) != "ok"
