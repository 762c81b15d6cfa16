"""Looking through folders without surprises."""

import os

import pytest

from clew.errors import StorageFailed
from clew.store import walk


def tree(root, *paths: str):
    for path in paths:
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(b"")
    return root


def test_pages_are_found_sorted_and_other_files_are_not(tmp_path):
    tree(tmp_path, "b.md", "a/c.MD", "a/x.txt", "claims/n.md", "deep/claims/n.md")

    assert walk.pages(tmp_path, ("claims",)).paths == ("a/c.MD", "b.md", "deep/claims/n.md")


def test_F10_hidden_folders_and_temporary_files_are_no_pages(tmp_path):
    tree(tmp_path, ".clew/a.md", ".git/b.md", ".x.md.tmp123", ".clew-00.md", "a.md")

    assert walk.pages(tmp_path).paths == ("a.md",)


def test_F07_links_are_not_followed_and_are_named(tmp_path):
    root = tree(tmp_path / "b", "a.md")
    tree(tmp_path, "out/z.md")
    (root / "l").symlink_to(tmp_path / "out")
    (root / "loop").symlink_to(root)
    (root / "z.md").symlink_to(tmp_path / "out/z.md")

    found = walk.pages(root)

    assert found.paths == ("a.md",)
    assert [(p.path, p.code) for p in found.problems] == [("l", "link"), ("loop", "link"), ("z.md", "link")]
    assert found.complete


def test_another_bundle_inside_is_left_out(tmp_path):
    tree(tmp_path, "clew.toml", "a.md", "other/clew.toml", "other/b.md")

    assert walk.pages(tmp_path).paths == ("a.md",)


@pytest.mark.parametrize("name", ["A.md", "a\u0308.md"])
def test_F13_names_that_other_disks_take_for_one_are_named(tmp_path, name):
    tree(tmp_path, "a.md", "ä.md", name)

    assert [p.code for p in walk.pages(tmp_path).problems] == ["case_collision"]


def test_a_name_that_is_not_utf8_is_named(tmp_path):
    (tmp_path / os.fsdecode(b"\xff.md")).write_bytes(b"")

    found = walk.pages(tmp_path)

    assert found.paths == ()
    assert [p.code for p in found.problems] == ["bad_name"]


def test_F09_a_folder_that_cannot_be_looked_into_makes_the_walk_incomplete(tmp_path, monkeypatch):
    tree(tmp_path, "a.md", "shut/b.md")
    real = os.scandir

    def scandir(path):
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = walk.pages(tmp_path)

    assert found.paths == ("a.md",)
    assert [(p.path, p.code) for p in found.problems] == [("shut/", "unreadable")]
    assert not found.complete


def test_F09_a_root_that_cannot_be_looked_into_is_an_error(tmp_path, monkeypatch):
    with pytest.raises(StorageFailed, match="cannot read"):
        walk.pages(tmp_path / "gone")

    def scandir(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(StorageFailed, match="no permission"):
        walk.pages(tmp_path)
