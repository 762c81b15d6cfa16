"""One question about many statements, batch by batch; halves where a reply was cut off, counts of what was wrong."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clew.errors import ModelFailed
from clew.llm.client import Client
from clew.llm.extract import POISON
from clew.model import Json
from clew.ports import Request
from clew.prompts import reply
from clew.prompts.material import statements
from clew.prompts.statement import Statement, batches
from clew.prompts.text import prompt

Batch = Sequence[Statement]


def _nothing(batch: Batch) -> Mapping[str, Sequence[str]]:
    return {}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about each statement."""

    prompt: str
    """Name of the prompt."""
    key: str
    """Key of the list in the reply."""
    schema: Mapping[str, Json]
    note: str
    """What is wanted, said again behind the statements."""
    beside: Callable[[Batch], Mapping[str, Sequence[str]]] = _nothing
    """Lists that are told with a batch, by name."""


@dataclass(slots=True)
class Survey:
    """A question put to a model; the replies are kept, so that what stopped a run costs nothing the next time."""

    chat: Client
    question: Question
    faults: Counter[str] = field(default_factory=Counter)
    """What was wrong with replies, by kind."""

    def plan(self, asked: Batch) -> list[Request]:
        """The requests that are not known yet, as far as they do not depend on each other's replies."""
        wanted = (self._request(batch) for batch in batches(asked))
        return [request for request in wanted if not self.chat.has(request)]

    def run(self, asked: Batch) -> Iterator[tuple[Batch, list[dict[str, Json]]]]:
        """Each batch with what was said of it; what a model cannot read is passed over and counted.

        Raises:
            ModelFailed: the model cannot be used now.
        """
        for batch in batches(asked):
            yield from self._ask(batch)

    def _ask(self, batch: Batch) -> Iterator[tuple[Batch, list[dict[str, Json]]]]:
        try:
            yield batch, self.chat.ask(self._request(batch), lambda text: reply.items(text, self.question.key))
        except ModelFailed as error:
            if error.kind not in POISON:
                raise
            if error.kind in ("truncated", "too_long") and len(batch) > 1:
                middle = len(batch) // 2
                yield from self._ask(batch[:middle])
                yield from self._ask(batch[middle:])
                return
            self.faults["unread"] += len(batch)

    def _request(self, batch: Batch) -> Request:
        told, asked = prompt(self.question.prompt), self.question
        sources = " ".join(dict.fromkeys(one.source for one in batch))
        return Request(
            told.text, statements(batch, asked.beside(batch), asked.note), told.id, asked.schema, sources, 4096
        )


def numbered(
    batch: Batch, items: Sequence[Mapping[str, Json]], faults: Counter[str]
) -> Iterator[tuple[Statement, Mapping[str, Json]]]:
    """The statement that each item is about; numbers that were not given or come twice are counted."""
    seen: set[int] = set()
    for item in items:
        n = item.get("n")
        if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= len(batch):
            faults["hallucinated_number"] += 1
        elif n in seen:
            faults["double"] += 1
        else:
            seen.add(n)
            yield batch[n - 1], item
