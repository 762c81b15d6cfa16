"""The exam of a bundle: every question asked, every answer judged, and compared with the last time."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from clew.core.settings import Settings
from clew.errors import NotFound, StorageFailed
from clew.model import Json, Problem
from clew.pages import exam
from clew.pages.exam import Case, Exam
from clew.pages.wiki import Stems
from clew.search.block import Block, Item
from clew.store import atomic
from clew.text.fold import canonical
from clew.use.ask import Options
from clew.use.desk import Desk

Ask = Callable[[str, Options], Block]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one case."""

    case: Case
    found: int
    """Expected answers that the block holds."""
    first: bool
    """Whether the first item is one of them."""
    refused: bool
    wrong: tuple[str, ...]
    """What is not as it should be; empty when it passed."""
    served: tuple[str, ...] = ()
    """Forbidden answers that were served as holding."""

    @property
    def passed(self) -> bool:
        """Whether all is as it should be."""
        return not self.wrong


@dataclass(frozen=True, slots=True)
class Report:
    """A run of the exam."""

    path: str
    outcomes: tuple[Outcome, ...]
    measures: Mapping[str, float]
    """Share by measure; measures that no case speaks of are left out."""
    below: Mapping[str, float] = field(default_factory=dict)
    """Measure → the threshold that it misses."""
    worse: tuple[str, ...] = ()
    """Questions that passed the last time and do not now."""
    better: tuple[str, ...] = ()
    last: str | None = None
    """When the last run was."""
    problems: tuple[Problem, ...] = ()

    @property
    def good(self) -> bool:
        """Whether every threshold is met and every case could be read."""
        return not self.below and not self.problems


class Evaluate:
    """The exam of one bundle; the last result is kept in the person's own data folder, without any words."""

    def __init__(self, desk: Desk, ask: Ask) -> None:
        self._desk = desk
        self._ask = ask

    def exam(self) -> Exam | None:
        """The exam that lies in the bundle; None where there is none."""
        for name in exam.FILES:
            data = self._desk.files.current(name)
            if data is not None:
                return exam.parse(data, name)
        return None

    def run(self, keep: bool = True) -> Report:
        """Ask everything; with `keep` the result is what the next run is compared with.

        Raises:
            NotFound: there is no exam.
        """
        found = self.exam()
        if found is None:
            raise NotFound("there is no evaluate.yaml in the bundle; draft one with: clew evaluate --propose")
        outcomes = tuple(self.judge(case) for case in found.cases)
        known = measures(outcomes)
        least = {"passed": 1.0} if found.thresholds is None else found.thresholds
        below = {name: limit for name, limit in least.items() if known.get(name, 1.0) < limit}
        last = _last(self._place())
        report = Report(
            path=found.path,
            outcomes=outcomes,
            measures=known,
            below=below,
            worse=_turned(outcomes, last, passed=False),
            better=_turned(outcomes, last, passed=True),
            last=str(last["at"]) if "at" in last else None,
            problems=found.problems,
        )
        if keep:
            self._keep(report)
        return report

    def judge(self, case: Case) -> Outcome:
        """Ask one question and look at what comes back."""
        block = self._ask(case.question, Options(as_of=case.as_of))
        items = block.items if block.confident else ()
        named = {w: refs for w in (*case.expected, *case.forbidden) if (refs := self._pages(w))}
        about = self._about(items) if named else {}

        def meets(item: Item, wanted: str, quotes: bool) -> bool:
            if wanted in named:
                return not named[wanted].isdisjoint({item.ref, *about.get(item.ref, ())})
            return _meets(item, wanted, quotes)

        missing = [w for w in case.expected if not any(meets(item, w, True) for item in items)]
        served = [w for w in case.forbidden if any(_holds(item) and meets(item, w, False) for item in items)]
        first = bool(items) and any(meets(items[0], w, True) for w in case.expected)
        wrong = [f"not found: {w}" for w in missing] + [f"served as holding: {w}" for w in served]
        if case.outside and block.confident:
            wrong.append(f"not refused: {items[0].text}" if items else "not refused")
        if not case.outside and not block.confident:
            wrong.insert(0, f"refused: {block.reason}")
        found = len(case.expected) - len(missing)
        return Outcome(case, found, first, not block.confident, tuple(wrong), tuple(served))

    @cached_property
    def _stems(self) -> Stems:
        return Stems(self._desk.files.pages().paths)

    def _pages(self, wanted: str) -> frozenset[str]:
        """Refs of the pages that a path means, or what looks like the id or file name of one that is there."""
        if _is_path(wanted):
            return frozenset({f"page:/{wanted.lstrip('/').removesuffix('.md')}.md"})
        written = not any(map(str.isspace, wanted)) and any(mark in wanted for mark in "/-_")
        return frozenset(f"page:{path}" for path in self._stems.resolve(wanted)) if written else frozenset()

    def _about(self, items: Sequence[Item]) -> Mapping[str, frozenset[str]]:
        """Pages that claims are about, by ref."""
        out: dict[str, set[str]] = {}
        for edge in self._desk.index.out([item.ref for item in items], ("about",)):
            out.setdefault(edge.src, set()).add(edge.dst)
        return {ref: frozenset(pages) for ref, pages in out.items()}

    def _place(self) -> Path:
        return last_place(self._desk.home, self._desk.settings, self._desk.root)

    def _keep(self, report: Report) -> None:
        """Remember which cases passed, by digest; a folder that cannot be written is no reason to fail."""
        value = {"at": self._desk.now, "passed": {_key(o.case): o.passed for o in report.outcomes}}
        place = self._place()
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            atomic.write(place, json.dumps(value).encode())
        except (OSError, StorageFailed):
            return


