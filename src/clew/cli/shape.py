"""Questions that are shapes, and the one that is none: timeline, related, path, neighbours, match, brief."""

from typing import Annotated

import typer
from rich.text import Text

from clew.cli import paint
from clew.cli.state import Budget, Json, Limit, names, opened
from clew.core import codec
from clew.core.badges import short
from clew.use.atlas import Link, Ranked
from clew.use.naming import Place, label
from clew.use.timeline import Span

Thing = Annotated[
    str, typer.Argument(help="A topic, a name, a claim id, or a page by title or path.", autocompletion=names)
]
Since = Annotated[str | None, typer.Option("--since", metavar="DATE", help="Nothing earlier.")]
Until = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Nothing later.")]


def timeline(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(help="A topic, name, claim, page or source.")] = None,
    since: Since = None,
    until: Until = None,
    limit: Limit = 50,
    json: Json = False,
) -> None:
    """Show what was said when, oldest first, with how it stands today; the newest when there is too much."""
    with opened(ctx) as bundle:
        found = bundle.timeline(name, Span(since, until))
    if json:
        paint.emit([codec.pack(moment) for moment in found[-limit:]])
        return
    if len(found) > limit:
        paint.say(f"{len(found) - limit} earlier; see them with --limit {len(found)}")
    for moment in found[-limit:]:
        line = Text(moment.at[:10].ljust(12), style="bold yellow")
        line.append(paint.clean(moment.text), style="default not bold")
        paint.say(line)
        foot = Text(" " * 12).append_text(paint.badge_line(moment.badges))
        mark = short(moment.ref.removeprefix("claim:")) if moment.badges else moment.ref.removeprefix("page:")
        paint.say(foot.append(f"{'  ' if moment.badges else ''}{paint.clean(moment.topic)}  {mark}", style="dim"))
    if not found:
        paint.say("Nothing was said then.")


def related(ctx: typer.Context, name: Thing, limit: Limit = 10, json: Json = False) -> None:
    """Show what has to do with a thing, most first: topics, names and pages, then claims (personalised PageRank)."""
    with opened(ctx) as bundle:
        found = bundle.atlas.related(name, limit)
    if json:
        paint.emit(codec.pack(found))
        return
    _head(found.place)
    for group in (found.things, found.claims):
        if group:
            paint.say()
        for one in group:
            _ranked(one)
    if not (found.things or found.claims):
        paint.say("Nothing is linked to it.")


def _ranked(one: Ranked) -> None:
    line = Text(f"{one.score:.3f}  ", style="dim").append_text(_name(one.place))
    if one.via:
        line.append("  through: " + paint.clean(label(one.via)), style="dim")
    paint.say(line)


def path(ctx: typer.Context, start: Thing, goal: Thing, json: Json = False) -> None:
    """Show how two things connect: what lies between them is the explanation; exit code 1 when nothing does."""
    with opened(ctx) as bundle:
        found = bundle.atlas.path(start, goal)
    if json:
        paint.emit(codec.pack(found))
    elif found.places:
        _head(found.places[0])
        for link in found.links:
            _link(link)
    else:
        paint.say("Nothing connects them.")
    if not found.places:
        raise typer.Exit(1)


def neighbours(
    ctx: typer.Context,
    name: Thing,
    rels: Annotated[list[str] | None, typer.Option("--rel", help="Only this relation; may be repeated.")] = None,
    said: Annotated[bool, typer.Option("--said", help="Also where it was said.")] = False,
    limit: Limit = 50,
    json: Json = False,
) -> None:
    """Show what is directly linked to a thing, by relation and direction."""
    with opened(ctx) as bundle:
        found = bundle.atlas.neighbours(name, tuple(rels or ()), said, limit)
    if json:
        paint.emit(codec.pack(found))
        return
    _head(found.place)
    for link in found.links:
        _link(link)
    if found.more:
        paint.say(f"{found.more} more; see them with --limit {found.more + limit}")
    if not found.links:
        paint.say("Nothing is linked to it.")


def match(
    ctx: typer.Context,
    pattern: Annotated[str, typer.Argument(help='A pattern: "(?p:Person)-works_at->(?o)"; see the reference.')],
    limit: Limit = 50,
    json: Json = False,
) -> None:
    """Find everything that fits a pattern of things and relations; exit code 1 when nothing does."""
    with opened(ctx) as bundle:
        found = bundle.atlas.match(pattern, limit)
    if json:
        paint.emit(codec.pack(found))
    elif found.rows and found.variables:
        paint.table(found.variables, [[label(row[name]) for name in found.variables] for row in found.rows])
    elif found.rows:
        paint.say("It fits.")
    else:
        paint.say("Nothing fits.")
    if found.more and not json:
        paint.say("There is more; see it with --limit, or say more in the pattern.")
    if not found.rows:
        raise typer.Exit(1)


def brief(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[TOPIC]...", help="Topics, names, claims, pages.")
    ] = None,
    budget: Budget = None,
    json: Json = False,
) -> None:
    """Print what holds, without a question: decisions, goals, open questions, the rest; newest first, in a budget."""
    with opened(ctx) as bundle:
        found = bundle.brief(tuple(names or ()), budget)
    if json:
        paint.emit(found.json())
    else:
        paint.write(found.prompt())
    if not found.lines:
        raise typer.Exit(1)


def _head(place: Place) -> None:
    paint.say(_name(place))


def _name(place: Place) -> Text:
    if place.kind == "claim":
        line = Text(short(place.ref.removeprefix("claim:")), style="bold yellow")
        line.append("  " + paint.clean(place.title) + "  ", style="default not bold")
        return line.append_text(paint.badge_line(place.badges))
    line = Text(paint.clean(place.title), style="bold")
    return line.append("" if place.kind == "name" else f"  {place.type}", style="not bold dim")


def _link(link: Link) -> None:
    arrow = f"  —{link.rel}→ " if link.out else f"  ←{link.rel}— "
    paint.say(Text(arrow, style="dim").append_text(_name(link.place)))
