"""A single claim removed for good."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import Refused

CHAT = b"""{"id": "chat-about-the-quay-side", "title": "Quay", "messages": [
{"role": "user", "at": "2026-01-10T10:00:00Z", "text": "We host the shop on Render."},
{"role": "user", "at": "2026-02-10T10:00:00Z", "text": "The scanners stay on Android 13."}]}"""
MORE = CHAT.replace(b'13."}]}', b'13."}, {"role": "user", "at": "2026-03-10T10:00:00Z", "text": "Fine."}]}')


@pytest.fixture
def bundle(tmp_path: Path, person: None) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Quay") as made:
        made.add([CHAT])
        made.sync()
        yield made


def claim(bundle: Bundle, word: str) -> str:
    return next(view.claim.id for view in bundle.claims() if word in view.claim.text)


def holding(bundle: Bundle, word: bytes) -> set[str]:
    files = (path for path in bundle.root.rglob("*") if path.is_file())
    return {path.relative_to(bundle.root).parts[0] for path in files if word in path.read_bytes()}


def test_its_words_stand_in_the_source_and_nowhere_else(bundle: Bundle) -> None:
    gone = bundle.purge_claim(claim(bundle, "Android"), reason="private")

    assert [view.claim.text for view in bundle.claims()] == ["We host the shop on Render."]
    assert holding(bundle, b"scanners stay") <= {"references", ".clew"}
    assert holding(bundle, b"on Render") >= {"claims", "concepts"}
    assert (gone.source, gone.purged.left, gone.purged.index) == (bundle.sources()[0].id, (), True)


def test_it_does_not_come_back_when_its_chat_grows(bundle: Bundle) -> None:
    bundle.purge_claim(claim(bundle, "Android"))
    report = bundle.add([MORE])

    assert report.counts["updated"] == 1
    assert len(bundle.claims()) == 1


def test_a_trial_changes_nothing(bundle: Bundle) -> None:
    bundle.purge_claim(claim(bundle, "Android"), dry_run=True)

    assert len(bundle.claims()) == 2


def test_only_a_person_may(bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    name = claim(bundle, "Android")
    config = Path(app.config.user_folder("config")) / "config.toml"
    config.write_text(config.read_text("utf-8").replace("scripts = true", "scripts = false"), "utf-8")

    with app.open_bundle(bundle.root) as other, pytest.raises(Refused, match="only a person may purge"):
        other.purge_claim(name)
    assert len(bundle.claims()) == 2


def test_who_says_the_same_is_named_and_keeps_it(bundle: Bundle) -> None:
    bundle.note("The scanners stay on Android 13.")
    first, second = (view.claim.id for view in bundle.claims() if "Android" in view.claim.text)

    assert bundle.purge_claim(first, dry_run=True).same == (second,)
    bundle.purge_claim(first)
    assert second in {view.claim.id for view in bundle.claims()}
    assert bundle.ledger.tombstones() == ()
