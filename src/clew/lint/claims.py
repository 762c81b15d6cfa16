"""Checks of claims: conflicts nobody settled, lowered claims nobody looked at, refused values that are back."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator

from clew.belief import tombstone
from clew.belief.events import HUMAN
from clew.belief.tally import effective, texts
from clew.core.badges import short
from clew.lint.survey import Survey, holds
from clew.model import Problem
from clew.pages.page import prose
from clew.pages.summary import resting

_WORDS = {
    "contradiction": ("dispute", "Two claims contradict each other"),
    "fork": ("dispute", "Two claims replace the same one"),
    "cycle": ("dispute", "Claims replace each other in a ring"),
    "support": ("support_changed", "What it was derived from no longer holds"),
    "merge": ("merge_open", "Two names may mean one thing"),
    "relation": ("relation_open", "A relation is proposed"),
}


def waiting(survey: Survey) -> Iterator[Problem]:
    """Findings that wait for a person, each under the name of its kind."""
    for key, found in sorted(survey.knowledge.waiting().items()):
        name, words = _WORDS.get(found.kind, ("", ""))
        if name:
            named = ", ".join(found.claims if found.kind == "merge" else map(short, found.claims))
            yield Problem(
                _place(survey, found.claims), name, f"{words} ({named}); decide: clew finding show {short(key)}"
            )


def _place(survey: Survey, claims: tuple[str, ...]) -> str:
    """The page of the source that the last of these claims comes from."""
    known = [survey.knowledge.claims[i] for i in claims if i in survey.knowledge.claims]
    return f"sources/{known[-1].source}.md" if known and known[-1].source else "ledger"


def demoted(survey: Survey) -> Iterator[Problem]:
    """Claims that a check lowered and nobody has looked at, by source."""
    known = survey.knowledge
    lowered: dict[str, Counter[str]] = defaultdict(Counter)
    for ident, standing in known.standings.items():
        claim = known.claims[ident]
        shown = standing.shown == "shown" and standing.link in ("active", "proposed")
        if shown and claim.reasons and standing.review == "unreviewed":
            lowered[claim.source].update([claim.reasons[0].partition(":")[0]])
    for source, reasons in sorted(lowered.items()):
        total = sum(reasons.values())
        why = ", ".join(f"{reason} {n}" for reason, n in sorted(reasons.items()))
        count = f"{total} claims were lowered and nobody has" if total > 1 else "One claim was lowered and nobody has"
        yield Problem(f"sources/{source}.md", "demoted", f"{count} looked ({why}); review them: clew review")


def behind(survey: Survey) -> Iterator[Problem]:
    """Paragraphs of pages that name claims they rest on, of which one does not hold any more."""
    for page in survey.pages.values():
        text = prose(page.doc)
        for paragraph in resting(text) if "rests on" in text else ():
            fallen = [ident for ident in paragraph.claims if not _stands(survey, ident)]
            if fallen:
                told = f"What it rests on holds no more: {', '.join(fallen)}; write it anew from what does."
                yield page.problem("text_behind", told, page.doc.body_line + paragraph.line - 1)


def _stands(survey: Survey, start: str) -> bool:
    at = bisect_left(survey.idents, start)
    found = survey.idents[at] if at < len(survey.idents) else ""
    return found.startswith(start) and holds(survey.knowledge.standings[found])


def unspotted(survey: Survey) -> Iterator[Problem]:
    """Judgements by machine that two names are not one thing, which nobody has looked at."""
    last = {e.target: e for e in effective(survey.knowledge.events) if e.kind in ("same", "apart", "settle")}
    machine = [e for e in last.values() if e.kind == "apart" and (e.channel not in HUMAN or "by" in e.data)]
    if machine:
        pairs = ", ".join(" / ".join(texts(e, "names")) for e in machine[:3])
        yield Problem(
            "ledger", "not_same_unspotted", f"{len(machine)} by machine ({pairs}); look at some: clew entity check"
        )


def refused(survey: Survey) -> Iterator[Problem]:
    """Claims in force whose value a person refused."""
    known = survey.knowledge
    marks = known.refused()
    if not marks:
        return
    for ident, standing in sorted(known.standings.items()):
        claim = known.claims[ident]
        if holds(standing) and standing.review != "refuted" and marks & set(tombstone.digests(claim, survey.salt)):
            text = f"{short(ident)} says what a person refused elsewhere; reject it, or restore what was refused."
            yield Problem(f"sources/{claim.source}.md", "tombstone_collision", text)
