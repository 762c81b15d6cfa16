"""Positive evidence that two claims fill one slot of one thing: what a rule needs before it may replace a claim.

A shared topic word proves nothing. What counts is that noun phrases meet head to head, that nothing which tells
things apart (a qualifier, a number, a name) differs, and that the newer words say that something changed or give
another value of the same kind.
"""

from collections.abc import Callable

from clew.belief.amount import announced, dated_apart, done, measured_apart, revalued, revised, strangers_measured
from clew.belief.compare import Pair
from clew.belief.match import corrected, disowned, instead, repriced, succeeded
from clew.belief.meeting import (
    VAGUE,
    Proof,
    copular,
    definite,
    meet,
    meetings,
    named_apart,
    names_of,
    numbered_apart,
    plain,
    subject,
    told,
)
from clew.belief.phrase import Phrase
from clew.belief.renewal import declared, passed_on, renewed
from clew.belief.slots import Frame, attribute, stems
from clew.belief.traits import PURPOSE, REDATED
from clew.belief.values import dimensions, measured, priced
from clew.core.held import held
from clew.text import regex as re


def proof(p: Pair) -> Proof:
    """The best evidence that both fill one slot."""
    aside = attained(p)
    if (aside and not any(dated_apart(p))) or fragment(p) or {p.old.kind, p.new.kind} & _NO_SLOT:
        return ""
    found = [] if numbered_apart(p) or _other_day(p) or _other_case(p) or side_by_side(p) else [renewed(p)]
    if side_by_side(p):
        found += [rule(p) for rule in (replaced, dropped, handed_on)]
    elif not told_apart(p) and not aside:
        found += [rule(p) for rule in (_RULES if p.touching else (revalued,))]
    return "sure" if "sure" in found else "likely" if "likely" in found else ""


def slight(p: Pair) -> bool:
    """Whether only rules that go by one topic, one theme or a value that is left say that both fill one slot."""
    return (
        declared(p) != "sure"
        and passed_on(p) != "sure"
        and not any(rule(p) == "sure" for rule in _RULES if rule not in (keyed, moved_on))
    )


_NO_SLOT = frozenset(("definition", "question"))


def fragment(p: Pair) -> bool:
    """One speaks of "it" or "which", or is a form with gaps to fill, or the newer is a mere side clause."""
    # "that makes 12 a day" was the assistant's conclusion, and the person took it over as it stands
    return _aside(p.new.text) or any(_broken(c.text) and not c.speaker.adopted for c in (p.old, p.new))


@held(1024)
def _aside(text: str) -> bool:
    return bool(_SIDE.search(text))


@held(1024)
def _broken(text: str) -> bool:
    return bool(_FRAGMENT.search(text))


_SIDE = re.compile(
    r"^\W*(?:now that|since|because|so that|whether|especially|da|weil|nachdem|puisque|ya que)\s", re.IGNORECASE
)
# an antecedent of one word ("Theorem: which ...") tells too little
_FRAGMENT = re.compile(
    r"^\W*(?:\w+: )?(?:which|where|who|whose|this|that|these|those|it|its|it['’]s|that['’]s|they|looking|see|hi|dear|"
    r"wobei|(?:help|allow|sav|let|mad|gav)\w* (?:me|us))\s|\[[^\]\n]+\]",
    re.IGNORECASE,
)


def attained(p: Pair) -> bool:
    """One says what is aimed at, the other what has come about."""
    if p.old.kind == p.new.kind == "goal":
        return False
    return _aimed(p.old.text) != _aimed(p.new.text) and not p.names_old_value


@held(1024)
def _aimed(text: str) -> bool:
    return bool(PURPOSE.search(text))


def told_apart(p: Pair) -> bool:
    """A number, a name or a qualifier says that they speak of different things."""
    return numbered_apart(p) or _other_day(p) or _other_case(p) or (named_apart(p) and not held_by(p))


def _other_day(p: Pair) -> bool:
    return p.opposed and p.values == "differ" and not p.changed


def side_by_side(p: Pair) -> bool:
    """Both hold beside one another: of one person two things are told, or the same is done to two things."""
    persons = _opener(p.a) & _opener(p.b) & (p.all_names | names_of(p.a) | names_of(p.b))
    one_label = bool(p.a.label) and p.a.label == p.b.label
    if persons and not (measured(p.a) or measured(p.b) or one_label):
        return True
    mine, theirs = _object(p.a, p.old.text), _object(p.b, p.new.text)
    return bool(mine and theirs and not mine.all & p.b.all and not theirs.all & p.a.all)


def _object(f: Frame, said: str) -> Phrase | None:
    """What somebody does something to, where it says with or by what after that: `we host the blog on Fly`."""
    if len(f.phrases) < 2 or not _DOER.match(said):
        return None
    first = f.phrases[0]
    return first if definite(first) and not first.tie & _PLACES and first.head not in VAGUE else None


_DOER = re.compile(r"\W*(?:i|we|ich|wir|je|nous|yo)\s", re.IGNORECASE)


