"""Judges two claims in a fixed order: same subject, same attribute, overlapping scope and validity, time, verdict.

Similarity only nominates. Every verdict says its ground in words that hold no text of the claims. Doubt is
`uncertain` or `conflicts`, never a replacement.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from clew.belief.amount import revalued
from clew.belief.compare import CHANGES, Pair
from clew.belief.gainsay import gainsaid
from clew.belief.match import repeated, same_slot
from clew.belief.meeting import Proof
from clew.belief.never import denied
from clew.belief.proof import proof
from clew.belief.renewal import renewed
from clew.belief.reported import beside
from clew.belief.slots import stem
from clew.belief.traits import SINGLE
from clew.belief.values import measured
from clew.model import Claim

Kind: TypeAlias = Literal["duplicate", "refines", "compatible", "supersedes", "conflicts", "unrelated", "uncertain"]

KINDS: dict[str, Kind] = {
    "duplicate": "duplicate",
    "refines": "refines",
    "compatible": "compatible",
    "supersedes": "supersedes",
    "conflicts": "conflicts",
    "unrelated": "unrelated",
    "uncertain": "uncertain",
}
"""Every verdict by its name."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a newer claim stands to an older one, and why."""

    kind: Kind
    ground: str
    strength: float = 0.0
    """How much the two share, from 0 to 1: ranks rivals, never decides."""
    proof: Proof = ""
    """How well the words show that both fill one slot."""


_FAR = Verdict("unrelated", "different subjects")
_Step: TypeAlias = Callable[[Pair], Verdict | None]


def judge(old: Claim, new: Claim, single: Mapping[str, bool] = SINGLE) -> Verdict:
    """Verdict on two claims; `old` is the one asserted first where that is known.

    `single` says of attributes and predicates whether a thing has one value of them at a time.
    """
    return judged(Pair(old, new, single))


def presumed(pair: Pair) -> Verdict:
    """Verdict on two claims of which it is known otherwise that both fill one slot."""
    steps: tuple[_Step, ...] = (_supposed, _scope, _past, _dropped, _same, _refines, _slot)
    found = next((verdict for step in steps if (verdict := step(pair))), None)
    return replace(found or _replacement(pair, "sure"), strength=pair.strength, proof="sure")


def judged(pair: Pair) -> Verdict:
    """Verdict on two claims side by side."""
    if pair.distant:
        return _FAR
    if repeated(pair):
        return Verdict("duplicate", "word for word the same", 1.0, "sure")
    if denied(pair):
        return Verdict("conflicts", "one says never what the other says", pair.strength)
    if (pair.two_sources and beside(pair.old, pair.new)) or gainsaid(pair):
        return Verdict("conflicts", "same thing, other value, another speaker", pair.strength)
    shown = proof(pair)
    steps: tuple[_Step, ...] = (_supposed, _scope, _past, _dropped, _same, _refines, _slot)
    if shown == "sure" and revalued(pair) == "sure":
        steps = (_supposed, _scope, _past, _dropped, _slot)
    elif shown == "sure" and renewed(pair) == "sure":
        steps = (_supposed, _scope, _past, _dropped, _same, _slot)
    elif shown != "sure":
        steps = (_subject, *steps, _other_slot)
    found = next((verdict for step in steps if (verdict := step(pair))), None)
    return replace(found or _replacement(pair, shown), strength=pair.strength, proof=shown)


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
    if {"never", "first"} <= p.b.cues and p.same_voice and not equal(p):
        return Verdict("compatible", "aspect: the newer speaks of what never was")
    return None


def _dropped(p: Pair) -> Verdict | None:
    if (drops(p) or takes_back(p)) and p.same_voice and p.later and not p.other_part:
        return Verdict("supersedes", "taken back by the same speaker, later")
    return None


def _same(p: Pair) -> Verdict | None:
    if equal(p):
        return Verdict("duplicate", "same thing, same value")
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
    several = p.single is False and not (p.names_old_value or "correction" in p.b.cues)
    if (several or plural(p)) and not p.opposed:
        return Verdict("compatible", "plurality: the attribute takes many values")
    return None


def _other_slot(p: Pair) -> Verdict | None:
    return None if same_slot(p) else Verdict("compatible", "aspect: another attribute")


