"""From mentions to entities: names that are one thing in one group, names that may be several things beside each.

A group has a head, the name it goes by. Another name joins when its own judgement with that head is `same`: never
because it is the same as a third. What a person decided stands above every rule. The result depends on the set of
mentions and decisions alone, not on their order.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clew.kin import nominate, table, types
from clew.kin.forms import Name, name, nameable
from clew.kin.judge import Judge, Opinion, Remembered, Thing, gate, judge, twice
from clew.text.lang import detect

_PARTS = frozenset(
    ("part", "middle", "begins", "initials", "initial", "given", "untitled", "squeezed", "threaded", "abridged", "tail")
)
"""Forms of a name that only say which longer name may be meant."""
_JOINS = frozenset(("part", "middle", "untitled", "initial"))
"""Those of them that join when one thing alone fits."""
ASKED = 3
"""A form that fits more things than this is asked about none of them."""
ABOUT = 8
"""Texts that are kept of those in which a name stands."""
STATED = "decided"
"""Form and ground of an opinion that a text or a person gave."""
SURROUNDED = 4
"""Words that must stand around two names of one type before a person is asked whether they are one thing."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name as a text has it, where, and what is known of the thing by it."""

    said: str
    claim: str = ""
    """Id of the claim; empty for a name that only stands in a source or on a page."""
    type: str = ""
    about: str = ""
    """The words it stands in."""
    loose: bool = False
    """A phrase that may be no name at all: it can join others, nobody is asked about it."""


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing with all its names."""

    key: str
    """Identity inside a bundle: the folded name it goes by."""
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    maybe: tuple[str, ...] = ()
    """Names that may mean it or something else."""
    claims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Two entities that a person should look at."""

    pair: tuple[str, str]
    """Keys, sorted."""
    ground: str


@dataclass(frozen=True, slots=True)
class Join:
    """A name that joined another by its own judgement, for a person to confirm or correct."""

    pair: tuple[str, str]
    """Keys, sorted."""
    ground: str


@dataclass(frozen=True)
class Census:
    """Entities by key, what every written name means, what is open, and what was joined."""

    entities: Mapping[str, Entity]
    meaning: Mapping[str, tuple[str, ...]]
    """Key of a name → keys of the entities it may mean."""
    questions: tuple[Question, ...] = ()
    joins: tuple[Join, ...] = ()

    def of(self, said: str) -> Entity | None:
        """The one entity a name means; None where it means none or may mean several."""
        found = self.meaning.get(ident(said), ())
        return self.entities[found[0]] if len(found) == 1 else None


@dataclass(slots=True)
class Node:
    """All mentions of one key."""

    key: str
    spelled: Counter[str] = field(default_factory=Counter)
    claims: set[str] = field(default_factory=set)
    types: Counter[str] = field(default_factory=Counter)
    about: dict[str, None] = field(default_factory=dict)
    """The first few texts it stands in."""
    loose: bool = True

    def hear(self, text: str) -> None:
        """Keep a text it stands in, where there are few as yet."""
        if len(self.about) < ABOUT:
            self.about[text] = None

    @property
    def written(self) -> str:
        """The spelling to show: the one with most capitals among the usual ones."""
        return max(self.spelled, key=lambda s: (any(c.isupper() for c in s), self.spelled[s], s))

    @property
    def type(self) -> str:
        """The type most mentions give; empty where none does or where they differ evenly."""
        best = self.types.most_common(2)
        return best[0][0] if best and (len(best) == 1 or best[0][1] > best[1][1]) else ""

    def thing(self) -> Thing:
        """What a judge sees."""
        return Thing(self.written, self.type, " ".join(sorted(self.about))[:600])


