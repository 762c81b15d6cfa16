"""What two extractors read off the same words."""

from collections.abc import Iterable, Iterator

from clew.belief import conflict
from clew.model import Claim, Span
from clew.text.fold import canonical


def once(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Claims without those that one part says again word for word before it says anything else of their topic.

    What is said again later is a restatement; a sentence that a page repeats is one saying.
    """
    latest: dict[tuple[object, ...], str] = {}
    claims = tuple(claims)
    bases = {base for claim in claims for base in claim.derived_from}
    for claim in claims:
        # the part a claim was said in is that of its last quote, as a correction quotes what it puts right first
        said = claim.evidence[-1] if claim.evidence else None
        where = (said and said.part, claim.kind, claim.polarity, claim.scope, claim.speaker, claim.topic)
        text = canonical(claim.text)
        if said is None or said.match == "none" or claim.id in bases or latest.get(where) != text:
            yield claim
        latest[where] = text


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
