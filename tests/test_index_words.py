"""What becomes of text on its way into the full-text tables, and of questions on their way to it."""

import hashlib

import pytest

from clew.index import words


def finds(question: str, text: str) -> bool:
    return bool(set(words.terms(question)) & set(words.stream(text).split()))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("foo_bar", "call foo_bar() twice"),
        ("bar", "call foo_bar() twice"),
        ("v1.2.3", "since v1.2.3, it works"),
        ("1.2.3", "since v1.2.3, it works"),
        ("C++", "written in C++."),
        ("c#", "(C#)"),
        ("gRPC", "over gRPC/REST"),
        ("grpc/rest", "over gRPC/REST"),
        ("src/app/main.py", "see `src/app/main.py`:12"),
        ("main.py", "see src/app/main.py"),
        ("multiagent", "a multi-agent system"),
        ("multi agent", "a multi-agent system"),
        ("E0308", "error[E0308]: mismatched"),
        ("err_conn_refused", "ERR_CONN_REFUSED"),
        ("getUserName", "user.getUserName()"),
        ("user name", "getUserName"),
        ("O'Brien", "O’Brien said"),
        ("obrien", "O'Brien said"),
        ("1165", "it reached 1,165 today"),
        ("bob@example.com", "mail to <bob@example.com>"),
        ("AT&T", "at&t"),
        (".env", "put it in .env"),
        ("🎉", "done 🎉🎉"),
    ],
)
def test_identifiers_are_found_whole_and_in_pieces(question: str, text: str) -> None:
    assert finds(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("cafe", "Café"),
        ("café", "Cafe\u0301"),
        ("strasse", "Straße"),
        ("STRASSE", "straße"),
        ("Mueller", "Müller"),
        ("muller", "Müller"),
        ("istanbul", "İstanbul"),
        ("قررنا", "قرّرنا"),
        ("हिन्दी", "यह हिन्दी है"),
        ("数据库", "使用数据库吗"),
        ("数", "使用数据库吗"),
        ("postgres", "使用Postgres数据库"),
        ("서버", "서버가 느리다"),
        ("ไทย", "ภาษาไทย"),
        ("ガギ", "ｶﾞｷﾞ"),
        ("ABC", "ＡＢＣ"),
        ("fine", "ﬁne"),
        ("zerowidth", "zero\u200bwidth"),
        ("softhyphen", "soft\u00adhyphen"),
        ("Ёлка", "елка"),
    ],
)
def test_spellings_of_one_word_meet(question: str, text: str) -> None:
    assert finds(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("102", "10²"),
        ("数库", "数据库"),
        ("AI", "explain"),
        ("हिन", "हिन्दी"),
        ("C++", "C#"),
    ],
)
def test_different_words_stay_apart(question: str, text: str) -> None:
    assert finds(text, text)
    assert not finds(question, text)


@pytest.mark.parametrize(
    "pair",
    [
        "tables table",
        "libraries library",
        "running runs",
        "agreed agree",
        "Tabellen Tabelle",
        "решение решения",
        "база базы",
        "новый новых",
        "القرار قرار",
        "الطاولات طاولة",
        "opciones opción",
    ],
)
def test_inflected_forms_meet(pair: str) -> None:
    one, other = pair.split()

    assert finds(one, other)


@pytest.mark.parametrize("word", ["Redis", "status", "class", "C++", "v2s.1", "red"])
def test_endings_that_are_none_stay(word: str) -> None:
    assert words.terms(word)[0] == word.lower()


@pytest.mark.parametrize("text", ["", "   ", "???", '"', "* ^ ( ) { }", "|`|", "\ud83d", "\x00", "...", "'''", "—"])
def test_text_without_words_has_no_terms(text: str) -> None:
    assert words.terms(text) == []
    assert words.stream(text).split() == []


def test_U12_a_nul_does_not_hide_the_rest() -> None:
    assert words.stream("a\x00b").split() == ["a", "b"]


def test_a_very_long_line_without_spaces_gives_bounded_tokens() -> None:
    tokens = words.stream("ab/" * 45_200).split()

    assert max(map(len, tokens)) <= words.LONGEST
    assert set(tokens) == {"ab"}


def test_single_characters_are_searched_only_when_a_run_has_no_pair() -> None:
    assert words.terms("数") == ["数"]
    assert words.terms("数据") == ["数据"]


def test_titles_are_compared_by_whole_words() -> None:
    assert words.units("Anna's multi-agent C++ Café") == ["anna", "s", "multi", "agent", "c++", "cafe"]


def test_a_run_without_spaces_is_compared_by_characters() -> None:
    assert words.units("用Postgres库") == ["用", "postgres", "库"]


def test_pieces_do_not_stand_for_the_whole_word() -> None:
    assert words.wholes("multi-agent") == ["multi-agent"]
    assert words.wholes("Tables") == ["tabl"]


def test_a_change_of_the_token_rules_needs_a_new_version() -> None:
    text = "Straße foo_bar v1.2.3 C++ gRPC/REST getUserName قرّرنا हिन्दी 数据库 서버가 "
    text += "O'Brien 1,165 running Tabellen решение القرار"
    digest = hashlib.sha256(words.stream(text).encode()).hexdigest()[:12]

    assert (words.VERSION, digest) == (3, "a4170f914052")  # rules changed? raise words.VERSION, then the digest here
