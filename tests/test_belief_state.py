import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.belief import events
from clew.belief.state import derive, derived, findings, touches, waiting
from clew.model import Claim, Event, Maker, Span, Speaker


def claim(name, day, **more):
    span = Span(more.pop("source", f"s-{name}"), 1, 0, 5, "words")
    return Claim(
        id=name, kind="decision", text=f"text of {name}", label=name, topic="t", speaker=Speaker("person", "user"),
        evidence=(span,), by=Maker("hand/1"), asserted_at=f"2025-01-{day:02d}T10:00:00Z", **more,
    )  # fmt: skip


def claims(*names, **more):
    return {n: claim(n, i + 1, **more) for i, n in enumerate(names)}


def log(*items, writer="w", start=1, channel="policy"):
    return [
        replace(e, writer=writer, n=i, clock=i, at=f"2025-02-01T00:00:{i:02d}Z", channel=channel)
        for i, e in enumerate(items, start)
    ]


def accepted(*names):
    return [events.accept(n) for n in names]


def chain(*names):
    return [events.supersede(new, old) for old, new in pairwise(names)]


def test_a_claim_without_events_is_proposed_and_has_no_head():
    s = derive(claims("a"), [])["a"]
    assert (s.link, s.shown, s.review, s.head) == ("proposed", "shown", "unreviewed", None)


def test_an_accepted_claim_is_active_and_its_own_head():
    s = derive(claims("a"), log(*accepted("a")))["a"]
    assert (s.link, s.head, s.recorded_at) == ("active", "a", "2025-02-01T00:00:01Z")


def test_the_source_event_is_when_the_bundle_learned_of_a_claim():
    s = derive(claims("a"), log(events.source("s-a"), events.accept("a")))["a"]
    assert s.recorded_at == "2025-02-01T00:00:01Z"


def test_four_links_are_one_chain_with_the_newest_as_head():
    out = derive(claims("a", "b", "c", "d"), log(*accepted(*"abcd"), *chain(*"abcd")))
    assert {c: s.head for c, s in out.items()} == dict.fromkeys("abcd", "d")
    assert [out[c].link for c in "abcd"] == ["superseded", "superseded", "superseded", "active"]
    assert [out[c].successor for c in "abcd"] == ["b", "c", "d", None]
    assert [out[c].predecessors for c in "abcd"] == [(), ("a",), ("b",), ("c",)]
    assert out["a"].ended_at == "2025-01-02T10:00:00Z"


def test_back_to_the_first_value_is_a_third_link():
    out = derive(claims("a", "b", "a2"), log(*accepted("a", "b", "a2"), *chain("a", "b", "a2")))
    assert (out["a"].link, out["a2"].link, out["a"].head) == ("superseded", "active", "a2")


def test_old_news_filed_into_the_middle_is_history_and_not_head():
    late = [
        *accepted("a", "c", "b"),
        events.supersede("c", "a"),
        events.supersede("b", "a"),
        events.supersede("c", "b"),
    ]
    out = derive(claims("a", "b", "c"), log(*late))
    assert out["b"].link == "superseded"
    assert out["a"].successor == "b"
    assert out["c"].predecessors == ("b",)
    assert not any(s.disputed_with for s in out.values())


def test_a_dropping_claim_retracts_and_is_the_head():
    both = {"a": claim("a", 1), "drop": claim("drop", 2, polarity="-")}
    out = derive(both, log(*accepted("a", "drop"), *chain("a", "drop")))
    assert (out["a"].link, out["a"].head, out["drop"].link) == ("retracted", "drop", "active")


def test_a_fork_disputes_both_heads_until_a_person_keeps_both():
    given_ = [*accepted("a", "b", "c"), events.supersede("b", "a"), events.supersede("c", "a")]
    known = claims("a", "b", "c")
    out = derive(known, log(*given_))
    assert (out["b"].disputed_with, out["c"].disputed_with) == (("c",), ("b",))
    assert out["a"].head == "c"
    (found,) = waiting(log(*given_), derived(known, log(*given_), {}).splits, out, ()).values()
    assert (found.kind, found.claims) == ("fork", ("b", "c"))
    after = derive(known, log(*given_, events.settle(found.id, "keep-both")))
    assert not after["b"].disputed_with


