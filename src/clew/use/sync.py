"""Bringing the index up to date with the files: a difference, never a guess, and nothing when nothing changed."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import PurePosixPath
from sys import intern

from clew.belief.knowledge import Knowledge
from clew.core import codec, growth
from clew.index.sqlite import SqliteIndex
from clew.kin.vocabulary import FILE
from clew.model import Claim, Edge, Json, Node, Part, Problem, Source
from clew.pages import front, origin, wiki
from clew.store.files import Files
from clew.text.fold import canonical
from clew.use import lexis, lineage
from clew.use.cast import path_of
from clew.use.kinship import kinship
from clew.use.leaf import page_edges, page_node
from clew.use.memory import light

GENERATED = frozenset({"index.md", "log.md", "timeline.md", "AGENTS.md", "CLAUDE.md"})
"""File names that are never knowledge of their own."""
TIES = "ties"
"""Where the index keeps relations between things: those of things without a page stand nowhere else."""
SHEAF = 128
"""Pages that one transaction of the index takes in."""
CHUNK = 16
"""Sources that one transaction of the index takes in: bounds memory, and a sync that is cut off keeps the rest."""
WRITTEN = ("references/", "claims/", "ledger/", "sources/", "vocabulary.yaml")
"""Folders and files whose change means that knowledge must be read again."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What a sync did."""

    pages: int = 0
    sources: int = 0
    removed: int = 0
    problems: tuple[Problem, ...] = ()


class _Names(Collection[str]):
    """The paths in a snapshot, read when somebody first asks: most changes need none of them."""

    def __init__(self, snapshot: str = "") -> None:
        self._snapshot = snapshot

    @cached_property
    def _paths(self) -> dict[str, None]:
        snapshot, self._snapshot = self._snapshot, ""
        return dict.fromkeys(_path(line) for line in snapshot.split("\0") if line)

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    def __iter__(self) -> Iterator[str]:
        yield from self._paths

    def __len__(self) -> int:
        return len(self._paths)


