"""Everything that the checks look at, as values: pages with their relations, claims, vocabulary and the clock."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from clew.belief.knowledge import Knowledge
from clew.model import Problem, Standing
from clew.pages import front, place, trust
from clew.pages.front import Document
from clew.pages.markdown import Outline, outline
from clew.pages.okf import role
from clew.pages.page import prose
from clew.pages.wiki import Stems

DAYS = 90
"""Days without a touch after which a page is worth a look."""
_MACHINE = frozenset({"Source", "Timeline", "Guide"})


@dataclass(frozen=True, slots=True)
class Relation:
    """One entry of a page's `relations`."""

    predicate: str
    object: str
    """A path, a URL or words, as written."""
    target: str | None
    """The path from the root that the object names; None for words and addresses."""
    date: str | None = None
    source: str | None = None
    claim: str | None = None
    """The claim it is projected from; None: a person wrote it."""


@dataclass(frozen=True, slots=True)
class Term:
    """What the vocabulary says of a predicate."""

    name: str
    inverse: str | None = None
    """Name of the inverse; the predicate's own name when it is symmetric."""
    functional: bool = False
    """Whether a thing can have only one at a time."""
    synonyms: tuple[str, ...] = ()
    own: bool = False
    """Whether the bundle's own vocabulary has it, so that its spelling is law."""


@dataclass(frozen=True)
class Page:
    """A Markdown file as the checks see it."""

    doc: Document
    path: str
    """From the root, `/entities/oak.md`."""
    relations: tuple[Relation, ...]
    names: frozenset[str] = frozenset()
    """Every path that exists in the bundle."""

    @cached_property
    def seen(self) -> Outline:
        """Links, headings and footnotes of what people wrote on it."""
        return outline(prose(self.doc))

    @property
    def concept(self) -> bool:
        """Whether it is about something: no index, log, source, reference or generated page."""
        kind = str(self.doc.front.get("type"))
        return role(self.path) == "concept" and kind not in _MACHINE and not self.reference

    @property
    def reference(self) -> bool:
        """Whether it mirrors material from outside."""
        return self.path.startswith("/references/") or self.doc.front.get("type") in ("Reference", "Source")

    @property
    def retired(self) -> bool:
        """Whether another page took its place, or it is deprecated."""
        return trust.status(self.doc.front) == "deprecated" or bool(self.paths("superseded_by"))

    def paths(self, key: str) -> tuple[str, ...]:
        """The targets of a front matter key that names pages, as paths from the root."""
        return tuple(self.resolve(word) or word for word in front.strings(self.doc, key))

    def resolve(self, target: str) -> str | None:
        """A target seen from this page; None where it leads out of the bundle or is an address."""
        here = place.link(target.partition("#")[0], self.path, self.names)
        return here.path if here.kind == "path" else None

    def problem(self, code: str, message: str, line: int | None = None) -> Problem:
        """A fault of this page."""
        return Problem(self.path.lstrip("/"), code, message, line)


@dataclass(frozen=True)
class Survey:
    """A bundle laid out for the checks."""

    pages: Mapping[str, Page]
    """By path from the root."""
    names: frozenset[str]
    """Every path that exists, folders too."""
    terms: Mapping[str, Term]
    """The vocabulary: every name and synonym to its term."""
    knowledge: Knowledge
    now: datetime
    days: int = DAYS
    salt: str = ""
    faults: tuple[Problem, ...] = ()
    """What the look at files, ledger and evidence found."""
    joined: tuple[tuple[str, ...], ...] = ()
    """Pairs of names that the rules joined and nobody has looked at."""
    spoken: Mapping[str, str] = field(default_factory=dict)
    """Page → when something it holds was last said."""

    @cached_property
    def usage(self) -> Counter[str]:
        """Predicates that people wrote, with how often."""
        return Counter(r.predicate for page in self.concepts for r in page.relations if not r.claim)

    @cached_property
    def idents(self) -> list[str]:
        """Ids of all claims, sorted, so that the first characters of one find it."""
        return sorted(self.knowledge.claims)

    @cached_property
    def stems(self) -> Stems:
        """Pages by the names that wikilinks use."""
        return Stems(self.pages, {path: front.strings(page.doc, "aliases") for path, page in self.pages.items()})

    @cached_property
    def replaced(self) -> Mapping[str, tuple[str, ...]]:
        """Path → pages that say they supersede it."""
        found: dict[str, tuple[str, ...]] = {}
        for page in self.pages.values():
            for old in page.paths("supersedes"):
                found[old] = (*found.get(old, ()), page.path)
        return found

    def exists(self, target: str) -> bool:
        """Whether a path leads somewhere; a page that was replaced and removed still counts."""
        return target in self.names or target in self.replaced

    @property
    def concepts(self) -> Iterator[Page]:
        """Pages about things, in order."""
        return (page for page in self.pages.values() if page.concept and page.doc.writable)


def pages(documents: Iterable[Document], names: frozenset[str]) -> dict[str, Page]:
    """The documents as pages, by path."""
    made = (Page(doc, "/" + doc.path.lstrip("/"), tuple(_relations(doc, names)), names) for doc in documents)
    return {page.path: page for page in sorted(made, key=lambda page: page.path)}


def _relations(doc: Document, names: frozenset[str]) -> Iterator[Relation]:
    for entry in trust.maps(doc.front.get("relations")):
        predicate, target = entry.get("predicate"), entry.get("object")
        if not isinstance(predicate, str) or not isinstance(target, str):
            continue
        where = place.value(target, "/" + doc.path.lstrip("/"), names)
        path = where.path if where.kind == "path" else None
        yield Relation(predicate, target, path, *(_word(entry.get(key)) for key in ("date", "source", "claim")))


def _word(value: object) -> str | None:
    return None if value is None else str(value)


def holds(standing: Standing) -> bool:
    """Whether a claim is in force and shown."""
    return standing.link == "active" and standing.shown == "shown"