def last_place(home: Path, settings: Settings, root: Path) -> Path:
    """File of the last result: by the id of the bundle, or by its folder where it has none."""
    name = settings.id or hashlib.sha256(str(root.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return home / "evaluate" / f"{name}.json"


def measures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Shares by measure."""
    inside = [o for o in outcomes if not o.case.outside]
    outside = [o for o in outcomes if o.case.outside]
    guarded = [o for o in outcomes if o.case.forbidden]
    pairs = {
        "passed": (sum(o.passed for o in outcomes), len(outcomes)),
        "recall": (sum(o.found for o in inside), sum(len(o.case.expected) for o in inside)),
        "first": (sum(o.first for o in inside), len(inside)),
        "clean": (sum(not o.served for o in guarded), len(guarded)),
        "answered": (sum(not o.refused for o in inside), len(inside)),
        "refused": (sum(o.refused for o in outside), len(outside)),
    }
    return {name: round(part / whole, 4) for name, (part, whole) in pairs.items() if whole}


def _turned(outcomes: Sequence[Outcome], last: Mapping[str, Json], passed: bool) -> tuple[str, ...]:
    """Questions that pass now and did not the last time, or the other way round."""
    before = last.get("passed")
    known: Mapping[str, Json] = before if isinstance(before, dict) else {}
    return tuple(o.case.question for o in outcomes if o.passed is passed and known.get(_key(o.case)) is (not passed))


def _last(place: Path) -> Mapping[str, Json]:
    try:
        value = json.loads(atomic.current(place) or b"{}")
    except (ValueError, StorageFailed):
        return {}
    return value if isinstance(value, dict) else {}


def _key(case: Case) -> str:
    return hashlib.sha256(f"{case.question}\x1f{case.as_of}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _is_path(wanted: str) -> bool:
    return wanted.startswith("/") or wanted.endswith(".md")


def _meets(item: Item, wanted: str, quotes: bool) -> bool:
    """Whether an item is the claim that is named, or holds the words."""
    if item.claim and len(wanted) >= 8 and item.claim.startswith(wanted):
        return True
    said = " ".join([item.text, item.title, *(e.quote for e in item.evidence)]) if quotes else item.text
    return canonical(wanted) in canonical(said)


def _holds(item: Item) -> bool:
    """Whether it is put as what holds, now or at the instant asked about."""
    return item.presented == "current" or any(badge.startswith("AS OF") for badge in item.badges)
