"""Who vouches for a page, derived from its claims: when it was made, who looked at all of it, until when it holds."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from clew.belief.events import HUMAN
from clew.belief.knowledge import Knowledge
from clew.model import Event, Json

MAKER = "clew"
"""Who makes generated content; without a version, so that a newer Clew rewrites no page."""


def generated(knowledge: Knowledge, ids: Sequence[str]) -> dict[str, Json]:
    """By whom, and when the latest of these claims was learned; the clock is not asked."""
    times = [at for i in ids if (at := knowledge.standings[i].recorded_at)]
    return {"by": MAKER, "at": max(times)} if times else {}


def verified(knowledge: Knowledge, current: Sequence[str]) -> tuple[dict[str, Json], ...]:
    """The last review of a page whose current claims have all been reviewed: its tier is the lowest of theirs."""
    reviews = []
    for claim_id in current:
        standing = knowledge.standings[claim_id]
        if standing.review not in ("human-reviewed", "machine-confirmed") or standing.disputed_with:
            return ()
        reviews.append(_review(knowledge.touching(claim_id), standing.review == "human-reviewed"))
    known = [review for review in reviews if review]
    if not known or len(known) < len(reviews):
        return ()
    by_people = all(e.channel in HUMAN for e in known)
    last = max((e for e in known if by_people or e.channel not in HUMAN), key=lambda e: (e.at, e.order))
    return ({"by": f"{'human' if by_people else 'process'}:{last.actor}", "at": last.at},)


def _review(events: Sequence[Event], human: bool) -> Event | None:
    """The last event that looked at a claim through such a channel."""
    looks = [e for e in events if e.kind == "verify" or (e.kind == "accept" and e.data.get("digest"))]
    return next((e for e in reversed(looks) if (e.channel in HUMAN) == human), None)


def stale_after(knowledge: Knowledge, current: Sequence[str]) -> str:
    """The first instant at which one of these claims no longer holds; empty when none has an end."""
    ends = (knowledge.standings[i].valid_to or knowledge.claims[i].valid_to for i in current)
    return min((until for end in ends if end and (until := _until(end))), default="")


def _until(end: str) -> str:
    """The instant behind a date or time; a date of any precision lasts until its end."""
    try:
        if len(end) > 10:
            return _written(datetime.fromisoformat(end))
        if len(end) == 10:
            day = date.fromisoformat(end) + timedelta(days=1)
        else:
            year, month = int(end[:4]), int(end[5:7]) if len(end) == 7 else 12
            day = date(year + month // 12, month % 12 + 1, 1)
        return f"{day.isoformat()}T00:00:00Z"
    except ValueError:
        return ""


def _written(at: datetime) -> str:
    known = at if at.tzinfo else at.replace(tzinfo=UTC)
    return known.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
