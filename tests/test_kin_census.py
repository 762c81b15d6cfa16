"""From mentions to entities: groups without transitivity, names that may be several things, questions."""

from itertools import permutations

import pytest

from clew.kin.census import Mention, Roll, ident, take
from clew.kin.forms import nameable
from clew.kin.judge import Remembered


def groups(*names: str, known: Remembered | None = None) -> dict[str, tuple[str, ...]]:
    return {
        e.name: e.aliases
        for e in take(Roll([Mention(n, f"c{i}") for i, n in enumerate(names)]), known).entities.values()
    }


def test_a_family_name_joins_the_one_person_it_fits() -> None:
    assert {"Anna Quist": ("Quist",)} == groups("Quist", "Anna Quist")


def test_a_usual_given_name_joins_the_one_person_it_fits() -> None:
    assert {"Declan Quist": ("Declan",)} == groups("Declan", "Declan Quist")
    assert {"Heron": (), "Heron Notaries": ()} == groups("Heron", "Heron Notaries")


def test_a_short_name_that_stands_for_a_person_joins_no_firm_of_the_same_word() -> None:
    known = Remembered(same={frozenset(("behrens", "behrens quist"))})
    people = [Mention("Behrens", "c1", "Person"), Mention("Behrens Quist", "c2", "Person")]
    found = take(Roll([*people, Mention("Behrens Hardware", "c3")]), known)

    assert found.meaning["behrens quist"] != found.meaning["behrens hardware"]


def test_a_family_name_of_two_people_joins_neither_and_is_asked_about() -> None:
    found = take(Roll([Mention(n) for n in ("Quist", "Anna Quist", "Laura Quist")]))

    assert ("anna quist", "laura quist") == found.meaning["quist"]
    assert [("anna quist", "quist"), ("laura quist", "quist")] == [q.pair for q in found.questions]
    assert found.of("Quist") is None
    assert "Quist" in found.entities["anna quist"].maybe


def test_two_long_names_never_meet_through_an_acronym_of_both() -> None:
    found = take(Roll([Mention(n) for n in ("International Harbour Society", "Inner Hebrides Surveys", "IHS")]))

    assert {"international harbour society", "inner hebrides surveys", "ihs"} == set(found.entities)
    assert 2 == len(found.meaning["ihs"])


def test_a_person_may_say_so_all_the_same() -> None:
    said = Remembered({frozenset((ident("IHS"), ident("Inner Hebrides Surveys")))})
    found = groups("International Harbour Society", "Inner Hebrides Surveys", "IHS", known=said)

    assert ("IHS",) == found["Inner Hebrides Surveys"]


def test_what_was_told_apart_stays_apart() -> None:
    apart = Remembered(different={frozenset((ident("Maple Works"), ident("MapleWorks")))})

    assert 1 == len(groups("Maple Works", "MapleWorks"))
    assert 2 == len(groups("Maple Works", "MapleWorks", known=apart))


def test_titles_tell_a_man_from_a_woman() -> None:
    found = take(Roll([Mention(n) for n in ("Frau Quist", "Herr Quist", "Quist")]))

    assert ("frau quist", "herr quist") == found.meaning["quist"]


def test_the_order_of_mentions_changes_nothing() -> None:
    mentions = [Mention("Quist", "c1"), Mention("Anna Quist", "c2"), Mention("IHS", "c3"), Mention("Annie Quist", "c4")]

    assert 1 == len({repr(sorted(take(Roll(order)).entities.items())) for order in permutations(mentions)})


def test_words_left_out_in_the_middle_join_the_one_thing_that_fits() -> None:
    one = take(Roll([Mention("sensor side arm", "c1"), Mention("sensor arm", "c2")]))
    two = take(Roll([Mention("sensor side arm", "c1"), Mention("sensor arm", "c2"), Mention("sensor swing arm", "c3")]))

    assert one.of("sensor arm") is one.of("sensor side arm")
    assert two.of("sensor arm") not in (two.of("sensor side arm"), two.of("sensor swing arm"))


def test_a_loose_phrase_joins_but_is_never_asked_about() -> None:
    found = take(
        Roll([Mention("spring newsletter", loose=True), Mention("newsletter", "c1"), Mention("devcom", loose=True)])
    )

    assert ("newsletter",) == found.entities["spring newsletter"].aliases
    assert () == found.questions


@pytest.mark.parametrize(
    "said",
    [
        "b2",
        "x",
        "mp3",
        "v2.1",
        "20",
        "below 20",
        "at least 3 days",
        "20 EUR",
        "5 GB",
        "3rd",
        "15 June",
        "über 100 Euro",
    ],
)
def test_a_number_a_comparison_or_a_bare_code_names_nothing(said: str) -> None:
    assert not nameable(said)
    found = take(Roll([Mention(said, "c1", about="the mill keeps its flour here"), Mention(f"{said} Mill", "c2")]))
    assert not [q for q in found.questions if ident(said) in q.pair]


@pytest.mark.parametrize(
    "said", ["B2", "June", "Postgres 15", "postgres", "user table", "Route 66", "room 3", "1password", "第3課", "Below"]
)
def test_what_can_be_a_name_is_one(said: str) -> None:
    assert nameable(said)


def test_a_code_in_capitals_is_still_asked_about() -> None:
    found = take(Roll([Mention("B2", "c1"), Mention("B2 Storage", "c2"), Mention("b2", "c3")]))

    assert [("b2", "b2 storage")] == [q.pair for q in found.questions]


def test_rolls_that_are_joined_say_what_one_roll_of_all_would_say() -> None:
    first = [Mention("Quist", f"c{n}", "Person", f"text {n}") for n in range(5)]
    later = [Mention("quist", f"c{n}", "Company", f"text {n}", loose=True) for n in range(3, 12)]
    later += [Mention("Ferry", "c1", about="text 1", loose=True)]
    joined = Roll(first)
    joined.join(Roll(later))

    assert Roll([*first, *later]).nodes == joined.nodes
    assert [f"text {n}" for n in range(8)] == [*joined.nodes["quist"].about]


def test_a_name_that_was_told_apart_comes_back_through_no_third() -> None:
    apart = Remembered({frozenset(("anna quist", "quist bakery"))}, {frozenset(("quist", "quist bakery"))})
    found = take(Roll([Mention(n) for n in ("Quist", "Anna Quist", "Quist Bakery")]), apart)

    assert found.meaning["quist"] == ("quist",)


@pytest.mark.parametrize(
    "said",
    ["Zoë/🎉 Labs", "Kim Labs", "Anna Quist GmbH", "Quist, Inc.", "Miller Studios", "Weber GmbH & Co. KG", "Otto AG"],
)
@pytest.mark.parametrize("given", ["Person", "Engineer", "", "Entity"])
def test_a_name_that_says_it_is_a_firms_is_never_a_persons(said: str, given: str) -> None:
    (found,) = take(Roll([Mention(said, "c1", given)])).entities.values()

    assert found.type == "Organization"


@pytest.mark.parametrize(
    "said", ["Anna Quist", "Charlotte Church", "Labs", "Inc", "Laban Groupe", "Jo Labsky", "Ann Coe"]
)
def test_a_persons_name_that_looks_a_little_like_it_is_a_persons(said: str) -> None:
    (found,) = take(Roll([Mention(said, "c1", "Person")])).entities.values()

    assert found.type == "Person"


def test_a_firm_that_is_told_to_be_something_else_is_that() -> None:
    (found,) = take(Roll([Mention("Quist Labs", "c1", "Product")])).entities.values()

    assert found.type == "Product"
