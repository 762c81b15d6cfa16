"""A change that its own words declare: of one thing in one respect, or away from a value that the older claim had."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clew.belief.amount import counted, dated_apart, done, measured_apart, two_holders
from clew.belief.compare import Pair
from clew.belief.meeting import VAGUE, Meeting, Proof, definite, meet, meetings, names_of, one_theme, plain, told
from clew.belief.parting import blamed, left
from clew.belief.phrase import Phrase
from clew.belief.slots import Frame, attribute, frame, stem
from clew.belief.values import measured
from clew.model import Claim
from clew.text import regex as re

_SETTLES = frozenset(("decision", "fact"))
_PLACES = frozenset(
    [
        "in",
        "at",
        "on",
        "to",
        "into",
        "onto",
        "im",
        "am",
        "zu",
        "zum",
        "zur",
        "nach",
        "bei",
        "beim",
        "auf",
        "ins",
        "à",
        "au",
        "aux",
        "en",
        "dans",
        "chez",
        "sur",
    ]
)
_WITH = frozenset(["with", "mit", "avec", "con", "using", "use", "uses"])
_BY = frozenset(["by", "from", "von", "vom", "durch", "par", "por", "de", "del", "du"])
_IS = frozenset(
    [
        "is",
        "are",
        "was",
        "be",
        "becomes",
        "became",
        "ist",
        "sind",
        "wird",
        "werden",
        "est",
        "sont",
        "es",
        "son",
        "sera",
        ":",
        "=",
    ]
)


def renewed(p: Pair) -> Proof:
    """The best evidence that the newer declares a change of what the older says."""
    found = [rule(p) for rule in (declared, passed_on, parted)]
    return "sure" if "sure" in found else "likely" if "likely" in found else ""


def declared(p: Pair) -> Proof:
    """Of the thing that the older is about, the newer says that it is otherwise now, in the same respect."""
    if not told(p) or not {p.old.kind, p.new.kind} <= _SETTLES or not (p.only_new or p.values == "differ") or done(p):
        return ""
    return "sure" if _recounted(p) or _exchanged(p) or any(_same_respect(p, m) for m in _themes_meeting(p)) else ""


_REDATES = re.compile(
    r"(?<!\w)(?:now|mov(?:ed|es|ing)|reschedul\w+|postpon\w+|push(?:ed|es)|delay\w*|extend\w*|shift\w*|slip\w*|brought|"
    r"goes|verschiebt|verschoben|verlegt|vorgezogen|jetzt|report\w+|repouss\w+|décal\w+|avanc\w+|désormais|aplaz\w+|"
    r"adelant\w+|ahora|instead|statt|stattdessen)(?!\w)",
    re.IGNORECASE,
)


def _remeasured(p: Pair) -> bool:
    """Another amount, and not of two different things."""
    for x, y in measured_apart(p):
        old, new = counted(p.a, x.end), counted(p.b, y.end)
        loose = x.dim in ("n", "percent") and (old or new)
        if not loose or (old and new and meet(p, old, new)):
            return True
    return False


def _recounted(p: Pair) -> bool:
    """Another number of the same: what both count meets, and neither says of which."""
    for x, y in measured_apart(p):
        old, new = counted(p.a, x.end), counted(p.b, y.end)
        m = meet(p, old, new) if old and new else None
        if m and not (m.narrowed or m.widened) and not two_holders(p, m):
            return True
    return False


_EXCHANGES = frozenset(("switched", "changed", "moved", "replaced", "wechseln", "wechselt", "verlegt"))
_RESIZES = frozenset(
    ("cut", "raise", "raised", "lower", "lowered", "increased", "reduced", "extended", "shortened", "erhöht", "senken")
)


def _exchanged(p: Pair) -> bool:
    """A thing that the newer says it has changed by name, and that the older sets out from or counts."""
    changed = [x for x in p.b.phrases if definite(x) and x.tie & _EXCHANGES and x.head not in VAGUE]
    if any(x.head in p.a.words[:1] or (p.a.theme and x.head == p.a.theme.head) for x in changed):
        return True
    resized = {w for x in p.b.phrases if definite(x) and x.tie & _RESIZES for w in x.all}
    amounts = [x for x in (counted(p.a, q.end) for q in p.a.measures.quantities) if x]
    return any(q.dim == "n" for q in p.b.measures.quantities) and any(x.head in resized for x in amounts)


def alike(one: Claim, other: Claim) -> bool:
    """Two claims that said the same old value, in a name or a figure: what replaces one replaces the other."""
    a, b = frame(one), frame(other)
    days = {d.key for d in a.measures.dates}, {d.key for d in b.measures.dates}
    if days[0] or _figures(a) or days[1] or _figures(b):
        return bool(days[0] and days[0] == days[1]) or bool(_figures(a) and _figures(a) == _figures(b))
    return bool(_value(a) & _value(b) & names_of(a))


def returned(links: Sequence[Claim], new: Claim) -> bool:
    """Back to what a link before the last had, and the last no longer has."""
    f, head = frame(new), frame(links[-1])
    if "back" not in f.cues or f.voice != head.voice or len(links) < 2:
        return False
    now = f.bag | _figures(f)
    for link in links[:-1]:
        old = frame(link)
        hit = (_value(old) - _value(head) - head.bag) & now - VAGUE
        if hit & names_of(old) or any(w[:1].isdigit() for w in hit) or (hit and f.bag & head.bag - VAGUE):
            return True
    return False


def passed_on(p: Pair) -> Proof:
    """Of a part that one has at a time, the newer says that it is now somebody else's."""
    named = names_of(p.a) & p.only_old and names_of(p.b) & p.only_new
    if (
        not (plain(p) or takes_over(p))
        or not (named and (told(p) or names_of(p.a) & p.shared))
        or not {p.old.kind, p.new.kind} <= _SETTLES
    ):
        return ""
    for m in meetings(p):
        one = m.weight > 1 or definite(m.old)
        if one and not (m.narrowed or m.widened) and m.old.head not in VAGUE and not m.old.tie & _PLACES:
            return "sure" if m.old.tie & _IS or p.shared - m.old.all or takes_over(p) else ""
    return ""


