"""One import: every reading is prepared, committed in groups, and counted."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Literal, get_args

from clew.belief import conflict
from clew.belief.knowledge import Knowledge
from clew.core.settings import Settings
from clew.errors import StorageFailed, UsageError
from clew.model import Ignored, Problem, Reading
from clew.text.moment import said
from clew.text.when import instant
from clew.use.ingest import Ingest, Prepared, Rules
from clew.use.report import AddReport, Gathered, Tried
from clew.use.settle import settle
from clew.use.write import Session

GROUP = 24
"""Sources that one transaction commits: fsyncs that wait together are served together."""
HEAVY = 1 << 26
"""Bytes of original documents that are held before they are written."""
TRIED = 100
"""Claims that a trial names."""
Level = Literal["none", "high", "all"]
POLICIES: dict[str, Level] = {"manual": "none", "auto-high": "high", "auto": "all"}
"""The words of the settings and what they let become active."""

Item = Reading | Problem | Ignored


def rules(settings: Settings, now: str, accept: str | None, at: str | None) -> Rules:
    """How a run goes about it, from the settings and what was asked for.

    Raises:
        UsageError: `accept` or `at` is not understood.
    """
    levels = {level: level for level in get_args(Level)} | {None: POLICIES[settings.accept]}
    if accept not in levels:
        raise UsageError(f"--accept {accept!r}: use none, high or all")
    if at is not None and instant(at) is None:
        raise UsageError(f"--at {at!r} is no date; write it like 2025-03-01 or 2025-03-01T10:00:00+01:00")
    narrow = settings.auto_supersede == "narrow"
    policy = conflict.Policy(levels[accept], "narrow" if narrow else "off")
    return Rules(policy, settings.owner, now, at, salt=settings.salt, secrets=settings.secrets)


def run(items: Iterable[Item], ingest: Ingest, session: Session | None, tell: Callable[[int, str], None]) -> AddReport:
    """Take everything in; without a session nothing is written."""
    gathered = Gathered()
    batch: list[Prepared] = []
    safe = 0
    for item in items:
        if not isinstance(item, Reading):
            gathered.note(item)
            continue
        taken = ingest.take(item, later=True)
        gathered.take(taken.added if isinstance(taken, Prepared) else taken)
        tell(len(gathered.items), item.title)
        if isinstance(taken, Prepared):
            batch.append(taken)
        heavy = sum(len(p.original.data) for p in batch if p.original) > HEAVY
        if session and (len(batch) >= GROUP or heavy):
            _store(session, batch, safe)
            ingest.stored()
            safe += len(batch)
            batch = []
    if session and batch:
        _store(session, batch, safe)
    due = [] if session else list(ingest.due)
    gathered.decided(settle(ingest, session, lambda title: tell(len(gathered.items), title)))
    return replace(gathered.report(), tried=tuple(_tried(ingest.knowledge, due)))


def _tried(known: Knowledge, due: Iterable[str]) -> Iterator[Tried]:
    """What would come in, in the order of saying."""
    fresh = sorted((known.claims[i] for i in dict.fromkeys(due)), key=said)
    for claim in fresh[:TRIED]:
        standing = known.standings[claim.id]
        old = tuple(known.claims[i].text for i in standing.predecessors if i in known.claims)
        yield Tried(claim.text, claim.kind, standing.link, old)


def _store(session: Session, batch: list[Prepared], safe: int) -> None:
    """Commit a group; where the disk will not take it, say what it took before."""
    try:
        session.store(batch)
    except StorageFailed as error:
        raise StorageFailed(f"{error}; {safe} sources were stored before and are safe, add the rest again") from error
