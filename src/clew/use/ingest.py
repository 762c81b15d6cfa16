"""From a reading to committed claims: store the text, extract, check, compare, decide.

Nothing is written here: `Ingest.take` prepares files and events, and one transaction of the store commits
them (the ledger append is the commit point). What is prepared is already learned, so that the next reading
of the same run sees it; whoever drops a prepared batch must drop the `Knowledge` too.

An import of many sources decides on all their claims at its end, in the order of saying (`use/settle.py`): the
order in which chats lie in an archive then leaves no trace.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from sys import intern
from typing import Literal

from clew.belief import conflict, events, tombstone
from clew.belief.knowledge import Knowledge
from clew.core import codec, growth
from clew.model import (
    Candidate,
    Channel,
    Claim,
    Event,
    Json,
    Maker,
    Original,
    Part,
    Precision,
    Problem,
    Reading,
    Rejection,
    Source,
)
from clew.ports import Extractor, Judge
from clew.proof import evidence
from clew.text.fold import digest
from clew.text.moment import said
from clew.use import version
from clew.use.echo import echoes, shares
from clew.use.screen import Screen
from clew.use.twins import Twins

Outcome = Literal["new", "updated", "unchanged", "empty", "failed"]
STAGED = "\uffff"
"""Writer of events that are prepared but not yet in the ledger; sorts after every real one."""


@dataclass(frozen=True, slots=True)
class Added:
    """What became of one conversation or document."""

    where: str
    outcome: Outcome
    source: str = ""
    title: str = ""
    parts: int = 0
    """Parts that are new."""
    claims: Mapping[str, int] = field(default_factory=dict)
    """How many claims became active, proposed, restated, superseding or were rejected."""
    demoted: Mapping[str, int] = field(default_factory=dict)
    """Manifest string → how many claims it lowered."""
    rejected: Mapping[str, int] = field(default_factory=dict)
    """Manifest string → how many candidates it refused."""
    skipped: Mapping[str, int] = field(default_factory=dict)
    """Kind of record that the reader left out → how many."""
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """One source ready to be committed."""

    added: Added
    source: Source
    parts: tuple[Part, ...]
    """All parts of the source, old and new."""
    claims: tuple[Claim, ...]
    """Claims that are new."""
    events: tuple[Event, ...]
    original: Original | None = None
    """The bytes to keep beside the text."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How a run goes about it."""

    policy: conflict.Policy
    owner: tuple[str, ...]
    now: str
    """Time of capture, RFC 3339."""
    at: str | None = None
    """Time the person gave for sources without dates."""
    actor: str = "clew"
    channel: Channel = "import"
    op: str = ""
    salt: str = ""
    """Salt of the bundle's digests, so that they say nothing outside it."""
    secrets: str = "redact"
    """What happens to keys, tokens and passwords: `redact`, `keep` or `refuse`."""


def source_id(reading: Reading) -> str:
    """Id of a source: the provider and a digest of its own id of the conversation, never the title."""
    digest = hashlib.sha256(f"{reading.provider}\x1f{reading.origin}".encode("utf-8", "surrogatepass")).hexdigest()
    return intern(f"{reading.provider}-{digest[:10]}")


def masked(digest: str, salt: str) -> str:
    """The digest of a refused candidate as a manifest names it: it says nothing outside the bundle."""
    return hashlib.sha256(f"{salt}\x1f{digest}".encode()).hexdigest()[:16]


def references(parts: Iterable[Part]) -> bytes:
    """Bytes of a references file: one part a line."""
    return "".join(codec.line(p) + "\n" for p in parts).encode("utf-8")


def run_id(source: Source, extractor: Extractor) -> str:
    """Id of a run: the source, how far it went, and where a model read it, which model with which prompt."""
    own = hashlib.sha256(extractor.name.encode()).hexdigest()[:6] if extractor.maker.model else ""
    return "-".join(filter(None, ("run", source.id, str(source.parts), own)))


