"""The command tree over the table of `rows.py`: a command's code is loaded when it runs.

Help and completion of names read the table only, so they answer before anything else of the program is loaded.
"""

import importlib
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from clew.cli.rows import ALIASES, TABLE


@dataclass(frozen=True, slots=True)
class Row:
    """A command, or a noun with its verbs."""

    target: str
    help: str
    verbs: dict[str, "Row"] = field(default_factory=dict)


def read(table: str) -> dict[str, dict[str, Row]]:
    """Heading → name → row, in the order of the table."""
    sections: dict[str, dict[str, Row]] = {}
    heading: dict[str, Row] = {}
    for line in filter(None, table.split("\n")):
        if line.startswith("# "):
            heading = sections.setdefault(line[2:], {})
            continue
        name, target, text = re.split(r" {2,}", line, maxsplit=2)
        noun, _, verb = name.partition(" ")
        (heading[noun].verbs if verb else heading)[verb or noun] = Row(target, text)
    return sections


class _AsGiven:
    """Values of a parameter that are of its type already.

    For anything else typer loads a library of schemas: a tenth of a second and twelve megabytes of every command.
    """

    def __init__(self, checked: Callable[[], Any]) -> None:
        self._checked = checked

    def __call__(self) -> "_AsGiven":
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as typer would give it to the function."""
        wanted, many = param.type_descriptor.annotation, param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        if wanted in (str, bool, int, float) and type(value) is wanted:
            return value
        if wanted is Path and (isinstance(value, Path) or _plain(value)):
            return Path(value)
        if many and wanted == list[str] and not isinstance(value, str) and all(isinstance(one, str) for one in value):
            return list(value)
        return self._checked().coerce(value, param=param, ctx=ctx)


def _as_given(params: Sequence[Any]) -> None:
    """Let values that need no check go unchecked, in such versions of typer as check with a library."""
    for param in params:
        if hasattr(param, "get_runtime_param") and not isinstance(param.get_runtime_param, _AsGiven):
            param.get_runtime_param = _AsGiven(param.get_runtime_param)


class Tree(TyperGroup):
    """A group whose commands are rows of a table, loaded when they run."""

    sections: Mapping[str, Mapping[str, Row]] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """What was given to the group itself."""
        _as_given(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """Names in the order of the table."""
        return [name for rows in self.sections.values() for name in rows]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A noun whole; of a command its place holder: name and help are enough for listing and completion."""
        row = self._row(cmd_name)
        if row and row.verbs:
            return grown(cmd_name, row)
        return TyperCommand(cmd_name, help=row.help) if row else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command itself, loaded now."""
        # what a mistyped name is compared with
        self.commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        name, found, rest = super().resolve_command(ctx, args)
        row = self._row(name) if name else None
        return name, (found if row is None or row.verbs else loaded(str(name), row)), rest

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list of commands under its headings, in columns of one width."""
        width = max(len(name) for name in self.list_commands(ctx))
        for heading, rows in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), row.help) for name, row in rows.items()])

    def _row(self, name: str) -> Row | None:
        known = ALIASES.get(name, name)
        return next((rows[known] for rows in self.sections.values() if known in rows), None)


class Root(Tree):
    """The whole tree."""

    sections = read(TABLE)


class Noun(Tree):
    """A noun that is a command too: without a verb its own function runs."""

    alone: Row

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words of the command; no word at all stands for the noun itself."""
        return super().parse_args(ctx, args or [""])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The verb, or the noun's own command."""
        return super().resolve_command(ctx, args) if args[0] else ("", loaded(str(self.name), self.alone), args[1:])


class Leaf(TyperCommand):
    """A command of the tree: words that no file can hold, and numbers out of all measure, never reach its code."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """What was given, as the function takes it."""
        _as_given(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run it, once what was given has been looked at."""
        params: list[Any] = self.params
        for param in params:
            given = ctx.params.get(param.name)
            for value in given if isinstance(given, list | tuple) else (given,):
                for fault in _faults(value, param.name in _PLACES):
                    raise typer.BadParameter(fault, ctx, param)
        return super().invoke(ctx)


def _faults(value: Any, place: bool) -> Iterator[str]:
    """What is wrong with one value, whatever it is for; the name of a file may be any bytes."""
    if isinstance(value, str | Path) and "\0" in str(value):
        yield "it holds a NUL, which no name and no text can hold."
    if isinstance(value, str) and not place and not _encodes(value):
        yield "it holds bytes that are no UTF-8."
    if isinstance(value, int | float) and not (math.isfinite(value) and abs(value) <= _LARGEST):
        yield f"{value} is out of all measure."


def _plain(path: str) -> bool:
    """Whether there is nothing at a path to complain of."""
    return _encodes(path) and (not os.path.exists(path) or os.access(path, os.R_OK))  # noqa: PTH110  # a NUL is no error


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_PLACES = frozenset({"paths", "file"})
"""Arguments that name files and are no `Path`, because an address or `-` may stand there too."""
_LARGEST = 10**9
"""Days, tokens, seconds, rows: no number of an option is larger."""


def grown(name: str, noun: Row) -> Tree:
    """A noun as a group of its verbs."""
    own = noun.target != "-"
    group = (Noun if own else Tree)(name=name, help=noun.help, no_args_is_help=not own, rich_markup_mode=None)
    group.sections = {"Commands": noun.verbs}
    if isinstance(group, Noun):
        group.alone = noun
    return group


def loaded(name: str, row: Row) -> Any:
    """The command that a row stands for, with its options."""
    module, _, function = row.target.partition(":")
    single = typer.Typer(rich_markup_mode=None, add_completion=False)
    single.command(name, cls=Leaf)(getattr(importlib.import_module(f"clew.cli.{module}"), function))
    return typer.main.get_command(single)
