"""From claims to pages: which topics earn a page, and what each page says. Pages are derived; people's prose is not."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clew.belief.knowledge import Knowledge
from clew.core.badges import badges, short
from clew.model import Claim, Source, Standing
from clew.pages.page import ClaimLine, SourceRef, TopicView
from clew.pages.slug import slug
from clew.text.moment import said

FOLDER = "concepts"
UNFILED = "unfiled"
"""The page of claims whose topic has not earned one of its own."""
EARNS = 3
"""Claims on one topic that earn it a page; a chain or a person's wish does so too."""


@dataclass(frozen=True, slots=True)
class Told:
    """A claim that pages show."""

    claim: Claim
    standing: Standing


def told(knowledge: Knowledge) -> dict[str, list[Told]]:
    """Claims that were ever in force and are not discarded, by topic, oldest assertion first."""
    topics: dict[str, list[Told]] = defaultdict(list)
    for claim_id, claim in knowledge.claims.items():
        standing = knowledge.standings[claim_id]
        if standing.shown == "shown" and standing.link in ("active", "superseded", "retracted"):
            topics[standing.topic or claim.topic or UNFILED].append(Told(claim, standing))
    return {topic: sorted(found, key=lambda t: said(t.claim)) for topic, found in topics.items()}


def path_of(topic: str) -> str:
    """Path of a topic's page: a function of the topic alone, so topics that differ only in signs get a digest."""
    name = slug(topic, UNFILED)
    if name.replace("-", " ") != topic:
        name = f"{name[:80]}-{hashlib.sha256(topic.encode()).hexdigest()[:6]}"
    return f"{FOLDER}/{name}.md"


def views(knowledge: Knowledge, bound: Mapping[str, str]) -> dict[str, TopicView]:
    """All topic pages by path; `bound` maps topics to pages that people chose for them."""
    pages: dict[str, list[Told]] = defaultdict(list)
    titles: dict[str, str] = {}
    if knowledge.claims:
        # It stays when it is empty: a page that one branch deletes and another edits would not merge.
        pages[f"{FOLDER}/{UNFILED}.md"] = []
        titles[f"{FOLDER}/{UNFILED}.md"] = "Unfiled"
    for topic, found in sorted(told(knowledge).items()):
        if topic in bound or _earns(topic, found):
            path = bound.get(topic) or path_of(topic)
            titles.setdefault(path, topic[:1].upper() + topic[1:])
        else:
            path = f"{FOLDER}/{UNFILED}.md"
            titles[path] = "Unfiled"
        pages[path] += found
    return {path: _view(knowledge, path, titles[path], found) for path, found in pages.items()}


def _earns(topic: str, found: Iterable[Told]) -> bool:
    claims = list(found)
    chained = any(t.standing.predecessors or t.standing.successor for t in claims)
    return topic != UNFILED and (chained or len(claims) >= EARNS)


def _view(knowledge: Knowledge, path: str, title: str, found: Iterable[Told]) -> TopicView:
    claims = sorted(found, key=lambda t: said(t.claim))
    now = [t for t in claims if t.standing.link == "active" and t.standing.restates is None]
    cited = {span.source for t in claims for span in t.claim.evidence}
    sources = [knowledge.sources[i] for i in sorted(cited) if i in knowledge.sources]
    return TopicView(
        path=f"/{path}",
        title=title,
        type="Concept",
        description=f"What was said and decided about {title[:1].lower() + title[1:]}.",
        status="stable" if now else "draft",
        sources=tuple(SourceRef(s.id, f"/sources/{s.id}.md", s.title) for s in sources),
        current=tuple(_line(knowledge, t) for t in reversed(now) if not t.standing.disputed_with),
        disputed=tuple(_line(knowledge, t) for t in now if t.standing.disputed_with),
        history=tuple(_line(knowledge, t) for t in claims if t not in now),
    )


def _line(knowledge: Knowledge, told_: Told) -> ClaimLine:
    claim, standing = told_.claim, told_.standing
    source = knowledge.sources.get(claim.source)
    # The clock is left out on purpose: a committed page never says that something has expired.
    marks = list(badges(claim, standing, "", _assumed(source)))
    until = standing.valid_to or claim.valid_to
    if until:
        marks.append(f"until {until[:10]}")
    return ClaimLine(
        text=claim.text,
        badges=tuple(marks),
        when=(claim.asserted_at or "")[:10] or None,
        by=claim.speaker.name,
        sources=tuple(dict.fromkeys(span.source for span in claim.evidence)),
        quote=claim.evidence[-1].quote if claim.evidence else "",
        ref=short(claim.id),
    )


def _assumed(source: Source | None) -> bool:
    return bool(source and source.precision == "assumed")
