"""Settings: what the bundle's `clew.toml` and the person's own configuration say, and where each value comes from.

A bundle is data that somebody may send: it can restrict what Clew does, never widen it. Commands,
addresses and keys are therefore read from the person's own file only.
"""

import json
import os
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from clew.core import service
from clew.core.address import nearby
from clew.core.service import Service
from clew.core.settings import ACCEPT, EMBEDDERS, FORMAT, LINKS, SECRETS, SUPERSEDE, Settings
from clew.errors import Damaged, NewerFormat
from clew.model import Json, Problem


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings with the origin of each value and what was wrong in the files."""

    settings: Settings
    origin: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    services: Mapping[str, Service] = field(default_factory=dict)
    """Model services of the person's own file."""
    prices: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Their own prices: dollars for a million tokens, in and out."""


BUNDLE_KEYS = {
    "bundle.title": "title",
    "bundle.id": "id",
    "bundle.salt": "salt",
    "bundle.format": "format",
    "owner.names": "owner",
    "policy.accept": "accept",
    "policy.auto_supersede": "auto_supersede",
    "policy.secrets": "secrets",
    "pages.links": "links",
    "context.budget": "budget",
    "context.confidence": "confidence",
    "models.local_only": "local_only",
    "models.embedder": "embedder",
}
USER_KEYS = {
    "owner.names": "owner",
    "context.budget": "budget",
    "models.local_only": "local_only",
    "models.embedder": "embedder",
    "models.extract": "extract",
    "models.judge": "judge",
    "models.resolve": "resolve",
    "models.answer": "answer",
    "models.decompose": "decompose",
    "models.browser": "browser",
    "models.browser_from": "browser_from",
    "models.timeout": "timeout",
    "models.spend": "spend",
    "user.name": "author",
    "user.bundle": "default_bundle",
    "user.scripts": "scripts",
    "user.git": "git",
    "mcp.roots": "roots",
}
CHOICES = {
    "accept": ACCEPT,
    "auto_supersede": SUPERSEDE,
    "secrets": SECRETS,
    "links": LINKS,
    "embedder": EMBEDDERS,
}


def user_folder(kind: str) -> Path:
    """The person's own folder for `config`, `data` or `cache`, by the XDG rules."""
    fallback = {"config": ".config", "data": ".local/share", "cache": ".cache"}[kind]
    base = os.environ.get(f"XDG_{kind.upper()}_HOME") or str(Path.home() / fallback)
    return Path(base) / "clew"


def load(root: Path | None) -> Loaded:
    """Settings that apply to a bundle: defaults, then the person's file, then the bundle's restrictions."""
    values: dict[str, Json] = {f.name: f.default for f in fields(Settings)}
    origin = dict.fromkeys(values, "default")
    problems: list[Problem] = []
    user = user_folder("config") / "config.toml"
    services: dict[str, Service] = {}
    prices: dict[str, tuple[float, float]] = {}
    if user.is_file():
        table = {key: dict(value) if isinstance(value, dict) else value for key, value in _table(user).items()}
        models = table.get("models")
        if isinstance(models, dict):
            services = _services(models.pop("services", {}), (str(user), problems))
            prices = _prices(models.pop("prices", {}), (str(user), problems))
        _merge(values, origin, table, USER_KEYS, (str(user), problems))
    path = root / "clew.toml" if root is not None else None
    if path and path.is_file():
        _merge(values, origin, _table(path), BUNDLE_KEYS, ("clew.toml", problems))
        if int(values["format"]) > FORMAT:
            raise NewerFormat(f"{path}: format {values['format']} was written by a newer Clew; this one reads {FORMAT}")
    elif root is not None:
        values["title"] = root.resolve().name  # a folder of other hands: nothing in it sets anything
    settings = Settings(**{**values, "owner": tuple(values["owner"]), "roots": tuple(values["roots"])})
    return Loaded(settings, origin, tuple(problems), services, prices)


def _services(tables: Json, sink: tuple[str, list[Problem]]) -> dict[str, Service]:
    """The services that are understood; the others are problems."""
    where, problems = sink
    read = {str(name): service.read(str(name), table) for name, table in dict(tables).items()}
    problems += [
        Problem(where, "bad_setting", f"{fault}; it was ignored") for fault in read.values() if isinstance(fault, str)
    ]
    return {name: found for name, found in read.items() if isinstance(found, Service)}


