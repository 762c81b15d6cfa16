"""Files and texts that a browser sends: added beside the requests, and watched until they are in.

Each file lies in a temporary folder while it is read, and nowhere after.
"""

import tempfile
from pathlib import Path, PurePath

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from clew.app import clock
from clew.bundle import Bundle
from clew.errors import UsageError
from clew.use.report import AddReport
from clew.web import api
from clew.web.adds import Act, Adding, Tell
from clew.web.deeds import Pasted, added
from clew.web.params import from_text
from clew.web.room import Room
from clew.web.screens import reported

MOST = 200
"""Files of one form."""


def routes(room: Room) -> list[Route]:
    """`/do-add`: a pasted text, or files, from the form of the page Add; `/jobs/<id>`: what became of it."""

    async def taken(request: Request) -> Response:
        async with request.form(max_files=MOST, max_part_size=100_000_000) as data:
            fields = api.texts(data)
            fields.pop("next", None)
            sent = [f for f in data.getlist("files") if isinstance(f, UploadFile) and f.filename]
            files = [(f.filename or "", await f.read()) for f in sent]
        fields.pop("files", None)
        given = from_text(Pasted, {**fields, "text": ["-"]} if files else fields)
        title = ", ".join(name for name, _ in files[:3]) or given.text.strip().partition("\n")[0]
        adding = Adding(title[:120] + (" …" if len(files) > 3 else ""), clock(), given.dry_run)
        await run_in_threadpool(room.adds.start, api.channel(request), adding, _act(files, given))
        return RedirectResponse(f"/jobs/{adding.id}", status_code=303)

    async def watched(request: Request) -> Response:
        adding = room.adds.get(request.path_params["name"])
        page = await run_in_threadpool(room.work, api.channel(request), lambda bundle: reported(bundle, adding))
        return Response(page, media_type="text/html")

    return [
        Route("/do-add", taken, methods=["POST"]),
        Route("/jobs/{name}", watched),
    ]


def _act(files: list[tuple[str, bytes]], given: Pasted) -> Act:
    def act(bundle: Bundle, tell: Tell) -> AddReport:
        if files:
            return received(bundle, files, given, tell)
        return added(bundle, given.text.replace("\r\n", "\n").encode("utf-8", "replace"), given, tell)

    return act


def received(bundle: Bundle, files: list[tuple[str, bytes]], given: Pasted, tell: Tell | None = None) -> AddReport:
    """Add files by the names they had, which decide nothing: what they are is read from what they hold."""
    with tempfile.TemporaryDirectory(prefix="clew-") as folder:
        paths = [_laid(Path(folder), n, name, data) for n, (name, data) in enumerate(files)]
        return bundle.add(paths, accept=given.accept, at=given.at, dry_run=given.dry_run, progress=tell)


def _laid(folder: Path, n: int, name: str, data: bytes) -> Path:
    bare = PurePath(name.replace("\\", "/")).name.replace("\0", "").lstrip(".")[-120:] or "file"
    place = folder / str(n)
    place.mkdir()
    path = place / bare
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"the name {bare[:40]!r} cannot be used here; rename the file") from error
    return path
