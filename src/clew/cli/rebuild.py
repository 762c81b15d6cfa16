"""`clew rebuild`: what today's extractor would change, and, once confirmed, the change."""

import sys
from typing import Annotated

import typer
from rich.text import Text

from clew.cli import paint
from clew.cli.state import DryRun, Json, Reason, opened, typed
from clew.core import codec
from clew.core.badges import short
from clew.errors import Refused
from clew.use.rebuild import Difference, Nominee, Plan

FATES = {
    "same": "found again",
    "reworded": "found in other words: what was decided goes with them",
    "new": "new",
    "gone": "not found any more: set aside",
    "held": "not found any more, but somebody decided about it: it stays",
}
COLOURS = {"reworded": "cyan", "new": "green", "gone": "magenta", "held": "yellow"}

SourceId = Annotated[str | None, typer.Option("--source", help="Only this source: its id, or its first characters.")]
Candidates = Annotated[bool, typer.Option("--candidates", help="List the sources and what has read them.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask; the differences are printed all the same.")]


def rebuild(
    ctx: typer.Context,
    source: SourceId = None,
    candidates: Candidates = False,
    yes: Yes = False,
    reason: Reason = None,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Read the stored text again with today's extractor; decisions are kept, differences shown first."""
    with opened(ctx) as bundle:
        if candidates:
            _candidates(bundle.rebuild.candidates(), json)
            return
        plan = bundle.rebuild.plan(source)
        _emit(plan) if json else _show(plan)
        paint.problems(plan.unread)
        if plan.events and not dry_run:
            if not yes and not _confirmed():
                raise Refused("nothing was changed; confirm with --yes")
            paint.problems(bundle.rebuild.write(plan, reason))
            if not json:
                paint.say(f"done; take it back with: {typed(ctx, 'undo')}")
    if plan.unread:
        raise typer.Exit(1)


def _confirmed() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and typer.confirm("Do all this?")


def _candidates(found: tuple[Nominee, ...], json: bool) -> None:
    if json:
        paint.emit([{**codec.pack(nominee), "behind": nominee.behind} for nominee in found])
        return
    rows = [
        (n.source.id, n.source.title[:40], ", ".join(n.before) or "none", f"{n.claims}", f"{n.decided}", _state(n))
        for n in found
    ]
    paint.table(("source", "title", "read by", "claims", "decided", ""), rows)


def _state(nominee: Nominee) -> str:
    return f"behind {nominee.today}" if nominee.behind else ""


def _show(plan: Plan) -> None:
    place = ""
    for difference in plan.differences:
        if difference.source != place:
            place = difference.source
            paint.say(Text(place, style="bold"))
        _difference(difference)
    counts = {FATES[fate].partition(":")[0]: n for fate, n in plan.counts.items()}
    passed = f"; {len(plan.unread)} passed over, nothing of them is touched" if plan.unread else ""
    paint.say(f"{plan.sources} sources read again: {paint.tally(counts)}{passed}")


def _difference(told: Difference) -> None:
    line = Text(f"  {told.fate.ljust(9)}", style=COLOURS[told.fate])
    claim = told.old or told.new
    line.append(f"{short(claim.id)}  {paint.clean(claim.text)}" if claim else "", style="default")
    paint.say(line)
    if told.old and told.new:
        paint.say(Text(f"           {short(told.new.id)}  {paint.clean(told.new.text)}"))


def _emit(plan: Plan) -> None:
    paint.emit(
        {
            "sources": plan.sources,
            "counts": dict(plan.counts),
            "differences": [codec.pack(difference) for difference in plan.differences],
            "unread": [codec.pack(problem) for problem in plan.unread],
        }
    )
