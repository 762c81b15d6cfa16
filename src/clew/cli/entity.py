"""`clew entity`: things by name, joined and told apart."""

from typing import Annotated

import typer

from clew.cli import paint
from clew.cli.state import DryRun, Json, Reason, opened
from clew.core import codec
from clew.core.badges import short
from clew.model import Event

Name = Annotated[str, typer.Argument(help="A thing, by any of its names.")]


def listing(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Everything that is named anywhere.")] = False,
    json: Json = False,
) -> None:
    """List things, most spoken of first."""
    with opened(ctx) as bundle:
        rows = bundle.entities.list(every)
    if json:
        paint.emit([codec.pack(row) for row in rows])
        return
    paint.table(
        ("thing", "type", "also", "may be called", "claims", "page"),
        [(r.name, r.type, ", ".join(r.aliases), ", ".join(r.maybe), str(r.claims), r.page) for r in rows],
    )


def show(ctx: typer.Context, name: Name, json: Json = False) -> None:
    """Show a thing: its names, its relations, and what it is not."""
    with opened(ctx) as bundle:
        found = bundle.entities.show(name)
        views = [view for view in bundle.claims() if view.claim.id in set(found.claims)]
    if json:
        paint.emit(codec.pack(found))
        return
    row = found.row
    paint.say(f"{row.name}  {row.type}" + (f"  {row.page}" if row.page else ""))
    for label, words in (("also", row.aliases), ("may be called", row.maybe), ("not", found.apart)):
        if words:
            paint.say(f"  {label}: {', '.join(words)}")
    for tied in found.relations:
        past = "" if tied.current else "  (no more)"
        paint.say(f"  {tied.subject} —{tied.predicate}→ {tied.object}  {short(tied.claim)}{past}")
    for asked in found.asked:
        paint.say(f"  ? {asked}")
    for view in views:
        paint.claim_lines(view.claim.id, view.claim.text, view.badges, view.where)


def merge(
    ctx: typer.Context,
    name: Name,
    into: Annotated[str, typer.Argument(help="The thing it is.")],
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Say that two names mean one thing; names, claims and relations come together."""
    with opened(ctx) as bundle:
        done = bundle.entities.merge(name, into, reason=reason, dry_run=dry_run)
    _said(done, dry_run)


def split(
    ctx: typer.Context,
    name: Name,
    other: Annotated[str | None, typer.Argument(help="The name it leaves; all others if left out.")] = None,
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Take a name out of the thing it was joined to."""
    with opened(ctx) as bundle:
        done = bundle.entities.split(name, other, reason=reason, dry_run=dry_run)
    _said(done, dry_run)


def alias(ctx: typer.Context, name: Name, also: str, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Give a thing another name."""
    with opened(ctx) as bundle:
        done = bundle.entities.alias(name, also, reason=reason, dry_run=dry_run)
    _said(done, dry_run)


def differ(ctx: typer.Context, name: Name, other: str, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Say that two names mean two things; nobody asks again."""
    with opened(ctx) as bundle:
        done = bundle.entities.differ(name, other, reason=reason, dry_run=dry_run)
    _said(done, dry_run)


def new(
    ctx: typer.Context,
    name: str,
    kind: Annotated[str, typer.Option("--type", help="Person, Organization, Product, Place, …")] = "",
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Give a thing a page, whatever claims say of it."""
    with opened(ctx) as bundle:
        done = bundle.entities.new(name, kind, reason=reason, dry_run=dry_run)
    _said(done, dry_run)


def _said(done: tuple[Event, ...], dry_run: bool) -> None:
    for event in done:
        about = " = ".join(event.data["names"]) if event.kind == "same" else " ≠ ".join(event.data.get("names", ()))
        paint.say(f"{'would ' if dry_run else ''}{event.kind} {about or event.data.get('name', event.target)}")
