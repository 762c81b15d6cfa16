"""What the record tells: diff, stats, and refused values."""

from typing import Annotated

import typer
from rich.text import Text

from clew.belief.change import TOLD
from clew.belief.figures import Figures
from clew.cli import paint
from clew.cli.state import DryRun, Json, Reason, opened
from clew.cli.state import topics as known
from clew.core import codec
from clew.core.badges import short
from clew.errors import UsageError
from clew.use.since import Difference


def diff(
    ctx: typer.Context,
    revision: Annotated[str | None, typer.Argument(metavar="REV", help="A commit, branch or tag of git.")] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE|OP", help="A date, or an operation of clew log.")
    ] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DATE|OP", help="Up to and with this.")] = None,
    topic: Annotated[str | None, typer.Option("--topic", "-t", autocompletion=known, help="Only this topic.")] = None,
    json: Json = False,
) -> None:
    """Show what came to be believed, and what stopped, since a date, an operation, or a revision of git."""
    if (revision is None) is (since is None):
        raise UsageError("say since when: a revision of git, or --since with a date or an operation of clew log")
    with opened(ctx) as bundle:
        found = bundle.ledger.diff(revision or since or "", until, topic, revision=revision is not None)
    if json:
        paint.emit(codec.pack(found))
    else:
        _difference(found)


_BETWEEN = {"moved": " → ", "replaced": " by ", "joined": " = ", "apart": " ≠ "}
"""What stands between the ends of a decision about pages or names."""


def _difference(found: Difference) -> None:
    counts = {"added": len(found.added), "removed": len(found.withdrawn)}
    if any(counts.values()):
        paint.say(f"Sources: {paint.tally(counts)}")
    for what in TOLD:
        for one in (told for told in found.changes if told.what == what):
            line = Text(what.ljust(10), style="bold yellow")
            line.append(f"{short(one.view.claim.id)}  {paint.clean(one.view.claim.text)}  ", style="default not bold")
            paint.say(line.append_text(paint.badge_line(one.view.badges)))
            word = {"changed": "was", "dropped": "by", "disputed": "with"}.get(what, "")
            for other in one.before:
                text = f"{short(other.claim.id)}  {paint.clean(other.claim.text)}"
                paint.say(Text(f"{word.rjust(8)}  {text}", style="dim"))
    for deed in found.deeds:
        line = Text(("undone" if deed.undone else deed.act).ljust(10), style="bold yellow")
        said = _BETWEEN.get(deed.act, " ").join(paint.clean(end) for end in deed.ends)
        paint.say(line.append(f"{deed.act} {said}" if deed.undone else said, style="default not bold"))
    if not found.changes and not found.deeds and not any(counts.values()):
        paint.say("Nothing changed.")


def stats(ctx: typer.Context, json: Json = False) -> None:
    """Show how extractors, rules and people fared: accept rates, reasons, automatic links, open findings, refusals."""
    with opened(ctx) as bundle:
        found = bundle.ledger.stats()
    if json:
        rates = [{**codec.pack(one), "rate": one.rate} for one in found.made]
        links = {**codec.pack(found.links), "precision": found.links.precision}
        paint.emit({**codec.pack(found), "made": rates, "links": links})
    else:
        _figures(found)


def _figures(found: Figures) -> None:
    columns = (
        "extractor",
        "prompt",
        "model",
        "claims",
        "by rule",
        "accepted",
        "refused",
        "waiting",
        "rejected",
        "rate",
    )
    rows = [
        (m.extractor, m.prompt or "", m.model or "", *map(str, (m.claims, m.by_rule, m.accepted, m.refused)),
         str(m.waiting), str(m.rejected), _share(m.rate))
        for m in found.made
    ]  # fmt: skip
    paint.table(columns, rows)
    if found.reasons:
        paint.say()
        lowered = [(r.reason, str(r.claims), str(r.accepted), str(r.refused)) for r in found.reasons]
        paint.table(("lowered for", "claims", "accepted", "refused"), lowered)
    paint.say()
    links = found.links
    told = {"superseded by rule": links.made, "kept by a person": links.kept, "undone": links.undone}
    paint.say(f"{paint.tally(told)} · precision {_share(links.precision)}")
    for one in found.open:
        age = f"median {one.median} days, oldest {one.oldest}" if one.oldest is not None else "no date"
        paint.say(f"{one.count} open: {one.kind} ({age})")
    paint.say(f"{found.tombstones} refused values, which turned away {found.hits} candidates")


def _share(value: float | None) -> str:
    return "nobody looked" if value is None else f"{value:.2f}"


def tombstones(ctx: typer.Context, json: Json = False) -> None:
    """List refused values: what refused them, how often they knocked again, and from when on to look at them again."""
    with opened(ctx) as bundle:
        found = bundle.ledger.tombstones()
    if json:
        paint.emit([codec.pack(one) for one in found])
        return
    rows = [
        (short(t.id), t.kind, t.at[:10], t.actor, f"{t.hits} hits", f"{'DUE ' if t.due else ''}{t.review}",
         t.text or "(words gone)")
        for t in found
    ]  # fmt: skip
    paint.table(("refused", "by", "when", "who", "knocked", "look again", "what"), rows)


def lift(
    ctx: typer.Context,
    names: Annotated[list[str], typer.Argument(help="Digests, or ids of the claims that were refused.")],
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Let refused values in again; the refused claims themselves stay as they are. Only a person may."""
    with opened(ctx) as bundle:
        done = bundle.ledger.lift(names, reason=reason, dry_run=dry_run)
    paint.say(f"{'would lift' if dry_run else 'lifted'} {len(done)} digests; what has these values may come in again")
