"""Order of what was found: one score from several ways of looking, neighbours, and variety."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from clew.model import Hit


@dataclass(frozen=True, slots=True)
class Blend:
    """What each way of looking contributes, as shares of a score of about one; tuned on development data.

    Score fusion, not reciprocal ranks: equal ranks lost 15 points of recall at one on paraphrases.
    """

    text: float = 0.35
    """Share of BM25, divided by the best BM25 score of this question."""
    vector: float = 0.65
    """Share of the cosine."""
    title: float = 0.15
    """Added to claims about a page that the question names; the page itself gets it twice."""
    near: float = 0.4
    """Share of the better neighbouring turn's score that is added to a turn; a quarter of it for the other one."""
    far: float = 0.2
    """The same for the better of the turns two steps away."""
    reply: float = 0.15
    """Added share of the turn before, where that one ends in a question mark."""
    session: float = 0.2
    """Share of the mean of a source's three best scores that is added to its turns."""
    speaker: float = 0.15
    """Added where the question names the speaker of a turn."""
    own: float = 0.25
    """Added to what people and documents say, as against an assistant or a tool."""
    fact: float = 0.1
    """What a claim is worth over a passage: it reads alone and its standing is known."""
    bridge: float = 0.8
    """Share of a seed's score that a link passes on."""
    rest: float = 0.8
    """What words of the question that the seed does not cover add to the far end of a link."""
    update: float = 0.4
    """Added to a statement that says a value has changed, where the question asks for that value now."""
    value: float = 0.5
    """Taken off where the question asks for a value of some class, and the text holds none of it."""
    later: float = 0.15
    """Added to the latest of the statements that answer the same question, less to earlier ones."""


def match(parts: Mapping[str, float]) -> float:
    """How well a text's own words and meaning fit the question, whatever stands around it."""
    return parts.get("text", 0.0) + parts.get("vector", 0.0)


class Score:
    """Why something stands where it stands: the parts of its score by name.

    Most hits are never looked at again, so words and meaning stand by themselves and the rest is added when it comes.
    """

    __slots__ = ("_more", "match", "near", "said", "total")

    def __init__(self, parts: Mapping[str, float] | None = None, said: float = 0.0, near: float = 0.0) -> None:
        self._more: dict[str, float] | None = None
        if parts:
            self._more = dict(parts)
            said, near = self._more.pop("text", said), self._more.pop("vector", near)
        self.said, self.near = said, near
        self.match = said + near
        """How well its own words and meaning fit the question, whatever stands around it."""
        self.total = sum(self._more.values(), self.match) if self._more else self.match
        """The sum that is ranked: kept, for it is asked for far more often than a part changes."""

    @property
    def parts(self) -> dict[str, float]:
        """All parts by name."""
        found = {"text": self.said} if self.said else {}
        if self.near:
            found["vector"] = self.near
        return found | self._more if self._more else found

    def part(self, name: str) -> float:
        """What stands around it: one part beside its own words and meaning."""
        return self._more.get(name, 0.0) if self._more else 0.0

    def add(self, name: str, value: float) -> None:
        """Raise one part."""
        if value:
            self.put(name, self.part(name) + value)

    def lift(self, name: str, value: float) -> None:
        """Give one part at least this value."""
        self.put(name, max(self.part(name), value))

    def put(self, name: str, value: float) -> None:
        """Give one part this value."""
        if self._more is None:
            self._more = {name: value}
            self.total = self.match + value
        else:
            self._more[name] = value
            self.total = sum(self._more.values(), self.match)


@dataclass(frozen=True, slots=True)
class Turn:
    """What matters of a turn for its neighbours."""

    source: str
    words: int
    asks: bool
    """Whether it ends in a question mark."""
    own: bool
    """Whether a person or a document says it: an assistant's turn neither lends nor borrows."""


