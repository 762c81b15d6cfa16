"""The daily verbs that write: init, add, note, review, undo and their near kin."""

import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from clew import app as wiring
from clew import spaces
from clew.bundle import Bundle
from clew.cli import exam, paint
from clew.cli.state import DryRun, Json, Reason, on, opened, typed
from clew.core import codec
from clew.errors import Refused, UsageError
from clew.readers.fetch import Fetched, fetch, is_address
from clew.store import atomic
from clew.use.report import AddReport

Accept = Annotated[
    str | None,
    typer.Option("--accept", metavar="none|high|all", help="Which claims become active in this run."),
]

At = Annotated[str | None, typer.Option("--at", metavar="DATE", help="When a source without dates was said.")]
Undone = Annotated[str | None, typer.Argument(help="Operation or event of clew log; the latest if left out.")]


def init(
    folder: Annotated[Path, typer.Argument(help="Folder of the new bundle.")] = Path(),
    title: Annotated[str | None, typer.Option("--title", help="Name of the bundle.")] = None,
    here: Annotated[bool, typer.Option("--here", help="Adopt a folder of pages as it is; none is changed.")] = False,
) -> None:
    """Make a new bundle, or adopt a folder of pages that is there."""
    name = title or folder.resolve().name
    if here:
        with wiring.adopt(folder, name) as bundle:
            done = bundle.sync()
        spaces.remember(folder)
        paint.say(f"{folder} is a bundle now: {done.pages} pages, none changed. Look at it: {on(folder, 'lint')}")
        return
    wiring.create(folder, name).close()
    spaces.remember(folder)
    paint.say(f"New bundle in {folder}. Add something to it: {on(folder, 'add PATH')}")


def add(
    ctx: typer.Context,
    paths: Annotated[list[str], typer.Argument(help="Files, folders, https addresses; - reads standard input.")],
    accept: Accept = None,
    at: At = None,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Add chats and notes: store the words, extract claims, compare them with what is known."""
    with opened(ctx) as bundle:
        report = _added(bundle, paths, {"accept": accept, "at": at, "dry_run": dry_run})
    if json:
        paint.emit(codec.pack(report))
    else:
        show_report(ctx, report, dry_run)
    if report.counts["failed"] or not report.items:
        raise typer.Exit(1)


def _given(path: str, bundle: Bundle) -> Path | bytes | Fetched:
    """What an argument stands for: addresses are fetched, standard input and pipes read whole, devices refused."""
    if is_address(path):
        if bundle.settings.local_only:
            raise Refused(f"`models.local_only` is on; nothing was fetched from {path}. Save the page and add the file")
        return fetch(path)
    if path == "-":
        if sys.stdin is None:
            raise UsageError("there is no standard input to read")
        return sys.stdin.buffer.read()
    if not path:
        raise UsageError("an empty word names no file; . is the folder you are in")
    place = Path(path)
    if place.is_fifo():
        return place.read_bytes()
    if place.exists() and not (place.is_file() or place.is_dir()):
        raise UsageError(f"{path} is neither a file nor a folder; pipe it in with: clew add -")
    return place


def _added(bundle: Bundle, paths: list[str], options: dict[str, object]) -> AddReport:
    """Run the import with a progress line on a terminal and none in a pipe."""
    sources = [_given(path, bundle) for path in paths]
    if not sys.stderr.isatty():
        return bundle.add(sources, **options)  # type: ignore[arg-type]  # the options are the keyword arguments
    from rich.console import Console

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reading …", total=None)

        def tell(done: int, title: str) -> None:
            progress.update(task, description=f"{done} read · {paint.clean(title)[:60]}")

        return bundle.add(sources, progress=tell, **options)  # type: ignore[arg-type]  # as above


def show_report(ctx: typer.Context, report: AddReport, dry_run: bool = False, told: set[str] | None = None) -> None:
    """The summary whose numbers add up: read = new + updated + unchanged + empty + failed.

    What stands in `told` was said before and is left out; the rest is put there.
    """
    told = set() if told is None else told
    paint.problems([problem for problem in report.problems if str(problem) not in told])
    for ignored in report.ignored:
        if str(ignored) not in told:
            paint.say(f"  ignored {ignored.where}: {ignored.why}")
    told.update(map(str, (*report.problems, *report.ignored)))
    total = sum(report.counts.values())
    paint.say(f"{'Would read' if dry_run else 'Read'} {total}: {paint.tally(report.counts)}")
    if report.claims:
        paint.say(f"Claims: {paint.tally(report.claims)}")
    if report.met:
        paint.say(f"Claims of branches that met: {paint.tally(report.met)}")
    if report.demoted:
        paint.say(f"Lowered: {paint.tally(report.demoted)}")
    if report.rejected:
        paint.say(f"Rejected: {paint.tally(report.rejected)}")
    if report.skipped:
        paint.say(f"Left out: {paint.tally(report.skipped)}")
    for one in report.tried:
        waits = "" if one.link == "active" else ", would wait"
        paint.say(f"  {one.text} ({one.kind}{waits})" + "".join(f"\n    in place of: {old}" for old in one.replaces))
    if report.claims.get("proposed") and not dry_run:
        paint.say(f"Look at what waits: {typed(ctx, 'review')}")


def note(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="One statement in your own words.")],
    topic: Annotated[str | None, typer.Option("--topic", help="Topic it belongs to.")] = None,
    kind: Annotated[str, typer.Option("--kind", help="decision, fact, preference, goal, task, …")] = "fact",
    supersedes: Annotated[str | None, typer.Option("--supersedes", help="Claim that it takes the place of.")] = None,
    json: Json = False,
) -> None:
    """Write down a claim by hand."""
    with opened(ctx) as bundle:
        view = bundle.note(text, topic=topic, kind=kind, supersedes=supersedes)
    if json:
        paint.emit(codec.pack(view))
    else:
        paint.claim_lines(view.claim.id, view.claim.text, view.badges, view.where)


def undo(
    ctx: typer.Context,
    operation: Undone = None,
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Take back an operation by compensating events; nothing is erased."""
    with opened(ctx) as bundle:
        undone = bundle.undo(operation, reason=reason, dry_run=dry_run)
    for event in undone:
        what = "source" if event.kind == "withdraw" else event.kind
        paint.say(f"{'would take back' if dry_run else 'taken back'}: {what} {event.target}")


def demo(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(help="Folder of the demonstration bundle.")] = Path("demo"),
) -> None:
    """Make a bundle from the example chats, to look around in."""
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty; name another folder: clew demo FOLDER")
    with wiring.create(folder, "Pontoon") as bundle:
        report = bundle.add([wiring.examples()])
        atomic.write(folder / "evaluate.yaml", (files("clew.cli") / "demo.yaml").read_bytes())
        bundle.embed()
    show_report(ctx, report)
    paint.say(f'Look around: cd {folder}, then clew ask "Which database do we use?"')


def reindex(ctx: typer.Context) -> None:
    """Build the index again from the files; where there is an evaluate.yaml, say how it fares."""
    with opened(ctx) as bundle:
        paint.say(f"Indexed {paint.tally(bundle.reindex())}")
        if bundle.exam.exam():
            exam.summary(bundle.exam.run())
