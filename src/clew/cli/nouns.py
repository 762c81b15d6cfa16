"""The nouns: claim, finding, topic, source, page, runs, config, model, bundle, each with its single verbs."""

from typing import Annotated

import typer

from clew import app as wiring
from clew import config
from clew.cli import paint
from clew.cli.state import ClaimId, DryRun, Json, Reason, State, opened, topics
from clew.core import codec
from clew.core.badges import short
from clew.model import Event

ClaimIds = Annotated[list[str], typer.Argument(help="Ids of claims, or their first characters.")]
Topic = Annotated[str, typer.Argument(help="A topic.", autocompletion=topics)]

Origin = Annotated[bool, typer.Option("--origin", help="Where each comes from.")]

claim = typer.Typer(help="Decide about single claims.", no_args_is_help=True)
finding = typer.Typer(help="What needs a person: contradictions, forks, changed support.", no_args_is_help=True)
topic = typer.Typer(help="Topics and the claims they hold.", no_args_is_help=True)
source = typer.Typer(help="What was added, word for word.", no_args_is_help=True)
runs = typer.Typer(help="Manifests: what every run accepted, lowered and rejected, and why.", no_args_is_help=True)
settings = typer.Typer(help="Settings and where they come from.", no_args_is_help=True)


def _done(events: tuple[Event, ...], dry_run: bool) -> None:
    for event in events:
        paint.say(f"{'would ' if dry_run else ''}{event.kind} {short(event.target)}")


def _each(ctx: typer.Context, verb: str, ids: list[str], reason: str | None, dry_run: bool) -> None:
    """One verb on several claims, as one operation."""
    with opened(ctx) as bundle:
        found = [bundle.resolve(name) for name in ids]
        done = bundle.decide(
            lambda curate: tuple(e for i in found for e in getattr(curate, verb)(i)), reason=reason, dry_run=dry_run
        )
    _done(done, dry_run)


