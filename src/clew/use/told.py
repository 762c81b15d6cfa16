"""Things of which people wrote a page: what it says of itself and relates to, whether claims speak of it or not."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from clew.index.sqlite import SqliteIndex
from clew.kin.census import ident
from clew.model import Node

_APART = frozenset({"Source", "Reference", "Guide", "Timeline", "Redirect", "Skill", "Attested Computation"})
"""Types of pages that are about no thing."""
_LOOSE = frozenset({"links"})


@dataclass(frozen=True, slots=True)
class Page:
    """A page about a thing."""

    path: str
    title: str
    type: str
    aliases: tuple[str, ...]


class Authored:
    """Pages that people wrote, by the names they give."""

    def __init__(self, index: SqliteIndex, ours: Container[str]) -> None:
        """`ours` are the paths of pages that Clew fills."""
        self._index = index
        self._ours = ours

    @cached_property
    def pages(self) -> Sequence[Page]:
        """All of them in the order of paths."""
        return tuple(self._found())

    def _found(self) -> Iterator[Page]:
        for node in self._index.all_nodes("page"):
            path, kind = node.ref.removeprefix("page:/"), str(node.data.get("type") or "")
            if path not in self._ours and kind and kind not in _APART and not path.startswith("references/"):
                yield Page(path, node.title, kind, tuple(map(str, node.data.get("aliases") or ())))

    @cached_property
    def named(self) -> Mapping[str, Page]:
        """Key of a name → the first page of that title or alias."""
        found: dict[str, Page] = {}
        for names in (lambda page: (page.title,), lambda page: page.aliases):
            for page in self.pages:
                for name in names(page):
                    found.setdefault(ident(name), page)
        return found

    def relations(self, page: Page) -> list[tuple[str, str, str]]:
        """Subject, predicate and object by title, in both directions."""
        ref = f"page:/{page.path}"
        edges = [e for e in (*self._index.out([ref]), *self._index.into([ref])) if e.rel not in _LOOSE]
        nodes = self._index.get([end for edge in edges for end in (edge.src, edge.dst)])
        pages = [e for e in edges if _is_page(nodes.get(e.src)) and _is_page(nodes.get(e.dst))]
        return [(nodes[e.src].title, e.rel, nodes[e.dst].title) for e in pages]


def _is_page(node: Node | None) -> bool:
    return node is not None and node.kind == "page"
