"""The extractor that asks a model: chunk by chunk, several at once, every reply kept, so that none is bought twice."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from clew.errors import ModelFailed
from clew.llm.client import Client
from clew.llm.meter import Meter
from clew.model import Candidate, Json, Maker, Part, Source
from clew.ports import Request
from clew.prompts import reply
from clew.prompts.candidate import Reading
from clew.prompts.chunk import BUDGET, Chunk, chunks
from clew.prompts.material import conversation
from clew.prompts.shape import EXTRACTED
from clew.prompts.text import prompt

POISON = frozenset({"nonsense", "refused", "truncated", "too_long", "rejected"})
"""Failures that lie in the text or the reply: the chunk is passed over and listed; all others stop the run."""
AT_ONCE = 4


@dataclass(slots=True)
class _Run:
    """What happens while one source is read."""

    source: Source
    owner: Sequence[str]
    counts: Counter[str] = field(default_factory=Counter)
    unread: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    stopped: ModelFailed | None = None


class ModelExtractor:
    """Candidates from a chat model; implements `ports.Extractor`."""

    def __init__(self, chat: Client, budget: int = BUDGET) -> None:
        self.chat, self._budget = chat, budget
        self._prompt = prompt("extract")
        self.maker = Maker("llm/1", self._prompt.id, chat.name)
        self.notes: Mapping[str, Json] = {}
        """What the last extraction adds to its manifest: counts by fault, chunks unread, digests of what was sent."""
        self.reasons: dict[str, str] = {}
        """Why parts were passed over: kind of failure → what was said at the first of it."""

    @property
    def name(self) -> str:
        """Version, model and prompt: what a run is known by."""
        return f"{self.maker.extractor} {self.chat.name} {self._prompt.id}"

    @property
    def meter(self) -> Meter:
        """What was sent so far."""
        return self.chat.meter

    def plan(self, source: Source, parts: Sequence[Part], owner: Sequence[str]) -> list[Request]:
        """The requests that reading a source takes, those whose reply is known left out."""
        wanted = (self._request(source, chunk, owner) for chunk in chunks(parts, self._budget))
        return [request for request in wanted if not self.chat.has(request)]

    def extract(self, source: Source, parts: Sequence[Part], owner: Sequence[str]) -> Iterator[Candidate]:
        """Candidates in the order of saying.

        Raises:
            ModelFailed: the model cannot be used now; what it said so far is kept for the next try.
        """
        run, before = _Run(source, owner), len(self.chat.meter.sent)
        wanted = chunks(parts, self._budget)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            read = [pair for pairs in pool.map(lambda chunk: self._read(run, chunk), wanted) for pair in pairs]
        sent = [one for one in self.chat.meter.sent[before:] if one.source == source.id]
        if run.stopped:
            raise run.stopped
        candidates = list(_candidates(run, read, parts))
        noted: dict[str, Json] = {
            "faults": dict(sorted(run.counts.items())),
            "unread": [[list(numbers), kind] for numbers, kind in sorted(run.unread)],
            "sent": {"to": self.chat.name, "digests": [one.digest for one in sent]} if sent else None,
        }
        self.notes = {"chunks": len(wanted), **{key: value for key, value in noted.items() if value}}
        yield from candidates

    def _request(self, source: Source, chunk: Chunk, owner: Sequence[str]) -> Request:
        text = conversation(source, chunk, owner)
        return Request(self._prompt.text, text, self._prompt.id, EXTRACTED, source.id)

    def _read(self, run: _Run, chunk: Chunk) -> list[tuple[Chunk, list[dict[str, Json]]]]:
        """Items of one chunk, in halves where the reply was cut off; nothing more is asked once the run has stopped."""
        if run.stopped:
            return []
        request = self._request(run.source, chunk, run.owner)
        try:
            return [(chunk, self.chat.ask(request, lambda text: reply.items(text, "claims")))]
        except ModelFailed as error:
            halves = chunk.halves() if error.kind in ("truncated", "too_long") else ()
            if len(halves) > 1:
                return [pair for half in halves for pair in self._read(run, half)]
            if error.kind not in POISON:
                run.stopped = run.stopped or error
                return []
            run.unread.append((chunk.parts, error.kind))
            self.reasons.setdefault(error.kind, str(error))
            return [(chunk, reply.begun(error.partial, "claims"))]


def _candidates(
    run: _Run, read: Sequence[tuple[Chunk, Sequence[Mapping[str, Json]]]], parts: Sequence[Part]
) -> Iterator[Candidate]:
    """The items of all chunks as candidates, each once."""
    numbered = {part.n: part for part in parts}
    reading = Reading({}, frozenset(), run.owner, run.counts)
    for chunk, items in read:
        reading.parts = {piece.part.n: numbered[piece.part.n] for piece in (*chunk.before, *chunk.own)}
        reading.own = frozenset(chunk.parts)
        yield from reading.take(items)
