"""The help pages of all commands as one Markdown page: `docs/commands.md` is this text."""

from collections.abc import Iterator
from typing import Any

import typer

from clew.cli.main import cli


def commands() -> Iterator[tuple[str, str]]:
    """Every command with its full name and its help page, in the order of the tree."""
    root: Any = typer.main.get_command(cli)
    yield from _walk("clew", typer.Context(root, info_name="clew", terminal_width=80), root)


def _walk(name: str, ctx: Any, command: Any) -> Iterator[tuple[str, str]]:
    yield name, "\n".join(line.rstrip() for line in command.get_help(ctx).split("\n")).strip()
    for word, child in getattr(command, "commands", {}).items():
        yield from _walk(f"{name} {word}", typer.Context(child, info_name=word, parent=ctx, terminal_width=80), child)


def page() -> str:
    """The whole page."""
    out = ["# Commands", "", "Generated from the program by `scripts/snapshots`.", ""]
    for name, text in commands():
        out += [f"## {name}", "", "```text", text, "```", ""]
    return "\n".join(out)
