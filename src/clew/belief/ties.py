"""Which claims hang together, so that the standing of each can be derived of them alone, and which events say so."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from clew.belief.log import Log
from clew.belief.state import OUTSIDE, touches
from clew.model import Claim, Event, Standing

BESIDE = ("finding", "settle")
"""Kinds of event that put claims beside each other: the one is disputed with the other, whatever its chain."""
MOVING = ("edit", "reject", "reread")
"""Kinds of event after which what is asked about a claim is asked about another, which only its own events tell."""
TOGETHER = 512
"""Claims whose standings are derived in one go, at least, where there are so many: it costs less than one by one."""


class Ties:
    """Claims tied to one another by links, echoes, wordings and what they were derived from."""

    def __init__(
        self,
        claims: Mapping[str, Claim],
        events: Log,
        standings: Mapping[str, Standing],
        followers: Mapping[str, Sequence[str]],
    ) -> None:
        self._claims, self._events, self._standings, self._followers = claims, events, standings, followers

    def groups(self, dirty: Iterable[str]) -> Iterator[tuple[set[str], set[int]]]:
        """The claims tied to these, and where the events stand that speak of them, by portions."""
        done: set[str] = set()
        group: set[str] = set()
        events: set[int] = set()
        for start in dirty:
            if start not in done and start not in group:
                self._gather(start, group, events)
            if len(group) >= TOGETHER:
                yield group, events
                done |= group
                group, events = set(), set()
        if group:
            yield group, events

    def _gather(self, start: str, group: set[str], events: set[int]) -> None:
        """Add what hangs together with a claim."""
        group.add(start)
        todo = [start]
        while todo:
            claim = self._claims[todo.pop()]
            near = {*claim.derived_from, *self._followers.get(claim.id, ())}
            for event in self._speaking(claim.id, events):
                near.update(i for i in touches(event) if event.kind not in BESIDE or self._moved(i))
            for span in claim.evidence:
                # A source ties its claims to its own events, not to one another.
                self._speaking(span.source, events)
            fresh = {i for i in near if i in self._claims and i not in group}
            group |= fresh
            todo += fresh

    def _moved(self, claim: str) -> bool:
        """Whether the events of a claim have to tell what a finding about it is about."""
        if claim not in self._claims:
            return False
        standing = self._standings.get(claim)
        # an echo of what is not in force stands in for it
        kinds = MOVING if standing and standing.link not in OUTSIDE else (*MOVING, "restate")
        return any(self._events[at].kind in kinds for at in self._events.places(claim))

    def _speaking(self, name: str, known: set[int]) -> list[Event]:
        """Events that name something, those about the findings among them, and those that undo any of them."""
        found: list[Event] = []
        todo = [*self._events.places(name)]
        while todo:
            at = todo.pop()
            if at in known:
                continue
            known.add(at)
            event = self._events[at]
            found.append(event)
            todo += self._events.places(event.id)
            for i in touches(event):
                if i != name and i not in self._claims:
                    todo += self._events.places(i)
        return found
