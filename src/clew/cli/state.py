"""What every command shares: which bundle, the common options, and completion of ids and topics."""

import os
import shlex
import subprocess
from pathlib import Path
from typing import Annotated

import typer

from clew import app as wiring
from clew.bundle import Bundle
from clew.cli import paint
from clew.errors import ClewError, NotFound, UsageError


def root(ctx: typer.Context) -> Path:
    """Folder of the bundle the command works on, found as the documentation says."""
    named = ctx.find_root().obj
    return wiring.locate(named if isinstance(named, Path) else None)


def typed(ctx: typer.Context, words: str) -> str:
    """A command as it works when it is typed next: the bundle that was named is named again."""
    return on(ctx.find_root().obj, words)


def on(folder: Path | None, words: str) -> str:
    """A command on the bundle of a folder, from where one is now."""
    return f"clew --bundle {line([str(folder)])} {words}" if folder and folder != Path() else f"clew {words}"


def line(words: list[str]) -> str:
    """Words as one line for the shell of this system."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def opened(ctx: typer.Context) -> Bundle:
    """The bundle the command works on, found as the documentation says; faults in its settings are shown."""
    bundle = wiring.open_bundle(root(ctx))
    ctx.call_on_close(bundle.close)
    ctx.call_on_close(lambda: paint.problems(bundle.unread))
    paint.problems(bundle.problems)
    return bundle


def given(path: str) -> str:
    """Text of a file that the person names."""
    return given_bytes(path).decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def given_bytes(path: str) -> bytes:
    """Bytes of a file, or of a pipe to its end, that the person names."""
    place = Path(path)
    if place.is_file() or place.is_fifo():
        return place.read_bytes()
    if not place.exists():
        raise NotFound(f"there is no file {path}")
    raise UsageError(f"{path} is {'a folder' if place.is_dir() else 'no file that ends'}; name a file, or - for a pipe")


def claim_ids(incomplete: str) -> list[tuple[str, str]]:
    """Completion: ids of claims with their labels."""
    try:
        with wiring.find(None) as bundle:
            return [(v.claim.id, v.label) for v in bundle.claims() if v.claim.id.startswith(incomplete)]
    except ClewError:
        return []


def topics(incomplete: str) -> list[str]:
    """Completion: topic keys."""
    try:
        with wiring.find(None) as bundle:
            return sorted({v.topic for v in bundle.claims() if v.topic.startswith(incomplete)})
    except ClewError:
        return []


def names(incomplete: str) -> list[str]:
    """Completion: ids of claims and topic keys."""
    return [ident for ident, _ in claim_ids(incomplete)] + topics(incomplete)


Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would happen; change nothing.")]
Reason = Annotated[str | None, typer.Option("--reason", "-m", help="Why; kept in the ledger.")]
ClaimId = Annotated[str, typer.Argument(help="Id of a claim, or its first characters.", autocompletion=claim_ids)]
Name = Annotated[str, typer.Argument(help="A claim id or a topic.", autocompletion=names)]
Question = Annotated[str, typer.Argument(help="A question in your own words.")]
Budget = Annotated[int | None, typer.Option("--budget", "-b", min=50, help="Most tokens in the block.")]
AsOf = Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="What was in force then.")]
KnownAt = Annotated[str | None, typer.Option("--known-at", metavar="DATE", help="Only what was recorded by then.")]
Proposed = Annotated[bool, typer.Option("--proposed", help="Search claims that wait for review too.")]
Decompose = Annotated[
    str | None, typer.Option("--decompose", metavar="NAME", help="Ask in parts, split by this model; none: as a whole.")
]
Explain = Annotated[bool, typer.Option("--explain", help="Show how each item was scored.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=100_000, help="Most results.")]
