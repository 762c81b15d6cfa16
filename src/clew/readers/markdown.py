"""Markdown and text notes: one part a section, front matter kept as metadata."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from markdown_it import MarkdownIt

from clew.model import Ignored, Json, Problem, Reading
from clew.pages import front
from clew.readers import own
from clew.readers.records import Item, Node, Piece, Tally, Text, digest
from clew.readers.text import blank, tidy
from clew.readers.times import stamp
from clew.readers.title import named, title_of
from clew.readers.tree import chain, grow
from clew.text import regex as re

_BLOCKS = MarkdownIt("commonmark").disable(["inline", "reference"])
HUGE = 1 << 16
"""Code points of front matter above which the page of a source does not repeat it."""
_DATES = ("date", "created", "created_at", "published", "day")
# only a text with such a line can have headings; the parser then says which are
_HEADED = re.compile(r"^[ ]{0,3}(?:#|=+[ \t\r]*$|-+[ \t\r]*$)", re.M)
# what plugins of Obsidian put words in place of, in headings and front matter or anywhere
_TEMPLATE = re.compile(r"^(?:#|[\w-]+:).*\{\{(?:date|time|title)(?::[^{}\n]*)?\}\}|<%[-_*~+]?\s*tp\.", re.M)
_FENCED = re.compile(r"^(`{3,}|~{3,}).*?^\1|`[^`\n]+`", re.M | re.S)
_MARKUP = re.compile(r"[*_`]|\[([^\]]*)\]\([^)]*\)")


def fits(text: str) -> bool:
    """Any text is a note, when no other format claims it."""
    return True


def read(text: str, where: str) -> Iterator[Item]:
    """The note, cut at its headings."""
    page = front.parse(text.encode("utf-8"), where)
    tally = Tally()
    for problem in page.problems:
        if problem.code == "conflict_markers":
            yield problem
            return
        tally.add(f"front matter not read: {problem.code}")
    start, end = page.head or (0, 0)
    unread = {"unread": page.text[start:end]} if page.problems and start < end else {}
    template = _TEMPLATE.search(page.text[:end] + _FENCED.sub("", page.body)) is not None
    tally.add("template, read for no claims", template)
    huge = end - start > HUGE
    tally.add("front matter too large to keep", huge)
    for item in document(page.body, where, tally, page.front):
        if isinstance(item, Reading):
            item = replace(item, front={} if huge else {**item.front, **unread}, extract=not template)
        yield item


def document(text: str, where: str, tally: Tally, meta: Mapping[str, Json]) -> Iterator[Item]:
    """Sections of a text in Markdown as one reading; `meta` is its front matter."""
    cut = list(_cut(text))
    grown = grow(chain(_sections(cut)), None, tally)
    if not grown.parts:
        if meta:
            yield Ignored(where, "a note of front matter only")
        else:
            yield Problem(where, "empty", "The file holds no text.")
        return
    headed = next((path for _, path in cut if path), ())
    on_top = next((path for words, path in cut if not blank(words)), ())
    name, day = named(where)
    title = meta.get("title") or (on_top[0] if on_top else name or (headed[0] if headed else None))
    yield Reading(
        kind="note",
        provider="markdown" if meta or headed else "text",
        # line endings are no content; a moved or renamed note stays the same note
        origin=digest(text.replace("\r\n", "\n"), *(f"{key}={meta[key]}" for key in sorted(meta))),
        title=title_of(title, grown.parts),
        parts=grown.parts,
        at=next((at for key in _DATES if (at := stamp(meta.get(key)))), stamp(day)),
        where=where,
        counts=tally.result(),
        front=meta,
    )


def _sections(cut: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[Node]:
    """One node a section; ids come from heading path and words, a repeated section counts up."""
    seen: Counter[str] = Counter()
    for words, path in cut:
        if blank(words):
            continue
        section = " > ".join(path) or None
        id_ = digest(section or "", words.replace("\r\n", "\n"))
        seen[id_] += 1
        id_ = id_ if seen[id_] == 1 else f"{id_}.{seen[id_]}"
        yield Node(id_, None, None, (Piece("document", words, section=section),))


def _cut(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The text cut before each heading, with the path of headings; the pieces joined are the text."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    path: list[tuple[int, str]] = []
    at = 0
    printed = own.blocks(text) if own.marked(text) else []
    for line_number, level, name in _headings(text):
        start = min(starts[line_number], len(text))
        if any(begin < start < end for begin, end in printed):
            continue  # a block that Clew printed stays whole, or the rest of it would count as the note's
        if start > at:
            yield text[at:start], tuple(heading for _, heading in path)
        at = start
        path = [(depth, heading) for depth, heading in path if depth < level]
        path.append((level, name))
    if at < len(text):
        yield text[at:], tuple(heading for _, heading in path)


def _headings(text: str) -> Iterator[tuple[int, int, str]]:
    """Line from 0, level and shown words of each heading that is not inside a quote or list."""
    if _HEADED.search(text) is None:
        return
    # a lone carriage return is no line end here, so that lines are those of split("\n")
    tokens = _BLOCKS.parse(text.replace("\r\n", "\n").replace("\r", " "))
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            name = tidy(_MARKUP.sub(r"\1", inline.content[:400]), 120)
            yield token.map[0], int(token.tag[1]), name or "…"


FORMAT = Text("markdown", fits, read)
