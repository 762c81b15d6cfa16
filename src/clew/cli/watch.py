"""`clew watch`: a folder whose new and changed files are added."""

import time
from pathlib import Path
from typing import Annotated

import typer

from clew.bundle import Bundle
from clew.cli import daily, paint
from clew.cli.state import opened
from clew.errors import Locked
from clew.use.watch import Watch


def watch(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(help="Folder to watch; files and folders in it are added.")],
    interval: Annotated[float, typer.Option("--interval", min=0.1, help="Seconds between two looks.")] = 2.0,
    once: Annotated[bool, typer.Option("--once", help="Stop when everything that is there has been added.")] = False,
    accept: daily.Accept = None,
) -> None:
    """Watch a folder and add what is new or changed, when it has come to rest; Ctrl-C stops it."""
    with opened(ctx) as bundle:
        seen = Watch(folder, bundle.root)
        if not once:
            paint.say(f"Watching {folder}; Ctrl-C stops.")
        told: set[str] = set()
        try:
            while _look(ctx, bundle, seen, accept, told) or not once:
                time.sleep(interval)
        except KeyboardInterrupt:
            paint.say("Stopped; everything that was reported is stored.")


def _look(ctx: typer.Context, bundle: Bundle, seen: Watch, accept: str | None, told: set[str]) -> bool:
    """Look once and add what is due, one after the other; tells whether more is to come. Faults are told once."""
    for path, files in seen.units(seen.due()):
        try:
            report = bundle.add([path], accept=accept)
        except Locked as error:
            paint.warn(f"{error}; trying again")
            break
        seen.done(files)
        if report.counts["new"] or report.counts["updated"] or report.problems:
            paint.say(f"{path}:")
            daily.show_report(ctx, report, told=told)
    return seen.restless
