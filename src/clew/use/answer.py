"""Answers in a model's words: from the numbered facts and nothing else, each sentence checked before it is shown."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from clew.core.badges import short
from clew.errors import UsageError
from clew.llm.meter import Limits
from clew.ports import Request
from clew.prompts import cite
from clew.prompts.cite import Checked
from clew.prompts.material import facts
from clew.prompts.text import prompt
from clew.search.block import Block, escape, line
from clew.use.desk import Desk
from clew.use.pages import Draft, Pages
from clew.use.sent import record

LONGEST = 1500
"""Tokens of an answer."""
TRIES = 2
"""Calls after a stream that brought nothing."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model made of a block."""

    block: Block
    model: str
    sentences: tuple[Checked, ...] = ()
    refused: bool = False
    """The facts do not answer the question, by the gate or by the model's own word."""

    @property
    def text(self) -> str:
        """The sentences with citations and remarks."""
        return " ".join(sentence.shown() for sentence in self.sentences)

    @property
    def cites(self) -> tuple[int, ...]:
        """Numbers of the facts that are used."""
        return tuple(sorted({n for sentence in self.sentences for n in sentence.cites}))


class Answers:
    """Words for what retrieval found."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def answer(self, block: Block, model: str | None = None, tell: Callable[[Checked], None] | None = None) -> Answer:
        """The answer of a model to a block; `tell` gets each sentence as soon as it is whole and checked.

        Raises:
            UsageError: no model is set.
            ModelFailed: it gave no answer.
        """
        models = self._desk.wiring.models
        name = models.named("answer", model)
        if not block.confident:
            return Answer(block, name, refused=True)
        most = self._desk.settings.spend or None
        chat = models.client(name, Limits(usd=most), TRIES)  # somebody waits, and the facts need no model
        try:
            return held(block, name, chat.stream(request(block)), tell)
        finally:
            record(self._desk, chat, "ask")

    def save(self, answer: Answer, title: str | None = None, *, dry_run: bool = False) -> str:
        """File an answer back as a concept page that names the claims it rests on; returns its path.

        Raises:
            UsageError: there is nothing to file.
        """
        if answer.refused or not answer.sentences:
            raise UsageError("there is no answer to file")
        used = [(n, answer.block.items[n - 1]) for n in answer.cites]
        claims = [f"`{short(item.claim)}`" for _, item in used if item.claim]
        rests = f"\\\nRests on {' '.join(claims)}" if claims else ""
        listed = "\n".join(
            f"{n}. {_plain(item.text)} ({_plain(item.title)}, {(item.at or 'no date')[:10]})" for n, item in used
        )
        body = f"{_plain(answer.text)}{rests}\n\n## Facts\n\n{listed}\n"
        draft = Draft(
            title=title or answer.block.question.strip().rstrip("?"),
            description=f"Answer to: {answer.block.question.strip()}",
            tags=("answer",),
            text=body,
        )
        return Pages(self._desk).new(draft, reason=f"answer of {answer.model}", dry_run=dry_run).path


def request(block: Block) -> Request:
    """What a model is told and given to read: the same for every model, wherever it runs."""
    told = prompt("answer")
    shown = [line(n, item) for n, item in enumerate(block.items, 1)]
    sources = " ".join(sorted({e.source for item in block.items for e in item.evidence}))
    return Request(told.text, facts(block.question, shown), told.id, None, sources, LONGEST)


def held(block: Block, model: str, said: Iterator[str], tell: Callable[[Checked], None] | None = None) -> Answer:
    """What a model said, every sentence held against the numbered facts."""
    found: list[Checked] = []
    for sentence in cite.sentences(said):
        checked = cite.check(sentence, block.items)
        if cite.ENOUGH in sentence and not found:
            return Answer(block, model, refused=True)
        if checked:
            found.append(checked)
            if tell:
                tell(checked)
    return Answer(block, model, tuple(found), refused=not found)


def _plain(text: str) -> str:
    """A text of a model or source as inert Markdown on one line."""
    return escape(text)
