"""The small YAML writer: one shape that YAML 1.1 and YAML 1.2 readers understand alike.

Strings are always double-quoted in the JSON way, so that `no`, `1e5`, `12:30`, dates and links stay
text everywhere. Lists of scalars and mappings stand on the line of their key; a list that holds
mappings or lists is written as a block with one entry a line, so that a change is one line in a diff.
"""

import json
import math
from collections.abc import Mapping

from clew.model import Json
from clew.text import regex as re

# Readers treat these as line breaks, as a byte order mark or as nothing at all, or they turn text around.
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")
_SIGNS = re.compile(_UNSAFE.pattern[:-1] + r"\[\]{}&]")
_BRACKET = re.compile(r"[\[\]{}]")
_ANCHOR = re.compile(r"(?:^|[\s\[{,:-])&[^\s,\[\]{}]")
_DEEP = 8
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_WORDS_WITH_MEANING = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})


def string(value: str) -> str:
    """A double-quoted scalar that every YAML reader gives back unchanged."""
    signs = _SIGNS if _piled(value) else _UNSAFE
    return signs.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(value, ensure_ascii=False))


def _piled(value: str) -> bool:
    """Whether a text alone may look like the piles of brackets and anchors that no front matter is read with."""
    depth = deepest = 0
    for sign in _BRACKET.findall(value):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, abs(depth))
    return depth != 0 or deepest > _DEEP or _ANCHOR.search(value) is not None


def key(name: str) -> str:
    """A mapping key: plain where that is safe, quoted otherwise."""
    if _PLAIN_KEY.fullmatch(name) and name.lower() not in _WORDS_WITH_MEANING:
        return name
    return string(name)


def flow(value: Json) -> str:
    """A value on one line."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key(str(k))}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return _scalar(value)


def entry(name: str, value: Json, newline: str = "\n") -> str:
    """The lines of one top-level key, each ended by `newline`; `name` is written as it stands."""
    if isinstance(value, list | tuple) and any(isinstance(item, Mapping | list | tuple) for item in value):
        return "".join([f"{name}:{newline}", *(f"  - {flow(item)}{newline}" for item in value)])
    return f"{name}: {flow(value)}{newline}"


def _scalar(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, int):
        return str(value)
    raise TypeError(f"no YAML form for {type(value).__name__}")


def _number(value: float) -> str:
    if not math.isfinite(value):
        return string(str(value))
    mantissa, sign, exponent = repr(value).partition("e")
    if sign and "." not in mantissa:
        mantissa += ".0"  # YAML 1.1 reads 1e+16 as text, 1.0e+16 as a number
    return mantissa + sign + exponent
