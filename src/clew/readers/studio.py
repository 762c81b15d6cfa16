"""Prompt files of Google's AI Studio."""

from collections.abc import Iterator

from clew.model import Json
from clew.readers.draft import Draft, empty
from clew.readers.records import Format, Item, Node, Piece, Tally, ident, mapping, sequence, string
from clew.readers.text import blank
from clew.readers.times import stamp


def fits(record: Json) -> bool:
    """Whether a record is a prompt file of AI Studio."""
    return isinstance(record, dict) and isinstance(record.get("chunkedPrompt"), dict)


_CHUNKS = ("driveDocument", "driveImage", "driveVideo", "driveAudio", "inlineFile", "inlineImage", "inlineData")


def read(record: Json, where: str) -> Iterator[Item]:
    """The chunks in order; thoughts are kept apart, the system instruction is nobody's words."""
    tally = Tally()
    nodes: list[Node] = []
    instruction = mapping(record.get("systemInstruction"))
    texts = [
        string(instruction.get("text")),
        *(string(mapping(p).get("text")) for p in sequence(instruction.get("parts"))),
    ]
    for text in filter(None, texts):
        nodes.append(Node("", None, None, (Piece("injected", text, "system instruction"),)))
    for chunk in map(mapping, sequence(record["chunkedPrompt"].get("chunks"))):
        nodes.append(
            Node(ident(chunk.get("id")) or "", None, stamp(chunk.get("createTime")), tuple(_chunk(chunk, tally)))
        )
    if any(not blank(p.text) for n in nodes for p in n.pieces if p.author != "injected"):
        yield Draft("ai-studio", where, None, mapping(record.get("metadata")).get("title")).thread(nodes, tally)
    else:
        yield empty(where, "no chunks", tally)


def _chunk(chunk: dict[str, Json], tally: Tally) -> Iterator[Piece]:
    for kind in _CHUNKS:
        if kind in chunk:
            tally.add("attached file")
    text = string(chunk.get("text")) or "".join(
        string(mapping(part).get("text")) for part in sequence(chunk.get("parts")) if not mapping(part).get("thought")
    )
    for kind in ("executableCode", "codeExecutionResult"):
        given = mapping(chunk.get(kind))
        if given:
            yield Piece("tool", string(given.get("code")) or string(given.get("output")), kind)
    if chunk.get("isThought"):
        tally.add("thoughts")
        yield Piece("derived", text, "thoughts")
    elif chunk.get("role") == "user":
        yield Piece("person", text)
    elif chunk.get("role") == "model":
        yield Piece("assistant", text)
    else:
        tally.add(f"unknown role {string(chunk.get('role')) or 'none'}")
        yield Piece("tool", text)


FORMAT = Format("ai studio", fits, read)
