"""Watching a folder: new, changed and still being written."""

import os
from pathlib import Path

import pytest

from clew.errors import UsageError
from clew.use.watch import Watch


def write(path: Path, text: str, at: int) -> Path:
    """A file with this text, last changed at this second."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    os.utime(path, (at, at))
    return path


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


def watched(inbox: Path) -> Watch:
    return Watch(inbox, inbox.parent / "bundle")


def test_a_file_is_due_when_two_looks_find_it_the_same(inbox: Path) -> None:
    watch = watched(inbox)
    file = write(inbox / "a.md", "one", 1)
    assert (list(watch.due()), watch.restless) == ([], True)
    write(file, "one two", 2)
    assert list(watch.due()) == []
    assert list(watch.due()) == [file]


def test_what_is_done_is_due_again_only_after_a_change(inbox: Path) -> None:
    watch = watched(inbox)
    file = write(inbox / "a.md", "one", 1)
    watch.due()
    watch.done(watch.due())
    assert (watch.due(), watch.restless) == ({}, False)
    write(file, "two", 2)
    watch.due()
    assert list(watch.due()) == [file]


def test_a_change_while_it_was_added_is_not_lost(inbox: Path) -> None:
    watch = watched(inbox)
    file = write(inbox / "a.md", "one", 1)
    watch.due()
    due = watch.due()
    write(file, "one two", 2)
    watch.done(due)
    watch.due()
    assert list(watch.due()) == [file]


def test_what_was_not_done_stays_due(inbox: Path) -> None:
    watch = watched(inbox)
    write(inbox / "a.md", "one", 1)
    watch.due()
    assert watch.due() == watch.due() != {}


def test_a_file_that_vanishes_is_no_work(inbox: Path) -> None:
    watch = watched(inbox)
    file = write(inbox / "a.md", "one", 1)
    watch.due()
    watch.done(watch.due())
    file.unlink()
    assert (watch.due(), watch.restless) == ({}, False)


def test_files_of_one_folder_are_added_together(inbox: Path) -> None:
    watch = watched(inbox)
    for name in ("export/users.json", "export/general/1.json", "a.md"):
        write(inbox / name, "x", 1)
    watch.due()
    assert [(path.name, len(files)) for path, files in watch.units(watch.due())] == [("a.md", 1), ("export", 2)]


def test_with_an_ignore_file_the_folder_is_added_whole(inbox: Path) -> None:
    watch = watched(inbox)
    write(inbox / ".clewignore", "b.md\n", 1)
    write(inbox / "a.md", "x", 1)
    write(inbox / "b.md", "x", 1)
    watch.due()
    assert [(path, list(files)) for path, files in watch.units(watch.due())] == [(inbox, [inbox / "a.md"])]


def test_hidden_and_temporary_files_are_never_due(inbox: Path) -> None:
    watch = watched(inbox)
    for name in (".x.md", "a.md.tmp123", "b.part"):
        write(inbox / name, "x", 1)
    watch.due()
    assert watch.due() == {}


def test_a_bundle_does_not_watch_itself(tmp_path: Path) -> None:
    (tmp_path / "b" / "concepts").mkdir(parents=True)
    for folder in (tmp_path / "b", tmp_path / "b" / "concepts"):
        with pytest.raises(UsageError, match="belongs to the bundle"):
            Watch(folder, tmp_path / "b")
    with pytest.raises(UsageError, match="no folder"):
        Watch(tmp_path / "missing", tmp_path / "b")
