"""Every statement with something particular is a claim, whatever its verb; what only passes is not."""

import pytest

from test_rules_extract import chat, one, texts


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Theo drives to every tasting with the van.", "decision"),
        ("Nadia waters the beds every Monday.", "decision"),
        ("It'll be three narrow beds with a wooden edge.", "fact"),
        ("If I say the barn I mean the Tannery Hall.", "definition"),
        ("Mrs Lindqvist grades the essays in Room 12.", "fact"),
        ("The clinic stores the vaccines at 4 degrees.", "fact"),
        ("We sell surplus honey on Sundays at the gate.", "decision"),
        ("Delivery is free from £45 as of next month.", "decision"),
        ("Die Mensa kocht jeden Montag für 212 Kinder und das Kollegium.", "fact"),
        ("Wir verlegen das Fest auf den 26. Juni.", "decision"),
        ("Julien arrose les plantes tous les lundis.", "decision"),
        ("Nous avons choisi un parquet en chêne pour la salle du fond.", "decision"),
        ("Le loyer est de 1 450 euros par mois et le bail court jusqu'en juin 2027.", "fact"),
        ("Antonio reparte el pan todos los sábados.", "decision"),
    ],
)
def test_a_particular_statement_is_a_claim(said: str, kind: str) -> None:
    assert {candidate.kind for candidate in chat(said)} == {kind}


@pytest.mark.parametrize(
    "said",
    [
        "The company is sound and the tide is going out slowly.",
        "A rectangle is a rectangle.",
        "Gerald was visibly impressed.",
        "Me again, in the kitchen this time.",
        "I'm going to drink something hot and look at a wall.",
        "Let me see, is there anything left.",
        "It would be lovely to have a second van for Rhinebeck.",
        "If Moira ever sold her stake we'd need 40 shops.",
        "Could you give Moira three reasons?",
        "Si on agrandissait, il faudrait 12 tables.",
        "Peux-tu écrire un mail pour les 12 invités ?",
        "Ce serait bien d'avoir une terrasse à Nantes.",
        "Es wäre schön, wenn wir 3 Räume mehr hätten.",
        "Quelle journée !",
    ],
)
def test_what_only_passes_is_no_claim(said: str) -> None:
    assert texts(said) == []


def test_clauses_of_a_long_sentence_are_claims_of_their_own() -> None:
    said = (
        "Kemi Adeyemi leads the digital team from now on, she comes from the catalogue side, quick as a whip, "
        "and she reports straight to Gerald, which ruffled Piers for a day."
    )
    quotes = [candidate.quotes[0].text for candidate in chat(said)]
    assert "Kemi Adeyemi leads the digital team from now on" in quotes
    assert any(quote.startswith("and she reports straight to Gerald") for quote in quotes)


def test_an_update_inside_a_question_is_a_claim_and_names_its_subject() -> None:
    found = one("I don't see what drives the returns rate, which has crept up to 13 per cent, could you look?")
    assert found.quotes[0].text == "which has crept up to 13 per cent"
    assert "returns rate" in found.text


def test_an_announcing_clause_stays_outside_the_quote() -> None:
    found = one("You should know that Hanna runs the archive in Leeds.")
    assert found.quotes[0].text == "Hanna runs the archive in Leeds."


@pytest.mark.parametrize(
    "yes",
    [
        "Yes, perfect, exactly like that!",
        "yes, adding that",
        "Oh, I like that one, let's go with it.",
        "Lovely, let's do that.",
        "the mesh: yes do that",
        "yes pls exactly like this",
        "The mesh yes please",
    ],
)
def test_a_proposal_is_adopted_in_other_words(yes: str) -> None:
    found = [c for c in chat("A: I suggest covering the leeks with fine mesh from May.", yes) if c.speaker.adopted]
    assert [candidate.text for candidate in found] == ["Covering the leeks with fine mesh from May."]


def test_a_proposal_is_adopted_in_french() -> None:
    proposal = "A: Je propose de vernir le parquet avec deux couches."
    found = one("Le parquet est sombre.", proposal, "D'accord, on fait comme ça.")
    assert found.speaker.adopted


@pytest.mark.parametrize(
    "reply",
    [
        "Good idea, I'll think about it.",
        "Thanks, could you explain that?",
        "No, not that.",
        "The pump yes please",
        "ok, good",
        "not mesh please, yes?",
    ],
)
def test_a_reply_that_takes_nothing_up_adopts_nothing(reply: str) -> None:
    assert not any(c.speaker.adopted for c in chat("A: I suggest covering the leeks with fine mesh.", reply))


@pytest.mark.parametrize(("reply", "taken"), [("It holds, and that is the figure I shall write down.", True),
                                              ("That is the figure I was afraid of.", False)])  # fmt: skip
