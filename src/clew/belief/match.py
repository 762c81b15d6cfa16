"""Whether two claims answer the same question about the same thing: small named rules, any of which suffices."""

from collections.abc import Callable

from clew.belief.compare import CHANGES, SETTLED, Pair
from clew.belief.meeting import hard_values, holds_thing, one_thing, qualified, spelled, spoken_of, swapped
from clew.belief.slots import Frame, attribute, stem
from clew.belief.traits import ATTRIBUTES, LABELS
from clew.belief.values import measured
from clew.text.fold import canonical


def same_slot(p: Pair) -> bool:
    """Whether both fill one slot."""
    if p.opposed and p.values == "differ" and not p.changed:
        return False  # open on Saturdays, closed on Sundays
    if p.other_part or not _one_sort(p):
        return False
    if any(rule(p) for rule in _ANY_TOPIC):
        return True
    rules = _ONE_TOPIC if p.topics == "equal" else _OTHER_TOPIC
    return any(rule(p) for rule in rules) and (not p.same_voice or anchored(p))


def repeated(p: Pair) -> bool:
    """Whether one source says it twice in the same words, and for the same voice."""
    if not p.same_voice or (p.old.polarity, p.old.scope) != (p.new.polarity, p.new.scope):
        return False
    here = {span.source for span in p.old.evidence} & {span.source for span in p.new.evidence}
    return bool(here) and canonical(p.old.text) == canonical(p.new.text)


def anchored(p: Pair) -> bool:
    """Whether the words, and not the topic key alone, say that both speak of one thing."""
    if p.names_old_value or p.likeness >= (0.3 if len(p.shared) > 1 else 0.6):
        return True
    common = p.a.topic & p.b.topic
    here, there = p.a.all | _names(p.a), p.b.all | _names(p.b)
    spoken = {w for w in common if _stands(w, here) and _stands(w, there)}
    bare = not ((p.a.core | p.b.core) or p.a.topic | p.b.topic) - _VAGUE
    if spoken and len(spoken) * 2 >= len(common - LABELS) and not bare:
        return True
    if _named_by_one(p) and labelled(p):
        return True
    # the newer names what the older had chosen
    if p.topics == "equal" and _names(p.a) & p.b.all - common:
        return True
    return _specific(p) or any(rule(p) for rule in (repriced, left, succeeded, instead))


_VAGUE = frozenset(
    map(stem, ("deadline", "date", "price", "schedule", "quantity", "duration", "size", "number", "time"))
)
"""Attributes that many things have at once: alone they name no slot."""


def _named_by_one(p: Pair) -> bool:
    """Only one has a thing in its key, and both speak of it."""
    a, b = set(p.a.thing), set(p.b.thing)
    thing = a or b
    return bool(thing) and not (a and b) and thing <= p.a.all and thing <= p.b.all


def _names(f: Frame) -> frozenset[str]:
    return frozenset(map(stem, f.names))


def _stands(word: str, among: frozenset[str]) -> bool:
    # "analysed" speaks of the analysis
    return word in among or (len(word) > 5 and any(x[:5] == word[:5] for x in among))


def _specific(p: Pair) -> bool:
    """One key that nobody makes by accident: several words, or a compound that names an attribute."""
    if p.topics != "equal":
        return False
    compound = any(attribute(w) and w not in ATTRIBUTES for w in p.a.topic)
    # a budget, a host: one of a kind, so that one mention and a change will do
    kinds = {attribute(w) for w in p.a.topic if w not in _VAGUE} - {""}
    single = p.changed and len(p.a.topic) == 1 and bool(kinds)
    return compound or (single and bool(kinds & {attribute(w) for w in p.a.all | p.b.all}))


def _one_sort(p: Pair) -> bool:
    """What is wanted, what is liked and what is are three sorts; two wishes clash only where they say so."""
    kinds = {p.old.kind, p.new.kind}
    clash = p.opposed or p.names_old_value or p.dropping
    if len(kinds) > 1 and kinds & {"goal", "preference", "task"}:
        return clash
    if kinds <= {"goal", "task"}:
        return clash or (p.values == "differ" and (p.likeness >= 0.4 or _things_spoken(p) or _named_by_one(p)))
    return True


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
    return p.counted and (len(p.shared) > 1 or (len(p.only_old) <= 3 and len(p.only_new) <= 3))


def contradicted(p: Pair) -> bool:
    """Under one topic, one denies what the other says, in words, in value or by name."""
    if p.strangers and len(p.a.topic) == 1 and not p.topic_names_slot:
        return False
    if (
        not (p.opposed or p.names_old_value or p.changed or hard_values(p) or p.topic_names_slot)
        and len(p.only_new) > 1
    ):
        return False  # another number of something in another sentence
    if p.values == "differ" and p.likeness < 0.25 and not _things_spoken(p):
        return p.names_old_value
    return p.opposed or p.values == "differ" or p.names_old_value


def _things_spoken(p: Pair) -> bool:
    """The thing they share stands in the words of both."""
    common = set(p.a.thing) & set(p.b.thing)
    return bool(common) and common <= p.a.all and common <= p.b.all


def changed(p: Pair) -> bool:
    """Under one topic the newer says that something is no longer as it was."""
    if p.old.kind != p.new.kind and measured(p.a) != measured(p.b) and p.likeness < 0.3:
        return False
    return p.changed and not _borrowed(p) and _telling(p)


