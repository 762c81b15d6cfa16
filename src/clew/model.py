"""The words of Clew as frozen values: what moves between all floors.

Offsets are Unicode code points into the immutable text of one part. Times are RFC 3339 strings
with an explicit offset, or None where nothing is known; no value here reads a clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Json: TypeAlias = Any  # a value that the json module reads and writes

Author = Literal["person", "assistant", "tool", "document", "injected", "derived"]
Kind = Literal["decision", "fact", "preference", "goal", "question", "definition", "event", "task", "idea", "relation"]
Act = Literal["state", "commit", "switch", "drop", "keep", "update", "prefer", "define", "plan", "ask", "restate"]
Match = Literal["exact", "folded", "casefolded", "ambiguous", "none"]
Context = Literal["ok", "negated", "question", "hypothetical", "quoted_other", "unknown"]
Confidence = Literal["high", "medium", "low"]
Link = Literal["proposed", "active", "superseded", "retracted", "rejected"]
Shown = Literal["shown", "hidden", "purged"]
Review = Literal["unreviewed", "machine-confirmed", "human-reviewed", "refuted"]
Channel = Literal["terminal", "app", "cli", "pipe", "mcp", "api", "import", "policy"]
Precision = Literal["exact", "day", "assumed"]

KINDS: tuple[Kind, ...] = (
    "decision", "fact", "preference", "goal", "question", "definition", "event", "task", "idea", "relation",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault in a file: shown and counted, never a crash."""

    path: str
    """Where it is: a path as the person named it, or a path inside the bundle or archive."""
    code: str
    """Stable word for the kind of fault, for example `bad_utf8` or `duplicate_key`."""
    message: str
    """What is wrong and what to do, in one sentence."""
    line: int | None = None
    """Line number from 1, where one is known."""


@dataclass(frozen=True, slots=True)
class Part:
    """The unit in which the text of a source is stored: a chat turn, a section, a page."""

    n: int
    """Position in the source, from 1, never reused."""
    id: str
    """The provider's own id of the message, or one made from its content."""
    parent: str | None
    """Id of the part this one answers or edits; None at the root."""
    author: Author
    """Author class; the role in an export is not authorship."""
    name: str | None
    """Name of the speaker as the source gives it."""
    at: str | None
    """When it was said."""
    text: str
    """The words, immutable."""
    lang: str | None = None
    """Language tag, where detected."""
    section: str | None = None
    """Heading path (`A > B`) or page of a document."""


@dataclass(frozen=True, slots=True)
class Original:
    """The bytes that a document was converted from, kept beside its text."""

    suffix: str
    """End of its name, without the dot."""
    data: bytes


@dataclass(frozen=True, slots=True)
class Reading:
    """One conversation or document as a reader found it, before it has a place in a bundle."""

    kind: Literal["chat", "note", "document"]
    provider: str
    """Name of the format's owner: `chatgpt`, `claude`, `claude-code`, `messages`, `pasted`, `markdown`, …"""
    origin: str
    """The provider's conversation id; for files without one, a digest of the content (never a path or title)."""
    title: str
    parts: tuple[Part, ...]
    leaf: str | None = None
    """Id of the last part of the active branch; None means that every part is active."""
    at: str | None = None
    """When the source began, by its own account."""
    where: str = ""
    """Path or archive member it was read from, for messages only."""
    extract: bool = True
    """False where the person asked that nothing be remembered from it."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """What was left out or not understood: kind of record → how many."""
    front: Mapping[str, Json] = field(default_factory=dict)
    """Front matter or export metadata worth keeping."""
    original: Original | None = None
    """What the text was made from, where it was converted."""
    whole: str | None = None
    """Digest of all words of a chat without an id: its origin is how it begins, its messages go by their words."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """A file or record that is known and holds nothing to import, for example an export's `user.json`."""

    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Source:
    """One conversation, note, document or page in a bundle; its text lies in `references/<id>.jsonl`."""

    id: str
    kind: Literal["chat", "note", "document"]
    provider: str
    origin: str
    title: str
    at: str | None
    """When it began."""
    until: str | None
    """When its last part was said."""
    precision: Precision
    """`assumed` when the source has no dates and the time of capture stands in; `day` when only that is known."""
    leaf: str | None
    people: tuple[str, ...]
    parts: int
    sha256: str
    """Digest of the bytes of the references file."""
    replaces: str | None = None
    """The older version of the same document."""
    extract: bool = True
    front: Mapping[str, Json] = field(default_factory=dict)
    """What a note or document says of itself: its front matter (aliases, tags, …), the address of a page."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who commits to a claim."""

    cls: Author
    name: str
    """`user` for the owner, `assistant`, or the name of another person."""
    adopted: bool = False
    """True when the assistant worded it and the person agreed."""


@dataclass(frozen=True, slots=True)
class Triple:
    """Subject, predicate (attribute class) and object (value) in the words of the text."""

    s: str
    p: str
    o: str


