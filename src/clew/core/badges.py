"""The one line of badges that tells a person how a claim stands.

Nothing here is stored: `now` is the reader's clock, so a committed file never holds a word that time changes.
"""

from datetime import UTC, datetime

from clew.model import Claim, Standing

SHORT = 8
"""Characters of a claim id that people see; any unique beginning is understood."""


def short(claim_id: str) -> str:
    """The first characters of an id, git style."""
    return claim_id[:SHORT]


def expired(valid_to: str | None, now: str) -> bool:
    """Whether an end of validity lies before now; a bare date lasts until its end."""
    if not valid_to:
        return False
    try:
        if len(valid_to) <= 10:
            return valid_to < now[: len(valid_to)]
        return _moment(valid_to) < _moment(now)
    except ValueError:
        return False


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def badges(claim: Claim, standing: Standing, now: str, assumed: bool = False) -> tuple[str, ...]:
    """State first, then open disputes, time, confidence and who looked at it."""
    found = [_state(claim, standing)]
    if standing.disputed_with:
        found.append("DISPUTED with " + ", ".join(short(i) for i in standing.disputed_with))
    valid_to = standing.valid_to or claim.valid_to
    if valid_to and expired(valid_to, now):
        found.append(f"EXPIRED {valid_to[:10]}")
    if assumed:
        found.append("TIME ASSUMED")
    if standing.support_changed:
        found.append("SUPPORT CHANGED")
    if standing.pinned:
        found.append("PINNED")
    found.append(standing.confidence)
    if standing.review != "unreviewed":
        found.append(standing.review)
    return tuple(found)


def _state(claim: Claim, standing: Standing) -> str:
    if standing.shown == "purged":
        return "PURGED"
    if standing.shown == "hidden":
        return "DISCARDED"
    if standing.link == "active":
        if claim.polarity == "-" and claim.act == "drop" and standing.predecessors:
            return "DROPPED, nothing in its place"
        return "CORRECTION · CURRENT" if standing.predecessors else "CURRENT"
    if standing.link in ("superseded", "retracted"):
        word = "SUPERSEDED" if standing.link == "superseded" else "RETRACTED"
        return f"{word} by {short(standing.successor)}" if standing.successor else word
    return standing.link.upper()
