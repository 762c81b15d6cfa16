"""What the rules take from a chat and what they leave alone, both sides of each rule."""

import json
from pathlib import Path
from typing import Any

import pytest

from clew import app
from clew.model import Author, Candidate, Part, Source
from clew.rules import extract
from clew.rules.extract import Rules

AT = "2026-03-03T10:00:00+01:00"  # a Tuesday


def chat(*turns: str, title: str = "notes") -> list[Candidate]:
    """Candidates of a chat; turns that begin with `A: ` are the assistant's."""
    parts = []
    for n, turn in enumerate(turns, start=1):
        author: Author = "assistant" if turn.startswith("A: ") else "person"
        parts.append(Part(n, str(n), None, author, None, AT, turn.removeprefix("A: ")))
    source = Source("s", "chat", "messages", "s", title, None, None, "exact", None, (), len(parts), "")
    rules = Rules()
    found = list(rules.extract(source, parts, ("user",)))
    assert not rules.notes, "a rule failed"
    for candidate in found:
        for quote in candidate.quotes:
            text = parts[quote.part - 1].text
            assert quote.start is not None
            assert text[quote.start : quote.start + len(quote.text)] == quote.text
    return found


def texts(*turns: str) -> list[str]:
    return [candidate.text for candidate in chat(*turns)]


def one(*turns: str) -> Candidate:
    found = chat(*turns)
    assert len(found) == 1, [candidate.text for candidate in found]
    return found[0]


@pytest.mark.parametrize(
    ("said", "kind", "act", "polarity"),
    [
        ("We decided to print the programme on recycled paper.", "decision", "commit", "+"),
        ("the newsletter goes to mailjet", "decision", "commit", "+"),
        ("from now on the choir meets on wednesdays", "decision", "switch", "+"),
        ("we switch to oat milk in the canteen", "decision", "switch", "+"),
        ("drop the raffle, no replacement", "decision", "drop", "-"),
        ("no fireworks this year", "decision", "drop", "-"),
        ("the red curtain stays", "decision", "keep", "+"),
        ("I prefer short chapters over long ones.", "preference", "prefer", "+"),
        ("goal: 300 members by 1 june", "goal", "plan", "+"),
        ("when I write HQ I mean the old mill", "definition", "define", "+"),
        ("active member = paid at least once this year", "definition", "define", "+"),
        ("our treasurer is Paula Winter", "decision", "state", "+"),
        ("the hall has 240 seats", "fact", "state", "+"),
        ("Still open: who prints the tickets.", "question", "ask", "+"),
        ("Ab sofort treffen wir uns im Pfarrsaal.", "decision", "switch", "+"),
        ("das sommerfest: streichen, ersatzlos", "decision", "drop", "-"),
        ("die alte Bühne bleibt", "decision", "keep", "+"),
        ("der Mitgliedsbeitrag beträgt 48 Euro im Jahr", "fact", "state", "+"),
        ("keine Plastikbecher bitte", "preference", "prefer", "-"),
    ],
)
def test_a_statement_becomes_a_claim_of_its_kind(said: str, kind: str, act: str, polarity: str) -> None:
    found = one(said)
    assert (found.kind, found.act, found.polarity) == (kind, act, polarity)
    assert found.quotes[0].text.casefold() in said.casefold()
    assert found.speaker.name == "user"


