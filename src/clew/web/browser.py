"""A model that runs in the browser: what it is given, where it is loaded from, and the check of what it said.

Retrieval and the check stay with the server; the browser brings words only. What the model is made of comes from a
folder or an address of the person's own network, and only the page where it was chosen may load it.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from clew.bundle import Bundle
from clew.core.given import line, maybe
from clew.core.settings import Settings
from clew.errors import Conflict, UsageError
from clew.prompts.cite import note
from clew.search.block import Block
from clew.use import answer
from clew.web import api
from clew.web.call import Call
from clew.web.guard import POLICY
from clew.web.reads import Question, answered
from clew.web.room import Room

FOLDER = "/browser-model/"
"""Where a folder of the person's is handed out, to a browser that is in."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What a model is told and given to read."""

    confident: bool
    """False where there is nothing to answer from; then no model is asked."""
    system: str
    text: str
    seen: str
    """What an answer must name, so that it is held against the facts it was made of."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a model in the browser made of a brief."""

    q: str = line(4000)
    said: str = line(20_000)
    seen: str = line(40)
    as_of: str | None = maybe(40)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence after the check."""

    text: str
    cites: tuple[int, ...]
    notes: tuple[str, ...]
    """What must be said about it."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """An answer in words, every sentence held against the facts."""

    refused: bool
    """The facts do not answer the question, by the model's own word."""
    sentences: tuple[Sentence, ...]


def brief(bundle: Bundle, given: Question) -> Brief:
    """The prompt of an answer, for a model that the caller runs."""
    block = answered(bundle, given)
    asked = answer.request(block)
    return Brief(block.confident, asked.system, asked.text, _seen(block))


def hold(bundle: Bundle, given: Said) -> Spoken:
    """Hold what a model said against the facts."""
    block = answered(bundle, Question(given.q, given.as_of))
    if given.seen != _seen(block):
        raise Conflict("the facts changed while the model spoke; ask again")
    made = answer.held(block, bundle.settings.browser, iter((given.said,)))
    told = (Sentence(s.text, s.cites, tuple(map(note, s.flags))) for s in made.sentences)
    return Spoken(made.refused, tuple(told))


def _seen(block: Block) -> str:
    return hashlib.sha256(block.prompt().encode("utf-8", "replace")).hexdigest()[:12]


CALLS = (
    Call("brief", "GET", "/api/brief", "What a model is given to word an answer.", brief, Question, Brief),
    Call("hold", "POST", "/api/answers", "Hold a model's words against the facts.", hold, Said, Spoken),
)


@dataclass(frozen=True, slots=True)
class Engine:
    """What the page loads when a person says so."""

    model: str
    library: str
    """Address of the engine's script."""
    weights: str
    code: str
    """Address of the model's compiled code."""
    policy: str
    """The content policy of the one page that may load it."""


def engine(settings: Settings) -> Engine | None:
    """The engine that the person's own configuration names; None where it names none."""
    model, origin = settings.browser, settings.browser_from
    if not model or not origin:
        return None
    remote = "://" in origin
    base = origin.rstrip("/") + "/" if remote else FOLDER
    split = urlsplit(base)
    place = f" {split.scheme}://{split.netloc}" if remote else ""
    policy = POLICY.replace("script-src 'self'", f"script-src 'self' 'wasm-unsafe-eval'{place}")
    policy = policy.replace("connect-src 'self'", f"connect-src 'self'{place}")
    return Engine(model, f"{base}web-llm.js", f"{base}{model}/", f"{base}{model}.wasm", policy)


def headers(bundle: Bundle) -> dict[str, str]:
    """The headers of the one page that may load the engine."""
    made = engine(bundle.settings)
    return {"content-security-policy": made.policy} if made else {}


def route(room: Room) -> Route:
    """The files of the person's folder."""

    async def endpoint(request: Request) -> Response:
        folder = await run_in_threadpool(room.work, api.channel(request), _folder)
        try:
            return await StaticFiles(directory=folder).get_response(request.path_params["path"], request.scope)
        except RuntimeError as error:
            raise HTTPException(404) from error

    return Route(FOLDER + "{path:path}", endpoint, methods=["GET"])


def _folder(bundle: Bundle) -> Path:
    origin = bundle.settings.browser_from
    if not origin or "://" in origin:
        raise HTTPException(404)
    folder = Path(origin).expanduser()
    if not folder.is_absolute() or not folder.is_dir():
        raise UsageError(f"`models.browser_from` names no folder: {origin}")
    return folder
