"""The records of a file as the messages of one conversation."""

from collections.abc import Iterator, Sequence

from clew.model import Json, Problem
from clew.readers.stream import Record


class Feed:
    """Values of records, first those already taken from the stream; faults are put aside until the end."""

    def __init__(self, taken: Sequence[Record], rest: Iterator[Record | Problem]) -> None:
        self._taken = taken
        self._rest = rest
        self.problems: list[Problem] = []

    def __iter__(self) -> Iterator[Json]:
        for record in self._taken:
            yield record.value
        for item in self._rest:
            if isinstance(item, Problem):
                self.problems.append(item)
            else:
                yield item.value
