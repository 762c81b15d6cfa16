"""From a question to a context block: seeds, heads, neighbours, gate, variety, budget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from clew.core import graph, passage, serve
from clew.core.block import Block, Item, cut, fit
from clew.core.fact import Fact, Sight, fact
from clew.core.gate import DEEP, Threshold, Verdict, judge, rarity
from clew.core.question import Question, understand
from clew.core.rank import Blend, Cap, Score, fuse, order, smooth, spread
from clew.core.serve import Served
from clew.core.words import STOP, fold, tokens
from clew.errors import ModelFailed
from clew.model import Node

if TYPE_CHECKING:
    from clew.ports import Embedder, Index, Vectors

CLAIM, PART, PAGE = "claim", "part", "page"
KINDS = (CLAIM, PART, PAGE)
DEPTH = 200
"""Hits taken from each way of looking."""
SHORT = 140
"""Characters of a passage or text that had to be trimmed to fit."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the asker wants of the block."""

    budget: int = 2000
    """At most so many tokens, by an upper bound."""
    k: int = 24
    """At most so many items."""
    now: str | None = None
    """The clock: needed for what has run out and for words like yesterday."""
    as_of: str | None = None
    """The state at this instant."""
    known_at: str | None = None
    """Only what the bundle had recorded by this instant."""
    proposed: bool = False
    """Also claims that wait for review."""
    gate: bool = True
    """False returns what is nearest even where nothing fits."""
    graph: bool = True
    """Whether links between nodes may bring in what no word or vector found."""
    blend: Blend = field(default_factory=Blend)
    threshold: Threshold = field(default_factory=Threshold)


def retrieve(question: str, index: Index, embedder: Embedder | None, options: Options | None = None) -> Block:
    """The bounded, cited answer of an index to a question, or a block that says what is missing."""
    options = options or Options()
    asked = understand(question, options.now, options.as_of)
    search = _Search(asked, index, options)
    notes = search.seed(embedder)
    items = search.items()
    verdict = search.judge(items)
    block = Block(
        question=asked.text,
        intent=asked.intent,
        items=(),
        confident=verdict.confident or not options.gate,
        score=verdict.score,
        reason=verdict.reason,
        missing=verdict.missing,
        as_of=asked.as_of,
        budget=options.budget,
        notes=notes,
    )
    if not block.confident:
        return replace(block, near=tuple(items[:3]))
    return fit(block, items, options.k, _short)


def _short(item: Item) -> Item:
    """An item with less around it, for a budget that is nearly spent."""
    evidence = tuple(replace(e, quote=cut(e.quote, SHORT)) for e in item.evidence[:1])
    return replace(item, text=cut(item.text, SHORT), evidence=() if item.claim else evidence)


