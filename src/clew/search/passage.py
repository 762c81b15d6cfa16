"""Passages and pages as evidence: the piece of a long text that answers, and how it may be put."""

from collections.abc import Mapping, Sequence

from clew.model import Node
from clew.search.block import QUOTE, Evidence, Item
from clew.search.fact import Fact, Presented, Sight, presented
from clew.search.rank import Score
from clew.text import regex as re
from clew.text.words import covered

_BREAK = re.compile(r"(?<=[.!?。！？])\s+|\n+")


def window(text: str, wanted: Mapping[str, float], limit: int = QUOTE) -> tuple[int, int]:
    """Start and end of the run of whole sentences, at most `limit` long, that covers most of the wanted words."""
    spans = _sentences(text)
    if not spans:
        return 0, min(len(text), limit)
    found = [covered(wanted, text[a:b]) for a, b in spans]
    best, choice = -1.0, (0, 0)
    for first in range(len(spans)):
        if first and not found[first]:
            continue
        seen: frozenset[str] = frozenset()
        for last in range(first, len(spans)):
            if last > first and spans[last][1] - spans[first][0] > limit:
                break
            seen |= found[last]
            value = sum(wanted[word] for word in seen) - 0.001 * first
            if value > best + 1e-9:
                best, choice = value, (first, last)
    start, end = spans[choice[0]][0], spans[choice[1]][1]
    for later in spans[choice[1] + 1 :]:
        if later[1] - start > limit:
            break
        end = later[1]
    return start, min(end, start + limit)


def _sentences(text: str) -> list[tuple[int, int]]:
    spans, at = [], 0
    for gap in [*_BREAK.finditer(text), None]:
        end = gap.start() if gap else len(text)
        if text[at:end].strip():
            spans.append((at, end))
        at = gap.end() if gap else end
    return spans


def said(node: Node, score: Score, how: Presented, wanted: Mapping[str, float]) -> Item:
    """A part as a passage: the words of its time that answer."""
    data = node.data
    start, end = window(node.body, wanted)
    quote = node.body[start:end]
    when = f"SAID {node.at[:10]}" if node.at else "SAID"
    badge = {"past": when, "current": "STATED", "disputed": "DISPUTED"}[how]
    heirs = data.get("superseded_by")
    badge = f"SUPERSEDED by {heirs}" if heirs else badge
    return Item(
        ref=node.ref,
        claim=None,
        text=quote,
        badges=(badge,),
        presented=how,
        evidence=(Evidence(str(data.get("source", "")), int(data.get("n", 0)), start, end, quote),),
        title=node.title,
        at=node.at,
        speaker=str(data.get("name") or data.get("author") or ""),
        kind="passage",
        score=score.total,
        parts=score.parts,
    )


def standing(node: Node, claims: Sequence[Fact], sight: Sight) -> Presented:
    """How a part may be put: a document holds until all that was found in it is past, or another says it replaces it.

    Talk is a record of its day, said then and never put as holding now; its claims say what holds.
    """
    states = {presented(one, sight) for one in claims if one.standing.link != "proposed"}
    if "disputed" in states:
        return "disputed"
    if str(node.data.get("kind") or "chat") == "chat" or sight.as_of or node.data.get("superseded_by"):
        return "past"
    return "past" if states == {"past"} else "current"


def page(node: Node, score: Score, wanted: Mapping[str, float], found: str = "") -> Item:
    """The prose of a page; a retired page is past and names its successor, which says in whose place it is served."""
    start, end = window(node.body, wanted, 2 * QUOTE)
    retired = node.data.get("status") in ("deprecated", "superseded")
    successor = node.data.get("superseded_by")
    badge = (f"SUPERSEDED by {successor}" if successor else "DEPRECATED") if retired else "PAGE"
    badge = f"{badge}, IN PLACE OF {found}" if found else badge
    return Item(
        ref=node.ref,
        claim=None,
        text=node.body[start:end].strip() or node.title,
        badges=(badge,),
        presented="past" if retired else "current",
        evidence=(),
        title=node.title,
        at=node.at,
        kind="page",
        score=score.total,
        parts=score.parts,
    )
