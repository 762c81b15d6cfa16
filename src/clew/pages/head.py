"""The head of a Markdown file: where front matter stands, and its YAML read strictly.

YAML 1.2 by its core schema: dates, `yes` and `0123` are text, a key that stands twice is an error.
"""

import json
from collections.abc import Mapping

import ryaml

from clew.model import Json, Problem
from clew.pages.guard import overload, without_aliases
from clew.text import regex as re

_LINE = re.compile(r"\bline (\d+)")
_PROSE_KEY = re.compile(r"[,;.!?]\s|(?:\S+\s+){5}\S")
_DEPTH = 32

_MESSAGES = {
    "bad_utf8": "This file is not UTF-8; save it as UTF-8.",
    "nul_byte": "This file holds a NUL character; remove it.",
    "conflict_markers": "A merge conflict is not resolved; choose a side and remove the markers.",
    "front_unclosed": "The front matter has no closing --- line; add one.",
    "front_not_mapping": "The front matter is a list; write it as `key: value` lines.",
    "front_too_large": "The front matter is larger than a page can need; move the text into the body.",
    "too_many_aliases": "The front matter repeats itself by YAML aliases beyond measure; write the values out.",
    "too_deep": "The front matter is nested too deeply; flatten it.",
    "duplicate_key": "A key stands twice in the front matter; keep one.",
    "tab_indent": "YAML cannot be indented by tabs; use spaces.",
    "bad_yaml": "The front matter is not valid YAML",
}


def problem(path: str, code: str, line: int | None) -> Problem:
    """A fault by its code, with the message that belongs to it."""
    return Problem(path, code, _MESSAGES[code], line)


def head_of(text: str) -> tuple[int, int] | None:
    """Where the lines between the two `---` lines lie, or None."""
    start = 4 if text.startswith("---\n") else 5 if text.startswith("---\r\n") else 0
    at = start - 1
    while start and (at := text.find("\n---", at)) >= 0:
        end = at + 4
        if end == len(text) or text[end] == "\n" or text[end:] == "\r" or text.startswith("\r\n", end):
            return (start, at + 1)
        at = end
    return None


def body_start(text: str, head: tuple[int, int] | None) -> int:
    """Where the body begins in `text`: behind the closing line."""
    end = text.find("\n", head[1]) if head else -1
    return 0 if head is None else len(text) if end < 0 else end + 1


def looks_unclosed(text: str) -> bool:
    """True for an opening `---` line followed by a key but by no closing line; a mere rule is prose."""
    first, _, rest = text.partition("\n")
    return first.rstrip("\r") == "---" and re.match(r"[\w-]+:(\s|$)", rest) is not None


def read(yaml: str, path: str) -> tuple[dict[str, Json] | None, Problem | None]:
    """The mapping, or the reason why there is none, or neither for prose."""
    if (code := overload(yaml)) is not None:
        return _outside_aliases(yaml) if code == "too_many_aliases" else {}, problem(path, code, 1)
    try:
        value = load(yaml)
    except ValueError as fault:  # ryaml's own error is one too
        return None, _yaml_problem(str(fault), yaml, path)
    if value is None:
        return {}, None
    if isinstance(value, list):
        return None, problem(path, "front_not_mapping", 1)
    if not isinstance(value, dict) or _is_prose(value):
        return None, None
    try:
        return _plain_map(value, 1), None
    except ValueError as fault:
        return None, problem(path, str(fault), 1)


def _is_prose(value: Mapping[Json, Json]) -> bool:
    """True when every key reads like a sentence: `Just a rule, then text: with colon` is no front matter."""
    return all(isinstance(key, str) and " " in key and _PROSE_KEY.search(key) for key in value)


def load(yaml: str) -> Json:
    """One YAML 1.2 document by the core schema; raises ValueError for anything else."""
    return ryaml.loads(yaml)  # type: ignore[attr-defined]  # its stub leaves out what its manual documents


def _outside_aliases(yaml: str) -> dict[str, Json]:
    """What such front matter says where it does not repeat itself: its type and title can still be shown."""
    try:
        value = load(without_aliases(yaml))
        return _plain_map(value, 1) if isinstance(value, dict) else {}
    except ValueError:
        return {}


def plain(value: Json, depth: int) -> Json:
    """The value as JSON knows it: text keys, finite numbers, lists."""
    if isinstance(value, str) or value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if value - value == 0 else {"inf": ".inf", "-inf": "-.inf"}.get(str(value), ".nan")
    if depth >= _DEPTH:
        raise ValueError("too_deep")
    if isinstance(value, Mapping):
        return _plain_map(value, depth + 1)
    return [plain(item, depth + 1) for item in value]


def _plain_map(value: Mapping[Json, Json], depth: int) -> dict[str, Json]:
    # Most keys and values are text already; a call for each would cost as much as the YAML reader.
    result = {k if type(k) is str else word(k): v if type(v) is str else plain(v, depth) for k, v in value.items()}
    if len(result) < len(value):
        raise ValueError("duplicate_key")
    return result


def word(value: Json) -> str:
    """A scalar as a word: what YAML writes for it."""
    return json.dumps(value) if value is None or isinstance(value, bool) else str(value)


def _yaml_problem(message: str, yaml: str, path: str) -> Problem:
    """The parser's complaint, with the line counted in the file."""
    lines = yaml.split("\n")
    if twice := re.search(r'duplicate entry with key "(.*)"', message):
        places = [
            n for n, line in enumerate(lines, 2) if re.match(rf"\s*(- )?[\"']?{re.escape(twice[1])}[\"']?\s*:", line)
        ]
        return problem(path, "duplicate_key", places[1] if len(places) > 1 else None)
    if "duplicate entry" in message:
        return problem(path, "duplicate_key", None)
    at = _LINE.search(message)
    number = int(at[1]) if at else 1
    culprit = lines[min(number, len(lines)) - 1]
    if re.match(r"[ ]*\t", culprit):
        return problem(path, "tab_indent", number + 1)
    if "recursion limit" in message:
        return problem(path, "too_deep", number + 1)
    detail = re.sub(r",? at (?:line \d+ column \d+|position \d+)", "", message).split(", while")[0]
    return Problem(path, "bad_yaml", f"{_MESSAGES['bad_yaml']} ({detail}); fix it by hand.", number + 1)
