"""Confident or not: how well the best evidence covers a question, and which part of it nothing covers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

from clew.search import sought, value
from clew.search.question import Question
from clew.text import regex as re
from clew.text.words import covered, fold, halves, plain_number, stem, terms

DEEP = 8
"""Items whose words count as evidence for a question."""
BROAD = ("history", "list", "connects", "relates", "why")
ENDED = 0.3
"""Score of an answer that no longer holds, at most."""
_PARTICULAR = re.compile(r"\b(specific\w*|details?|particulars?|einzelheiten|précisions?|detalles?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Signals:
    """What the decision rests on, each from 0 to 1."""

    cosine: float
    """Best cosine of the question and a stored text; -1 where no vectors exist."""
    mean: float
    """Mean of the five best cosines: a question of this domain is near more than one text."""
    best: float
    """Share of the question's words, weighted by rarity, that the best single item covers."""
    focused: float
    """Share of the words of the thing that is asked about which the first text speaks of."""
    particular: bool
    """Whether the question asks for particulars, which a mere mention does not give."""
    titled: bool
    """A page title or alias stands in the question."""
    valued: float = 0.0
    """Where a value is asked for: how well a text holds one of its class beside the question's words."""
    nowhere: float = 0.0
    """Share of the question's words, weighted by rarity, that stand nowhere in the bundle."""
    unnamed: bool = False
    """Whether a name in the question is one that no evidence mentions."""
    exact: bool = False
    """Whether it asks for one value or one name, which mere talk of the subject does not give."""
    broad: bool = False
    """Whether it asks for a story, a reason, a list or a connection, of which a part is an answer too."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found for a question, best first."""

    texts: Sequence[str]
    """All words that each item stands for."""
    cosines: Sequence[float] = ()
    titled: bool = False
    values: Sequence[float] = ()
    """How well each item holds a value of the class that is asked for."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision with its ground."""

    confident: bool
    score: float
    reason: str
    missing: tuple[str, ...]
    signals: Signals


@dataclass(frozen=True, slots=True)
class Weights:
    """What each signal counts for in one decision, in logits."""

    bias: float
    cosine: float = 0.0
    mean: float = 0.0
    best: float = 0.0
    focused: float = 0.0
    valued: float = 0.0
    particular: float = 0.0
    nowhere: float = 0.0
    unnamed: float = 0.0
    exact: float = 0.0
    broad: float = 0.0

    def chance(self, signals: Signals) -> float:
        """The decision as a chance from 0 to 1."""
        names = [field.name for field in fields(self) if field.name != "bias"]
        return _logistic(self.bias + sum(getattr(self, name) * float(getattr(signals, name)) for name in names))


@dataclass(frozen=True, slots=True)
class Threshold:
    """Where confidence begins; frozen from development data, may be set per bundle."""

    score: float = 0.3
    domain: Weights = Weights(-10.0, cosine=9.2, mean=15.2, best=3.7, nowhere=-1.6, unnamed=-1.1)
    """Whether it is a question of this bundle at all: fitted on questions of other bundles."""
    answer: Weights = Weights(
        -1.65, cosine=-3.6, mean=5.2, best=2.2, focused=0.4, valued=3.1, particular=-4.8, exact=-1.6, broad=4.5
    )
    """Whether the evidence speaks of what is asked: fitted on questions about the right subject, absent detail,
    and on ones that need several passages. One text much nearer than the others only names the subject."""
    lenient: float = 1.0
    """Added to the domain's logit in the decision: a question in other words than those stored is refused for
    what it asks, hardly for where it comes from."""
    sure: float = 0.15
    """How much of the score that is reported is the second question; the rest is domain alone, which tells strange
    questions from near ones."""
    strict: float = -1.0
    """Added there to the domain's logit."""
    alone: float = 0.53
    """Where confidence begins with words or vectors alone."""
    words: float = 0.42
    """Share of the words that the best item must cover where there are no vectors."""


def rarity(words: Sequence[str], frequency: Mapping[str, int], size: int) -> dict[str, float]:
    """Weight of each word, half to one: a rare word says more, one that stands nowhere as much as the rarest."""
    idf = {word: math.log(1 + (size + 1) / (max(1, frequency.get(word, 0)) + 0.5)) for word in words}
    top = max(idf.values(), default=1.0)
    return {word: 0.5 + 0.5 * value / top for word, value in idf.items()}


