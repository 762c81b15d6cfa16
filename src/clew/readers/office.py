"""Documents that are zip archives: Word files (DOCX) with tracked changes as accepted, and e-books (EPUB)."""

import hashlib
import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from clew.model import Original, Problem, Reading
from clew.readers.blob import FAULTS, Blob
from clew.readers.markdown import document
from clew.readers.markup import shown
from clew.readers.records import Item, Tally
from clew.readers.text import blank, decode, tidy
from clew.text import regex as re

LIMIT = 1 << 28
"""Most bytes of one document, and of one member of it."""
_DTD = re.compile(rb"<!\s*(?:DOCTYPE[^>]*\[|ENTITY)", re.IGNORECASE)
_GONE = {"del", "moveFrom", "delText", "instrText"}
_HEADING = re.compile(r"(?:heading|überschrift|titre|título|titolo|kop|заголовок|标题|見出し|제목)\s*([1-6])\b", re.I)
_EDGE = re.compile(r"word/(?:header|footer)\d*\.xml")
Names = Mapping[str, Blob]


@dataclass(frozen=True, slots=True)
class _Text:
    """What a document says, as Markdown."""

    text: str
    meta: dict[str, str]
    suffix: str


def fits(names: Sequence[str]) -> bool:
    """Whether the members of an archive make up a document."""
    return "[Content_Types].xml" in names or "mimetype" in names or "META-INF/container.xml" in names


def read(blob: Blob, members: Sequence[Blob]) -> Iterator[Item]:
    """The document, cut at its headings."""
    names = {member.where.rsplit("!", 1)[-1]: member for member in members}
    tally = Tally()
    try:
        if "word/document.xml" in names:
            found = _word(names, tally)
        elif "META-INF/container.xml" in names:
            found = _book(names, tally)
        else:
            told = "Of documents in archives only DOCX and EPUB are read; save it as one of these or as text."
            yield Problem(blob.where, "unsupported", told)
            return
        data = blob.read() if blob.size <= LIMIT else b""
    except RecursionError:
        yield Problem(blob.where, "bad_document", "The document cannot be read: its elements are nested too deeply.")
        return
    except (*FAULTS, ET.ParseError, KeyError) as fault:
        yield Problem(blob.where, "bad_document", f"The document cannot be read ({fault}).")
        return
    if blank(found.text):
        yield Problem(blob.where, "no_text_layer", _wordless(tally))
        return
    for item in document(found.text, blob.where, tally, found.meta):
        yield _placed(item, found.suffix, data) if isinstance(item, Reading) else item


def _wordless(tally: Tally) -> str:
    left = ", ".join(f"{many} {kind}" for kind, many in tally.result().items())
    aside = f" (left out: {left})" if left else ""
    return f"The document has no text: its pages are pictures or empty{aside}. Run it through text recognition first."


def _placed(item: Reading, suffix: str, data: bytes) -> Reading:
    origin = hashlib.sha256(data).hexdigest() if data else item.origin
    original = Original(suffix, data) if data else None
    return replace(item, kind="document", provider=suffix, origin=origin, original=original)


def _xml(names: Names, name: str) -> ET.Element:
    """A member parsed; one that declares entities of its own is refused, for they can grow without bound."""
    blob = names[name]
    data = blob.read() if blob.size <= LIMIT else b""
    if not data or b"\x00" in data[:64] or _DTD.search(data):
        raise ValueError(f"{name} is too large or declares entities")
    return ET.fromstring(data)  # noqa: S314  # no entities get here


def _local(node: ET.Element) -> str:
    return node.tag.rsplit("}", 1)[-1]


def _named(node: ET.Element, key: str) -> str:
    return next((value for name, value in node.attrib.items() if name.rsplit("}", 1)[-1] == key), "")


def _all(node: ET.Element, name: str) -> list[ET.Element]:
    return [found for found in node.iter() if _local(found) == name]


def _first(node: ET.Element, name: str) -> str:
    return next((tidy(found.text or "") for found in node.iter() if _local(found) == name), "")


# Word


def _word(names: Names, tally: Tally) -> _Text:
    body = next(iter(_all(_xml(names, "word/document.xml"), "body")), ET.Element("body"))
    styles = _styles(names)
    lines: list[str] = []
    for block in body:
        if _local(block) == "tbl":
            lines += [*_table(block, tally), ""]
        else:
            for paragraph in [block] if _local(block) == "p" else _inside(block, "p"):
                lines += [_paragraph(paragraph, styles, tally), ""]
    if "word/comments.xml" in names:
        tally.add("comment", len(_all(_xml(names, "word/comments.xml"), "comment")))
    edges = [name for name in names if _EDGE.fullmatch(name)]
    tally.add("header or footer", sum(any(not blank(t.text or "") for t in _all(_xml(names, n), "t")) for n in edges))
    for note in ("footnotes", "endnotes"):
        if f"word/{note}.xml" in names:
            texts = [_words(p, tally).strip() for p in _all(_xml(names, f"word/{note}.xml"), "p")]
            lines += [line for text in texts if text for line in (text, "")]
    meta: dict[str, str] = {}
    if "docProps/core.xml" in names:
        core = _xml(names, "docProps/core.xml")
        meta = {"title": _first(core, "title"), "date": _first(core, "modified") or _first(core, "created")}
    return _Text("\n".join(lines).strip("\n"), {key: value for key, value in meta.items() if value}, "docx")


