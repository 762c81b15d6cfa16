"""Pages hold a generated block of claims around prose that belongs to people."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import Conflict, Refused
from clew.pages import derived, front, okf
from clew.pages.heal import healed
from clew.pages.markdown import outline
from clew.pages.page import ClaimLine, SourceRef, TopicView, block_state, edited_keys, prose, render

CURRENT = ClaimLine(
    "The user table stays on Postgres.",
    ("CORRECTION · CURRENT", "high"),
    "2026-08-01",
    "user",
    ("chat-1",),
    "We keep users on Postgres",
    "c7k2",
)
OLD = ClaimLine("Users move to MongoDB.", ("SUPERSEDED by c7k2",), "2026-07-01", "user", ("chat-0",))
VIEW = TopicView(
    path="/concepts/database.md",
    title="Database",
    type="Concept",
    description="Where the data lives.",
    tags=("data store",),
    aliases=("DB",),
    status="draft",
    sources=(
        SourceRef("chat-1", "/sources/chat-1.md", "Choosing [a] store"),
        SourceRef("chat-0", "/sources/chat-0.md", "Start"),
    ),
    current=(CURRENT,),
    history=(OLD,),
)
NEW_PAGE = """---
type: "Concept"
title: "Database"
description: "Where the data lives."
tags: ["data-store"]
aliases: ["DB"]
status: "draft"
sources:
  - {id: "chat-0", resource: "/sources/chat-0.md", title: "Start"}
  - {id: "chat-1", resource: "/sources/chat-1.md", title: "Choosing [a] store"}
---

# Database

MARKER
## Current

* The user table stays on Postgres.[^chat-1]\\
  CORRECTION · CURRENT · high · 2026-08-01 · user · “We keep users on Postgres” · `c7k2`

## History

* Users move to MongoDB.[^chat-0]\\
  SUPERSEDED by c7k2 · 2026-07-01 · user

[^chat-0]: [Start](../sources/chat-0.md)
[^chat-1]: [Choosing \\[a\\] store](../sources/chat-1.md)

