"""Answers in a model's words: each sentence as soon as it is checked, then the facts it rests on."""

import sys
from dataclasses import dataclass

import typer

from clew.bundle import Bundle
from clew.cli import paint
from clew.core.badges import short
from clew.prompts.cite import Checked
from clew.search.block import Block
from clew.use.answer import Answer


@dataclass(frozen=True, slots=True)
class Manner:
    """How an answer is wanted."""

    model: str | None
    save: bool
    json: bool


def answer(bundle: Bundle, block: Block, manner: Manner) -> None:
    """Ask the model, print, and file the answer if that is wanted; exit code 1 when there is none."""
    done = bundle.answers.answer(block, manner.model, None if manner.json else _tell)
    path = bundle.answers.save(done) if manner.save and not done.refused else ""
    if manner.json:
        paint.emit(_json(done, path))
    elif done.refused:
        paint.say("The notes do not answer this." if block.confident else f"No confident match. {block.reason}")
    else:
        paint.say()
        _foot(done, path)
    if done.refused:
        raise typer.Exit(1)


def _tell(sentence: Checked) -> None:
    """One sentence, at once."""
    if sys.stdout is not None:  # a caller may have closed it
        sys.stdout.write(paint.clean(sentence.shown()) + " ")
        sys.stdout.flush()


def _foot(done: Answer, path: str) -> None:
    for n in done.cites:
        item = done.block.items[n - 1]
        place = f"{item.title}, {(item.at or 'no date')[:10]}" + (
            f", clew why {short(item.claim)}" if item.claim else ""
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
