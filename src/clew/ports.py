"""The seams: what the use cases need from the outside, as protocols of a few methods each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt

    from clew.model import (
        Candidate,
        Claim,
        Edge,
        Event,
        Hit,
        Ignored,
        Json,
        Maker,
        Node,
        Part,
        Problem,
        Reading,
        Source,
    )

    Vectors: TypeAlias = npt.NDArray[np.float32]
    """Shape (n, dim), rows of length one (or zero for text without words)."""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a chat model."""

    system: str
    """Instructions; never text of a bundle."""
    text: str
    """The material, fenced."""
    prompt: str
    """Name and digest of the instructions, for example `extract/1:4be1c0ffee12`."""
    schema: Mapping[str, Json] | None = None
    """JSON Schema of the reply; None asks for prose."""
    source: str = ""
    """Id of the source whose words it carries; a purge of that source reaches the reply."""
    longest: int = 4096
    """Most tokens of the reply."""


class Chat(Protocol):
    """A chat model behind retries, limits, the cache and the meter."""

    @property
    def name(self) -> str:
        """`provider:model`."""

    def ask(self, request: Request, read: Callable[[str], T]) -> T:
        """The reply as `read` understands it; a ValueError of `read` costs one more try, then ModelFailed."""

    def stream(self, request: Request) -> Iterator[str]:
        """The reply in pieces as they come."""


class Embedder(Protocol):
    """Turns text into vectors of unit length."""

    @property
    def fingerprint(self) -> str:
        """Model, weights digest, dimension and prefix rule; vectors of two fingerprints never mix."""

    @property
    def dim(self) -> int:
        """Length of one vector."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of stored texts, one row each, in order."""

    def query(self, text: str) -> Vectors:
        """Vector of a question, shape (1, dim)."""


class Outlet(Protocol):
    """Counts what leaves for a service and holds it to the limits of the run; no text passes through it."""

    def begin(self, tokens: int) -> int:
        """Leave to send so many tokens, as a ticket for `end`; ModelFailed where a limit would be passed."""

    def end(self, ticket: int, digest: str, tokens: int, outcome: str) -> None:
        """What became of it: `ok`, or the kind of failure."""


class Extractor(Protocol):
    """Parts in, candidates out; each candidate with quotes."""

    @property
    def name(self) -> str:
        """Name and version, for example `rules/1`; a run under the same name is not repeated."""

    @property
    def maker(self) -> Maker:
        """What stands in each claim as its maker."""

    @property
    def notes(self) -> Mapping[str, Json]:
        """What the last extraction adds to the manifest of its run."""

    def extract(self, source: Source, parts: Sequence[Part], owner: Sequence[str]) -> Iterator[Candidate]:
        """Candidates of the active branch, in the order of saying; `owner` are the owner's names."""


class Judge(Protocol):
    """A second opinion on two claims; None or an exception means `uncertain`, never a verdict."""

    def verdict(self, old: Claim, new: Claim) -> str | None:
        """One of duplicate, refines, compatible, supersedes, conflicts, unrelated, uncertain."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name with what is known of the thing, as a second opinion is told of it."""

    name: str
    type: str = ""
    aliases: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    """Sentences it is spoken of in, or described by."""
    sources: tuple[str, ...] = ()
    """Ids of the sources of those words; a purge of one reaches the reply."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a second opinion makes of two names."""

    answer: Literal["same", "related", "different", "unsure"]
    reason: str = ""
    """In its own words, for a person to read; decides nothing."""
    predicate: str | None = None
    """For `related`: what ties the first to the second."""


class Namer(Protocol):
    """A second opinion on whether two names mean one thing; an exception means `unsure`, never an answer."""

    def same(self, first: Named, second: Named) -> Likeness:
        """The opinion on two names in this order."""


class Intake(Protocol):
    """Reads whatever a person has into readings, one conversation or document at a time."""

    def read(self, path: Path) -> Iterator[Reading | Problem | Ignored]:
        """Everything found under a file, folder or archive; one bad item never stops the rest."""

    def read_bytes(self, data: bytes, name: str = "-") -> Iterator[Reading | Problem | Ignored]:
        """The same for bytes in memory, for example standard input."""


class Index(Protocol):
    """What retrieval needs from an index; SQLite serves it now, a server may later."""

    def text(self, query: str, kinds: Sequence[str], k: int) -> list[Hit]:
        """BM25 over title and body of nodes of these kinds, best first; any text is a legal query."""

    def knn(self, vector: Vectors, kinds: Sequence[str], k: int) -> list[Hit]:
        """Exact cosine neighbours of one query vector, best first; empty when nothing is embedded."""

    def titles(self, query: str) -> list[str]:
        """Refs of pages whose title or alias stands in the query as whole words, longest first."""

    def get(self, refs: Sequence[str]) -> dict[str, Node]:
        """Nodes by ref; unknown refs are left out."""

    def out(self, refs: Sequence[str], rels: Sequence[str] | None = None) -> list[Edge]:
        """Edges that leave these nodes."""

    def into(self, refs: Sequence[str], rels: Sequence[str] | None = None) -> list[Edge]:
        """Edges that arrive at these nodes."""

    def document_frequency(self, words: Sequence[str], kinds: Sequence[str]) -> dict[str, int]:
        """In how many nodes of these kinds each word occurs."""

    def size(self, kinds: Sequence[str]) -> int:
        """How many nodes of these kinds there are."""

    def kept(self, name: str) -> dict[str, Any]:
        """What was derived of nodes under a name, by ref, for its maker to fill; empty once anything changed."""

    def still(self) -> AbstractContextManager[None]:
        """One state for all that is read inside, whoever writes meanwhile; nests."""


class Splitter(Protocol):
    """Splits a question that asks for several things."""

    def parts(self, question: str) -> tuple[str, ...]:
        """Smaller questions in order, `#1` standing for the answer to the first; none where it asks for one thing.

        Raises:
            ModelFailed: it gave no answer.
        """


class Ledger(Protocol):
    """The append-only record of a bundle; appending is the commit point."""

    def append(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Number, chain, write and fsync; returns the events as written."""

    def read(self) -> tuple[Event, ...]:
        """All events of all writers in their agreed order."""


class Vault(Protocol):
    """Cache of vectors by content hash and fingerprint: what cost time is not bought twice."""

    def load(self, fingerprint: str, digests: Sequence[str]) -> Mapping[str, Vectors]:
        """Vectors known for these digests."""

    def save(self, fingerprint: str, vectors: Mapping[str, Vectors]) -> None:
        """Keep vectors."""
