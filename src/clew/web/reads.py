"""The calls that change nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from clew.belief.knowledge import Knowledge
from clew.bundle import Bundle
from clew.core.given import line, maybe, whole
from clew.errors import NotFound
from clew.model import Event, Finding, Json, Link, Part, Problem, Source
from clew.search.block import Block
from clew.text.fold import canonical
from clew.text.moment import said
from clew.use.ask import Options
from clew.use.draft import Draft
from clew.use.find import Found
from clew.use.look import Filter, View
from clew.use.record import Operation
from clew.use.seen import revision
from clew.use.shelf import Leaf, Sheet
from clew.web import graph
from clew.web.call import Call, Nothing
from clew.web.wire import Chains, Open, Shown, Told, Whole, shown, told


@dataclass(frozen=True, slots=True)
class Named:
    """One thing by its id or name; a unique beginning is enough."""

    name: str = line(300)


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a list."""

    limit: int = whole(50, 1, 500)
    offset: int = whole(0, 0, 10_000_000)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked."""

    q: str = line(4000)
    as_of: str | None = maybe(40)
    """What was in force then."""
    known_at: str | None = maybe(40)
    """Only what the bundle had recorded by then."""
    budget: int | None = field(default=None, metadata={"minimum": 50, "maximum": 100_000})
    proposed: bool = False
    """Also claims that wait for review."""


@dataclass(frozen=True, slots=True)
class Words:
    """What is looked for."""

    q: str = line(1000)
    limit: int = whole(20, 1, 200)


@dataclass(frozen=True, slots=True)
class Which:
    """Which claims are listed."""

    topic: str | None = maybe(300)
    kind: str | None = maybe(20)
    link: Link | None = None
    speaker: str | None = maybe(200)
    hidden: bool = False
    """Discarded ones too."""
    limit: int = whole(50, 1, 500)
    offset: int = whole(0, 0, 10_000_000)


@dataclass(frozen=True, slots=True)
class Settled:
    """Which findings are listed."""

    settled: bool = False
    """Settled ones too."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a source's parts."""

    name: str = line(300)
    limit: int = whole(100, 1, 500)
    offset: int = whole(0, 0, 10_000_000)


@dataclass(frozen=True, slots=True)
class Path:
    """A page by its path from the root of the bundle."""

    path: str = line(1000)


