"""What statements say about how things hang together, and about names that mean one thing."""

import pytest

from clew.rules.identity import abbreviations, own_name, same_names, spelled
from clew.rules.mention import lexicon, names, project, titular
from clew.rules.phrase import chunks
from clew.rules.relate import OWNER, PROJECT, THEIRS, Manner, Tie, ties


@pytest.mark.parametrize(
    ("text", "tie"),
    [
        ("Dora Quist works at Maple Works.", Tie("Dora Quist", "works_at", "Maple Works")),
        ("dora quist works for maple works since may", Tie("dora quist", "works_at", "maple works")),
        ("Anna reports to Piet.", Tie("Anna", "reports_to", "Piet")),
        ("Piet is responsible for the boat shed.", Tie("Piet", "responsible_for", "boat shed")),
        ("The parser is part of the compiler.", Tie("parser", "part_of", "compiler")),
        ("The scheduler runs on Celery.", Tie("scheduler", "uses", "Celery")),
        ("The brochure was written by Dora Quist.", Tie("brochure", "made_by", "Dora Quist")),
        ("The workshop is in Lübeck.", Tie("workshop", "located_in", "Lübeck")),
        ("The permit depends on the fire report.", Tie("permit", "depends_on", "fire report")),
        ("The old site redirects to the new portal.", Tie("site", "forwards_to", "portal")),
        ("leaflet: dora quist writes it", Tie("dora quist", "makes", "leaflet")),
        ("Piet (facilities) needs the floor plan signed again.", Tie("Piet", "depends_on", "floor plan")),
        ("contact at the zoo is lena holm", Tie("lena holm", "role_at", "zoo")),
        ("lena holm is head of sales at maple works", Tie("lena holm", "role_at", "maple works")),
        ("Our landlord is Jost Behrens.", Tie("Jost Behrens", "role_at", PROJECT)),
        ("Jost Behrens is my landlord.", Tie("Jost Behrens", "role_at", OWNER)),
        ("their lawyer is Jost Behrens", Tie("Jost Behrens", "role_at", THEIRS)),
        ("the bakery has nothing to do with the mill", Tie("bakery", "differs_from", "mill")),
    ],
)
def test_a_statement_gives_a_relation(text: str, tie: Tie) -> None:
    assert tie in ties(text)


@pytest.mark.parametrize(
    ("text", "tie"),
    [
        ("Dora Quist arbeitet bei Ahornwerk.", Tie("Dora Quist", "works_at", "Ahornwerk")),
        ("Piet leitet die Werft.", Tie("Piet", "leads", "Werft")),
        ("Die Karte kommt von Dora Quist.", Tie("Karte", "made_by", "Dora Quist")),
        ("Das Lager liegt in Emden.", Tie("Lager", "located_in", "Emden")),
    ],
)
def test_german_statements_give_relations_too(text: str, tie: Tie) -> None:
    assert tie in ties(text, Manner("de"))


@pytest.mark.parametrize(
    ("text", "tie"),
    [
        ("We take slate for the porch.", Tie(PROJECT, "uses", "slate")),
        ("switching to Poetry, pip is too slow", Tie(PROJECT, "uses", "Poetry")),
        ("Typst for the handouts.", Tie("handouts", "uses", "Typst")),
        ("Jobs run on Celery with RabbitMQ.", Tie("Celery", "uses", "RabbitMQ")),
        ("hosting is Netcup, Anna knows it already", Tie("Anna", "familiar_with", "Netcup")),
        ("cedar in the sauna", Tie("cedar", "located_in", "sauna")),
    ],
)
def test_a_choice_says_what_is_used(text: str, tie: Tie) -> None:
    assert tie in ties(text, Manner("en", decided=True))


@pytest.mark.parametrize(
    "text",
    [
        "It depends on that.",
        "Nobody here works at Maple Works or not.",
        "The mill does not use coal.",
        "We no longer use coal.",
        "The price is 40 euro.",
        "He is in a good mood.",
        "that was written by them",
    ],
)
def test_what_is_denied_or_only_points_gives_none(text: str) -> None:
    assert not [t for t in ties(text, Manner("en", decided=True)) if "coal" in t.object or t.subject in ("It", "He")]
    assert all(t.predicate not in ("made_by", "depends_on") for t in ties(text))


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("when i say the shed it's what Tom calls the bike store.", ("shed", "bike store")),
        ("Harbour Lights is now called Pier Nine", ("Harbour Lights", "Pier Nine")),
        ("Anna Berg ist jetzt Anna Holm", ("Anna Berg", "Anna Holm")),
        ("by SLO we mean service level objective.", ("SLO", "service level objective")),
        ("Maple Works (formerly Oak & Son) delivers.", ("Maple Works", "Oak & Son")),
        ("The permit calls it Tern Island, in the yard everybody says the rock.", ("Tern Island", "rock")),
        ("Old tool named Gannet, we call it the fossil", ("Gannet", "fossil")),
        ('On the box it\'s Ebb Mode. Piet writes "low water" in every mail. same thing', ("Ebb Mode", "low water")),
        ("Kit keeps the keys, Christine Vogt on paper", ("Kit", "Christine Vogt")),
        ("Captain Jost is Jost Behrens, our pilot", ("Captain Jost", "Jost Behrens")),
        ("Der Kunde ist Haus Seeblick und ich schreibe HS dafür", ("Haus Seeblick", "HS")),
        ("Das Haus Morgenrot, auch Alte Schmiede genannt, steht leer", ("Haus Morgenrot", "Alte Schmiede")),
    ],
)
def test_a_statement_can_say_that_two_names_are_one(text: str, pair: tuple[str, str]) -> None:
    assert pair in same_names(text)


