"""The gate of one bundle, set by its own exam: where confidence begins, so that its questions come out best."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clew.core.toml import with_key
from clew.errors import NotFound, Refused
from clew.pages.exam import Case
from clew.search.gate import Threshold
from clew.store import atomic
from clew.store.files import SETTINGS
from clew.use.ask import Options
from clew.use.desk import Desk
from clew.use.evaluate import Ask, Evaluate

STEPS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7)
INSIDE, OUTSIDE = 5, 3
"""Least cases that must be answered, and refused: of fewer nothing can be learned."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the exam says about the gate."""

    score: float
    """Where confidence begins from now on."""
    before: float
    own: bool
    """Whether the old value stood in the settings; otherwise it is the one built in."""
    answered: float
    """Share of the answerable cases that are answered then."""
    refused: float
    """Share of the others that are refused then."""
    cases: int


def calibrate(desk: Desk, ask: Ask, dry_run: bool = False) -> Calibration:
    """Ask every question of the exam at several thresholds; the best one is written to the bundle's settings.

    Raises:
        NotFound: there is no exam.
        Refused: the exam has too few cases of one kind.
    """
    found = Evaluate(desk, ask).exam()
    if found is None:
        raise NotFound("there is no evaluate.yaml in the bundle; draft one with: clew evaluate --propose")
    inside = [case for case in found.cases if not case.outside]
    outside = [case for case in found.cases if case.outside]
    if len(inside) < INSIDE or len(outside) < OUTSIDE:
        raise Refused(
            f"evaluate.yaml has {len(inside)} questions with an answer and {len(outside)} without; "
            f"a threshold needs at least {INSIDE} and {OUTSIDE}"
        )
    start = desk.settings.confidence or Threshold().score
    shares = {step: (_answered(ask, inside, step), 1.0 - _answered(ask, outside, step)) for step in {*STEPS, start}}
    best = max(shares, key=lambda step: (round(sum(shares[step]), 6), -abs(step - start)))
    if not dry_run and best != start:
        path = desk.root / SETTINGS
        data = atomic.read(path)
        changed = with_key(data.decode("utf-8"), "context", "confidence", best)
        atomic.write(path, changed.encode("utf-8"), atomic.digest(data))
    return Calibration(best, start, bool(desk.settings.confidence), *shares[best], len(found.cases))


def _answered(ask: Ask, cases: Sequence[Case], score: float) -> float:
    limits = replace(Threshold(), score=score)
    blocks = [ask(case.question, Options(as_of=case.as_of, threshold=limits)) for case in cases]
    return sum(block.confident for block in blocks) / len(blocks)
