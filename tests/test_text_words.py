"""Words that are compared: folded, stemmed, covered."""

from clew.text.words import covered, names, numbers, terms


def test_identifiers_are_found_whole_and_in_pieces():
    assert {"flask-login", "flask", "login"} <= set(terms("We use Flask-Login"))


def test_unspaced_scripts_give_pairs():
    assert "数据" in terms("用户数据库")


def test_forms_of_a_word_cover_each_other():
    assert covered(("hosted", "cupcakes", "zebra"), "Hosting is on Fly, one cupcake left") == {"hosted", "cupcakes"}


def test_accents_and_case_do_not_matter():
    assert covered(("munchen",), "MÜNCHEN") == {"munchen"}


def test_names_are_capitals_inside_sentences_and_words_with_digits():
    assert names("Where does Anna Berg keep events_v2? Postgres") == ("Anna Berg", "events_v2")


def test_thousands_are_written_one_way():
    assert numbers("1,200 calls and 12.5 percent") == ("1200", "12.5")
