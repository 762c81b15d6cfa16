"""The summary of an import: numbers that add up, each failure with its name."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from clew.model import Ignored, Problem
from clew.use.ingest import Added

OUTCOMES = ("new", "updated", "unchanged", "empty", "failed")


@dataclass(frozen=True, slots=True)
class Tried:
    """What a trial found: a claim that would come in."""

    text: str
    kind: str
    link: str
    """`active` or `proposed`: whether it would hold at once."""
    replaces: tuple[str, ...] = ()
    """The words of the claims whose place it would take."""


@dataclass(frozen=True, slots=True)
class AddReport:
    """What an import did; everything read is in exactly one of the counts."""

    items: tuple[Added, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    problems: tuple[Problem, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    """new, updated, unchanged, empty, failed: together all that was read."""
    claims: Mapping[str, int] = field(default_factory=dict)
    """active, proposed, superseding, restated, findings."""
    demoted: Mapping[str, int] = field(default_factory=dict)
    rejected: Mapping[str, int] = field(default_factory=dict)
    skipped: Mapping[str, int] = field(default_factory=dict)
    """Records inside what was read that hold nothing to keep, by kind."""
    met: Mapping[str, int] = field(default_factory=dict)
    """Claims of branches that git brought together: how many were compared, and what came of it."""
    tried: tuple[Tried, ...] = ()
    """Of a trial the first claims, in the order of saying."""
    op: str = ""
    """Operation in the ledger, for `undo`; empty when nothing was written."""


class Gathered:
    """Collects what happens during an import."""

    def __init__(self) -> None:
        self.items: list[Added] = []
        self._ignored: list[Ignored] = []
        self._problems: list[Problem] = []
        self._earlier: dict[str, int] = {}
        self._tallies: dict[tuple[tuple[str, int], ...], Mapping[str, int]] = {}

    def take(self, added: Added) -> None:
        """One conversation or document was handled."""
        one = {name: self._shared(getattr(added, name)) for name in ("claims", "demoted", "rejected", "skipped")}
        self.items.append(replace(added, **one))  # type: ignore[arg-type]  # four fields of one type
        if added.problem:
            self._problems.append(added.problem)

    def _shared(self, tally: Mapping[str, int]) -> Mapping[str, int]:
        """One mapping for all equal ones: thousands of chats have the same few outcomes."""
        return self._tallies.setdefault(tuple(tally.items()), tally)

    def decided(self, did: Mapping[str, Mapping[str, int]]) -> None:
        """What became of the claims of each source, known at the end: it counts for the last item of the source."""
        rest = dict(did)
        for place, added in reversed(list(enumerate(self.items))):
            if added.claims:
                self.items[place] = replace(
                    added, claims=self._shared(rest.pop(added.source, dict.fromkeys(added.claims, 0)))
                )
        self._earlier = _sum(rest.values())

    def note(self, item: Problem | Ignored) -> None:
        """Something that is no conversation: a fault counts as failed, what is known to be empty does not count."""
        if isinstance(item, Ignored):
            self._ignored.append(item)
            return
        self._problems.append(item)
        self.items.append(Added(item.path, "failed", problem=item))

    def report(self) -> AddReport:
        """The sums."""
        outcomes: Counter[str] = Counter(a.outcome for a in self.items)
        return AddReport(
            items=tuple(self.items),
            ignored=tuple(self._ignored),
            problems=tuple(self._problems),
            counts={name: outcomes[name] for name in OUTCOMES},
            claims=_sum([*(a.claims for a in self.items), self._earlier]),
            demoted=_sum(a.demoted for a in self.items),
            rejected=_sum(a.rejected for a in self.items),
            skipped=_sum(a.skipped for a in self.items),
        )


def _sum(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return dict(total)
