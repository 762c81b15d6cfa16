"""Another amount of one thing: which noun phrase a value belongs to, and whether the newer value takes its place."""

from collections.abc import Iterator

from clew.belief.compare import Pair
from clew.belief.meeting import (
    VAGUE,
    Meeting,
    Proof,
    definite,
    meet,
    meetings,
    names_of,
    one_theme,
    plain,
    subject,
    told,
)
from clew.belief.phrase import Phrase
from clew.belief.slots import Frame, attribute, stem
from clew.belief.traits import DONE, REDATED, REVISED
from clew.belief.values import comparable, priced
from clew.core.held import held
from clew.text import regex as re
from clew.text.measure import Date, Quantity, equal, within


def counted(f: Frame, end: int) -> Phrase | None:
    """The phrase right after a value: what it is an amount of."""
    after = [x for x in f.phrases if 0 <= x.start - end <= (9 if x.tie & _OF else 2)]
    return after[0] if after and after[0].head not in VAGUE else None


def _near(f: Frame, start: int, end: int) -> Iterator[Phrase]:
    """The phrase that a value belongs to: the one it counts, else the one before it and what that is of."""
    after = counted(f, end)
    before = [x for x in f.phrases if x.end <= start]
    if after:
        yield after
    yield from before[-1:]
    if len(before) > 1 and before[-1].all <= before[-2].mods:
        yield before[-2]
    about = subject(f)
    if about and "first" not in f.cues:
        yield about


_OF = frozenset(("of", "on", "der", "des", "de", "du", "von"))


def measured_apart(p: Pair) -> Iterator[tuple[Quantity, Quantity]]:
    """Quantities of one kind in which they differ."""
    xs, ys = priced(p.a), priced(p.b)
    if not (told(p) or revised(p)):  # a share may be of anything
        xs, ys = tuple(x for x in xs if x.dim != "ratio"), tuple(y for y in ys if y.dim != "ratio")
    mine = [x for x in xs if not any(equal(x, y) for y in ys)]
    theirs = [y for y in ys if not any(equal(x, y) for x in xs)]
    for x in mine:
        for y in theirs:
            # of a list of numbers nobody can say which is which
            listed = sum(q.dim == x.dim for q in xs) > 2 or sum(q.dim == y.dim for q in ys) > 2
            part = y.dim == "n" and y.value < x.value and bool(p.only_new) and not (told(p) or revised(p))
            if (
                comparable(x, y)
                and not listed
                and not part
                and (told(p) or not any(within(x, z) for z in ys if comparable(x, z)))
            ):
                yield x, y


def dated_apart(p: Pair) -> Iterator[tuple[Date, Date]]:
    """Their dates, where each has one and they differ."""
    xs, ys = p.a.measures.dates, p.b.measures.dates
    same = any(equal(x, y) for x in priced(p.a) for y in priced(p.b))
    if len(xs) == len(ys) == 1 and not xs[0].agrees(ys[0]) and not same:
        yield xs[0], ys[0]


def revalued(p: Pair) -> Proof:
    """Another value of the same kind stands beside the same noun phrase."""
    best: Proof = ""
    if strangers_measured(p):
        return best
    pairs: list[tuple[Quantity, Quantity] | tuple[Date, Date]] = [*measured_apart(p), *dated_apart(p)]
    for x, y in pairs:
        mine, theirs = counted(p.a, x.end), counted(p.b, y.end)
        if mine and theirs and not meet(p, mine, theirs):
            continue
        if _bare_count(p, x, y) and not (mine and theirs):
            continue
        if _elliptic(p, x, y):
            return "sure"
        for a in _near(p.a, x.start, x.end):
            for b in _near(p.b, y.start, y.end):
                m = meet(p, a, b)
                got = _weigh(p, m, x, y) if m else ""
                if got == "sure":
                    return got
                best = best or got
    return "sure" if _rescheduled(p) or said_anew(p) else best


