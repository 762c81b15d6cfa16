"""Chats without an id of their own, found again by their words: under which name they are stored, and each message."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from clew.belief.knowledge import Knowledge
from clew.core import growth
from clew.model import Part, Reading, Source


class Twins:
    """Which stored chat a reading is, or has grown from; `named` says what a reading would be called."""

    def __init__(
        self, knowledge: Knowledge, stored: Callable[[str], Sequence[Part]], named: Callable[[Reading], str]
    ) -> None:
        self._knowledge = knowledge
        self._stored = stored
        self._named = named
        self._titled: dict[tuple[str, str], list[str]] | None = None

    def same(self, reading: Reading) -> Reading:
        """The reading under the name and the ids that what it repeats is stored by."""
        if reading.whole is None:
            return reading
        reading = replace(reading, origin=self._origin(reading, reading.whole))
        ident = self._named(reading)
        if ident not in self._knowledge.sources:
            return reading
        return replace(reading, parts=growth.aligned(self._stored(ident), reading.parts))

    def met(self, source: Source) -> None:
        """A source was taken in."""
        if self._titled is not None and source.kind == "chat":
            self._titled.setdefault((source.provider, source.title), []).append(source.id)

    def _origin(self, reading: Reading, whole: str) -> str:
        sources = self._knowledge.sources
        if self._named(reading) in sources:
            return reading.origin
        former = self._named(replace(reading, origin=whole))
        if former in sources or former in self._knowledge.purged():
            return whole
        # a short chat goes by all its words, as every chat once did
        for ident in self._named_alike().get((reading.provider, reading.title), ()):
            if _begins(self._stored(ident), reading.parts):
                return sources[ident].origin
        return reading.origin

    def _named_alike(self) -> dict[tuple[str, str], list[str]]:
        if self._titled is None:
            self._titled = {}
            for source in self._knowledge.sources.values():
                self.met(source)
        return self._titled


def _begins(old: Sequence[Part], new: Sequence[Part]) -> bool:
    """Whether one of two chats is how the other begins."""
    pairs = zip(growth.active(old, None), new, strict=False)
    return all((a.author, a.name, a.text) == (b.author, b.name, b.text) for a, b in pairs)