def judge(
    asked: Question, seen: Seen, frequency: Mapping[str, int], size: int, limits: Threshold | None = None
) -> Verdict:
    """Whether what was found answers; `frequency` and `size` say how rare each word is in the bundle."""
    limits, texts, cosines = limits or Threshold(), seen.texts, seen.cosines
    wanted = [word for word in dict.fromkeys((*asked.words, *_numbers(asked))) if word]
    weights = rarity(wanted, frequency, size)
    total = sum(weights.values()) or 1.0
    shares = [covered(wanted, text) for text in texts[:DEEP]]
    partly = [halves(wanted, text) - whole for text, whole in zip(texts, shares, strict=False)]
    union = frozenset().union(*shares) if shares else frozenset()

    def share(words: frozenset[str], half: frozenset[str] = frozenset()) -> float:
        return sum(weights[word] for word in words) / total + sum(weights[word] for word in half) / total / 2

    named = {word for name in asked.names for word in terms(name)}
    exact = value.wanted(asked.text) is not None or sought.nameless(asked.text)
    signals = Signals(
        cosine=cosines[0] if cosines else -1.0,
        mean=sum(cosines) / len(cosines) if cosines else 0.0,
        best=max((share(*pair) for pair in zip(shares, partly, strict=True)), default=0.0),
        focused=_spoken(asked.focus, texts[0], weights) if texts else 0.0,
        valued=max((value * share(words) for value, words in zip(seen.values, shares, strict=False)), default=0.0),
        particular=bool(_PARTICULAR.search(asked.text)),
        titled=seen.titled,
        nowhere=share(frozenset(word for word in wanted if not frequency.get(word))),
        unnamed=any(word not in union for word in wanted if word in named),
        exact=exact,
        broad=asked.intent in BROAD or asked.compound,
    )
    decides, score = _scores(signals, limits, bool(wanted))
    missing = _as_written(asked, [word for word in wanted if word not in union])
    if not texts:
        return Verdict(False, 0.0, "Nothing stored shares a word or a meaning with the question.", missing, signals)
    confident = decides >= limits.score
    return Verdict(confident, score, _reason(confident, signals, missing), missing, signals)


def ended(verdict: Verdict, day: str) -> Verdict:
    """The same where what answers held only until a day that is past: nothing stored says what holds now."""
    said = f"What is stored about this held until {day}; nothing says what holds since."
    return replace(verdict, confident=False, score=min(verdict.score, ENDED), reason=said)


def _numbers(asked: Question) -> list[str]:
    return [number for number in asked.numbers if number.isdigit()]


def _spoken(focus: Sequence[str], text: str, weights: Mapping[str, float]) -> float:
    """Share of the words of the thing that is asked about in the text; a part of a long word counts half."""
    told, partly = covered(focus, text), halves(focus, text)
    total = sum(weights.get(word, 1.0) for word in focus)
    share = sum(weights.get(word, 1.0) * (1.0 if word in told else 0.5) for word in told | partly)
    return share / total if total else 1.0


def _scores(signals: Signals, limits: Threshold, worded: bool) -> tuple[float, float]:
    """What decides, and what is reported: is it a question of this bundle at all, is what is asked spoken of."""
    if not worded or signals.cosine < 0:  # without vectors the words alone carry the decision
        words = _logistic(8 * (signals.best - limits.words) + 0.5 * signals.titled)
        alone = words if worded else max(0.0, signals.cosine)
        return limits.score if alone >= limits.alone else 0.0, alone
    answered = limits.answer.chance(signals)
    near, own = (
        replace(limits.domain, bias=limits.domain.bias + shift).chance(signals)
        for shift in (limits.lenient, limits.strict)
    )
    decides = near * answered
    return decides, own * (1 - limits.sure + limits.sure * answered)


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value))


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
    absent = f"othing stored mentions {', '.join(missing[:6])}." if missing else ""
    if share:
        return f"What comes closest covers {share} % of it{f'; n{absent}' if absent else '.'}"
    return f"N{absent or 'othing stored speaks of it.'}"
