"""All that a bundle knows, in memory: sources, claims, events and what is derived of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import replace
from functools import lru_cache
from sys import intern
from typing import Any

from clew.belief import conflict, state
from clew.belief.heads import Heads
from clew.belief.log import Log
from clew.belief.near import Keys, Near
from clew.belief.nearest import Rarity, even
from clew.belief.state import OUTSIDE, touches
from clew.belief.tally import effective, tally, texts
from clew.belief.ties import Group, Ties
from clew.core import codec
from clew.kin.vocabulary import Vocabulary
from clew.model import Claim, Event, Finding, Source, Standing
from clew.text.moment import said

LINKS = 48
"""Links of a chain, and echoes of a link, that were said before a newcomer and are looked at: the latest ones."""
ENOUGH = 8
"""Claims from which on it tells something that nothing else comes near."""
TOMBS = ("reject", "retract", "refute", "purge")
"""Kinds of event that leave digests of refused values."""
NAMING = ("same", "apart", "name")
"""Kinds of event after which questions about names are never those of a moment ago."""
MEETING = ("meet",)
"""Kinds of event after which branches have met."""
SOURCES = ("source", "withdraw", "reread")
"""Kinds of event after which more is different than the claims that stand otherwise."""


class Knowledge:
    """Claims and events with their derived standing, kept current as more is learned.

    Claims, standings, sources and events are held by mappings that may put them away: nothing here keeps more than
    ids of them.
    """

    def __init__(
        self,
        claims: MutableMapping[str, Claim] | None = None,
        standings: MutableMapping[str, Standing] | None = None,
        sources: MutableMapping[str, Source] | None = None,
        events: MutableMapping[int, Event] | None = None,
        keys: MutableMapping[str, Keys] | None = None,
    ) -> None:
        self.sources: MutableMapping[str, Source] = {} if sources is None else sources
        self.vocabulary = Vocabulary()
        """The predicates of relations: what ships with Clew and what the bundle adds."""
        self.patient = self.late = False
        """Whether questions about names may be those of a moment ago, as of many they take long; whether they are."""
        self.moved: set[str] | None = None
        """Claims that are new or stand otherwise since somebody last set this to none of them; None where any may."""
        self._asked: dict[str, Finding] | None = None
        self.asked: Callable[[Knowledge], dict[str, Finding]] = lambda known: {}
        """Questions about names, worked out anew whenever somebody looks."""
        self.apart: int | None = None
        """How many claims of branches never met, once somebody has counted; of many claims as of a moment ago."""
        self.claims: MutableMapping[str, Claim] = {} if claims is None else claims
        self.events = Log(events)
        self.standings = Heads(standings)
        self.near = Near(self.claims, keys)
        self.tallies: Counter[tuple[str, str, str]] = Counter()
        """How many claims there are of each link, visibility and topic."""
        self.proposed: set[str] = set()
        """Claims that nobody has decided about, shown or put away."""
        self._unsupported: set[str] = set()
        """Claims that rest on something which no longer holds."""
        self._followers: dict[str, list[str]] = {}
        self._of_source: dict[str, list[str]] = {}
        self._splits: dict[str, Finding] = {}
        """Findings that chains show by themselves, forks and rings, and the claims that they are about."""
        self._branched: set[str] = set()
        """Claims that several others replaced."""
        self._findings: dict[str, Finding] | None = None
        self._waiting: dict[str, Finding] | None = None
        self._when = lru_cache(maxsize=4096)(lambda name, claims=self.claims: said(claims[name]))

    def learn(self, claims: Iterable[Claim] = (), events: Iterable[Event] = ()) -> None:
        """Take in claims and events, and derive again what they change."""
        self._findings = self._waiting = None
        dirty: dict[str, None] = {}
        for claim in claims:
            if claim.id not in self.claims:
                self._know(claim)
                dirty[claim.id] = None
        first = len(self.events)
        for event in events:
            self.events.add(event)
        kinds = {self._spoken(self.events[at]) for at in range(first, len(self.events))}
        if not (self.patient and kinds.isdisjoint(NAMING)):
            self._asked = None
        if not (self.patient and kinds.isdisjoint(MEETING)):
            self.apart = None
        self.late = self._asked is not None
        joining = self.moved is None and self._ties.joins(dirty, first)
        for at in range(first, len(self.events)):
            dirty |= dict.fromkeys(sorted(self._concerned(self.events[at])))
        changed = self._derive(dirty, joining)
        if self.moved is not None:
            self.moved = None if not kinds.isdisjoint(SOURCES) else self.moved | changed

    def _spoken(self, event: Event) -> str:
        """The kind of an event, or of what it takes back."""
        taken = self.events.find(event.target) if event.kind == "undo" else None
        return (taken or event).kind

    def outline(self) -> Iterator[tuple[str, Any]]:
        """What was worked out besides standings, as JSON and piece by piece: what `resume` takes up with the values."""
        yield from self.events.outline()
        yield "met", sorted(self.near.met)
        yield "tallies", [[*key, many] for key, many in sorted(self.tallies.items())]
        yield "proposed", sorted(self.proposed)
        yield "unsupported", sorted(self._unsupported)
        yield "followers", self._followers
        yield "of_source", self._of_source
        yield "splits", [codec.pack(found) for found in self._splits.values()]
        yield "branched", sorted(self._branched)
        yield "heads", self.standings.outline()
        yield "waiting", None if self._waiting is None or self.late else [*map(codec.pack, self._waiting.values())]
        yield "asked", None if self._asked is None else [*map(codec.pack, self._asked.values())]
        yield "late", self.late
        yield "apart", self.apart

    @property
    def answered(self) -> bool:
        """Whether it is worked out what waits, which takes as long as everything else."""
        return self._waiting is not None

    def resume(self, pieces: Iterable[tuple[str, Any]]) -> None:
        """Go on where `outline` was made; claims, standings, sources and events are here already."""
        outline = {piece: held for piece, held in pieces if not self.events.resume(piece, held)}
        self.near.resume(outline["met"])
        self.tallies = Counter({(link, shown, topic): many for link, shown, topic, many in outline["tallies"]})
        self._unsupported, self.late, self.apart = set(outline["unsupported"]), outline["late"], outline["apart"]
        self._followers, self._of_source = outline["followers"], outline["of_source"]
        self._splits = {found.id: found for found in map(codec.finding, outline["splits"])}
        self._branched, self.proposed = set(outline["branched"]), set(outline["proposed"])
        self.standings.resume(outline["heads"])
        self._waiting, self._asked = (
            None if rows is None else {found.id: found for found in map(codec.finding, rows)}
            for rows in (outline["waiting"], outline["asked"])
        )

    @property
    def _ties(self) -> Ties:
        return Ties(self.claims, self.events, self.standings, self._followers, self._branched)

    def _know(self, claim: Claim) -> None:
        name = intern(claim.id)  # mappings, places and keys are full of ids
        self.claims[name] = claim
        self.near.know(claim)
        for parent in claim.derived_from:
            self._followers.setdefault(parent, []).append(name)
        for source in {span.source for span in claim.evidence}:
            self._of_source.setdefault(intern(source), []).append(name)

    def _concerned(self, event: Event) -> set[str]:
        """Claims whose standing an event may change: through a finding, a source or what it undoes too."""
        found: set[str] = set()
        for name in touches(event):
            if name in self.claims:
                found.add(name)
            elif name in self._of_source:
                found.update(self._of_source[name])
            elif name in self._splits:
                found.update(self._splits[name].claims)
            elif (other := self.events.find(name)) and other.id != event.id:
                found |= self._concerned(other)
            else:
                others = (i for e in self.events.touching(name) for i in touches(e))
                found.update(i for i in others if i in self.claims)
        return found

    def _derive(self, dirty: Collection[str], joining: bool) -> set[str]:
        """Derive again whatever hangs together with the dirty claims, and tell those beside them; returns who moved."""
        changed: set[str] = set()
        for group in self._ties.groups(dirty, joining):
            found = self._derived(group)
            torn = any(not group.claims.isdisjoint(split.claims) for split in self._splits.values())
            heads = self.standings.taken(found.standings, found.following)
            if group.behind and (heads is None or torn or found.splits):
                self._ties.follow(group)
                found = self._derived(group)
            fresh = found.standings
            for i, standing in (fresh | self._beside(fresh)).items():
                before = self.standings.get(i)
                if standing != before:
                    self._count(i, before, -1)
                    self._count(i, standing, 1)
                    self.standings[i] = standing
                    changed.add(i)
                    (self._unsupported.add if standing.support_changed else self._unsupported.discard)(i)
                    (self.proposed.add if standing.link == "proposed" else self.proposed.discard)(i)
                    if standing.link not in OUTSIDE:
                        self.near.meet(i)
            over = [key for key, split in self._splits.items() if not group.claims.isdisjoint(split.claims)]
            self._splits = {k: split for k, split in self._splits.items() if k not in over} | found.splits
            self._branched = self._branched - group.claims | found.branched & group.claims
            if group.behind:
                self.standings.follow(heads or {})
            else:
                self.standings.renew(fresh)
        return changed

    def _derived(self, group: Group) -> state.Derived:
        """What follows from the events; an answer about a fork or a ring names it alone, so it is fetched."""
        claims = {intern(i): self.claims[i] for i in sorted(group.claims | group.behind)}
        while True:
            ordered = sorted((self.events[at] for at in group.events), key=lambda e: e.order)
            found = state.derived(claims, ordered, self.standings, group.behind)
            answers = {at for split in found.splits for at in self.events.places(split)} - group.events
            if not answers:
                return found
            group.events |= answers

    def _beside(self, fresh: Mapping[str, Standing]) -> dict[str, Standing]:
        """Standings of other claims that are, or no longer are, disputed with these."""
        sides: dict[str, set[str]] = {}
        for i, standing in fresh.items():
            before = self.standings.get(i)
            for other in {*standing.disputed_with, *(before.disputed_with if before else ())} - fresh.keys():
                sides.setdefault(other, set()).update({i} if other in standing.disputed_with else ())
        return {
            other: replace(was, disputed_with=tuple(sorted({*was.disputed_with} - fresh.keys() | now)))
            for other, now in sides.items()
            if (was := self.standings.get(other))
        }

    def _count(self, claim_id: str, standing: Standing | None, many: int) -> None:
        if standing:
            key = (standing.link, standing.shown, standing.topic or self.claims[claim_id].topic)
            self.tallies[key] += many
            if not self.tallies[key]:
                del self.tallies[key]

    def confirm(self, staged: Iterable[Event], written: Iterable[Event]) -> None:
        """Put the events as the ledger wrote them in the place of the staged ones."""
        self._findings = self._waiting = None
        self.events.confirm(staged, written)

    def touching(self, claim_id: str) -> list[Event]:
        """Every event that speaks of a claim, in order."""
        return sorted(self.events.touching(claim_id), key=lambda e: e.order)

    def rivals(self, claim: Claim) -> list[tuple[Claim, Standing]]:
        """Claims that share a blocking key with a newcomer, most shared first, and the chains they belong to."""
        nominated = dict.fromkeys(self.near.nearest(claim))
        ends = (self.standings[i].head for i in tuple(nominated) if i in self.standings)
        for end in dict.fromkeys(ends):
            nominated |= dict.fromkeys(self._links(end, said(claim)) if end else ())
        nominated.pop(claim.id, None)
        return [(self.claims[i], self.standings[i]) for i in nominated if i in self.standings]

    @property
    def weights(self) -> Rarity:
        """How much a stem tells; nothing while so little is known that whatever comes near is the nearest."""
        return self.near.rarity if len(self.standings) >= ENOUGH else even

    def _links(self, end: str, when: tuple[str, str, int, int, str]) -> Iterator[str]:
        """The links of a chain from its end back, with echoes: all that were said later, some said earlier."""
        todo = {end: self._when(end)} if end in self.standings else {}
        earlier = 0
        while todo and earlier < LINKS:
            link = max(todo, key=todo.__getitem__)
            earlier += todo.pop(link) < when
            yield link
            standing = self.standings.kept[link]  # its head does not matter here
            yield from self._echoes(standing, when)
            todo |= {i: self._when(i) for i in standing.predecessors if i not in todo and i in self.standings}

    def _echoes(self, standing: Standing, when: tuple[str, str, int, int, str]) -> Iterator[str]:
        earlier = 0
        for echo in reversed(standing.restated_by):
            earlier += self._when(echo) < when
            if earlier > LINKS:
                return
            yield echo

    def refused(self) -> frozenset[str]:
        """Digests of every refused value: what every way in asks first."""
        found: set[str] = set()
        for event in effective(self.events.of(*TOMBS, "lift", "undo")):
            if event.kind == "lift":
                found.discard(event.target)
            else:
                found.update(texts(event, "tombs"))
        return frozenset(found)

    def withdrawn(self) -> frozenset[str]:
        """Sources that were taken out again."""
        return frozenset(tally(self.events.of("source", "withdraw", "undo")).gone)

    def purged(self) -> frozenset[str]:
        """Ids of the claims and sources whose text was removed for good."""
        return frozenset(tally(self.events.of("purge", "undo")).purged)

    def undecided(self) -> list[str]:
        """Ids of claims that an import took in under a policy that accepts them, and was cut off before it decided."""
        runs = (e.data for e in self.events.of("run") if e.data.get("accept") in ("high", "all"))
        levels = {(run["source"], run["extractor"]): run["accept"] for run in runs}
        gone = self.withdrawn()
        return [
            claim.id
            for claim in (self.claims[i] for i in self.claims if i in self.proposed and not self.events.places(i))
            if (level := levels.get((claim.source, claim.by.extractor)))
            and claim.source not in gone
            and conflict.accepts(claim, conflict.Policy("all" if level == "all" else "high"))
        ]

    def taken_from(self, source_id: str) -> list[str]:
        """Ids of the claims that were taken from a source, in the order of coming."""
        return [i for i in self._of_source.get(source_id, ()) if self.claims[i].source == source_id]

    def of_source(self, source_id: str) -> list[Claim]:
        """Claims that rest on a source, in the order of saying."""
        return sorted((self.claims[i] for i in self._of_source.get(source_id, ())), key=lambda c: said(c))

    def findings(self) -> dict[str, Finding]:
        """Findings, open and settled, by id."""
        if self._findings is None:
            self._findings = state.findings(self.events.of(*state.ASKING))
        return dict(self._findings)

    def waiting(self) -> dict[str, Finding]:
        """What a person should decide now."""
        if self._waiting is None:
            asking = self.events.of(*state.ASKING)
            known = state.waiting(asking, self._splits, self.standings, sorted(self._unsupported))
            self._waiting = known | self.about_names()
        return dict(self._waiting)

    def about_names(self) -> dict[str, Finding]:
        """Questions about names, of which there may be those of a moment ago."""
        if self._asked is None:
            self._asked, self.late = self.asked(self), False
        return self._asked

    def renew(self, asked: Mapping[str, Finding] | None = None, apart: int | None = None) -> None:
        """Ask anew about names, and count anew what never met, or take it from who just did."""
        self._asked, self._waiting, self.late = None if asked is None else dict(asked), None, False
        self.apart = apart

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