class Sync:
    """Files on one side, index on the other."""

    def __init__(self, files: Files, index: SqliteIndex, knowledge: Callable[[], Knowledge]) -> None:
        self._files = files
        self._index = index
        self._knowledge = knowledge
        self._stems = wiki.Stems(())
        self._names = _Names()
        self._heirs: dict[str, tuple[str, ...]] = {}

    def run(self) -> Synced:
        """Index what differs from the files; `knowledge` is asked for only when sources, claims or events changed."""
        lines, problems = self._files.snapshot()
        seen = "\0".join(lines)
        before = self._index.meta("snapshot")
        if before == seen:
            return Synced(problems=(*problems, *self._faults(())))
        now, left = set(lines), _lines(before or "")
        changed, old = _paths(now - left), _paths(left - now)
        del now, left, before, lines  # of a large bundle all are
        gone = old - changed
        names = self._names = _Names(seen)
        if gone or changed - old:
            changed |= {
                path for path in self._loose() if path in names
            }  # a new name may be what a link was waiting for
            # what led to a page that is gone may mean another one
            led = self._index.into([f"page:/{path}" for path in sorted(gone)]) if gone else []
            changed |= {path for edge in led if (path := edge.src.removeprefix("page:/")) in names}
        if FILE in changed | gone:
            changed |= {path for path in names if path.endswith(".md")}  # their relations weigh anew
        self._stems = wiki.Stems(p for p in names if p.endswith(".md") and not self._described(p))
        pages, faults = self._pages([p for p in changed if not self._described(p)], gone)
        touched = [p for p in changed | gone if p.startswith(WRITTEN)]
        fresh = None in (self._index.meta("snapshot"), self._index.meta(TIES))
        sources, removed = self._sources(fresh) if touched or fresh else (0, 0)
        # Last, so that a sync that was cut off goes on where it stopped.
        self._index.set_meta("snapshot", seen)
        return Synced(pages, sources, removed + len(gone), (*problems, *self._faults(faults)))

    def _described(self, path: str) -> bool:
        """Whether it is the page of a source, which says nothing that is not indexed with its text."""
        return path.startswith("sources/") and f"references/{path[8:-3]}.jsonl" in self._names

    def _loose(self) -> list[str]:
        """Pages with wikilinks and the like: where those lead depends on which other pages there are."""
        return list(json.loads(self._index.meta("wikis") or "[]"))

    def _faults(self, fresh: Iterable[Problem]) -> tuple[Problem, ...]:
        """Faults of pages, remembered so that an unchanged broken page is still reported."""
        known: dict[str, Json] = json.loads(self._index.meta("faults") or "{}")
        new = {p.path: [p.code, p.message, p.line] for p in fresh}
        if new:
            known |= new
            self._index.set_meta("faults", json.dumps(known))
        return tuple(Problem(path, code, text, line) for path, (code, text, line) in sorted(known.items()))

    def _pages(self, changed: Iterable[str], gone: Iterable[str]) -> tuple[int, list[Problem]]:
        known: dict[str, Json] = json.loads(self._index.meta("faults") or "{}")
        before = dict(known)
        problems: list[Problem] = []
        before_loose = frozenset(self._loose())
        loose = set(before_loose)
        count = 0
        words = lexis.read(self._files)[0]
        written = sorted(path for path in changed if path.endswith(".md"))
        for start in range(0, len(written) + bool(gone), SHEAF):
            with self._index.transaction():
                for path in gone if not start else ():
                    known.pop(path, None)
                    self._index.drop(path)
                for path in written[start : start + SHEAF]:
                    data = self._files.current(path) or b""
                    if PurePosixPath(path).name in GENERATED and front.bare(data):
                        self._index.drop(path)
                        known.pop(path, None)
                        continue
                    doc = front.parse(data, path)
                    if origin.describes(doc):
                        continue
                    known.pop(path, None)
                    problems += doc.problems[:1]
                    drawn = None if _silent(path, doc) else page_edges(doc, self._stems, words, self._names)
                    if drawn is None:
                        self._index.drop(path)
                        continue
                    (loose.add if drawn.loose or "[[" in doc.body else loose.discard)(path)
                    nodes = [page_node(doc, drawn.relations)]
                    self._index.put(path, hashlib.sha256(data).hexdigest(), nodes, drawn.edges)
                    count += 1
        if loose != before_loose:
            self._index.set_meta("wikis", json.dumps(sorted(loose)))
        if known != before:
            self._index.set_meta("faults", json.dumps(known))
        return count, problems

    def _sources(self, fresh: bool) -> tuple[int, int]:
        """Put every source whose text, claims or standings differ from what is indexed.

        What this process has indexed before is not looked at again, but where claims stand otherwise since.
        """
        knowledge = self._knowledge()
        owners = {k: v for k, v in self._index.owners().items() if k.startswith("source:")}
        moved = None if fresh else knowledge.moved
        if moved and not all(knowledge.claims[i].evidence for i in moved):
            moved = None  # such claims belong to no source
        by_source = _by_source(knowledge, moved)
        withdrawn = knowledge.withdrawn()
        withdrawn |= {s.replaces for s in knowledge.sources.values() if s.replaces and s.id not in withdrawn}
        self._heirs = lineage.successors(self._files, self._index, knowledge.sources)
        behind: dict[str, str] = {}
        with light(knowledge) if moved is None else nullcontext():
            for ident, claims in by_source.items():
                heirs = ",".join(self._heirs.get(ident, ()))
                digest = f"{self._digest(knowledge, ident, claims)}{heirs}{'-' if ident in withdrawn else ''}"
                if owners.pop(f"source:{ident}", None) != digest:
                    behind[ident] = digest
            todo = list(behind.items())
            for start in range(0, len(todo), CHUNK):
                with self._index.transaction():
                    for ident, digest in todo[start : start + CHUNK]:
                        self._put(knowledge, ident, by_source[ident], digest)
        gone = owners if moved is None else {}
        self._index.drop(*gone)
        knowledge.moved = set()
        if not knowledge.patient or self._index.meta(TIES) is None:
            tie(self._index, knowledge)
        return len(behind), len(gone)

    def _digest(self, knowledge: Knowledge, ident: str, claims: Iterable[str]) -> str:
        total = hashlib.sha256(repr(knowledge.sources.get(ident)).encode("utf-8", "surrogatepass"))
        for claim in claims:
            total.update(f"{claim}{knowledge.standings[claim]!r}".encode("utf-8", "surrogatepass"))
        return total.hexdigest()

    def _put(self, knowledge: Knowledge, ident: str, claims: Sequence[str], digest: str) -> None:
        source = knowledge.sources.get(ident)
        parts = self._files.held(ident).values if source else ()
        nodes: list[Node] = []
        edges: list[Edge] = []
        if source:
            nodes.append(Node(f"source:{ident}", "source", source.title, "", source.at, codec.pack(source)))
            # of a source that was taken out or has a newer version nothing is found; its words stay in the files
            parts = () if digest.endswith("-") else parts
            shown = {p.n for p in growth.active(parts, source.leaf)}
            heirs = tuple(knowledge.sources[i].title for i in self._heirs.get(ident, ()))
            nodes += (part_node(source, p, p.n in shown, heirs) for p in parts)
            edges += part_edges(source, growth.active(parts, source.leaf))
            edges += [Edge(f"source:{i}", "supersedes", f"source:{ident}") for i in self._heirs.get(ident, ())]
        for claim in map(knowledge.claims.__getitem__, claims):
            nodes.append(claim_node(knowledge, claim))
            edges += claim_edges(knowledge, claim)
        self._index.put(f"source:{ident}", digest, nodes, edges)


def _by_source(knowledge: Knowledge, moved: Iterable[str] | None) -> dict[str, list[str]]:
    """Claims by the source they were taken from: of every source, or of those of some claims."""
    if moved is not None:
        idents = {knowledge.claims[i].source for i in moved}
        return {ident: knowledge.taken_from(ident) for ident in sorted(idents)}
    found: dict[str, list[str]] = {i: [] for i in knowledge.sources}
    for name, claim in knowledge.claims.items():
        found.setdefault(claim.source, []).append(name)
    return found


