"""Stored text as safe HTML: escaped, with what would steer the page or the eye made visible."""

import re
import shlex
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from jinja2 import Environment, PackageLoader, select_autoescape
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from clew.core.badges import short
from clew.model import Span
from clew.prompts.cite import note
from clew.proof.evidence import explain
from clew.search.block import Evidence
from clew.text.fold import canonical
from clew.use.look import AROUND
from clew.web.glyph import STEERING, mark, named, safe, tone

WHICH = r"\1"
LONG = 20_000
"""Characters of one text that a page shows at once."""


def visible(text: object) -> Markup:
    """Text escaped, each steering character as a small mark with its name."""
    return Markup(safe(str(text)))  # noqa: S704  # it was escaped just now


DOORS = {
    r"clew finding show (\w+)": ("/findings/{}", "the finding {}"),
    r"clew source show (\w[\w-]*)": ("/sources/{}", "the source {}"),
    "clew review": ("/review", "Review"),
    "clew (?:claim )?list": ("/claims", "Claims"),
    "clew source list": ("/sources", "Sources"),
    "clew page list": ("/pages", "Pages"),
    "clew topic list": ("/topics", "Threads"),
    "clew log": ("/log", "Log"),
}
"""Commands that messages name, and the screens that do the same."""


def hinted(text: object) -> Markup:
    """A message with a link in the place of each command that has a screen."""
    shown = str(visible(text))
    for command, (path, word) in DOORS.items():
        link = f'<a href="{path.format(WHICH)}">{word.format(WHICH)}</a>'
        shown = re.sub(rf"{command}(?![\w -]*\w)", link, shown)
    return Markup(shown)  # noqa: S704  # it was escaped, and only names of ids stand in the links


DEEDS = {
    "accept": "accepted", "propose": "proposed", "reject": "rejected", "supersede": "replaced an older one",
    "unlink": "unlinked", "restate": "said again", "edit": "reworded", "retract": "withdrawn", "hide": "discarded",
    "restore": "restored", "purge": "purged", "verify": "confirmed", "refute": "refuted", "pin": "pinned",
    "overlay": "relabelled", "finding": "finding opened", "settle": "settled", "source": "source added",
    "withdraw": "source taken out", "run": "source read", "same": "one thing", "apart": "two things", "name": "named",
    "undo": "taken back", "page": "page written", "support": "supported", "challenge": "challenged",
}  # fmt: skip
"""Kinds of events in the words of a log."""


_ID = re.compile(r"\bc[a-z2-7]{7}\b")


def badge(word: str) -> Markup:
    """A badge, with a link in the place of each claim that it names."""
    shown = str(visible(word))
    return Markup(_ID.sub(r'<a href="/claims/\g<0>">\g<0></a>', shown))  # noqa: S704  # it was escaped, ids are letters


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a part that a claim rests on."""

    start: int
    end: int
    claim: str


def cited(span: Span | Evidence, located: bool = True) -> str:
    """Where the words of a span stand: the very place in the page of its source, or the part where it has none."""
    full = "&full=1" if span.start >= LONG else ""
    place = f"q{span.part}-{span.start}" if located and span.end else f"p{span.part}"
    return f"/sources/{quote(span.source, safe='')}?part={span.part}{full}#{place}"


def marked(text: str, part: int, marks: Iterable[Mark], full: bool = False) -> Markup:
    """A part's text with its evidence highlighted; each highlight leads to the claim. Cut off where it is very long."""
    shown = text if full else text[:LONG]
    out, at = [], 0
    anchored: set[int] = set()
    for one in sorted(marks, key=lambda m: (m.start, -m.end)):
        start, end = max(one.start, at), min(one.end, len(shown))
        anchor = Markup("")
        if one.start < len(shown) and one.start not in anchored:
            anchored.add(one.start)
            anchor = Markup('<span id="q{}-{}"></span>').format(part, one.start)
        if start >= end:
            out.append(anchor)  # within a longer highlight: the end of that is near enough
            continue
        link = anchor + Markup('<mark><a href="/claims/{}" data-claim="{}">').format(one.claim, one.claim)
        out += [visible(shown[at:start]), link, visible(shown[start:end]), Markup("</a></mark>")]
        at = end
    return Markup("").join([*out, visible(shown[at:])])


def marks(spans: Iterable[tuple[str, Span]], source: str, part: int) -> list[Mark]:
    """The stretches of one part among the evidence of claims."""
    return [Mark(s.start, s.end, claim) for claim, s in spans if s.source == source and s.part == part and s.end]


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # judged once, after it was read
    return parser


_PARSER = _parser()


def rendered(text: str, page: str) -> Markup:
    """Markdown of a page as HTML: no markup of its own, links only to pages of the bundle and to the web."""
    tokens = _PARSER.parse(text)
    for token in tokens:
        _sanitised(token.children or [], page)
    made = str(_PARSER.renderer.render(tokens, _PARSER.options, {}))
    return Markup(STEERING.sub(lambda m: mark(m.group()), made))  # noqa: S704  # html is off and every link was judged


def _sanitised(children: list[Token], page: str) -> None:
    for token in children:
        if token.type == "link_open":
            token.attrs = dict(_link(str(token.attrs.get("href", "")), page))
        elif token.type == "image":
            # Nothing is fetched from elsewhere for looking at a page: the words of a picture stand in its place.
            token.type, token.tag = "text", ""
            token.content = f"[picture: {token.content or 'without words'}]"
            token.children = None


def _link(href: str, page: str) -> dict[str, str]:
    """Attributes of a link; anything but a page of the bundle, a place on this one or the web leads nowhere."""
    split = urlsplit(_plain(href))
    if split.scheme in ("http", "https", "mailto"):
        return {"href": href, "rel": "noopener noreferrer nofollow", "target": "_blank"}
    if split.scheme or split.netloc:
        return {"class": "dead", "title": "this link was taken out"}
    if not split.path:
        return {"href": f"#{quote(split.fragment)}"}
    steps: list[str] = [] if split.path.startswith("/") else list(PurePosixPath(page).parent.parts)
    for step in unquote(split.path).split("/"):
        if step == "..":
            steps = steps[:-1]
        elif step not in ("", "."):
            steps.append(step)
    return {"href": "/pages/" + quote("/".join(step for step in steps if step != "/"))}


def _plain(href: str) -> str:
    """A target without the characters that browsers skip when they look for the scheme."""
    return "".join(c for c in unquote(href) if c > " " and not unicodedata.category(c).startswith("C"))


def environment() -> Environment:
    """The templates, every value escaped."""
    made = Environment(
        loader=PackageLoader("clew.web", "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        visible=visible,
        named=named,
        short=short,
        day=lambda at: (at or "")[:10],
        moment=lambda at: (at or "")[:16].replace("T", " "),
        path=lambda text: quote(str(text), safe=""),
        slashed=lambda text: quote(str(text)),
        reason=explain,
        note=note,
        hinted=hinted,
        deed=lambda kind: DEEDS.get(kind, kind),
        tone=tone,
        badge=badge,
        quoted=shlex.quote,
        echoes=lambda quote, text: canonical(quote) == canonical(text),
    )
    made.globals.update(marked=marked, marks=marks, cited=cited, rendered=rendered, around=AROUND)
    return made
