"""`clew model`: which models there are, what they are used for, whether they work, what they cost."""

import sys
from collections import defaultdict
from pathlib import Path
from typing import Annotated

import typer

from clew.bundle import Bundle
from clew.cli import paint
from clew.cli.state import Json, opened
from clew.core import codec
from clew.llm.models import USES
from clew.llm.price import table as prices
from clew.use.embed import Embedding

STEP = 256
"""Texts between two signs of life."""
Names = Annotated[list[str] | None, typer.Argument(help="Models; those that are set if left out.")]
All = Annotated[bool, typer.Option("--all", help="Of every bundle, not of this one.")]


def listing(
    ctx: typer.Context,
    reach: Annotated[bool, typer.Option("--reach", help="Also look whether each could be asked now.")] = False,
    json: Json = False,
) -> None:
    """List what each kind of work uses, and the services that models can be had from."""
    with opened(ctx) as bundle:
        models = bundle.models
        uses = [(use, models.uses.get(use, "")) for use in USES]
        uses.append(("embed", bundle.settings.embedder))
        services = models.list(reach)
        local = bundle.settings.local_only
        tongue = bundle.tongue() if bundle.settings.embedder == "minilm" else None
    if json:
        paint.emit(
            {
                "uses": dict(uses),
                "services": [codec.pack(s) for s in services],
                "local_only": local,
                "prices": prices()[0],
            }
        )
        return
    paint.table(("used for", "model"), [(use, name or "none: rules and facts only") for use, name in uses])
    paint.say()
    shown = [(s.name, s.kind, s.address, s.key or "none", *([s.state] if reach else [])) for s in services]
    paint.table(("service", "speaks like", "at", "key", *(["state"] if reach else [])), shown)
    if tongue and tongue != "en":
        paint.say(
            f"Most of what people say here is not English ({tongue}), which is all the packaged model knows. For many "
            "languages: pip install 'clew[multilingual]', then embedder = \"multilingual\" under [models]"
        )
    paint.say(f"Prices of {prices()[0]}." + (" Only models on this machine are asked." if local else ""))


def trial(ctx: typer.Context, names: Names = None, json: Json = False) -> None:
    """Ask models for one small reply each; exit code 1 when one does not give it."""
    with opened(ctx) as bundle:
        tried = bundle.models.test(names or sorted(set(bundle.models.uses.values())))
        if not names:
            state = bundle.embed(0)
            tried = (*tried, (f"embed: {bundle.settings.embedder}", state.reason))
    if json:
        paint.emit([{"model": name, "works": not why, "why": why} for name, why in tried])
    else:
        for name, why in tried:
            said = any(one in why for one in (name, Path(name).name))  # most reasons name the model
            paint.say(why if said else f"{name}: {why or 'works'}")
    if any(why for _, why in tried):
        raise typer.Exit(1)


def embed(
    ctx: typer.Context, behind: Annotated[bool, typer.Option("--behind", hidden=True)] = False, json: Json = False
) -> None:
    """Fill in vectors that are missing, after a change of model all of them; what is done stays when it is cut off."""
    with opened(ctx) as bundle:
        while True:
            with bundle.behind.held(wait=0.0 if behind else 1.0) as mine:
                if mine:
                    state = _filled(bundle)
                    break
            if behind:
                return  # another process is at it
            _progress(bundle.embed(0))
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("\r")
    if json:
        paint.emit(codec.pack(state))
    else:
        paint.say(state.reason or f"{state.done} of {state.total} texts have vectors of {bundle.settings.embedder}.")
    if state.reason:
        raise typer.Exit(1)


def _filled(bundle: Bundle) -> Embedding:
    state = bundle.embed(0)
    while not state.reason and state.done < state.total:
        before = state.done
        state = bundle.embed(STEP)
        _progress(state)
        if state.done == before:
            break
    return state


def _progress(state: Embedding) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r{state.done} of {state.total}")


def usage(ctx: typer.Context, every: All = False, json: Json = False) -> None:
    """Sum up what was sent to models: calls, tokens and dollars by model."""
    with opened(ctx) as bundle:
        rows = [row for row in bundle.models.usage.rows() if every or row.bundle == bundle.settings.id]
    sums: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0, 0.0, 0, 0])
    for row in rows:
        one = sums[row.sent.to]
        one[0] += 1
        one[1] += row.sent.tokens_in
        one[2] += row.sent.tokens_out
        one[3] += row.sent.usd or 0.0
        one[4] += row.sent.outcome != "ok"
        one[5] += row.sent.usd is None
    names = ("calls", "tokens_in", "tokens_out", "usd", "failed", "unpriced")
    if json:
        paint.emit({model: dict(zip(names, one, strict=True)) for model, one in sorted(sums.items())})
        return
    if not sums:
        paint.say("Nothing was sent to any model.")
        return
    shown = [
        (model, f"{one[0]:.0f}", f"{one[1]:.0f}", f"{one[2]:.0f}", f"{one[4]:.0f}", _cost(one[3], bool(one[5])))
        for model, one in sorted(sums.items())
    ]
    paint.table(("model", "calls", "tokens in", "tokens out", "failed", "cost"), shown)


def _cost(usd: float, unpriced: bool) -> str:
    known = paint.cost(usd) if usd or not unpriced else ""
    return ", ".join(filter(None, (known, paint.cost(None) if unpriced else "")))
