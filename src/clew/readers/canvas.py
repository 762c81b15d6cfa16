"""Canvas files of Obsidian (JSON Canvas): the words of its cards, groups and arrows as a note."""

from collections.abc import Iterator

from clew.model import Json, Reading
from clew.readers.draft import empty
from clew.readers.records import Format, Item, Node, Piece, Tally, digest, ident, mapping, sequence, string
from clew.readers.text import tidy
from clew.readers.title import named, title_of
from clew.readers.tree import chain, grow

_KINDS = {"text", "file", "link", "group"}


def fits(record: Json) -> bool:
    """Whether a record is a canvas."""
    nodes = [mapping(node) for node in sequence(mapping(record).get("nodes"))]
    return bool(nodes) and all(string(node.get("type")) in _KINDS and "x" in node and "y" in node for node in nodes)


def read(record: Json, where: str) -> Iterator[Item]:
    """A part for each card, from top to bottom; what an arrow says stands below them with what it connects."""
    tally = Tally()
    cards = sorted(map(mapping, sequence(record.get("nodes"))), key=_place)
    names = {ident(card.get("id")): _name(card) for card in cards}
    texts = [string(card.get("text")) or string(card.get("label")) for card in cards]
    tally.add("link to a file or page", sum(card.get("type") in ("file", "link") for card in cards))
    for arrow in map(mapping, sequence(record.get("edges"))):
        if string(arrow.get("label")):
            ends = (names.get(ident(arrow.get(key)), "") for key in ("fromNode", "toNode"))
            texts.append(f" {string(arrow['label'])} ".join(ends).strip())
    nodes = [Node(f"{n}-{digest(text)}", None, None, (Piece("document", text),)) for n, text in enumerate(texts)]
    grown = grow(chain(nodes), None, tally)
    if not grown.parts:
        yield empty(where, None, tally)
        return
    title = title_of(named(where)[0], grown.parts)
    origin = digest(*(part.text for part in grown.parts))
    yield Reading("note", "canvas", origin, title, grown.parts, where=where, counts=tally.result())


def _place(card: dict[str, Json]) -> tuple[float, float]:
    found = (card.get("y"), card.get("x"))
    y, x = (float(v) if isinstance(v, int | float) and abs(v) < 1e9 else 0.0 for v in found)
    return y, x


def _name(card: dict[str, Json]) -> str:
    """What an arrow from or to a card calls it."""
    words = (string(card.get(key)) for key in ("label", "file", "url", "text"))
    return tidy(next(filter(None, words), ""), 80)


FORMAT = Format("canvas", fits, read)
