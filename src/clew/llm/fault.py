"""What a service says of its own failure, in its words: out of JSON, markup, or whatever it sends."""

import json
import re
from collections.abc import Mapping

SAID = ("message", "error", "detail", "msg", "error_description", "reason", "title")
"""Keys under which services put what happened, the most telling first."""
KINDS = {401: "key", 403: "key", 404: "unknown", 413: "too_long", 429: "busy"}
"""Status of HTTP → the kind of failure that it stands for."""
# what services say that answer everything with a bad request
_BAD = (
    ("key", r"\bapi key not valid\b"),  # so Google refuses one
    ("too_long", r"\bcontext[ _](?:length|size|window)\b|\breduce the length\b"),
    ("too_long", r"\b(?:prompt|input|request|text) (?:is |was )?too (?:long|large)\b"),
    ("too_long", r"\btoo many (?:input )?tokens\b|\btoken count\b.{0,40}\bexceeds\b"),
    ("unknown", r"\b(?:invalid|unknown|no such|not a valid|unsupported) model\b"),
    ("unknown", r"\bmodel\b.{0,80}?\b(?:not found|not exist|not supported|is unknown)\b"),
)
_MARKUP = re.compile(r"<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>", re.DOTALL | re.IGNORECASE)
DEEPEST = 6


def named(code: int, told: str) -> str:
    """The kind of a failure, by its status and by what the service says of it."""
    if code == 400:
        return next((kind for kind, form in _BAD if re.search(form, told, re.IGNORECASE)), "rejected")
    return KINDS.get(code) or ("down" if code >= 500 else "rejected")


def words(said: object, depth: int = 0) -> str:
    """What a body of any shape says; empty where it says nothing."""
    if said is None or depth > DEEPEST:
        return ""
    if isinstance(said, bytes):
        return words(said.decode("utf-8", "replace"), depth)
    if isinstance(said, Mapping):
        telling = (words(said[key], depth + 1) for key in SAID if said.get(key))
        return next(filter(None, telling), "") or _listed(
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
