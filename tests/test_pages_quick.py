"""The quick reading of links and the CommonMark parser always agree."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clew.pages import front, quick
from clew.pages.markdown import links, outline

PIECES = [
    "[a](b.md)", "[a](c d)", "[x [y] z](q)", "![i](p)", "[r]", "[r]: /u", "[^n]", "[^n]: note [l](m)", "`", "``",
    "```", "~~~", "\n", "\n\n", "\n> ", "\n* ", "\n1. ", "\n    ", "\n  ", "\n\t", " ", "text", "<b>", "<!--",
    "-->", "<div>", "\n<pre>", "</pre>", "<https://e.org>", "\\", "&amp;", "*", "_", "# ", "\n---\n", "[", "]",
    "](", ")", "\r\n", "(a(b)c)", "\"t\"", "é%20#f", "\n-      ", "|",
]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
@example("<div>\n```\n\n[x](y)\n\n```\n</div>")
@example("<!-- [a](b)\n\n[c](d) --> [e](f)\n[g](h)")
@example("<!-->\n[a](b)\n")
@example("```\n[a](b)\n````\n[c](d)")
@example("* a\n\n      [x](y)\n")
@example("`a\n[x](y)`")
@example("* `a\n* [x](y)`")
@example("1. a\n\n   ```\n   [x](y)\n   ```\n")
def test_any_text_has_the_links_that_the_parser_finds(text: str) -> None:
    assert links(text) == outline(text).links


def test_a_plain_page_needs_no_parser() -> None:
    text = "# Title\n\nSee [a](a.md) and `[x](y)`.\n\n```\n[no](no.md)\n```\n\n* [b](b.md#c)\n"
    assert quick.paragraphs(text) == [
        (3, "See [a](a.md) and `[x](y)`.", [("a", "a.md", 3)]),
        (9, "* [b](b.md#c)\n", [("b", "b.md#c", 9)]),
    ]


@pytest.mark.parametrize("text", ["[a][b]\n\n[b]: c", "<pre>\n[a](b)", "    [a](b)", "\t[a](b)", "> ```\n> [a](b)"])
def test_doubtful_structure_is_left_to_the_parser(text: str) -> None:
    assert quick.paragraphs(text) is None


@pytest.mark.parametrize(
    "text", ["![a](b)", "[a](b 'c')", "[a [b] c](d)", "\\[a](b)", "<i> [a](b)", "` [a](b)", "[a](b&amp;c)"]
)
def test_a_doubtful_paragraph_is_left_to_the_parser(text: str) -> None:
    assert quick.paragraphs(text) == [(1, text, None)]


def test_real_pages_have_the_links_that_the_parser_finds(shared: Path) -> None:
    files = [*(shared / "okf").rglob("*.md"), *list((shared / "bench/vault").rglob("*.md"))[::12]]
    assert files
    for file in files:
        body = front.parse(file.read_bytes(), file.name).body
        assert links(body) == outline(body).links, file.name
