"""Same, related, different or unsure: two names of things, told by rules and never by how alike they look.

Order: hard gates (type, numbers, opposed words, titles, given names), then whether one name is a form of the other,
then what is said around them. Only a form of the name joins; surroundings can at most ask a person.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Literal, TypeAlias

from clew.core.held import held
from clew.kin import table, types
from clew.kin.forms import Name, initials, name, numbered, squeezed, threaded
from clew.kin.latin import scripted
from clew.text import words
from clew.text.words import fold

Answer = Literal["same", "related", "different", "unsure"]
ANSWERS: tuple[Answer, ...] = ("same", "related", "different", "unsure")
_LINKS = frozenset(("in", "im", "at", "am", "of", "von", "der", "des", "for", "für", "on", "auf", "by", "with", "mit"))
"""Small words that tie what stands before them to another thing."""
_SHORTEST = 3
"""Letters of an acronym that joins by itself; a shorter one has too many readings."""


_NEAR = 0.75
"""Share of letters from which two names are easily confused."""
_HOMONYMS = frozenset(("Person", "Place", "Event"))
"""Classes in which many things have one name."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A name with what is known of what it names."""

    said: str
    type: str = ""
    """As written; empty where nothing says it."""
    about: str = ""
    """Words it is mentioned in or described by."""
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    """Ids of the sources those words are from."""

    @property
    def name(self) -> Name:
        """The name taken apart."""
        return name(self.said)


@dataclass(frozen=True, slots=True)
class Opinion:
    """An answer with its ground, in words, and the form of name it rests on."""

    answer: Answer
    ground: str
    form: str = ""
    """How one name is a form of the other: `equal`, `acronym`, `part`, …; empty where it is none."""
    shared: int = 0
    """Distinct words of meaning that stand around both."""
    predicate: str = ""
    """What ties the first to the second, where they are related and that is known."""


Judge: TypeAlias = Callable[[Thing, Thing], Opinion]


def judge(a: Thing, b: Thing) -> Opinion:
    """What the rules make of two names; the answer does not depend on their order."""
    first, second = a.name, b.name
    if not first.words or not second.words:
        return Opinion("different", "a name without letters")
    form = _listed(a, b) or form_of(first, second)
    barred = gate(a, b)
    if barred:
        return Opinion(barred[0] if form or _kin(first, second) else "different", barred[1], form)
    if form:
        return _by_form(form, a, b)
    return _by_surroundings(a, b)


def twice(one: Judge, a: Thing, b: Thing) -> Opinion:
    """The answer in both orders; where they differ nobody is sure."""
    there, back = one(a, b), one(b, a)
    if there.answer == back.answer:
        return there
    return Opinion("unsure", f"in one order {there.answer}, in the other {back.answer}", there.form, there.shared)


def gate(a: Thing, b: Thing) -> tuple[Answer, str] | None:
    """What rules out that two names are of one thing, with the answer it leaves."""
    first, second = a.name, b.name
    if not types.compatible(a.type, b.type):
        return "different", f"one is a {a.type}, the other a {b.type}"
    if _coded(a.said) and _coded(b.said) and first.joined != second.joined:
        return "related", "identifiers that differ in a letter"
    if _numbered(first, second):
        return "related", "their numbers or versions differ"
    if first.years and second.years and first.years != second.years:
        return "related", "their years differ"
    if _opposed(first, second):
        return "related", "they are told apart by opposed words"
    if first.note and second.note and first.note != second.note:
        return "different", f"one is qualified by {first.note}, the other by {second.note}"
    places = _place(a), _place(b)
    if first.key == second.key and all(places) and places[0] != places[1]:
        return "different", f"one is in {places[0]}, the other in {places[1]}"
    if _gendered(first, second):
        return "related", "they are addressed as a man and as a woman"
    if _given(first, second):
        return "related", "they share a family name and have different given names"
    return None


def confusable(one: str, other: str) -> bool:
    """Whether two names are easily taken for each other: they share a word, or most of their letters."""
    first, second = name(one), name(other)
    longer = {word for word in first.words if len(word) > _SHORTEST} & set(second.words)
    part = form_of(first, second) in ("part", "begins") and min(len(first.words), len(second.words)) == 1
    if part or first.key == second.key or not (first.words and second.words):
        return False
    near = SequenceMatcher(None, first.joined, second.joined, autojunk=False).ratio() >= _NEAR
    whole = min(len(first.words), len(second.words)) > 1  # a single word may be the other misspelt
    return bool(longer) or (whole and first.joined[0] == second.joined[0] and near)


