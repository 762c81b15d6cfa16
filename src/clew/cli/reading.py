"""The daily verbs that only read: ask, context, search, history, why, list, show, status, log, doctor."""

from dataclasses import replace
from typing import Annotated

import typer
from rich.text import Text

from clew.bundle import Bundle
from clew.cli import paint, spoken
from clew.cli.state import (
    AsOf,
    Budget,
    ClaimId,
    Decompose,
    Explain,
    Json,
    KnownAt,
    Name,
    Proposed,
    Question,
    names,
    opened,
    topics,
    typed,
)
from clew.core import codec
from clew.core.badges import short
from clew.model import Source
from clew.text.when import instant
from clew.use.ask import Options
from clew.use.find import held
from clew.use.look import Filter, Thread, View, Why


def history(ctx: typer.Context, name: Name, json: Json = False) -> None:
    """Show how a topic or claim came to be what it is, oldest link first."""
    with opened(ctx) as bundle:
        thread = bundle.history(name)
    if json:
        paint.emit(codec.pack(thread))
    else:
        _thread(thread)


def _thread(thread: Thread) -> None:
    paint.say(Text(paint.clean(thread.name), style="bold"))
    for chain in thread.chains:
        paint.say()
        for view in chain:
            _view(view)


def _view(view: View) -> None:
    paint.claim_lines(view.claim.id, view.claim.text, view.badges, view.where)


def why(ctx: typer.Context, claim: ClaimId, json: Json = False) -> None:
    """Show the words a claim rests on, in their surroundings, and everything that happened to it."""
    with opened(ctx) as bundle:
        found = bundle.why(claim)
    if json:
        paint.emit(codec.pack(found))
    else:
        _why(found)


def _why(found: Why) -> None:
    _view(found.view)
    claim = found.view.claim
    told = [("kind", claim.kind), ("topic", found.view.topic), ("scope", claim.scope), ("until", claim.valid_to)]
    paint.say("  " + " · ".join(f"{name}: {value}" for name, value in told if value))
    for quoted in found.evidence:
        paint.say()
        paint.say(f"  {quoted.title} · {quoted.speaker} · {quoted.at or 'no date'} · {quoted.span.match}")
        paint.say(paint.around(quoted.before, quoted.span.quote, quoted.after))
    if claim.reasons:
        paint.say()
        paint.say("  lowered: " + ", ".join(claim.reasons))
    paint.say()
    for event in found.events:
        paint.say(f"  {event.at[:19]}  {event.kind} {event.target} by {event.actor} ({event.channel})")


def listing(
    ctx: typer.Context,
    topic: Annotated[str | None, typer.Option("--topic", "-t", autocompletion=topics, help="Only this topic.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", "-k", help="decision, fact, preference, …")] = None,
    link: Annotated[str | None, typer.Option("--state", "-s", help="active, proposed, superseded, …")] = None,
    hidden: Annotated[bool, typer.Option("--hidden", help="Discarded claims too.")] = False,
    json: Json = False,
) -> None:
    """List claims, newest first."""
    with opened(ctx) as bundle:
        views = bundle.list(Filter(topic, kind, link, None, hidden))  # type: ignore[arg-type]  # an unknown state lists nothing
    if json:
        paint.emit([codec.pack(view) for view in views])
        return
    for view in views:
        _view(view)
    if not views:
        paint.say("No claims yet." if not any((topic, kind, link)) else "No claim fits.")


def status(ctx: typer.Context, json: Json = False) -> None:
    """Show what is here and what waits for you."""
    with opened(ctx) as bundle:
        found = bundle.status()
    if json:
        paint.emit(codec.pack(found))
        return
    removed = f", {found.removed} of them removed" if found.removed else ""
    paint.say(f"{paint.count(found.sources, 'source')}{removed} · claims: {paint.tally(found.links)}")
    for finding in found.open_findings:
        paint.say(f"{short(finding.id)}  {finding.kind}: {finding.ground}")
    if found.undecided:
        many = paint.count(found.undecided, "claim")
        paint.say(f"An import was cut off: {many} not compared yet; the next `clew add` of anything does it")
    if found.strangers:
        many = paint.count(found.strangers, "claim")
        paint.say(f"Git brought branches together: {many} not compared yet; do it with: {typed(ctx, 'claim compare')}")
    waits = {"claims": found.proposed - found.undecided, "findings": len(found.open_findings)}
    paint.say(f"Waiting: {paint.tally(waits)}" + (f"; decide: {typed(ctx, 'review')}" if any(waits.values()) else ""))


