"""Plain search and lookup by name: for people who know the words."""

from collections.abc import Iterable
from dataclasses import dataclass

from clew.core.badges import badges
from clew.index.sqlite import SqliteIndex
from clew.model import Node
from clew.search.fact import fact
from clew.text.words import stemmed

KINDS = ("claim", "part", "page")


@dataclass(frozen=True, slots=True)
class Found:
    """One result of a search."""

    ref: str
    kind: str
    title: str
    text: str
    at: str | None
    score: float
    badges: tuple[str, ...] = ()


def search(index: SqliteIndex, query: str, limit: int, now: str) -> tuple[Found, ...]:
    """Claims, parts and pages that hold the words, best first; any text is a legal query."""
    hits = index.text(query, KINDS, limit * 2)
    nodes = index.get([hit.ref for hit in hits])
    rows = (_found(nodes[hit.ref], hit.score, now) for hit in hits if hit.ref in nodes)
    return tuple(row for row in rows if row is not None)[:limit]


def held(query: str, found: Iterable[Found]) -> bool:
    """Whether any result holds a word of the query; else all were found by beginnings and parts of its words."""
    wanted = stemmed(query)
    return not wanted or any(wanted & stemmed(f"{one.title} {one.text}") for one in found)


def _found(node: Node, score: float, now: str) -> Found | None:
    if node.kind != "claim":
        return Found(node.ref, node.kind, node.title, node.body, node.at, score)
    known = fact(node)
    if known.standing.shown != "shown" or known.standing.link == "rejected":
        return None
    marks = badges(known.claim, known.standing, now, known.assumed)
    return Found(node.ref, "claim", node.title, known.claim.text, node.at, score, marks)
