"""`clew runs`: what every run of an extractor accepted, lowered and rejected, and why."""

from typing import Annotated

import typer

from clew.cli import paint
from clew.cli.state import Json, opened
from clew.core import codec
from clew.core.badges import short
from clew.model import Event


def listing(ctx: typer.Context, json: Json = False) -> None:
    """List the runs of extractors."""
    with opened(ctx) as bundle:
        found = bundle.runs()
    if json:
        paint.emit([codec.pack(event) for event in found])
        return
    rows = [(e.target, e.at[:19], str(e.data.get("extractor")), _counts(e)) for e in found]
    paint.table(("run", "when", "extractor", "found"), rows)


def show(
    ctx: typer.Context, name: Annotated[str, typer.Argument(help="A run, or latest.")] = "latest", json: Json = False
) -> None:
    """Show the manifest of a run: accepted, lowered, rejected, each with its reason."""
    with opened(ctx) as bundle:
        event = bundle.run(name)
        views = {v.claim.id: v for v in bundle.claims()}
    if json:
        paint.emit(codec.pack(event))
        return
    paint.say(f"{event.target}: {event.data.get('extractor')} over {event.data.get('source')}, {event.at[:19]}")
    for ident, reasons in dict(event.data.get("demoted") or {}).items():
        text = views[ident].claim.text if ident in views else "(gone)"
        paint.say(f"  lowered   {short(ident)}  {', '.join(reasons)}: {text}")
    for digest, reason in event.data.get("rejected") or []:
        paint.say(f"  rejected  {short(digest)}  {reason}")
    sent = dict(event.data.get("notes") or {}).get("sent")
    if sent:
        paint.say(f"  sent to {sent['to']}: {' '.join(sent['digests'])}")
    paint.say(f"  {_counts(event)}")


def _counts(run: Event) -> str:
    counts = run.data.get("counts")
    return paint.tally({str(k): n for k, n in counts.items() if isinstance(n, int)}) if isinstance(counts, dict) else ""
