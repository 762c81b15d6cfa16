"""Values as programs and pages see them: flat, with the revision that a decision must name."""

from dataclasses import dataclass

from clew.belief.knowledge import Knowledge
from clew.model import Event, Finding, Span
from clew.use import look
from clew.use.record import Operation
from clew.use.seen import revision


@dataclass(frozen=True, slots=True)
class Shown:
    """A claim with what is derived of it."""

    id: str
    text: str
    label: str
    kind: str
    topic: str
    badges: tuple[str, ...]
    where: str
    """Title of the source and the day."""
    source: str
    part: int
    at: str | None
    speaker: str
    author: str
    """Author class of the speaker."""
    link: str
    shown: str
    review: str
    confidence: str
    reasons: tuple[str, ...]
    """Why it was lowered, as manifest strings."""
    predecessors: tuple[str, ...]
    successor: str | None
    head: str | None
    disputed: tuple[str, ...]
    valid_from: str | None
    valid_to: str | None
    ended: str | None
    """When it stopped being in force."""
    pinned: bool
    evidence: tuple[Span, ...]
    revision: str
    """What a decision about it must have seen."""


@dataclass(frozen=True, slots=True)
class Open:
    """A finding with its claims side by side, oldest first."""

    finding: Finding
    claims: tuple[Shown, ...]
    revision: str


@dataclass(frozen=True, slots=True)
class Told:
    """An operation of the ledger."""

    id: str
    at: str
    actor: str
    channel: str
    kinds: dict[str, int]
    undone: bool
    undoes: bool
    kept: bool


@dataclass(frozen=True, slots=True)
class Done:
    """What a deed did: its events, and the operation that `undo` takes back."""

    events: tuple[Event, ...]
    op: str
    claim: str | None = None
    """The claim it made."""


@dataclass(frozen=True, slots=True)
class Chains:
    """The history of one topic or claim: chains, each oldest link first."""

    name: str
    chains: tuple[tuple[Shown, ...], ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """All there is to say about a claim."""

    claim: Shown
    evidence: tuple[look.Quoted, ...]
    events: tuple[Event, ...]
    findings: tuple[Finding, ...]
    chain: tuple[Shown, ...]


def shown(view: look.View, knowledge: Knowledge) -> Shown:
    """A claim as it goes out; of a purged one only its id is left."""
    claim, standing = view.claim, view.standing
    first = claim.evidence[0] if claim.evidence else None
    return Shown(
        id=claim.id,
        text=claim.text,
        label=view.label,
        kind=claim.kind,
        topic=view.topic,
        badges=view.badges,
        where=view.where,
        source=claim.source,
        part=first.part if first else 0,
        at=claim.asserted_at,
        speaker=claim.speaker.name,
        author=claim.speaker.cls,
        link=standing.link,
        shown=standing.shown,
        review=standing.review,
        confidence=standing.confidence,
        reasons=claim.reasons,
        predecessors=standing.predecessors,
        successor=standing.successor,
        head=standing.head,
        disputed=standing.disputed_with,
        valid_from=claim.valid_from,
        valid_to=standing.valid_to or claim.valid_to,
        ended=standing.ended_at,
        pinned=standing.pinned,
        evidence=claim.evidence,
        revision=revision(knowledge, claim.id),
    )


def told(operation: Operation) -> Told:
    """An operation as it goes out."""
    return Told(
        operation.id,
        operation.at,
        operation.actor,
        operation.channel,
        operation.kinds,
        operation.undone,
        operation.undoes,
        operation.kept,
    )


def done(events: tuple[Event, ...], claim: str | None = None) -> Done:
    """What a deed did, with the operation it was."""
    return Done(events, next((e.op for e in events if e.op), ""), claim)
