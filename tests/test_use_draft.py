"""Drafts: parked before they are added."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import NotFound, UsageError

pytestmark = pytest.mark.usefixtures("person")


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        yield made


def test_a_draft_is_kept_outside_the_bundle_and_found_again(bundle: Bundle) -> None:
    saved = bundle.drafts.save("You said:\nhello\nChatGPT said:\nhi\n", "", bundle.now)
    assert [(d.id, d.title, d.text) for d in bundle.drafts.list()] == [(saved.id, "You said:", saved.text)]
    assert bundle.drafts.get(saved.id[:4]) == saved
    assert not any("hello" in p.read_text("utf-8", "replace") for p in bundle.root.rglob("*") if p.is_file())


def test_a_draft_is_text_in_any_encoding_and_nothing_else(bundle: Bundle) -> None:
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        assert bundle.drafts.save("You said:\nCafé?\n".encode(encoding), "", bundle.now).text.endswith("Café?\n")
    with pytest.raises(UsageError, match=r"no text.*clew add FILE"):
        bundle.drafts.save(b"SQLite format 3\x00" + bytes(200), "", bundle.now)


def test_the_same_text_is_the_same_draft(bundle: Bundle) -> None:
    assert bundle.drafts.save("a b", "x", bundle.now).id == bundle.drafts.save("a b", "y", bundle.now).id
    assert [d.title for d in bundle.drafts.list()] == ["y"]


def test_drafts_of_two_bundles_do_not_mix(bundle: Bundle, tmp_path: Path) -> None:
    bundle.drafts.save("a b", "", bundle.now)
    with app.create(tmp_path / "c", "Other") as other:
        assert other.drafts.list() == ()


def test_a_deleted_draft_is_gone(bundle: Bundle) -> None:
    saved = bundle.drafts.save("a b", "", bundle.now)
    bundle.drafts.delete(saved.id)
    with pytest.raises(NotFound):
        bundle.drafts.get(saved.id)


def test_an_empty_draft_is_refused(bundle: Bundle) -> None:
    with pytest.raises(UsageError):
        bundle.drafts.save(" \n", "", bundle.now)
