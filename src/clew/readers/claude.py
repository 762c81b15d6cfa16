"""Claude.ai exports: conversations of content blocks, projects' documents, model-written memories."""

import json
from collections.abc import Iterator

from clew.model import Author, Ignored, Json, Reading
from clew.readers.records import Format, Item, Node, Piece, Tally, digest, ident, mapping, sequence, string
from clew.readers.times import stamp
from clew.readers.title import title_of
from clew.readers.tree import chain, grow
from clew.text import regex as re

_PLACEHOLDER = re.compile(
    r"(?:```[^\n]{0,40}\n)?[ \t]{0,20}(?:This block is not supported on your current device yet\."
    r"|Viewing artifacts created via the Analysis Tool web feature preview isn[’']t yet supported on mobile\."
    r"|Viewing artifacts created via the Analysis Tool[^\n]*)[ \t]*(?:\n```)?"
)
_ARTIFACT = ("content", "file_text", "new_str")
_CLASSES: dict[str, Author] = {"human": "person", "user": "person", "assistant": "assistant"}


def fits(record: Json) -> bool:
    """Whether a record is a conversation."""
    if not isinstance(record, dict) or "uuid" not in record:
        return False
    if isinstance(record.get("chat_messages"), list):
        return True
    return isinstance(record.get("messages"), list) and ("name" in record or "title" in record)


def read(record: Json, where: str) -> Iterator[Item]:
    """The conversation; where no current message is given, the newest leaf is active."""
    tally = Tally()
    rows = record.get("chat_messages")
    messages = rows if isinstance(rows, list) else sequence(record.get("messages"))
    nodes = [_node(mapping(m), index, tally) for index, m in enumerate(messages)]
    if not any("parent_message_uuid" in mapping(m) for m in messages):
        nodes = list(chain(nodes))
    grown = grow(nodes, ident(record.get("current_leaf_message_uuid")), tally)
    name = string(record.get("name")) or string(record.get("title"))
    if not grown.parts:
        left = ", ".join(f"{many} {kind}" for kind, many in tally.result().items())
        yield Ignored(where, f"an empty conversation ({name or 'without title'}{': ' + left if left else ''})")
        return
    starts = stamp(record.get("created_at")) or min(filter(None, (p.at for p in grown.parts)), default=None)
    front = {
        "updated": stamp(record.get("updated_at")),
        "model": string(record.get("model")),
        "project": ident(record.get("project_uuid")) or ident(mapping(record.get("project")).get("uuid")),
    }
    yield Reading(
        kind="chat",
        provider="claude",
        origin=ident(record["uuid"]) or digest(*(f"{p.author}\n{p.text}" for p in grown.parts)),
        title=title_of(name, grown.parts),
        parts=grown.parts,
        leaf=grown.leaf,
        at=starts,
        where=where,
        counts=tally.result(),
        front={key: value for key, value in front.items() if value},
    )


def _node(message: dict[str, Json], index: int, tally: Tally) -> Node:
    author = _CLASSES.get(string(message.get("sender")) or string(message.get("role")), "tool")
    pieces = [*_said(message, author, tally), *_attached(message, tally)]
    id_ = ident(message.get("uuid")) or ident(message.get("id")) or f"m{index}"
    parent = ident(message.get("parent_message_uuid"))
    if parent is not None and set(parent) <= {"0", "-", "4", "8"}:
        parent = None  # the export writes a constant id above the first message
    return Node(id_, parent, stamp(message.get("created_at")), tuple(pieces))


def _said(message: dict[str, Json], author: Author, tally: Tally) -> Iterator[Piece]:
    content = message.get("content")
    blocks = sequence(content) or sequence(mapping(content).get("contentBlocks"))
    if not blocks:
        plain = string(content) or string(message.get("text"))
        yield Piece(author, _shown(plain, tally))
        return
    # the field `text` repeats the blocks, so only the blocks are read
    words = [_shown(string(b.get("text")), tally) for b in map(mapping, blocks) if b.get("type", "text") == "text"]
    yield Piece(author, "\n\n".join(filter(None, words)))
    for block in map(mapping, blocks):
        yield from _block(block, author, tally)


def _shown(text: str, tally: Tally) -> str:
    """Text without what the client put in place of content that is not in the export."""
    if "lock is not supported" not in text and "Viewing artifacts" not in text:
        return text
    kept, many = _PLACEHOLDER.subn("", text)
    tally.add("placeholder: content not in export", many)
    return kept


