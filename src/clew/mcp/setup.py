"""Setting a client up: an entry beside what is there, shown as a diff, with a copy of the file as it was."""

import difflib
import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from clew.errors import Refused, UsageError
from clew.mcp import splice
from clew.mcp.clients import CLIENTS, Client, Place
from clew.model import Json
from clew.store import atomic


@dataclass(frozen=True, slots=True)
class Change:
    """What is about to be written."""

    path: Path
    before: bytes | None
    """None where there is no file yet."""
    after: bytes

    @property
    def diff(self) -> str:
        """Both versions as a unified diff; empty where nothing changes."""
        old, new = ((data or b"").decode("utf-8", "replace").splitlines(True) for data in (self.before, self.after))
        return "".join(difflib.unified_diff(old, new, str(self.path), str(self.path)))

    def write(self) -> Path | None:
        """Write it, unless the file changed meanwhile; returns where the copy of the old one lies."""
        copy = None
        if self.before is not None:
            copy = self._free()
            atomic.write(copy, self.before, atomic.ABSENT)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise atomic.failed("make the folder of", self.path, error) from error
        atomic.write(self.path, self.after, atomic.ABSENT if self.before is None else atomic.digest(self.before))
        return copy

    def _free(self) -> Path:
        n = 1
        while (copy := self.path.with_name(f"{self.path.name}.clew-{n}.bak")).exists():
            n += 1
        return copy


def client(name: str) -> Client:
    """The client of that name.

    Raises:
        UsageError: it is not known.
    """
    if name not in CLIENTS:
        raise UsageError(f"{name!r} is no client that can be set up; there is: {', '.join(CLIENTS)}")
    return CLIENTS[name]


def target(place: Place | None, who: Client, project: Path | None) -> Path:
    """The file that is meant: of the person, or of a project; links are followed, so that they stay links.

    Raises:
        UsageError: the client keeps no such file.
    """
    if place is None:
        known = ", ".join(one.name for one in CLIENTS.values() if one.hooks)
        raise UsageError(f"{who.title} calls no hook that can add to a prompt; these do: {known}")
    if project is not None and not place.project:
        raise UsageError(f"{who.title} keeps no settings in a project; leave --project out")
    path = Path.home() / place.user if project is None else project / place.project
    return path.resolve()


def server(who: Client, path: Path, name: str, command: list[str]) -> Change:
    """The file with the server in it.

    Raises:
        Refused: another entry has that name, or the file cannot be changed safely.
    """
    entry = who.server(command)
    place = who.servers
    if place.form == "toml":
        return _changed(path, (*place.keys, name), entry, lambda text: _table(text, (*place.keys, name), entry))

    def placed(text: str) -> str:
        below = (*place.keys, place.inner)
        keys = below if place.inner and isinstance(_at(text, below), dict) else place.keys
        return _placed(text, (*keys, name), entry)

    return _changed(path, place.keys, {name: entry}, placed)


def hook(who: Client, path: Path, event: str, command: str) -> Change:
    """The file with the hook after those that are there.

    Raises:
        Refused: the file cannot be changed safely.
    """
    entry = who.hook(command)
    keys = (*(who.hooks.keys if who.hooks else ()), event)

    def placed(text: str) -> str:
        there = _at(text, keys)
        return text if there and command in _commands(there) else splice.append(text, keys, entry)

    return _changed(path, keys[:-1], {event: [entry]}, placed)


def _changed(path: Path, keys: tuple[str, ...], entry: Json, change: Callable[[str], str]) -> Change:
    before = atomic.current(path)
    try:
        text = (before or b"").decode("utf-8")
        return Change(path, before, change(text).encode())
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: it is not UTF-8; nothing was changed") from error
    except Refused as error:
        shown = json.dumps(entry, indent=2, ensure_ascii=False)
        under = f" under `{'.'.join(keys)}`" if keys else ""
        raise Refused(f"{path}: {error}; nothing was changed. Add this by hand{under}:\n{shown}") from error


def _placed(text: str, keys: tuple[str, ...], entry: Json) -> str:
    return text if _at(text, keys) == entry else splice.put(text, keys, entry)


def _at(text: str, keys: tuple[str, ...]) -> Json:
    """What stands under these keys, or None."""
    try:
        found = json.loads(text) if text.strip() else None
    except ValueError as error:
        raise Refused(f"it is no plain JSON ({error})") from error
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def _commands(entries: Json) -> set[Json]:
    """Commands of the hooks that are there."""
    groups = [one for one in entries if isinstance(one, dict)] if isinstance(entries, list) else []
    inner = [hook for group in groups for hook in (group.get("hooks") or [group])]
    return {hook.get("command") for hook in inner if isinstance(hook, dict)}


def _table(text: str, keys: tuple[str, ...], entry: dict[str, Json]) -> str:
    """A TOML text with a table more at its end."""
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"it is not valid TOML ({error})") from error
    found: Json = before
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    if found == entry:
        return text
    rows = [f"{key} = {json.dumps(value)}" for key, value in entry.items()]
    gap = "" if not text.strip() else "\n" if text.endswith("\n") else "\n\n"
    made = f"{text}{gap}[{'.'.join(keys)}]\n" + "\n".join(rows) + "\n"
    try:
        tomllib.loads(made)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"`{'.'.join(keys)}` holds something else already") from error
    return made
