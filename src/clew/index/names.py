"""Titles and aliases of pages, found in a question as whole words."""

from collections.abc import Iterator, Sequence

from clew.index import words
from clew.index.database import Database
from clew.model import Node

_LONGEST = 24
"""Words of the longest title that is looked for."""
_SHORT = 200
"""Words of a question in which names of every length are looked for."""
_BETWEEN = "\x1f"


class Names:
    """Folded titles and aliases by page."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def remove(self, nodes: Sequence[int]) -> None:
        """Forget the names of nodes."""
        self._db.many("DELETE FROM name WHERE node = ?", [(node,) for node in nodes])

    def add(self, nodes: Sequence[tuple[int, Node]]) -> None:
        """Take in the names of nodes; only pages have any."""
        rows = [(key, number) for number, node in nodes if node.kind == "page" for key in _keys(node)]
        self._db.many("INSERT OR IGNORE INTO name VALUES (?, ?)", rows)

    def inside(self, question: str) -> list[str]:
        """Refs of pages one of whose names stands in the question, longest name first."""
        sql = "SELECT n.key, v.ref FROM name n JOIN node v ON v.id = n.node WHERE n.key IN ({})"
        rows = self._db.each(sql, _windows(words.units(question)))
        ordered = sorted(rows, key=lambda row: (-len(row[0].replace(_BETWEEN, "")), row[1]))
        return list(dict.fromkeys(ref for _, ref in ordered))


def _windows(units: Sequence[str]) -> list[str]:
    """Every run of neighbouring words, as names are stored."""
    longest = _LONGEST if len(units) <= _SHORT else _LONGEST // 4  # a pasted page must not ask for 24 names a word
    runs = (units[i : i + n] for i in range(len(units)) for n in range(1, longest + 1))
    return list(dict.fromkeys(map(_BETWEEN.join, runs)))


def _keys(node: Node) -> Iterator[str]:
    aliases = node.data.get("aliases") or ()
    for name in (node.title, *((aliases,) if isinstance(aliases, str) else aliases)):
        units = words.units(str(name))
        if 0 < len(units) <= _LONGEST:
            yield _BETWEEN.join(units)
