"""Judges two claims in a fixed order: same subject, same attribute, overlapping scope and validity, time, verdict.

Similarity only nominates. Every verdict says its ground in words that hold no text of the claims. Doubt is
`uncertain` or `conflicts`, never a replacement.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from clew.core.amount import revalued
from clew.core.compare import Pair
from clew.core.match import same_slot
from clew.core.meeting import Proof
from clew.core.proof import denied_deed, proof
from clew.core.same import drops, equal, plural, refines, takes_back
from clew.model import Claim

Kind: TypeAlias = Literal["duplicate", "refines", "compatible", "supersedes", "conflicts", "unrelated", "uncertain"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a newer claim stands to an older one, and why."""

    kind: Kind
    ground: str
    strength: float = 0.0
    """How much the two share, from 0 to 1: ranks rivals, never decides."""
    proof: Proof = ""
    """How well the words show that both fill one slot."""


_Step: TypeAlias = Callable[[Pair], Verdict | None]


def judge(old: Claim, new: Claim) -> Verdict:
    """Verdict on two claims; `old` is the one asserted first where that is known."""
    pair = Pair(old, new)
    shown = proof(pair)
    steps: tuple[_Step, ...] = (_supposed, _scope, _past, _dropped, _same, _refines, _slot)
    if shown == "sure" and revalued(pair) == "sure":
        steps = (_supposed, _scope, _past, _dropped, _slot)
    elif shown != "sure":
        steps = (_subject, *steps, _other_slot)
    found = next((verdict for step in steps if (verdict := step(pair))), None)
    return replace(found or _replacement(pair), strength=pair.strength, proof=shown)


def _subject(p: Pair) -> Verdict | None:
    if not p.related:
        return Verdict("unrelated", "different subjects")
    if p.other_thing:
        return Verdict("unrelated", "each names a thing of its own")
    return None


def _supposed(p: Pair) -> Verdict | None:
    supposed = ("supposed" in p.b.cues and not p.new.speaker.adopted) or p.new.modality in (
        "hypothetical",
        "questioned",
        "proposed",
    )
    if supposed and not ("supposed" in p.a.cues or p.old.modality != "asserted"):
        return Verdict("compatible", "aspect: the newer is only supposed")
    if "conditional" in p.a.cues and not supposed:
        return Verdict("compatible", "aspect: the older was only supposed")
    if supposed and not equal(p):
        return Verdict("compatible", "aspect: both only supposed")
    if "hedge" in p.b.cues and p.new.act != "drop" and "hedge" not in p.a.cues and not equal(p):
        return Verdict("compatible", "aspect: the newer is a possibility")
    return None


def _scope(p: Pair) -> Verdict | None:
    if p.scopes == "differ":
        return Verdict("compatible", "scope: each holds for its own")
    if p.apart:
        return Verdict("compatible", "time: each holds for its own period")
    return None


def _past(p: Pair) -> Verdict | None:
    if p.never and denied_deed(p) and p.same_voice and "preference" not in (p.old.kind, p.new.kind):
        return Verdict("conflicts", "one says never what the other says")
    if {"never", "first"} <= p.b.cues and p.same_voice and not equal(p):
        return Verdict("compatible", "aspect: the newer speaks of what never was")
    return None


def _dropped(p: Pair) -> Verdict | None:
    if (drops(p) or takes_back(p)) and p.same_voice and p.later and not p.other_part:
        return Verdict("supersedes", "taken back by the same speaker, later")
    return None


def _same(p: Pair) -> Verdict | None:
    if equal(p):
        return Verdict("duplicate", "same slot, same value")
    return None


def _refines(p: Pair) -> Verdict | None:
    if refines(p):
        return Verdict("refines", "the newer says more of the same")
    return None


def _slot(p: Pair) -> Verdict | None:
    if p.new.act == "keep" and not p.opposed:
        return Verdict("compatible", "aspect: the newer leaves things as they are")
    if p.happened and "correction" not in p.b.cues:
        return Verdict("compatible", "time: both happened")
    if "also" in p.b.cues and not (p.names_old_value or p.opposed):
        return Verdict("compatible", "plurality: the newer adds to the older")
    if plural(p) and not p.opposed:
        return Verdict("compatible", "plurality: the attribute takes many values")
    return None


def _other_slot(p: Pair) -> Verdict | None:
    return None if same_slot(p) else Verdict("compatible", "aspect: another attribute")


def _replacement(p: Pair) -> Verdict:
    if not p.same_voice:
        if p.old.kind == p.new.kind == "preference":
            return Verdict("compatible", "aspect: two people's opinions")
        return Verdict("conflicts", "same slot, other value, another speaker")
    grown = p.counted and p.old.kind == p.new.kind
    if "event" in (p.old.kind, p.new.kind) and "correction" not in p.b.cues and not grown:
        return Verdict("compatible", "time: both happened")
    if p.together:
        return Verdict("compatible", "aspect: said together by one speaker")
    if not p.later:
        return Verdict("conflicts", "same slot, other value, no order of saying")
    if p.same_breath and not (p.b.cues & {"correction", "instead"} or p.names_old_value):
        return Verdict("compatible", "aspect: said in one breath")
    return Verdict("supersedes", "same slot, other value, same speaker, said later")
