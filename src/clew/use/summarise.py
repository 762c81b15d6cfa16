"""What a page tells, in a model's words: every sentence checked against claims, every paragraph names them."""

from dataclasses import dataclass, replace

from clew.belief import events
from clew.core.badges import short
from clew.errors import ModelFailed, UsageError
from clew.llm.meter import Limits
from clew.model import Claim
from clew.pages import escape, summary
from clew.pages.page import block_state, summarised
from clew.ports import Request
from clew.prompts import cite
from clew.prompts.material import facts
from clew.prompts.text import prompt
from clew.search.block import Evidence, Item
from clew.search.fact import Presented
from clew.text.moment import said
from clew.use.cast import authored
from clew.use.desk import Desk
from clew.use.pages import Pages
from clew.use.papers import Papers, Plan, over
from clew.use.publish import SHOWN, Filing
from clew.use.sent import record

LONGEST = 800
"""Tokens of a summary."""
FEWEST = 2
"""Claims in force below which there is nothing to sum up."""


@dataclass(frozen=True, slots=True)
class Summarised:
    """A summary as it was written, or would be."""

    path: str
    model: str
    paragraphs: tuple[tuple[str, tuple[str, ...]], ...]
    """Text, and the short ids of the claims it rests on."""
    dropped: tuple[str, ...] = ()
    """Sentences that cite nothing, or say more than what they cite."""


class Summaries:
    """Writes summaries of pages, and replaces them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def write(
        self, name: str, model: str | None = None, limits: Limits | None = None, *, dry_run: bool = False
    ) -> Summarised:
        """Have a model sum up what a page tells, and put it above the block in place of an earlier summary.

        Raises:
            UsageError: no model is set, or there is nothing to sum up.
            ModelFailed: it gave no sentence that stands; the page is as it was.
        """
        models = self._desk.wiring.models
        chosen = models.named("answer", model)
        knowledge = self._desk.knowledge()
        path = Pages(self._desk).find(name)
        doc = Papers(self._desk.files).page(path)
        shelf = Filing(knowledge, authored=authored(self._desk.files))
        standings = knowledge.standings
        told = [i for i in (shelf.claims(path) if path in shelf else ()) if standings[i].link == "active"]
        spoken = sorted((knowledge.claims[i] for i in told), key=said)
        claims = [claim for claim in spoken if claim.confidence != "low"][-SHOWN:]
        if len(claims) < FEWEST or block_state(doc) != "intact":
            raise UsageError(f"/{path} tells too little to be summed up: {len(claims)} of {FEWEST} claims in force")
        items = [_item(claim, bool(standings[claim.id].disputed_with)) for claim in claims]
        chat = models.client(chosen, limits or Limits(usd=self._desk.settings.spend or None))
        shown = [f"[{n}] {_state(item)}{item.text}" for n, item in enumerate(items, 1)]
        told_by = prompt("summary")
        sources = " ".join(sorted({claim.source for claim in claims}))
        request = Request(told_by.text, facts(doc.path, shown), told_by.id, None, sources, LONGEST)
        try:
            done = _read(path, chosen, "".join(chat.stream(request)), items)
        finally:
            record(self._desk, chat, "summary")
        if not done.paragraphs:
            raise ModelFailed(f"{chosen} wrote no sentence that rests on the claims of the page", "nonsense")
        data = summarised(doc, summary.told(done.paragraphs)).raw
        plan = Plan(f"/{path}", over(doc, data), (replace(events.page(f"/{path}"), data={"summary": chosen}),))
        Pages(self._desk).carry(plan, None, dry_run)
        return done


def _item(claim: Claim, disputed: bool) -> Item:
    spans = tuple(Evidence(s.source, s.part, s.start, s.end, s.quote) for s in claim.evidence)
    how: Presented = "disputed" if disputed else "current"
    ref = f"claim:{claim.id}"
    return Item(ref, claim.id, claim.text, (), how, spans, claim.topic, claim.asserted_at, kind=claim.kind)


def _state(item: Item) -> str:
    return "DISPUTED: " if item.presented == "disputed" else ""


def _read(path: str, model: str, text: str, items: list[Item]) -> Summarised:
    paragraphs: list[tuple[str, tuple[str, ...]]] = []
    dropped: list[str] = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        kept: list[cite.Checked] = []
        for sentence in cite.sentences(iter([block])):
            checked = cite.check(sentence, items)
            if checked and checked.cites and not set(checked.flags) & {"no_such_note", "beyond_notes"}:
                kept.append(checked)
            elif checked:
                dropped.append(checked.text)
        refs = dict.fromkeys(short(items[n - 1].claim or "") for one in kept for n in one.cites)
        if kept:
            paragraphs.append((" ".join(escape.inline(one.text) for one in kept), tuple(refs)))
    return Summarised(f"/{path}", model, tuple(paragraphs), tuple(dropped))