@dataclass(frozen=True, slots=True)
class Listed:
    """A stretch of a list, and how long the list is."""

    total: int
    claims: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """What is in the bundle and what waits for a person."""

    title: str
    sources: int
    links: Mapping[str, int]
    """How many claims stand how."""
    proposed: int
    findings: int
    now: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A context block, and which of its items answer the question."""

    cited: tuple[int, ...]
    threads: Mapping[str, str]
    """Number of an item → the claim that holds in the end."""
    block: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Text:
    """A source with a stretch of its text and the claims that rest on it."""

    source: Source
    parts: tuple[Part, ...]
    total: int
    claims: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """Whether files, ledger, evidence and pages are what they should be."""

    healthy: bool
    problems: tuple[Problem, ...]
    """The first thousand."""
    sources: int
    claims: int
    events: int


@dataclass(frozen=True, slots=True)
class Linted:
    """Both verdicts on the knowledge: conformant to the format, and findings."""

    conformant: bool
    pages: int
    counts: Mapping[str, int]
    """Findings by severity, worst first."""
    breaches: tuple[Problem, ...]
    findings: tuple[Problem, ...]
    """The first thousand, worst first."""


MOST = 1000
"""Findings that are handed out at once."""


def _overview(bundle: Bundle, given: Nothing) -> Overview:
    status = bundle.status()
    return Overview(
        bundle.settings.title, status.sources, status.links, status.proposed, len(status.open_findings), bundle.now
    )


def answered(bundle: Bundle, given: Question) -> Block:
    """The block that answers a question."""
    return bundle.context(
        given.q,
        Options(
            budget=given.budget or bundle.settings.budget,
            as_of=given.as_of,
            known_at=given.known_at,
            proposed=given.proposed,
        ),
    )


def _ask(bundle: Bundle, given: Question) -> Answer:
    block = answered(bundle, given)
    threads = {str(n): item.thread for n, item in enumerate(block.items, 1) if item.thread}
    return Answer(tuple(n for n, _ in block.cited()), threads, block.json())


def _search(bundle: Bundle, given: Words) -> tuple[Found, ...]:
    return bundle.search(given.q, given.limit)


def _topics(bundle: Bundle, given: Nothing) -> Mapping[str, int]:
    return bundle.topics()


def listed(bundle: Bundle, views: tuple[View, ...], window: Window | Which) -> Listed:
    """A stretch of views as they go out."""
    known = bundle.knowledge()
    stretch = views[window.offset : window.offset + window.limit]
    return Listed(len(views), tuple(shown(view, known) for view in stretch))


def claims(bundle: Bundle, given: Which) -> Listed:
    """Claims that pass a filter."""
    which = Filter(given.topic, given.kind, given.link, given.speaker, given.hidden)
    return listed(bundle, bundle.list(which), given)


def whole_claim(bundle: Bundle, given: Named) -> Whole:
    """All there is to say about a claim."""
    why = bundle.why(given.name)
    known = bundle.knowledge()
    chain = next(iter(bundle.history(why.view.claim.id).chains), ())
    return Whole(
        shown(why.view, known), why.evidence, why.events, why.findings, tuple(shown(view, known) for view in chain)
    )


def thread(bundle: Bundle, given: Named) -> Chains:
    """The history of a topic or claim."""
    found = bundle.history(given.name)
    known = bundle.knowledge()
    return Chains(found.name, tuple(tuple(shown(view, known) for view in chain) for chain in found.chains))


def queue(bundle: Bundle, given: Window) -> Listed:
    """Claims that wait for a person."""
    return listed(bundle, bundle.queue(), given)


def findings(bundle: Bundle, given: Settled) -> tuple[Finding, ...]:
    """What waits for a person, as findings."""
    return bundle.findings(given.settled)


def finding(bundle: Bundle, given: Named) -> Open:
    """A finding with its claims side by side."""
    found, views = bundle.finding(given.name)
    known = bundle.knowledge()
    return Open(found, tuple(shown(view, known) for view in views), revision(known, found.id))


EXAMPLES = 2
"""Claims that are shown of each name, where it is asked whether two mean one thing."""


def named(bundle: Bundle, found: Finding) -> tuple[tuple[str, tuple[Shown, ...]], ...]:
    """Each of two names that may mean one thing, with claims that speak of it: without them nobody can tell."""
    if found.kind != "merge":
        return ()
    known = bundle.knowledge()
    out = []
    for name, other in zip(found.claims, reversed(found.claims), strict=True):
        hits = (hit.ref[6:] for hit in bundle.search(name, 10) if hit.kind == "claim")
        texts = {i: canonical(known.claims[i].text) for i in hits if i in known.claims}
        ids = sorted((i for i in texts if name in texts[i]), key=lambda i: name in other and other in texts[i])
        out.append((name, tuple(shown(bundle.view(i), known) for i in ids[:EXAMPLES])))
    return tuple(out)


def discarded(bundle: Bundle, given: Window) -> Listed:
    """Claims that a person put aside, refused or withdrew, newest first."""
    known = bundle.knowledge()
    gone = [
        i for i, s in known.standings.items() if (s.shown == "hidden" or s.link == "rejected") and s.shown != "purged"
    ]
    gone.sort(key=lambda i: said(known.claims[i]), reverse=True)
    stretch = gone[given.offset : given.offset + given.limit]
    return Listed(len(gone), tuple(shown(bundle.view(i), known) for i in stretch))


def _sources(bundle: Bundle, given: Nothing) -> tuple[Source, ...]:
    return bundle.sources()


def text(bundle: Bundle, given: Stretch) -> Text:
    """A stretch of a source with what was extracted from it."""
    source = bundle.source(given.name)
    known = bundle.knowledge()
    if source.id in known.purged():
        raise NotFound(f"{source.id} was purged; its text is gone")
    parts = bundle.parts(source.id)
    stretch = parts[given.offset : given.offset + given.limit]
    numbers = {(source.id, part.n) for part in stretch}
    resting = (c for c in known.of_source(source.id) if any((s.source, s.part) in numbers for s in c.evidence))
    return Text(source, stretch, len(parts), tuple(shown(bundle.view(c.id), known) for c in resting))


def _pages(bundle: Bundle, given: Nothing) -> tuple[Leaf, ...]:
    return bundle.shelf.leaves()


def _page(bundle: Bundle, given: Path) -> Sheet:
    return bundle.shelf.sheet(given.path)


def _places(bundle: Bundle, given: Nothing) -> Mapping[str, Json]:
    return bundle.places.read()


def _drafts(bundle: Bundle, given: Nothing) -> tuple[Draft, ...]:
    return bundle.drafts.list()


def log(bundle: Bundle, given: Window) -> tuple[Told, ...]:
    """Operations of the ledger, newest first."""
    return tuple(told(one) for one in bundle.log()[given.offset : given.offset + given.limit])


NAMED, LOOKED = 3, 300
"""Claims and sources that the log names of one operation, and of how many events it looks at them."""


def about(known: Knowledge, operation: Operation) -> tuple[tuple[tuple[str, str], ...], int]:
    """What an operation was about: path and words of the first claims or sources, and how many more there are."""
    found: dict[str, tuple[str, str]] = {}
    for event in operation.events[:LOOKED]:
        finding = known.findings().get(event.target)
        for name in finding.claims if finding else (event.target,):
            claim, source = known.claims.get(name), known.sources.get(name)
            if claim and known.standings[name].shown != "purged":
                found[name] = f"/claims/{name}", known.standings[name].label or claim.label
            elif source:
                found[name] = f"/sources/{name}", source.title or name
    return tuple(found.values())[:NAMED], max(0, len(found) - NAMED) + max(0, len(operation.events) - LOOKED)


def _runs(bundle: Bundle, given: Window) -> tuple[Event, ...]:
    return bundle.runs()[given.offset : given.offset + given.limit]


def health(bundle: Bundle, given: Nothing) -> Diagnosed:
    """What `clew doctor` says."""
    found = bundle.doctor()
    return Diagnosed(found.healthy, found.problems[:MOST], found.sources, found.claims, found.events)


def lint(bundle: Bundle, given: Nothing) -> Linted:
    """What `clew lint` says."""
    report = bundle.linter.look()
    return Linted(report.conformant, report.pages, report.counts, report.breaches, report.findings[:MOST])


READS = (
    Call("overview", "GET", "/api/overview", "What is in the bundle and what waits.", _overview, Nothing, Overview),
    Call("ask", "GET", "/api/ask", "The bounded, cited block that answers a question.", _ask, Question, Answer),
    Call("search", "GET", "/api/search", "Claims, messages, pages that hold words.", _search, Words, tuple[Found, ...]),
    Call("topics", "GET", "/api/topics", "Topics with the number of claims.", _topics, Nothing, Mapping[str, int]),
    Call("claims", "GET", "/api/claims", "Claims that pass a filter, newest first.", claims, Which, Listed),
    Call("claim", "GET", "/api/claims/{name}", "One claim with evidence, chain and events.", whole_claim, Named, Whole),
    Call("thread", "GET", "/api/thread", "The history of a topic or claim.", thread, Named, Chains),
    Call("queue", "GET", "/api/queue", "Claims that wait for a person.", queue, Window, Listed),
    Call("findings", "GET", "/api/findings", "Findings to decide.", findings, Settled, tuple[Finding, ...]),
    Call("finding", "GET", "/api/findings/{name}", "A finding, its claims side by side.", finding, Named, Open),
    Call("discarded", "GET", "/api/discarded", "Claims that were put aside or refused.", discarded, Window, Listed),
    Call("sources", "GET", "/api/sources", "All sources.", _sources, Nothing, tuple[Source, ...]),
    Call("source", "GET", "/api/sources/{name}", "A source, its text and its claims.", text, Stretch, Text),
    Call("pages", "GET", "/api/pages", "All pages, by title.", _pages, Nothing, tuple[Leaf, ...]),
    Call("page", "GET", "/api/page", "A page: prose, links, relations, claims.", _page, Path, Sheet),
    Call("places", "GET", "/api/places", "Where the dots of the graph were put.", _places, Nothing, Mapping[str, Json]),
    Call("drafts", "GET", "/api/drafts", "Texts that wait to be added.", _drafts, Nothing, tuple[Draft, ...]),
    Call("log", "GET", "/api/log", "Operations of the ledger, newest first.", log, Window, tuple[Told, ...]),
    Call("runs", "GET", "/api/runs", "Manifests of the runs of extractors.", _runs, Window, tuple[Event, ...]),
    Call("health", "GET", "/api/health", "Whether files and ledger are sound.", health, Nothing, Diagnosed, "apart"),
    Call("lint", "GET", "/api/lint", "Whether knowledge is conformant, and findings.", lint, Nothing, Linted, "apart"),
    Call("graph", "GET", "/api/graph", "Topics, claims and links to draw.", graph.drawn, graph.Detail, graph.Graph),
)
