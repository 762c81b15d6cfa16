"""Claims of branches that git brought together are compared: on each branch nobody knew of the other's.

A merge joins lines of two ledgers. The first command that brings claims in compares, by the same rules and in the order
of saying, every claim with those of the other branch; reading commands only say that it is due. What comes of it stands
in a ledger file of its own, made of nothing but what both clones hold: both write the same bytes, whoever is first.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clew.belief import conflict, events
from clew.belief.branches import MEET, Branches, Lines
from clew.belief.knowledge import Knowledge
from clew.belief.tally import text, texts
from clew.model import Event
from clew.text.when import instant
from clew.use import memory
from clew.use.echo import shares
from clew.use.ingest import STAGED
from clew.use.write import Session


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
    heads, due = branches.lines.heads, branches.strangers()
    if not due:
        return Met(0, ())
    # what is in force was accepted once: the level of today does not matter
    policy = replace(policy, accept="all").knowing(known.vocabulary.holds)
    at = max((e.at for e in known.events), key=lambda at: instant(at) or 0.0, default="")
    afresh = _without(known, frozenset(due))
    found: list[Event] = []
    moved: set[str] = set()
    for done, claim_id in enumerate(due):
        if done % 256 == 0:
            tell(f"comparing claim {done + 1} of {len(due)} of two branches")
        for pairs, event in _judged(afresh, claim_id, policy):
            # what two claims of one branch are to each other changes only where another one came between
            if any(branches.apart(*pair) or not moved.isdisjoint(pair) for pair in pairs):
                moved.update(*pairs)
                found += [] if _said(known, event) or _forked(known, event) else [event]
    stamped = events.stamp((*found, events.meet("bundle", heads)), "clew", "policy", at, f"op{_digest(heads)}")
    staged = tuple(replace(e, writer=STAGED, n=n, clock=2**62) for n, e in enumerate(stamped, 1))
    known.learn((), staged)
    return Met(len(due), staged)


def _without(known: Knowledge, strangers: Collection[str]) -> Knowledge:
    """What is known as if rules had not decided on these claims yet: they come in once more, in the order of saying."""
    out = memory.empty()
    out.near.kept = known.near.kept  # what follows from a claim alone
    out.vocabulary, out.sources = known.vocabulary, known.sources
    out.learn(known.claims.values(), (e for e in known.events if not (_ruled(e) and _about(e, strangers))))
    return out


def _ruled(event: Event) -> bool:
    """Whether a rule decided so on a newcomer."""
    if event.kind == "accept":
        return not text(event, "digest")
    return event.kind == "restate" or (event.kind == "supersede" and event.data.get("auto") is True)


def _about(event: Event, claims: Collection[str]) -> bool:
    return any(name in claims for name in (event.target, text(event, "old"), text(event, "of")))


def _judged(
    afresh: Knowledge, claim_id: str, policy: conflict.Policy
) -> Iterator[tuple[Sequence[tuple[str, str]], Event]]:
    """What the rules say of a claim that comes in, with the pairs of claims that it is about."""
    claim = afresh.claims[claim_id]
    rivals = [it for it in afresh.rivals(claim) if not shares(claim, it[0])]
    decided = conflict.decide(claim, rivals, policy, None, afresh.weights)
    first = len(afresh.events)
    afresh.learn((), (replace(e, writer=STAGED, n=first + n, clock=2**62) for n, e in enumerate(decided, 1)))
    for event in (e for e in decided if e.kind != "accept"):
        names = texts(event, "claims") or (event.target, text(event, "old") or text(event, "of"))
        yield [(one, other) for one in names for other in names if one < other and other], event


def _said(known: Knowledge, event: Event) -> bool:
    """Whether the ledger holds this already, in force or taken back by somebody."""
    same = (e for e in known.events.touching(event.target) if e.kind == event.kind and e.target == event.target)
    return any((text(e, "old"), text(e, "of")) == (text(event, "old"), text(event, "of")) for e in same)


def _forked(known: Knowledge, event: Event) -> bool:
    """Whether a question is asked already: both claims replace one, which shows as a fork."""
    if event.kind != "finding":
        return False
    one, *others = (_replaced(known, claim_id) for claim_id in texts(event, "claims"))
    return any(one & other for other in others)


def _replaced(known: Knowledge, claim_id: str) -> set[str]:
    own = (e for e in known.events.touching(claim_id) if e.kind == "supersede" and e.target == claim_id)
    return {text(e, "old") for e in own}


def _digest(heads: Mapping[str, int]) -> str:
    return hashlib.sha256(json.dumps(sorted(heads.items())).encode()).hexdigest()[:10]
