"""Conversations of LibreChat: nested answers, or a flat list in any order."""

import json
from collections.abc import Iterator

from clew.model import Author, Json
from clew.readers.draft import Draft
from clew.readers.records import Format, Item, Node, Piece, Tally, ident, mapping, sequence, string
from clew.readers.times import stamp


def fits(record: Json) -> bool:
    """Whether a record is a conversation."""
    if not isinstance(record, dict) or "conversationId" not in record:
        return False
    return any(isinstance(record.get(key), list) for key in ("messages", "messagesTree"))


def read(record: Json, where: str) -> Iterator[Item]:
    """The conversation; the export names no current message, so the newest leaf is active."""
    tally = Tally()
    nodes: list[Node] = []
    stack = [mapping(row) for row in sequence(record.get("messages")) or sequence(record.get("messagesTree"))]
    while stack:
        row = stack.pop()
        nodes.append(_node(row, len(nodes), tally))
        stack.extend(mapping(child) for child in sequence(row.get("children")))
    at = stamp(record.get("createdAt"))
    front = {"model": string(mapping(record.get("options")).get("model")), "updated": stamp(record.get("updatedAt"))}
    yield Draft("librechat", where, ident(record["conversationId"]), record.get("title"), at, front).tree(
        nodes, None, tally
    )


def _node(row: dict[str, Json], number: int, tally: Tally) -> Node:
    mine = row.get("isCreatedByUser")
    person = mine is True or (mine is None and string(row.get("sender")).lower() == "user")
    parent = ident(row.get("parentMessageId"))
    if parent is not None and not parent.strip("0-"):
        parent = None  # the root is written as an id of zeros
    id_ = ident(row.get("messageId")) or f"m{number}"
    return Node(
        id_, parent, stamp(row.get("createdAt")), tuple(_pieces(row, "person" if person else "assistant", tally))
    )


def _pieces(row: dict[str, Json], author: Author, tally: Tally) -> Iterator[Piece]:
    blocks = [mapping(block) for block in sequence(row.get("content"))]
    texts = [_text(block) for block in blocks if block.get("type") == "text"]
    yield Piece(author, string(row.get("text")) or "\n\n".join(filter(None, texts)))
    for block in blocks:
        kind = string(block.get("type"))
        if kind in {"think", "thinking"}:
            tally.add("thoughts")
            yield Piece("derived", string(block.get("think")) or string(block.get("thinking")), "thoughts")
        elif kind == "tool_call":
            call = mapping(block.get("tool_call"))
            words = json.dumps([call.get("args"), call.get("output")], ensure_ascii=False, sort_keys=True)
            yield Piece("tool", words, string(call.get("name")) or None, key=ident(call.get("id")))
        elif kind != "text":
            tally.add(
                kind.replace("_", " ") if kind in {"image_file", "image_url", "error"} else f"unknown block {kind}"
            )


def _text(block: dict[str, Json]) -> str:
    value = block.get("text")
    return value if isinstance(value, str) else string(mapping(value).get("value"))


FORMAT = Format("librechat", fits, read)
