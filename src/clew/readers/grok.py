"""Grok's export: conversations with their responses."""

from collections.abc import Iterator

from clew.model import Json
from clew.readers.draft import Draft
from clew.readers.records import Format, Item, Node, Piece, Tally, ident, mapping, string
from clew.readers.roles import author_of
from clew.readers.times import stamp
from clew.readers.tree import chain


def fits(record: Json) -> bool:
    """Whether a record is a conversation."""
    return (
        isinstance(record, dict)
        and isinstance(record.get("conversation"), dict)
        and isinstance(record.get("responses"), list)
    )


def read(record: Json, where: str) -> Iterator[Item]:
    """The conversation; responses name their parents only in newer exports."""
    tally = Tally()
    head = record["conversation"]
    nodes: list[Node] = []
    for number, row in enumerate(mapping(mapping(r).get("response")) or mapping(r) for r in record["responses"]):
        id_ = ident(row.get("_id")) or ident(row.get("id")) or f"r{number}"
        piece = Piece(author_of(string(row.get("sender")) or "assistant").author, string(row.get("message")))
        nodes.append(Node(id_, ident(row.get("parent_response_id")), stamp(row.get("create_time")), (piece,)))
    origin = ident(head.get("id")) or ident(head.get("conversation_id"))
    front = {"updated": stamp(head.get("modify_time"))}
    draft = Draft("grok", where, origin, head.get("title"), stamp(head.get("create_time")), front)
    linked = any(node.parent for node in nodes)
    yield draft.tree(nodes if linked else chain(nodes), None, tally)


FORMAT = Format("grok", fits, read)
