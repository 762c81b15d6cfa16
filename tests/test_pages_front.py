"""Front matter is read strictly and changed by the line."""

from pathlib import Path

import pytest
import ryaml
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import Refused
from clew.pages import emit, front
from clew.pages.splice import same

PAGE = b"""---
# kept
type: Note
title: Plan # why
tags:
- a
- b
# tail
x-mine: {deep: [1, {k: v}]}
---

Body.
"""


def parsed(text: str) -> front.Document:
    return front.parse(text.encode(), "a.md")


def codes(data: bytes) -> list[tuple[str, int | None]]:
    return [(problem.code, problem.line) for problem in front.parse(data, "a.md").problems]


# ---- reading


def test_a_page_has_front_matter_and_a_body() -> None:
    doc = front.parse(PAGE, "a.md")
    assert doc.front == {"type": "Note", "title": "Plan", "tags": ["a", "b"], "x-mine": {"deep": [1, {"k": "v"}]}}
    assert (doc.body, doc.body_line, doc.writable) == ("\nBody.\n", 11, True)


def test_Y03_words_that_look_like_other_types_stay_text() -> None:
    doc = parsed("---\ncountry: NO\nanswer: yes\ndate: 2025-03-01\ntime: 12:30:45\noctal: 0123\nbig: 1_000\n---\n")
    assert list(doc.front.values()) == ["NO", "yes", "2025-03-01", "12:30:45", "0123", "1_000"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2025", "2025"),
        ("2024-01-15", "2024-01-15"),
        ("~", None),
        ("1.10", "1.10"),
        ("1e5 # c", "1e5"),
        ("0x1F", "0x1F"),
        ("true", "true"),
        ("[a]", None),
        ("{a: 1}", None),
    ],
)
def test_Y03_a_scalar_is_read_in_its_own_spelling(value: str, text: str | None) -> None:
    assert front.text_of(parsed(f"---\ntitle: {value}\n---\n"), "title") == text


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2025", ("2025",)),
        ("[no, yes, 1.5, 2026-01-01, true]", ("no", "yes", "1.5", "2026-01-01", "true")),
        ("~", ()),
        ('""', ()),
        ("[~, [x], {a: b}, ok]", ("ok",)),
    ],
)
def test_Y03_a_list_key_is_read_as_words(value: str, words: tuple[str, ...]) -> None:
    assert front.strings(parsed(f"---\ntags: {value}\n---\n"), "tags") == words


def test_Y04_a_byte_order_mark_hides_nothing_and_is_kept() -> None:
    doc = front.parse(b"\xef\xbb\xbf---\ntitle: x\n---\nb", "a.md")
    assert (doc.front, doc.bom) == ({"title": "x"}, True)
    assert front.set_keys(doc, {"title": "y"}) == b'\xef\xbb\xbf---\ntitle: "y"\n---\nb'


def test_Y05_a_blank_line_before_the_rule_means_no_front_matter() -> None:
    doc = parsed("\n---\nallowed: x\n---\n")
    assert (doc.front, doc.head, doc.body) == ({}, None, "\n---\nallowed: x\n---\n")


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nExample!\n",
        "---\njust text\n---\nbody\n",
        "---\nJust a rule, then text: with colon\n\n---\nmore\n",
        "----\na: 1\n----\n",
        "--- \na: 1\n---\n",
        "+++\na = 1\n+++\n",
        "---",
    ],
)
def test_Y07_rules_are_not_front_matter_and_no_text_is_lost(text: str) -> None:
    doc = parsed(text)
    assert (doc.front, doc.body, doc.problems) == ({}, text, ())


def test_Y07_one_key_that_reads_like_a_sentence_is_still_a_key() -> None:
    front_matter = {"type": "Form", "How many people came to the meeting": 5}
    assert parsed("---\ntype: Form\nHow many people came to the meeting: 5\n---\n").front == front_matter


def test_Y07_a_rule_in_the_body_ends_nothing() -> None:
    assert parsed("---\ntitle: T\n---\nbody\n\n---\n\nafter\n").body == "body\n\n---\n\nafter\n"


