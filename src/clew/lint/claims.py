"""Checks of claims: conflicts nobody settled, lowered claims nobody looked at, refused values that are back."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from clew.belief import tombstone
from clew.belief.events import HUMAN
from clew.belief.tally import effective, texts
from clew.core.badges import short
from clew.lint.survey import Survey, holds
from clew.model import Event, Problem
from clew.pages.page import prose
from clew.pages.summary import resting

ENOUGH = 5
"""Judgements about names a person looks at before it counts as a spot check; of many one in ten."""

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
    pairs = [texts(e, "names") for e in _judged(survey) if e.kind == "apart" and _machine(e)]
    if pairs:
        yield _look("not_same_unspotted", pairs)


def joined(survey: Survey) -> Iterator[Problem]:
    """Names joined by machine while people have looked at fewer than one in ten, and than five."""
    judged = [e for e in _judged(survey) if e.kind in ("same", "apart")]
    pairs = [*(texts(e, "names") for e in judged if e.kind == "same" and _machine(e)), *survey.joined]
    looked = sum(not _machine(e) for e in judged)
    if pairs and looked < max(ENOUGH, len(pairs) // 10):
        yield _look("same_unspotted", pairs)


def _judged(survey: Survey) -> Iterable[Event]:
    """The last word on each pair of names."""
    events = (e for e in effective(survey.knowledge.events) if e.kind in ("same", "apart", "settle"))
    return {e.target: e for e in events}.values()


def _machine(event: Event) -> bool:
    return event.channel not in HUMAN or "by" in event.data


def _look(code: str, pairs: Sequence[Sequence[str]]) -> Problem:
    some = ", ".join(map(" / ".join, pairs[:3]))
    return Problem("ledger", code, f"{len(pairs)} by machine ({some}); look at some: clew entity check")


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
