"""Which names mean one thing, judged pair by pair: by the model that is set for it, or by the rules.

The k nearest of each thing are nominated without a cut-off; whatever a gate bars or somebody decided is not asked
about. *Same* in both orders merges, *related* proposes, doubt and failure ask a person: nothing else changes.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from clew.belief import events
from clew.belief.events import finding_id
from clew.belief.knowledge import Knowledge
from clew.belief.tally import effective, texts
from clew.errors import ModelFailed
from clew.kin import census, nominate
from clew.kin.census import Entity, ident
from clew.kin.forms import nameable
from clew.kin.judge import Judge, Opinion, Thing, gate, twice
from clew.kin.judge import judge as rules
from clew.llm.extract import POISON
from clew.llm.judge import SameJudge
from clew.llm.meter import Limits
from clew.model import Candidate, Claim, Event, Maker, Quote, Speaker, Triple
from clew.ports import Named
from clew.prompts.text import prompt
from clew.text.moment import said
from clew.use.desk import Desk
from clew.use.extract import Extraction, Ready
from clew.use.kinship import joined, kinship
from clew.use.sent import departure

RULES = "rules/1"
"""What stands in the ledger where no model was asked."""
MOST = 100
"""Pairs that one run judges; what is left waits for the next."""
TOLD = 5
"""Claims about a thing that a judge is shown."""
DECIDED = frozenset(("same", "apart", "settle"))
Pair = tuple[Entity, Entity]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a run did, or would do."""

    judge: str
    """The model, or the rules."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Answer → pairs; `failed` where there was none."""
    proposed: int = 0
    """Relations that now wait for a person."""
    left: int = 0
    """Pairs that were not judged."""
    calls: int = 0
    usd: float | None = 0.0
    """None where the price of a call is unknown."""
    stopped: str = ""
    """Why the run ended before its time."""
    pairs: tuple[tuple[str, str], ...] = ()
    """Names that were judged, or would be."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement by machine that nobody has looked at."""

    id: str
    """Of the finding it answers: `clew finding settle ID same|apart` confirms or corrects it."""
    answer: str
    names: tuple[str, ...]
    by: str
    at: str
    """Empty where no event says it: the rules join names whenever they are read."""


class Resolve:
    """Judges open pairs of things, and shows judgements for a look."""

    def __init__(self, desk: Desk, extraction: Extraction) -> None:
        self._desk, self._extraction = desk, extraction

    def run(
        self, model: str | None = None, limits: Limits | None = None, most: int = MOST, *, dry_run: bool = False
    ) -> Resolved:
        """Judge the pairs that are open, likeliest first, until none is left, the limit, or a model that fails.

        Raises:
            UsageError: the model's name is none.
            ModelFailed: it cannot be used at all: no key, no package.
        """
        chosen = model or self._desk.wiring.models.uses.get("resolve")
        if dry_run:
            by = self._desk.wiring.models.idle(chosen).name if chosen else RULES
            found = _open(self._desk.knowledge(), by)
            return Resolved(by, left=max(0, len(found) - most), pairs=tuple(map(_names, found[:most])))
        second = self._desk.namer(chosen, limits) if chosen else None
        by = second.chat.name if second else RULES
        counts: Counter[str] = Counter()
        pairs: list[tuple[str, str]] = []
        proposed, stopped = 0, ""
        while not stopped and len(pairs) < most:
            known = self._desk.knowledge()
            told, stopped = self._round(known, second, _open(known, by)[: most - len(pairs)], set(pairs))
            if not told:
                break
            pairs += (_names(pair) for pair, _ in told)
            counts.update(opinion.answer if opinion else "failed" for _, opinion in told)
            self._keep(by, told, second)
            proposed += sum(self._offered(known, pair, opinion, second) for pair, opinion in told if second and opinion)
        meter = second.chat.meter if second else None
        self._desk.sync()
        left = len([pair for pair in _open(self._desk.knowledge(), by) if _names(pair) not in set(pairs)])
        sent, usd = (len(meter.sent), meter.cost) if meter else (0, 0.0)
        return Resolved(by, dict(counts), proposed, left, sent, usd, stopped, tuple(pairs))

    def check(self, many: int) -> tuple[Judged, ...]:
        """Judgements by machine that nobody has confirmed or corrected: a sample, the same until somebody answers.

        Those of the ledger, and the names that the rules joined by themselves.
        """
        known = self._desk.knowledge()
        last = {e.target: e for e in effective(known.events) if e.kind in DECIDED}
        found = [
            Judged(e.target, e.kind, texts(e, "names"), str(e.data["by"]), e.at)
            for e in last.values()
            if "by" in e.data
        ]
        found += (
            Judged(f.id, "same", f.claims, RULES, f.opened_at) for f in joined(known).values() if f.id not in last
        )
        return tuple(sorted(found, key=lambda j: hashlib.sha256(j.id.encode()).hexdigest())[: max(0, many)])

    def _round(
        self, known: Knowledge, second: SameJudge | None, pairs: list[Pair], done: set[tuple[str, str]]
    ) -> tuple[list[tuple[Pair, Opinion | None]], str]:
        """Opinions of one look at the names as they are; what was merged in it is looked at anew in the next."""
        told: list[tuple[Pair, Opinion | None]] = []
        merged: set[str] = set()
        one = _asking(second) if second else rules
        for pair in pairs:
            if _names(pair) in done or merged & {pair[0].key, pair[1].key}:
                continue
            try:
                opinion: Opinion | None = twice(one, *map(partial(_thing, known), pair))
            except ModelFailed as error:
                if error.kind not in POISON:
                    return told, str(error)
                opinion = None
            told.append((pair, opinion))
            if opinion and opinion.answer == "same":
                merged |= {pair[0].key, pair[1].key}
        return told, ""

    def _keep(self, by: str, told: list[tuple[Pair, Opinion | None]], second: SameJudge | None) -> None:
        """Record what was judged, unless somebody has decided meanwhile."""
        with self._desk.writing() as session:
            decided = {e.target for e in effective(session.knowledge.events) if e.kind in DECIDED}
            open_ = session.knowledge.findings()
            fresh = [event for pair, opinion in told for event in _events(pair, opinion, by)]
            news = [e for e in fresh if e.target not in decided and ("by" in e.data or e.target not in open_)]
            judged = events.stamp(news, by, "policy", session.now, session.op)
            session.commit((*judged, *session.stamp(departure(second.chat, "resolve") if second else ())))
            session.publish()

    def _offered(self, known: Knowledge, pair: Pair, opinion: Opinion, second: SameJudge) -> int:
        """Propose the relation that a model sees, as a claim that waits: its words are those of claims about both."""
        predicate = known.vocabulary.of(opinion.predicate) if opinion.answer == "related" else None
        claims = [known.claims[i] for i in dict.fromkeys((*pair[0].claims, *pair[1].claims))]
        home = next((c.source for c in claims if {pair[0].key, pair[1].key} <= _spoken(pair, c.source, known)), "")
        if predicate is None or not home:
            return 0
        quotes = [Quote(s.part, s.quote, s.start) for c in claims for s in c.evidence if s.source == home]
        one, other = pair[0].name, pair[1].name
        text = f"{one} {opinion.predicate.replace('_', ' ')} {other}."
        triple = Triple(one, known.vocabulary.canonical(opinion.predicate), other)
        speaker = Speaker("derived", second.chat.name)
        found = Candidate(
            "relation", text, text[:60].rstrip("."), "", tuple(quotes[:2]), speaker, about=(one, other), triple=triple
        )
        maker = Maker("resolve/1", prompt("same").id, second.chat.name)
        name = f"resolve/1 {hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:12]}"
        added = self._extraction.offer(known.sources[home], Ready(name, maker, (found,)))
        return added.claims.get("proposed", 0)


