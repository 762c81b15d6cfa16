"""What a statement says about how things hang together: subject, predicate, object, in the words of the text.

Predicates are those of the shipped vocabulary. A subject that a statement leaves out because everybody knows it (the
project a chat is about) is `PROJECT`; "I" and "my" are `OWNER`. Precision before volume: a pattern reads both ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from clew.rules import beside, phrase, roles
from clew.rules.grammar import Word, finite, words
from clew.rules.verbs import ANY, ROLES, VERBS
from clew.rules.words import W, bag
from clew.text import regex as re

PROJECT = "@project"
"""Stands for the thing that a source is about as a whole."""
OWNER = "@owner"
"""Stands for the person whose bundle it is."""
THEIRS = "@theirs"
"""Stands for the organisation that was spoken of last."""
STANDS_FOR = frozenset((PROJECT, OWNER, THEIRS))


@dataclass(frozen=True, slots=True)
class Manner:
    """How a statement is read."""

    lang: str = "en"
    decided: bool = False
    """It says what was chosen."""
    names: tuple[str, ...] = ()
    """Names in it."""


@dataclass(frozen=True, slots=True)
class Tie:
    """One relation as a statement has it."""

    subject: str
    predicate: str
    object: str


_WORD = r"[^\W_][\w.&'’-]*"
_NP = rf"{_WORD}(?: {_WORD}){{0,3}}?"
_AT = r"(?:at|of|for|from|bei|von|der|des)"
_THE = r"(?:the |our |their |der |den |dem )?"
_STOP = r"(?=[\s]*[,.;!?)]|$"
# somebody is named after the role: "contact at the bank is …", "new director at the zoo, …", "sponsor on their side: …"
_POST = re.compile(
    rf"(?:^|[\s(])(?P<role>(?:{ROLES}))(?: of \w+)? (?:{_AT}|on) {_THE}(?P<org>{_NP})(?: (?:is|ist|will be|wird)|[,:])"
    rf"(?: now| jetzt)? (?P<who>{_WORD}(?: {_WORD})?)(?=[\s,.;!?)]|$)",
    re.IGNORECASE,
)
# somebody is named before it: "… is head of sales at the bank", "…, the lawyer of the bank"
_HOLDS = re.compile(
    rf"(?:is|was|ist|war|,)(?: now| jetzt)? (?:the |a |an |their |our |my |der |die |unser\w* |mein\w* )?(?:\w+ )?"
    rf"(?P<role>(?:{ROLES}))(?: of \w+)? {_AT} {_THE}(?P<org>{_NP}){_STOP}| who| that| and| und)",
    re.IGNORECASE,
)
# whose it is: "… is my landlord", "their lawyer is …"
_MINE = re.compile(
    rf"(?:is|was|ist|war|as|als)(?: now| jetzt)? (?P<whose>my|our|mein\w*|unser\w*|the|der|die) (?:\w+ )?"
    rf"(?P<role>(?:{ROLES})){_STOP}| now| jetzt)",
    re.IGNORECASE,
)
_WHOSE = re.compile(
    rf"(?P<whose>my|our|their|mein\w*|unser\w*|ihr\w*) (?:\w+ )?(?P<role>(?:{ROLES}))(?: (?:is|ist|heißt)|:)"
    rf"(?: now| jetzt)? (?P<who>{_WORD}(?: {_WORD})?)(?=[\s,.;!?)]|$)",
    re.IGNORECASE,
)
# somebody of the organisation that was spoken of last: "the director there is …"
_THERE = re.compile(
    rf"(?<![\w-])(?:\w*?(?:{ROLES})) (?:there|dort) (?:is|ist) (?P<who>{_WORD}(?: {_WORD})?)(?=[\s,.;!?)]|$)",
    re.IGNORECASE,
)
_FROM = re.compile(
    rf"(?<![\w])(?P<who>{_WORD} {_WORD}) (?:from|of|at|von|bei) (?P<org>{_NP})(?=[\s]*[,.;!?)]|$)", re.IGNORECASE
)
_WITH = re.compile(
    rf"(?:with|mit|on top of|via|über) (?:the |a |an |dem |der |einem |einer )?(?P<what>{_NP})(?=[\s]*[,.;!?)]|$)",
    re.IGNORECASE,
)
_HEADED = re.compile(r"^(?P<head>[^:=.!?]{2,40}): (?P<rest>\S.*)$", re.DOTALL)
_SO_FAR = r"(?:^|[,.;:!?] ?|\band |\bund |\bso )"
# "we take slate", "switching to Poetry", "back to Rome", "ich nehme jetzt Typst": the project does it
_TAKES = re.compile(
    rf"{_SO_FAR}(?:(?:we|i|ich|wir)(?:'ll|'re|'ve)? (?:now |just |will |jetzt )?(?:take|use|choose|chose|picked|pick|"
    r"took|go with|went with|hired|hire|bought|ordered|booked|nehme?n?|nutzen?|verwenden?)"
    r"|(?:we |i |we're |we are |i'm )?(?:switch(?:ing|ed)?|mov(?:e|ed|ing)|going|migrat(?:e|ed|ing))"
    r"(?: everything| it all| it| all)?(?: over| back)? (?:to|with)"
    r"|back to|zurück zu|nehme?|nutze)(?: now| jetzt| wieder| dann)? ",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"(?:^|[,.;:] )(?:the |our |die |der |das |unser\w* )?(?P<what>hosting|host|database|datenbank|db|queue|framework|"
    r"editor|language|sprache|tool|vendor|supplier|provider|lieferant|venue|location|anbieter|bank|insurer|printer|"
    r"carrier|platform|plattform|crm|cms)(?: is| will be| ist| wird|:)(?: now| jetzt)? ",
    re.IGNORECASE,
)
_TIED = re.compile(r"\b(?:not|no|than|instead|rather|nicht|kein\w*|statt)\b", re.IGNORECASE)
_HOSTS = bag("hosting host")
_SERVES = bag("for as für als")
_PLACES = bag("in on im am auf")
_NO_TOOLS = bag(
    "english german french spanish norwegian italian dutch englisch deutsch französisch spanisch total general"
)
_NOT_ENDS = bag("it them this that these those he she they him her us me you es sie er das dies ihn ihm one someone")
_IT = bag("it them es sie ihn")
_DENIED = re.compile(
    r"\b(?:not|never|no longer|don't|doesn't|isn't|won't|nicht|kein\w*|nie|nicht mehr)\b", re.IGNORECASE
)


def ties(text: str, how: Manner = Manner()) -> list[Tie]:
    """Every relation a statement spells out, each once, in order."""
    held = (Tie(a, p, _whose(b) if _WHO.fullmatch(b) else b) for a, p, b in roles.roles(text, how.names))
    found = [*_roles(text), *held, *_verbs(text, how.lang), *_equal(text, how.names)]
    known = {frozenset((tie.subject.casefold(), tie.object.casefold())) for tie in found}
    near = (Tie(*held) for held in beside.beside(text, how.names) if not _DENIED.search(text))
    found += [tie for tie in near if frozenset((tie.subject.casefold(), tie.object.casefold())) not in known]
    found += _unnamed(text, how, found)
    if how.decided:
        found += _chosen(text, how)
        found += [Tie(PROJECT, "uses", tie.object) for tie in found if tie.predicate in _TAKEN]
    found += [Tie(PROJECT, "involves", tie.subject) for tie in found if tie.predicate == "responsible_for"]
    tidy = (Tie(_trim(tie.subject), tie.predicate, _trim(tie.object)) for tie in found)
    return [tie for tie in dict.fromkeys(tidy) if _sound(tie)]


_PLACED = frozenset(("located_in", "uses", "moves_to", "hosted_on", "depends_on"))
_REACH = 24
"""Code points between a name and the word that governs it."""
_WHO = re.compile(r"our|my|their|mein\w*|unser\w*|ihr(?:e|en|er|em)?", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[,;:.!?()] |[.!?]$| (?:because|since|while|but|so that|weil|während|aber|"
    r"and (?=we\b|i\b)|und (?=wir\b|ich\b)) "
)
_US = re.compile(r"\b(?:we|us|our|ours|wir|uns|unser\w*)\b", re.IGNORECASE)


def _unnamed(text: str, how: Manner, found: Sequence[Tie]) -> Iterator[Tie]:
    """What clauses say of names beside the verbs that are known; a subject without a name is the project."""
    for tie in found:
        # the part of a project that has no name of its own: "the archive lies in Lund"
        if tie.predicate in _PLACED and tie.subject.islower() and tie.subject not in how.names and _written(tie.object):
            yield Tie(PROJECT, "involves", tie.object)
    told = {frozenset((tie.subject.casefold(), tie.object.casefold())) for tie in found}
    at = 0
    for cut in (*_CLAUSE.finditer(text), None):
        clause, at = text[at : cut.start() if cut else len(text)], cut.end() if cut else len(text)
        if _DENIED.search(clause):
            continue
        run = words(clause, 0, len(clause), how.lang)
        # "holds 60" and "on Monday 23" are counts and days rather than things of a series
        plain = (name for name in how.names if not (name[0].islower() and name[-1].isdigit()))
        places = sorted((k, name) for name in plain if (k := clause.find(name)) >= 0)
        for k, (place, name) in enumerate(places):
            if k and finite([w for w in run if places[0][0] < w.start < place]) >= 0:
                subject = places[0][1] if not _before(run, places[0][0]) else PROJECT
            elif k or not (_governed(run, place) or _acts(run, place, clause[place + len(name) :])):
                continue
            else:
                subject = PROJECT
            if not any({name.casefold()} & pair and {subject.casefold()} & pair for pair in told):
                yield Tie(subject, "involves" if subject == PROJECT else "relates_to", name)


def _acts(run: Sequence[Word], place: int, after: str) -> bool:
    """Whether a clause begins with a name and says what it does for us: `Harbour Print took us in`."""
    return not _before(run, place) and bool(_US.search(after))


def _written(end: str) -> bool:
    """Whether words are written like a name: with capitals or figures."""
    return any(c.isupper() or c.isdigit() for c in end)


def _governed(run: Sequence[Word], place: int) -> bool:
    """Whether a preposition or a verb stands before a place, over an article and a word or two."""
    for word in reversed([word for word in run if word.end <= place]):
        if not word.text[:1].isalpha() or place - word.end > _REACH:
            return False
        if word.flags & (W.PREP | W.VERB | W.AUX | W.CHOICE | W.KEEP):
            return True
    return False


_TAKEN = frozenset(("uses", "moves_to", "hosted_on"))
"""Predicates whose object a project uses, when they say what was decided."""


def _trim(end: str) -> str:
    return end.strip(" .,;:!?")


def _sound(tie: Tie) -> bool:
    ends = tie.subject.casefold(), tie.object.casefold()
    if min(map(len, ends)) < 2 or ends[0] == ends[1] or (tie.predicate == "located_in" and ends[1] in _NO_TOOLS):
        return False
    return not any(end in _NOT_ENDS or end[0].isdigit() for end in ends)


def _verbs(text: str, lang: str) -> Iterator[Tie]:
    """Ends on both sides of a verb, or of a heading and what its clause says of it."""
    if not ANY.search(text):
        return
    headed = _HEADED.match(text)
    head, offset = (headed["head"].strip(), headed.start("rest")) if headed else ("", 0)
    run = words(text, offset, len(text), lang)
    for predicate, shape in VERBS:
        for cue in shape.finditer(text, offset):
            if _DENIED.search(text[max(0, cue.start() - 24) : cue.start()]) and predicate != "differs_from":
                continue
            subject, thing = _ends(run, cue, text)
            subject = subject or (head if not _before(run, cue.start()) else "")
            if not thing and _points(run, cue.end()):
                thing = head or _spoken(run, cue.start(), text)
            if subject and thing:
                yield Tie(subject, predicate, thing)
                yield from _together(text, cue.end(), thing)


def _ends(run: Sequence[Word], cue: re.Match[str], text: str) -> tuple[str, str]:
    first = next((k for k, word in enumerate(run) if word.start >= cue.start()), len(run))
    last = next((k for k, word in enumerate(run) if word.start >= cue.end()), len(run))
    subject = phrase.left(run, first, text)
    before = run[first - 1] if first else None
    if not subject and before and before.flags & W.SELF:
        subject = PROJECT if before.text in ("we", "wir") else OWNER
    return subject, phrase.right(run, last, text)


def _before(run: Sequence[Word], at: int) -> bool:
    """Whether a word of meaning stands before a place."""
    return any(word.end <= at and word.text[0].isalpha() and not word.flags & W.FILLER for word in run)


def _points(run: Sequence[Word], at: int) -> bool:
    """Whether the object only points back: `Anna writes it`."""
    after = next((word for word in run if word.start >= at), None)
    return after is not None and after.text in _IT


_IS = re.compile(
    r" (?:is|are|was|ist|sind|war|=)(?: (?:now|jetzt))?"
    r"(?: (?:my|our|the|from|by|mein\w*|unser\w*|der|die|das|von))?(?: [^\W\d]+)? $",
    re.IGNORECASE,
)


def _equal(text: str, names: Sequence[str]) -> Iterator[Tie]:
    """Two names with nothing but `is` between them: `offer 3 is Baltic Timber`."""
    folded = text.casefold()
    places = sorted((at, name) for name in names if (at := folded.find(name.casefold())) >= 0)
    for (here, one), (there, other) in pairwise(places):
        between = text[here + len(one) : there]
        if len(between) < 30 and _IS.match(f"{between.rstrip()} ") and between.strip() not in ("=",):
            yield Tie(one, "relates_to", other)


def _spoken(run: Sequence[Word], at: int, text: str) -> str:
    """What was named last before the clause of a place: `the parser is Lark, Anna knows it`."""
    equals = next((k for k, word in enumerate(run) if word.end <= at and word.text == "="), -1)
    comma = max((k for k, word in enumerate(run) if word.end <= at and word.text in ",;."), default=-1)
    return phrase.left(run, equals if equals > 0 else comma, text) if comma > 0 else ""


def _together(text: str, at: int, thing: str) -> Iterator[Tie]:
    """What stands beside an object: `runs on Celery with RabbitMQ`."""
    place = text.find(thing, at)
    found = _WITH.match(text, place + len(thing) + 1) if place >= 0 else None
    if found:
        yield Tie(thing, "uses", found["what"])


def _roles(text: str) -> Iterator[Tie]:
    for found in _POST.finditer(text):
        org = found["org"].strip()
        if org.casefold() in ("their side", "side", "our side"):
            org = PROJECT
        yield Tie(found["who"], "role_at", org)
    for found in _HOLDS.finditer(text):
        who = _named_before(text, found.start())
        if who:
            yield Tie(who, "role_at", found["org"])
    for found in _MINE.finditer(text):
        who = _named_before(text, found.start())
        if who:
            yield Tie(who, "role_at", _whose(found["whose"]))
    for found in _WHOSE.finditer(text):
        yield Tie(found["who"], "role_at", _whose(found["whose"]))
    for found in _THERE.finditer(text):
        yield Tie(found["who"], "role_at", THEIRS)
    for found in _FROM.finditer(text):
        if found["who"].istitle() or _PERSON.search(text[: found.start()]):
            yield Tie(found["who"], "works_at", found["org"])


_PERSON = re.compile(
    rf"\b(?:a|an|the|their|our|my) (?:\w+ )?(?:auditor|consultant|expert|guy|woman|man|{ROLES}),? $", re.IGNORECASE
)


def _whose(word: str) -> str:
    plain = word.casefold()
    return OWNER if plain.startswith(("my", "mein")) else THEIRS if plain.startswith(("their", "ihr")) else PROJECT


def _named_before(text: str, at: int) -> str:
    """The subject that ends right before a place, one to three words from the start of its clause."""
    clause = re.split(r"[.;:!?]\s|, (?=\w+ \w+ )", text[:at])[-1].strip(" ,")
    clause = re.split(r",", clause)[0].strip()
    clause = re.sub(r"^(?:and|but|so|und|aber|the|der|die|das)\s", "", clause, flags=re.IGNORECASE)
    held = clause.split()
    return clause if 0 < len(held) <= 3 and held[0].casefold() not in _NOT_ENDS else ""


def _chosen(text: str, how: Manner) -> Iterator[Tie]:
    """What was chosen, and for what: the thing it serves uses it, and so does the project."""
    headed = _HEADED.match(text)
    head, offset = (headed["head"].strip(), headed.start("rest")) if headed else ("", 0)
    owner = phrase.right(words(head, 0, len(head), how.lang), 0, head) or PROJECT
    run = words(text, offset, len(text), how.lang)
    if owner != PROJECT:
        yield from (Tie(owner, "uses", name) for name in how.names if name in text[offset:] and not _TIED.search(text))
    for shape in (_TAKES, _ATTRIBUTE):
        for found in shape.finditer(text, max(0, offset - 2)):
            at = next((k for k, word in enumerate(run) if word.start >= found.end()), len(run))
            what = "" if _DENIED.search(found.group()) else phrase.right(run, at, text)
            if what:
                named = shape is _ATTRIBUTE and found["what"].casefold() in _HOSTS
                yield Tie(owner if shape is _TAKES else PROJECT, "hosted_on" if named else "uses", what)
                yield from _together(text, found.end(), what)
    yield from _fragment(run, text, owner)


def _fragment(run: Sequence[Word], text: str, owner: str) -> Iterator[Tie]:
    """A choice without a verb: `Typst for the handouts`, `cedar in the sauna`, `survey in LimeSurvey6`."""
    comma = next((k for k, word in enumerate(run) if word.text in ",;.!?:=("), len(run))
    clause = run[:comma]
    if not clause or clause[0].flags & (W.NEG | W.PRON | W.PREP) or finite(clause) >= 0 or "=" in text:
        return
    first = phrase.right(clause, 0, text)
    if not first or clause[0].text.endswith("ed"):
        return
    ends = text.find(first, clause[0].start) + len(first)
    after = [word for word in clause if word.start >= ends]
    served = next((k for k, word in enumerate(after) if word.text in _SERVES), -1)
    if served >= 0:
        second = phrase.right(after, served + 1, text)
        if second:
            yield Tie(second, "uses", first)
            yield Tie(owner, "uses", first)
    elif len(after) > 1 and after[0].text in _PLACES:
        second = phrase.right(after, 1, text)
        if after[1].flags & W.DET:
            yield Tie(first, "located_in", second)
        elif after[1].flags & (W.BUILT | W.CAP) and second.casefold() not in _NO_TOOLS:
            yield Tie(first, "uses", second)
            yield Tie(owner, "uses", second)
