"""A source only grows: new parts are appended, edits name the older version, branches follow the leaf."""

from clew.core.growth import active, grow
from clew.model import Part


def part(n: int, ident: str, parent: str | None, text: str = "words") -> Part:
    return Part(n=n, id=ident, parent=parent, author="person", name=None, at=None, text=text)


OLD = (part(1, "u1", None), part(2, "a1", "u1"), part(3, "u2", "a1", "3 retries"))


def test_D01_the_same_reading_adds_nothing() -> None:
    assert grow(OLD, OLD).added == ()


def test_a_grown_conversation_adds_only_the_new_parts_numbered_on() -> None:
    grown = grow(OLD, (*OLD, part(4, "a2", "u2")))

    assert [(p.n, p.id) for p in grown.added] == [(4, "a2")]


def test_an_edited_message_is_a_new_part_naming_the_old() -> None:
    grown = grow(OLD, (*OLD[:2], part(3, "u2", "a1", "5 retries")))

    assert [(p.n, p.id, p.parent) for p in grown.added] == [(4, "u2~2", "u2")]
    assert grown.edited == (("u2", "u2~2"),)


def test_an_older_export_that_comes_again_is_no_edit() -> None:
    stored = (*OLD, part(4, "u2~2", "u2", "5 retries"))

    assert grow(stored, OLD).added == ()


def test_the_active_branch_shows_the_newest_version_only() -> None:
    stored = (*OLD, part(4, "u2~2", "u2", "5 retries"), part(5, "a2", "u2"))

    assert [p.id for p in active(stored, "a2")] == ["u1", "a1", "u2~2", "a2"]


def test_an_edit_of_an_edit_is_the_third_version() -> None:
    stored = (*OLD, part(4, "u2~2", "u2", "5 retries"))

    grown = grow(stored, (part(3, "u2", "a1", "7 retries"),))

    assert [(p.id, p.parent) for p in grown.added] == [("u2~3", "u2~2")]
    assert [p.text for p in active((*stored, *grown.added), "u2")] == ["words", "words", "7 retries"]


def test_T07_the_path_is_the_parents_of_the_leaf() -> None:
    stored = (part(1, "u1", None), part(2, "a1", "u1"), part(3, "a1r", "u1"), part(4, "u2", "a1"))

    assert [p.id for p in active(stored, "u2")] == ["u1", "a1", "u2"]


def test_without_a_leaf_everything_is_active_but_older_versions() -> None:
    stored = (*OLD, part(4, "u2~2", "u2", "5 retries"))

    assert [p.id for p in active(stored, None)] == ["u1", "a1", "u2~2"]


def test_a_cycle_of_parents_ends() -> None:
    stored = (part(1, "a", "b"), part(2, "b", "a"))

    assert {p.id for p in active(stored, "a")} == {"a", "b"}


def test_T42_a_parent_that_is_not_there_ends_the_path() -> None:
    assert [p.id for p in active((part(1, "x", "gone"),), "x")] == ["x"]
