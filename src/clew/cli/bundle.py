"""`clew bundle`, `clew backup`, `clew restore`: workspaces, and copies of them."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from clew import app, spaces
from clew.cli import paint
from clew.cli.state import Json, opened
from clew.core import codec
from clew.errors import Refused, UsageError
from clew.pages.slug import slug

Space = Annotated[str, typer.Argument(help="Name or folder of a workspace.")]


def listing(json: Json = False) -> None:
    """List the bundles you work in."""
    found = spaces.spaces()
    if json:
        paint.emit([codec.pack(space) for space in found])
        return
    rows = [("*" if s.default else "", s.name, s.path if s.present else f"{s.path} (gone)") for s in found]
    paint.table(("", "workspace", "folder"), rows)


def new(
    name: Annotated[str, typer.Argument(help="Name of the workspace.")],
    folder: Annotated[Path | None, typer.Argument(help="Where it lies; your data folder if left out.")] = None,
) -> None:
    """Make a workspace: a new bundle in your list."""
    made = spaces.new(name, folder)
    paint.say(f"New bundle in {made.path}. Work in it from anywhere: clew bundle switch {shlex.quote(made.name)}")


def switch(name: Space) -> None:
    """Choose the bundle that is meant when none is named and none lies around you."""
    space = spaces.switch(name)
    paint.say(f"{space.name} is the default now: {space.path}")


def rename(name: Space, to: Annotated[str, typer.Argument(help="The new name.")]) -> None:
    """Give a workspace another name; its folder stays."""
    space = spaces.rename(name, to)
    paint.say(f"{space.path} is called {space.name} now")


def delete(
    name: Space, yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for the name again.")] = False
) -> None:
    """Remove a workspace, after a backup of it was saved."""
    space = spaces.find(name)
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError("say --yes to delete without being asked")
        paint.say(f"{space.name} in {space.path}: a backup is saved, then every file of it is removed.")
        if typer.prompt("Type its name to delete it") != space.name:
            raise Refused("nothing was deleted")
    saved, left = spaces.delete(space.path)
    paint.say(f"deleted {space.name}; bring it back with: clew restore {saved.path} FOLDER")
    if left:
        paint.say(f"  not of the bundle, and still in {space.path}: {', '.join(left)}")


def save(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(help="The zip file; beside the bundle or here, named after bundle and day, if left out."),
    ] = None,
) -> None:
    """Save the bundle in one zip file, checked after writing; the index is left out."""
    with opened(ctx) as bundle:
        day = bundle.now[:10].replace("-", "")
        # Without a name it goes where the command runs, or beside the bundle where that is inside.
        inside = Path.cwd().is_relative_to(bundle.root.resolve())
        folder = bundle.root.resolve().parent if inside else Path()
        done = bundle.backup(file or folder / f"{slug(bundle.settings.title, 'bundle')}-{day}.zip")
    paint.say(f"saved {paint.count(done.files, 'file')}, {done.size} bytes, in {done.path}")


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    folder: Annotated[Path, typer.Argument(help="A folder that is not there yet, or empty.")],
) -> None:
    """Make a bundle from a backup; nothing is ever written over."""
    done = app.restore(file, folder)
    spaces.remember(folder)
    with app.open_bundle(folder) as bundle:
        found = bundle.doctor()
    paint.problems(found.problems)
    verdict = "healthy" if found.healthy else "see the problems above"
    paint.say(f"restored {paint.count(done.files, 'file')} in {done.path}: {verdict}")
    if not found.healthy:
        raise typer.Exit(1)
