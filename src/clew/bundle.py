"""`Bundle`: the one noun that every face goes through. Open it, call it, close it."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from clew.belief import events
from clew.belief.knowledge import Knowledge
from clew.embed.behind import Behind
from clew.errors import Refused, StorageFailed, UsageError
from clew.index.console import Table, select
from clew.llm.meter import Meter
from clew.llm.models import Models
from clew.model import Event, Ignored, Part, Problem, Reading
from clew.readers.fetch import Fetched
from clew.search.block import Block
from clew.search.gate import Threshold
from clew.store.backup import Saved, save
from clew.text.when import instant
from clew.use import ask, check, find, gather, intake, note, purge, record, sent, tongue, withdraw
from clew.use.cast import home
from clew.use.curate import Authority, Curate
from clew.use.desk import Desk, Wiring
from clew.use.edit import edited
from clew.use.embed import Embedding, Most
from clew.use.ingest import Ingest
from clew.use.kinship import kinship
from clew.use.look import View
from clew.use.meet import meet
from clew.use.moves import Moves
from clew.use.papers import Changes
from clew.use.publish import bound
from clew.use.purge import Gone
from clew.use.recall import Recall
from clew.use.report import AddReport
from clew.use.rooms import Rooms
from clew.use.sent import departure
from clew.use.sync import Synced
from clew.use.withdraw import Eraser, Purged

if TYPE_CHECKING:
    from clew.use.propose import Examiner


class Bundle(Rooms):
    """One folder of knowledge.

    Reading needs no lock and works on a read-only disk; each writing method takes the lock for itself, repairs
    what an earlier crash cut off, and returns only when everything it reports is durable.
    """

    def __init__(self, root: Path, wiring: Wiring) -> None:
        desk = Desk(root, wiring)
        super().__init__(desk)
        self.root = root
        self.settings = wiring.settings
        self._recall = Recall(desk.index, desk.cache, desk.sync, wiring.embedder, wiring.behind)
        self._noted = 0
        """How many requests to an embedding service stand in the ledger."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the index; nothing is left unwritten."""
        self._desk.close()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Faults of settings and of whatever was read so far."""
        return self._desk.problems

    @property
    def unread(self) -> tuple[Problem, ...]:
        """Stored texts that were wanted and are gone or damaged."""
        return tuple(self._desk.unread.values())

    def tongue(self) -> str | None:
        """The language in which most sources speak, as far as a sample of them tells."""
        return tongue.spoken(self._desk)

    @property
    def models(self) -> Models:
        """The chat models of the person."""
        return self._desk.wiring.models

    @property
    def now(self) -> str:
        """The present, RFC 3339."""
        return self._desk.now

    # Writing

    def add(
        self,
        sources: Sequence[Path | bytes | Fetched],
        *,
        accept: str | None = None,
        at: str | None = None,
        dry_run: bool = False,
        progress: Callable[[int, str], None] | None = None,
    ) -> AddReport:
        """Add chats, notes and documents: files, folders, archives, fetched pages, or pasted bytes.

        Raises:
            UsageError: `accept` or `at` is not understood, or a path does not exist.
            Locked: another process is writing.
            StorageFailed: the disk did not take it; what was reported before is safe.
        """
        rules = intake.rules(self.settings, self.now, accept, at)
        tell = progress or (lambda done, title: None)
        if dry_run:
            # What is prepared is learned, so a trial needs a memory of its own.
            trial, _ = gather.gather(self._desk.files, self.settings.salt, self._desk.kept)
            ingest = Ingest(trial, self._desk.wiring.extractor, rules, self._desk.stored)
            return intake.run(self._readings(sources), ingest, None, tell)
        second = self._desk.judge()
        with self._desk.writing() as session:
            met = meet(session, rules.policy, partial(tell, 0))
            ingest = Ingest(session.knowledge, self._desk.wiring.extractor, rules, self._desk.stored, second)
            report = intake.run(self._readings(sources), ingest, session, tell)
            del ingest  # of a large import it holds much that pages do not need
            session.commit(session.stamp(departure(second.chat, "judge") if second else ()))
            problems = session.publish()
        self.sync()
        return replace(report, problems=(*report.problems, *problems), met=met.counts, op=session.op)

    def _readings(self, sources: Sequence[Path | bytes | Fetched]) -> Iterator[Reading | Problem | Ignored]:
        for source in sources:
            if isinstance(source, bytes):
                yield from self._desk.wiring.intake.read_bytes(source, "standard input")
            elif isinstance(source, Fetched):
                for item in self._desk.wiring.intake.read_bytes(source.data, source.where):
                    yield source.marked(item) if isinstance(item, Reading) else item
            else:
                yield from self._desk.wiring.intake.read(source)

    def _stored(self, ident: str) -> Sequence[Part]:
        return self._desk.stored(ident)

    def note(self, text: str, *, topic: str | None = None, kind: str = "fact", supersedes: str | None = None) -> View:
        """Write down a claim by hand: the person's own words, in force at once."""
        hand = note.Hand(note.kind_of(kind), topic, self._desk.wiring.extractor)
        who = self._desk.authority
        with self._desk.writing() as session:
            old = self._desk.look(session.knowledge).claim(supersedes) if supersedes else None
            if old:
                Curate(session.knowledge, who).replacing(old)
            rules = replace(intake.rules(self.settings, self.now, "all", None), actor=who.actor, channel=who.channel)
            if not session.knowledge.patient:  # of many claims it takes long: whatever adds next, or a command, does it
                meet(session, rules.policy)
            made = note.write(session, Ingest(session.knowledge, hand, rules, self._desk.stored), text)
            note.placed(session, Curate(session.knowledge, who), made, old)
            session.follow()
            return self._desk.look(session.knowledge).view(made)

    def purge(self, name: str, *, reason: str | None = None, dry_run: bool = False) -> Purged:
        """Remove a source for good, from files, index, vectors and drafts; what may still hold it is named."""
        self.sync()
        eraser = Eraser(self._desk.files, self._desk.index, self._desk.cache, self.drafts)
        planned = eraser.look(self.knowledge(), self._desk.authority, name)
        if dry_run:
            return planned
        with self._desk.writing() as session:
            done = withdraw.purge(session, self._desk.authority, name, reason)
            session.publish()
        self.extraction.forget(done.source)
        self._desk.forget()
        return eraser.finish(done, self.sync)

    def purge_claim(self, name: str, *, reason: str | None = None, dry_run: bool = False) -> Gone:
        """Remove a single claim for good; its source keeps the words that were said, and the answer says so."""
        self.sync()
        claim = self.resolve(name)
        purge.erasure(self.knowledge(), self._desk.authority, claim)
        if dry_run:
            return purge.plan(self.knowledge(), self._desk.files, claim)
        eraser = Eraser(self._desk.files, self._desk.index, self._desk.cache, self.drafts)
        eraser.remember(purge.words(self.knowledge(), claim))
        self.extraction.forget(self.knowledge().claims[claim].source)
        with self._desk.writing() as session:
            done = purge.purge(session, self._desk.authority, claim, reason)
            session.publish()
        self._desk.forget()
        return replace(done, purged=eraser.finish(done.purged, self.sync))

    def withdraw(
        self, name: str, *, back: bool = False, reason: str | None = None, dry_run: bool = False
    ) -> tuple[Event, ...]:
        """Take a source out reversibly, or bring it `back`."""
        verb = withdraw.readmission if back else withdraw.withdrawal
        return self.decide(lambda curate: verb(curate, name), reason=reason, dry_run=dry_run)

    @property
    def authority(self) -> Authority:
        """Who acts, and through which channel."""
        return self._desk.authority

    def backup(self, target: Path) -> Saved:
        """Save everything that cannot be made again in one zip file, read back before it counts."""
        try:
            with self._desk.writing():
                return save(self.root, target)
        except StorageFailed:
            if os.access(self.root, os.W_OK):
                raise
            return save(self.root, target)  # a read-only bundle has no lock, and no writer

    def sql(self, statement: str, limit: int = 1000) -> Table:
        """Rows of one SELECT over the index, its views named as in the glossary; nothing can be written."""
        self.sync()
        return select(self._desk.index.path, statement, limit)

    def migrate(self, *, dry_run: bool = False) -> tuple[str, ...]:
        """Bring an older layout up to date; the first writing does so too. Returns the files that change."""
        return self._desk.migrate(dry_run)

    def decide(
        self, verb: Callable[[Curate], tuple[Event, ...]], *, reason: str | None = None, dry_run: bool = False
    ) -> tuple[Event, ...]:
        """Carry out one verb of `Curate`; returns the events, which a dry run does not write."""
        return self._desk.decide(verb, reason=reason, dry_run=dry_run)

    def wish(self, topic: str, *, reason: str | None = None, dry_run: bool = False) -> tuple[Event, ...]:
        """Give a topic a page of its own, by a person's wish."""
        key = self._desk.look().topic(topic)
        if key in bound(self.knowledge().events):
            raise Refused(f"{key} is shown on {bound(self.knowledge().events)[key]} already")
        path = home(kinship(self.knowledge()), key)
        return self.decide(lambda _: (events.bind(key, f"/{path}"),), reason=reason, dry_run=dry_run)

    def edit(self, claim_id: str, text: str) -> tuple[Event, ...]:
        """A better wording of a claim by a person: a new claim in its place, checked against the same quotes."""
        with self._desk.writing() as session:
            made = edited(session, claim_id, text)
            fresh = (events.accept(made.id, events.content(made)), events.edit(made.id, claim_id))
            done = session.commit(session.stamp(fresh), {session.writer: [made]})
            session.follow()
            return done

    def undo(
        self, operation: str | None = None, *, reason: str | None = None, dry_run: bool = False
    ) -> tuple[Event, ...]:
        """Take back an operation by compensating events; returns what was taken back."""
        if dry_run:
            return self._undone(self.knowledge(), operation)[0]
        with self._desk.writing() as session:
            targets, fresh, files = self._undone(session.knowledge, operation)
            session.commit(session.stamp(fresh, reason), files=files)
            session.publish() if files else session.follow()
            return targets

    def _undone(self, knowledge: Knowledge, name: str | None) -> tuple[tuple[Event, ...], tuple[Event, ...], Changes]:
        fresh = record.undoing(knowledge, name)
        targets = tuple(knowledge.events.find(str(e.data.get("event", ""))) or e for e in fresh)
        record.permitted(knowledge, targets, self._desk.authority.human or self._desk.authority.scripts)
        return targets, fresh, Moves(self._desk.files).undoing(targets)

    # Reading

    def steady(self) -> AbstractContextManager[None]:
        """For one piece of reading: what other processes write meanwhile is seen by the next one."""
        return self._desk.steady()

    def sync(self) -> Synced:
        """Bring the index up to date with the files; nothing happens when nothing changed."""
        return self._desk.sync()

    def embed(self, limit: int | None = None) -> Embedding:
        """Fill in vectors, at most `limit` of them; says how far they are, or why there are none."""
        done = self._recall.embed(Most(limit))
        self._departed()
        return done

    def _departed(self) -> None:
        """Note in the ledger what left this machine to be embedded."""
        outlet = self.models.embeds
        fresh = outlet.meter.sent[self._noted :] if outlet else []
        if outlet and fresh:
            sent.record(self._desk, replace(outlet, meter=Meter(sent=fresh)), "embed")
            self._noted += len(fresh)

    @property
    def behind(self) -> Behind:
        """Who fills in vectors when nobody waits for them."""
        return self._desk.wiring.behind

    @property
    def exam(self) -> "Examiner":
        """The questions of `evaluate.yaml`: ask them all, compare with the last time, draft more."""
        from clew.use.propose import Examiner

        return Examiner(self._desk, self.context)

    def context(self, question: str, options: ask.Options | None = None, *, decompose: str | None = None) -> Block:
        """The bounded, cited block that answers a question, or an honest refusal.

        With a model, named or set as `models.decompose`, the question is asked in parts too; `none` passes it over.

        Raises:
            UsageError: a date is none, or the model that is named.
        """
        chosen = options or ask.Options()
        for date in filter(None, (chosen.as_of, chosen.known_at)):
            if instant(date) is None:
                raise UsageError(f"{date!r} is no date; write it like 2025-03-01 or 2025-03-01T10:00:00+01:00")
        own = replace(Threshold(), score=self.settings.confidence or Threshold().score)
        chosen = replace(
            chosen,
            now=chosen.now or self.now,
            budget=chosen.budget or self.settings.budget,
            threshold=chosen.threshold or own,
        )
        splitter = self._desk.splitter(decompose)
        block = self._recall.context(question, chosen, splitter)
        if splitter:
            sent.record(self._desk, splitter.chat, "ask")
        self._departed()
        return block

    def search(self, query: str, limit: int = 10) -> tuple[find.Found, ...]:
        """Claims, messages and pages that hold these words."""
        return self._recall.search(query, limit, self.now)

    def reindex(self) -> Mapping[str, int]:
        """Forget the index and build it again from the files, vectors included."""
        return self._recall.reindex()

    def doctor(self) -> check.Diagnosis:
        """Whether files, ledger, evidence and pages are what they should be."""
        self.sync()
        knowledge = self.knowledge()
        return check.diagnose(self._desk.files, self.settings, knowledge, self.problems)
