"""Wiring: the only place that reads configuration and environment and builds the adapters."""

import getpass
import hashlib
import os
import random
import shutil
import sys
import time
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Literal

from clew import config
from clew.bundle import Bundle
from clew.core.patience import Patience
from clew.core.settings import Settings
from clew.embed.behind import Behind
from clew.errors import ModelFailed, NotFound, UsageError
from clew.llm.client import Rules
from clew.llm.models import USES, Home, Models
from clew.llm.price import Prices
from clew.llm.registry import Registry
from clew.model import Channel
from clew.ports import Embedder
from clew.readers.door import Door
from clew.rules.extract import Rules as Extractor
from clew.store import atomic, backup, foreign
from clew.store.backup import Saved
from clew.store.files import adopt as adopt_files
from clew.store.files import create as create_files
from clew.text.when import instant
from clew.use.curate import Authority
from clew.use.desk import Wiring

AGENTS = ("CLAUDECODE", "CODEX_SANDBOX", "CURSOR_AGENT", "GEMINI_CLI", "AIDER", "OPENCODE", "AGENT")
"""Environment variables that coding agents set: a terminal with one of them has no person at it."""


def clock() -> str:
    """The present in UTC; `CLEW_NOW` stands in for it where results must be repeatable."""
    given = os.environ.get("CLEW_NOW")
    if given:
        if instant(given) is None:
            raise UsageError(f"CLEW_NOW is {given!r}, which is no RFC 3339 time")
        return given
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def operator() -> Channel:
    """As whom the browser of a server acts: a person at the `app`, unless an agent started it."""
    return "api" if any(os.environ.get(name) for name in AGENTS) else "app"


def channel() -> Channel:
    """`terminal` when a person can be at it; `pipe` otherwise. A deterrence for agents, not a proof."""
    if any(os.environ.get(name) for name in AGENTS):
        return "pipe"
    streams = (sys.stdin, sys.stdout)  # a caller may have closed either
    return "terminal" if all(stream is not None and stream.isatty() for stream in streams) else "pipe"


def create(root: Path | str, title: str) -> Bundle:
    """Make a new bundle in a folder and open it."""
    root = Path(root)
    create_files(root, config.template(title).encode("utf-8", "replace"))
    return open_bundle(root)


def adopt(root: Path | str, title: str) -> Bundle:
    """Make a bundle of a folder that other hands filled, without changing a byte of theirs, and open it."""
    root = Path(root)
    adopt_files(root, config.template(title).encode("utf-8", "replace"))
    return open_bundle(root)


def restore(file: Path, root: Path) -> Saved:
    """Make a bundle from a backup in a folder that is not there yet, or empty."""
    return backup.restore(file, root)


def find(named: Path | None) -> Bundle:
    """Open the bundle a command means."""
    return open_bundle(locate(named))


def locate(named: Path | None) -> Path:
    """Where that is: named, `CLEW_BUNDLE`, the nearest above the working directory, the person's default.

    A folder of pages that other hands made is a bundle too, to be read; one of Clew's own goes before it.

    Raises:
        NotFound: there is none; the message says how to make one.
    """
    for origin, root in (("--bundle", named), ("CLEW_BUNDLE", _path(os.environ.get("CLEW_BUNDLE")))):
        if root is not None:
            if not foreign.readable(root):
                raise NotFound(f"{origin} names {root}, which is not a Clew bundle; make one with: clew init {root}")
            return root
    above = (here := Path.cwd(), *here.parents)
    for sign in (foreign.ours, foreign.wiki):
        found = next((folder for folder in above if sign(folder)), None)
        if found:
            return found
    default = _path(config.load(None).settings.default_bundle)
    if default and (default / "clew.toml").is_file():
        return default
    raise NotFound("no bundle here or above; make one with: clew init, or try: clew demo")


