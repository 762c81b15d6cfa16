"""What two claims share and where they differ: the measured facts that a verdict is read from."""

from dataclasses import replace
from functools import cached_property

from clew.core.measure import Date, Quantity, equal, within
from clew.core.moment import instant, later
from clew.core.slots import Frame, attribute, frame, stem
from clew.core.traits import LABELS
from clew.model import Claim

SETTLED = frozenset({"decision", "goal", "preference", "task"})
"""Kinds in which a person settles a matter: a second answer to the same matter takes the place of the first."""


CHANGES = frozenset({"change", "drop", "back", "correction"})
"""Cues that something is no longer as it was."""


class Pair:
    """Two claims side by side, the older first; every property is one fact about them."""

    def __init__(self, old: Claim, new: Claim) -> None:
        self.old, self.new = old, new
        self.a, self.b = frame(old), frame(new)

    # what they are about

    @cached_property
    def shared(self) -> frozenset[str]:
        """Words that both main clauses have."""
        return self.a.bag & self.b.bag

    @cached_property
    def only_old(self) -> frozenset[str]:
        """Words of the older claim that the newer does not have."""
        return self.a.bag - self.b.bag

    @cached_property
    def only_new(self) -> frozenset[str]:
        """Words of the newer main clause that the older claim does not have."""
        return self.b.bag - self.a.all

    @cached_property
    def likeness(self) -> float:
        """Shared part of all words of both main clauses."""
        return len(self.shared) / (len(self.a.bag | self.b.bag) or 1)

    @cached_property
    def topics(self) -> str:
        """`equal`, `near` (half of the shorter key is shared) or `far`."""
        if self.a.topic and self.a.topic == self.b.topic:
            return "equal"
        small = min(len(self.a.topic), len(self.b.topic))
        common = len(self.a.topic & self.b.topic - LABELS)
        return "near" if small and common * 2 >= small else "far"

    @cached_property
    def strength(self) -> float:
        """How much they share, from 0 to 1, words and topic alike."""
        topics = len(self.a.topic & self.b.topic) / (len(self.a.topic | self.b.topic) or 1)
        return 0.5 * self.likeness + 0.5 * topics

    @cached_property
    def related(self) -> bool:
        """They are about one thing, as far as words can tell."""
        cross = (self.a.topic & self.b.all) | (self.b.topic & self.a.all)
        if self.shared and self.covered > 0.99:
            return True
        if self.topics == "equal":
            bare = len(self.a.topic) == 1 and self.shared <= self.a.topic and not self.topic_names_slot
            # one word can name two things; a change or a decision says that it is the one spoken of
            return not bare or self.settled or bool(self.b.cues & CHANGES)
        if self.topics == "near" and (self.shared or cross):
            return True
        return len(self.shared | cross) >= 2 or self.taken_back or self._value_ties

    @property
    def _value_ties(self) -> bool:
        same_label = bool(self.a.label) and self.a.label == self.b.label and self.values == "differ"
        return self.counted or self.denies_number or self.two_sources or (same_label and self.holds_thing)

    @cached_property
    def other_thing(self) -> bool:
        """Both name a numbered thing or a subject of their own."""
        if self.same_voice and "first" in self.a.cues & self.b.cues:
            return False
        coded_a, coded_b = (frozenset(w for w in f.topic if any(c.isdigit() for c in w)) for f in (self.a, self.b))
        if coded_a and coded_b and not coded_a & coded_b:
            return True
        a, b = dict(self.a.marks), dict(self.b.marks)
        if any(a[k] != b[k] for k in a.keys() & b.keys()) and not self.a.marks & self.b.marks:
            return True
        mine, theirs = self.a.opening & self.a.names, self.b.opening & self.b.names
        return bool(mine - theirs and theirs - mine and self._rest_differs())

    def _rest_differs(self) -> bool:
        rest_a = {w for w in self.a.bag if w not in {stem(n) for n in self.a.opening}}
        rest_b = {w for w in self.b.bag if w not in {stem(n) for n in self.b.opening}}
        return len(rest_a & rest_b) * 2 < min(len(rest_a), len(rest_b)) and not self.topic_names_slot

    @cached_property
    def one_thing(self) -> bool:
        """The things of their slots have one head, and one names no more than the other qualifies."""
        a, b = self.a.thing, self.b.thing
        if not a or not b:
            return False
        return a[-1] == b[-1] and (set(a) <= set(b) or set(b) <= set(a)) and not self.qualified

    @cached_property
    def qualified(self) -> bool:
        """The newer claim is about a narrower thing of the same name."""
        fresh = set(self.b.thing) - set(self.a.thing) - self.a.all
        return bool(fresh) and set(self.a.thing) < set(self.b.thing)

    @cached_property
    def holds_thing(self) -> bool:
        """The thing of one slot is spoken of in the words of the other claim."""
        a, b = set(self.a.thing), set(self.b.thing)
        if a and b and not a & b and self.likeness < 0.3:
            return False
        return bool((a and a <= self.b.all) or (b and b <= self.a.all) or (a and b and (a <= b or b <= a)))

    @cached_property
    def subject_swapped(self) -> bool:
        """The older was about the speaker, the newer names somebody else."""
        named = bool(self._strangers) or self.b.label in ("owner", "role")
        return "self" in self.a.cues and "first" not in self.b.cues and named

    @property
    def _strangers(self) -> frozenset[str]:
        return frozenset(n for n in self.b.names if stem(n) in self.only_new) or self.new_people

    @cached_property
    def new_people(self) -> frozenset[str]:
        """Words of the newer claim that its extractor took for names and the older does not have."""
        return frozenset(stem(w) for n in self.new.about for w in n.split()) & self.only_new

    @cached_property
    def two_sources(self) -> bool:
        """Two named sources, in one breath, with different measures of one dimension."""
        named = all(f.voice != "user" for f in (self.a, self.b)) and self.a.voice != self.b.voice
        return named and self.same_breath and self.values == "differ"

    @cached_property
    def changed(self) -> bool:
        """The newer claim says that something is no longer as it was."""
        return bool(self.b.cues & CHANGES) or self.new.act in ("switch", "update", "drop")

    @cached_property
    def counted(self) -> bool:
        """Both count the same kind of thing and come to different numbers."""
        for x in self.a.measures.quantities:
            for y in self.b.measures.quantities:
                if x.dim == y.dim == "n" and x.noun and y.noun and not equal(x, y):
                    nouns = {stem(w) for w in x.noun.split()} & {stem(w) for w in y.noun.split()}
                    if nouns & {*self.a.thing, *self.b.thing}:
                        return True
        return False

    @cached_property
    def denies_number(self) -> bool:
        """The newer claim says of a number of the older that it is not the one."""
        return any(
            q.value >= 10 and f"{q.dim}:{q.value:g}" in self.b.denied for q in self.a.measures.quantities
        ) or any(q.value >= 10 and f"n:{q.value:g}" in self.b.denied for q in self.a.measures.quantities)

    @cached_property
    def taken_back(self) -> bool:
        """The newer claim drops by name a thing that the older spoke of."""
        thing = set(self.b.thing) & self.b.all
        return self._dropping and bool(thing) and thing <= self.a.bag

    @property
    def _dropping(self) -> bool:
        drop = "drop" in self.b.cues or self.new.act == "drop"
        return drop and "drop" not in self.a.cues and self.old.act != "drop" and "supposed" not in self.b.cues

    # scope and time

    @cached_property
    def scopes(self) -> str:
        """`same`, `differ`, or `one` when only one of them names a scope."""
        a, b = self.a.scope, self.b.scope
        if bool(a) != bool(b):
            return "one"
        return "same" if a <= b or b <= a else "differ"

    @cached_property
    def apart(self) -> bool:
        """Their periods of validity do not overlap."""
        ends, starts = instant(self.old.valid_to), instant(self.new.valid_from)
        if ends and starts and ends <= starts:
            return True
        ends, starts = instant(self.new.valid_to), instant(self.old.valid_from)
        if ends and starts and ends <= starts:
            return True
        x, y = self.a.measures.dates, self.b.measures.dates
        return _sides(x, y) or _sides(y, x)

    @cached_property
    def same_breath(self) -> bool:
        """Said in one part of one source."""
        x, y = self.old.evidence[:1], self.new.evidence[:1]
        return bool(x and y and x[0].source == y[0].source and x[0].part == y[0].part)

    @cached_property
    def later(self) -> bool:
        """The newer one was said after the older."""
        return later(self.new, self.old)

    @cached_property
    def together(self) -> bool:
        """Said at one known moment in two places: nobody contradicts themselves like that."""
        return (
            bool(self.old.asserted_at)
            and instant(self.old.asserted_at) == instant(self.new.asserted_at)
            and not self.later
        )

    # who says it

    @cached_property
    def same_voice(self) -> bool:
        """One person or source stands behind both, or an assistant gives way to a person."""
        if self.a.voice == self.b.voice:
            return True
        speakers = self.old.speaker, self.new.speaker
        if speakers[0].name == speakers[1].name and self.b.voice == speakers[1].name.casefold():
            # in their own words, after having reported somebody: only a stated change replaces the report
            return bool(self.b.cues & CHANGES)
        attributed = self.a.voice != speakers[0].name.casefold() or self.b.voice != speakers[1].name.casefold()
        # what only an assistant said gives way to the person
        return not attributed and speakers[0].cls == "assistant" and speakers[1].cls == "person"

    # what they say

    @cached_property
    def opposed(self) -> bool:
        """One asserts of a word what the other denies."""
        x, y = dict(self.a.signs), dict(self.b.signs)
        torn = {w for w in x.keys() & y.keys() if x[w] != y[w]}
        if torn - (self.a.topic & self.b.topic):
            return True
        none = ("none" in (self.a.quantifier, self.b.quantifier)) and self.a.quantifier != self.b.quantifier
        if any(x[w] == y[w] < 0 for w in x.keys() & y.keys()):
            return False
        one_denies = ("negative" in self.a.cues) != ("negative" in self.b.cues)
        return one_denies and self.likeness >= (0.4 if none else 0.6) and bool(torn)

    @cached_property
    def values(self) -> str:
        """Of what both measure: `equal`, `within`, `differ`; `apart` when they measure different things; or empty."""
        a, b = self.a.measures, self.b.measures
        verdicts = [
            *_quantities(_priced(self.a), _priced(self.b)),
            _dates(a.dates, b.dates),
            _sets(set(a.times), set(b.times)),
            _sets(set(a.weekdays), set(b.weekdays)),
        ]
        found = [v for v in verdicts if v]
        if "apart" in found and "equal" not in found:
            return "apart"
        return next((v for v in ("differ", "within", "equal") if v in found), "")

    @cached_property
    def covered(self) -> float:
        """Part of the older claim's words that the newer main clause has."""
        return len(self.shared) / (len(self.a.bag) or 1)

    @cached_property
    def more_measured(self) -> bool:
        """The newer claim measures more than the older."""
        a, b = self.a.measures, self.b.measures
        return len(b.quantities) + len(b.dates) + len(b.times) > len(a.quantities) + len(a.dates) + len(a.times)

    @cached_property
    def names_old_value(self) -> bool:
        """The newer claim names what it is no longer."""
        return bool(self.b.denied & (self.a.bag | _numbers(self.a)) - self.b.bag)

    @cached_property
    def drops(self) -> bool:
        """The newer claim takes the older back."""
        if not self._dropping:
            return False
        named = self.a.topic <= self.b.bag and bool(self.a.topic)
        return self.topics == "equal" or named or self.covered >= 0.6 or self.taken_back

    @cached_property
    def takes_back(self) -> bool:
        """Under one topic the newer claim says that it is not so any more, in whatever words."""
        return self.topics == "equal" and self.new.polarity == "-" and self.old.polarity == "+"

    @cached_property
    def equal(self) -> bool:
        """Both say the same of the same."""
        if self.opposed or self.values in ("differ", "apart", "within") or self._quantified_apart():
            return False
        fresh = self.only_new - {stem(n) for n in self.a.names}
        both = self.only_old and fresh
        if self.more_measured:
            return False
        if self.values == "equal":
            return self.likeness >= (0.3 if self.topics != "far" else 0.6)
        said_more = len(fresh) > 1 or bool(self.b.extra - self.a.all)
        return self.covered >= 0.75 and not both and not said_more

    def _quantified_apart(self) -> bool:
        a, b = self.a.quantifier, self.b.quantifier
        if "some" in (a, b):
            return a != b
        return ("none" in (a, b)) and a != b and not ("negative" in self.a.cues and "negative" in self.b.cues)

    @cached_property
    def refines(self) -> bool:
        """The newer claim says the same and more."""
        if self.opposed or self.values in ("differ", "apart") or self.names_old_value or self.subject_swapped:
            return False
        if self.values == "within" and self.changed:
            return False
        if self.values == "within" or (self.a.quantifier == "some" and self.more_measured):
            return True
        more = bool(self.only_new or self.b.extra - self.a.all or self.more_measured)
        vague = not measured(self.a) and self.more_measured and not self.b.cues & CHANGES
        if vague and len(self.only_old) <= (1 if self.settled else 2) and self.covered >= 0.5:
            return True
        if not more or (self.topic_names_slot and self.b.opening & self.b.names - self.a.names):
            return False
        if self.only_old and self.topics == "equal" and self.b.cues & CHANGES:
            return False
        strict = self.settled or self.topic_names_slot
        much = len(self.only_new | self.b.extra) > 2 or self.more_measured
        return len(self.only_old) <= (1 if much and not strict else 0) and self.covered >= 0.5

    @cached_property
    def settled(self) -> bool:
        """Both settle a matter."""
        return self.old.kind in SETTLED and self.new.kind in SETTLED

    @cached_property
    def topic_names_slot(self) -> bool:
        """The topic they share names an attribute, not just a thing."""
        return self.topics == "equal" and any(attribute(w) not in ("", "tool") for w in self.a.topic)

    def swapped(self) -> bool:
        """Alike but for one stretch of words on each side."""
        common = self.shared - self.a.topic
        return self.likeness >= 0.4 and bool(self.only_old and self.only_new and (common or len(self.a.topic) > 1))

    @cached_property
    def plural(self) -> bool:
        """The attribute takes many values and neither claim says it is the only one."""
        if self.a.quantifier == self.b.quantifier == "some":
            return True
        many = "multiple" in self.a.cues and "multiple" in self.b.cues
        return many and not (self.b.cues & {"change", "drop", "correction"}) and "only" not in self.a.cues | self.b.cues