_COUNTERS = frozenset(map(stem, ("piece", "stück", "one", "bis", "every", "unit", "mal", "new", "last")))
"""Words that many counts have in common: alone they say nothing of what is counted."""
_FEW = 3
"""Words of a claim's own, at most, where one shared word is enough to say what both are about."""


def said_anew(p: Pair) -> bool:
    """In another talk the same thing has another amount, date or hour, though no word says that it changed."""
    apart = p.old.evidence[:1] and p.new.evidence[:1] and p.old.evidence[0].source != p.new.evidence[0].source
    kinds = {p.old.kind, p.new.kind}
    if not apart or not p.same_voice or not (kinds <= {"decision", "fact"} or kinds == {"goal"}) or done(p):
        return False
    anchor = p.shared - VAGUE - _COUNTERS
    met = [m for m in meetings(p) if m.new.head in anchor and not (m.narrowed and m.widened)]
    opens = anchor.issuperset(p.a.words[:1]) and p.a.words[:1] == p.b.words[:1] != ()
    led = anchor & p.a.leads & p.b.leads or any(m.weight > 1 for m in met) or _reckoned(p)
    if not (opens or (met and led)) or "self" in p.a.cues | p.b.cues or any(two_holders(p, m) for m in met[:1]):
        return False
    close = len(anchor) > 1 or (len(p.only_old) <= _FEW and len(p.only_new) <= _FEW)
    a, b = p.a.measures, p.b.measures
    if len(anchor) > 1 and any(dated_apart(p)):
        return True
    if a.quantities or b.quantities:
        return _reckoned(p) or (close and _one_amount(p, anchor))
    return close and len(a.times) == len(b.times) == 1 and a.times != b.times


def two_holders(p: Pair, m: Meeting) -> bool:
    """What is counted is counted of two things: the seats of the hall, the seats of the balcony."""
    a, b = p.a.theme, p.b.theme
    if not (a and b and definite(a) and definite(b)) or a == m.old or b == m.new:
        return False
    return meet(p, a, b) is None


def _apart(p: Pair) -> tuple[list[Quantity], list[Quantity]]:
    xs, ys = priced(p.a), priced(p.b)
    return [x for x in xs if not any(equal(x, y) for y in ys)], [y for y in ys if not any(equal(x, y) for x in xs)]


def _one_amount(p: Pair, anchor: frozenset[str]) -> bool:
    """Just one amount is another one."""
    xs, ys = _apart(p)
    if not len(xs) == len(ys) == 1 or xs[0].bound or ys[0].bound or xs[0].per != ys[0].per:
        return False
    if comparable(xs[0], ys[0]) and not any(measured_apart(p)):
        return False
    x, y = xs[0], ys[0]
    if not comparable(x, y):
        # "kept 30 days", "set to 14": of two words that both have, the bare number is of the same kind
        return len(anchor) > 1 and y.dim == "n" and not y.noun and bool(_SET_TO.search(p.new.text))
    nouns = {stem(w) for w in x.noun.split()} & {stem(w) for w in y.noun.split()}
    return x.dim != "n" or bool(nouns & anchor) or len(anchor) > 1


_SET_TO = re.compile(r"(?<!\w)(?:to|auf|now|jetzt|at|with|mit) (?:just |only |nur )?\d")


def _reckoned(p: Pair) -> bool:
    """Worked out anew: one factor is the same, and so is the unit of the outcome."""
    xs, ys = _apart(p)
    units = {(x.dim, x.per) for x in xs if x.dim != "n"} & {(y.dim, y.per) for y in ys if y.dim != "n"}
    once = {u for u in units if all(sum((q.dim, q.per) == u for q in side) == 1 for side in (xs, ys))}
    factor = len(xs) < len(priced(p.a)) and min(len(priced(p.a)), len(priced(p.b))) > 1
    rate = any(per and not dim.startswith("money") for dim, per in once)
    return bool(once) and (factor or rate)


