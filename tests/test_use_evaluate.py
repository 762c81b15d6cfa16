"""Judging answers, shares, and what got worse."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import Refused
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


def test_the_gate_is_set_by_the_exam_and_the_setting_says_so(bundle: Bundle) -> None:
    inside = [f"  - {{question: {WHERE}, expected: [Hetzner], as_of: '2026-0{n}-28'}}" for n in range(3, 8)]
    outside = [
        f"  - {{question: How many moons does {name} have?, outside: true}}" for name in ("Mars", "Neptune", "Pluto")
    ]
    (bundle.root / "evaluate.yaml").write_text("cases:\n" + "\n".join([*inside, *outside]) + "\n", "utf-8")

    tried = bundle.exam.calibrate(dry_run=True)

    assert not tried.own
    assert tried.refused == 1.0
    assert "confidence" not in (bundle.root / "clew.toml").read_text("utf-8")
    assert bundle.exam.calibrate().score == tried.score


def test_a_gate_is_not_set_by_a_handful_of_cases(bundle: Bundle) -> None:
    write(bundle, "Hetzner")

    with pytest.raises(Refused, match="at least 5 and 3"):
        bundle.exam.calibrate()


@pytest.mark.parametrize(("confidence", "confident"), [("0.001", True), ("0.999", False)])
def test_the_bundle_says_where_an_answer_is_confident(bundle: Bundle, confidence: str, confident: bool) -> None:
    file = bundle.root / "clew.toml"
    settings = file.read_text("utf-8").replace("[context]", f"[context]\nconfidence = {confidence}")
    file.write_text(settings, "utf-8")

    with app.open_bundle(bundle.root) as again:
        assert again.context("Where do we host the booking page?").confident is confident
