"""What came to be believed, and what stopped being believed, between two states of the same ledger."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from clew.belief import state
from clew.belief.tally import effective, text, texts
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
Act = Literal["made", "moved", "replaced", "edited", "joined", "apart", "named"]
ACTS: dict[Act, str] = {
    "made": "a page was made",
    "moved": "a page was moved or renamed",
    "replaced": "a page took the place of another",
    "edited": "what a page says of itself, or its text, was changed by a command",
    "joined": "two names mean one thing",
    "apart": "two names mean two things",
    "named": "a thing was given a name or a page",
}
"""Kind of decision about pages and names → what it says."""


@dataclass(frozen=True, slots=True)
class Change:
    """One claim whose standing is another than before."""

    what: What
    claim: str
    before: tuple[str, ...] = ()
    """What it took the place of, the statement that dropped it, or the rivals of a dispute."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One decision about a page or a name."""

    act: Act
    ends: tuple[str, ...]
    """Paths of pages, or keys of names: what it was done to, then where that led or what was done with it."""
    undone: bool = False
    """It was taken back since."""


def deeds(before: Sequence[Event], after: Sequence[Event]) -> tuple[Deed, ...]:
    """What was decided about pages and names in between and still counts, and what was taken back since."""
    old, new = ({e.id: e for e in effective(held)} for held in (before, after))
    fresh = [e for i, e in new.items() if i not in old]
    taken = (e for i, e in old.items() if i not in new)
    found = dict.fromkeys((*_acts(fresh), *(replace(d, undone=True) for d in _acts(taken))))
    order = list(ACTS)
    return tuple(sorted(found, key=lambda d: (d.undone, order.index(d.act), d.ends)))


def _acts(events: Iterable[Event]) -> Iterator[Deed]:
    """Decisions in words; a page that was moved more than once moved from its first place to its last."""
    moved: dict[str, str] = {}
    for event in events:
        names = texts(event, "names")
        if event.kind == "rename":
            first = next((a for a, b in moved.items() if b == event.target), event.target)
            moved[first] = text(event, "path")
        elif event.kind == "page":
            yield Deed("made" if text(event, "digest") and "was" not in event.data else "edited", (event.target,))
        elif event.kind == "retire":
            yield Deed("replaced", (event.target, text(event, "by")))
        elif event.kind == "same":
            yield Deed("joined", names)
        elif event.kind == "apart":
            yield Deed("apart", names)
        elif event.kind == "name":
            yield Deed("named", (event.target,))
    yield from (Deed("moved", pair) for pair in moved.items() if pair[0] != pair[1])


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
