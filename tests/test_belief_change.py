"""What came to be believed between two moments, and how extractors, rules and people fared."""

from dataclasses import replace

import pytest

from clew.belief import events
from clew.belief.change import TOLD, changes, deeds
from clew.belief.figures import Links, figures, waiting
from clew.belief.state import derive
from clew.model import Claim, Finding, Maker, Speaker


def claim(name, **more):
    return Claim(
        name, "fact", f"Text of {name}.", name, "boats", Speaker("person", "user"), (), Maker("rules/1"), **more
    )


CLAIMS = {name: claim(name, confidence="high") for name in "abc"}


def numbered(*found, channel="terminal", at="2026-01-01T00:00:00Z"):
    stamped = events.stamp(found, "kim", channel, at)
    return [replace(e, writer="w", n=n, clock=n) for n, e in enumerate(stamped, 1)]


A = events.accept("a")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ([], [A], [("new", "a", ())]),
        ([A], [events.accept("b"), events.supersede("b", "a")], [("changed", "b", ("a",))]),
        ([], [A, events.accept("b"), events.supersede("b", "a")], [("changed", "b", ("a",))]),
        ([A], [events.accept("b"), events.supersede("b", "a", retract=True)], [("dropped", "a", ("b",))]),
        ([A], [events.retract("a")], [("dropped", "a", ())]),
        ([A], [events.hide("a")], [("gone", "a", ())]),
        ([A], [events.reject("a")], [("gone", "a", ())]),
        ([A], [events.refute("a", "a")], [("gone", "a", ())]),
        ([A, events.hide("a")], [events.restore("a")], [("back", "a", ())]),
        ([A, events.reject("a")], [events.restore("a")], [("back", "a", ())]),
        (
            [A, events.accept("b")],
            [events.finding("contradiction", ["a", "b"], "x")],
            [("disputed", "a", ("b",)), ("disputed", "b", ("a",))],
        ),
        (
            [A, events.accept("b"), events.finding("contradiction", ["a", "b"], "x")],
            [events.settle(events.finding_id("contradiction", ["a", "b"]), "keep-both")],
            [("settled", "a", ()), ("settled", "b", ())],
        ),
        ([A], [events.pin("a"), events.verify("a", "a")], []),
        ([], [events.propose("a")], []),
        ([A], [events.undo("w-1")], [("gone", "a", ())]),
    ],
)  # fmt: skip
def test_each_kind_of_change_is_told_once(before, after, told):
    every = numbered(*before, *after)

    found = changes(CLAIMS, every[: len(before)], every)

    assert [(c.what, c.claim, c.before) for c in found] == told


def test_every_kind_of_change_has_a_sentence():
    assert set(TOLD) == {"changed", "dropped", "new", "back", "gone", "disputed", "settled"}


def told(*found, claims=CLAIMS):
    return figures(claims, derive(claims, list(found)), list(found))


def test_the_rate_counts_what_people_decided_and_nothing_else():
    by_rule = numbered(events.accept("a"), events.accept("b"), channel="policy")
    by_hand = [replace(e, n=e.n + 2, clock=e.clock + 2) for e in numbered(events.verify("a", "a"), events.reject("b"))]

    (made,) = told(*by_rule, *by_hand).made

    assert (made.claims, made.by_rule, made.accepted, made.refused, made.waiting) == (3, 0, 1, 1, 1)
    assert made.rate == 0.5
    assert told(*by_rule).made[0].rate is None


def test_every_prompt_of_an_extractor_has_its_own_row():
    claims = {
        "a": replace(CLAIMS["a"], by=Maker("llm/1", "p1", "m")),
        "b": replace(CLAIMS["b"], by=Maker("llm/1", "p2", "m")),
    }

    assert [(m.extractor, m.prompt, m.claims) for m in told(claims=claims).made] == [
        ("llm/1", "p1", 1),
        ("llm/1", "p2", 1),
    ]


def test_reasons_are_counted_with_what_people_made_of_them():
    claims = {
        name: replace(CLAIMS[name], reasons=("negated", "bad_type:x")) if name != "c" else CLAIMS[name]
        for name in CLAIMS
    }

    found = told(*numbered(events.accept("a"), events.reject("b")), claims=claims)

    assert [(r.reason, r.claims) for r in found.reasons] == [("bad_type", 2), ("negated", 2)]
    assert {(r.accepted, r.refused) for r in found.reasons} == {(1, 1)}


@pytest.mark.parametrize(
    ("later", "links"),
    [
        ([], Links(1, 0, 0)),
        ([events.unlink("b", "a")], Links(1, 1, 0)),
        ([events.undo("w-3")], Links(1, 1, 0)),
        ([events.verify("b", "b")], Links(1, 0, 1)),
        ([events.verify("a", "a")], Links(1, 0, 0)),
    ],
)
def test_a_link_of_a_rule_is_kept_undone_or_never_looked_at(later, links):
    found = numbered(events.accept("a"), events.accept("b"), events.supersede("b", "a", auto=True), *later)

    assert told(*found).links == links


def test_a_link_by_hand_is_no_link_of_a_rule():
    assert told(*numbered(A, events.accept("b"), events.supersede("b", "a"))).links == Links()


def test_candidates_turned_away_by_a_refusal_are_counted():
    run = events.run("r", {"extractor": "rules/1", "rejected": [["d1", "tombstone"], ["d2", "empty"]]})

    found = told(*numbered(run))

    assert found.hits == 1
    assert found.made[0].rejected == 2


def test_findings_that_wait_have_an_age():
    def opened(name, at):
        return Finding(name, "contradiction", ("a", "b"), "x", at)

    found = waiting([opened("1", "2026-01-01T00:00:00Z"), opened("2", "2026-01-11T00:00:00Z"), opened("3", "")],
                    "2026-01-12T00:00:00Z")  # fmt: skip

    assert [(o.kind, o.count, o.median, o.oldest) for o in found] == [("contradiction", 3, 11, 11)]


RENAME, AGAIN, HOME = (events.rename(a, b) for a, b in (("/a.md", "/b.md"), ("/b.md", "/c.md"), ("/c.md", "/a.md")))


def done(*found, since=0):
    """Act and ends of what the later events decided about pages and names."""
    held = numbered(*found)
    return [(("undone " if d.undone else "") + d.act, d.ends) for d in deeds(held[:since], held)]


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ((RENAME,), [("moved", ("/a.md", "/b.md"))]),
        ((RENAME, AGAIN), [("moved", ("/a.md", "/c.md"))]),
        ((RENAME, AGAIN, HOME), []),
        ((events.page("/a.md", digest="d"),), [("made", ("/a.md",))]),
        ((events.page("/a.md", was={"title": None}),) * 2, [("edited", ("/a.md",))]),
        ((events.retire("/a.md", "/b.md", {}),), [("replaced", ("/a.md", "/b.md"))]),
        ((events.same("b", "a"), events.apart("b", "c")), [("joined", ("a", "b")), ("apart", ("b", "c"))]),
        ((events.name("a", "A"), A), [("named", ("a",))]),
    ],
)
def test_decisions_about_pages_and_names_are_told(found, told):
    assert done(*found) == told


def test_a_decision_that_was_taken_back_is_told_only_where_it_counted_before():
    held = numbered(RENAME)
    undo = events.undo(held[0].id)

    assert done(RENAME, undo) == []
    assert done(RENAME, undo, since=1) == [("undone moved", ("/a.md", "/b.md"))]
