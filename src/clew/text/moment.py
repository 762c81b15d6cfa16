"""Times as sortable keys: RFC 3339 strings with different offsets compare by instant, dates by their start.

Nothing here reads a clock; a string that is no time compares by its own letters and never raises.
"""

from datetime import UTC, datetime
from functools import lru_cache

from clew.model import Claim


@lru_cache(maxsize=4096)
def instant(at: str | None) -> str:
    """The time in UTC as a string that sorts by instant; empty where nothing is known."""
    if not at:
        return ""
    try:
        when = datetime.fromisoformat(at)
        if when.tzinfo is not None:
            when = when.astimezone(UTC)
    except (ValueError, OverflowError):
        return at
    return when.strftime("%Y-%m-%dT%H:%M:%S.%f").rjust(26, "0")


def said(claim: Claim) -> tuple[str, str, int, int, str]:
    """Sort key of saying that all clones agree on: instant, source, part, offset, id."""
    if not claim.evidence:
        return (instant(claim.asserted_at), "", 0, 0, claim.id)
    first = claim.evidence[-1]  # as in `order`, asked for so often that a call less counts
    return (instant(claim.asserted_at), first.source, first.part, first.start, claim.id)


def later(new: Claim, old: Claim) -> bool:
    """Whether `new` was said after `old`; unknown times are never later, except inside one source."""
    a, b = said(new), said(old)
    if a[0] and b[0] and a[0] != b[0]:
        return a[0] > b[0]
    if a[1] and a[1] == b[1]:
        return a[2:4] > b[2:4]
    return False
