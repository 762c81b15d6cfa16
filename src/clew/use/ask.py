"""From a question to a context block: seeds, heads, neighbours, gate, variety, budget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from clew.pages import place
from clew.search import passage, rerank, serve, sought, value
from clew.search.block import Block, Item, beyond, cut, fit
from clew.search.fact import Fact, Presented, Sight, expired, presented
from clew.search.gate import DEEP, Seen, Threshold, Verdict, ended, judge
from clew.search.parts import together
from clew.search.question import understand
from clew.search.rank import Blend, Cap, Score, match, order, spread
from clew.search.rivals import HELD, Rivals
from clew.search.serve import Served
from clew.text.when import ends, instant
from clew.text.words import covered
from clew.use.seek import CLAIM, KINDS, PAGE, PART, Seek

if TYPE_CHECKING:
    from clew.model import Node
    from clew.ports import Embedder, Index

CHAINS = 3
"""Claims that are read for each wanted item: many lead to one chain."""
SPARE = 16
"""Items beyond the wanted number that are looked at, for when some do not fit."""
SAID = 0.5
"""What a passage loses when a claim from it is shown already that fits about as well."""
AS_WELL = 0.75
"""Share of the passage's match that such a claim must reach; a story is told by its claims alone."""
NEAREST = 2
"""Of the items that the gate reads, those that fit best by themselves wherever they stand."""
GONE = 0.3
"""What a claim that has run out loses, unless the past is asked for."""
LONG = 200
"""Code points from which on a text holds so much that what it lacks says little of it."""
ENDED = ("superseded", "retracted")
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
    floor: float = 0.45
    """Share of the best item's score below which nothing is shown; 0 shows all that was found."""
    graph: bool = True
    """Whether links between nodes may bring in what no word or vector found."""
    heads: bool = True
    """Whether a claim that was replaced gives its place to the one in force."""
    blend: Blend = field(default_factory=Blend)
    threshold: Threshold | None = None
    """Where confidence begins; None takes the bundle's own value, or the one built in."""


def retrieve(question: str, index: Index, embedder: Embedder | None, options: Options | None = None) -> Block:
    """The bounded, cited answer of an index to a question, or a block that says what is missing."""
    options = options or Options()
    asked = understand(question, options.now, options.as_of)
    seek = Seek(asked, index, options.blend, options.graph)
    vector, notes = seek.vector(embedder)
    with index.still():
        seek.run(vector)
        table = _Table(seek, options)
        items = table.items()
        verdict = table.judge(items)
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


def in_parts(whole: Block, parts: Sequence[Block], options: Options) -> Block:
    """The block of a question that was asked as a whole and in parts, within the same budget."""
    block, items = together(whole, parts)
    return fit(block, items, options.k, _short) if block.confident else whole


def _short(item: Item) -> Item:
    """An item with less around it, for a budget that is nearly spent; the same where nothing can go."""
    text = cut(item.text, SHORT)
    if text == item.text and not beyond(item):
        return item
    evidence = tuple(replace(e, quote=cut(e.quote, SHORT)) for e in item.evidence[:1])
    return replace(item, text=text, evidence=() if item.claim else evidence)


@dataclass(slots=True)
class _Entry:
    """Something that may become an item, before its text is read closely."""

    ref: str
    score: Score
    how: Presented
    served: Served | None = None
    source: str | None = None
    said: bool = False
    """True for a passage of which a claim is shown already."""
    gone: bool = False
    """True for a claim that has run out."""
    via: str = ""
    """Title of the older page that was found, of which this one takes the place."""

    def __post_init__(self) -> None:
        if self.served is not None:
            self.source = self.served.fact.source


