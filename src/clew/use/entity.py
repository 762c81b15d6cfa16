"""Things a bundle knows by name: listed, shown, and joined or told apart by people."""

import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from clew.belief import events
from clew.errors import Ambiguous, NotFound, Refused, UsageError
from clew.kin import types
from clew.kin.census import Entity, Mention, ident
from clew.kin.vocabulary import Vocabulary, key
from clew.model import Event, Json, Triple
from clew.rules import identity, mention, phrase
from clew.rules.relate import OWNER, PROJECT
from clew.text.lang import detect
from clew.text.near import nearest
from clew.use import intake, note
from clew.use.cast import authored
from clew.use.curate import Curate
from clew.use.desk import Desk
from clew.use.ingest import Ingest
from clew.use.kinship import Kinship, Relation, derive, kinship, renamed, typed
from clew.use.meet import meet
from clew.use.publish import Filing
from clew.use.told import Authored, Page

SHORTEST = 4
"""Letters of a name by which the end of a longer one is known."""
LONGEST = 4000
"""Characters of a message that are read for names of things no claim speaks of."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing as a list shows it."""

    name: str
    type: str
    aliases: tuple[str, ...]
    maybe: tuple[str, ...]
    """Names that may mean it or something else."""
    claims: int
    relations: int
    page: str
    """Path of its page; empty where it has none."""


