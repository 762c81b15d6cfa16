"""Tables as text (CSV, TSV): a row is a line of `column: value`, parts are groups of rows."""

import csv
import io
from collections.abc import Iterator

from clew.model import Reading
from clew.readers.records import Item, Node, Piece, Tally, Text, digest
from clew.readers.text import tidy
from clew.readers.tree import chain, grow
from clew.text import regex as re

ROWS = 50
"""Rows of one part."""
_LOOKED = 30
"""Rows that are looked at to see whether a text is a table."""
_SIGNS = ",;\t|"
_SENTENCE = re.compile(r"[.!?。！？:]\s*$")


def fits(text: str) -> bool:
    """Whether a text is a table with a row of names on top."""
    return _dialect(text) is not None


def read(text: str, where: str) -> Iterator[Item]:
    """The table, its first row naming the columns."""
    tally = Tally()
    rows = list(_rows(text.lstrip("\ufeff"), _dialect(text) or ","))
    names = [tidy(cell, 80) for cell in rows[0]]
    nodes: list[Node] = []
    for start in range(1, len(rows), ROWS):
        group = rows[start : start + ROWS]
        lines = "\n".join(_line(names, row) for row in group)
        section = f"rows {start}-{start + len(group) - 1}"
        nodes.append(Node(digest(section, lines), None, None, (Piece("document", lines, section=section),)))
    tally.add("row of another length", sum(len(row) != len(names) for row in rows[1:]))
    grown = grow(chain(nodes), None, tally)
    yield Reading(
        kind="document",
        provider="table",
        origin=digest(text.replace("\r\n", "\n")),
        title=tidy("Table of " + ", ".join(name for name in names if name)),
        parts=grown.parts,
        where=where,
        counts=tally.result(),
    )


def _line(names: list[str], row: list[str]) -> str:
    cells = [" ".join(cell.split()) for cell in row]
    labels = [*names, *("" for _ in range(len(cells) - len(names)))]
    return "; ".join(f"{label}: {cell}" if label else cell for label, cell in zip(labels, cells, strict=False) if cell)


def _rows(text: str, sign: str) -> Iterator[list[str]]:
    old = csv.field_size_limit(1 << 24)
    try:
        yield from (row for row in csv.reader(io.StringIO(text, newline=""), delimiter=sign) if any(row))
    except csv.Error:
        return
    finally:
        csv.field_size_limit(old)


def _dialect(text: str) -> str | None:
    """The sign between cells, where rows agree on it and the first row can be names of columns."""
    start = text.lstrip("\ufeff")[:65_536]
    if len(text) > len(start):
        start = start.rpartition("\n")[0]
    for sign in _SIGNS:
        rows = []
        for row in _rows(start, sign):
            rows.append(row)
            if len(rows) == _LOOKED:
                break
        widths = {len(row) for row in rows}
        if len(rows) >= 3 and len(widths) == 1 and widths.pop() > 1 and _named(rows[0]) and _dense(start, sign):
            return sign
    return None


def _named(row: list[str]) -> bool:
    cells = [cell.strip() for cell in row]
    short = all(0 < len(cell) <= 60 and len(cell.split()) <= 5 and not _SENTENCE.search(cell) for cell in cells)
    return short and len(set(cells)) == len(cells) and not any(re.fullmatch(r"[\d.,:/ -]+", cell) for cell in cells)


def _dense(text: str, sign: str) -> bool:
    """Whether the sign is mostly not followed by a space, as it is in prose; `|` of Markdown tables is no such sign."""
    if sign == "|" and text.lstrip().startswith("|"):
        return False
    return text.count(f"{sign} ") * 2 < text.count(sign) or sign == "\t"


FORMAT = Text("table", fits, read)
