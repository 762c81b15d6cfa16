"""Reading stored sources with a model, or taking in what an agent found: candidates first, then lock and checks.

The model is asked before the bundle is locked, and everything it says is kept as it comes. Whatever stops a run, the
next one goes on where it stopped and buys nothing twice; a source is committed whole.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from clew.core import growth
from clew.errors import ModelFailed, UsageError
from clew.llm.extract import ModelExtractor
from clew.llm.judge import PairJudge
from clew.llm.meter import Limits, Meter
from clew.model import Candidate, Event, Json, Maker, Part, Problem, Source
from clew.ports import Judge
from clew.prompts import shape
from clew.prompts.candidate import Reading
from clew.prompts.chunk import Piece, chunks
from clew.prompts.text import prompt
from clew.use import intake, withdraw
from clew.use.desk import Desk
from clew.use.gather import altered
from clew.use.ingest import Added, Ingest, Rules, run_id
from clew.use.jobs import Job, Jobs
from clew.use.meet import meet
from clew.use.sent import Plan, departure, planned

AGENT = Maker("agent/1")


@dataclass(frozen=True, slots=True)
class Ready:
    """An extractor whose work is done: it hands over what was found."""

    name: str
    maker: Maker
    candidates: tuple[Candidate, ...]
    notes: Mapping[str, Json] = field(default_factory=dict)

    def extract(self, source: Source, parts: Sequence[Part], owner: Sequence[str]) -> Iterator[Candidate]:
        """The candidates."""
        yield from self.candidates


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a run did; every source is in exactly one of read, unchanged, pending."""

    model: str
    items: tuple[Added, ...] = ()
    pending: tuple[Job, ...] = ()
    unchanged: int = 0
    """Sources that were read by this model and prompt before."""
    calls: int = 0
    saved: int = 0
    """Replies that were known and cost nothing."""
    usd: float | None = 0.0
    """None where the price of a call is unknown."""
    faults: Mapping[str, int] = field(default_factory=dict)
    """What was wrong with replies, by kind."""
    passed: Mapping[str, int] = field(default_factory=dict)
    """Parts that were passed over, by the kind of failure."""
    reasons: tuple[str, ...] = ()
    """What a model said where parts were passed over, once for each kind of failure."""
    problems: tuple[Problem, ...] = ()

    @property
    def claims(self) -> Mapping[str, int]:
        """Sums of what became of the claims."""
        total: Counter[str] = Counter()
        for item in self.items:
            total.update(item.claims)
        return dict(total)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a run is asked to do."""

    sources: tuple[str, ...] = ()
    """Ids; none means every source."""
    model: str | None = None
    judge: str | None = None
    accept: str | None = None
    retry: bool = False
    """Also sources of which parts were passed over."""
    limits: Limits = field(default_factory=Limits)


class Extraction:
    """Everything that reads stored sources again."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._jobs = Jobs(desk.home, desk.settings.id)

    def plan(self, wish: Wish) -> Plan:
        """What a run would send; nothing is sent."""
        extractor = self._idle(wish.model)
        todo, _ = self._todo(wish, extractor)
        requests = [r for source in todo for r in extractor.plan(source, self._shown(source), self._owner)]
        return planned(extractor.chat, len(todo), requests)

    def run(self, wish: Wish, tell: Callable[[int, str], None] | None = None) -> Extracted:
        """Read what was not read yet; a failure of the model leaves the rest pending and loses nothing.

        Raises:
            UsageError: no model is set, or `accept` is not understood.
            NotFound: no such source.
            ModelFailed: the model cannot be made at all: no key, no package.
        """
        extractor = self._extractor(wish)
        second = self._desk.judge(wish.judge, wish.limits)
        todo, unchanged = self._todo(wish, extractor)
        items: list[Added] = []
        pending: list[Job] = []
        faults: Counter[str] = Counter()
        passed: Counter[str] = Counter()
        stopped: ModelFailed | None = None
        for source in todo:
            if stopped:
                pending.append(Job(source.id, extractor.name, "waiting"))
                continue
            if fault := altered(self._desk.files, source):
                items.append(_failed(source, fault))
                continue
            try:
                ready = self._read(extractor, source)
            except ModelFailed as error:
                if error.kind == "unknown" and not items:
                    raise  # nothing waits for a model that is not there
                stopped = error
                pending.append(self._jobs.fail(source.id, extractor.name, error, self._desk.now))
                continue
            items.append(
                self._commit(
                    source, ready, intake.rules(self._desk.settings, self._desk.now, wish.accept, None), second
                )
            )
            self._jobs.done(source.id, extractor.name)
            faults.update(ready.notes.get("faults", {}))
            for numbers, kind in ready.notes.get("unread", ()):
                passed[kind] += len(numbers)
            if tell:
                tell(len(items), source.title)
        done = Extracted(extractor.name, tuple(items), tuple(pending), unchanged, faults=faults, passed=passed)
        done = replace(done, reasons=tuple(extractor.reasons.values()))
        return self._closed(extractor, done, second)

    def take(self, given: str, source: str | None = None) -> Extracted:
        """Candidates that an agent hands in as JSON: checked like all others, at most medium, put before a person.

        Raises:
            UsageError: it is not JSON of the documented shape, or names no source.
        """
        items: list[Added] = []
        faults: Counter[str] = Counter()
        digest = hashlib.sha256(given.encode("utf-8", "replace")).hexdigest()[:12]
        for name, claims in batches(given, source):
            found = withdraw.source(self._desk.knowledge(), name)
            if fault := altered(self._desk.files, found):
                items.append(_failed(found, fault))
                continue
            parts = {part.n: part for part in self._shown(found)}
            reading = Reading(parts, frozenset(parts), self._owner, strict=True)
            ready = Ready(f"agent/1 {digest}", AGENT, tuple(reading.take(claims)))
            faults.update(reading.counts)
            ran = self._ran(found, ready)
            items.append(_repeated(found, ran) if ran else self.offer(found, ready))
        return self._closed(None, Extracted("agent/1", tuple(items), faults=faults))

    def offer(self, source: Source, ready: Ready) -> Added:
        """Put what a program found in a source before a person; no rule puts it in force, so it supersedes nothing."""
        return self._commit(source, ready, intake.rules(self._desk.settings, self._desk.now, "none", None), None)

    def jobs(self, model: str | None = None) -> tuple[Job, ...]:
        """What waits for the model that is set or named, and what failed with any and was read by none."""
        models, known = self._desk.wiring.models, self._desk.knowledge()
        current = self._idle(model).name if model or models.uses.get("extract") else ""
        runs = [e.target for e in known.events if e.kind == "run" and e.data.get("model")]

        def unread(source: Source) -> bool:
            return not any(run.startswith(f"run-{source.id}-{source.parts}-") for run in runs)

        found = {
            key: job
            for key, job in self._jobs.failed().items()
            if key[0] in known.sources and (key[1] == current or unread(known.sources[key[0]]))
        }
        if model or models.uses.get("extract"):
            extractor = self._idle(model)
            for source in self._readable():
                key = (source.id, extractor.name)
                run = self._ran(source, extractor)
                passed = _unread(run)
                if passed:
                    found[key] = Job(source.id, extractor.name, "partly", passed[0][1], unread=passed)
                elif run is None and key not in found:
                    found[key] = Job(source.id, extractor.name, "waiting")
        return tuple(job for _, job in sorted(found.items()))

    def obstacle(self, model: str | None = None) -> str:
        """What stands in the way of the model that is set or named now; empty where nothing is known to, or none is."""
        named = model or self._desk.wiring.models.uses.get("extract")
        return self._idle(named).chat.obstacle if named else ""

    def segments(self, name: str, chunk: int | None = None) -> dict[str, Json]:
        """A source as an agent needs it to fill in candidates: its parts, what is known, the rules and the schema."""
        known = self._desk.knowledge()
        source = withdraw.source(known, name)
        pieces = chunks(self._shown(source))
        if chunk is not None and not 1 <= chunk <= len(pieces):
            raise UsageError(f"{source.id} has {len(pieces)} chunks; {chunk} is none of them")
        shown = pieces if chunk is None else pieces[chunk - 1 : chunk]
        return {
            "source": source.id,
            "title": source.title,
            "owner": list(self._owner),
            "chunks": len(pieces),
            "parts": [_segment(piece, False) for one in shown for piece in one.own]
            if chunk is None
            else [*(_segment(p, True) for p in shown[0].before), *(_segment(p, False) for p in shown[0].own)],
            "topics": list(self._desk.look(known).topics()),
            "instructions": prompt("extract").text,
            "schema": shape.candidates(),
        }

    def forget(self, source: str) -> int:
        """Remove replies and failures about a source that was purged; returns how many replies there were."""
        self._jobs.forget(source)
        return self._desk.wiring.models.replies.forget(source)

    @property
    def _owner(self) -> tuple[str, ...]:
        return self._desk.settings.owner

    def _extractor(self, wish: Wish) -> ModelExtractor:
        models = self._desk.wiring.models
        return ModelExtractor(models.client(models.named("extract", wish.model), wish.limits))

    def _idle(self, model: str | None) -> ModelExtractor:
        """The model that would read, whatever stands in its way."""
        models = self._desk.wiring.models
        return ModelExtractor(models.idle(models.named("extract", model)))

    def _readable(self) -> list[Source]:
        """Sources that stand and may be read."""
        known = self._desk.knowledge()
        gone = known.withdrawn() | known.purged() | {s.replaces for s in known.sources.values() if s.replaces}
        return [source for ident, source in sorted(known.sources.items()) if source.extract and ident not in gone]

    def _todo(self, wish: Wish, extractor: ModelExtractor) -> tuple[list[Source], int]:
        """Sources to be read, and how many need not be."""
        known = self._desk.knowledge()
        wanted = [withdraw.source(known, name) for name in wish.sources] or self._readable()
        todo = []
        for source in wanted:
            run = self._ran(source, extractor)
            if run is None or (wish.retry and _unread(run)):
                todo.append(source)
        return todo, len(wanted) - len(todo)

    def _ran(self, source: Source, extractor: ModelExtractor | Ready) -> Event | None:
        """The run that read all of a source as it is now."""
        target = run_id(source, extractor)
        runs = (e for e in reversed(self._desk.knowledge().events) if e.kind == "run" and e.target == target)
        return next((e for e in runs if e.data.get("extractor") == extractor.name), None)

    def _shown(self, source: Source) -> Sequence[Part]:
        return growth.active(self._desk.stored(source.id), source.leaf)

    def _read(self, extractor: ModelExtractor, source: Source) -> Ready:
        found = tuple(extractor.extract(source, self._shown(source), self._owner))
        return Ready(extractor.name, extractor.maker, found, extractor.notes)

    def _commit(self, source: Source, ready: Ready, rules: Rules, second: Judge | None) -> Added:
        """Check and store what was found in one source."""
        with self._desk.writing() as session:
            known = session.knowledge.sources.get(source.id)
            if known is None or known.sha256 != source.sha256:
                return Added(source.title, "failed", source.id, source.title, problem=_moved(source))
            who = self._desk.authority
            rules = replace(rules, actor=who.actor if ready.maker is AGENT else rules.actor, op=session.op)
            if rules.policy.accept != "none":
                meet(session, rules.policy)
            prepared = Ingest(session.knowledge, ready, rules, self._desk.stored, second).again(source.id)
            session.store([prepared])
            return prepared.added

    def _closed(self, extractor: ModelExtractor | None, done: Extracted, second: PairJudge | None = None) -> Extracted:
        """Pages and index brought up to date, and the sums of the meter."""
        problems: tuple[Problem, ...] = tuple(item.problem for item in done.items if item.problem)
        if done.items:
            with self._desk.writing() as session:
                session.commit(session.stamp(departure(second.chat, "judge") if second else ()))
                problems += session.publish()
            self._desk.sync()
        meters = [*([extractor.meter] if extractor else []), *([second.chat.meter] if second else [])]
        whole = Meter(sent=[one for m in meters for one in m.sent], saved=sum(m.saved for m in meters))
        return replace(done, problems=problems, calls=len(whole.sent), saved=whole.saved, usd=whole.cost)


