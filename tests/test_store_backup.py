"""A backup holds every byte of a bundle and comes back whole or not at all."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import Damaged, NotFound, Refused, UsageError
from clew.store import backup

pytestmark = pytest.mark.usefixtures("person")

CHAT = json.dumps(
    {
        "id": "chat-plan-0000000001",
        "messages": [{"role": "user", "at": "2026-01-10T10:00:00Z", "text": "We host the shop on Render."}],
    }
).encode()


@pytest.fixture
def bundle(tmp_path: Path) -> Bundle:
    made = app.create(tmp_path / "b", "Test")
    made.add([CHAT])
    (made.root / "concepts" / "ä b.md").write_text("---\ntype: Note\n---\n", "utf-8")
    return made


def content(root: Path) -> dict[str, bytes]:
    return {path: (root / path).read_bytes() for path in backup.owned(root)}


def test_what_comes_back_is_equal_to_the_byte_and_healthy(bundle: Bundle, tmp_path: Path) -> None:
    (bundle.root / ".git").mkdir()
    (bundle.root / ".git" / "config").write_text("secret", "utf-8")
    saved = bundle.backup(tmp_path / "b.zip")

    app.restore(tmp_path / "b.zip", tmp_path / "again")

    assert saved.files == len(content(bundle.root))
    assert content(tmp_path / "again") == content(bundle.root)
    assert not (tmp_path / "again" / ".git").exists()
    with app.open_bundle(tmp_path / "again") as opened:
        assert opened.doctor().problems == ()
        opened.note("We bought a second oven.")


def test_equal_bundles_are_equal_backups(bundle: Bundle, tmp_path: Path) -> None:
    bundle.backup(tmp_path / "one.zip")
    bundle.backup(tmp_path / "two.zip")

    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_nothing_is_ever_written_over(bundle: Bundle, tmp_path: Path) -> None:
    bundle.backup(tmp_path / "b.zip")
    with pytest.raises(UsageError, match="exists"):
        bundle.backup(tmp_path / "b.zip")
    with pytest.raises(UsageError, match="in the bundle"):
        bundle.backup(bundle.root / "b.zip")
    with pytest.raises(Refused, match="not empty"):
        app.restore(tmp_path / "b.zip", bundle.root)
    (tmp_path / "empty").mkdir()
    assert app.restore(tmp_path / "b.zip", tmp_path / "empty").files


def test_a_full_disk_keeps_nobody_from_reading_and_saving_a_bundle(
    bundle: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle.close()
    (bundle.root / ".clew" / "index.db").unlink()
    real = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: real._replace(used=real.total, free=0))

    with app.open_bundle(bundle.root) as opened:
        assert [v.claim.text for v in opened.claims()] == ["We host the shop on Render."]
        assert opened.backup(tmp_path / "b.zip").files
    assert not (bundle.root / ".clew" / "index.db").exists()


def test_a_file_that_was_changed_in_the_backup_is_not_restored(bundle: Bundle, tmp_path: Path) -> None:
    bundle.backup(tmp_path / "b.zip")
    with zipfile.ZipFile(tmp_path / "b.zip") as old, zipfile.ZipFile(tmp_path / "c.zip", "w") as new:
        for info in old.infolist():
            data = old.read(info)
            new.writestr(info.filename, data.replace(b"Render", b"Heroku") if "claims" in info.filename else data)

    with pytest.raises(Damaged, match="not as it was saved"):
        app.restore(tmp_path / "c.zip", tmp_path / "again")
    assert not (tmp_path / "again").exists()
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".clew-")] == []


def test_a_backup_is_not_restored_to_an_address_or_the_whole_disk(bundle: Bundle, tmp_path: Path) -> None:
    bundle.backup(tmp_path / "b.zip")
    for place in ("https://example.org/notes", "/"):
        with pytest.raises(UsageError, match="name a folder"):
            app.restore(tmp_path / "b.zip", Path(place))


@pytest.mark.parametrize("path", ["../out.md", "/out.md", "a\\b.md", "C:x", "a//b", "./a"])
def test_a_path_that_leads_out_is_refused(tmp_path: Path, path: str) -> None:
    entry = {"sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "size": 0}
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("clew.toml", b"")
        archive.writestr(path, b"")
        archive.writestr(backup.MANIFEST, json.dumps({"format": 1, "files": {"clew.toml": entry, path: entry}}))

    with pytest.raises(Damaged, match="misnamed"):
        app.restore(tmp_path / "x.zip", tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_no_more_is_unpacked_than_the_list_says(tmp_path: Path) -> None:
    entry = {"sha256": "0" * 64, "size": 10}
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("clew.toml", b"0" * 5_000_000)
        archive.writestr(backup.MANIFEST, json.dumps({"format": 1, "files": {"clew.toml": entry}}))

    with pytest.raises(Damaged, match="not as it was saved"):
        app.restore(tmp_path / "x.zip", tmp_path / "again")


def test_what_is_no_backup_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK nothing")
    with zipfile.ZipFile(tmp_path / "y.zip", "w") as archive:
        archive.writestr("a", b"")

    with pytest.raises(Damaged, match="zip"):
        app.restore(tmp_path / "x.zip", tmp_path / "again")
    with pytest.raises(Damaged, match="no backup"):
        app.restore(tmp_path / "y.zip", tmp_path / "again")
    with pytest.raises(NotFound):
        app.restore(tmp_path / "z.zip", tmp_path / "again")
