"""`clew draft`: transcripts that wait in the person's own folder before they are added."""

import sys
from typing import Annotated

import typer

from clew.cli import daily, paint
from clew.cli.state import Json, given_bytes, opened
from clew.core import codec

DraftId = Annotated[str, typer.Argument(help="Id of a draft, or its first characters.")]


def save(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(help="A transcript; - reads standard input.")] = "-",
    title: Annotated[str, typer.Option("--title", help="What to call it.")] = "",
) -> None:
    """Park a transcript; nothing is added yet."""
    data = sys.stdin.buffer.read() if file == "-" else given_bytes(file)
    with opened(ctx) as bundle:
        saved = bundle.drafts.save(data, title, bundle.now)
    paint.say(f"{saved.id}  {saved.title}")


def listing(ctx: typer.Context, json: Json = False) -> None:
    """List what waits."""
    with opened(ctx) as bundle:
        found = bundle.drafts.list()
    if json:
        paint.emit([codec.pack(one) for one in found])
        return
    paint.table(("draft", "parked", "size", "title"), [(d.id, d.at[:10], str(len(d.text)), d.title) for d in found])


def open_(
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
        daily.show_report(ctx, report)
        if report.counts["failed"] or not report.items:
            raise typer.Exit(1)
        bundle.drafts.delete(found.id)


def delete(ctx: typer.Context, name: DraftId) -> None:
    """Delete a draft."""
    with opened(ctx) as bundle:
        gone = bundle.drafts.delete(name)
    paint.say(f"deleted {gone.id}  {gone.title}")
