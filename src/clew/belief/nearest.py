"""How much speaks for one claim taking the place of another, weighed over all that both say.

Rules prove a change from its wording; much of what people say proves nothing by itself and is yet unmistakable, because
nothing else that is known comes near. Here words are weighed by how rare they are in the bundle, and what sets the
nearest claim apart from the next counts as much as what the two share.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from clew.belief.compare import Pair
from clew.belief.meeting import VAGUE, copular, names_of, told
from clew.belief.parting import blamed
from clew.belief.proof import attained, side_by_side, told_apart
from clew.belief.slots import Frame, stems
from clew.belief.values import dimensions
from clew.text import regex as re

Rarity: TypeAlias = Callable[[str], float]
"""Weight of a stem, from 0 for one that every claim has to 1."""

SURE = 0.75
"""Likelihood from which a rule may replace."""
OPEN = 0.55
"""Likelihood from which a person is asked."""
DOUBTFUL = 0.35
"""Likelihood below which a rule that goes by one topic is not believed."""
_FAINT = 0.35
"""Rarity that the words in common have together, at least, names aside."""


def even(_: str) -> float:
    """Every word weighs the same: nothing is known of the others."""
    return 1.0


def cosine(p: Pair, rarity: Rarity) -> float:
    """Likeness of what two claims say, from 0 to 1: words by rarity, figures left out."""
    x, y = _vector(p.a), dict.fromkeys(blamed(p.new), 0.5) | _vector(p.b)
    common = x.keys() & y.keys()
    if not common:
        return 0.0
    product = sum(x[w] * y[w] * rarity(w) ** 2 for w in common)
    return product / math.sqrt(_square(x, rarity) * _square(y, rarity))


def _vector(f: Frame) -> dict[str, float]:
    out = dict.fromkeys(f.topic, 0.7) | dict.fromkeys(f.extra, 0.5) | dict.fromkeys(f.bag, 1.0)
    return {w: v for w, v in out.items() if not w[:1].isdigit()}


def _square(x: Mapping[str, float], rarity: Rarity) -> float:
    return sum((v * rarity(w)) ** 2 for w, v in x.items()) or 1.0


def _figures(f: Frame) -> frozenset[object]:
    m = f.measures
    found: set[object] = {round(q.value, 4) for q in m.quantities}
    found |= {("day", d.month, d.day) for d in m.dates} | {("at", t) for t in m.times}
    return frozenset(found | {("week", w) for w in m.weekdays if not m.dates})


def features(p: Pair, ahead: float, rarity: Rarity) -> tuple[float, ...]:
    """What is weighed, in the order of `WEIGHTS`."""
    a, b = p.a, p.b
    mine, theirs = dimensions(a), dimensions(b)
    names = names_of(a) | names_of(b) | p.all_names
    return tuple(
        map(
            float,
            (
                ahead,
                p.old.source == p.new.source,
                p.old.kind == p.new.kind,
                bool(mine & theirs),
                not mine and not theirs,
                p.values == "differ",
                told(p),
                p.new.polarity == "-",
                p.topics == "equal",
                bool(a.label) and a.label == b.label,
                min(2.0, sum(map(rarity, common(p) - names))),
                bool(a.leads & b.leads),
                bool(a.heads & b.heads),
                bool(blamed(p.new) & (a.bag - b.bag)),
                p.strangers,
            ),
        )
    )


def common(p: Pair) -> frozenset[str]:
    """Words that both say or are filed under."""
    return frozenset(w for w in (p.a.bag | p.a.topic) & (p.b.bag | p.b.topic) if not w[:1].isdigit())


NAMES = (
    "ahead of the next", "one source", "one kind", "measure the same", "measure nothing", "figures differ",
    "told as a change", "denies", "one topic", "one attribute", "words in common", "lead with the same",
    "heads in common", "remark on the old", "another name",
)  # fmt: skip
"""What each weight is of."""
WEIGHTS = (2.76, -3.3, 0.56, 1.44, 1.26, 1.0, 1.42, 1.06, 0.96, 1.14, 1.54, 0.53, 0.65, 3.05, 1.22)
BIAS = -5.72
"""Fitted by logistic regression on sixteen projects; on those left out of a fit 44 of 46 are right at `SURE`."""


def likelihood(found: Iterable[float]) -> float:
    """How likely the newer takes the older's place, from 0 to 1."""
    return 1 / (1 + math.exp(-BIAS - sum(w * x for w, x in zip(WEIGHTS, found, strict=True))))


