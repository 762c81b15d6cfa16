"""`clew lint`: findings for people, for programs, and as annotations on a forge."""

from typing import Annotated

import typer
from rich.text import Text

from clew.bundle import Bundle
from clew.cli import paint
from clew.cli.agents import SELF
from clew.cli.state import DryRun, Json, Reason, opened
from clew.core import codec
from clew.errors import UsageError
from clew.lint.schedule import VARIABLE, WORKFLOW
from clew.lint.table import CHECKS, SEVERITIES, Severity, severity
from clew.model import Problem
from clew.use.lint import Report

COLOURS = {"error": "bold red", "warning": "yellow", "note": "dim"}
LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
"""What a forge calls each severity."""
NEVER = "never"

FailOn = Annotated[
    str, typer.Option("--fail-on", metavar="note|warning|error|never", help="Exit with 1 from this severity on.")
]
Form = Annotated[str, typer.Option("--format", metavar="text|json|github", help="How findings are printed.")]
Days = Annotated[int, typer.Option("--stale-days", min=1, help="Days without a touch that make a page worth a look.")]
Fix = Annotated[bool, typer.Option("--fix", help="Mend what loses nothing and means nothing new.")]
Schedule = Annotated[bool, typer.Option("--schedule", help="Print a line for cron, write a workflow for a forge.")]
Install = Annotated[
    str, typer.Option("--install", metavar="PLACE", help="With --schedule: what pip installs on the forge.")
]


def lint(
    ctx: typer.Context,
    fail_on: FailOn = "warning",
    form: Form = "text",
    stale_days: Days = 90,
    fix: Fix = False,
    schedule: Schedule = False,
    install: Install = "",
    reason: Reason = None,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Check the knowledge of a bundle; two verdicts: conformant to the format, and findings."""
    level = _level(fail_on)
    if fix and schedule:
        raise UsageError("--fix and --schedule are two things; ask for one at a time")
    if install and not schedule:
        raise UsageError("--install says what the workflow of --schedule installs; give both")
    if form not in _PRINT:
        raise UsageError(f"{form!r} is no format; use one of: {', '.join(_PRINT)}")
    with opened(ctx) as bundle:
        if schedule:
            _schedule(bundle, stale_days, fail_on, dry_run, install)
            return
        if fix:
            _fix(bundle, reason, dry_run)
        report, within = bundle.linter.look(stale_days), bundle.linter.within
    _PRINT["json" if json else form](report, within)
    if level and report.fails(level):
        raise typer.Exit(1)


def _level(word: str) -> Severity | None:
    """The severity that fails; None for never."""
    for known in SEVERITIES:
        if known == word:
            return known
    if word == NEVER:
        return None
    raise UsageError(f"{word!r} is no severity; use one of: {', '.join((*SEVERITIES, NEVER))}")


def _schedule(bundle: Bundle, days: int, fail_on: str, dry_run: bool, install: str) -> None:
    made = bundle.linter.schedule(days, fail_on, dry_run, SELF, install)
    if made.within:
        paint.say(f"The repository does not begin here: put this at its root, as {WORKFLOW}, and commit it:")
        paint.write(made.workflow)
    else:
        verb = ("Would write" if dry_run else "Wrote") if made.fresh else "As it should be:"
        paint.say(f"{verb} {WORKFLOW}; commit it, and the forge lints every push.")
    if install:
        paint.say(f"The workflow installs {install}; see that the forge can reach it.")
    else:
        paint.say(f"It installs what the variable {VARIABLE} of the repository names, or say it here with --install.")
    paint.say("For your own machine, put this line into crontab -e:")
    paint.write(made.line)


def _fix(bundle: Bundle, reason: str | None, dry_run: bool) -> None:
    """What was mended goes to standard error, so that formats for programs stay whole."""
    mended = bundle.linter.mend(dry_run, reason)
    for path, name in mended.done:
        paint.warn(f"{'would mend' if dry_run else 'mended'} {path}: {name}")
    paint.problems(mended.problems)


def _text(report: Report, _: str) -> None:
    for problem in report.breaches:
        _line(problem, "breach", "bold red")
    for problem in report.findings:
        weight = severity(problem)
        _line(problem, weight, COLOURS[weight])
    verdict = "conformant" if report.conformant else f"not conformant, {len(report.breaches)} breaches"
    paint.say(f"Open Knowledge Format 0.2: {verdict}")
    pages, findings = paint.count(report.pages, "page"), paint.count(len(report.findings), "finding")
    paint.say(f"{pages}, {findings}: {paint.tally(report.counts)}")


def _line(problem: Problem, word: str, style: str) -> None:
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    line = Text(word.ljust(8), style=style)
    line.append(paint.clean(f"{place}: {problem.message} [{problem.code}]"), style="default not bold")
    paint.say(line)


def _json(report: Report, _: str) -> None:
    paint.emit(
        {
            "conformant": report.conformant,
            "pages": report.pages,
            "counts": dict(report.counts),
            "breaches": [codec.pack(problem) for problem in report.breaches],
            "findings": [_packed(problem) for problem in report.findings],
        }
    )


def _packed(problem: Problem) -> dict[str, object]:
    known = CHECKS.get(problem.code)
    return {**codec.pack(problem), "severity": severity(problem), "fixable": bool(known and known.fixable)}


def _github(report: Report, within: str) -> None:
    """Workflow commands: one annotation a line, at its line and at its file as the repository has it."""
    for problem in report.breaches:
        _annotation(problem, "error", within)
    for problem in report.findings:
        _annotation(problem, LEVELS[severity(problem)], within)


def _annotation(problem: Problem, level: str, within: str) -> None:
    where = f"file={_escaped(within + problem.path, ':,')}" + (f",line={problem.line}" if problem.line else "")
    paint.write(f"::{level} {where},title=clew {problem.code}::{_escaped(problem.message)}")


def _escaped(text: str, more: str = "") -> str:
    """Text as the forge reads it back: percent, line ends and separators by their code."""
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + more else c for c in text)


_PRINT = {"text": _text, "json": _json, "github": _github}