_CASE = re.compile(
    r"(?<!\w)(?:when(?:ever)?|if|unless|wenn|falls|sobald|quand|lorsque|si|cuando)\s([^,;.]+)", re.IGNORECASE
)


def _other_case(p: Pair) -> bool:
    """Each holds for a case of its own: "when I ask about style", "when I ask about sources"."""
    mine, theirs = _case(p.old.text), _case(p.new.text)
    return bool(mine and theirs and mine != theirs)


@held(1024)
def _case(text: str) -> frozenset[str]:
    match = _CASE.search(text)
    return frozenset(stems(match[1])) if match else frozenset()


def moved_on(p: Pair) -> Proof:
    """What both are about is one thing, and the newer says that it is otherwise now."""
    b = subject(p.b)
    if not b or b.head in VAGUE or not (p.only_old and p.only_new) or not {p.old.kind, p.new.kind} <= _SETTLES:
        return ""
    themes = _themes(p.a) if told(p) and plain(p) else _themes(p.a)[:1]
    found = [m for a in themes if (m := meet(p, a, b)) and not m.narrowed]
    if not found or not (plain(p) or p.new.act == "switch"):
        return ""
    m = found[0]
    dated = p.a.measures.dates or p.b.measures.dates
    if told(p) and not dated and plain(p) and set(p.b.thing) <= set(p.a.thing) and b.head in p.a.thing[-1:]:
        return "sure"
    placed = _placed(p.a) and _placed(p.b)
    one_class = placed or (bool(p.a.label) and p.a.label == p.b.label)
    if told(p) and one_class:
        return "sure"
    if not m.widened and plain(p) and p.values in ("", "apart"):
        named = p.strangers and copular(p.old.text) and copular(p.new.text)
        chosen = p.settled and copular(p.old.text) and copular(p.new.text)
        if (placed and p.settled) or ((named or chosen) and m.weight > 1):
            return "sure"
        if p.single and p.settled:
            return "sure"
    return "likely" if told(p) and m.weight > 1 else ""


def substituted(p: Pair) -> Proof:
    """The same sentence with a word or two exchanged, and the newer says that it is so now."""
    few = 0 < len(p.only_old) <= 2 and 0 < len(p.only_new) <= 2
    alike = few and p.likeness >= 0.4 and bool(p.shared - VAGUE) and {p.old.kind, p.new.kind} <= _SETTLES
    return "sure" if alike and told(p) and plain(p) and not (measured(p.a) or measured(p.b)) else ""


_SETTLES = frozenset(("decision", "fact"))


_PLACES = frozenset(
    ["in", "at", "on", "to", "into", "im", "am", "zu", "nach", "bei", "auf", "à", "au", "en", "dans", "chez"]
)


def _themes(f: Frame) -> tuple[Phrase, ...]:
    about = subject(f)
    keyed_by = [x for x in f.phrases if f.thing and x.head == f.thing[-1]]
    return tuple(dict.fromkeys((about, *keyed_by))) if about else ()


def _placed(f: Frame) -> bool:
    about = subject(f)
    after = [x for x in f.phrases if about and x.start > about.start and not x.all <= about.mods]
    return bool(after) and bool(after[0].tie & _PLACES)


def replaced(p: Pair) -> Proof:
    """The newer names what it no longer is, and the older had that."""
    # "no gravel, bark" speaks of the gravel and still denies it
    gone = p.b.denied & p.a.bag - (frozenset() if "bare" in p.b.cues else p.b.bag)
    if p.denies_number and p.shared:
        return "sure"
    if not gone:
        return ""
    about_old = subject(p.a)
    named = gone & names_of(p.a) - (about_old.all if about_old else frozenset())
    if named and {p.old.kind, p.new.kind} <= _SETTLES:
        return "sure"
    found = [m for m in meetings(p) if m.old.head not in gone and (m.new.head not in VAGUE or m.weight > 1)]
    theme = next((x for x in p.b.phrases if x.head not in gone), None)
    return "sure" if p.topics == "equal" or (found and found[0].new == theme) else ""


def dropped(p: Pair) -> Proof:
    """The newer takes back the thing that the older is about."""
    stated = p.new.act == "drop" or p.new.kind == "decision" or p.new.polarity == "-"
    if not (p.dropping and stated and "drop" in p.b.cues):
        return ""
    spoken = {w for w in p.a.topic & p.b.topic if w in p.a.all and w in p.b.all}
    if (p.topics == "equal" and spoken) or p.taken_back:
        return "sure"
    about = p.b.phrases[:1]
    # "the paper tickets" that are dropped are not "a single ticket": each has a qualifier of its own
    apart = [(a, b) for a in p.a.phrases for b in about if not (a.mods - b.mods and b.mods - a.mods)]
    held = [m for a, b in apart if (m := meet(p, a, b))]
    # what was brought in as "a raffle", "a photo corner" is what is dropped as "the raffle"
    adopted = p.old.speaker.adopted and len(p.b.phrases) < _SHORT
    brought = any(b.head in x.all and (x.lead in _A or adopted) for x, b in apart if b.head not in VAGUE)
    whole = brought or (held and (held[0].old == subject(p.a) or held[0].weight > 1))
    return "sure" if whole else "likely" if held else ""


