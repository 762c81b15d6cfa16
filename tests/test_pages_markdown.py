"""Links, footnotes and headings are what a CommonMark reader sees."""

import pytest

from clew.pages import markdown
from clew.pages.markdown import links, outline


def targets(text: str) -> list[tuple[str, int]]:
    return [(found.target, found.line) for found in links(text)]


def test_links_have_target_text_fragment_and_line() -> None:
    (one, two) = links("see [the *plan*](plan.md#next)\nand [me](#here)\n")
    assert (one.target, one.text, one.fragment, one.line) == ("plan.md", "the *plan*", "next", 1)
    assert (two.target, two.fragment, two.line) == ("", "here", 2)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("[z](caf%C3%A9.md)", "café.md"),
        ("[y](<sp ace.md>)", "sp ace.md"),
        ("[x](a_(b).md)", "a_(b).md"),
        ("[d](/sub/)", "/sub/"),
        ('[t](b.md "rel:depends_on")', "b.md"),
        ("[r][b]\n\n[b]: /b.md", "/b.md"),
        ("[b]\n\n[b]: <b c.md>", "b c.md"),
        ("[c](a%20b.md#x%20y)", "a b.md"),
        ("[bad](a%E9.md)", "a\ufffd.md"),
        ("[![i](p.png)](b.md)", "b.md"),
        ("> * [q](b.md)", "b.md"),
        ("| a |\n|---|\n| [c](b.md) |", "b.md"),
        ("**[b](b.md)**", "b.md"),
        ("[a [b] c](b.md)", "b.md"),
        ("<https://e.org/x>", "https://e.org/x"),
    ],
)
def test_M06_links_are_decoded_however_they_are_written(text: str, target: str) -> None:
    assert [found.target for found in links(text)] == [target]


@pytest.mark.parametrize(
    "text",
    [
        "```\n[X](nope.md)\n```",
        "~~~~\n```\n[X](nope.md)\n~~~~",
        "    [X](nope.md)",
        "`[X](nope.md)`",
        "`` ` [X](nope.md) ``",
        r"\[X](nope.md)",
        r"[X\](nope.md)",
        "![X](nope.png)",
        "<!-- [X](nope.md) -->",
        "<div>\n[X](nope.md)\n</div>",
        "[X] (nope.md)",
        "[X](no pe.md)",
        "[X][undefined]",
        '<a href="nope.md">x</a>',
        "no brackets",
    ],
)
def test_code_images_html_and_escapes_hold_no_link(text: str) -> None:
    assert links(text) == ()


def test_line_numbers_count_soft_breaks_and_windows_line_ends() -> None:
    assert targets("a\r\n\r\nb\r\n[c](c.md)\r\n* x\r\n  [d](d.md)\r\n") == [("c.md", 4), ("d.md", 6)]


@pytest.mark.parametrize(
    ("target", "external"),
    [("https://e.org", True), ("mailto:a@b.c", True), ("//e.org/x", True), ("a.md", False), ("/a:b.md", False)],
)
def test_a_link_with_a_scheme_leaves_the_bundle(target: str, external: bool) -> None:
    assert links(f"[x]({target})")[0].external is external


def test_footnotes_are_cited_and_defined() -> None:
    seen = outline("Claim[^pol] and[^a-2].\n\n[^pol]: Policy [l](p.md)\n[^a-2]: Other\n\n`[^no]` \\[^no]\n")
    assert [(mark.name, mark.line) for mark in seen.references] == [("pol", 1), ("a-2", 1)]
    assert [(mark.name, mark.line) for mark in seen.definitions] == [("pol", 3), ("a-2", 4)]
    assert [found.target for found in seen.links] == ["p.md"]


def test_M05_brackets_inside_a_footnote_do_not_end_it() -> None:
    seen = outline("x[^1]\n\n[^1]: see [a [b] c](u)\n")
    assert ([m.name for m in seen.definitions], [found.target for found in seen.links]) == (["1"], ["u"])


def test_a_footnote_that_looks_like_a_link_definition_makes_no_link() -> None:
    assert outline("a[^pol]\n\n[^pol]: Policy\n").links == ()


def test_wikilinks_are_found_outside_code_and_embeds() -> None:
    text = (
        "See [[Real]] `[[No]]` \\[[No]] ![[no.png]] [[A b|alias]] [[A#h]] [[]] [[ ]] [[_under_score_]]\n\n    [[no]]\n"
    )
    assert [(mark.name, mark.text) for mark in outline(text).wikilinks] == [
        ("Real", ""),
        ("A b", "alias"),
        ("A#h", ""),
        ("_under_score_", ""),
    ]


def test_headings_have_level_and_line() -> None:
    seen = outline("# One\n\ntext\n\nTwo\n---\n\n```\n# no\n```\n### Three `x`\n")
    assert [(mark.name, mark.level, mark.line) for mark in seen.headings] == [
        ("One", 1, 1),
        ("Two", 2, 5),
        ("Three x", 3, 11),
    ]


def test_code_lines_include_their_fences() -> None:
    assert markdown.code_lines("a\n\n```\nb\n```\n\n    c\n\n* d\n\n  ~~~\n  e\n") == {3, 4, 5, 7, 11, 12}


@pytest.mark.parametrize("path", ["a b/c.md", "数据.md", "(x)[y].md", "100%.md", "a#b?.md"])
def test_an_encoded_path_is_one_link_and_comes_back(path: str) -> None:
    assert [found.target for found in links(f"[x]({markdown.encoded(path)})")] == [path]
