"""Reading what a model said: JSON out of whatever stands around it, item by item where it was cut off."""

import json
from collections.abc import Iterator
from typing import NoReturn

from clew.model import Json
from clew.text import regex as re

TRIES = 200
"""Places at which JSON is looked for in one reply."""
_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_OPENED = re.compile(r"[{\[]")


def _constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_constant)


def value(text: str, key: str) -> dict[str, Json]:
    """The JSON object with this key in a reply; prose, fences and thoughts around it are passed over.

    Raises:
        ValueError: there is none.
    """
    found = None
    for obj, whole in _values(_THOUGHT.sub("", text)):
        if isinstance(obj, dict) and key in obj:
            found = obj
        elif isinstance(obj, list) and whole and found is None and all(isinstance(item, dict) for item in obj):
            found = {key: obj}  # some models leave the outer object away
    if found is None:
        raise ValueError(f"no JSON object with `{key}` in it")
    return found


def items(text: str, key: str) -> list[dict[str, Json]]:
    """The list of objects under a key; what is no object is left out.

    Raises:
        ValueError: there is no such list.
    """
    held = value(text, key)[key]
    if not isinstance(held, list):
        raise ValueError(f"`{key}` is no list")
    return [item for item in held if isinstance(item, dict)]


def begun(text: str, key: str) -> list[dict[str, Json]]:
    """The complete objects of a list that was cut off."""
    start = re.search(rf'"{re.escape(key)}"\s*:\s*\[', _THOUGHT.sub("", text))
    found: list[dict[str, Json]] = []
    if start is None:
        return found
    rest = start.string[start.end() :].lstrip(" \t\r\n,")
    while rest.startswith("{"):
        try:
            item, end = _DECODER.raw_decode(rest)
        except (ValueError, RecursionError):
            break
        found.append(item)
        rest = rest[end:].lstrip(" \t\r\n,")
    return found


def _values(text: str) -> Iterator[tuple[Json, bool]]:
    """Every JSON object or list that stands in a text, outermost ones only, and whether none was broken before it."""
    at, whole = 0, True
    for _ in range(TRIES):
        opened = _OPENED.search(text, at)
        if opened is None:
            return
        try:
            obj, at = _DECODER.raw_decode(text, opened.start())
        except (ValueError, RecursionError):
            at, whole = opened.start() + 1, False
            continue
        yield obj, whole
