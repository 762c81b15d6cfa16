"""Statements that answer one question each in its own way: which is the latest, and which only came before it.

Chains hold what was recognised as a change when it was said. Here the question itself names the slot: two claims
of one speaker that both answer it, about the same thing, with the same kind of value, cannot both hold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from clew.search.fact import Fact, Load, Sight, chain, in_force, presented
from clew.search.question import Question
from clew.search.rank import Score
from clew.search.value import fits, wanted
from clew.text import regex as re
from clew.text.words import STOP, TOKEN, akin, content, covered, fold, halves, stem, stemmed

LIMIT = 6.2
"""Sum of the signs below from which on two claims are rivals; weights fitted on development data and rounded."""
MANY: Mapping[str, float] = {"list": 1.0, "relates": 1.5, "connects": 3.0}
"""Added to the limit where several items are asked for, which mostly stand side by side."""
SHARED, OLD, NEW = 4.0, 1.4, 0.6
"""For the share of the question's words in both, in the older and in the newer one."""
TOPIC, NAMED, TURNED, DECIDED = 0.9, 1.5, 0.6, 1.0
"""For one topic, what the newer one's chain said and the older repeats, a speech act of change, two decisions."""
BEST, BOTH, TEXT, VECTOR = 0.9, 1.5, 2.8, 6.0
"""For the newer one's score and the lower of both, as shares of the best, and for what words and vectors gave."""
TOGETHER = 0.85
"""Taken off for two claims of one conversation: people list things there, and correct themselves in words."""
HELD = 0.5
"""How well both must hold a value of the class that is asked for."""
COVERS = 0.7
"""Share of the question's words in the earlier one that the later one must hold to stand before it."""
FIT = 0.45
"""Share of the best score that the later one must reach."""
READ = 24
"""Claims that are compared with each other."""
TURNS = ("switch", "drop", "update")
_MEMBER = re.compile(r"\b([^\W\d_]{3,})\.?\s+(?:no\.?\s*|nr\.?\s*|#)?(\d{1,3})\b(?![.,:]\d|\s*%)")


@dataclass(frozen=True, slots=True)
class Statement:
    """One claim as an answer to one question."""

    fact: Fact
    score: Score
    share: float
    """Its score as a share of the best claim's."""
    told: frozenset[str]
    """Words of the question that it covers."""
    weight: float
    """Their share of all words of the question."""
    topic: frozenset[str]
    """Stems of its topic."""
    spot: tuple[str, int] | None
    """The part that it was said in."""
    holds: bool
    """Whether it holds a value of the class that is asked for, or none is asked for."""
    own: frozenset[str]
    """Stems of what it says beyond the question."""
    chain: frozenset[str]
    """Stems of all that its chain ever said."""