def test_Y07_a_second_block_belongs_to_the_body() -> None:
    doc = parsed("---\ntitle: One\n---\n---\ntitle: Two\n---\n")
    assert (doc.front, doc.body) == ({"title": "One"}, "---\ntitle: Two\n---\n")


def test_empty_front_matter_is_a_mapping_without_keys() -> None:
    doc = parsed("---\n---\nbody\n")
    assert (doc.front, doc.head, doc.body) == ({}, (4, 4), "body\n")


@pytest.mark.parametrize("end", ["---", "---\n", "---\r\n"])
def test_the_closing_line_may_be_the_last(end: str) -> None:
    assert parsed(f"---\ntitle: x\n{end}").front == {"title": "x"}


def test_M12_line_ends_do_not_change_what_is_read() -> None:
    doc = parsed("---\r\ntitle: CRLF\r\n---\r\nWe chose A.\r\n")
    assert (doc.front, doc.body, doc.newline) == ({"title": "CRLF"}, "We chose A.\r\n", "\r\n")


# ---- faults


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"---\ntype: Note\ntitle: caf\xe9\n---\n", ("bad_utf8", 3)),
        (b"---\ntitle: x\n---\na\0b\n", ("nul_byte", 4)),
        (b'---\ntitle: "a\0b"\n---\n', ("nul_byte", 2)),
        (b"---\ntitle: A\n\ntitle: B\n---\n", ("duplicate_key", 4)),
        (b"---\na: {k: 1, k: 2}\n---\n", ("duplicate_key", None)),
        (b"---\n1: a\n'1': b\n---\n", ("duplicate_key", 1)),
        (b"---\nmeta:\n\tk: v\n---\n", ("tab_indent", 3)),
        (b"---\ntitle: unclosed\nbody\n", ("front_unclosed", 1)),
        (b"---\r\ntitle: unclosed\r\n", ("front_unclosed", 1)),
        (b"---\ntype: Note\n...\nx\n", ("front_unclosed", 1)),
        (b"---\n- a\n- b\n---\nbody\n", ("front_not_mapping", 1)),
        (b"---\na: " + b"[" * 300_000 + b"\n---\n", ("front_too_large", 1)),
        (b"---\na: " + b"[" * 200_000 + b"\n---\n", ("too_deep", 1)),
        (b"---\na: " + b"{a: " * 300 + b"\n---\n", ("too_deep", 1)),
        (b"---\na:\n  " + b"- " * 300 + b"x\n---\n", ("too_deep", 3)),
        (b"---\na: " + b"[" * 40 + b"]" * 40 + b"\n---\n", ("too_deep", 1)),
        (b"---\na: &x [*x]\n---\n", ("too_many_aliases", 1)),
        (b"---\n? [1, 2]\n: 3\n---\n", ("bad_yaml", 2)),
    ],
)
def test_a_fault_is_named_with_its_line(data: bytes, fault: tuple[str, int | None]) -> None:
    assert codes(data) == [fault]


def test_F12_a_file_that_is_not_utf8_is_named_with_its_path() -> None:
    problem = front.parse(b"\xff", "notes/a.md").problems[0]
    assert (problem.path, problem.code, problem.line) == ("notes/a.md", "bad_utf8", 1)


def test_Y01_a_colon_in_a_title_is_reported_and_the_body_kept() -> None:
    doc = parsed("---\ntitle: Meeting: plan B\n---\nprecious body\n")
    assert (doc.body, doc.problems[0].code, doc.problems[0].line) == ("precious body\n", "bad_yaml", 2)


def test_Y01_what_is_written_survives_a_colon() -> None:
    assert front.parse(front.set_keys(parsed("body"), {"title": "Meeting: plan B"}), "a.md").front == {
        "title": "Meeting: plan B"
    }


