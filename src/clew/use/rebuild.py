"""Rebuild: today's extractor reads the stored text again, and what was decided is replayed on what it finds.

Nothing is decided anew about a claim that is found again, under whatever id: the ledger's events are read under the
new names (`belief/reread.py`). A claim that is not found any more is set aside, unless somebody decided about it. All
differences are known before anything is written, and the whole is one operation of the ledger.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from clew.belief import events, tombstone
from clew.belief.knowledge import Knowledge
from clew.belief.reread import successors
from clew.belief.state import touches
from clew.belief.tally import effective
from clew.errors import Conflict, Refused
from clew.model import Claim, Event, Problem, Source
from clew.use import gather, intake, withdraw
from clew.use.desk import Desk
from clew.use.ingest import Ingest

Fate = Literal["same", "reworded", "new", "gone", "held"]
AUTOMATIC = frozenset({"import", "policy"})
"""Channels of what nobody decided."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What becomes of one claim."""

    source: str
    fate: Fate
    """`held`: today's extractor does not find it, but somebody decided about it, so it stays."""
    old: Claim | None
    new: Claim | None


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that a rebuild would do."""

    differences: tuple[Difference, ...]
    """Without those that stay the same."""
    counts: Mapping[str, int]
    """Fate → claims, over all sources."""
    sources: int
    claims: Mapping[str, tuple[Claim, ...]]
    """Source → claims that are new to its file."""
    events: tuple[Event, ...]
    basis: tuple[str, ...]
    """Ids of the events it was made on."""
    retires: int
    """Claims in force that would no longer be."""
    unread: tuple[Problem, ...] = ()
    """Texts that are gone or are not what was added; nothing of those sources is touched."""


@dataclass(frozen=True, slots=True)
class Nominee:
    """A source and whether a rebuild would read it with another extractor than before."""

    source: Source
    before: tuple[str, ...]
    """Extractors that have read it."""
    today: str
    claims: int
    decided: int
    """Claims of it that somebody decided about."""

    @property
    def behind(self) -> bool:
        """Whether today's extractor has not read it yet."""
        return self.today not in self.before


