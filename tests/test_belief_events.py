import inspect
from itertools import pairwise

from clew.belief import events
from clew.model import Claim, Event, Maker, Span, Speaker
from clew.text.moment import instant, later

TABLE = [
    line.split("|")[1].strip()
    for line in (events.__doc__ or "").splitlines()
    if line.startswith("| ") and not line.startswith("| kind")
]
MAKERS = {name: f for name, f in vars(events).items() if inspect.isfunction(f) and f.__module__ == events.__name__}


def test_every_kind_of_the_table_has_a_constructor_of_its_name_and_no_other_exists():
    helpers = {"stamp", "content", "finding_id", "settlement", "_event"}
    assert set(MAKERS) - helpers == set(TABLE)


def test_finding_ids_do_not_depend_on_the_order_of_the_claims():
    assert events.finding("contradiction", ["b", "a"], "x") == events.finding("contradiction", ["a", "b"], "x")
    assert events.finding_id("contradiction", ["a"]) != events.finding_id("merge", ["a"])


def test_stamping_fills_who_when_and_how():
    (event,) = events.stamp([events.hide("c")], "ada", "terminal", "2025-01-01T00:00:00Z", "op1")
    assert (event.kind, event.actor, event.channel, event.op) == ("hide", "ada", "terminal", "op1")


def test_absent_arguments_leave_no_keys():
    assert events.supersede("b", "a").data == {"old": "a"}
    assert events.accept("a") == Event("accept", "a", "", "policy", "policy", {})


def test_times_compare_by_instant_and_not_by_letters():
    ordered = ["2025-03-30T01:30:00+01:00", "2025-03-30T03:10:00+02:00", "2025-03-30T01:20:00Z", "2025-03-31"]
    assert all(instant(a) < instant(b) for a, b in pairwise(ordered))
    assert instant(None) == ""
    assert instant("no time") == "no time"


def _said(at, source, n):
    span = Span(source, n, 0, 1, "x")
    return Claim(f"{source}{n}", "fact", "x", "x", "t", Speaker("person", "u"), (span,), Maker("h"), asserted_at=at)


def test_a_claim_without_time_is_later_only_inside_its_own_source():
    assert later(_said(None, "s", 2), _said(None, "s", 1))
    assert not later(_said(None, "s", 2), _said(None, "other", 1))
    assert not later(_said("2025-01-01", "s", 1), _said("2025-01-01", "s", 1))


def test_Z01_times_with_and_without_zone_compare_without_an_error():
    assert sorted(["2025-01-02T10:00:00", "2025-01-01T10:00:00Z", "2025-01-03"], key=instant) == [
        "2025-01-01T10:00:00Z",
        "2025-01-02T10:00:00",
        "2025-01-03",
    ]