def named(p: Pair) -> bool:
    """The topic itself names an attribute."""
    # amounts have to differ to be other ones; a word that fills the slot is another word
    amounts = {"cost", "date", "count", "duration", "measure", "schedule", "goal"}
    kinds = {attribute(w) for w in p.a.topic} - {""}
    return p.topic_names_slot and p.values != "equal" and not kinds & amounts


def exchanged(p: Pair) -> bool:
    """Alike but for one stretch of words."""
    # one speaker may say both of one thing; two speakers who differ in one word disagree
    return swapped(p) and p.values != "apart" and not p.same_voice


def settled(p: Pair) -> bool:
    """Two decisions under one topic, and both or neither give a measure."""
    parity = len(p.a.topic) > 1 or measured(p.a) == measured(p.b)
    decided = p.old.kind == p.new.kind == "decision"
    return decided and p.values != "apart" and parity and not _borrowed(p) and _telling(p)


def worded(p: Pair) -> bool:
    """Under different topics: contradicted or changed, in words that are much alike."""
    floor = 0.3 if p.topics == "near" else 0.5
    renewed = bool(p.b.cues & CHANGES - {"drop"}) and p.topics == "near" and bool(p.shared - p.all_names)
    if renewed and p.values == "equal":
        return False
    return (p.names_old_value or p.opposed or renewed) and p.likeness >= floor and not qualified(p)


def remeasured(p: Pair) -> bool:
    """Under different topics: another value of one dimension, and the rest of the words alike."""
    floor = 0.4 if p.topics == "near" else 0.6
    tight = (len(p.only_old) + len(p.only_new) <= 1 or p.changed) and not qualified(p)
    return p.values == "differ" and p.likeness >= floor and tight and bool(p.shared - p.all_names)


def moved(p: Pair) -> bool:
    """One thing under two names, settled before and now changed."""
    one = one_thing(p) or (spelled(p) and not qualified(p))
    return one and p.changed and p.settled and p.values != "apart"


def labelled(p: Pair) -> bool:
    """One thing, one attribute class, another value."""
    alike = bool(p.a.label) and p.a.label == p.b.label and p.values == "differ"
    one = set(p.a.thing) & set(p.b.thing) and not set(p.b.thing) & p.b.all - p.a.all - set(p.a.thing)
    # a bare number says too little to tell whose it is
    return alike and holds_thing(p) and not qualified(p) and (bool(one) or hard_values(p))


def relabelled(p: Pair) -> bool:
    """One thing, one class that has a single word for its value, another word."""
    return p.single is True and holds_thing(p) and not qualified(p) and bool(p.only_old and p.only_new)


def succeeded(p: Pair) -> bool:
    """Somebody else now has the part that both claims speak of."""
    part = p.shared - p.old_names - p.new_names
    renewed = "change" in p.b.cues or p.new.act == "switch"
    if not part or not renewed:
        return False
    # "the treasurer is A", "B is the treasurer now": the part is all that both have, and little else is said
    thing = set(p.a.thing) & p.a.leads
    short = len(p.only_old) <= 2 and len(p.only_new) <= 2 and not measured(p.a) and not measured(p.b)
    return {p.a.label, p.b.label} <= {"owner", "role"} or (bool(thing) and thing <= part and short)


def ousted(p: Pair) -> bool:
    """The newer names what it no longer is, and the older had that, for the same thing."""
    thing = set(p.b.thing) & p.b.all
    # what is denied was the value there, not the thing
    value = bool(p.b.denied & {*p.a.words[1:][-2:]} - set(p.a.thing)) and not thing
    return p.names_old_value and (value or (bool(thing) and thing <= p.a.all))


def instead(p: Pair) -> bool:
    """The thing of the older, with something else instead, and a word of what it was."""
    thing = set(p.a.thing) & p.a.all
    return "instead" in p.b.cues and bool(thing & p.b.bag) and bool(p.shared - thing)


def left(p: Pair) -> bool:
    """Both settle something, and the newer goes away from what the older had named."""
    return p.leaves and p.old.kind in SETTLED and p.new.kind in SETTLED


def repriced(p: Pair) -> bool:
    """Another value for each of the same unit, under topics that are near, and said to change."""
    each = {q.per for q in p.a.measures.quantities} & {q.per for q in p.b.measures.quantities} - {""}
    return bool(each) and p.topics != "far" and p.changed and p.values == "differ"


def disowned(p: Pair) -> bool:
    """One thing, almost the same words, and somebody else in the speaker's place."""
    return p.subject_swapped and p.likeness >= 0.5


def _telling(p: Pair) -> bool:
    """The shared topic is more than one word that many things may have in common."""
    return len(p.a.topic) > 1 or any(map(attribute, p.a.topic)) or spoken_of(p) or p.likeness >= 0.5


def _borrowed(p: Pair) -> bool:
    """The newer claim has no word of the topic in it, which names no attribute: it was the subject of the talk."""
    words = p.b.topic
    return not words & (p.b.all | p.b.names) and not any(map(attribute, words))


_ANY_TOPIC: tuple[Callable[[Pair], bool], ...] = (sole, corrected, counted, sourced, disowned)
_ONE_TOPIC: tuple[Callable[[Pair], bool], ...] = (contradicted, changed, named, exchanged, settled)
_OTHER_TOPIC: tuple[Callable[[Pair], bool], ...] = (
    worded,
    remeasured,
    moved,
    labelled,
    repriced,
    relabelled,
    succeeded,
    ousted,
    instead,
    left,
)