def test_a_cycle_ends_opens_a_finding_and_the_last_said_is_head():
    known = claims("a", "b", "c")
    given_ = log(*accepted("a", "b", "c"), *chain("a", "b", "c", "a"))
    out = derive(known, given_)
    assert {s.head for s in out.values()} == {"c"}
    assert [f.kind for f in waiting(given_, derived(known, given_, {}).splits, out, ()).values()] in (["cycle"], [])
    assert out["c"].link == "active"


def test_rejecting_a_middle_link_closes_the_chain_over_it():
    out = derive(claims("a", "b", "c"), log(*accepted("a", "b", "c"), *chain("a", "b", "c"), events.reject("b")))
    assert (out["a"].successor, out["b"].link, out["c"].predecessors) == ("c", "rejected", ("a",))


def test_rejecting_the_head_brings_the_older_link_back():
    out = derive(claims("a", "b"), log(*accepted("a", "b"), *chain("a", "b"), events.reject("b")))
    assert (out["a"].link, out["a"].head) == ("active", "a")


def test_discarding_the_head_leaves_no_current_claim_and_restore_brings_it_back():
    given_ = [*accepted("a", "b"), *chain("a", "b"), events.hide("b")]
    out = derive(claims("a", "b"), log(*given_))
    assert (out["a"].head, out["b"].head, out["b"].shown, out["a"].link) == (None, None, "hidden", "superseded")
    back = derive(claims("a", "b"), log(*given_, events.restore("b")))
    assert back["a"].head == "b"


def test_purging_the_head_never_revives_an_older_link_even_when_the_text_is_gone():
    given_ = log(*accepted("a", "b"), *chain("a", "b"), events.purge("b"))
    assert derive(claims("a", "b"), given_)["a"].head is None
    assert derive(claims("a"), given_)["a"].head is None


def test_purge_cannot_be_undone_but_hide_can():
    given_ = log(*accepted("a", "b"), events.purge("a"), events.hide("b"), events.undo("w-3"), events.undo("w-4"))
    out = derive(claims("a", "b"), given_)
    assert (out["a"].shown, out["b"].shown) == ("purged", "shown")


def test_undo_makes_an_event_absent_and_undoing_the_undo_brings_it_back():
    given_ = [*accepted("a", "b"), *chain("a", "b"), events.undo("w-3")]
    assert derive(claims("a", "b"), log(*given_))["a"].link == "active"
    assert derive(claims("a", "b"), log(*given_, events.undo("w-4")))["a"].link == "superseded"


def test_a_restatement_corroborates_moves_last_asserted_and_shares_the_end():
    known = {"a": claim("a", 1, confidence="medium"), "r": claim("r", 2, confidence="high"), "b": claim("b", 3)}
    given_ = [*accepted("a", "r"), events.restate("r", "a")]
    out = derive(known, log(*given_))
    assert (out["r"].restates, out["a"].restated_by) == ("a", ("r",))
    assert (out["a"].last_asserted, out["a"].confidence) == ("2025-01-02T10:00:00Z", "high")
    after = derive(known, log(*given_, events.accept("b"), events.supersede("b", "a")))
    assert (after["r"].link, after["r"].head) == ("superseded", "b")


def test_usage_or_the_same_source_does_not_lift_confidence():
    known = {"a": claim("a", 1, confidence="medium", source="s"), "r": claim("r", 2, confidence="high", source="s")}
    assert derive(known, log(*accepted("a", "r"), events.restate("r", "a")))["a"].confidence == "medium"


def test_when_the_restated_claim_is_rejected_its_echo_holds_the_place_in_the_chain():
    known = claims("a", "r", "b")
    given_ = [*accepted("a", "r", "b"), events.restate("r", "a"), events.supersede("b", "a"), events.reject("a")]
    out = derive(known, log(*given_))
    assert (out["r"].link, out["r"].head) == ("superseded", "b")


