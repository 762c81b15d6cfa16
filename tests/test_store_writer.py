"""Several files and their events become durable together, or nothing does."""

import errno
import os
import shutil

import pytest

from clew.errors import Conflict, Locked, Refused, StorageFailed
from clew.model import Event
from clew.store import chain
from clew.store.atomic import ABSENT, digest
from clew.store.files import Files, create
from clew.store.journal import leftovers
from clew.store.ledger import FileLedger
from clew.store.writer import Key, Writer

KEY = Key("b1", "salt")


def event(target: str, op: str = "") -> Event:
    return Event("accept", target, "2026-08-01T00:00:00Z", "anna", "terminal", op=op)


@pytest.fixture
def bundle(tmp_path) -> Files:
    return create(tmp_path / "b", b"")


def content(bundle: Files) -> dict[str, bytes]:
    return {
        str(path.relative_to(bundle.root)): path.read_bytes()
        for path in sorted(bundle.root.rglob("*"))
        if path.is_file() and ".clew/" not in str(path)
    }


def events(bundle: Files) -> list[Event]:
    return list(FileLedger(bundle.ledger, KEY.salt).read())


def break_fsync(monkeypatch, at: int, last: int | None = None) -> None:
    """Let the fsyncs with these numbers (from 1) fail; only the first of them by default."""
    real, calls = os.fsync, iter(range(1, 1000))

    def fsync(descriptor: int) -> None:
        if at <= next(calls) <= (last or at):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)


def test_files_and_events_are_written_by_one_commit(bundle):
    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.write("concepts/new/a.md", b"A")
        t.write("b.md", b"B")
        done = t.commit([event("c1"), event("c2", "mine")])

    assert (bundle.read("concepts/new/a.md"), bundle.read("b.md")) == (b"A", b"B")
    assert [(e.target, e.op) for e in events(bundle)] == [("c1", "op1"), ("c2", "mine")]
    assert tuple(events(bundle)) == done


def test_nothing_is_written_without_a_commit(bundle):
    before = content(bundle)

    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.write("a.md", b"A")
        assert t.paths == ("a.md",)

    assert content(bundle) == before


def test_a_transaction_reads_what_it_staged(bundle):
    (bundle.root / "b.md").write_bytes(b"B")

    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.write("a.md", b"A")
        t.remove("b.md")

        assert (t.read("a.md"), t.read("b.md"), t.read("c.md"), t.read("clew.toml")) == (b"A", None, None, b"")


def test_a_file_is_removed_by_a_commit(bundle):
    (bundle.root / "a.md").write_bytes(b"A")

    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.remove("a.md")
        t.remove("never.md")
        t.commit([event("c1")])

    assert bundle.current("a.md") is None


def test_writing_the_same_again_changes_nothing(bundle):
    (bundle.root / "a.md").write_bytes(b"A")
    before = (bundle.root / "a.md").stat()

    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.write("a.md", b"A")
        t.commit()

    assert (bundle.root / "a.md").stat().st_ino == before.st_ino


def test_files_may_be_written_without_events(bundle):
    with Writer(bundle, KEY) as writer:
        for text in (b"1", b"2"):
            with writer.transaction("op1") as t:
                t.write("index.md", text)
                t.commit()

    assert bundle.read("index.md") == b"2"
    assert events(bundle) == []


def test_a_file_edited_since_it_was_read_is_a_conflict_and_nothing_is_written(bundle):
    (bundle.root / "a.md").write_bytes(b"edited")
    before = content(bundle)

    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.write("b.md", b"B", ABSENT)
        t.write("a.md", b"mine", digest(b"read"))
        with pytest.raises(Conflict, match=r"a\.md changed since it was read"):
            t.commit([event("c1")])

    assert content(bundle) == before


def test_what_was_first_read_counts_when_a_file_is_staged_twice(bundle):
    (bundle.root / "a.md").write_bytes(b"read")

    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.write("a.md", b"one", digest(b"read"))
        t.write("a.md", b"two", digest(b"one"))
        t.commit()

    assert bundle.read("a.md") == b"two"


@pytest.mark.parametrize("path", ["../x", "/x", "l/x"])
def test_F07_F08_nothing_is_written_outside_or_through_a_link(bundle, path):
    (bundle.root / "l").symlink_to(bundle.root.parent)

    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t, pytest.raises(Refused):
        t.write(path, b"")


# What a transaction of one replaced, one removed and two new files syncs: kept originals, journal, journal's
# folder, new folder, three temporary files, folders, ledger, ledger's folder.
@pytest.mark.parametrize("at", range(1, 13))
def test_a_full_disk_at_any_step_leaves_everything_as_it_was(bundle, monkeypatch, at):
    (bundle.root / "a.md").write_bytes(b"A")
    (bundle.root / "gone.md").write_bytes(b"G")
    before = content(bundle)

    with Writer(bundle, KEY) as writer:
        with writer.transaction("op1") as t, monkeypatch.context() as patch:
            t.write("a.md", b"changed")
            t.write("new/b.md", b"B")
            t.write("concepts/c.md", b"C")
            t.remove("gone.md")
            break_fsync(patch, at)
            with pytest.raises(StorageFailed, match="the disk is full"):
                t.commit([event("c1")])
        assert {path: data for path, data in content(bundle).items() if data or path == "clew.toml"} == before
        assert not (bundle.root / "new").exists()
        with writer.transaction("op2") as t:
            t.write("a.md", b"again")
            t.commit([event("c2")])

    assert bundle.read("a.md") == b"again"
    assert [e.target for e in events(bundle)] == ["c2"]
    assert leftovers(bundle) == FileLedger(bundle.ledger, KEY.salt).verify() == ()


