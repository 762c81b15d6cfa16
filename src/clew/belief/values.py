"""What two claims measure, side by side: which numbers, dates and times meet, and whether they agree."""

from collections.abc import Set
from dataclasses import replace

from clew.belief.slots import Frame, stem
from clew.text.measure import Date, Quantity, equal, within


def measured(f: Frame) -> bool:
    """Whether a claim holds any number, date or time."""
    m = f.measures
    return bool(m.quantities or m.dates or m.times or m.weekdays)


def numbers(f: Frame) -> frozenset[str]:
    """Numbers of a claim in the form in which denials name them."""
    return frozenset(f"{q.dim}:{q.value:g}" for q in f.measures.quantities)


def priced(f: Frame) -> tuple[Quantity, ...]:
    """Quantities of a claim; where its slot is a price, a bare number is money of a currency that was not said."""
    if f.label not in ("price", "budget"):
        return f.measures.quantities
    return tuple(replace(q, dim="money", noun="") if q.dim == "n" and q.value > 1 else q for q in f.measures.quantities)


def comparable(x: Quantity, y: Quantity) -> bool:
    """Whether two quantities measure the same in the same way."""
    if x.dim == y.dim:
        return same_noun(x, y)
    dims = {x.dim, y.dim}
    money = all(d.startswith("money") for d in dims) and "money" in dims
    # "3 euro a bowl" and "4 a bowl"
    return money or ("n" in dims and bool(x.per) and x.per == y.per)


def rivals(xs: tuple[Quantity, ...], ys: tuple[Quantity, ...]) -> bool:
    """Whether one figure stands against one, of which one may leave out what it measures: `38 boxes`, `60`."""
    one, other = _whole(xs), _whole(ys)
    if one is None or other is None:
        return False
    x, y = one, other
    bare = any(q.dim == "n" and not q.noun for q in (x, y))
    return (bare or comparable(x, y)) and x.value != y.value and not equal(x, y)


def _whole(qs: tuple[Quantity, ...]) -> Quantity | None:
    """The one figure of a claim; hours and minutes are one."""
    time = [q for q in qs if q.dim == "time"]
    beside = [q for q in qs if q.dim != "time" and (q.dim != "n" or q.noun)]
    if time and not beside:
        minutes = sum(q.value * 60 for q in qs if q.dim == "n" and not q.noun)  # "3 hours 40"
        return replace(time[0], value=sum(q.value for q in time) + minutes)
    return qs[0] if len(qs) == 1 else None


def same_noun(x: Quantity, y: Quantity) -> bool:
    """Whether two counts count one kind of thing."""
    if x.dim != "n" or not x.noun or not y.noun:
        return True
    return bool({stem(w) for w in x.noun.split()} & {stem(w) for w in y.noun.split()})


def quantities(xs: tuple[Quantity, ...], ys: tuple[Quantity, ...]) -> list[str]:
    """One verdict for each quantity that the other side has a rival for; `apart` when there is none."""
    out: list[str] = []
    lonely = 0
    # what both name settles itself; of the rest, only one against one can be compared
    mine = [x for x in xs if not any(comparable(x, y) and equal(x, replace(y, dim=x.dim)) for y in ys)]
    theirs = [y for y in ys if not any(comparable(x, y) and equal(x, replace(y, dim=x.dim)) for x in xs)]
    # among several numbers nobody can say which is which
    many = max(len(xs), len(ys)) > 1
    for x in xs:
        rivals = [replace(y, dim=x.dim) for y in ys if comparable(x, y) and not (many and _bare(x, y))]
        if not rivals:
            lonely += 1
        elif any(equal(x, y) and x.bound == y.bound for y in rivals):
            out.append("equal")
        elif any(within(x, y) for y in rivals):
            out.append("within")
        elif _one_to_one(x, mine, theirs):
            out.append("differ")
    # both measure, and nothing that could be compared
    return out or (["apart"] if lonely and ys else [])


def _one_to_one(x: Quantity, mine: list[Quantity], theirs: list[Quantity]) -> bool:
    return sum(comparable(x, q) for q in mine) == 1 and sum(comparable(x, q) for q in theirs) == 1


def _bare(x: Quantity, y: Quantity) -> bool:
    return x.dim == y.dim == "n" and not (x.noun and y.noun) and x.value != y.value


def dates(xs: tuple[Date, ...], ys: tuple[Date, ...]) -> str:
    """`equal` or `differ` on the finest level that both have: days with days, years with years; empty without one."""
    finest = [next(n for n in ("day", "month", "year") if getattr(d, n)) for d in (*xs[:1], *ys[:1])]
    if len(finest) == 2 and finest[0] != finest[1] and len(xs) == len(ys) == 1:
        return "" if xs[0].agrees(ys[0]) else "differ"
    for level in ("day", "month", "year"):
        a = [d for d in xs if getattr(d, level)]
        b = [d for d in ys if getattr(d, level)]
        if a and b:
            return "equal" if all(any(x.agrees(y) for y in b) for x in a) else "differ"
    return ""


def sides(xs: tuple[Date, ...], ys: tuple[Date, ...]) -> bool:
    """Whether one period ends where the other begins, or before."""
    return any(x.side == "<" and y.side == ">" and x.key <= y.key for x in xs for y in ys)


def sets(a: Set[object], b: Set[object]) -> str:
    """`equal` or `differ` when both sides have something."""
    if not a or not b:
        return ""
    return "equal" if a == b else "differ"


def dimensions(f: Frame) -> frozenset[str]:
    """What a claim measures: money, time, a date, a count."""
    found = {q.dim.partition(":")[0] for q in f.measures.quantities}
    found |= {"date"} if f.measures.dates or f.measures.weekdays else set()
    return frozenset(found | ({"clock"} if f.measures.times else set()))
