"""Proposals of a model at the command line: what they would cost, what they are, which of them are taken."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from clew.bundle import Bundle
from clew.cli import paint
from clew.core import codec
from clew.core.badges import short
from clew.llm.meter import Limits
from clew.use.sent import Plan
from clew.use.tidy import Label, Move, Tidied, Tie, Wish

Model = Annotated[str | None, typer.Option("--model", metavar="SERVICE:MODEL", help="Chat model to ask.")]
Spend = Annotated[float | None, typer.Option("--budget", metavar="USD", min=0.0, help="Stop before this is spent.")]
Calls = Annotated[int | None, typer.Option("--calls", min=0, help="Stop after so many calls.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Take every proposal; clew undo takes them back.")]
SHOWN = 3
"""Claims of a move that are shown."""


@dataclass(frozen=True, slots=True)
class How:
    """What becomes of proposals."""

    yes: bool = False
    dry_run: bool = False
    json: bool = False


def limits(bundle: Bundle, budget: float | None, calls: int | None) -> Limits:
    """What a run may use: as told, or as the person's own configuration sets it for every run."""
    return Limits(budget if budget is not None else bundle.settings.spend or None, calls)


def wish(bundle: Bundle, told: tuple[str | None, float | None, int | None], names: Sequence[str] = ()) -> Wish:
    """Model and limits as they were told, and the claims in question."""
    model, budget, calls = told
    return Wish(tuple(bundle.resolve(name) for name in names), model, limits(bundle, budget, calls))


def plan(found: Plan, what: str, json: bool) -> None:
    """What a run would send and cost."""
    if json:
        paint.emit(codec.pack(found))
        return
    about = "about " if found.usd else ""
    counts = f"{paint.count(found.items, what)}, {paint.count(found.calls, 'call')}"
    paint.say(f"{found.model}: {counts}; {about}{paint.cost(found.usd)}")
    paint.say(f"About {found.tokens_in} tokens in and {found.tokens_out} out; nothing was sent.")
    if found.obstacle:
        paint.say(f"It cannot run yet: {found.obstacle}")


def propose(bundle: Bundle, what: Literal["labels", "topics", "ties"], wanted: Wish, how: How) -> None:
    """Ask, show, and take what the person takes: one by one at a terminal, everything with --yes, else nothing."""
    if how.dry_run:
        plan(bundle.tidy.plan(wanted, what), "claim", how.json)
        return
    found: Tidied = getattr(bundle.tidy, what)(wanted)
    asking = not how.json and sys.stdin is not None and sys.stdin.isatty()
    taken: list[Label | Move] = []
    for one in found.proposals:
        if not how.json:
            _show(one)
        if not isinstance(one, Tie) and (how.yes or (asking and typer.confirm("  Take it?"))):
            taken.append(one)
    bundle.tidy.take(taken, found.model)
    if how.json:
        paint.emit({**codec.pack(found), "taken": len(taken)})
        return
    if found.faults:
        paint.say(f"Left out: {paint.tally(found.faults)}")
    taking = "" if what == "ties" else f", {len(taken)} taken"
    paint.say(f"{paint.count(found.asked, 'claim')}, {paint.count(len(found.proposals), 'proposal')}{taking}")
    paint.say(f"Calls: {found.calls}, known already: {found.saved}, {paint.cost(found.usd)}")
    if what != "ties" and found.proposals and not taken and not asking:
        paint.say("Nothing was changed; take them all with --yes, or run it in a terminal to choose.")


def _show(one: Label | Move | Tie) -> None:
    if isinstance(one, Label):
        paint.say(f"{short(one.claim)}  {one.old or '(no label)'} → {one.new}")
        paint.say(f"    {one.text}")
    elif isinstance(one, Move):
        rest = f", and {len(one.texts) - SHOWN} more" if len(one.texts) > SHOWN else ""
        paint.say(f"{one.old} → {one.new}  ({paint.count(len(one.claims), 'claim')})")
        for text in one.texts[:SHOWN]:
            paint.say(f"    {text}")
        if rest:
            paint.say(f"    {rest.removeprefix(', ')}")
    else:
        paint.say(f"{one.subject} —{one.predicate}→ {one.object}  {' '.join(map(short, one.claims))}")