def measured(f: Frame) -> bool:
    """Whether a claim holds any number, date or time."""
    m = f.measures
    return bool(m.quantities or m.dates or m.times or m.weekdays)


def _numbers(f: Frame) -> frozenset[str]:
    return frozenset(f"{q.dim}:{q.value:g}" for q in f.measures.quantities)


def _priced(f: Frame) -> tuple[Quantity, ...]:
    # where the slot is a price, a bare number is money of a currency that was not said
    if f.label not in ("price", "budget"):
        return f.measures.quantities
    return tuple(replace(q, dim="money", noun="") if q.dim == "n" and q.value > 1 else q for q in f.measures.quantities)


def _comparable(x: Quantity, y: Quantity) -> bool:
    if x.dim == y.dim:
        return _same_noun(x, y)
    dims = {x.dim, y.dim}
    money = all(d.startswith("money") for d in dims) and "money" in dims
    # "12 dollars per seat" and "9 per seat"
    return money or ("n" in dims and bool(x.per) and x.per == y.per)


def _same_noun(x: Quantity, y: Quantity) -> bool:
    if x.dim != "n" or not x.noun or not y.noun:
        return True
    return bool({stem(w) for w in x.noun.split()} & {stem(w) for w in y.noun.split()})


def _quantities(xs: tuple[Quantity, ...], ys: tuple[Quantity, ...]) -> list[str]:
    out: list[str] = []
    lonely = 0
    for x in xs:
        rivals = [replace(y, dim=x.dim) for y in ys if _comparable(x, y)]
        if not rivals:
            lonely += 1
        elif any(equal(x, y) and x.bound == y.bound for y in rivals):
            out.append("equal")
        elif any(within(x, y) for y in rivals):
            out.append("within")
        else:
            out.append("differ")
    # both measure, and nothing that could be compared
    return out or (["apart"] if lonely and ys else [])


def _dates(xs: tuple[Date, ...], ys: tuple[Date, ...]) -> str:
    # compared on the finest level that both have: days with days, years with years
    finest = [next(n for n in ("day", "month", "year") if getattr(d, n)) for d in (*xs[:1], *ys[:1])]
    if len(finest) == 2 and finest[0] != finest[1] and len(xs) == len(ys) == 1:
        return "" if xs[0].agrees(ys[0]) else "differ"
    for level in ("day", "month", "year"):
        a = [d for d in xs if getattr(d, level)]
        b = [d for d in ys if getattr(d, level)]
        if a and b:
            return "equal" if all(any(x.agrees(y) for y in b) for x in a) else "differ"
    return ""


def _sides(xs: tuple[Date, ...], ys: tuple[Date, ...]) -> bool:
    return any(x.side == "<" and y.side == ">" and x.key <= y.key for x in xs for y in ys)


def _sets(a: set[int], b: set[int]) -> str:
    if not a or not b:
        return ""
    return "equal" if a == b else "differ"
