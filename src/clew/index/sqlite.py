"""The index of a bundle in one SQLite file: a cache that can be deleted at any time and built again."""

import contextlib
import itertools
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from clew.index.database import BATCH, Database, Row
from clew.index.graph import Graph
from clew.index.imprint import Imprints
from clew.index.names import Names
from clew.index.pieces import Piece
from clew.index.schema import INDEX, KINDS
from clew.index.text import Text
from clew.model import Edge, Hit, Node

if TYPE_CHECKING:
    from clew.index.vectors import VectorStore
    from clew.ports import Vectors

NODES = 16_000
"""Nodes, and values derived of one under each name, that are kept in memory of those that were read last."""
MOST = 2000
"""Nodes and edges from which on what was put is written: pages of many relations make a batch of owners large."""
_UPDATE = "UPDATE node SET owner = ?, at = ?, data = ? WHERE id = ?"
_NODE = "SELECT ref, kind, title, body, at, data FROM node"


@dataclass(frozen=True, slots=True)
class Owned:
    """What one file brings into the index: replaced as a whole when the file changes."""

    owner: str
    digest: str
    nodes: Sequence[Node] = ()
    edges: Sequence[Edge] = ()


class SqliteIndex:
    """Nodes, edges, full text and vectors of one bundle; implements `ports.Index`.

    Everything belongs to an owner (the file it was read from) and is replaced or dropped with it.
    """

    def __init__(
        self, path: Path, *, readonly: bool = False, fingerprint: str | None = None, patience: float = 15.0
    ) -> None:
        self._db = Database(path, INDEX, readonly, patience)
        self._queue: dict[str, Owned] = {}
        self._waiting = 0
        self._db.backlog = self._drain
        self._text = Text(self._db)
        self._store: VectorStore | None = None
        self._graph = Graph(self._db)
        self._names = Names(self._db)
        self.imprints = Imprints(self._db)
        """What files were made of."""
        self.fingerprint = fingerprint
        """Of the embedder whose questions will come; vectors of any other are not used. None: whichever is there."""

    @property
    def path(self) -> Path:
        """The file."""
        return self._db.path

    @property
    def opened_fresh(self) -> bool:
        """True when the index was empty, foreign, damaged or of another version and must be filled from the files."""
        return self._db.fresh

    @property
    def _vectors(self) -> "VectorStore":
        """The vectors; their arithmetic is loaded when they are first needed, which reading and adding never do."""
        if self._store is None:
            from clew.index.vectors import VectorStore

            self._store = VectorStore(self._db)
        return self._store

    # Writing

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; nests. Another process that writes meanwhile waits, or gets `Locked`."""
        with self._db.lock:
            self._drain()
            mark: tuple[int, int] | None = self._text.mark()
            try:
                with self._db.transaction():
                    yield
                mark = None
            finally:
                if mark:
                    self._queue.clear()
                    self._waiting = 0
                    self._text.rewind(mark)
            self._text.relieve()

    def put(self, owner: str, digest: str, nodes: Sequence[Node], edges: Sequence[Edge] = ()) -> None:
        """Replace everything that belongs to an owner."""
        item = Owned(owner, digest, nodes, edges)
        with self._db.lock:
            if self._db.depth == 0:
                self.put_all([item])
                return
            if owner in self._queue or len(self._queue) >= BATCH or self._waiting >= MOST:
                self._drain()
            self._queue[owner] = item
            self._waiting += len(nodes) + len(edges)

    def put_all(self, items: Iterable[Owned]) -> None:
        """Replace everything that belongs to each of these owners, in one transaction: much faster than one by one."""
        waiting = iter(items)
        with self.transaction():
            while batch := list(itertools.islice(waiting, BATCH)):
                self._put({item.owner: item for item in batch})
                self._text.relieve()

    def _drain(self) -> None:
        """Write what was put inside a transaction and waits for company: a batch costs half of its items."""
        if self._queue:
            items, self._queue, self._waiting = self._queue, {}, 0
            self._put(items)
            self._text.relieve()

    def _put(self, items: Mapping[str, Owned]) -> None:
        old = self._numbers(items)
        self._db.many(
            "INSERT INTO owner (name, digest) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET digest = excluded.digest",
            [(item.owner, item.digest) for item in items.values()],
        )
        numbers = self._numbers(items)
        self._replace([(node, numbers[item.owner]) for item in items.values() for node in item.nodes], old.values())
        self._graph.replace(
            [(numbers[item.owner], edge) for item in items.values() for edge in item.edges], old.values()
        )

    def _numbers(self, owners: Collection[str]) -> dict[str, int]:
        return dict(self._db.each("SELECT name, id FROM owner WHERE name IN ({})", list(owners)))

    def drop(self, *owners: str) -> None:
        """Remove everything that belongs to these owners; one that is not known is no error."""
        with self.transaction():
            known = self._numbers(owners)
            self.put_all(Owned(owner, "") for owner in known)
            self._db.many("DELETE FROM owner WHERE id = ?", [(number,) for number in known.values()])

    def update(self, nodes: Sequence[Node]) -> int:
        """Give known nodes new text or data, leaving them with their owner; returns how many were known."""
        with self.transaction():
            old = self._stored("ref", [node.ref for node in nodes])
            known = [(node, int(old[node.ref][4])) for node in nodes if node.ref in old]
            self._write(known, old)
        return len(known)

    def _stored(self, column: str, values: Sequence[object]) -> dict[str, Row]:
        """Id, kind, title, body and owner of stored nodes by ref."""
        sql = f"SELECT ref, id, kind, title, body, owner FROM node WHERE {column} IN ({{}})"  # noqa: S608  # fixed names
        return {row[0]: row[1:] for row in self._db.each(sql, values)}

    def _replace(self, nodes: Sequence[tuple[Node, int]], owners: Collection[int]) -> None:
        """Make these the nodes of their owners; `owners` are those who had any before."""
        old = self._stored("owner", list(owners))
        latest = {node.ref: (node, owner) for node, owner in nodes}
        self._remove([row for ref, row in old.items() if ref not in latest])
        old |= self._stored("ref", [ref for ref in latest if ref not in old])
        self._write(list(latest.values()), old)

    def _remove(self, rows: Sequence[Row]) -> None:
        for number, kind, title, body, _ in rows:
            self._text.change(kind, number, title, body, gone=True)
        numbers = [row[0] for row in rows]
        if numbers:
            self._vectors.remove(numbers)
        self._names.remove(numbers)
        self._db.many("DELETE FROM node WHERE id = ?", [(number,) for number in numbers])

    def _write(self, nodes: Sequence[tuple[Node, int]], old: Mapping[str, Row]) -> None:
        """Insert nodes; those whose words did not change keep their row, and with it text and vectors."""
        same: list[tuple[int, Node]] = []
        new: list[tuple[Node, int]] = []
        for node, owner in nodes:
            row = old.get(node.ref)
            if row and row[1:4] == (node.kind, _clean(node.title), _clean(node.body)):
                same.append((row[0], node))
                self._db.run(_UPDATE, (owner, node.at, _pack(node), row[0]))
            else:
                new.append((node, owner))
        self._remove([old[node.ref] for node, _ in new if node.ref in old])
        numbered = list(enumerate(new, self._last() + 1))
        self._db.many(
            "INSERT INTO node VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(n, v.ref, v.kind, owner, _clean(v.title), _clean(v.body), v.at, _pack(v)) for n, (v, owner) in numbered],
        )
        for number, (node, _) in numbered:
            self._text.change(node.kind, number, _clean(node.title), _clean(node.body))
        self._names.remove([number for number, node in same if node.kind == "page"])
        self._names.add(same + [(number, node) for number, (node, _) in numbered])

    def _last(self) -> int:
        """The highest row that a node ever had."""
        found = self._db.rows("SELECT seq FROM sqlite_sequence WHERE name = 'node'")
        return int(found[0][0]) if found else 0

    def meta(self, name: str) -> str | None:
        """A value that the bundle keeps with the index, or None."""
        found = self._db.rows("SELECT value FROM meta WHERE name = ?", (f"my.{name}",))
        return cast("str", found[0][0]) if found else None

    def set_meta(self, name: str, value: str) -> None:
        """Keep a value with the index, lost with it."""
        self._db.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", (f"my.{name}", value))

    # Reading

    def owners(self) -> dict[str, str]:
        """Digest by owner, for telling what changed."""
        return dict(self._db.rows("SELECT name, digest FROM owner"))

    def counts(self) -> dict[str, int]:
        """How many nodes of each kind, edges, owners and vectors there are."""
        found = {kind: self.size([kind]) for kind in KINDS}
        for name, table in (("edges", "edge"), ("owners", "owner"), ("vectors", "vector")):
            found[name] = self._db.rows(f"SELECT count(*) FROM {table}")[0][0]  # noqa: S608  # fixed names
        return found

    def text(self, query: str, kinds: Sequence[str], k: int) -> list[Hit]:
        """BM25 over title and body, best first; any text is a legal query, one without words finds nothing."""
        return [Hit(ref, score) for score, ref in self._text.search(query, _known(kinds), k)]

    def knn(self, vector: "Vectors", kinds: Sequence[str], k: int) -> list[Hit]:
        """Exact cosine neighbours of one query vector, best first; empty when nothing is embedded."""
        return [Hit(ref, score) for score, ref in self._vectors.search(vector, kinds, k, self.fingerprint)]

    def titles(self, query: str) -> list[str]:
        """Refs of pages whose title or alias stands in the query as whole words, longest first."""
        return self._names.inside(query)

    def get(self, refs: Sequence[str]) -> dict[str, Node]:
        """Nodes by ref; unknown refs are left out."""
        known = self._db.kept("node", NODES)
        missing = [ref for ref in dict.fromkeys(map(_clean, refs)) if ref not in known]
        if missing:
            known |= {row[0]: _node(row) for row in self._db.each(_NODE + " WHERE ref IN ({})", missing)}
        return {ref: known[ref] for ref in map(_clean, refs) if ref in known}

    def out(self, refs: Sequence[str], rels: Sequence[str] | None = None) -> list[Edge]:
        """Edges that leave these nodes."""
        return self._graph.out(refs, rels)

    def into(self, refs: Sequence[str], rels: Sequence[str] | None = None) -> list[Edge]:
        """Edges that arrive at these nodes."""
        return self._graph.into(refs, rels)

    def document_frequency(self, words: Sequence[str], kinds: Sequence[str]) -> dict[str, int]:
        """In how many nodes of these kinds each word occurs."""
        return self._text.spread(words, _known(kinds))

    def size(self, kinds: Sequence[str]) -> int:
        """How many nodes of these kinds there are."""
        return sum(self._text.size(kind) for kind in _known(kinds))

    def kept(self, name: str) -> dict[str, Any]:
        """What was derived of nodes under a name, for whoever derives it to fill; empty once anything changed."""
        return self._db.kept(f"my.{name}", NODES)

    def still(self) -> contextlib.AbstractContextManager[None]:
        """One state for all that is read inside; another process may write meanwhile, another thread waits."""
        return self._db.still()

    def all_nodes(self, kind: str) -> Iterator[Node]:
        """Every node of a kind, in the order of refs; the index may be written to meanwhile."""
        after = f"{kind}:"
        sql = _NODE + " WHERE ref > ? AND ref < ? ORDER BY ref LIMIT 500"
        while rows := self._db.rows(sql, (after, f"{kind};")):
            yield from map(_node, rows)
            after = rows[-1][0]

    def find(self, prefix: str, kinds: Sequence[str] = KINDS, limit: int = 50) -> list[str]:
        """Refs that begin like this, with or without their kind: `c7k2` finds `claim:c7k2…`."""
        starts = [prefix] + [f"{kind}:{prefix}" for kind in kinds] + [f"page:/{prefix}"]
        sql = "SELECT ref FROM node WHERE ref >= ? AND ref < ? ORDER BY ref LIMIT ?"
        found = {
            row[0]
            for kind in _known(kinds)
            for start in map(_clean, starts)
            if start.startswith(f"{kind}:")
            for row in self._db.rows(sql, (start, start + "\U0010ffff", limit))
        }
        return sorted(found)[:limit]

    # Vectors

    def pending(self, fingerprint: str, limit: int = 256) -> list[Piece]:
        """Texts of up to `limit` nodes that have no vector of this fingerprint; long nodes give several."""
        return self._vectors.pending(fingerprint, limit)

    def add_vectors(self, fingerprint: str, pieces: "Sequence[Piece]", vectors: "Vectors") -> None:
        """Keep the vectors of what `pending` gave; those of any other fingerprint are dropped."""
        self._vectors.add(fingerprint, pieces, vectors)

    def coverage(self, fingerprint: str) -> tuple[int, int]:
        """How many nodes have vectors of this fingerprint, of how many that should."""
        return self._vectors.coverage(fingerprint)

    def digests(self, refs: Sequence[str]) -> list[str]:
        """Content digests under which the vectors of these nodes are cached, so that a purge can reach them."""
        return self._vectors.digests(refs)

    # Care

    def forget_bytes(self) -> bool:
        """Make deleted words leave the files; False when a reader elsewhere still holds the old state."""
        with self.transaction():
            self.imprints.forget()
            self._text.flush()
            self._text.optimize()
            self._graph.sweep()
        for path in self._vectors.sidecars():
            path.unlink(missing_ok=True)
        self._db.run("VACUUM")
        return bool(self._db.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == 0)

    def check(self) -> None:
        """Look for damage; a damaged index is deleted and `Damaged` raised: open again and rebuild."""
        with self.transaction():  # nobody may write between the two sides that are compared
            sound = self._db.rows("PRAGMA quick_check(1)") == [("ok",)] and self._text.sound()
        if not sound:
            raise self._db.damaged()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def _known(kinds: Sequence[str]) -> list[str]:
    return [kind for kind in KINDS if kind in kinds]


def _clean(text: str) -> str:
    """Text that SQLite can store: half of a surrogate pair becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _pack(node: Node) -> str:
    return _clean(json.dumps(dict(node.data), ensure_ascii=False, separators=(",", ":")))


def _node(row: Row) -> Node:
    ref, kind, title, body, at, data = row
    return Node(ref, kind, title, body, at, json.loads(data))