@dataclass(frozen=True, slots=True)
class Tied:
    """One relation as people read it."""

    subject: str
    predicate: str
    object: str
    claim: str
    current: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing whole."""

    row: Row
    relations: tuple[Tied, ...]
    apart: tuple[str, ...]
    """Things it is not to be taken for."""
    asked: tuple[str, ...]
    """Open questions about its name."""
    claims: tuple[str, ...]


class Entities:
    """The things of a bundle; every decision about a name is an event, and claims stay as they are."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def _kin(self) -> Kinship:
        return kinship(self._desk.knowledge())

    def list(self, every: bool = False) -> tuple[Row, ...]:
        """Things that have a page or stand in several claims, most spoken of first; `every` thing that is named."""
        kin = self.census() if every else self._kin()
        paths, written = self._paths(), self._authored()
        rows = [_row(kin, entity, paths.get(key, "")) for key, entity in kin.census.entities.items()]
        rows = [_told(row, written) for row in rows]
        there = {row.page for row in rows}
        rows += (_written(page, len(written.relations(page))) for page in written.pages if page.path not in there)
        kept = (r for r in rows if every or r.page or r.claims > 1 or r.relations)
        return tuple(sorted(kept, key=lambda r: (-r.claims, -r.relations, r.name.casefold())))

    def census(self) -> Kinship:
        """Who is who with everything that people name in their own words, whether a claim speaks of it or not."""
        knowledge = self._desk.knowledge()
        parts = [part for ident_ in sorted(knowledge.sources) for part in self._desk.stored(ident_)]
        german = detect(" ".join(p.text[:200] for p in parts[:40])) == "de"
        known = mention.lexicon((p.text for p in parts), german)
        more: list[Mention] = []
        for part in (p for p in parts if p.author == "person"):
            text = part.text[:LONGEST]
            named = mention.names(text, known)
            people = mention.persons(text, named)
            more += (Mention(n, type="Person" if n in people else "", about=text[:200]) for n in named)
            more += (Mention(name, about=text[:200], loose=True) for name in _phrases(text))
        for claim in knowledge.claims.values():
            # what a claim takes up from another turn stands in its quotes only
            for text in dict.fromkeys((claim.text, *(span.quote for span in claim.evidence))):
                more += (Mention(name, claim.id, about=text, loose=True) for name in _phrases(text))
        more += _fuller((p.text[:LONGEST] for p in parts if p.author == "assistant"), {ident(m.said) for m in more})
        own = self.project()
        said = (part.text[:LONGEST] for part in parts if part.author == "person")
        same = [pair for text in said for pair in identity.same_names(text)]
        return derive(knowledge, [*more, *([Mention(own)] if own else [])], same)

    def project(self) -> str:
        """What the bundle is about as a whole: a name people introduce, or the word most titles share, or its title."""
        knowledge = self._desk.knowledge()
        order = sorted(knowledge.sources, key=lambda s: (str(knowledge.sources[s].at or ""), s))
        said = (p.text for s in order for p in self._desk.stored(s) if p.author == "person")
        titles = (source.title for source in knowledge.sources.values())
        return mention.project(said) or mention.titular(titles) or self._desk.settings.title

    def relations(self) -> tuple[Tied, ...]:
        """Everything that claims say of how things hang together, in the order of saying."""
        kin = self._kin()
        return tuple(self._tied(kin, relation) for relation in kin.relations)

    def show(self, name: str) -> Shown:
        """One thing by any of its names; `owner` and `project` are what claims mean by *I* and *we*."""
        kin = self._kin()
        end = self._standing_for(kin, name)
        if end:
            known = tuple(self._tied(kin, r) for r in kin.of_entity.get(end, ()) if r.claim)
            kind = "Person" if end == OWNER else "Entity"
            claims = tuple(dict.fromkeys(one.claim for one in known))
            now = sum(one.current for one in known)
            return Shown(Row(self._end(kin, end), kind, (), (), len(claims), now, ""), known, (), (), claims)
        written = self._authored()
        page = written.named.get(ident(name))
        if page and kin.entity(name) is None:
            known = tuple(Tied(*ends, "", True) for ends in written.relations(page))
            return Shown(_written(page, len(known)), known, (), (), ())
        entity = self._find(kin, name)
        tied = kin.of_entity.get(entity.key, ())
        others = (r.object if r.subject == entity.key else r.subject for r in tied if r.predicate == "differs_from")
        asked = [q for q in kin.census.questions if entity.key in q.pair or set(q.pair) & set(_keys(entity))]
        return Shown(
            _told(_row(kin, entity, self._paths().get(entity.key, "")), written),
            (
                *(self._tied(kin, r) for r in tied if r.claim),
                *(Tied(*ends, "", True) for ends in (written.relations(page) if page else ())),
            ),
            tuple(_called(kin, other) for other in dict.fromkeys(others)),
            tuple(f"{q.pair[0]} / {q.pair[1]}: {q.ground}" for q in asked),
            entity.claims,
        )

    def merge(self, name: str, into: str, *, reason: str | None = None, dry_run: bool = False) -> tuple[Event, ...]:
        """Two things are one; their names and claims come together, `split` takes it back."""

        def verb(kin: Kinship) -> tuple[Event, ...]:
            one, other = self._find(kin, name), self._find(kin, into)
            if one.key == other.key:
                raise UsageError(f"{name!r} and {into!r} mean one thing already")
            return (events.same(other.key, one.key, into=other.key),)

        return self._decide(verb, reason, dry_run)

    def split(
        self, name: str, other: str | None = None, *, reason: str | None = None, dry_run: bool = False
    ) -> tuple[Event, ...]:
        """A name leaves the thing it was joined to."""

        def verb(kin: Kinship) -> tuple[Event, ...]:
            entity, key = self._find(kin, name), ident(name)
            rest = [k for k in _keys(entity) if k != key]
            if not rest:
                raise UsageError(f"{entity.name!r} has no other name that it could be split from")
            if other is not None and ident(other) not in rest:
                raise NotFound(f"{other!r} is no name of {entity.name!r}; its names are: {', '.join(_names(entity))}")
            chosen = [ident(other)] if other else rest
            decided = [k for k in chosen if frozenset((key, k)) in kin.joined]
            # what a person joined comes apart where it was joined; what a rule joined, from every name
            return tuple(events.apart(key, k) for k in decided or chosen)

        return self._decide(verb, reason, dry_run)

    def alias(self, name: str, alias: str, *, reason: str | None = None, dry_run: bool = False) -> tuple[Event, ...]:
        """A thing goes by another name too."""
        if not ident(alias):
            raise UsageError("the alias has no letters")

        def verb(kin: Kinship) -> tuple[Event, ...]:
            entity = self._find(kin, name)
            if ident(alias) in _keys(entity):
                raise UsageError(f"{alias!r} means {entity.name!r} already")
            if (known := kin.entity(alias)) is not None:
                raise UsageError(
                    f"{alias!r} is a thing of its own ({known.name}); if both are one: "
                    f'clew entity merge "{alias}" "{entity.name}"'
                )
            return (events.name(ident(alias), alias), events.same(entity.key, ident(alias)))

        return self._decide(verb, reason, dry_run)

    def differ(self, name: str, other: str, *, reason: str | None = None, dry_run: bool = False) -> tuple[Event, ...]:
        """Two names do not mean one thing, and nobody asks again."""
        one, two = ident(name), ident(other)
        if not one or not two or one == two:
            raise UsageError("give two different names")

        def verb(kin: Kinship) -> tuple[Event, ...]:
            if kin.entity(other) is None:  # one that nobody knows yet may be told apart beforehand, not two
                self._find(kin, name)
            return (events.apart(one, two),)

        return self._decide(verb, reason, dry_run)

    def new(self, name: str, kind: str = "", *, reason: str | None = None, dry_run: bool = False) -> tuple[Event, ...]:
        """A thing that has a page from now on, whatever claims say of it."""
        if not ident(name):
            raise UsageError("the name has no letters")

        def verb(kin: Kinship) -> tuple[Event, ...]:
            known = kin.entity(name)
            if known and known.key in kin.wished:
                raise UsageError(f"{known.name!r} has a page already: {self._paths().get(known.key, '')}")
            return (events.name(known.key if known else ident(name), name.strip(), kind.strip()),)

        return self._decide(verb, reason, dry_run)

    def relate(self, subject: str, predicate: str, thing: str, *, dry_run: bool = False) -> str:
        """A claim by hand that two things hang together; its page entries follow it. Returns its id, or its words."""
        said = f"{subject.strip()} {predicate.strip().replace('_', ' ')} {thing.strip()}."
        if not (ident(subject) and key(predicate) and ident(thing)) or ident(subject) == ident(thing):
            raise UsageError(
                "give two different things and what joins them: clew claim relate SUBJECT PREDICATE OBJECT"
            )
        if dry_run:
            return said
        triple = Triple(subject.strip(), self._desk.knowledge().vocabulary.canonical(predicate), thing.strip())
        hand = note.Hand("relation", subject.strip(), self._desk.wiring.extractor, triple=triple)
        who = self._desk.authority
        with self._desk.writing() as session:
            rules = intake.rules(self._desk.settings, self._desk.now, "all", None)
            rules = replace(rules, actor=who.actor, channel=who.channel)
            meet(session, rules.policy)
            made = note.write(session, Ingest(session.knowledge, hand, rules, self._desk.stored), said)
            note.placed(session, Curate(session.knowledge, who), made, None)
            session.publish()
        self._desk.sync()
        return made

    def unrelate(
        self, subject: str, predicate: str, thing: str, *, reason: str | None = None, dry_run: bool = False
    ) -> tuple[Event, ...]:
        """The claims that say so are withdrawn, those by hand and those from sources."""
        kin, vocabulary = self._kin(), self._desk.knowledge().vocabulary
        ends, said = (self._find(kin, subject).key, self._find(kin, thing).key), vocabulary.canonical(predicate)
        found = [
            r.claim
            for r in kin.of_entity.get(ends[0], ())
            if r.claim and r.current and (r.subject, r.object) == ends and vocabulary.canonical(r.predicate) == said
        ]
        if not found:
            raise NotFound(f"no claim says that {subject} {said} {thing}; see: clew entity show {subject!r}")
        return self._desk.decide(
            lambda c: tuple(e for i in found for e in c.retract(i)), reason=reason, dry_run=dry_run
        )

    def _decide(
        self, verb: Callable[[Kinship], tuple[Event, ...]], reason: str | None, dry_run: bool
    ) -> tuple[Event, ...]:
        who = self._desk.authority
        if dry_run:
            return verb(self._kin())
        with self._desk.writing() as session:
            fresh = verb(kinship(session.knowledge))
            if not (who.human or who.scripts) and any(e.kind != "name" for e in fresh):
                raise Refused(
                    "only a person may say what a name means: run it in a terminal or the app, "
                    "or set `scripts = true` under [user] in your own configuration"
                )
            done = session.commit(session.stamp(fresh, reason))
            session.publish()
        self._desk.sync()
        return done

    def _find(self, kin: Kinship, name: str) -> Entity:
        entity = kin.entity(name)
        if entity:
            return renamed(kin, entity.key) or entity
        several = kin.census.meaning.get(ident(name), ())
        if several:
            called = ", ".join(_called(kin, key) for key in several)
            raise Ambiguous(f"{name!r} may mean {called}; say which")
        near = nearest(name, {e.name: e.key for e in kin.census.entities.values()})
        offered = (
            f"the nearest names are: {', '.join(near)}"
            if near
            else f"make it with: clew entity new {shlex.quote(name)}"
        )
        raise NotFound(f"nothing is called {name!r}; {offered}")

    def _paths(self) -> Mapping[str, str]:
        return Filing(self._desk.knowledge(), authored=authored(self._desk.files)).cast.path

    def _authored(self) -> Authored:
        self._desk.sync()
        filed = Filing(self._desk.knowledge(), authored=authored(self._desk.files))
        return Authored(self._desk.index, frozenset(filed))

    def _tied(self, kin: Kinship, relation: Relation) -> Tied:
        vocabulary: Vocabulary = self._desk.knowledge().vocabulary
        ends = (self._end(kin, relation.subject), self._end(kin, relation.object))
        return Tied(ends[0], vocabulary.canonical(relation.predicate), ends[1], relation.claim, relation.current)

    def _standing_for(self, kin: Kinship, name: str) -> str:
        """What stands for the owner or the project in relations, where a name means one of them and nothing else."""
        owner = {ident(word) for word in ("owner", "you", "me", *self._desk.settings.owner)}
        if ident(name) == "project" and not kin.entity(name):
            return PROJECT
        return OWNER if ident(name) in owner and not kin.entity(name) else ""

    def _end(self, kin: Kinship, end: str) -> str:
        if end == PROJECT:
            return self._desk.settings.title or "the project"
        return "you" if end == OWNER else _called(kin, end)


