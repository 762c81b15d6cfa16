"""Predicates: names and synonyms, the other direction, classes; a bundle's own on top of what ships."""

from importlib.resources import files

from clew.belief.traits import SINGLE
from clew.kin.vocabulary import Vocabulary, key, parse
from clew.pages.head import load

SHIPPED, FAULTS = parse(load(files("clew.kin").joinpath("vocabulary.yaml").read_text("utf-8")))


def test_what_ships_is_whole() -> None:
    named = "has_idea relates_to supported_by challenges serves involves about mentioned_in made_at part_of contradicts"

    assert () == FAULTS
    assert all(SHIPPED.of(name) for name in (*named.split(), "derived_from", "works_at", "located_in", "uses"))


def test_a_synonym_and_an_inverse_lead_to_the_predicate() -> None:
    assert "works_at" == SHIPPED.canonical("works for")
    assert "employs" == SHIPPED.canonical("employs")
    assert "works_at" == SHIPPED.inverse("employs")
    assert ("Organization", "Person") == SHIPPED.of("employs").types  # type: ignore[union-attr]  # it is known
    assert "zig_zag" == SHIPPED.canonical("Zig-Zag")


def test_a_symmetric_predicate_is_its_own_inverse() -> None:
    assert "borders" == SHIPPED.inverse("borders")
    assert "" == SHIPPED.inverse("made_at")


def test_classes_weigh() -> None:
    assert SHIPPED.weight("causes") > SHIPPED.weight("relates_to") > SHIPPED.weight("mentioned_in")
    assert SHIPPED.weight("zig_zag") == SHIPPED.weight("relates_to")


def test_the_bundles_own_entries_win() -> None:
    own, faults = parse(
        {"predicates": {"sails on": {"inverse": "carries"}, "uses": {"single": True}}, "weights": {"use": 0.1}}
    )
    both = SHIPPED.over(own)

    assert () == faults
    assert "carries" == both.inverse("sails_on")
    assert both.single("uses")
    assert not SHIPPED.single("uses")
    assert 0.1 == both.weights["use"]


def test_what_cannot_be_used_is_said_and_passed_over() -> None:
    found, faults = parse({"predicates": {"ok": None, "bad": 3, "odd": {"colour": "red"}}, "weights": {"use": "much"}})

    assert ["ok", "odd"] == list(found.predicates)
    assert 3 == len(faults)
    assert (Vocabulary(), 1) == (parse(["a"])[0], len(parse(["a"])[1]))
    assert (Vocabulary(), ()) == parse(None)


def test_predicates_are_compared_folded() -> None:
    assert "part_of" == key(" Part  of ")


def test_what_ships_has_the_attributes_that_the_judge_takes_for_single() -> None:
    assert SINGLE == SHIPPED.holds


def test_what_a_bundle_says_of_a_predicate_holds_for_the_attribute_it_fills() -> None:
    def holds(own: str) -> dict[str, bool]:
        return dict(SHIPPED.over(parse(load(own))[0]).holds)

    assert holds("predicates:\n  hosted_on: {single: false}\n") == {**SINGLE, "hosting": False, "hosted_on": False}
    assert holds("predicates:\n  hosted_on: {class: use}\n") == SINGLE
    assert holds("attributes:\n  owner: {single: false}\n  tool: {single: true}\n") == {
        **SINGLE,
        "owner": False,
        "tool": True,
    }
