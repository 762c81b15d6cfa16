"""One writing operation: the lock is held, what was cut off is repaired, knowledge is fresh, commits are durable."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from clew.belief import events as ledger
from clew.belief.knowledge import Knowledge
from clew.core.settings import Settings
from clew.errors import Conflict, Refused, StorageFailed
from clew.index.sqlite import SqliteIndex
from clew.model import Claim, Event, Problem
from clew.pages import escape, front, origin
from clew.pages.heal import doubled, healed, joined
from clew.pages.page import prose, render, told
from clew.pages.summary import resting
from clew.store import atomic
from clew.store import files as layout
from clew.store.files import Files
from clew.store.writer import Writer
from clew.use.cast import naming
from clew.use.curate import Authority
from clew.use.derive import Coming, derived
from clew.use.ingest import Prepared
from clew.use.leftover import Leftover
from clew.use.press import Made, Make, Press, signed
from clew.use.publish import Filing

BATCH = 64
"""Pages of one transaction."""
Pages = dict[str, tuple[bytes | None, Made]]
"""Path → bytes as they were read, what was made of them."""


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

    def publish(self) -> tuple[Problem, ...]:
        """Write every page and derived file that differs from what is known; people's prose and edits stay.

        Only what is made of something else than the last time is made at all, a few pages at a time: memory does not
        grow with their number. What is cut off is written by the next writing.
        """
        self.published = True
        absolute = self._settings.links == "absolute"
        press = Press(self.files, self._index)
        named = naming(press.pages, lambda path: press.told(path).names) if self.knowledge.claims else None
        shelf = Filing(self.knowledge, absolute, named)
        left = Leftover(shelf, press, self.knowledge.events, self._read)
        gone, leading = left.sorted(self._forgets)
        makers: dict[str, Make] = dict(self._doubled(press))
        problems: list[Problem] = []
        due: Iterator[tuple[str, Make]] = (
            (path, partial(_page, shelf, path)) for path in shelf if not _settled(shelf, press, path)
        )
        for path, make in chain(leading.items(), due):
            if len(makers) == BATCH:
                problems += self._write(press, makers)
                makers = {}
            makers[path] = make

        def more(fresh: Mapping[str, bytes]) -> Mapping[str, Make]:
            recipes = derived(self.knowledge, shelf, Coming(fresh, gone, absolute), press)
            return {path: it.make for path, it in recipes.items() if not press.settled(path, it.sign)}

        problems += self._write(press, makers, more, gone)
        press.save()
        self.made = (*self.made, *press.made)
        return tuple(problems)

    def _doubled(self, press: Press) -> Iterator[tuple[str, Make]]:
        """Pages of sources that cannot be read as they are: a merge of git kept what both sides knew of a chat."""
        for ident, path in ((path[8:-3], path) for path in press.pages if path.startswith("sources/")):
            source = self.knowledge.sources.get(ident)
            if source and not press.told(path).front:
                yield path, lambda _, source=source: Made(origin.render(source), signed(source))  # type: ignore[misc]  # bound now

    def _write(
        self,
        press: Press,
        makers: Mapping[str, Make],
        more: Callable[[Mapping[str, bytes]], Mapping[str, Make]] = lambda fresh: {},
        gone: Mapping[str, str] | None = None,
        again: bool = False,
    ) -> list[Problem]:
        """One transaction of pages, of the derived files that `more` makes of them, and of what is removed."""
        problems: list[Problem] = []
        pages: Pages = {}
        for path, make in makers.items():
            self._stage(path, make, pages, problems)
        for path, make in more({path: made.data for path, (_, made) in pages.items()}).items():
            self._stage(path, make, pages, problems)
        press.made += pages
        with self._writer.transaction(self.op) as transaction:
            for path, digest in (gone or {}).items():
                transaction.remove(path, digest)
            for path, (old, made) in pages.items():
                if made.data != old:
                    # The digest of the very bytes that were read: an edit in between is a conflict, not a loss.
                    transaction.write(path, made.data, atomic.ABSENT if old is None else atomic.digest(old))
            try:
                transaction.commit()
            except Conflict as error:
                # Somebody saved one of them meanwhile: what they wrote is read, and the rest is made around it.
                if not again:
                    return self._write(press, makers, more, self._untouched(gone or {}), again=True)
                problems.append(Problem("", "page_changed", f"{error}; any further command writes the rest"))
                return problems
        for path, (old, made) in pages.items():
            press.done(path, old, made)
        return problems

    def _untouched(self, gone: Mapping[str, str]) -> dict[str, str]:
        return {path: digest for path, digest in gone.items() if self.files.digest(path) == digest}

    def _stage(self, path: str, make: Make, pages: Pages, problems: list[Problem]) -> None:
        try:
            old = self.files.current(path)
            pages[path] = (old, make(self._mended(old, path) or old))
        except (Conflict, Refused, StorageFailed) as error:
            problems.append(Problem(path, "page_left_alone", str(error)))

    def _read(self, path: str) -> bytes | None:
        old = self.files.current(path)
        return self._mended(old, path) or old

    def _mended(self, old: bytes | None, path: str) -> bytes | None:
        """A file that a merge of git left with the lines of both sides, ready to be made anew; None for any other."""
        if old and b"<<<<<<< " in old:
            return healed(old, path, self._texts())
        return joined(old, path, self._texts()) if old and doubled(old, path) else None

    def _texts(self) -> frozenset[str]:
        """The texts of all claims as pages write them."""
        return frozenset(escape.inline(claim.text) for claim in self.knowledge.claims.values())


def _due(shelf: Filing, press: Press) -> Iterator[tuple[str, Make]]:
    return ((path, partial(_page, shelf, path)) for path in shelf if not _settled(shelf, press, path))


def _settled(shelf: Filing, press: Press, path: str) -> bool:
    """Whether a page lies as it was left and would say the same again."""
    if not press.known(path):
        return False
    doc = front.parse(b"" if press.plain(path) else press.files.current(path) or b"", path)
    return press.settled(path, signed(shelf.view(path, prose(doc), told(doc))))


def _page(shelf: Filing, path: str, old: bytes | None) -> Made:
    doc = front.parse(old or b"", path)
    view = shelf.view(path, prose(doc), told(doc))
    data = render(old, view)
    # what fell is gone from the page now: it is signed as it will be looked at the next time
    return Made(data, signed(replace(view, fallen=())), bool(told(doc) or resting(prose(doc))))


def rendered(shelf: Filing, files: Files, path: str) -> bytes | None:
    """A topic page as it would be written now; None when it is none or must be left alone."""
    try:
        old = files.current(path)
    except (Refused, StorageFailed):
        return None
    if path not in shelf or (old is not None and not front.parse(old, path).writable):
        return None
    try:
        return _page(shelf, path, old).data
    except (Conflict, Refused):
        return None


def _reasoned(event: Event, reason: str | None) -> Event:
    return replace(event, reason=reason) if reason else event
