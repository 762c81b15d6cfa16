"""Jupyter notebooks: prose and code of the cells as a document, what the code printed as words of a tool."""

from collections.abc import Iterator

from clew.model import Json, Problem, Reading
from clew.readers.records import Format, Item, Node, Piece, Tally, digest, string
from clew.readers.text import blank
from clew.readers.title import title_of
from clew.readers.tree import chain, grow


def fits(value: Json) -> bool:
    """Whether a record is a notebook."""
    return isinstance(value, dict) and "nbformat" in value and isinstance(value.get("cells"), list)


def read(value: Json, where: str) -> Iterator[Item]:
    """The notebook, one part a cell and one for what it printed."""
    tally = Tally()
    language = string((value.get("metadata") or {}).get("kernelspec", {}).get("language")) if _plain(value) else ""
    nodes = list(_nodes(value["cells"], language or "python", tally))
    grown = grow(chain(nodes), None, tally)
    if not grown.parts:
        yield Problem(where, "empty", "The notebook holds no text.")
        return
    yield Reading(
        kind="document",
        provider="notebook",
        origin=digest(*(f"{part.author}\n{part.text}" for part in grown.parts)),
        title=title_of(None, grown.parts),
        parts=grown.parts,
        where=where,
        counts=tally.result(),
    )


def _plain(value: Json) -> bool:
    meta = value.get("metadata")
    return isinstance(meta, dict) and isinstance(meta.get("kernelspec", {}), dict)


def _nodes(cells: Json, language: str, tally: Tally) -> Iterator[Node]:
    for number, cell in enumerate(cells, 1):
        kind = cell.get("cell_type") if isinstance(cell, dict) else None
        text = _joined(cell.get("source")) if isinstance(cell, dict) else ""
        if kind not in ("markdown", "raw", "code"):
            tally.add(f"unknown cell {string(kind) or type(cell).__name__}")
            continue
        section = f"cell {number}"
        if kind == "code" and not blank(text):
            text = f"```{language}\n{text}\n```"
        pieces = [Piece("document", text, section=section)]
        pieces += [Piece("tool", words, section=section) for words in _printed(cell, tally)] if kind == "code" else []
        yield Node(string(cell.get("id")) or f"cell-{number}", None, None, tuple(pieces))


def _printed(cell: Json, tally: Tally) -> Iterator[str]:
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else ():
        if not isinstance(output, dict):
            continue
        data = output.get("data")
        text = _joined(output.get("text")) or _joined(data.get("text/plain") if isinstance(data, dict) else None)
        if text:
            yield text
        else:
            tally.add("error" if output.get("output_type") == "error" else "output without text")


def _joined(value: Json) -> str:
    return "".join(map(string, value)) if isinstance(value, list) else string(value)


FORMAT = Format("notebook", fits, read)
