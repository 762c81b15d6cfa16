"""The graph as a person may see it: a view over an index without what was put away, and without where it was said.

Three things differ from the index below it: claims that are hidden, refused, refuted or wait for review are not there;
links of superseded claims count for less; and what has no page yet (a topic, a name in a claim) is one with the page
that carries its name as title or alias.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clew.model import Edge, Hit, Json, Node, Standing
from clew.ports import Index
from clew.search.fact import Fact, Sight, fact, seen, visible

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from clew.ports import Vectors

OLD = 0.15
"""What is left of a link of a claim that is not in force."""
SAID = ("evidence", "in", "next")
"""Relations that tell where something was said, not what it has to do with what."""


class Lens:
    """An index whose edges end at what may be seen; implements `ports.Index`."""

    def __init__(
        self,
        below: Index,
        sight: Sight,
        merged: Mapping[str, str],
        nowhere: Iterable[str] = (),
        ties: Sequence[Edge] = (),
    ) -> None:
        self._below = below
        self._sight = sight
        self._merged = merged
        """Place without a page → page of that name."""
        self._nowhere = frozenset(nowhere)
        """Refs that stand for nothing in particular."""
        self._ties = ties
        """What holds between things that need have no page."""
        self._places: dict[str, list[str]] = {}
        for place, page in merged.items():
            self._places.setdefault(page, []).append(place)
        self._claims: dict[str, float] = {}
        """What a claim's links count for."""
        self._facts: dict[str, Fact | None] = {}

    def out(self, refs: Sequence[str], rels: Sequence[str] | None = None) -> list[Edge]:
        """Edges that leave these nodes and may be seen."""
        here = self._spread(refs)
        return self._seen([*self._below.out(here, rels), *self._tied(here, rels, lambda e: e.src)], rels)

    def into(self, refs: Sequence[str], rels: Sequence[str] | None = None) -> list[Edge]:
        """Edges that arrive at these nodes and may be seen."""
        here = self._spread(refs)
        return self._seen([*self._below.into(here, rels), *self._tied(here, rels, lambda e: e.dst)], rels)

    def _tied(self, refs: Sequence[str], rels: Sequence[str] | None, end: Callable[[Edge], str]) -> list[Edge]:
        here = frozenset(refs) if self._ties else ()
        return [e for e in self._ties if end(e) in here and (rels is None or e.rel in rels)]

    def _spread(self, refs: Sequence[str]) -> list[str]:
        return [place for ref in refs for place in (ref, *self._places.get(ref, ()))]

    def _seen(self, edges: Sequence[Edge], rels: Sequence[str] | None) -> list[Edge]:
        wanted = [e for e in edges if rels is not None or e.rel not in SAID]
        self._weigh(ref for e in wanted for ref in (e.src, e.dst))
        best: dict[tuple[str, str, str], Edge] = {}
        for edge in wanted:
            worth = edge.weight * self._worth(edge.src) * self._worth(edge.dst)
            src, dst = self._merged.get(edge.src, edge.src), self._merged.get(edge.dst, edge.dst)
            key = (src, edge.rel, dst)
            if worth > 0 and src != dst and (key not in best or best[key].weight < worth):
                best[key] = replace(edge, src=src, dst=dst, weight=worth)
        return [best[key] for key in sorted(best)]

    def _worth(self, ref: str) -> float:
        if ref in self._nowhere:
            return 0.0
        if not ref.startswith("claim:"):
            return 1.0
        return self._claims.get(ref, 0.0)

    def _weigh(self, refs: Iterable[str]) -> None:
        """Find out what claims count for; only their standing is read, for a hub has thousands."""
        missing = [ref for ref in dict.fromkeys(refs) if ref.startswith("claim:") and ref not in self._claims]
        nodes = self._below.get(missing) if missing else {}
        self._claims |= {ref: self._counts(nodes[ref].data) if ref in nodes else 0.0 for ref in missing}

    def _counts(self, data: Mapping[str, Json]) -> float:
        stored = data.get("standing") or {}
        one = Standing("", **{name: stored[name] for name in ("link", "shown", "review") if name in stored})
        if not seen(one, self._sight):
            return 0.0
        return 1.0 if one.link in ("active", "proposed") else OLD

    def sees(self, one: Fact) -> bool:
        """Whether a claim may be shown."""
        return visible(one, self._sight)

    def facts(self, refs: Iterable[str]) -> dict[str, Fact]:
        """The claims among these refs with their standing, each read once."""
        claims = [ref for ref in dict.fromkeys(refs) if ref.startswith("claim:")]
        missing = [ref for ref in claims if ref not in self._facts]
        if missing:
            nodes = self._below.get(missing)
            self._facts |= {ref: fact(nodes[ref]) if ref in nodes else None for ref in missing}
        return {ref: known for ref in claims if (known := self._facts[ref]) is not None}

    def text(self, query: str, kinds: Sequence[str], k: int) -> list[Hit]:
        """As below."""
        return self._below.text(query, kinds, k)

    def knn(self, vector: Vectors, kinds: Sequence[str], k: int) -> list[Hit]:
        """As below."""
        return self._below.knn(vector, kinds, k)

    def titles(self, query: str) -> list[str]:
        """As below."""
        return self._below.titles(query)

    def get(self, refs: Sequence[str]) -> dict[str, Node]:
        """As below."""
        return self._below.get(refs)

    def document_frequency(self, words: Sequence[str], kinds: Sequence[str]) -> dict[str, int]:
        """As below."""
        return self._below.document_frequency(words, kinds)

    def size(self, kinds: Sequence[str]) -> int:
        """As below."""
        return self._below.size(kinds)

    def kept(self, name: str) -> dict[str, Any]:
        """As below."""
        return self._below.kept(name)

    def still(self) -> AbstractContextManager[None]:
        """As below."""
        return self._below.still()
