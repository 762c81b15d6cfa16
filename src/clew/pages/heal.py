"""A page after a merge of git: where only what was generated clashes, one side of it is ready to be rendered again.

A merge takes over line by line what only one side changed, so that the block of either side may now hold lines of
the other and its digest says nothing. Then every line must be one that is generated for a claim on record.
"""

import re
from collections.abc import Container

from clew.model import Json
from clew.pages import front, region, relations
from clew.pages.front import Document
from clew.pages.guard import sides
from clew.pages.page import BLOCK, block_state, generated, note, prose, seal, seals
from clew.pages.splice import same
from clew.pages.trust import listed

_SHARED = ("agents", "index", "log", "timeline")
"""Regions of the derived files."""
_NOTES = re.compile(r"(?:\[\^[^\]\s]+\])+")
_FIXED = re.compile(
    r"|## (?:Current|Disputed|History|To look at)|No current claim\.|\d+ of \d+ reviewed\.|…and \d+ more.*"
    r"|rests on(?: `c\w+`)+|\* “.*” rests on `c\w+`: .*|  .*|\[\^[^\]\s]+\]: .*"
)
"""Lines of a block that hold no words of a claim, and the details below one that does."""


_KEY = re.compile(
    r"---|(?:type|title|description|tags|aliases|status|generated|verified|stale_after|sources): ?.*|  - \{id: .*\}"
)
"""Lines of front matter as it is generated."""
_LINE = re.compile(rf"{_FIXED.pattern}|# .*|<!-- clew:{BLOCK} (?:begin|end) ?.*-->")
"""Lines of a page without words of a claim."""


def healed(data: bytes, path: str, texts: Container[str] = frozenset()) -> bytes | None:
    """One side of a page whose merge conflict lies wholly in what was generated.

    `texts` are the texts of all claims as pages write them. None when there is no conflict, or when the sides differ
    in anything that belongs to people.
    """
    ours, theirs = (front.parse(side, path) for side in sides(data))
    if ours.raw == data or not (ours.writable and theirs.writable):
        return None
    shared = next((name for name in _SHARED if region.find(ours.body, name).end), None)
    if shared:
        return _emptied(ours, theirs, shared)
    if not (_generated(ours, texts) and _generated(theirs, texts)) or prose(ours) != prose(theirs):
        return None
    written = {item for doc in (ours, theirs) for item in seals(region.find(doc.body, BLOCK)).items()}
    if not same(_of_people(ours, written), _of_people(theirs, written)):
        return None
    return _sealed(ours, {k: v for k, v in ours.front.items() if (k, seal(v)) in written})


def unioned(data: bytes, path: str, texts: Container[str]) -> bool:
    """Whether a page is what a union merge left of two that were wholly generated: it can be made from nothing.

    Both sides kept their lines, so keys and markers stand twice; a single line of other hands is none of this.
    """
    if front.parse(data, path).writable and block_state(front.parse(data, path)) != "broken":
        return False
    head, found, body = data.decode("utf-8", "replace").partition("\n---\n")
    keys = all(_KEY.fullmatch(line) for line in head.split("\n"))
    return bool(found) and keys and all(_LINE.fullmatch(line) or _told(line, texts) for line in body.split("\n"))


def _emptied(ours: Document, theirs: Document, name: str) -> bytes | None:
    """A derived file with nothing in its region, when what people wrote around it is the same on both sides."""
    around = [region.without(doc.body, name) for doc in (ours, theirs)]
    found = [region.find(doc.body, name) for doc in (ours, theirs)]
    if around[0] != around[1] or not same(dict(ours.front), dict(theirs.front)):
        return None
    if any(it.state != "intact" and not (it.state == "edited" and region.listed(it.content)) for it in found):
        return None
    body = region.replace(ours.body, found[0], region.wrap(name, "\n"), ours.newline)
    return front.with_body(ours, body)


def _generated(doc: Document, texts: Container[str]) -> bool:
    """Whether the block of a side holds nothing but what Clew writes."""
    block = region.find(doc.body, BLOCK)
    if block.state != "edited":
        return block.state == "intact"
    return all(_FIXED.fullmatch(line) or _told(line, texts) for line in block.content.split("\n"))


def _told(line: str, texts: Container[str]) -> bool:
    """Whether a line says claims on record, as an entry of a list or as sentences of a summary."""
    words = [word.strip() for word in _NOTES.split(line.removeprefix("* ").removesuffix("\\"))]
    return all(word in texts or word.removesuffix(".") in texts for word in words if word)


def _of_people(doc: Document, written: Container[tuple[str, str]]) -> dict[str, Json]:
    """The front matter that was not generated."""
    keys = {k: v for k, v in doc.front.items() if (k, seal(v)) not in written}
    tied = [item for item in listed(doc.front.get(relations.KEY)) if not relations.projected(item)]
    cited = [item for item in listed(doc.front.get("sources")) if not generated(item)]
    return {**keys, "sources": cited, relations.KEY: tied}


def _sealed(doc: Document, keys: dict[str, Json]) -> bytes:
    """The page with a marker that fits what stands there now."""
    old = region.find(doc.body, BLOCK)
    block = region.wrap(BLOCK, old.content, note(keys, relations.seal(doc.front.get(relations.KEY))))
    return front.with_body(doc, region.replace(doc.body, old, block, doc.newline))