def _replacement(p: Pair, shown: Proof) -> Verdict:
    if not p.same_voice:
        if p.old.kind == p.new.kind == "preference":
            return Verdict("compatible", "aspect: two people's opinions")
        return Verdict("conflicts", "same thing, other value, another speaker")
    grown = p.old.kind == p.new.kind and p.counted
    grown = grown or (shown == "sure" and (p.new.kind != "event" or revalued(p) == "sure"))
    if "event" in (p.old.kind, p.new.kind) and "correction" not in p.b.cues and not grown:
        return Verdict("compatible", "time: both happened")
    if p.together:
        return Verdict("compatible", "aspect: said together by one speaker")
    if not p.later:
        return Verdict("conflicts", "same thing, other value, no order of saying")
    if p.same_breath and not (p.b.cues & {"correction", "instead"} or p.names_old_value):
        return Verdict("compatible", "aspect: said in one breath")
    return Verdict("supersedes", "same thing, other value, same speaker, said later")


def equal(p: Pair) -> bool:
    """Both say the same of the same."""
    if p.echoes:
        return True
    if p.opposed or p.values in ("differ", "apart", "within") or _quantified_apart(p):
        return False
    if p.strangers or (measured(p.a) and not measured(p.b)):
        return False
    if "only" in p.a.cues and "only" not in p.b.cues and p.only_new:
        return False
    if p.topics != "equal" and {*p.a.words[:1]} & p.only_old and {*p.b.words[:1]} & p.only_new:
        return False  # the same is said of two subjects
    fresh = p.only_new - {stem(n) for n in p.a.names}
    both = p.only_old and fresh
    if p.more_measured:
        return False
    if p.values == "equal":
        sure = p.topics == "equal" and (len(p.a.topic) > 1 or p.topic_names_slot)
        close = not (p.only_old and p.only_new) or max(len(p.only_old), len(p.only_new)) <= 2 * sure + 1
        return close and p.likeness >= (0.3 if p.topics != "far" else 0.6)
    said_more = len(fresh) > 1 or bool(p.changed and fresh) or bool(p.b.extra - p.a.all)
    return p.covered >= 0.75 - 0.25 * (not p.only_old) and not both and not said_more


def _quantified_apart(p: Pair) -> bool:
    a, b = p.a.quantifier, p.b.quantifier
    if "some" in (a, b):
        return a != b
    return ("none" in (a, b)) and a != b and not ("negative" in p.a.cues and "negative" in p.b.cues)


def refines(p: Pair) -> bool:
    """The newer claim says the same and more."""
    if p.opposed or p.values in ("differ", "apart") or p.names_old_value or p.subject_swapped:
        return False
    widened = "only" in p.a.cues and "only" not in p.b.cues and p.changed
    if (p.values == "within" and p.changed) or "instead" in p.b.cues or widened:
        return False
    if p.values == "within" or (p.a.quantifier == "some" and p.more_measured):
        return True
    more = bool(p.only_new or p.b.extra - p.a.all or p.more_measured)
    vague = not measured(p.a) and p.more_measured and not p.b.cues & CHANGES
    if vague and len(p.only_old) <= (1 if p.settled else 2) and p.covered >= 0.5:
        return True
    if not more or (p.topic_names_slot and p.b.opening & p.b.names - p.a.names):
        return False
    if p.only_old and p.topics == "equal" and p.b.cues & CHANGES:
        return False
    strict = p.settled or p.topic_names_slot
    much = len(p.only_new | p.b.extra) > 2 or p.more_measured
    return len(p.only_old) <= (1 if much and not strict else 0) and p.covered >= 0.5


def plural(p: Pair) -> bool:
    """The attribute takes many values and neither claim says it is the only one."""
    if p.a.quantifier == p.b.quantifier == "some":
        return True
    many = "multiple" in p.a.cues and "multiple" in p.b.cues
    return many and not (p.b.cues & {"change", "drop", "correction"}) and "only" not in p.a.cues | p.b.cues


def drops(p: Pair) -> bool:
    """The newer claim takes the older back."""
    if not p.dropping:
        return False
    named = (
        p.a.topic <= p.b.bag
        and bool(p.a.topic & p.a.all)
        and (len(p.a.topic) > 1 or bool(p.a.topic & {*p.b.words[:2]}))
    )
    return p.topics == "equal" or named or p.covered >= 0.6 or p.taken_back


def takes_back(p: Pair) -> bool:
    """Under one topic the newer claim says that it is not so any more, in whatever words."""
    one = p.topics == "equal" and (len(p.a.topic) > 1 or p.likeness >= 0.3)
    return one and p.new.polarity == "-" and p.old.polarity == "+"
