"""Tier, status and staleness follow the specified fields and nothing else."""

from datetime import UTC, datetime

import pytest

from clew.pages import trust


@pytest.mark.parametrize(
    ("verified", "tier"),
    [
        (None, "unverified"),
        ([], "unverified"),
        ([{"at": "2026-06-25T09:00:00Z"}], "unverified"),
        ([{"by": " "}], "unverified"),
        ("human:ann", "unverified"),
        ({"by": "human:ann"}, "human-reviewed"),
        ([{"by": "process:x"}], "machine-confirmed"),
        ([{"by": "process:x"}, {"by": "human:ann"}], "human-reviewed"),
        ([{"by": "human:"}], "machine-confirmed"),
        ([{"by": "Human:ann"}], "machine-confirmed"),
        ([{"by": 7}], "unverified"),
    ],
)
def test_the_tier_is_read_from_the_actors(verified: object, tier: str) -> None:
    assert trust.tier({"verified": verified}) == tier


@pytest.mark.parametrize(
    ("word", "status"),
    [
        (None, "stable"),
        ("draft", "draft"),
        ("deprecated", "deprecated"),
        ("superseded", "deprecated"),
        ("active", "stable"),
        (["draft"], "stable"),
    ],
)
def test_the_status_is_one_of_three(word: object, status: str) -> None:
    assert trust.status({"status": word}) == status


@pytest.mark.parametrize(
    ("limit", "stale"),
    [
        ("2026-05-01T12:00:00Z", True),
        ("2026-05-01T14:00:00+02:00", True),
        ("2026-05-01T12:00:01Z", False),
        ("2026-05-01", True),
        ("2026-05-02", False),
        ("2020-01-01T00:00:00", False),
        ("2026-13-45", False),
        (None, False),
        (2020, False),
    ],
)
def test_a_page_is_stale_from_the_instant_on(limit: object, stale: bool) -> None:
    assert trust.stale({"stale_after": limit}, "2026-05-01T12:00:00Z") is stale
    assert trust.stale({"stale_after": limit}, datetime(2026, 5, 1, 12, tzinfo=UTC)) is stale


@pytest.mark.parametrize(
    ("value", "spelling"),
    [
        ("2026-05-01T12:00:00Z", "exact"),
        ("2026-05-01t12:00z", "exact"),
        ("2026-05-01 12:00:00.5 +0200", "exact"),
        ("2026-05-01", "date"),
        ("2026-05-01T12:00:00", "no_offset"),
        ("2026-13-45", "bad"),
        ("2026-W01", "bad"),
        ("0001-01-01T00:00:00+23:59", "bad"),
        ("soon", "bad"),
        (5, "bad"),
    ],
)
def test_a_time_is_read_by_its_spelling(value: object, spelling: str) -> None:
    assert trust.instant(value)[1] == spelling


def test_verification_older_than_the_content_is_outdated() -> None:
    content = {"generated": {"by": "a/1", "at": "2026-02-01T00:00:00Z"}}
    assert trust.outdated({**content, "verified": [{"by": "human:a", "at": "2026-01-01T00:00:00Z"}]})
    assert not trust.outdated({**content, "verified": [{"by": "human:a", "at": "2026-03-01T00:00:00Z"}]})
    assert not trust.outdated(content)
    assert trust.outdated({"timestamp": "2026-02-01", "verified": {"by": "human:a", "at": "2026-01-01"}})


@pytest.mark.parametrize(
    ("had", "entries"),
    [
        (None, []),
        ({"id": "a", "resource": "x"}, [{"id": "a", "resource": "x"}]),
        (["https://e.org", {"resource": "x"}, 7, None], [{"resource": "https://e.org"}, {"resource": "x"}]),
        ("https://e.org", [{"resource": "https://e.org"}]),
    ],
)
def test_sources_are_a_list_of_mappings_however_they_are_written(had: object, entries: list[dict[str, str]]) -> None:
    assert trust.sources({"sources": had}) == entries
