"""The end of an import: every claim that came in is decided on, in the order of saying.

The order in which chats lie in an archive, or in which its files were named, then makes no difference to what the
ledger says. An import that is cut off before leaves its claims waiting; the next import decides on them too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping

from clew.model import Event
from clew.text.moment import said
from clew.use.ingest import Ingest
from clew.use.write import Session

GROUP = 256
"""Claims whose events one transaction commits."""


def settle(ingest: Ingest, session: Session | None, tell: Callable[[str], None]) -> Mapping[str, Mapping[str, int]]:
    """Decide on all that is due; returns source → what became of its claims. Without a session nothing is written."""
    known = ingest.knowledge
    order = sorted(dict.fromkeys((*ingest.due, *known.undecided())), key=lambda i: said(known.claims[i]))
    did: dict[str, Counter[str]] = defaultdict(Counter)
    group: list[Event] = []
    for done, claim in enumerate(map(known.claims.__getitem__, order)):
        if done % GROUP == 0:
            tell(f"comparing claim {done + 1} of {len(order)}")
            _commit(session, group)
            group = []
        staged = ingest.decide((claim,), ())
        did[claim.source].update(ingest.outcomes((), staged))
        group += staged
    _commit(session, group)
    ingest.due.clear()
    for claim in map(known.claims.__getitem__, order):
        did[claim.source].update(ingest.outcomes((claim,), ()))
    return did


def _commit(session: Session | None, staged: list[Event]) -> None:
    if session and staged:
        session.settle(staged)
