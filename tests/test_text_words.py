"""Words that are compared: folded, stemmed, covered."""

from clew.text.words import covered, halves, names, numbers, terms


def test_identifiers_are_found_whole_and_in_pieces():
    assert {"flask-login", "flask", "login"} <= set(terms("We use Flask-Login"))


def test_unspaced_scripts_give_pairs():
    assert "数据" in terms("用户数据库")


def test_forms_of_a_word_cover_each_other():
    assert covered(("hosted", "cupcakes", "zebra"), "Hosting is on Fly, one cupcake left") == {"hosted", "cupcakes"}


def test_a_short_word_is_covered_by_itself_alone():
    assert covered(("ab", "go", "x"), "abs, going, go 20 x-ray") == {"go", "x"}
    assert covered(("ab",), "ab abs") == {"ab"}
    assert covered((), "ab") == covered(("ab",), "") == frozenset()


def test_a_long_word_is_half_covered_by_a_word_it_begins_or_ends_with():
    assert halves(("stundensatz", "gartenhaus", "satz"), "je Stunde, am Haus") == {"stundensatz", "gartenhaus"}
    # neither a small word, nor one in its middle, nor one that leaves two letters over
    assert halves(("nachteile", "gartenhaus", "wasserhahn"), "nach Tenh Wasserha") == frozenset()
    assert halves(("webserver2024",), "webserver") == frozenset()


def test_accents_and_case_do_not_matter():
    assert covered(("munchen",), "MÜNCHEN") == {"munchen"}


def test_names_are_capitals_inside_sentences_and_words_with_digits():
    assert names("Where does Anna Berg keep events_v2? Postgres") == ("Anna Berg", "events_v2")


def test_thousands_are_written_one_way():
    assert numbers("1,200 calls and 12.5 percent") == ("1200", "12.5")