def takes_over(p: Pair) -> bool:
    """The newer says that somebody takes something over."""
    return bool(_OVER.search(p.new.text))


_OVER = re.compile(
    r"(?<!\w)(?:tak\w+ over|took over|übernimmt|übernommen|übernehmen|reprend|repris|remplace)", re.IGNORECASE
)


def parted(p: Pair) -> Proof:
    """The newer leaves what the older had as its value, or says what was wrong with it."""
    known = p.a.all | p.a.topic | _figures(p.a) | names_of(p.a)
    gone = frozenset(w for part in left(p.new.text) if part <= known for w in part)
    had = _value(p.a).difference(VAGUE, *left(p.old.text))
    hit = gone & had | (_against(p) & had if told(p) and plain(p) else frozenset())
    long = len(p.a.bag) > _LONG or len(p.b.bag) > 2 * _LONG
    if (
        not hit
        or p.values == "equal"
        or (long and not gone & hit & names_of(p.a))
        or not {p.old.kind, p.new.kind} <= _PARTS
    ):
        return ""
    own = {w for w in p.shared - hit if w not in VAGUE}
    # the thing itself is spoken of in both, beside the value that is left
    themes = (
        p.a.theme.all & p.b.theme.all - hit - VAGUE
        if p.a.theme and p.b.theme and "self" not in p.a.cues | p.b.cues
        else frozenset()
    )
    if themes or (own and any(m.old.head not in hit and not (m.narrowed and m.widened) for m in meetings(p))):
        return "sure"
    valued = next((x for x in p.a.phrases if x.all & hit and (x.start or x.tie)), None)
    last = p.a.phrases[-1:]
    ends = valued is not None and (valued in last or last[0].all <= valued.mods)
    whole = valued is not None and ends and valued.tie & _HOLDS and not valued.tie & _PLACES
    other = any(not x.all <= gone for x in p.b.phrases) or bool(names_of(p.b) - gone)
    if whole and other and gone & hit and (names_of(p.a) & hit) and len(p.a.bag) <= 5:
        return "sure"  # "the engine is Unity", "we ditched Unity"
    if valued is not None and valued.tie & _PLACES and plain(p) and _MOVES.search(p.new.text):
        return "sure"  # "the lab is in the west wing", "we move to the east wing, the west wing is damp"
    classed = p.a.label == p.b.label != "" and (told(p) or hit & gone & names_of(p.a))
    return "sure" if classed else "likely" if hit & gone else ""


_HOLDS = _IS | _WITH | {"we", "wir", "nous", "on"}
_PARTS = _SETTLES | {"preference"}
_LONG = 9
"""Words above which a claim has something in common with almost any other."""


def _against(p: Pair) -> frozenset[str]:
    """What a remark beside the change speaks of: names and figures, and whatever the older had as one phrase."""
    spoken = blamed(p.new)
    if one_theme(p):
        return spoken
    whole = {w for x in p.a.phrases[1:] if x.all <= spoken for w in x.all}
    return frozenset(w for w in spoken if w[:1].isdigit() or w in names_of(p.a) or w in whole)