def test_an_open_contradiction_disputes_both_sides_until_it_is_settled():
    found = events.finding("contradiction", ["a", "b"], "one slot, two speakers")
    given_ = [*accepted("a", "b"), found]
    out = derive(claims("a", "b"), log(*given_))
    assert (out["a"].disputed_with, out["b"].disputed_with) == (("b",), ("a",))
    later = derive(claims("a", "b"), log(*given_, events.settle(found.target, "later")))
    assert later["a"].disputed_with == ("b",)


@pytest.mark.parametrize(
    ("answer", "old", "new"),
    [
        ("keep-old", "active", "superseded"),
        ("keep-new", "superseded", "active"),
        ("keep-both", "active", "active"),
        ("reject-old", "rejected", "active"),
        ("reject-new", "active", "rejected"),
        ("reject-both", "rejected", "rejected"),
        ("rewrite", "superseded", "superseded"),
    ],
)
def test_each_disposition_ends_the_dispute(answer, old, new):
    found = events.finding("contradiction", ["a", "b"], "one slot")
    steps = events.settlement(found.target, ("a", "b"), answer, by="c")
    given_ = log(*accepted("a", "b", "c"), found, *steps)
    out = derive(claims("a", "b", "c"), given_)
    assert (out["a"].link, out["b"].link) == (old, new)
    assert not out["a"].disputed_with
    assert findings(given_)[found.target].disposition == answer


def test_an_edit_takes_the_place_in_the_chain_without_a_correction():
    given_ = [*accepted("a", "b", "b2"), *chain("a", "b"), events.edit("b2", "b")]
    out = derive(claims("a", "b", "b2"), log(*given_))
    assert (out["a"].head, out["b"].link, out["b"].successor) == ("b2", "superseded", "b2")
    assert (out["b2"].link, out["b2"].predecessors) == ("active", ("a",))


def test_a_hand_retraction_leaves_the_chain_without_a_current_claim():
    out = derive(claims("a", "b"), log(*accepted("a", "b"), *chain("a", "b"), events.retract("b")))
    assert (out["b"].link, out["a"].head, out["b"].ended_at) == ("retracted", None, "2025-02-01T00:00:04Z")


def test_only_a_human_channel_makes_a_review_human():
    known = claims("a", "b")
    seen = [events.verify(c, events.content(known[c])) for c in "ab"]
    out = derive(known, [*log(*accepted("a", "b"), seen[0]), *log(seen[1], start=9, channel="terminal")])
    assert (out["a"].review, out["b"].review) == ("machine-confirmed", "human-reviewed")


def test_a_review_of_other_content_does_not_count():
    out = derive(claims("a"), log(*accepted("a"), events.verify("a", "other"), channel="terminal"))
    assert out["a"].review == "unreviewed"


def test_a_refuted_head_is_not_current():
    known = claims("a")
    out = derive(known, log(*accepted("a"), events.refute("a", events.content(known["a"])), channel="app"))
    assert (out["a"].review, out["a"].head) == ("refuted", None)


def test_overlays_change_what_is_shown_and_null_goes_back():
    given_ = [*accepted("a"), events.overlay("a", {"topic": "x", "valid_to": "2025-03-01"})]
    out = derive(claims("a"), log(*given_))["a"]
    assert (out.topic, out.label, out.valid_to) == ("x", None, "2025-03-01")
    assert derive(claims("a"), log(*given_, events.overlay("a", {"topic": None})))["a"].topic is None


def test_support_changed_runs_along_derivation_and_a_later_human_look_clears_it():
    known = claims("p", "p2") | {"d": claim("d", 3, derived_from=("p",)), "e": claim("e", 4, derived_from=("d",))}
    given_ = log(*accepted("p", "p2", "d", "e"), *chain("p", "p2"))
    out = derive(known, given_)
    assert [out[c].support_changed for c in ("p", "p2", "d", "e")] == [False, False, True, True]
    look = log(events.verify("d", events.content(known["d"])), start=9, channel="terminal")
    assert not derive(known, [*given_, *look])["e"].support_changed


