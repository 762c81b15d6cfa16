"""Notes: front matter apart, one part a section, nothing of the text lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.model import Ignored, Problem, Reading
from clew.readers.intake import Readers
from clew.readers.markdown import _cut


def items(data: str | bytes) -> list[object]:
    return list(Readers().read_bytes(data.encode() if isinstance(data, str) else data, "n.md"))


def read(data: str | bytes) -> Reading:
    (found,) = items(data)
    assert isinstance(found, Reading)
    return found


def sections(text: str) -> list[tuple[str | None, str]]:
    return [(p.section, p.text) for p in read(text).parts]


def test_M10_every_part_has_its_heading_path() -> None:
    text = "intro\n\n# Plan\na\n\n## Out of scope\n- Redis\n\n# Next\nb\n"
    assert sections(text) == [
        (None, "intro\n\n"),
        ("Plan", "# Plan\na\n\n"),
        ("Plan > Out of scope", "## Out of scope\n- Redis\n\n"),
        ("Next", "# Next\nb\n"),
    ]


def test_headings_in_fences_quotes_and_lists_cut_nothing() -> None:
    text = "# A\n```\n# not\n```\n> # nor this\n\n- # nor that\n"
    assert sections(text) == [("A", text)]


def test_setext_headings_are_headings() -> None:
    assert [s for s, _ in sections("Title\n=====\na\n\nSub\n---\nb\n")] == ["Title", "Title > Sub"]


def test_M12_line_endings_change_neither_the_note_nor_its_sections() -> None:
    lf, crlf = read("# A\nx\n\n# B\ny\n"), read("# A\r\nx\r\n\r\n# B\r\ny\r\n")
    assert (lf.origin, [p.id for p in lf.parts]) == (crlf.origin, [p.id for p in crlf.parts])
    assert crlf.parts[0].text == "# A\r\nx\r\n\r\n"


def test_Y04_a_mark_at_the_start_does_not_hide_front_matter() -> None:
    found = read(b"\xef\xbb\xbf---\ntitle: x\n---\nbody\n")
    assert (found.title, found.front, found.parts[0].text) == ("x", {"title": "x"}, "body\n")


def test_Y01_Y08_front_matter_that_does_not_parse_keeps_the_body_and_is_counted() -> None:
    found = read("---\ntitle: Meeting: plan B\ntags: [a\n---\nprecious body\n")
    assert [p.text for p in found.parts] == ["precious body\n"]
    assert [k for k in found.counts if k.startswith("front matter not read")]


def test_Y03_a_title_is_text_and_else_the_first_heading() -> None:
    assert read("---\ntitle: 2025\n---\nx\n").title == "2025"
    assert read("---\ntitle: ~\n---\n# Plan B\nx\n").title == "Plan B"
    assert read("just words\n").title == "just words"


def test_Y07_a_rule_is_no_front_matter() -> None:
    found = read("---\n\nExample!\n\n---\nmore\n")
    assert (found.front, "".join(p.text for p in found.parts)) == ({}, "---\n\nExample!\n\n---\nmore\n")


def test_Y14_a_note_with_conflict_markers_is_not_read() -> None:
    (found,) = items("---\ntitle: a\n---\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n")
    assert isinstance(found, Problem)
    assert found.code == "conflict_markers"


def test_the_date_of_a_note_is_that_of_its_front_matter() -> None:
    assert read("---\ndate: 2025-03-01\n---\nx\n").at == "2025-03-01T00:00:00-00:00"
    assert read("---\ndate: someday\n---\nx\n").at is None


@pytest.mark.parametrize(
    ("name", "title", "at"),
    [
        ("notes/2026-03-01.md", "2026-03-01", "2026-03-01T00:00:00-00:00"),
        ("vault.zip!journals/2026_03_01.md", "2026-03-01", "2026-03-01T00:00:00-00:00"),
        ("20260301 Harbour office.md", "20260301 Harbour office", "2026-03-01T00:00:00-00:00"),
        ("Harbour_plan.md", "Harbour plan", None),
        ("2026-02-31.md", "2026-02-31", None),
        ("9f86d081884c7d65-9a2f.txt", "Words of a note.", None),
        ("1234567890.md", "Words of a note.", None),
        ("-", "Words of a note.", None),
    ],
)
def test_the_name_of_a_file_gives_the_title_and_day_that_its_words_do_not(
    name: str, title: str, at: str | None
) -> None:
    (found,) = Readers().read_bytes(b"Words of a note.\n", name)

    assert isinstance(found, Reading)
    assert (found.title, found.at) == (title, at)


def test_what_a_note_says_of_itself_goes_before_the_name_of_its_file() -> None:
    (found,) = Readers().read_bytes(b"---\ndate: 2025-01-01\n---\n# Plan\nx\n", "2026-03-01 other.md")

    assert isinstance(found, Reading)
    assert (found.title, found.at) == ("Plan", "2025-01-01T00:00:00-00:00")


def test_a_moved_note_is_the_same_note_and_an_edited_one_is_not() -> None:
    assert read("# A\nx\n").origin == read("# A\nx\n").origin != read("# A\ny\n").origin


def test_sections_that_repeat_have_ids_of_their_own() -> None:
    assert len({p.id for p in read("# A\nx\n# A\nx\n# A\nx\n").parts}) == 3


def test_E04_a_huge_line_is_read() -> None:
    assert len(read("x" * 200_000).parts[0].text) == 200_000


def test_a_note_of_front_matter_only_is_named() -> None:
    assert [type(item) for item in items("---\ntitle: x\n---\n")] == [Ignored, Problem]


def test_the_generated_block_of_a_page_yields_no_words_of_a_document() -> None:
    block = "<!-- clew:claims begin sha256=0 -->\n- The db is Postgres.\n<!-- clew:claims end -->\n"
    found = read(f"# Db\n\nMy own prose.\n\n{block}\nMore prose.\n")
    assert [p.author for p in found.parts] == ["document", "derived", "document"]
    assert found.parts[1].text == block


@settings(max_examples=40)
@given(st.text(alphabet="#=-> \n\r`ab\u2028*", max_size=60))
def test_the_sections_joined_are_the_text(text: str) -> None:
    assert "".join(words for words, _ in _cut(text)) == text


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Plan\n\nwords\n", "Plan"),
        ("\n## To do\n\nwords\n", "To do"),
        ("words first\n\n## Choice\n\nmore\n", "Boats"),
    ],
)
def test_a_heading_names_a_note_only_at_its_top(text: str, title: str) -> None:
    (found,) = Readers().read_bytes(text.encode(), "Boats.md")
    assert isinstance(found, Reading)
    assert found.title == title


def test_front_matter_that_does_not_parse_is_kept_as_it_stands() -> None:
    note = read("---\ndate: {{date}}\ntags: daily\n---\nWe paint in May.\n")
    assert note.front == {"unread": "date: {{date}}\ntags: daily\n"}
    assert read(f"---\na: {'x' * 70_000}\n---\nwords\n").front == {}


@pytest.mark.parametrize(
    ("text", "extract"),
    [
        ("---\ndate: {{date}}\n---\nWe decided to \n", False),
        ("# {{date:YYYY-MM-DD}}\n\nWe decided to \n", False),
        ("Plan\n<% tp.file.cursor() %>\n", False),
        ("We decided to write `{{date}}` into the heading.\n", True),
        ("Use this:\n\n```\n# {{title}}\n<% tp.date.now() %>\n```\n", True),
    ],
)
def test_a_template_of_notes_yields_no_claims(text: str, extract: bool) -> None:
    note = read(text)
    assert (note.extract, "template, read for no claims" in note.counts) == (extract, not extract)
