"""`clew entity`: things by name, joined and told apart."""

from typing import Annotated

import typer

from clew.cli import paint, tidy
from clew.cli.state import DryRun, Json, Reason, opened, typed
from clew.core import codec
from clew.core.badges import short
from clew.model import Event
from clew.use.resolve import MOST

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
        claim = f"  {short(tied.claim)}" if tied.claim else ""
        paint.say(f"  {tied.subject} —{tied.predicate}→ {tied.object}{claim}{past}")
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


def resolve(
    ctx: typer.Context,
    model: tidy.Model = None,
    budget: tidy.Spend = None,
    calls: tidy.Calls = None,
    most: Annotated[int, typer.Option("--pairs", min=1, help="Most pairs to judge.")] = MOST,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Judge which names mean one thing: by the model named or set as models.resolve, else by the rules.

    A pair is judged in both orders. What is the same comes together, a relation is proposed, doubt and failure ask you.
    """
    with opened(ctx) as bundle:
        done = bundle.resolution.run(model, tidy.limits(bundle, budget, calls), most, dry_run=dry_run)
    if json:
        paint.emit(codec.pack(done))
        return
    if dry_run:
        for one, other in done.pairs:
            paint.say(f"would judge {one} / {other}")
    paint.say(f"{done.judge}: {paint.tally(done.counts) if done.counts else f'{len(done.pairs)} pairs'}")
    if done.proposed:
        paint.say(f"{done.proposed} relations wait: {typed(ctx, 'review')}")
    if done.calls:
        paint.say(f"Calls: {done.calls}, {paint.cost(done.usd)}")
    if done.left:
        paint.say(f"{done.left} pairs are left for the next run.")
    if done.stopped:
        paint.warn(f"stopped: {done.stopped}")
        raise typer.Exit(1)


def check(
    ctx: typer.Context,
    many: Annotated[int, typer.Option("--sample", min=1, help="How many.")] = 5,
    json: Json = False,
) -> None:
    """Look at a sample of judgements by machine; clew finding settle ID same|apart confirms or corrects one."""
    with opened(ctx) as bundle:
        found = bundle.resolution.check(many)
    if json:
        paint.emit([codec.pack(one) for one in found])
        return
    paint.table(
        ("finding", "judged", "names", "by", "on"),
        [(short(one.id), one.answer, " / ".join(one.names), one.by, one.at[:10]) for one in found],
    )


def suggest(
    ctx: typer.Context,
    model: tidy.Model = None,
    budget: tidy.Spend = None,
    calls: tidy.Calls = None,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Have a model say how things may hang together, with the claims that say so; nothing is written."""
    with opened(ctx) as bundle:
        tidy.propose(bundle, "ties", tidy.wish(bundle, (model, budget, calls)), tidy.How(False, dry_run, json))


def _said(done: tuple[Event, ...], dry_run: bool) -> None:
    for event in done:
        about = " = ".join(event.data["names"]) if event.kind == "same" else " ≠ ".join(event.data.get("names", ()))
        paint.say(f"{'would ' if dry_run else ''}{event.kind} {about or event.data.get('name', event.target)}")