@claim.command()
def accept(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Let proposed claims come into force."""
    _each(ctx, "accept", ids, reason, dry_run)


@claim.command()
def reject(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Refuse claims; the same value is not offered again, wherever it comes from."""
    _each(ctx, "reject", ids, reason, dry_run)


@claim.command()
def hide(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Discard claims from view; nothing older takes their place."""
    _each(ctx, "hide", ids, reason, dry_run)


@claim.command()
def restore(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Take back a reject, hide, retract or refute."""
    _each(ctx, "restore", ids, reason, dry_run)


@claim.command()
def retract(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Withdraw claims with nothing in their place."""
    _each(ctx, "retract", ids, reason, dry_run)


@claim.command()
def refute(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Mark claims as found false."""
    _each(ctx, "refute", ids, reason, dry_run)


@claim.command()
def verify(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Confirm that claims are right: a human review when a person does it in a terminal."""
    _each(ctx, "verify", ids, reason, dry_run)


@claim.command()
def pin(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Protect claims: no rule may replace them."""
    _each(ctx, "pin", ids, reason, dry_run)


@claim.command()
def unpin(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Let rules replace claims again."""
    _each(ctx, "unpin", ids, reason, dry_run)


@claim.command()
def supersede(ctx: typer.Context, new: ClaimId, old: ClaimId, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Let one claim take the place of another, by hand."""
    with opened(ctx) as bundle:
        pair = bundle.resolve(new), bundle.resolve(old)
        done = bundle.decide(lambda curate: curate.supersede(*pair, reason or ""), reason=reason, dry_run=dry_run)
    _done(done, dry_run)


@claim.command()
def unlink(ctx: typer.Context, new: ClaimId, old: ClaimId, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Say that a supersession does not hold."""
    with opened(ctx) as bundle:
        pair = bundle.resolve(new), bundle.resolve(old)
        done = bundle.decide(lambda curate: curate.unlink(*pair), reason=reason, dry_run=dry_run)
    _done(done, dry_run)


@claim.command()
def relabel(ctx: typer.Context, name: ClaimId, label: str, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Give a claim another label; the claim itself stays as it is."""
    _overlay(ctx, [name], {"label": label}, (reason, dry_run))


@claim.command()
def move(
    ctx: typer.Context,
    ids: ClaimIds,
    to: Annotated[str, typer.Option("--to", help="The topic.")],
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Move claims to another topic; chains stay whole."""
    _overlay(ctx, ids, {"topic": to}, (reason, dry_run))


@claim.command()
def expire(
    ctx: typer.Context,
    name: ClaimId,
    until: Annotated[str, typer.Argument(help="Date, 2026-03-01.")],
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Set until when a claim holds."""
    _overlay(ctx, [name], {"valid_to": until}, (reason, dry_run))


def _overlay(
    ctx: typer.Context, names: list[str], changes: dict[str, str | None], how: tuple[str | None, bool]
) -> None:
    reason, dry_run = how
    with opened(ctx) as bundle:
        ids = [bundle.resolve(name) for name in names]
        done = bundle.decide(lambda curate: curate.overlay(ids, changes), reason=reason, dry_run=dry_run)
    _done(done, dry_run)


@finding.command("list")
def findings(
    ctx: typer.Context,
    settled: Annotated[bool, typer.Option("--all", help="Settled ones too.")] = False,
    json: Json = False,
) -> None:
    """List what waits for a person."""
    with opened(ctx) as bundle:
        found = bundle.findings(settled)
    if json:
        paint.emit([codec.pack(one) for one in found])
        return
    paint.table(
        ("finding", "kind", "claims", "why", "settled"),
        [(short(f.id), f.kind, " ".join(map(short, f.claims)), f.ground, f.disposition or "") for f in found],
    )


@finding.command("show")
def show_finding(ctx: typer.Context, name: str, json: Json = False) -> None:
    """Show the claims of a finding side by side."""
    with opened(ctx) as bundle:
        found, views = bundle.finding(name)
    if json:
        paint.emit({"finding": codec.pack(found), "claims": [codec.pack(v) for v in views]})
        return
    paint.say(f"{found.kind}: {found.ground}" + (f" (settled: {found.disposition})" if found.disposition else ""))
    for view in views:
        paint.say()
        paint.claim_lines(view.claim.id, view.claim.text, view.badges, view.where)
        for span in view.claim.evidence:
            paint.say(f"          “{span.quote}”")


@finding.command()
def settle(
    ctx: typer.Context,
    name: str,
    how: Annotated[
        str, typer.Argument(help="keep-old, keep-new, keep-both, reject-old, reject-new, reject-both, rewrite, later")
    ],
    scope: Annotated[str | None, typer.Option("--scope", help="With keep-both: what tells them apart.")] = None,
    by: Annotated[str | None, typer.Option("--by", help="With rewrite: the claim that says it anew.")] = None,
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Decide a contradiction."""
    with opened(ctx) as bundle:
        done = bundle.decide(lambda curate: curate.settle(name, how, scope, by), reason=reason, dry_run=dry_run)
    _done(done, dry_run)


@topic.command("list")
def topic_list(ctx: typer.Context, json: Json = False) -> None:
    """List topics with the number of their claims."""
    with opened(ctx) as bundle:
        found = bundle.topics()
    if json:
        paint.emit(dict(found))
    else:
        paint.table(("topic", "claims"), [(name, str(count)) for name, count in found.items()])


@topic.command("rename")
def topic_rename(ctx: typer.Context, old: Topic, new: str, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Give a topic another name, or merge it into another; chains stay whole."""
    with opened(ctx) as bundle:
        ids = bundle.of_topic(old)
        done = bundle.decide(lambda curate: curate.overlay(ids, {"topic": new}), reason=reason, dry_run=dry_run)
    paint.say(f"{'would move' if dry_run else 'moved'} {len(done)} claims to {new}")


@topic.command("hide")
def topic_hide(ctx: typer.Context, name: Topic, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Discard all claims of a topic."""
    with opened(ctx) as bundle:
        ids = bundle.of_topic(name)
        done = bundle.decide(
            lambda curate: tuple(e for i in ids for e in curate.hide(i)), reason=reason, dry_run=dry_run
        )
    paint.say(f"{'would discard' if dry_run else 'discarded'} {len(done)} claims")


@source.command("list")
def source_list(ctx: typer.Context, json: Json = False) -> None:
    """List sources."""
    with opened(ctx) as bundle:
        found = bundle.sources()
    if json:
        paint.emit([codec.pack(one) for one in found])
        return
    rows = [(s.id, (s.at or "")[:10], s.provider, str(s.parts), s.title) for s in found]
    paint.table(("source", "begun", "from", "parts", "title"), rows)


@runs.command("list")
def run_list(ctx: typer.Context, json: Json = False) -> None:
    """List the runs of extractors."""
    with opened(ctx) as bundle:
        found = bundle.runs()
    if json:
        paint.emit([codec.pack(event) for event in found])
        return
    rows = [(e.target, e.at[:19], str(e.data.get("extractor")), str(e.data.get("counts"))) for e in found]
    paint.table(("run", "when", "extractor", "counts"), rows)


@runs.command("show")
def run_show(
    ctx: typer.Context, name: Annotated[str, typer.Argument(help="A run, or latest.")] = "latest", json: Json = False
) -> None:
    """Show the manifest of a run: accepted, lowered, rejected, each with its reason."""
    with opened(ctx) as bundle:
        event = bundle.run(name)
        views = {v.claim.id: v for v in bundle.claims()}
    if json:
        paint.emit(codec.pack(event))
        return
    paint.say(f"{event.target}: {event.data.get('extractor')} over {event.data.get('source')}, {event.at[:19]}")
    for ident, reasons in dict(event.data.get("demoted") or {}).items():
        text = views[ident].claim.text if ident in views else "(gone)"
        paint.say(f"  lowered   {short(ident)}  {', '.join(reasons)}: {text}")
    for digest, reason in event.data.get("rejected") or []:
        paint.say(f"  rejected  {short(digest)}  {reason}")
    paint.say(f"  {event.data.get('counts')}")


@settings.command("show")
def config_show(
    ctx: typer.Context,
    origin: Annotated[bool, typer.Option("--origin", help="Where each comes from.")] = False,
    json: Json = False,
) -> None:
    """Show every setting that applies; secrets of the bundle are masked."""
    root = ctx.find_root().obj
    loaded = config.load(wiring.locate(root.bundle if isinstance(root, State) else None))
    paint.problems(loaded.problems)
    rows = config.rows(loaded)
    if json:
        paint.emit({name: {"value": value, "origin": where} for name, value, where in rows})
    else:
        paint.table(
            ("setting", "value", "from") if origin else ("setting", "value"), [r if origin else r[:2] for r in rows]
        )
