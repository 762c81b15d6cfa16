"""Names that look like another: what to offer when nothing has the name that was asked for."""

from collections.abc import Iterable

from clew.text.fold import canonical

LEAST = 0.15
"""Share of three-letter runs below which two names have nothing in common."""


def nearest(wanted: str, names: Iterable[str], limit: int = 5) -> tuple[str, ...]:
    """At most `limit` of the names, most alike first: shared words count most, then shared runs of letters."""
    words, runs = _words(wanted), _runs(wanted)
    scored = []
    for name in dict.fromkeys(names):
        there = _runs(name)
        share = 2 * len(runs & there) / (len(runs) + len(there) or 1)
        likeness = share + (1.0 if words & _words(name) else 0.0)
        if likeness >= LEAST:
            scored.append((-round(likeness, 6), len(name), name))
    return tuple(name for _, _, name in sorted(scored)[:limit])


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in canonical(text).split() if len(word) > 2)


def _runs(text: str) -> frozenset[str]:
    padded = f"  {canonical(text)} "
    return frozenset(padded[i : i + 3] for i in range(len(padded) - 2))
