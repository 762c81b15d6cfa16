"""Derived files are pure functions of values and share their file with people."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import Conflict, Refused
from clew.pages import derived, front, okf
from clew.pages.derived import Entry, Happening, Predicate
from clew.pages.markdown import links, outline

DATABASE = Entry("/concepts/database.md", "Database", "Where the data lives.", "Concept")
OLD = Entry("/concepts/mongo db.md", "Mongo [old]", "", "Concept", successor=("Database", "/concepts/database.md"))
FOLDER = Entry("/concepts/", "concepts", "2 pages")
PERSON = Entry("/anna.md", "Anna", "", "Person")


def body(data: bytes) -> str:
    return front.parse(data, "index.md").body


def test_an_index_has_a_section_per_type_and_the_folders_last() -> None:
    assert "\n".join(body(derived.index("/", [FOLDER, PERSON, DATABASE])).split("\n")[2:-2]) == (
        "# Concept\n\n* [Database](concepts/database.md) - Where the data lives.\n\n"
        "# Person\n\n* [Anna](anna.md)\n\n"
        "# Subdirectories\n\n* [concepts](concepts/) - 2 pages\n"
    )


def test_a_superseded_page_names_its_successor() -> None:
    text = derived.index("/concepts", [OLD, DATABASE]).decode()
    assert "* [Mongo \\[old\\]](mongo%20db.md) (superseded by [Database](database.md))\n" in text
    assert "* [X](x.md) (deprecated)\n" in derived.index("/", [Entry("/x.md", "X", deprecated=True)]).decode()


def test_a_link_to_any_file_name_comes_back_to_it() -> None:
    entries = [Entry(f"/{name}.md", "x") for name in ("a#b", "50%20", "q?", "数据", "a (b)", "x:y")]
    found = links(body(derived.index("/", entries)))
    assert sorted(link.target for link in found) == sorted(entry.path[1:] for entry in entries)


def test_only_the_root_index_has_front_matter() -> None:
    assert derived.index("/", [PERSON]).startswith(b'---\nokf_version: "0.2"\n---\n')
    assert derived.index("/concepts/", [DATABASE]).startswith(b"<!-- clew:index begin")


def test_the_version_of_an_existing_root_index_is_kept() -> None:
    assert b'okf_version: "0.1"\n' in derived.index("/", [PERSON], b'---\nokf_version: "0.1"\n---\n# Mine\n')


def test_the_order_of_entries_does_not_matter_and_twice_is_once() -> None:
    once = derived.index("/", [PERSON, DATABASE, FOLDER])
    assert (
        derived.index("/", [FOLDER, DATABASE, PERSON]) == derived.index("/", [PERSON, DATABASE, FOLDER], once) == once
    )


def test_what_a_person_listed_is_not_listed_again() -> None:
    mine = b"# Mine\n\n* [DB](concepts/database.md) - our own words\n* [all](concepts/)\n"
    after = derived.index("/", [DATABASE, PERSON, FOLDER], mine)
    assert mine in after
    assert [found.target for found in links(after.decode())] == ["concepts/database.md", "concepts/", "anna.md"]


def test_an_index_that_lists_everything_is_left_alone() -> None:
    mine = b"# Mine\n\n* [DB](database.md)\n"
    assert derived.index("/concepts", [DATABASE], mine) == mine


def test_an_index_whose_pages_are_gone_is_emptied() -> None:
    assert links(derived.index("/concepts", [], derived.index("/concepts", [DATABASE])).decode()) == ()


def test_a_hand_edit_inside_the_region_is_not_written_over() -> None:
    edited = derived.index("/", [PERSON]).replace(b"Anna", b"Anne")
    with pytest.raises(Conflict):
        derived.index("/", [PERSON], edited)
    assert b"[Anna]" in derived.index("/", [PERSON], edited, force=True)


def test_an_unreadable_index_is_not_written() -> None:
    with pytest.raises(Refused, match="left as it was"):
        derived.index("/", [PERSON], b"\xff")


def test_a_generated_index_is_conformant() -> None:
    page = b"---\ntype: Note\n---\n"
    files = {"concepts/database.md": page, "concepts/mongo db.md": page, "anna.md": page}
    files |= {
        "index.md": derived.index("/", [FOLDER, PERSON]),
        "concepts/index.md": derived.index("/concepts", [OLD, DATABASE]),
    }
    verdict = okf.bundle(files)
    assert (verdict.breaches, verdict.findings) == ((), ())


def test_a_log_has_its_lines_as_they_come_under_dates_in_utc() -> None:
    data = derived.log(
        [
            Happening("2026-05-01T23:30:00-05:00", "by *force*"),
            Happening("2026-05-01T11:00:00Z", "", "Reviewed", "<b>"),
            Happening("2026-05-01T10:00:00Z", "14 turns", "Added", "Chat", "/sources/c.md"),
        ]
    )
    assert "".join(data.decode().splitlines(keepends=True)[1:-1]) == (
        "# Log\n\n## 2026-05-02\n\n* by \\*force\\*\n\n"
        "## 2026-05-01\n\n* **Reviewed**: &lt;b>\n* **Added**: [Chat](sources/c.md): 14 turns\n"
    )


def test_a_log_is_conformant_even_when_it_is_empty() -> None:
    for happenings in ([], [Happening("2026-05-01T10:00:00Z", "x"), Happening("2026-05-02", "y")]):
        assert okf.file("log.md", derived.log(happenings)).breaches == ()


def test_a_timeline_has_one_heading_per_date_oldest_first() -> None:
    given = [
        Happening("2026-05", "b"),
        Happening("2026-05", "a", "", "T", "/t.md"),
        Happening("2025~", "c"),
        Happening("199X", "d"),
        Happening("2026-05-03", "e"),
    ]
    data = derived.timeline(sorted(given, key=derived.in_time))
    text = body(data)
    assert [mark.name for mark in outline(text).headings] == ["Timeline", "199X", "2025~", "2026-05", "2026-05-03"]
    assert "## 2026-05\n\n* b\n* [T](t.md): a\n\n## 2026-05-03" in text
    assert okf.file("timeline.md", data) == okf.Verdict()


def test_a_timeline_does_not_depend_on_the_order_given() -> None:
    dated = [Happening("2026-05", "b"), Happening("2025", "a"), Happening("2026-05", "a")]
    one, other = (derived.timeline(sorted(given, key=derived.in_time)) for given in (dated, dated[::-1]))
    assert one == other


def test_keywords_are_titles_aliases_and_tags_and_only_text() -> None:
    pages = [
        {"title": "Postgres", "aliases": ["PG", 3, None, " "], "tags": "db"},
        {"title": "postgres"},
        {"type": "Source", "title": "Chat"},
        {"title": ["x"]},
    ]
    assert derived.keywords(pages) == derived.keywords(pages[::-1])
    assert derived.keywords(pages).split(b"\n", 1)[1] == b"db\nPG\nPostgres\n"


def test_the_guide_for_agents_lists_types_and_predicates() -> None:
    data = derived.agents(
        {"Note": 2, "Concept": 1},
        [Predicate("uses", "part", "used_by"), Predicate("knows", "", "knows"), Predicate("is`x`")],
    )
    text = data.decode()
    assert "## Types in use\n\n* Concept\n* Note\n" in text
    assert "* `isx`\n* `knows` (symmetric)\n* `uses` (part, inverse `used_by`)\n" in text
    assert okf.file("AGENTS.md", data) == okf.Verdict()


def test_the_guide_keeps_what_people_wrote() -> None:
    mine = b"---\ntype: House rules\ndescription: Ours.\n---\n\n# Ours\n\nBe kind.\n"
    after = derived.agents({}, [], mine)
    assert after.startswith(
        mine.replace(b"Ours.\n---", b'Ours.\ntitle: "Working in this bundle"\n---') + b"\n<!-- clew:agents begin"
    )
    assert derived.agents({}, [], after) == after


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_no_text_breaks_a_derived_file(text: str) -> None:
    entry = Entry("/a.md", text, text, text, successor=(text, "/b.md"))
    data = derived.index("/", [entry])
    assert derived.index("/", [entry], data) == data
    assert okf.file("index.md", data).conformant
    assert [found.target for found in links(body(data))] == ["a.md", "b.md"]
    happening = Happening("2026-01-01T00:00:00Z", text, text, text, "/a.md")
    assert okf.file("log.md", derived.log([happening])) == okf.Verdict()
    assert okf.file("timeline.md", derived.timeline([happening])).conformant


DAYS = [Happening("2026-05-01T10:00:00Z", "one"), Happening("2026-05-02T10:00:00Z", "two")]


def union(*sides: bytes) -> bytes:
    """What a union merge makes of files that have only their beginning and their end in common."""
    ours, theirs = (side.splitlines(keepends=True) for side in sides)
    head = next(n for n, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b)
    return b"".join([*ours[:-1], *theirs[head:]])


@pytest.mark.parametrize("make", [derived.log, derived.timeline, derived.keywords])
def test_a_file_of_another_hand_under_a_generated_name_stays(make: Callable[..., bytes]) -> None:
    mine = b"# My own log\n\n## 2020-01-01\n\n* I began.\n"
    assert make([], mine) == mine
    assert make([], b"\n") == make([], None)


@pytest.mark.parametrize("make", [derived.log, derived.timeline])
def test_words_around_a_log_stay_and_an_edit_inside_is_seen(make: Callable[..., bytes]) -> None:
    around = make(DAYS[:1]) + b"\nOur own words.\n"
    assert make(DAYS, around) == make(DAYS) + b"\nOur own words.\n"
    with pytest.raises(Conflict):
        make(DAYS, around.replace(b"one", b"eins"))


def test_an_edit_of_the_keywords_is_seen() -> None:
    made = derived.keywords([{"title": "Tea"}])
    assert derived.keywords([{"title": "Mint"}], made) == derived.keywords([{"title": "Mint"}])
    with pytest.raises(Conflict, match="aliases or tags"):
        derived.keywords([{"title": "Tea"}], made + b"coffee\n")


@pytest.mark.parametrize("make", [derived.log, derived.timeline])
def test_what_a_union_merge_leaves_is_made_anew(make: Callable[..., bytes]) -> None:
    assert make(DAYS, union(make(DAYS[:1]), make(DAYS[1:]))) == make(DAYS)


def test_keywords_after_a_union_merge_are_made_anew() -> None:
    ours, theirs = (derived.keywords([{"title": t}]) for t in ("Tea", "Mint"))
    both = [{"title": "Tea"}, {"title": "Mint"}]
    assert derived.keywords(both, ours + theirs) == derived.keywords(both)


def test_a_union_merge_of_an_index_keeps_what_people_wrote_around_it() -> None:
    ours, theirs = derived.index("/concepts", [DATABASE]), derived.index("/concepts", [OLD])
    merged = b"Mine.\n\n" + union(ours, theirs)
    assert derived.index("/concepts", [DATABASE], merged) == b"Mine.\n\n" + ours
    with pytest.raises(Conflict):
        derived.index("/concepts", [DATABASE], merged.replace(b"* [", b"And my [", 1))


def test_links_can_begin_at_the_root() -> None:
    assert b"(/anna.md)" in derived.index("/concepts", [PERSON], absolute=True)
    assert b"(../anna.md)" in derived.index("/concepts", [PERSON])
    assert b"(/t.md)" in derived.timeline([Happening("2026", "a", "", "T", "/t.md")], None, True)