def ask(
    ctx: typer.Context,
    question: Question,
    budget: Budget = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    proposed: Proposed = False,
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME", help="Words by this model; none: facts.")
    ] = None,
    save: Annotated[bool, typer.Option("--save", help="File the model's answer back as a concept page.")] = False,
    decompose: Decompose = None,
    json: Json = False,
) -> None:
    """Answer a question from the claims, cited, or say that nothing here answers it.

    With a model (named, or set as `models.answer`) in its words: every sentence is checked against the facts it cites.
    Where the model fails the facts are printed all the same.
    """
    with opened(ctx) as bundle:
        block = bundle.context(
            question,
            _wanted(bundle, Options(budget or 0, as_of=as_of, known_at=known_at, proposed=proposed)),
            decompose=decompose,
        )
        if model != "none" and (model or save or bundle.models.uses.get("answer")):
            spoken.answer(ctx, bundle, block, spoken.Manner(model, save, json))
            return
    if json:
        paint.emit(block.json())
    else:
        spoken.facts(ctx, block)
    if not block.confident:
        raise typer.Exit(1)


def _wanted(bundle: Bundle, options: Options) -> Options:
    """The options with the budget of the settings where none is given; a date that is none is a usage error."""
    for name, date in (("--as-of", options.as_of), ("--known-at", options.known_at)):
        if date and instant(date) is None:
            raise typer.BadParameter(f"{name} {date}: not a date; write 2026-03-15 or 2026-03")
    return replace(options, budget=options.budget or bundle.settings.budget)


def context(
    ctx: typer.Context,
    question: Question,
    budget: Budget = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    proposed: Proposed = False,
    compact: Annotated[bool, typer.Option("--compact", help="Compact lines for a prompt.")] = False,
    explain: Explain = False,
    decompose: Decompose = None,
    json: Json = False,
) -> None:
    """Print the bounded, cited block for a question: Markdown, compact lines, or JSON."""
    with opened(ctx) as bundle:
        block = bundle.context(
            question,
            _wanted(bundle, Options(budget or 0, as_of=as_of, known_at=known_at, proposed=proposed)),
            decompose=decompose,
        )
    if json or explain:
        paint.emit(block.json(explain))
    else:
        paint.write(block.prompt() if compact else block.markdown())
    if not block.confident:
        raise typer.Exit(1)


def search(
    ctx: typer.Context,
    query: Annotated[str, typer.Argument(help="Words to look for.")],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=200, help="Most results.")] = 10,
    json: Json = False,
) -> None:
    """Search claims, pages and messages by their words; superseded ones are shown as such."""
    with opened(ctx) as bundle:
        found = bundle.search(query, limit)
    if json:
        paint.emit([codec.pack(hit) for hit in found])
    elif found and not held(query, found):
        paint.say("Nothing holds these words; by parts of them:")
    for hit in () if json else found:
        paint.say(Text.assemble((hit.ref, "bold yellow"), "  ", paint.clean(hit.title)))
        paint.say("    " + " ".join(hit.text.split())[:160])
        if hit.badges:
            paint.say(Text("    ").append_text(paint.badge_line(hit.badges)))
    if not found:
        if not json:
            paint.say("Nothing found.")
        raise typer.Exit(1)


def show(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(help="A claim id, topic, source id, or title or path of a page.", autocompletion=names)
    ],
    json: Json = False,
) -> None:
    """Show one thing whole: a claim, a topic, a source with its text, or a page."""
    with opened(ctx) as bundle:
        thing = bundle.show(name)
        parts = bundle.parts(thing.id) if isinstance(thing, Source) else ()
    if json:
        paint.emit(thing if isinstance(thing, str) else codec.pack(thing))
    elif isinstance(thing, str):
        paint.write(thing)
    elif isinstance(thing, Source):
        paint.say(f"{thing.title} · {thing.provider} · {thing.at or 'no date'} · {paint.count(thing.parts, 'part')}")
        for part in parts:
            paint.say(f"\n[{part.n}] {part.name or part.author} {(part.at or '')[:16]}\n{part.text}")
    elif isinstance(thing, Why):
        _why(thing)
    else:
        _thread(thing)


def log(
    ctx: typer.Context,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Most operations.")] = 20,
    json: Json = False,
) -> None:
    """List what happened to the bundle, newest first."""
    with opened(ctx) as bundle:
        operations = bundle.log()[:limit]
    if json:
        paint.emit([codec.pack(operation) for operation in operations])
        return
    rows = [
        (o.id, o.at[:19], o.actor, o.channel, paint.tally(o.kinds) + (" (undone)" if o.undone else ""))
        for o in operations
    ]
    paint.table(("operation", "when", "who", "through", "what"), rows)


def doctor(ctx: typer.Context, json: Json = False) -> None:
    """Check files, ledger, evidence and pages; exit code 1 when something is wrong."""
    with opened(ctx) as bundle:
        found = bundle.doctor()
    if json:
        paint.emit({**codec.pack(found), "healthy": found.healthy})
    else:
        for problem in found.problems:
            place = f"{problem.path}:{problem.line}" if problem.line else problem.path
            paint.say(f"! {place}: {problem.message} [{problem.code}]")
        held = {"source": found.sources, "claim": found.claims, "event": found.events}
        verdict = "healthy" if found.healthy else paint.count(len(found.problems), "problem")
        paint.say(f"{', '.join(paint.count(n, one) for one, n in held.items())}: {verdict}")
    if not found.healthy:
        raise typer.Exit(1)
