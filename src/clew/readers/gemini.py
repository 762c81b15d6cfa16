"""Sessions of Gemini CLI."""

import json
from collections.abc import Iterator

from clew.model import Author, Json
from clew.readers.draft import Draft
from clew.readers.injected import typed
from clew.readers.records import Format, Item, Node, Piece, Tally, ident, mapping, sequence, string
from clew.readers.times import stamp

_ROLES: dict[str, Author] = {"user": "person", "gemini": "assistant", "model": "assistant"}


def fits(record: Json) -> bool:
    """Whether a record is a session of Gemini CLI."""
    if not isinstance(record, dict) or "sessionId" not in record or not isinstance(record.get("messages"), list):
        return False
    return "projectHash" in record or any(mapping(m).get("type") == "gemini" for m in record["messages"][:20])


def read(record: Json, where: str) -> Iterator[Item]:
    """The session as one thread."""
    tally = Tally()
    nodes: list[Node] = []
    for row in map(mapping, record["messages"]):
        nodes.append(Node(ident(row.get("id")) or "", None, stamp(row.get("timestamp")), tuple(_row(row, tally))))
    origin, at = ident(record.get("sessionId")), stamp(record.get("startTime"))
    front = {"updated": stamp(record.get("lastUpdated"))}
    yield Draft("gemini-cli", where, origin, record.get("summary"), at, front).thread(nodes, tally)


def _row(row: dict[str, Json], tally: Tally) -> Iterator[Piece]:
    content = row.get("content")
    blocks = [content] if isinstance(content, str) else [string(mapping(b).get("text")) for b in sequence(content)]
    author = _ROLES.get(string(row.get("type")))
    text = "\n".join(filter(None, blocks))
    if author is None:
        tally.add(f"{string(row.get('type')) or 'unknown'} message")
        yield Piece("injected", text)
    elif author == "person":
        for who, words in typed(text):
            yield Piece(who, words)
    else:
        yield Piece(author, text)
    for thought in map(mapping, sequence(row.get("thoughts"))):
        tally.add("thoughts")
        yield Piece(
            "derived", f"{string(thought.get('subject'))}\n{string(thought.get('description'))}".strip(), "thoughts"
        )
    for call in map(mapping, sequence(row.get("toolCalls"))):
        words = json.dumps([call.get("args"), call.get("result")], ensure_ascii=False, sort_keys=True)
        yield Piece("tool", words, string(call.get("name")) or None, key=ident(call.get("id")))


FORMAT = Format("gemini cli", fits, read)
