"""Answers: the facts themselves, or a model's words, each sentence as soon as it is checked, over what they rest on."""

import sys
from dataclasses import dataclass

import typer
from rich.text import Text

from clew.bundle import Bundle
from clew.cli import paint
from clew.cli.state import typed
from clew.core.badges import short
from clew.errors import ModelFailed
from clew.prompts.cite import Checked
from clew.search.block import Block
from clew.use.answer import Answer


@dataclass(frozen=True, slots=True)
class Manner:
    """How an answer is wanted."""

    model: str | None
    save: bool
    json: bool


def facts(ctx: typer.Context, block: Block) -> None:
    """The facts, then what they rest on; after a refusal what came closest."""
    if not block.confident:
        paint.say(Text("No confident match.", style="bold yellow"))
        paint.say(block.reason)
        for text in dict.fromkeys(" ".join(item.text.split())[:140] for item in block.near):
            paint.say(f"  nearest: {text}")
        return
    cited = block.cited()
    for n, item in cited:
        line = Text(f"[{n}] ", style="bold yellow")
        line.append(paint.clean(item.text), style="bold" if item.presented == "current" else "")
        paint.say(line)
        foot = Text("    ")
        foot.append_text(paint.badge_line(item.badges))
        paint.say(foot)
        for evidence in item.evidence:
            quote = Text("    “", style="dim")
            quote.append(paint.clean(" ".join(evidence.quote.split())[:200]), style="italic")
            quote.append(f"”  {paint.clean(item.title)}, {(item.at or 'no date')[:10]}", style="dim")
            paint.say(quote)
        if item.claim:
            paint.say(Text(f"    {typed(ctx, f'why {short(item.claim)}')}", style="dim"))
    if block.missing:
        paint.say(Text("Not covered: " + ", ".join(block.missing), style="yellow"))
    rest = len(block.items) - len(cited)
    if rest > 0:
        paint.say(Text(f"{rest} more in the block that clew context prints for this question", style="dim"))
    for note in block.notes:
        paint.say(Text(note, style="dim"))


def answer(ctx: typer.Context, bundle: Bundle, block: Block, manner: Manner) -> None:
    """Ask the model, print, and file the answer if that is wanted; exit code 1 when there is none.

    Raises:
        ModelFailed: after the facts were printed, which need no model.
    """
    voice = _Voice()
    try:
        done = bundle.answers.answer(block, manner.model, None if manner.json else voice.tell)
    except ModelFailed as error:
        if manner.json:
            name = bundle.models.named("answer", manner.model)
            paint.emit(_json(Answer(block, name), "") | {"error": str(error)})
        else:
            voice.end()
            paint.say("Without the model:")
            facts(ctx, block)
        raise
    path = bundle.answers.save(done) if manner.save and not done.refused else ""
    if manner.json:
        paint.emit(_json(done, path))
    elif done.refused:
        paint.say("The notes do not answer this." if block.confident else f"No confident match. {block.reason}")
    else:
        voice.end()
        _foot(ctx, done, path)
    if done.refused:
        raise typer.Exit(1)


class _Voice:
    """Sentences of one answer as they come."""

    def __init__(self) -> None:
        self._begun = False

    def tell(self, sentence: Checked) -> None:
        """One sentence, at once."""
        if sys.stdout is not None:  # a caller may have closed it
            sys.stdout.write((" " if self._begun else "") + paint.clean(sentence.shown()))
            sys.stdout.flush()
        self._begun = True

    def end(self) -> None:
        """The end of the line and an empty one, if anything was told."""
        if self._begun:
            paint.write("\n\n")


def _foot(ctx: typer.Context, done: Answer, path: str) -> None:
    for n in done.cites:
        item = done.block.items[n - 1]
        place = f"{item.title}, {(item.at or 'no date')[:10]}" + (
            f", {typed(ctx, f'why {short(item.claim)}')}" if item.claim else ""
        )
        paint.say(f"[{n}] {' · '.join(item.badges)}  {item.text}")
        paint.say(f"    {place}")
    if done.block.missing:
        paint.say("Not covered: " + ", ".join(done.block.missing))
    if path:
        paint.say(f"Filed as {path}")


def _json(done: Answer, path: str) -> dict[str, object]:
    rows = [{"text": s.text, "cites": list(s.cites), "flags": list(s.flags)} for s in done.sentences]
    return {
        "model": done.model,
        "refused": done.refused,
        "answer": done.text,
        "sentences": rows,
        "page": path or None,
        "block": done.block.json(),
    }
