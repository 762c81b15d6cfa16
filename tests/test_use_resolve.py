"""Names judged by a model: what is the same comes together, all else asks or proposes, and a person stands above it."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import ModelFailed
from clew.llm.meter import Limits

TEXTS = (
    "Marten Foods delivers the flour on Mondays.",
    "We decided to buy the flour from Marten Foods.",
    "The Riverside Mill delivers the flour on Mondays.",
    "We pay the Riverside Mill every month.",
    "Anna Reuter works at Marten Foods.",
)


def chat(texts: tuple[str, ...], name: str = "one") -> bytes:
    said = [{"role": "user", "at": f"2026-02-10T10:{i:02}:00Z", "text": text} for i, text in enumerate(texts)]
    return json.dumps({"id": name, "title": "Bakery", "messages": said}).encode()


@pytest.fixture
def bundle(tmp_path: Path, person: None) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Bakery") as made:
        made.add([chat(TEXTS)])
        yield made


def script(tmp_path: Path, *answers: str, predicate: str = "", name: str = "script") -> str:
    """A model that answers so, in turn."""
    lines = [json.dumps({"answer": a, "reason": "", "predicate": predicate or None}) if a else "?" for a in answers]
    path = tmp_path / f"{name}.json"
    path.write_text(json.dumps(lines), "utf-8")
    return f"fake:{path}"


def files(bundle: Bundle) -> dict[str, bytes]:
    return {str(p.relative_to(bundle.root)): p.read_bytes() for p in bundle.root.rglob("*.md") if p.name != "log.md"}


def test_what_a_model_says_twice_is_one_thing_and_split_gives_back_every_byte(bundle: Bundle, tmp_path: Path) -> None:
    before = files(bundle)
    done = bundle.resolution.run(script(tmp_path, "same"), most=1)

    first, second = done.pairs[0]
    assert ({"same": 1}, 2) == (done.counts, done.calls)
    assert bundle.entities.show(first).row == bundle.entities.show(second).row
    assert files(bundle) != before

    bundle.entities.split(first, second)
    assert files(bundle) == before


def test_an_answer_that_turns_with_the_order_asks_a_person(bundle: Bundle, tmp_path: Path) -> None:
    before = files(bundle)
    done = bundle.resolution.run(script(tmp_path, "same", "different"), most=1)

    finding = next(f for f in bundle.findings() if f.kind == "merge")
    assert ({"unsure": 1}, before) == (done.counts, files(bundle))
    bundle.decide(lambda curate: curate.settle(finding.id, "apart"))
    assert finding.id not in {f.id for f in bundle.findings()}


@pytest.mark.parametrize("answers", [("",), ("maybe",), ("same", "")])
def test_an_answer_that_is_none_changes_nothing_and_asks_a_person(
    bundle: Bundle, tmp_path: Path, answers: tuple[str, ...]
) -> None:
    before = files(bundle)
    done = bundle.resolution.run(script(tmp_path, *answers), most=1)
    asked = [f for f in bundle.findings() if f.kind == "merge"]

    assert ({"failed": 1}, 1, before) == (done.counts, len(asked), files(bundle))
    again = bundle.resolution.run(script(tmp_path, "different", name="other"), most=1)
    assert (done.pairs, {"different": 1}) == (again.pairs, again.counts), "a failure is no judgement: it is tried again"
    assert not [f for f in bundle.findings() if f.kind == "merge"]


def test_what_was_judged_is_remembered_in_both_directions(bundle: Bundle, tmp_path: Path) -> None:
    model = script(tmp_path, "different")
    first = bundle.resolution.run(model)
    again = bundle.resolution.run(model)

    assert first.counts == {"different": len(first.pairs)}
    assert ((), 0, 0) == (again.pairs, again.calls, again.left)
    assert len({frozenset(pair) for pair in first.pairs}) == len(first.pairs)


def test_a_limit_stops_the_run_and_the_next_goes_on(bundle: Bundle, tmp_path: Path) -> None:
    model = script(tmp_path, "different")
    done = bundle.resolution.run(model, Limits(calls=2))

    assert (1, 2) == (len(done.pairs), done.calls)
    assert done.stopped
    assert done.left == len(bundle.resolution.run(model).pairs)


def test_a_relation_that_a_model_sees_waits_for_a_person(bundle: Bundle, tmp_path: Path) -> None:
    done = bundle.resolution.run(script(tmp_path, "related", predicate="part_of"), most=1)
    waiting = [view.claim for view in bundle.claims() if view.standing.link == "proposed" and view.claim.triple]

    assert (1, {"part_of"}) == (done.proposed, {c.triple.p for c in waiting if c.triple})
    assert all(c.confidence != "high" for c in waiting)
    tied = bundle.entities.relations()
    bundle.decide(lambda curate: curate.accept(waiting[0].id))
    assert len(bundle.entities.relations()) == len(tied) + 1


def test_a_gate_stands_above_the_model_and_a_person_above_both(bundle: Bundle, tmp_path: Path) -> None:
    texts = ("Kiln 2 is hot.", "We bought Kiln 2.", "Kiln 3 is hot.", "We bought Kiln 3.")
    bundle.add([chat(texts, "two")])
    bundle.entities.differ("Marten Foods", "Riverside Mill")
    done = bundle.resolution.run(script(tmp_path, "same"))
    judged = {frozenset(pair) for pair in done.pairs}

    assert judged.isdisjoint({frozenset(("Kiln 2", "Kiln 3")), frozenset(("Marten Foods", "Riverside Mill"))})
    assert bundle.entities.show("Marten Foods").row.name != bundle.entities.show("Riverside Mill").row.name


def test_two_merges_never_make_a_third(bundle: Bundle, tmp_path: Path) -> None:
    """Each name is the same as the one before; the ends were told apart, so they do not meet through the middle."""
    bundle.entities.differ("Anna Reuter", "Riverside Mill")
    bundle.resolution.run(script(tmp_path, "same"))

    assert bundle.entities.show("Anna Reuter").row.name != bundle.entities.show("Riverside Mill").row.name


def test_judgements_are_offered_for_a_look_until_a_person_answers(bundle: Bundle, tmp_path: Path) -> None:
    bundle.resolution.run(script(tmp_path, "different"))
    sample = bundle.resolution.check(2)

    assert (sample, {"apart"}) == (bundle.resolution.check(2), {one.answer for one in sample})
    bundle.decide(lambda curate: curate.settle(sample[0].id, "apart"))
    assert sample[0].id not in {one.id for one in bundle.resolution.check(100)}
    bundle.decide(lambda curate: curate.settle(sample[1].id, "same"))
    assert bundle.entities.show(sample[1].names[0]).row == bundle.entities.show(sample[1].names[1]).row


def test_without_a_model_the_rules_ask_about_their_doubts_once(bundle: Bundle) -> None:
    texts = tuple(
        f"{who} {what}."
        for who in ("Pia Lindgren", "Otto Maas")
        for what in ("works at the bakery", "paints the blue shutters of the old bakery barn in spring")
    )
    bundle.add([chat(texts, "two")])
    done = bundle.resolution.run()

    assert done.judge == "rules/1"
    assert ({"unsure": len(done.pairs)} if done.pairs else {}) == done.counts
    assert () == bundle.resolution.run().pairs


def test_a_model_that_cannot_be_used_is_said_and_nothing_changes(bundle: Bundle, tmp_path: Path) -> None:
    before = files(bundle)
    with pytest.raises(ModelFailed):
        bundle.resolution.run(f"fake:{tmp_path / 'none.json'}")
    assert files(bundle) == before


def test_the_model_that_is_set_is_asked(bundle: Bundle, tmp_path: Path) -> None:
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml"
    model = script(tmp_path, "different")
    config.write_text(f'{config.read_text("utf-8")}[models]\nresolve = "{model}"\n', "utf-8")
    with app.open_bundle(bundle.root) as opened:
        assert opened.resolution.run(most=1).judge.startswith("fake:")
        trial = opened.resolution.run(most=1, dry_run=True)
        assert (1, {}) == (len(trial.pairs), trial.counts)


RULED = (
    "Anna Quist bakes the rye.",
    "We pay Quist on Mondays.",
    "Maple Works delivers the ovens.",
    "We pay MapleWorks every month.",
)


def ruled(bundle: Bundle) -> dict[frozenset[str], str]:
    """Names that the rules joined and nobody looked at, with the id to answer by."""
    return {frozenset(one.names): one.id for one in bundle.resolution.check(100) if one.by == "rules/1"}


def test_names_that_the_rules_joined_are_offered_until_a_person_answers(bundle: Bundle) -> None:
    bundle.add([chat(RULED, "ruled")])
    offered = ruled(bundle)
    quist, maple = frozenset(("quist", "anna quist")), frozenset(("maple works", "mapleworks"))

    assert {quist, maple} <= offered.keys()
    bundle.decide(lambda curate: curate.settle(offered[quist], "same"))
    assert quist not in ruled(bundle)
    assert bundle.entities.show("Quist").row.name == "Anna Quist"

    before = files(bundle)
    bundle.decide(lambda curate: curate.settle(offered[maple], "apart"))
    assert maple not in ruled(bundle)
    assert bundle.entities.show("Maple Works").row.name != bundle.entities.show("MapleWorks").row.name
    bundle.undo()
    assert (before, True) == (files(bundle), maple in ruled(bundle))


def test_a_join_that_was_confirmed_is_not_offered_again_under_a_fuller_name(bundle: Bundle) -> None:
    bundle.add([chat(RULED, "ruled")])
    bundle.decide(lambda curate: curate.settle(ruled(bundle)[frozenset(("quist", "anna quist"))], "same"))
    bundle.add([chat(("Dr. Anna Quist came by.", "We thanked Anna Maria Quist."), "later")])

    assert frozenset(("quist", "anna quist")) not in ruled(bundle)


def test_the_text_is_the_ground_where_it_says_that_two_names_mean_one_thing(bundle: Bundle) -> None:
    bundle.add([chat(("Marten Foods is now called Lowland Grain.", "Lowland Grain sends rye."), "stated")])
    finding, _ = bundle.finding(ruled(bundle)[frozenset(("marten foods", "lowland grain"))])

    assert "a text says so" in finding.ground
    bundle.decide(lambda curate: curate.settle(finding.id, "apart"))
    assert bundle.entities.show("Marten Foods").row.name != bundle.entities.show("Lowland Grain").row.name
