"""Who is who in a bundle: entities made of the names in claims, and the relations claims say between them.

All of it is derived from claims and from what people decided, so a better rule is applied by deriving again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations, takewhile
from sys import intern
from typing import NamedTuple
from weakref import WeakKeyDictionary

from clew.belief.events import finding_id
from clew.belief.knowledge import Knowledge
from clew.belief.tally import effective, texts
from clew.kin import census as people
from clew.kin import judge, types
from clew.kin.census import STATED, Census, Entity, Join, Mention, Roll, ident
from clew.kin.judge import Remembered
from clew.kin.vocabulary import Vocabulary
from clew.model import Claim, Event, Finding, Span
from clew.rules import told as says
from clew.rules.relate import PROJECT, STANDS_FOR, THEIRS
from clew.text.moment import said as when_said

DECIDED = frozenset(("same", "apart", "name"))
"""Kinds of event that say what a name means."""
_VAGUE = frozenset(("involves", "relates_to", "differs_from", "supersedes"))
"""Predicates of which many objects hold at once."""
BESIDE = 8
"""Names of one message that are compared with each other; a longer list tells nothing apart."""


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation as a claim says it, between entities where its ends are known ones."""

    subject: str
    """Key of an entity, `@project` or `@owner`."""
    predicate: str
    object: str
    claim: str
    """Id of the claim that says it; empty where it follows from names alone."""
    current: bool
    """Whether the claim is in force."""


