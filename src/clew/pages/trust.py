"""What OKF front matter says about trust and life: tier, status, staleness, sources and times."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

from clew.model import Json
from clew.text import regex as re

Tier = Literal["unverified", "machine-confirmed", "human-reviewed"]
Spelling = Literal["exact", "date", "no_offset", "bad"]

_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s*([Zz]|[+-]\d\d:?\d\d)?)?")
STATUSES = ("draft", "stable", "deprecated")


def tier(front: Mapping[str, Json]) -> Tier:
    """Who vouched for a page: `verified` without an actor counts for nothing."""
    actors = [event["by"] for event in verified(front)]
    if any(actor.startswith("human:") and actor[6:].strip() for actor in actors):
        return "human-reviewed"
    return "machine-confirmed" if actors else "unverified"


def verified(front: Mapping[str, Json]) -> list[dict[str, str]]:
    """The verification events that name an actor; a bare mapping is a list of one."""
    events = maps(front.get("verified"))
    return [
        {"by": event["by"].strip(), "at": str(event.get("at") or "")}
        for event in events
        if isinstance(event.get("by"), str) and event["by"].strip()
    ]


def status(front: Mapping[str, Json]) -> str:
    """The status in force: `draft`, `stable` or `deprecated`; an unknown word counts as stable."""
    word = front.get("status")
    if word == "superseded":
        return "deprecated"
    return word if isinstance(word, str) and word in STATUSES else "stable"


def stale(front: Mapping[str, Json], now: str | datetime) -> bool:
    """True from the instant of `stale_after` on; a date means midnight UTC, anything else is ignored."""
    limit, _ = instant(front.get("stale_after"))
    today = now if isinstance(now, datetime) else instant(now)[0]
    return limit is not None and today is not None and today >= limit


def outdated(front: Mapping[str, Json]) -> bool:
    """True when the newest verification is older than the content it vouches for."""
    generated = front.get("generated")
    written, _ = instant(generated.get("at") if isinstance(generated, Mapping) else front.get("timestamp"))
    looked = [at for event in verified(front) if (at := instant(event["at"])[0])]
    return bool(written and looked and max(looked) < written)


def sources(front: Mapping[str, Json]) -> list[dict[str, Json]]:
    """The entries of `sources` as mappings: a single mapping is a list of one, a text is a resource."""
    items = listed(front.get("sources"))
    entries = ({"resource": item} if isinstance(item, str) and item.strip() else item for item in items)
    return [dict(entry) for entry in entries if isinstance(entry, Mapping)]


def maps(value: Json) -> list[Mapping[str, Json]]:
    """The mappings in a list, or a single one as a list."""
    return [item for item in listed(value) if isinstance(item, Mapping)]


def listed(value: Json) -> list[Json]:
    """A list as it is, nothing as an empty list, anything else as a list of one."""
    return value if isinstance(value, list) else [] if value is None else [value]


def instant(value: Json) -> tuple[datetime | None, Spelling]:
    """The instant a time value names, and how it is spelled; None where it names none."""
    match = _TIME.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return None, "bad"
    try:
        when = datetime.fromisoformat(match[0].upper().replace(" ", "T", 1).replace(" ", "").replace(",", "."))
        if match[0] == match[1]:
            return when.replace(tzinfo=UTC), "date"
        return (when.astimezone(UTC), "exact") if match[2] else (None, "no_offset")
    except (ValueError, OverflowError):
        return None, "bad"
