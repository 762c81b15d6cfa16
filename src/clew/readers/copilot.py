"""Chats of Copilot in VS Code: requests with the fragments of their responses."""

from collections.abc import Iterable, Iterator

from clew.model import Json
from clew.readers.draft import Draft
from clew.readers.records import Format, Item, Node, Piece, Rows, Tally, digest, ident, mapping, sequence, string
from clew.readers.times import stamp

_SILENT = {
    "textEditGroup", "notebookEditGroup", "prepareToolInvocation", "progressTaskSerialized", "progressTask",
    "codeblockUri", "undoStop", "mcpServersStarting", "references", "codeCitation", "command", "confirmation",
    "warning", "treeData", "progressMessage", "elicitation", "extensions", "move", "pullRequest", "changesSummary",
}  # fmt: skip


def fits(record: Json) -> bool:
    """Whether a record is an exported or stored chat."""
    if not isinstance(record, dict) or not isinstance(record.get("requests"), list):
        return False
    return any(key in record for key in ("requesterUsername", "responderUsername", "initialLocation", "sessionId"))


def read(record: Json, where: str) -> Iterator[Item]:
    """A request and its response are two turns."""
    tally = Tally()
    nodes: list[Node] = []
    for number, request in enumerate(map(mapping, sequence(record.get("requests")))):
        id_, at = ident(request.get("requestId")) or f"request-{number}", stamp(request.get("timestamp"))
        given = request.get("message")
        asked = given if isinstance(given, str) else string(mapping(given).get("text"))
        nodes.append(Node(id_, None, at, (Piece("person", asked),)))
        nodes.append(Node(f"{id_}/response", None, at, tuple(_response(sequence(request.get("response")), tally))))
        if request.get("isCanceled"):
            tally.add("cancelled")
    first = next((f"{node.id}\n{piece.text}" for node in nodes for piece in node.pieces), "")
    origin = ident(record.get("sessionId")) or digest(first)
    at = stamp(record.get("creationDate"))
    yield Draft("copilot", where, origin, record.get("customTitle"), at).thread(nodes, tally)


def _response(parts: list[Json], tally: Tally) -> Iterator[Piece]:
    """The answer, whose sentences are cut into fragments around the files and symbols they name."""
    words: list[str] = []
    aside: list[Piece] = []
    for part in parts:
        kind = string(mapping(part).get("kind"))
        if isinstance(part, str):
            words.append(part)
        elif kind in {"", "markdownContent", "markdownVuln"}:
            words.append(_markdown(mapping(part)))
        elif kind == "inlineReference":
            words.append(_reference(mapping(part)))
        elif kind == "thinking":
            tally.add("thoughts")
            value = mapping(part).get("value")
            aside.append(Piece("derived", value if isinstance(value, str) else "\n".join(map(string, sequence(value)))))
        elif kind in {"toolInvocationSerialized", "toolInvocation"}:
            aside.append(Piece("tool", _call(mapping(part)), string(mapping(part).get("toolId")) or None))
        else:
            tally.add(kind if kind in _SILENT else f"unknown fragment {kind}")
    yield Piece("assistant", "".join(words))
    yield from aside


def _markdown(part: dict[str, Json]) -> str:
    value = part.get("value", part.get("content"))
    return value if isinstance(value, str) else string(mapping(value).get("value"))


def _reference(part: dict[str, Json]) -> str:
    target = mapping(part.get("inlineReference"))
    path = string(target.get("path")) or string(mapping(target.get("uri")).get("path"))
    return string(part.get("name")) or string(target.get("name")) or path.rsplit("/", 1)[-1]


def _call(part: dict[str, Json]) -> str:
    told = part.get("pastTenseMessage") or part.get("invocationMessage")
    return told if isinstance(told, str) else string(mapping(told).get("value"))


def change(record: Json) -> bool:
    """Whether a record is a line of a stored chat that is kept as a log of changes."""
    return isinstance(record, dict) and record.get("kind") in (0, 1, 2) and "v" in record


def read_changes(rows: Iterable[Json], where: str) -> Iterator[Item]:
    """The chat that the changes lead to."""
    state: dict[str, Json] = {}
    for row in map(mapping, rows):
        if row.get("kind") == 0:
            state = dict(mapping(row.get("v")))
        else:
            _apply(state, sequence(row.get("k")), row.get("v"), extend=row.get("kind") == 2)
    yield from read({"requests": [], **state}, where)


def _apply(state: dict[str, Json], path: list[Json], value: Json, extend: bool) -> None:
    """Set or extend what stands at a path; a path that does not exist changes nothing."""
    at: Json = state
    for step in path[:-1]:
        at = _inside(at, step)
    if not path or not isinstance(at, dict | list):
        return
    last = path[-1]
    if extend and isinstance(found := _inside(at, last), list):
        found.extend(sequence(value))
    elif isinstance(at, dict):
        at[str(last)] = value
    elif _inside(at, last) is not None:
        at[last] = value


def _inside(at: Json, step: Json) -> Json:
    if isinstance(at, dict):
        return at.get(step) if isinstance(step, str) else None
    if isinstance(at, list) and isinstance(step, int) and -len(at) <= step < len(at):
        return at[step]
    return None


FORMAT = Format("copilot", fits, read)
CHANGES = Rows("copilot changes", change, read_changes)
