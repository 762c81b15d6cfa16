"""Recovery finishes or undoes what was begun, and never touches what somebody else did."""

import errno
import os

import pytest

from clew.errors import StorageFailed
from clew.model import Event
from clew.store import atomic
from clew.store.files import Files, create
from clew.store.journal import Change, Intent, Journal, leftovers
from clew.store.ledger import FileLedger

SALT = "salt"


@pytest.fixture
def bundle(tmp_path) -> Files:
    """A bundle with an old page and one event."""
    files = create(tmp_path / "b", b"")
    (files.root / "old.md").write_bytes(b"old")
    ledger(files).append([event("c0")])
    return files


def ledger(files: Files) -> FileLedger:
    return FileLedger(files.ledger, SALT, "w1")


def event(target: str) -> Event:
    return Event("accept", target, "2026-08-01T00:00:00Z", "anna", "terminal")


def begun(files: Files) -> bytes:
    """Begin to replace old.md and add new.md; returns the bytes of the append that would finish it."""
    own = ledger(files)
    own.resume()
    batch = own.prepare([event("c1"), event("c2")])
    changes = [
        Change("old.md", atomic.digest(b"old"), atomic.digest(b"OLD")),
        Change("new.md", atomic.ABSENT, atomic.digest(b"NEW")),
    ]
    intent = Intent.of("0123456789ab", changes, ["fresh"], ("ledger/w1.jsonl", own.size), batch)
    Journal(files).begin(intent)
    (files.root / intent.temporary(1)).write_bytes(b"N")
    return batch.data


def put(files: Files, path: str, data: bytes) -> None:
    """Replace a file as a writer does, by a new one."""
    (files.root / "x.tmp").write_bytes(data)
    (files.root / "x.tmp").replace(files.root / path)


def targets(files: Files) -> list[str]:
    return [found.target for found in ledger(files).read()]


def test_what_was_written_before_the_append_is_undone(bundle):
    begun(bundle)
    put(bundle, "old.md", b"OLD")
    put(bundle, "new.md", b"NEW")
    (bundle.root / "fresh").mkdir()

    assert [p.code for p in leftovers(bundle)] == ["unfinished"]
    assert Journal(bundle).recover() == ()

    assert (bundle.read("old.md"), bundle.current("new.md")) == (b"old", None)
    assert not (bundle.root / "fresh").exists()
    assert leftovers(bundle) == ()


def test_what_was_appended_is_finished(bundle):
    data = begun(bundle)
    put(bundle, "old.md", b"OLD")
    put(bundle, "new.md", b"NEW")
    atomic.append(bundle.ledger / "w1.jsonl", data)

    assert Journal(bundle).recover() == ()

    assert (bundle.read("old.md"), bundle.read("new.md")) == (b"OLD", b"NEW")
    assert targets(bundle) == ["c0", "c1", "c2"]


@pytest.mark.parametrize("length", [1, 100, -1])
def test_a_piece_of_the_append_is_taken_off(bundle, length):
    before = bundle.read("ledger/w1.jsonl")
    atomic.append(bundle.ledger / "w1.jsonl", begun(bundle)[:length])

    Journal(bundle).recover()

    assert bundle.read("ledger/w1.jsonl") == before


def test_a_piece_of_the_very_first_append_leaves_no_file(bundle):
    (bundle.ledger / "w1.jsonl").unlink()
    atomic.append(bundle.ledger / "w1.jsonl", begun(bundle)[:50])

    Journal(bundle).recover()

    assert bundle.current("ledger/w1.jsonl") is None


def test_lines_that_somebody_else_appended_meanwhile_stay(bundle):
    begun(bundle)
    atomic.append(bundle.ledger / "w1.jsonl", b"of a merge\n")

    Journal(bundle).recover()

    assert bundle.read("ledger/w1.jsonl").endswith(b"\nof a merge\n")


