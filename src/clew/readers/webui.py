"""Chats of Open WebUI: a tree of messages; reasoning and tool calls stand as HTML inside their text."""

from collections.abc import Iterator
from html import unescape

from clew.model import Author, Json
from clew.readers.draft import Draft
from clew.readers.records import Format, Item, Node, Piece, Tally, ident, mapping, sequence, string
from clew.readers.times import stamp
from clew.text import regex as re

_DETAILS = re.compile(
    r'<details\b[^>]{0,300}?\btype="(reasoning|tool_calls|code_interpreter)"[^>]{0,2000}>(.*?)</details>\s*', re.S
)
_SUMMARY = re.compile(r"<summary>.*?</summary>", re.S)
_ROLES: dict[str, Author] = {"user": "person", "assistant": "assistant", "system": "injected"}


def fits(record: Json) -> bool:
    """Whether a record is a chat."""
    inner = mapping(mapping(record).get("chat"))
    return isinstance(inner.get("history"), dict) or (isinstance(inner.get("messages"), list) and "models" in inner)


def read(record: Json, where: str) -> Iterator[Item]:
    """The chat from its history; the flat list beside it may be stale and is read only without one."""
    tally = Tally()
    chat = mapping(record.get("chat"))
    history = mapping(chat.get("history"))
    rows = mapping(history.get("messages"))
    title = string(record.get("title")) or string(chat.get("title"))
    at = stamp(record.get("created_at")) or stamp(chat.get("timestamp"))
    front = {
        "updated": stamp(record.get("updated_at")),
        "tags": [string(tag) for tag in sequence(mapping(record.get("meta")).get("tags"))],
    }
    draft = Draft("open-webui", where, ident(record.get("id")) or ident(chat.get("id")), title, at, front)
    if rows:
        nodes = [_node(mapping(row), id_, tally) for id_, row in rows.items()]
        yield draft.tree(nodes, ident(history.get("currentId")), tally)
    else:
        yield draft.thread([_node(mapping(row), "", tally) for row in sequence(chat.get("messages"))], tally)


def _node(row: dict[str, Json], id_: str, tally: Tally) -> Node:
    author = _ROLES.get(string(row.get("role")), "tool")
    content = row.get("content")
    text = content if isinstance(content, str) else "\n".join(
        string(mapping(block).get("text")) for block in sequence(content)
    )  # fmt: skip
    closed = text.rfind("</details>") + len("</details>")  # beyond it the pattern would search in vain, and long
    answer = (_DETAILS.sub("", text[:closed]) + text[closed:]).lstrip("\n")
    pieces = [Piece(author, text if author == "person" else answer)]
    if author != "person":
        for kind, inside in _DETAILS.findall(text, 0, closed):
            tally.add(kind.replace("_", " "))
            words = unescape(_SUMMARY.sub("", inside)).strip()
            pieces.append(Piece("derived" if kind == "reasoning" else "tool", words, kind))
    tally.add("file", len(sequence(row.get("files"))))
    return Node(
        ident(row.get("id")) or string(id_), ident(row.get("parentId")), stamp(row.get("timestamp")), tuple(pieces)
    )


FORMAT = Format("open webui", fits, read)
