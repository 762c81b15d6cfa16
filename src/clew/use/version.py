"""Versions of a text: a changed note is a new source that names the one it replaces; nothing stored is touched.

A version is known by its content, never by a path: same format, same title, and most of the words in equal sentences,
or all sentences of the older one in the newer.
"""

from collections.abc import Callable, Iterable, Sequence

from clew.belief import events
from clew.belief.knowledge import Knowledge
from clew.model import Event, Part, Reading, Source
from clew.text import regex as re

SHARE = 0.6
"""Of the longer text, this much must stand in sentences of both."""
_ENDS = re.compile(r"\n|(?<=[.!?])[ \t]+|(?<=[。！？])")
TELLING = 30
"""Code points an older text must have to be known again in a much longer one."""
GONE = "source_changed: its words are not in the newer version of the document"
EDITED = "source_changed: the message it rests on was edited or taken back"


class Versions:
    """Which stored source a new document is a version of; of those with its title alone the text is looked at."""

    def __init__(self, knowledge: Knowledge, stored: Callable[[str], Sequence[Part]]) -> None:
        self._knowledge = knowledge
        self._stored = stored
        self._titled: dict[tuple[str, ...], list[str]] | None = None
        self._replaced: set[str | None] = set()

    def met(self, source: Source) -> None:
        """A source was taken in, or has grown."""
        if self._titled is not None and source.kind != "chat":
            self._titled.setdefault(_title(source), []).append(source.id)
            self._replaced.add(source.replaces)

    def older(self, reading: Reading) -> str | None:
        """Id of the newest source that it is a version of; None for chats, mails and what stands alone."""
        if reading.kind == "chat" or reading.provider in ("hand", "email"):
            return None  # an answer that quotes a mail under the same subject is no version of it
        same = self._same(reading)
        gone = self._knowledge.withdrawn() if same else ()
        lines = _lines(reading.parts)
        best: tuple[float, str] | None = None
        for source in same:
            if source.id in self._replaced or source.id in gone or _later(source, reading):
                continue
            share = _share(_lines(self._stored(source.id)), lines)
            if share >= SHARE and (best is None or (share, source.id) > best):
                best = (share, source.id)
        return best[1] if best else None

    def _same(self, reading: Reading) -> list[Source]:
        """Sources of the same format and title."""
        if self._titled is None:
            self._titled = {}
            for source in self._knowledge.sources.values():
                self.met(source)
        found = map(self._knowledge.sources.__getitem__, dict.fromkeys(self._titled.get(_title(reading), ())))
        return [source for source in found if _title(source) == _title(reading)]


def vanished(knowledge: Knowledge, old: str, parts: Iterable[Part]) -> tuple[Event, ...]:
    """A question for a person about each claim of the older version whose words are gone."""
    texts = [part.text for part in parts]
    lost = (
        claim.id
        for claim in knowledge.of_source(old)
        if not all(any(span.quote in text for text in texts) for span in claim.evidence)
    )
    return tuple(events.finding("demoted", [claim], GONE) for claim in lost)


def edited(knowledge: Knowledge, ident: str, before: Iterable[Part], after: Iterable[Part]) -> tuple[Event, ...]:
    """A question for a person about each claim of a chat whose message left the active branch."""
    left = {part.n for part in before} - {part.n for part in after}
    spans = ((claim.id, [s.part for s in claim.evidence if s.source == ident]) for claim in knowledge.of_source(ident))
    return tuple(events.finding("demoted", [i], EDITED) for i, parts in spans if left.intersection(parts))


def _title(of: Source | Reading) -> tuple[str, ...]:
    return (of.provider, of.kind, of.title)


def _later(source: Source, reading: Reading) -> bool:
    """Whether the stored one is dated after the new one: an older version that is found late replaces nothing."""
    known = source.precision != "assumed" and source.at is not None and reading.at is not None
    return known and str(source.at) > str(reading.at)


def _lines(parts: Iterable[Part]) -> dict[str, int]:
    """Lines with words and the sentences in them, without their surroundings of space, each with its weight."""
    found = (line.strip() for part in parts for line in _ENDS.split(part.text))
    return {line: len(line) for line in found if line}


def _share(old: dict[str, int], new: dict[str, int]) -> float:
    if sum(old.values()) >= TELLING and old.keys() <= new.keys():
        return 1.0  # it only grew, however much
    longer = max(sum(old.values()), sum(new.values()))
    return sum(size for line, size in old.items() if line in new) / longer if longer else 0.0