def _bare_count(p: Pair, x: Quantity | Date, y: Quantity | Date) -> bool:
    """Two numbers without a unit, and nothing is said to change."""
    return not isinstance(x, Date) and not isinstance(y, Date) and x.dim == y.dim == "n" and not (told(p) or revised(p))


def _elliptic(p: Pair, x: Quantity | Date, y: Quantity | Date) -> bool:
    """The older gives a bare value, and what it was speaking of is what the newer has another value of."""
    if isinstance(x, Date) or isinstance(y, Date) or x.dim == "n" or any(_near(p.a, x.start, x.end)):
        return False
    spoken = p.a.topic & (p.b.phrased | p.b.topic) - VAGUE
    return (told(p) or revised(p)) and len(spoken) > 1 and len(p.a.measures.quantities) == 1


def _sorts_apart(p: Pair) -> bool:
    """Each speaks of its own sort of one kind: classification problems, area problems."""
    pairs = ((a, b) for a in p.a.phrases for b in p.b.phrases if a.head == b.head and len(a.head) > 3)
    return any(a.mods and b.mods and not a.mods & b.mods for a, b in pairs)


def _ties(p: Pair, m: Meeting) -> bool:
    """Something else that both are filed under, beside what meets."""
    return bool((p.a.topic & p.b.topic) - (m.old.mods & m.new.mods) - {m.old.head, m.new.head} - VAGUE)


def _rescheduled(p: Pair) -> bool:
    """One thing, on other days of the week."""
    mine, theirs = p.a.measures.weekdays, p.b.measures.weekdays
    m = one_theme(p)
    days = bool(mine and theirs and not mine & theirs)
    hours = m is not None and attribute(m.new.head) == "schedule" and m == one_theme(p)
    if hours and (mine, p.a.measures.times) != (theirs, p.b.measures.times):
        return bool(theirs or p.b.measures.times) and plain(p)
    return days and m is not None and not m.narrowed and plain(p) and (m.weight > 1 or told(p))


def _weigh(p: Pair, m: Meeting, x: Quantity | Date, y: Quantity | Date) -> Proof:
    others = len({n.old.head for n in meetings(p) if n.old.head != m.old.head and n.old.head not in VAGUE})
    theme_too = plain(p) and (about := one_theme(p)) is not None and about.old.head != m.old.head
    elsewhere = any(n.weight > 1 and n.old.head == m.old.head and n.new == m.new for n in meetings(p))
    specific = m.weight > 1 or others > 0 or theme_too or elsewhere or _ties(p, m)
    if (m.new.head in VAGUE and not specific) or (m.weight == 1 and _sorts_apart(p)):
        return ""
    new_value = told(p) or revised(p)
    if isinstance(x, Date) or isinstance(y, Date):
        moved = bool(REDATED.search(p.new.text)) or bool(p.b.cues & {"back", "correction"})
        same = (
            plain(p) and m == one_theme(p) and not (m.narrowed or m.widened) and "event" not in (p.old.kind, p.new.kind)
        )
        keyed = plain(p) and p.topics == "equal" and m.new.head not in VAGUE
        settled = (same and (m.weight > 1 or p.likeness >= 0.5)) or keyed
        specific = specific or len(p.shared - VAGUE) > 2
        return "sure" if settled or (specific and moved and not p.happened and not done(p)) else ""
    if "event" in (p.old.kind, p.new.kind) and not new_value:
        grown = y.value > x.value and m.weight > 1
        return "sure" if grown and p.old.kind == p.new.kind and not p.a.measures.dates else ""
    if x.dim == "n" and y.value < x.value and done(p) and not new_value:
        return "likely"  # what was done does not become less
    if x.dim == "n" and y.value > x.value and not m.narrowed and not p.b.measures.dates and _grows(p):
        return "sure"
    if new_value:
        return "sure" if specific or (plain(p) and m == one_theme(p)) else "likely"
    if "all" in (p.a.quantifier, p.b.quantifier):
        return ""
    if (
        plain(p)
        and m.new.head not in VAGUE
        and (not m.narrowed or (m.weight > 2 and not m.widened))
        and (p.topics == "equal" or one_theme(p) or len(p.shared) > 1)
    ):
        one_kind = (
            len(p.shared) > 1 or bool(attribute(m.new.head)) or p.topics == "equal" or p.a.label == p.b.label != ""
        )
        one_kind = one_kind and not p.a.topic - p.b.topic - p.b.all
        alone = len(priced(p.a)) == len(priced(p.b)) == 1 and x.dim != "n" and one_kind and m.new == subject(p.b)
        return "sure" if alone or m.weight > 1 or len(p.shared) > 1 else "likely"
    backed = any(n.weight > 1 and not n.narrowed and not n.widened for n in meetings(p))
    pinned = any(q.value >= 10 and q != x and equal(q, r) for q in p.a.measures.quantities for r in priced(p.b))
    close = (m.weight > 1 or backed or pinned) and not m.narrowed and not m.widened and p.likeness >= 0.3
    return "sure" if close else "likely" if specific else ""


