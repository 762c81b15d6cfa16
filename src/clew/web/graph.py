"""The graph as it is drawn: topics, claims and the links between them, in columns that a browser reads fast.

A bundle with more claims than can be drawn at once is handed out as its topics; the claims of a topic come when
it is opened. The day of the time slider is applied in the browser, from `at` and `ended` of each claim.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clew.belief.knowledge import Knowledge
from clew.bundle import Bundle
from clew.core.given import maybe, whole
from clew.model import KINDS, Json
from clew.text.fold import canonical

LINKS = ("active", "superseded", "retracted", "proposed")
CONFIDENCE = ("low", "medium", "high")
EDGES = ("supersedes", "restates", "disputes", "derived", "about")
MOST = 12_000
"""Claims that are drawn at once."""


@dataclass(frozen=True, slots=True)
class Detail:
    """What is drawn."""

    topic: str | None = maybe(300)
    """Only this topic's claims."""
    limit: int = whole(MOST, 1, MOST)


@dataclass(frozen=True, slots=True)
class Graph:
    """What a browser draws."""

    topics: tuple[Json, ...]
    """Name and number of claims of each."""
    nodes: tuple[Json, ...]
    """A row for each claim: id, label, topic, kind, link, at, ended, confidence (numbers are positions in lists)
    and 1 where it corrects another, 2 where it is disputed, 4 where it is pinned, added up."""
    edges: tuple[Json, ...]
    """Two nodes, and the kind of link; `about` leads from a node to a topic."""
    kinds: tuple[str, ...]
    links: tuple[str, ...]
    relations: tuple[str, ...]
    total: int
    folded: bool
    """True where there are too many claims: only topics are given, to be opened one by one."""


def drawn(bundle: Bundle, given: Detail) -> Graph:
    """The graph of a bundle, or of one topic."""
    known = bundle.knowledge()
    counts: Counter[str] = Counter()
    for (link, visible, topic), many in known.tallies.items():
        if visible == "shown" and link != "rejected":
            counts[topic] += many
    topics = sorted(counts, key=lambda name: (-counts[name], name))
    folded = (counts.total() if given.topic is None else counts[given.topic]) > given.limit
    chosen = () if folded else tuple(_drawable(known, given.topic))
    found = graph(known, chosen, [(name, counts[name]) for name in topics[: given.limit]])
    return replace(found, folded=folded, total=counts.total())


def _drawable(known: Knowledge, topic: str | None) -> Iterator[str]:
    for claim_id, standing in known.standings.items():
        able = standing.shown == "shown" and standing.link != "rejected"
        if able and (topic is None or known.topic(claim_id) == topic):
            yield claim_id


def graph(known: Knowledge, ids: Sequence[str], topics: Sequence[tuple[str, int]]) -> Graph:
    """Rows for these claims and topics."""
    places = {name: n for n, (name, _) in enumerate(topics)}
    at = {claim_id: n for n, claim_id in enumerate(ids)}
    return Graph(
        topics=tuple([name, count] for name, count in topics),
        nodes=tuple(_row(known, claim_id, places) for claim_id in ids),
        edges=tuple(_edges(known, at, places)),
        kinds=KINDS,
        links=LINKS,
        relations=EDGES,
        total=len(ids),
        folded=False,
    )


def _row(known: Knowledge, claim_id: str, places: dict[str, int]) -> list[Json]:
    claim, standing = known.claims[claim_id], known.standings[claim_id]
    flags = bool(standing.predecessors) + 2 * bool(standing.disputed_with) + 4 * standing.pinned
    return [
        claim_id,
        standing.label or claim.label or claim.text[:80],
        places.get(known.topic(claim_id), -1),
        KINDS.index(claim.kind),
        LINKS.index(standing.link),
        (claim.asserted_at or "")[:10],
        (standing.ended_at or "")[:10],
        CONFIDENCE.index(standing.confidence),
        flags,
    ]


def _edges(known: Knowledge, at: dict[str, int], places: dict[str, int]) -> Iterator[list[int]]:
    for claim_id, n in at.items():
        claim, standing = known.claims[claim_id], known.standings[claim_id]
        yield from ([n, at[i], 0] for i in standing.predecessors if i in at)
        if standing.restates in at:
            yield [n, at[standing.restates], 1]
        yield from ([n, at[i], 2] for i in standing.disputed_with if i in at and i > claim_id)
        yield from ([n, at[i], 3] for i in claim.derived_from if i in at)
        own = known.topic(claim_id)
        names = {canonical(name) for name in claim.about} - {own}
        yield from ([n, places[name], 4] for name in sorted(names) if name in places)
