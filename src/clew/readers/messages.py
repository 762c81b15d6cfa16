"""Plain message JSON: `{"messages": [{"role", "text" or "content", "at"?, "id"?}], "id"?, "title"?}`."""

from collections.abc import Iterable, Iterator, Mapping

from clew.model import Author, Ignored, Json, Part, Problem, Reading
from clew.readers.draft import loose, named
from clew.readers.records import Format, Item, Node, Piece, Rows, Tally, digest, ident, mapping, sequence, string
from clew.readers.roles import author_of
from clew.readers.times import stamp
from clew.readers.title import title_of
from clew.readers.tree import chain, grow

_ROLES = ("role", "sender", "author", "from", "speaker", "user", "name", "type")
_TEXTS = ("text", "content", "message", "body", "value", "utterance", "parts")
_TIMES = (
    "at", "timestamp", "created_at", "createdAt", "create_time", "time", "date", "datetime", "ts", "sent_at",
    "time_anchor",
)  # fmt: skip
_LISTS = ("messages", "conversation", "conversations", "turns", "dialogue", "dialog")
_IDS = ("id", "conversation_id", "chat_id", "session_id", "uuid", "chat", "thread_id")
_STARTS = ("started_at", "created_at", "createdAt", "create_time", "date", "timestamp", "start_time", "at")
_NAMES = ("name", "speaker", "author_name", "username")
LONG = 16
"""An id as long as this is taken as unique in the world; a shorter one only among files of one beginning."""


def message(row: Json) -> bool:
    """Whether a value is a message: somebody, and words."""
    return isinstance(row, dict) and any(key in row for key in _ROLES[:5]) and any(key in row for key in _TEXTS[:-1])


def rows_of(record: Json) -> list[Json] | None:
    """The messages of a record, if it has them."""
    if isinstance(record, dict):
        for key in _LISTS:
            rows = record.get(key)
            if isinstance(rows, list) and (not rows or any(message(row) for row in rows[:20])):
                return rows
    return None


def fits(record: Json) -> bool:
    """Whether a record is a conversation of plain messages."""
    return rows_of(record) is not None


def read(record: Json, where: str) -> Iterator[Item]:
    """The conversation, its messages in the order of the file."""
    tally = Tally()
    nodes = [node for row in rows_of(record) or () if (node := _node(row, tally))]
    title = record.get("title") or record.get("name") or record.get("topic")
    if not nodes:
        left = sum(tally.counts.values())
        if left:
            yield Problem(where, "no_turns", f"None of its {left} messages has words and a speaker.")
        else:
            yield Ignored(where, f"an empty conversation ({string(title) or 'without title'})")
        return
    yield from _reading(nodes, tally, record, where)


def _reading(nodes: list[Node], tally: Tally, record: Mapping[str, Json], where: str) -> Iterator[Item]:
    known = list(named(nodes))
    tree = known if any(node.parent for node in nodes) else list(chain(known))
    grown = grow(tree, None, tally)
    if not grown.parts:
        yield Problem(where, "no_turns", f"All of its {len(nodes)} messages are empty.")
        return
    given = next((found for key in _IDS if (found := ident(record.get(key)))), None)
    starts = next((at for key in _STARTS if (at := stamp(record.get(key)))), None)
    reading = Reading(
        kind="chat",
        provider="messages",
        origin=origin(given, grown.parts),
        title=title_of(record.get("title") or record.get("name") or record.get("topic"), grown.parts),
        parts=grown.parts,
        leaf=grown.leaf if tree is known else None,
        at=starts or min(filter(None, (p.at for p in grown.parts)), default=None),
        where=where,
        counts=tally.result(),
        front={"id": given} if given else {},
    )
    yield reading if given or tree is known else loose(reading)


def origin(given: str | None, parts: tuple[Part, ...]) -> str:
    """Identity of a conversation: a long id alone, a short one with a digest of how the conversation begins.

    Two files may both call their chat `1`; they are one chat only if they begin with the same words.
    Without any id the whole content is the identity.
    """
    if given is None:
        return digest(*(f"{part.author}\n{part.text}" for part in parts))
    if len(given) >= LONG:
        return given
    first = parts[0]
    return f"{given}~{digest(first.author, first.at or '', first.text)[:8]}"


def _node(row: Json, tally: Tally) -> Node | None:
    if not message(row):
        tally.add("no message")
        return None
    role = next((row[key] for key in _ROLES if row.get(key) and not isinstance(row[key], list)), "")
    if isinstance(role, dict):
        role = role.get("role") or role.get("name") or ""
    who = author_of(string(role))
    author: Author = who.author
    name = next((string(row[key]) for key in _NAMES if string(row.get(key)) and author_of(row[key]).named), None)
    at = next((found for key in _TIMES if (found := stamp(row.get(key)))), None)
    if row.get("is_error") or row.get("hidden") is True:
        author = "injected" if author == "person" else author
    pieces = tuple(_pieces(row, author, name or (string(role) if who.named else None), tally))
    id_ = ident(row.get("id")) or ident(row.get("message_id")) or ident(row.get("uuid")) or ident(row.get("dia_id"))
    parent = ident(row.get("parent_id")) or ident(row.get("parent"))
    return Node(id_ or "", parent, at, pieces)


def _pieces(row: dict[str, Json], author: Author, name: str | None, tally: Tally) -> Iterator[Piece]:
    value = next((row[key] for key in _TEXTS if row.get(key)), "")
    if isinstance(value, str):
        yield Piece(author, value, name)
        return
    words: list[str] = []
    calls: list[Piece] = []
    for block in sequence(value) or [value]:
        kind = string(mapping(block).get("type"))
        if isinstance(block, str):
            words.append(block)
        elif kind in {"", "text", "input_text", "output_text"}:
            words.append(string(mapping(block).get("text")) or string(mapping(block).get("value")))
        elif kind in {"tool_result", "tool_use", "function_call", "tool_call"}:
            calls.append(Piece("tool", str(mapping(block).get("content") or mapping(block).get("input") or ""), kind))
        else:
            tally.add(f"block {kind}")
    yield Piece(author, "\n".join(filter(None, words)), name)
    yield from calls


def row_fits(record: Json) -> bool:
    """Whether a record is a bare message, of which the file is the conversation."""
    return message(record) and any(isinstance(record.get(key), str) for key in _ROLES[:5])


def read_rows(rows: Iterable[Json], where: str) -> Iterator[Item]:
    """A file that is one list of messages."""
    yield from read({"messages": list(rows)}, where)


FORMAT = Format("messages", fits, read)
ROWS = Rows("messages", row_fits, read_rows)
