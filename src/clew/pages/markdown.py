"""What a Markdown text points to: links, wikilinks, footnotes and headings, each with its line.

A CommonMark parser reads the text, so code, HTML and escapes never yield a link. Lines are counted
from 1 in the text that is given.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from clew.pages import quick
from clew.text import regex as re

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# Stands for the bracket of a footnote definition, which CommonMark would read as a link definition.
_NOTE = "\ufdd0"
_NOTE_LINE = re.compile(r"^( {0,3})\[(?=\^[^\s\[\]^]+\]:)", re.MULTILINE)
_DEFINITION = re.compile(_NOTE + r"\^([^\s\[\]^]+)\]:")
_REFERENCE = re.compile(r"\[\^([^\s\[\]^]+)\]")
_WIKI = re.compile(r"(!?)\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_URL_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a body; images are none."""

    target: str
    """Percent-decoded, without its `#fragment`; empty for a place on the same page."""
    text: str
    line: int
    fragment: str = ""

    @property
    def external(self) -> bool:
        """True when it has a scheme or a host, so that it never names a file of the bundle."""
        return _SCHEME.match(self.target) is not None or self.target.startswith("//")


@dataclass(frozen=True, slots=True)
class Mark:
    """A footnote label, a wikilink or a heading, and where it stands."""

    name: str
    """Label, link target or heading text."""
    line: int
    text: str = ""
    """The shown text of a wikilink."""
    level: int = 0
    """Level of a heading."""


@dataclass(frozen=True, slots=True)
class Outline:
    """Everything in a text that points or is pointed to, in the order of the text."""

    links: tuple[Link, ...] = ()
    wikilinks: tuple[Mark, ...] = ()
    references: tuple[Mark, ...] = ()
    """Footnote labels that the text cites."""
    definitions: tuple[Mark, ...] = ()
    """Footnote labels that the text defines."""
    headings: tuple[Mark, ...] = ()
    code: frozenset[int] = frozenset()
    """Numbers of the lines in code blocks, fences included."""


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # sixty modules that a bundle without changed pages does without

    # Emphasis stays in the text, so that it cannot tear labels and wikilinks apart.
    parser = MarkdownIt("commonmark").disable(["emphasis", "text_join"])
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]  # targets are wanted as written
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # the caller judges the target
    return parser


@cache
def _blocks() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # as above

    return MarkdownIt("commonmark").disable("inline")


def outline(text: str) -> Outline:
    """All links, footnotes and headings of a body, from one reading of it."""
    tokens = _parser().parse(_NOTE_LINE.sub(rf"\1{_NOTE}", _unix(text)))
    found: list[Link | Mark] = []
    kinds: list[str] = []
    headings: list[Mark] = []
    for n, token in enumerate(tokens):
        if token.type != "inline" or not token.map:
            continue
        for kind, mark in _inline(token.children or [], token.map[0] + 1):
            kinds.append(kind)
            found.append(mark)
        if n and tokens[n - 1].type == "heading_open":
            headings.append(Mark(_shown(token.children or []), token.map[0] + 1, level=int(tokens[n - 1].tag[1])))
    marks = [(kind, mark) for kind, mark in zip(kinds, found, strict=True) if isinstance(mark, Mark)]
    return Outline(
        links=tuple(mark for mark in found if isinstance(mark, Link)),
        wikilinks=tuple(mark for kind, mark in marks if kind == "wiki"),
        references=tuple(mark for kind, mark in marks if kind == "ref"),
        definitions=tuple(mark for kind, mark in marks if kind == "def"),
        headings=tuple(headings),
        code=_code(tokens),
    )


def links(text: str) -> tuple[Link, ...]:
    """The links of a body in order; images, code and HTML are left out."""
    if "[" not in text and "<" not in text:
        return ()
    text = _unix(text)
    paragraphs = quick.paragraphs(text)
    if paragraphs is None:
        return outline(text).links
    return tuple(link for first, paragraph, found in paragraphs for link in _of_paragraph(first, paragraph, found))


def _of_paragraph(first: int, paragraph: str, found: list[quick.Found] | None) -> Iterator[Link]:
    if found is None:
        yield from (replace(link, line=link.line + first - 1) for link in outline(paragraph).links)
    else:
        yield from (_link(target, text, line) for text, target, line in found)


def _link(url: str, text: str, line: int) -> Link:
    target, _, fragment = url.partition("#")
    return Link(decoded(target), text, line, decoded(fragment))


def code_lines(text: str) -> frozenset[int]:
    """Numbers of the lines that lie in code blocks, fences included."""
    if "```" not in text and "~~~" not in text and "    " not in text and "\t" not in text:
        return frozenset()
    return _code(_blocks().parse(_unix(text)))


def decoded(url: str) -> str:
    """A URL with its percent escapes read as UTF-8."""
    if "%" not in url:
        return url
    return _PERCENT.sub(lambda m: bytes.fromhex(m[0].replace("%", "")).decode("utf-8", "replace"), url)


def encoded(path: str) -> str:
    """A path as a URL that every Markdown reader takes for one word."""
    if _URL_SAFE.issuperset(path):
        return path
    return "".join(c if c in _URL_SAFE else "".join(f"%{b:02X}" for b in c.encode("utf-8", "replace")) for c in path)


def _unix(text: str) -> str:
    """The text with lines that end in a line feed only; a lone carriage return is no line end here."""
    return text.replace("\r\n", "\n").replace("\r", " ") if "\r" in text else text


def _code(tokens: "Sequence[Token]") -> frozenset[int]:
    blocks = (t.map for t in tokens if t.type in ("fence", "code_block") and t.map)
    return frozenset(n + 1 for first, last in blocks for n in range(first, last))


def _inline(children: "Sequence[Token]", line: int) -> Iterator[tuple[str, Link | Mark]]:
    for n, token in enumerate(children):
        if token.type in ("softbreak", "hardbreak"):
            line += 1
        elif token.type == "link_open":
            depth = next(i for i in range(n, len(children)) if children[i].type == "link_close")
            yield "link", _link(str(token.attrs.get("href", "")), _shown(children[n:depth]), line)
        elif token.type == "text":
            yield from _marks(token.content, line)


def _marks(text: str, line: int) -> Iterator[tuple[str, Mark]]:
    if _NOTE in text:
        yield from (("def", Mark(m[1], line)) for m in _DEFINITION.finditer(text))
    if "[" in text:
        yield from (("ref", Mark(m[1], line)) for m in _REFERENCE.finditer(text))
        wiki = (m for m in _WIKI.finditer(text) if not m[1] and m[2].strip())
        yield from (("wiki", Mark(m[2].strip(), line, (m[3] or "").strip())) for m in wiki)


def _shown(children: "Sequence[Token]") -> str:
    """What a reader sees of these tokens."""
    words = (" " if t.type in ("softbreak", "hardbreak") else t.content for t in children)
    return "".join(words).replace(_NOTE, "[").strip()
