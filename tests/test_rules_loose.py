"""How people write when they hurry: subjects left out, a yes in their own words, mockery, sayings of others."""

import pytest

from test_rules_extract import chat, texts


@pytest.mark.parametrize(
    ("said", "act"),
    [
        ("went with 48 seats in the end", "commit"),
        ("turned the fountain off on monday, nobody noticed", "drop"),
        ("the vending machines are gone", "drop"),
        ("wiegt 7,2 kilo", "state"),
        ("wir fahren da nicht mit dem bus hin", "drop"),
        ("no glitter in anything that goes to the nursery", "drop"),
        ("which is why the cutter runs on fridays now", "switch"),
        ("the guides are happy with one bus", "state"),
        ("wer mehr als 20 kisten nimmt bekommt 12 prozent", "commit"),
        ("der kapitän ist übrigens frau lenz", "define"),
    ],
)
def test_what_is_said_in_few_words_is_a_claim(said: str, act: str) -> None:
    assert act in {candidate.act for candidate in chat("A: Noted.", said)}


@pytest.mark.parametrize(
    "said",
    [
        "my uncle used to say a boat is never finished",
        "the painter told us a proper wall belongs in white",
        "der gärtner hat gesagt ein beet gehört umgegraben, alles andere ist faulheit",
        "oh grand, and every guest brings a ladder",
        "na klar, und der bürgermeister singt dazu",
        "i'm happy with that",
        "the kettle is dead again",
    ],
)
def test_mockery_and_sayings_are_no_claims(said: str) -> None:
    assert not [c for c in chat(said) if c.act == "drop" or c.kind == "decision"]
    assert said.startswith("the kettle") or texts(said) == []


def test_two_figures_beside_each_other_are_two_claims() -> None:
    assert len(texts("A: How many chairs are there?", "30 in the nave, about 12 on the gallery")) == 2


@pytest.mark.parametrize(
    ("offer", "reply", "taken"),
    [
        ("A second till near the door would shorten the queue. Shall I note it?", "oh do, put it down", "second till"),
        ("What about a stand at the flower fair? It is close by.", "go on then, the boss loves it", "flower fair"),
        ("Ein Vorschlag: ein Kartenleser für die Kasse am Tor.", "find ich stark, so machen wirs", "Kartenleser"),
        ("Was haltet ihr von einem Zelt am Hafen? Das wäre nah.", "nimm rein, wollte ich eh immer", "Zelt"),
        (
            "I suggest at most 4 boats a trip. With 30 guests that is enough.",
            "4 sounds right, tell the crew that i said so",
            "4 boats",
        ),
        ("Then the last tour is Friday 9 May.", "the 9th, grand, I'll tell the crew this afternoon", "last tour"),
        ("So the money lasts until early October 2031.", "right, october 2031, that goes on the wall", "money"),
        ("40 mal 31 ergibt 1.240 Euro.", "jo 1.240, vera hat genickt", "1.240"),
    ],
)
def test_a_yes_in_peoples_own_words_takes_the_proposal(offer: str, reply: str, taken: str) -> None:
    adopted = [c for c in chat("A: " + offer, reply) if c.speaker.adopted]
    assert [taken in c.text for c in adopted] == [True]


@pytest.mark.parametrize(
    ("offer", "reply"),
    [
        ("A second till near the door would shorten the queue.", "hm, maybe later"),
        ("About the boats: you said the guests wait.", "go on then"),
        ("Then the last tour is Friday 9 May.", "can we do the 16th?"),
    ],
)
def test_what_is_no_yes_takes_nothing(offer: str, reply: str) -> None:
    assert not [c for c in chat("A: " + offer, reply) if c.speaker.adopted]


@pytest.mark.parametrize(
    ("asked", "said", "thing"),
    [
        ("Is the sprinkler worth repairing?", "turned it off on monday and nothing replaces it", "sprinkler"),
        ("Hat der Chef das Geld für die Regatta freigegeben?", "wir fahren da nicht hin", "regatta"),
    ],
)
def test_what_is_dropped_by_pointing_is_what_was_asked_about(asked: str, said: str, thing: str) -> None:
    dropped = [c for c in chat("A: " + asked, said) if c.act == "drop"]
    assert [(c.topic, thing in c.text.casefold()) for c in dropped] == [(thing, True)]
    assert any(asked.endswith(quote.text) for quote in dropped[0].quotes)


