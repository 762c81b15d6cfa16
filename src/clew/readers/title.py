"""The title of a source that may have none, and what the name of a file says of its words."""

from collections.abc import Sequence

from clew.model import Json, Part
from clew.readers.text import tidy
from clew.text import regex as re

SHORT = 60
_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)")
_WORD = re.compile(r"[^\W\d_]{2}")
_MARK = re.compile(r"(?=[^g-zG-Z]*\d)[\da-fA-F_-]{12,}")
"""A number or digest that some program named a file with."""


def title_of(given: Json, parts: Sequence[Part]) -> str:
    """The given title, else the first line a person wrote, else the first line at all, else `Untitled`."""
    if isinstance(given, str) and tidy(given):
        return tidy(given)
    if isinstance(given, int | float) and not isinstance(given, bool):
        return str(given)
    for wanted in ({"person"}, {"assistant", "document"}):
        for part in parts:
            line = _line(part.text) if part.author in wanted else ""
            if line:
                return line
    return "Untitled"


def named(where: str) -> tuple[str | None, str | None]:
    """Title and day (`2026-03-01`) that the name of a file or member states; None for what it does not.

    What has no ending is no file: standard input, and text that a program supplied.
    """
    stem = re.split(r"[/\\!]", where)[-1].rpartition(".")[0]
    day = _DAY.search(stem)
    at = "-".join((day[1], day[3], day[4])) if day else None
    told = _WORD.search(stem) and not _MARK.fullmatch(stem)
    return (tidy(stem.replace("_", " ")) if told else at), at


def _line(text: str) -> str:
    for line in text[:2000].split("\n"):
        short = tidy(line.strip("#>*_-` \t\r"), SHORT)
        if short:
            return short
    return ""
