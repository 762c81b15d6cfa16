"""Entry of the command line: options before the command, and the one place where errors become messages."""

import io
import sys
from pathlib import Path
from typing import Annotated

import typer

from clew import __version__
from clew.cli.tree import Root
from clew.errors import ClewError

cli = typer.Typer(
    name="clew",
    cls=Root,
    help="Keep the thread: what was said, decided and changed, with the words it rests on.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@cli.callback()
def root(
    ctx: typer.Context,
    bundle: Annotated[Path | None, typer.Option("--bundle", help="Folder of the bundle to work on.")] = None,
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version and exit.")] = False,
) -> None:
    """Keep the thread: what was said, decided and changed, with the words it rests on."""
    if version:
        sys.stdout.write(f"clew {__version__}\n")
        raise typer.Exit
    ctx.obj = bundle


def main() -> None:
    """Run the command line; the one place where errors become messages and exit codes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name of a file may hold bytes that are no text
    try:
        cli()
    except ClewError as error:
        _warn(f"clew: {error}")
        sys.exit(error.exit_code)
    except BrokenPipeError:
        _silence()
        sys.exit(1)
    except OSError as error:
        _silence()
        what = f"{error.filename!s} cannot be read or written" if error.filename else "the output cannot be written"
        _warn(f"clew: {what}: {error.strerror}")
        sys.exit(1)


def _warn(text: str) -> None:
    from clew.cli import paint  # loads the terminal library, which help and completion need not wait for

    paint.warn(text)


def _silence() -> None:
    """The output has gone; a further write at exit would only complain again."""
    sys.stdout = None