@dataclass(frozen=True, slots=True)
class Span:
    """Evidence: the words of one part that a claim rests on, and how they matched."""

    source: str
    part: int
    start: int
    end: int
    quote: str
    match: Match = "exact"
    context: Context = "ok"


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote as an extractor gives it: words and part, with a position if it knows one."""

    part: int
    text: str
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Maker:
    """What made a claim."""

    extractor: str
    """Name and version, for example `rules/1`, `hand/1`."""
    prompt: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an extractor proposes, before code has checked a word of it."""

    kind: Kind
    text: str
    """The assertion as one sentence that reads alone, in the language of the source."""
    label: str
    """At most about six words, for lists and graphs."""
    topic: str
    """Key of the subject it belongs to, folded, in the words of the text."""
    quotes: tuple[Quote, ...]
    speaker: Speaker
    act: Act = "state"
    """Speech act: what the speaker does with the value (states, switches, drops, keeps …)."""
    about: tuple[str, ...] = ()
    """Names of things it is about, as the text has them."""
    triple: Triple | None = None
    scope: str | None = None
    polarity: Literal["+", "-"] = "+"
    modality: Literal["asserted", "proposed", "hypothetical", "questioned"] = "asserted"
    valid_from: str | None = None
    valid_to: str | None = None
    derived_from: tuple[int, ...] = ()
    """Positions of earlier candidates of the same batch it follows from."""
    said_confidence: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One atomic, self-contained assertion with kind, topic, scope, time and evidence; immutable."""

    id: str
    """Content-derived: source, positions, canonical text."""
    kind: Kind
    text: str
    label: str
    topic: str
    speaker: Speaker
    evidence: tuple[Span, ...]
    by: Maker
    act: Act = "state"
    about: tuple[str, ...] = ()
    triple: Triple | None = None
    scope: str | None = None
    polarity: Literal["+", "-"] = "+"
    modality: Literal["asserted", "proposed", "hypothetical", "questioned"] = "asserted"
    asserted_at: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    derived_from: tuple[str, ...] = ()
    said_confidence: str | None = None
    reasons: tuple[str, ...] = ()
    """Manifest strings of every check that lowered it, in the order of the checks; measured by code."""
    confidence: Confidence = "low"
    """Derived from evidence and reasons when the claim was checked; corroboration may lift it later."""

    @property
    def source(self) -> str:
        """Id of the source that the first piece of evidence lies in."""
        return self.evidence[0].source if self.evidence else ""

    @property
    def order(self) -> tuple[str, str, int, int]:
        """Sort key of saying: time, source, part, offset (order inside a source is its own order)."""
        first = self.evidence[-1] if self.evidence else Span("", 0, 0, 0, "")
        return (self.asserted_at or "", first.source, first.part, first.start)


@dataclass(frozen=True, slots=True)
class Rejection:
    """A candidate that did not become a claim, and why; its text is not kept, only its digest."""

    digest: str
    reason: str


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the ledger: something that happened to a claim, page, source or finding."""

    kind: str
    target: str
    """Id of what it happened to."""
    at: str
    actor: str
    channel: Channel
    data: Mapping[str, Json] = field(default_factory=dict)
    """Arguments of the event: ids, digests, verdicts; never the text of a claim."""
    reason: str | None = None
    writer: str = ""
    n: int = 0
    """Number within its writer's file, from 1."""
    clock: int = 0
    """Lamport counter; the order of events is (clock, writer, n)."""
    prev: str = ""
    digest: str = ""
    op: str = ""
    """Id of the operation it belongs to: the unit of `clew log` and `clew undo`."""

    @property
    def id(self) -> str:
        """`<writer>-<n>`, unique in a bundle."""
        return f"{self.writer}-{self.n}"

    @property
    def order(self) -> tuple[int, str, int]:
        """Sort key that every clone agrees on."""
        return (self.clock, self.writer, self.n)


@dataclass(frozen=True, slots=True)
class Standing:
    """What is derived of one claim from claims and events: never stored as truth."""

    claim: str
    link: Link = "proposed"
    shown: Shown = "shown"
    review: Review = "unreviewed"
    successor: str | None = None
    """The claim that directly superseded or retracted this one."""
    predecessors: tuple[str, ...] = ()
    """The claims this one directly superseded, oldest first."""
    head: str | None = None
    """The newest link in force of its chain; None when a person discarded it."""
    disputed_with: tuple[str, ...] = ()
    restates: str | None = None
    restated_by: tuple[str, ...] = ()
    last_asserted: str | None = None
    """When it, or a claim that restates it, was last said."""
    confidence: Confidence = "low"
    pinned: bool = False
    support_changed: bool = False
    topic: str | None = None
    """Topic after overlays; None means the claim's own."""
    label: str | None = None
    valid_to: str | None = None
    recorded_at: str | None = None
    """When the bundle learned of it."""
    ended_at: str | None = None
    """When it stopped being in force: the assertion time of its successor."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something for a person to decide, with a deterministic id."""

    id: str
    kind: Literal["contradiction", "merge", "relation", "fork", "cycle", "support", "demoted", "tombstone"]
    claims: tuple[str, ...]
    ground: str
    """Why it was opened, in words."""
    opened_at: str
    disposition: str | None = None
    """How it was settled; None while open."""


@dataclass(frozen=True, slots=True)
class Node:
    """One row of the index that can be found: a page, a claim, a source part or a source."""

    ref: str
    """`claim:<id>`, `part:<source>#<n>`, `page:/path.md` or `source:<id>`."""
    kind: Literal["claim", "part", "page", "source"]
    title: str
    body: str
    at: str | None = None
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed, typed connection of two nodes; both directions can be asked for."""

    src: str
    rel: str
    dst: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Hit:
    """A node with the score one way of looking gave it (higher is better)."""

    ref: str
    score: float
