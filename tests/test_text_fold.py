"""Folding: what typography changes and meaning does not, with a map back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.text.fold import canonical, digest, fold, plain

QUICK = settings(max_examples=60, deadline=None)

SAME = [
    ("curly quotes", "it’s “done”", 'it\'s "done"'),
    ("dashes", "2019–2021 — non‑breaking", "2019-2021 - non-breaking"),
    ("double hyphen", "done -- at last", "done – at last"),
    ("spaces", "a\u00a0b\u2009c\u3000d", "a b c d"),
    ("line wrap", "wait\n   outside", "wait outside"),
    ("zero width", "zero\u200bwidth\ufeff", "zerowidth"),
    ("soft hyphen", "in\u00adspec\u00adtion", "inspection"),
    ("soft hyphen at a line end", "in\u00ad\n  spection", "inspection"),
    ("broken word", "de-\ncision", "decision"),
    ("link", "read [the *long* manual](https://a.b/c_d_e) first", "read the long manual first"),
    ("page link", "ask [[Anna Berg]] or [[people/bo|Bo]]", "ask Anna Berg or Bo"),
    ("footnote mark", "It is safe[^1] to use.", "It is safe to use."),
    ("emphasis", "**must not** be _opened_ in `code`", "must not be opened in code"),
    ("ellipsis", "wait…", "wait..."),
    ("ligature", "eﬃcient ﬁle", "efficient file"),
    ("full width", "ＡＢ１２", "AB12"),
    ("combining accent", "cafe\u0301", "café"),
    ("Hangul letters", "\u1112\u1161\u11ab", "한"),
    ("Arabic vowels", "أُغْلِقَ", "أغلق"),
    ("Hebrew points", "שָׁלוֹם", "שלום"),
    ("emoji style", "❤\ufe0f team", "❤ team"),
    ("Chinese line wrap", "数据\n库", "数据库"),
    ("quoted block", "> the pump\n> is safe", "> the pump is safe"),
]

DIFFERENT = [
    ("superscript", "10²", "102"),
    ("fraction", "1½", "11/2"),
    ("subscript", "H₂O", "H2O"),
    ("numbered sign", "1⒈", "11."),
    ("product", "2*3", "23"),
    ("name with underscores", "snake_case", "snakecase"),
    ("dunder name", "__init__", "init"),
    ("decimal point", "1.5", "15"),
    ("accent", "resumé", "resume"),
    ("struck words", "~~old~~ new", "old new"),
    ("joined emoji", "👩\u200d🔬", "👩🔬"),
    ("option", "run --force", "run -force"),
    ("call on an item", "run[0](x)", "run0"),
    ("brackets", "the [old] mill", "the old mill"),
    ("task", "[ ] sell it", "sell it"),
    ("image", "![mill](a.png)", "mill"),
    ("link in code", "`[a](b)`", "a"),
    ("mark across paragraphs", "*one\n\ntwo*", "one\n\ntwo"),
    ("number between stars", "2 *3* 4", "2 3 4"),
    ("keyword arguments", "f(*args, **kwargs)", "f(args, kwargs)"),
]


@pytest.mark.parametrize(("left", "right"), [(a, b) for _, a, b in SAME], ids=[name for name, *_ in SAME])
def test_typography_folds(left: str, right: str) -> None:
    assert fold(left).text == fold(right).text


@pytest.mark.parametrize(("left", "right"), [(a, b) for _, a, b in DIFFERENT], ids=[name for name, *_ in DIFFERENT])
def test_meaning_does_not_fold(left: str, right: str) -> None:
    assert fold(left).text != fold(right).text


def test_U27_no_compatibility_form_but_compat_and_wide_is_unfolded() -> None:
    assert fold("10² ½ ﷺ ①").text == "10² ½ ﷺ ①"


def test_marks_inside_code_are_words() -> None:
    assert fold("use `a*b*c` here").text == "use a*b*c here"


def test_backticks_pair_by_length_within_a_paragraph() -> None:
    assert fold("``a*b*`` and `c`").text == "a*b* and c"
    assert fold("`a\n\nb`").text == "'a b'"
    assert fold("```\n*a*\n``` *b*").text == "''' *a* ''' b"


def test_a_mark_without_partner_stays() -> None:
    assert fold("5* hotel and *note").text == "5* hotel and *note"


def test_the_map_points_at_whole_graphemes_of_the_stored_text() -> None:
    folded = fold("a\u00a0\n b e\u0301")

    assert folded.text == "a b é"
    assert folded.span(0, 3) == (0, 5)
    assert folded.span(4, 5) == (6, 8)


def test_half_a_ligature_has_no_place() -> None:
    folded = fold("eﬃ")

    assert folded.span(1, 2) is None
    assert folded.span(1, 4) == (1, 2)


def test_case_folds_with_letters_that_grow() -> None:
    lowered = plain(fold("Straße"))

    assert lowered.text == "strasse"
    assert lowered.span(4, 6) == (4, 5)
    assert lowered.span(4, 5) is None


def test_the_canonical_form_ignores_case_spacing_and_the_final_stop() -> None:
    assert canonical(" The  DB is\n“Postgres”. ") == canonical('the db is "Postgres"')
    assert digest("The DB is Postgres.") == digest("the db is  postgres")
    assert digest("The DB is Postgres.") != digest("The DB is not Postgres.")


def test_the_canonical_form_of_marks_alone_is_not_empty() -> None:
    assert canonical("...") == "..."


@QUICK
@given(st.text(st.sampled_from("ab 1.-*_`’“\n\t\u00a0\u00ad\u200b\u0301é½²ﬁ中한👩\u200d🔬\ufe0f…"), max_size=40))
def test_every_folded_character_has_an_ordered_place_in_the_text(text: str) -> None:
    folded = fold(text)

    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert all(0 <= a < b <= len(text) for a, b in zip(folded.starts, folded.ends, strict=True))
    assert list(folded.starts) == sorted(folded.starts)


@QUICK
@given(st.text(st.characters(max_codepoint=126), max_size=60))
def test_no_letter_or_digit_is_lost_or_added(text: str) -> None:
    assert [c for c in fold(text).text if c.isalnum()] == [c for c in text if c.isalnum()]


@QUICK
@given(st.text(st.sampled_from("abc AB\n’–…é"), max_size=30))
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold(text).text

    assert fold(once).text == once