def _unread(notes: Mapping[str, Json]) -> list[int]:
    """Parts on which the extractor itself failed, by their numbers."""
    return [n for numbers, kind in notes.get("unread", ()) if kind == "internal" for n in numbers]


def _front(reading: Reading) -> Mapping[str, Json]:
    """What a note or document says of itself; that of a chat changes with every export."""
    return {} if reading.kind == "chat" else {k: v for k, v in reading.front.items() if k != "title" and v}


def _precision(known: str | None) -> Precision:
    """How far a stated time goes; midnight of no zone is a day."""
    return "assumed" if known is None else "day" if known.endswith("T00:00:00-00:00") else "exact"


def _within(stored: Sequence[Part], leaf: str | None, seen: str | None) -> bool:
    """Whether what a reading shows ends on the active branch that is stored."""
    shown = {growth.first(p.id) for p in growth.active(stored, leaf)}
    return seen is not None and seen in shown


class Ingest:
    """One run of adding: readings in, prepared sources out."""

    def __init__(
        self,
        knowledge: Knowledge,
        extractor: Extractor,
        rules: Rules,
        stored: Callable[[str], Sequence[Part]],
        second: Judge | None = None,
    ) -> None:
        self.knowledge = knowledge
        self._second = second
        self._extractor = extractor
        self._rules = rules
        self._screen = Screen(rules.secrets, rules.salt)
        self._stored = stored
        self._refused = knowledge.refused()
        self._withdrawn = knowledge.withdrawn()
        self._purged = knowledge.purged()
        # The skip key names the extractor: a better one is offered what an earlier one has read.
        self._ran: dict[str, set[str]] = {}
        for run in knowledge.events.of("run"):
            self._ran.setdefault(str(run.data.get("extractor")), set()).add(str(run.data.get("source")))
        self._twins = Twins(knowledge, self._text, source_id)
        self._versions = version.Versions(knowledge, self._text)
        self._staged = 0
        self._pending: dict[str, tuple[Part, ...]] = {}
        self.due: list[str] = []
        """Ids of the claims that were taken in and not decided on."""

    def take(self, reading: Reading, *, later: bool = False) -> Prepared | Added:
        """Prepare one reading; an `Added` alone means that nothing is to be written.

        With `later` its claims are only noted as due: a cut-off import leaves them to the next one.
        """
        screened = self._screen.one(reading)
        if isinstance(screened, Problem):
            return Added(reading.where, "failed", title=reading.title, problem=screened)
        reading = self._twins.same(screened)
        ident = source_id(reading)
        if ident in self._purged:
            return Added(reading.where, "unchanged", ident, skipped={"purged, not added again": 1})
        old = self.knowledge.sources.get(ident)
        stored = self._pending.get(ident) or (tuple(self._stored(ident)) if old else ())
        if not any(p.text.strip() for p in reading.parts):
            return Added(reading.where, "empty", title=reading.title, skipped=reading.counts)
        grown = growth.grow(stored, reading.parts)
        # A source that was taken out, or whose events were lost, is decided on like a new one.
        back = ident in self._withdrawn or (old is not None and all(ident not in ran for ran in self._ran.values()))
        known = ident in self._ran.get(self._extractor.name, ())
        if old and not grown.added and _within(stored, old.leaf, reading.leaf):
            # An older export shows less of the same branch: what is newer stays what it is.
            reading = replace(reading, leaf=old.leaf)
        told = {**_front(reading), **(old.front if old else {})}
        if old and known and not back and not grown.added and (old.leaf, old.front) == (reading.leaf, told):
            return Added(reading.where, "unchanged", ident, old.title, skipped=reading.counts)
        parts = self._pending[ident] = (*stored, *grown.added)
        replaces = old.replaces if old else self._versions.older(reading)
        source = replace(self._source(ident, reading, parts), replaces=replaces, front=told)
        self.knowledge.sources[ident] = source
        self._versions.met(source)
        if old is None:
            self._twins.met(source)
        self._ran.setdefault(self._extractor.name, set()).add(ident)
        claims, rejected = self._claims(source, parts)
        run = self.run(source, claims, rejected)
        waiting = [c for c in self.knowledge.of_source(ident) if back and self._undecided(c)]
        first = events.source(source.id, source.sha256, source.parts, source.replaces)
        if later:
            self.due += (c.id for c in (*waiting, *claims))
            self.knowledge.learn(claims)
        staged = self.decide(() if later else (*waiting, *claims), (first, run))
        lost = self._stage(self._lost(source, old, stored, parts))
        self.knowledge.learn((), lost)
        staged = (*staged, *lost)
        added = Added(
            reading.where,
            "updated" if old else "new",
            ident,
            source.title,
            len(grown.added),
            self.outcomes(claims, staged),
            Counter(reason for claim in claims for reason in claim.reasons),
            Counter(r.reason for r in rejected),
            reading.counts,
        )
        return Prepared(added, source, parts, claims, staged, reading.original)

    def _lost(
        self, source: Source, old: Source | None, before: Sequence[Part], parts: Sequence[Part]
    ) -> tuple[Event, ...]:
        """Questions about claims whose words the new text no longer has."""
        if old:
            shown = growth.active(before, old.leaf)
            return version.edited(self.knowledge, source.id, shown, growth.active(parts, source.leaf))
        return version.vanished(self.knowledge, source.replaces, parts) if source.replaces else ()

    def again(self, ident: str) -> Prepared:
        """Prepare what this extractor finds in a source that is stored already; its text stays as it is."""
        source, parts = self.knowledge.sources[ident], tuple(self._stored(ident))
        found, rejected = self.read(source, parts)
        earlier = self.knowledge.of_source(ident)
        fresh = (claim for claim in found if not self._had(claim.id))
        claims = tuple(claim for claim in fresh if not echoes(claim, earlier))
        run = self.run(source, claims, rejected, known=len(found) - len(claims))
        staged = self.decide(claims, (run,))
        added = Added(
            source.title,
            "updated" if claims else "unchanged",
            ident,
            source.title,
            0,
            {**self.outcomes(claims, staged), "known already": len(found) - len(claims)},
            Counter(reason for claim in claims for reason in claim.reasons),
            Counter(r.reason for r in rejected),
        )
        return Prepared(added, source, parts, claims, staged)

    def _text(self, ident: str) -> Sequence[Part]:
        return self._pending.get(ident) or self._stored(ident)

    def stored(self) -> None:
        """Everything prepared so far is committed and can be read from the files again."""
        self._pending.clear()

    def _source(self, ident: str, reading: Reading, parts: Sequence[Part]) -> Source:
        old = self.knowledge.sources.get(ident)
        times = sorted(p.at for p in parts if p.at)
        known = reading.at or (times[0] if times else None)
        assumed = old.at if old and old.precision == "assumed" else self._rules.at or self._rules.now
        return Source(
            id=ident,
            kind=reading.kind,
            provider=reading.provider,
            origin=reading.origin,
            title=reading.title,
            at=known or assumed,
            until=times[-1] if times else None,
            precision=_precision(known),
            leaf=reading.leaf,
            people=tuple(sorted({p.name for p in parts if p.name and p.author == "person"})),
            parts=len(parts),
            sha256=hashlib.sha256(references(parts)).hexdigest(),
            extract=reading.extract,
        )

    def _claims(self, source: Source, parts: Sequence[Part]) -> tuple[tuple[Claim, ...], list[Rejection]]:
        """The claims that a source yields and that are not known yet."""
        found, rejected = self.read(source, parts)
        return tuple(claim for claim in found if not self._had(claim.id)), rejected

    def read(self, source: Source, parts: Sequence[Part]) -> tuple[tuple[Claim, ...], list[Rejection]]:
        """Candidates of the active branch, each checked against the text and the tombstones."""
        if not source.extract:
            return (), []
        numbered = {p.n: p for p in parts}
        maker = self._extractor.maker
        batch: list[Claim | None] = []
        rejected: list[Rejection] = []
        for candidate in self._extractor.extract(source, growth.active(parts, source.leaf), self._rules.owner):
            checked = self._check(candidate, source, numbered, maker)
            if isinstance(checked, Rejection):
                rejected.append(checked)
                batch.append(None)
                continue
            bases = (batch[i] for i in candidate.derived_from if 0 <= i < len(batch))
            claim = replace(checked, derived_from=tuple(base.id for base in bases if base))
            batch.append(claim)
        rejected += (Rejection(digest(numbered[n].text), "unread") for n in _unread(self._extractor.notes))
        found = {made.id: made for made in reversed(batch) if made and made.id not in self._purged}
        return tuple(found.values())[::-1], rejected

    def _had(self, claim_id: str) -> bool:
        """Whether a claim is known, or was removed for good."""
        return claim_id in self.knowledge.claims or claim_id in self._purged

    def _check(
        self, candidate: Candidate, source: Source, parts: Mapping[int, Part], maker: Maker
    ) -> Claim | Rejection:
        checked = evidence.check(candidate, source, parts, maker)
        if isinstance(checked, Claim):
            refused = next((d for d in tombstone.digests(checked, self._rules.salt) if d in self._refused), None)
            if refused:
                return Rejection(refused, "tombstone")
        return checked

    def decide(self, claims: Sequence[Claim], first: Sequence[Event]) -> tuple[Event, ...]:
        """Stage what comes first, such as the run, and what follows for each claim, in the order of saying."""
        staged = list(self._stage(first))
        self.knowledge.learn(claims, staged)
        policy = self._rules.policy.knowing(self.knowledge.vocabulary.holds)
        for claim in sorted(claims, key=lambda c: said(c)):
            rivals = [known for known in self.knowledge.rivals(claim) if not shares(claim, known[0])]
            decided = conflict.decide(claim, rivals, policy, self._second, self.knowledge.weights)
            fresh = self._stage(decided)
            self.knowledge.learn((), fresh)
            staged += fresh
        return tuple(staged)

    def _undecided(self, claim: Claim) -> bool:
        """Whether a claim of a source that comes back waits for a decision like a new one."""
        return self.knowledge.standings[claim.id].link == "proposed"

    def _stage(self, fresh: Iterable[Event]) -> tuple[Event, ...]:
        stamped = []
        for event in events.stamp(fresh, self._rules.actor, self._rules.channel, self._rules.now, self._rules.op):
            self._staged += 1
            stamped.append(replace(event, writer=STAGED, n=self._staged, clock=2**62))
        return tuple(stamped)

    def run(
        self, source: Source, claims: Sequence[Claim], rejected: Sequence[Rejection], known: int | None = None
    ) -> Event:
        """The manifest of the run: every outcome with its reason, by id or digest, without any text."""
        maker = self._extractor.maker
        counts = {"claims": len(claims), "rejected": len(rejected)} | ({} if known is None else {"known": known})
        return events.run(
            run_id(source, self._extractor),
            {
                "source": source.id,
                "extractor": self._extractor.name,
                "prompt": maker.prompt,
                "model": maker.model,
                "accept": self._rules.policy.accept,
                "counts": counts,
                "demoted": {c.id: list(c.reasons) for c in claims if c.reasons},
                "rejected": [[masked(r.digest, self._rules.salt), r.reason] for r in rejected],
                "notes": dict(self._extractor.notes) or None,
            },
        )

    def outcomes(self, claims: Iterable[Claim], staged: Iterable[Event]) -> Mapping[str, int]:
        """How many claims are in force or wait, and what the events about them did."""
        links = Counter(self.knowledge.standings[c.id].link for c in claims if c.id in self.knowledge.standings)
        kinds = Counter(e.kind for e in staged)
        return {
            "active": links["active"] + links["superseded"] + links["retracted"],
            "proposed": links["proposed"],
            "superseding": kinds["supersede"],
            "restated": kinds["restate"],
            "findings": kinds["finding"],
        }
