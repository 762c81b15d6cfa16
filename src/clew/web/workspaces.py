"""Workspaces in the app: each that is opened is served at an address of its own, so that no tab acts in another."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clew import spaces
from clew.bundle import Bundle
from clew.core.given import maybe
from clew.errors import NotFound, Refused
from clew.spaces import Space
from clew.web import api, screens
from clew.web.guard import Door
from clew.web.params import from_text
from clew.web.room import Room


class Neighbours(Protocol):
    """The servers of one process."""

    def open(self, path: str) -> str:
        """A link that lets one browser into a workspace, which is served from now on."""

    def shut(self, path: str) -> None:
        """Stop serving a workspace that was opened."""

    def renew(self, path: str) -> None:
        """Read the settings of a workspace again, where it is served."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants of a workspace."""

    what: Literal["open", "new", "rename", "default", "delete"]
    path: str = ""
    """Its folder as the list has it: nothing else is a workspace."""
    name: str | None = maybe(120)
    """The name of a new one, another name, or the name once more of one that is deleted."""


def routes(room: Room, door: Door, neighbours: Neighbours | None) -> list[Route]:
    """`/workspaces`: the list; `/do-workspace`: what a person wants of one."""

    def shown(bundle: Bundle, op: str, more: dict[str, Any]) -> str:
        root = str(bundle.root.resolve())
        return screens.page(
            "workspaces.html",
            bundle,
            op,
            {"here": "/workspaces", "root": root, "spaces": spaces.spaces(), "able": neighbours is not None, **more},
        )

    async def look(request: Request) -> Response:
        op = request.query_params.get("op", "")
        page = await run_in_threadpool(room.read, api.channel(request), lambda b: shown(b, op, {}))
        return Response(page, media_type="text/html")

    async def act(request: Request) -> Response:
        given: Wish = from_text(Wish, api.texts(await request.form()))
        who = api.channel(request)
        if who != ("app" if given.what != "open" else door.person):
            raise Refused("only a person in the app may do that")
        here = await run_in_threadpool(room.read, who, lambda b: str(b.root.resolve()))
        told = await run_in_threadpool(_do, given, here, neighbours)
        page = await run_in_threadpool(room.read, who, lambda b: shown(b, "", told))
        return Response(page, media_type="text/html")

    return [Route("/workspaces", look, methods=["GET"]), Route("/do-workspace", act, methods=["POST"])]


def _do(given: Wish, here: str, neighbours: Neighbours | None) -> dict[str, Any]:
    if given.what == "new":
        return {"told": "made", "space": spaces.new((given.name or "").strip())}
    space = _listed(given.path)
    deeds: dict[str, Callable[[], dict[str, Any]]] = {
        "open": lambda: _open(space, neighbours),
        "rename": lambda: _rename(space, given.name or "", neighbours),
        "default": lambda: {"told": "default", "space": spaces.switch(space.path)},
        "delete": lambda: _delete(space, given.name or "", here, neighbours),
    }
    return deeds[given.what]()


def _listed(path: str) -> Space:
    """A workspace of the person's own list; a folder that is not in it is none, whatever lies there."""
    found = next((space for space in spaces.spaces() if space.path == path), None)
    if found is None:
        raise NotFound("that is none of your workspaces; the page lists them")
    if not found.present:
        raise NotFound(f"{found.path} holds no bundle any more")
    return found


def _open(space: Space, neighbours: Neighbours | None) -> dict[str, Any]:
    if neighbours is None:
        raise Refused(f"open it in a terminal: clew --bundle {space.path} serve")
    return {"link": neighbours.open(space.path), "space": space}


def _rename(space: Space, name: str, neighbours: Neighbours | None) -> dict[str, Any]:
    renamed = spaces.rename(space.path, name.strip())
    if neighbours:
        neighbours.renew(space.path)
    return {"told": "renamed", "space": renamed}


def _delete(space: Space, name: str, here: str, neighbours: Neighbours | None) -> dict[str, Any]:
    if space.path == here:
        raise Refused("you are in this workspace; open another one and delete it from there")
    if name.strip() != space.name.strip():
        raise Refused(f"to delete it, type its name: {space.name}; nothing was deleted")
    if neighbours:
        neighbours.shut(space.path)
    saved, left = spaces.delete(space.path, "app")
    return {"told": "deleted", "space": space, "saved": saved, "left": left}
