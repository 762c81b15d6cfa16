"""Conversation trees → parts in one order that every export of the same chat agrees on."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clew.model import Part
from clew.readers import own
from clew.readers.records import Node, Piece, Tally, digest
from clew.readers.text import blank, clean, tidy


@dataclass(frozen=True, slots=True)
class Grown:
    """Parts of a tree, parents before children, and the last part of the active branch."""

    parts: tuple[Part, ...]
    leaf: str | None


@dataclass(slots=True)
class _Tree:
    nodes: dict[str, Node] = field(default_factory=dict)
    children: dict[str, list[str]] = field(default_factory=dict)
    roots: list[str] = field(default_factory=list)
    when: dict[str, str] = field(default_factory=dict)
    """Own time, or that of the nearest ancestor that has one: never earlier than the parent's."""


def grow(nodes: Iterable[Node], leaf: str | None, tally: Tally) -> Grown:
    """Order nodes by time with parents first, whatever order they came in; broken links are mended and counted.

    Without a leaf, or with one that does not exist, the branch that was added to last is active.
    """
    tree = _plant(nodes, tally)
    order = _order(tree, tally)
    parts: list[Part] = []
    tails: dict[str | None, str | None] = {None: None}
    seen: dict[str, int] = {}
    for node in order:
        tail = tails[node.parent]
        for piece in _said(node, tally):
            id_ = _name(node.id, piece, seen)
            parts.append(_part(len(parts) + 1, id_, tail, node.at, piece))
            tail = id_
        tails[node.id] = tail
    return Grown(tuple(parts), _leaf(tree, order, tails, leaf, tally) if parts else None)


def _part(n: int, id_: str, parent: str | None, at: str | None, piece: Piece) -> Part:
    name = tidy(piece.name) if piece.name else None
    section = tidy(piece.section, 400) if piece.section else None
    return Part(n, id_, parent, piece.author, name, at, clean(piece.text), None, section)


def chain(nodes: Iterable[Node]) -> Iterator[Node]:
    """Nodes of a format without a tree: each answers the one before it."""
    last: str | None = None
    for node in nodes:
        yield Node(node.id, last, node.at, node.pieces, node.side)
        last = node.id


def _plant(nodes: Iterable[Node], tally: Tally) -> _Tree:
    tree = _Tree()
    for node in nodes:
        twin = tree.nodes.get(node.id)
        if twin is None:
            tree.nodes[node.id] = node
            continue
        # one id, two messages: the same again is dropped, other words stand beside it as an inactive version
        tally.add("duplicate")
        fresh = tuple(piece for piece in node.pieces if piece not in twin.pieces)
        if fresh and not twin.pieces:
            twin.pieces = fresh
        elif fresh:
            id_ = f"{node.id}+{digest(*(piece.text for piece in fresh))[:8]}"
            tree.nodes.setdefault(id_, Node(id_, node.parent, node.at, fresh, side=True))
    for id_, node in tree.nodes.items():
        if node.parent is not None and node.parent in tree.nodes and node.parent != id_:
            tree.children.setdefault(node.parent, []).append(id_)
            continue
        if node.parent is not None:
            tally.add("broken link")
            node.parent = None
        tree.roots.append(id_)
    return tree


def _order(tree: _Tree, tally: Tally) -> list[Node]:
    order = _sprout(tree, tree.roots)
    if len(order) == len(tree.nodes):
        return order
    # what is left hangs in circles: each is cut at its earliest message; one without a time says nothing of that
    left = sorted((node.at is None, node.at or "", id_) for id_, node in tree.nodes.items() if id_ not in tree.when)
    for _, _, id_ in left:
        if id_ not in tree.when:
            tree.nodes[id_].parent = None
            tally.add("cycle")
            order += _sprout(tree, [id_])
    return order


def _sprout(tree: _Tree, roots: list[str]) -> list[Node]:
    """All messages below some roots; among those whose parents are out already, the earliest comes first."""
    order: list[Node] = []
    heap = [_place(tree, id_) for id_ in roots]
    heapq.heapify(heap)
    while heap:
        id_ = heapq.heappop(heap)[1]
        order.append(tree.nodes[id_])
        for child in tree.children.get(id_, ()):
            if child not in tree.when:
                heapq.heappush(heap, _place(tree, child))
    return order


def _place(tree: _Tree, id_: str) -> tuple[str, str]:
    node = tree.nodes[id_]
    above = tree.when[node.parent] if node.parent is not None else ""
    at = node.at or ""
    when = tree.when[id_] = at if at > above else above
    return when, id_


def _said(node: Node, tally: Tally) -> Sequence[Piece]:
    """The pieces that have words, what Clew itself printed cut out of them."""
    pieces: Sequence[Piece] = node.pieces
    if not pieces or (len(pieces) == 1 and not own.marked(pieces[0].text) and not blank(pieces[0].text)):
        return pieces  # nearly always
    pieces = [part for piece in pieces for part in (own.split(piece) if own.marked(piece.text) else (piece,))]
    kept = [piece for piece in pieces if piece.keep or not blank(piece.text)]
    if len(kept) < len(pieces):
        tally.add("empty", len(pieces) - len(kept))
    return kept


def _name(base: str, piece: Piece, seen: dict[str, int]) -> str:
    """The message's id for its first piece; for the others an id that no other part has."""
    if base not in seen:
        seen[base] = 1
        return base
    stem = id_ = f"{base}#{piece.key or digest(piece.author, piece.text)[:8]}"
    while id_ in seen:
        seen[stem] += 1
        id_ = f"{stem}.{seen[stem]}"
    seen[id_] = 1
    return id_


def _leaf(
    tree: _Tree, order: list[Node], tails: dict[str | None, str | None], leaf: str | None, tally: Tally
) -> str | None:
    if leaf is not None and leaf in tree.nodes:
        return tails[leaf]
    if leaf is not None:
        tally.add("current message missing")
    tips = [(tree.when[n.id], i) for i, n in enumerate(order) if not n.side and not tree.children.get(n.id)]
    best = max(tips, default=None)
    return tails[order[best[1]].id] if best else None
