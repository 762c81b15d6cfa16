"""Which claims hang together, so that the standing of each can be derived of them alone, and which events say so."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clew.belief.log import Log
from clew.belief.state import OUTSIDE, touches
from clew.belief.tally import text
from clew.model import Claim, Event, Standing

BESIDE = ("finding", "settle")
"""Kinds of event that put claims beside each other: the one is disputed with the other, whatever its chain."""
MOVING = ("edit", "reject", "reread")
"""Kinds of event after which what is asked about a claim is asked about another, which only its own events tell."""
TOGETHER = 512
"""Claims whose standings are derived in one go, at least, where there are so many: it costs less than one by one."""


PASSING = ("finding", "propose", "run", "sent", "support", "challenge")
"""Kinds of event that move no claim in its chain."""
JOINING = (*PASSING, "source", "accept", "restate", "supersede")
"""Kinds of event by which a newcomer takes its place."""


@dataclass(slots=True)
class Group:
    """Claims whose standings are derived together."""

    claims: set[str] = field(default_factory=set)
    events: set[int] = field(default_factory=set)
    """Where the events stand that speak of them."""
    behind: set[str] = field(default_factory=set)
    """Links that they replaced and that stay what they are but for their head: nothing before them is looked at."""


class Ties:
    """Claims tied to one another by links, echoes, wordings and what they were derived from."""

    def __init__(
        self,
        claims: Mapping[str, Claim],
        events: Log,
        standings: Mapping[str, Standing],
        followers: Mapping[str, Sequence[str]],
        branched: Container[str] = (),
    ) -> None:
        self._claims, self._events, self._standings, self._followers = claims, events, standings, followers
        self._branched = branched

    def joins(self, claims: Iterable[str], first: int) -> bool:
        """Whether with the events from a place on newcomers take places at ends of chains, and nothing else moves."""
        return all(self._new(claim, first) for claim in claims) and all(
            self._joins(self._events[at], first) for at in range(first, len(self._events))
        )

    def _joins(self, event: Event, first: int) -> bool:
        if event.kind not in JOINING or event.kind in PASSING:
            return event.kind in PASSING
        if event.kind == "source":
            return not self._kinds(event.target, ("withdraw",))
        known = self._standings.get(text(event, "old") or text(event, "of"))
        free = known is not None and known.link == "active" and known.head is not None
        return self._new(event.target, first) and (free or event.kind == "accept")

    def _new(self, claim: str, first: int) -> bool:
        """Whether nothing that was said before a place put a claim anywhere."""
        return all(at >= first or self._events[at].kind in PASSING for at in self._events.places(claim))

    def groups(self, dirty: Collection[str], joining: bool = False) -> Iterator[Group]:
        """The claims tied to these, and where the events stand that speak of them, by portions.

        Where newcomers only join, links behind them are not followed to the beginning of their chains.
        """
        done: set[str] = set()
        group = Group()
        for start in dirty:
            if start not in done and start not in group.claims:
                self._gather(start, group, dirty if joining else None)
            if len(group.claims) >= TOGETHER:
                yield self._complete(group)
                done |= group.claims
                group = Group()
        if group.claims:
            yield self._complete(group)

    def follow(self, group: Group) -> None:
        """Add to a group what lies behind it, and all that is tied to that."""
        starts = tuple(group.claims)
        group.behind = set()
        group.claims, group.events = set(), set()
        for start in starts:
            if start not in group.claims:
                self._gather(start, group, None)

    def _complete(self, group: Group) -> Group:
        group.behind -= group.claims
        for claim in group.behind:
            self._speaking(claim, group.events)
        return group

    def _gather(self, start: str, group: Group, dirty: Collection[str] | None) -> None:
        """Add what hangs together with a claim; unless anything may be dirty, links behind are only noted."""
        group.claims.add(start)
        todo = [start]
        while todo:
            claim = self._claims[todo.pop()]
            near = {*claim.derived_from, *self._followers.get(claim.id, ())}
            for event in self._speaking(claim.id, group.events):
                if dirty is not None and event.kind == "supersede" and self._behind(event, claim.id, dirty):
                    group.behind.add(text(event, "old"))
                else:
                    near.update(i for i in touches(event) if event.kind not in BESIDE or self._moved(i))
            for span in claim.evidence:
                # A source ties its claims to its own events, not to one another.
                self._speaking(span.source, group.events)
            fresh = {i for i in near if i in self._claims and i not in group.claims}
            group.claims |= fresh
            todo += fresh

    def _behind(self, event: Event, claim: str, dirty: Collection[str]) -> bool:
        """Whether a link leads to one that a claim replaced long ago, and that nothing else leads away from."""
        old = text(event, "old")
        standing = self._standings.get(old)
        if event.target != claim or standing is None or old in dirty or old in self._branched:
            return False
        own = standing.restates is None and standing.successor and not self._kinds(old, MOVING)
        return bool(own) and standing.successor in (claim, self._standings[claim].restates)

    def _kinds(self, name: str, kinds: Container[str]) -> bool:
        return any(self._events[at].kind in kinds for at in self._events.places(name))

    def _moved(self, claim: str) -> bool:
        """Whether the events of a claim have to tell what a finding about it is about."""
        if claim not in self._claims:
            return False
        standing = self._standings.get(claim)
        # an echo of what is not in force stands in for it
        kinds = MOVING if standing and standing.link not in OUTSIDE else (*MOVING, "restate")
        return self._kinds(claim, kinds)

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
