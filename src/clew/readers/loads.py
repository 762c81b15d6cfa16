"""JSON values from text, with what Python's parser lets through and no file could hold taken out."""

import json
import re

from clew.model import Json

_DECODER = json.JSONDecoder(strict=False)
_HALF = re.compile(r"\\u[dD](?:[89abAB][0-9a-fA-F]{2}(?P<pair>\\u[dD][c-fC-F][0-9a-fA-F]{2})?|[c-fC-F][0-9a-fA-F]{2})")
# every escape in turn, so that a backslash that is itself escaped does not count
_ESCAPE = re.compile(r"\\(?:" + _HALF.pattern.removeprefix(r"\\").replace("?P<pair>", "?P<both>") + "|.)", re.S)


def value(text: str, at: int = 0) -> tuple[Json, int]:
    """The value that begins at a position, and where it ends; lone surrogates become U+FFFD."""
    found, end = _DECODER.raw_decode(text, at)
    if _torn(text, at, end):
        found, _ = _DECODER.raw_decode(_ESCAPE.sub(_mended, text[at:end]))
    return found, end


def whole(text: str) -> Json:
    """The one value of a text; raises ValueError, or RecursionError for depth."""
    stripped = text.strip(" \t\r\n")
    found, end = value(stripped)
    if end != len(stripped):
        raise json.JSONDecodeError("Extra data", stripped, end)
    return found


def _torn(text: str, at: int, end: int) -> bool:
    """Whether half of a surrogate pair stands alone in a stretch of text."""
    if text.find("\\u", at, end) < 0:
        return False  # the search for two characters is much faster than that for a pattern
    return any(half["pair"] is None for half in _HALF.finditer(text, at, end))


def _mended(escape: re.Match[str]) -> str:
    halved = len(escape[0]) == 6 and escape[0][2] in "dD"
    return "\\ufffd" if halved else escape[0]
