"""Order of what was found: one score from several ways of looking, neighbours, and variety."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clew.model import Hit


@dataclass(frozen=True, slots=True)
class Blend:
    """What each way of looking contributes; all are shares of a score of about one.

    Score fusion, not reciprocal ranks: equal ranks lost 15 points of recall at one on paraphrases.
    """

    text: float = 0.3
    """Share of BM25, divided by the best BM25 score of this question."""
    vector: float = 0.7
    """Share of the cosine."""
    title: float = 0.1
    """Added for a title or alias in the question, and counted twice for the page itself."""
    near: float = 0.3
    """Share of a neighbouring turn's score that is added to a turn."""


@dataclass(slots=True)
class Score:
    """Why something stands where it stands: the parts of its score by name."""

    parts: dict[str, float] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """The sum that is ranked."""
        return sum(self.parts.values())

    def add(self, name: str, value: float) -> None:
        """Raise one part."""
        if value:
            self.parts[name] = self.parts.get(name, 0.0) + value


def fuse(found: Sequence[Hit], close: Sequence[Hit], blend: Blend, more: Sequence[str] = ()) -> dict[str, Score]:
    """One score per ref from BM25 hits and cosine neighbours of the same question, and for `more` refs unseen by both.

    What one list does not hold lies below its end, not at zero, so it gets the last cosine of the list.
    Without vectors BM25 takes the whole share, so that scores stay comparable with thresholds.
    """
    best = max((hit.score for hit in found), default=0.0)
    text_share, vector_share = (blend.text, blend.vector) if close else (blend.text + blend.vector, 0.0)
    text = {hit.ref: hit.score / best for hit in found if best > 0}
    cosine = {hit.ref: max(0.0, hit.score) for hit in close}
    floor = min(cosine.values(), default=0.0)
    out: dict[str, Score] = {}
    for ref in dict.fromkeys((*text, *cosine, *more)):
        out[ref] = Score()
        out[ref].add("text", text_share * text.get(ref, 0.0))
        out[ref].add("vector", vector_share * cosine.get(ref, floor))
    return out


def smooth(scores: dict[str, Score], beside: Mapping[str, Sequence[str]], share: float) -> None:
    """Raise each turn by a share of its best neighbour's score: an answer stands beside its question."""
    before = {ref: score.total for ref, score in scores.items()}
    for ref, score in scores.items():
        near = sorted((before.get(other, 0.0) for other in beside.get(ref, ())), reverse=True)
        gain = sum(value * weight for value, weight in zip(near, (share, share / 2), strict=False))
        score.add("near", gain)


def order(scores: Mapping[str, Score]) -> list[str]:
    """Refs by score, ties by ref: the same question gives the same order on every machine."""
    return sorted(scores, key=lambda ref: (-round(scores[ref].total, 9), ref))


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
