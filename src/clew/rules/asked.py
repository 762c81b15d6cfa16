"""Questions and offers of the assistant: which of them decide nothing, and what a bare answer answers."""

from __future__ import annotations

from collections.abc import Sequence

from clew.rules.grammar import words
from clew.rules.words import W, bag
from clew.text import regex as re

SERVES = re.compile(
    r"(?:^|[:,] )(?:shall|should|may|can) i\b(?! (?:suggest|propose|recommend))|\bif you (?:wish|like|want)\b|\bi "
    r"can (?:also )?\w+|\bnext (?:time|"
    r"session|chat)\b|"
    r"^where (?:would you like|shall we|should we|do we)\b.* (?:start|begin)\b|"
    r"^(?:shall|should) we (?:now |first |also |quickly |then )?(?:start|begin|look|go (?:through|over|on|into|back)|"
    r"talk|discuss|continue|move on|proceed|dig|dive|walk|draft|review|explore|sketch|summari[sz]e|turn to|take a look|"
    r"get (?:in)?to)\b|"
    r"^(?:sollen|wollen) wir (?:\w+ ){0,6}(?:anfangen|beginnen|weitermachen|ansehen|anschauen|durchgehen|besprechen)\b|"
    r"^(?:soll|kann|darf) ich\b|\bnächstes mal\b",
    re.IGNORECASE,
)
"""What the assistant offers to do in the chat: taking it up decides nothing."""
_ASKED = 90
"""Characters up to which a question stands before its answer."""
_SUPPORT = bag("do does did is are was were will would should can")
"""Auxiliaries behind which a question names who acts, and then the act."""


def offers(asked: str) -> bool:
    """Whether a question only asks what to do next in the chat: `Shall I draft it?`, `Where shall we start?`."""
    return bool(SERVES.search(asked))


def phrase(asked: str, names: Sequence[str], lang: str) -> str:
    """What a bare answer answers: the noun phrase of the question that holds these words, else the question itself.

    For example `preference for the style` of `Do you have a preference for the style?`.
    """
    whole = " ".join(asked.split()).rstrip(" ?") if len(asked) <= _ASKED else ""
    run = words(asked, 0, len(asked), lang)
    places = [k for k, w in enumerate(run) if w.text in names]
    inside = run[places[0] : places[-1] + 1] if places else []
    small = all(w.text in names or w.flags & (W.DET | W.PREP) for w in inside)
    acts = any(w.flags & (W.VERB | W.ADV) and not w.flags & W.NOUNISH for w in inside)
    if not inside or not small or acts or (len(inside) > 1 and any(w.text in _SUPPORT for w in run[1 : places[0]])):
        return whole
    return asked[inside[0].start : inside[-1].end]
