"""Ties that names make."""

from clew.index.memory import MemoryIndex
from clew.model import Node
from clew.search.mentions import RARE, spoken, ties


def page(ref, title, body):
    return Node(f"page:/{ref}.md", "page", title, body)


def tied(first, *others):
    index = MemoryIndex()
    index.add([first, *others])
    return ties(first, index, lambda refs: {ref: spoken(node) for ref, node in index.get(refs).items()})


def test_a_text_is_tied_to_what_it_names_by_title():
    found = tied(page("a", "Brother (song)", "Performed by Pearl Jam."), page("b", "Pearl Jam", "A band."))
    assert list(found) == ["page:/b.md"]


def test_a_rare_name_ties_two_texts_and_being_titled_by_it_ties_them_closer():
    met, door = page("a", "One", "She met Ines Kroll."), page("b", "Two", "The door of Ines Kroll.")
    shared = tied(met, door)
    assert list(shared) == ["page:/b.md"]
    assert tied(met, page("b", "Ines Kroll", "A builder."))["page:/b.md"] > shared["page:/b.md"]


def test_words_of_a_name_that_stand_apart_are_not_the_name():
    assert tied(page("a", "One", "She met Ines Kroll."), page("b", "Two", "Kroll was there, Ines not.")) == {}


def test_a_name_that_stands_on_many_texts_ties_none_of_them():
    many = [page(f"n{n}", f"Note {n}", "We asked Ines Kroll.") for n in range(RARE)]
    assert tied(page("a", "One", "She met Ines Kroll."), *many) == {}
    assert len(tied(page("a", "One", "She met Ines Kroll."), *many[1:])) == RARE - 1


def test_a_common_word_that_is_a_title_is_no_mention():
    assert tied(page("a", "Songs", "they play it again"), page("b", "Play", "A drama.")) == {}


def test_a_turn_of_a_chat_leads_nowhere_a_part_of_a_document_does():
    beside = page("b", "Two", "The door of Ines Kroll.")
    for author, leads in (("person", False), ("assistant", False), ("document", True), ("", True)):
        turn = Node("part:s#1", "part", "", "She met Ines Kroll.", None, {"author": author})
        assert bool(tied(turn, beside)) is leads
