"""Bytes to text: encodings, marks, what is no text."""

import json

import pytest

from clew.model import Problem, Reading
from clew.readers.intake import Readers
from clew.readers.text import blank, clean, decode, tidy


def message(text: str) -> Reading:
    data = json.dumps({"messages": [{"role": "user", "text": text}]}).encode()
    (found,) = Readers().read_bytes(data)
    assert isinstance(found, Reading)
    return found


def test_U11_a_lone_surrogate_becomes_a_replacement_character() -> None:
    found = list(Readers().read_bytes(b'{"messages":[{"role":"user","text":"a\\ud83d b \\ud83d\\ude00"}]}'))
    assert found[0].parts[0].text == "a\ufffd b 😀"  # type: ignore[union-attr]  # it is a reading
    found[0].parts[0].text.encode("utf-8")  # type: ignore[union-attr]  # the same


def test_U11_a_title_with_a_lone_surrogate_can_be_written() -> None:
    (found,) = Readers().read_bytes(b'{"title":"x\\ud800","messages":[{"role":"user","text":"a"}]}')
    assert found.title == "x\ufffd"  # type: ignore[union-attr]  # it is a reading


def test_U12_a_nul_is_kept_in_the_text_and_left_out_of_names() -> None:
    assert message("a\x00b").parts[0].text == "a\x00b"
    assert tidy("a\x00b\u202egpj") == "a b gpj"


def test_U13_control_characters_and_special_tokens_are_plain_text() -> None:
    assert message("x<|endoftext|>y \x1b[31m").parts[0].text == "x<|endoftext|>y \x1b[31m"


def test_U23_a_line_break_in_a_name_is_a_space() -> None:
    rows = [{"role": "user", "name": "Ana\nP", "text": "hi"}]
    (found,) = Readers().read_bytes(json.dumps({"messages": rows}).encode())
    assert found.parts[0].name == "Ana P"  # type: ignore[union-attr]  # it is a reading


def test_U29_only_a_line_feed_ends_a_line_and_offsets_stay() -> None:
    text = "a\u2028b\r\nc\x0bd\x85e"
    assert message(text).parts[0].text == text
    (note,) = Readers().read_bytes(text.encode())
    assert "".join(p.text for p in note.parts) == text  # type: ignore[union-attr]  # it is a reading


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"\xef\xbb\xbfcaf\xc3\xa9", "utf-8"),
        (b"\xff\xfe" + "café".encode("utf-16-le"), "utf-16-le"),
        (b"\xfe\xff" + "café".encode("utf-16-be"), "utf-16-be"),
        ("café".encode("utf-16-le"), "utf-16-le"),
        ("café".encode(), "utf-8"),
        (b"caf\xe9", "cp1252"),
        (b"caf\xe9 \x81", "latin-1"),
    ],
)
def test_encodings_are_read_by_their_bytes(data: bytes, encoding: str) -> None:
    decoded = decode(data)
    assert (decoded.text[:4], decoded.encoding) == ("café", encoding)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("データベースはポストグレスに決めました。", "cp932"),
        ("データベースはポストグレスに決めました。", "euc_jp"),
        ("데이터베이스는 포스트그레스로 결정했습니다.", "cp949"),
        ("我们决定使用数据库，因为它很快。", "gb18030"),
        ("我們決定使用資料庫，因為它很快。", "big5"),
        ("Мы решили использовать базу данных.", "cp1251"),
        ("Мы решили использовать базу данных.", "koi8-r"),
        ("Αποφασίσαμε τη βάση δεδομένων.", "cp1253"),
        ("Wir nehmen für die Straße das größere Gerät.", "cp1252"),
    ],
)
def test_encodings_of_other_scripts_are_guessed_by_their_letters(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, encoding)


def test_F12_text_that_is_not_utf8_is_read_and_named() -> None:
    (note,) = Readers().read_bytes(b"caf\xe9 is decided")
    assert note.counts == {"encoding guessed: cp1252": 1}  # type: ignore[union-attr]  # it is a reading


def test_bad_bytes_in_json_are_replaced_and_named() -> None:
    found = list(Readers().read_bytes(b'{"messages":[{"role":"user","text":"caf\xe9"}]}'))
    assert [f.code for f in found if isinstance(f, Problem)] == ["bad_utf8"]
    assert [f.parts[0].text for f in found if isinstance(f, Reading)] == ["caf\ufffd"]


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n123",
        b"\x00\x01\x02\x03" * 50,
        b"\x7fELF" + b"x" * 20,
        b"{\\rtf1\\ansi We use Redis.}",
        b"Rar!\x1a",
    ],
)
def test_binary_junk_is_refused(data: bytes) -> None:
    (problem,) = Readers().read_bytes(data)
    assert (type(problem), problem.code) == (Problem, "binary")  # type: ignore[union-attr]  # it is a problem


def test_a_note_with_one_stray_nul_is_still_a_note() -> None:
    (note,) = Readers().read_bytes(b"---\ntitle: x\n---\na\x00b\n")
    assert isinstance(note, Reading)


def test_blank_means_that_nothing_can_be_seen() -> None:
    assert all(map(blank, ["", " \n\t", "\u200b\ufeff\u00ad", "\u2060"]))
    assert not any(map(blank, ["x", ".", "\u200bx", "数"]))


def test_clean_leaves_everything_but_lone_surrogates() -> None:
    text = "a\u200bé😀\u202e\ufeff\x00"
    assert clean(text) == text
