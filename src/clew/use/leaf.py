"""A page as the index holds it: its words, and what leads from it to others."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from clew.kin.vocabulary import Vocabulary
from clew.model import Edge, Json, Node
from clew.pages import front, place, trust, wiki
from clew.pages.markdown import links, outline
from clew.pages.page import prose
from clew.text.fold import canonical

Relation = tuple[str, str, float]
"""Ref of the page it leads to, class and weight of its predicate."""


def page_node(doc: front.Document, relations: Collection[Relation] = ()) -> Node:
    """A page with its prose, its trust and its relations; the generated block is never indexed."""
    stem = PurePosixPath(doc.path).stem
    title = front.text_of(doc, "title") or stem.replace("-", " ")
    data: Mapping[str, Json] = {
        "aliases": list(front.strings(doc, "aliases")),
        "type": front.text_of(doc, "type"),
        "tags": list(front.strings(doc, "tags")),
        "status": front.text_of(doc, "status"),
        "superseded_by": front.text_of(doc, "superseded_by"),
        "description": front.text_of(doc, "description"),
        "tier": trust.tier(doc.front),
        "relations": sorted(relations),
    }
    return Node(f"page:/{doc.path}", "page", title, _words(prose(doc), title), None, data)


def _words(body: str, title: str) -> str:
    """The prose without a heading that only repeats the title: a page nobody has written on has no words."""
    text = body.strip()
    first, _, rest = text.partition("\n")
    heading = first.lstrip("#").strip()
    return rest.strip() if first.startswith("#") and canonical(heading) == canonical(title) else text


@dataclass(frozen=True, slots=True)
class Drawn:
    """What leads from a page to others."""

    edges: list[Edge]
    relations: set[Relation]
    loose: bool
    """Whether some of it may lead elsewhere once there are other pages."""


def page_edges(doc: front.Document, stems: wiki.Stems, vocabulary: Vocabulary, names: Collection[str] = ()) -> Drawn:
    """Links in the body, and relations with the weight of their class, where they name a page of the bundle.

    Args:
        doc: The page.
        stems: The pages of the bundle by what wikilinks call them.
        vocabulary: What relations weigh.
        names: Paths of the files there are, without the leading slash.
    """
    here = f"page:/{doc.path}"
    text = prose(doc)
    led = [_led(link.target, doc.path, names) for link in links(text)]
    targets = [target for target, _ in led if target]
    for mark in outline(text).wikilinks if "[[" in text else ():
        targets += found if len(found := stems.resolve(mark.name)) == 1 else ()
    edges = {Edge(here, "links", f"page:{target}") for target in targets}
    relations: set[Relation] = set()
    for entry in trust.maps(doc.front.get("relations")):
        if isinstance(entry.get("object"), str):
            led.append(_led(entry["object"], doc.path, names))
            if target := led[-1][0]:
                said = str(entry.get("predicate", "related_to"))
                weight = vocabulary.weight(said)
                edges.add(Edge(here, said, f"page:{target}", weight))
                relations.add((f"page:{target}", vocabulary.cls(said), weight))
    return Drawn(sorted(edges, key=lambda e: (e.rel, e.dst)), relations, any(loose for _, loose in led))


def _led(target: str, page: str, names: Collection[str]) -> tuple[str | None, bool]:
    """Where a target leads: as seen from its page, else from the root; and whether other pages could change that."""
    near = _inside(target, page)
    far = None if target.startswith("/") else _inside(f"/{target}", page)
    if far is None or far == near:
        return near, False
    if near and near[1:] in names:
        return near, far[1:] in names
    return (far if far[1:] in names else near), True


def _inside(target: str, page: str) -> str | None:
    """A link target as `/path.md` from the root of the bundle; None when it leads elsewhere."""
    if "://" in target or not target.split("#")[0].endswith(".md"):
        return None
    return place.join(page.rpartition("/")[0], target.split("#")[0])
