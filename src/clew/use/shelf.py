"""Pages as a reader takes them from the shelf: which there are, what people wrote on one, what points to it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from clew.errors import NotFound
from clew.model import Edge, Node
from clew.pages import front
from clew.pages.page import prose
from clew.use.desk import Desk
from clew.use.naming import Naming

CLAIM, PAGE = "claim:", "page:"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page as a list shows it."""

    path: str
    """From the root of the bundle, `/concepts/database.md`."""
    title: str
    type: str
    status: str
    description: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link or relation between two pages."""

    relation: str
    path: str
    title: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page with what lies around it."""

    leaf: Leaf
    prose: str
    """The body without the generated block."""
    out: tuple[Link, ...]
    back: tuple[Link, ...]
    claims: tuple[str, ...]
    """Ids of the claims that are about it."""
    problems: tuple[str, ...] = ()
    """Why its front matter cannot be read."""


class Shelf:
    """The pages of a bundle, as indexed."""

    def __init__(self, desk: Desk) -> None:
        self._files = desk.files
        self._index = desk.index
        self._naming = Naming(desk)
        desk.sync()

    def leaves(self) -> tuple[Leaf, ...]:
        """All pages, by title."""
        return tuple(
            sorted((_leaf(n) for n in self._index.all_nodes("page")), key=lambda p: (p.title.casefold(), p.path))
        )

    def sheet(self, path: str) -> Sheet:
        """One page; NotFound for what is no page of the bundle."""
        ref = f"{PAGE}/{path.removeprefix(PAGE).lstrip('/')}"
        node = self._index.get([ref]).get(ref)
        if node is None:
            raise NotFound(f"no page lies at {path[:200]!r}; list them with: clew page list")
        inside = ref.removeprefix(f"{PAGE}/")
        doc = front.parse(self._files.read(inside), inside)
        out, into = self._index.out([ref]), self._index.into([ref])
        # a topic, or the name of the thing a page is about, stands at a place of its own until it has this page
        places = [place for place, page in self._naming.merged().items() if page == ref]
        about = [*into, *self._index.into(places, ("about", "names"))]
        return Sheet(
            leaf=_leaf(node),
            prose=prose(doc),
            out=tuple(self._links(out, lambda e: e.dst)),
            back=tuple(self._links(into, lambda e: e.src)),
            claims=tuple(
                dict.fromkeys(
                    e.src.removeprefix(CLAIM) for e in about if e.src.startswith(CLAIM) and e.rel in ("about", "names")
                )
            ),
            problems=tuple(problem.message for problem in doc.problems),
        )

    def _links(self, edges: list[Edge], end: Callable[[Edge], str]) -> Iterator[Link]:
        known = self._index.get([end(e) for e in edges])
        for edge in edges:
            node = known.get(end(edge))
            if node is not None and node.kind == "page":
                yield Link(edge.rel, end(edge).removeprefix(PAGE), node.title)


def _leaf(node: Node) -> Leaf:
    data = node.data
    return Leaf(
        path=node.ref.removeprefix(PAGE),
        title=node.title,
        type=str(data.get("type") or ""),
        status=str(data.get("status") or ""),
        description=str(data.get("description") or ""),
    )
