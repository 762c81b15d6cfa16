"""Drafting an exam from what a bundle holds, for a person to look through."""

from collections.abc import Iterator

from clew.belief.knowledge import Knowledge
from clew.model import Claim
from clew.pages.exam import Case, drafted
from clew.text.lang import detect
from clew.text.moment import said
from clew.text.words import content
from clew.use.calibrate import Calibration, calibrate
from clew.use.desk import Desk
from clew.use.evaluate import Evaluate

ASKED = {
    "storage": "Where is {} stored?",
    "hosting": "Where do we host {}?",
    "owner": "Who owns {}?",
    "date": "When is {}?",
    "price": "How much does {} cost?",
    "budget": "What is the budget for {}?",
    "quantity": "How many {} are there?",
    "place": "Where is {}?",
    "schedule": "When does {} take place?",
    "version": "Which version of {} do we use?",
    "tool": "What do we use for {}?",
}
"""Question for each class of attribute; any other one, and any other language, is asked by its topic."""
OUTSIDE = (
    "At what temperature does ethanol boil?",
    "Who composed the opera about the barber of Seville?",
    "How many moons does Neptune have?",
    "Which enzyme breaks down lactose?",
    "When was the treaty of Tordesillas signed?",
)
"""Questions that hardly any bundle answers; those whose words do stand in it are not proposed."""


class Examiner(Evaluate):
    """The exam of one bundle, and drafts of further cases."""

    def propose(self, limit: int = 20) -> str:
        """YAML of at most `limit` cases that are not in the exam yet, each with a remark where it does not pass now."""
        self._desk.sync()
        old = self.exam()
        known = {case.question for case in old.cases} if old else set()
        fresh: dict[str, Case] = {}
        for case in (*_outside(self._desk), *_inside(self._desk.knowledge())):
            key = f"{case.question}{case.as_of}"
            if case.question not in known and key not in fresh and len(fresh) < limit:
                fresh[key] = case
        return drafted([(case, self._remark(case)) for case in fresh.values()], header=not known)

    def calibrate(self, dry_run: bool = False) -> Calibration:
        """Set where the gate opens so that the cases of the exam come out best."""
        return calibrate(self._desk, self._ask, dry_run)

    def _remark(self, case: Case) -> str:
        wrong = self.judge(case).wrong
        return f"fails now: {' '.join(wrong[0].split())[:100]}" if wrong else ""


def _outside(desk: Desk) -> Iterator[Case]:
    kinds = ("claim", "part", "page")
    for question in OUTSIDE:
        if not any(desk.index.document_frequency(content(question), kinds).values()):
            yield Case(question, outside=True)


def _inside(knowledge: Knowledge) -> Iterator[Case]:
    """What replaced something first, with what it replaced; then the rest, newest first; one question a topic."""
    heads = [claim for i, claim in knowledge.claims.items() if _current(knowledge, i)]
    heads.sort(key=said, reverse=True)
    heads.sort(key=lambda claim: not knowledge.standings[claim.id].predecessors)
    asked: set[str] = set()
    for claim in heads:
        question = _question(knowledge, claim)
        if question in asked:
            continue
        asked.add(question)
        old = [knowledge.claims[i] for i in knowledge.standings[claim.id].predecessors if i in knowledge.claims]
        yield Case(question, (claim.text,), tuple(one.text for one in old if one.text != claim.text))
        for one in old[-1:]:
            if one.asserted_at and claim.asserted_at and one.asserted_at[:10] < claim.asserted_at[:10]:
                yield Case(question, (one.text,), as_of=one.asserted_at[:10])


def _current(knowledge: Knowledge, claim_id: str) -> bool:
    one = knowledge.standings[claim_id]
    shown = one.link == "active" and one.shown == "shown" and one.restates is None
    return shown and one.confidence != "low" and not one.disputed_with and bool(knowledge.topic(claim_id))


def _question(knowledge: Knowledge, claim: Claim) -> str:
    topic = knowledge.topic(claim.id)
    english = detect(claim.text) in ("en", None)
    form = ASKED.get(claim.triple.p) if claim.triple and english else None
    if form and claim.triple:
        return form.format(claim.triple.s)
    return f"What about {topic}?" if english else f"{topic}?"
