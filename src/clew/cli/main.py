"""The command tree: daily verbs on top, everything else under its noun."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from clew import __version__
from clew.cli import daily, doors, gate, nouns, paint, reading
from clew.cli.state import State
from clew.errors import ClewError

cli = typer.Typer(
    name="clew",
    help="Keep the thread: what was said, decided and changed, with the words it rests on.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

DAILY = "Every day"
LOOK = "Look closer"
KEEP = "Keep it healthy"


@cli.callback()
def root(
    ctx: typer.Context,
    bundle: Annotated[Path | None, typer.Option("--bundle", help="Folder of the bundle to work on.")] = None,
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version and exit.")] = False,
) -> None:
    """Keep the thread: what was said, decided and changed, with the words it rests on."""
    if version:
        paint.say(f"clew {__version__}")
        raise typer.Exit
    ctx.obj = State(bundle)


for panel, command, name in (
    (DAILY, daily.init, "init"),
    (DAILY, daily.add, "add"),
    (DAILY, doors.watch, "watch"),
    (DAILY, reading.ask, "ask"),
    (DAILY, reading.context, "context"),
    (DAILY, gate.review, "review"),
    (DAILY, reading.history, "history"),
    (DAILY, reading.status, "status"),
    (DAILY, daily.undo, "undo"),
    (DAILY, daily.note, "note"),
    (DAILY, daily.demo, "demo"),
    (LOOK, reading.search, "search"),
    (LOOK, reading.why, "why"),
    (LOOK, reading.listing, "list"),
    (LOOK, reading.show, "show"),
    (LOOK, reading.log, "log"),
    (KEEP, reading.doctor, "doctor"),
    (KEEP, daily.reindex, "reindex"),
):
    cli.command(name, rich_help_panel=panel)(command)

for noun, group in (
    ("claim", nouns.claim),
    ("finding", nouns.finding),
    ("topic", nouns.topic),
    ("source", nouns.source),
    ("draft", doors.draft),
    ("runs", nouns.runs),
    ("config", nouns.settings),
):
    cli.add_typer(group, name=noun)


def main() -> None:
    """Run the command line; the one place where errors become messages and exit codes."""
    try:
        cli()
    except ClewError as error:
        paint.warn(f"clew: {error}")
        sys.exit(error.exit_code)
    except BrokenPipeError:
        _silence()
        sys.exit(1)
    except OSError as error:
        _silence()
        paint.warn(f"clew: the output cannot be written: {error.strerror}")
        sys.exit(1)


def _silence() -> None:
    """The output has gone; a further write at exit would only complain again."""
    sys.stdout = None
