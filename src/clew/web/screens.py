"""The screens: for each path a template and what it shows; every one can be read without scripts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clew import config
from clew.bundle import Bundle
from clew.errors import ModelFailed
from clew.lint.table import severity
from clew.model import KINDS, Channel
from clew.text.moment import said
from clew.use.find import held
from clew.web import api, browser, markup, reads
from clew.web.adds import Adding
from clew.web.call import Fault
from clew.web.lead import Lead
from clew.web.params import from_text
from clew.web.reads import Named, Question, Stretch, Which, Window, Words
from clew.web.room import Room
from clew.web.wire import shown, told

PATIENCE = 3.0
"""Seconds that a page waits for the first reading of a large bundle, before it says that this is under way."""
ASKS = {
    "why": "why",
    "when": "when",
    "current": "what holds now",
    "history": "how it changed",
    "as-of": "what held that day",
    "list": "for everything",
    "connects": "how things hang together",
    "relates": "what it has to do with",
}
"""Shapes of questions in the words of the page."""
Context = dict[str, Any]
Fields = dict[str, list[str]]
MOST = 300
"""Problems, and findings, that Health shows at once."""
TOPICS = 400
"""Topics that a list shows at once."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One path of the app."""

    path: str
    template: str
    act: Callable[[Bundle, Fields], Context]
    headers: Callable[[Bundle], dict[str, str]] = lambda bundle: {}
    """Headers that this screen alone has."""
    beside: Callable[[Room, Channel], Context] = lambda room, channel: {}
    """What it shows of the server's own work; asked while nobody waits for the bundle."""


def _ask(bundle: Bundle, fields: Fields) -> Context:
    if not "".join(fields.get("q", [])).strip():
        known = bundle.knowledge()
        fresh = [i for i, s in known.standings.items() if s.predecessors and s.link == "active" and s.shown == "shown"]
        fresh.sort(key=lambda i: said(known.claims[i]), reverse=True)
        recent = [shown(bundle.view(i), known) for i in fresh[:6]]
        return {"block": None, "recent": recent, "topics": _topics(bundle)[:24]}
    given = from_text(Question, fields)
    block = reads.answered(bundle, given)
    known = bundle.knowledge()
    look = {i.claim: i.claim for i in (*block.items, *block.near) if i.claim in known.claims}
    cards = {i: shown(bundle.view(i), known) for i in look if i}
    model = bundle.models.uses.get("answer", "")
    own = bundle.settings.browser if bundle.settings.browser_from else ""
    return {
        "asks": ASKS,
        "own": own,
        "block": block,
        "cited": [n for n, _ in block.cited()],
        "cards": cards,
        "given": given,
        "model": model,
    }


def spoken(bundle: Bundle, fields: Fields) -> str:
    """The page of an answer in a model's words; asked for by a person, since it may cost and leave the machine."""
    context = _ask(bundle, fields)
    try:
        context["spoken"] = bundle.answers.answer(context["block"])
    except ModelFailed as error:
        context["failed"] = str(error)  # the facts need no model
    return _render("ask.html", {**_frame(bundle, "", "/"), **context})


def _browser(bundle: Bundle, fields: Fields) -> Context:
    return _ask(bundle, fields) | {"engine": browser.engine(bundle.settings)}


def _topics(bundle: Bundle) -> list[tuple[str, int]]:
    return list(bundle.topics().items())


def _search(bundle: Bundle, fields: Fields) -> Context:
    if not "".join(fields.get("q", [])).strip():
        return {"found": (), "q": ""}
    given = from_text(Words, fields)
    found = bundle.search(given.q, given.limit)
    return {"found": found, "q": given.q, "held": held(given.q, found)}


def _graph(bundle: Bundle, fields: Fields) -> Context:
    topics = _topics(bundle)
    return {"topics": topics[:TOPICS], "more": max(0, len(topics) - TOPICS), "kinds": KINDS}


def _list(bundle: Bundle, fields: Fields) -> Context:
    topics = _topics(bundle)
    wanted = " ".join(fields.get("q", [])).casefold().split()
    found = [(name, n) for name, n in topics if all(word in name.casefold() for word in wanted)]
    return {"topics": found[:TOPICS], "total": len(found), "q": " ".join(wanted)}


def _thread(bundle: Bundle, fields: Fields) -> Context:
    found = reads.thread(bundle, from_text(Named, {"name": fields.get("name", [])}))
    why = {c.id: bundle.why(c.id) for chain in found.chains for c in chain[:200]}
    ends = [id_ for id_ in fields.get("compare", []) if id_ in why][:2]
    sides = [c for chain in found.chains for c in chain if c.id in ends]
    return {"thread": found, "why": why, "sides": sides if len(sides) == 2 else ()}


def _claim(bundle: Bundle, fields: Fields) -> Context:
    return {"whole": reads.whole_claim(bundle, from_text(Named, fields)), "kinds": KINDS}