@pytest.mark.parametrize(
    "data",
    [
        b"---\ntitle: Meeting: plan B\ntags: [a, b\n---\nbody\n",
        b"---\ntitle: unclosed\nbody",
        b"\xff",
        b"---\na: 1\na: 2\n---\n",
    ],
)
def test_Y08_a_file_with_a_fault_is_never_written(data: bytes) -> None:
    doc = front.parse(data, "a.md")
    assert not doc.writable
    with pytest.raises(Refused, match="left as it was"):
        front.set_keys(doc, {"title": "x"})


def test_Y10_a_duplicate_key_is_an_error_and_not_the_last_value() -> None:
    assert parsed("---\na: 1\na: 2\n---\n").front == {}


def test_Y10_a_wikilink_and_a_comment_are_what_yaml_says() -> None:
    assert parsed("---\na: [[Link]]\nb: #x\n---\n").front == {"a": [["Link"]], "b": None}


CONFLICT = "<<<<<<< HEAD\ntitle: a\n=======\ntitle: b\n>>>>>>> branch\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"---\ntype: Note\n{CONFLICT}---\nx\n", 3),
        (f"---\ntype: Note\n---\nx\n\n{CONFLICT}", 6),
        (CONFLICT.replace("\n", "\r\n"), 1),
        (CONFLICT.replace("=======\n", "||||||| base\nt\n=======\n"), 1),
    ],
)
def test_Y14_conflict_markers_are_flagged_and_the_file_left_alone(text: str, line: int) -> None:
    doc = parsed(text)
    assert [(p.code, p.line) for p in doc.problems] == [("conflict_markers", line)]


@pytest.mark.parametrize(
    "text",
    [
        "Title\n=======\n\nmore\n",
        f"```\n{CONFLICT}```\n",
        "> <<<<<<< HEAD\n\n=======\n\n>>>>>>> x\n",
        "<<<<<<<< 8\n=======\n>>>>>>> x\n",
        ">>>>>>> x\n=======\n<<<<<<< y\n",
        "<<<<<<< HEAD\nonly\n>>>>>>> x\n",
        "a <<<<<<< HEAD\n=======\n>>>>>>> x\n",
    ],
)
def test_M09_headings_quotes_code_and_half_a_conflict_are_none(text: str) -> None:
    assert parsed(text).problems == ()


def test_aliases_are_counted_before_they_are_written_out() -> None:
    bomb = (
        "---\ntype: Note\na: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"{n}: &{n} [{','.join(['*' + p] * 9)}]\n" for p, n in zip("abcdefgh", "bcdefghi", strict=True))
        + "---\n"
    )
    doc = parsed(bomb)
    assert [p.code for p in doc.problems] == ["too_many_aliases"]
    assert doc.front["type"] == "Note"


def test_a_few_aliases_are_fine() -> None:
    doc = parsed("---\nbase: &b\n  x: 1\none: *b\nl: [*b, *b, *b, *b, *b, *b, *b, *b]\ntext: a *b and &c\n---\n")
    assert (doc.problems, doc.front["one"], len(doc.front["l"])) == ((), {"x": 1}, 8)


def test_a_tag_never_makes_an_object() -> None:
    assert parsed("---\nx: !!python/object/apply:os.system ['echo hi']\n---\n").front == {"x": ["echo hi"]}


@given(st.binary(max_size=300))
def test_no_bytes_make_it_fail(data: bytes) -> None:
    doc = front.parse(data, "a.md")
    assert doc.raw == data
    assert not doc.writable or front.set_keys(doc, {}) == data


YAML_SOUP = st.text(alphabet="abk:- \n\t#&*!|>'\"%@`{}[],?~.0123<=\r\u0085\u2028é", max_size=80)


@given(YAML_SOUP)
def test_no_front_matter_makes_it_fail(yaml_text: str) -> None:
    doc = parsed(f"---\n{yaml_text}\n---\nbody")
    assert not doc.writable or front.set_keys(doc, {}) == doc.raw


