"""A sentence that one turn or page says again word for word is one saying; said again later it is a restatement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clew.model import Candidate
from clew.text.fold import canonical


def once(found: Iterable[Candidate]) -> Iterator[Candidate]:
    """Candidates of one part without those it repeats before it says anything else of their topic."""
    latest: dict[tuple[object, ...], str] = {}
    for candidate in found:
        about = (candidate.kind, candidate.polarity, candidate.scope, candidate.speaker, candidate.topic)
        text = canonical(candidate.text)
        if latest.get(about) != text:
            yield candidate
        latest[about] = text
