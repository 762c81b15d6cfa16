"""The ladder: exact, folded, casefolded, not found."""

import json
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clew.proof.quote import Located, locate, nearest
from clew.text.fold import fold

QUICK = settings(max_examples=60, deadline=None)
POOL = "pump mill not the of 15 1.5 café crane is safe never two red “no” it’s"
WORDS = st.lists(st.sampled_from(POOL.split()), min_size=6, max_size=14)

FOUND = [
    ("exact", "The spare pump is safe.", "spare pump is safe", "exact"),
    ("curly", "it’s safe", "it's safe", "folded"),
    ("case", "THE PUMP IS OFF.", "The pump is off.", "casefolded"),
    ("elided article", "Hier l'équipe a choisi.", "équipe a choisi", "exact"),
    ("possessive at the end of a compound", "We use Node.js here.", "We use Node.js", "exact"),
    ("missing space after a stop", "It is done.Next we rest.", "It is done.", "exact"),
    ("hyphen of its own at a line end", "a well-\nknown fact", "a well-known fact", "folded"),
    ("flag", "The 🇩🇪 hung low.", "The 🇩🇪 hung", "exact"),
    ("family", "The 👨‍👩‍👧 arrived.", "👨‍👩‍👧 arrived", "exact"),
    ("Chinese", "水位在三天内下降了。", "三天内下降", "exact"),
    ("Japanese", "橋を使います。", "橋を使い", "exact"),
    ("Korean particle", "우리는 창고를 샀다.", "우리는 창고", "exact"),
    ("Thai", "เราใช้ฐานข้อมูลใหม่", "ฐานข้อมูล", "exact"),
]

ABSENT = [
    ("half a word", "The improvement was large.", "The improve"),
    ("inside a word", "It was unsafe here.", "safe here"),
    ("half a decimal", "It weighs 1.5 kg.", "5 kg"),
    ("first half of a decimal", "It costs 1.5 dollars.", "It costs 1"),
    ("half a grouped number", "It costs 1,500 dollars.", "500 dollars"),
    ("half a date", "Due on 2025-03-14 at noon.", "Due on 2025-03"),
    ("lost minus", "It was -5 degrees.", "5 degrees"),
    ("lost exponent", "It covers 10² metres.", "It covers 10"),
    ("lost percent", "It is 41% of it.", "It is 41"),
    ("contraction", "We can't open it.", "We can"),
    ("compound", "A non-compliant part.", "compliant part"),
    ("version", "We run GPT-4 there.", "We run GPT"),
    ("language", "Written in C++ mostly.", "Written in C"),
    ("domain", "hosting is fly.io now", "hosting is fly"),
    ("identifier", "the events_v1 table", "the events"),
    ("address", "write to anna@example.com", "write to anna"),
    ("Chinese number", "下降了四十厘米", "十厘米"),
    ("digit with Chinese unit", "有5万人", "有5"),
    ("Korean verb", "밤에 열리지 않는다", "밤에 열리"),
    ("Korean word inside", "큰창고를 샀다", "창고를 샀다"),
    ("bare base letter", "cafe\u0301 opens", "cafe"),
    ("half an emoji", "👩\u200d🔬 approved it", "🔬 approved it"),
    ("skin tone", "👍🏽 from me", "👍"),
    ("half a flag pair", "🇩🇪🇫🇷 hung", "🇪🇫"),
    ("soft hyphen inside", "yearly in\u00adspection", "yearly in"),
    ("broken word inside", "a de-\ncision", "a de"),
    ("long vowel", "サーバー更新", "サーバ"),
    ("ellipsis join", "The pump that failed is gone. The spare is safe.", "The pump … is safe."),
]


@pytest.mark.parametrize(("text", "quote", "match"), [c[1:] for c in FOUND], ids=[c[0] for c in FOUND])
def test_a_true_quote_is_found_on_its_rung(text: str, quote: str, match: str) -> None:
    assert locate(quote, text).match == match


@pytest.mark.parametrize(("text", "quote"), [c[1:] for c in ABSENT], ids=[c[0] for c in ABSENT])
def test_a_quote_that_cuts_what_belongs_together_is_absent(text: str, quote: str) -> None:
    assert locate(quote, text) == Located("none")


@pytest.mark.parametrize("quote", ["", "   ", "...", "—", "\u200b", "**"])
def test_a_quote_without_words_is_never_found(quote: str) -> None:
    assert locate(quote, "one ... two — three ** four").match == "none"
    assert locate("two", "one ... two — three ** four").match == "exact"