class Rivals:
    """The claims found for one question, compared in pairs."""

    def __init__(self, asked: Question, weights: Mapping[str, float], load: Load, sight: Sight) -> None:
        self.asked, self.weights, self.load, self.sight = asked, weights, load, sight
        self.wanted = wanted(asked.text)
        self.total = sum(weights.values()) or 1.0
        self.stems = frozenset(stem(word) for word in asked.words)
        self.limit = LIMIT + MANY.get(asked.intent, 0.0)
        self._members = _MEMBER.findall(asked.text)
        self._worth: dict[frozenset[str], float] = {}
        self._kinds: dict[str, Mapping[str, frozenset[str]]] = {}
        self.loose: set[str] = set()
        """Earlier statements that stay where they are: what came later says too little of what is asked."""

    def earlier(self, found: Sequence[tuple[Fact, Score]]) -> dict[str, str]:
        """For each claim that only came before another the id of the later one that answers in its place."""
        best = max((score.total for _, score in found), default=0.0)
        if best <= 0:
            return {}
        read = [self._read(fact, score, best) for fact, score in found[:READ] if self._holds(fact)]
        read.sort(key=lambda one: one.fact.claim.order)
        beaten: dict[str, list[Statement]] = {}
        for at, old in enumerate(read):
            later = [new for new in read[at + 1 :] if self._answer_one_slot(old, new)]
            if later:
                beaten[old.fact.id] = later
        out = {old: _best(beaten, later) for old, later in beaten.items()}
        known = {one.fact.id: one for one in read}
        self.loose = {old for old, new in out.items() if not self._covers(known[old], known[new])}
        return out

    def _holds(self, fact: Fact) -> bool:
        if self.sight.as_of:
            return in_force(fact, self.sight.as_of)
        return presented(fact, self.sight) == "current"

    def _read(self, fact: Fact, score: Score, best: float) -> Statement:
        claim = fact.claim
        told = covered(self.weights, claim.text) | covered(self.weights, claim.topic)
        said = frozenset(map(stem, content(claim.text)))
        before = chain(fact, self.load) if fact.standing.predecessors else ()
        links = said.union(*(map(stem, content(link.claim.text)) for link in before))
        last = claim.evidence[-1:]
        spot = (last[0].source, last[0].part) if last else None
        holds = self.wanted is None or fits(claim.text, self.wanted) >= HELD
        share, topic = score.total / best, stemmed(claim.topic)
        return Statement(fact, score, share, told, self._share(told), topic, spot, holds, said - self.stems, links)

    def _answer_one_slot(self, old: Statement, new: Statement) -> bool:
        if new.share < FIT or not (old.holds and new.holds):
            return False
        if old.spot == new.spot is not None:  # said in one breath
            return False
        one, other = old.fact.claim, new.fact.claim
        if other.act == "keep" or one.speaker.name != other.speaker.name:
            return False
        if other.act == "drop" and not (old.told & new.told or _names(other.topic, one.text)):
            return False
        if one.act == "drop" and not old.topic & stemmed(other.text):
            return False
        return self._strength(old, new) >= self.limit and not self._apart(old.fact, new.fact)

    def _covers(self, old: Statement, new: Statement) -> bool:
        """Whether the later one says about as much of what is asked, or plainly speaks of the same thing."""
        same = bool(old.topic & new.topic) or bool(old.own & new.chain)
        told = new.weight >= COVERS * old.weight
        return told or (self.wanted is not None and same) or new.fact.claim.act in TURNS

    def _strength(self, old: Statement, new: Statement) -> float:
        """How much speaks for one slot: how well both fit the question, and some sign in common."""
        one, other = old.fact.claim, new.fact.claim
        signs = (
            (0.0 if old.topic.isdisjoint(new.topic) else TOPIC)
            + (0.0 if old.own.isdisjoint(new.chain) else NAMED * min(2, len(old.own & new.chain)) / 2)
            + (TURNED if other.act in TURNS else 0.0)
            + (DECIDED if one.kind == other.kind == "decision" else 0.0)
        )
        attribute = bool(one.triple and other.triple and one.triple.p == other.triple.p)
        if not (signs or attribute or self.wanted):
            return 0.0
        older, newer = old.score, new.score
        return (
            signs
            + (SHARED * self._share(old.told & new.told) if old.told and new.told else 0.0)
            + OLD * old.weight
            + NEW * new.weight
            + BEST * new.share
            + BOTH * min(old.share, new.share)
            + TEXT * (older.said + newer.said)
            + VECTOR * min(older.near, newer.near)
            - TOGETHER * (one.source == other.source)
        )

    def _share(self, words: frozenset[str]) -> float:
        if words not in self._worth:
            self._worth[words] = sum(self.weights[word] for word in words) / self.total
        return self._worth[words]

    def _apart(self, old: Fact, new: Fact) -> bool:
        """Whether they speak of different things: other scopes, other members of a series, other kinds of a thing."""
        scopes = [stemmed(one.claim.scope or "") for one in (old, new)]
        if all(scopes) and not scopes[0] & scopes[1]:
            return True
        texts = [one.claim.text for one in (old, new)]
        if any(self._other_member(text) for text in texts) or self._other_kind(*texts):
            return True
        one, other = (stemmed(fact.claim.topic) for fact in (old, new))
        asked = (one - other) & self.stems - stemmed(texts[1])
        return bool(one & other and asked and other - one - self.stems)

    def _other_member(self, text: str) -> bool:
        """Whether the question asks about *step 3* and the text speaks of *step 4* alone."""
        there = [(fold(word), number) for word, number in _MEMBER.findall(text)] if self._members else ()
        for word, number in self._members:
            numbers = {n for other, n in there if other[:3] == fold(word)[:3]}
            if numbers and number not in numbers:
                return True
        return False

    def _other_kind(self, one: str, other: str) -> bool:
        """Whether both name the thing asked about, each with another word before it that the question says."""
        for text in (one, other):
            if text not in self._kinds:
                self._kinds[text] = self._befores(text)
        some, others = self._kinds[one], self._kinds[other]
        said, heard = stemmed(one), stemmed(other)
        for word in some.keys() & others.keys():
            a, b = some[word], others[word]
            ours, theirs = a & self.stems, b & self.stems
            if a and b and not a & b and ((ours and not ours & heard) or (theirs and not theirs & said)):
                return True
        return False

    def _befores(self, text: str) -> dict[str, frozenset[str]]:
        """For each word of the question the telling words right before it in the text."""
        heads: dict[str, list[str]] = {}
        for word in self.asked.words:
            heads.setdefault(word[:3], []).append(word)
        out: dict[str, set[str]] = {}
        for before, token in pairwise(TOKEN.finditer(text)):
            there = fold(token.group())
            for word in heads.get(there[:3], ()):
                if akin(word, there):
                    ahead = fold(before.group())
                    telling = ahead not in STOP or ahead in self.asked.words
                    beside = telling and text[before.end() : token.start()] == " " and ahead.isalpha()
                    out.setdefault(word, set()).update({stem(ahead)} if beside else ())
        return {word: frozenset(before) for word, before in out.items()}


def _names(topic: str, text: str) -> bool:
    """Whether a text says a word of the topic, or a part of a long one: *Haus* of the *Gartenhaus*."""
    return bool(stemmed(topic) & stemmed(text) or halves(content(topic), text))


def _best(beaten: Mapping[str, Sequence[Statement]], later: Sequence[Statement]) -> str:
    """Of the later statements that nothing came after the one that answers best."""
    left = [one for one in later if one.fact.id not in beaten]
    if not left:
        return _best(beaten, beaten[later[-1].fact.id])
    return max(left, key=lambda one: (one.share, one.fact.claim.order)).fact.id