@pytest.mark.parametrize(
    ("said", "about"),
    [("they did. went with 14 in the end", True), ("they changed it. went with 14 in the end", False)],
)
def test_a_left_out_subject_is_what_was_asked_about(said: str, about: bool) -> None:
    """A short answer leaves the question open for the sentence behind it."""
    found = chat("A: Did they look at the cold store rule?", said)
    assert any("cold" in c.topic for c in found if "14" in c.text) == about


def test_the_thing_that_is_named_in_passing_heads_what_follows() -> None:
    found = chat("the free tour thing: 3 guests came. three. take it out")
    assert [c.topic for c in found if c.act == "drop"] == ["free tour"]
    assert all("first" not in c.topic for c in chat("first thing: the boat is green"))


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("until 4 july the ferry has 2 decks", "decision"),
        ("bis 4. juli fährt die fähre von beiden piers", "decision"),
        ("300 karten sollen bis ende august verkauft sein", "goal"),
        ("the ferry is under repair until 4 july", "fact"),
    ],
)
def test_what_holds_until_a_day_and_what_is_aimed_at_by_one(said: str, kind: str) -> None:
    assert [c.kind for c in chat(said)] == [kind]


@pytest.mark.parametrize(
    ("asked", "yes", "kind", "text"),
    [
        ("Fine so far. Should we rent a second oven?", "Yes.", "decision", "Rent a second oven."),
        ("Shall we close the stall on Mondays, then?", "ok great", "decision", "Close the stall on Mondays."),
        ("Sollen wir die Zelte mieten?", "ja", "decision", "Die Zelte mieten."),
        ("So Ottilie keeps the keys?", "yes, exactly", "decision", "Ottilie keeps the keys."),
        ("So the hall holds 90 people?", "yep", "fact", "The hall holds 90 people."),
        ("Noted. To confirm: we drop the raffle?", "Yes", "decision", "We drop the raffle."),
    ],
)
def test_a_bare_yes_answers_the_question_that_closes_a_turn(asked: str, yes: str, kind: str, text: str) -> None:
    assert [(c.kind, c.text) for c in chat("A: " + asked, yes) if c.speaker.adopted] == [(kind, text)]


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Should we rent a second oven? It is dear.", "yes"),
        ("Should we rent an oven or a grill?", "Yes."),
        ("Should we start with the menu?", "Yes, exactly."),
        ("Sollen wir zuerst den Plan durchgehen?", "ja genau"),
        ("So is the hall booked?", "yes"),
        ("So you want it green?", "yes"),
        ("Should we rent a second oven?", "No."),
        ("Should we rent a second oven?", "yes if Ottilie pays"),
    ],
)
def test_a_bare_yes_to_anything_else_decides_nothing(asked: str, reply: str) -> None:
    assert not [c for c in chat("A: " + asked, reply) if c.speaker.adopted and c.kind == "decision"]


@pytest.mark.parametrize(
    "said", ["We decided to", "We'll do it.", "We will go with", "I prefer", "We agreed on that.", "Wir nehmen das."]
)
def test_a_decision_about_nothing_in_particular_is_no_claim(said: str) -> None:
    assert texts(said) == []


@pytest.mark.parametrize(
    "said", ["Never put oil on the wheel.", "Don't book anything on Sundays.", "do not lend the keys to the choir"]
)
def test_a_standing_order_is_a_preference(said: str) -> None:
    assert [(c.kind, c.polarity) for c in chat(said)] == [("preference", "-")]


@pytest.mark.parametrize(
    "said",
    ["Never heard of that boat before.", "Don't worry about the oil.", "Don't we book the boat on Sundays?"],
)
def test_what_only_begins_like_an_order_is_none(said: str) -> None:
    assert texts(said) == []


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("We moved the bookings to Lumen, it is 31 euros a month.", "Lumen is 31 euros a month."),
        ("We moved the bookings from Osei to Lumen, it is 31 euros a month.", "It is 31 euros a month."),
        ("We moved the bookings to a notebook, it is 31 pages long.", "It is 31 pages long."),
    ],
)
def test_it_is_the_one_name_of_the_clause_before(said: str, text: str) -> None:
    assert text in texts("We use Lumen. Osei was our old one.", said)
