"""What all readers speak: records in, nodes with pieces of text, items out.

A format is one small file with one `FORMAT`. Formats are chosen by the shape of a record or by the
first lines of a text, never by the name of a file.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from clew.model import Author, Ignored, Json, Problem, Reading
from clew.readers.blob import Blob
from clew.readers.text import clean

Item: TypeAlias = Reading | Problem | Ignored


class Piece(NamedTuple):
    """Some words of one message that have one author class."""

    author: Author
    text: str
    name: str | None = None
    section: str | None = None
    key: str | None = None
    """Provider's id of this piece, where it has one (an attachment, a tool call)."""
    keep: bool = False
    """True for a message that is still being written: it keeps its place although it has no words yet."""


@dataclass(slots=True)
class Node:
    """One message of a conversation tree; without pieces it only keeps the tree together."""

    id: str
    parent: str | None
    at: str | None = None
    pieces: tuple[Piece, ...] = ()
    side: bool = False
    """True for a message of a side conversation, which never is the active leaf."""


@dataclass(frozen=True, slots=True)
class Format:
    """Reader of records that are one conversation (or document) each."""

    name: str
    fits: Callable[[Json], bool]
    read: Callable[[Json, str], Iterator[Item]]


@dataclass(frozen=True, slots=True)
class Rows:
    """Reader of files whose records are the messages of one conversation."""

    name: str
    fits: Callable[[Json], bool]
    read: Callable[[Iterable[Json], str], Iterator[Item]]


@dataclass(frozen=True, slots=True)
class Text:
    """Reader of plain text."""

    name: str
    fits: Callable[[str], bool]
    read: Callable[[str, str], Iterator[Item]]


@dataclass(frozen=True, slots=True)
class File:
    """Reader of files that are no text, or text in bytes of several encodings."""

    name: str
    fits: Callable[[bytes], bool]
    """Asked about the first 64 KiB."""
    read: Callable[[Blob], Iterator[Item]]


@dataclass(slots=True)
class Tally:
    """Counts of what was left out or not understood, kind of record → how many."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, many: int = 1) -> None:
        """Count one more of a kind."""
        self.counts[kind] += many

    def result(self) -> dict[str, int]:
        """Kinds in alphabetical order, so that equal readings are equal values."""
        return {kind: many for kind, many in sorted(self.counts.items()) if many}


def digest(*texts: str) -> str:
    """Sixteen hex digits that name a content; each text is fenced from the next."""
    sha = hashlib.sha256()
    for text in texts:
        sha.update(text.encode("utf-8", "replace"))
        sha.update(b"\x00")
    return sha.hexdigest()[:16]


def string(value: Json) -> str:
    """The value if it is a string, without what no file could hold; else nothing."""
    return clean(value) if isinstance(value, str) else ""


def ident(value: Json) -> str | None:
    """An id as a string; numbers are ids too, everything else is none."""
    if isinstance(value, str):
        return clean(value).strip() or None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return None


def mapping(value: Json) -> dict[str, Json]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: Json) -> list[Json]:
    """The value if it is an array, else an empty one."""
    return value if isinstance(value, list) else []
