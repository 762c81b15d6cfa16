"""What came to be believed, and what stopped being believed, between two states of the same ledger."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from clew.belief import state
from clew.model import Claim, Event, Standing

What = Literal["changed", "dropped", "new", "back", "gone", "disputed", "settled"]
TOLD: dict[What, str] = {
    "changed": "took the place of something that was in force",
    "dropped": "was in force and was dropped by a statement or a person",
    "new": "came into force with nothing before it",
    "back": "is in force again",
    "gone": "was in force and was discarded, refused, refuted or purged",
    "disputed": "is in force and contradicted since",
    "settled": "is in force and no longer contradicted",
}
"""Kind of change → what it says of a claim, the weightiest first."""
_UNKNOWN = Standing("")


@dataclass(frozen=True, slots=True)
class Change:
    """One claim whose standing is another than before."""

    what: What
    claim: str
    before: tuple[str, ...] = ()
    """What it took the place of, the statement that dropped it, or the rivals of a dispute."""


def changes(claims: Mapping[str, Claim], before: Sequence[Event], after: Sequence[Event]) -> tuple[Change, ...]:
    """What the later events changed; `before` are the events up to a moment, `after` all up to a later one."""
    old, new = state.derive(claims, before), state.derive(claims, after)
    found = [change for claim_id in claims for change in _of(claim_id, old, new)]
    order = list(TOLD)
    return tuple(sorted(found, key=lambda change: (order.index(change.what), change.claim)))


def _of(claim_id: str, old: Mapping[str, Standing], new: Mapping[str, Standing]) -> Iterator[Change]:
    was, now = old.get(claim_id, _UNKNOWN), new[claim_id]
    if not _holds(was) and _holds(now) and now.restates is None:
        recent = [i for i in now.predecessors if not _past(old.get(i, _UNKNOWN))]
        replaced = tuple(i for i in recent if new[i].link != "retracted")
        if replaced:
            yield Change("changed", claim_id, replaced)
        elif not recent:  # what only drops something is told with what it dropped
            yield Change("back" if _known(was) else "new", claim_id)
    elif _holds(was) and not _holds(now) and now.link != "superseded":
        if now.link == "retracted" and now.shown == "shown":
            yield Change("dropped", claim_id, (now.successor,) if now.successor else ())
        else:
            yield Change("gone", claim_id)
    elif _holds(was) and _holds(now):
        rivals = tuple(i for i in now.disputed_with if i not in was.disputed_with)
        if rivals:
            yield Change("disputed", claim_id, rivals)
        elif was.disputed_with and not now.disputed_with:
            yield Change("settled", claim_id)


def _holds(one: Standing) -> bool:
    return one.link == "active" and one.shown == "shown" and one.review != "refuted"


def _past(one: Standing) -> bool:
    """Whether it had ended already."""
    return _known(one) and not _holds(one)


def _known(one: Standing) -> bool:
    """Whether it had been in force at some time."""
    return one.link in ("active", "superseded", "retracted", "rejected")