def _prices(rows: Json, sink: tuple[str, list[Problem]]) -> dict[str, tuple[float, float]]:
    """Prices as pairs of numbers; anything else is a problem."""
    where, problems = sink
    found = {}
    for name, row in dict(rows).items():
        if isinstance(row, list) and len(row) == 2 and all(isinstance(n, int | float) and n >= 0 for n in row):
            found[str(name)] = (float(row[0]), float(row[1]))
        else:
            problems.append(
                Problem(where, "bad_setting", f"`models.prices.{name}` is no pair of dollars; it was ignored")
            )
    return found


def _table(path: Path) -> Mapping[str, Json]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Damaged(f"{path}: not valid TOML ({error}); nothing was changed") from error
    except OSError as error:
        raise Damaged(f"{path}: cannot be read ({error.strerror})") from error


def _merge(
    values: dict[str, Json],
    origin: dict[str, str],
    table: Mapping[str, Json],
    known: Mapping[str, str],
    sink: tuple[str, list[Problem]],
) -> None:
    """Take the known keys of one file; anything unknown, of the wrong type or widening is a Problem."""
    where, problems = sink
    for key, value in _flat(table):
        name = known.get(key)
        if name is None:
            what = "not a setting that a bundle may make" if key in USER_KEYS else "not a setting"
            problems.append(Problem(where, "unknown_setting", f"`{key}` is {what}; it was ignored"))
        elif not _fits(name, value) and not (name == "embedder" and known is USER_KEYS and _names_model(value)):
            problems.append(Problem(where, "bad_setting", f"`{key} = {value!r}` is not allowed; it was ignored"))
        elif name == "local_only" and values[name] and not value:
            problems.append(Problem(where, "bad_setting", "a bundle cannot lift `models.local_only`; it was ignored"))
        else:
            values[name] = value
            origin[name] = where


def _flat(table: Mapping[str, Json], prefix: str = "") -> list[tuple[str, Json]]:
    rows: list[tuple[str, Json]] = []
    for key, value in table.items():
        path = f"{prefix}{key}"
        rows += _flat(value, f"{path}.") if isinstance(value, dict) else [(path, value)]
    return rows


def _fits(name: str, value: Json) -> bool:
    if name in ("owner", "roots"):
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if name in CHOICES:
        return value in CHOICES[name]
    if name == "format":
        return type(value) is int and value >= 1
    if name == "budget":
        return isinstance(value, int) and not isinstance(value, bool) and value >= 50
    if name == "confidence":
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1
    if name == "browser_from":
        return isinstance(value, str) and ("://" not in value or nearby(value))
    if name in ("timeout", "spend"):
        return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
    default = {f.name: f.default for f in fields(Settings)}[name]
    return type(value) is type(default)


def _names_model(value: Json) -> bool:
    """Whether a value looks like `service:model`."""
    return isinstance(value, str) and all(part.strip() for part in value.partition(":"))


def rows(loaded: Loaded) -> list[tuple[str, str, str]]:
    """Name, value and origin of every setting; the salt is masked."""
    out = []
    for entry in fields(Settings):
        value = getattr(loaded.settings, entry.name)
        shown = ", ".join(value) if isinstance(value, tuple) else str(value)
        shown = shown.lower() if isinstance(value, bool) else shown  # as TOML writes it
        masked = "********" if entry.name == "salt" and shown else shown
        out.append((entry.name, masked, loaded.origin.get(entry.name, "default")))
    return out


def template(title: str) -> str:
    """Text of a new bundle's `clew.toml`."""
    quoted = json.dumps(title, ensure_ascii=False)  # its escapes are those of a TOML string
    return f"""# Settings of this bundle. It can restrict what Clew does, never widen it:
# commands, addresses and keys belong into your own configuration.

[bundle]
format = {FORMAT}
title = {quoted}
id = "{secrets.token_hex(8)}"
salt = "{secrets.token_hex(16)}"

[owner]
names = ["user"]            # names and aliases under which you appear in your chats

[policy]
accept = "auto-high"        # auto-high: well evidenced claims become active; manual: none; auto: all
auto_supersede = "narrow"   # narrow: your own later decision retires your earlier one; off: only you do
secrets = "redact"          # redact: keys, tokens and passwords are replaced by a marker; keep; refuse

[pages]
links = "relative"          # relative: links work on a forge and in Obsidian; absolute: from the root of the bundle

[context]
budget = 2000               # tokens of a context block

[models]
# local_only = true         # forbids every call that leaves this machine
# embedder = "none"         # minilm, multilingual or none; your own configuration may name any other
"""
