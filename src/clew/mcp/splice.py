"""One entry more in a JSON file of somebody else: every byte outside it stays as it is."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.errors import Refused
from clew.model import Json

_SPACE = re.compile(r"\s*")
_READ = json.JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object or array, by its place in the text."""

    key: str
    """Empty in an array."""
    start: int
    end: int
    """Of its value."""


def put(text: str, path: Sequence[str], value: Json) -> str:
    """The text with a value under this path of keys; objects that are missing on the way are made.

    Raises:
        Refused: it is no plain JSON, or something else stands there.
    """
    return _inserted(text, path, value, False)


def append(text: str, path: Sequence[str], value: Json) -> str:
    """The text with a value more in the array at this path, which is made if it is missing.

    Raises:
        Refused: it is no plain JSON, or no array stands there.
    """
    return _inserted(text, path, value, True)


def _inserted(text: str, path: Sequence[str], value: Json, listed: bool) -> str:
    if not text.strip():
        return json.dumps(_nested(path, [value] if listed else value), indent=2, ensure_ascii=False) + "\n"
    try:
        before = json.loads(text)
    except ValueError as error:
        raise Refused(f"it is no plain JSON ({error})") from error
    at, keys = _SPACE.match(text, 0), list(path)
    start = at.end() if at else 0
    depth = 1
    while text[start] == "{" and keys and (found := _last(text, start, keys[0])):
        start, keys, depth = found.start, keys[1:], depth + 1
    if text[start] != ("[" if listed and not keys else "{") or not (keys or listed):
        raise Refused(f"`{'.'.join(path)}` holds something else already")
    member = value if not keys else _nested(keys[1:], [value] if listed else value)
    made = _with(text, start, keys[0] if keys else "", member, depth)
    wanted = _merged(before, path, value, listed)
    if json.loads(made) != wanted:
        raise Refused("its keys are given more than once; mend that first")
    return made


def _nested(path: Sequence[str], value: Json) -> Json:
    for key in reversed(path):
        value = {key: value}
    return value


def _merged(before: Json, path: Sequence[str], value: Json, listed: bool) -> Json:
    """What the file must mean afterwards."""
    if not path:
        return [*before, value] if listed else value
    inner = before.get(path[0], [] if listed and len(path) == 1 else {})
    return {**before, path[0]: _merged(inner, path[1:], value, listed)}


def _last(text: str, start: int, key: str) -> Member | None:
    found = [member for member in members(text, start) if member.key == key]
    return found[-1] if found else None


def members(text: str, start: int) -> Iterator[Member]:
    """The members of the object or array that begins here; the text is known to be JSON."""
    at = _after(text, start + 1)
    while text[at] not in "]}":
        key = ""
        if text[start] == "{":
            key, at = _READ(text, at)
            at = _after(text, _after(text, at) + 1)
        _, end = _READ(text, at)
        yield Member(key, at, end)
        at = _after(text, end)
        at = _after(text, at + 1) if text[at] == "," else at


def _after(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _with(text: str, start: int, key: str, value: Json, depth: int) -> str:
    """The text with a member more at the end of the object or array that begins here."""
    known = list(members(text, start))
    first = text.rfind("\n", start, known[0].start) if known else -1
    name = f"{json.dumps(key, ensure_ascii=False)}: " if key else ""
    if known and first < 0:  # all of it stands on one line
        return f"{text[: known[-1].end]}, {name}{json.dumps(value, ensure_ascii=False)}{text[known[-1].end :]}"
    unit = _unit(text)
    margin = _margin(text, first + 1) if known else unit * depth
    told = json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", "\n" + margin)
    if known:
        return f"{text[: known[-1].end]},\n{margin}{name}{told}{text[known[-1].end :]}"
    end = _after(text, start + 1)
    return f"{text[: start + 1]}\n{margin}{name}{told}\n{unit * (depth - 1)}{text[end:]}"


def _unit(text: str) -> str:
    """What one step of indentation is in this file."""
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "


def _margin(text: str, at: int) -> str:
    found = re.compile(r"[ \t]*").match(text, at)
    return found[0] if found else ""
