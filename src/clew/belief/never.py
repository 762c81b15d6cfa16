"""One says that something was never done; the other tells that it was: a contradiction that no time settles."""

from clew.belief.compare import Pair
from clew.belief.meeting import VAGUE, meet, names_of
from clew.core.held import held
from clew.text import regex as re
from clew.text import words
from clew.text.moment import later

_NEVER = re.compile(
    r"(?<!\w)(?:never|nie(?:mals)?|jamais|nunca)\s(?:really |actually |even |yet |ever |been )?"
    r"(?P<deed>\w+)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_OR = re.compile(r"(?<!\w)(?:or|oder|ou|o)\s(?P<deed>\w+(?:ed|en)|met|read|sent)(?!\w)", re.IGNORECASE)
_USES = frozenset(("use", "try", "benutz", "utilis"))
_BASES = {
    **dict.fromkeys(("used", "using", "uses"), "use"), **dict.fromkeys(("tried", "trying", "tries"), "try"),
    "felt": "feel", "met": "meet", "been": "be", "sent": "send", "taken": "take", "took": "take", "written": "write",
    "wrote": "write", "bought": "buy", "made": "make", "given": "give", "gave": "give", "seen": "see", "saw": "see",
    "had": "have", "spoken": "speak", "spoke": "speak", "won": "win", "built": "build", "held": "hold", "paid": "pay",
}  # fmt: skip
_AHEAD = re.compile(
    r"(?<!\w)(?:\w+['’]ll|(?<!my )(?<!a )(?<!the )will|gonna|going to|plan(?:s|ning)? to|want|"
    r"would|could|should|might|need|hope|let['’]s|"
    r"consider\w*|invit\w+ me|suggest(?:s|ed)?|recommend(?:s|ed)?|always|prepar\w+|start with|go with|improve|"
    r"werde|möchte|vais)(?!\w)",
    re.IGNORECASE,
)
"""What is ahead, wanted or proposed: no deed yet."""
_TELLS = frozenset(("fact", "event", "decision"))


def denied(p: Pair) -> bool:
    """One of two claims by one person says never of a deed that the other tells of."""
    if ("never" in p.a.cues) == ("never" in p.b.cues) or not p.same_voice or not {p.old.kind, p.new.kind} <= _TELLS:
        return False
    swapped = "never" in p.b.cues
    one, other = (p.b, p.a) if swapped else (p.a, p.b)
    said, told = (p.new.text, p.old.text) if swapped else (p.old.text, p.new.text)
    if "first" not in other.cues or "negative" in other.cues or _ahead(told) or (not swapped and _since(p)):
        return False
    deeds, start = _deeds(said)
    same = bool(deeds & _acts(told))
    objects = [x for x in one.phrases if x.start >= start - 1 and not (_root(x.head) in deeds and not x.mods)]
    if not objects:
        return False
    first = objects[0]
    met = [x for x in other.phrases if x.head == first.head and meet(p, *((x, first) if swapped else (first, x)))]
    if any(x.mods & first.mods for x in met):
        return True
    alike = first.head in other.heads and not (first.head in VAGUE and first.mods)
    if same and (met or alike):
        return True
    named = {w for x in objects for w in x.all} & names_of(one) & names_of(other)
    apart = any(named - x.all for x in met)
    return bool(named) and (apart or bool(deeds & _USES) or (same and first.head in named))


def _since(p: Pair) -> bool:
    """What had never been when it was said, and came about on a later day."""
    days = [d for d in p.b.measures.dates if d.day and d.month]
    return bool(p.changed or (days and later(p.new, p.old) and _after(days[0].month, days[0].day, p.old.asserted_at)))


def _after(month: int, day: int, at: str | None) -> bool:
    return bool(at) and f"{month:02d}-{day:02d}" > (at or "")[5:10]


@held(1024)
def _deeds(text: str) -> tuple[frozenset[str], int]:
    """Stems of what was never done, and where its objects begin."""
    found = _NEVER.search(text)
    if not found:
        return frozenset(), len(text)
    also = [m["deed"] for m in _OR.finditer(found["rest"])]
    return frozenset(_root(w) for w in (found["deed"], *also)), found.end("deed")


@held(1024)
def _acts(text: str) -> frozenset[str]:
    return frozenset(_root(w) for w in re.findall(r"[^\W\d_]+", text))


def _root(word: str) -> str:
    folded = words.fold(word)
    return _BASES.get(folded) or words.stem(folded)[:6]


@held(1024)
def _ahead(text: str) -> bool:
    return bool(_AHEAD.search(text))
