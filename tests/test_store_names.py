"""File names that every disk accepts."""

import pytest

from clew.errors import Refused
from clew.store.names import plain, stem


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Users on Postgres", "users-on-postgres"),
        ("  Straße -- Größe ", "straße-größe"),
        ("数据库", "数据库"),
        ("हिन्दी नोट", "हिन्दी-नोट"),
        ("v2.1_beta", "v2-1-beta"),
    ],
)
def test_a_title_becomes_a_readable_name(title, name):
    assert stem(title, "k7") == name


def test_F03_a_long_title_is_cut_in_bytes_on_a_character():
    name = stem("数" * 100, "k7")

    assert name == "数" * 40 + "-k7"
    assert len(name.encode()) <= 200


@pytest.mark.parametrize("title", ["🔥", "???", "...", "", " "])
def test_F04_a_title_without_letters_is_named_by_its_mark(title):
    assert stem(title, "k7") == "k7"


def test_F06_titles_that_differ_in_symbols_only_have_names_of_their_own():
    assert [stem("C++", "a1"), stem("C#", "b2"), stem("C", "c3")] == ["c-a1", "c-b2", "c"]


@pytest.mark.parametrize("title", ["../../x", "/etc/passwd", "..\\x", "a:b", ".hidden", "a\0b"])
def test_F08_a_title_cannot_lead_out_of_the_folder(title):
    name = stem(title, "k7")

    assert name == plain(name)
    assert "." not in name


def test_F15_emoji_and_length_together_are_safe():
    assert len(stem("🔥・general…" * 300, "k7").encode()) <= 200


@pytest.mark.parametrize("title", ["CON", "aux", "com1"])
def test_a_name_that_windows_keeps_for_devices_is_avoided(title):
    assert stem(title, "k7") == f"{title.lower()}-k7"


@pytest.mark.parametrize("name", ["chat-1", "数据", "a.b", "anna@home"])
def test_a_plain_name_stays(name):
    assert plain(name) == name


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", ".x", "a.", "a ", "nul.txt", "x" * 201, "a\nb", "a:b"])
def test_a_name_that_cannot_be_a_file_is_refused(name):
    with pytest.raises(Refused, match="cannot be the name of a file"):
        plain(name)
