"""Reading without changing: find a claim or topic by name, its chain, its evidence in context, what waits."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from clew.belief.branches import Branches
from clew.belief.knowledge import Knowledge
from clew.belief.state import OUTSIDE
from clew.core.badges import badges
from clew.errors import Ambiguous, NotFound
from clew.model import Claim, Event, Finding, Link, Part, Span, Standing
from clew.text.fold import canonical
from clew.text.moment import said

DURABLE = ("decision", "preference", "goal", "definition")
"""Kinds that are worth a reviewer's first minutes."""
LINKS = ("active", "proposed", "superseded", "retracted", "rejected")
"""In which order links are counted up."""
AROUND = 160
"""Characters of the source text shown before and after a quote."""


@dataclass(frozen=True, slots=True)
class View:
    """A claim as a person sees it."""

    claim: Claim
    standing: Standing
    badges: tuple[str, ...]
    topic: str
    label: str
    where: str
    """Title of the source and the day it was said."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """Evidence with the text around it."""

    span: Span
    title: str
    at: str | None
    speaker: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Why:
    """All there is to say about why a claim is believed."""

    view: View
    evidence: tuple[Quoted, ...]
    events: tuple[Event, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Thread:
    """The history of one topic or claim, oldest link first; several chains when several things changed."""

    name: str
    chains: tuple[tuple[View, ...], ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which claims to list; None means any."""

    topic: str | None = None
    kind: str | None = None
    link: Link | None = None
    speaker: str | None = None
    hidden: bool = False
    """Whether discarded claims are listed."""


@dataclass(frozen=True, slots=True)
class Status:
    """What is in a bundle and what waits for a person."""

    sources: int
    links: Mapping[str, int] = field(default_factory=dict)
    open_findings: tuple[Finding, ...] = ()
    proposed: int = 0
    removed: int = 0
    """How many of the sources were taken out and can come back."""
    undecided: int = 0
    """How many of the proposed claims wait for nobody: an import was cut off before it compared them."""
    strangers: int = 0
    """How many claims were not compared with some that git brought in from another branch."""


