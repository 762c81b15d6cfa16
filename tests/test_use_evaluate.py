"""Judging answers, shares, and what got worse."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.pages.exam import Case
from clew.use.evaluate import last_place

CHAT = b"""{"id": "chat-about-the-mooring", "title": "Mooring", "messages": [
{"role": "user", "at": "2026-01-10T10:00:00Z", "text": "We host the booking page on Render."},
{"role": "user", "at": "2026-03-10T10:00:00Z", "text": "We now host the booking page on Hetzner."}]}"""
WHERE = "Where do we host the booking page?"


@pytest.fixture
def bundle(tmp_path: Path, person: None) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Mooring") as made:
        made.add([CHAT])
        yield made


@pytest.mark.parametrize(
    ("case", "wrong"),
    [
        (Case(WHERE, ("Hetzner",)), 0),
        (Case(WHERE, ("hetzner", "/concepts/hosting.md")), 0),
        (Case(WHERE, ("Hetzner",), ("We host the booking page on Render.",)), 0),
        (Case(WHERE, ("Render",), as_of="2026-02-01"), 0),
        (Case("How many moons does Neptune have?", outside=True), 0),
        (Case(WHERE, ("the moon",)), 1),
        (Case(WHERE, ("/concepts/season.md",)), 1),
        (Case(WHERE, ("Hetzner",), ("on Hetzner",)), 1),
        (Case(WHERE, ("Render",), ("on Render",), as_of="2026-02-01"), 1),
        (Case(WHERE, outside=True), 1),
        (Case("How many moons does Neptune have?", ("two",)), 2),
    ],
)
def test_an_answer_is_judged_by_what_must_and_must_not_be_in_it(bundle: Bundle, case: Case, wrong: int) -> None:
    assert len(bundle.exam.judge(case).wrong) == wrong


def test_a_claim_can_be_expected_by_its_id(bundle: Bundle) -> None:
    (new,) = (v.claim.id for v in bundle.claims() if v.standing.link == "active")

    assert bundle.exam.judge(Case(WHERE, (new,))).first


def write(bundle: Bundle, answer: str) -> None:
    text = f"cases:\n  - {{question: {WHERE}, expected: [{answer}]}}\n"
    (bundle.root / "evaluate.yaml").write_text(text, "utf-8")


def test_what_got_worse_since_the_last_run_is_named_and_nothing_else_is_kept(bundle: Bundle) -> None:
    write(bundle, "Hetzner")
    first = bundle.exam.run()
    write(bundle, "the moon")
    second = bundle.exam.run()
    third = bundle.exam.run()

    assert (first.good, first.worse) == (True, ())
    assert (second.good, second.worse) == (False, (WHERE,))
    assert third.worse == ()
    kept = last_place(Path(os.environ["XDG_DATA_HOME"]) / "clew", bundle.settings, bundle.root).read_text("utf-8")
    assert "booking" not in kept


def test_a_run_that_is_not_kept_changes_nothing(bundle: Bundle) -> None:
    write(bundle, "Hetzner")
    bundle.exam.run(keep=False)

    assert not last_place(Path(os.environ["XDG_DATA_HOME"]) / "clew", bundle.settings, bundle.root).exists()


def test_a_last_result_that_cannot_be_read_is_no_result(bundle: Bundle) -> None:
    write(bundle, "Hetzner")
    bundle.exam.run()
    last_place(Path(os.environ["XDG_DATA_HOME"]) / "clew", bundle.settings, bundle.root).write_text("[", "utf-8")

    assert bundle.exam.run().last is None


def test_the_older_json_is_read_where_there_is_no_yaml(bundle: Bundle) -> None:
    (bundle.root / "evaluate.json").write_text('{"out_of_bundle": ["How many moons does Neptune have?"]}', "utf-8")

    assert bundle.exam.run().measures == {"passed": 1.0, "refused": 1.0}
    write(bundle, "Hetzner")
    assert bundle.exam.run().path == "evaluate.yaml"


def test_what_is_proposed_is_asked_at_once_and_not_proposed_again(bundle: Bundle) -> None:
    (bundle.root / "evaluate.yaml").write_text(bundle.exam.propose(), "utf-8")

    report = bundle.exam.run()

    assert report.good
    assert {bool(o.case.forbidden) for o in report.outcomes} == {True, False}
    assert bundle.exam.propose() == ""
