"""Publishing: every page and derived file that differs from what is known, written a few at a time."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from itertools import chain

from clew.belief.knowledge import Knowledge
from clew.errors import Conflict, Refused, StorageFailed
from clew.index.sqlite import SqliteIndex
from clew.model import Problem
from clew.pages import escape, front, origin
from clew.pages.heal import doubled, healed, joined
from clew.pages.page import prose, render, told
from clew.pages.summary import resting
from clew.store import atomic
from clew.store.files import Files
from clew.store.writer import Transaction
from clew.use.cast import naming
from clew.use.derive import Coming, derived
from clew.use.leftover import Leftover
from clew.use.press import Made, Make, Press, signed
from clew.use.publish import Filing

BATCH = 64
"""Pages of one transaction."""
TURN = 12
"""Pages of one transaction while somebody may want to decide, who waits for its end."""
LONG = ("log.md", "timeline.md")
"""Derived files that grow with all that was ever said: each is written by itself, so that no two lie in memory."""
Pages = dict[str, tuple[bytes | None, Made]]
"""Path → bytes as they were read, what was made of them."""


class Printer:
    """Makes the pages of a bundle; each batch goes through a transaction that it is given."""

    def __init__(
        self,
        files: Files,
        index: SqliteIndex,
        knowledge: Knowledge,
        transaction: Callable[[], AbstractContextManager[Transaction]],
        absolute: bool,
        batch: int = BATCH,
    ) -> None:
        self.files = files
        self.made: tuple[str, ...] = ()
        """Paths of the pages and derived files that were made, whether they came out equal or not."""
        self._index = index
        self._knowledge = knowledge
        self._transaction = transaction
        self._absolute = absolute
        self._batch = batch

    def publish(self, forgets: bool = False) -> tuple[Problem, ...]:
        """Write every page and derived file that differs from what is known; people's prose and edits stay.

        Only what is made of something else than the last time is made at all, a few pages at a time: memory does not
        grow with their number. What is cut off is written by the next writing. Where somebody `forgets`, no name
        of what is gone stays behind.
        """
        absolute = self._absolute
        press = Press(self.files, self._index)
        named = naming(press.pages, lambda path: press.told(path).names) if self._knowledge.claims else None
        shelf = Filing(self._knowledge, absolute, named)
        left = Leftover(shelf, press, self._knowledge.events, self._read)
        gone, leading = left.sorted(forgets)
        makers: dict[str, Make] = dict(self._doubled(press))
        problems: list[Problem] = []
        for path, make in chain(leading.items(), _due(shelf, press)):
            if len(makers) >= self._batch:
                problems += self._write(press, makers)
                makers = {}
            makers[path] = make

        def more(fresh: Mapping[str, bytes]) -> Mapping[str, Make]:
            recipes = derived(self._knowledge, shelf, Coming(fresh, gone, absolute), press)
            return {path: it.make for path, it in recipes.items() if not press.settled(path, it.sign)}

        problems += self._write(press, makers, more, gone)
        press.save()
        self.made = tuple(press.made)
        return tuple(problems)

    def _doubled(self, press: Press) -> Iterator[tuple[str, Make]]:
        """Pages of sources that cannot be read as they are: a merge of git kept what both sides knew of a chat."""
        for ident, path in ((path[8:-3], path) for path in press.pages if path.startswith("sources/")):
            source = self._knowledge.sources.get(ident)
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
        coming = dict(more({path: made.data for path, (_, made) in pages.items()}))
        long = {path: coming.pop(path) for path in LONG if path in coming}
        for path, make in coming.items():
            self._stage(path, make, pages, problems)
        press.made += pages
        try:
            self._commit(pages, gone or {})
        except Conflict as error:
            # Somebody saved one of them meanwhile: what they wrote is read, and the rest is made around it.
            if not again:
                return self._write(press, makers, more, self._untouched(gone or {}), again=True)
            problems.append(Problem("", "page_changed", f"{error}; any further command writes the rest"))
            return problems
        for path, (old, made) in pages.items():
            press.done(path, old, made)
        pages.clear()
        for path, make in long.items():
            problems += self._write(press, {path: make})
        return problems

    def _commit(self, pages: Pages, gone: Mapping[str, str]) -> None:
        fresh = {path: (old, made.data) for path, (old, made) in pages.items() if made.data != (old or b"")}
        if not fresh and not gone:
            return
        with self._transaction() as transaction:
            for path, digest in gone.items():
                transaction.remove(path, digest)
            for path, (old, data) in fresh.items():
                # The digest of the very bytes that were read: an edit in between is a conflict, not a loss.
                read = atomic.ABSENT if old is None else atomic.digest(old)
                # a file that has nothing more to say goes
                transaction.write(path, data, read) if data else transaction.remove(path, read)
            transaction.commit()

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
        return frozenset(escape.inline(claim.text) for claim in self._knowledge.claims.values())


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
