"""Wikilinks lead to the page they name, and nowhere when that is not certain."""

import pytest

from clew.pages.wiki import Stems

STEMS = Stems(
    ["a/Oak Tree.md", "b/pond.md", "c/pond.md", "shed.md", "image.png"],
    {"/shed.md": ["Hut", "pond"], "/a/Oak Tree.md": ["Hut too"]},
)


@pytest.mark.parametrize(
    ("target", "pages"),
    [
        ("Oak Tree", ("/a/Oak Tree.md",)),
        ("oak tree", ("/a/Oak Tree.md",)),
        ("a/Oak Tree", ("/a/Oak Tree.md",)),
        ("Oak Tree.md", ("/a/Oak Tree.md",)),
        ("Oak Tree#Leaves", ("/a/Oak Tree.md",)),
        ("tree", ()),
        ("pond", ("/b/pond.md", "/c/pond.md")),
        ("b/pond", ("/b/pond.md",)),
        ("x/pond", ()),
        ("hut", ("/shed.md",)),
        ("#Leaves", ()),
        ("image.png", ()),
    ],
)
def test_a_target_means(target: str, pages: tuple[str, ...]) -> None:
    assert STEMS.resolve(target) == pages
