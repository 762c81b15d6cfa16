"""What a model proposes about claims that are here: better labels, one topic for one subject, ties, how to correct.

Nothing of it is in force before somebody takes it: labels and topics become overlays that can be undone, relations are
only shown, and what is to be done about a page is advice.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clew.core.badges import expired
from clew.llm.client import Client
from clew.llm.meter import Limits
from clew.llm.survey import Batch, Question, Survey, numbered
from clew.model import Event, Json
from clew.ports import Request
from clew.prompts import reply, shape, statement
from clew.prompts.fence import single
from clew.prompts.material import texts
from clew.prompts.statement import Statement
from clew.prompts.text import prompt
from clew.text.fold import canonical
from clew.use import topics
from clew.use.curate import Curate
from clew.use.desk import Desk
from clew.use.entity import Entities
from clew.use.kinship import Kinship, kinship
from clew.use.sent import Plan, planned, record

KNOWN = 80
"""Topics that are told with a batch, those with most claims."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Which model is asked about which claims, within which limits."""

    claims: tuple[str, ...] = ()
    """Ids; none means every claim that is current."""
    model: str | None = None
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Label:
    """A better label for a claim."""

    claim: str
    text: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Move:
    """Claims of one topic that belong to another."""

    old: str
    new: str
    claims: tuple[str, ...]
    """Heads; what stands behind them in a chain goes with them."""
    texts: tuple[str, ...]
    whole: bool
    """Whether nothing current stays behind."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A relation that claims may say; it is only offered."""

    subject: str
    predicate: str
    object: str
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """How a correction of a page is to be made."""

    answer: str
    """`supersede` or `fix`."""
    reason: str


@dataclass(frozen=True, slots=True)
class Tidied:
    """What was proposed, and what it took."""

    model: str
    asked: int
    proposals: tuple[Label | Move | Tie, ...]
    faults: Mapping[str, int]
    """What was wrong with replies, by kind; such proposals are left out."""
    calls: int
    saved: int
    usd: float | None
    """None where the price of a call is unknown."""


