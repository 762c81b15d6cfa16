"""`clew review`: what waits, one at a time, with the words around the quote and the reasons."""

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.text import Text

from clew.bundle import Bundle
from clew.cli import paint
from clew.cli.state import opened
from clew.errors import ClewError
from clew.model import Event, Finding
from clew.proof.evidence import REASONS
from clew.use.look import View

CHOICES = {"a": "accept", "r": "reject"}
SETTLE = {
    "1": "keep-old",
    "2": "keep-new",
    "3": "keep-both",
    "4": "reject-old",
    "5": "reject-new",
    "6": "reject-both",
    "8": "later",
}

PAIR = "[1] keep old [2] keep new [3] keep both [4] reject old [5] reject new [6] reject both [7] rewrite "
ALONE = "[1] keep [4] reject [7] rewrite "


@dataclass
class Tally:
    """What was decided so far, and what `u` takes back."""

    decided: int = 0
    skipped: int = 0
    last: str = ""


class _Quit(Exception):
    """The reviewer has had enough; everything decided so far stays."""


def review(ctx: typer.Context) -> None:
    """Decide what waits: claims that were not accepted by rule, then open findings."""
    with opened(ctx) as bundle:
        tally = Tally()
        try:
            for view in bundle.queue():
                _claim(bundle, view, tally)
            for finding in bundle.findings():
                _finding(bundle, finding, tally)
        except _Quit:
            pass
        left = len(bundle.queue()) + len(bundle.findings())
    paint.say(f"{tally.decided} decided, {tally.skipped} skipped, {left} still wait")


def _ask(prompt: str) -> str:
    """One answer: a line from the terminal or from the pipe; the end of input quits."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        sys.stdout.write("\n")
        raise _Quit
    if not sys.stdin.isatty():
        sys.stdout.write(line)
    return line.strip()


def _decide(bundle: Bundle, tally: Tally, act: Callable[[], tuple[Event, ...]]) -> bool:
    """Carry out a decision; a refusal is shown and the question is asked again."""
    try:
        done = act()
    except ClewError as error:
        paint.warn(f"  {error}")
        return False
    tally.decided += 1
    tally.last = done[0].op if done else ""
    return True


def _claim(bundle: Bundle, view: View, tally: Tally) -> None:
    ident = view.claim.id
    _show(bundle, view)
    while True:
        answer = _ask("[a]ccept  [r]eject  [e]dit  [s]kip  [u]ndo  [q]uit > ")
        if answer in CHOICES:
            verb = CHOICES[answer]
            if _decide(bundle, tally, lambda: bundle.decide(lambda curate: getattr(curate, verb)(ident))):  # noqa: B023  # called at once
                return
        elif answer == "e":
            edited = _edited(view.claim.text)
            if edited and _decide(bundle, tally, lambda: bundle.edit(ident, edited)):  # noqa: B023  # called at once
                return
        elif not _common(bundle, answer, tally):
            return


def _finding(bundle: Bundle, finding: Finding, tally: Tally) -> None:
    _, views = bundle.finding(finding.id)
    paint.say()
    paint.say(Text(f"{finding.kind}: {finding.ground}", style="bold red"))
    for view in views:
        _show(bundle, view)
    if finding.kind == "merge":
        _names(bundle, finding, tally)
        return
    while True:
        answer = _ask((PAIR if len(views) > 1 else ALONE) + "[8] later  [s]kip [u]ndo [q]uit > ")
        if answer in SETTLE:
            how = SETTLE[answer]
            scope = _ask("what tells them apart? > ") if how == "keep-both" and len(views) > 1 else None
            if _decide(bundle, tally, lambda: bundle.decide(lambda c: c.settle(finding.id, how, scope or None))):  # noqa: B023  # called at once
                return
        elif answer == "7":
            text = _ask("the statement that replaces both > ")
            if text and _decide(bundle, tally, lambda: _rewritten(bundle, finding, text)):  # noqa: B023  # called at once
                return
        elif not _common(bundle, answer, tally):
            return


def _names(bundle: Bundle, finding: Finding, tally: Tally) -> None:
    while True:
        answer = _ask("[1] one thing  [2] two things  [8] later  [s]kip [u]ndo [q]uit > ")
        how = {"1": "same", "2": "apart", "8": "later"}.get(answer)
        if how and _decide(bundle, tally, lambda: bundle.decide(lambda c: c.settle(finding.id, how))):  # noqa: B023  # called at once
            return
        if not how and not _common(bundle, answer, tally):
            return


def _rewritten(bundle: Bundle, finding: Finding, text: str) -> tuple[Event, ...]:
    made = bundle.note(text)
    return bundle.decide(lambda curate: curate.settle(finding.id, "rewrite", by=made.claim.id))


def _common(bundle: Bundle, answer: str, tally: Tally) -> bool:
    """Skip, undo, quit; True when the question is to be asked again."""
    if answer == "q":
        raise _Quit
    if answer == "u" and tally.last:
        bundle.undo(tally.last)
        tally.decided -= 1
        tally.last = ""
        paint.say("taken back")
        return True
    if answer == "s":
        tally.skipped += 1
        return False
    return True


def _show(bundle: Bundle, view: View) -> None:
    paint.say()
    paint.claim_lines(view.claim.id, view.claim.text, view.badges, view.where)
    why = bundle.why(view.claim.id)
    for quoted in why.evidence:
        paint.say(paint.around(quoted.before, quoted.span.quote, quoted.after))
    for reason in view.claim.reasons:
        paint.say(Text(f"  {reason}: {REASONS.get(reason.split(':')[0], '')}", style="yellow"))


def _edited(text: str) -> str | None:
    """The text after editing: in the editor on a terminal, as the next line in a pipe."""
    if not sys.stdin.isatty():
        return _ask("new text > ") or None
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "claim.txt"
        path.write_text(text + "\n", "utf-8")
        try:
            done = subprocess.run([*editor, str(path)], check=False)  # noqa: S603  # the person's own editor
        except OSError as error:
            paint.warn(f"  cannot start {editor[0]}: {error.strerror}; set EDITOR")
            return None
        return " ".join(path.read_text("utf-8").split()) if done.returncode == 0 else None
