"""`clew mcp` and `clew hook`: what coding agents and chat apps call, and setting them up to do so."""

import importlib.util
import sys
from pathlib import Path
from typing import Annotated

import typer

from clew import app as wiring
from clew import hook as prompt
from clew.cli import paint
from clew.cli.state import DryRun, line, root
from clew.errors import Failed, UsageError
from clew.mcp import setup
from clew.mcp.clients import CLIENTS
from clew.mcp.setup import Change

SELF = (sys.executable, "-P", "-m", "clew")
"""This program, started anywhere: `-P` keeps what lies in a client's folder from standing in for a module."""
Client = Annotated[
    str, typer.Argument(metavar="CLIENT", help=f"One of: {', '.join(CLIENTS)}.", autocompletion=lambda: list(CLIENTS))
]
Project = Annotated[bool, typer.Option("--project", help="For this project only: its settings, in this folder.")]


def serve(ctx: typer.Context) -> None:
    """Serve the bundle to an agent over standard input and output, until the client closes them.

    Agents read and propose; nothing they bring comes into force before a person has decided. A client starts this by
    itself: see `clew mcp install`.
    """
    if importlib.util.find_spec("mcp") is None:
        raise Failed("the server needs the extra `mcp`; install it with: pip install 'clew[mcp]'")
    if sys.stdin is not None and sys.stdin.isatty():
        paint.warn("clew: this waits for a client on standard input; set one up with: clew mcp install CLIENT")
    from clew.mcp import server

    with wiring.open_bundle(root(ctx), "mcp") as bundle:
        paint.problems(bundle.problems)
        server.run(bundle)


def install(
    ctx: typer.Context,
    client: Client,
    name: Annotated[str, typer.Option("--name", help="Name of the server there, for several bundles.")] = "clew",
    project: Project = False,
    dry_run: DryRun = False,
) -> None:
    """Set a client up to use the server: an entry beside what is there, shown as a diff; the old file is kept."""
    if not (name.isascii() and name.replace("-", "").replace("_", "").isalnum()):
        raise UsageError(f"--name {name!r}: use letters, digits, - and _")
    who = setup.client(client)
    path = setup.target(who.servers, who, Path.cwd() if project else None)
    command = [*SELF, "--bundle", str(root(ctx).resolve()), "mcp"]
    _written(setup.server(who, path, name, command), dry_run)
    if not dry_run:
        paint.say(f"Start {who.title} anew, and ask it what was decided about something.")


def hook(ctx: typer.Context) -> None:
    """Answer the JSON that a client sends at a prompt with one line of what is known of it.

    Reads standard input; says nothing where nothing is known; always ends with 0. With the word `session` after it, it
    adds the session that has ended.
    """
    named = ctx.find_root().obj
    prompt.main(["--bundle", str(named)] if named else [])


def hooks(
    ctx: typer.Context,
    client: Client,
    sessions: Annotated[bool, typer.Option("--sessions", help="Also add each session when it ends.")] = False,
    project: Project = False,
    dry_run: DryRun = False,
) -> None:
    """Set a client up to call the hook at every prompt, after the hooks that are there; the old file is kept."""
    who = setup.client(client)
    path = setup.target(who.hooks, who, Path.cwd() if project else None)
    if sessions and not who.end:
        raise UsageError(f"{who.title} calls no hook at the end of a session; add its sessions with: clew watch FOLDER")
    named = ctx.find_root().obj
    command = [*SELF, *(["--bundle", str(Path(named).resolve())] if named else []), "hook"]
    _written(setup.hook(who, path, who.prompt, line(command)), dry_run)
    if sessions:
        _written(setup.hook(who, path, who.end, line([*command, "session"])), dry_run)
    if who.remark and not dry_run:
        paint.say(who.remark)


def _written(change: Change, dry_run: bool) -> None:
    """Show a change, and write it unless it is a trial."""
    if not change.diff:
        paint.say(f"{change.path} has it already; nothing was changed")
        return
    paint.write(change.diff)
    if dry_run:
        paint.say("Nothing was changed.")
        return
    copy = change.write()
    paint.say(f"Wrote {change.path}" + (f"; as it was: {copy.name}" if copy else ""))
