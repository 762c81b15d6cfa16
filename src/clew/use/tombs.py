"""Refused values: what is kept of them, how often they knocked again, and letting one in again."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from clew.belief import events
from clew.belief.tally import effective, texts
from clew.errors import Ambiguous, NotFound, Refused
from clew.model import Event
from clew.text.when import instant
from clew.use import ingest
from clew.use.curate import Authority, Curate
from clew.use.desk import Desk

REVIEW = 365
"""Days after which somebody should look whether a refusal still makes sense."""
SHORT = 8
"""Characters of a digest that people see."""


@dataclass(frozen=True, slots=True)
class Tomb:
    """One refusal with the digests of its value; the value itself is not kept here."""

    id: str
    """Digest of the refused text."""
    digests: tuple[str, ...]
    """Those that still refuse: of the text, and of its subject, attribute and value."""
    kind: str
    """What refused it: reject, refute, retract or purge."""
    claim: str
    """Id of the claim or source."""
    text: str
    """Its words, where they were not purged."""
    at: str
    actor: str
    channel: str
    reason: str | None
    hits: int
    """How often a candidate was turned away because of it."""
    review: str
    """Date from which on somebody should look at it again."""
    due: bool


def listed(desk: Desk) -> tuple[Tomb, ...]:
    """Every refusal in force, latest first."""
    knowledge = desk.knowledge()
    refused, hits = knowledge.refused(), _hits(knowledge.events)
    out: dict[tuple[str, ...], Tomb] = {}
    for event in effective(knowledge.events):
        left = tuple(digest for digest in texts(event, "tombs") if digest in refused)
        if left:
            claim = knowledge.claims.get(event.target)
            out[left] = Tomb(
                id=left[0],
                digests=left,
                kind=event.kind,
                claim=event.target,
                text=claim.text if claim else "",
                at=event.at,
                actor=event.actor,
                channel=event.channel,
                reason=event.reason,
                hits=sum(hits[ingest.masked(digest, desk.settings.salt)] for digest in left),
                review=_review(event.at),
                due=_review(event.at) <= desk.now[:10],
            )
    return tuple(sorted(out.values(), key=lambda tomb: (tomb.at, tomb.id), reverse=True))


def lift(curate: Curate, names: Iterable[str], found: Iterable[Tomb]) -> tuple[Event, ...]:
    """Events that let refused values in again; the claims themselves stay as they are.

    Raises:
        Refused: nobody is at the channel.
        NotFound: nothing refused has that digest or claim.
    """
    _allowed(curate.authority)
    known = list(found)
    chosen = [_named(name, known) for name in names]
    return tuple(events.lift(digest) for digest in dict.fromkeys(d for tomb in chosen for d in tomb.digests))


def _named(name: str, known: Iterable[Tomb]) -> Tomb:
    fits = [tomb for tomb in known if len(name) > 3 and any(i.startswith(name) for i in (tomb.claim, *tomb.digests))]
    if len(fits) > 1:
        raise Ambiguous(f"{name} fits {len(fits)} refusals; give more characters")
    if not fits:
        raise NotFound(f"no refused value has the digest or claim {name!r}; list them with: clew tombstone list")
    return fits[0]


def _allowed(who: Authority) -> None:
    if not (who.human or who.scripts):
        raise Refused(
            "only a person may let a refused value in again: run it in a terminal or the app, "
            "or set `scripts = true` under [user] in your own configuration"
        )


def _hits(ledger: Iterable[Event]) -> Counter[str]:
    """Salted digests of the refused values that candidates met, as the manifests name them."""
    entries = (entry for e in ledger if e.kind == "run" for entry in e.data.get("rejected") or ())
    return Counter(str(entry[0]) for entry in entries if entry[-1] == "tombstone")


def _review(at: str) -> str:
    begun = instant(at)
    return "" if begun is None else datetime.fromtimestamp(begun + REVIEW * 86_400, UTC).date().isoformat()
