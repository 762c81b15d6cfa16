"""The files of pages, for whoever changes several of them at once: reading, free paths, planned changes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clew.errors import NotFound, Refused, UsageError
from clew.model import Event, Json
from clew.pages import front
from clew.pages.front import Document
from clew.pages.slug import folded
from clew.store import atomic, names
from clew.store.files import Files
from clew.use.derive import OWN

MACHINE = ("references", "claims", "ledger", "sources")
"""Folders that hold no page of people."""

Changes = dict[str, tuple[str, bytes | None]]
"""Path → digest of the bytes that are replaced, new bytes (None: removed)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an operation on pages does."""

    path: str
    """The page it is about, after it, from the root of the bundle."""
    files: Mapping[str, tuple[str, bytes | None]] = field(default_factory=dict)
    events: tuple[Event, ...] = ()


class Papers:
    """The pages of a bundle as files."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def every(self, indexes: bool = False) -> Iterator[Document]:
        """Every page in the order of paths; with `indexes` the derived files too."""
        for path in self._files.pages().paths:
            if indexes or path.rpartition("/")[2] not in OWN:
                yield front.parse(self._files.current(path) or b"", path)

    def get(self, path: str) -> Document | None:
        """The page at a path, or None."""
        data = self._files.current(path)
        return None if data is None else front.parse(data, path)

    def page(self, path: str) -> Document:
        """The page at a path; NotFound where there is none."""
        doc = self.get(path)
        if doc is None:
            raise NotFound(f"there is no page {path}; list them with: clew page list")
        return doc

    def people(self, path: str) -> None:
        """Refuse a page that Clew writes whole: it would be made again, or its source would be lost with it."""
        if path.split("/")[0] in MACHINE or path.rpartition("/")[2] in OWN - {"README.md"}:
            raise UsageError(f"{path} is written by Clew itself and stays where and as it is; choose another page")

    def free(self, path: str) -> None:
        """Refuse a path that is taken, or that some disk or tool would not take."""
        parts = path.split("/")
        if parts[0] in MACHINE or parts[-1] in OWN:
            raise UsageError(f"{path} is a place that Clew writes itself; choose another folder or name")
        for part in parts:
            names.plain(part.removesuffix(".md"))
        twin = next((p for p in self._files.pages().paths if folded(p) == folded(path)), None)
        if twin or self._files.current(path) is not None:
            raise Refused(f"there is a page {twin or path} already; choose another title or folder")

    def taken(self, folder: str) -> "Taken":
        """The names that are taken in a folder."""
        return Taken(folder, frozenset(folded(path) for path in self._files.pages().paths))


@dataclass(frozen=True, slots=True)
class Taken:
    """Names of pages in a folder, as file systems compare them."""

    folder: str
    paths: frozenset[str]

    def __contains__(self, name: object) -> bool:
        return folded(f"{self.folder}/{name}.md".lstrip("/")) in self.paths


def over(doc: Document, data: bytes) -> Changes:
    """The change of a page from what was read to these bytes; nothing where they are equal."""
    return {} if data == doc.raw else {doc.path: (atomic.digest(doc.raw), data)}


def grown(held: Sequence[Json], item: Json) -> list[Json]:
    """A list with one more entry, once."""
    return [*held, *([] if item in held else [item])]


def stem(key: str) -> Callable[[str], bool]:
    """Whether the file name of a path is this word."""
    return lambda path: path.rpartition("/")[2].removesuffix(".md").casefold() == key
