"""`clew topic`: topics and the claims they hold."""

from typing import Annotated

import typer

from clew.cli import paint
from clew.cli.state import DryRun, Json, Reason, opened, topics

Topic = Annotated[str, typer.Argument(help="A topic.", autocompletion=topics)]


def listing(ctx: typer.Context, json: Json = False) -> None:
    """List topics with the number of their claims."""
    with opened(ctx) as bundle:
        found = bundle.topics()
    if json:
        paint.emit(dict(found))
    else:
        paint.table(("topic", "claims"), [(name, str(count)) for name, count in found.items()])


def rename(ctx: typer.Context, old: Topic, new: str, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Give a topic another name, or merge it into another; chains stay whole."""
    with opened(ctx) as bundle:
        ids = bundle.of_topic(old)
        done = bundle.decide(lambda curate: curate.overlay(ids, {"topic": new}), reason=reason, dry_run=dry_run)
    paint.say(f"{'would move' if dry_run else 'moved'} {len(done)} claims to {new}")


def hide(ctx: typer.Context, name: Topic, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Discard all claims of a topic."""
    with opened(ctx) as bundle:
        ids = bundle.of_topic(name)
        done = bundle.decide(
            lambda curate: tuple(e for i in ids for e in curate.hide(i)), reason=reason, dry_run=dry_run
        )
    paint.say(f"{'would discard' if dry_run else 'discarded'} {len(done)} claims")
