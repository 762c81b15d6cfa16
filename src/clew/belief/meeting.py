"""Whether two claims speak of one thing: noun phrases that meet head to head, and what tells things apart."""

from typing import Literal, NamedTuple, TypeAlias

from clew.belief.compare import CHANGES, Pair
from clew.belief.phrase import VERBS, Phrase
from clew.belief.slots import Frame, attribute, stem
from clew.belief.traits import FILLER
from clew.belief.values import dates, priced, quantities, sets
from clew.core.held import held
from clew.text import regex as re
from clew.text import words
from clew.text.units import MONTHS

Proof: TypeAlias = Literal["sure", "likely", ""]
"""How well the words show that two claims fill one slot."""


class Meeting(NamedTuple):
    """Two noun phrases that name one thing."""

    old: Phrase
    new: Phrase
    weight: int
    """1 for the head and 1 for each qualifier that both have."""
    narrowed: bool
    """The newer is qualified in a way that the older claim says nothing of."""
    widened: bool
    """The older is qualified in a way that the newer claim says nothing of."""


def meet(p: Pair, old: Phrase, new: Phrase) -> Meeting | None:
    """The meeting of two phrases; None where heads differ or each has a qualifier of its own."""
    if not _one_word(old.head, new.head):
        return _through(old, new)
    mine, theirs = old.mods - new.mods - p.b.all - p.b.denied, new.mods - old.mods - p.a.all - p.b.denied
    if (mine and theirs) or (old.mods and new.mods and not old.mods & new.mods and (mine or theirs)):
        return None
    return Meeting(old, new, 1 + len(old.mods & new.mods), bool(theirs), bool(mine))


def _through(old: Phrase, new: Phrase) -> Meeting | None:
    """The meeting of a thing and an attribute of it: "missing samples", "missing samples limit"."""
    if attribute(new.head) and old.head in new.mods and _beside(old, new):
        return Meeting(old, new, 1 + len(old.mods & new.mods), bool(new.mods - old.all), bool(old.mods - new.mods))
    if attribute(old.head) and old.head in new.mods and not attribute(new.head):
        rest = new.mods - {old.head}
        return Meeting(old, new, 1 + len(old.mods & rest), bool(rest - old.all), bool(old.mods))  # "budget allocation"
    if attribute(old.head) and new.head in old.mods and _beside(new, old):
        return Meeting(old, new, 1 + len(old.mods & new.mods), bool(new.mods - old.mods), bool(old.mods - new.all))
    return None


def _beside(thing: Phrase, slot: Phrase) -> bool:
    """Whether the slot is of this thing: they share a qualifier, or the slot has none of its own."""
    return bool(thing.mods & slot.mods) or slot.mods - {thing.head} <= thing.mods


def _one_word(a: str, b: str) -> bool:
    if a == b:
        return True
    short, long = sorted((a, b), key=len)
    if len(short) > 4 and len(long) - len(short) <= 2 and long.startswith(short):
        return True  # "Solist", "Solistin"
    return len(short) > 4 and len(long) > 7 and long.endswith(short)


@held(8)
def meetings(p: Pair) -> tuple[Meeting, ...]:
    """Every meeting of a phrase of the older with one of the newer claim, the closest first."""
    found = [m for a in p.a.phrases for b in p.b.phrases if (m := meet(p, a, b))]
    return tuple(sorted(found, key=lambda m: (m.narrowed or m.widened, -m.weight)))


def subject(f: Frame) -> Phrase | None:
    """The phrase that a claim is about."""
    return f.theme


def one_theme(p: Pair) -> Meeting | None:
    """The meeting of what both are about."""
    a, b = subject(p.a), subject(p.b)
    return meet(p, a, b) if a and b else None


def names_of(f: Frame) -> frozenset[str]:
    """Stems of the names in a claim."""
    return _stems(f.names)


@held(1024)
def _stems(names: frozenset[str]) -> frozenset[str]:
    return frozenset(map(stem, names))


def told(p: Pair) -> bool:
    """The newer says that something is no longer as it was."""
    return bool(p.b.cues & CHANGES) or p.new.act == "switch"


def plain(p: Pair) -> bool:
    """Neither is told in the first person: their subjects are the things themselves."""
    return "first" not in p.a.cues | p.b.cues


@held(1024)
def copular(text: str) -> bool:
    """Whether a text says what something is."""
    return bool(_COPULA.search(text))


_COPULA = re.compile(r"(?<!\w)(?:is|are|ist|sind|est|sont|es|son)(?!\w)|[:=]", re.IGNORECASE)


