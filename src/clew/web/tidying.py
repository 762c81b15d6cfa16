"""What a model proposes about labels, topics and ties: what asking would cost, what it said, and what is taken."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clew.bundle import Bundle
from clew.core import codec
from clew.core.given import line
from clew.errors import UsageError
from clew.llm.meter import Limits
from clew.use.tidy import Label, Move, Tie, Wish
from clew.web import api, screens
from clew.web.params import from_text
from clew.web.room import Room

KINDS: dict[str, type[Label] | type[Move]] = {"label": Label, "move": Move}


@dataclass(frozen=True, slots=True)
class Asking:
    """What a model is asked for."""

    what: Literal["labels", "topics", "ties"] = "labels"


@dataclass(frozen=True, slots=True)
class Taking:
    """Proposals that a person chose, as they stood on the page."""

    chosen: tuple[str, ...]
    model: str = line(300)


def routes(room: Room) -> list[Route]:
    """`/tidy`: the plan, then the proposals; `/do-take`: what was chosen becomes one operation."""

    def page(act: Callable[[Bundle, Asking], dict[str, Any]], form: bool) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            query = {name: request.query_params.getlist(name) for name in request.query_params}
            fields = api.texts(await request.form()) if form else query
            given: Asking = from_text(Asking, {"what": fields.get("what", [])})
            op = "".join(query.get("op", []))
            # a model may take its time: nobody else waits for it
            work = room.apart if form else room.read
            shown = await run_in_threadpool(
                work,
                api.channel(request),
                lambda b: screens.page("tidy.html", b, op, {"here": "/tidy", **act(b, given)}),
            )
            return Response(shown, media_type="text/html")

        return endpoint

    async def take(request: Request) -> Response:
        given: Taking = from_text(Taking, api.texts(await request.form()))
        chosen = [_read(text) for text in given.chosen]
        done = await run_in_threadpool(room.work, api.channel(request), lambda b: b.tidy.take(chosen, given.model))
        return api.leading("/tidy", {"op": next((e.op for e in done if e.op), "")})

    return [
        Route("/tidy", page(_plan, form=False), methods=["GET"]),
        Route("/tidy", page(_ask, form=True), methods=["POST"]),
        Route("/do-take", take, methods=["POST"]),
    ]


def _wish(bundle: Bundle) -> Wish:
    return Wish(limits=Limits(bundle.settings.spend or None))


def _plan(bundle: Bundle, given: Asking) -> dict[str, Any]:
    able = bool(bundle.models.uses.get("extract"))
    return {"what": given.what, "plan": bundle.tidy.plan(_wish(bundle), given.what) if able else None}


def _ask(bundle: Bundle, given: Asking) -> dict[str, Any]:
    found = getattr(bundle.tidy, given.what)(_wish(bundle))
    rows = [(type(one).__name__.lower(), one, _written(one)) for one in found.proposals]
    return {"what": given.what, "found": found, "rows": rows}


def _written(one: Label | Move | Tie) -> str:
    return codec.dump({"kind": type(one).__name__.lower(), **codec.pack(one)})


def _read(text: str) -> Label | Move:
    try:
        held = codec.load(text)
        return codec.value(KINDS[str(held.pop("kind", ""))], held)
    except (ValueError, KeyError) as error:
        raise UsageError("that is no proposal of the page Tidy") from error
