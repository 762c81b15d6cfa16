"""Finds what may answer a question: titles, words, vectors, neighbours and links, as one score per node."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from clew.errors import ModelFailed
from clew.model import Node
from clew.search import graph, mentions, related, sought, value
from clew.search.fact import Fact, fact
from clew.search.gate import rarity
from clew.search.question import Question
from clew.search.rank import Blend, Score, Turn, fuse, order, smooth
from clew.text.fold import canonical
from clew.text.when import ends, instant
from clew.text.words import STOP, acronyms, covered, fold, tokens
from clew.use.naming import names_of
from clew.use.sync import place

if TYPE_CHECKING:
    from clew.ports import Embedder, Index, Vectors

T = TypeVar("T")
CLAIM, PART, PAGE = "claim", "part", "page"
KINDS = (CLAIM, PART, PAGE)
DEPTH = 200
"""Hits taken from each way of looking."""
AROUND = 80
"""Turns, best first, whose neighbours are looked at, and nodes of a kind whose author is."""
SEEDS = 3
"""Best items whose links are followed."""
RIVALS = 8
"""Best statements among which the latest is preferred."""
CLOSE = 0.65
"""Share of the best match from which on a statement is a rival."""
CHANGED, FEW = 4.0, 0.1
"""How much of the question's words a sentence of change must hold: for the whole addition, for any."""
PAGES = 1
"""Found pages that lend to the claims about them."""
OWN = ("person", "document")
LINKS = ("links",)
FAN = 40
"""Links of one seed that are followed, the heaviest first."""


