"""`clew sql`: questions in SQL about the index."""

import math
from typing import Annotated

import typer

from clew.cli import paint
from clew.cli.state import Json, opened
from clew.errors import UsageError


def sql(
    ctx: typer.Context,
    statement: Annotated[str, typer.Argument(help="One SELECT; - reads standard input.")],
    limit: Annotated[int, typer.Option("--limit", min=1, help="Most rows.")] = 100,
    json: Json = False,
) -> None:
    """Answer a SELECT: over source, part, claim, evidence, concept, relation, chain, link. Nothing can be written."""
    if statement == "-":
        statement = typer.get_text_stream("stdin").read()
    if not statement.strip():
        raise UsageError("say what to select")
    with opened(ctx) as bundle:
        found = bundle.sql(statement, limit)
    if json:
        paint.emit([dict(zip(found.columns, map(_plain, row), strict=True)) for row in found.rows])
    else:
        paint.table(found.columns, [tuple("" if v is None else str(_plain(v)) for v in row) for row in found.rows])
    if found.more:
        paint.warn(f"only the first {limit} rows; more with --limit")


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # JSON has no word for it
    return f"{len(value)} bytes" if isinstance(value, bytes) else value
