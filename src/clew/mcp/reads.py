"""The tools that change nothing."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from clew.bundle import Bundle
from clew.core.badges import short
from clew.core.given import flag, line, maybe, whole
from clew.mcp.reply import Reply, claim, marks, paragraphs
from clew.mcp.tool import Tool, budget
from clew.model import Event, Finding
from clew.search import block
from clew.use.ask import Options
from clew.use.atlas import Link, Ranked
from clew.use.find import held
from clew.use.look import Quoted
from clew.use.naming import Place, label
from clew.use.timeline import Span

THING = "A topic, a name, the title or path of a page, or a claim id; a unique beginning is enough."
BRIEF = 500
"""Tokens below which facts go without their quotes: one more of them is worth more than its words once more."""
LINKS = 200
"""Links of a concept that are looked at."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked."""

    question: str = line(4000, "The question in full words; name the thing it is about.")
    as_of: str | None = maybe(40, "A date like 2026-03-01: what was in force then instead of now.")
    proposed: bool = flag("Also claims that still wait for review.")
    budget: int | None = budget()


@dataclass(frozen=True, slots=True)
class Words:
    """What is looked for."""

    query: str = line(1000, "Words that stand in what you look for.")
    limit: int = whole(10, 1, 100, "Most results.")
    budget: int | None = budget()


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing by name."""

    name: str = line(300, THING)
    budget: int | None = budget()


@dataclass(frozen=True, slots=True)
class Around:
    """One thing and how much around it."""

    name: str = line(300, THING)
    limit: int = whole(10, 1, 100, "Most results of each kind.")
    budget: int | None = budget()


@dataclass(frozen=True, slots=True)
class Ends:
    """Two things."""

    start: str = line(300, THING)
    goal: str = line(300, "The other one.")
    budget: int | None = budget()


@dataclass(frozen=True, slots=True)
class Time:
    """A stretch of time, of everything or of one thing."""

    name: str | None = maybe(300, THING + " Everything if left out.")
    since: str | None = maybe(40, "A date like 2026-03-01: nothing earlier.")
    until: str | None = maybe(40, "A date: nothing later.")
    limit: int = whole(50, 1, 500, "Most statements; the newest are kept.")
    budget: int | None = budget()


@dataclass(frozen=True, slots=True)
class Settled:
    """Which findings are listed."""

    settled: bool = flag("Settled ones too.")
    budget: int | None = budget()


def found(bundle: Bundle, given: Question) -> block.Block:
    """The block that answers a question."""
    size = given.budget or bundle.settings.budget
    return bundle.context(given.question, Options(budget=size, as_of=given.as_of, proposed=given.proposed))


def context(bundle: Bundle, given: Question) -> Reply:
    """Everything that bears on a question."""
    made = found(bundle, given)
    items = made.items if (given.budget or BRIEF) >= BRIEF else [replace(one, evidence=()) for one in made.items]
    return Reply("context", (*_opening(made), *(_item(n, one) for n, one in enumerate(items, 1)), *made.notes))


def _ask(bundle: Bundle, given: Question) -> Reply:
    made = found(bundle, given)
    cited = made.cited() if made.confident else []
    rest = len(made.items) - len(cited) if made.confident else 0
    more = [f"more that bears on it: {rest}; call context"] if rest > 0 else []
    return Reply("answer", (*_opening(made), *(_item(n, one) for n, one in cited), *more, *made.notes))


def _opening(made: block.Block) -> Iterator[str]:
    if not made.confident:
        yield f"No confident match: {made.reason} Say so instead of guessing."
        yield from (f"nearest: {one.text}{_mark(one)}" for one in made.near)
        return
    yield "Cite as [n]. PAST and DISPUTED lines do not hold as they stand."
    if made.missing:
        yield "Not covered by anything stored: " + ", ".join(made.missing)


def _item(n: int, one: block.Item) -> str:
    return block.line(n, one) + _mark(one)


def _mark(one: block.Item) -> str:
    return f" {{{short(one.claim)}}}" if one.claim else f" {{{one.ref}}}"


def _search(bundle: Bundle, given: Words) -> Reply:
    found = bundle.search(given.query, given.limit)
    lines = [
        f"{hit.ref} {(hit.at or '')[:10]} {hit.title}: {block.inert(hit.text, 300)}"
        + (f" ({marks(hit.badges)})" if hit.badges else "")
        for hit in found
    ]
    if lines and not held(given.query, found):
        lines = ["Nothing holds these words; by parts of them:", *lines]
    return Reply("search", tuple(lines) or ("Nothing holds these words.",))


def concept(bundle: Bundle, given: Thing) -> Reply:
    """What is known about one thing: its page, its claims, its links."""
    near = bundle.atlas.neighbours(given.name, limit=LINKS)
    claims = [link for link in near.links if link.place.kind == "claim"]
    claims.sort(key=lambda link: not link.place.badges[:1] or "CURRENT" not in link.place.badges[0])
    lines = [f"{near.place.title} ({near.place.type}) {near.place.ref}"]
    lines += [_place(link.place) for link in {link.place.ref: link for link in claims}.values()]
    lines += [_link(link) for link in near.links if link.place.kind != "claim"]
    if near.place.kind == "page":
        sheet = bundle.shelf.sheet(near.place.ref)
        lines[1:1] = [sheet.leaf.description] if sheet.leaf.description else []
        lines += [told for told in paragraphs(sheet.prose) if told.strip("# ") != sheet.leaf.title]
    return Reply("concept", tuple(lines), "read the page as a resource, or ask with a larger `budget`")


def _place(place: Place) -> str:
    if place.kind == "claim":
        when = (place.at or "no date")[:10]
        return f"[{short(place.ref.removeprefix('claim:'))}] {when}: {place.title} ({marks(place.badges)})"
    return f"{place.title} ({place.type})"


def _link(link: Link) -> str:
    return f"—{link.rel}→ {_place(link.place)}" if link.out else f"←{link.rel}— {_place(link.place)}"


def history(bundle: Bundle, given: Thing) -> Reply:
    """How a topic or claim came to be what it is."""
    thread = bundle.history(given.name)
    lines = [f"{thread.name}; threads: {len(thread.chains)}, each from its oldest link to what holds now"]
    for chain in thread.chains:
        lines += [f"{'then ' if n else ''}{claim(view)}" for n, view in enumerate(chain)]
    return Reply("history", tuple(lines))


def why(bundle: Bundle, given: Thing) -> Reply:
    """What one claim rests on and what happened to it."""
    told = bundle.why(given.name.strip("[]{} "))
    lines = [claim(told.view), *map(_quoted, told.evidence)]
    if told.view.claim.reasons:
        lines.append("lowered: " + ", ".join(told.view.claim.reasons))
    lines += [_happened(event, told.view.claim.id) for event in told.events]
    return Reply("why", (*lines, *(_finding(one) for one in told.findings)))


def _happened(event: Event, claim_id: str) -> str:
    """What an event did, to which other claim, and why."""
    others = [name for name in (event.target, str(event.data.get("old", ""))) if name and name != claim_id]
    ground = event.reason or event.data.get("ground")
    which = f" {short(others[0])}" if others else ""
    return f"{event.at[:19]} {event.kind}{which} by {event.actor} ({event.channel})" + (f": {ground}" if ground else "")


def _quoted(one: Quoted) -> str:
    where = f"{one.title}, {one.speaker}, {(one.at or 'no date')[:10]}, {one.span.source} part {one.span.part}"
    return f'"{one.span.quote}" ({where}; {one.span.match}; around it: {one.before} ▸ {one.after})'


def _finding(one: Finding) -> str:
    settled = f" — settled: {one.disposition}" if one.disposition else " — open"
    return f"finding {short(one.id)} {one.kind}: {one.ground}{settled}"


def _related(bundle: Bundle, given: Around) -> Reply:
    near = bundle.atlas.related(given.name, given.limit)
    lines = [near.place.title, *map(_ranked, near.things), *map(_ranked, near.claims)]
    return Reply("related", tuple(lines) if len(lines) > 1 else (*lines, "Nothing is linked to it."))


def _ranked(one: Ranked) -> str:
    via = f", through: {label(one.via)}" if one.via else ""
    return f"{_place(one.place)}{via}"


def _path(bundle: Bundle, given: Ends) -> Reply:
    route = bundle.atlas.path(given.start, given.goal)
    if not route.places:
        return Reply("path", ("Nothing connects them.",))
    return Reply("path", (_place(route.places[0]), *map(_link, route.links)))


def _timeline(bundle: Bundle, given: Time) -> Reply:
    every = bundle.timeline(given.name, Span(given.since, given.until))
    told = every[-given.limit :]
    lines = [f"{len(every) - len(told)} earlier"] if len(every) > len(told) else []
    for one in told:
        ref = short(one.ref.removeprefix("claim:")) if one.badges else one.ref
        lines.append(f"{one.at[:10]} {one.text} ({marks((one.topic, *one.badges))}) [{ref}]")
    return Reply("timeline", tuple(lines) or ("Nothing was said then.",))


def _findings(bundle: Bundle, given: Settled) -> Reply:
    lines = []
    for one in bundle.findings(given.settled):
        lines.append(_finding(one))
        lines += [f"  {claim(view)}" for view in bundle.finding(one.id)[1]]
    waiting = bundle.status().proposed
    lines.append(f"claims that wait for review: {waiting}. A person decides: clew review, clew finding settle, the app")
    return Reply("findings", tuple(lines))


READS = (
    Tool(
        "context",
        "Context for a question",
        "Get everything stored that bears on a question, current facts first, each with its quote and source. "
        "Call it before answering or deciding anything that may have been discussed before.",
        context,
        Question,
    ),
    Tool(
        "ask",
        "Short answer",
        "Get the few facts that answer a question, or 'no confident match'. Use it for one fact; use context for more.",
        _ask,
        Question,
    ),
    Tool(
        "search",
        "Search by words",
        "Find claims, messages and pages that hold given words. Use it when you know the words, not the question.",
        _search,
        Words,
    ),
    Tool(
        "concept",
        "One thing",
        "Get what is known about one thing: its page, its current claims, what it is linked to.",
        concept,
        Thing,
    ),
    Tool(
        "history",
        "How it changed",
        "Get how a topic or claim came to be what it is: every link of its chain, oldest first.",
        history,
        Thing,
    ),
    Tool(
        "why",
        "Why it is believed",
        "Get the quotes one claim rests on, the text around them, and all that happened to it. Takes a claim id.",
        why,
        Thing,
    ),
    Tool("related", "What has to do with it", "Find what has most to do with a thing.", _related, Around),
    Tool("path", "How two things connect", "Find the shortest chain of links between two things.", _path, Ends),
    Tool("timeline", "What happened when", "List dated statements of everything or one thing.", _timeline, Time),
    Tool(
        "findings",
        "What is open",
        "List contradictions and questions that wait for the person, with the claims of each side.",
        _findings,
        Settled,
    ),
)
