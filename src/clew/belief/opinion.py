"""A second judge on pairs that the rules leave open: asked in both orders, believed only where it agrees with itself.

Whatever goes wrong (an exception, no answer, an answer that is no verdict, two answers) means `uncertain`, which
opens a question and changes nothing.
"""

from dataclasses import replace

from clew.belief.verdict import KINDS, Verdict
from clew.errors import ClewError
from clew.model import Claim
from clew.ports import Judge

FAILURES = (ClewError, ArithmeticError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError)
"""What a judge that runs a program, calls an address or reads an answer may raise."""


def is_open(verdict: Verdict) -> bool:
    """Whether rules see signs of one slot, but no proof."""
    return verdict.proof == "likely" and verdict.kind in ("supersedes", "compatible", "unrelated")


def consult(second: Judge, old: Claim, new: Claim, verdict: Verdict) -> Verdict:
    """The verdict after a second judge has been asked twice, with the claims in either order."""
    there, back = _ask(second, old, new), _ask(second, new, old)
    if there == back and there in KINDS and there != "uncertain":
        proof = "sure" if there == "supersedes" else verdict.proof
        return replace(verdict, kind=KINDS[there], ground=f"a second judge, asked in both orders: {there}", proof=proof)
    return replace(verdict, kind="uncertain", ground="a second judge gave no clear answer")


def _ask(second: Judge, old: Claim, new: Claim) -> str:
    try:
        said = second.verdict(old, new)
    except FAILURES:
        return "uncertain"
    return said.strip().casefold() if isinstance(said, str) else "uncertain"
