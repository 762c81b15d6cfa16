"""Discord channels as DiscordChatExporter writes them."""

from collections.abc import Iterator

from clew.model import Json
from clew.readers.draft import Draft
from clew.readers.records import Format, Item, Node, Piece, Tally, ident, mapping, sequence, string
from clew.readers.times import stamp

_SAID = {"Default", "Reply", "ThreadStarterMessage", "ApplicationCommand", "ChatInputCommand", "ContextMenuCommand"}


def fits(record: Json) -> bool:
    """Whether a record is a channel."""
    return (
        isinstance(record, dict) and {"guild", "channel"} <= record.keys() and isinstance(record.get("messages"), list)
    )


def read(record: Json, where: str) -> Iterator[Item]:
    """The channel; a reply names the message it answers."""
    tally = Tally()
    channel = mapping(record.get("channel"))
    nodes: list[Node] = []
    seen: set[str] = set()
    for row in map(mapping, record["messages"]):
        id_, kind = ident(row.get("id")), string(row.get("type")) or "Default"
        if id_ is None or kind not in _SAID:
            tally.add(kind)
            continue
        answered = ident(mapping(row.get("reference")).get("messageId"))
        parent = answered if answered in seen else nodes[-1].id if nodes else None
        tally.add("file", len(sequence(row.get("attachments"))))
        nodes.append(Node(id_, parent, stamp(row.get("timestamp")), (_piece(row),)))
        seen.add(id_)
    title = string(channel.get("name"))
    front = {"guild": string(mapping(record.get("guild")).get("name"))}
    yield Draft("discord", where, ident(channel.get("id")), title, None, front).all(nodes, tally)


def _piece(row: dict[str, Json]) -> Piece:
    author = mapping(row.get("author"))
    name = string(author.get("nickname")) or string(author.get("name")) or None
    return Piece("tool" if author.get("isBot") else "person", string(row.get("content")), name)


FORMAT = Format("discord", fits, read)