@given(
    YAML_SOUP,
    st.sampled_from(["a", "k", "new", "on"]),
    st.one_of(st.none(), st.text(max_size=8), st.lists(st.integers(), max_size=3)),
)
def test_an_edit_changes_what_was_asked_or_is_refused(yaml_text: str, key: str, value: object) -> None:
    doc = parsed(f"---\n{yaml_text}\n---\nbody")
    try:
        after = front.parse(front.set_keys(doc, {key: value}), "a.md")
    except Refused:
        return
    assert after.front == {k: v for k, v in {**doc.front, key: value}.items() if k != key or v is not None}
    assert after.body == doc.body


# ---- writing


def test_only_the_lines_of_the_touched_key_change() -> None:
    after = front.set_keys(front.parse(PAGE, "a.md"), {"tags": ["a", "c d"]})
    assert after == PAGE.replace(b"tags:\n- a\n- b\n", b'tags:\n- a\n- "c d"\n')


def test_a_comment_on_the_line_of_a_changed_key_is_kept() -> None:
    assert b'title: "Plan B" # why\n' in front.set_keys(front.parse(PAGE, "a.md"), {"title": "Plan B"})


@pytest.mark.parametrize("old", ["it's # c", '"a # b" # c', "[x, 'y # z'] # c", "'it''s' # c", "a#b # c"])
def test_a_hash_inside_a_value_is_no_comment(old: str) -> None:
    assert front.set_keys(parsed(f"---\nk: {old}\n---\n"), {"k": "v"}) == b'---\nk: "v" # c\n---\n'


def test_new_keys_stand_before_the_closing_line() -> None:
    relations = [{"predicate": "uses", "object": "/b.md", "date": "2021-03"}, {"predicate": "part_of"}]
    after = front.set_keys(front.parse(PAGE, "a.md"), {"relations": relations})
    assert after == PAGE.replace(
        b"\n---\n\nBody",
        b"\nrelations:\n"
        b'  - {predicate: "uses", object: "/b.md", date: "2021-03"}\n'
        b'  - {predicate: "part_of"}\n'
        b"---\n\nBody",
    )


def test_a_change_of_one_entry_is_one_line() -> None:
    first = front.set_keys(parsed("---\ntype: Note\n---\n"), {"relations": [{"p": "a"}, {"p": "b"}]})
    second = front.set_keys(front.parse(first, "a.md"), {"relations": [{"p": "a"}, {"p": "c"}]})
    changed = set(first.split(b"\n")) ^ set(second.split(b"\n"))
    assert changed == {b'  - {p: "b"}', b'  - {p: "c"}'}


BLOCK_LIST = """---
relations: # ours and theirs
  # by hand
  - predicate: uses
    object: /b.md
  - {predicate: "knows", object: "/c.md"} # sure?
  - plain
---
"""


def test_entries_of_a_list_that_stay_keep_their_lines() -> None:
    doc = parsed(BLOCK_LIST)
    uses, knows, plain = doc.front["relations"]
    after = front.set_keys(doc, {"relations": [{"predicate": "new"}, knows, uses]}).decode()
    assert after == (
        "---\nrelations: # ours and theirs\n  # by hand\n"
        '  - {predicate: "new"}\n  - {predicate: "knows", object: "/c.md"} # sure?\n'
        "  - predicate: uses\n    object: /b.md\n---\n"
    )
    assert front.set_keys(doc, {"relations": [uses, knows, plain, "x"]}).decode() == BLOCK_LIST.replace(
        "  - plain\n", '  - plain\n  - "x"\n'
    )


def test_an_emptied_list_is_written_as_one_line() -> None:
    assert front.set_keys(parsed("---\ntags:\n- a\n---\n"), {"tags": []}) == b"---\ntags: []\n---\n"


def test_none_removes_a_key_and_leaves_the_comments_between_keys() -> None:
    assert front.set_keys(front.parse(PAGE, "a.md"), {"tags": None, "gone": None}) == PAGE.replace(
        b"tags:\n- a\n- b\n", b""
    )


