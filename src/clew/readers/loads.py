"""JSON values from text, tolerant of control characters in strings."""

import json

from clew.model import Json

_DECODER = json.JSONDecoder(strict=False)
value = _DECODER.raw_decode
"""The value that begins at a position of a text, and where it ends."""


def whole(text: str) -> Json:
    """The one value of a text; raises ValueError, or RecursionError for depth."""
    return _DECODER.decode(text)