def _styles(names: Names) -> dict[str, int]:
    """Style id → level of heading."""
    if "word/styles.xml" not in names:
        return {}
    found: dict[str, int] = {}
    for style in _all(_xml(names, "word/styles.xml"), "style"):
        name = next((_named(n, "val") for n in style if _local(n) == "name"), "")
        level = _HEADING.match(name)
        if level or name.lower() == "title":
            found[_named(style, "styleId")] = int(level[1]) if level else 1
    return found


def _paragraph(node: ET.Element, styles: dict[str, int], tally: Tally) -> str:
    text = _words(node, tally).strip()
    style = next((_named(n, "val") for n in _all(node, "pStyle")), "")
    level = styles.get(style) or next(iter(map(int, re.findall(r"^Heading([1-6])$", style))), 0)
    if text and level:
        return "#" * level + " " + text.replace("\n", " ")
    return f"- {text}" if text and _all(node, "numPr") else text


def _words(node: ET.Element, tally: Tally) -> str:
    """Shown words below a node: what was deleted, moved away or hidden is counted and left out."""
    name = _local(node)
    if name in _GONE:
        tally.add("tracked deletion", name in ("del", "moveFrom"))
        return ""
    if name == "r" and any(_local(n) == "vanish" and _named(n, "val") not in ("0", "false") for n in node.iter()):
        tally.add("hidden text")
        return ""
    if name == "t":
        return node.text or ""
    if name in ("tab", "br", "cr"):
        return "\t" if name == "tab" else "\n"
    # a picture carries the same words twice, for new and for old programs
    return "".join(_words(child, tally) for child in node if _local(child) not in ("Fallback", "pPr", "rPr"))


def _table(node: ET.Element, tally: Tally) -> list[str]:
    rows = []
    for row in _inside(node, "tr"):
        # a space after each paragraph, also those of a table in the cell
        cells = [" ".join(_words(p, tally) for p in _inside(cell, "p")).split() for cell in _inside(row, "tc")]
        rows.append("| " + " | ".join(" ".join(cell) for cell in cells) + " |")
    if rows:
        rows.insert(1, "|" + " --- |" * (rows[0].count("|") - 1))
    return rows


def _inside(node: ET.Element, name: str) -> Iterator[ET.Element]:
    """Nodes of that name below another, not those below one of them."""
    for child in node:
        if _local(child) == name:
            yield child
        else:
            yield from _inside(child, name)


# E-books


def _book(names: Names, tally: Tally) -> _Text:
    container = _xml(names, "META-INF/container.xml")
    path = next((_named(n, "full-path") for n in _all(container, "rootfile")), "")
    package = _xml(names, path)
    items = {_named(n, "id"): _named(n, "href") for n in _all(package, "item")}
    folder = posixpath.dirname(path)
    locked = _locked(names)
    chapters: list[str] = []
    spine = [items.get(_named(reference, "idref"), "") for reference in _all(package, "itemref")]
    # a book without an order has that of its list
    for href in dict.fromkeys(spine or [_named(n, "href") for n in _all(package, "item") if _page(n)]):
        member = posixpath.normpath(posixpath.join(folder, unquote(href)))
        if member not in names or names[member].size > LIMIT:
            tally.add("missing chapter")
            continue
        if member in locked:
            tally.add("encrypted chapter")
            continue
        page = shown(decode(names[member].read()).text)
        tally.add("hidden node", page.hidden)
        tally.add("private passage", page.private)
        chapters.append(page.text)
    meta = {"title": _first(package, "title"), "date": _first(package, "date")}
    if tally.counts["encrypted chapter"] and not chapters:
        raise ValueError("its chapters are encrypted by a shop; only a copy without that protection can be read")
    return _Text("\n\n".join(chapters), {key: value for key, value in meta.items() if value}, "epub")


def _page(item: ET.Element) -> bool:
    return _named(item, "media-type") == "application/xhtml+xml" and "nav" not in _named(item, "properties").split()


def _locked(names: Names) -> set[str]:
    """Members that are encrypted, as a book with copy protection lists them; obfuscated fonts are among them."""
    if "META-INF/encryption.xml" not in names:
        return set()
    found = _all(_xml(names, "META-INF/encryption.xml"), "CipherReference")
    return {posixpath.normpath(unquote(_named(node, "URI"))) for node in found}
