"""Taking a source out again: reversibly, or for good with every byte that Clew wrote of it.

A statement that another source makes too does not go with the source: the earliest of its echoes takes its place.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from clew.belief import events, tombstone
from clew.belief.knowledge import Knowledge
from clew.errors import Ambiguous, NotFound, Refused
from clew.index.sqlite import SqliteIndex
from clew.index.vault import VectorCache
from clew.model import Claim, Event, Source
from clew.store import files as layout
from clew.store.files import Files
from clew.text.moment import said
from clew.use.curate import Authority, Curate
from clew.use.draft import Drafts
from clew.use.gather import gather
from clew.use.write import Session

GROUND = "stands in for a claim whose source was taken out"
TELLING = 12
"""Shortest quote, in code points, that is looked for in what people wrote."""


@dataclass(frozen=True, slots=True)
class Purged:
    """What a purge removed, and where the words may still be."""

    source: str
    claims: int
    files: tuple[str, ...]
    """Files that were removed or rewritten."""
    drafts: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    """Pages that hold a quote of it: people wrote there, so they decide."""
    history: bool = False
    """Whether the bundle lies in a git repository, whose history may hold it."""
    index: bool = True
    """False when another process still held the old index open; `clew reindex` finishes it."""


def source(knowledge: Knowledge, name: str) -> Source:
    """The source that an id, or the beginning of one, names."""
    wanted = name.removeprefix("source:")
    if wanted in knowledge.sources:
        return knowledge.sources[wanted]
    found = sorted(i for i in knowledge.sources if i.startswith(wanted)) if wanted else []
    if len(found) == 1:
        return knowledge.sources[found[0]]
    if found:
        raise Ambiguous(f"{name} fits {len(found)} sources: {', '.join(found[:5])}; give more characters")
    raise NotFound(f"no source is called {name!r}; list them with: clew source list")


def withdrawal(curate: Curate, name: str) -> tuple[Event, ...]:
    """Events that take a source out: its text stays in the files, and nothing of it is shown or found."""
    knowledge = curate.knowledge
    _allowed(curate.authority, "remove")
    ident = source(knowledge, name).id
    if ident in knowledge.withdrawn():
        raise Refused(f"{ident} is removed already; bring it back with: clew source restore {ident}")
    return (events.withdraw(ident), *_heirs(knowledge, ident))


def readmission(curate: Curate, name: str) -> tuple[Event, ...]:
    """Events that bring a source back that was taken out, and give up what took its place."""
    knowledge = curate.knowledge
    found = source(knowledge, name)
    if found.id not in knowledge.withdrawn():
        raise Refused(f"{found.id} is not removed")
    last = [e for e in knowledge.touching(found.id) if e.kind == "withdraw"][-1]
    placed = (
        e for e in knowledge.events if e.op == last.op and (e.kind == "restate" or e.data.get("ground") == GROUND)
    )
    back = events.source(found.id, sha256=found.sha256, parts=found.parts)
    return (*(events.undo(e.id) for e in placed), back)


def erasure(knowledge: Knowledge, who: Authority, name: str) -> tuple[Event, ...]:
    """Events of a purge: digests of the values stay, so that they do not come in again by another way."""
    _allowed(who, "purge")
    ident = source(knowledge, name).id
    gone = _claims(knowledge, ident)
    names = {claim.id for claim in gone}
    others = (c for c in knowledge.claims.values() if c.id not in names)
    elsewhere = {digest for c in others for digest in tombstone.digests(c, who.salt)}
    marks = {c.id: [d for d in tombstone.digests(c, who.salt) if d not in elsewhere] for c in gone}
    return (*(events.purge(c.id, marks[c.id]) for c in gone), events.purge(ident), *_heirs(knowledge, ident))


def purge(session: Session, who: Authority, name: str, reason: str | None = None) -> Purged:
    """Remove text, claims, page and original bytes of a source in one transaction; knowledge is read anew after it."""
    known = session.knowledge
    fresh = erasure(known, who, name)
    found = source(known, name)
    names = {e.target for e in fresh if e.kind == "purge"}
    changes = dict(_changes(session.files, found, names))
    session.replace(changes, session.stamp(fresh, reason))
    session.knowledge = gather(session.files, who.salt)[0]
    return Purged(found.id, len(names) - 1, tuple(sorted(changes)))


def _changes(files: Files, found: Source, names: set[str]) -> Iterator[tuple[str, bytes | None]]:
    for path in (layout.references(found.id), layout.claims(found.id), layout.page(found.id), *files.raw(found.origin)):
        if files.current(path) is not None:
            yield path, None
    for claimant in files.claimants():
        lines = files.claims(claimant).values
        path = layout.claims(claimant)
        if claimant != found.id and any(c.id in names for c in lines):
            kept = [c for c in lines if c.id not in names]
            yield path, layout.grown(None, kept) if kept else None


def telling(knowledge: Knowledge, ident: str) -> frozenset[str]:
    """Quotes and texts of a source's claims by which its words are recognised in pages."""
    found = (w for c in _claims(knowledge, ident) for w in (c.text, *(span.quote for span in c.evidence)))
    return frozenset(word for word in found if len(word) >= TELLING)


