"""One key of a TOML text, set or removed by its line with every other byte kept; the result is read back."""

import json
import re
import tomllib

from clew.errors import Refused
from clew.model import Json


def with_key(text: str, table: str, key: str, value: str | float | None) -> str:
    """The text with a string or number under `[table]`; None removes the key.

    Raises:
        Refused: the text writes the key in a way that is only safe to edit by hand, or is no TOML.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    start = next((n for n, line in enumerate(lines) if re.match(rf"\s*\[\s*{table}\s*\]", line)), None)
    line = f"{key} = {json.dumps(value, ensure_ascii=False)}{newline}" if value is not None else ""
    if start is None:
        gap = "" if not text else newline if text.endswith("\n") else newline * 2
        changed = f"{text}{gap}[{table}]{newline}{line}" if line else text
    else:
        end = next((n for n in range(start + 1, len(lines)) if re.match(r"\s*\[", lines[n])), len(lines))
        at = next((n for n in range(start + 1, end) if re.match(rf"\s*{key}\s*=", lines[n])), None)
        span = (start + 1, start + 1) if at is None else (at, at + 1)
        if at is None and line and not lines[start].endswith("\n"):
            line = newline + line
        changed = "".join([*lines[: span[0]], line, *lines[span[1] :]])
    _check(text, changed, (table, key, value))
    return changed


def _check(before: str, after: str, asked: tuple[str, str, str | float | None]) -> None:
    table, key, value = asked
    try:
        expected, found = tomllib.loads(before), tomllib.loads(after)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"the settings cannot be changed by a program ({error}); edit the file by hand") from error
    held: dict[str, Json] = expected.setdefault(table, {})
    if value is None:
        held.pop(key, None)
    else:
        held[key] = value
    if found.setdefault(table, {}) != held or {**expected, table: 0} != {**found, table: 0}:
        raise Refused(f"`{key}` under [{table}] is written in a way that is only safe to edit by hand")
