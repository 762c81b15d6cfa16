"""Whether a newer claim says the same, says more of the same, takes it back, or stands beside it."""

from clew.core.compare import CHANGES, Pair
from clew.core.slots import stem
from clew.core.values import measured


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
