"""Pages as people keep them: whatever is done to one can be taken back to the byte, and links stay whole."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import Ambiguous, Conflict, NotFound, Refused, UsageError
from clew.pages import front
from clew.store import atomic
from clew.use.pages import Draft

pytestmark = pytest.mark.usefixtures("person")

LINKING = """---
type: Note
title: Links
relations:
  - {predicate: "near", object: "/concepts/mill.md", date: "2020"}
---

[one](../concepts/mill.md#north "t"), [two](/concepts/mill.md), [three][m], `[code](../concepts/mill.md)`,
[other](../concepts/pond.md), ![picture](mill.png).

    [code](../concepts/mill.md)

[m]: ../concepts/mill.md
"""


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        made.pages.new(Draft("Mill", "Place", text="By the [pond](pond.md)."))
        made.pages.new(Draft("Pond", "Place"))
        (made.root / "notes").mkdir()
        (made.root / "notes/links.md").write_text(LINKING, "utf-8")
        yield made


def content(root: Path) -> dict[str, bytes]:
    derived = {"index.md", "log.md", "timeline.md", "trigger-keywords.txt", "AGENTS.md"}
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*.md")) if p.name not in derived}


def test_a_move_turns_links_and_paths_and_leaves_everything_else(bundle: Bundle) -> None:
    bundle.pages.move("Mill", "places/north")

    text = (bundle.root / "notes/links.md").read_text("utf-8")
    assert text == (
        LINKING.replace("[one](../concepts/mill.md#north", "[one](../places/north/mill.md#north")
        .replace("[two](/concepts/mill.md)", "[two](/places/north/mill.md)")
        .replace("[m]: ../concepts/mill.md", "[m]: ../places/north/mill.md")
        .replace('object: "/concepts/mill.md"', 'object: "/places/north/mill.md"')
    )
    assert "[pond](../../concepts/pond.md)" in (bundle.root / "places/north/mill.md").read_text("utf-8")
    assert "superseded_by" in (bundle.root / "concepts/mill.md").read_text("utf-8")


def test_a_move_is_taken_back_to_the_byte(bundle: Bundle) -> None:
    before = content(bundle.root)

    bundle.pages.move("Mill", "places/north")
    bundle.undo()

    assert content(bundle.root) == before


def test_a_page_moved_twice_leads_on_through_both_places(bundle: Bundle) -> None:
    bundle.pages.move("Mill", "places")
    bundle.pages.move("Mill", "old")

    assert bundle.pages.chain("concepts/mill.md") == ("/old/mill.md",)
    assert bundle.pages.chain("places/mill.md") == ("/old/mill.md",)
    moved = front.parse((bundle.root / "old/mill.md").read_bytes(), "mill")
    assert moved.front["supersedes"] == ["/concepts/mill.md", "/places/mill.md"]


def test_a_supersession_is_said_on_both_pages_and_taken_back(bundle: Bundle) -> None:
    before = content(bundle.root)
    bundle.pages.supersede("Mill", "Pond")

    old, new = (front.parse((bundle.root / f"concepts/{n}.md").read_bytes(), n).front for n in ("mill", "pond"))
    assert (old["status"], old["superseded_by"]) == ("deprecated", "/concepts/pond.md")
    assert new["supersedes"] == ["/concepts/mill.md"]
    assert "(superseded by [Pond](pond.md))" in (bundle.root / "concepts/index.md").read_text("utf-8")

    bundle.undo()
    assert content(bundle.root) == before


def test_a_ring_of_pages_is_refused_and_one_made_by_hand_has_an_end(bundle: Bundle) -> None:
    bundle.pages.supersede("Mill", "Pond")
    with pytest.raises(Refused, match="ring"):
        bundle.pages.supersede("Pond", "Mill")

    pond = bundle.root / "concepts/pond.md"
    pond.write_bytes(front.set_keys(front.parse(pond.read_bytes(), "p"), {"superseded_by": "/concepts/mill.md"}))
    assert bundle.pages.chain("concepts/mill.md") == ("/concepts/pond.md",)


def test_only_a_person_retires_a_page(bundle: Bundle) -> None:
    (Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml").write_text('[models]\nembedder = "none"\n', "utf-8")
    with app.open_bundle(bundle.root) as script, pytest.raises(Refused, match="only a person"):
        script.pages.supersede("Mill", "Pond")
    with app.open_bundle(bundle.root, "app") as person:
        assert person.pages.supersede("Mill", "Pond").files


def test_a_new_page_goes_when_it_is_taken_back_unless_somebody_wrote_on_it(bundle: Bundle) -> None:
    bundle.pages.new(Draft("Barn"))
    bundle.undo()
    assert not (bundle.root / "concepts/barn.md").exists()

    bundle.pages.new(Draft("Barn"))
    barn = bundle.root / "concepts/barn.md"
    barn.write_text(barn.read_text("utf-8") + "\nHay.\n", "utf-8")
    with pytest.raises(Refused, match="changed since"):
        bundle.undo()
    assert "Hay." in barn.read_text("utf-8")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("x" * 300, None),
        ("CON", "con-page.md"),
        ("lpt1", "lpt1-page.md"),
        ("a/b\\c:d*e?", "a-b-c-d-e.md"),
        ("🌾🌾", "page.md"),
        ("index", "index-page.md"),
        ("..", "page.md"),
        ("two\nlines", "two-lines.md"),
        ("Straße ÄÖ", "straße-äö.md"),
        ("日本語の題", "日本語の題.md"),
    ],
)
def test_any_title_makes_a_file_name_that_every_disk_takes(bundle: Bundle, title: str, name: str | None) -> None:
    plan = bundle.pages.new(Draft(title))

    made = plan.path.removeprefix("/concepts/")
    assert len(made.encode()) <= 210
    assert name is None or made == name
    assert front.parse((bundle.root / plan.path[1:]).read_bytes(), made).writable
    assert bundle.doctor().problems == ()


def test_titles_that_clash_on_some_disks_get_names_of_their_own(bundle: Bundle) -> None:
    plan = bundle.pages.new(Draft("MILL"))

    assert plan.path != "/concepts/mill.md"
    assert plan.path.casefold() != "/concepts/mill.md"


@pytest.mark.parametrize("to", ["ledger/x.md", "../x.md", "a/con.md", "a/index.md", ".hidden/x.md", "a/b:c.md"])
def test_a_page_cannot_be_moved_where_it_does_not_belong(bundle: Bundle, to: str) -> None:
    before = content(bundle.root)
    with pytest.raises((Refused, UsageError)):
        bundle.pages.move("Mill", to)
    assert content(bundle.root) == before


def test_a_page_is_not_written_through_a_link_that_leads_out(bundle: Bundle, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (bundle.root / "out").symlink_to(tmp_path / "outside")

    with pytest.raises(Refused, match="link"):
        bundle.pages.new(Draft("Barn", folder="out"))
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_page_that_an_editor_saved_meanwhile_is_not_written_over(bundle: Bundle) -> None:
    path = bundle.root / "concepts/mill.md"
    read = path.read_bytes()
    path.write_bytes(read + b"\nSaved meanwhile.\n")

    with pytest.raises(Conflict):
        bundle.pages.write("Mill", read + b"\nMine.\n", atomic.digest(read))
    assert path.read_bytes() == read + b"\nSaved meanwhile.\n"

    with pytest.raises(Refused, match="left as it was"):
        bundle.pages.write("Mill", b"---\ntype: [\n---\n", atomic.digest(path.read_bytes()))
    bundle.pages.write("Mill", read, atomic.digest(path.read_bytes()))
    assert path.read_bytes() == read


def test_a_topic_gets_a_page_by_wish_and_loses_it_again(bundle: Bundle, tmp_path: Path) -> None:
    messages = [{"role": "user", "at": "2026-01-10T10:00:00Z", "text": "We host the shop on Render."}]
    bundle.add([json.dumps({"id": "chat-plan-0000000001", "messages": messages}).encode()])
    page = bundle.root / "concepts/hosting.md"
    assert not page.exists()

    bundle.wish("hosting")
    assert "Render" in page.read_text("utf-8")

    bundle.undo()
    assert not page.exists()


def test_a_page_that_nobody_has_is_not_found(bundle: Bundle) -> None:
    with pytest.raises(NotFound, match="page list"):
        bundle.pages.find("barn")
    assert bundle.pages.find("mill") == "concepts/mill.md"


def test_the_page_of_a_person_lies_where_their_name_puts_it_and_moves(bundle: Bundle) -> None:
    texts = ("Nadia owns the timetable import.", "Nadia has an account there.", "Nadia works at Harbour Tickets.")
    messages = [{"role": "user", "at": "2026-01-10T10:00:00Z", "text": " ".join(texts)}]
    bundle.add([json.dumps({"id": "chat-nadia-0000000001", "messages": messages}).encode()])
    before = content(bundle.root)
    assert "entities/nadia.md" in before

    bundle.pages.move("entities/nadia.md", "people")
    assert bundle.entities.show("Nadia").row.page == "people/nadia.md"
    bundle.undo()
    assert content(bundle.root) == before


def test_claims_of_a_topic_gain_by_the_title_of_its_page_wherever_that_lies(bundle: Bundle) -> None:
    messages = [{"role": "user", "at": "2026-01-10T10:00:00Z", "text": "We host the shop on Render."}]
    bundle.add([json.dumps({"id": "chat-plan-0000000001", "messages": messages}).encode()])
    bundle.wish("hosting")
    bundle.pages.move("Hosting", "ops")

    items = bundle.context("What about hosting?").items
    assert [item.parts.get("title", 0) > 0 for item in items if item.ref.startswith("claim:")] == [True]


def test_a_topic_that_was_given_a_page_is_not_given_another(bundle: Bundle) -> None:
    messages = [{"role": "user", "at": "2026-01-10T10:00:00Z", "text": "We host the shop on Render."}]
    bundle.add([json.dumps({"id": "chat-plan-0000000001", "messages": messages}).encode()])
    bundle.wish("hosting")

    with pytest.raises(Refused, match="already"):
        bundle.wish("hosting")


CHAT = "chat-plan-0000000001"


def chat(*texts: str) -> bytes:
    messages = [{"role": "user", "at": "2026-01-10T10:00:00Z", "text": " ".join(texts)}]
    return json.dumps({"id": CHAT, "messages": messages}).encode()


def test_relations_of_claims_follow_a_page_that_moves_and_count_as_generated(bundle: Bundle) -> None:
    bundle.add([chat("Ida Falk lives in Bergen.", "Ida Falk works at Nordlys.")], accept="all")
    bundle.entities.new("Bergen", "Place")
    bundle.entities.new("Ida Falk", "Person")
    before = content(bundle.root)
    bundle.pages.move("Bergen", "places")

    ida = front.parse((bundle.root / "entities/ida-falk.md").read_bytes(), "ida")
    assert "/places/bergen.md" in [relation["object"] for relation in ida.front["relations"]]  # type: ignore[index,union-attr,call-overload]  # as rendered
    assert [f for f in bundle.linter.look().findings if f.code in ("key_edited", "block_edited")] == []
    bundle.undo()
    assert content(bundle.root) == before


def test_a_folder_that_nobody_needs_any_more_leaves_nothing_behind(bundle: Bundle) -> None:
    def files() -> set[str]:
        found = (p.relative_to(bundle.root).as_posix() for p in bundle.root.rglob("*") if p.is_file())
        return {path for path in found if not path.startswith((".clew", "ledger"))}

    bundle.add([chat("We host the shop on Render.")])
    bundle.wish("hosting")
    added = files()
    bundle.pages.move("Hosting", "ops")
    assert {"ops/index.md", "ops/.gitattributes"} < files()
    bundle.undo()
    assert files() == added

    bundle.pages.move("Links", "linked", redirect=False)
    assert files() - added == {"linked/index.md", "linked/links.md"}
    assert added - files() == {"notes/links.md", "notes/index.md"}


def test_an_index_that_a_person_wrote_in_stays_when_its_pages_go(bundle: Bundle) -> None:
    index = bundle.root / "notes/index.md"
    bundle.pages.new(Draft("Reeds", folder="notes"))
    index.write_text(index.read_text("utf-8") + "\nWhat I read.\n", "utf-8")
    for name in ("Links", "Reeds"):
        bundle.pages.move(name, "read", redirect=False)

    assert "What I read." in index.read_text("utf-8")


@pytest.mark.parametrize("name", ["log.md", "index.md", "AGENTS.md", "timeline.md", "sources"])
def test_what_clew_writes_whole_is_neither_moved_nor_replaced_nor_edited(bundle: Bundle, name: str) -> None:
    bundle.add([chat("We host the shop on Render.")])
    path = next(r.path for r in bundle.pages.list("Source")) if name == "sources" else name
    before = content(bundle.root)
    for deed in (
        lambda: bundle.pages.move(path, "elsewhere"),
        lambda: bundle.pages.supersede(path, "Pond"),
        lambda: bundle.pages.supersede("Pond", path),
        lambda: bundle.pages.edit(path, {"title": "Mine"}),
    ):
        with pytest.raises(UsageError, match="written by Clew"):
            deed()
    assert content(bundle.root) == before


def test_a_date_is_written_as_the_format_wants_it_and_nonsense_is_refused(bundle: Bundle) -> None:
    bundle.pages.edit("Pond", {"stale_after": "2027-03-31"})
    assert 'stale_after: "2027-03-31T00:00:00Z"' in (bundle.root / "concepts/pond.md").read_text("utf-8")

    for wrong in ("soon", "2027-02-31", "2027-03-31T12:00"):
        with pytest.raises(UsageError, match="is no date"):
            bundle.pages.edit("Pond", {"stale_after": wrong})


def test_an_editor_does_not_make_a_page_into_none(bundle: Bundle) -> None:
    path = bundle.root / "concepts/mill.md"
    read = path.read_bytes()

    for broken in (read.removeprefix(b"---\n"), read.replace(b"type:", b"kind:"), b""):
        with pytest.raises(Refused, match="a type"):
            bundle.pages.write("Mill", broken, atomic.digest(read))
    assert path.read_bytes() == read


def test_a_page_is_shown_by_its_title_and_its_alias(bundle: Bundle) -> None:
    (bundle.root / "notes/weir.md").write_text("---\ntype: Place\ntitle: Old Weir\naliases: [Wehr]\n---\nx\n", "utf-8")
    text = (bundle.root / "concepts/pond.md").read_text("utf-8")

    assert (bundle.show("Pond"), bundle.show("pond")) == (text, text)
    assert "Old Weir" in str(bundle.show("wehr"))
    with pytest.raises(NotFound):
        bundle.show("Po")
    (bundle.root / "notes/pond.md").write_text("---\ntype: Place\ntitle: Pond\n---\nx\n", "utf-8")
    with pytest.raises(Ambiguous, match=r"/concepts/pond\.md, /notes/pond\.md"):
        bundle.show("Pond")
