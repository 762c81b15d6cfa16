"""Confident or not: how well the best evidence covers a question, and which part of it nothing covers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clew.core.question import Question
from clew.core.words import covered, fold, plain_number, stem, terms

DEEP = 8
"""Items whose words count as evidence for a question."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What the decision rests on, each from 0 to 1."""

    cosine: float
    """Best cosine of a question and a stored text; None-like -1 where no vectors exist."""
    best: float
    """Share of the question's words, weighted by rarity, that the best single item covers."""
    union: float
    """The same share for the first items together."""
    titled: bool
    """A page title or alias stands in the question."""
    absent: float
    """Share of the weighted words that stand nowhere in the bundle."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision with its ground."""

    confident: bool
    score: float
    reason: str
    missing: tuple[str, ...]
    signals: Signals


@dataclass(frozen=True, slots=True)
class Threshold:
    """Where confidence begins; frozen from development data, may be set per bundle."""

    score: float = 0.5
    bias: float = -3.2
    cosine: float = 4.0
    best: float = 2.0
    union: float = 1.5
    titled: float = 0.5
    absent: float = -2.0
    words: float = 0.42
    """Share of the words that the best item must cover where there are no vectors."""


def rarity(words: Sequence[str], frequency: Mapping[str, int], size: int) -> dict[str, float]:
    """Weight of each word, half to one: a rare word says more, one that stands nowhere as much as the rarest."""
    idf = {word: math.log(1 + (size + 1) / (max(1, frequency.get(word, 0)) + 0.5)) for word in words}
    top = max(idf.values(), default=1.0)
    return {word: 0.5 + 0.5 * value / top for word, value in idf.items()}


def judge(
    asked: Question,
    texts: Sequence[str],
    frequency: Mapping[str, int],
    size: int,
    found: tuple[Sequence[float], bool],
    limits: Threshold | None = None,
) -> Verdict:
    """Read the evidence texts, best first; `found` holds the best cosines and whether a title was hit."""
    limits = limits or Threshold()
    wanted = [word for word in dict.fromkeys((*asked.words, *_numbers(asked))) if word]
    weights = rarity(wanted, frequency, size)
    total = sum(weights.values()) or 1.0
    shares = [covered(wanted, text) for text in texts[:DEEP]]
    union = frozenset().union(*shares) if shares else frozenset()

    def share(words: frozenset[str]) -> float:
        return sum(weights[word] for word in words) / total

    absent = frozenset(word for word in wanted if not frequency.get(word, 0) and word not in union)
    signals = Signals(
        cosine=found[0][0] if found[0] else -1.0,
        best=max((share(words) for words in shares), default=0.0),
        union=share(union),
        titled=found[1],
        absent=share(absent),
    )
    score = _score(signals, limits, bool(wanted))
    missing = _as_written(asked, [word for word in wanted if word not in union])
    if not texts:
        return Verdict(False, 0.0, "Nothing stored shares a word or a meaning with the question.", missing, signals)
    confident = score >= limits.score
    return Verdict(confident, score, _reason(confident, signals, missing), missing, signals)


def _numbers(asked: Question) -> list[str]:
    return [number for number in asked.numbers if number.isdigit()]


def _score(signals: Signals, limits: Threshold, worded: bool) -> float:
    if not worded:
        return max(0.0, signals.cosine)
    if signals.cosine < 0:  # without vectors the words alone carry the decision
        return 1 / (1 + math.exp(-8 * (signals.best - limits.words) - limits.titled * signals.titled))
    logit = (
        limits.bias
        + limits.cosine * signals.cosine
        + limits.best * signals.best
        + limits.union * signals.union
        + limits.titled * signals.titled
        + limits.absent * signals.absent
    )
    return 1 / (1 + math.exp(-logit))


def _as_written(asked: Question, folded: Sequence[str]) -> tuple[str, ...]:
    """Folded words back in the spelling of the question, names first."""
    spelled = {fold(word): word for word in asked.text.replace("?", " ").replace(",", " ").split()}
    named = {stem(word) for name in asked.names for word in terms(name)}
    shown = [spelled.get(word, word).strip(".!?\"'“”()") for word in folded]
    pairs = sorted(zip(folded, shown, strict=True), key=lambda pair: stem(pair[0]) not in named)
    return tuple(dict.fromkeys(plain_number(word) for _, word in pairs))


def _reason(confident: bool, signals: Signals, missing: Sequence[str]) -> str:
    share = round(100 * signals.best)
    if confident:
        return f"The best item covers {share} % of the question's words by weight."
    absent = f"; nothing stored mentions {', '.join(missing[:6])}" if missing else ""
    return f"The closest item covers {share} % of the question's words by weight{absent}."
