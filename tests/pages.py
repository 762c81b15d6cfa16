"""The help pages of all commands as one Markdown page: `docs/commands.md` is this text."""

from collections.abc import Iterator
from typing import Any

import typer

from clew.cli.main import cli
from clew.cli.tree import Tree


def commands() -> Iterator[tuple[str, str]]:
    """Every command with its full name and its help page, in the order of the tree."""
    root: Any = typer.main.get_command(cli)
    yield from _walk(
        "clew", typer.Context(root, info_name="clew", terminal_width=80, **cli.info.context_settings), root
    )


def _walk(name: str, ctx: Any, command: Any) -> Iterator[tuple[str, str]]:
    yield name, "\n".join(line.rstrip() for line in command.get_help(ctx).split("\n")).strip()
    for word in command.list_commands(ctx) if isinstance(command, Tree) else ():
        _, child, _ = command.resolve_command(ctx, [word])
        yield from _walk(f"{name} {word}", typer.Context(child, info_name=word, parent=ctx, terminal_width=80), child)


def page() -> str:
    """The whole page."""
    out = ["# Commands", "", "Generated from the program by `scripts/snapshots`.", ""]
    for name, text in commands():
        out += [f"## {name}", "", "```text", text, "```", ""]
    return "\n".join(out)
