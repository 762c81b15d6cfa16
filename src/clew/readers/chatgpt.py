"""ChatGPT exports: conversations as trees of messages, and the flat form of a shared page.

Every message kind has an author class of its own, because the role of a message says little about
who wrote its words: custom instructions come as `user`, web pages as `tool`, memories as `system`.
"""

import json
from collections.abc import Callable, Iterator

from clew.model import Author, Ignored, Json, Part, Problem, Reading
from clew.readers import marks
from clew.readers.records import Format, Item, Node, Piece, Tally, digest, ident, mapping, sequence, string
from clew.readers.text import blank, clean
from clew.readers.times import stamp
from clew.readers.title import title_of
from clew.readers.tree import grow

_SHELL = {"id", "title", "conversation_id"}
# a conversation that lost its messages still shows whose it is
_HALVES = ("mapping", "current_node", "conversation_id", "conversation_template_id")
# content types whose words are in these fields, and their author class
_TOOLISH = {
    "execution_output": ("text",),
    "computer_output": ("text",),
    "tether_quote": ("title", "text"),
    "tether_browsing_display": ("result", "summary"),
    "tether_browsing_code": ("text",),
    "sonic_webpage": ("title", "text"),
    "citable_code_output": ("output_str",),
    "system_error": ("name", "text"),
}
_MEDIA = {"image_asset_pointer": "image", "audio_asset_pointer": "audio"}


def fits(record: Json) -> bool:
    """Whether a record is a conversation, or once was one."""
    if not isinstance(record, dict):
        return False
    if isinstance(record.get("mapping"), dict):
        return True
    return any(key in record for key in _HALVES) and "title" in record and "messages" not in record


def read(record: Json, where: str) -> Iterator[Item]:
    """The conversation as a tree with its active branch."""
    tree = record.get("mapping")
    if not isinstance(tree, dict):
        yield _without_messages(record, where)
        return
    tally = Tally()
    nodes = [_node(id_, node, tally) for id_, node in tree.items() if isinstance(node, dict)]
    grown = grow(nodes, ident(record.get("current_node")), tally)
    if not grown.parts:
        yield Ignored(where, f"an empty conversation ({string(record.get('title')) or 'without title'})")
        return
    starts = stamp(record.get("create_time")) or min(filter(None, (p.at for p in grown.parts)), default=None)
    yield Reading(
        kind="chat",
        provider="chatgpt",
        origin=ident(record.get("conversation_id")) or ident(record.get("id")) or _content(grown.parts),
        title=title_of(record.get("title"), grown.parts),
        parts=grown.parts,
        leaf=grown.leaf,
        at=starts or stamp(record.get("update_time")),
        where=where,
        extract=record.get("is_do_not_remember") is not True,
        counts=tally.result(),
        front=_front(record),
    )


def _content(parts: tuple[Part, ...]) -> str:
    return digest(*(f"{part.author}\n{part.text}" for part in parts))


def _without_messages(record: dict[str, Json], where: str) -> Item:
    if record.keys() >= _SHELL and "create_time" not in record:
        return Ignored(where, "the entry of a shared conversation, without messages")
    name = string(record.get("title")) or "without title"
    return Problem(where, "no_messages", f"The conversation ({name}) has no mapping, so no messages; export it again.")


def _front(record: dict[str, Json]) -> dict[str, Json]:
    found = {
        "updated": stamp(record.get("update_time")),
        "model": string(record.get("default_model_slug")),
        "project": string(record.get("gizmo_id")) or string(record.get("conversation_template_id")),
        "archived": record.get("is_archived") is True,
    }
    return {key: value for key, value in found.items() if value}


def _node(key: str, node: dict[str, Json], tally: Tally) -> Node:
    message = node.get("message")
    parent = ident(node.get("parent"))
    if not isinstance(message, dict):
        return Node(clean(key), parent)
    content = message.get("content")
    if not isinstance(content, dict):
        content = {}
    plain = content.get("content_type") == "text"
    piece = _words(message, content, tally) if plain else _piece(message, content, tally)
    return Node(clean(key), parent, stamp(message.get("create_time")), (piece,) if piece else ())


def _piece(message: dict[str, Json], content: dict[str, Json], tally: Tally) -> Piece | None:
    kind = string(content.get("content_type")) or "text"
    special = _SPECIAL.get(kind)
    if special is not None:
        return special(message, content, tally)
    if kind in _TOOLISH:
        words = [string(content.get(key)) for key in _TOOLISH[kind]]
        return Piece("tool", "\n".join(filter(None, words)), _tool(message))
    tally.add(f"unknown content type {kind}")
    return Piece("tool", json.dumps(content, ensure_ascii=False, sort_keys=True), _tool(message))


def _author(message: dict[str, Json]) -> Author:
    """Author class of a message of plain words."""
    role = mapping(message.get("author")).get("role")
    if role == "assistant":
        recipient = message.get("recipient") or "all"
        if recipient != "all":
            return "derived" if recipient == "bio" else "tool"
        return "derived" if message.get("channel") == "analysis" or message.get("weight") == 0 else "assistant"
    if role == "user":
        extra = mapping(message.get("metadata"))
        hidden = extra.get("is_visually_hidden_from_conversation") or extra.get("is_user_system_message")
        return "injected" if hidden or message.get("weight") == 0 else "person"
    return "tool" if role == "tool" else "injected"