class Roll:
    """Mentions by the key of their name: what they say of it is kept, they themselves are not, for they may be many."""

    def __init__(self, mentions: Iterable[Mention] = ()) -> None:
        self.nodes: dict[str, Node] = {}
        self.add(mentions)

    def add(self, mentions: Iterable[Mention]) -> None:
        """Take mentions in, in the order of saying."""
        for mention in mentions:
            key = ident(mention.said)
            if not key:
                continue
            node = self.nodes.setdefault(key, Node(key))
            node.spelled[mention.said] += 1
            node.loose &= mention.loose
            if mention.claim:
                node.claims.add(mention.claim)
            if mention.type:
                node.types[types.borne(mention.type, mention.said)] += 1
            if mention.about:
                node.hear(mention.about)

    def join(self, later: "Roll") -> None:
        """Take another roll in, whose mentions come after those that are here."""
        for key, more in later.nodes.items():
            node = self.nodes.setdefault(key, Node(key))
            node.spelled.update(more.spelled)
            node.loose &= more.loose
            node.claims |= more.claims
            node.types.update(more.types)
            for text in more.about:
                node.hear(text)


def ident(said: str) -> str:
    """The key of a name: its folded words, with the title that tells a man from a woman and what qualifies it."""
    return _ident(name(said))


def _ident(one: Name) -> str:
    men, women = one.titles & table.MALE, one.titles & table.FEMALE
    title = min(men | women) if men or women else ""
    return " ".join(filter(None, (title, one.key, f"({one.note})" if one.note else "")))


def take(roll: Roll, known: Remembered | None = None, judged: Judge = judge) -> Census:
    """The entities of a bundle: of names that share a form, and of what was decided; who is near is `use/resolve`'s."""
    nodes = roll.nodes
    known = known or Remembered()
    keys = sorted(nodes, key=lambda k: (-len(nodes[k].claims), -len(k), k))
    things = {key: nodes[key].thing() for key in keys}
    opinions = _opinions(keys, things, known, judged)
    joins: list[Join] = []
    groups = _groups(keys, opinions, known, joins)
    _join(groups, known, things)
    persons = {key for key, node in nodes.items() if node.type == "Person"}
    german = {key for key, node in nodes.items() if node.about and detect(" ".join(sorted(node.about))) == "de"}
    loose = {key for key, node in nodes.items() if node.loose or not any(map(nameable, node.spelled))}
    maybe, asked = _partial(groups, (persons, loose, german), opinions, known, joins)
    # a name that somebody goes by is not held to be short for another
    taken = {key for group in groups.values() if len(group) > 1 for key in group}
    made = {head: _entity((head, *group), nodes, maybe, (known.foremost, taken)) for head, group in groups.items()}
    entities = {entity.key: entity for entity in made.values()}
    meaning: dict[str, tuple[str, ...]] = {key: (made[head].key,) for head, group in groups.items() for key in group}
    meaning |= {key: tuple(sorted(made[head].key for head in heads)) for key, heads in maybe.items()}
    asked += _near({pair: o for pair, o in opinions.items() if not loose & set(pair)}, meaning, known)
    return Census(
        entities,
        meaning,
        tuple(sorted(set(asked), key=lambda q: q.pair)),
        tuple(sorted(joins, key=lambda j: j.pair)),
    )


_Pairs = dict[tuple[str, str], Opinion]


def _opinions(keys: Sequence[str], things: Mapping[str, Thing], known: Remembered, judged: Judge) -> _Pairs:
    """What is thought of pairs that may be one thing; of names that share a common word nearly all are not."""
    order = sorted(keys)
    decided = known.same | known.different
    out: _Pairs = {}
    for i, j in nominate.pairs([things[k] for k in order], 0):
        a, b = order[i], order[j]
        opinion = _untitled(a, b) or twice(judged, things[a], things[b])
        if opinion.answer in ("same", "unsure") or (decided and frozenset((a, b)) in decided):
            out[a, b] = opinion
    for pair in (*known.same, *known.different):
        if len(pair) == 2 and pair <= things.keys():
            a, b = sorted(pair)
            out[a, b] = Opinion(known.answer(a, b) or "unsure", STATED, STATED)
    return out


