"""The calls over HTTP: JSON for programs and scripts, forms for pages that work without scripts."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from json import JSONDecodeError, loads
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from clew.core import codec
from clew.core.given import from_json
from clew.errors import ClewError, Conflict, Locked, NotFound, Refused, UsageError
from clew.model import Channel, Json
from clew.web.call import Call, Fault
from clew.web.params import from_text
from clew.web.room import Room

STATUS = ((NotFound, 404), (UsageError, 400), (Conflict, 409), (Refused, 403), (Locked, 503))
"""Errors on purpose, and what they are over HTTP; the first that fits counts, and the disk's own are 503."""


def status_of(error: ClewError) -> int:
    """The HTTP status of an error."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), 503)


def fault(error: Exception) -> Fault:
    """An error as an answer."""
    if isinstance(error, ClewError):
        return Fault(status_of(error), type(error).__name__, str(error))
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = error.detail if isinstance(error, HTTPException) else "something went wrong here; nothing was changed"
    return Fault(status, HTTPStatus(status).phrase.replace(" ", ""), detail)


def plain(value: Any) -> Json:
    """An answer as JSON values."""
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict) or value is None or isinstance(value, str | int | float):
        return value
    return codec.pack(value)


def answer(value: Any, status: int = 200) -> Response:
    """JSON that no browser takes for anything else."""
    return Response(codec.dump(plain(value)), status, media_type="application/json")


def channel(request: Request) -> Channel:
    """In whose name a request acts, as the guard found it."""
    found: Channel = request.state.channel
    return found


def routes(room: Room, calls: Sequence[Call]) -> list[Route]:
    """A route for every call."""
    return [Route(call.path, _endpoint(room, call), methods=[call.method], name=call.name) for call in calls]


def _endpoint(room: Room, call: Call) -> Callable[..., Any]:
    async def endpoint(request: Request) -> Response:
        given = await _given(request, call)
        who = channel(request)
        if call.where == "room":
            return answer(await run_in_threadpool(lambda: plain(call.act(room, who, given))))
        work = room.apart if call.where == "apart" else room.read if call.method == "GET" else room.work
        return answer(await run_in_threadpool(work, who, lambda bundle: plain(call.act(bundle, given))))

    return endpoint


async def _given(request: Request, call: Call) -> Any:
    if call.method == "GET":
        texts = {name: request.query_params.getlist(name) for name in request.query_params}
        inside = {name: [value] for name, value in request.path_params.items()}
        return from_text(call.takes, {**texts, **inside}, form=False)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "send JSON, with the content type application/json")
    try:
        body = loads(await request.body())
    except (JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"the body is not JSON: {error}") from error
    if isinstance(body, dict):
        _unnamed(body, request.path_params)
        body = {**body, **request.path_params}
    return from_json(call.takes, body)


def _unnamed(body: dict[str, Json], inside: dict[str, Any]) -> None:
    double = sorted(body.keys() & inside.keys())
    if double:
        raise UsageError(f"`{double[0]}` stands in the path already")


def form(room: Room, calls: Sequence[Call]) -> Route:
    """`/do/<call>`: a deed by a form; it leads back to where the form was, with what was done."""
    known = {call.name: call for call in calls}

    async def endpoint(request: Request) -> Response:
        call = known.get(request.path_params["name"])
        if call is None:
            raise NotFound("there is no such deed")
        data = await request.form()
        fields = texts(data)
        back = local(fields.pop("next", ["/"])[0])
        given: Any = from_text(call.takes, fields)
        done = await run_in_threadpool(room.work, channel(request), lambda bundle: plain(call.act(bundle, given)))
        return leading(back, {"op": done.get("op") or ""})

    return Route("/do/{name}", endpoint, methods=["POST"])


def texts(data: FormData) -> dict[str, list[str]]:
    """The text fields of a form."""
    return {name: [value for value in data.getlist(name) if isinstance(value, str)] for name in data}


def local(path: str) -> str:
    """A path of this site; anything that might lead elsewhere becomes the first page."""
    fine = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and "\\" not in path
    return path if fine else "/"


def leading(path: str, told: dict[str, str]) -> Response:
    """A way back that says what was done."""
    kept = {name: value for name, value in told.items() if value}
    bare, _, anchor = path.partition("#")
    joint = "&" if "?" in bare else "?"
    return RedirectResponse(
        bare + (joint + urlencode(kept) if kept else "") + (f"#{anchor}" if anchor else ""), status_code=303
    )
