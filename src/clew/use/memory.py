"""What one process derived of a large bundle, remembered for the next: derived anew where anything differs."""

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain
from typing import Any

from clew.belief.knowledge import Knowledge
from clew.belief.near import Keys
from clew.core import codec, compact
from clew.core.held import let_go
from clew.index.kept import Found, Kept, Make
from clew.index.pile import AT_HAND, Pile, Row
from clew.model import Claim, Event, Problem, Source, Standing
from clew.use.edition import edition

MANY = 2000
"""Claims from which on something is kept: fewer are derived in a moment."""
LIGHT = 8
"""By how much less is held at hand while pages are made."""
CODE = ("clew", *(f"clew.{p}" for p in ("belief", "core", "index", "kin", "pages", "proof", "rules", "store", "use")))
"""Packages that decide what is derived."""


def _piles(cls: type, at_hand: int, kind: type[Pile[Any, Any]] = Pile) -> Make:
    made: Make = partial(kind, compact.pack, compact.unpacker(cls), at_hand)
    return made


PILES: Mapping[str, Make] = {
    "claims": _piles(Claim, AT_HAND),
    "standings": _piles(Standing, 2 * AT_HAND),
    "sources": _piles(Source, AT_HAND // 4),
    "events": _piles(Event, 2 * AT_HAND, Row),
    "keys": _piles(Keys, AT_HAND // 8),
}
"""What holds claims, standings, sources, events, and what claims are sorted in by, outside of memory."""


def empty(kept: Kept | None = None) -> Knowledge:
    """Knowledge of nothing, which will keep in memory what it is asked about and little more.

    What the same code has read from the words of claims is taken over from what was kept of other files.
    """
    found = kept.load(_code(), {"keys": PILES["keys"]}, "code") if kept else None
    return Knowledge(**{name: make(None) for name, make in PILES.items()} | (dict(found.piles) if found else {}))


@contextmanager
def light(knowledge: Knowledge) -> Iterator[None]:
    """While everything is gone through once, page by page, little of it is held at hand; nor what was worked out of it.

    That is done with what was compared before, and with what pages needed afterwards.
    """
    piles = (knowledge.claims, knowledge.standings.kept, knowledge.sources, knowledge.events.kept, knowledge.near.kept)
    with ExitStack() as stack:
        for pile in (it for it in piles if isinstance(it, Pile)):
            stack.enter_context(pile.light(LIGHT))
        if len(knowledge.claims) >= MANY:
            let_go()
            stack.callback(let_go)
        yield


def recalled(kept: Kept, stamp: str) -> tuple[Knowledge, tuple[Problem, ...]] | None:
    """What was derived of the files of this stamp by the same code; None where nobody has kept that."""
    found = kept.load(_key(stamp), PILES)
    if found is None:
        return None
    knowledge = Knowledge(**found.piles)
    knowledge.resume(found.facts)
    kept.whole = knowledge.answered
    return knowledge, tuple(codec.value(Problem, fault) for fault in dict(found.facts)["problems"])


def keep(kept: Kept, stamp: str, knowledge: Knowledge, problems: Iterable[Problem]) -> None:
    """Keep what is known, if it is much, and more than was kept already."""
    if len(knowledge.claims) >= MANY and (kept.key != _key(stamp) or knowledge.answered > kept.whole):
        facts = chain([("problems", [codec.pack(fault) for fault in problems])], knowledge.outline())
        piles: dict[str, Any] = {"claims": knowledge.claims, "sources": knowledge.sources, "keys": knowledge.near.kept}
        piles |= {"standings": knowledge.standings.kept, "events": knowledge.events.kept}
        kept.save(_key(stamp), Found(piles, facts), _code())
        kept.whole = knowledge.answered


def _key(stamp: str) -> str:
    return hashlib.sha256(f"{stamp}\0{_code()}".encode()).hexdigest()


def _code() -> str:
    return f"{edition(*CODE)} {sys.hexversion}"
