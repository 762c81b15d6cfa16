"""The title of a source that may have none."""

from collections.abc import Sequence

from clew.model import Json, Part
from clew.readers.text import tidy

SHORT = 60


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


def _line(text: str) -> str:
    for line in text[:2000].split("\n"):
        short = tidy(line.strip("#>*_-` \t\r"), SHORT)
        if short:
            return short
    return ""
