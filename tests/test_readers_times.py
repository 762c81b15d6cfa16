"""Times of exports, normalised."""

import math
from typing import Any

import pytest

from clew.readers.times import stamp


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (1735689600, "2025-01-01T00:00:00Z"),
        (1735689600.9, "2025-01-01T00:00:00Z"),
        (1735689600123, "2025-01-01T00:00:00Z"),
        (1735689600123456, "2025-01-01T00:00:00Z"),
        (1735689600123456789, "2025-01-01T00:00:00Z"),
        ("1735689600", "2025-01-01T00:00:00Z"),
        ("2025-01-01T00:00:00.123456Z", "2025-01-01T00:00:00Z"),
        ("2025-01-01T01:30:00+01:30", "2025-01-01T00:00:00Z"),
        ("2025-04-30T23:30:00-0700", "2025-05-01T06:30:00Z"),
        ("2025-05-01 10:02", "2025-05-01T10:02:00-00:00"),
        ("2025-05-01", "2025-05-01T00:00:00-00:00"),
        ({"$date": {"$numberLong": "1735689600000"}}, "2025-01-01T00:00:00Z"),
        ({"$date": "2025-01-01T00:00:00Z"}, "2025-01-01T00:00:00Z"),
    ],
)
def test_known_times(value: Any, want: str) -> None:
    assert stamp(value) == want


@pytest.mark.parametrize(
    ("value", "want"),
    [
        ("March-15-2024", "2024-03-15T00:00:00-00:00"),
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00-00:00"),
        ("Nov 5, 2025, 1:34:47 AM GMT+05:30", "2025-11-04T20:04:47Z"),
        ("5. nov. 2025, 01:34:47 CEST", "2025-11-04T23:34:47Z"),
        ("2025年3月1日 10:02", "2025-03-01T10:02:00-00:00"),
        ("1er juillet 2024 à 09:05 UTC", "2024-07-01T09:05:00Z"),
        ("12. März 2024", "2024-03-12T00:00:00-00:00"),
        ("12.03.2026, 10:15:00 MEZ", "2026-03-12T09:15:00Z"),
        ("12. 3. 2026 10:15", "2026-03-12T10:15:00-00:00"),
        ("12. mar. 2026 10.15.00 CET", "2026-03-12T09:15:00Z"),
        ("12.3.2026 klo 10.15.00 EET", "2026-03-12T08:15:00Z"),
        ("Sat, 3 Feb 2024 12:00 AM", "2024-02-03T00:00:00-00:00"),
    ],
)
def test_Z06_written_dates_keep_the_zone_they_name(value: str, want: str) -> None:
    assert stamp(value) == want


def test_Z01_a_time_without_zone_is_known_to_be_without() -> None:
    assert stamp("2025-03-02T10:00:00") == "2025-03-02T10:00:00-00:00"
    assert stamp("2025-03-02T10:00:00Z") == "2025-03-02T10:00:00Z"


@pytest.mark.parametrize(
    "value",
    [
        None, True, "", "soon", "十万年前", "bogus date", math.nan, math.inf, -math.inf, 1e20, 1e300, -5, 0,
        "2025-02-30", "2025-13-01", "2025-03", "9999999999999999999999", "99:99", [], {}, {"$date": None},
        "March 2024", "0000-00-00T00:00:00Z", "2025-01-01T25:00:00Z", "May", "x" * 500,
        "12.13.2026", "version 1.12.2026.3",
    ],
)  # fmt: skip
def test_Z03_what_is_no_date_is_none(value: Any) -> None:
    assert stamp(value) is None


def test_times_of_all_zones_sort_as_text() -> None:
    later = stamp("2025-05-01T00:10:00+02:00")
    earlier = stamp("2025-04-30T23:30:00+02:00")
    assert earlier is not None
    assert later is not None
    assert earlier < stamp(1746049000.5) < later  # type: ignore[operator]  # all three are times


def test_the_end_of_time_is_no_crash() -> None:
    assert stamp("9999-12-31T23:59:59-12:00") is None
    assert stamp("0001-01-01T00:00:00+12:00") is None