def test_files_that_somebody_changed_meanwhile_stay_and_are_named(bundle):
    begun(bundle)
    put(bundle, "old.md", b"edited")
    put(bundle, "new.md", b"mine")
    (bundle.root / "fresh").mkdir()
    (bundle.root / "fresh" / "mine.md").write_bytes(b"m")

    problems = Journal(bundle).recover()

    assert [(p.path, p.code) for p in problems] == [("old.md", "changed_meanwhile"), ("new.md", "changed_meanwhile")]
    assert (bundle.read("old.md"), bundle.read("new.md"), bundle.read("fresh/mine.md")) == (b"edited", b"mine", b"m")


def test_a_kept_original_that_is_gone_leaves_the_new_file_and_is_named(bundle):
    begun(bundle)
    put(bundle, "old.md", b"OLD")
    (bundle.cache / "undo" / "0123456789ab-0").unlink()

    assert [p.path for p in Journal(bundle).recover()] == ["old.md"]
    assert bundle.read("old.md") == b"OLD"


def test_a_file_that_somebody_removed_meanwhile_stays_removed(bundle):
    begun(bundle)
    (bundle.root / "old.md").unlink()

    assert [p.path for p in Journal(bundle).recover()] == ["old.md"]
    assert bundle.current("old.md") is None


@pytest.mark.parametrize("kind", ["folder", "link"])
def test_a_folder_or_link_that_somebody_put_there_meanwhile_stays(bundle, kind):
    begun(bundle)
    for name in ("old.md", "new.md"):
        (bundle.root / name).unlink(missing_ok=True)
        if kind == "folder":
            (bundle.root / name).mkdir()
        else:
            (bundle.root / name).symlink_to(bundle.root / "clew.toml")

    assert [p.path for p in Journal(bundle).recover()] == ["old.md"]
    assert (bundle.root / "old.md").is_dir() == (kind == "folder")
    assert bundle.read("clew.toml") == b""


@pytest.mark.parametrize(("code", "restored"), [(errno.EXDEV, True), (errno.EIO, False)])
def test_an_original_kept_on_another_disk_is_brought_back(bundle, monkeypatch, code, restored):
    begun(bundle)
    put(bundle, "old.md", b"OLD")
    real = os.replace

    def replace(source, target):
        if "undo" in str(source):
            raise OSError(code, os.strerror(code))
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    if restored:
        Journal(bundle).recover()
        assert bundle.read("old.md") == b"old"
    else:
        with pytest.raises(StorageFailed):
            Journal(bundle).recover()


@pytest.mark.parametrize("data", [b"", b"#", b"rubbish\n", b"0123456789abcdef {}\n"])
def test_a_journal_that_was_not_written_whole_began_nothing(bundle, data):
    begun(bundle)
    (bundle.cache / "journal").write_bytes(data)

    assert Journal(bundle).pending() is None
    assert Journal(bundle).recover() == ()
    assert bundle.read("old.md") == b"old"


def test_a_journal_of_another_shape_is_not_followed(bundle):
    body = b'{"tx":"1"}'
    (bundle.cache / "journal").write_bytes(atomic.digest(body)[:16].encode() + b" " + body + b"\n")

    assert Journal(bundle).pending() is None


def test_a_recovery_that_fails_says_so_and_can_be_repeated(bundle, monkeypatch):
    begun(bundle)
    put(bundle, "old.md", b"OLD")

    def fsync(_descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        with pytest.raises(StorageFailed, match=r"cannot recover .* the disk reports an error"):
            Journal(bundle).recover()
    Journal(bundle).recover()

    assert bundle.read("old.md") == b"old"
    assert leftovers(bundle) == ()


def test_a_journal_is_removed_only_when_nothing_is_left_to_undo(bundle):
    begun(bundle)
    Journal(bundle).close()
    assert Journal(bundle).pending() is not None

    Journal(bundle).recover()
    Journal(bundle).close()
    assert sorted(path.name for path in bundle.cache.iterdir()) == [".gitignore"]