_SHORT = 3
"""Phrases of a claim below which it speaks of one thing."""
_A = frozenset(("a", "an", "ein", "eine", "einen", "un", "une", "una"))


def keyed(p: Pair) -> Proof:
    """One topic key, and the words of both bear it out."""
    if p.topics != "equal" or (done(p) and "event" not in (p.old.kind, p.new.kind)) or _unlike(p):
        return ""
    # of a person many things are told at once
    people = (_opener(p.a) | _opener(p.b)) & (p.all_names | names_of(p.a) | names_of(p.b))
    spoken = (p.a.topic & p.b.topic & p.a.phrased & p.b.phrased) - (people if p.values != "differ" else frozenset())
    changed = told(p) or p.new.act == "update"
    valued = (p.values == "differ" and (any(measured_apart(p)) or not priced(p.b))) or (
        bool(p.a.label) and p.a.label == p.b.label
    )
    led = _opener(p.a) & _opener(p.b) & spoken
    valued = valued and bool((p.only_old and p.only_new) or p.values == "differ")
    if led - VAGUE and valued and (plain(p) or p.a.label == p.b.label != ""):
        return "sure"
    settles = changed or p.old.kind == p.new.kind == "decision"
    central = len(spoken) > 1 or bool(spoken & p.a.leads & p.b.leads)
    if spoken - VAGUE and plain(p) and curt(p) and (valued or (settles and central)):
        return "sure"
    if p.old.kind == p.new.kind == "decision" and curt(p) and _pointed(p.a, spoken) and _pointed(p.b, spoken):
        return "sure"
    if len(spoken) < 2:
        alike = measured(p.a) == measured(p.b)
        return "sure" if alike and changed and p.new.act == "switch" and curt(p) and one_of_a_kind(p) else ""
    if strangers_measured(p):
        return ""
    if any(measured_apart(p)):
        return "sure" if changed or revised(p) or p.likeness >= 0.5 else ""
    if measured(p.a) or measured(p.b):
        again = any(dated_apart(p)) and p.likeness >= 0.3
        return "sure" if again and (changed or REDATED.search(p.new.text)) else ""
    return "sure" if p.opposed or (changed and p.likeness >= 0.3) else ""


def _unlike(p: Pair) -> bool:
    """One measures something else than the other: how long a trial lasts, when it starts."""
    mine, theirs = dimensions(p.a), dimensions(p.b)
    return bool(mine and theirs) and not mine & theirs


def _opener(f: Frame) -> frozenset[str]:
    """The phrase that a text begins with, an article aside: its stated subject."""
    return next((x.all for x in f.phrases if x.start < 5 and len(x.tie) < 2), frozenset())


def _pointed(f: Frame, among: frozenset[str]) -> bool:
    """Whether one of the words stands as the one of its kind: "the site"."""
    return any(x.head in among - VAGUE and definite(x) and x.lead != "my" for x in f.phrases)


def curt(p: Pair) -> bool:
    """Both say little beside their topic."""
    return all(len(f.bag - f.topic) <= 5 for f in (p.a, p.b))


def one_of_a_kind(p: Pair) -> bool:
    """The topic is an attribute that a matter has once: a host, a budget."""
    return any(attribute(w) and w not in VAGUE for w in p.a.topic)


def handed_on(p: Pair) -> Proof:
    """The newer goes from what the older had named to something else, in words made for that."""
    if done(p) or not any(m.new.head not in VAGUE and not m.widened for m in meetings(p)):
        return "sure" if corrected(p) else ""
    given = p.topics == "equal" and len(p.a.topic) > 1 and disowned(p)
    return "sure" if given or any(rule(p) for rule in (corrected, succeeded, instead, repriced)) else ""


def held_by(p: Pair) -> Proof:
    """A part that one has at a time, and another name in it."""
    named = names_of(p.a) & p.only_old and names_of(p.b) & p.only_new
    if not (plain(p) and named and copular(p.old.text) and copular(p.new.text)):
        return ""
    parts = [m for m in meetings(p) if m.weight > 1 and not (m.narrowed or m.widened)]
    return "sure" if any(definite(m.old) and definite(m.new) for m in parts) else ""


def relabelled(p: Pair) -> Proof:
    """One thing, one class that has a single word for its value, another word; or something new in its place."""
    found = [m for m in meetings(p) if not m.narrowed and m.new.head not in VAGUE]
    if not found or not p.settled or not (p.only_old and p.only_new):
        return ""
    single = bool(p.single) and plain(p)
    thing = set(p.a.thing) & p.a.all
    again = told(p) and len(thing) > 1 and thing <= p.b.all and curt(p)
    return "sure" if single or again else ""


_RULES: tuple[Callable[[Pair], Proof], ...] = (
    replaced,
    dropped,
    handed_on,
    revalued,
    announced,
    moved_on,
    substituted,
    held_by,
    relabelled,
    keyed,
)