@pytest.mark.parametrize(
    "said",
    [
        "should we move the concert to the church?",
        "how many chairs do we need",
        "do i rent the tent for two days or",
        "what if we charged 20 euros",
        "if we ever win the lottery we buy a new piano",
        "imagine 900 people in that hall",
        "maybe we use the big room",
        "I would move it to May",
        "even if the brochure says so",
        "Please write a poem about 12 geese.",
        "can you draft the invitation for 40 guests",
        "help me plan the trip to Rome",
        'Tom wrote "just cancel the whole thing in 2027"',
        "thanks, that's really helpful!",
        "lol the cake had 80 candles",
        "hello there",
        "good night",
        "I'm not sure whether the hall has 240 seats",
        "oh sure, and let's gold plate the chairs",
        "i never said we have 300 members",
        "soll ich den saal buchen?",
        "wenn wir mal reich sind bauen wir ein eigenes haus",
        "stell dir vor wir hätten 900 gäste",
        "kannst du mir bei der rede helfen",
        "danke, bis bald",
        "```\nmax_users = 240\n```",
        "2026-05-09T14:20:07 pump ERROR tank is empty, 240 litres lost",
        "> the venue moves to Leeds on 3 May",
    ],
)
def test_what_asserts_nothing_is_left_alone(said: str) -> None:
    assert texts(said) == []


def test_an_update_inside_a_question_counts() -> None:
    found = one("My choir now has 34 members, can you suggest a warm-up?")
    assert found.text == "My choir now has 34 members."


def test_a_yes_adopts_the_proposal_with_both_quotes() -> None:
    found = one("A: I would hire a second coach for the weekend.", "yes, do that")
    assert found.speaker.adopted
    assert found.kind == "decision"
    assert [(q.part, q.text) for q in found.quotes] == [
        (1, "I would hire a second coach for the weekend."),
        (2, "yes, do that"),
    ]


def test_a_yes_takes_up_the_proposal_it_names() -> None:
    found = one(
        "A: I suggest a boat trip on Saturday.\n\nI would also book the museum for Sunday.",
        "the boat trip: yes do that",
    )
    assert "boat trip" in found.text


def test_a_picked_option_is_adopted() -> None:
    found = one("A: 1. Rent the van\n2. Take the train\n3. Fly\n", "option 2")
    assert found.speaker.adopted
    assert "Take the train" in found.text


def test_a_repeated_figure_confirms_the_assistants_sum() -> None:
    found = one("A: So the tickets cost 18 x 25 = 450 euros.", "450 ok")
    assert found.speaker.adopted
    assert "450" in found.text


@pytest.mark.parametrize("said", ["ok", "good idea", "thanks", "hm", "no", "good point"])
def test_a_mere_nod_adopts_nothing(said: str) -> None:
    assert texts("A: I would hire a second coach.", said) == []


def test_an_unadopted_proposal_and_a_passing_figure_are_no_claims() -> None:
    assert texts("A: I would hire a second coach for 300 euros.", "what about the weather?") == []


def test_an_answer_takes_its_subject_from_the_question() -> None:
    found = one("A: How many chairs do you have?", "120")
    assert "chairs" in found.topic
    assert "120" in found.text


def test_an_answer_picks_the_question_it_fits() -> None:
    found = one("A: How long is the intermission? And who sells the drinks?", "25 minutes at most")
    assert "intermission" in found.topic


def test_a_reason_belongs_to_its_decision() -> None:
    found = one("we rent the hall in Ulm because the old one is too small")
    assert found.text == "We rent the hall in Ulm because the old one is too small."


def test_a_conclusion_takes_what_it_follows_from() -> None:
    found = one("there is money for 36 chairs, not more. so 36")
    assert found.quotes[0].text == "there is money for 36 chairs, not more. so 36"


def test_a_complaint_beside_a_change_is_its_reason() -> None:
    found = one("the printer cant do A3. we switch to the copy shop")
    assert found.act == "switch"
    assert any("A3" in quote.text for quote in found.quotes)


def test_two_facts_in_one_sentence_are_two_claims() -> None:
    assert len(chat("adults pay 12 euro a ticket, children 6")) == 2


def test_a_heading_names_the_subject_of_what_follows() -> None:
    found = chat("stage: tried a black cloth and hated the look. white it is")
    assert [c.topic for c in found] == ["stage"]


def test_the_same_slot_has_the_same_key_in_two_chats() -> None:
    first, second = one("opening night is on 3 may"), one("opening night moves to 10 may")
    assert first.topic == second.topic


