"""`Press`: which files must be made again. What was made of the same, and lies as it was left, is not looked at.

All of it rests on the index, a cache: a file is passed over only if its imprint names both its stamp and a digest of
what it would be made of. Without an imprint everything is made as ever, and what is equal is not written.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from clew.errors import Damaged, Locked, Refused, StorageFailed
from clew.index.imprint import Imprint
from clew.index.sqlite import SqliteIndex
from clew.model import Json
from clew.pages import front
from clew.pages.page import block_state
from clew.store import walk
from clew.store.files import Files
from clew.use.edition import edition

TOLD = ("type", "title", "description", "aliases", "tags", "status", "superseded_by", "relations")
"""Keys of a page that derived files speak of; the rest of it is not kept in memory."""
MAKERS = ("clew.pages", "clew.text", "clew.core")
"""Packages that decide how a file of given content looks."""
_CACHE = (Damaged, Locked, StorageFailed)
"""How a cache fails; it costs time and nothing else."""


@dataclass(frozen=True, slots=True)
class Made:
    """A file as it was made."""

    data: bytes
    sign: str
    """Digest of what it was made of."""
    rests: bool = False
    """Whether people's prose on it rests on claims, so that it must be read to know whether it changes."""


Make = Callable[[bytes | None], Made]
"""What makes a file from its old bytes."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A file that may have to be made: of what, and how."""

    sign: str
    make: Make


@dataclass(frozen=True, slots=True)
class Told:
    """What other files say of a page."""

    front: Mapping[str, Json]
    """Its keys of `TOLD`; empty where it cannot be read."""
    names: tuple[str, ...]
    """Title and aliases, as it spells them."""
    ours: bool = False
    """Whether it has a part that Clew writes."""


def signed(*of: object) -> str:
    """Digest of values by what they say of themselves, of lists and streams item by item: a whole one may be large."""
    total = hashlib.sha256()
    for one in of:
        for item in one if isinstance(one, list | tuple | Iterator) else (one,):
            total.update(f"{item!r}\n".encode("utf-8", "surrogatepass"))
        total.update(f"{type(one).__name__}\n".encode())
    return total.hexdigest()[:24]


def told(data: bytes, path: str) -> Told:
    """What a page tells of itself."""
    doc = front.parse(data, path)
    keys = {name: doc.front[name] for name in TOLD if name in doc.front} if not doc.problems else {}
    names = tuple(filter(None, (front.text_of(doc, "title"), *front.strings(doc, "aliases"))))
    return Told(keys, names, block_state(doc) != "missing")


class Press:
    """The files of a bundle during one publishing, beside what the index remembers of them."""

    def __init__(self, files: Files, index: SqliteIndex) -> None:
        self.files = files
        self._index = index
        self._stamps = files.stamps()
        self._pages = set(self._stamps)
        self._fresh: dict[str, Imprint] = {}
        self._coming: dict[str, Told] = {}
        self.made: list[str] = []
        """Paths of the files that were made, whether they came out equal or not."""

    @property
    def pages(self) -> frozenset[str]:
        """Paths of all pages there are."""
        return frozenset(self._pages)

    @cached_property
    def edition(self) -> str:
        """Which code makes the files."""
        return f"{edition(*MAKERS)} {signed(TOLD)}"

    @cached_property
    def _held(self) -> dict[str, Imprint]:
        with suppress(*_CACHE):
            return self._index.imprints.all(self.edition)
        return {}

    def known(self, path: str) -> bool:
        """Whether a file lies as it was left, whatever it would be made of now."""
        return self._known(path) is not None

    def settled(self, path: str, sign: str) -> bool:
        """Whether a file lies as it was left and would be made of the same again."""
        known = self._known(path)
        return bool(known and known.sign == sign)

    def plain(self, path: str) -> bool:
        """Whether a page is known to hold no prose that rests on claims."""
        known = self._known(path)
        return bool(known and known.sign and not known.rests)

    def kept(self, path: str, look: Callable[[], bool]) -> bool:
        """Whether people's hands are on a page; only one that has changed is looked at."""
        known = self._known(path)
        if not (known and known.kept):
            if not look():
                return False
            self._learn(path, kept=True)
        return True

    def told(self, path: str, coming: bytes | None = None) -> Told:
        """What a page tells of itself, or will tell with the bytes that are about to be written."""
        if coming is not None:
            self._coming[path] = told(coming, path)
            return self._coming[path]
        known = self._known(path)
        if known and known.told:
            keys, names, ours = json.loads(known.told)
            return Told(keys, tuple(names), ours)
        found = told(self.files.current(path) or b"", path)
        self._learn(path, told=_packed(found))
        return found

    def done(self, path: str, old: bytes | None, made: Made) -> None:
        """A file was made of this, and lies on the disk so."""
        coming = self._coming.pop(path, None)
        if made.data != old:
            # The stamp is taken before the bytes are read: whatever is written later has another one.
            stamp = self._look(path)
            self._stamps[path] = stamp if self.files.current(path) == made.data else ""
            if path[-3:].lower() == ".md":
                self._pages.add(path)
        self._learn(path, sign=made.sign, rests=made.rests)
        if coming:
            self._learn(path, told=_packed(coming))

    def save(self) -> None:
        """Let the index remember it."""
        gone = [path for path in self._held if not self._stamp(path)]
        if self._fresh or gone:
            with suppress(*_CACHE):
                self._index.imprints.save(self.edition, self._fresh, gone)

    def _known(self, path: str) -> Imprint | None:
        known = self._fresh.get(path) or self._held.get(path)
        return known if known and known.stamp == self._stamp(path) else None

    def _learn(self, path: str, **facts: str | bool) -> None:
        stamp = self._stamp(path)
        if stamp:
            self._fresh[path] = replace(self._known(path) or Imprint(stamp), **facts)  # type: ignore[arg-type]  # of its own fields

    def _stamp(self, path: str) -> str:
        """The stamp of a file as it was when publishing began; empty where it had none."""
        if path not in self._stamps and path[-3:].lower() != ".md":
            self._stamps[path] = self._look(path)
        return self._stamps.get(path, "")

    def _look(self, path: str) -> str:
        try:
            stamp = walk.stamp(self.files.at(path))
        except Refused:
            return ""
        return _text(stamp) if stamp else ""


def _text(stamp: walk.Stamp) -> str:
    return f"{stamp[0]} {stamp[1]}"


def _packed(found: Told) -> str:
    """As JSON; empty where that would lose something."""
    text = json.dumps([found.front, found.names, found.ours])
    return text if json.loads(text) == [found.front, list(found.names), found.ours] else ""
