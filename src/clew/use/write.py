"""One writing operation: the lock is held, what was cut off is repaired, knowledge is fresh, commits are durable."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from clew.belief import events as ledger
from clew.belief.knowledge import Knowledge
from clew.core.settings import Settings
from clew.index.sqlite import SqliteIndex
from clew.model import Claim, Event, Problem
from clew.pages import origin
from clew.store import files as layout
from clew.store.writer import Writer
from clew.use.curate import Authority
from clew.use.ingest import Prepared
from clew.use.memory import light
from clew.use.printer import Printer


class Session:
    """What a use case may do to a bundle while it holds the lock."""

    def __init__(
        self,
        writer: Writer,
        index: SqliteIndex,
        knowledge: Knowledge,
        authority: Authority,
        now: str,
        settings: Settings,
    ) -> None:
        self.files = writer.files
        self._index = index
        self._settings = settings
        self.knowledge = knowledge
        self.op = "op" + secrets.token_hex(5)
        """Id of the operation: the unit of `clew log` and `clew undo`."""
        self.now = now
        self.published = False
        """Whether pages were brought up to date."""
        self.made: tuple[str, ...] = ()
        """Paths of the pages and derived files that publishing made so far, whether they came out equal or not."""
        self._mark: tuple[Event, ...] = ()
        self._forgets = False
        """Whether no name of what is gone may stay behind."""
        self._writer = writer
        self._authority = authority

    @property
    def writer(self) -> str:
        """Id of this clone's own ledger and claims files."""
        return self._writer.ledger.writer

    def stamp(self, fresh: Iterable[Event], reason: str | None = None) -> tuple[Event, ...]:
        """Events with actor, channel and time."""
        stamped = ledger.stamp(fresh, self._authority.actor, self._authority.channel, self.now, self.op)
        return tuple(_reasoned(event, reason) for event in stamped)

    def commit(
        self,
        fresh: Sequence[Event],
        claims: Mapping[str, Sequence[Claim]] | None = None,
        files: Mapping[str, tuple[str, bytes | None]] | None = None,
    ) -> tuple[Event, ...]:
        """Append events, and claims to the claims files of these names; afterwards all of it is known.

        With them go `files`: path → digest of the bytes that are replaced, new bytes (None: removed).
        """
        with self._writer.transaction(self.op) as transaction:
            for path, (digest, data) in (files or {}).items():
                transaction.remove(path, digest) if data is None else transaction.write(path, data, digest)
            for name, added in (claims or {}).items():
                path = layout.claims(name)
                transaction.write(path, layout.grown(transaction.read(path), added))
            written = transaction.commit(self._marked(fresh))
        new = [claim for added in (claims or {}).values() for claim in added]
        self.knowledge.learn(new, written)
        return written[len(written) - len(fresh) :]

    def replace(self, changes: Mapping[str, bytes | None], fresh: Sequence[Event]) -> None:
        """Purge: write and remove files (None) with the events that say so; knowledge must be read anew after it."""
        with self._writer.transaction(self.op) as transaction:
            for path, data in changes.items():
                transaction.remove(path) if data is None else transaction.write(path, data)
            transaction.commit(fresh)
        self._forgets = True

    def rewrite(self, changes: Mapping[str, tuple[str, bytes]], fresh: Sequence[Event] = ()) -> None:
        """Write files whose bytes still have the digest they were read with; a change in between is a conflict."""
        with self._writer.transaction(self.op) as transaction:
            for path, (digest, data) in changes.items():
                transaction.write(path, data, digest)
            transaction.commit(fresh)

    def store(self, batch: Sequence[Prepared]) -> None:
        """Commit prepared sources: text, page, claims and events in one transaction."""
        staged = [event for prepared in batch for event in prepared.events]
        with self._writer.transaction(self.op) as transaction:
            for prepared in batch:
                source = prepared.source
                text = layout.references(source.id)
                transaction.write(text, layout.grown(transaction.read(text), prepared.parts))
                transaction.write(f"sources/{source.id}.md", origin.render(source))
                if prepared.original:
                    raw = layout.original(source.origin, prepared.original.suffix)
                    transaction.write(raw, prepared.original.data)
                if prepared.claims:
                    path = layout.claims(source.id)
                    transaction.write(path, layout.grown(transaction.read(path), prepared.claims))
            written = transaction.commit(self._marked(staged))
        self._confirm(staged, written)

    def settle(self, staged: Sequence[Event]) -> None:
        """Commit events that were prepared, and learned, without anything else."""
        with self._writer.transaction(self.op) as transaction:
            written = transaction.commit(self._marked(staged))
        self._confirm(staged, written)

    def lay(self, name: str, staged: Sequence[Event]) -> None:
        """Commit events that were prepared, and learned, as a ledger file of their own: any clone writes it alike."""
        self.knowledge.confirm(staged, self._writer.lay(name, staged))

    def mark(self, event: Event) -> None:
        """Let an event stand before the next ones that are committed; it is none by itself."""
        self._mark = self.stamp((event,))

    def _marked(self, fresh: Sequence[Event]) -> tuple[Event, ...]:
        mark, self._mark = (self._mark, ()) if fresh else ((), self._mark)
        return (*mark, *fresh)

    def _confirm(self, staged: Sequence[Event], written: Sequence[Event]) -> None:
        first = len(written) - len(staged)
        self.knowledge.confirm(staged, written[first:])
        self.knowledge.learn((), written[:first])

    def follow(self) -> None:
        """Bring pages up to date, or leave that to a moment when nobody decides, where it takes long."""
        if not self.knowledge.patient:
            self.publish()

    def printer(self) -> Printer:
        """Who makes the pages of what is known here."""
        write = partial(self._writer.transaction, self.op)
        return Printer(self.files, self._index, self.knowledge, write, self._settings.links == "absolute")

    def publish(self) -> tuple[Problem, ...]:
        """Write every page and derived file that differs from what is known; people's prose and edits stay."""
        self.published = True
        printer = self.printer()
        with light(self.knowledge):
            problems = printer.publish(self._forgets)
        self.made = (*self.made, *printer.made)
        return problems


def _reasoned(event: Event, reason: str | None) -> Event:
    return replace(event, reason=reason) if reason else event
