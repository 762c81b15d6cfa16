"""What comes in and goes out: sources shown and removed, folders watched, drafts parked."""

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from clew.bundle import Bundle
from clew.cli import daily, nouns, paint
from clew.cli.state import DryRun, Json, Reason, opened
from clew.core import codec
from clew.errors import Locked, Refused, UsageError
from clew.use.watch import Watch
from clew.use.withdraw import Purged

draft = typer.Typer(help="Transcripts that wait in your own folder before they are added.", no_args_is_help=True)

SourceId = Annotated[str, typer.Argument(help="Id of a source, or its first characters.")]
DraftId = Annotated[str, typer.Argument(help="Id of a draft, or its first characters.")]
Purge = Annotated[bool, typer.Option("--purge", help="Remove every byte for good; this cannot be undone.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before a purge.")]


@nouns.source.command("show")
def source_show(ctx: typer.Context, name: SourceId, json: Json = False) -> None:
    """Show a source with its text."""
    with opened(ctx) as bundle:
        found = bundle.source(name)
        parts = bundle.parts(found.id)
    if json:
        paint.emit({"source": codec.pack(found), "parts": [codec.pack(part) for part in parts]})
        return
    paint.say(f"{found.title} · {found.provider} · {found.at or 'no date'} · {found.parts} parts")
    for part in parts:
        place = f" · {part.section}" if part.section else ""
        paint.say(f"\n[{part.n}] {part.name or part.author} {(part.at or '')[:16]}{place}\n{part.text}")


@nouns.source.command("remove")
def source_remove(
    ctx: typer.Context,
    name: SourceId,
    purge: Purge = False,
    yes: Yes = False,
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Take a source out: its text stays in the files, nothing of it is shown or found. With --purge for good."""
    with opened(ctx) as bundle:
        ident = bundle.source(name).id
        if not purge:
            bundle.withdraw(ident, reason=reason, dry_run=dry_run)
            paint.say(f"{'would remove' if dry_run else 'removed'} {ident}; bring it back: clew source restore {ident}")
            return
        planned = bundle.purge(ident, dry_run=True)
        if dry_run:
            _purged(planned, "would purge")
            return
        if not yes and sys.stdin.isatty():
            _purged(planned, "about to purge")
            if not typer.confirm("Remove it for good? This cannot be undone."):
                raise Refused("nothing was removed")
        _purged(bundle.purge(ident, reason=reason), "purged")


@nouns.source.command("restore")
def source_restore(ctx: typer.Context, name: SourceId, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Bring back a source that was removed (not one that was purged)."""
    with opened(ctx) as bundle:
        ident = bundle.source(name).id
        bundle.withdraw(ident, back=True, reason=reason, dry_run=dry_run)
    paint.say(f"{'would bring back' if dry_run else 'brought back'} {ident}")


def _purged(done: Purged, verb: str) -> None:
    paint.say(f"{verb} {done.source}: {done.claims} claims, {len(done.files)} files, {len(done.drafts)} drafts")
    for path in done.left:
        paint.say(f"  a quote of it still stands in {path}: people wrote there, look at it yourself")
    if not done.index:
        paint.say("  another program holds the old index open; close it and run: clew reindex")
    if done.history:
        paint.say("  the bundle lies in a git repository: its history, and clones of it, may still hold the text")
    paint.say("  copies outside the bundle, such as the file it was added from and backups, are yours to remove")


@draft.command("save")
def draft_save(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(help="A transcript; - reads standard input.")] = "-",
    title: Annotated[str, typer.Option("--title", help="What to call it.")] = "",
) -> None:
    """Park a transcript; nothing is added yet."""
    if file == "-":
        data = sys.stdin.buffer.read()
    elif Path(file).is_file():
        data = Path(file).read_bytes()
    else:
        raise UsageError(f"there is no file {file}")
    with opened(ctx) as bundle:
        saved = bundle.drafts.save(data.decode("utf-8", "replace"), title, bundle.now)
    paint.say(f"{saved.id}  {saved.title}")


@draft.command("list")
def draft_list(ctx: typer.Context, json: Json = False) -> None:
    """List what waits."""
    with opened(ctx) as bundle:
        found = bundle.drafts.list()
    if json:
        paint.emit([codec.pack(one) for one in found])
        return
    paint.table(("draft", "parked", "size", "title"), [(d.id, d.at[:10], str(len(d.text)), d.title) for d in found])


@draft.command("open")
def draft_open(
    ctx: typer.Context,
    name: DraftId,
    add: Annotated[bool, typer.Option("--add", help="Add it to the bundle, and delete the draft.")] = False,
) -> None:
    """Print a draft, or add it to the bundle."""
    with opened(ctx) as bundle:
        found = bundle.drafts.get(name)
        if not add:
            paint.write(found.text)
            return
        report = bundle.add([found.text.encode()])
        daily.show_report(report)
        if report.counts["failed"] or not report.items:
            raise typer.Exit(1)
        bundle.drafts.delete(found.id)


@draft.command("delete")
def draft_delete(ctx: typer.Context, name: DraftId) -> None:
    """Delete a draft."""
    with opened(ctx) as bundle:
        gone = bundle.drafts.delete(name)
    paint.say(f"deleted {gone.id}  {gone.title}")


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
        try:
            while _look(bundle, seen, accept) or not once:
                time.sleep(interval)
        except KeyboardInterrupt:
            paint.say("Stopped; everything that was reported is stored.")


def _look(bundle: Bundle, seen: Watch, accept: str | None) -> bool:
    """Look once and add what is due, one after the other; tells whether more is to come."""
    for path, files in seen.units(seen.due()):
        try:
            report = bundle.add([path], accept=accept)
        except Locked as error:
            paint.warn(f"{error}; trying again")
            break
        seen.done(files)
        if report.counts["new"] or report.counts["updated"] or report.problems:
            paint.say(f"{path}:")
            daily.show_report(report)
    return seen.restless