<!-- clew:claims end -->
"""
PAGE = render(None, VIEW)


def doc(data: bytes) -> front.Document:
    return front.parse(data, "concepts/database.md")


def by_hand(old: str, new: str, data: bytes = PAGE) -> bytes:
    assert old.encode() in data
    return data.replace(old.encode(), new.encode(), 1)


def test_a_new_page_shows_current_claims_history_and_sources() -> None:
    text = PAGE.decode()
    marker = next(line for line in text.split("\n") if line.startswith("<!-- clew:claims begin"))
    assert text.replace(marker, "MARKER") == NEW_PAGE


def test_a_new_page_is_conformant_and_without_findings() -> None:
    source = render(None, TopicView("/sources/chat-1.md", "x"))
    files = {"concepts/database.md": PAGE, "sources/chat-1.md": source, "sources/chat-0.md": source}
    verdict = okf.bundle(files)
    assert (verdict.breaches, verdict.findings) == ((), ())


def test_rendering_twice_changes_no_byte() -> None:
    assert render(PAGE, VIEW) == PAGE


def test_the_order_of_sources_does_not_matter() -> None:
    assert render(None, replace(VIEW, sources=VIEW.sources[::-1])) == PAGE


def test_an_untouched_page_ends_up_the_same_however_it_came_about() -> None:
    first = render(
        None,
        replace(
            VIEW,
            title="DB",
            description="",
            tags=(),
            sources=VIEW.sources[1:],
            current=(OLD,),
            history=(),
            relations=({"predicate": "uses", "object": "x", "claim": "c1"},),
        ),
    )
    assert render(first, VIEW) == PAGE


def test_disputed_claims_stand_between_current_and_history() -> None:
    text = render(None, replace(VIEW, disputed=(replace(OLD, text="Or not."),))).decode()
    assert text.index("## Current") < text.index("## Disputed") < text.index("Or not.") < text.index("## History")


def test_a_page_without_current_claims_says_so() -> None:
    assert "## Current\n\nNo current claim.\n" in render(None, replace(VIEW, current=())).decode()


def test_footnotes_cite_the_ids_of_sources() -> None:
    seen = outline(doc(PAGE).body)
    ids = [entry["id"] for entry in okf.sources(doc(PAGE).front)]
    assert {mark.name for mark in seen.references} == {mark.name for mark in seen.definitions} == set(ids)


def test_prose_around_the_block_is_untouched() -> None:
    edited = by_hand("# Database\n", "# Our database\n\nWords of a *person*.\n", PAGE + b"\nAfterword.\n")
    after = render(edited, replace(VIEW, current=(replace(CURRENT, text="Changed."),)))
    assert prose(doc(after)) == prose(doc(edited)) == "\n# Our database\n\nWords of a *person*.\n\n\nAfterword.\n"
    assert "Changed." in after.decode()


def test_the_block_is_not_part_of_the_prose() -> None:
    assert prose(doc(PAGE)) == "\n# Database\n\n"


@pytest.mark.parametrize(
    ("old", "new"), [("stays on Postgres", "stays on MySQL"), ("## History", "## Past"), ("sha256=", "sha256=0")]
)
def test_a_hand_edit_of_the_block_is_seen_and_not_written_over(old: str, new: str) -> None:
    edited = by_hand(old, new)
    assert block_state(doc(edited)) == "edited"
    with pytest.raises(Conflict):
        render(edited, VIEW)
    assert "stays on Postgres" in render(edited, VIEW, force=True).decode()


def test_a_page_without_its_block_gets_one_again() -> None:
    page_of_others = b"---\ntype: Note\ntitle: Mine\n---\n\nProse.\n"
    assert block_state(doc(page_of_others)) == "missing"
    after = render(page_of_others, VIEW)
    assert block_state(doc(after)) == "intact"
    assert after.startswith(b"---\ntype: Note\ntitle: Mine\n")


@pytest.mark.parametrize(
    "data", [b"---\ntitle: a: b\n---\n", b"\xff", b"---\ntype: x\n---\n<<<<<<< a\n=======\n>>>>>>> b\n"]
)
def test_a_page_with_a_fault_is_not_written(data: bytes) -> None:
    with pytest.raises(Refused, match="left as it was"):
        render(data, VIEW)


def test_a_title_that_a_person_changed_is_theirs() -> None:
    edited = by_hand('title: "Database"', "title: Data store")
    after = render(edited, replace(VIEW, title="Databases", description="New words."))
    assert (doc(after).front["title"], doc(after).front["description"]) == ("Data store", "New words.")
    assert edited_keys(doc(edited)) == ("title",)


def test_generated_keys_follow_the_view_around_edited_prose() -> None:
    edited = by_hand("# Database\n", "# Database\n\nMine.\n")
    after = doc(render(edited, replace(VIEW, status="stable", aliases=("DB", "store"), description="")))
    assert (after.front["status"], after.front["aliases"], "description" in after.front) == (
        "stable",
        ["DB", "store"],
        False,
    )
    assert edited_keys(after) == ()


def test_unknown_keys_and_comments_of_people_are_kept() -> None:
    edited = by_hand("status:", "x-mine: {a: [1]} # theirs\nstatus:")
    after = render(edited, replace(VIEW, status="stable"))
    assert b"x-mine: {a: [1]} # theirs\n" in after


def test_source_entries_of_people_stay_and_ours_go_when_nothing_cites_them() -> None:
    mine = '  - {resource: "https://e.org", license: "MIT"}\n'
    edited = by_hand('  - {id: "chat-0"', mine + '  - {id: "chat-0"')
    after = doc(render(edited, replace(VIEW, sources=VIEW.sources[:1], history=())))
    assert [entry["resource"] for entry in after.front["sources"]] == ["https://e.org", "/sources/chat-1.md"]


def test_a_source_cited_by_a_person_stays() -> None:
    edited = by_hand("# Database\n", "# Database\n\nAs said.[^chat-0]\n\n[^chat-0]: there\n")
    after = render(edited, replace(VIEW, sources=VIEW.sources[:1], history=()))
    assert '{id: "chat-0"' in after.decode()


def test_a_footnote_that_a_person_defined_is_not_defined_again() -> None:
    edited = by_hand("# Database\n", "# Database\n\n[^chat-1]: my note\n")
    assert render(edited, VIEW).decode().count("\n[^chat-1]:") == 1


CLAIMED = {"predicate": "uses", "object": "/b.md", "date": "2021-03", "claim": "c1"}


def test_relations_stand_on_one_line_each_and_a_hand_edit_is_seen() -> None:
    after = render(PAGE, replace(VIEW, relations=(CLAIMED,)))
    assert b'\n  - {predicate: "uses", object: "/b.md", date: "2021-03", claim: "c1"}\n' in after
    assert edited_keys(doc(after)) == ()
    assert edited_keys(doc(by_hand('"uses"', '"knows"', after))) == ("relations",)


def test_a_relation_that_a_person_wrote_stays_beside_those_of_claims() -> None:
    mine = b'relations:\n  - {predicate: "part_of", object: "/c.md"} # mine\nstatus:'
    page = by_hand("status:", mine.decode(), PAGE)
    after = render(page, replace(VIEW, relations=(CLAIMED,)))
    assert b'object: "/c.md"} # mine\n  - {predicate: "uses"' in after
    assert edited_keys(doc(after)) == ()
    assert render(after, VIEW) == page


def test_what_a_person_says_already_is_not_said_twice() -> None:
    page = by_hand("status:", 'relations:\n  - {predicate: "uses", object: "/b.md"}\nstatus:', PAGE)
    assert render(page, replace(VIEW, relations=(CLAIMED,))) == page


def test_projected_relations_that_were_edited_by_hand_are_left_alone() -> None:
    edited = by_hand('"uses"', '"knows"', render(PAGE, replace(VIEW, relations=(CLAIMED,))))
    after = render(edited, replace(VIEW, relations=()))
    assert b'{predicate: "knows"' in after
    assert edited_keys(doc(after)) == ("relations",)


def test_windows_line_ends_are_kept() -> None:
    windows = b"---\r\ntype: Note\r\n---\r\n\r\nProse.\r\n"
    after = render(windows, VIEW)
    assert after.count(b"\n") == after.count(b"\r\n")
    assert render(after, VIEW) == after


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1)) ![r](https://evil.example/p.png)",
    "<!-- clew:claims end -->",
    "x\n<!-- clew:claims end -->\ny",
    "---\nid: claim-1\nstatus: retracted\n---",
    "^claim-1",
    "```md\n---\ntitle: x\n---\n```",
    "[^chat-1]: forged",
    "\u202egpj.exe\0\ud800",
    "# Heading\n\n* item",
    "    code",
    "<<<<<<< HEAD\n=======\n>>>>>>> x",
]


def hostile(text: str) -> TopicView:
    claim = ClaimLine(text, (text,), text, text, ("chat-1",), text, text)
    return TopicView(
        "/a.md",
        text,
        "Note",
        text,
        (text,),
        (text,),
        "",
        (SourceRef("chat-1", "/sources/chat-1.md", text),),
        (claim,),
        (claim,),
        (claim,),
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_P07_P08_nothing_in_stored_text_becomes_markup(text: str) -> None:
    view = hostile(text)
    if "\ud800" in text:
        view = replace(view, title="t", description="", tags=(), aliases=())
    data = render(None, view)
    read = doc(data)
    seen = outline(read.body)
    assert (read.problems, block_state(read), render(data, view)) == ((), "intact", data)
    assert {found.target for found in seen.links} == {"sources/chat-1.md"}
    assert [mark.name for mark in seen.headings if mark.level == 2] == ["Current", "Disputed", "History"]
    assert (len(seen.definitions), seen.code) == (1, frozenset())
    assert "<img" not in read.body


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_any_stored_text_leaves_a_page_that_reads_back(text: str) -> None:
    data = render(None, hostile(text))
    read = doc(data)
    assert (read.problems, block_state(read)) == ((), "intact")
    assert okf.file("a.md", data).conformant
    assert render(data, hostile(text)) == data


@pytest.mark.parametrize(
    ("resource", "note"),
    [
        ("https://e.org/a b", "[^s]: [T](https://e.org/a%20b)"),
        ("javascript:alert(1)", "[^s]: T"),
        ("all letters in box 7", "[^s]: T"),
    ],
)
def test_only_paths_and_web_addresses_become_links(resource: str, note: str) -> None:
    view = TopicView("/a.md", "A", sources=(SourceRef("s", resource, "T"),), current=(ClaimLine("x", sources=("s",)),))
    assert note in render(None, view).decode().split("\n")


def conflict(ours: bytes, theirs: bytes, ancestor: bytes = b"") -> bytes:
    """What git leaves of two versions: their common first and last lines, and both middles between markers."""
    left, right = ours.split(b"\n"), theirs.split(b"\n")
    first = next(n for n in range(len(left)) if left[n] != right[n])
    last = next(n for n in range(1, len(left)) if left[-n] != right[-n]) - 1
    base = [b"||||||| base", ancestor] if ancestor else []
    middle = [
        b"<<<<<<< HEAD",
        *left[first : len(left) - last],
        *base,
        b"=======",
        *right[first : len(right) - last],
        b">>>>>>> b",
    ]
    return b"\n".join([*left[:first], *middle, *left[len(left) - last :]])


TEXTS = {"The user table stays on Postgres.", "Users move to MongoDB."}
BRANCH = render(PAGE, replace(VIEW, description="Other words.", sources=VIEW.sources[:1], history=()))


def again(data: bytes | None) -> bytes | None:
    return data and render(data, VIEW)


@pytest.mark.parametrize("ancestor", [b"", b"older"])
def test_a_conflict_inside_generated_parts_heals_by_rendering_again(ancestor: bytes) -> None:
    merged = conflict(PAGE, BRANCH, ancestor)
    assert [problem.code for problem in doc(merged).problems] == ["conflict_markers"]
    assert again(healed(merged, "a.md", TEXTS)) == PAGE


def test_a_side_that_took_over_lines_of_the_other_heals_when_all_are_of_claims_on_record() -> None:
    mixed = by_hand("The user table stays on Postgres.", "We pay with Stripe.", BRANCH)
    merged = conflict(PAGE, mixed)

    assert healed(merged, "a.md", TEXTS) is None
    assert again(healed(merged, "a.md", {*TEXTS, "We pay with Stripe."})) == PAGE


def test_a_conflict_inside_the_guide_for_agents_heals_and_one_around_it_stays() -> None:
    ours, theirs = (derived.agents({"Person": 1, name: 1}, ()) for name in ("Place", "Product"))
    merged = conflict(ours, theirs)
    around = conflict(ours + b"\nMine.\n", theirs + b"\nYours.\n")

    healed_ = healed(merged, "/AGENTS.md")
    assert healed_ is not None
    assert derived.agents({"Person": 1}, (), healed_) == derived.agents({"Person": 1}, ())
    assert healed(around, "/AGENTS.md") is None


@pytest.mark.parametrize(
    "other",
    [
        by_hand("# Database\n", "# Database\n\nMine.\n", BRANCH),
        by_hand("stays on", "leaves", BRANCH),
    ],
)
def test_a_conflict_about_what_a_person_wrote_stays(other: bytes) -> None:
    assert healed(conflict(PAGE, other), "a.md", TEXTS) is None


@pytest.mark.parametrize("data", [PAGE, b"<<<<<<< HEAD\n", b"\xff"])
def test_without_a_whole_conflict_there_is_nothing_to_heal(data: bytes) -> None:
    assert healed(data, "a.md") is None


def test_M13_a_fence_inside_an_answer_opens_no_code_in_the_page() -> None:
    read = doc(render(None, hostile("```md\n---\ntitle: x\n---\n``` and \\( y \\)")))
    assert (outline(read.body).code, block_state(read)) == (frozenset(), "intact")
    assert outline("```md\nx\n```\n").code == {1, 2, 3}