def test_a_disk_that_fails_even_to_put_back_stops_the_writer_and_the_next_one_puts_back(bundle, monkeypatch):
    (bundle.root / "a.md").write_bytes(b"A")

    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        with monkeypatch.context() as patch:
            t.write("a.md", b"changed")
            break_fsync(patch, 4, 99)
            with pytest.raises(StorageFailed, match="cannot recover"):
                t.commit([event("c1")])
        with pytest.raises(StorageFailed, match="must be opened again"):
            t.commit([event("c1")])
    with Writer(bundle, KEY):
        pass

    assert bundle.read("a.md") == b"A"
    assert events(bundle) == []


def test_an_interrupt_puts_everything_back_and_ends_the_writer(bundle, monkeypatch):
    def fsync(_descriptor: int) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.write("a.md", b"A")
        monkeypatch.setattr(os, "fsync", fsync)
        with pytest.raises(KeyboardInterrupt):
            t.commit([event("c1")])
        with pytest.raises(StorageFailed, match="must be opened again"):
            t.commit([event("c1")])

    assert bundle.current("a.md") is None


def test_S16_a_second_writer_is_refused_at_once_and_reading_goes_on(bundle):
    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.commit([event("c1")])
        with pytest.raises(Locked, match="another process is writing"), Writer(bundle, KEY):
            pass

        assert [e.target for e in events(bundle)] == ["c1"]


def test_a_cache_folder_deleted_while_writing_stops_the_commit(bundle):
    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.write("a.md", b"A")
        shutil.rmtree(bundle.cache)
        with pytest.raises(Locked, match="was deleted"):
            t.commit([event("c1")])

    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t:
        t.write("a.md", b"A")
        t.commit([event("c1")])
    assert bundle.read("a.md") == b"A"


def test_a_bundle_that_cannot_be_written_to_is_read_but_writing_is_refused(tmp_path):
    made = create(tmp_path / "b", b"")
    shutil.rmtree(made.cache)
    made.cache.write_bytes(b"")

    with pytest.raises(StorageFailed, match="cannot write"), Writer(made, KEY):
        pass
    assert events(made) == []


def test_a_clone_goes_on_with_its_own_file_and_a_copy_begins_another(bundle, tmp_path):
    for files in (bundle, bundle, Files(tmp_path / "copy")):
        if files is not bundle:
            shutil.copytree(bundle.root, files.root)
        with Writer(files, KEY, tmp_path / "home") as writer, writer.transaction("op") as t:
            t.commit([event("c")])

    assert [(e.n, e.clock) for e in events(Files(tmp_path / "copy"))] == [(1, 1), (2, 2), (1, 3)]
    assert len({e.writer for e in events(Files(tmp_path / "copy"))}) == 2


def test_reasons_are_blanked_in_the_same_transaction_that_records_it(bundle, tmp_path):
    with Writer(bundle, KEY, tmp_path / "home") as writer:
        with writer.transaction("op1") as t:
            t.commit([Event("reject", "c1", "now", "anna", "terminal", reason="secret"), event("c2")])
        own = f"ledger/{writer.ledger.path.name}"
        with writer.transaction("op2") as t:
            t.write(own, chain.blanked(t.read(own), frozenset({1})))
            t.commit([event("c3")])

    assert b"secret" not in bundle.read(own)
    assert [(e.target, e.n) for e in events(bundle)] == [("c1", 1), ("c2", 2), ("c3", 3)]
    assert FileLedger(bundle.ledger, KEY.salt).verify() == ()


def test_a_failed_blanking_leaves_the_ledger_as_it_was(bundle, tmp_path, monkeypatch):
    with Writer(bundle, KEY, tmp_path / "home") as writer:
        with writer.transaction("op1") as t:
            t.commit([Event("reject", "c1", "now", "anna", "terminal", reason="secret")])
        before = content(bundle)
        own = f"ledger/{writer.ledger.path.name}"
        with writer.transaction("op2") as t, monkeypatch.context() as patch:
            t.write(own, chain.blanked(t.read(own), frozenset({1})))
            break_fsync(patch, 5)  # kept original, journal, temporary file, folder, and now the append
            with pytest.raises(StorageFailed):
                t.commit([event("c3")])

        assert content(bundle) == before


def test_temporary_files_of_a_dead_writer_are_named_and_removed_by_the_next(bundle):
    stray = bundle.root / "concepts" / ".clew-0123456789ab-0.tmp"
    stray.write_bytes(b"half")
    (bundle.root / "concepts" / ".clew-notes.tmp").write_bytes(b"of a person")
    (bundle.cache / "holder").write_bytes(b"{}")

    assert [(p.path, p.code) for p in leftovers(bundle)] == [("concepts/.clew-0123456789ab-0.tmp", "leftover")]
    with Writer(bundle, KEY):
        pass
    assert leftovers(bundle) == ()
    assert (bundle.root / "concepts" / ".clew-notes.tmp").exists()


def test_a_disk_without_hard_links_keeps_originals_by_copy(bundle, monkeypatch):
    def link(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    (bundle.root / "a.md").write_bytes(b"A")
    with Writer(bundle, KEY) as writer, writer.transaction("op1") as t, monkeypatch.context() as patch:
        patch.setattr(os, "link", link)
        t.write("a.md", b"changed")
        break_fsync(patch, 6)
        with pytest.raises(StorageFailed):
            t.commit([event("c1")])

    assert bundle.read("a.md") == b"A"