def _untitled(a: str, b: str) -> Opinion | None:
    """A name with a title that tells a man from a woman, and the same without."""
    short, long = sorted((a, b), key=len)
    title, _, rest = long.partition(" ")
    if rest == short and title in table.MALE | table.FEMALE:
        return Opinion("unsure", "the other name without its title", "untitled")
    return None


def _groups(keys: Sequence[str], opinions: _Pairs, known: Remembered, joins: list[Join]) -> dict[str, list[str]]:
    """Head → names, the head first; a name joins the first head it is the same as, if no member is known to differ."""
    near: dict[str, dict[str, Opinion]] = defaultdict(dict)
    for (a, b), opinion in opinions.items():
        near[a][b] = near[b][a] = opinion
    place = {key: at for at, key in enumerate(keys)}
    groups: dict[str, list[str]] = {}
    for key in keys:
        alike = (h for h, opinion in near[key].items() if opinion.answer == "same" and h in groups)
        heads = sorted(alike, key=place.__getitem__)
        fitting = [h for h in heads if all(_agrees(key, h, m, near) for m in groups[h])]
        chosen = [h for h in fitting if known.answer(key, h) == "same"] or fitting
        # an acronym or short form of two things means neither by itself
        if len(chosen) == 1 or (chosen and known.answer(key, chosen[0]) == "same"):
            groups[chosen[0]].append(key)
            joins.append(Join(_pair(key, chosen[0]), near[key][chosen[0]].ground))
        else:
            groups[key] = [key]
    return groups


def _join(groups: dict[str, list[str]], known: Remembered, things: Mapping[str, Thing]) -> None:
    """Bring together the groups of names that somebody said are one thing."""
    head_of = {key: head for head, group in groups.items() for key in group}
    for pair in sorted(map(sorted, known.joined)):
        heads = {head_of[key] for key in pair if key in head_of}
        if len(heads) == 2:
            kept, gone = sorted(heads, key=list(groups).index)
            if frozenset(pair) in known.careful and any(
                known.answer(x, y) == "different" or gate(things[x], things[y])
                for x in groups[kept]
                for y in groups[gone]
            ):
                continue
            groups[kept] += groups.pop(gone)
            head_of |= dict.fromkeys(groups[kept], kept)


def _agrees(key: str, head: str, member: str, near: Mapping[str, Mapping[str, Opinion]]) -> bool:
    """Whether a name may stand in a group with a member: two long names do not meet through a short form of both."""
    opinion = near[key].get(member)
    if opinion and opinion.form == STATED:
        return opinion.answer == "same"
    longer = len(key) > len(head) and len(member) > len(head)
    return not longer or member == head or bool(opinion and opinion.answer == "same")


def _partial(
    groups: dict[str, list[str]],
    kinds: tuple[Collection[str], ...],
    opinions: _Pairs,
    known: Remembered,
    joins: list[Join],
) -> tuple[dict[str, set[str]], list[Question]]:
    """Names that are a part of others: joined when one thing alone fits, else kept beside each that fits."""
    persons, loose, german = kinds
    head_of = {key: head for head, group in groups.items() for key in group}
    fits: dict[str, dict[str, Opinion]] = defaultdict(dict)
    for (a, b), opinion in opinions.items():
        if opinion.answer in ("unsure", "same") and (opinion.form in _PARTS or opinion.answer == "same"):
            short, long = sorted((a, b), key=lambda k: (len(k), k))
            # a phrase that only begins with a name is no longer name of the thing
            loosely = opinion.form == "begins" and long in loose
            if not loosely and head_of[short] != head_of[long] and not _told_apart(short, groups[head_of[long]], known):
                fits[short].setdefault(head_of[long], opinion)
    maybe: dict[str, set[str]] = {}
    asked: list[Question] = []
    for short in sorted(fits, key=lambda k: (-len(k), k)):
        heads = fits[short]
        longest = {head_of[h] for h in heads} & groups.keys() - {head_of[short]}
        home = head_of[short]
        others = [m for m in groups.get(home, ()) if m != short]
        # a short name that somebody said stands for a fuller one means no other
        meant = any(known.answer(short, m) == "same" and len(m) > len(short) for m in others)
        alone = len(longest) == 1 and home in groups and not meant and all(known.answer(short, m) for m in others)
        fit = {head_of[h]: opinion for h, opinion in heads.items()}
        only = next(iter(longest), "")
        if (
            alone
            and not _told_apart(short, groups[only], known)
            and fit[only].answer == "unsure"
            and (
                _joins(fit[only].form, short, groups[only], persons)
                or (fit[only].form == "tail" and short in german and only in german)
            )
        ):
            joins.append(Join(_pair(short, only), fit[only].ground))
            groups[only] += groups.pop(home)
            head_of |= dict.fromkeys(groups[only], only)
            continue
        if short in loose or longest & set(loose):
            continue
        if 1 <= len(longest) <= ASKED:
            asked += [Question(_pair(short, h), fit[h].ground) for h in longest]
        if len(longest) > 1 and short in groups:
            maybe[short] = longest
    return maybe, asked


