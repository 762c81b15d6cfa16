"""What a service says of its own failure, in its words: out of JSON, markup, or whatever it sends."""

import json
import re
from collections.abc import Mapping

SAID = ("message", "error", "detail", "msg", "error_description", "reason", "title")
"""Keys under which services put what happened, the most telling first."""
_MARKUP = re.compile(r"<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>", re.DOTALL | re.IGNORECASE)
DEEPEST = 6


def words(said: object, depth: int = 0) -> str:
    """What a body of any shape says; empty where it says nothing."""
    if said is None or depth > DEEPEST:
        return ""
    if isinstance(said, bytes):
        return words(said.decode("utf-8", "replace"), depth)
    if isinstance(said, Mapping):
        named = (words(said[key], depth + 1) for key in SAID if said.get(key))
        return next(filter(None, named), "") or _listed(
            [f"{key}: {text}" for key, value in said.items() if (text := words(value, depth + 1))]
        )
    if isinstance(said, list | tuple):
        return _listed([words(one, depth + 1) for one in said])
    if isinstance(said, str) and said.lstrip()[:1] in ("{", "["):
        try:
            return words(json.loads(said), depth + 1)
        except (ValueError, RecursionError):
            return said
    return _MARKUP.sub(" ", said) if isinstance(said, str) else str(said)


def _listed(found: list[str]) -> str:
    return ", ".join(filter(None, found))