def test_withdrawing_a_source_hides_its_claims_until_undone():
    given_ = [events.source("s-a"), *accepted("a", "b"), events.withdraw("s-a")]
    out = derive(claims("a", "b"), log(*given_))
    assert (out["a"].shown, out["b"].shown) == ("hidden", "shown")
    assert derive(claims("a", "b"), log(*given_, events.undo("w-4")))["a"].shown == "shown"


def test_unlink_by_hand_frees_both():
    out = derive(claims("a", "b"), log(*accepted("a", "b"), *chain("a", "b"), events.unlink("b", "a")))
    assert (out["a"].link, out["b"].predecessors) == ("active", ())


def test_pin_and_unpin():
    assert derive(claims("a"), log(*accepted("a"), events.pin("a")))["a"].pinned
    assert not derive(claims("a"), log(*accepted("a"), events.pin("a"), events.pin("a", on=False)))["a"].pinned


NAMES = st.sampled_from(["a", "b", "c", "d", "e", "ghost"])
KINDS = st.sampled_from(
    ["accept", "accept", "reject", "supersede", "supersede", "restate", "edit", "retract", "hide", "restore", "purge",
     "verify", "refute", "pin", "overlay", "finding", "settle", "undo", "unlink", "withdraw", "nonsense"]
)  # fmt: skip
VALUES = st.one_of(NAMES, st.none(), st.integers(), st.lists(NAMES, max_size=3))
DATA = st.dictionaries(st.sampled_from(["old", "of", "event", "claims", "kind", "disposition", "topic"]), VALUES)


@st.composite
def histories(draw):
    n = draw(st.integers(0, 15))
    out = []
    for i in range(1, n + 1):
        data = draw(DATA) | ({"old": draw(NAMES), "of": draw(NAMES), "event": f"w-{draw(st.integers(1, 25))}"})
        out.append(Event(draw(KINDS), draw(NAMES), "", "x", "cli", data, writer="w", n=i, clock=i))
    return out


KNOWN = claims("a", "b", "c", "d") | {"e": claim("e", 5, derived_from=("a", "e", "ghost"))}


@settings(max_examples=40, deadline=None)
@given(histories(), st.randoms())
def test_any_mix_of_events_derives_the_same_in_any_input_order(history, shuffle):
    first = derive(KNOWN, history)
    mixed = list(history)
    shuffle.shuffle(mixed)
    assert derive(KNOWN, mixed) == first
    assert set(first) == set(KNOWN)
    for standing in first.values():
        assert standing.head is None or first[standing.head].link == "active"


def test_a_connected_part_agrees_with_the_whole():
    rng = random.Random(7)
    names = [f"c{i}" for i in range(60)]
    known = {n: claim(n, 1 + i % 27, derived_from=(names[i - 1],) if i % 7 == 3 else ()) for i, n in enumerate(names)}
    acts = accepted(*names)
    for _ in range(60):
        block = rng.randrange(12) * 5
        a, b = (names[block + rng.randrange(5)] for _ in range(2))
        acts.append(rng.choice([events.supersede(a, b), events.restate(a, b), events.reject(a), events.hide(b)]))
        acts.append(events.finding("contradiction", [a, b], "x"))
    history = log(*acts)
    whole = derive(known, history)
    group = {n: {n} for n in names}

    def tie(*ids):
        joined = set().union(*(group[i] for i in ids if i in group))
        for i in joined:
            group[i] = joined

    for e in history:
        tie(*touches(e))
    for n, c in known.items():
        tie(n, *c.derived_from)
    for part in {id(g): g for g in group.values()}.values():
        mine = [e for e in history if set(touches(e)) & part]
        assert derive({n: known[n] for n in part}, mine) == {n: whole[n] for n in part}