def _told_apart(key: str, group: Iterable[str], known: Remembered) -> bool:
    """Whether a name is known to mean something else than one of these: it does not come back through another."""
    return bool(known.different) and any(known.answer(key, member) == "different" for member in group)


def _joins(form: str, short: str, longer: Sequence[str], persons: Collection[str]) -> bool:
    """Whether a part of a name that fits one thing alone joins it: a given name only of a person."""
    known = {short, longer[0].split()[0]} & table.GIVEN
    given = bool(known or not {short, *longer}.isdisjoint(persons))
    return form in _JOINS or (form == "begins" and given and " " not in short)


def _near(opinions: _Pairs, meaning: Mapping[str, tuple[str, ...]], known: Remembered) -> list[Question]:
    """Questions about names that are no part of each other: one form with a doubt, or spoken of alike."""
    out = []
    for (a, b), opinion in opinions.items():
        apart = meaning.get(a) != meaning.get(b) and known.answer(a, b) is None
        formed = opinion.form not in _PARTS if opinion.form else opinion.shared >= SURROUNDED
        if apart and opinion.answer == "unsure" and formed:
            out.append(Question(_pair(a, b), opinion.ground))
    return out


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def _entity(
    group: Sequence[str],
    nodes: Mapping[str, Node],
    maybe: Mapping[str, Iterable[str]],
    names: tuple[Collection[str], Collection[str]],
) -> Entity:
    """One thing; it goes by the fullest of the names that say the same, short forms and acronyms are aliases."""
    head, *group = group
    foremost, taken = names
    spelled = {key: nodes[key].written for key in group}
    shown = max(group, key=lambda k: (k in foremost, _fullness(nodes[k]), k == head, k))
    kinds: Counter[str] = Counter()
    for key in group:
        kinds.update(nodes[key].types)
    beside = {nodes[key].written for key, heads in maybe.items() if head in heads}
    others = _spellings((s for key in group for s in nodes[key].spelled), spelled[shown])
    given = (kinds and kinds.most_common(1)[0][0] == "Person") or shown.split()[0] in table.GIVEN
    if given and len(spelled[shown].split()) == 2:
        # people are called by one of their names sooner or later
        words = (word for word in spelled[shown].split() if word[:1].isalpha())
        beside |= {word for word in words if ident(word) not in group and ident(word) not in taken}
    return Entity(
        key=shown,
        name=spelled[shown],
        type=types.commonest(kinds, spelled.values()),
        aliases=tuple(others),
        maybe=tuple(sorted(beside)),
        claims=tuple(sorted({c for key in group for c in nodes[key].claims})),
    )


def _spellings(written: Iterable[str], shown: str) -> list[str]:
    """The other names, each in one spelling: the one with capitals."""
    found: dict[str, str] = {}
    for said in sorted(written):
        found.setdefault(said.casefold(), said)
    found.pop(shown.casefold(), None)
    return sorted(found.values())


def _fullness(node: Node) -> tuple[int, int]:
    words = node.key.split()
    return (len(words), len(node.claims))
