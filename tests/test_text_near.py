"""Names that look like another."""

import pytest

from clew.text.near import nearest

NAMES = ("ticket database", "timetable import", "launch date", "Hafengebühr", "배포 일정")


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("tikcet database", "ticket database"),
        ("launch", "launch date"),
        ("hafengebuhr", "Hafengebühr"),
        ("배포", "배포 일정"),
    ],
)
def test_the_most_alike_comes_first(wanted, first):
    assert nearest(wanted, NAMES)[0] == first


def test_what_is_like_nothing_gets_nothing():
    assert nearest("qqq", NAMES) == ()
    assert nearest("", NAMES) == ()
