"""What the ledger tells about extractors, rules and people: how often each was right, and what waits how long."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clew.belief.events import HUMAN
from clew.belief.tally import effective, text
from clew.model import Claim, Event, Finding, Standing
from clew.text.when import instant

BY_HAND = (*HUMAN, "cli", "pipe", "api")
"""Channels through which people decide, themselves or by a script of theirs."""
DAY = 86_400
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Made:
    """What became of the claims of one extractor with one prompt and model."""

    extractor: str
    prompt: str | None
    model: str | None
    claims: int = 0
    by_rule: int = 0
    """Accepted by the policy, never looked at."""
    accepted: int = 0
    """Accepted, confirmed or reworded by a person."""
    refused: int = 0
    """Rejected or refuted by a person."""
    waiting: int = 0
    rejected: int = 0
    """Candidates that the checks refused before they became claims."""

    @property
    def rate(self) -> float | None:
        """Share accepted of what a person decided; None where nobody decided anything."""
        decided = self.accepted + self.refused
        return round(self.accepted / decided, 4) if decided else None


@dataclass(frozen=True, slots=True)
class Reason:
    """How often a reason lowered a claim, and what people made of those claims."""

    reason: str
    claims: int
    accepted: int
    refused: int


@dataclass(frozen=True, slots=True)
class Links:
    """What people made of what the rules superseded by themselves."""

    made: int = 0
    undone: int = 0
    """Taken back, or said not to hold."""
    kept: int = 0
    """A person looked at the newer claim afterwards, and the link still stands."""

    @property
    def precision(self) -> float | None:
        """Share kept of those that people looked at; None where nobody looked."""
        seen = self.kept + self.undone
        return round(self.kept / seen, 4) if seen else None


@dataclass(frozen=True, slots=True)
class Open:
    """Findings of one kind that wait."""

    kind: str
    count: int
    median: int | None
    """Days since they were opened; None where no time is known."""
    oldest: int | None


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything `clew stats` tells."""

    made: tuple[Made, ...] = ()
    reasons: tuple[Reason, ...] = ()
    links: Links = field(default_factory=Links)
    open: tuple[Open, ...] = ()
    hits: int = 0
    """Candidates refused because their value was refused before."""
    tombstones: int = 0


def figures(claims: Mapping[str, Claim], standings: Mapping[str, Standing], ledger: Sequence[Event]) -> Figures:
    """All figures but those of findings and tombstones, from the events that count."""
    kept = effective(ledger)
    verdicts = _verdicts(kept)
    rejected = Counter(_maker_of(e) for e in kept if e.kind == "run" for _ in e.data.get("rejected") or ())
    hits = sum(1 for e in kept if e.kind == "run" for entry in e.data.get("rejected") or () if entry[-1] == "tombstone")
    return Figures(
        made=_made(claims, standings, verdicts, rejected),
        reasons=_reasons(claims, verdicts),
        links=_links(ledger, kept),
        hits=hits,
    )


def _verdicts(kept: Iterable[Event]) -> dict[str, bool]:
    """Claim → what the last person said of it: right or wrong."""
    out: dict[str, bool] = {}
    for event in kept:
        if event.kind in ("reject", "refute"):
            out[event.target] = False
        elif event.kind == "edit":
            out[text(event, "of")] = True
        elif event.kind == "verify" or (event.kind == "accept" and event.channel in BY_HAND):
            out[event.target] = True
        elif event.kind == "restore":
            out.pop(event.target, None)
    return out


def _maker_of(run: Event) -> tuple[str, str, str]:
    return text(run, "extractor"), text(run, "prompt"), text(run, "model")


def _made(
    claims: Mapping[str, Claim],
    standings: Mapping[str, Standing],
    verdicts: Mapping[str, bool],
    rejected: Mapping[tuple[str, str, str], int],
) -> tuple[Made, ...]:
    counts: dict[tuple[str, str, str], Counter[str]] = {}
    for claim in claims.values():
        by = (claim.by.extractor, claim.by.prompt or "", claim.by.model or "")
        count = counts.setdefault(by, Counter())
        count["claims"] += 1
        verdict = verdicts.get(claim.id)
        waits = standings[claim.id].link == "proposed"
        count["waiting" if waits else "by_rule" if verdict is None else "accepted" if verdict else "refused"] += 1
    makers = sorted({*counts, *rejected})
    return tuple(_row(by, counts.get(by, Counter()), rejected.get(by, 0)) for by in makers)


def _row(by: tuple[str, str, str], count: Mapping[str, int], rejected: int) -> Made:
    claims, by_rule, accepted, refused, waits = (
        count.get(name, 0) for name in ("claims", "by_rule", "accepted", "refused", "waiting")
    )
    return Made(by[0], by[1] or None, by[2] or None, claims, by_rule, accepted, refused, waits, rejected)


def _reasons(claims: Mapping[str, Claim], verdicts: Mapping[str, bool]) -> tuple[Reason, ...]:
    found: dict[str, Counter[bool | None]] = {}
    for claim in claims.values():
        for reason in claim.reasons:
            found.setdefault(reason.split(":")[0], Counter())[verdicts.get(claim.id)] += 1
    rows = (Reason(name, count.total(), count[True], count[False]) for name, count in found.items())
    return tuple(sorted(rows, key=lambda row: (-row.claims, row.reason)))


def _links(ledger: Sequence[Event], kept: Sequence[Event]) -> Links:
    made = [e for e in ledger if e.kind == "supersede" and e.data.get("auto") is True]
    alive = {e.id for e in kept}
    cut = {(e.target, text(e, "old")) for e in kept if e.kind == "unlink"}
    seen = {e.target: e.order for e in kept if e.channel in HUMAN and e.kind in ("verify", "accept", "pin")}
    undone = [e for e in made if e.id not in alive or (e.target, text(e, "old")) in cut]
    stands = [e for e in made if e not in undone and seen.get(e.target, (0, "", 0)) > e.order]
    return Links(len(made), len(undone), len(stands))


def waiting(findings: Iterable[Finding], now: str) -> tuple[Open, ...]:
    """Open findings by kind with their age in days."""
    ages: dict[str, list[int | None]] = {}
    for found in findings:
        ages.setdefault(found.kind, []).append(_days(found.opened_at, now))
    return tuple(_open(kind, days) for kind, days in sorted(ages.items()))


def _open(kind: str, days: Sequence[int | None]) -> Open:
    known = sorted(day for day in days if day is not None)
    return Open(kind, len(days), known[len(known) // 2] if known else None, known[-1] if known else None)


def _days(at: str, now: str) -> int | None:
    begun, present = instant(at), instant(now)
    return None if begun is None or present is None else max(0, int((present - begun) // DAY))
