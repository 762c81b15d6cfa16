"""Links that names make."""

from clew.model import Node
from clew.search.mentions import links


def page(ref, title, body):
    return Node(ref, "page", title, body)


def test_a_text_mentions_what_it_names_by_title():
    found = links([page("a", "Brother (song)", "Performed by Pearl Jam."), page("b", "Pearl Jam", "A band.")])
    assert [(e.src, e.rel, e.dst) for e in found if e.rel == "mentions"] == [("a", "mentions", "b")]


def test_a_rare_name_connects_two_texts():
    found = links([page("a", "One", "She met Ines Kroll."), page("b", "Two", "The door of Ines Kroll.")])
    assert [(e.src, e.rel, e.dst) for e in found] == [("a", "shares", "b")]


def test_a_common_word_that_is_a_title_is_no_mention():
    found = links([page("a", "Songs", "they play it again"), page("b", "Play", "A drama.")])
    assert found == []
