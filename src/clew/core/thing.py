"""The thing that a slot belongs to: whether two claims have one, and whether their words say so."""

from clew.core.compare import Pair
from clew.core.values import dates, priced, quantities, sets


def one_thing(p: Pair) -> bool:
    """The things of their slots have one head, and one names no more than the other qualifies."""
    a, b = p.a.thing, p.b.thing
    if not a or not b:
        return False
    return a[-1] == b[-1] and (set(a) <= set(b) or set(b) <= set(a)) and not qualified(p)


def spelled(p: Pair) -> bool:
    """The thing of one, in two words or more, stands in the words of the other."""
    a, b = set(p.a.thing), set(p.b.thing)
    return (len(a) > 1 and a <= p.b.bag) or (len(b) > 1 and b <= p.a.bag)


def qualified(p: Pair) -> bool:
    """The newer claim is about a narrower thing of the same name."""
    fresh = set(p.b.thing) - set(p.a.thing) - p.a.all
    return bool(fresh) and set(p.a.thing) < set(p.b.thing)


def holds_thing(p: Pair) -> bool:
    """The thing of one slot is spoken of in the words of the other claim."""
    # a thing that the claim itself does not speak of was only the subject of the talk
    a, b = set(p.a.thing) & p.a.all, set(p.b.thing) & p.b.all
    if a and b and not a & b and p.likeness < 0.3:
        return False
    a, b = a - p.old_names, b - p.new_names
    return bool((a and a <= p.b.all) or (b and b <= p.a.all))


def hard_values(p: Pair) -> bool:
    """Something other than a bare number differs: money, a duration, a date, a time of day."""
    a, b = p.a.measures, p.b.measures
    mine = tuple(q for q in priced(p.a) if q.dim != "n")
    theirs = tuple(q for q in priced(p.b) if q.dim != "n")
    dated = dates(a.dates, b.dates), sets(set(a.times), set(b.times))
    return "differ" in (*quantities(mine, theirs), *dated)


def swapped(p: Pair) -> bool:
    """Alike but for one stretch of words on each side."""
    common = p.shared - p.a.topic
    return p.likeness >= 0.4 and bool(p.only_old and p.only_new and (common or len(p.a.topic) > 1))


def spoken_of(p: Pair) -> bool:
    """Both texts set out from a word of the topic they share."""
    common = p.a.topic & p.b.topic
    return bool(common & p.a.leads and common & p.b.leads)
