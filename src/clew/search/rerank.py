"""Which of the best items comes first: signs weighed against one another, where no rule says it.

A linear model over what is known of an item anyway, trained listwise (softmax over the items of a question) on
projects whose questions have known answers; what it is worth was measured on projects that it was not trained on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from clew.search.rank import Score
from clew.search.value import READ, Wanted, fits
from clew.text import regex as re
from clew.text.moment import instant
from clew.text.words import covered

POOL = 20
"""Best items that are weighed."""
AHEAD = 3
"""Of them, the first, one of which must be a claim: passages alone are told apart by what led to them."""
ABREAST = 10
"""Of them, those that fit the question best by themselves, whose order in time counts."""
FULL = 40
"""Words from which on a text is not longer to the eye."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What is looked at of an item."""

    score: Score
    text: str
    at: str
    claim: bool
    past: bool
    """Whether it is shown as what held before."""


WEIGHTS = {
    "claim": 0.61,
    "text": 4.4,
    "vector": 8.3,
    "session": 26,
    "near": -10,
    "title": 4.1,
    "own": 13,
    "update": 2.9,
    "length": 2.8,
    "value": 1.3,
    "lacks": -2.3,
    "past": -1,
    "late": 1.9,
    "covered": 1.1,
    "asks": -5,
}
"""What each sign adds: being a claim, the parts of the score, length, holding or lacking a value of the class that is
asked for, being what held before, being said later than others that fit as well, covering the question's words, and
asking something itself."""

# a share needs no exact sentences, and `text.sentences` would cost more than all other signs
_STOP = re.compile(r"(?<=[.?!\u061f])\s|(?<=[\u3002\uff01\uff1f])|\n")


def asking(text: str) -> float:
    """The share of a text's sentences that are questions, from 0 to 1: a question is rarely the answer to another."""
    sentences: list[str] = [part.rstrip() for part in _STOP.split(text) if part.strip()]
    return sum(one.endswith(("?", "\u061f", "\uff1f")) for one in sentences) / max(1, len(sentences))


def signs(items: Sequence[Candidate], words: Sequence[str], want: Wanted | None) -> list[dict[str, float]]:
    """The signs of each item by name."""
    best = sorted(range(len(items)), key=lambda i: -items[i].score.match)[:ABREAST]
    times = sorted({instant(items[at].at) for at in best})
    late = {at: times.index(instant(items[at].at)) / max(1, len(times) - 1) for at in best}
    out = []
    for at, one in enumerate(items):
        parts = one.score.parts
        held = fits(one.text[:READ], want) if want else 0.0
        out.append({
            "claim": float(one.claim),
            **{name: parts.get(name, 0.0) for name in ("text", "vector", "session", "near", "title", "own", "update")},
            "length": min(FULL, len(one.text.split())) / FULL,
            "value": held,
            "lacks": 1.0 - held if want else 0.0,
            "past": float(one.past),
            "late": late.get(at, 0.0),
            "asks": asking(one.text[:READ]),
            "covered": len(covered(words, one.text)) / len(words) if words else 0.0,
        })  # fmt: skip
    return out


def first(items: Sequence[Candidate], words: Sequence[str], want: Wanted | None) -> list[int]:
    """Places of the items, the best first; equal ones keep their order."""
    if not any(one.claim for one in items[:AHEAD]):
        return list(range(len(items)))
    worth = [sum(WEIGHTS[name] * sign for name, sign in row.items()) for row in signs(items, words, want)]
    return sorted(range(len(items)), key=lambda i: -round(worth[i], 9))