def test_a_reported_statement_has_its_speaker() -> None:
    found = one("Anna says the roof leaks in two places")
    assert (found.speaker.cls, found.speaker.name) == ("person", "anna")
    paper = one("the survey says the wall is load bearing")
    assert (paper.speaker.cls, paper.speaker.name) == ("document", "survey")


def test_the_owner_reported_by_name_is_the_owner() -> None:
    source = Source("s", "chat", "messages", "s", "", None, None, "exact", None, (), 1, "")
    part = Part(1, "1", None, "person", None, AT, "Anna says the roof leaks in two places")
    assert next(Rules().extract(source, [part], ("Anna",))).speaker.name == "user"


def test_validity_is_taken_from_the_words() -> None:
    assert one("the pool is closed until 14 april").valid_to == "2026-04-14T23:59:59+01:00"
    assert one("Paula is on call this week").valid_to == "2026-03-08T23:59:59+01:00"


def test_a_member_of_a_series_is_the_scope() -> None:
    found = chat("class 1 has 24 pupils. class 2 has 27 pupils")
    assert [c.scope for c in found] == ["class 1", "class 2"]


def test_a_pasted_document_in_lists_is_left_alone() -> None:
    assert texts("### Components\n- **Login**\n- **Search**\n\n### Milestones\n- **May:** ship it in 2 weeks") == []


@pytest.mark.parametrize(
    "text", ["会議は3月3日に変更します。", "Мы решили переехать в 2027 году.", "Il budget è di 20000 euro."]
)
def test_a_language_without_rules_yields_nothing(text: str) -> None:
    assert texts(text) == []


def test_only_people_make_claims() -> None:
    source = Source("s", "chat", "messages", "s", "", None, None, "exact", None, (), 3, "")
    authors: tuple[Author, ...] = ("tool", "document", "injected", "derived", "assistant")
    parts = [Part(n, str(n), None, a, None, AT, "We moved the launch to 4 June.") for n, a in enumerate(authors, 1)]
    assert list(Rules().extract(source, parts, ())) == []
    person = Part(9, "9", None, "person", None, AT, "We moved the launch to 4 June.")
    assert len(list(Rules().extract(source, [*parts, person], ()))) == 1


def test_the_same_input_gives_the_same_candidates() -> None:
    turns = (
        "A: How many chairs?",
        "120, and the hall is in Ulm. drop the raffle",
        "A: I would add a bar.",
        "yes do that",
    )
    assert chat(*turns) == chat(*turns)


@pytest.mark.parametrize("text", ["a" * 40_000, "we use x, " * 4_000, '"' * 40_000, "so and " * 5_000, "\n" * 20_000])
def test_no_text_makes_it_stumble(text: str) -> None:
    assert isinstance(texts("A: " + text + "?", text), list)


def test_naming_a_proposed_thing_and_agreeing_adopts_it() -> None:
    found = chat("We measure at two sites.", "A: Lumen would be usual for two sites.", "Lumen, good, done.")

    assert [c.text for c in found if c.speaker.adopted] == ["Lumen would be usual for two sites."]


def test_a_clause_that_is_one_contraction_is_read() -> None:
    assert chat("I'll read her card aloud because it's so like her.", "We decided to print on recycled paper.")


def test_a_turn_on_which_a_rule_fails_takes_nothing_from_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = extract.units

    def failing(text: str, *rest: Any) -> Any:
        if "trap" in text:
            raise IndexError(text)
        return real(text, *rest)

    monkeypatch.setattr(extract, "units", failing)
    turns = ["The trap is on Monday.", "We decided to print the programme on recycled paper."]
    told = json.dumps({"messages": [{"role": "user", "text": text, "at": AT} for text in turns]})
    with app.create(tmp_path / "bundle", title="notes") as bundle:
        (item,) = bundle.add([told.encode()]).items
        assert item.rejected == {"unread": 1}
        assert [view.claim.kind for view in bundle.claims()] == ["decision"]