class Rebuild:
    """Plans a rebuild, and carries it out."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def candidates(self) -> tuple[Nominee, ...]:
        """Every source that was extracted, those that are behind first."""
        known = self._desk.knowledge()
        ran: dict[str, dict[str, None]] = {}
        for event in known.events:
            if event.kind == "run":
                ran.setdefault(str(event.data.get("source")), {})[str(event.data.get("extractor"))] = None
        held = decided(known)
        found = (self._nominee(known, s, tuple(ran.get(s.id, ())), held) for s in _sources(known, None))
        return tuple(sorted(found, key=lambda n: (not n.behind, n.source.id)))

    def _nominee(self, known: Knowledge, source: Source, before: tuple[str, ...], held: frozenset[str]) -> Nominee:
        claims = known.of_source(source.id)
        today = self._desk.wiring.extractor.name
        return Nominee(source, before, today, len(claims), sum(claim.id in held for claim in claims))

    def plan(self, name: str | None = None) -> Plan:
        """What would change, for one source or all; nothing is written.

        A text that is gone or damaged proves nothing about its claims, so its source is passed over and named.
        """
        desk = self._desk
        # What is planned is learned on the way, so it needs a memory of its own.
        known, _ = gather.gather(desk.files, desk.settings.salt, desk.kept)
        basis = tuple(event.id for event in known.events)
        rules = intake.rules(desk.settings, desk.now, None, None)
        ingest = Ingest(known, desk.wiring.extractor, rules, desk.stored)
        sources = [(source, gather.altered(desk.files, source)) for source in _sources(known, name)]
        held = decided(known)
        work = [_Reading(known, ingest, source, desk, held) for source, fault in sources if not fault]
        told = [difference for one in work for difference in one.differences]
        return Plan(
            differences=tuple(d for d in told if d.fate != "same"),
            counts=Counter(d.fate for d in told),
            sources=len(work),
            claims={one.source.id: one.fresh for one in work if one.fresh},
            events=tuple(event for one in work for event in one.events),
            basis=basis,
            retires=sum(one.retires for one in work),
            unread=tuple(fault for _, fault in sources if fault),
        )

    def write(self, plan: Plan, reason: str | None = None) -> tuple[Problem, ...]:
        """Carry a plan out as one operation.

        Raises:
            Conflict: something happened since it was made; look at the differences again.
            Refused: it takes claims out of force, which only a person may do.
        """
        who = self._desk.authority
        if plan.retires and not (who.human or who.scripts):
            raise Refused(f"a rebuild would take {plan.retires} claims out of force: only a person may do that")
        with self._desk.writing() as session:
            if tuple(event.id for event in session.knowledge.events) != plan.basis:
                raise Conflict("the bundle has changed since the differences were listed; run it again")
            own = iter(session.stamp([e for e in plan.events if e.kind == "reread"], reason))
            session.commit([next(own) if e.kind == "reread" else e for e in plan.events], plan.claims)
            problems = session.publish()
        self._desk.sync()
        return problems


class _Reading:
    """One source read again: differences, claims that are new, and the events that follow."""

    def __init__(self, known: Knowledge, ingest: Ingest, source: Source, desk: Desk, held: frozenset[str]) -> None:
        self._known = known
        self._held = held
        self.source = source
        parts = tuple(desk.stored(source.id))
        found, rejected = ingest.read(source, parts)
        there = {claim.id: claim for claim in found}
        aside = successors(effective(known.events))
        old = [c for c in self._earlier(desk) if c.id not in aside]
        gone = [c for c in old if c.id not in there]
        fresh = [c for c in found if c.id not in known.claims or c.id in aside]
        pairs = matched(gone, fresh)
        self.differences = tuple(self._differences(old, fresh, there, pairs))
        self.fresh = tuple(c for c in fresh if c.id not in known.claims)
        self.retires = sum(self._active(d.old) for d in self.differences if d.fate == "gone" and d.old)
        names = [*self._renames(fresh, aside)]
        if not (names or self.fresh):
            self.events: tuple[Event, ...] = ()
            return
        run = ingest.run(source, self.fresh, rejected, known=len(found) - len(self.fresh))
        run = events.run(run.target, {**run.data, "fresh": sorted(c.id for c in self.fresh)})
        known.learn(self.fresh)
        taken = {new.id for new in pairs.values()}
        self.events = ingest.decide([c for c in self.fresh if c.id not in taken], (*names, run))

    def _earlier(self, desk: Desk) -> list[Claim]:
        """The claims in the source's own file that an extractor of today's family made."""
        family = desk.wiring.extractor.name.partition("/")[0]
        return [c for c in desk.files.claims(self.source.id).values if c.by.extractor.partition("/")[0] == family]

    def _differences(
        self, old: Sequence[Claim], fresh: Sequence[Claim], there: Mapping[str, Claim], pairs: Mapping[str, Claim]
    ) -> Iterator[Difference]:
        ident = self.source.id
        for claim in old:
            if claim.id in there:
                yield Difference(ident, "same", claim, claim)
            elif claim.id in pairs:
                yield Difference(ident, "reworded", claim, pairs[claim.id])
            else:
                yield Difference(ident, "held" if claim.id in self._held else "gone", claim, None)
        taken = {claim.id for claim in pairs.values()}
        yield from (Difference(ident, "new", None, claim) for claim in fresh if claim.id not in taken)

    def _renames(self, fresh: Sequence[Claim], aside: Mapping[str, str | None]) -> Iterator[Event]:
        # A claim that was set aside and is found again comes back first, whether it stands for itself or for another.
        yield from (events.reread(claim.id, claim.id) for claim in fresh if claim.id in aside)
        for told in self.differences:
            if told.old and told.fate == "reworded" and told.new:
                was, now = events.content(told.old), events.content(told.new)
                yield events.reread(told.old.id, told.new.id, was, now)
            elif told.old and told.fate == "gone":
                yield events.reread(told.old.id, None)

    def _active(self, claim: Claim) -> bool:
        standing = self._known.standings[claim.id]
        return standing.link == "active" and standing.shown == "shown"


def decided(known: Knowledge) -> frozenset[str]:
    """Claims that somebody, and not only a rule, has said something about, or about a question they are part of."""
    asked = {e.target: touches(e) for e in known.events if e.kind == "finding"}
    found: set[str] = set()
    for event in effective(known.events):
        if event.channel not in AUTOMATIC and event.kind not in ("reread", "source", "withdraw", "run"):
            found.update(touches(event), asked.get(event.target, ()))
    return frozenset(found & known.claims.keys())


def matched(gone: Iterable[Claim], fresh: Sequence[Claim]) -> dict[str, Claim]:
    """Id of a claim that is not found any more → the new claim that says the same by half of its words or more."""
    taken: set[str] = set()
    out: dict[str, Claim] = {}
    for old in gone:
        able = [(overlap(old, new), new) for new in fresh if new.id not in taken and old.polarity == new.polarity]
        fitting = [(share, new) for share, new in able if share == 1 or (share >= 0.5 and same_value(old, new))]
        if fitting:
            _, best = max(fitting, key=lambda pair: (same_value(old, pair[1]), pair[0], pair[1].id))
            taken.add(best.id)
            out[old.id] = best
    return out


def overlap(old: Claim, new: Claim) -> float:
    """The share of words, by position, that the evidence of two claims has in common, of the longer one."""
    first, second = _covered(old), _covered(new)
    total = max(len(first), len(second))
    return len(first & second) / total if total else 0.0


def _covered(claim: Claim) -> set[tuple[str, int, int]]:
    return {(s.source, s.part, at) for s in claim.evidence if s.match != "none" for at in range(s.start, s.end)}


def same_value(old: Claim, new: Claim) -> bool:
    """Whether two claims assert the same, look-alikes and wording around the value aside."""
    if tombstone.skeleton(old.text) == tombstone.skeleton(new.text):
        return True
    if old.triple is None or new.triple is None:
        return False
    value = tombstone.skeleton(old.triple.o)
    return bool(value) and value == tombstone.skeleton(new.triple.o)


def _sources(known: Knowledge, name: str | None) -> list[Source]:
    """Sources that are read again: the one that is named, or all that were neither taken out nor closed to reading."""
    if name is not None:
        return [withdraw.source(known, name)]
    gone = known.withdrawn() | known.purged()
    return [s for ident, s in sorted(known.sources.items()) if s.extract and ident not in gone]