def fuse(found: Sequence[Hit], close: Sequence[Hit], blend: Blend, more: Sequence[str] = ()) -> dict[str, Score]:
    """One score per ref from BM25 hits and cosine neighbours of the same question, and for `more` refs unseen by both.

    What one list does not hold lies below its end, not at zero, so it gets the last cosine of the list.
    Without vectors BM25 takes the whole share, so that scores stay comparable with thresholds.
    """
    best = max((hit.score for hit in found), default=0.0)
    text_share, vector_share = (blend.text, blend.vector) if close else (blend.text + blend.vector, 0.0)
    text = {hit.ref: text_share * (hit.score / best) for hit in found if best > 0}
    vector = {hit.ref: vector_share * max(0.0, hit.score) for hit in close}
    floor = min(vector.values(), default=0.0)
    out = {ref: Score(None, said, vector.pop(ref, floor)) for ref, said in text.items()}
    out |= {ref: Score(None, 0.0, near) for ref, near in vector.items()}
    for ref in more:
        if ref not in out:
            out[ref] = Score(None, 0.0, floor)
    return out


CLOSE = 1e-8
"""Scores that differ by less may be equal once they are rounded."""
CONTEXT = 60
"""A turn of more words than this stands more and more for itself."""


def smooth(scores: Mapping[str, Score], turns: Mapping[str, Turn], before: Mapping[str, str], blend: Blend) -> None:
    """Raise turns by what stands around them: an answer is found by its question, a topic by its talk.

    `before` names the turn that each turn follows. Short turns gain most: they mean little alone.
    """
    base = {ref: scores[ref].total for ref in turns if ref in scores}
    lends = {ref: total for ref, total in base.items() if turns[ref].own}.get
    back_of, on_of = before.get, {earlier: later for later, earlier in before.items()}.get
    near, far = blend.near, blend.far
    for ref, turn in turns.items():
        if ref not in base or not turn.own:
            continue
        back, on = back_of(ref, ""), on_of(ref, "")
        one, other = lends(back, 0.0), lends(on, 0.0)
        gain = near * (one + other / 4 if one > other else other + one / 4)
        one, other = lends(back_of(back, ""), 0.0), lends(on_of(on, ""), 0.0)
        gain += far * (one if one > other else other)
        if back in turns and turns[back].asks:
            gain += blend.reply * lends(back, 0.0)
        if gain:
            scores[ref].add("near", gain * min(1.0, CONTEXT / max(1, turn.words)))
    _sessions(scores, base, turns, blend.session)


def _sessions(scores: Mapping[str, Score], base: Mapping[str, float], turns: Mapping[str, Turn], share: float) -> None:
    """A source with several good turns is where the matter was talked about."""
    per: dict[str, list[float]] = {}
    for ref, turn in turns.items():
        per.setdefault(turn.source, []).append(base.get(ref, 0.0))
    if not share or len(per) < 2:
        return
    worth = {source: sum(sorted(values)[-3:]) / 3 for source, values in per.items()}
    for ref, turn in turns.items():
        if ref in scores:
            scores[ref].add("session", share * worth[turn.source])


def order(scores: Mapping[str, Score], most: int | None = None) -> list[str]:
    """Refs by score, ties by ref: the same question gives the same order on every machine; `most` of the best alone."""
    totals = [score.total for score in scores.values()]
    least = -math.inf
    if most is not None and most < len(totals):
        least = sorted(totals, reverse=True)[max(0, most - 1)] - CLOSE
    near = [(-round(total, 9), ref) for ref, total in zip(scores, totals, strict=True) if total >= least]
    return [ref for _, ref in sorted(near)[:most]]


@dataclass(frozen=True, slots=True)
class Cap:
    """At most `limit` items that share a key come before the others."""

    key: Callable[[str], str | None]
    limit: int


def spread(refs: Iterable[str], caps: Sequence[Cap]) -> list[str]:
    """The same refs with those over a cap moved behind the rest: caps reorder, they hide nothing."""
    first: list[str] = []
    later: list[str] = []
    seen: Counter[tuple[int, str]] = Counter()
    for ref in refs:
        keys = [(i, key) for i, cap in enumerate(caps) if (key := cap.key(ref)) is not None]
        if any(seen[i, key] >= caps[i].limit for i, key in keys):
            later.append(ref)
            continue
        seen.update(keys)
        first.append(ref)
    return first + later
