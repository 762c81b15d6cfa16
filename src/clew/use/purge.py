"""A single claim removed for good: its words, positions and vectors go, digests of its value stay.

The words that were said still stand in its source, which is somebody's record of a conversation; taking those out is
the purge of the source.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from clew.belief import events, tombstone
from clew.belief.knowledge import Knowledge
from clew.errors import NotFound, Refused
from clew.model import Claim, Event
from clew.store import files as layout
from clew.store.files import Files
from clew.use.curate import Authority
from clew.use.gather import gather
from clew.use.withdraw import TELLING, Purged
from clew.use.write import Session


@dataclass(frozen=True, slots=True)
class Gone:
    """What a purge of a claim removed, and where its words may still be."""

    purged: Purged
    """Files, pages that people wrote, git history, index."""
    source: str
    """The source in which the words still stand; empty where it is gone."""
    same: tuple[str, ...] = ()
    """Other claims that say the same or rest on the same words."""


def erasure(knowledge: Knowledge, who: Authority, claim_id: str) -> tuple[Event, ...]:
    """The event of a purge: what another claim says too may still come in.

    Raises:
        Refused: nobody is at the channel.
        NotFound: no such claim.
    """
    if not (who.human or who.scripts):
        raise Refused(
            "only a person may purge a claim: run it in a terminal or the app, "
            "or set `scripts = true` under [user] in your own configuration"
        )
    claim = _claim(knowledge, claim_id)
    others = (c for c in knowledge.claims.values() if c.id != claim_id)
    elsewhere = {digest for c in others for digest in tombstone.digests(c, who.salt)}
    return (events.purge(claim_id, [d for d in tombstone.digests(claim, who.salt) if d not in elsewhere]),)


def plan(knowledge: Knowledge, files: Files, claim_id: str) -> Gone:
    """What would go, and what would not."""
    claim = _claim(knowledge, claim_id)
    changed = tuple(path for path, _ in _changes(files, claim_id))
    source = claim.source if claim.source in knowledge.sources else ""
    return Gone(Purged(f"claim:{claim_id}", 1, changed), source, tuple(_same(knowledge, claim)))


def words(knowledge: Knowledge, claim_id: str) -> tuple[str, ...]:
    """Its text and quotes, by which they are recognised in pages."""
    claim = _claim(knowledge, claim_id)
    return tuple(w for w in (claim.text, *(span.quote for span in claim.evidence)) if len(w) >= TELLING)


def purge(session: Session, who: Authority, claim_id: str, reason: str | None = None) -> Gone:
    """Take its line out of the claims files in one transaction; knowledge is read anew after it."""
    planned = plan(session.knowledge, session.files, claim_id)
    fresh = erasure(session.knowledge, who, claim_id)
    changes = dict(_changes(session.files, claim_id))
    session.replace(changes, session.stamp(fresh, reason))
    session.knowledge = gather(session.files, who.salt)[0]
    return replace(planned, purged=replace(planned.purged, files=tuple(sorted(changes))))


def _claim(knowledge: Knowledge, claim_id: str) -> Claim:
    claim = knowledge.claims.get(claim_id)
    if claim is None:
        raise NotFound(f"no claim is called {claim_id!r}")
    return claim


def _changes(files: Files, claim_id: str) -> Iterator[tuple[str, bytes | None]]:
    for claimant in files.claimants():
        lines = files.claims(claimant).values
        kept = [claim for claim in lines if claim.id != claim_id]
        if len(kept) < len(lines):
            yield layout.claims(claimant), layout.grown(None, kept) if kept else None


def _same(knowledge: Knowledge, claim: Claim) -> Iterator[str]:
    places = {(span.source, span.part, span.start, span.end) for span in claim.evidence}
    value = tombstone.skeleton(claim.text)
    for other in knowledge.claims.values():
        spots = {(span.source, span.part, span.start, span.end) for span in other.evidence}
        if other.id != claim.id and (places & spots or tombstone.skeleton(other.text) == value):
            yield other.id
