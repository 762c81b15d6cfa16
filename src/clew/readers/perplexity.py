"""Threads of Perplexity: questions with their answers, in two shapes."""

from collections.abc import Iterable, Iterator

from clew.model import Json
from clew.readers.draft import Draft
from clew.readers.records import Format, Item, Node, Piece, Rows, Tally, ident, mapping, sequence, string
from clew.readers.times import stamp

_TIMES = ("created_at", "updated_datetime", "entry_created_datetime", "timestamp", "datetime")
_ASKED = ("query_str", "query")
_MARKS = {"blocks", "chunks", "sources", "citations", "web_results", "uuid", "context_uuid", "backend_uuid", *_TIMES}


def entry(record: Json) -> bool:
    """Whether a record is a question with its answer."""
    if not isinstance(record, dict) or not any(isinstance(record.get(key), str) for key in _ASKED):
        return False
    # a question with an answer may as well be a row of any table of questions
    return bool(_MARKS & record.keys()) and any(key in record for key in ("blocks", "chunks", "answer", "response"))


def read_rows(rows: Iterable[Json], where: str) -> Iterator[Item]:
    """A list of questions and answers as one thread."""
    yield from read({"entries": list(rows)}, where)


def fits(record: Json) -> bool:
    """Whether a record is a thread."""
    return any(map(entry, sequence(mapping(record).get("entries"))[:20]))


def read(record: Json, where: str) -> Iterator[Item]:
    """The thread: a question and its answer are two turns."""
    tally = Tally()
    nodes: list[Node] = []
    rows = [mapping(row) for row in sequence(record.get("entries"))]
    for row in rows:
        at = next((found for key in _TIMES if (found := stamp(row.get(key)))), None)
        asked = next((string(row.get(key)) for key in _ASKED if string(row.get(key))), "")
        id_ = ident(row.get("uuid")) or ident(row.get("id")) or ident(row.get("backend_uuid"))
        nodes.append(Node(f"{id_}" if id_ else "", None, at, (Piece("person", asked),)))
        nodes.append(Node(f"{id_}/answer" if id_ else "", None, at, (Piece("assistant", _answer(row)),)))
        tally.add("web source", len(sequence(row.get("sources"))) + len(sequence(row.get("web_results"))))
    keys = ("context_uuid", "thread_url_slug", "thread_id")
    origin = next((found for row in [record, *rows] for key in keys if (found := ident(row.get(key)))), None)
    title = next((string(row.get("thread_title")) for row in [record, *rows] if string(row.get("thread_title"))), None)
    yield Draft("perplexity", where, origin, title or record.get("title")).thread(nodes, tally)


def _answer(row: dict[str, Json]) -> str:
    for key in ("answer", "response", "text"):
        if string(row.get(key)):
            return string(row.get(key))
    for block in map(mapping, sequence(row.get("blocks"))):
        inner = mapping(block.get("markdown_block"))
        if string(inner.get("answer")):
            return string(inner.get("answer"))
        if sequence(inner.get("chunks")):
            return "".join(map(string, sequence(inner.get("chunks"))))
    return "".join(map(string, sequence(row.get("chunks"))))


FORMAT = Format("perplexity", fits, read)
ROWS = Rows("perplexity", entry, read_rows)
