"""The entities that have a page: which earn one, where it lies, and the relations that stand on it."""

import hashlib
import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from clew.belief.knowledge import Knowledge
from clew.kin.census import Entity, ident
from clew.model import Json
from clew.pages.page import TopicView
from clew.pages.slug import slug
from clew.store.files import Files
from clew.use.kinship import Kinship, Relation, kinship, renamed, typed
from clew.use.press import told

FOLDER = "entities"
TOPICS = "concepts"
UNFILED = "unfiled"
"""The page of claims whose topic has not earned one of its own."""
OURS = (f"{TOPICS}/", f"{FOLDER}/", "sources/", "references/")
"""Folders whose pages are ours."""
OWN = frozenset({"index.md", "log.md", "timeline.md", "AGENTS.md", "CLAUDE.md", "README.md"})
"""Names of files that are no pages about a thing."""
EARNS = 3
"""Claims that mention a name and earn it a page; two do, where a relation holds; a person's wish does so always."""
TIED = 2
LOOSE = frozenset(("involves", "relates_to"))
"""Predicates that say too little to earn a thing a page sooner."""
MOST = 60
"""Most relations on one page: the newest, so that a page stays one to read."""


def file_name(key: str, fallback: str = "entity") -> str:
    """Name of a page's file: a function of its key alone, so keys that differ only in signs get a digest."""
    name = slug(key, fallback)
    if name.replace("-", " ") != key:
        name = f"{name[:80]}-{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"
    return name


def place(key: str) -> str:
    """Path of an entity's own page."""
    return f"{FOLDER}/{file_name(key)}.md"


def path_of(topic: str) -> str:
    """Path of a topic's page: a function of the topic alone, so topics that differ only in signs get a digest."""
    return f"{TOPICS}/{file_name(topic, UNFILED)}.md"


def home(kin: Kinship, topic: str) -> str:
    """Where the page of a topic lies: on that of the thing it names, whoever earned it first."""
    entity = kin.census.of(topic)
    return place(entity.key) if entity and kin.name(entity) else path_of(topic)


def authored(files: Files) -> dict[str, str]:
    """Key of a name → the page with that title or alias, of the pages that people wrote outside our folders."""
    return naming(files.pages().paths, lambda path: told(files.current(path) or b"", path).names)


def naming(paths: Iterable[str], names: Callable[[str], Iterable[str]]) -> dict[str, str]:
    """The same of these pages, where the names of each are known."""
    found: dict[str, str] = {}
    for path in sorted(paths):
        if not path.startswith(OURS) and path.rpartition("/")[2] not in OWN:
            for name in names(path):
                found.setdefault(ident(name), path)
    return found


class Cast:
    """Entities by the path of their page, and paths by the key of an entity."""

    def __init__(self, knowledge: Knowledge, topics: Mapping[str, str], authored: Mapping[str, str]) -> None:
        self._knowledge = knowledge
        self._topics = topics
        self.kin: Kinship = kinship(knowledge)
        self.at: dict[str, Entity] = {}
        self.path: dict[str, str] = {}
        for key, entity in sorted(self.kin.census.entities.items()):
            names = (key, *map(ident, entity.aliases))
            mine = next((authored[name] for name in names if name in authored), None)
            filed = next((topics[name] for name in names if name in topics), None)
            several = len(self.kin.census.meaning.get(key, ())) > 1
            if mine or filed or (self._earns(entity) and not several):
                self.path[key] = path = mine or filed or place(key)
                if not mine or mine == filed:
                    # a page that a person wrote is linked to and left as it is
                    self.at.setdefault(path, renamed(self.kin, key) or entity)

    def _earns(self, entity: Entity) -> bool:
        """Whether an entity has a page of its own."""
        wished = {entity.key, *map(ident, entity.aliases)} & self.kin.wished.keys()
        said = (r for r in self.kin.of_entity.get(entity.key, ()) if r.current and r.claim)
        tied = any(r.predicate not in LOOSE for r in said)
        return bool(wished) or (self.kin.name(entity) and len(entity.claims) >= (TIED if tied else EARNS))

    @cached_property
    def retired(self) -> Mapping[str, str]:
        """Path a page had before its entity was found to be another one → the page of that one."""
        out = {}
        for key, entity in self.kin.census.entities.items():
            if key in self.path:
                for alias in map(ident, entity.aliases):
                    if alias != key and place(alias) not in self.at:
                        out[place(alias)] = self.path[key]
        # a topic that was found to be the name of a thing
        own = {topic: path for topic, path in self._topics.items() if path == home(self.kin, topic) != path_of(topic)}
        return {path_of(topic): path for topic, path in own.items()} | out

    def shown(self, view: TopicView, path: str) -> TopicView:
        """The page of an entity: its other names and its relations; of one that goes by a name, that and its type."""
        entity = self.at[path]
        view = replace(view, aliases=entity.aliases, relations=self.relations(entity.key))
        if not self.kin.name(entity):
            return view
        return replace(
            view,
            title=entity.name,
            type=typed(entity),
            description=f"What is known of {entity.name}.",
            more=f"clew entity show {shlex.quote(entity.name)}",
        )

    def relations(self, key: str) -> tuple[Mapping[str, Json], ...]:
        """The entries of a page: what its claims say of it in both directions, each once, the newest saying."""
        found: dict[tuple[str, str], Mapping[str, Json]] = {}
        for relation in reversed(self.kin.of_entity.get(key, ())):
            entry = self._entry(key, relation) if relation.current and relation.claim else None
            if entry:
                found.setdefault((str(entry["predicate"]), str(entry["object"])), entry)
        kept = list(found.values())[:MOST]
        return tuple(sorted(kept, key=lambda e: (str(e["predicate"]), str(e["object"]))))

    def _entry(self, key: str, relation: Relation) -> Mapping[str, Json] | None:
        vocabulary = self._knowledge.vocabulary
        out = relation.subject == key
        other = relation.object if out else relation.subject
        predicate = vocabulary.canonical(relation.predicate) if out else vocabulary.inverse(relation.predicate)
        end = self.kin.census.entities.get(other)
        if not predicate or end is None or (not out and other not in self.path):
            return None  # the project, the owner, and words that name nothing known
        claim = self._knowledge.claims[relation.claim]
        target = f"/{self.path[other]}" if other in self.path else end.name
        entry = {"predicate": predicate, "object": target, "source": claim.source, "claim": claim.id}
        date = (claim.valid_from or claim.asserted_at or "")[:10]
        return {**dict(list(entry.items())[:2]), **({"date": date} if date else {}), **dict(list(entry.items())[2:])}