def _failed(source: Source, fault: Problem) -> Added:
    """A source whose text is not what was added: what it does not hold now proves nothing."""
    return Added(source.title, "failed", source.id, source.title, problem=fault)


def batches(given: str, source: str | None) -> list[tuple[str, list[dict[str, Json]]]]:
    """Source and items of each batch of a candidates document."""
    try:
        held = json.loads(given)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{_unreadable(given, error)}; the shape is: clew schema candidates") from error
    found = []
    for n, batch in enumerate(held if isinstance(held, list) else [held], 1):
        claims = batch.get("claims") if isinstance(batch, dict) else None
        if not isinstance(claims, list) or not all(isinstance(item, dict) for item in claims):
            raise UsageError(f"batch {n} has no list `claims` of objects; the shape is: clew schema candidates")
        name = batch.get("source") or source
        if not isinstance(name, str):
            raise UsageError(f"batch {n} names no `source`; add it, or name it on the command line")
        found.append((name, claims))
    return found


def _unreadable(given: str, error: Exception) -> str:
    """Where a document stops being JSON, in words of ours."""
    if not given.strip():
        return "there are no candidates: what was handed in is empty"
    if not isinstance(error, json.JSONDecodeError):
        return "the candidates are not JSON that can be read: they are nested too deeply"
    line = given.split("\n")[error.lineno - 1]
    rest = line[error.colno - 1 :].strip()
    at = f"from {rest[:40]!r} on" if rest else "where the line ends"
    return f"the candidates are not JSON: line {error.lineno}, column {error.colno} cannot be read, {at}"


def _segment(piece: Piece, context: bool) -> dict[str, Json]:
    part = piece.part
    return {
        "part": part.n,
        "author": part.author,
        "name": part.name,
        "at": part.at,
        "context": context,
        "text": piece.text,
    }


def _unread(run: Event | None) -> tuple[tuple[tuple[int, ...], str], ...]:
    notes = run.data.get("notes", {}) if run else {}
    return tuple((tuple(parts), str(kind)) for parts, kind in notes.get("unread", ()))


def _repeated(source: Source, run: Event) -> Added:
    """What became of candidates that were handed in before."""
    counts, rejected = run.data.get("counts") or {}, run.data.get("rejected") or ()
    known = {"known already": counts.get("claims", 0) + counts.get("known", 0)}
    refused = Counter(str(reason) for _, reason in rejected)
    return Added(source.title, "unchanged", source.id, source.title, claims=known, rejected=refused)


def _moved(source: Source) -> Problem:
    return Problem(source.title, "source_moved", f"{source.id} grew while it was read; run it again")
