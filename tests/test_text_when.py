"""Times in questions and instants that compare."""

from clew.text.when import ends, instant, moments


def spans(text, now="2026-03-10T12:00:00Z"):
    return [(m.first.isoformat(), m.last.isoformat()) for m in moments(text, now)]


def test_days_months_and_years_are_read():
    assert spans("on 2025-04-01") == [("2025-04-01", "2025-04-01")]
    assert spans("am 20.09.2025") == [("2025-09-20", "2025-09-20")]
    assert spans("in April 2025") == [("2025-04-01", "2025-04-30")]
    assert spans("in 2024") == [("2024-01-01", "2024-12-31")]


def test_relative_times_need_a_now():
    assert spans("two weeks ago") == [("2026-02-24", "2026-02-24")]
    assert spans("last month") == [("2026-02-01", "2026-02-28")]
    assert spans("gestern") == [("2026-03-09", "2026-03-09")]
    assert spans("yesterday", None) == []


def test_a_day_without_year_is_the_latest_that_is_past():
    assert spans("on 1 April") == [("2025-04-01", "2025-04-01")]


def test_instants_compare_across_zones_and_nonsense_is_none():
    assert instant("2026-03-01T10:00:00+02:00") == instant("2026-03-01T08:00:00Z")
    assert instant("some day") is None
    assert (ends("2026-03-01") or 0) - (instant("2026-03-01") or 0) == 86399


def test_Z03_absurd_times_are_no_dates():
    assert spans("十万年前") == []
    assert spans("on 99.99.2025") == []
