"""What documents say of themselves about what they replace; names of files and series are our own."""

import pytest

from clew.pages.lineage import Library, Paper, bare, stated


def library(**texts):
    return Library(Paper(name.replace("_", "-") + ".md", text) for name, text in texts.items())


@pytest.mark.parametrize(
    ("line", "newer", "targets"),
    [
        ("Superseded-By: 12, 14", False, ("12", "14")),
        ("superseded_by: note-12.md", False, ("note-12.md",)),
        ("REPLACES: 3", True, ("3",)),
        ("Obsoletes: RFC 7 and RFC 8", True, ("RFC 7", "RFC 8")),
        ("* Status: superseded by NOTE-12", False, ("NOTE-12",)),
        ("Ersetzt durch: Note 12", False, ("Note 12",)),
        ("Superseded by [Note 12](../note-12.md)", False, ("../note-12.md\nNote 12",)),
    ],
)
def test_a_header_or_status_line_in_any_casing_is_read(line, newer, targets):
    assert [(s.newer, s.targets) for s in stated(f"# A note\n\n{line}\n\nText.\n")] == [(newer, targets)]


@pytest.mark.parametrize(
    "line",
    [
        "The new pump replaces a part of the old one.",
        "Accepted | Pending | Superseded by Note 0",
        "Superseded-By: none",
        "We were replaced by nobody, as 12 people said.",
    ],
)
def test_a_word_inside_a_sentence_says_nothing(line):
    assert stated(f"# A note\n\n{line}\n") == ()


def test_both_ends_and_a_dead_link_give_each_pair_once():
    shelf = library(
        note_003_pump="Superseded by [Note 12](note-12-gone.md)\n",
        note_012_valve="Replaces: 3\nSuperseded-By: 20\n",
        note_020_tap="# Tap\n",
    )
    assert shelf.pairs() == (("note-003-pump.md", "note-012-valve.md"), ("note-012-valve.md", "note-020-tap.md"))


def test_a_ring_is_cut_and_a_name_of_two_documents_leads_nowhere():
    ring = library(note_1="Superseded-By: 2\n", note_2="Superseded-By: 1\n")
    assert ring.pairs() == (("note-1.md", "note-2.md"),)
    assert library(note_1="Superseded-By: 2\n", note_2_a="A\n", note_2_b="B\n").pairs() == ()


def test_without_its_lines_a_document_is_guessed_from_what_it_speaks_of():
    text = bare("# Valve\n\nReplaces: 3\n\nNote 3 asked for a pump; note 3 was never built.\n")
    assert stated(text) == ()
    shelf = library(note_003_pump="P\n", note_012_valve=text, note_020_tap="T\n")
    assert shelf.forebears("note-012-valve.md", ["note-020-tap.md", "note-003-pump.md"])[0] == "note-003-pump.md"