def alike(one: str, other: str) -> bool:
    """Whether two names have the same letters, or all but one."""
    first, second = name(one).joined, name(other).joined
    close = SequenceMatcher(None, first, second, autojunk=False).ratio() >= 1 - 1 / max(len(first), len(second), 1)
    return first == second or (first[:1] == second[:1] and close)


def _coded(said: str) -> bool:
    """Whether a name is an identifier of a program."""
    return "_" in said and len(said.split()) == 1


def form_of(a: Name, b: Name) -> str:
    """How one name is a form of the other; empty where it is none."""
    short, long = sorted((a, b), key=lambda n: (len(n.joined), n.key))
    if a.key == b.key:
        return "equal"
    if a.joined == b.joined:
        return "joined"
    if _counted(a, b):
        return "number"
    if a.bare == b.bare and a.words != b.words and a.marks == b.marks:
        return "kind"
    for others in (table.PLACES, table.PRODUCTS):
        if others.get(a.key, a.key) == others.get(b.key, b.key):
            return "other name"
    if len(short.words) == 1 and short.joined in long.shorts:
        return "acronym"
    if len(short.words) == 1 and any(c.isdigit() for c in short.joined) and short.joined == long.numeronym:
        return "numeronym"
    return _person_form(a, b) or _cut_form(short, long) or _script_form(a, b)


def _counted(a: Name, b: Name) -> bool:
    """Whether two names differ in the number of their common noun alone: `API key`, `API keys`."""
    if len(a.words) != len(b.words) or a.words[:-1] != b.words[:-1]:
        return False
    # "Brand" and "Brands" are two families
    return numbered(a.words[-1], b.words[-1]) and all(n.said.split()[-1].islower() for n in (a, b))


def _person_form(a: Name, b: Name) -> str:
    """Forms of a person's name: a short given name, initials before the family name."""
    if len(a.words) > 1 and len(b.words) > 1 and a.words[-1] == b.words[-1]:
        one, other = a.words[0], b.words[0]
        if one == other or _nick(one, other):
            known = one in table.NICKNAMES or other in table.NICKNAMES
            return ("nickname" if known else "middle") if _within(a.words[1:-1], b.words[1:-1]) else ""
        if one[0] == other[0] and 1 in (len(one), len(other)):
            return "initial"
    if len(a.words) == len(b.words) == 1 and _nick(a.words[0], b.words[0]):
        return "given"
    short, long = sorted((a, b), key=lambda n: len(n.words))
    if len(short.words) == 1 and 1 < len(short.joined) <= 3 and len(long.words) > 1 and not short.marks:
        return "initials" if initials(long.words) == short.joined else ""
    return ""


