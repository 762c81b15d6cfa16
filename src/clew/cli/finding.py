"""`clew finding`: contradictions, forks and changed support, looked at and settled."""

from typing import Annotated

import typer

from clew.cli import paint
from clew.cli.state import DryRun, Json, Reason, opened
from clew.core import codec
from clew.core.badges import short


def listing(
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
        [
            (
                short(f.id),
                f.kind,
                " ".join(map(short, f.claims)) if f.kind != "merge" else "",
                f.ground,
                f.disposition or "",
            )
            for f in found
        ],
    )


def show(ctx: typer.Context, name: str, json: Json = False) -> None:
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


def settle(
    ctx: typer.Context,
    name: str,
    how: Annotated[
        str,
        typer.Argument(
            help="keep-old, keep-new, keep-both, reject-old, reject-new, reject-both, rewrite, later; same, apart"
        ),
    ],
    scope: Annotated[str | None, typer.Option("--scope", help="With keep-both: what tells them apart.")] = None,
    by: Annotated[str | None, typer.Option("--by", help="With rewrite: the claim that says it anew.")] = None,
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Decide a contradiction, or whether two names mean one thing."""
    with opened(ctx) as bundle:
        done = bundle.decide(lambda curate: curate.settle(name, how, scope, by), reason=reason, dry_run=dry_run)
    paint.done(done, dry_run)
