"""What people see: tables, badges and short lines that degrade to plain text in a pipe."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from clew.core.badges import short
from clew.model import Event, Json, Problem

if TYPE_CHECKING:
    from clew.use.withdraw import Purged

COLOURS = {
    "CURRENT": "green",
    "CORRECTION": "green",
    "SUPERSEDED": "dim",
    "RETRACTED": "dim",
    "DROPPED": "magenta",
    "DISPUTED": "bold red",
    "DISCARDED": "dim",
    "PROPOSED": "cyan",
    "EXPIRED": "yellow",
    "TIME": "yellow",
    "low": "yellow",
}


def console() -> Console:
    """Standard output: colours on a terminal, plain and unwrapped in a pipe."""
    out = Console(highlight=False)
    return out if out.is_terminal else Console(highlight=False, width=10_000, soft_wrap=True)


def say(text: str | Text = "") -> None:
    """One line for people; never interpreted as markup."""
    console().print(text if isinstance(text, Text) else Text(clean(text)))


def write(text: str) -> None:
    """Text exactly as it is, for pipes and prompts."""
    if sys.stdout is not None:  # a caller may have closed it
        sys.stdout.write(text if text.endswith("\n") else text + "\n")


def warn(text: str) -> None:
    """One line on standard error."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(Text(clean(text)))


def clean(text: str) -> str:
    """Text without control characters and direction marks that could spoof a terminal."""
    return "".join(
        c if c in "\n\t" or (c.isprintable() and c not in _BIDI) else "\N{REPLACEMENT CHARACTER}" for c in text
    )


_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")


def emit(value: Json) -> None:
    """A value as indented JSON on standard output."""
    write(json.dumps(value, ensure_ascii=False, indent=2))


def badge_line(badges: Sequence[str]) -> Text:
    """Badges with their colours, separated by dots."""
    line = Text()
    for i, badge in enumerate(badges):
        if i:
            line.append(" · ", style="dim")
        line.append(badge, style=COLOURS.get(badge.split(" ")[0], ""))
    return line


def claim_lines(ident: str, text: str, badges: Sequence[str], where: str) -> None:
    """A claim in two lines: id and sentence, then badges and where it was said."""
    head = Text(short(ident), style="bold yellow")
    head.append("  " + clean(text), style="default not bold")
    say(head)
    foot = Text(" " * (len(short(ident)) + 2))
    foot.append_text(badge_line(badges))
    if where:
        foot.append("  " + clean(where), style="dim")
    say(foot)


def around(before: str, quote: str, after: str) -> Text:
    """A quote marked in the text around it, on one line."""
    line = Text("  … ", style="dim")
    line.append(clean(" ".join(before.split())) + " ", style="dim")
    line.append(clean(quote), style="bold underline")
    line.append(" " + clean(" ".join(after.split())) + " …", style="dim")
    return line


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A plain table; in a pipe the columns are separated by two spaces and no line ends in blanks."""
    grid = Table(box=None, pad_edge=False, show_header=True, header_style="bold")
    for column in columns:
        grid.add_column(column, overflow="fold")
    for row in rows:
        grid.add_row(*(Text(clean(cell)) for cell in row))
    out = console()
    if out.is_terminal:
        out.print(grid)
        return
    with out.capture() as lines:
        out.print(grid)
    write("\n".join(line.rstrip() for line in lines.get().splitlines()))


def problems(found: Iterable[Problem]) -> None:
    """Faults in files, one line each, on standard error."""
    for problem in found:
        place = f"{problem.path}:{problem.line}" if problem.line else problem.path
        warn(f"! {place}: {problem.message} [{problem.code}]")


def tally(counts: Mapping[str, int]) -> str:
    """Counts as `3 new, 1 finding`, zeros left out; `none` when all are zero."""
    return (
        ", ".join(
            count(n, one) if (one := word.removesuffix("s")) in _NOUNS else f"{n} {word}"
            for word, n in counts.items()
            if n
        )
        or "none"
    )


def count(n: int, one: str) -> str:
    """A number and its noun, in the plural unless there is one: `1 finding`, `3 findings`."""
    return f"{n} {one}{'' if n == 1 else 's'}"


def cost(usd: float | None) -> str:
    """What calls cost: dollars, nothing, or that nobody knows."""
    if usd is None:
        return "price unknown"
    return f"${usd:.4f}" if usd else "no cost"


_NOUNS = frozenset(("claim", "finding", "page", "part", "run", "source"))


def done(events: Iterable[Event], dry_run: bool) -> None:
    """What an operation did, or would do: one event a line."""
    told = [f"{'unpin' if event.data.get('on') is False else event.kind} {short(event.target)}" for event in events]
    for line in told or ["nothing changed: it is so already"]:
        say(f"{'would ' if told and dry_run else ''}{line}")


def left(done: Purged) -> None:
    """Where the words of what was purged may still be."""
    for path in done.left:
        say(f"  a quote of it still stands in {path}: people wrote there, look at it yourself")
    if not done.index:
        say("  another program holds the old index open; close it and run: clew reindex")
    if done.history:
        say("  the bundle lies in a git repository: its history, and clones of it, may still hold the text")
    say("  copies outside the bundle, such as the file it was added from and backups, are yours to remove")