def _within(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether middle names can be of one person: one leaves them out, or each is the other or its initial."""
    short, long = sorted((one, other), key=len)
    alike = (x == y or (x[0] == y[0] and 1 in (len(x), len(y))) for x, y in zip(short, long, strict=False))
    return all(alike) and (not short or len(short) == len(long))


def _nick(one: str, other: str) -> bool:
    return bool(table.NICKNAMES.get(one, frozenset()) & table.NICKNAMES.get(other, frozenset()))


def _cut_form(short: Name, long: Name) -> str:
    """Forms that leave something out: words in front, words behind, the ends of words."""
    if short.words == long.words[-len(short.words) :]:
        # "orders" is no short form of "pre-orders", nor "harbour" of "mouth of the harbour"
        own = f"-{short.words[0]}" in fold(long.said) or not set(long.words[: -len(short.words)]).isdisjoint(_LINKS)
        return "" if own else "part"
    if short.words == long.words[: len(short.words)]:
        rest = long.words[len(short.words) :]
        placed = rest[0] in _LINKS
        return "part" if placed or all(word in long.years for word in rest) else "begins"
    if len(short.words) == len(long.words) and all(map(_abridged, short.words, long.words)):
        return "abridged"
    if len(short.words) == 1 and len(long.words) > 1 and squeezed(short.joined, long.words):
        return "squeezed"
    one = len(short.words) == len(long.words) == 1
    longer = len(short.joined) > _SHORTEST and len(long.joined) - len(short.joined) > 2
    if one and longer and long.joined.endswith(short.joined):
        return "tail"
    return "threaded" if one and 1 < len(short.joined) <= 4 and threaded(short.joined, long.joined) else ""


def _abridged(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) >= _SHORTEST and short.isalpha() and long.startswith(short))


def _script_form(a: Name, b: Name) -> str:
    """The same sound in two scripts."""
    return "script" if scripted(a.key) != scripted(b.key) and a.sound == b.sound else ""


def _by_form(form: str, a: Thing, b: Thing) -> Opinion:
    shared = len(_shared(a, b))
    stated = types.known(a.type) and types.known(b.type)
    if form in ("equal", "joined", "kind", "alias") and not types.alike(a.type, b.type):
        return Opinion("unsure", f"one name, but a {a.type} and a {b.type}", form, shared)
    if bool(a.name.note) != bool(b.name.note) and form != "alias":
        return Opinion("unsure", "only one of them is qualified", form, shared)
    if form == "equal" and stated and a.about and b.about and not shared and types.classed(a.type) in _HOMONYMS:
        return Opinion("unsure", "one name, and nothing around both that says it is one thing", form, shared)
    lengths = sorted((len(a.name.joined), len(b.name.joined)))
    sure = {
        "equal": True,
        "alias": True,
        "joined": lengths[0] > _SHORTEST,
        "number": True,
        "kind": stated,
        "nickname": True,
        "middle": "Person" == types.classed(a.type) == types.classed(b.type),
        "other name": lengths[0] > 1 or (stated and types.alike(a.type, b.type)),
        "acronym": (lengths[0] >= _SHORTEST or (stated and any(c.isdigit() for c in a.said + b.said)))
        and types.alike(a.type, b.type)
        and "Person" not in (types.classed(a.type), types.classed(b.type)),
        "numeronym": types.alike(a.type, b.type),
        "abridged": bool(a.name.marks) and a.name.marks == b.name.marks,
        "script": len(a.name.sound) > _SHORTEST + 1,
    }.get(form, False)
    return Opinion("same" if sure else "unsure", _GROUNDS[form], form, shared)


_GROUNDS = {
    "equal": "the same name",
    "alias": "one is a listed alias of the other",
    "number": "the same common noun, one or several",
    "joined": "the same letters, spaced in another way",
    "kind": "the same name with a word for what it is",
    "nickname": "a short form of the given name before the same family name",
    "middle": "the same name with words left out in the middle",
    "other name": "two known names of one thing",
    "acronym": "the first letters of the other's words",
    "numeronym": "first and last letter with the number of letters between",
    "abridged": "the same words cut short",
    "script": "the same sound in two scripts",
    "initial": "an initial before the same family name",
    "initials": "the initials of the other name",
    "given": "a short form of the other given name",
    "part": "the other name without the words in front",
    "begins": "the beginning of the other name",
    "squeezed": "made of the beginnings of the other's words",
    "tail": "the end of the other name, as compounds are cut short",
    "threaded": "letters of the other name in their order",
}


def _by_surroundings(a: Thing, b: Thing) -> Opinion:
    """Names that share no form: what is said around them may ask a person, never join."""
    shared = _shared(a, b)
    first, second = a.name, b.name
    if _kin(first, second):
        return Opinion("related", "named alike, told apart by a word", "", len(shared))
    if _mentions(a.about, second) or _mentions(b.about, first):
        return Opinion("related", "one is spoken of beside the other", "", len(shared))
    typed = types.known(a.type) and types.known(b.type) and types.alike(a.type, b.type)
    if typed and shared:
        return Opinion("unsure", f"both are spoken of with {', '.join(sorted(shared)[:4])}", "", len(shared))
    return Opinion("different", "nothing joins them", "", len(shared))


def _kin(a: Name, b: Name) -> bool:
    """Whether two names share their last word or their beginning: siblings, versions, part and whole."""
    if a.words[-1] == b.words[-1] or a.words[0] == b.words[0]:
        return True
    return a.marks != b.marks and _lettered(a) == _lettered(b) != ""


def _lettered(one: Name) -> str:
    return "".join(c for c in one.joined if not c.isdigit())


def _mentions(text: str, other: Name) -> bool:
    return bool(text) and f" {other.key} " in _flat(text)


@held(8192)
def _flat(text: str) -> str:
    """The folded words of a text in one line."""
    return f" {' '.join(words.terms(text))} "


@held(8192)
def _meaning(text: str) -> Mapping[str, str]:
    """Words of meaning by their stem."""
    return {words.stem(w): w for w in words.content(text) if len(w) > 1}


def _shared(a: Thing, b: Thing) -> frozenset[str]:
    """Words of meaning that stand around both in some form, without the names themselves."""
    one, other = _meaning(a.about), _meaning(b.about)
    own = {words.stem(w) for w in (*a.name.words, *b.name.words)}
    return frozenset(min(one[stem], other[stem]) for stem in one.keys() & other.keys() - own)


def _listed(a: Thing, b: Thing) -> str:
    """`alias` where one names the other among its aliases."""
    keys = {a.name.key}, {b.name.key}
    others = {name(x).key for x in a.aliases}, {name(x).key for x in b.aliases}
    return "alias" if others[0] & keys[1] or others[1] & keys[0] else ""


def _numbered(a: Name, b: Name) -> bool:
    """Whether numbers tell two names apart: both have some, or one is the other with a number.

    Numbers inside an acronym, a numeronym or another known name of the thing do not.
    """
    if a.marks == b.marks or any(x.get(a.key, a.key) == x.get(b.key, b.key) for x in (table.PLACES, table.PRODUCTS)):
        return False
    short, long = sorted((a, b), key=lambda n: len(n.joined))
    if len(short.words) == 1 and (short.joined in long.shorts or short.joined == long.numeronym):
        return False
    return bool(a.marks and b.marks) or bool(form_of(a, b)) or _kin(a, b)


def _opposed(a: Name, b: Name) -> bool:
    only = set(a.words) - set(b.words), set(b.words) - set(a.words)
    return any(frozenset((x, y)) in table.OPPOSED for x in only[0] for y in only[1])


def _place(thing: Thing) -> str:
    """The place that follows a name in its surroundings: `Springfield, Illinois`."""
    text = f" {thing.about} "
    at = text.find(f" {thing.said}, ")
    rest = text[at + len(thing.said) + 3 :].split() if at >= 0 else []
    said = rest[0].strip(".,;:") if rest and rest[0][:1].isupper() else ""
    return fold(said)


def _gendered(a: Name, b: Name) -> bool:
    men, women = (bool(n.titles & table.MALE) for n in (a, b)), (bool(n.titles & table.FEMALE) for n in (a, b))
    (he, other_he), (she, other_she) = men, women
    return (he and other_she) or (she and other_he)


def _given(a: Name, b: Name) -> bool:
    """Whether two names of persons have one family name and given names that are no forms of each other."""
    if min(len(a.words), len(b.words)) < 2 or a.words[-1] != b.words[-1] or a.words == b.words:
        return False
    one, other = a.words[0], b.words[0]
    initial = one[0] == other[0] and 1 in (len(one), len(other))
    same = one == other or one in b.words or other in a.words
    both = one in table.NICKNAMES and other in table.NICKNAMES
    return both and not (initial or same or _nick(one, other))


@dataclass(slots=True)
class Remembered:
    """Judgements that stand whatever the rules say, by both names: kept both ways."""

    same: set[frozenset[str]] = field(default_factory=set)
    different: set[frozenset[str]] = field(default_factory=set)
    joined: set[frozenset[str]] = field(default_factory=set)
    """Those of `same` that somebody decided: they join whole groups."""
    careful: set[frozenset[str]] = field(default_factory=set)
    """Those of `joined` that a machine decided: they join no groups that a gate keeps apart."""
    foremost: set[str] = field(default_factory=set)
    """Names by which a thing goes because a person said so."""

    def answer(self, a: str, b: str) -> Answer | None:
        """What was decided about two keys."""
        pair = frozenset((a, b))
        return "same" if pair in self.same else "different" if pair in self.different else None
