"""Folders of pages that other hands made: what tells them, and whether they can be read as a bundle."""

from pathlib import Path

from clew.store import walk

_HEAD = 512
_GUIDES = ("CLAUDE.md", "AGENTS.md")


def ours(root: Path) -> bool:
    """Whether a folder is a bundle of Clew's own."""
    return (root / "clew.toml").is_file()


def wiki(root: Path) -> bool:
    """Whether a folder says of itself that it is a bundle: by its index, or by the layout of an OKF wiki."""
    if (root / "wiki-trigger-keywords.txt").is_file():
        return True
    if (root / "entities").is_dir() and any((root / guide).is_file() for guide in _GUIDES):
        return True
    try:
        with (root / "index.md").open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return head.removeprefix(b"\xef\xbb\xbf").startswith(b"---") and b"okf_version" in head


def readable(root: Path) -> bool:
    """Whether a folder can be opened: a bundle, or one with pages in it."""
    return ours(root) or (root.is_dir() and (wiki(root) or bool(walk.pages(root).paths)))