_MOVES = re.compile(
    r"(?<!\w)(?:mov(?:e|es|ed|ing)|relocat\w+|zieh\w*(?=.*\bum\b)|umzieh\w*|umgezogen|déménag\w+|nos mudamos)(?!\w)",
    re.IGNORECASE,
)


def _themes(f: Frame) -> Iterator[Phrase]:
    """Phrases that a claim may be about: its subject, what follows or makes a heading, the one it is filed under."""
    first = "first" in f.cues
    for k, x in enumerate(f.phrases):
        keyed = bool(f.thing) and x.head == f.thing[-1]
        mine = definite(x) and (first or x.tie & _CLAUSE)
        if (k == 0 and not first) or ":" in x.tie or x.tie == {","} or keyed or mine:
            yield x


_CLAUSE = frozenset((",", "and", "und", "et", "y"))


def _by_verb(p: Pair) -> Iterator[Meeting]:
    """Meetings of a noun and its verb: "hosting is on …", "we host on …"."""
    for f, other, turned in ((p.a, p.b, False), (p.b, p.a, True)):
        for noun in f.phrases[:1]:
            for x in other.phrases:
                if attribute(noun.head) and noun.head not in VAGUE and noun.head in map(stem, x.tie):
                    verb = replace(noun, mods=frozenset(), start=x.start - 1, end=x.start - 1)
                    yield Meeting(*((verb, noun) if turned else (noun, verb)), 1, narrowed=False, widened=False)


def _themes_meeting(p: Pair) -> Iterator[Meeting]:
    yield from _by_verb(p)
    for a in _themes(p.a):
        for b in _themes(p.b):
            m = meet(p, a, b)
            if m and not m.narrowed and (b.head not in VAGUE or m.weight > 1):
                yield m
            elif not m and a.head != b.head and attribute(a.head) == attribute(b.head) in _NAMES and not b.mods - a.all:
                yield Meeting(a, b, 1, narrowed=False, widened=bool(a.mods))


_NAMES = frozenset(("name", "place", "owner"))
"""Attribute classes whose nouns stand for one another where nothing else is said: the title, the name."""


def _same_respect(p: Pair, m: Meeting) -> bool:
    """Both say of the thing what it costs, where it is, who does it, …: the same sort of value."""
    if p.values == "differ":
        days = p.a.measures.weekdays != p.b.measures.weekdays or p.a.measures.times != p.b.measures.times
        redated = any(dated_apart(p)) and bool(_REDATES.search(p.new.text))
        return _remeasured(p) or (plain(p) and (redated or (days and not any(dated_apart(p)))))
    if p.values or measured(p.a) != measured(p.b) or not plain(p):
        return False
    if _coded(m.old.all) and _coded(p.only_new):
        return True
    mine, theirs = _relations(p.a, m.old), _relations(p.b, m.new)
    common = mine & theirs
    if common - {"is"}:
        return True
    if p.shared - m.old.all - m.new.all - VAGUE or p.a.label == p.b.label != "":
        return True
    return bool(common) and (p.old.kind == p.new.kind == "decision" or p.strangers)


def _coded(some: frozenset[str]) -> bool:
    """Whether a word is built with figures: 32x32, v2, A4."""
    return any(w[0].isalnum() and any(c.isdigit() for c in w) and any(c.isalpha() for c in w) for w in some)


def _relations(f: Frame, about: Phrase) -> frozenset[str]:
    """How what follows the thing is tied to it: where, with what, by whom; else what it is."""
    after = next((x for x in f.phrases if x.start > about.start and not x.all <= about.mods), None)
    kinds = {"place": _PLACES, "with": _WITH, "by": _BY, "is": _IS}
    found = frozenset(name for name, words in kinds.items() if after and after.tie & words)
    return found - {"is"} or found


def _figures(f: Frame) -> frozenset[str]:
    return frozenset(f"{q.value:g}" for q in f.measures.quantities)


def _value(f: Frame) -> frozenset[str]:
    """What a claim says of its thing: all its words but the subject, and its figures."""
    led = bool(f.phrases) and not f.phrases[0].tie & (_PLACES | _WITH | _BY)
    about = f.phrases[0].all if led and "first" not in f.cues else frozenset()
    figures = _figures(f)
    # "Bettina looks after the list": a person is a value too
    return (f.bag - about) | figures | (about & names_of(f))