def _tool(message: dict[str, Json]) -> str | None:
    recipient = string(message.get("recipient"))
    return string(mapping(message.get("author")).get("name")) or (recipient if recipient != "all" else None)


def _words(message: dict[str, Json], content: dict[str, Json], tally: Tally) -> Piece:
    author = _author(message)
    parts = content.get("parts")
    if isinstance(parts, list) and len(parts) == 1 and isinstance(parts[0], str):
        text = parts[0]  # nearly always
    else:
        text = _joined(sequence(parts), tally)
    if not text.isascii():
        text = marks.resolve(text, mapping(message.get("metadata")), tally)
    if author == "tool":
        return _canvas(text) if _to_canvas(message) else Piece(author, text, _tool(message))
    writing = message.get("status") == "in_progress" and author in {"person", "assistant"}
    return Piece(author, text, keep=True) if writing and blank(text) else Piece(author, text)


def _to_canvas(message: dict[str, Json]) -> bool:
    return string(message.get("recipient")).startswith("canmore.")


def _joined(parts: list[Json], tally: Tally) -> str:
    """The words among the parts of a message: strings and transcripts of speech; the rest is counted."""
    shown = [part if isinstance(part, str) else _media(mapping(part), tally) for part in parts]
    return "\n".join(filter(None, shown))


def _media(part: dict[str, Json], tally: Tally) -> str:
    kind = string(part.get("content_type"))
    if kind == "audio_transcription" or (not kind and string(part.get("text"))):
        return string(part.get("text"))
    tally.add(_MEDIA.get(kind) or ("audio" if "audio" in kind else kind or "attachment"))
    return ""


def _canvas(text: str) -> Piece:
    """A document that the assistant wrote beside the conversation; anything else is the tool call it was."""
    try:
        document = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return Piece("tool", text, "canmore")
    content = string(mapping(document).get("content"))
    name = string(mapping(document).get("name")) or "document"
    return Piece("assistant", content, section=f"canvas: {name}") if content else Piece("tool", text, "canmore")


def _code(message: dict[str, Json], content: dict[str, Json], tally: Tally) -> Piece:
    text = string(content.get("text"))
    if _to_canvas(message):
        return _canvas(text)
    author = _author(message)
    return Piece("tool" if author == "assistant" else author, text, _tool(message))


def _thoughts(message: dict[str, Json], content: dict[str, Json], tally: Tally) -> Piece:
    tally.add("thoughts")
    found = [mapping(thought) for thought in sequence(content.get("thoughts"))]
    words = [f"{string(t.get('summary'))}\n{string(t.get('content'))}".strip() for t in found]
    return Piece("derived", "\n\n".join(filter(None, words)), "thoughts")


def _recap(message: dict[str, Json], content: dict[str, Json], tally: Tally) -> None:
    tally.add("reasoning recap")


def _instructions(message: dict[str, Json], content: dict[str, Json], tally: Tally) -> Piece:
    tally.add("custom instructions")
    words = [string(content.get("user_profile")), string(content.get("user_instructions"))]
    return Piece("injected", "\n".join(filter(None, words)), "custom instructions")


def _memory(message: dict[str, Json], content: dict[str, Json], tally: Tally) -> Piece:
    tally.add("memory")
    return Piece("derived", string(content.get("model_set_context")), "memory")


_SPECIAL: dict[str, Callable[[dict[str, Json], dict[str, Json], Tally], Piece | None]] = {
    "text": _words,
    "multimodal_text": _words,
    "code": _code,
    "thoughts": _thoughts,
    "reasoning_recap": _recap,
    "user_editable_context": _instructions,
    "model_editable_context": _memory,
}


def shared(record: Json) -> bool:
    """Whether a record is the decoded page of a shared conversation."""
    return isinstance(record, dict) and "shared_conversation_id" in record and isinstance(record.get("messages"), list)


def read_shared(record: Json, where: str) -> Iterator[Item]:
    """The messages of a shared page; all of them are the shown branch unless they say otherwise."""
    tally = Tally()
    nodes: list[Node] = []
    for index, row in enumerate(mapping(m) for m in record["messages"]):
        id_ = ident(row.get("node_id")) or ident(row.get("id")) or f"m{index}"
        author: Author = {"user": "person", "assistant": "assistant"}.get(string(row.get("role")), "tool")  # type: ignore[assignment]  # the values are authors
        text = marks.resolve(string(row.get("text")), mapping(row.get("metadata")), tally)
        nodes.append(Node(id_, ident(row.get("parent")), stamp(row.get("create_time")), (Piece(author, text),)))
    grown = grow(nodes, ident(record.get("current_node")), tally)
    if not grown.parts:
        yield Ignored(where, "an empty shared page")
        return
    origin = ident(record.get("conversation_id")) or ident(record["shared_conversation_id"]) or _content(grown.parts)
    starts = stamp(record.get("create_time")) or min(filter(None, (p.at for p in grown.parts)), default=None)
    name = title_of(record.get("title"), grown.parts)
    yield Reading("chat", "chatgpt", origin, name, grown.parts, grown.leaf, starts, where, counts=tally.result())


FORMAT = Format("chatgpt", fits, read)
SHARED = Format("chatgpt shared page", shared, read_shared)
