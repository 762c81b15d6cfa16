"""`clew source`: what was added, word for word; taken out and brought back."""

import sys
from typing import Annotated

import typer

from clew.cli import paint
from clew.cli.state import DryRun, Json, Reason, opened, typed
from clew.core import codec
from clew.errors import Refused
from clew.model import Json as Value
from clew.use.withdraw import Purged

SourceId = Annotated[str, typer.Argument(help="Id of a source, or its first characters.")]
Purge = Annotated[bool, typer.Option("--purge", help="Remove every byte for good; this cannot be undone.")]
_REMOVED = " (removed)"
_KNOWN = {"assumed": " (time assumed)", "day": " (day only)", "exact": ""}
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before a purge.")]


def listing(ctx: typer.Context, json: Json = False) -> None:
    """List sources."""
    with opened(ctx) as bundle:
        found, gone = bundle.sources(), bundle.knowledge().withdrawn()
    if json:
        paint.emit([codec.pack(one) for one in found])
        return
    rows = [(s.id, (s.at or "")[:10], s.provider, str(s.parts), s.title + _REMOVED * (s.id in gone)) for s in found]
    paint.table(("source", "begun", "from", "parts", "title"), rows)


def show(ctx: typer.Context, name: SourceId, json: Json = False) -> None:
    """Show a source with its text."""
    with opened(ctx) as bundle:
        found, gone = bundle.source(name), bundle.knowledge().withdrawn()
        parts = bundle.parts(found.id)
    if json:
        paint.emit({"source": codec.pack(found), "parts": [codec.pack(part) for part in parts]})
        return
    begun = (found.at or "no date") + _KNOWN[found.precision]
    paint.say(f"{found.title} · {found.provider} · {begun} · {paint.count(found.parts, 'part')}")
    if found.front:
        paint.say(" · ".join(f"{key}: {_plain(value)}" for key, value in found.front.items()))
    if found.id in gone:
        paint.say(
            f"Removed: nothing of it is shown or found. Bring it back: {typed(ctx, f'source restore {found.id}')}"
        )
    for part in parts:
        place = f" · {part.section}" if part.section else ""
        paint.say(f"\n[{part.n}] {part.name or part.author} {(part.at or '')[:16]}{place}\n{part.text}")


def _plain(value: Value) -> str:
    return ", ".join(map(_plain, value)) if isinstance(value, list) else str(value)


def remove(
    ctx: typer.Context,
    name: SourceId,
    purge: Purge = False,
    yes: Yes = False,
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Take a source out: its text stays in the files, nothing of it is shown or found. With --purge for good."""
    with opened(ctx) as bundle:
        ident = bundle.source(name).id
        if not purge:
            bundle.withdraw(ident, reason=reason, dry_run=dry_run)
            back = typed(ctx, f"source restore {ident}")
            paint.say(f"{'would remove' if dry_run else 'removed'} {ident}; bring it back: {back}")
            return
        planned = bundle.purge(ident, dry_run=True)
        if dry_run:
            _purged(planned, "would purge")
            return
        if not yes and sys.stdin.isatty():
            _purged(planned, "about to purge")
            if not typer.confirm("Remove it for good? This cannot be undone."):
                raise Refused("nothing was removed")
        _purged(bundle.purge(ident, reason=reason), "purged")


def restore(ctx: typer.Context, name: SourceId, reason: Reason = None, dry_run: DryRun = False) -> None:
    """Bring back a source that was removed (not one that was purged)."""
    with opened(ctx) as bundle:
        ident = bundle.source(name).id
        bundle.withdraw(ident, back=True, reason=reason, dry_run=dry_run)
    paint.say(f"{'would bring back' if dry_run else 'brought back'} {ident}")


def _purged(done: Purged, verb: str) -> None:
    found = {"claim": done.claims, "file": len(done.files), "draft": len(done.drafts)}
    paint.say(f"{verb} {done.source}: {', '.join(paint.count(n, one) for one, n in found.items())}")
    paint.left(done)
