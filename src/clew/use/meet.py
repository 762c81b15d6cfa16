"""Claims of branches that git brought together are compared: on each branch nobody knew of the other's.

A merge joins lines of two ledgers. The first command that brings claims in compares, by the same rules and in the order
of saying, every claim with those of the other branch; reading commands only say that it is due. What comes of it stands
in a ledger file of its own, made of nothing but what both clones hold: both write the same bytes, whoever is first.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from clew.belief import conflict, events
from clew.belief.branches import MEET, Branches, Lines
from clew.belief.knowledge import Knowledge
from clew.belief.nearest import even
from clew.belief.tally import text, texts
from clew.model import Event
from clew.text.when import instant
from clew.use.echo import shares
from clew.use.ingest import STAGED
from clew.use.write import Session

_LINKS = ("supersede", "restate", "edit")


@dataclass(frozen=True, slots=True)
class Met:
    """What came of a comparison."""

    claims: int
    """How many claims were compared."""
    events: tuple[Event, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many claims were compared, and what the events did."""
        kinds = Counter(event.kind for event in self.events)
        found = {"superseding": kinds["supersede"], "restated": kinds["restate"], "findings": kinds["finding"]}
        return {"compared": self.claims, **found} if self.claims else {}


def meet(session: Session, policy: conflict.Policy, tell: Callable[[str], None] = lambda line: None) -> Met:
    """Compare what never met, and let this clone's next events say that it knows all there is."""
    met = compared(session.knowledge, policy, tell)
    if met.events:
        digest = _digest(Lines(session.knowledge.events).heads)
        session.lay(f"{MEET}{digest}", met.events)
    missing = Lines(session.knowledge.events).missing(session.writer)
    if missing:
        session.mark(events.meet("bundle", missing))
    return met


def compared(known: Knowledge, policy: conflict.Policy, tell: Callable[[str], None] = lambda line: None) -> Met:
    """The events that follow when claims meet; they are learned on the way."""
    branches = Branches(known)
    heads = branches.lines.heads
    due = branches.strangers()
    # what is in force was accepted once: the level of today does not matter
    policy = replace(policy, accept="all").knowing(known.vocabulary.holds)
    op = f"op{_digest(heads)}"
    at = max((e.at for e in known.events), key=lambda at: instant(at) or 0.0, default="")
    found: list[Event] = []
    for done, claim_id in enumerate(due):
        if done % 256 == 0:
            tell(f"comparing claim {done + 1} of {len(due)} of two branches")
        fresh = events.stamp(_judged(known, branches, claim_id, policy), "clew", "policy", at, op)
        staged = [replace(e, writer=STAGED, n=len(found) + k, clock=2**62) for k, e in enumerate(fresh, 1)]
        known.learn((), staged)
        found += staged
    if due:
        last = events.stamp((events.meet("bundle", heads),), "clew", "policy", at, op)[0]
        found.append(replace(last, writer=STAGED, n=len(found) + 1, clock=2**62))
        known.learn((), found[-1:])
    return Met(len(due), tuple(found))


def _judged(known: Knowledge, branches: Branches, claim_id: str, policy: conflict.Policy) -> list[Event]:
    """What the rules say of a claim and those it never met, without what was said before or taken back."""
    claim, standing = known.claims[claim_id], known.standings[claim_id]
    # what an echo repeats is known, and not what came between
    tied = set() if standing.restates else _tied(known, claim_id)
    rivals = [it for it in known.rivals(claim) if it[0].id not in tied and not shares(claim, it[0])]
    if not any(branches.apart(claim_id, rival.id) for rival, _ in rivals):
        return []
    placed = standing.predecessors or standing.successor or standing.restates
    decided = conflict.decide(claim, rivals, policy, None, even if placed else known.weights)
    steps = [event for event in decided if event.kind != "accept"]
    if not any(branches.apart(*pair) for event in steps for pair in _pairs(event)):
        return []
    return [event for event in steps if not _said(known, event) and not _forked(known, event)]


def _pairs(event: Event) -> Iterator[tuple[str, str]]:
    named = texts(event, "claims") or (event.target, text(event, "old") or text(event, "of"))
    yield from ((one, other) for one in named for other in named if one < other)


def _said(known: Knowledge, event: Event) -> bool:
    """Whether the ledger holds this already, in force or taken back by somebody."""
    same = (e for e in known.events.touching(event.target) if e.kind == event.kind and e.target == event.target)
    return event.kind != "restate" and any(text(e, "old") == text(event, "old") for e in same)


def _forked(known: Knowledge, event: Event) -> bool:
    """Whether a question is asked already: both claims replace one, which shows as a fork."""
    if event.kind != "finding":
        return False
    one, *others = (_reached(known, claim_id, _older) for claim_id in texts(event, "claims"))
    return any(one & other for other in others)


def _tied(known: Knowledge, claim_id: str) -> Collection[str]:
    """Claims whose order with this one was decided: older and newer links, and echoes."""
    return {claim_id} | _reached(known, claim_id, _older) | _reached(known, claim_id, _newer)


def _reached(known: Knowledge, start: str, step: Callable[[Event, str], str]) -> set[str]:
    seen = {start}
    todo = [start]
    while todo:
        at = todo.pop()
        near = (step(e, at) for e in known.events.touching(at) if e.kind in _LINKS)
        fresh = {i for i in near if i} - seen
        seen |= fresh
        todo += fresh
    return seen - {start}


def _older(event: Event, claim_id: str) -> str:
    if event.kind == "supersede":
        return text(event, "old") if event.target == claim_id else ""
    return text(event, "of") if event.target == claim_id else event.target


def _newer(event: Event, claim_id: str) -> str:
    if event.kind == "supersede":
        return event.target if text(event, "old") == claim_id else ""
    return text(event, "of") if event.target == claim_id else event.target


def _digest(heads: Mapping[str, int]) -> str:
    return hashlib.sha256(json.dumps(sorted(heads.items())).encode()).hexdigest()[:10]
