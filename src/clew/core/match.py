"""Whether two claims answer the same question about the same thing: small named rules, any of which suffices."""

from collections.abc import Callable

from clew.core.compare import CHANGES, SETTLED, Pair
from clew.core.slots import attribute
from clew.core.traits import SINGLE
from clew.core.values import measured


def same_slot(p: Pair) -> bool:
    """Whether both fill one slot."""
    if p.opposed and p.values == "differ" and not p.changed:
        return False  # open on Saturdays, closed on Sundays
    if p.other_part:
        return False
    rules = _ONE_TOPIC if p.topics == "equal" else _OTHER_TOPIC
    return any(rule(p) for rule in (*_ANY_TOPIC, *rules))


def sole(p: Pair) -> bool:
    """Each names the only one."""
    return "only" in p.a.cues & p.b.cues and p.likeness >= 0.4


def corrected(p: Pair) -> bool:
    """The newer says of the older's number that it is not the one, and they share a word."""
    return p.denies_number and bool(p.shared)


def sourced(p: Pair) -> bool:
    """Two named sources measure it differently in one breath."""
    return p.two_sources


def counted(p: Pair) -> bool:
    """Both count one kind of thing, and nothing else sets them apart."""
    return p.counted and (len(p.only_old) <= 3 and len(p.only_new) <= 3)


def contradicted(p: Pair) -> bool:
    """Under one topic, one denies what the other says, in words, in value or by name."""
    if p.strangers and len(p.a.topic) == 1 and not p.topic_names_slot:
        return False
    if not (p.opposed or p.names_old_value or p.changed or p.hard_values or p.topic_names_slot) and len(p.only_new) > 1:
        return False  # another number of something in another sentence
    return p.opposed or p.values == "differ" or p.names_old_value


def changed(p: Pair) -> bool:
    """Under one topic the newer says that something is no longer as it was."""
    if p.old.kind != p.new.kind and measured(p.a) != measured(p.b) and p.likeness < 0.3:
        return False
    return p.changed and not _borrowed(p) and _telling(p)


def named(p: Pair) -> bool:
    """The topic itself names an attribute."""
    amounts = {"cost", "date", "count", "duration", "measure", "schedule"}
    if p.values == "equal" or (
        measured(p.a) != measured(p.b) and not p.changed and {attribute(w) for w in p.a.topic} & amounts
    ):
        return False
    return p.topic_names_slot


def swapped(p: Pair) -> bool:
    """Alike but for one stretch of words."""
    # one speaker may say both of one thing; two speakers who differ in one word disagree
    return p.swapped() and p.values != "apart" and not p.same_voice


def settled(p: Pair) -> bool:
    """Two decisions under one topic, and both or neither give a measure."""
    parity = len(p.a.topic) > 1 or measured(p.a) == measured(p.b)
    return p.settled and p.values != "apart" and parity and not _borrowed(p) and _telling(p)


def worded(p: Pair) -> bool:
    """Under different topics: contradicted or changed, in words that are much alike."""
    floor = 0.3 if p.topics == "near" else 0.5
    renewed = bool(p.b.cues & CHANGES - {"drop"}) and p.topics == "near" and bool(p.shared - p.all_names)
    if renewed and p.values == "equal":
        return False
    return (p.names_old_value or p.opposed or renewed) and p.likeness >= floor and not p.qualified


def remeasured(p: Pair) -> bool:
    """Under different topics: another value of one dimension, and the rest of the words alike."""
    floor = 0.4 if p.topics == "near" else 0.6
    tight = (len(p.only_old) + len(p.only_new) <= 1 or p.changed) and not p.qualified
    return p.values == "differ" and p.likeness >= floor and tight and bool(p.shared - p.all_names)


def moved(p: Pair) -> bool:
    """One thing under two names, settled before and now changed."""
    one = p.one_thing or (p.spelled and not p.qualified)
    return one and p.changed and p.settled and p.values != "apart"


def labelled(p: Pair) -> bool:
    """One thing, one attribute class, another value."""
    alike = bool(p.a.label) and p.a.label == p.b.label and p.values == "differ"
    one = set(p.a.thing) & set(p.b.thing)
    # a bare number says too little to tell whose it is
    return alike and p.holds_thing and not p.qualified and (bool(one) or p.hard_values)


def relabelled(p: Pair) -> bool:
    """One thing, one class that has a single word for its value, another word."""
    alike = p.a.label == p.b.label and p.a.label in SINGLE
    return alike and p.holds_thing and not p.qualified and bool(p.only_old and p.only_new)


def succeeded(p: Pair) -> bool:
    """Somebody else now has the part that both claims speak of."""
    people = {p.a.label, p.b.label} <= {"owner", "role"}
    return (
        people and bool(p.shared - p.old_names - p.new_names) and bool(p.b.cues & {"change"} or p.new.act == "switch")
    )


def ousted(p: Pair) -> bool:
    """The newer names what it no longer is, and the older had that, for the same thing."""
    thing = set(p.b.thing) & p.b.all
    return p.names_old_value and bool(thing) and thing <= p.a.all


def left(p: Pair) -> bool:
    """Both settle something, and the newer goes away from what the older had named."""
    return p.leaves and p.old.kind in SETTLED and p.new.kind in SETTLED


def repriced(p: Pair) -> bool:
    """Another value for each of the same unit, under topics that are near, and said to change."""
    each = {q.per for q in p.a.measures.quantities} & {q.per for q in p.b.measures.quantities} - {""}
    return bool(each) and p.topics == "near" and p.changed and p.values == "differ"


def disowned(p: Pair) -> bool:
    """One thing, almost the same words, and somebody else in the speaker's place."""
    return p.subject_swapped and p.likeness >= 0.5


def _telling(p: Pair) -> bool:
    """The shared topic is more than one word that many things may have in common."""
    return len(p.a.topic) > 1 or any(map(attribute, p.a.topic)) or p.spoken_of or p.likeness >= 0.5


def _borrowed(p: Pair) -> bool:
    """The newer claim has no word of the topic in it, which names no attribute: it was the subject of the talk."""
    words = p.b.topic
    return not words & (p.b.all | p.b.names) and not any(map(attribute, words))


_ANY_TOPIC: tuple[Callable[[Pair], bool], ...] = (sole, corrected, counted, sourced, disowned)
_ONE_TOPIC: tuple[Callable[[Pair], bool], ...] = (contradicted, changed, named, swapped, settled)
_OTHER_TOPIC: tuple[Callable[[Pair], bool], ...] = (
    worded,
    remeasured,
    moved,
    labelled,
    repriced,
    relabelled,
    succeeded,
    ousted,
    left,
)
