"""What a person saw when deciding: a revision that changes with whatever the decision rests on.

Two people may look at the same finding. The second answer names a revision that is no longer true, and is told.
"""

import hashlib
from collections.abc import Callable, Mapping

from clew.belief import events
from clew.belief.knowledge import Knowledge
from clew.core import codec
from clew.core.badges import short
from clew.errors import Conflict
from clew.model import Event
from clew.use.curate import Curate

LENGTH = 12
"""Hex digits of a revision."""


def revision(knowledge: Knowledge, name: str) -> str:
    """The revision of a claim or finding; empty for a name that is neither."""
    claim = knowledge.claims.get(name)
    if claim is not None:
        return _digest(events.content(claim) + codec.line(knowledge.standings[name]))
    finding = knowledge.findings().get(name) or knowledge.waiting().get(name)  # what is asked of names is no event yet
    if finding is None:
        return ""
    sides = (revision(knowledge, i) for i in finding.claims if i in knowledge.claims)
    return _digest(codec.line(finding) + "".join(sides))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:LENGTH]


def still(
    seen: Mapping[str, str], verb: Callable[[Curate], tuple[Event, ...]]
) -> Callable[[Curate], tuple[Event, ...]]:
    """The verb, carried out only where every name still has the revision that was seen; empty ones are not asked.

    Raises:
        Conflict: somebody decided in between.
    """

    def checked(curate: Curate) -> tuple[Event, ...]:
        for name, then in seen.items():
            if then and then != revision(curate.knowledge, name):
                raise Conflict(f"{short(name)} was decided meanwhile, by you elsewhere or by somebody else; look again")
        return verb(curate)

    return checked