class _Table:
    """What was found, as items that may be shown."""

    def __init__(self, seek: Seek, options: Options) -> None:
        self.seek, self.options, self.asked = seek, options, seek.asked
        self.sight = Sight(options.now, self.asked.as_of, options.known_at, options.proposed, options.heads)
        self._wanted = value.wanted(self.asked.text)
        self._gone = self.asked.gone
        self._facts: dict[str, Fact] = {}
        self._served: frozenset[str] = frozenset()
        self._later: Mapping[str, str] = {}
        """For each earlier statement the later one that answers in its place."""
        self._loose: set[str] = set()

    def items(self) -> list[Item]:
        """What may be shown, in the order of reading; no more than a block can hold is read closely."""
        claims = self.seek.scores[CLAIM]
        served = serve.resolve(
            {ref.removeprefix("claim:"): claims[ref] for ref in order(claims, CHAINS * self.options.k)},
            self.load,
            self.asked,
            self.sight,
        )
        self._served = frozenset(one.fact.id for one in served[: self.options.k])
        rivals = Rivals(self.asked, self.seek.weights, self.load, self.sight)
        self._later = rivals.earlier([(one.fact, one.score) for one in served])
        self._loose = rivals.loose
        entries = [
            *(self._claim(one) for one in served),
            *self._passages(),
            *self._pages(),
        ]
        gone = 0.0 if self.asked.past or self.sight.as_of or self.asked.intent == "when" else GONE
        ranked = _ranked(entries, self.options.blend.fact, gone)
        if not self.asked.whole:
            ranked = _varied(ranked, self.options.k)
        if self.asked.intent == "history":
            ranked = self._told(ranked)
        elif not self._gone:
            ranked = self._latest_first(ranked if self.sight.as_of else self._weighed(ranked))
        best = max((entry.score.total for entry in ranked), default=0.0)
        near = [entry for entry in ranked if entry.score.total >= self.options.floor * best]
        return [self._item(entry) for entry in near[: max(DEEP, self.options.k) + SPARE]]

    def _claim(self, one: Served) -> _Entry:
        how = "past" if one.fact.id in self._later else presented(one.fact, self.sight)
        ended = self._gone and one.fact.standing.link in ENDED
        if self._wanted or ended:
            one = replace(one, score=self._valued(one.score, one.fact.claim.text, self._wanted))
        if ended:
            one.score.add("past", self.options.blend.fact)
        return _Entry(one.fact.ref, one.score, how, one, gone=expired(one.fact, self.sight))

    def _valued(self, score: Score, text: str, want: value.Wanted | None) -> Score:
        """The score of a text, less where the question asks for a value and a short text holds none."""
        own = Score(score.parts)
        if want is not None and len(text) <= LONG:
            own.add("value", -self.options.blend.value * (1.0 - value.fits(text[: value.READ], want)))
        return own

    def _answered(self) -> value.Wanted | None:
        """The value that is asked for, where a claim holds one: only then a passage without it steps back."""
        want = self._wanted
        texts = [self._facts[i].claim.text for i in self._served if i in self._facts]
        return want if want and any(value.fits(text, want) >= HELD for text in texts) else None

    def _weighed(self, ranked: Sequence[_Entry]) -> list[_Entry]:
        """The best items in the order of their signs, the rest as it stands."""
        best = ranked[: rerank.POOL]
        order = rerank.first([self._candidate(entry) for entry in best], self.asked.words, self._wanted)
        return [*(best[at] for at in order), *ranked[rerank.POOL :]]

    def _candidate(self, entry: _Entry) -> rerank.Candidate:
        past = entry.how == "past"
        if entry.served is not None:
            claim = entry.served.fact.claim
            return rerank.Candidate(entry.score, claim.text, claim.asserted_at or "", True, past)
        node = self.seek.nodes[entry.ref]
        return rerank.Candidate(entry.score, node.body, node.at or "", False, past)

    def _latest_first(self, ranked: Sequence[_Entry]) -> list[_Entry]:
        """An earlier statement never stands before a later one that answers as much of the question in its place."""
        known = {entry.served.fact.id: entry for entry in ranked if entry.served}
        moved = {old: new for old, new in self._later.items() if old not in self._loose}
        out: dict[str, _Entry] = {}
        for entry in ranked:
            later = known.get(moved.get(entry.served.fact.id, "")) if entry.served else None
            for one in (later, entry):
                if one is not None:
                    out.setdefault(one.ref, one)
        return list(out.values())

    def _told(self, ranked: Sequence[_Entry]) -> list[_Entry]:
        """The story that fits best, oldest first, with all statements that are part of it; then the rest."""

        def thread(entry: _Entry) -> str | None:
            return self._later.get(entry.served.chain, entry.served.chain) if entry.served else None

        best = next((thread(entry) for entry in ranked if entry.served), None)
        story = [entry for entry in ranked if entry.served and thread(entry) == best]
        story.sort(key=lambda entry: entry.served.fact.claim.order if entry.served else ())
        return [*story, *(entry for entry in ranked if entry not in story)]

    def _item(self, entry: _Entry) -> Item:
        if entry.served is not None:
            return serve.item(entry.served, self.sight, self._later)
        node = self.seek.nodes[entry.ref]
        if node.kind == PAGE:
            return passage.page(node, entry.score, self.seek.weights, entry.via)
        return passage.said(node, entry.score, entry.how, self.seek.weights)

    def load(self, ids: Sequence[str]) -> Mapping[str, Fact]:
        """Facts by claim id, each read once."""
        missing = [f"claim:{i}" for i in dict.fromkeys(ids) if i not in self._facts]
        if missing:
            self._facts |= {one.id: one for one in self.seek.facts(missing).values()}
        return {i: self._facts[i] for i in ids if i in self._facts}

    def _passages(self) -> list[_Entry]:
        parts = self.seek.scores[PART]
        refs = order(parts, self.options.k + SPARE)
        nodes = self.seek.fetch(refs)
        claims: dict[str, list[str]] = {}
        for edge in self.seek.index.into(refs, ("evidence",)) if refs else ():
            claims.setdefault(edge.dst, []).append(edge.src.removeprefix("claim:"))
        facts = self.load([i for ids in claims.values() for i in ids])
        want = self._answered()
        out = []
        for ref in refs:
            about = [facts[i] for i in claims.get(ref, ()) if i in facts]
            node = nodes.get(ref)
            if node is None or node.data.get("active") is False or not _shown(about) or self._later_known(node, about):
                continue
            if self._unsaid(node):
                continue
            how = passage.standing(node, about, self.sight)
            least = 0.0 if self.asked.intent == "history" else AS_WELL * parts[ref].match
            said = any(self._fits(one, least) for one in about)
            score = self._valued(parts[ref], node.body, want) if want else parts[ref]
            out.append(_Entry(ref, score, how, source=str(node.data.get("source") or ""), said=said))
        return out

    def _later_known(self, node: Node, claims: Sequence[Fact]) -> bool:
        """Whether a part came, or was read, after the instant of knowing that is asked about."""
        known = ends(self.options.known_at)
        if known is None:
            return False
        read = [at for one in claims if (at := instant(one.standing.recorded_at)) is not None]
        return (instant(node.at) or 0.0) > known or (bool(read) and min(read) > known)

    def _unsaid(self, node: Node) -> bool:
        """Whether a part was said after the instant that is asked about."""
        end, said = ends(self.sight.as_of), instant(node.at)
        return end is not None and said is not None and said > end

    def _fits(self, one: Fact, least: float) -> bool:
        score = self.seek.scores[CLAIM].get(one.ref)
        return one.id in self._served and (score.match if score else 0.0) >= least

    def _pages(self) -> list[_Entry]:
        pages = self.seek.scores[PAGE]
        refs = order(pages, self.options.k + SPARE)
        nodes = self.seek.fetch(refs)
        out: dict[str, _Entry] = {}
        for ref in (ref for ref in refs if ref in nodes and nodes[ref].body.strip()):
            heir = self._heir(ref)
            out.setdefault(heir, _Entry(heir, pages[ref], "current", via=nodes[ref].title if heir != ref else ""))
            if heir != ref and (self.asked.past or self.asked.intent == "history" or self.sight.as_of):
                out.setdefault(ref, _Entry(ref, pages[ref], "past"))
        return list(out.values())

    def _heir(self, ref: str) -> str:
        """The page that stands for one now: the end of its chain of successors that has words; a ring has no end."""
        seen, best, at = {ref}, ref, ref
        while target := self.seek.fetch([at])[at].data.get("superseded_by"):
            at = f"page:{place.link(str(target), at.removeprefix('page:'), ()).path}"
            if at in seen or at not in self.seek.fetch([at]):
                return ref if at in seen else best
            seen.add(at)
            best = at if self.seek.nodes[at].body.strip() else best
        return best

    def judge(self, items: Sequence[Item]) -> Verdict:
        """Whether the best items cover the question, and what they say still holds."""
        rest = sorted(items[DEEP - NEAREST :], key=lambda item: -match(item.parts))[:NEAREST]
        read = (*items[: DEEP - NEAREST], *rest)
        values = [self._answers(item.text) for item in read]
        seen = Seen([self._whole(item) for item in read], self.seek.cosines, bool(self.seek.titled), values)
        wanted = (*self.asked.words, *self.asked.numbers)
        size = self.seek.index.size(KINDS)
        verdict = judge(self.asked, seen, self.seek.frequency(wanted), size, self.options.threshold)
        over = self._over(items[:DEEP]) if self.asked.present and not self.sight.as_of else None
        return ended(verdict, over) if over else verdict

    def _answers(self, text: str) -> float:
        """How well a text holds what is asked for: a value of its class, or a name beside all words of the question."""
        if self._wanted:
            return value.fits(text, self._wanted)
        words = self.asked.words
        # a name beside some of the words may be anybody's: most questions that nothing answers have one nearby
        whole = len(covered(words, text)) == len({*words}) and sought.nameless(self.asked.text)
        return float(whole and sought.holds_name(text, words))

    def _over(self, items: Sequence[Item]) -> str | None:
        """When the claim that answers best ran out, if none that holds says as much of what is asked."""
        told: dict[bool, tuple[float, float, str]] = {}
        for item in items:
            one = self._facts.get(item.claim or "")
            if one is None or (item.presented == "past" and not expired(one, self.sight)):
                continue
            words = sum(self.seek.weights[word] for word in covered(self.seek.weights, item.text))
            over = expired(one, self.sight)
            told[over] = max(told.get(over, (0.0, 0.0, "")), (round(words, 6), item.score, (one.until or "")[:10]))
        return told[True][2] if True in told and told[True] > told.get(False, (0.0, 0.0, "")) else None

    def _whole(self, item: Item) -> str:
        """All words an item stands for: its quotes or whole passage, its title, and the older link found for it."""
        body = self.seek.nodes[item.ref].body if item.claim is None and item.ref in self.seek.nodes else ""
        older = self._facts[item.via].claim.text if item.via in self._facts else ""
        # most claims quote what they say, most passages are shown whole: read once
        texts = (item.title, item.text, *(e.quote for e in item.evidence), body, older, item.at or "")
        return " ".join(dict.fromkeys(texts))


def _shown(claims: Iterable[Fact]) -> bool:
    """A passage is withheld where everything found in it was discarded or purged."""
    known = list(claims)
    return not known or any(one.standing.shown == "shown" for one in known)


def _ranked(entries: Sequence[_Entry], fact: float, gone: float) -> list[_Entry]:
    """Best first, facts before passages of about the same score; links of one chain keep their order."""

    def worth(one: _Entry) -> float:
        bonus = fact - gone * one.gone if one.served else -SAID * one.said
        return one.score.total + bonus

    return sorted(entries, key=lambda one: -round(worth(one), 9))


def _varied(entries: Sequence[_Entry], k: int) -> list[_Entry]:
    """Caps against repetition: one per chain and, from four sources on, a third per source."""
    known = {entry.ref: entry for entry in entries}

    def chain(ref: str) -> str | None:
        entry = known[ref]
        return entry.served.chain if entry.served and entry.how == "current" else None

    def source(ref: str) -> str | None:
        return known[ref].source

    caps = [Cap(chain, 1)]
    if len({entry.source for entry in entries} - {None}) >= 4:
        caps.append(Cap(source, max(2, k // 3)))
    return [known[ref] for ref in spread(known, caps)]
