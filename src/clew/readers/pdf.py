"""PDF documents, one part a page; needs the extra `documents` (pypdfium2), and a text layer."""

import hashlib
import importlib
from collections import Counter
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from clew.model import Original, Problem, Reading
from clew.readers.blob import Blob
from clew.readers.records import File, Item, Node, Piece, Tally
from clew.readers.text import blank, clean
from clew.readers.times import stamp
from clew.readers.title import title_of
from clew.readers.tree import chain, grow
from clew.text import regex as re

LIMIT = 1 << 28
"""Most bytes of one document."""
PAGES = 20_000
EXTRA = "Reading it needs an extra part of Clew: pip install 'clew[documents]'"
_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)")
# what programs write where nobody gave a title
_UNNAMED = re.compile(
    r"^(?:\(?(?:untitled|anonymous|unspecified|unknown)\)?$|Microsoft (?:Word|PowerPoint|Excel) - )", re.I
)
_MARGIN = 3
"""Pages from which on a first or last line that stands on most of them is no content."""


def fits(head: bytes) -> bool:
    """Whether the bytes begin a PDF; some programs write a little before its mark."""
    return b"%PDF-" in head[:1024] and not head[:1].isalpha()


def read(blob: Blob) -> Iterator[Item]:
    """The document, or what is wrong with it."""
    library = _library()
    if library is None:
        yield Problem(blob.where, "needs_extra", f"The file is a PDF document. {EXTRA}.")
        return
    if blob.size > LIMIT:
        yield Problem(blob.where, "too_large", f"A document of {blob.size:,} bytes is too large; split it.")
        return
    data = blob.read()
    try:
        pages, meta = _pages(library, data)
    except RuntimeError as fault:
        locked = "assword" in str(fault)
        broken = f"it is damaged or cut off ({str(fault).strip('.')}); get it again"
        what = "it is protected by a password; save it without one" if locked else broken
        yield Problem(blob.where, "bad_document", f"The PDF cannot be opened: {what}.")
        return
    if len(pages) > PAGES:
        yield Problem(blob.where, "too_large", f"A document of more than {PAGES:,} pages is too large; split it.")
        return
    yield _document(blob.where, data, pages, meta)


def _library() -> ModuleType | None:
    try:
        return importlib.import_module("pypdfium2")
    except ImportError:
        return None


def _pages(library: Any, data: bytes) -> tuple[list[str], dict[str, str]]:
    """Text of every page, and the metadata; RuntimeError for what the library cannot open."""
    document = library.PdfDocument(data)
    try:
        pages = []
        for number in range(min(len(document), PAGES + 1)):
            page = document[number]
            text = page.get_textpage()
            pages.append(_plain(text.get_text_range()))
            text.close()
            page.close()
        return pages, dict(document.get_metadata_dict())
    finally:
        document.close()


def _plain(text: str) -> str:
    """The library's text: a hyphen it saw at the end of a line stands as U+FFFE or U+0002, lines end in CR LF."""
    joined = text.replace("\ufffe\r\n", "\u00ad").replace("\ufffe", "\u00ad").replace("\x02", "\u00ad")
    return clean(joined.replace("\r\n", "\n").replace("\x00", ""))


def _document(where: str, data: bytes, pages: list[str], meta: dict[str, str]) -> Item:
    tally = Tally()
    empty = sum(blank(page) for page in pages)
    if empty == len(pages):
        what = "only page is a picture" if empty == 1 else f"{empty} pages are pictures"
        told = f"The PDF has no text layer: its {what} or empty. Run it through text recognition first."
        return Problem(where, "no_text_layer", told)
    tally.add("page without text layer", empty)
    nodes = (
        Node(f"page-{number}", None, None, (Piece("document", page, section=f"page {number}"),))
        for number, page in enumerate(_bare(pages, tally), 1)
        if not blank(page)
    )
    grown = grow(chain(nodes), None, tally)
    return Reading(
        kind="document",
        provider="pdf",
        origin=hashlib.sha256(data).hexdigest(),
        title=title_of(_UNNAMED.sub("", meta.get("Title", "")), grown.parts),
        parts=grown.parts,
        at=_date(meta.get("CreationDate", "")),
        where=where,
        counts=tally.result(),
        original=Original("pdf", data),
    )


def _bare(pages: list[str], tally: Tally) -> Iterator[str]:
    """Pages without the first and last lines that most of them share."""
    lines = [page.strip("\n").split("\n") for page in pages]
    repeated: list[set[str]] = []
    for end in (0, -1):
        seen = Counter(_key(page[end]) for page in lines if len(page) > 2)
        most = max(_MARGIN, len(pages) * 3 // 5)
        repeated.append({key for key, many in seen.items() if many >= most and key})
    for page in lines:
        for end in (-1, 0):
            if len(page) > 2 and _key(page[end]) in repeated[end]:
                del page[end]
                tally.add("repeated header or footer")
        yield "\n".join(page)


def _key(line: str) -> str:
    return re.sub(r"\d+", "0", line.strip())


def _date(text: str) -> str | None:
    found = _DATE.match(text)
    # the zone of a PDF date is rarely right; the day is what counts
    return stamp("{}-{}-{}T{}:{}:{}Z".format(*found.groups())) if found else None


FORMAT = File("pdf", fits, read)