def _claims(bundle: Bundle, fields: Fields) -> Context:
    given = from_text(Which, fields)
    return {"found": reads.claims(bundle, given), "given": given, "kinds": KINDS}


def _review(bundle: Bundle, fields: Fields) -> Context:
    window = Window(limit=20, offset=from_text(Window, {"offset": fields.get("offset", [])}).offset)
    found = reads.queue(bundle, window)
    disputes = [reads.finding(bundle, Named(f.id)) for f in bundle.findings()[:20]]
    return {
        "found": found,
        "why": {c.id: bundle.why(c.id) for c in found.claims},
        "disputes": disputes,
        "named": {one.finding.id: reads.named(bundle, one.finding) for one in disputes},
        "open_findings": len(bundle.findings()),
        "offset": window.offset,
    }


def _finding(bundle: Bundle, fields: Fields) -> Context:
    found = reads.finding(bundle, from_text(Named, fields))
    why = {c.id: bundle.why(c.id) for c in found.claims}
    return {"open": found, "why": why, "named": reads.named(bundle, found.finding)}


def _pages(bundle: Bundle, fields: Fields) -> Context:
    wanted = " ".join(fields.get("q", [])).casefold()
    leaves = [p for p in bundle.shelf.leaves() if wanted in f"{p.title} {p.path} {p.type}".casefold()]
    return {"leaves": leaves[:1000], "total": len(leaves), "q": wanted}


def _page(bundle: Bundle, fields: Fields) -> Context:
    sheet = bundle.shelf.sheet(fields["path"][0])
    known = bundle.knowledge()
    views = (bundle.view(i) for i in sheet.claims[:300] if i in known.claims)
    kept = [v for v in views if v.standing.shown == "shown" and v.standing.link not in ("rejected", "proposed")]
    order = {"active": 0, "superseded": 1, "retracted": 2}
    kept.sort(key=lambda v: (order.get(v.standing.link, 3), v.claim.asserted_at or ""))
    kept_by_people = bundle.pages.show(sheet.leaf.path)
    near = bundle.atlas.neighbours(sheet.leaf.path, limit=200).links
    ties = [link for link in near if link.place.kind == "name" and link.rel not in ("about", "names")]
    return {"sheet": sheet, "claims": [shown(v, known) for v in kept], "page": kept_by_people, "ties": ties}


def _sources(bundle: Bundle, fields: Fields) -> Context:
    wanted = " ".join(fields.get("q", [])).casefold()
    known = bundle.knowledge()
    every = [s for s in bundle.sources() if wanted in f"{s.title} {s.provider}".casefold()]
    every.sort(key=lambda s: s.at or "", reverse=True)
    offset = from_text(Window, {"offset": fields.get("offset", [])}).offset
    return {
        "sources": every[offset : offset + 200],
        "total": len(every),
        "offset": offset,
        "q": wanted,
        "withdrawn": known.withdrawn(),
        "counts": {s.id: len(known.of_source(s.id)) for s in every[offset : offset + 200]},
    }


def _source(bundle: Bundle, fields: Fields) -> Context:
    part = next(iter(fields.get("part", [])), "")
    full = bool(fields.get("full"))
    kept: Fields = {name: fields[name] for name in ("name", "offset", "limit") if name in fields}
    if part.isdigit() and "offset" not in kept:
        kept["offset"] = [str(max(0, int(part[:9]) - 1 - 20))]
    text = reads.text(bundle, from_text(Stretch, kept))
    spans = [(c.id, span) for c in text.claims for span in c.evidence]
    return {
        "text": text,
        "spans": spans,
        "part": part,
        "full": full,
        "offset": int(kept.get("offset", ["0"])[0] or 0),
        "withdrawn": text.source.id in bundle.knowledge().withdrawn(),
    }


def _add(bundle: Bundle, fields: Fields) -> Context:
    name = next(iter(fields.get("draft", [])), "")
    drafts = bundle.drafts.list()
    return {"drafts": drafts, "draft": bundle.drafts.get(name) if name else None, "policy": bundle.settings.accept}


def _discarded(bundle: Bundle, fields: Fields) -> Context:
    return {"found": reads.discarded(bundle, from_text(Window, fields))}


def _log(bundle: Bundle, fields: Fields) -> Context:
    every, offset = bundle.log(), from_text(Window, fields).offset
    stretch = every[offset : offset + 100]
    about = {one.id: reads.about(bundle.knowledge(), one) for one in stretch}
    return {"log": [told(one) for one in stretch], "about": about, "total": len(every), "offset": offset}


def _health(bundle: Bundle, fields: Fields) -> Context:
    return {"status": bundle.status(), "severity": severity, "most": MOST, "lead": Lead(bundle)}


def _checkup(room: Room, channel: Channel) -> Context:
    events = room.read(channel, lambda bundle: len(bundle.knowledge().events))
    seen, running = room.checkup.look(channel, events)
    return {"seen": seen, "running": running, "behind": seen is not None and seen.events != events}


