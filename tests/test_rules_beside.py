"""Names side by side, names of a project, names a person goes by: what small words say, on both sides of each rule."""

import pytest

from clew.kin.census import Mention, Roll, take
from clew.kin.judge import Remembered, Thing, judge
from clew.rules.identity import same_names
from clew.rules.mention import persons, project
from clew.rules.phrase import chunks
from clew.rules.relate import Manner, Tie, ties


@pytest.mark.parametrize(
    ("text", "names", "tie"),
    [
        ("Gannet is Lark's parser for tides.", ("Gannet", "Lark"), Tie("Gannet", "relates_to", "Lark")),
        ("Gannet is the clock of Quay House.", ("Gannet", "Quay House"), Tie("Gannet", "relates_to", "Quay House")),
        ("The archive of Gannet in Lund is damp.", ("Gannet", "Lund"), Tie("Gannet", "located_in", "Lund")),
        ("Ida at the Quay House has the key.", ("Ida", "Quay House"), Tie("Ida", "relates_to", "Quay House")),
        ("Calls gannet -> lark take 80 ms.", ("gannet", "lark"), Tie("gannet", "forwards_to", "lark")),
        ("We take Gannet instead of Lark.", ("Gannet", "Lark"), Tie("Gannet", "supersedes", "Lark")),
        ("Ida stands in for Nils in May.", ("Ida", "Nils"), Tie("Ida", "stands_in_for", "Nils")),
        ("Ida is baking the bread.", ("Ida",), Tie("Ida", "makes", "bread")),
        (
            "Essay 2 is to go to Tidal Letters.",
            ("Essay 2", "Tidal Letters"),
            Tie("Essay 2", "moves_to", "Tidal Letters"),
        ),
        ("The director there is Ida Falk.", ("Ida Falk",), Tie("Ida Falk", "role_at", "@theirs")),
    ],
)
def test_small_words_between_names_say_how_they_hang_together(text: str, names: tuple[str, ...], tie: Tie) -> None:
    assert tie in ties(text, Manner(names=names))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Gannet is not in Lund.", ("Gannet", "Lund")),
        ("Gannet and Lark are fine.", ("Gannet", "Lark")),
        ("The status goes draft -> final.", ("Gannet",)),
        ("Gannet at Lark's desk", ("Gannet", "Lark")),
    ],
)
def test_names_that_only_stand_near_are_not_tied(text: str, names: tuple[str, ...]) -> None:
    held = {"located_in", "forwards_to", "relates_to"}
    assert [tie for tie in ties(text, Manner(names=names)) if tie.predicate in held] == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I run the Harbour Jazz Days in Kiel, our third.", "Harbour Jazz Days"),
        ("on the label it's going to be Fernlight.", "Fernlight"),
        ("Official name is Quay API.", "Quay API"),
        ("I run the kitchen. I run the Berlin office.", ""),
        ("I met her at Sunny's birthday", ""),
    ],
)
def test_a_project_is_introduced_in_many_words(text: str, name: str) -> None:
    assert project([text]) == name


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("We just call it the kettle, on the website it's going to be Fernlight.", ("kettle", "Fernlight")),
        ("Official name is Quay API. In the team everybody says Heron. It is same thing.", ("Quay API", "Heron")),
        ("Die „graue Kiste“ ist bei uns Lager9, das Programm von 1998.", ("graue Kiste", "Lager9")),
        ("I asked Ida (Falk, my supervisor) about it.", ("Ida", "Ida Falk")),
        ("when i just say nils i mean the baker, ok", ("nils", "baker")),
    ],
)
def test_people_say_that_two_names_are_one_thing(text: str, pair: tuple[str, str]) -> None:
    assert pair in same_names(text)


@pytest.mark.parametrize(
    "text",
    [
        "The prize is called after my friend Rosa.",
        "A version in the address is old fashioned.",
        "I asked Ida (Tuesday, early) about it.",
    ],
)
def test_what_is_no_name_is_not_held_for_another_one(text: str) -> None:
    assert same_names(text) == []


def test_verbs_are_no_part_of_a_name() -> None:
    assert chunks("ask Gannet", "en") == ["Gannet"]
    assert chunks("send Ruth Falk the form", "en") == ["Ruth Falk", "form"]
    assert chunks("Falk phoned Ida yesterday", "en") == ["Falk", "Ida"]
    assert chunks("the guided tour", "en") == ["guided tour"]


def test_a_common_noun_is_the_same_in_the_plural_and_a_family_is_not() -> None:
    assert judge(Thing("API key"), Thing("API keys")).answer == "same"
    assert judge(Thing("glass box"), Thing("glass boxes")).answer == "same"
    assert judge(Thing("Ida Brand"), Thing("Ida Brands")).answer != "same"
    assert judge(Thing("Brand"), Thing("Brands")).answer != "same"


def test_people_are_those_whom_he_or_she_takes_up() -> None:
    assert persons("Nils Bremer, he is kind.", ["Nils Bremer"]) == ("Nils Bremer",)
    assert persons("until Nilufar is back", ["Nilufar"]) == ("Nilufar",)
    assert persons("Quay Print is slow, and he hates it", ["Quay Print"]) == ()
    assert persons("Pellham Brewery, he said", ["Pellham Brewery"]) == ()


def test_a_given_name_joins_a_person_by_any_name_of_theirs() -> None:
    mentions = [Mention("Merle"), Mention("Merle Ormst"), Mention("Mrs Ormst", type="Person")]
    entity = take(Roll(mentions)).of("Merle")
    assert entity is not None
    assert "Merle Ormst" in (entity.name, *entity.aliases)


def test_a_name_that_somebody_goes_by_is_not_short_for_another() -> None:
    mentions = [Mention("Ruth"), Mention("Callum's sister"), Mention("Ruth Falk", type="Person")]
    same = Remembered(same={frozenset(("ruth", "callum sister"))})
    found = take(Roll(mentions), same)
    assert found.of("Ruth Falk") is not found.of("Ruth")
    falk = found.of("Ruth Falk")
    assert falk is not None
    assert "Ruth" not in (*falk.aliases, *falk.maybe)