class Tidy:
    """Proposals about what is known, by the model that is named or set for extraction."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def labels(self, wish: Wish) -> Tidied:
        """Labels that read better alone; what a claim's own words do not hold is left out."""
        survey = self._survey(wish, _LABELS)

        def found() -> Iterator[Label]:
            for one, said in self._said(survey, wish):
                told, fault = statement.label(one, said.get("label"))
                survey.faults[fault] += bool(fault)
                if told and told != one.label:
                    yield Label(one.id, one.text, one.label, told)

        return self._closed(survey, wish, found)

    def topics(self, wish: Wish) -> Tidied:
        """Topics such that one real subject has one, over all claims; what is said earlier holds for later batches."""
        asked = self._statements(wish)
        given: Counter[str] = Counter()
        before = Counter(one.topic for one in asked)
        survey = self._survey(wish, _topics(lambda: given or before))
        chosen: dict[tuple[str, str], list[Statement]] = defaultdict(list)

        def found() -> Iterator[Move]:
            for one, said in self._said(survey, wish):
                told, fault = statement.topic(said.get("topic"))
                survey.faults[fault] += bool(fault)
                given[told or one.topic] += 1
                if told and told != one.topic:
                    chosen[one.topic, told].append(one)
            for (old, new), rows in sorted(chosen.items()):
                ids, words = tuple(r.id for r in rows), tuple(r.text for r in rows)
                yield Move(old, new, ids, words, len(rows) == before[old])

        return self._closed(survey, wish, found)

    def ties(self, wish: Wish) -> Tidied:
        """Relations between things that a statement names together, without those that are known."""
        kin = kinship(self._desk.knowledge())
        known = {(r.subject, r.predicate, r.object) for r in Entities(self._desk).relations()}
        survey = self._survey(wish, self._ties(kin))
        chosen: dict[tuple[str, str, str], list[str]] = defaultdict(list)

        def found() -> Iterator[Tie]:
            for batch, items in survey.run(self._statements(wish)):
                for item in items:
                    tie, fault = self._tie(kin, batch, item)
                    survey.faults[fault] += bool(fault)
                    if tie and (tie.subject, tie.predicate, tie.object) not in known:
                        chosen[tie.subject, tie.predicate, tie.object] += tie.claims
            yield from (Tie(*ends, tuple(dict.fromkeys(ids))) for ends, ids in sorted(chosen.items()))

        return self._closed(survey, wish, found)

    def policy(self, old: str, new: str, wish: Wish) -> Advice:
        """Whether a correction of a page replaces it or mends it.

        Raises:
            ModelFailed: the model gave no advice.
        """
        told, chat = prompt("policy"), self._chat(wish)
        request = Request(told.text, texts(old, new), told.id, shape.POLICY, longest=400)
        try:
            return chat.ask(request, _advice)
        finally:
            record(self._desk, chat, "policy")

    def plan(self, wish: Wish, what: str) -> Plan:
        """What `labels`, `topics` or `ties` would send; nothing is sent."""
        asked = self._statements(wish)
        counts = Counter(one.topic for one in asked)
        questions = {"labels": lambda: _LABELS, "topics": lambda: _topics(lambda: counts), "ties": self._ties_now}
        models = self._desk.wiring.models
        survey = Survey(models.idle(models.named("extract", wish.model)), questions[what]())
        return planned(survey.chat, len(asked), survey.plan(asked))

    def take(self, chosen: Sequence[Label | Move], model: str, *, dry_run: bool = False) -> tuple[Event, ...]:
        """Labels and topics that somebody chose, as one operation that can be undone."""

        def verb(curate: Curate) -> tuple[Event, ...]:
            return tuple(event for one in chosen for event in _events(curate, one))

        return self._desk.decide(verb, reason=f"proposed by {model}", dry_run=dry_run) if chosen else ()

    def _chat(self, wish: Wish) -> Client:
        models = self._desk.wiring.models
        return models.client(models.named("extract", wish.model), wish.limits)

    def _survey(self, wish: Wish, question: Question) -> Survey:
        return Survey(self._chat(wish), question)

    def _statements(self, wish: Wish) -> tuple[Statement, ...]:
        """The claims in question, in the order of topics, so that those of one subject meet in one request."""
        known, now = self._desk.knowledge(), self._desk.now
        look = self._desk.look(known)
        ids = wish.claims or tuple(
            i
            for i, s in known.standings.items()
            if s.link == "active" and s.shown == "shown" and not expired(s.valid_to or known.claims[i].valid_to, now)
        )
        views = sorted((look.view(i) for i in dict.fromkeys(ids)), key=lambda v: (v.topic, v.claim.order, v.claim.id))
        return tuple(
            Statement(
                v.claim.id, v.claim.text, v.claim.source, tuple(e.quote for e in v.claim.evidence), v.topic, v.label
            )
            for v in views
        )

    def _said(self, survey: Survey, wish: Wish) -> Iterator[tuple[Statement, Mapping[str, Json]]]:
        for batch, items in survey.run(self._statements(wish)):
            yield from numbered(batch, items, survey.faults)

    def _closed(self, survey: Survey, wish: Wish, found: Callable[[], Iterable[Label | Move | Tie]]) -> Tidied:
        try:
            proposals = tuple(found())
        finally:
            record(self._desk, survey.chat, survey.question.prompt)
        meter = survey.chat.meter
        faults = {kind: many for kind, many in sorted(survey.faults.items()) if kind and many}
        asked = len(self._statements(wish))
        return Tidied(survey.chat.name, asked, proposals, faults, len(meter.sent), meter.saved, meter.cost)

    def _ties_now(self) -> Question:
        return self._ties(kinship(self._desk.knowledge()))

    def _ties(self, kin: Kinship) -> Question:
        predicates = sorted({self._desk.knowledge().vocabulary.canonical(r.predicate) for r in kin.relations})

        def beside(batch: Batch) -> Mapping[str, Sequence[str]]:
            ids = {one.id for one in batch}
            names = sorted(e.name for e in kin.census.entities.values() if ids & set(e.claims))
            return {"names": names, "known predicates": predicates}

        return Question("relations", "relations", shape.TIES, "Which of the named things does a statement tie?", beside)

    def _tie(self, kin: Kinship, batch: Batch, item: Mapping[str, Json]) -> tuple[Tie | None, str]:
        """A relation whose ends are known and whose statements name both; else what is wrong with it."""
        ends = [
            kin.entity(said) if isinstance(said, str) else None for said in (item.get("subject"), item.get("object"))
        ]
        given = item.get("predicate")
        predicate = self._desk.knowledge().vocabulary.canonical(single(given)) if isinstance(given, str) else ""
        one, other = ends
        if one is None or other is None or one.key == other.key or not predicate:
            return None, "unknown_name" if predicate else "no_text"
        numbers = [n for n in item.get("statements") or () if isinstance(n, int) and 1 <= n <= len(batch)]
        saying = [batch[n - 1] for n in dict.fromkeys(numbers)]
        holding = [s.id for s in saying if all(_named(s, (e.name, *e.aliases)) for e in (one, other))]
        return (Tie(one.name, predicate, other.name, tuple(holding)), "") if holding else (None, "not_said")


def _topics(counts: Callable[[], Counter[str]]) -> Question:
    def beside(batch: Batch) -> Mapping[str, Sequence[str]]:
        return {"topics": [name for name, _ in sorted(counts().most_common(KNOWN))]}

    return Question("recategorise", "topics", shape.TOPICS, "Give every number its topic.", beside)


_LABELS = Question("relabel", "labels", shape.LABELS, "Give every number its label.")


def _named(one: Statement, names: Iterable[str]) -> bool:
    said = canonical(" ".join((one.text, *one.quotes)))
    return any(canonical(name) in said for name in names)


def _events(curate: Curate, one: Label | Move) -> tuple[Event, ...]:
    if isinstance(one, Label):
        return curate.overlay([one.claim], {"label": one.new})
    if one.whole:
        return topics.merged(curate, [one.old], one.new)
    return topics.split(curate, one.old, one.claims, one.new)


def _advice(text: str) -> Advice:
    held = reply.value(text, "answer")
    answer, reason = str(held["answer"]).strip().casefold(), held.get("reason")
    if answer not in shape.POLICY["properties"]["answer"]["enum"]:
        raise ValueError(f"`answer` is {answer[:40]!r}; it must be supersede or fix")
    return Advice(answer, single(reason)[:300] if isinstance(reason, str) else "")
