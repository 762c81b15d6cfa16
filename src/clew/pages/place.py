"""Paths inside a bundle: what a link or a path-valued key points to, seen from the page that holds it.

Paths here start with `/`, the root of the bundle. Nothing is looked up on a disk: the caller says
which paths exist.
"""

import unicodedata
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Literal

from clew.text import regex as re

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


@dataclass(frozen=True, slots=True)
class Place:
    """What a target turned out to be."""

    kind: Literal["url", "path", "outside", "scope"]
    """`outside` leaves the bundle; `scope` is free text such as "all queries of a project"."""
    path: str = ""
    """Path from the root for `path`, the target as written otherwise."""
    found: bool = False
    base: Literal["root", "page", ""] = ""
    """Which base a found path was relative to; `root` for targets that begin with `/`."""


def known(files: Iterable[str]) -> frozenset[str]:
    """The paths of these files and of all their folders, each beginning with `/`."""
    paths: set[str] = set()
    for file in files:
        path = "/" + file.strip("/")
        while path and path not in paths:
            paths.add(path)
            path = path.rpartition("/")[0]
    return frozenset(paths | {"/"})


def link(target: str, page: str, paths: Container[str]) -> Place:
    """Where a link of a page leads: relative to the page first, then to the root of the bundle."""
    if _SCHEME.match(target) or target.startswith("//"):
        return Place("url", target)
    bases: tuple[Literal["root", "page"], ...] = ("root",) if target.startswith("/") else ("page", "root")
    first: Place | None = None
    for base in bases:
        path = join(page.rpartition("/")[0] if base == "page" else "", target)
        here = Place("outside", target) if path is None else Place("path", path, _exists(path, paths), base)
        if here.found:
            return Place("path", _spelled(here.path, paths), True, base)
        first = first or here
    return first or Place("outside", target)


def value(target: str, page: str, paths: Container[str]) -> Place:
    """Where a path-valued key leads; what neither looks like a path nor exists is a scope in words."""
    place = link(target, page, paths)
    if place.kind == "url" or place.found or target.startswith(("/", "./", "../")):
        return place
    return Place("scope", target)


def join(folder: str, target: str) -> str | None:
    """A target seen from a folder, as a path from the root; None when it leaves the bundle."""
    parts = [] if target.startswith("/") else [part for part in folder.split("/") if part]
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def relative(target: str, page: str) -> str:
    """A path of the bundle as seen from a page of it, so that the link works on every forge."""
    here, there = page.strip("/").split("/")[:-1], target.strip("/").split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    path = "/".join([".."] * (len(here) - shared) + there[shared:])
    return path + "/" if target.endswith("/") and path else path


def written(target: str, page: str, absolute: bool) -> str:
    """A path of the bundle as a link of a page is written: from the root, or as seen from the page."""
    return target if absolute else relative(target, page)


def _exists(path: str, paths: Container[str]) -> bool:
    return path in paths or unicodedata.normalize("NFC", path) in paths


def _spelled(path: str, paths: Container[str]) -> str:
    return path if path in paths else unicodedata.normalize("NFC", path)
