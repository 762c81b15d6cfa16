"""How pages look where people read them: on a git forge, by the forge's own renderer, and in Obsidian."""

import json
import re
import urllib.parse
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import cmarkgfm  # type: ignore[import-untyped]  # plain bindings
import pytest
from cmarkgfm.cmark import Options  # type: ignore[import-untyped]

from clew import app
from clew.bundle import Bundle
from clew.pages import front

STRANGE = ("<!-- clew:claims end --> *x* [y](z.md)", "a | b `c` # d", "Straße, 東京 & co. 🦩", "[[wiki]] ![i](j.png)")
"""Titles of which every sign is shown as it stands."""
LEAKS = ("<!--", "-->", "clew:", "sha256=", "[^", "](", "&lt;", "\\\n")
"""What nobody should read on a page."""


class Seen(HTMLParser):
    """A rendered page: its words, where its links lead, and what can be led to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words, self.links, self.ids = "", list[str](), set[str]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [given["href"] or ""] if tag == "a" and "href" in given else []
        self.ids |= {str(given["id"])} if "id" in given else set()

    def handle_data(self, data: str) -> None:
        self.words += data


def rendered(path: Path) -> Seen:
    """A page as the forge shows it: front matter apart, footnotes and tables on."""
    body = front.parse(path.read_bytes(), path.name).body
    html = cmarkgfm.github_flavored_markdown_to_html(body, Options.CMARK_OPT_FOOTNOTES | Options.CMARK_OPT_UNSAFE)
    seen = Seen(html)
    seen.ids |= {_anchor(text) for text in re.findall(r"<h\d>(.*?)</h\d>", html)}
    return seen


def _anchor(heading: str) -> str:
    words = re.sub(r"<[^>]*>", "", heading).lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def pages(root: Path) -> Iterator[Path]:
    yield from (path for path in sorted(root.rglob("*.md")) if ".clew" not in path.parts)


def dead(root: Path) -> list[str]:
    """Links of the bundle that lead to no file, or to no place on it."""
    found = []
    for page in pages(root):
        for link in rendered(page).links:
            target, _, place = link.partition("#")
            file = (page.parent / urllib.parse.unquote(target)).resolve() if target else page
            there = file / "index.md" if file.is_dir() else file
            inside = there.is_file() and there.is_relative_to(root.resolve())
            fits = not place or urllib.parse.unquote(place) in rendered(there).ids if inside else False
            if not (fits or re.match(r"https?://", link)):
                found.append(f"{page.relative_to(root)}: {link}")
    return found


@pytest.fixture(scope="module", params=["demo", "strange"])
def bundle(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bundle]:
    """The demonstration, and a bundle of what stored text can hold."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLEW_NOW", "2026-06-01T12:00:00Z")
        with app.create(tmp_path_factory.mktemp("pages") / "b", "Pages") as made:
            made.add([app.examples()] if request.param == "demo" else [strange()])
            yield made


def strange() -> bytes:
    chats = []
    for n, title in enumerate(STRANGE):
        said = (
            "We host the <b>shop</b> on Render, see [^1] and <!-- this -->.",
            "We moved the shop from Render to Fly.",
            "Dora Quist works at Maple Works.",
            "Maple Works delivers the `oak` boards.",
            "We call the depot #1 **Depot**.",
        )
        messages = [{"role": "user", "at": f"2026-0{n + 1}-10T10:0{i}:00Z", "text": t} for i, t in enumerate(said)]
        chats.append({"id": f"chat-{n}", "title": title, "messages": messages})
    return json.dumps(chats).encode()


def test_every_link_of_every_page_leads_somewhere(bundle: Bundle) -> None:
    assert dead(bundle.root) == []
    assert sum(len(rendered(page).links) for page in pages(bundle.root)) > 40


def test_nothing_that_only_clew_should_read_is_seen(bundle: Bundle) -> None:
    leaks = []
    for page in pages(bundle.root):
        words = rendered(page).words
        for said in (*STRANGE, "[^1] and <!-- this -->") if page.name != "AGENTS.md" else ("Text between clew:",):
            words = words.replace(said.replace("`c`", "c"), "")
        leaks += [(page.name, leak, words) for leak in LEAKS if leak in words]
    assert leaks == []


def test_properties_are_those_that_obsidian_reads(bundle: Bundle) -> None:
    for page in pages(bundle.root):
        doc = front.parse(page.read_bytes(), page.name)
        words = [*front.strings(doc, "tags"), *front.strings(doc, "aliases")]

        assert not doc.problems
        assert all(isinstance(doc.front.get(key, []), list) for key in ("tags", "aliases"))
        assert all(word.strip() and (word not in doc.front.get("tags", []) or " " not in word) for word in words)
        assert not any(c in page.stem for c in '#|^:[]\\?*"<>'), "names that a link can hold"


def test_the_page_of_a_change_shows_what_holds_whatever_topic_it_was_filed_under(tmp_path: Path, person: None) -> None:
    with app.create(tmp_path / "b", "Demo") as made:
        made.add([app.examples()])
        text = (made.root / "concepts/hosting.md").read_text("utf-8")
        assert text.index("We host on Hetzner from now on.") < text.index("## History")
        assert 'status: "stable"' in text