class _Search:
    """One question on one index: what was found so far."""

    def __init__(self, asked: Question, index: Index, options: Options) -> None:
        self.asked, self.index, self.options = asked, index, options
        self.sight = Sight(options.now, asked.as_of, options.known_at, options.proposed)
        self.scores: dict[str, dict[str, Score]] = {kind: {} for kind in KINDS}
        self.titled: list[str] = []
        self.cosine = -1.0
        self._facts: dict[str, Fact] = {}
        self._nodes: dict[str, Node] = {}
        self._weights: dict[str, float] | None = None

    # --- seeds -------------------------------------------------------------------------------

    def seed(self, embedder: Embedder | None) -> tuple[str, ...]:
        """Titles, words and vectors, fused per kind; returns what the reader must know about the search."""
        words = " ".join(word for word in tokens(self.asked.text) if fold(word) not in STOP) or self.asked.text
        vector, notes = self._vector(embedder)
        for kind in KINDS:
            found = self.index.text(words, (kind,), DEPTH)
            close = [] if vector is None else self.index.knn(vector, (kind,), DEPTH)
            self.cosine = max([self.cosine, *(hit.score for hit in close[:1])])
            beside = self._beside([hit.ref for hit in (*found, *close)]) if kind == PART else {}
            self.scores[kind] = fuse(found, close, self.options.blend, tuple(beside))
            smooth(self.scores[kind], beside, self.options.blend.near)
        self._title()
        if self.options.graph:
            self._linked()
        return notes

    def _vector(self, embedder: Embedder | None) -> tuple[Vectors | None, tuple[str, ...]]:
        if embedder is None or not self.asked.text.strip():
            return None, ("Found by words and links only: no embedding model.",)
        try:
            return embedder.query(self.asked.text), ()
        except ModelFailed as problem:
            return None, (f"Found by words and links only: {problem}",)

    def _title(self) -> None:
        """A page that the question names counts twice, the claims about it once."""
        self.titled = self.index.titles(self.asked.text)
        blend = self.options.blend
        for ref in self.titled:
            self.scores[PAGE].setdefault(ref, Score()).add("title", 2 * blend.title)
        for edge in self.index.into(self.titled, ("about",)) if self.titled else ():
            if edge.src in self.scores[CLAIM]:
                self.scores[CLAIM][edge.src].add("title", blend.title)

    def _beside(self, refs: Sequence[str]) -> dict[str, list[str]]:
        """Turns beside the found turns: the answer stands next to its question."""
        beside: dict[str, list[str]] = {}
        if refs:
            for edge in (*self.index.out(refs, ("next",)), *self.index.into(refs, ("next",))):
                beside.setdefault(edge.src, []).append(edge.dst)
                beside.setdefault(edge.dst, []).append(edge.src)
        return {ref: list(dict.fromkeys(others)) for ref, others in beside.items()}

    def _linked(self) -> None:
        """What stands one or two links from the best seeds gets a small share of their score."""
        seeds = {
            ref: score.total for kind in (CLAIM, PAGE) for ref, score in self.scores[kind].items() if score.total > 0
        }
        best = dict(sorted(seeds.items(), key=lambda kv: (-kv[1], kv[0]))[:10])
        if not best:
            return
        walk = graph.Walk(avoid=("source:", "part:"))
        for ref, weight in graph.expand(self.index, best, walk).items():
            kind = ref.split(":", 1)[0]
            if ref not in best and kind in self.scores:
                self.scores[kind].setdefault(ref, Score()).add("graph", 0.2 * weight)

    # --- items -------------------------------------------------------------------------------

    def items(self) -> list[Item]:
        """Everything that may be shown, in the order of reading."""
        served = serve.resolve(
            {ref.removeprefix("claim:"): score for ref, score in self.scores[CLAIM].items()},
            self.load,
            self.asked,
            self.sight,
        )
        claims = [serve.item(one, self.sight) for one in served]
        kin = {item.ref: one for item, one in zip(claims, served, strict=True)}
        ranked = _ranked(claims + self._passages() + self._pages())
        return ranked if self.asked.whole else _varied(ranked, kin, self.options.k)

    def load(self, ids: Sequence[str]) -> Mapping[str, Fact]:
        """Facts by claim id, each fetched once."""
        missing = [i for i in dict.fromkeys(ids) if i not in self._facts]
        for ref, node in self.index.get([f"claim:{i}" for i in missing]).items() if missing else ():
            self._facts[ref.removeprefix("claim:")] = fact(node)
        return {i: self._facts[i] for i in ids if i in self._facts}

    def _passages(self) -> list[Item]:
        parts = self.scores[PART]
        refs = order(parts)[:DEPTH]
        nodes = self.index.get(refs)
        claims: dict[str, list[str]] = {}
        for edge in self.index.into(refs, ("evidence",)) if refs else ():
            claims.setdefault(edge.dst, []).append(edge.src.removeprefix("claim:"))
        facts = self.load([i for ids in claims.values() for i in ids])
        out = []
        for ref in refs:
            about = [facts[i] for i in claims.get(ref, ()) if i in facts]
            node = nodes.get(ref)
            if node is None or node.data.get("active") is False or not _shown(about):
                continue
            out.append(passage.said(node, parts[ref], about, self.sight, self.weights()))
        return out

    def _pages(self) -> list[Item]:
        refs = order(self.scores[PAGE])[:DEPTH]
        nodes = self.index.get(refs)
        return [passage.page(nodes[ref], self.scores[PAGE][ref], self.weights()) for ref in refs if ref in nodes]

    # --- gate --------------------------------------------------------------------------------

    def weights(self) -> Mapping[str, float]:
        """Rarity of each word of the question."""
        if self._weights is None:
            self._weights = rarity(self.asked.words, self._frequency(self.asked.words), self._size())
        return self._weights

    def _frequency(self, words: Sequence[str]) -> Mapping[str, int]:
        return self.index.document_frequency(words, KINDS) if words else {}

    def _size(self) -> int:
        return self.index.size(KINDS)

    def judge(self, items: Sequence[Item]) -> Verdict:
        """Whether the best items cover the question."""
        texts = [self._whole(item) for item in items[:DEEP]]
        wanted = (*self.asked.words, *self.asked.numbers)
        return judge(self.asked, texts, self._frequency(wanted), self._size(), (self.cosine, bool(self.titled)))

    def _whole(self, item: Item) -> str:
        """All words an item stands for: its quotes, its title, and the older link that was found for it."""
        quotes = " ".join(e.quote for e in item.evidence)
        older = self._facts[item.via].claim.text if item.via in self._facts else ""
        return f"{item.title} {item.text} {quotes} {older} {item.at or ''}"


def _shown(claims: Iterable[Fact]) -> bool:
    """A passage is withheld where everything found in it was discarded or purged."""
    known = list(claims)
    return not known or any(one.standing.shown == "shown" for one in known)


FACT = 0.15
"""What a claim is worth over a passage: it reads alone and its standing is known."""


def _ranked(items: Sequence[Item]) -> list[Item]:
    """Best first, facts before passages of about the same score; links of one chain keep their order."""
    return sorted(items, key=lambda item: -round(item.score + (FACT if item.claim else 0.0), 9))


def _varied(items: Sequence[Item], kin: Mapping[str, Served], k: int) -> list[Item]:
    """Caps against repetition: one per chain and, from four sources on, a third per source."""
    known = {item.ref: item for item in items}

    def chain(ref: str) -> str | None:
        return kin[ref].chain if ref in kin and known[ref].presented == "current" else None

    def source(ref: str) -> str | None:
        return next((e.source for e in known[ref].evidence), None)

    caps = [Cap(chain, 1)]
    if len({source(ref) for ref in known}) >= 4:
        caps.append(Cap(source, max(2, k // 3)))
    return [known[ref] for ref in spread(known, caps)]