@pytest.mark.parametrize(
    "text",
    [
        "A week is a fair price now.",
        "It is the same as before.",
        "i call both, sorry",
        "Dora is Piet's cousin, we call it off",
        "Harbour Print is the printer on Quay Street, Quay Books sells them",
    ],
)
def test_most_statements_say_no_such_thing(text: str) -> None:
    assert [] == same_names(text)


def test_a_name_is_told_apart_by_its_letters() -> None:
    assert ["Mari-Ann"] == spelled("Mari-Ann with the hyphen is the plumber.")
    assert ["Meyer"] == spelled("Achtung, Meyer mit y ist der Vermieter")
    assert [] == spelled("Piet with a hat came, and Dora with the keys.")


@pytest.mark.parametrize(
    ("text", "tie"),
    [
        ("Jost Behrens is our harbour pilot.", Tie("Jost Behrens", "role_at", PROJECT)),
        ("Our second printer is Harbour Print.", Tie("Harbour Print", "role_at", PROJECT)),
        ("Harbour Print (our printer) closes in May.", Tie("Harbour Print", "role_at", PROJECT)),
        ("My cousin Dora takes the photos.", Tie("Dora", "knows", OWNER)),
        ("Piet's brother Jost is best man.", Tie("Jost", "knows", "Piet")),
        ("Dora ist Piets Nichte und singt.", Tie("Dora", "knows", "Piet")),
        ("At Tern Island it's Dora Quist, nurse", Tie("Dora Quist", "role_at", "Tern Island")),
        ("Unser Fotograf ist Ben Holm.", Tie("Ben Holm", "role_at", PROJECT)),
    ],
)
def test_a_role_ties_a_name_to_whose_it_is(text: str, tie: Tie) -> None:
    assert tie in ties(text)


@pytest.mark.parametrize(
    ("text", "names", "tie"),
    [
        ("We store the sails at Quay Store.", ("Quay Store",), Tie(PROJECT, "involves", "Quay Store")),
        ("The paint comes from Harbour Print.", ("Harbour Print",), Tie(PROJECT, "involves", "Harbour Print")),
        ("The archive sits in eu-north-9.", (), Tie(PROJECT, "involves", "eu-north-9")),
        ("Harbour Print took us into its spring run.", ("Harbour Print",), Tie(PROJECT, "involves", "Harbour Print")),
        ("Dora wants to publish in Tide Letters.", ("Dora", "Tide Letters"), Tie("Dora", "relates_to", "Tide Letters")),
    ],
)
def test_a_subject_without_a_name_is_the_project(text: str, names: tuple[str, ...], tie: Tie) -> None:
    assert tie in ties(text, Manner(names=names))


@pytest.mark.parametrize("text", ["We do not store the sails at Quay Store.", "Quay Store closes on Monday."])
def test_what_is_denied_or_has_a_subject_of_its_own_involves_nothing(text: str) -> None:
    assert not [tie for tie in ties(text, Manner(names=("Quay Store",))) if tie.predicate == "involves"]


def test_brackets_and_introductions_are_read() -> None:
    assert ("service level objective", "SLO") in abbreviations("a service level objective (SLO) for it")
    assert "Dora Quist" == own_name("I'm Dora Quist. Hello")
    assert "" == own_name("I'm late again.")


def test_names_are_found_by_capitals_elsewhere_titles_series_and_form() -> None:
    known = lexicon(["I asked Dora about it, and Netcup too."])

    assert ["dora", "netcup"] == names("dora moved to netcup", known)
    assert ["Frau Quist"] == names("Ich habe Frau Quist gefragt.")
    assert ["flask 3"] == names("put it into flask 3 please")
    assert ["log_v2"] == names("write to log_v2")
    assert [] == names("we met 20 people in 3 days at 5 pm")


def test_a_project_names_itself_or_its_chats_do() -> None:
    assert "Tidepool" == project(["a small app called Tidepool. it counts crabs"])
    assert "Tidepool" == project(["notes from today", "app = Tidepool. it counts crabs"])
    assert "tidepool" == project(["they want tidepool (our crab + shell thing) in every harbour"])
    assert "Tide House" == project(["I chair the friends of the harbour at Tide House, a lovely place"])
    assert "werft behrens" == project(["moin, wir sind werft behrens, 14 leute"])
    assert "" == project(
        ["we called again", "we are happy, 3 days early", "old thing called gannet", "this is our app"]
    )
    assert "greenhouse" == titular(["greenhouse plans", "Greenhouse, heating", "taxes"])
    assert "" == titular(["greenhouse plans", "taxes"])


def test_phrases_are_cut_at_small_words() -> None:
    assert ["boat shed", "rope", "rope in the attic", "attic"] == chunks("the boat shed has rope in the attic", "en")