class Look:
    """Questions that `Knowledge` and the stored text can answer without an index."""

    def __init__(self, knowledge: Knowledge, parts: Callable[[str], Sequence[Part]], now: str) -> None:
        self._knowledge = knowledge
        self._parts = parts
        self._now = now

    def view(self, claim_id: str) -> View:
        """One claim with standing and badges; the text of a purged claim is gone."""
        claim = self._knowledge.claims[claim_id]
        standing = self._knowledge.standings[claim_id]
        source = self._knowledge.sources.get(claim.source)
        assumed = bool(source and source.precision == "assumed")
        day = (claim.asserted_at or "")[:10]
        where = f"{source.title.rstrip('.')}, {day}" if source and day else source.title if source else day
        return View(
            claim,
            standing,
            badges(claim, standing, self._now, assumed),
            standing.topic or claim.topic,
            standing.label or claim.label,
            where,
        )

    def claim(self, name: str) -> str:
        """Id of the claim that a unique beginning of an id names."""
        if name in self._knowledge.claims:
            return name
        found = sorted(i for i in self._knowledge.claims if i.startswith(name)) if len(name) > 1 else []
        if len(found) == 1:
            return found[0]
        if found:
            raise Ambiguous(f"{name} fits {len(found)} claims: {', '.join(found[:5])}; give more characters")
        if len(name) == 1:
            raise NotFound(f"{name!r} is too short to name a claim; give more of its id, as clew list shows it")
        raise NotFound(f"no claim has an id that begins with {name!r}; list them with: clew list")

    def topic(self, name: str) -> str:
        """Key of the topic that a name means; the nearest names are offered when none fits."""
        wanted = canonical(name)
        topics: Counter[str] = Counter()
        for (_, _, key), many in self._knowledge.tallies.items():
            topics[key] += many
        if wanted in topics:
            return wanted
        words = set(wanted.split())
        near = [t for t in topics if words <= set(t.split()) or (t and set(t.split()) <= words)]
        if len(near) == 1:
            return near[0]
        if near:
            raise Ambiguous(f"{name!r} fits several topics: {', '.join(sorted(near)[:8])}; name one of them")
        offered = sorted(topics, key=lambda t: (-len(words & set(t.split())), -topics[t], t))[:5]
        more = f" and {len(topics) - len(offered)} more" if len(topics) > len(offered) else ""
        raise NotFound(f"no topic is called {name!r}; there is: {', '.join(offered) or 'none yet'}{more}")

    def topics(self) -> dict[str, int]:
        """Topics with the number of claims that are shown, largest first."""
        counts: Counter[str] = Counter()
        for (link, shown, topic), many in self._knowledge.tallies.items():
            if shown == "shown" and link not in OUTSIDE:
                counts[topic] += many
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def list(self, which: Filter) -> tuple[View, ...]:
        """Claims that pass a filter, newest assertion first."""
        topic = self.topic(which.topic) if which.topic else None
        views = (self.view(i) for i in self._knowledge.claims)
        chosen = [v for v in views if _passes(v, which, topic)]
        return tuple(sorted(chosen, key=lambda v: said(v.claim), reverse=True))

    def history(self, name: str) -> Thread:
        """The chain of a claim, or every chain of a topic, oldest link first."""
        try:
            start = [self.claim(name)]
            title = self.view(start[0]).label
        except NotFound:
            title = self.topic(name)
            start = [i for i in self._knowledge.claims if self._knowledge.topic(i) == title and self._tells(i)]
        chains: dict[tuple[str, ...], None] = {}
        for claim_id in sorted(start, key=lambda i: said(self._knowledge.claims[i])):
            chains.setdefault(self._knowledge.chain(claim_id))
        return Thread(title, tuple(tuple(self.view(i) for i in chain) for chain in chains))

    def _tells(self, claim_id: str) -> bool:
        standing = self._knowledge.standings[claim_id]
        return standing.shown == "shown" and standing.link not in OUTSIDE

    def why(self, name: str) -> Why:
        """Evidence in its surroundings, every event, and the findings that name the claim."""
        claim_id = self.claim(name)
        view = self.view(claim_id)
        touching = self._knowledge.touching(claim_id)
        found = [f for f in self._knowledge.findings().values() if claim_id in f.claims]
        evidence = tuple(self._quoted(span) for span in view.claim.evidence)
        return Why(view, evidence, tuple(touching), tuple(found))

    def _quoted(self, span: Span) -> Quoted:
        source = self._knowledge.sources.get(span.source)
        part = next((p for p in self._parts(span.source) if p.n == span.part), None)
        text = part.text if part else ""
        return Quoted(
            span,
            source.title if source else span.source,
            part.at if part else None,
            (part.name or part.author) if part else "",
            text[max(0, span.start - AROUND) : span.start],
            text[span.end : span.end + AROUND],
        )

    def queue(self) -> tuple[View, ...]:
        """Proposed claims, durable kinds first, oldest said first."""
        known = self._knowledge
        waiting = (self.view(i) for i in known.proposed if known.standings[i].shown == "shown")
        return tuple(sorted(waiting, key=lambda v: (v.claim.kind not in DURABLE, *said(v.claim))))

    def status(self) -> Status:
        """Counts, and what waits for a person."""
        links: Counter[str] = Counter()
        for (link, shown, _), many in self._knowledge.tallies.items():
            if shown == "shown":
                links[link] += many
        waiting = tuple(self._knowledge.waiting().values())
        return Status(
            len(self._knowledge.sources),
            {link: links[link] for link in LINKS if links[link]},
            waiting,
            links["proposed"],
            len(self._knowledge.withdrawn()),
            len(self._knowledge.undecided()),
            Branches(self._knowledge).many(),
        )


def _passes(view: View, which: Filter, topic: str | None) -> bool:
    tests = (
        topic is None or view.topic == topic,
        which.kind is None or view.claim.kind == which.kind,
        which.link is None or view.standing.link == which.link,
        which.speaker is None or canonical(view.claim.speaker.name) == canonical(which.speaker),
        which.hidden or view.standing.shown == "shown",
        which.link == "rejected" or view.standing.link != "rejected",
    )
    return all(tests)
