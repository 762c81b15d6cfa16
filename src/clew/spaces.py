"""Workspaces: the bundles a person works in, by name, and which of them is meant when none is named.

A workspace is a bundle and its name is its title; list and default stand in the person's own files, never in a bundle.
"""

import json
import shutil
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from clew import app, config
from clew.core import codec
from clew.core.toml import with_key
from clew.errors import Ambiguous, ClewError, NotFound, Refused, UsageError
from clew.model import Channel, Json
from clew.pages.slug import slug
from clew.store import atomic, backup
from clew.store.backup import Saved
from clew.text.fold import canonical


@dataclass(frozen=True, slots=True)
class Space:
    """A bundle in the list of workspaces."""

    name: str
    path: str
    default: bool
    present: bool
    """Whether a bundle is there now."""


def spaces() -> tuple[Space, ...]:
    """The known bundles, by name."""
    default = config.load(None).settings.default_bundle
    paths = dict.fromkeys([*_known(), *([str(Path(default).expanduser().resolve())] if default else [])])
    chosen = str(Path(default).expanduser().resolve()) if default else ""
    found = (Space(_title(Path(p)), p, p == chosen, (Path(p) / "clew.toml").is_file()) for p in paths)
    return tuple(sorted(found, key=lambda s: (s.name.casefold(), s.path)))


def remember(root: Path) -> None:
    """Put a bundle into the list; that it cannot be written is no reason to fail."""
    path = str(root.resolve())
    known = _known()
    if path not in known:
        with suppress(ClewError, OSError):
            _write([*known, path])


def new(name: str, root: Path | None = None) -> Space:
    """Make a bundle and put it into the list; without a folder it lies in the person's data folder."""
    if not name.strip():
        raise UsageError("a workspace needs a name")
    if any(canonical(space.name) == canonical(name) for space in spaces()):
        raise Refused(f"there is a workspace {name!r} already; choose another name")
    place = root or config.user_folder("data") / "bundles" / slug(name, "bundle")
    app.create(place, name).close()
    remember(place)
    return find(str(place))


def find(name: str) -> Space:
    """The workspace that a name or a folder means."""
    every = spaces()
    path = str(Path(name).expanduser().resolve())
    found = [s for s in every if s.path == path]
    found = found or [s for s in every if canonical(s.name) == canonical(name)]
    found = found or [s for s in every if Path(s.path).name == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous(f"{name!r} fits {len(found)} workspaces; name the folder: {', '.join(s.path for s in found)}")
    if (Path(path) / "clew.toml").is_file():
        return Space(_title(Path(path)), path, default=False, present=True)
    raise NotFound(f"no workspace is called {name!r}; list them with: clew bundle list")


def switch(name: str) -> Space:
    """Make a workspace the one that is meant when none is named; written into the person's own configuration."""
    space = _there(name)
    remember(Path(space.path))
    _configure(space.path)
    return find(space.path)


def rename(name: str, to: str) -> Space:
    """Give a workspace another name; its folder stays where it is."""
    space = _there(name)
    if not to.strip():
        raise UsageError("the new name is empty")
    if any(canonical(other.name) == canonical(to) and other.path != space.path for other in spaces()):
        raise Refused(f"there is a workspace {to!r} already; choose another name")
    path = Path(space.path) / "clew.toml"
    data = atomic.read(path)
    changed = with_key(data.decode("utf-8"), "bundle", "title", to)
    atomic.write(path, changed.encode("utf-8", "replace"), atomic.digest(data))
    return find(space.path)


def delete(name: str, via: Channel | None = None) -> tuple[Saved, tuple[str, ...]]:
    """Remove a workspace after saving a backup of it; returns the backup, and what else was in its folder and stays.

    `via` is set by faces that are no command line.

    Raises:
        Refused: no person asks for it.
    """
    space = _there(name)
    with app.open_bundle(Path(space.path), via) as bundle:
        who = bundle.authority
        if not (who.human or who.scripts):
            raise Refused(
                "only a person may delete a workspace: run it in a terminal, "
                "or set `scripts = true` under [user] in your own configuration"
            )
        day = bundle.now[:10].replace("-", "")
    folder = config.user_folder("data") / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{slug(space.name, 'bundle')}-{day}"
    names = (f"{stem}{f'-{n}' if n else ''}.zip" for n in range(sys.maxsize))
    target = next(folder / n for n in names if not (folder / n).exists())
    root = Path(space.path)
    with app.open_bundle(root) as bundle:
        saved = bundle.backup(target)
    # The settings first: a folder without them is no bundle, however far the rest gets.
    for path in sorted(backup.owned(root), key=lambda p: p != "clew.toml"):
        (root / path).unlink()
    shutil.rmtree(root / ".clew", ignore_errors=True)
    (root / "references" / "raw" / ".gitignore").unlink(missing_ok=True)
    for place in sorted((p for p in root.rglob("*") if p.is_dir() and not p.is_symlink()), reverse=True):
        with suppress(OSError):
            place.rmdir()
    with suppress(OSError):
        root.rmdir()
    _write([path for path in _known() if path != space.path])
    if space.default:
        _configure(None)
    return saved, tuple(sorted(p.name for p in root.iterdir())) if root.exists() else ()


def _there(name: str) -> Space:
    space = find(name)
    if not space.present:
        raise NotFound(f"{space.path} holds no bundle any more")
    return space


def _configure(path: str | None) -> None:
    file = config.user_folder("config") / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    held = atomic.current(file)
    text = with_key((held or b"").decode("utf-8"), "user", "bundle", path)
    atomic.write(file, text.encode("utf-8", "replace"), atomic.ABSENT if held is None else atomic.digest(held))


def _title(root: Path) -> str:
    with suppress(ClewError):
        return config.load(root).settings.title
    return root.name


def _registry() -> Path:
    return config.user_folder("data") / "bundles.json"


def _known() -> list[str]:
    try:
        held: Json = json.loads(atomic.current(_registry()) or b"[]")
    except (ClewError, ValueError):
        return []
    return [path for path in held if isinstance(path, str)] if isinstance(held, list) else []


def _write(paths: list[str]) -> None:
    file = _registry()
    file.parent.mkdir(parents=True, exist_ok=True)
    atomic.write(file, codec.dump(paths).encode("utf-8", "replace"))