def test_equal_values_change_no_byte() -> None:
    doc = front.parse(PAGE, "a.md")
    assert (
        front.set_keys(doc, {"tags": ("a", "b"), "title": "Plan", "x-mine": {"deep": [1, {"k": "v"}]}, "absent": None})
        is doc.raw
    )


def test_one_and_true_are_different_values() -> None:
    assert front.set_keys(parsed("---\nk: 1\n---\n"), {"k": True}) == b"---\nk: true\n---\n"


def test_M12_line_ends_are_kept_by_an_edit() -> None:
    doc = parsed("---\r\ntype: Note\r\n---\r\nb\r\n")
    assert front.set_keys(doc, {"l": [{"a": 1}]}) == b"---\r\ntype: Note\r\nl:\r\n  - {a: 1}\r\n---\r\nb\r\n"


def test_a_file_without_front_matter_gets_some() -> None:
    assert front.set_keys(parsed("body\n"), {"type": "Note"}) == b'---\ntype: "Note"\n---\nbody\n'


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("---\n{type: Note, title: x}\n---\n", {"title": "y"}),
        ("---\n  type: Note\n---\n", {"title": "y"}),
        ('---\na: "x\ny: z"\n---\n', {"b": "1"}),
        ("---\na: 'x\n\"\\q\": y'\n---\n", {"b": "1"}),
        ("---\nbase: &b {x: 1}\nuse: *b\n---\n", {"base": 1}),
        ("---\nk: v\n---\n", {"k": "\ud800"}),
        ("---\nk: v\n---\n", {"k": 10**40}),
    ],
)
def test_a_shape_that_is_not_ours_is_refused(text: str, changes: dict[str, object]) -> None:
    with pytest.raises(Refused):
        front.set_keys(parsed(text), changes)


HARD = [
    "no",
    "yes",
    "on",
    "y",
    "N",
    "1e5",
    "08",
    "0o17",
    "0123",
    "12:30",
    "1_000",
    "1.10",
    "~",
    "null",
    "2024-01-15",
    "=",
    "<<",
    "#x",
    "- a",
    "a: b",
    "[[x]]",
    "",
    " ",
    "\u0085",
    "\u2028",
    "\ufeff",
    "\x7f",
    "\t",
    "🔥",
    "é",
    'q"q',
    "b\\s",
    "\r\n",
]


@pytest.mark.parametrize("value", HARD)
def test_Y11_strings_survive_readers_of_both_yaml_versions(value: str) -> None:
    written = emit.entry(emit.key(value), [value, {value: value}]) if value else emit.entry("k", [value])
    expected = {value: [value, {value: value}]} if value else {"k": [value]}
    assert ryaml.loads(written) == expected
    assert pytest.importorskip("yaml").safe_load(written) == expected


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**60), 2**60)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4), inner, max_size=3
            )
        ),
        max_leaves=8,
    )
)
def test_any_value_is_read_back_as_written(value: object) -> None:
    if value is None:
        return
    doc = front.parse(front.set_keys(parsed("---\ntype: Note\n---\nbody"), {"k": value}), "a.md")
    assert same(doc.front["k"], value)


def test_bidi_controls_are_visible_in_what_is_written() -> None:
    assert emit.string("\u202egpj.exe") == '"\\u202egpj.exe"'


# ---- the development data


def test_the_official_bundles_are_untouched_by_an_empty_edit(shared: Path) -> None:
    files = list((shared / "okf/official").rglob("*.md"))
    assert files
    for file in files:
        doc = front.parse(file.read_bytes(), file.name)
        assert doc.problems == ()
        assert front.set_keys(doc, {}) == file.read_bytes()


def test_a_real_vault_has_exactly_its_eight_broken_notes(shared: Path) -> None:
    files = list((shared / "bench/vault").rglob("*.md"))
    docs = [front.parse(file.read_bytes(), file.name) for file in files]
    assert len(docs) == 508
    assert [doc.problems[0].code for doc in docs if doc.problems] == ["bad_yaml"] * 8
    assert all(front.set_keys(doc, {}) == doc.raw for doc in docs if doc.writable)


