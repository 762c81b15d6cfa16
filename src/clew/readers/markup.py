"""HTML as a reader sees it: hidden nodes, scripts and navigation left out, blocks on lines of their own."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from clew.model import Reading
from clew.readers.markdown import document
from clew.readers.records import Item, Tally, Text
from clew.readers.text import tidy
from clew.text import regex as re

_LOOKS = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_SKIPPED = {"script", "style", "template", "noscript", "nav", "svg", "head", "iframe", "object", "select", "button"}
_VOID = {"br", "hr", "img", "input", "meta", "link", "area", "base", "col", "embed", "source", "track", "wbr"}
_BLOCKS = {
    "p", "div", "section", "article", "main", "header", "footer", "aside", "ul", "ol", "table", "tr", "blockquote",
    "pre",
    "figure", "form", "fieldset", "dl", "dt", "dd", "address", "details", "summary", "h1", "h2", "h3", "h4", "h5", "h6",
}  # fmt: skip
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|rem|%)?\s*(?:;|$)", re.I)
_SPACES = re.compile(r"[ \t\r\n\f]+")


@dataclass(frozen=True, slots=True)
class Page:
    """The shown text of an HTML page."""

    text: str
    title: str
    hidden: int
    """How many nodes were hidden from the reader."""
    quoted: int
    """How many quoted mails were left out."""
    private: int = 0
    """How many passages were marked as private."""


@dataclass(slots=True)
class _State:
    out: list[str] = field(default_factory=list)
    skip: list[str] = field(default_factory=list)
    """Open tags inside a node that is not shown."""
    pre: int = 0
    raised: int = 0
    title: list[str] | None = None
    titles: list[str] = field(default_factory=list)
    hidden: int = 0
    quoted: int = 0
    private: int = 0


class _Reader(HTMLParser):
    """Collects shown text."""

    def __init__(self, quotes: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.state = _State()
        self.quotes = quotes

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a node, shown or not."""
        state, given = self.state, {key: value or "" for key, value in attrs}
        if tag == "title" and state.title is None:
            state.title = []
        if tag in _VOID:
            if tag in {"br", "hr"} and not state.skip:
                state.out.append("\n")
            return
        if state.skip or self._unseen(tag, given):
            state.skip.append(tag)
            return
        if tag in _BLOCKS or tag == "li":
            self._line(tag)
        elif tag in {"td", "th"} and state.out and not state.out[-1].endswith("\n"):
            state.out.append(" | ")
        state.pre += tag == "pre"
        state.raised += tag == "sup"

    def _line(self, tag: str) -> None:
        self.state.out.append("\n")
        if tag == "li":
            self.state.out.append("- ")
        elif len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.state.out.append("#" * int(tag[1]) + " ")

    def _unseen(self, tag: str, given: dict[str, str]) -> bool:
        if tag in _SKIPPED:
            return True
        if tag == "private":
            self.state.private += 1
            return True
        if "hidden" in given or given.get("aria-hidden") == "true" or _HIDDEN.search(given.get("style", "")):
            self.state.hidden += 1
            return True
        if not self.quotes and ("gmail_quote" in given.get("class", "") or given.get("type") == "cite"):
            self.state.quoted += 1
            return True
        # a raised number that links inside the page is a mark of a footnote
        return tag == "a" and self.state.raised > 0 and given.get("href", "").startswith("#")

    def handle_endtag(self, tag: str) -> None:
        """Close a node; a tag that was never opened closes nothing."""
        state = self.state
        if tag == "title" and state.title is not None:
            state.titles, state.title = state.titles or state.title, None
        if state.skip:
            if tag in state.skip:
                while state.skip.pop() != tag:
                    pass
            return
        if tag in _BLOCKS:
            state.out.append("\n")
        state.pre = max(0, state.pre - (tag == "pre"))
        state.raised = max(0, state.raised - (tag == "sup"))

    def handle_data(self, data: str) -> None:
        """Words: shown ones are kept, their white space folded unless it is preformatted."""
        state = self.state
        if state.title is not None:
            state.title.append(data)
        if not state.skip:
            state.out.append(data if state.pre else _SPACES.sub(" ", data))


def _closed(html: str) -> str:
    """The page with what opens and never closes as text; the standard parser would look for the end again and again."""
    last = html.rfind("-->") + 1
    html = html[:last] + html[last:].replace("<!--", "&lt;!--")
    last = html.rfind(">") + 1
    return html[:last] + html[last:].replace("<", "&lt;")


def shown(html: str, quotes: bool = True) -> Page:
    """The text of an HTML page or fragment; without `quotes`, mails quoted in it are left out."""
    reader = _Reader(quotes)
    reader.feed(_closed(html))
    reader.close()
    lines = "".join(reader.state.out).split("\n")
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip(" \t") for line in lines)).strip("\n")
    text = "\n".join(
        line.lstrip(" ") if line.strip() and not line.startswith("    ") else line for line in text.split("\n")
    )
    return Page(
        text, tidy("".join(reader.state.titles)), reader.state.hidden, reader.state.quoted, reader.state.private
    )


def fits(text: str) -> bool:
    """Whether a text is a web page."""
    return _LOOKS.match(text[:4096]) is not None


def read(text: str, where: str) -> Iterator[Item]:
    """The page as a document, cut at its headings."""
    page = shown(text)
    tally = Tally()
    tally.add("hidden node", page.hidden)
    for item in document(page.text, where, tally, {"title": page.title} if page.title else {}):
        yield replace(item, kind="document", provider="html") if isinstance(item, Reading) else item


FORMAT = Text("html", fits, read)
