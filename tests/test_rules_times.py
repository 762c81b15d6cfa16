"""For how long a statement says it holds, relative to the time it was said."""

import pytest

from clew.rules.times import validity

AT = "2026-03-03T10:00:00+01:00"  # a Tuesday


@pytest.mark.parametrize(
    ("said", "since", "until"),
    [
        ("closed until 14 april", None, "2026-04-14T23:59:59+01:00"),
        ("closed until the 14th of April", None, "2026-04-14T23:59:59+01:00"),
        ("closed until april 14, 2027", None, "2027-04-14T23:59:59+01:00"),
        ("closed until the 20th", None, "2026-03-20T23:59:59+01:00"),
        ("closed until the 1st", None, "2026-04-01T23:59:59+01:00"),
        ("closed until friday", None, "2026-03-06T23:59:59+01:00"),
        ("closed until january", None, "2027-01-31T23:59:59+01:00"),
        ("closed until end of march", None, "2026-03-31T23:59:59+01:00"),
        ("bis 14. märz zu", None, "2026-03-14T23:59:59+01:00"),
        ("bis zum 14.3. zu", None, "2026-03-14T23:59:59+01:00"),
        ("ab 1. juli gilt es", "2026-07-01T00:00:00+01:00", None),
        ("from July on every 8 weeks", "2026-07-01T00:00:00+01:00", None),
        ("since 5 january", "2026-01-05T00:00:00+01:00", None),
        ("seit 1.1. so", "2026-01-01T00:00:00+01:00", None),
        ("from 1 may until 3 may", "2026-05-01T00:00:00+01:00", "2026-05-03T23:59:59+01:00"),
        ("away this week", None, "2026-03-08T23:59:59+01:00"),
        ("diesen monat", None, "2026-03-31T23:59:59+01:00"),
        ("valid until 2026-05-01", None, "2026-05-01T23:59:59+01:00"),
    ],
)
def test_dates_become_the_ends_of_a_period(said: str, since: str | None, until: str | None) -> None:
    assert validity(said, AT) == (since, until)


@pytest.mark.parametrize(
    "said",
    [
        "open Monday to Friday",
        "montag bis donnerstag von 8 bis 18 uhr",
        "mi-sa 11 bis 16",
        "the launch is on 14 april",
        "bis 20 km pauschal",
        "until they call back",
        "until 40 march",
    ],
)
def test_ranges_and_plain_dates_limit_nothing(said: str) -> None:
    assert validity(said, AT) == (None, None)


def test_without_a_time_of_saying_nothing_is_computed() -> None:
    assert validity("closed until 14 april", None) == (None, None)
    assert validity("closed until 14 april", "no time") == (None, None)
