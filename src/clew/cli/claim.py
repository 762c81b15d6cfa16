"""`clew claim`: single claims accepted, refused, hidden, linked and labelled by a person."""

import sys
from typing import Annotated

import typer

from clew.cli import paint, tidy
from clew.cli.state import ClaimId, DryRun, Json, Reason, claim_ids, opened, typed
from clew.core.badges import short
from clew.errors import Refused
from clew.use.purge import Gone

ClaimIds = Annotated[list[str], typer.Argument(help="Ids of claims, or their first characters.")]


def _each(ctx: typer.Context, verb: str, ids: list[str], reason: str | None, dry_run: bool) -> None:
    """One verb on several claims, as one operation."""
    with opened(ctx) as bundle:
        found = [bundle.resolve(name) for name in ids]
        done = bundle.decide(
            lambda curate: tuple(e for i in found for e in getattr(curate, verb)(i)), reason=reason, dry_run=dry_run
        )
    paint.done(done, dry_run)


def accept(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Let proposed claims come into force."""
    _each(ctx, "accept", ids, reason, dry_run)


def reject(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Refuse claims; the same value is not offered again, wherever it comes from."""
    _each(ctx, "reject", ids, reason, dry_run)


def hide(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Discard claims from view; nothing older takes their place."""
    _each(ctx, "hide", ids, reason, dry_run)


def restore(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Take back a reject, hide, retract or refute."""
    _each(ctx, "restore", ids, reason, dry_run)


def retract(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Withdraw claims with nothing in their place."""
    _each(ctx, "retract", ids, reason, dry_run)


def refute(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Mark claims as found false."""
    _each(ctx, "refute", ids, reason, dry_run)


def verify(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Confirm that claims are right: a human review when a person does it in a terminal."""
    _each(ctx, "verify", ids, reason, dry_run)


def pin(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Protect claims: no rule may replace them."""
    _each(ctx, "pin", ids, reason, dry_run)


def unpin(ctx: typer.Context, ids: ClaimIds, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Let rules replace claims again."""
    _each(ctx, "unpin", ids, reason, dry_run)


def supersede(ctx: typer.Context, new: ClaimId, old: ClaimId, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Let one claim take the place of another, by hand."""
    with opened(ctx) as bundle:
        pair = bundle.resolve(new), bundle.resolve(old)
        done = bundle.decide(lambda curate: curate.supersede(*pair, reason or ""), reason=reason, dry_run=dry_run)
    paint.done(done, dry_run)


def relate(
    ctx: typer.Context,
    subject: str,
    predicate: Annotated[str, typer.Argument(help="works_at, part_of, uses, …; see vocabulary.yaml")],
    thing: Annotated[str, typer.Argument(metavar="object")],
    dry_run: DryRun = False,
) -> None:
    """Say by hand how two things hang together; both pages follow."""
    with opened(ctx) as bundle:
        made = bundle.entities.relate(subject, predicate, thing, dry_run=dry_run)
    paint.say(f"would note: {made}" if dry_run else f"relation {short(made)}")


def unrelate(
    ctx: typer.Context,
    subject: str,
    predicate: str,
    thing: Annotated[str, typer.Argument(metavar="object")],
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Withdraw the claims that say that two things hang together so."""
    with opened(ctx) as bundle:
        done = bundle.entities.unrelate(subject, predicate, thing, reason=reason, dry_run=dry_run)
    paint.done(done, dry_run)


def unlink(ctx: typer.Context, new: ClaimId, old: ClaimId, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Say that a supersession does not hold."""
    with opened(ctx) as bundle:
        pair = bundle.resolve(new), bundle.resolve(old)
        done = bundle.decide(lambda curate: curate.unlink(*pair), reason=reason, dry_run=dry_run)
    paint.done(done, dry_run)


def purge(
    ctx: typer.Context,
    name: ClaimId,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Remove a claim for good: words, positions, index and vectors; a digest stays, so that it does not come back."""
    with opened(ctx) as bundle:
        planned = bundle.purge_claim(name, dry_run=True)
        if dry_run:
            _purged(ctx, planned, "would purge")
            return
        if not yes and sys.stdin.isatty():
            _purged(ctx, planned, "about to purge")
            if not typer.confirm("Remove it for good? This cannot be undone."):
                raise Refused("nothing was removed")
        _purged(ctx, bundle.purge_claim(name, reason=reason), "purged")


def _purged(ctx: typer.Context, done: Gone, verb: str) -> None:
    paint.say(f"{verb} {done.purged.source}: {paint.count(len(done.purged.files), 'file')}")
    if done.same:
        paint.say(f"  the same is said by, or rests on the same words as: {' '.join(map(short, done.same))}")
    if done.source:
        paint.say(f"  its words still stand in the source: {typed(ctx, f'source remove {done.source} --purge')}")
    paint.left(done.purged)


def support(ctx: typer.Context, name: ClaimId, of: ClaimId, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Say that one claim speaks for another."""
    with opened(ctx) as bundle:
        pair = bundle.resolve(name), bundle.resolve(of)
        done = bundle.decide(lambda curate: curate.support(*pair), reason=reason, dry_run=dry_run)
    paint.done(done, dry_run)


def challenge(ctx: typer.Context, name: ClaimId, of: ClaimId, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Say that one claim speaks against another: both show as disputed until a person decides."""
    with opened(ctx) as bundle:
        pair = bundle.resolve(name), bundle.resolve(of)
        done = bundle.decide(lambda curate: curate.challenge(*pair, reason or ""), reason=reason, dry_run=dry_run)
    paint.done(done, dry_run)


def compare(ctx: typer.Context, dry_run: DryRun = False, json: Json = False) -> None:
    """Compare claims of branches that git brought together, as the next add would."""
    with opened(ctx) as bundle:
        met = bundle.ledger.meet(dry_run=dry_run)
    if json:
        paint.emit(met.counts)
    elif met.claims:
        paint.say(f"{'would say' if dry_run else 'Claims of branches that met'}: {paint.tally(met.counts)}")
    else:
        paint.say("All claims have been compared.")


def relabel(
    ctx: typer.Context,
    name: Annotated[
        str | None, typer.Argument(help="Id of a claim, or its first characters.", autocompletion=claim_ids)
    ] = None,
    label: Annotated[str | None, typer.Argument(help="The label; a model proposes it if left out.")] = None,
    reason: Reason = None,
    model: tidy.Model = None,
    yes: tidy.Yes = False,
    budget: tidy.Spend = None,
    calls: tidy.Calls = None,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Give a claim another label, or have a model propose labels for one or for all; claims stay as they are."""
    if name and label:
        _overlay(ctx, [name], {"label": label}, (reason, dry_run))
        return
    with opened(ctx) as bundle:
        wish = tidy.wish(bundle, (model, budget, calls), [name] if name else ())
        tidy.propose(bundle, "labels", wish, tidy.How(yes, dry_run, json))


def move(
    ctx: typer.Context,
    ids: ClaimIds,
    to: Annotated[str, typer.Option("--to", help="The topic.")],
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Move claims to another topic; chains stay whole."""
    _overlay(ctx, ids, {"topic": to}, (reason, dry_run))


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
    paint.done(done, dry_run)
