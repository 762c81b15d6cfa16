"""Plain project talk: sentences stay whole, a decision holds its reason, and what only talks makes no claim."""

import pytest

from test_rules_extract import chat


def texts(said: str) -> list[str]:
    return [candidate.text for candidate in chat(said)]


@pytest.mark.parametrize(
    "said",
    [
        "The report will therefore go to the printer in Lyon.",
        "Mr. Hale therefore wants the whole spring season rehearsed twice, on both stages, before June.",
        "This week I am in Turin and can answer only at night.",
        "The fee is 4 euro per seat and evening and drinks are included.",
    ],
)
def test_a_sentence_that_cannot_be_cut_stays_whole(said: str) -> None:
    assert texts(said)[:1] == [said] or said.startswith("The fee")
    assert not any(text.startswith(("Therefore", "Can answer", "Evening")) for text in texts(said))


def test_a_conclusion_with_its_own_subject_is_a_clause() -> None:
    assert "Hence the shelf is at 40 cm." in texts("there is a pipe, hence the shelf is at 40 cm.")


def test_were_is_we_are_behind_an_opener() -> None:
    assert any(
        "having it at the old mill" in text for text in texts("and were having it at the old mill in Grasse, from 4 pm")
    )


@pytest.mark.parametrize(
    ("said", "text", "reason"),
    [
        (
            "We also stop the tastings. In six weeks they had two visitors.",
            "We also stop the tastings.",
            "two visitors",
        ),
        ("They want to pick dates themselves. So we take Calendo.", "We take Calendo.", "pick dates"),
        (
            "Der Umzug wandert auf den 3. Mai, weil wir sonst mitten im Fest stehen würden.",
            "Der Umzug wandert auf den 3. Mai, weil wir sonst mitten im Fest stehen würden.",
            "mitten im Fest",
        ),
    ],
)
def test_what_was_told_beside_a_decision_is_its_reason(said: str, text: str, reason: str) -> None:
    (found,) = (candidate for candidate in chat(said) if candidate.text == text)
    assert any(reason in quote.text for quote in found.quotes)


def test_a_story_beside_no_decision_is_no_reason() -> None:
    assert len(texts("The old kiln weighs 90 kg. The new kiln weighs 40 kg.")) == 2


def test_nothing_in_its_place_belongs_to_what_was_dropped() -> None:
    (found,) = chat("The Tuesday clinic is discontinued. There will be no substitute.")
    assert ("drop", "-") == (found.act, found.polarity)
    assert any("no substitute" in quote.text for quote in found.quotes)


@pytest.mark.parametrize(
    "said",
    [
        "I shall ask them about the lamps. I'll write to Petra tonight.",
        "Several items after the second meeting of the Harbour group. Good morning.",
        "My uncle said: just give the whole garden to Rosa.",
        "Please prepare the paper: fees, the Rosa garden, the well.",
        "Grüß dich. Das sage ich dem Konrad. Den Plan hole ich mir bei der Gerda ab.",
    ],
)
def test_errands_announcements_and_requests_are_no_claims(said: str) -> None:
    assert texts(said) == []


def test_a_dated_plan_of_the_person_is_a_claim() -> None:
    assert texts("I will send 40 invitations to Lyon on 3 May.") != []


def test_taking_a_proposal_elsewhere_does_not_take_it_up() -> None:
    assert chat("The van is slow.", "A: I would rent a second van.", "I will take it to the board.") == []


def test_milliseconds_end_a_sentence() -> None:
    assert len(texts("Latency on our board is 180 ms. The harbour app measures 420 ms.")) == 2


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Style rule from me: no long names in forms.", "preference"),
        ("Willow is also what Dan calls the slow branch.", "definition"),
        ("A boat counts as launched when it has floated for one hour.", "definition"),
        ("It remains unresolved who will own the archive of old maps.", "question"),
        ("The vendor, Quill, states 2 hours for a full load.", "fact"),
        ("Rehearsal is reduced to the small stage at the Harbour hall.", "decision"),
        ("The Harbour reports are signed off by Martin Roy.", "fact"),
        ("Petra Dahl is our sponsor now.", "fact"),
    ],
)
def test_what_kind_a_plain_statement_is(said: str, kind: str) -> None:
    assert [candidate.kind for candidate in chat(said)] == [kind]


@pytest.mark.parametrize(
    ("asked", "said", "text"),
    [
        ("Do you have a preference for the style?", "Slate with brass.", "Preference for the style: Slate with brass."),
        ("How often is the well read at present?", "Nightly.", "How often is the well read at present: Nightly."),
    ],
)
def test_a_bare_answer_stands_behind_what_was_asked(asked: str, said: str, text: str) -> None:
    assert [candidate.text for candidate in chat("We plan the mill.", f"A: {asked}", said)][-1:] == [text]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Shall I draft the sketches as a list?", "As a list, by Friday."),
        ("Where would you like to start?", "With the well."),
        ("Is the mill ready?", "Almost."),
    ],
)
def test_an_answer_about_the_chat_or_about_nothing_is_no_claim(asked: str, said: str) -> None:
    assert chat("Hello there.", f"A: {asked}", said) == []


@pytest.mark.parametrize(
    "said", ["A fine idea. Adopted, from next week.", "I adopt the two-hour rule as you describe it."]
)
def test_to_adopt_a_proposal_takes_it_up(said: str) -> None:
    (found,) = chat("The gauge has gaps.", "A: I would suggest a two-hour rule for short gaps.", said)
    assert found.speaker.adopted


def test_a_german_bracket_is_taken_off_a_proposal() -> None:
    (found,) = chat(
        "Was ist üblich?", "A: Ich würde Ihnen zwei Wochen Probebetrieb empfehlen.", "Ja, so machen wir das."
    )
    assert found.text == "Zwei Wochen Probebetrieb."


def test_a_judgement_is_no_answer_of_its_own() -> None:
    found = chat("Hello there.", "A: Is slate still managed for the roof of the mill?", "Too dear. We take tin.")
    assert [candidate.text for candidate in found] == ["We take tin."]
