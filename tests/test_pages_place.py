"""Targets are resolved inside the bundle and never outside it."""

import pytest

from clew.pages import place

PATHS = place.known(["a.md", "sub/b.md", "sub/deep/c.md", "skills/run.md", "caf\u00e9.md"])


@pytest.mark.parametrize(
    ("target", "page", "found"),
    [
        ("b.md", "/sub/x.md", ("path", "/sub/b.md", True, "page")),
        ("/sub/b.md", "/sub/x.md", ("path", "/sub/b.md", True, "root")),
        ("../a.md", "/sub/x.md", ("path", "/a.md", True, "page")),
        ("sub/b.md", "/sub/x.md", ("path", "/sub/b.md", True, "root")),
        ("deep/", "/sub/x.md", ("path", "/sub/deep", True, "page")),
        ("missing.md", "/sub/x.md", ("path", "/sub/missing.md", False, "page")),
        ("../../etc/passwd", "/sub/x.md", ("outside", "../../etc/passwd", False, "")),
        ("/../a.md", "/a.md", ("outside", "/../a.md", False, "")),
        ("https://e.org/a.md", "/a.md", ("url", "https://e.org/a.md", False, "")),
        ("//e.org/a.md", "/a.md", ("url", "//e.org/a.md", False, "")),
        ("cafe\u0301.md", "/a.md", ("path", "/caf\u00e9.md", True, "page")),
        ("./b.md", "/sub/x.md", ("path", "/sub/b.md", True, "page")),
    ],
)
def test_a_link_leads_from_its_page_first_and_then_from_the_root(
    target: str, page: str, found: tuple[object, ...]
) -> None:
    where = place.link(target, page, PATHS)
    assert (where.kind, where.path, where.found, where.base) == found


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("all queries in project X", "scope"),
        ("skills/run.md", "path"),
        ("./nope.md", "path"),
        ("/nope.md", "path"),
        ("https://e.org", "url"),
        ("nope.md", "scope"),
    ],
)
def test_a_resource_is_a_url_a_path_or_a_scope_in_words(value: str, kind: str) -> None:
    assert place.value(value, "/sub/x.md", PATHS).kind == kind


@pytest.mark.parametrize(
    ("target", "page", "link"),
    [
        ("/sources/x.md", "/concepts/db.md", "../sources/x.md"),
        ("/concepts/y.md", "/concepts/db.md", "y.md"),
        ("/a.md", "/b.md", "a.md"),
        ("/concepts/", "/index.md", "concepts/"),
        ("/a/b/c.md", "/a/d/e.md", "../b/c.md"),
    ],
)
def test_a_relative_link_leads_back_to_its_path(target: str, page: str, link: str) -> None:
    assert place.relative(target, page) == link
    assert place.join(page.rpartition("/")[0], link) == target.rstrip("/")
