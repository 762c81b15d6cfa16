"""`clew page predicate`: one word for a relation, on every page."""

from typing import Annotated

import typer

from clew.cli import paint
from clew.cli.state import DryRun, Json, Reason, opened
from clew.core import codec


def rename(
    ctx: typer.Context,
    old: Annotated[str, typer.Argument(help="The predicate as pages write it now.")],
    new: Annotated[str, typer.Argument(help="The predicate to write instead.")],
    reason: Reason = None,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Rename a predicate on every page that people wrote, and teach the vocabulary the old name."""
    with opened(ctx) as bundle:
        done = bundle.linter.rename(old, new, reason=reason, dry_run=dry_run)
    if json:
        paint.emit(codec.pack(done))
        return
    for path in done.pages:
        paint.say(f"{'would change' if dry_run else 'changed'} {path}")
    paint.problems(done.problems)
    taught = f"; {old} is a synonym now" if done.vocabulary else ""
    paint.say(f"{len(done.pages)} pages{taught}")
