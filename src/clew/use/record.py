"""The ledger as people read it: operations, and what takes one back."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from clew.belief import events
from clew.belief.events import HUMAN
from clew.belief.knowledge import Knowledge
from clew.belief.reread import successors
from clew.belief.tally import effective, texts
from clew.errors import NotFound, Refused
from clew.model import Channel, Event

PAGES = ("page", "retire", "rename")
"""Kinds of events that changed the file of a page."""


FORCING = ("accept", "restore")
"""Kinds of events without which a claim that is in force would not be."""
WARDED = ("unlink", "same", "apart", "lift", "undo")
"""Kinds of events that only a person or their scripts can have made, or that took back another."""


@dataclass(frozen=True, slots=True)
class Operation:
    """Events that were committed for one command."""

    id: str
    at: str
    actor: str
    channel: Channel
    events: tuple[Event, ...]
    undone: bool = False
    undoes: bool = False
    """Whether it did nothing but take something back."""
    kept: bool = False
    """Whether it only read, proposed and sent: that stays on record, there is nothing to take back."""

    @property
    def kinds(self) -> dict[str, int]:
        """How many events of each kind."""
        found: dict[str, int] = {}
        for event in self.events:
            found[event.kind] = found.get(event.kind, 0) + 1
        return found


def operations(ledger: Sequence[Event]) -> list[Operation]:
    """All operations, newest first; one counts as undone when it had an effect and none of its events has any more."""
    counting = effective(ledger)
    alive = {event.id for event in counting}
    back = {str(event.data["undoes"]) for event in counting if "undoes" in event.data}
    aside = successors(counting)
    groups: dict[str, list[Event]] = {}
    for event in ledger:
        groups.setdefault(event.op or event.id, []).append(event)
    out = []
    for op, group in groups.items():
        first = group[0]
        undoes = all(e.kind == "undo" or "undoes" in e.data for e in group)
        done = [e for e in group if not _kept(e)]
        undone = not undoes and bool(done) and not any(_holds(e, alive, back, aside) for e in done)
        out.append(Operation(op, first.at, first.actor, first.channel, tuple(group), undone, undoes, not done))
    return sorted(out, key=lambda o: max(e.order for e in o.events), reverse=True)


def _kept(event: Event) -> bool:
    """Whether an event stays on record whatever is taken back: a run with nothing read anew, or what was sent."""
    return event.kind == "sent" or (event.kind == "run" and not texts(event, "fresh"))


def _holds(event: Event, alive: Container[str], back: Container[str], aside: Container[str]) -> bool:
    """Whether an event still has an effect; a run while what a rebuild read anew is not set aside."""
    if event.kind == "run":
        return any(claim not in aside for claim in texts(event, "fresh"))
    return event.id in alive and event.id not in back


def undoing(knowledge: Knowledge, name: str | None) -> tuple[Event, ...]:
    """Compensating events for an operation or a single event; the latest operation when no name is given."""
    chosen = _chosen(knowledge.events, name)
    alive = {event.id for event in effective(knowledge.events)}
    if any(e.kind == "purge" for e in chosen):
        raise Refused("a purge cannot be undone: the text is gone")
    if any(e.kind == "migrate" for e in chosen):
        raise Refused("the layout of a bundle only goes forward; an older Clew could not read what was written since")
    if any(_on_pages(knowledge, e) for e in chosen):
        raise Refused("what was taken back on a page is not done again by undo; do it anew: clew page --help")
    gone = knowledge.withdrawn()
    live = (e for e in reversed(chosen) if e.id in alive or e.kind == "undo")
    taken = [_back(e) for e in live if not (e.kind == "source" and e.target in gone)]
    # What a rebuild read anew is set aside again: it was never offered to anybody.
    aside = successors(effective(knowledge.events))
    fresh = (i for e in chosen if e.kind == "run" for i in texts(e, "fresh") if i not in aside)
    found = [*(e for e in taken if e is not None), *(events.reread(i, None) for i in fresh)]
    if not found and all(map(_kept, chosen)):
        raise Refused("that operation only read and proposed, which stays on record: decide with clew review")
    if not found:
        raise Refused("there is nothing left to undo in that operation")
    return tuple(found)


def permitted(knowledge: Knowledge, targets: Iterable[Event], person: bool) -> None:
    """Refuse that anybody but a person takes back a person's decision, or what brought into force what is in force.

    Raises:
        Refused: with the way to do it.
    """
    for event in () if person else targets:
        if event.channel in HUMAN:
            raise Refused("a person decided that; take it back in a terminal")
        standing = knowledge.standings.get(event.target)
        forced = event.kind == "source" or bool(standing and standing.link == "active" and event.kind in FORCING)
        if forced or event.kind in WARDED:
            raise Refused(
                f"only a person may take back what is in force ({event.kind} {event.target}): run it in a terminal, "
                "or set `scripts = true` under [user] in your own configuration"
            )


def _on_pages(knowledge: Knowledge, event: Event) -> bool:
    """Whether an event took back what was done to the file of a page: its text is not in the ledger."""
    taken = knowledge.event(str(event.data.get("event", ""))) if event.kind == "undo" else None
    return taken is not None and taken.kind in PAGES


def _chosen(ledger: Iterable[Event], name: str | None) -> tuple[Event, ...]:
    every = operations(list(ledger))
    if name is None:
        latest = next((o for o in every if not (o.undone or o.undoes or o.kinds.keys() == {"sent"})), None)
        if latest is None:
            raise NotFound("nothing has happened yet that could be undone")
        if latest.kept:
            raise Refused(
                f"the last operation ({latest.id}) only read and proposed: decide with clew review, "
                "or name what to take back: clew log"
            )
        return latest.events
    for operation in every:
        if operation.id == name:
            return operation.events
        single = tuple(e for e in operation.events if e.id == name)
        if single:
            return single
    begun = [o for o in every if o.id.startswith(name)]
    if len(begun) == 1:
        return begun[0].events
    raise NotFound(f"no operation or event is called {name!r}; list them with: clew log")


def _back(event: Event) -> Event | None:
    """What takes one event back: a source is withdrawn, so that its words stay citable; a run stays on record."""
    if event.kind == "source":
        return replace(events.withdraw(event.target), data={"undoes": event.id})
    return None if event.kind in ("run", "sent", "meet") else events.undo(event.id)
