"""Files that a browser sends: each lies in a temporary folder while it is read, and nowhere after."""

import tempfile
from pathlib import Path, PurePath
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clew.bundle import Bundle
from clew.errors import UsageError
from clew.use.report import AddReport
from clew.web import api
from clew.web.deeds import Pasted, added
from clew.web.params import from_text
from clew.web.room import Room
from clew.web.screens import reported

MOST = 200
"""Files of one form."""


def route(room: Room) -> Route:
    """`/do/add`: a pasted text, or files, from the form of the page Add."""

    async def endpoint(request: Request) -> Response:
        async with request.form(max_files=MOST, max_part_size=100_000_000) as data:
            fields = api.texts(data)
            fields.pop("next", None)
            sent = [f for f in data.getlist("files") if isinstance(f, UploadFile) and f.filename]
            files = [(f.filename or "", await f.read()) for f in sent]
        fields.pop("files", None)
        if not files:
            return await _answer(room, request, fields, None)
        return await _answer(room, request, {**fields, "text": ["-"]}, files)

    return Route("/do-add", endpoint, methods=["POST"])


async def _answer(room: Room, request: Request, fields: dict[str, list[str]], files: Any) -> Response:
    given = from_text(Pasted, fields)

    def act(bundle: Bundle) -> str:
        text = given.text.replace("\r\n", "\n").encode("utf-8", "replace")
        report = received(bundle, files, given) if files else added(bundle, text, given)
        return reported(bundle, report, given.dry_run)

    return Response(await run_in_threadpool(room.work, api.channel(request), act), media_type="text/html")


def received(bundle: Bundle, files: list[tuple[str, bytes]], given: Pasted) -> AddReport:
    """Add files by the names they had, which decide nothing: what they are is read from what they hold."""
    with tempfile.TemporaryDirectory(prefix="clew-") as folder:
        paths = [_laid(Path(folder), n, name, data) for n, (name, data) in enumerate(files)]
        return bundle.add(paths, accept=given.accept, at=given.at, dry_run=given.dry_run)


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