def tie(index: SqliteIndex, knowledge: Knowledge) -> None:
    """Keep what relations hold between things; of many claims that takes long, so it may follow a moment later."""
    index.set_meta(TIES, json.dumps(sorted(set(_ties(knowledge)))))


def _ties(knowledge: Knowledge) -> Iterator[tuple[str, str, str]]:
    """Relations in force between things by name, whether these have a page or not."""
    kin = kinship(knowledge)
    called = {key: entity.name for key, entity in kin.census.entities.items()}
    for one in kin.relations:
        if one.current and one.claim and one.subject in called and one.object in called:
            yield called[one.subject], knowledge.vocabulary.canonical(one.predicate), called[one.object]


def _silent(path: str, doc: front.Document) -> bool:
    """Whether a page is no knowledge of its own: made by Clew from others, led on, or torn by a merge."""
    conflicted = any(p.code.startswith("conflict") for p in doc.problems)
    return PurePosixPath(path).name in GENERATED or conflicted or doc.front.get("type") == "Redirect"


def _path(line: str) -> str:
    """The path in a line; equal ones are one string, since of a large bundle there are many lists of them."""
    return intern(line.split(" ", 2)[2])


def _lines(snapshot: str) -> set[str]:
    """Stamp and path of every file; two such sets are compared without reading a stamp."""
    return set(snapshot.split("\0")) - {""}


def _paths(lines: Iterable[str]) -> set[str]:
    """The paths in such lines; an older form of snapshot has none."""
    return {_path(line) for line in lines if line.count(" ") > 1 and line[0] != "{"}


def part_node(source: Source, part: Part, active: bool, heirs: Sequence[str] = ()) -> Node:
    """A part as retrieval finds it; `heirs` are the titles of documents that say they replace its document."""
    data: dict[str, Json] = {
        "source": source.id,
        "n": part.n,
        "author": part.author,
        "name": part.name,
        "active": active,
        "kind": source.kind,
    }
    if heirs:
        data["superseded_by"] = ", ".join(heirs)
    return Node(f"part:{source.id}#{part.n}", "part", source.title, part.text, part.at or source.at, data)


def part_edges(source: Source, shown: Sequence[Part]) -> list[Edge]:
    """Each part of the active branch lies in its source and is followed by the next one."""
    refs = [f"part:{source.id}#{p.n}" for p in shown]
    inside = [Edge(ref, "in", f"source:{source.id}") for ref in refs]
    return inside + [Edge(a, "next", b) for a, b in pairwise(refs)]


def claim_node(knowledge: Knowledge, claim: Claim) -> Node:
    """A claim with its standing, found by its topic, its words, its quotes and the slot it fills."""
    standing = knowledge.standings[claim.id]
    source = knowledge.sources.get(claim.source)
    slot = [claim.triple.s, claim.triple.p] if claim.triple else []
    about = " ".join(dict.fromkeys([*slot, *claim.about, claim.scope or ""])).strip()
    body = "\n".join([claim.text, *(span.quote for span in claim.evidence), about])
    data = {
        "claim": codec.lean(claim),
        "standing": codec.lean(standing),
        "source_title": source.title if source else "",
        "assumed": bool(source and source.precision == "assumed"),
    }
    title = standing.topic or claim.topic or standing.label or claim.label
    return Node(f"claim:{claim.id}", "claim", title, body, claim.asserted_at, data)


def claim_edges(knowledge: Knowledge, claim: Claim) -> list[Edge]:
    """Evidence, chain, restatement and dispute of a claim."""
    standing = knowledge.standings[claim.id]
    ref = f"claim:{claim.id}"
    spans = {(s.source, s.part) for s in claim.evidence}
    edges = [Edge(ref, "evidence", f"part:{source}#{part}") for source, part in sorted(spans)]
    topic = standing.topic or claim.topic
    edges.append(Edge(ref, "about", place(topic)))
    edges += [Edge(ref, "names", place(name)) for name in named(claim) if name != topic]
    edges += [Edge(ref, "supersedes", f"claim:{old}") for old in standing.predecessors]
    edges += [Edge(ref, "disputes", f"claim:{other}") for other in standing.disputed_with]
    if standing.restates:
        edges.append(Edge(ref, "restates", f"claim:{standing.restates}"))
    return edges


def place(name: str) -> str:
    """Where a topic or name stands in the graph, whether it has a page or not."""
    return f"page:/{path_of(name)}"


def named(claim: Claim) -> tuple[str, ...]:
    """Folded names of the things a claim speaks of: what it is about, its subject, and whom it reports."""
    who = claim.speaker.name if claim.speaker.cls == "person" and claim.speaker.name != "user" else ""
    found = (*claim.about, claim.triple.s if claim.triple else "", who)
    return tuple(dict.fromkeys(filter(None, map(canonical, found))))
