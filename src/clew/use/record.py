"""The ledger as people read it: operations, and what takes one back."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import overload

from clew.belief import events
from clew.belief.events import HUMAN
from clew.belief.knowledge import Knowledge
from clew.belief.log import Log
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


class Operations(Sequence[Operation]):
    """Operations of a ledger, newest first, each worked out when it is looked at.

    One counts as undone when it had an effect and none of its events has any more.
    """

    def __init__(self, ledger: Log) -> None:
        self._ledger = ledger
        self._names: list[str] | None = None

    @property
    def names(self) -> list[str]:
        """Ids of all operations, newest first."""
        if self._names is None:
            # one clone wrote an operation, so the last of its events to come is the last of them
            last = {name: self._ledger.operation(name)[-1].order for name in self._ledger.operations}
            self._names = sorted(last, key=last.__getitem__, reverse=True)
        return self._names

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, at: int) -> Operation: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Operation]: ...
    def __getitem__(self, at: int | slice) -> Operation | Sequence[Operation]:
        return [self.named(name) for name in self.names[at]] if isinstance(at, slice) else self.named(self.names[at])

    def named(self, name: str) -> Operation:
        """One by its whole id."""
        group = tuple(self._ledger.operation(name))
        alive = self.alive(group)
        undoes = all(e.kind == "undo" or "undoes" in e.data for e in group)
        done = [e for e in group if not _kept(e)]
        undone = not undoes and bool(done) and not any(self._holds(e, alive) for e in done)
        first = group[0]
        return Operation(name, first.at, first.actor, first.channel, group, undone, undoes, not done)

    def alive(self, group: Iterable[Event]) -> set[str]:
        """Ids of those of some events that nothing took back: only what speaks of them, and of that, has a say."""
        found: dict[str, Event] = {}
        todo = list(group)
        while todo:
            event = todo.pop()
            if event.id not in found:
                found[event.id] = event
                todo += (e for e in self._ledger.touching(event.id) if e.kind == "undo")
        return {event.id for event in effective(found.values())}

    def aside(self) -> Mapping[str, str | None]:
        """Claims that a newer extractor reads otherwise, and what they are read as."""
        return successors(effective(self._ledger.of("reread", "undo")))

    def _holds(self, event: Event, alive: Container[str]) -> bool:
        """Whether an event still has an effect; a run while what a rebuild read anew is not set aside."""
        if event.kind == "run":
            aside = self.aside()
            return any(claim not in aside for claim in texts(event, "fresh"))
        if event.id not in alive:
            return False
        back = [e for e in self._ledger.touching(event.target) if e.data.get("undoes") == event.id]
        return not self.alive(back)


def _kept(event: Event) -> bool:
    """Whether an event stays on record whatever is taken back: a run with nothing read anew, or what was sent."""
    return event.kind == "sent" or (event.kind == "run" and not texts(event, "fresh"))


def undoing(knowledge: Knowledge, name: str | None) -> tuple[Event, ...]:
    """Compensating events for an operation or a single event; the latest operation when no name is given."""
    every = Operations(knowledge.events)
    chosen = _chosen(every, knowledge.events, name)
    alive = every.alive(chosen)
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
    aside = every.aside()
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
    taken = knowledge.events.find(str(event.data.get("event", ""))) if event.kind == "undo" else None
    return taken is not None and taken.kind in PAGES


def _chosen(every: Operations, ledger: Log, name: str | None) -> tuple[Event, ...]:
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
    if name in ledger.operations:
        return every.named(name).events
    single = ledger.find(name)
    if single:
        return (single,)
    begun = [one for one in ledger.operations if one.startswith(name)]
    if len(begun) == 1:
        return every.named(begun[0]).events
    raise NotFound(f"no operation or event is called {name!r}; list them with: clew log")


def _back(event: Event) -> Event | None:
    """What takes one event back: a source is withdrawn, so that its words stay citable; a run stays on record."""
    if event.kind == "source":
        return replace(events.withdraw(event.target), data={"undoes": event.id})
    return None if event.kind in ("run", "sent", "meet") else events.undo(event.id)