def _phrases(text: str) -> list[str]:
    return phrase.chunks(text, detect(text) or "en")


def _fuller(texts: Iterable[str], named: Collection[str]) -> Iterator[Mention]:
    """Longer names that an assistant uses for what people name by the end of it: `field trip form` of `form`."""
    for text in texts:
        for name in _phrases(text):
            key = ident(name)
            ends = [key[i:] for i in range(1, len(key) - SHORTEST + 1) if key[i - 1] == " " or " " not in key]
            if key not in named and " in " not in key and any(end in named for end in ends):
                yield Mention(name, about=text[:200], loose=True)


def _keys(entity: Entity) -> list[str]:
    return list(dict.fromkeys([entity.key, *map(ident, entity.aliases)]))


def _names(entity: Entity) -> tuple[str, ...]:
    return (entity.name, *entity.aliases)


def _called(kin: Kinship, key: str) -> str:
    entity = kin.census.entities.get(key)
    return entity.name if entity else key


def _row(kin: Kinship, entity: Entity, path: str) -> Row:
    shown = renamed(kin, entity.key) or entity
    tied = [r for r in kin.of_entity.get(entity.key, ()) if r.claim and r.current]
    return Row(shown.name, typed(shown), shown.aliases, shown.maybe, len(entity.claims), len(tied), path)


def _told(row: Row, written: Authored) -> Row:
    """A row with the page that people wrote of the thing, where Clew has none."""
    page = written.named.get(ident(row.name)) if not row.page else None
    return replace(row, page=page.path, type=page.type if row.type == "Entity" else row.type) if page else row


def _written(page: Page, relations: int) -> Row:
    return Row(page.title, page.type, page.aliases, (), 0, relations, page.path)


TYPES = types.TYPES
"""The types that Clew itself gives; any other word is kept."""


def packed(tied: Tied) -> Json:
    """A relation as plain values."""
    return {k: getattr(tied, k) for k in ("subject", "predicate", "object", "claim", "current")}