def _block(block: dict[str, Json], author: Author, tally: Tally) -> Iterator[Piece]:
    kind = string(block.get("type")) or "text"
    if kind == "text":
        return
    if kind in {"thinking", "redacted_thinking"}:
        tally.add("thoughts")
        yield Piece("derived", string(block.get("thinking")), "thoughts")
    elif kind == "tool_use":
        yield _call(block)
    elif kind == "tool_result":
        yield Piece("tool", _result(block.get("content")), string(block.get("name")) or None)
    elif kind == "voice_note":
        yield Piece(author, string(block.get("text")) or string(block.get("transcript")))
    elif kind in {"token_budget", "image", "document", "flag"}:
        tally.add(kind.replace("_", " "))
    else:
        tally.add(f"unknown block {kind}")
        yield Piece("tool", json.dumps(block, ensure_ascii=False, sort_keys=True), kind)


def _call(block: dict[str, Json]) -> Piece:
    """A tool call; the text of an artifact or a created file is the assistant's own writing."""
    given = mapping(block.get("input"))
    name = string(block.get("name"))
    text = next((string(given.get(key)) for key in _ARTIFACT if string(given.get(key))), "")
    if text and (name in {"artifacts", "create_file", "str_replace"} or string(given.get("type")).startswith("appl")):
        title = string(given.get("title")) or string(given.get("path")) or string(given.get("id")) or "untitled"
        return Piece("assistant", text, section=f"artifact: {title}", key=ident(block.get("id")))
    words = json.dumps(given, ensure_ascii=False, sort_keys=True) if given else ""
    return Piece("tool", words, name or None, key=ident(block.get("id")))


def _result(content: Json) -> str:
    if isinstance(content, str):
        return content
    texts = [string(mapping(c).get("text")) or string(mapping(c).get("content")) for c in sequence(content)]
    return "\n".join(filter(None, texts))


def _attached(message: dict[str, Json], tally: Tally) -> Iterator[Piece]:
    """Files: their text where the export has it; the same file is named in two lists."""
    named: set[str] = set()
    for attachment in map(mapping, sequence(message.get("attachments"))):
        name, text = string(attachment.get("file_name")) or "attachment", string(attachment.get("extracted_content"))
        named.add(name)
        if text:
            key = ident(attachment.get("id")) or f"file-{digest(name, text)[:8]}"
            yield Piece("document", text, section=name, key=key)
        else:
            tally.add("file without text")
    for file in map(mapping, sequence(message.get("files"))):
        if string(file.get("file_name")) not in named:
            tally.add("file without text")


def project(record: Json) -> bool:
    """Whether a record is a project with its documents."""
    return isinstance(record, dict) and "uuid" in record and ("prompt_template" in record or "docs" in record)


def read_project(record: Json, where: str) -> Iterator[Item]:
    """Each document of a project; the instructions of the project are for a model and are left out."""
    name = string(record.get("name")) or "without name"
    docs = [mapping(doc) for doc in sequence(record.get("docs"))]
    told = {"project instructions": 1} if string(record.get("prompt_template")) else {}
    if not docs:
        yield Ignored(where, f"the project ({name}) has no documents; its instructions are for a model")
    for index, doc in enumerate(docs):
        tally = Tally()
        text, title = string(doc.get("content")), string(doc.get("filename"))
        id_ = ident(doc.get("uuid")) or digest(title, text)
        at = stamp(doc.get("created_at"))
        grown = grow([Node(id_, None, at, (Piece("document", text),))], None, tally)
        if not grown.parts:
            yield Ignored(f"{where}.docs[{index}]", f"an empty document ({title or 'without name'})")
            continue
        counts = told if index == 0 else {}
        front = {"project": name}
        yield Reading(
            "document", "claude", id_, title_of(title, grown.parts), grown.parts, None, at, where, True, counts, front
        )


def memory(record: Json) -> bool:
    """Whether a record is what the model noted about a person."""
    return isinstance(record, dict) and "conversations_memory" in record


def read_memory(record: Json, where: str) -> Iterator[Item]:
    """Memories as derived text: a model wrote them, the person never said them in these words."""
    tally = Tally()
    owner = ident(record.get("account_uuid")) or "account"
    nodes = [Node("memory", None, None, (Piece("derived", string(record.get("conversations_memory")), "memory"),))]
    for id_, text in mapping(record.get("project_memories")).items():
        nodes.append(
            Node(string(id_), None, None, (Piece("derived", string(text), "memory", section=f"project {id_}"),))
        )
    grown = grow(chain(nodes), None, tally)
    if not grown.parts:
        yield Ignored(where, "empty memories")
        return
    yield Reading("document", "claude", f"memory-{owner}", "Memories written by Claude", grown.parts, None, None, where)


FORMAT = Format("claude", fits, read)
PROJECT = Format("claude project", project, read_project)
MEMORY = Format("claude memories", memory, read_memory)