_STAYS = re.compile(
    r"(?<!\w)(?:stays?|remains?|keeps|kept|(?:we|i|they|let's) keep|still|as (?:before|planned|ever)|same as|unchanged|"
    r"bleib\w*|weiterhin|wie (?:gehabt|geplant)|nach wie vor|reste|toujours|sigue)(?!\w)",
    re.IGNORECASE,
)
"""What is as it was."""


def barred(p: Pair, rarity: Rarity) -> bool:
    """Whether something says that both hold beside one another, however near they are."""
    a, b = _figures(p.a), _figures(p.b)
    names = names_of(p.a) | names_of(p.b) | p.all_names
    together = sum(map(rarity, common(p) - names - VAGUE))
    return (
        p.new.act in ("keep", "restate")
        or bool(_STAYS.search(p.new.text))
        or bool(a and a <= b)
        or (bool(dimensions(p.a) & dimensions(p.b)) and a == b)
        or _goes_on(p)
        or p.other_thing
        or p.other_part
        or bool(_ASIDE.match(p.new.text))
        or attained(p)
        or told_apart(p)
        or side_by_side(p)
        or _headed(p)
        or bool({p.old.kind, p.new.kind} & _ALONE)
        or together < _FAINT
    )


def _headed(p: Pair) -> bool:
    """The newer stands under a heading of its own that the older does not speak of: `Raffle: on the old lawn`."""
    head = _HEAD.match(p.new.text)
    words = frozenset(stems(head[1])) - VAGUE if head else frozenset()
    return bool(words) and not words & (p.a.bag | p.a.topic)


_HEAD = re.compile(
    r"(?!(?:the|our|my|die|der|das|unsere?|meine?|le|la|les|el|los)\b)([^\W\d_][^:.,;?!]{1,30}): ", re.IGNORECASE
)
"""A heading; one with an article points back to what is known."""


def _goes_on(p: Pair) -> bool:
    """The newer is about what the older only ends with: `our contact is Ann`, `Ann is married now`."""
    a, b = p.a.theme, p.b.theme
    here = common(p)
    told_of = a and b and here and b.all <= here and not here & a.all
    return bool(told_of) and copular(p.old.text) and copular(p.new.text)


_ASIDE = re.compile(
    r"^\W*(?:which|where|who|whose|now that|since|because|so that|whether|weil|nachdem)\s", re.IGNORECASE
)
"""A side clause that only goes on about something."""
_ALONE = frozenset(("definition", "question", "idea"))


_FEW = 8
"""Claims that are weighed for one newcomer: those with the likest words."""


def weighed(pairs: Sequence[Pair], rarity: Rarity) -> tuple[float, ...]:
    """For each pair of one newcomer with a rival, how likely the later takes the earlier's place."""
    likeness = [cosine(p, rarity) for p in pairs]
    order = sorted(range(len(pairs)), key=lambda k: -likeness[k])
    first, second = (*(likeness[k] for k in order[:2]), 0.0, 0.0)[:2]
    out = [0.0] * len(pairs)
    for rank, k in enumerate(order[:_FEW]):
        if likeness[k] > 0 and pairs[k].same_voice and not barred(pairs[k], rarity):
            ahead = first - second if rank == 0 else likeness[k] - first
            out[k] = likelihood(features(pairs[k], ahead, rarity))
    return tuple(out)