def test_a_figure_is_taken_as_it_stands(reply: str, taken: bool) -> None:
    found = chat("A: With 40 boxes at 7 euro that makes 280 euro a month.", reply)
    assert any(c.speaker.adopted and "280" in c.text for c in found) == taken


def test_a_code_with_capitals_is_no_joke() -> None:
    assert len(chat("JK-209-1 still holds 13 % toluene")) == 1
    assert texts("the moon is made of 12 cheeses jk") == []


@pytest.mark.parametrize(
    "said",
    [
        "Our seed supplier is Hansen & Co.",
        "The key list is kept in a drawer under the till.",
        "Theo owns the budget.",
        "Ilse looks after the bees.",
        "Greta has left the team.",
        "Proben sind mittwochs.",
        "The band sits on the terrace.",
        "I must call the notary by Friday.",
        "We have a whippet called Biscuit.",
    ],
)
def test_how_things_stand_by_arrangement_is_kept(said: str) -> None:
    assert texts(said) == [said]


@pytest.mark.parametrize(
    "said",
    [
        "The cat sat on the mat.",
        "The kids were in bed.",
        "It is on the table.",
        "We have two questions.",
        "She does the dishes, I think.",
    ],
)
def test_small_talk_in_the_same_shape_is_not(said: str) -> None:
    assert texts(said) == []


def test_what_is_so_now_and_what_no_longer_is_one_change() -> None:
    found = one("Die Kasse steht im Foyer, nicht mehr im Saal.")
    assert (found.act, found.polarity, found.topic) == ("switch", "+", "kasse")
    corrected = one("Die Probe ist nicht am Montag, sondern am Dienstag.")
    assert (corrected.act, corrected.polarity) == ("switch", "+")
    dropped = one("Der Kaffeewagen im Hof ist gestrichen, kein Ersatz.")
    assert (dropped.act, dropped.polarity) == ("drop", "-")


def test_a_recommended_name_that_is_taken_up_answers_what_was_asked() -> None:
    adopted = chat("Which printer should we use?", "A: I'd recommend Osei.", "Yes, let's do that.")[-1]
    assert (adopted.text, adopted.topic, adopted.speaker.adopted) == ("Printer: Osei.", "printer", True)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("30 days is too long though, 14 is plenty.", "Keep the recordings for 14 days."),
        ("14 days, not 30.", "Keep the recordings for 14 days."),
        ("Make it 14 days.", "Keep the recordings for 14 days."),
        ("Rather 14.", "Keep the recordings for 14 days."),
        ("ok, but with 45 days please", "Keep the recordings for 45 days."),
        ("30 is fine.", "Keep the recordings for 30 days."),
    ],
)
def test_a_value_put_in_place_of_the_proposed_one_is_what_was_decided(said: str, text: str) -> None:
    found = chat("How should I store them?", "A: I would use one disk. Keep the recordings for 30 days.", said)

    assert [claim.text for claim in found] == [text]
    assert found[0].speaker.adopted


@pytest.mark.parametrize("said", ["30 is not enough.", "We have 14 cameras.", "Why 30 days?"])
def test_what_only_speaks_of_a_figure_sets_none(said: str) -> None:
    found = texts("How should I store them?", "A: Keep the recordings for 30 days.", said)

    assert not any(text.startswith("Keep the recordings") for text in found)


def test_a_reply_that_sets_a_figure_of_its_own_takes_up_no_other_proposal() -> None:
    found = texts("What now?", "A: I would rent a second van.", "That's too dear, let's cap it at 200 a month.")

    assert not any("second van" in text for text in found)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Tastings happen on Thursdays only.", "decision"),
        ("The cellar gets two lamps.", "decision"),
        ("Theo says the cellar holds forty barrels.", "fact"),
        ("The barrels were empty in spring.", "fact"),
        ("The cellar is locked until 4 May.", "fact"),
        ("The cork costs 30 cents.", "fact"),
        ("My sister lives above the cellar.", "fact"),
    ],
)
def test_what_is_said_to_be_so_is_a_decision_unless_it_was_found_reported_or_passing(said: str, kind: str) -> None:
    assert {claim.kind for claim in chat(said)} <= {kind}
    assert chat(said) or kind == "fact"


@pytest.mark.parametrize(
    "said", ["Wir lassen den Anbau weg.", "Den Anbau lassen wir weg.", "Ich lasse die zweite Tür weg."]
)
def test_what_is_left_out_in_german_is_dropped(said: str) -> None:
    assert {candidate.polarity for candidate in chat(said)} == {"-"}


def test_an_answer_to_a_question_that_names_an_attribute_alone_is_about_what_the_chat_is_about() -> None:
    found = chat("Let us plan.", "A: Gladly. Do you have a date?", "9 May, a Saturday.", title="harvest supper plan")

    assert [claim.topic for claim in found] == ["harvest supper date"]
