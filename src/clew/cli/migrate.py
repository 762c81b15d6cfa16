"""`clew bundle migrate`: an older layout brought up to date."""

import typer

from clew.cli import paint
from clew.cli.state import DryRun, Json, opened
from clew.core.settings import FORMAT


def migrate(ctx: typer.Context, dry_run: DryRun = False, json: Json = False) -> None:
    """Bring the layout of an older bundle up to date; there is no way back, and the first writing does it too."""
    with opened(ctx) as bundle:
        before = bundle.settings.format
        changed = bundle.migrate(dry_run=dry_run)
    if json:
        paint.emit({"from": before, "to": FORMAT, "files": list(changed)})
        return
    for path in changed:
        paint.say(f"{'would renew' if dry_run else 'renewed'} {path}")
    paint.say(f"format {before} to {FORMAT}" if changed else f"format {before} is the newest")
