"""Context without a question: what holds, of some topics or of everything, for the start of the next chat."""

from collections.abc import Iterable, Sequence

from clew.core.badges import badges
from clew.errors import UsageError
from clew.model import Node
from clew.search.brief import SECTIONS, Brief, Line, compose
from clew.search.fact import Fact, Sight, expired, fact
from clew.search.lens import Lens
from clew.text.moment import said
from clew.text.when import instant
from clew.use.desk import Desk
from clew.use.naming import NOWHERE, Naming

LEAST = 100
"""Tokens that the frame of a brief takes, and one line."""
TOLD = ("CURRENT", "CORRECTION · CURRENT")
"""Badges that every line of a brief could carry."""


def brief(desk: Desk, topics: Sequence[str] = (), budget: int | None = None) -> Brief:
    """What holds now: sure decisions, goals, open questions, and the rest with its confidence, newest first.

    Raises:
        UsageError: the budget is too small for anything.
        NotFound: nothing is called like one of the topics.
    """
    size = desk.settings.budget if budget is None else budget
    if size < LEAST:
        raise UsageError(f"a brief needs at least {LEAST} tokens; give more with --budget")
    desk.sync()
    naming = Naming(desk)
    sight = Sight(now=desk.now)
    lens = Lens(desk.index, sight, naming.merged(), NOWHERE)
    refs = [naming.find(name) for name in topics]
    facts = _about(lens, refs) if refs else [fact(node) for node in desk.index.all_nodes("claim")]
    holding = [one for one in facts if _holds(one, sight) and lens.sees(one)]
    unsure = [one for one in holding if one.claim.kind == "decision" and one.standing.confidence == "low"]
    told = sorted((one for one in holding if one not in unsure), key=_order, reverse=True)
    pages = desk.index.get(refs).values() if refs else () if told else desk.index.all_nodes("page")
    lines = [*(_line(desk, one) for one in told), *_pages(pages)]
    titles = [naming.places([ref])[ref].title for ref in refs]
    return compose(titles, lines, size, len(unsure))


def _about(lens: Lens, refs: Sequence[str]) -> list[Fact]:
    near = [edge.src for edge in lens.into(refs, ("about", "names"))]
    claims = [ref for ref in refs if ref.startswith("claim:")]
    return list(lens.facts([*claims, *near]).values())


def _holds(one: Fact, sight: Sight) -> bool:
    return one.standing.link == "active" and one.standing.restates is None and not expired(one, sight)


def _order(one: Fact) -> tuple[float, tuple[str, str, int, int, str]]:
    return instant(one.standing.last_asserted or one.said) or 0.0, said(one.claim)


def _line(desk: Desk, one: Fact) -> Line:
    claim, standing = one.claim, one.standing
    marks = [
        mark for mark in badges(claim, standing, desk.now, one.assumed) if mark not in (*TOLD, standing.confidence)
    ]
    who = claim.speaker.name if claim.speaker.name != "user" else ""
    kind = claim.kind if claim.kind in SECTIONS else "fact"
    when = standing.last_asserted or one.said
    topic = standing.topic or claim.topic
    return Line(kind, claim.text, tuple(marks), standing.confidence, when, who, claim.id, topic)


def _pages(pages: Iterable[Node]) -> Iterable[Line]:
    """Pages that say something of their own and were not retired."""
    for page in pages:
        text = str(page.data.get("description") or "") or page.body
        retired = page.data.get("status") in ("deprecated", "superseded")
        if page.kind == "page" and text.strip() and page.body and not retired:
            yield Line("page", f"{page.title}: {text}", topic=page.title)