def open_bundle(root: Path | str, via: Channel | None = None) -> Bundle:
    """Open a bundle with everything it needs; `via` is set by faces that are no command line."""
    root = Path(root)
    if not foreign.readable(root):
        raise UsageError(f"{root} is not a Clew bundle: it has no clew.toml. Make one with: clew init {root}")
    loaded = config.load(root)
    settings = loaded.settings
    cache = config.user_folder("cache")
    chat = models(loaded)
    index = index_path(root, foreign.ours(root))
    return Bundle(
        root,
        Wiring(
            settings=settings,
            problems=loaded.problems,
            authority=Authority(settings.author or _user(), via or channel(), settings.scripts, settings.salt),
            clock=clock,
            extractor=Extractor(),
            intake=Door(),
            embedder=lambda: _embedder(settings, chat),
            behind=Behind(root.resolve(), index, os.environ.get("CLEW_BEHIND") != "off"),
            index=index,
            vectors=cache / "vectors.db" if _writable(cache) else None,
            kept=_cached(root) / "known.db" if _writable(cache) else None,
            home=config.user_folder("data"),
            models=chat,
        ),
    )


def models(loaded: config.Loaded) -> Models:
    """The chat models that settings allow, with the person's services, keys and prices."""
    settings = loaded.settings
    rules = Rules(
        Patience(time.sleep, random.random),
        settings.local_only,
        settings.timeout,
        salt=settings.salt,
        prices=Prices(loaded.prices),
    )
    home = Home(config.user_folder("data"), settings.id, atomic.write, clock)
    uses = {use: str(getattr(settings, use)) for use in USES if getattr(settings, use)}
    return Models(Registry(loaded.services, os.environ), rules, home, uses)


SYNCED = ("dropbox", "onedrive", "google drive", "googledrive", "icloud", "mobile documents", "nextcloud", "owncloud")
"""Beginnings of the names of folders that a sync client copies while they are written."""


def index_path(root: Path, ours: bool = True) -> Path:
    """File of the index: inside the bundle, or in the user cache where that is read-only, synced, full or not ours."""
    inside = root / ".clew"
    synced = any(part.casefold().startswith(SYNCED) for part in root.resolve().parts)
    if ours and not synced and _writable(inside) and ((inside / "index.db").exists() or _room(inside)):
        ignored = inside / ".gitignore"
        if not ignored.exists():
            ignored.write_text("*\n", "utf-8")  # a clone has no such file: the index must never be committed
        return inside / "index.db"
    folder = _cached(root)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "index.db"


def _cached(root: Path) -> Path:
    """The folder in the person's cache that belongs to a bundle."""
    return config.user_folder("cache") / "bundles" / hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:16]


def examples() -> Path:
    """The example chats that come with Clew."""
    packaged = Path(str(files("clew") / "examples"))
    checkout = Path(__file__).resolve().parents[2] / "examples"
    return next((p for p in (packaged, checkout) if p.is_dir()), packaged)


def _embedder(settings: Settings, chat: Models) -> Embedder | None:
    if settings.embedder == "none":
        return None
    if settings.embedder != "minilm":
        return _other(settings, chat)
    from clew.embed.minilm import MiniLM  # the runtime of the model is loaded when a question needs it

    model = MiniLM(_path(os.environ.get("CLEW_EMBED_MODEL")))
    reason = model.available()
    if reason:
        raise ModelFailed(f"no vectors ({reason}); answers use full text only")
    return model


def _other(settings: Settings, chat: Models) -> Embedder:
    """An embedding model that is not the packaged one: of a library, or of a service."""
    from clew.embed.library import EXTRAS, Library
    from clew.embed.served import Place, Served

    kind, _, model = settings.embedder.partition(":")
    if kind in EXTRAS:
        return Library(kind, model, settings.local_only)
    found = chat.registry.place(settings.embedder)
    if found is None:
        raise ModelFailed(
            f"`models.embedder = {settings.embedder!r}` names no service that has embedding models", "unknown"
        )
    service, key = found
    speaks: Literal["openai", "ollama"] = "ollama" if service.kind == "ollama" else "openai"
    rules = chat.rules
    place = Place(
        settings.embedder,
        service.url,
        key,
        speaks,
        rules.patience,
        local_only=rules.local_only,
        timeout=rules.timeout,
        salt=rules.salt,
        outlet=chat.outlet(settings.embedder, service, settings.spend or None),
    )
    return Served(place)


def _path(text: str | None) -> Path | None:
    return Path(text).expanduser() if text else None


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "user"


def _room(folder: Path) -> bool:
    """Whether an index can be begun there: a full disk must not keep anybody from reading or backing up."""
    return shutil.disk_usage(folder).free > 1 << 20


def _writable(folder: Path) -> bool:
    """Whether files can be made in a folder; it is made if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
