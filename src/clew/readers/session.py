"""Claude Code sessions: one JSON object a line, of which only few are words that a person typed."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from clew.model import Author, Json, Problem, Reading
from clew.readers.injected import typed
from clew.readers.records import Item, Node, Piece, Rows, Tally, digest, ident, mapping, sequence, string
from clew.readers.text import blank
from clew.readers.times import stamp
from clew.readers.title import title_of
from clew.readers.tree import grow

_TALK = {"user", "assistant", "system"}
_SIDECARS = {
    "init", "file-history-snapshot", "file-history-delta", "queue-operation", "progress", "ai-title", "custom-title",
    "agent-name", "agent-color", "agent-setting", "attachment", "bridge-session", "last-prompt", "mode",
    "permission-mode", "pr-link", "summary", "tag", "worktree-state", "result", "rate_limit_event",
}  # fmt: skip
_TITLES = ("custom-title", "ai-title", "summary")


@dataclass(slots=True)
class _Session:
    """What has been gathered of one session id."""

    nodes: list[Node] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    titles: dict[str, str] = field(default_factory=dict)
    front: dict[str, Json] = field(default_factory=dict)
    last: str | None = None
    """The newest message of the main thread, in file order."""
    ids: set[str] = field(default_factory=set)


def fits(record: Json) -> bool:
    """Whether a record is a line of a session."""
    if not isinstance(record, dict) or not isinstance(record.get("type"), str) or "payload" in record:
        return False
    return "sessionId" in record or "leafUuid" in record or "parentUuid" in record


def read(rows: Iterable[Json], where: str) -> Iterator[Item]:
    """One reading a session id: a resumed session begins with lines of the one it continues."""
    sessions: dict[str, _Session] = {}
    strays = _Session()
    current = strays
    total = 0
    for row in rows:
        total += 1
        if not isinstance(row, dict):
            current.tally.add("unknown record")
            continue
        id_ = ident(row.get("sessionId"))
        current = sessions.setdefault(id_, _Session()) if id_ else current
        _line(row, current)
    _spread(strays, sessions, current)
    before: str | None = None
    for number, (id_, session) in enumerate(sessions.items(), 1):
        if before:
            session.front["continues"] = before
        if number < len(sessions):
            session.front["prefix"] = True
        yield from _reading(id_, session, where)
        before = id_
    if not any(session.nodes for session in sessions.values()):
        yield Problem(where, "no_turns", f"None of its {total} records holds words; the format may have changed.")


def _spread(strays: _Session, sessions: dict[str, _Session], current: _Session) -> None:
    """Lines before the first session id belong to the session that follows; without any, the content names it."""
    if not sessions:
        texts = (piece.text for node in strays.nodes for piece in node.pieces)
        sessions[digest(*texts)] = strays
        return
    first = next(iter(sessions.values()))
    if strays is not current:
        first.nodes[:0] = strays.nodes
        first.titles = {**strays.titles, **first.titles}
        first.tally.counts.update(strays.tally.counts)


def _line(row: dict[str, Json], session: _Session) -> None:
    kind = string(row.get("type"))
    if kind in _TITLES:
        session.titles[kind] = (
            string(row.get("customTitle")) or string(row.get("aiTitle")) or string(row.get("summary"))
        )
    if kind not in _TALK:
        session.tally.add(kind if kind in _SIDECARS else f"unknown type {kind}")
        return
    uuid = ident(row.get("uuid")) or f"line-{len(session.nodes)}"
    side = row.get("isSidechain") is True
    pieces = tuple(_pieces(row, kind, side, session.tally))
    parent = ident(row.get("parentUuid")) or ident(row.get("logicalParentUuid"))
    if not side and parent not in session.ids:
        if parent is not None and session.last is not None:
            session.tally.add("broken link")
        parent = session.last  # attach by the order of the file
    session.nodes.append(Node(uuid, parent, stamp(row.get("timestamp")), pieces, side))
    if not side and uuid not in session.ids:
        session.last = uuid
    session.ids.add(uuid)
    for key, name in (("cwd", "cwd"), ("gitBranch", "branch"), ("version", "version")):
        if string(row.get(key)):
            session.front[name] = string(row.get(key))


def _pieces(row: dict[str, Json], kind: str, side: bool, tally: Tally) -> Iterator[Piece]:
    message = mapping(row.get("message"))
    if kind == "system":
        tally.add(f"system {string(row.get('subtype')) or 'line'}")
        return
    content = message.get("content", row.get("content"))
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else sequence(content)
    for block in map(mapping, blocks):
        for piece in _block(block, kind, tally):
            yield _owned(piece, row, side)


def _owned(piece: Piece, row: dict[str, Json], side: bool) -> Piece:
    """The piece with what its line says about who wrote it."""
    author: Author = piece.author
    if author == "person":
        origin = string(mapping(row.get("origin")).get("kind"))
        if row.get("isCompactSummary") or row.get("isVisibleInTranscriptOnly"):
            author = "derived"
        elif row.get("isMeta") or side or row.get("sourceToolUseID") or (origin and origin != "human"):
            author = "injected"
    elif author == "assistant" and (side or row.get("isApiErrorMessage")):
        author = "tool"
    return Piece(author, piece.text, piece.name, piece.section, piece.key)


def _block(block: dict[str, Json], kind: str, tally: Tally) -> Iterator[Piece]:
    what = string(block.get("type"))
    if what == "text" and kind == "user":
        for author, text in typed(string(block.get("text"))):
            if not blank(text):
                yield Piece(author, text)
    elif what == "text":
        yield Piece("assistant", string(block.get("text")))
    elif what == "thinking":
        tally.add("thoughts")
        yield Piece("derived", string(block.get("thinking")), "thoughts")
    elif what == "tool_use":
        words = json.dumps(block.get("input"), ensure_ascii=False, sort_keys=True)
        yield Piece("tool", words, string(block.get("name")) or None, key=ident(block.get("id")))
    elif what == "tool_result":
        content = block.get("content")
        texts = [content] if isinstance(content, str) else [mapping(c).get("text") for c in sequence(content)]
        yield Piece("tool", "\n".join(filter(None, map(string, texts))), "result", key=ident(block.get("tool_use_id")))
    else:
        tally.add(what if what in {"image", "document", "redacted_thinking"} else f"unknown block {what}")


def _reading(id_: str, session: _Session, where: str) -> Iterator[Item]:
    """The session; front `prefix` marks the copied beginning of an older one, which says nothing of its end."""
    grown = grow(session.nodes, session.last, session.tally)
    if not grown.parts:
        return
    title = next((session.titles[kind] for kind in _TITLES if session.titles.get(kind)), None)
    yield Reading(
        kind="chat",
        provider="claude-code",
        origin=id_,
        title=title_of(title, grown.parts),
        parts=grown.parts,
        leaf=grown.leaf,
        at=min(filter(None, (p.at for p in grown.parts)), default=None),
        where=where,
        counts=session.tally.result(),
        front=session.front,
    )


FORMAT = Rows("claude code", fits, read)
