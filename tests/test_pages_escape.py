"""Stored text shows as written and can be nothing but text."""

from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from clew.pages import escape

HTML = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def shown(markdown: str) -> str:
    """What a reader sees of a list item that holds this Markdown, or its HTML where it is more than text."""
    html = HTML.render(f"* {markdown}\n")
    inner = html.removeprefix("<ul>\n<li>").removesuffix("</li>\n</ul>\n")
    return inner if "<" in inner else unescape(inner)


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "![remote](https://evil.example/pixel.png)",
        "<script>alert(1)</script>",
        "<!-- clew:claims end -->",
        "see [^1] and [^1]: forged",
        "```md",
        "~~~",
        "# heading",
        "> quote",
        "- item",
        "+ item",
        "12. item",
        "3) item",
        "=======",
        "---",
        "| a | b |",
        "**bold** _em_ __init__ ~~gone~~ `code`",
        "&lt;b&gt; &amp; R&D",
        r"back\slash \* and \\",
        "[[Wiki|link]] #tag %%comment%% ==mark== ^claim-1",
        "$x^2$ and \\( y \\)",
        "{{ site.secret }} {% include x %}",
        "C# and C++ for snake_case at 100%",
    ],
)
def test_P07_markup_in_a_quote_shows_as_text(text: str) -> None:
    assert shown(escape.inline(text)) == text


def test_P07_the_check_itself_sees_live_markup() -> None:
    assert "<img" in shown("<img src=x onerror=alert(1)>")
    assert "<a href" in shown("[x](https://example.org)")


def test_P08_front_matter_in_a_quote_becomes_one_inert_line() -> None:
    assert escape.inline("---\nid: claim-1\nstatus: retracted\n---") == r"\--- id: claim-1 status: retracted ---"


def test_P08_a_block_id_in_a_message_is_escaped() -> None:
    assert escape.inline("done ^claim-1") == r"done \^claim-1"


def test_U22_bidi_controls_vanish_from_what_is_shown() -> None:
    assert escape.line("\u202egpj.exe\u2066") == "gpj.exe"


def test_every_kind_of_line_break_becomes_a_space() -> None:
    assert escape.line("a\r\nb\u2028c\u0085d\x0be\x00f") == "a b c d ef"


@given(st.text())
def test_any_text_renders_to_its_one_line_form(text: str) -> None:
    plain = escape.line(text)
    if plain:
        assert unescape(HTML.renderInline(escape.inline(text))) == plain


@given(st.text(alphabet="#>+-=:12.) \n`~*_[]<&!|\\xy\t", max_size=12))
def test_no_text_begins_a_block(text: str) -> None:
    if escape.line(text):
        tokens = [token.type for token in HTML.parse(f"* {escape.inline(text)}\n")]
        assert tokens == ["bullet_list_open", "list_item_open", "paragraph_open", "inline", *tokens[4:]]
        assert len(tokens) == 7


@pytest.mark.parametrize(
    ("target", "safe"),
    [
        ("../a b(1).md", "../a%20b%281%29.md"),
        ("javascript:alert(1)", "#"),
        ("data:text/html,x", "#"),
        ("https://example.org/a?b=c&d=e#f", "https://example.org/a?b=c&d=e#f"),
        ("caf\u00e9.md", "caf%C3%A9.md"),
        ("a_b.md", "a_b.md"),
    ],
)
def test_a_target_stays_inside_its_link(target: str, safe: str) -> None:
    assert escape.target(target) == safe
