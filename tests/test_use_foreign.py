"""Editors, sync clients and other processes write too: nobody's bytes are lost, and a clash is reported."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import Conflict
from clew.use.look import Filter
from clew.use.press import Made, Press

pytestmark = pytest.mark.usefixtures("person")


def chat(number: int, text: str) -> bytes:
    message = {"role": "user", "at": f"2026-0{number}-10T10:00:00Z", "text": text}
    return json.dumps({"id": f"chat-{number}-0000000001", "title": f"Chat {number}", "messages": [message]}).encode()


def press(bundle: Bundle) -> Press:
    return Press(bundle._desk.files, bundle._desk.index)


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        made.add([chat(1, "We host the shop on Render."), chat(2, "We now host the shop on Hetzner.")])
        yield made


def test_a_page_that_an_editor_saves_while_it_is_written_is_made_around_what_was_saved(bundle: Bundle) -> None:
    page = bundle.root / "concepts/hosting.md"
    saves = [page.read_bytes() + b"\nAsk Nadia.\n"]

    def render(old: bytes | None) -> Made:
        if saves:
            page.write_bytes(saves.pop())
        return Made((old or b"").replace(b"## History", b"## Earlier"), "")

    with bundle._desk.writing() as session:
        problems = session.printer()._write(press(bundle), {"concepts/hosting.md": render})

    assert problems == []
    assert page.read_bytes().endswith(b"\nAsk Nadia.\n")
    assert b"## Earlier" in page.read_bytes()


def test_a_page_that_is_saved_again_and_again_is_left_to_its_editor_and_named(bundle: Bundle) -> None:
    page = bundle.root / "concepts/hosting.md"

    def render(old: bytes | None) -> Made:
        page.write_bytes((old or b"") + b".")
        return Made(b"ours", "")

    with bundle._desk.writing() as session:
        problems = session.printer()._write(press(bundle), {"concepts/hosting.md": render})

    assert [p.code for p in problems] == ["page_changed"]
    assert page.read_bytes().endswith(b"..")


def test_a_page_that_a_sync_client_takes_away_meanwhile_is_a_conflict_and_comes_back(bundle: Bundle) -> None:
    page = bundle.root / "concepts/hosting.md"
    read = page.read_bytes()

    def render(old: bytes | None) -> Made:
        page.unlink(missing_ok=True)
        return Made(b"---\ntype: Note\n---\n", "")

    with bundle._desk.writing() as session:
        assert [p.code for p in session.printer()._write(press(bundle), {"concepts/hosting.md": render})] in (
            [],
            ["page_changed"],
        )
    bundle.note("We bought a second oven.")

    assert page.exists()
    assert read


def test_two_processes_take_turns_and_both_see_everything(bundle: Bundle) -> None:
    with app.open_bundle(bundle.root) as other:
        bundle.note("We bought a second oven.")
        other.note("We rent the cellar.")
        bundle.note("We sold the van.")

        texts = [{v.claim.text for v in each.list(Filter(link="active"))} for each in (bundle, other)]
        assert texts[0] == texts[1]
        assert {"We bought a second oven.", "We rent the cellar.", "We sold the van."} <= texts[0]
        assert bundle.doctor().problems == ()


def test_a_conflicted_copy_of_a_sync_client_is_one_more_page_and_nothing_is_written_over(bundle: Bundle) -> None:
    copy = bundle.root / "concepts/hosting (conflicted copy 2026-06-01).md"
    copy.write_bytes((bundle.root / "concepts/hosting.md").read_bytes() + b"\nMine.\n")
    before = copy.read_bytes()

    bundle.add([chat(3, "We now host the shop on Fly.")])

    assert copy.read_bytes() == before
    assert "Fly" in (bundle.root / "concepts/hosting.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["log.md", "timeline.md", "trigger-keywords.txt", "index.md", "AGENTS.md"])
def test_a_derived_file_comes_back_when_it_is_deleted_and_an_edit_of_it_is_named_and_kept(
    bundle: Bundle, name: str
) -> None:
    file = bundle.root / name
    whole = file.read_bytes()
    file.unlink()
    with bundle._desk.writing() as session:
        assert session.publish() == ()
    assert file.read_bytes() == whole

    lines = whole.split(b"\n")
    edited = b"\n".join([*lines[:-3], b"* my own line", *lines[-3:]])
    file.write_bytes(edited)
    with bundle._desk.writing() as session:
        problems = session.publish()
    assert [(p.path, p.code) for p in problems] == [(name, "page_left_alone")]
    assert file.read_bytes() == edited


def test_a_file_that_changed_since_it_was_read_is_never_replaced(bundle: Bundle) -> None:
    page = bundle.root / "concepts/hosting.md"
    before = page.read_bytes()
    with bundle._desk.writing() as session, pytest.raises(Conflict):
        session.rewrite({"concepts/hosting.md": ("0" * 64, b"mine")})
    assert page.read_bytes() == before
