"""`clew page`: pages as people keep them."""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from clew.bundle import Bundle
from clew.cli import paint, tidy
from clew.cli.state import DryRun, Json, Reason, given, opened, typed
from clew.core import codec
from clew.errors import Failed, Refused, UsageError
from clew.model import Json as Value
from clew.store import atomic
from clew.use.pages import Draft
from clew.use.papers import Plan

Page = Annotated[str, typer.Argument(help="A page: its path, title, alias or file name.")]
Type = Annotated[str | None, typer.Option("--type", help="What kind of thing it is about, for example Person.")]
Description = Annotated[str | None, typer.Option("--description", help="One sentence about it.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="A tag; may be repeated.")]
Aliases = Annotated[list[str] | None, typer.Option("--alias", help="Another name of it; may be repeated.")]


def listing(
    ctx: typer.Context,
    type_: Type = None,
    status: Annotated[str | None, typer.Option("--status", help="draft, stable or deprecated.")] = None,
    json: Json = False,
) -> None:
    """List pages."""
    with opened(ctx) as bundle:
        found = bundle.pages.list(type_, status)
    if json:
        paint.emit([codec.pack(row) for row in found])
        return
    paint.table(
        ("page", "title", "type", "status", "reviewed by"),
        [(r.path, r.title, r.type, f"→ {r.successor}" if r.successor else r.status, r.tier) for r in found],
    )


def show(ctx: typer.Context, name: Page, json: Json = False) -> None:
    """Show a page, what replaced it, and which of its paragraphs rest on claims that changed."""
    with opened(ctx) as bundle:
        found = bundle.pages.show(name)
    if json:
        paint.emit(codec.pack(found))
        return
    row = found.row
    paint.say(f"{row.path} · {row.type} · {row.status} · {row.tier}")
    if found.chain:
        paint.say(f"replaced by {' → '.join(found.chain)}")
    for paragraph in found.resting:
        late = [ref for ref in paragraph.claims if any(it.startswith(ref) for it in found.outdated)]
        note = f"; no longer holds: {' '.join(late)}" if late else ""
        paint.say(f"line {paragraph.line} rests on {' '.join(paragraph.claims)}{note}")
    paint.say()
    paint.write(found.text)


def new(
    ctx: typer.Context,
    title: Annotated[str, typer.Argument(help="What it is called.")],
    type_: Type = None,
    folder: Annotated[str | None, typer.Option("--folder", help="Folder inside the bundle.")] = None,
    description: Description = None,
    tag: Tags = None,
    alias: Aliases = None,
    topic: Annotated[list[str] | None, typer.Option("--topic", help="Show the claims of this topic on it.")] = None,
    text: Annotated[str | None, typer.Option("--text", help="What it says; - reads standard input.")] = None,
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Make a page."""
    draft = Draft(
        title,
        type_ or "Concept",
        folder or "concepts",
        description or "",
        tuple(tag or ()),
        tuple(alias or ()),
        tuple(topic or ()),
        sys.stdin.read() if text == "-" else text or "",
    )
    with opened(ctx) as bundle:
        _told(bundle.pages.new(draft, reason=reason, dry_run=dry_run), "make", dry_run)


def edit(
    ctx: typer.Context,
    name: Page,
    title: Annotated[str | None, typer.Option("--title", help="Another title; the file keeps its name.")] = None,
    type_: Type = None,
    description: Description = None,
    tag: Tags = None,
    alias: Aliases = None,
    stale_after: Annotated[str | None, typer.Option("--stale-after", help="When to look at it again.")] = None,
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Change what a page says of itself; without options the whole page opens in your editor."""
    given: dict[str, Value] = {
        "title": title, "type": type_, "description": description, "tags": tag, "aliases": alias,
        "stale_after": stale_after,
    }  # fmt: skip
    changes = {key: value or None for key, value in given.items() if value is not None}
    with opened(ctx) as bundle:
        if not changes and sys.stdin.isatty():
            paint.say(f"saved {_edited(bundle, name)}")
        else:
            _told(bundle.pages.edit(name, changes, reason=reason, dry_run=dry_run), "change", dry_run)


def move(
    ctx: typer.Context,
    name: Page,
    to: Annotated[str, typer.Argument(help="New path, or a folder.")],
    redirect: Annotated[bool, typer.Option(help="Leave a page at the old place that leads to the new one.")] = True,
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Move or rename a page; links keep leading to it."""
    with opened(ctx) as bundle:
        _told(bundle.pages.move(name, to, redirect=redirect, reason=reason, dry_run=dry_run), "move", dry_run)


def supersede(
    ctx: typer.Context,
    old: Page,
    new: Annotated[str, typer.Argument(help="The page that takes its place.")],
    reason: Reason = None,
    dry_run: DryRun = False,
) -> None:
    """Let one page take the place of another; both stay, and both say so."""
    with opened(ctx) as bundle:
        _told(bundle.pages.supersede(old, new, reason=reason, dry_run=dry_run), "replace", dry_run)


def summarise(
    ctx: typer.Context,
    name: Page,
    model: tidy.Model = None,
    budget: tidy.Spend = None,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Have a model sum up what a page tells; a paragraph goes when a claim it rests on no longer holds.

    Sentences that cite nothing, or a number that their claims do not have, are left out. Without a model a page with
    three claims has a summary of their own words.
    """
    with opened(ctx) as bundle:
        done = bundle.summaries.write(name, model, tidy.limits(bundle, budget, None), dry_run=dry_run)
    if json:
        paint.emit(codec.pack(done))
        return
    paint.say(f"{'would write' if dry_run else 'wrote'} on {done.path}")
    for text, refs in done.paragraphs:
        paint.say(f"  {text}  ({' '.join(refs)})")
    for text in done.dropped:
        paint.say(f"  left out: {text}")


def _told(plan: Plan, verb: str, dry_run: bool) -> None:
    if not plan.files:
        paint.say(f"{plan.path}: nothing to change")
        return
    past = {"make": "made", "change": "changed", "move": "moved to", "replace": "replaced by"}[verb]
    paint.say(f"would {verb} {plan.path}" if dry_run else f"{past} {plan.path}")
    for path in sorted(plan.files):
        if f"/{path}" != plan.path:
            paint.say(f"  {'would touch' if dry_run else 'touched'} /{path}")


def _edited(bundle: Bundle, name: str) -> str:
    """The path of a page after it was saved from the person's editor; what cannot be stored is kept beside it."""
    before = bundle.pages.show(name)
    path = bundle.pages.find(name)
    data = bundle.pages.read(path)
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    folder = Path(tempfile.mkdtemp(prefix="clew-"))
    file = folder / before.row.path.rpartition("/")[2]
    file.write_bytes(data)
    try:
        done = subprocess.run([*editor, str(file)], check=False)  # noqa: S603  # the person's own editor
    except OSError as error:
        raise UsageError(f"cannot start {editor[0]}: {error.strerror}; set EDITOR") from error
    if done.returncode or file.read_bytes() == data:
        raise Refused("nothing was changed")
    try:
        bundle.pages.write(path, file.read_bytes(), atomic.digest(data))
    except Failed as error:
        raise Refused(f"{error} Your text is kept in {file}") from error
    file.unlink()
    folder.rmdir()
    return path


def advise(
    ctx: typer.Context,
    name: Page,
    correction: Annotated[str, typer.Argument(metavar="FILE", help="The corrected text; - reads standard input.")],
    model: tidy.Model = None,
    json: Json = False,
) -> None:
    """Have a model say whether a correction replaces a page (it was right once) or mends it; nothing is written."""
    new = sys.stdin.read() if correction == "-" else given(correction)
    with opened(ctx) as bundle:
        shown = bundle.pages.show(name)
        found = bundle.tidy.policy(shown.text, new, tidy.wish(bundle, (model, None, None)))
    if json:
        paint.emit(codec.pack(found))
        return
    way = f"{typed(ctx, 'page new')}, then {typed(ctx, 'page supersede')}"
    way = way if found.answer == "supersede" else typed(ctx, "page edit")
    paint.say(f"{found.answer}: {found.reason or 'no reason given'}")
    paint.say(f"With {shown.row.path}: {way}")