def test_U01_typographic_source_and_plain_quote_give_the_place_in_the_real_text() -> None:
    text = "the non\u2011breaking \u201cplan\u201d\u2026 ends"

    found = locate('non-breaking "plan"...', text)

    assert found.match == "folded"
    assert text[found.start : found.end] == "non\u2011breaking \u201cplan\u201d\u2026"


def test_U03_a_negation_left_out_is_not_found() -> None:
    assert locate("would improve", "It would not improve.").match == "none"
    assert locate("would not improve", "It would not improve.").match == "exact"


def test_U07_nothing_stands_in_an_empty_text() -> None:
    assert locate("evidence", "").match == "none"


def test_U08_a_repeated_quote_is_ambiguous_until_a_position_settles_it() -> None:
    text = "yes. no. yes."

    assert locate("yes.", text) == Located("ambiguous", 0, 4)
    assert locate("yes.", text, start=9) == Located("exact", 9, 13)
    assert locate("no.", text) == Located("exact", 5, 8)


def test_U09_text_without_spaces_has_exact_places() -> None:
    assert locate("使用Postgres", "我们决定使用Postgres而不是MongoDB。") == Located("exact", 4, 14)


def test_U10_an_apostrophe_of_another_shape_is_graded_folded() -> None:
    assert locate("it's", "say it’s so").match == "folded"


def test_U18_places_are_code_points() -> None:
    assert locate("[x]", "👍 [x]") == Located("exact", 2, 5)


def test_U25_words_of_a_printed_page_are_found_and_the_source_stays() -> None:
    text = "an e\ufb03cient de-\ncision at last"

    found = locate("efficient decision", text)

    assert (found.match, text[found.start : found.end]) == ("folded", "e\ufb03cient de-\ncision")


def test_U27_a_power_is_no_product_of_digits() -> None:
    assert locate("102", "10² metres").match == "none"


def test_an_exact_place_beats_a_folded_one() -> None:
    assert locate("it's on", "it’s on, it's on") == Located("exact", 9, 16)


def test_a_position_a_little_off_settles_a_repeat_if_it_lies_inside() -> None:
    assert locate("red cable works", "red cable works, red cable works", start=20).start == 17


def test_surrounding_space_of_a_quote_does_not_shift_its_place() -> None:
    assert locate("  two words ", "yes two words", start=2) == Located("exact", 4, 13)


def test_the_nearest_words_are_offered_for_a_quote_that_is_not_there() -> None:
    text = "We met twice. The committee has never approved the annual budget. It rained."

    start, end = nearest("the committee approved the yearly budget", text)

    assert text[start:end] == "The committee has never approved the annual budget"[: end - start]
    assert "approved" in text[start:end]


def test_nothing_is_offered_where_no_word_is_shared() -> None:
    assert nearest("entirely foreign", "We met twice.") == (0, 0)
    assert nearest("", "We met twice.") == (0, 0)


def test_nearest_ignores_case_in_any_script() -> None:
    text = "Das Café öffnet um neun. Der Rest bleibt."

    start, end = nearest("CAFÉ ÖFFNET", text)

    assert text[start:end] == "Café öffnet"


def test_nearest_works_without_spaces() -> None:
    text = "大家在等。水位在三天内下降了四十厘米。渔民回家。"

    start, end = nearest("水位下降了四十厘米", text)

    assert "四十厘米" in text[start:end]


@QUICK
@given(WORDS, st.data())
def test_every_run_of_words_is_found_and_refolds_to_itself(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    first = data.draw(st.integers(0, len(words) - 3))
    quote = " ".join(words[first : first + 3])

    found = locate(quote.replace("’", "'").replace("“", '"').replace("”", '"'), text, len(" ".join(words[:first])))

    assert found.match in ("exact", "folded", "ambiguous")
    assert fold(text[found.start : found.end]).text == fold(quote).text


@QUICK
@given(WORDS, st.data())
def test_a_dropped_or_swapped_word_is_never_accepted(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    at = data.draw(st.integers(1, len(words) - 2))
    new = data.draw(st.sampled_from([[], ["zebra"], ["not", words[at]], [words[at], "5"]]))
    quote = " ".join([*words[:at], *new, *words[at + 1 :]])
    assume(f" {fold(quote).text} " not in f" {fold(text).text} ")

    assert locate(quote, text).match == "none"


def test_altered_quotes_of_real_meetings_are_refused_and_true_ones_found(shared: Path) -> None:
    items = json.loads((shared / "bench/quotes/quotes.json").read_text("utf-8"))[::8]

    wrong = [x for x in items if (locate(x["quote"], x["turn_text"]).match != "none") != bool(x["label"])]

    assert wrong == []