_GROWS = re.compile(
    r"(?<!\w)(secured|completed|collected|gathered|logged|solved|practiced|finished|earned|recruited|raised|have)\s"
    r"(?:now |already )?(?:\d|over \d|two|three|four|five|six|seven|eight|nine|ten|twelve)",
    re.IGNORECASE,
)
"""What is counted up: a later, larger count takes the place of the earlier."""


def _grows(p: Pair) -> bool:
    """The same is counted up by the same deed."""
    mine, theirs = _GROWS.search(p.old.text), _GROWS.search(p.new.text)
    return bool(mine and theirs and mine[1].casefold() == theirs[1].casefold())


def announced(p: Pair) -> Proof:
    """The newer only gives the new value of a thing, and the older has a value of that thing: `my new budget is …`."""
    if not p.b.phrases or not p.same_voice or not _ANNOUNCES.match(p.new.text):
        return ""
    b = p.b.phrases[0]
    pairs: list[tuple[Quantity, Quantity] | tuple[Date, Date]] = [*measured_apart(p), *dated_apart(p)]
    for x, _ in pairs:
        for a in _near(p.a, x.start, x.end):
            m = meet(p, a, b)
            if m and not m.narrowed:
                return "sure" if b.head not in VAGUE or b.mods & a.mods else "likely"
    return ""


def points_back(p: Pair) -> bool:
    """Whether the newer may mean the older by a noun alone, `the new deadline`, said in the same conversation."""
    here = {e.source for e in p.new.evidence} & {e.source for e in p.old.evidence}
    return bool(here) and p.later and announced(p) == "likely"


_ANNOUNCES = re.compile(
    r"(?:my|our|the|meine?[mnrs]?|unsere?[mnrs]?|d(?:er|ie|as|em|en)|mon|ma|notre|nos|l[ea]) (?:\w+ )?(?:(?:(?-i:new)|"
    r"updated|revised|final|finali[sz]ed|increased|reduced|raised|lowered|extended|adjusted|corrected|rescheduled|"
    r"changed|shortened|neu|aktuell|geändert|erhöht|gekürzt|verschoben|endgültig|nouve)\w* |(?:\w+ ){1,5}is now )",
    re.IGNORECASE,
)


def done(p: Pair) -> bool:
    """The newer tells of something done that is no change of a value."""
    return _done(p.new.text)


def revised(p: Pair) -> bool:
    """The newer claim speaks of a value as new, raised, reached, rescheduled."""
    return _revised(p.new.text)


def strangers_measured(p: Pair) -> bool:
    """Each measures something with a name of its own, and nothing is said to change."""
    mine, theirs = names_of(p.a) & p.only_old, names_of(p.b) & p.only_new
    return bool(mine and theirs) and not told(p) and not revised(p)


@held(1024)
def _done(text: str) -> bool:
    return bool(DONE.search(text))


@held(1024)
def _revised(text: str) -> bool:
    return bool(REVISED.search(text))
