"""The lines of one front matter key, found and rewritten so that everything else keeps its bytes."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from clew.model import Json
from clew.pages import emit
from clew.pages.head import load
from clew.text import regex as re

_KEY = re.compile(
    r"""(?P<key>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`\[\]{},?-][^\n]*?|[?-][^\s][^\n]*?)\s*:(?=\s|$)"""
)
_LINES = re.compile(r"[^\n]*\n")
_ITEM = re.compile(r"( *)-[ \r\n]")


@dataclass(frozen=True, slots=True)
class Span:
    """Where a top-level key stands in a text."""

    name: str
    spelled: str
    """The key as written, quotes included."""
    start: int
    end: int
    """Behind the last line of its value; comments between keys belong to none."""


def spans(text: str, start: int, end: int) -> list[Span]:
    """The keys between two offsets, as far as their lines show it; the caller compares them with what was parsed."""
    found: list[Span] = []
    at = start
    for line in text[start:end].split("\n"):
        after = min(at + len(line) + 1, end)
        match = _KEY.match(line)
        if match:
            found.append(Span(_key_name(match["key"]), match["key"], at, after))
        elif found and line.strip() and not line.startswith("#"):
            found[-1] = Span(found[-1].name, found[-1].spelled, found[-1].start, after)
        at = after
    return found


def rewritten(span: Span, lines: str, old: Json, new: Json | None, newline: str) -> str:
    """New lines for a key: entries of a list that stay keep their lines, a comment on a single line stays too."""
    if new is None:
        return ""
    if isinstance(old, list) and isinstance(new, list) and new and (spliced := _spliced(lines, old, new, newline)):
        return spliced
    return _with_comment(emit.entry(span.spelled, new, newline), lines, len(span.spelled), newline)


def same(left: Json, right: Json) -> bool:
    """True for equal values of equal types, in equal order of keys (`1`, `1.0` and `true` differ)."""
    return json.dumps(left) == json.dumps(right)


def _spliced(lines: str, old: Sequence[Json], new: Sequence[Json], newline: str) -> str | None:
    """A block list with the lines of every entry that stays; None for a list that is written another way."""
    header, indent, items = _items(lines)
    if not items or len(items) != len(old):
        return None
    stock: dict[str, list[str]] = defaultdict(list)
    for value, item in zip(reversed(old), reversed(items), strict=True):
        stock[json.dumps(value)].append(item)
    kept = (stock.get(json.dumps(value)) for value in new)
    entries = (
        same_lines.pop() if same_lines else f"{indent}- {emit.flow(value)}{newline}"
        for value, same_lines in zip(new, kept, strict=True)
    )
    return header + "".join(entries)


def _items(lines: str) -> tuple[str, str, list[str]]:
    """The line of the key with what follows it, the indentation of the entries, and the lines of each."""
    header, indent = "", None
    items: list[str] = []
    for line in _LINES.findall(lines):
        mark = _ITEM.match(line)
        if mark and indent in (None, mark[1]):
            indent = mark[1]
            items.append(line)
        elif items:
            items[-1] += line
        else:
            header += line
    return header, indent or "", items


def _key_name(spelled: str) -> str:
    if spelled[0] not in "\"'":
        return spelled
    try:
        return str(load(spelled))
    except ValueError:
        return spelled


def _with_comment(lines: str, old: str, after: int, newline: str) -> str:
    """New lines that keep the comment at the end of a single old line."""
    if lines.count("\n") != 1 or old.count("\n") != 1:
        return lines
    comment = _comment(old.rstrip("\r\n"), after + 1)
    return lines.removesuffix(newline) + comment + newline if comment else lines


def _comment(line: str, at: int) -> str:
    """The comment of a line with the spaces before it, looking outside quotes from position `at`."""
    quote = ""
    opening = True
    while at < len(line):
        char = line[at]
        if quote:
            at += char == "\\" and quote == '"'
            quote = "" if char == quote else quote
        elif char in "\"'" and opening:
            quote = char
        elif char == "#" and line[at - 1] in " \t":
            return line[len(line[:at].rstrip()) :]
        opening = char in "[{,:" or (opening and char in " \t")
        at += 1
    return ""
