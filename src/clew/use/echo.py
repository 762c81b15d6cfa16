"""What two extractors read off the same words."""

from collections.abc import Iterable

from clew.belief import conflict
from clew.model import Claim, Span


def shares(claim: Claim, other: Claim) -> bool:
    """Whether two extractors read two claims off the same words: neither says anything newer than the other."""
    return other.by.extractor != claim.by.extractor and any(
        a.source == b.source and a.part == b.part and min(a.end, b.end) - max(a.start, b.start) >= _half(a, b)
        for a in claim.evidence
        for b in other.evidence
        if a.match != "none" and b.match != "none"
    )


def _half(a: Span, b: Span) -> float:
    return max(1.0, min(a.end - a.start, b.end - b.start) / 2)


def echoes(claim: Claim, earlier: Iterable[Claim]) -> bool:
    """Whether another extractor has found the same assertion in the same words already."""
    return any(
        shares(claim, one)
        and claim.polarity == one.polarity
        and conflict.judge(one, claim).kind in ("duplicate", "refines")
        for one in earlier
    )
