"""Two who are named measure one thing differently, in whatever words and wherever they say so."""

from clew.belief.compare import Pair
from clew.belief.meeting import VAGUE, meet, numbered_apart, told
from clew.belief.phrase import Phrase
from clew.belief.slots import Frame, stems

_TOLD = frozenset(("fact", "decision"))


def gainsaid(p: Pair) -> bool:
    """One says another figure of the same thing than somebody else, and nobody says that it has changed."""
    kinds = {p.old.kind, p.new.kind}
    if p.same_voice or p.values != "differ" or "fact" not in kinds or not kinds <= _TOLD:
        return False
    if told(p) or p.new.act == "keep" or p.scopes == "differ" or p.apart or p.other_part or numbered_apart(p):
        return False
    figures = {len(f.measures.quantities) for f in (p.a, p.b)}
    if len(figures) > 1 or max(figures) > 1:
        return False
    mine, theirs = _things(p.a, p.old.text), _things(p.b, p.new.text)
    met = [m for x in mine for y in theirs if (m := meet(p, x, y)) and not (m.narrowed or m.widened)]
    plain = [m for m in met if m.old.head not in VAGUE]
    # each may speak of more, but not both of something of their own
    return bool(plain) and not ({*mine} - {m.old for m in met} and {*theirs} - {m.new for m in met})


def _things(f: Frame, said: str) -> tuple[Phrase, ...]:
    """What a claim speaks of, without whoever says it and without remarks behind its figure."""
    who = frozenset(stems(f.voice))
    figure = max((q.end for q in f.measures.quantities), default=len(said))
    comma = said.find(",", figure)
    end = comma if comma >= 0 else len(said)
    return tuple(x for x in f.phrases if not x.all <= who and x.start < end)
