"""Chats of Le Chat: a list of messages in any order, whose content repeats its chunks."""

from collections.abc import Iterable, Iterator

from clew.model import Author, Json
from clew.readers.draft import Draft
from clew.readers.records import Item, Node, Piece, Rows, Tally, ident, mapping, sequence, string
from clew.readers.times import stamp

_ROLES: dict[str, Author] = {"user": "person", "assistant": "assistant"}


def fits(record: Json) -> bool:
    """Whether a record is a message."""
    return isinstance(record, dict) and "contentChunks" in record and "role" in record


def read(rows: Iterable[Json], where: str) -> Iterator[Item]:
    """The messages in the order of their times."""
    tally = Tally()
    messages = sorted(map(mapping, rows), key=lambda row: stamp(row.get("createdAt")) or "")
    nodes = [
        Node(ident(row.get("id")) or "", None, stamp(row.get("createdAt")), tuple(_pieces(row, tally)))
        for row in messages
    ]
    origin = next((found for row in messages if (found := ident(row.get("chatId")))), None)
    yield Draft("le-chat", where, origin).thread(nodes, tally)


def _pieces(row: dict[str, Json], tally: Tally) -> Iterator[Piece]:
    author = _ROLES.get(string(row.get("role")), "tool")
    chunks = [mapping(chunk) for chunk in sequence(row.get("contentChunks"))]
    words = "".join(string(chunk.get("text")) for chunk in chunks if chunk.get("type") == "text")
    yield Piece(author, words or string(row.get("content")))
    for chunk in chunks:
        kind = string(chunk.get("type"))
        if kind == "tool_call":
            yield Piece(
                "tool", string(chunk.get("arguments")) or string(chunk.get("text")), string(chunk.get("name")) or None
            )
        elif kind != "text":
            tally.add(kind.replace("_", " ") or "unknown chunk")


FORMAT = Rows("le chat", fits, read)
