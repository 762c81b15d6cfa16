"""What each writer knew when: which events of another branch were made without a certain one.

The file of a writer is one line of time. A `meet` event joins lines: whatever its heads lead to is known to its writer
from there on, and was compared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from clew.belief.knowledge import Knowledge
from clew.belief.log import Log
from clew.belief.state import OUTSIDE
from clew.model import Event
from clew.text.moment import said

MEET = "meet-"
"""How the name of a ledger file begins that any clone would write alike: what came of comparing branches."""
Place = tuple[str, int]
"""Writer and number of an event."""
Heads = dict[str, int]
"""Writer → number of an event of its file; all before it are meant too."""


class Lines:
    """The writers of a ledger, and what they knew."""

    def __init__(self, events: Log) -> None:
        self.heads: Heads = events.last("accept")
        """The last event by which each writer took in a claim."""
        self._marks: dict[str, list[tuple[int, Heads]]] = {}
        for event in events.of("meet").ordered():
            self._mark(event)

    def _mark(self, event: Event) -> None:
        known = self.knows(event.writer, event.n)
        for writer, n in named(event).items():
            _join(known, self.knows(writer, n))
        self._marks.setdefault(event.writer, []).append((event.n, known))

    def knows(self, writer: str, n: int) -> Heads:
        """What a writer knew at one of its events."""
        found = next((known for at, known in reversed(self._marks.get(writer, [])) if at <= n), {})
        return {**found, writer: n}

    @property
    def joined(self) -> bool:
        """Whether some writer knows all that there is."""
        return not self.heads or any(self.missing(writer) == {} for writer in (*self.heads, *self._marks))

    def missing(self, writer: str) -> Heads:
        """The heads that a writer has not seen."""
        last = self._marks.get(writer, [(0, {})])[-1][1]
        return {w: n for w, n in self.heads.items() if w != writer and last.get(w, 0) < n}

    def without(self, writer: str, n: int) -> Mapping[str, tuple[int, int]]:
        """Writer → those of its events, after the first number and up to the second, that never met this one."""
        mine = self.knows(writer, n)
        covering = [known for marks in self._marks.values() for _, known in marks if known.get(writer, 0) >= n]
        found: dict[str, tuple[int, int]] = {}
        for other, head in self.heads.items():
            low = max((known.get(other, 0) for known in (mine, *covering)), default=0)
            high = min((at - 1 for at, known in self._marks.get(other, []) if known.get(writer, 0) >= n), default=head)
            if other != writer and high > low:
                found[other] = (low, high)
        return found


class Branches:
    """The claims in force of a bundle, and which of them never met."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self.lines = Lines(known.events)
        self._without: dict[Place, Mapping[str, tuple[int, int]]] = {}

    @cached_property
    def _places(self) -> Mapping[str, Sequence[Place]]:
        """Where claims were accepted, while some writer has not seen all."""
        found: dict[str, list[Place]] = {}
        for event in () if self.lines.joined else self._known.events.of("accept"):
            found.setdefault(event.target, []).append((event.writer, event.n))
        return found

    def strangers(self) -> list[str]:
        """Ids of the claims that never met some other one, in the order of saying."""
        return sorted(self._strangers(), key=lambda i: said(self._known.claims[i]))

    def many(self) -> int:
        """How many they are: counted once, until something is learned."""
        if self._known.apart is None:
            self._known.apart = sum(1 for _ in self._strangers())
        return self._known.apart

    def _strangers(self) -> Iterator[str]:
        return (i for i, places in self._places.items() if all(map(self._gap, places)) and self._stands(i))

    def apart(self, one: str, other: str) -> bool:
        """Whether two claims never met."""
        pairs = [(a, b) for a in self._places.get(one, ()) for b in self._places.get(other, ())]
        return bool(pairs) and all(self._apart(a, b) for a, b in pairs)

    def _apart(self, one: Place, other: Place) -> bool:
        low, high = self._gap(one).get(other[0], (0, 0))
        return low < other[1] <= high

    def _gap(self, place: Place) -> Mapping[str, tuple[int, int]]:
        if place not in self._without:
            self._without[place] = self.lines.without(*place)
        return self._without[place]

    def _stands(self, claim_id: str) -> bool:
        standing = self._known.standings.get(claim_id)
        return standing is not None and standing.link not in OUTSIDE and standing.shown == "shown"


def named(event: Event) -> Heads:
    """The heads that a `meet` event names."""
    heads = event.data.get("heads")
    pairs: Iterable[tuple[object, object]] = heads.items() if isinstance(heads, Mapping) else ()
    return {w: n for w, n in pairs if isinstance(w, str) and isinstance(n, int)}


def _join(known: Heads, more: Heads) -> None:
    for writer, n in more.items():
        known[writer] = max(known.get(writer, 0), n)
