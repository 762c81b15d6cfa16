"""From found claims to what may be shown: heads for older links, whole chains, both sides of a dispute."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from clew.search.block import Evidence, Item
from clew.search.fact import Fact, Load, Sight, chain, in_force, marks, presented, visible
from clew.search.question import Question
from clew.search.rank import Score
from clew.text.words import covered

WHOLE = 0.6
"""A chain is told whole when its score reaches this share of the best one."""

BEFORE = 0.3
"""Added to what came before the thing that a question names, over all else of its chain."""
STANDS = ("CURRENT", "CORRECTION", "AS OF")
"""Badges of what holds."""


@dataclass(slots=True)
class Served:
    """A claim that will be shown and why."""

    fact: Fact
    score: Score
    chain: str
    """Id of the head: what may come once."""
    via: str | None = None
    """The older or restating claim that was found."""


def resolve(scores: Mapping[str, Score], load: Load, asked: Question, sight: Sight) -> list[Served]:
    """Found claims as what may be shown, best chain first; the links of one chain stay together."""
    ordered = sorted(scores, key=lambda i: (-scores[i].total, i))
    found = load(ordered)
    chains: dict[str, list[Served]] = {}
    for claim_id in ordered:
        hit = found.get(claim_id)
        head = _head(hit, load, sight) if hit else None
        if hit is None or head is None:
            continue
        via = claim_id if claim_id != head.id else None
        group = chains.setdefault(head.id, [])
        if not group:
            group.append(Served(head, scores[claim_id], head.id, via))
        if via and visible(hit, sight) and hit.standing.restates is None:
            group.append(Served(hit, scores[claim_id], head.id))
    best = max((group[0].score.total for group in chains.values()), default=0.0)
    out: dict[str, Served] = {}
    for group in chains.values():
        whole = group[0].score.total >= WHOLE * best
        for one in _links(group, load, asked, sight, whole):
            out.setdefault(one.fact.id, one)
    return list(out.values())


def _head(hit: Fact, load: Load, sight: Sight) -> Fact | None:
    """The link in force that stands for a hit; None where a person left nothing to stand for it."""
    if not sight.heads:
        return hit if visible(hit, sight) else None
    seen = {hit.id}
    one = hit
    while one.standing.restates or (one.head and one.head != one.id):
        following = one.standing.restates or one.head
        if following is None or following in seen:
            break
        seen.add(following)
        after = load([following]).get(following)
        if after is None:
            return None
        one = after
    if sight.known_at and not visible(one, sight):
        return _known(hit, load, sight)
    return one if one.head is not None and visible(one, sight) else None


def _known(hit: Fact, load: Load, sight: Sight) -> Fact | None:
    """The link that was in force as far as was known then: what replaced it had not been recorded."""
    links = [link for link in chain(hit, load) if visible(link, sight)]
    if not links:
        return None
    last = links[-1]
    then = replace(last.standing, link="active", head=last.id, successor=None, ended_at=None)
    return replace(last, standing=then)


def _links(group: Sequence[Served], load: Load, asked: Question, sight: Sight, whole: bool) -> list[Served]:
    """The links of one chain that this question may see, in the order of reading."""
    head = group[0]
    if sight.as_of:
        return _at(head, load, sight)
    if asked.intent == "history" and whole:
        links = [link for link in chain(head.fact, load) if visible(link, sight)]
        return [Served(link, head.score, head.chain) for link in links]
    older = list(group[1:]) if asked.past else []
    return [*_before(group, load, asked, sight), head, *_others(head, load, sight), *older]


def _before(group: Sequence[Served], load: Load, asked: Question, sight: Sight) -> list[Served]:
    """What the thing that the question names replaced: the link before the first one that speaks of it."""
    if not asked.before:
        return []
    links = [link for link in chain(group[0].fact, load) if visible(link, sight)]
    turn = next((at for at, link in enumerate(links) if _speaks(link, asked.before)), 0)
    if not turn:
        return []
    score = Score(max(group, key=lambda one: one.score.total).score.parts)
    score.add("before", BEFORE)
    return [Served(links[turn - 1], score, group[0].chain)]


def _speaks(link: Fact, words: Sequence[str]) -> bool:
    return set(words) <= covered(words, link.claim.text)


def _at(head: Served, load: Load, sight: Sight) -> list[Served]:
    """The link in force at the instant that is asked about; a chain that had not begun says nothing."""
    links = [link for link in chain(head.fact, load) if visible(link, sight)]
    then = [link for link in links if sight.as_of and in_force(link, sight.as_of)]
    return [Served(then[-1], head.score, head.chain)] if then else []


def _others(head: Served, load: Load, sight: Sight) -> list[Served]:
    """The other sides of an open dispute: none is shown without them."""
    others = load(head.fact.standing.disputed_with)
    return [
        Served(other, head.score, other.head or other.id)
        for _, other in sorted(others.items())
        if visible(other, sight) and other.standing.link == "active"
    ]


def item(one: Served, sight: Sight, later: Mapping[str, str]) -> Item:
    """A served claim as a line of the block; `later` names for earlier statements what answers in their place."""
    claim = one.fact.claim
    badges = marks(one.fact, sight)
    earlier = claim.id in later
    if earlier:
        badges = ("EARLIER STATEMENT", *(badge for badge in badges if not badge.startswith(STANDS)))
    return Item(
        ref=one.fact.ref,
        claim=claim.id,
        text=claim.text,
        badges=badges,
        presented="past" if earlier else presented(one.fact, sight),
        evidence=tuple(Evidence(span.source, span.part, span.start, span.end, span.quote) for span in claim.evidence),
        title=one.fact.title,
        at=claim.asserted_at,
        speaker=claim.speaker.name,
        kind=claim.kind,
        score=one.score.total,
        parts=one.score.parts,
        via=one.via,
        thread=later.get(one.chain, one.chain),
    )
