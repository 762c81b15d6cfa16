"""The site: calls, screens and assets behind the guard."""

from collections.abc import Callable
from importlib.resources import files

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from clew.errors import ClewError
from clew.web import api, browser, screens, tidying, upload, workspaces
from clew.web.deeds import DEEDS
from clew.web.guard import Door, Guard
from clew.web.jobs import JOBS
from clew.web.reads import READS
from clew.web.reply import refusal
from clew.web.room import Room
from clew.web.schema import document

CALLS = (*READS, *DEEDS, *JOBS, *browser.CALLS)


def site(room: Room, door: Door, neighbours: workspaces.Neighbours | None = None) -> Starlette:
    """The whole application; with `neighbours` it can open other workspaces beside this one."""
    openapi = document(CALLS)

    async def described(request: Request) -> Response:
        return api.answer(openapi)

    return Starlette(
        routes=[
            Route("/api/openapi.json", described),
            *api.routes(room, CALLS),
            api.form(room, DEEDS),
            *upload.routes(room),
            *tidying.routes(room),
            *workspaces.routes(room, door, neighbours),
            browser.route(room),
            Route("/do-words", _words(room), methods=["POST"]),
            Route("/do-link", _link(door), methods=["POST"]),
            Mount("/assets", StaticFiles(directory=str(files("clew.web") / "assets"))),
            Route("/favicon.ico", _icon),
            *screens.routes(room),
        ],
        middleware=[Middleware(Guard, door=door)],
        exception_handlers={ClewError: _failed, HTTPException: _failed, ClientDisconnect: _left, 500: _failed},
    )


async def _failed(request: Request, error: Exception) -> Response:
    """The one place where errors become answers."""
    found = api.fault(error)
    if request.url.path.startswith("/api/"):
        return api.answer(found, found.status)
    page = await run_in_threadpool(screens.failed, found)
    return Response(page, found.status, media_type="text/html")


async def _left(request: Request, error: Exception) -> Response:
    """Somebody closed the page while it still sent: nobody is there to be answered, and nothing went wrong."""
    return Response(status_code=400)


async def _icon(request: Request) -> Response:
    return Response(status_code=204)


def _words(room: Room) -> Callable[..., object]:
    """An answer in a model's words, by the form of the page Ask."""

    async def endpoint(request: Request) -> Response:
        fields = api.texts(await request.form())
        page = await run_in_threadpool(room.work, api.channel(request), lambda b: screens.spoken(b, fields))
        return Response(page, media_type="text/html")

    return endpoint


def _link(door: Door) -> Callable[..., object]:
    """A new link for one more browser, asked for by a person who is in."""

    async def endpoint(request: Request) -> Response:
        if api.channel(request) != door.person:
            return refusal("/api/", 403, "Refused", "only a browser that is in may let another one in")  # type: ignore[return-value]  # an answer all the same
        host = request.headers["host"]
        return Response(
            await run_in_threadpool(screens.linked, f"{door.scheme}://{host}/open?key={door.keys.link()}"),
            media_type="text/html",
        )

    return endpoint