def definite(x: Phrase) -> bool:
    """Whether a phrase names the one of its kind."""
    return x.lead in _DEFINITE


_DEFINITE = frozenset((
    "the", "our", "my", "der", "die", "das", "den", "dem", "unser", "unsere", "unserem", "unseren", "mein", "meine",
    "le", "la", "les", "l", "notre", "nos", "mon", "ma", "el", "los", "las",
))  # fmt: skip


def numbered_apart(p: Pair) -> bool:
    """Each names a numbered thing, and none of the numbers is one."""
    a, b = numbered(p.old.text), numbered(p.new.text)
    common = a.keys() & b.keys()
    if not common or any(a[k] == b[k] for k in common):
        return False
    about = {x.head for x in (subject(p.a), subject(p.b)) if x}
    # a number that is itself the value stands apart from the thing, and is said to change
    return len(common) > 1 or not told(p) or bool(common & about)


_NUMBERED = re.compile(
    r"(?<!\w)([^\W\d_]{3,})\s(?:#|no\.\s?|nr\.\s?)?(\d{1,6}[a-z]?)"
    r"(?=$|[.,;:!?)](?:\s|$)|\s(?:for|to|on|in|at|of|is|was|are|has|and|or|with|from|für|auf|zu|ist|pour|para|uses?)\s)"
)


@held(1024)
def numbered(text: str) -> dict[str, str]:
    """Nouns that a number tells from others of their kind: service 7, step 3."""
    found = ((words.fold(m[1]), m[2]) for m in _NUMBERED.finditer(text))
    names = [(stem(w), n) for w, n in found if w not in FILLER | VERBS and w not in MONTHS]
    return {w: n for w, n in names if not attribute(w)}


def named_apart(p: Pair) -> bool:
    """What they are about goes by different names."""
    if p.names_old_value:
        return False
    a, b = subject(p.a), subject(p.b)
    mine = (a.all if a else frozenset()) & names_of(p.a)
    theirs = (b.all if b else frozenset()) & names_of(p.b)
    return bool(mine and theirs and not mine & theirs)


VAGUE = frozenset(
    stem(w)
    for w in (
        *("time", "day", "week", "month", "year", "hour", "percent", "problem", "number", "total", "deadline", "date"),
        *("meeting", "price", "schedule", "quantity", "step", "duration", "project", "example", "issue"),
    )
)
"""Words that many things have in common: alone they name nothing."""


def one_thing(p: Pair) -> bool:
    """The things of their slots have one head, and one names no more than the other qualifies."""
    a, b = p.a.thing, p.b.thing
    if not a or not b:
        return False
    return a[-1] == b[-1] and (set(a) <= set(b) or set(b) <= set(a)) and not qualified(p)


def spelled(p: Pair) -> bool:
    """The thing of one, in two words or more, stands in the words of the other."""
    a, b = set(p.a.thing), set(p.b.thing)
    return (len(a) > 1 and a <= p.b.bag) or (len(b) > 1 and b <= p.a.bag)


def qualified(p: Pair) -> bool:
    """The newer claim is about a narrower thing of the same name."""
    fresh = set(p.b.thing) - set(p.a.thing) - p.a.all
    return bool(fresh) and set(p.a.thing) < set(p.b.thing)


def holds_thing(p: Pair) -> bool:
    """The thing of one slot is spoken of in the words of the other claim."""
    # a thing that the claim itself does not speak of was only the subject of the talk
    a, b = set(p.a.thing) & p.a.all, set(p.b.thing) & p.b.all
    if a and b and not a & b and p.likeness < 0.3:
        return False
    a, b = a - p.old_names, b - p.new_names
    return bool((a and a <= p.b.all) or (b and b <= p.a.all))


def hard_values(p: Pair) -> bool:
    """Something other than a bare number differs: money, a duration, a date, a time of day."""
    a, b = p.a.measures, p.b.measures
    mine = tuple(q for q in priced(p.a) if q.dim != "n")
    theirs = tuple(q for q in priced(p.b) if q.dim != "n")
    dated = dates(a.dates, b.dates), sets(set(a.times), set(b.times))
    return "differ" in (*quantities(mine, theirs), *dated)


def swapped(p: Pair) -> bool:
    """Alike but for one stretch of words on each side."""
    common = p.shared - p.a.topic
    return p.likeness >= 0.4 and bool(p.only_old and p.only_new and (common or len(p.a.topic) > 1))


def spoken_of(p: Pair) -> bool:
    """Both texts set out from a word of the topic they share."""
    common = p.a.topic & p.b.topic
    return bool(common & p.a.leads and common & p.b.leads)
