"""`clew config`: settings and where they come from."""

from typing import Annotated

import typer

from clew import config
from clew.cli import paint
from clew.cli.state import Json, root


def show(
    ctx: typer.Context,
    origin: Annotated[bool, typer.Option("--origin", help="Where each comes from.")] = False,
    json: Json = False,
) -> None:
    """Show every setting that applies; secrets of the bundle are masked."""
    loaded = config.load(root(ctx))
    paint.problems(loaded.problems)
    rows = config.rows(loaded)
    if json:
        paint.emit({name: {"value": value, "origin": where} for name, value, where in rows})
    else:
        paint.table(
            ("setting", "value", "from") if origin else ("setting", "value"), [r if origin else r[:2] for r in rows]
        )