def _jobs(bundle: Bundle, fields: Fields) -> Context:
    runs, jobs, known = bundle.runs()[:100], bundle.extraction.jobs()[:500], bundle.knowledge().sources
    names = {*(str(run.data.get("source", "")) for run in runs), *(job.source for job in jobs)}
    titles = {name: known[name].title or name for name in names if name in known}
    return {"runs": runs, "jobs": jobs, "titles": titles}


def _settings(bundle: Bundle, fields: Fields) -> Context:
    models = bundle.models
    keys = {field: key for key, field in (*config.USER_KEYS.items(), *config.BUNDLE_KEYS.items())}
    rows = [(keys.get(name, name), value, origin) for name, value, origin in config.rows(config.load(bundle.root))]
    return {"rows": rows, "uses": dict(models.uses), "services": models.list()}


SCREENS = (
    Screen("/", "ask.html", _ask),
    Screen("/browser", "browser.html", _browser, browser.headers),
    Screen("/search", "search.html", _search),
    Screen("/graph", "graph.html", _graph),
    Screen("/topics", "topics.html", _list),
    Screen("/thread", "thread.html", _thread),
    Screen("/claims", "claims.html", _claims),
    Screen("/claims/{name}", "claim.html", _claim),
    Screen("/review", "review.html", _review),
    Screen("/findings/{name}", "finding.html", _finding),
    Screen("/pages", "pages.html", _pages),
    Screen("/pages/{path:path}", "page.html", _page),
    Screen("/sources", "sources.html", _sources),
    Screen("/sources/{name}", "source.html", _source),
    Screen("/add", "add.html", _add),
    Screen("/discarded", "discarded.html", _discarded),
    Screen("/log", "log.html", _log),
    Screen("/health", "health.html", _health, beside=_checkup),
    Screen("/jobs", "jobs.html", _jobs),
    Screen("/settings", "settings.html", _settings),
)


def routes(room: Room) -> list[Route]:
    """A route for every screen."""
    return [Route(screen.path, _endpoint(room, screen), methods=["GET"]) for screen in SCREENS]


def _endpoint(room: Room, screen: Screen) -> Callable[..., Any]:
    async def endpoint(request: Request) -> Response:
        fields = {name: request.query_params.getlist(name) for name in request.query_params}
        op = "".join(fields.pop("op", []))
        fields |= {name: [value] for name, value in request.path_params.items()}
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")

        who = api.channel(request)
        if not room.ready.is_set() and not await run_in_threadpool(room.ready.wait, PATIENCE):
            return Response(
                _render("reading.html", {"title": "Clew", "waiting": 0, "here": ""}), media_type="text/html"
            )
        beside = await run_in_threadpool(screen.beside, room, who)

        def act(bundle: Bundle) -> tuple[str, dict[str, str]]:
            context = screen.act(bundle, fields) | beside
            page = _render(screen.template, {**_frame(bundle, op, here), "adds": room.adds.list(), **context})
            return page, screen.headers(bundle)

        page, headers = await run_in_threadpool(room.read, who, act)
        return Response(page, media_type="text/html", headers=headers)

    return endpoint


def _frame(bundle: Bundle, op: str, here: str) -> Context:
    """What every page shows around its content."""
    status = bundle.status()
    found = bundle.operation(op) if op else None
    return {
        "title": bundle.settings.title or bundle.root.name,
        "waiting": status.proposed + len(status.open_findings),
        "done": told(found) if found else None,
        "here": here.partition("?op=")[0].partition("&op=")[0],
        "problems": bundle.problems[:5],
        "now": bundle.now,
    }


@cache
def _templates() -> Environment:
    return markup.environment()


def _render(template: str, context: Mapping[str, Any]) -> str:
    page = _templates().get_template(template).render(context)
    return page.encode("utf-8", "replace").decode()  # half a character cannot be sent


def page(template: str, bundle: Bundle, op: str, context: Context) -> str:
    """A page of its own, within the frame of all, with the operation that led to it."""
    return _render(template, {**_frame(bundle, op, context["here"]), **context})


def failed(fault: Fault) -> str:
    """The page of an error."""
    return _render("failed.html", {"fault": fault, "title": "Clew", "waiting": 0, "here": ""})


def linked(link: str) -> str:
    """The page with a link for one more browser."""
    return _render("linked.html", {"link": link, "title": "Clew", "waiting": 0, "here": "/settings"})


def reported(bundle: Bundle, adding: Adding) -> str:
    """The page that says how far an add is, or what it did."""
    report = adding.future.result() if adding.state == "done" else None
    fault = api.fault(adding.failure) if adding.failure else None
    frame = _frame(bundle, report.op if report else "", "/add")
    return _render("added.html", {**frame, "adding": adding, "report": report, "fault": fault})