def test_every_odd_note_is_read_without_a_crash(shared: Path) -> None:
    files = sorted((shared / "samples/markdown/syn").iterdir())
    faulty = {file.stem: front.parse(file.read_bytes(), file.name).problems for file in files}
    assert {name: problems[0].code for name, problems in faulty.items() if problems} == {
        "anchor-bomb": "too_many_aliases",
        "dup-keys": "duplicate_key",
        "invalid": "bad_yaml",
        "latin1": "bad_utf8",
        "list-root": "front_not_mapping",
        "nul": "nul_byte",
        "tabs": "tab_indent",
        "unclosed": "front_unclosed",
    }


def test_quoted_keys_are_found_by_what_they_say() -> None:
    doc = parsed("---\n'it''s': 1\n\"a\\tb\": 2\n---\n")
    assert front.set_keys(doc, {"it's": 3, "a\tb": 4}) == b"---\n'it''s': 3\n\"a\\tb\": 4\n---\n"


@pytest.mark.parametrize("text", ["---\n1: a\n1: b\n---\n", "---\n? [1]\n: a\n? [1]\n: b\n---\n"])
def test_keys_of_other_types_may_not_stand_twice_either(text: str) -> None:
    assert not parsed(text).writable


def test_a_line_that_begins_like_the_closing_one_closes_nothing() -> None:
    assert parsed("---\na: |\n  x\n---- \n---\n").problems[0].code == "bad_yaml"
    assert parsed("---\ntitle: x\n---y\n").problems[0].code == "front_unclosed"


def test_an_anchor_on_a_bracket_that_never_closes_is_no_trouble() -> None:
    assert parsed("---\na: &x [1\nb: *x\n---\n").front == {}
    assert parsed("---\na: &x [*x\nb: [\n---\n").front == {}


@pytest.mark.parametrize(
    ("value", "written"), [(1e16, "1.0e+16"), (1.5e-9, "1.5e-09"), (float("inf"), '"inf"'), (0.5, "0.5")]
)
def test_numbers_are_numbers_for_every_reader(value: float, written: str) -> None:
    assert emit.flow(value) == written


def test_a_value_without_a_yaml_form_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="set"):
        emit.flow({1, 2})


def test_a_line_inside_a_quoted_value_that_looks_like_a_key_stops_the_edit() -> None:
    doc = parsed("---\na: 'x\n\"\\q\": y'\n---\n")
    assert doc.front == {"a": 'x "\\q": y'}
    with pytest.raises(Refused):
        front.set_keys(doc, {"b": "1"})


def test_half_a_surrogate_pair_cannot_be_stored() -> None:
    with pytest.raises(Refused, match="surrogate"):
        front.set_keys(parsed("---\nk: v\n---\n"), {"k": "\ud800"})


def test_an_anchor_whose_bracket_never_closes_reaches_to_the_end() -> None:
    assert parsed("---\na: &x [1\nb: [2]\nc: *x\n---\n").problems[0].code == "too_many_aliases"


def test_a_name_that_nothing_anchors_is_left_to_the_yaml_reader() -> None:
    assert parsed("---\na: &x 1\nb: *y\n---\n").problems[0].code == "bad_yaml"


@pytest.mark.parametrize(
    "data",
    [b"", b"# Log\n\nsaid \xe2\x80\x9cso\xe2\x80\x9d\n", b"y" * 70_000 + "ü".encode() * 70_000],
)
def test_bare_text_has_no_problem_and_no_front_matter(data: bytes) -> None:
    assert front.bare(data)
    doc = front.parse(data, "log.md")
    assert not doc.problems
    assert doc.head is None


@pytest.mark.parametrize(
    "data",
    [
        b"a\xff", b"y" * 65_535 + b"\xc3", b"a\0b", b"---\ntitle: A\n---\n", b"---\nopen",
        b"\xef\xbb\xbf---\na: b\n---\n", b"a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n",
    ],
)  # fmt: skip
def test_what_has_front_matter_or_a_fault_is_not_bare(data: bytes) -> None:
    assert not front.bare(data)