def leftovers(files: Files, words: Iterable[str]) -> tuple[str, ...]:
    """Pages that hold one of these words."""
    wanted = [word.encode("utf-8", "replace") for word in words]
    pages = ((path, files.current(path) or b"") for path in files.pages().paths)
    return tuple(path for path, data in pages if any(word in data for word in wanted))


def _claims(knowledge: Knowledge, ident: str) -> list[Claim]:
    """Claims that rest on this source alone."""
    return [c for c in knowledge.of_source(ident) if all(span.source == ident for span in c.evidence)]


def _heirs(knowledge: Knowledge, ident: str) -> Iterator[Event]:
    """Where a claim that goes was said again elsewhere, the first echo takes its place in the chain."""
    going = {claim.id for claim in _claims(knowledge, ident)}
    for claim_id in sorted(going):
        standing = knowledge.standings[claim_id]
        echoes = [i for i in standing.restated_by if i not in going and i in knowledge.claims]
        if not echoes:
            continue
        heir, *others = sorted(echoes, key=lambda i: said(knowledge.claims[i]))
        yield events.restate(heir, heir)
        yield from (events.restate(other, heir) for other in others)
        yield from (events.supersede(heir, old, GROUND) for old in standing.predecessors if old not in going)
        if standing.successor and standing.successor not in going:
            drops = standing.link == "retracted"
            yield events.supersede(standing.successor, heir, GROUND, retract=drops)


def _allowed(who: Authority, verb: str) -> None:
    if not (who.human or who.scripts):
        raise Refused(
            f"only a person may {verb} a source: run it in a terminal or the app, "
            "or set `scripts = true` under [user] in your own configuration"
        )


class Eraser:
    """A purge from beginning to end: plan, files and ledger, then index, vectors and drafts."""

    def __init__(self, files: Files, index: SqliteIndex, cache: VectorCache | None, drafts: Drafts) -> None:
        self._files = files
        self._index = index
        self._cache = cache
        self._drafts = drafts
        self._digests: frozenset[str] = frozenset()
        self._words: frozenset[str] = frozenset()

    def look(self, knowledge: Knowledge, who: Authority, name: str) -> Purged:
        """What would go; remembers under which digests its vectors are kept, for the index forgets that first."""
        names = {e.target for e in erasure(knowledge, who, name) if e.kind == "purge"}
        found = source(knowledge, name)
        self.remember(telling(knowledge, found.id))
        changed = tuple(sorted(path for path, _ in _changes(self._files, found, names)))
        return Purged(found.id, len(names) - 1, changed, self._drafts.of(found.id), (), self._history())

    def remember(self, words: Iterable[str]) -> None:
        """Keep in mind what must leave the cache of vectors, and by which words pages are looked through."""
        self._digests = self._vectors()
        self._words = frozenset(words)

    def finish(self, done: Purged, sync: Callable[[], object]) -> Purged:
        """The bytes leave index, cache of vectors and drafts."""
        drafts = self._drafts.of(done.source)
        for name in drafts:
            self._drafts.delete(name)
        sync()
        if self._cache:
            self._cache.forget(sorted(self._digests - self._vectors()))
        emptied = self._index.forget_bytes()
        left = leftovers(self._files, self._words)
        return replace(done, drafts=drafts, left=left, history=self._history(), index=emptied)

    def _vectors(self) -> frozenset[str]:
        nodes = (node for kind in ("claim", "part", "page", "source") for node in self._index.all_nodes(kind))
        return frozenset(self._index.digests([node.ref for node in nodes]))

    def _history(self) -> bool:
        root = self._files.root.resolve()
        return any((folder / ".git").exists() for folder in (root, *root.parents))
