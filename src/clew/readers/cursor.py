"""Chats of the Cursor editor, out of its SQLite state; opened read-only, for the editor may hold it."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from clew.model import Ignored, Json, Problem
from clew.readers import loads
from clew.readers.blob import Blob
from clew.readers.draft import Draft
from clew.readers.records import File, Item, Node, Piece, Tally, ident, mapping, sequence, string
from clew.readers.times import stamp

_MAGIC = b"SQLite format 3\x00"
_TABS = ("workbench.panel.aichat.view.aichat.chatdata", "aichat.chatdata")
_ROW_LIMIT = 1 << 26


def fits(head: bytes) -> bool:
    """Whether the bytes begin an SQLite database."""
    return head.startswith(_MAGIC)


def read(blob: Blob) -> Iterator[Item]:
    """Composers with their bubbles, and the tabs of older versions."""
    try:
        with _opened(blob) as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables & {"cursorDiskKV", "ItemTable"}:
                yield Problem(blob.where, "unknown_format", "An SQLite database, but not one of an editor's chats.")
                return
            if "cursorDiskKV" in tables:
                yield from _composers(database, blob.where)
            if "ItemTable" in tables:
                yield from _tabs(database, blob.where)
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        used = "; another program holds it: close that, or add it again later" if "locked" in str(fault) else ""
        yield Problem(blob.where, "unreadable", f"The database cannot be read ({fault}{used}).")


@contextmanager
def _opened(blob: Blob) -> Iterator[sqlite3.Connection]:
    """The database itself, or a copy where it is no file of its own."""
    if blob.path is not None:
        with closing(_connect(blob.path)) as database:
            yield database
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "state.vscdb"
        with blob.open() as stream, copy.open("wb") as file:
            shutil.copyfileobj(stream, file, 1 << 20)
        with closing(_connect(copy)) as database:
            yield database


def _connect(path: Path) -> sqlite3.Connection:
    uri = path.resolve().as_uri()
    database = sqlite3.connect(f"{uri}?mode=ro", uri=True, timeout=1)
    database.text_factory = _text
    try:
        database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            database.close()
            raise  # what lies in the file is not all there is, and may be half written
        # a write-ahead log beside it cannot be joined in a read-only folder: read what the file itself holds
        database.close()
        database = sqlite3.connect(f"{uri}?immutable=1", uri=True, timeout=1)
        database.text_factory = _text
    return database


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _composers(database: sqlite3.Connection, where: str) -> Iterator[Item]:
    keys = database.execute("SELECT key FROM cursorDiskKV WHERE key GLOB 'composerData:*' ORDER BY key")
    for (key,) in keys.fetchall():
        if not isinstance(key, str):  # in a damaged file an index may find what names nothing
            yield Problem(where, "unreadable", "A conversation cannot be read: its row in the database has no name.")
            continue
        composer = _value(database, "cursorDiskKV", key)
        id_ = key.partition(":")[2]
        place = f"{where}[{id_}]"
        if not composer:
            yield Ignored(place, "a conversation without content")
            continue
        yield _composer(database, id_, composer, place)


def _value(database: sqlite3.Connection, table: str, key: str) -> dict[str, Json]:
    # the table is one of two names of this module
    found = database.execute(f"SELECT value FROM {table} WHERE key = ? AND length(value) < ?", (key, _ROW_LIMIT))  # noqa: S608  # see above
    row = found.fetchone()
    if row is None or not isinstance(row[0], str | bytes):
        return {}
    try:
        return mapping(loads.whole(row[0] if isinstance(row[0], str) else _text(row[0])))
    except (ValueError, RecursionError):
        return {}


def _composer(database: sqlite3.Connection, id_: str, composer: dict[str, Json], where: str) -> Item:
    tally = Tally()
    bubbles: list[dict[str, Json]] = [mapping(bubble) for bubble in sequence(composer.get("conversation"))]
    inline = mapping(composer.get("conversationMap"))
    for head in map(mapping, sequence(composer.get("fullConversationHeadersOnly"))):
        name = string(head.get("bubbleId"))
        found = mapping(inline.get(name)) or _value(database, "cursorDiskKV", f"bubbleId:{id_}:{name}")
        if found:
            bubbles.append({**head, **found})
        else:
            tally.add("missing message")
    nodes = [_node(bubble, tally) for bubble in bubbles]
    at, updated = stamp(composer.get("createdAt")), stamp(composer.get("lastUpdatedAt"))
    return Draft("cursor", where, id_, composer.get("name"), at, {"updated": updated}).thread(nodes, tally)


def _node(bubble: dict[str, Json], tally: Tally) -> Node:
    person = bubble.get("type") in (1, "user")
    text = string(bubble.get("text")) or string(bubble.get("rawText")) or _rich(bubble.get("richText"))
    pieces = [Piece("person" if person else "assistant", text)]
    thought = string(mapping(bubble.get("thinking")).get("text"))
    if thought:
        tally.add("thoughts")
        pieces.append(Piece("derived", thought, "thoughts"))
    tool = mapping(bubble.get("toolFormerData"))
    if tool:
        words = f"{string(tool.get('params')) or string(tool.get('rawArgs'))}\n{string(tool.get('result'))}".strip()
        pieces.append(Piece("tool", words, string(tool.get("name")) or None))
    return Node(ident(bubble.get("bubbleId")) or "", None, stamp(bubble.get("createdAt")), tuple(pieces))


def _rich(value: Json) -> str:
    """Words of the editor's own document format, in which a prompt may be kept instead of as text."""
    try:
        root = mapping(loads.whole(value) if isinstance(value, str) and value else value).get("root")
    except (ValueError, RecursionError):
        return ""
    lines: list[str] = []
    stack = [mapping(child) for child in reversed(sequence(mapping(root).get("children")))]
    while stack:
        node = stack.pop()
        if node.get("type") == "paragraph":
            lines.append("")
        if string(node.get("text")):
            lines[-1:] = [(lines[-1] if lines else "") + string(node.get("text"))]
        stack.extend(mapping(child) for child in reversed(sequence(node.get("children"))))
    return "\n".join(lines)


def _tabs(database: sqlite3.Connection, where: str) -> Iterator[Item]:
    for key in _TABS:
        for tab in map(mapping, sequence(_value(database, "ItemTable", key).get("tabs"))):
            tally = Tally()
            nodes = [_node(mapping(bubble), tally) for bubble in sequence(tab.get("bubbles"))]
            id_, at = ident(tab.get("tabId")), stamp(tab.get("lastSendTime"))
            origin = id_ if id_ and len(id_) >= 16 else None
            yield Draft("cursor", f"{where}[{id_ or 'tab'}]", origin, tab.get("chatTitle"), at).thread(nodes, tally)


FORMAT = File("cursor", fits, read)