class Seek:
    """One question on one index: scores by kind and ref, and the nodes that were fetched on the way."""

    def __init__(self, asked: Question, index: Index, blend: Blend, linked: bool = True) -> None:
        self.asked, self.index, self.blend, self.linked = asked, index, blend, linked
        self.scores: dict[str, dict[str, Score]] = {kind: {} for kind in KINDS}
        self.nodes: dict[str, Node] = {}
        self.titled: list[str] = []
        self.cosines: list[float] = []
        self.weights: Mapping[str, float] = rarity(asked.words, self.frequency(asked.words), index.size(KINDS))

    def run(self, vector: Vectors | None) -> None:
        """Fill the scores."""
        stop = STOP - acronyms(self.asked.sought)
        words = " ".join(word for word in tokens(self.asked.sought) if fold(word) not in stop) or self.asked.text
        for kind in KINDS:
            found = self.index.text(words, (kind,), DEPTH)
            close = [] if vector is None else self.index.knn(vector, (kind,), DEPTH)
            self.cosines = sorted((*self.cosines, *(hit.score for hit in close[:5])), reverse=True)[:5]
            self.scores[kind] = fuse(found, close, self.blend)
            if kind == PART:
                self._neighbours(min((hit.score for hit in close), default=0.0) * self.blend.vector)
        self._title()
        if self.linked:
            self._links()
        self._authors()
        self._inherit()
        self._latest()

    def fetch(self, refs: Sequence[str]) -> dict[str, Node]:
        """Nodes by ref, each fetched once."""
        missing = [ref for ref in dict.fromkeys(refs) if ref not in self.nodes]
        if missing:
            self.nodes.update(self.index.get(missing))
        return {ref: self.nodes[ref] for ref in refs if ref in self.nodes}

    def _derived(self, name: str, refs: Sequence[str], derive: Callable[[Node], T]) -> dict[str, T]:
        """What is derived of nodes, by ref: of one node once a revision."""
        known: dict[str, T] = self.index.kept(name)
        missing = [ref for ref in refs if ref not in known]
        if missing:
            known |= {ref: derive(node) for ref, node in self.fetch(missing).items()}
        return {ref: known[ref] for ref in refs if ref in known}

    def facts(self, refs: Sequence[str]) -> dict[str, Fact]:
        """The claims among these nodes with their standing."""
        return self._derived("fact", refs, fact)

    def frequency(self, words: Sequence[str]) -> Mapping[str, int]:
        """On how many nodes each word stands."""
        return self.index.document_frequency(words, KINDS) if words else {}

    def vector(self, embedder: Embedder | None) -> tuple[Vectors | None, tuple[str, ...]]:
        """The question as a vector, if there is one, and what the reader must know about the search."""
        if embedder is None or not self.asked.text.strip():
            return None, ("Found by words and links only: no embedding model.",)
        try:
            return embedder.query(self.asked.sought), ()
        except ModelFailed as problem:
            return None, (f"Found by words and links only: {problem}",)

    def _title(self) -> None:
        """A page that the question names counts twice; the claims about a found page get a share."""
        self.titled = self.index.titles(self.asked.text)
        pages, claims = self.scores[PAGE], self.scores[CLAIM]
        for ref in self.titled:
            pages.setdefault(ref, Score()).add("title", 2 * self.blend.title)
        best = order(pages, PAGES)
        worth = {ref: self.blend.title * min(1.0, pages[ref].total) for ref in best}
        worth |= dict.fromkeys(self.titled, self.blend.title)
        for ref, node in self.fetch(list(worth)).items():
            # claims lead to the place of their topic, wherever the page of that name lies
            for name in names_of(node):
                worth.setdefault(place(canonical(name)), worth[ref])
        for edge in self.index.into(list(worth), ("about",)) if worth else ():
            claims.setdefault(edge.src, Score()).lift("title", worth[edge.dst])

    def _inherit(self) -> None:
        """A claim stands where it was said: it takes over what its turn got from the turns around it."""
        claims, parts = self.scores[CLAIM], self.scores[PART]
        for edge in self.index.out(order(claims, AROUND), ("evidence",)) if claims else ():
            if there := parts.get(edge.dst):
                for name in ("near", "session"):
                    claims[edge.src].lift(name, there.part(name))

    # --- turns ---------------------------------------------------------------------------------

    def _neighbours(self, floor: float) -> None:
        """Turns beside the best turns join in, and lend and borrow score."""
        parts = self.scores[PART]
        best = order(parts, AROUND)
        before = self._before(best, best)
        # of the turns beside these only the far side is not known yet
        before |= self._before([*before], [*before.values()])
        refs = list(dict.fromkeys((*best, *before, *before.values())))
        for ref in refs:
            if ref not in parts:
                parts[ref] = Score(None, 0.0, floor)
        smooth(parts, self._derived("turn", refs, _turn), before, self.blend)

    def _before(self, first: Sequence[str], last: Sequence[str]) -> dict[str, str]:
        """For the turns that follow the first of these, and for the last, the one they follow."""
        edges = [*self.index.out(first, ("next",)), *self.index.into(last, ("next",))] if first or last else []
        return {edge.dst: edge.src for edge in edges}

    def _authors(self) -> None:
        """What people and documents say comes before an assistant's words, unless those are asked for."""
        said = {fold(word.removesuffix("'s").removesuffix("’s")) for word in tokens(self.asked.text)} - STOP
        named: dict[str, bool] = {"": False}
        flip = self.asked.speaker == "assistant"
        for scores in self.scores.values():
            for ref, (author, name) in self._derived("speaker", order(scores, AROUND), _speaker).items():
                if (author in OWN) is not flip:
                    scores[ref].add("own", self.blend.own)
                if name not in named:
                    named[name] = not said.isdisjoint(map(fold, tokens(name)))
                if named[name]:
                    scores[ref].add("speaker", self.blend.speaker)

    # --- links ---------------------------------------------------------------------------------

    def _links(self) -> None:
        """What the best seeds name or share a rare name with; more where it covers the rest of the question."""
        best = {ref: scores[ref].total for scores in self.scores.values() for ref in order(scores, SEEDS)}
        seeds = sorted(best, key=lambda ref: (-round(best[ref], 9), ref))[:SEEDS]
        near = graph.around(self.index, seeds, graph.Walk(rels=LINKS, fan=FAN)) if seeds else {}
        gains: dict[str, float] = {}
        for seed, node in self.fetch(seeds).items():
            ties = {there: min(1.0, weight) for there, weight, _ in near[seed]} | self._related(node)
            for there, weight in mentions.ties(node, self.index, self._spoken).items():
                ties[there] = max(weight, ties.get(there, 0.0))
            rest = self._rest(node) if ties else {}
            for there in sorted(ties, key=lambda ref: (-ties[ref], ref))[:FAN]:
                gain = ties[there] * (best[seed] + self.blend.rest * rest.get(there, 0.0))
                gains[there] = max(gains.get(there, 0.0), gain)
        for ref, gain in gains.items():
            kind = ref.split(":", 1)[0]
            if kind in self.scores:
                self.scores[kind].setdefault(ref, Score()).add("link", self.blend.bridge * gain)

    def _related(self, seed: Node) -> dict[str, float]:
        """Pages that relations of this one lead to, and the claims about them, one step further."""
        pages = related.reached(seed, self.asked.intent, self.fetch) if seed.kind == PAGE else {}
        claims = {edge.src: related.DECAY * pages[edge.dst] for edge in self.index.into(list(pages), ("about",))}
        return claims | pages

    def _spoken(self, refs: Sequence[str]) -> dict[str, str]:
        return self._derived("spoken", refs, mentions.spoken)

    def _rest(self, seed: Node) -> dict[str, float]:
        """BM25, as a share of the best, of the words that the seed does not cover."""
        done = covered(self.asked.words, f"{seed.title} {seed.body}")
        words = [word for word in self.asked.words if word not in done]
        found = self.index.text(" ".join(words), KINDS, DEPTH) if words else []
        best = max((hit.score for hit in found), default=0.0)
        return {hit.ref: hit.score / best for hit in found} if best > 0 else {}

    # --- time ----------------------------------------------------------------------------------

    def _latest(self) -> None:
        """Of statements that answer about equally well the later comes first: at the instant asked for, or now."""
        if self.asked.gone or self.asked.intent in ("list", "connects"):
            return
        want = value.wanted(self.asked.text)
        self._rivals(CLAIM, want)
        if want:
            self._rivals(PART, want)

    def _rivals(self, kind: str, want: value.Wanted | None) -> None:
        scores = self.scores[kind]
        ranked = order(scores, 2 * RIVALS)
        nodes = self.fetch(ranked)
        end = ends(self.asked.as_of)
        own = [ref for ref in ranked if ref in nodes and _speaker(nodes[ref])[0] in OWN and _by(nodes[ref], end)]
        best = max((scores[ref].match for ref in own[:RIVALS]), default=0.0)
        rivals = [ref for ref in own[:RIVALS] if scores[ref].match >= best * CLOSE]
        for at, ref in enumerate(sorted(rivals, key=lambda ref: _order(nodes[ref]))):
            scores[ref].put("later", self.blend.later * at / max(1, len(rivals) - 1))
            if at:
                said = sought.updated(nodes[ref].body, want, self.weights)
                scores[ref].add("update", self.blend.update * min(1.0, CHANGED * said) if said >= FEW else 0.0)


def _by(node: Node, end: float | None) -> bool:
    """Whether a node was said by an instant; without an instant, always."""
    said = instant(node.at)
    return end is None or said is None or said <= end


def _turn(node: Node) -> Turn:
    body = node.body.rstrip()
    source = str(node.data.get("source") or node.ref.rsplit("#", 1)[0])
    return Turn(source, len(body.split()), body.endswith(("?", "？")), _speaker(node)[0] in OWN)


def _speaker(node: Node) -> tuple[str, str]:
    """Author class and name of whoever says a node."""
    if node.kind == PART:
        return str(node.data.get("author") or "document"), str(node.data.get("name") or "")
    if node.kind == CLAIM:
        speaker = node.data.get("claim", {}).get("speaker", {})
        return "person" if speaker.get("adopted") else str(speaker.get("class") or "person"), str(
            speaker.get("name") or ""
        )
    return "document", ""


def _order(node: Node) -> tuple[float, str, int]:
    return (instant(node.at) or 0.0, str(node.data.get("source") or ""), int(node.data.get("n") or 0))
