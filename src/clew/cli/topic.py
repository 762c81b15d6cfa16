"""`clew topic`: topics and the claims they hold."""

from typing import Annotated

import typer

from clew.cli import paint, tidy
from clew.cli.state import DryRun, Json, Reason, opened
from clew.cli.state import topics as known
from clew.model import Event
from clew.use import topics

Topic = Annotated[str, typer.Argument(help="A topic.", autocompletion=known)]


def listing(ctx: typer.Context, json: Json = False) -> None:
    """List topics with the number of their claims."""
    with opened(ctx) as bundle:
        found = bundle.topics()
    if json:
        paint.emit(dict(found))
    else:
        paint.table(("topic", "claims"), [(name, str(count)) for name, count in found.items()])


def rename(ctx: typer.Context, old: Topic, new: str, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Give a topic another name; chains stay whole."""
    with opened(ctx) as bundle:
        key = bundle.topic(old)
        done = bundle.decide(lambda curate: topics.renamed(curate, key, new), reason=reason, dry_run=dry_run)
    _moved(done, new, dry_run)


def merge(
    ctx: typer.Context,
    names: Annotated[list[str], typer.Argument(help="Topics.", autocompletion=known)],
    into: Annotated[str, typer.Option("--into", help="The topic that takes them in; it may be one of them, or new.")],
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """File the claims of several topics under one; chains stay whole."""
    with opened(ctx) as bundle:
        keys = [bundle.topic(name) for name in names]
        done = bundle.decide(lambda curate: topics.merged(curate, keys, into), reason=reason, dry_run=dry_run)
    _moved(done, into, dry_run)


def split(
    ctx: typer.Context,
    name: Topic,
    claims: Annotated[list[str], typer.Argument(help="Ids of claims, or their first characters.")],
    to: Annotated[str, typer.Option("--to", help="The other topic.")],
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """File some claims of a topic under another, each with its whole chain."""
    with opened(ctx) as bundle:
        key, ids = bundle.topic(name), [bundle.resolve(claim) for claim in claims]
        done = bundle.decide(lambda curate: topics.split(curate, key, ids, to), reason=reason, dry_run=dry_run)
    _moved(done, to, dry_run)


def _moved(done: tuple[Event, ...], to: str, dry_run: bool) -> None:
    count = sum(event.kind == "overlay" for event in done)
    paint.say(f"{'would move' if dry_run else 'moved'} {count} claims to {to}")


def hide(ctx: typer.Context, name: Topic, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Discard all claims of a topic."""
    _discard(ctx, name, (reason, dry_run), back=False)


def restore(ctx: typer.Context, name: Topic, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Bring back the discarded claims of a topic."""
    _discard(ctx, name, (reason, dry_run), back=True)


def _discard(ctx: typer.Context, name: str, how: tuple[str | None, bool], back: bool) -> None:
    reason, dry_run = how
    with opened(ctx) as bundle:
        key = bundle.topic(name)
        done = bundle.decide(lambda curate: topics.discarded(curate, key, back), reason=reason, dry_run=dry_run)
    count = sum(event.kind in ("hide", "restore") for event in done)
    word = "restore" if back else "discard"
    paint.say(f"{'would ' + word if dry_run else word.rstrip('e') + 'ed'} {count} claims")


def page(ctx: typer.Context, name: Topic, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Give a topic a page of its own, however few claims it has."""
    with opened(ctx) as bundle:
        done = bundle.wish(name, reason=reason, dry_run=dry_run)
    paint.say(f"{'would show' if dry_run else 'shows'} {done[0].target} on {done[0].data['page']}")


def retopic(
    ctx: typer.Context,
    model: tidy.Model = None,
    yes: tidy.Yes = False,
    budget: tidy.Spend = None,
    calls: tidy.Calls = None,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Have a model propose one topic for each subject, over all that is current; each move is asked about."""
    with opened(ctx) as bundle:
        tidy.propose(bundle, "topics", tidy.wish(bundle, (model, budget, calls)), tidy.How(yes, dry_run, json))
