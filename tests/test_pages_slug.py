"""File names are safe everywhere and readable in every script."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.pages.slug import folded, label, slug


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Meeting: plan B", "meeting-plan-b"),
        ("Don't panic", "dont-panic"),
        ("数据库选型", "数据库选型"),
        ("Ünïcode Straße", "ünïcode-straße"),
        ("हिन्दी नोट", "हिन्दी-नोट"),
        ("a/b\\c|d", "a-b-c-d"),
        ("v1.2.3 (final)", "v1-2-3-final"),
        ("  --x--  ", "x"),
        ("notes [2024]", "notes-2024"),
        ("tab\tnew\nline\0nul", "tab-new-line-nul"),
    ],
)
def test_a_title_becomes_words_joined_by_hyphens(title: str, name: str) -> None:
    assert slug(title, "id-1") == name


def test_U20_nfd_and_nfc_make_one_name() -> None:
    assert slug("Cafe\u0301", "x") == slug("Caf\u00e9", "x") == "caf\u00e9"


def test_U21_twins_by_normal_form_or_case_are_the_same_name() -> None:
    assert folded("Cafe\u0301.md") == folded("caf\u00c9.md")
    assert folded("a.md") != folded("b.md")


def test_U22_bidi_controls_are_in_no_file_name() -> None:
    assert slug("\u202egpj.exe", "x") == "gpj-exe"


def test_U23_an_emoji_makes_the_same_name_with_and_without_its_variation() -> None:
    assert slug("\u2764\ufe0f team", "x") == slug("\u2764 team", "x") == "team"
    assert slug("Ana\nP", "x") == "ana-p"


def test_F03_a_name_is_cut_by_bytes_on_a_character() -> None:
    name = slug("数" * 100, "x")
    assert len(name.encode()) <= 200
    assert name.startswith("数数数")
    assert name != slug("数" * 101, "x")


@pytest.mark.parametrize("title", ["🔥", "???", "...", "", " ", "\u202e"])
def test_F04_a_title_without_letters_takes_the_fallback(title: str) -> None:
    assert slug(title, "chat-7") == "chat-7"


def test_a_cut_keeps_a_letter_and_its_marks_together() -> None:
    assert slug("की" * 100, "x")[:-9].endswith("की")


def test_F06_three_titles_with_one_slug_are_three_files() -> None:
    names: list[str] = []
    for title in ("C", "C++", "C#"):
        names.append(slug(title, "x", names))
    assert names[0] == "c"
    assert len(set(names)) == 3


def test_F06_the_name_after_a_clash_depends_on_the_title_only() -> None:
    assert slug("C#", "x", ["c"]) == slug("C#", "x", ["c", "c-other"])


@pytest.mark.parametrize("title", ["../../x", "/etc/passwd", "..\\..\\x", "%2e%2e/x"])
def test_F08_no_title_leaves_its_folder(title: str) -> None:
    assert not {"/", "\\", "."} & set(slug(title, "x"))


def test_F15_emoji_and_long_channel_names_are_safe() -> None:
    assert len(slug("🔥・general…" * 300, "x").encode()) <= 200


@pytest.mark.parametrize("title", ["CON", "nul", "Com1", "LPT9", "index", "Log"])
def test_reserved_names_are_not_taken(title: str) -> None:
    assert slug(title, "x") == f"{title.lower()}-page"


@given(st.text(max_size=300), st.lists(st.sampled_from(["a", "b", "x"]), max_size=2))
def test_any_title_makes_a_safe_name(title: str, taken: list[str]) -> None:
    name = slug(title, "x", taken)
    assert name
    assert len(name.encode()) <= 200
    assert name == unicodedata.normalize("NFC", name) == name.strip("-. ")
    assert not set(name) & set('/\\:*?"<>|\0 \n.')
    assert name not in taken


@pytest.mark.parametrize(
    ("text", "expected"), [("chat-2026-08-01-db", "chat-2026-08-01-db"), ("A b_c^]", "a-b-c"), ("数", None)]
)
def test_a_label_is_safe_in_a_footnote(text: str, expected: str | None) -> None:
    made = label(text)
    assert made == expected or (expected is None and made.isalnum())
