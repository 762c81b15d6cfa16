"""`clew evaluate`: the questions of evaluate.yaml, asked and judged."""

from typing import Annotated

import typer

from clew.cli import paint
from clew.cli.state import DryRun, Json, line, opened, typed
from clew.core import codec
from clew.errors import NotFound
from clew.use.calibrate import Calibration
from clew.use.evaluate import Report


def evaluate(
    ctx: typer.Context,
    propose: Annotated[
        bool, typer.Option("--propose", help="Print drafted cases instead; nothing is written.")
    ] = False,
    calibrate: Annotated[
        bool, typer.Option("--calibrate", help="Set where an answer is confident by these cases, in clew.toml.")
    ] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="Most cases to draft.")] = 20,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Ask every question of evaluate.yaml and judge the answers; exit code 1 when a threshold is missed.

    What passed is remembered in your own data folder, so that the next run can say what got worse.
    """
    with opened(ctx) as bundle:
        if propose:
            drafted = bundle.exam.propose(limit)
            if drafted:
                paint.write(drafted)
            else:
                paint.warn("nothing to propose that is not in evaluate.yaml already")
            return
        if bundle.exam.exam() is None:
            place = line([str(bundle.root / "evaluate.yaml")])
            raise NotFound(f"there is no {place}; draft one with: {typed(ctx, 'evaluate --propose')} > {place}")
        if calibrate:
            found = bundle.exam.calibrate(dry_run)
            paint.emit(codec.pack(found)) if json else paint.say(calibrated(found, dry_run))
            return
        report = bundle.exam.run(keep=not dry_run)
    if json:
        paint.emit({**codec.pack(report), "good": report.good})
    else:
        paint.problems(report.problems)
        for outcome in report.outcomes:
            if not outcome.passed:
                paint.say(
                    f"✗ {outcome.case.question}" + (f" (as of {outcome.case.as_of})" if outcome.case.as_of else "")
                )
            for wrong in outcome.wrong:
                paint.say(f"    {wrong}")
        summary(report)
    if not report.good:
        raise typer.Exit(1)


def calibrated(found: Calibration, dry_run: bool) -> str:
    """Where the gate opens, where it did, and how the cases fare."""
    origin = "clew.toml" if found.own else "built in"
    changed = "unchanged" if found.score == found.before else "would be written" if dry_run else "written to clew.toml"
    return (
        f"confident from {found.score:.2f} on ({changed}; before {found.before:.2f}, {origin}): "
        f"{found.answered:.0%} of the answerable cases answered, {found.refused:.0%} of the others refused"
    )


def summary(report: Report) -> None:
    """Measures, what they should be, and what changed since the last run."""
    failed = sum(not outcome.passed for outcome in report.outcomes)
    paint.say(f"{report.path}: {paint.tally({'passed': len(report.outcomes) - failed, 'failed': failed})}")
    for name, value in report.measures.items():
        least = f"  below {report.below[name]:.2f}" if name in report.below else ""
        paint.say(f"  {name.ljust(9)} {value:.2f}{least}")
    for question in report.worse:
        paint.say(f"worse than on {(report.last or '')[:10]}: {question}")
    for question in report.better:
        paint.say(f"better than on {(report.last or '')[:10]}: {question}")
