"""Extraction by a model or an agent: what is read, what waits, what the shape of candidates is."""

import sys
from collections import Counter
from typing import Annotated

import typer

from clew.cli import paint, tidy
from clew.cli.state import DryRun, Json, given, line, opened, typed
from clew.core import codec
from clew.errors import UsageError
from clew.prompts import shape, text
from clew.use.extract import Extracted, Wish

Sources = Annotated[list[str] | None, typer.Argument(help="Ids of sources; every source if left out.")]
Candidates = Annotated[
    str | None, typer.Option("--candidates", metavar="FILE", help="Take these in; - reads standard input.")
]


def extract(
    ctx: typer.Context,
    sources: Sources = None,
    model: tidy.Model = None,
    judge: Annotated[
        str | None, typer.Option("--judge", metavar="SERVICE:MODEL", help="Model asked about open pairs.")
    ] = None,
    candidates: Candidates = None,
    accept: Annotated[
        str | None, typer.Option("--accept", metavar="none|high|all", help="Which claims become active.")
    ] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Also ask again for parts that were passed over.")] = False,
    budget: tidy.Spend = None,
    calls: tidy.Calls = None,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Read stored sources with a chat model, or take in what an agent found; every quote is checked.

    What an earlier run has paid for is not asked again, whatever stopped it. With --candidates no model is asked;
    such claims wait for a person.
    """
    with opened(ctx) as bundle:
        if candidates is not None:
            if len(sources or ()) > 1 or dry_run:
                raise UsageError("--candidates takes at most one source and no --dry-run")
            done = bundle.extraction.take(_text(candidates), next(iter(sources or ()), None))
        else:
            wish = Wish(tuple(sources or ()), model, judge, accept, retry, tidy.limits(bundle, budget, calls))
            if dry_run:
                tidy.plan(bundle.extraction.plan(wish), "source", json)
                return
            done = bundle.extraction.run(wish)
    if json:
        paint.emit({**codec.pack(done), "claims": done.claims})
    else:
        _report(ctx, done, model)
    if done.pending or done.passed or any(item.outcome == "failed" for item in done.items):
        raise typer.Exit(1)


def _text(path: str) -> str:
    if path != "-":
        return given(path)
    if sys.stdin is None:
        raise UsageError("there is no standard input to read")
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _report(ctx: typer.Context, done: Extracted, model: str | None) -> None:
    paint.problems(done.problems)
    counts = {"read": len(done.items), "unchanged": done.unchanged, "pending": len(done.pending)}
    paint.say(f"Sources: {paint.tally(counts)}")
    if done.items:
        paint.say(f"Claims: {paint.tally(done.claims)}")
    for word, name in (("Lowered", "demoted"), ("Rejected", "rejected")):
        total = sum((Counter(getattr(item, name)) for item in done.items), Counter[str]())
        if total:
            paint.say(f"{word}: {paint.tally(total)}")
    if done.faults:
        paint.say(f"Left out or mended: {paint.tally(done.faults)}")
    if done.passed:
        paint.say(f"Parts passed over: {paint.tally(done.passed)}; ask again: {_again(ctx, model)}")
    for reason in done.reasons:
        paint.say(f"  {reason}")
    if done.calls or done.saved:
        paint.say(f"Calls: {done.calls}, known already: {done.saved}, {paint.cost(done.usd)}")
    for job in filter(lambda job: job.message, done.pending):
        paint.say(f"  {job.source}: {job.message}")
    if done.pending:
        paint.say(f"What is pending stays so until the next run: {typed(ctx, 'jobs')}")
    if done.claims.get("proposed"):
        paint.say(f"Look at what waits: {typed(ctx, 'review')}")


def _again(ctx: typer.Context, model: str | None) -> str:
    """The command that asks once more for what was passed over."""
    return typed(ctx, f"extract{f' --model {line([model])}' if model else ''} --retry")


def segments(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="Id of a source, or its first characters.")],
    chunk: Annotated[int | None, typer.Option("--chunk", min=1, help="Only this chunk of a long source.")] = None,
) -> None:
    """Print a source as JSON for an agent: parts, known topics, instructions, and the schema of candidates."""
    with opened(ctx) as bundle:
        paint.emit(bundle.extraction.segments(name, chunk))


def jobs(ctx: typer.Context, model: tidy.Model = None, json: Json = False) -> None:
    """List sources that wait for the model that is set or named, and what it failed at; exit code 1 if any failed."""
    with opened(ctx) as bundle:
        found = bundle.extraction.jobs(model)
        obstacle = bundle.extraction.obstacle(model) if found and not json else ""
    if json:
        paint.emit([codec.pack(job) for job in found])
    elif not found:
        paint.say("Nothing waits for a model.")
    else:
        rows = []
        for job in found:
            parts = ", ".join(f"{kind}: part {', '.join(map(str, numbers))}" for numbers, kind in job.unread)
            rows.append((job.source, job.state, job.extractor.split(" ")[1], parts or job.message))
        paint.table(("source", "state", "model", "why"), rows)
        if obstacle:
            paint.say(f"It cannot run yet: {obstacle}")
        if any(job.state == "partly" for job in found):
            paint.say(f"Ask again for parts that were passed over: {_again(ctx, model)}")
    if any(job.state == "failed" for job in found):
        raise typer.Exit(1)


def schema(
    what: Annotated[str, typer.Argument(help="candidates: what clew extract --candidates reads.")] = "candidates",
) -> None:
    """Print a JSON Schema of what Clew reads from programs."""
    if what != "candidates":
        raise UsageError(f"there is no schema {what!r}; there is: candidates")
    paint.emit(shape.candidates())


def skill() -> None:
    """Print a skill file for coding agents: how to ask, and how to extract so that the review stays with the person."""
    paint.write(text.skill())
