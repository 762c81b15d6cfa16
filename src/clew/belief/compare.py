"""What two claims share and where they differ: the measured facts that a verdict is read from."""

from collections.abc import Mapping

from clew.belief.parting import blamed
from clew.belief.phrase import kin
from clew.belief.reported import beside
from clew.belief.slots import Frame, attribute, frame, stem
from clew.belief.traits import LABELS, OPPOSITES, SINGLE
from clew.belief.values import dates, numbers, priced, quantities, rivals, sets, sides
from clew.core.once import fact
from clew.kin.vocabulary import key
from clew.model import Claim
from clew.text.measure import equal
from clew.text.moment import instant, later

SETTLED = frozenset({"decision", "goal", "preference", "task"})
"""Kinds in which a person settles a matter: a second answer to the same matter takes the place of the first."""


CHANGES = frozenset({"change", "drop", "back", "correction"})
"""Cues that something is no longer as it was."""


class Pair:
    """Two claims side by side, the older first; every property is one fact about them."""

    def __init__(self, old: Claim, new: Claim, single: Mapping[str, bool] = SINGLE) -> None:
        self.old, self.new = old, new
        self.a, self.b = frame(old), frame(new)
        self._single = single

    # what they are about

    @property
    def distant(self) -> bool:
        """They have nothing at all in common: the cheap question before all others."""
        a, b = self.a, self.b
        if not a.reach.isdisjoint(b.reach) or kin(a.reach, b.reach) or self.same_breath:
            return False
        return blamed(self.new).isdisjoint(a.reach | {f"{q.value:g}" for q in a.measures.quantities})

    @fact
    def shared(self) -> frozenset[str]:
        """Words that both main clauses have."""
        return (self.a.bag & self.b.bag) | kin(self.a.bag, self.b.bag)

    @fact
    def only_old(self) -> frozenset[str]:
        """Words of the older claim that the newer does not have."""
        return self._alone(self.a, self.b)

    @fact
    def only_new(self) -> frozenset[str]:
        """Words of the newer main clause that the older claim does not have."""
        return self._alone(self.b, self.a) - self.a.extra

    @staticmethod
    def _alone(one: Frame, other: Frame) -> frozenset[str]:
        # both ends of a pair of opposites speak of one property
        keys = {OPPOSITES[w][0] for w in other.bag if w in OPPOSITES}
        heads = kin(one.bag, other.bag)
        return frozenset(w for w in one.bag - other.bag - heads if w not in OPPOSITES or OPPOSITES[w][0] not in keys)

    @fact
    def single(self) -> bool | None:
        """Whether the attribute that both name has one value at a time; None where nobody says."""
        one = self.a.label and self.a.label == self.b.label
        return self._single.get(key(self.a.label)) if one else None

    @fact
    def likeness(self) -> float:
        """Shared part of all words of both main clauses."""
        heads = kin(self.b.bag, self.a.bag)
        return len(self.shared) / (len((self.a.bag | self.b.bag) - heads) or 1)

    @fact
    def topics(self) -> str:
        """`equal`, `near` (half of the shorter key is shared) or `far`."""
        if self.a.topic and self.a.topic == self.b.topic:
            return "equal"
        loose = not self.a.label or not self.b.label or self.a.label == self.b.label
        if self.a.core and self.a.core == self.b.core and loose:
            return "equal"
        small = min(len(self.a.topic), len(self.b.topic))
        common = len(self.a.topic & self.b.topic - LABELS)
        return "near" if small and common * 2 >= small else "far"

    @fact
    def strength(self) -> float:
        """How much they share, from 0 to 1, words and topic alike."""
        topics = len(self.a.topic & self.b.topic) / (len(self.a.topic | self.b.topic) or 1)
        return 0.5 * self.likeness + 0.5 * topics

    @fact
    def related(self) -> bool:
        """They are about one thing, as far as words can tell."""
        cross = (self.a.topic & self.b.all) | (self.b.topic & self.a.all)
        if (self.shared and self.covered > 0.99) or self.echoes:
            return True
        if self.topics == "equal":
            bare = len(self.a.topic) == 1 and self.shared <= self.a.topic and not self.topic_names_slot
            # one word can name two things; a change or a decision says that it is the one spoken of
            return not bare or self.settled or bool(self.b.cues & CHANGES) or self.values == "differ"
        if self.topics == "near" and (self.shared or cross):
            return True
        return len(self.shared | cross) >= 2 or self.taken_back or self._value_ties

    @property
    def _value_ties(self) -> bool:
        same_label = bool(self.a.label) and self.a.label == self.b.label and bool(self.shared)
        told = self.counted or self.denies_number or self.two_sources or self.leaves or self.names_old_value
        renewed = self.changed and bool(self.a.thing) and set(self.a.thing) <= self.a.leads & self.b.bag
        return told or same_label or renewed

    @fact
    def echoes(self) -> bool:
        """Somebody is said to say again the number they were said to say."""
        told = self.new.act == "restate" and self.same_voice and self.a.voice != "user"
        return told and self.values == "equal" and self.topics != "far"

    @fact
    def other_thing(self) -> bool:
        """Both name a numbered thing or a subject of their own."""
        if self.a.owners and self.b.owners and not self.a.owners & self.b.owners:
            return True
        if self._topics_name_others():
            return True
        coded_a, coded_b = (frozenset(w for w in f.topic if any(c.isdigit() for c in w)) for f in (self.a, self.b))
        if coded_a and coded_b and not coded_a & coded_b:
            return True
        a, b = dict(self.a.marks), dict(self.b.marks)
        if any(a[k] != b[k] for k in a.keys() & b.keys()) and not self.a.marks & self.b.marks:
            return True
        if self.same_voice and "first" in self.a.cues & self.b.cues:
            return False
        mine, theirs = self.a.opening & self.a.names, self.b.opening & self.b.names
        return bool(mine - self.b.names and theirs - self.a.names and self._rest_differs())

    def _topics_name_others(self) -> bool:
        """The topic keys name different people, who are no holders of one part."""
        if {self.a.label, self.b.label} & {"owner", "role"}:
            return False
        mine = (self.a.topic - self.b.topic) & self.all_names
        theirs = (self.b.topic - self.a.topic) & self.all_names
        return bool(mine - self.b.all and theirs - self.a.all)

    @fact
    def all_names(self) -> frozenset[str]:
        """Stems of the names in either."""
        return frozenset(stem(n) for n in self.a.names | self.b.names) | self.old_names | self.new_names

    @fact
    def other_part(self) -> bool:
        """Of one owner they speak of different parts."""
        common = self.a.owners & self.b.owners
        a = {part for owner, part in self.a.held if owner in common}
        b = {part for owner, part in self.b.held if owner in common}
        return bool(a and b and not a & b)

    def _rest_differs(self) -> bool:
        rest_a = {w for w in self.a.bag if w not in {stem(n) for n in self.a.opening}}
        rest_b = {w for w in self.b.bag if w not in {stem(n) for n in self.b.opening}}
        return len(rest_a & rest_b) * 2 < min(len(rest_a), len(rest_b)) and not self.topic_names_slot

    @fact
    def old_names(self) -> frozenset[str]:
        """Stems of the names in the older claim."""
        return frozenset(stem(w) for n in self.old.about for w in n.split())

    @fact
    def new_names(self) -> frozenset[str]:
        """Stems of the names in the newer claim."""
        return frozenset(stem(w) for n in self.new.about for w in n.split())

    @fact
    def leaves(self) -> bool:
        """The newer claim goes elsewhere and finds fault with something that the older had named."""
        going = self.new.act == "switch" or bool(self.b.cues & {"change"})
        return going and bool(self.old_names & self.b.negated - self.a.negated)

    @fact
    def subject_swapped(self) -> bool:
        """The older was about the speaker, the newer names somebody else."""
        named = bool(self._strangers) or self.b.label in ("owner", "role")
        return "self" in self.a.cues and "first" not in self.b.cues and named

    @property
    def _strangers(self) -> frozenset[str]:
        return frozenset(n for n in self.b.names if stem(n) in self.only_new) or self.new_people

    @fact
    def new_people(self) -> frozenset[str]:
        """Words of the newer claim that its extractor took for names and the older does not have."""
        return self.new_names & self.only_new

    @fact
    def two_sources(self) -> bool:
        """Two named sources, in one breath, with different measures, or one of them said to disagree."""
        named = all(f.voice != "user" for f in (self.a, self.b)) and self.a.voice != self.b.voice
        disagree = self.values == "differ" or "contrary" in self.a.cues | self.b.cues
        figures = self.a.measures.quantities, self.b.measures.quantities
        return named and ((self.same_breath and disagree) or (beside(self.old, self.new) and rivals(*figures)))

    @fact
    def changed(self) -> bool:
        """The newer claim says that something is no longer as it was."""
        acts = self.new.act in ("switch", "update", "drop") and self.new.kind == "decision"
        return bool(self.b.cues & CHANGES) or acts

    @fact
    def counted(self) -> bool:
        """Both count the same kind of thing and come to different numbers."""
        for x in self.a.measures.quantities:
            for y in self.b.measures.quantities:
                if x.dim == y.dim == "n" and x.noun and y.noun and not equal(x, y):
                    nouns = {stem(w) for w in x.noun.split()} & {stem(w) for w in y.noun.split()}
                    # a smaller number with more to say may be a part of the larger
                    days = dates(self.a.measures.dates, self.b.measures.dates)
                    part = y.value < x.value and not self.changed and (len(self.only_new) > 1 or days == "differ")
                    if nouns & {*self.a.thing, *self.b.thing} and not part:
                        return True
        return False

    @fact
    def denies_number(self) -> bool:
        """The newer claim says of a number of the older that it is not the one."""
        return any(
            q.value >= 10 and f"{q.dim}:{q.value:g}" in self.b.denied for q in self.a.measures.quantities
        ) or any(q.value >= 10 and f"n:{q.value:g}" in self.b.denied for q in self.a.measures.quantities)

    @fact
    def taken_back(self) -> bool:
        """The newer claim drops by name a thing that the older spoke of."""
        thing = set(self.b.thing) & self.b.all
        if "bare" in self.b.cues and not thing & self.b.negated:
            return False
        stated = self.new.act == "drop" or self.new.kind in SETTLED
        held = set(filter(self._held_by_old, thing))
        # the head and most of what qualifies it
        most = len(held) * 3 >= len(thing) * 2 and (self.b.thing[-1:] == () or self.b.thing[-1] in held)
        return self.dropping and stated and bool(thing - self.new_names) and most

    def _held_by_old(self, word: str) -> bool:
        # the head of a compound names the thing too: "haus" for "gartenhaus"
        return word in self.a.bag or any(len(x) > 3 and word.endswith(x) for x in self.a.thing if x in self.a.bag)

    @property
    def dropping(self) -> bool:
        """The newer claim takes something back and the older does not."""
        drop = "drop" in self.b.cues or (self.new.act == "drop" and self.new.polarity == "-")
        return drop and "drop" not in self.a.cues and self.old.act != "drop" and "supposed" not in self.b.cues

    @fact
    def strangers(self) -> bool:
        """Each names somebody or something that the other does not."""
        mine = {stem(n) for n in self.a.names} | self.old_names
        theirs = {stem(n) for n in self.b.names} | self.new_names
        return bool(mine & self.only_old and theirs & self.only_new)

    @fact
    def touching(self) -> bool:
        """Some phrase of each can be of one thing, or the newer denies or drops what the older has."""
        a, b = self.a, self.b
        heads = not a.heads.isdisjoint(b.phrased) or not b.heads.isdisjoint(a.phrased) or bool(kin(a.heads, b.heads))
        heads = heads or len(a.topic & b.phrased) > 1  # what was spoken of when a bare value was given
        return heads or self.topics == "equal" or self.dropping or not b.denied.isdisjoint(a.bag) or self.denies_number

    # scope and time

    @fact
    def scopes(self) -> str:
        """`same`, `differ`, or `one` when only one of them names a scope."""
        if self.a.setting and self.b.setting and not self.a.setting & self.b.setting:
            return "differ"
        a, b = self.a.scope, self.b.scope
        if bool(a) != bool(b):
            return "one"
        return "same" if a <= b or b <= a else "differ"

    @fact
    def apart(self) -> bool:
        """Their periods of validity do not overlap."""
        ends, starts = instant(self.old.valid_to), instant(self.new.valid_from)
        if ends and starts and ends <= starts:
            return True
        ends, starts = instant(self.new.valid_to), instant(self.old.valid_from)
        if ends and starts and ends <= starts:
            return True
        x, y = self.a.measures.dates, self.b.measures.dates
        return sides(x, y) or sides(y, x)

    @fact
    def same_breath(self) -> bool:
        """Said in one part of one source."""
        x, y = self.old.evidence, self.new.evidence
        if not (x and y):
            return False
        # a correction quotes the words it puts right first, and was said where its last quote stands
        return all((x[k].source, x[k].part) == (y[k].source, y[k].part) for k in (0, -1))

    @fact
    def later(self) -> bool:
        """The newer one was said after the older."""
        return later(self.new, self.old)

    @fact
    def together(self) -> bool:
        """Said at one known moment in two places: nobody contradicts themselves like that."""
        return (
            bool(self.old.asserted_at)
            and instant(self.old.asserted_at) == instant(self.new.asserted_at)
            and not self.later
        )

    # who says it

    @fact
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

    @fact
    def happened(self) -> bool:
        """Both tell of something done on a day: two events, not two values."""
        dated = self.a.measures.dates and self.b.measures.dates
        return bool(dated) and "happened" in self.a.cues & self.b.cues

    # what they say

    @fact
    def opposed(self) -> bool:
        """One asserts of a word what the other denies."""
        x, y = dict(self.a.signs), dict(self.b.signs)
        torn = {w for w in x.keys() & y.keys() if x[w] != y[w]}
        if any("un" + w in self.b.bag for w in self.a.bag) or any("un" + w in self.a.bag for w in self.b.bag):
            return True
        if torn - (self.a.topic & self.b.topic):
            return True
        none = ("none" in (self.a.quantifier, self.b.quantifier)) and self.a.quantifier != self.b.quantifier
        if any(x[w] == y[w] < 0 for w in x.keys() & y.keys()):
            return False
        one_denies = ("negative" in self.a.cues) != ("negative" in self.b.cues)
        return one_denies and self.likeness >= (0.4 if none else 0.6) and bool(torn)

    @fact
    def values(self) -> str:
        """Of what both measure: `equal`, `within`, `differ`; `apart` when they measure different things; or empty."""
        a, b = self.a.measures, self.b.measures
        verdicts = [
            *quantities(priced(self.a), priced(self.b)),
            dates(a.dates, b.dates),
            sets(set(a.times), set(b.times)),
            sets(set(a.weekdays), set(b.weekdays)),
            sets(self.a.placed, self.b.placed),
        ]
        found = [v for v in verdicts if v]
        if "apart" in found and "equal" not in found:
            return "apart"
        return next((v for v in ("differ", "within", "equal") if v in found), "")

    @fact
    def covered(self) -> float:
        """Part of the older claim's words that the newer main clause has."""
        return len(self.shared) / (len(self.a.bag) or 1)

    @fact
    def more_measured(self) -> bool:
        """The newer claim measures more than the older."""
        a, b = self.a.measures, self.b.measures
        return len(b.quantities) + len(b.dates) + len(b.times) > len(a.quantities) + len(a.dates) + len(a.times)

    @fact
    def names_old_value(self) -> bool:
        """The newer claim names what it is no longer."""
        return bool(self.b.denied & (self.a.bag | numbers(self.a)) - self.b.bag)

    @fact
    def settled(self) -> bool:
        """Both settle a matter."""
        return self.old.kind in SETTLED and self.new.kind in SETTLED

    @fact
    def topic_names_slot(self) -> bool:
        """The topic they share names an attribute, not just a thing."""
        return self.topics == "equal" and any(attribute(w) not in ("", "tool") for w in self.a.topic)