def _asking(model: SameJudge) -> Judge:
    """A model as a judge of things."""

    def asked(a: Thing, b: Thing) -> Opinion:
        sides = (Named(t.said, t.type, t.aliases, tuple(t.about.split("\n")), t.sources) for t in (a, b))
        found = model.same(*sides)
        return Opinion(found.answer, found.reason, predicate=found.predicate or "")

    return asked


def _open(knowledge: Knowledge, by: str) -> list[Pair]:
    """Pairs of things that nobody has decided about and no gate bars, likeliest first.

    A model is asked about every pair that is nominated; the rules about those that leave them in doubt.
    """
    kin = kinship(knowledge)
    entities = [e for _, e in sorted(kin.census.entities.items()) if any(map(nameable, (e.name, *e.aliases)))]
    things = [_thing(knowledge, e) for e in entities]
    asked = {finding_id("merge", question.pair) for question in kin.census.questions}
    barred = {e.target for e in effective(knowledge.events) if e.kind in DECIDED or e.data.get("by") == by}
    found = []
    for i, j in nominate.pairs(things):
        one, other = entities[i], entities[j]
        ids = {finding_id("merge", (a, b)) for a in _keys(one) for b in _keys(other)}
        if ids & barred or gate(things[i], things[j]):
            continue
        opinion = rules(things[i], things[j])
        doubt = opinion.answer == "unsure" and (bool(opinion.form) or opinion.shared >= census.SURROUNDED)
        if by != RULES or (doubt and not ids & asked):
            likely = doubt or bool(ids & asked)
            found.append((not likely, -min(len(one.claims), len(other.claims)), one.key, other.key, (one, other)))
    return [pair for *_, pair in sorted(found, key=lambda f: f[:-1])]


def _events(pair: Pair, opinion: Opinion | None, by: str) -> tuple[Event, ...]:
    one, other = pair[0].key, pair[1].key
    names = f"“{pair[0].name}” and “{pair[1].name}” may be one thing"
    if opinion is None:  # without `by`: it is judged again by the next run
        return (events.finding("merge", (one, other), f"{names}: {by} gave no answer that can be read"),)
    if opinion.answer == "unsure":
        ground = f"{by} cannot tell" if by != RULES else opinion.ground
        return (events.finding("merge", (one, other), f"{names}: {ground}", by),)
    return (events.same(one, other, by=by) if opinion.answer == "same" else events.apart(one, other, by),)


def _thing(knowledge: Knowledge, entity: Entity) -> Thing:
    """An entity as a judge sees it, with the latest that was said of it."""
    latest = sorted((knowledge.claims[i] for i in entity.claims), key=said)[-TOLD:]
    kind = entity.type if entity.type != "Entity" else ""
    about = "\n".join(claim.text for claim in latest)
    return Thing(entity.name, kind, about, entity.aliases, tuple(sorted({c.source for c in latest})))


def _spoken(pair: Pair, source: str, knowledge: Knowledge) -> set[str]:
    """Which of the two a source speaks of."""

    def here(claim: Claim) -> bool:
        return any(span.source == source for span in claim.evidence)

    return {e.key for e in pair if any(here(knowledge.claims[i]) for i in e.claims)}


def _keys(entity: Entity) -> list[str]:
    return list(dict.fromkeys((entity.key, *map(ident, entity.aliases))))


def _names(pair: Pair) -> tuple[str, str]:
    return pair[0].name, pair[1].name
