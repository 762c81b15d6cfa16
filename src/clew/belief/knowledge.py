"""All that a bundle knows, in memory: sources, claims, events and what is derived of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from clew.belief import conflict, state
from clew.belief.state import touches
from clew.belief.tally import effective, tally, texts
from clew.kin.vocabulary import Vocabulary
from clew.model import Claim, Event, Finding, Source, Standing
from clew.text.moment import said

RIVALS = 60
"""Most claims that one newcomer is compared with."""
CROWD = 400
"""A blocking key shared by more claims than this says little; only the latest are considered."""


class Knowledge:
    """Claims and events with their derived standing, kept current as more is learned."""

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        self.vocabulary = Vocabulary()
        """The predicates of relations: what ships with Clew and what the bundle adds."""
        self.asked: Callable[[Knowledge], dict[str, Finding]] = lambda known: {}
        """Questions about names, worked out anew whenever somebody looks."""
        self.claims: dict[str, Claim] = {}
        self.events: list[Event] = []
        self.standings: dict[str, Standing] = {}
        self._by_id: dict[str, Event] = {}
        self._touching: dict[str, list[Event]] = defaultdict(list)
        self._keyed: dict[str, list[str]] = defaultdict(list)
        self._unkeyed: list[Claim] = []
        self._followers: dict[str, list[str]] = defaultdict(list)
        self._of_source: dict[str, list[str]] = defaultdict(list)
        self._findings: dict[str, Finding] | None = None
        self._waiting: dict[str, Finding] | None = None

    def learn(self, claims: Iterable[Claim] = (), events: Iterable[Event] = ()) -> frozenset[str]:
        """Take in claims and events; returns the ids of the claims whose standing changed."""
        self._findings = self._waiting = None
        dirty: set[str] = set()
        for claim in claims:
            if claim.id not in self.claims:
                self._know(claim)
                dirty.add(claim.id)
        fresh = list(events)
        for event in fresh:
            self.events.append(event)
            self._by_id[event.id] = event
            for name in touches(event):
                self._touching[name].append(event)
        for event in fresh:
            dirty |= self._concerned(event)
        return self._derive(dirty)

    def _know(self, claim: Claim) -> None:
        self.claims[claim.id] = claim
        self._unkeyed.append(claim)
        for parent in claim.derived_from:
            self._followers[parent].append(claim.id)
        for source in {span.source for span in claim.evidence}:
            self._of_source[source].append(claim.id)

    def _concerned(self, event: Event) -> set[str]:
        """Claims whose standing an event may change: through a finding, a source or what it undoes too."""
        found: set[str] = set()
        for name in touches(event):
            if name in self.claims:
                found.add(name)
            elif name in self._of_source:
                found.update(self._of_source[name])
            elif name in self._by_id and self._by_id[name].id != event.id:
                found |= self._concerned(self._by_id[name])
            else:
                others = (i for e in self._touching[name] for i in touches(e))
                found.update(i for i in others if i in self.claims)
        return found

    def _derive(self, dirty: set[str]) -> frozenset[str]:
        """Derive again whatever hangs together with the dirty claims."""
        group, events = self._component(dirty)
        ordered = sorted(events, key=lambda e: e.order)
        fresh = state.derive({i: self.claims[i] for i in sorted(group)}, ordered)
        changed = {i for i, standing in fresh.items() if standing != self.standings.get(i)}
        self.standings.update(fresh)
        return frozenset(changed)

    def _component(self, start: set[str]) -> tuple[set[str], list[Event]]:
        """The claims tied to these by events or derivation, and all events that speak of them."""
        group = set(start)
        events: dict[str, Event] = {}
        todo = list(start)
        while todo:
            claim = self.claims[todo.pop()]
            near = {*claim.derived_from, *self._followers.get(claim.id, ())}
            for event in self._speaking(claim.id, events):
                near.update(touches(event))
            for span in claim.evidence:
                # A source ties its claims to its own events, not to one another.
                self._speaking(span.source, events)
            fresh = (near & self.claims.keys()) - group
            group |= fresh
            todo += fresh
        return group, list(events.values())

    def _speaking(self, name: str, known: dict[str, Event]) -> list[Event]:
        """Events that name something, those about the findings among them, and those that undo any of them."""
        found: list[Event] = []
        todo = list(self._touching.get(name, ()))
        while todo:
            event = todo.pop()
            if event.id in known:
                continue
            known[event.id] = event
            found.append(event)
            todo += self._touching.get(event.id, ())
            todo += (e for i in touches(event) if i not in self.claims and i != name for e in self._touching.get(i, ()))
        return found

    def confirm(self, staged: Iterable[Event], written: Iterable[Event]) -> None:
        """Put the events as the ledger wrote them in the place of the staged ones."""
        self._findings = self._waiting = None
        tail = list(staged)
        final = dict(zip((e.id for e in tail), written, strict=True))
        # Staged events are the latest learned, so only the end of the list can hold them.
        for i in range(max(0, len(self.events) - len(tail)), len(self.events)):
            self.events[i] = final.get(self.events[i].id, self.events[i])
        for name in {name for e in tail for name in touches(e)}:
            self._touching[name] = [final.get(e.id, e) for e in self._touching[name]]
        for old, new in final.items():
            self._by_id.pop(old, None)
            self._by_id[new.id] = new

    def event(self, event_id: str) -> Event | None:
        """The event with this id."""
        return self._by_id.get(event_id)

    def touching(self, claim_id: str) -> list[Event]:
        """Every event that speaks of a claim, in order."""
        return sorted(self._touching.get(claim_id, ()), key=lambda e: e.order)

    def rivals(self, claim: Claim) -> list[tuple[Claim, Standing]]:
        """Claims that share a blocking key with a newcomer, most shared first, and the whole chains they belong to."""
        # Only a newcomer asks, and most commands bring none: keys are most of what it costs to know a claim.
        waiting, self._unkeyed = self._unkeyed, []
        for held in waiting:
            for key in conflict.keys(held):
                self._keyed[key].append(held.id)
        shared: Counter[str] = Counter()
        for key in conflict.keys(claim):
            shared.update(self._keyed.get(key, ())[-CROWD:])
        shared.pop(claim.id, None)
        order = sorted(shared, key=lambda i: (shared[i], said(self.claims[i])), reverse=True)
        nominated = dict.fromkeys(order[:RIVALS])
        for claim_id in tuple(nominated):
            nominated.update(dict.fromkeys(self._kin(claim_id)))
        nominated.pop(claim.id, None)
        return [(self.claims[i], self.standings[i]) for i in nominated if i in self.standings]

    def _kin(self, start: str) -> set[str]:
        """The links of a claim's chain and the claims that say one of them again."""
        seen = {start}
        todo = [start]
        while todo:
            standing = self.standings.get(todo.pop())
            if standing:
                near = {*standing.predecessors, standing.successor, standing.restates, *standing.restated_by}
                fresh = {i for i in near if i in self.claims} - seen
                seen |= fresh
                todo += fresh
        return seen

    def refused(self) -> frozenset[str]:
        """Digests of every refused value: what every way in asks first."""
        found: set[str] = set()
        for event in effective(self.events):
            if event.kind == "lift":
                found.discard(event.target)
            else:
                found.update(texts(event, "tombs"))
        return frozenset(found)

    def withdrawn(self) -> frozenset[str]:
        """Sources that were taken out again."""
        return frozenset(tally(self.events).gone)

    def purged(self) -> frozenset[str]:
        """Ids of the claims and sources whose text was removed for good."""
        return frozenset(tally(self.events).purged)

    def undecided(self) -> list[Claim]:
        """Claims that an import took in under a policy that accepts them, and was cut off before it decided."""
        runs = (e.data for e in self.events if e.kind == "run" and e.data.get("accept") in ("high", "all"))
        levels = {(run["source"], run["extractor"]): run["accept"] for run in runs}
        gone = self.withdrawn()
        return [
            claim
            for claim in self.claims.values()
            if not self._touching.get(claim.id)
            and (level := levels.get((claim.source, claim.by.extractor)))
            and claim.source not in gone
            and conflict.accepts(claim, conflict.Policy("all" if level == "all" else "high"))
        ]

    def of_source(self, source_id: str) -> list[Claim]:
        """Claims that rest on a source, in the order of saying."""
        return sorted((self.claims[i] for i in self._of_source.get(source_id, ())), key=lambda c: said(c))

    def findings(self) -> dict[str, Finding]:
        """Findings, open and settled, by id."""
        if self._findings is None:
            self._findings = state.findings(self.events)
        return dict(self._findings)

    def waiting(self) -> dict[str, Finding]:
        """What a person should decide now."""
        if self._waiting is None:
            self._waiting = state.waiting(self.claims, self.events)
        return self._waiting | self.asked(self)

    def chain(self, claim_id: str) -> tuple[str, ...]:
        """Ids of the chain a claim belongs to, oldest assertion first."""
        seen = {claim_id}
        todo = [claim_id]
        while todo:
            standing = self.standings.get(todo.pop())
            near = (*standing.predecessors, standing.successor) if standing else ()
            fresh = {i for i in near if i is not None and i in self.claims} - seen
            seen |= fresh
            todo += fresh
        return tuple(sorted(seen, key=lambda i: said(self.claims[i])))

    def topic(self, claim_id: str) -> str:
        """Topic of a claim after what people decided about it."""
        return self.standings[claim_id].topic or self.claims[claim_id].topic