@dataclass(frozen=True)
class Kinship:
    """Entities, what names mean, relations, and what is open."""

    census: Census
    relations: tuple[Relation, ...]
    wished: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Key of an entity that a person asked for → its name and type."""
    joined: frozenset[frozenset[str]] = frozenset()
    """Pairs of names that a person said are one thing."""
    named: frozenset[str] = frozenset()
    """Keys of what texts write as a name; other entities are common nouns that stand in relations."""
    joins: tuple[Join, ...] = ()
    """Names that the rules joined and of which nobody has said that it is so."""

    @cached_property
    def of_entity(self) -> Mapping[str, tuple[Relation, ...]]:
        """Relations by the key of either end."""
        out: dict[str, list[Relation]] = {}
        for relation in self.relations:
            for end in {relation.subject, relation.object}:
                out.setdefault(end, []).append(relation)
        return {end: tuple(found) for end, found in out.items()}

    def name(self, entity: Entity) -> bool:
        """Whether an entity goes by a name, or a person asked for it: a common noun is a topic, not a thing."""
        return any(key in self.named or key in self.wished for key in (entity.key, *map(ident, entity.aliases)))

    def entity(self, said: str) -> Entity | None:
        """The one entity that a name means."""
        return self.census.entities.get(said) or self.census.of(said)


_MADE: WeakKeyDictionary[Knowledge, tuple[tuple[int, int], Kinship]] = WeakKeyDictionary()


Read = Callable[[Iterable[Claim], frozenset[str]], Iterable[tuple[Claim, says.Said]]]
"""What claims say, where these words count as names."""
_READERS: WeakKeyDictionary[Knowledge, Read] = WeakKeyDictionary()


def lend(knowledge: Knowledge, reader: Read) -> None:
    """Let claims be read by somebody who remembers what they say."""
    _READERS[knowledge] = reader


def read(claims: Iterable[Claim], known: frozenset[str]) -> Iterator[tuple[Claim, says.Said]]:
    """What claims say, each read anew."""
    return ((claim, says.said(claim, known)) for claim in claims)


class _Tied(NamedTuple):
    """A relation in the words of a claim; such tuples sort in the order of saying."""

    at: str
    source: str
    part: int
    start: int
    claim: str
    n: int
    """Which of the relations of the claim."""
    subject: str
    predicate: str
    object: str


def kinship(knowledge: Knowledge) -> Kinship:
    """Who is who, as far as the claims of a bundle say; kept until more is known."""
    stamp = (len(knowledge.claims), len(knowledge.events))
    made = _MADE.get(knowledge)
    if made is None or made[0] != stamp:
        made = (stamp, derive(knowledge))
        _MADE[knowledge] = made
    return made[1]


def derive(knowledge: Knowledge, more: Iterable[Mention] = (), told: Iterable[tuple[str, str]] = ()) -> Kinship:
    """Entities and relations; `more` are names from elsewhere, `told` pairs of names that mean one thing there."""
    decided = [e for e in effective(knowledge.events.of(*DECIDED, "undo")) if e.kind in DECIDED]
    wished = {
        e.target: {"name": str(e.data["name"]), "type": str(e.data.get("type", ""))}
        for e in decided
        if e.kind == "name"
    }
    counting = [i for i in knowledge.claims if _counts(knowledge, i)]
    known = says.lexicon_of(map(knowledge.claims.__getitem__, counting))
    roll, ends = Roll(), Roll()
    ties: list[_Tied] = []
    beside: dict[tuple[str, int], tuple[str, ...]] = {}
    # one claim after the other: there may be more of them than fit into memory
    for claim, found in _READERS.get(knowledge, read)(map(knowledge.claims.__getitem__, counting), known):
        roll.add(_mentions(claim, found))
        for span in claim.evidence[:1] if found.names else ():
            place = (intern(span.source), span.part)
            beside[place] = tuple(dict.fromkeys((*beside.get(place, ()), *map(intern, found.names))))
        if found.ties:
            ties += _tied(claim, found)
            ends.add(_ends(claim, found, knowledge.vocabulary))
    written = frozenset(roll.nodes)
    roll.add(more)
    roll.join(ends)
    del ends
    roll.add(Mention(w["name"], type=w["type"]) for w in wished.values())
    same = [*_stated(lambda: map(knowledge.claims.__getitem__, counting)), *told]
    roll.add(Mention(name) for pair in same for name in pair)
    remembered = _remembered(decided, same)
    both = {key for pair in remembered.joined for key in pair}
    roll.add(Mention(key) for key in sorted(both - roll.nodes.keys()))
    remembered.different |= _spelled(map(knowledge.claims.__getitem__, counting), roll.nodes) - remembered.same
    named = written | _able(roll)
    counted = people.take(roll, remembered)
    del roll
    relations = tuple(_relations(knowledge, counted, ties))
    relations = (*relations, *_replaced(knowledge, relations), *_told_apart(counted, beside))
    joins = tuple(_unseen(counted.joins, remembered.joined))
    return Kinship(counted, relations, wished, frozenset(remembered.joined), named, joins)


def _counts(knowledge: Knowledge, claim_id: str) -> bool:
    """Whether a claim takes part: it was in force once and is shown."""
    standing = knowledge.standings[claim_id]
    return standing.shown == "shown" and standing.link in ("active", "superseded", "retracted")


def _mentions(claim: Claim, found: says.Said) -> Iterable[Mention]:
    for name in found.names:
        yield Mention(name, intern(claim.id), "Person" if name in found.people else "", claim.text)


def _tied(claim: Claim, found: says.Said) -> Iterator[_Tied]:
    """What a claim relates; its words return in thousands of others and are held once."""
    at, source, part, start, ident_ = when_said(claim)
    for n, tie in enumerate(found.ties):
        words = (intern(tie.subject), intern(tie.predicate), intern(tie.object))
        yield _Tied(intern(at), intern(source), part, start, intern(ident_), n, *words)


def _ends(claim: Claim, found: says.Said, vocabulary: Vocabulary) -> Iterable[Mention]:
    """The things at both ends of relations."""
    for tie in found.ties:
        predicate = vocabulary.of(tie.predicate)
        kinds = predicate.types if predicate else ("", "")
        for end, kind in zip((tie.subject, tie.object), kinds, strict=True):
            if end not in STANDS_FOR:
                yield Mention(end, intern(claim.id), kind, claim.text)


def _able(roll: Roll) -> frozenset[str]:
    """Keys of those who do what people or firms do, never without a capital."""
    return frozenset(
        key
        for key, node in roll.nodes.items()
        if any(types.classed(kind) in ("Person", "Organization") for kind in node.types)
        and all(said[:1].isupper() for said in node.spelled)
    )


def _stated(claims: Callable[[], Iterable[Claim]]) -> list[tuple[str, str]]:
    """Pairs of names that people say are one thing, read over all claims of a part in their order."""
    spans = partial(_spans, claims)
    parts = {(span.source, span.part): set[tuple[int, str]]() for span in spans() if says.hinted(span.quote)}
    for span in spans() if parts else ():
        if (span.source, span.part) in parts:
            parts[span.source, span.part].add((span.start, span.quote))
    found = []
    for _, quotes in sorted(parts.items()):
        found += says.one_thing(tuple(dict.fromkeys(quote for _, quote in sorted(quotes))))
    return found


def _spans(claims: Callable[[], Iterable[Claim]]) -> Iterator[Span]:
    """The words of people that claims rest on which affirm something."""
    for claim in claims():
        if claim.speaker.cls == "person" and claim.polarity == "+":
            yield from claim.evidence


def _remembered(decided: Sequence[Event], stated: Iterable[tuple[str, str]]) -> Remembered:
    """What stands whatever the rules say: statements in the text, above them judgements, above them decisions."""
    out = Remembered({frozenset((ident(a), ident(b))) for a, b in stated})
    for event in sorted(decided, key=lambda e: "by" not in e.data):
        pair = frozenset(texts(event, "names"))
        if len(pair) == 2 and event.kind in ("same", "apart"):
            for held in (out.same, out.joined, out.different, out.careful):
                held.discard(pair)
            if event.kind == "same" and event.data.get("into"):
                out.foremost.add(str(event.data["into"]))
            for held in (out.same, out.joined) if event.kind == "same" else (out.different,):
                held.add(pair)
            if event.kind == "same" and "by" in event.data:
                out.careful.add(pair)
    out.same = {pair for pair in out.same if len(pair) == 2}
    return out


def _relations(knowledge: Knowledge, counted: Census, ties: list[_Tied]) -> Iterable[Relation]:
    """Relations between entities, newest saying last, each once per claim; ends that mean several things stay words."""
    done: set[tuple[str, str, str]] = set()
    before = ""
    last: dict[str, str] = {}
    ties.sort()
    for tie in ties:
        done, before = (done if tie.claim == before else set()), tie.claim
        predicate = knowledge.vocabulary.of(tie.predicate)
        subject, thing = (_end(counted, end, last.get(tie.source, "")) for end in (tie.subject, tie.object))
        if predicate and predicate.types[1] in ("", "Organization") and predicate.cls == "social":
            last[tie.source] = thing
        if subject == thing or not subject or not thing or (subject, tie.predicate, thing) in done:
            continue
        done.add((subject, tie.predicate, thing))
        yield Relation(subject, tie.predicate, thing, tie.claim, knowledge.standings[tie.claim].link == "active")
    yield from _apart(counted)


def _replaced(knowledge: Knowledge, relations: Sequence[Relation]) -> Iterator[Relation]:
    """Things in whose place others came: a claim that took the place of another says the same of another thing."""
    first, end = dict[str, int](), len(relations)
    for at, one in enumerate(relations):
        first.setdefault(one.claim, at)

    def slots(claim: str) -> dict[tuple[str, ...], set[str]]:
        out: dict[tuple[str, ...], set[str]] = {}
        places = takewhile(lambda at: relations[at].claim == claim, range(first.get(claim, end), end))
        for one in (relations[at] for at in places if relations[at].predicate not in _VAGUE):
            out.setdefault((one.subject, one.predicate, ""), set()).add(one.object)
            out.setdefault(("", one.predicate, one.object), set()).add(one.subject)
        return out

    for claim in first:
        standing = knowledge.standings.get(claim)
        now = slots(claim) if standing and standing.predecessors else {}
        for old in standing.predecessors if standing else ():
            before = slots(old)
            for new, was in ((now[key], before[key]) for key in sorted(now.keys() & before.keys())):
                if len(new) == len(was) == 1 and new != was and STANDS_FOR.isdisjoint(new | was):
                    active = standing is not None and standing.link == "active"
                    yield Relation(min(new), "supersedes", min(was), claim, active)


def _end(counted: Census, said: str, last: str) -> str:
    """What an end means: an entity, what stands for the project or the owner, the organisation named last, or words."""
    if said in STANDS_FOR:
        return (last if last not in STANDS_FOR else "") or PROJECT if said == THEIRS else said
    found = counted.of(said)
    return found.key if found else ident(said)


def _told_apart(counted: Census, beside: Mapping[tuple[str, int], Sequence[str]]) -> Iterator[Relation]:
    """Names that are easily confused and stand side by side in one message: it speaks of two things."""
    done: set[frozenset[str]] = set()
    for place in sorted(place for place, held in beside.items() if 1 < len(held) <= BESIDE):
        for one, other in combinations(beside[place], 2):
            ends = [entity.key if (entity := counted.of(said)) else ident(said) for said in (one, other)]
            if ends[0] != ends[1] and frozenset(ends) not in done and judge.confusable(one, other):
                done.add(frozenset(ends))
                yield Relation(ends[0], "differs_from", ends[1], "", True)


def _spelled(claims: Iterable[Claim], keys: Iterable[str]) -> set[frozenset[str]]:
    """Pairs of names of one sound, one of which is told apart by how it is written."""
    written = {name for claim in claims for name in says.spelled(claim.text)}
    alike = ((ident(name), key) for name in written for key in keys if judge.alike(name, key))
    return {frozenset(pair) for pair in alike if pair[0] != pair[1]}


def _apart(counted: Census) -> Iterable[Relation]:
    """Things that share a name are told apart from each other."""
    for _, heads in sorted(counted.meaning.items()):
        if 1 < len(heads) <= people.ASKED:
            first, *others = heads
            yield from (Relation(first, "differs_from", other, "", True) for other in others)


def questions(knowledge: Knowledge) -> dict[str, Finding]:
    """What a person should say about names: one thing or two; nothing of it is stored."""
    found = kinship(knowledge)
    out = {}
    for question in found.census.questions:
        key = finding_id("merge", question.pair)
        shown = (e.name if (e := found.census.entities.get(k)) else k for k in question.pair)
        ground = " and ".join(f"“{name}”" for name in shown) + f" may be one thing: {question.ground}"
        out[key] = Finding(key, "merge", question.pair, ground, "")
    return out


def joined(knowledge: Knowledge) -> dict[str, Finding]:
    """Names that the rules joined by themselves, as findings to confirm or correct; nothing of it is stored."""
    found = kinship(knowledge)
    out = {}
    for join in found.joins:
        key = finding_id("merge", join.pair)
        out[key] = Finding(key, "merge", join.pair, f"{' / '.join(join.pair)}: {join.ground}", "", "same")
    return out


def _unseen(joins: Iterable[Join], decided: Iterable[Iterable[str]]) -> Iterator[Join]:
    """Joins of names that no decisions hold together, whatever name the thing went by when they were made."""
    groups: dict[str, set[str]] = {}
    for pair in decided:
        whole = {key for end in pair for key in groups.get(end, (end,))}
        groups |= dict.fromkeys(whole, whole)
    for join in joins:
        if join.pair[1] not in groups.get(join.pair[0], ()):
            yield replace(join, ground="a text says so") if join.ground == STATED else join


def typed(entity: Entity) -> str:
    """The type to show of an entity: one of ours, or the open word it was given."""
    return entity.type if types.known(entity.type) else "Entity"


def renamed(kin: Kinship, key: str) -> Entity | None:
    """An entity with the name a person gave it."""
    entity = kin.census.entities.get(key)
    wish = kin.wished.get(key)
    return replace(entity, name=wish["name"], type=wish["type"] or entity.type) if entity and wish else entity
