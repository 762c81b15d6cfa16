"""`Log`: the events that are known, in the order of coming, found by place, by id and by what they speak of."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import astuple, dataclass
from itertools import islice, pairwise
from sys import intern
from typing import Any, overload

from clew.belief.state import touches
from clew.model import Event

SOME = 4096
"""Names whose places are told in one piece."""


@dataclass(slots=True)
class _Run:
    """Events of one writer whose numbers and places both follow one another."""

    n: int
    at: int
    many: int = 1


class Some(Sequence[Event]):
    """Some events of a log, each fetched when it is looked at: of a large bundle they are not held together."""

    def __init__(self, kept: MutableMapping[int, Event], places: Sequence[int]) -> None:
        self._kept, self._places = kept, places

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Event]:
        return map(self._kept.__getitem__, self._places)

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Event]: ...
    def __getitem__(self, at: int | slice) -> Event | Sequence[Event]:
        if isinstance(at, slice):
            return Some(self._kept, self._places[at])
        return self._kept[self._places[at]]

    def ordered(self) -> "Some":
        """The same in the order that every clone agrees on; those of one clone have come in it."""
        if all(one.order <= other.order for one, other in pairwise(self)):
            return self
        places = sorted((self._kept[at].order, at) for at in self._places)
        return Some(self._kept, array("L", (at for _, at in places)))


class Log(Sequence[Event]):
    """Events by place; `kept` holds them, and may do so outside of memory."""

    def __init__(self, kept: MutableMapping[int, Event] | None = None) -> None:
        self.kept: MutableMapping[int, Event] = {} if kept is None else kept
        """Events by place."""
        self._runs: dict[str, list[_Run]] = {}
        self._touching: dict[str, array[int]] = {}
        self._kinds: dict[str, array[int]] = {}
        self._ops: dict[str, array[int]] = {}
        """Operation → where stretches of its events begin and end, by turns."""

    def __len__(self) -> int:
        return len(self.kept)

    def __iter__(self) -> Iterator[Event]:
        return map(self.kept.__getitem__, range(len(self.kept)))

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Event]: ...
    def __getitem__(self, at: int | slice) -> Event | Sequence[Event]:
        if isinstance(at, slice):
            return [self.kept[i] for i in range(*at.indices(len(self)))]
        return self.kept[range(len(self))[at]]

    def add(self, event: Event) -> None:
        """Put an event at the end."""
        at = len(self.kept)
        self.kept[at] = event
        self._number(event, at)
        self._kinds.setdefault(event.kind, array("L")).append(at)
        self._file(event, at)
        for name in touches(event) if event.kind != "run" else ():  # nothing ever asks what speaks of a run
            self._touching.setdefault(intern(name), array("L")).append(at)

    def _file(self, event: Event, at: int) -> None:
        ends = self._ops.setdefault(event.op or event.id, array("L"))
        if ends and ends[-1] == at:
            ends[-1] = at + 1
        else:
            ends.extend((at, at + 1))

    def _number(self, event: Event, at: int) -> None:
        runs = self._runs.setdefault(event.writer, [])
        if runs and (event.n - runs[-1].n, at - runs[-1].at) == (runs[-1].many, runs[-1].many):
            runs[-1].many += 1
        else:
            runs.append(_Run(event.n, at))

    def confirm(self, staged: Iterable[Event], written: Iterable[Event]) -> None:
        """Put the last events, as the ledger numbered them, in the place of the staged ones."""
        final = dict(zip((e.id for e in staged), written, strict=True))
        # Staged events are the latest learned, so only the end can hold them.
        for at in range(max(0, len(self) - len(final)), len(self)):
            event = final.get(self.kept[at].id)
            if event:
                self._runs.pop(self.kept[at].writer, None)
                if not self.kept[at].op:  # the ledger gave it one
                    self._ops.pop(self.kept[at].id, None)
                    self._file(event, at)
                self.kept[at] = event
                self._number(event, at)

    def last(self, kind: str) -> dict[str, int]:
        """Writer → number of its last event of a kind; no event is fetched for it."""
        places = self._kinds.get(kind, array("L"))
        found: dict[str, int] = {}
        for writer, runs in self._runs.items():
            for run in runs:
                before = bisect_left(places, run.at + run.many) - 1
                if before >= 0 and places[before] >= run.at:
                    found[writer] = max(found.get(writer, 0), run.n + places[before] - run.at)
        return found

    def outline(self) -> Iterator[tuple[str, Any]]:
        """Where everything stands, as JSON and piece by piece: what `resume` takes up with the same events."""
        yield "runs", {writer: [astuple(run) for run in runs] for writer, runs in self._runs.items()}
        yield "kinds", {kind: list(places) for kind, places in self._kinds.items()}
        yield "ops", {name: list(ends) for name, ends in self._ops.items()}
        names = iter(self._touching)
        while some := list(islice(names, SOME)):
            yield "touching", {name: list(self._touching[name]) for name in some}

    def resume(self, piece: str, held: dict[str, Any]) -> bool:
        """Know where things stand among the events that are kept already; False for a piece of something else."""
        if piece == "runs":
            self._runs = {writer: [_Run(*run) for run in runs] for writer, runs in held.items()}
        elif piece in ("kinds", "ops", "touching"):
            known = {"kinds": self._kinds, "ops": self._ops, "touching": self._touching}[piece]
            known.update((intern(name), array("L", places)) for name, places in held.items())
        else:
            return False
        return True

    def of(self, *kinds: str) -> "Some":
        """Events of these kinds, in the order of coming."""
        return Some(self.kept, array("L", sorted(at for kind in kinds for at in self._kinds.get(kind, ()))))

    @property
    def operations(self) -> Iterable[str]:
        """Ids of the operations that events were committed for, in the order of coming; alone, an event is its own."""
        return self._ops.keys()

    def operation(self, name: str) -> "Some":
        """The events of one operation, in the order of coming."""
        ends = self._ops.get(name, array("L"))
        stretches = (range(ends[k], ends[k + 1]) for k in range(0, len(ends), 2))
        return Some(self.kept, array("L", (at for stretch in stretches for at in stretch)))

    def find(self, event_id: str) -> Event | None:
        """The event with this id."""
        writer, _, number = event_id.rpartition("-")
        runs = self._runs.get(writer)
        if not runs or not number.isdecimal() or f"{writer}-{int(number)}" != event_id:
            return None
        n = int(number)
        return next((self.kept[r.at + n - r.n] for r in reversed(runs) if r.n <= n < r.n + r.many), None)

    def places(self, name: str) -> Sequence[int]:
        """Where events stand that speak of something, in the order of coming."""
        return self._touching.get(name, ())

    def touching(self, name: str) -> list[Event]:
        """Events that speak of something, in the order of coming."""
        return [self.kept[at] for at in self._touching.get(name, ())]
