"""Which names mean one thing: forms join, gates bar, surroundings only ask."""

import pytest

from clew.kin.forms import name
from clew.kin.judge import Opinion, Thing, confusable, form_of, judge, twice


@pytest.mark.parametrize(
    ("a", "b", "kind", "form"),
    [
        ("Maple Works", "maple works", "company", "equal"),
        ("The Maple Works", "Maple Works", "company", "equal"),
        ("Maple Works Ltd.", "Maple Works", "company", "equal"),
        ("Dr. Okafor", "Okafor", "person", "equal"),
        ("MapleWorks", "Maple Works", "company", "joined"),
        ("Robert Quist", "Bob Quist", "person", "nickname"),
        ("International Harbour Society", "IHS", "society", "acronym"),
        ("internationalization", "i18n", "topic", "numeronym"),
        ("Exp 3", "Experiment 3", "experiment", "abridged"),
        ("Oluchi Adaeze Obi", "Oluchi Obi", "person", "middle"),
        ("Vienna", "Wien", "city", "other name"),
        ("Visual Studio Code", "VS Code", "editor", "other name"),
        ("Ольга Петрова", "Olga Petrova", "person", "script"),
        ("김민수", "Kim Minsu", "person", "script"),
    ],
)
def test_a_form_of_a_name_joins(a: str, b: str, kind: str, form: str) -> None:
    found = twice(judge, Thing(a, kind), Thing(b, kind))

    assert ("same", form) == (found.answer, found.form)


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("Sensor 3", "Sensor 4", "device"),
        ("Sensor A", "Sensor B", "device"),
        ("HTTP/1", "HTTP/2", "protocol"),
        ("Henry II", "Henry III", "king"),
        ("Fair 2024", "Fair 2025", "event"),
        ("north gate", "south gate", "gate"),
        ("Anna Quist", "Laura Quist", "person"),
        ("Mr Quist", "Mrs Quist", "person"),
        ("Sam Quist Jr", "Sam Quist Sr", "person"),
        ("Newport, Wales", "Newport, Oregon", "city"),
        ("Maple Works", "Maple Foundation", "company"),
        ("Sensor", "Sensor 4", "device"),
        ("agg_trip_daily", "agg_trips_daily", "table"),
        ("Anna Maria Quist", "Anna Lena Quist", "person"),
        ("order export service", "order import service", "service"),
    ],
)
def test_what_tells_two_names_apart_bars_a_merge(a: str, b: str, kind: str) -> None:
    assert judge(Thing(a, kind), Thing(b, kind)).answer in ("related", "different")


def test_words_left_out_in_the_middle_of_what_is_no_person_only_ask() -> None:
    assert "unsure" == judge(Thing("order sync service", "service"), Thing("order service", "service")).answer


def test_one_name_of_two_types_is_never_one_thing_by_rule() -> None:
    assert "different" == judge(Thing("Heath", "person"), Thing("Heath", "city")).answer
    assert "unsure" == judge(Thing("Heath", "software"), Thing("Heath", "editor package")).answer
    assert "same" == judge(Thing("Heath", "software"), Thing("Heath", "software")).answer


def test_one_name_in_two_places_is_two_things() -> None:
    here = Thing("Newport", "city", "The yard in Newport, Wales, is shut.")
    there = Thing("Newport", "city", "She sails from Newport, Oregon, in May.")

    assert "different" == judge(here, there).answer


def test_people_with_one_name_and_nothing_in_common_are_asked_about() -> None:
    a = Thing("Kim Berg", "person", "Kim Berg tunes the organ.")
    b = Thing("Kim Berg", "person", "The appeal by Kim Berg failed.")
    c = Thing("Kim Berg", "person", "The organ was tuned by Kim Berg.")

    assert ("unsure", "same") == (judge(a, b).answer, judge(a, c).answer)


@pytest.mark.parametrize(
    ("a", "b", "form"),
    [
        ("Quist", "Anna Quist", "part"),
        ("Anna", "Anna Quist", "begins"),
        ("devcom", "development committee", "squeezed"),
        ("Bob", "Robert", "given"),
        ("GM", "Golden Mills", "acronym"),
    ],
)
def test_a_short_form_that_could_be_others_asks(a: str, b: str, form: str) -> None:
    found = judge(Thing(a), Thing(b))

    assert ("unsure", form) == (found.answer, found.form)


def test_names_without_a_common_form_never_join_however_alike_what_is_said_of_them() -> None:
    said = "the hull leaks at frame nine since the storm in March"
    found = judge(Thing("Old Lady", "boat", said), Thing("K-12", "boat", said))

    assert "unsure" == found.answer
    assert "frame" in found.ground


def test_an_answer_that_changes_with_the_order_is_unsure() -> None:
    def first_wins(a: Thing, b: Thing) -> Opinion:
        return Opinion("same" if a.said < b.said else "different", "")

    assert "unsure" == twice(first_wins, Thing("a"), Thing("b")).answer
    assert "same" == twice(judge, Thing("a1"), Thing("A1")).answer


def test_a_listed_alias_joins() -> None:
    assert "same" == judge(Thing("Blue Door", aliases=("HQ",)), Thing("hq")).answer


@pytest.mark.parametrize("pair", [("Chen Li", "陈丽"), ("Tanaka", "田中")])
def test_scripts_without_rules_are_left_apart(pair: tuple[str, str]) -> None:
    assert "" == form_of(name(pair[0]), name(pair[1]))


@pytest.mark.parametrize(
    ("a", "b", "easily"),
    [
        ("Dora Quist", "Dora Quill", True),
        ("Marek Holm", "Mark Holme", True),
        ("Quay Store", "Quay Print", True),
        ("Postgres", "Postgress", False),
        ("Quist", "Dora Quist", False),
        ("Dora Quist", "Piet Behrens", False),
    ],
)
def test_names_are_easily_confused_by_a_word_or_most_letters(a: str, b: str, easily: bool) -> None:
    assert confusable(a, b) is easily
