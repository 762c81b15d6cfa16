"""Finds the Markdown marks of a text that a reader never sees: emphasis, code marks, the addresses of links.

Only marks that pair up around words count, so `2*3`, `snake_case`, `__init__` and `**kwargs` keep theirs.
Struck text (`~~so~~`) is left as it is: dropping those marks would turn what was taken back into a statement.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from clew.text import regex as re

_RUN = re.compile(
    r"[*_]+|`+|~~|\n[ \t]*\n"
    r"|(?<![\w!\\])\[\^[\w-]{1,40}\]|(?<=[\w.!?,;:)\"'])\[\^[\w-]{1,40}\](?!\()"  # footnote marks
    r"|(?<![\w!\\\[])\[(?![\[^\s])|\]\([^()\s]+(?: \"[^\"\n]*\")?\)"  # the two halves of a link
    r"|(?<![!\[])\[\[(?:[^\[\]|\n]+\|)?(?=[^\[\]|\n]+\]\])|\]\]"  # those of a link to a page
)
_DUNDER = re.compile(r"[a-z0-9_]+")
_NUMBER = re.compile(r"[\d.,]+")

Run = tuple[int, int]
"""Start and end of one run of marks."""


def emphasis(text: str) -> tuple[Run, ...]:
    """Runs of paired marks in order of place; marks inside code are words, not marks."""
    if not any(mark in text for mark in "*_`["):
        return ()
    found: list[Run] = []
    opened: dict[str, list[Run]] = {}
    code = _code(text)
    inside = 0
    for match in _RUN.finditer(text):
        start, end = match.span()
        if start < inside:
            continue
        run = match.group()
        if run[0] == "\n":
            opened.clear()
        elif run[0] == "`":
            closing = code.get(start)
            if closing:
                found += [] if end - start > 2 else [(start, end), closing]
                inside = closing[1]
        elif run[0] in "*_":
            found += _pair(text, (start, end), opened)
        elif run[0] in "[]":
            found += _link(run, (start, end), opened)
    return tuple(sorted(found))


def _link(mark: str, run: Run, opened: dict[str, list[Run]]) -> list[Run]:
    """Footnote marks at once, brackets when they close: [words](address), [[page|words]]."""
    if mark.startswith("[^"):
        return [run]
    kind = "[[" if mark.startswith(("[[", "]]")) else "["
    if mark[0] == "[":
        opened[kind] = [run]
        return []
    waiting = opened.pop(kind, [])
    return [*waiting, run] if waiting else []


def struck(text: str, start: int, end: int) -> bool:
    """Whether a place lies between two pairs of tildes in one paragraph: words that the writer took back."""
    runs = _struck(text)
    before = bisect_right(runs, start, key=lambda run: run[0]) - 1
    return before >= 0 and end <= runs[before][1]


@lru_cache(maxsize=8)
def _struck(text: str) -> tuple[Run, ...]:
    return tuple(_crossed(text)) if "~~" in text else ()


def _crossed(text: str) -> Iterator[Run]:
    at: int | None = None
    for match in _RUN.finditer(text):
        if match.group()[0] == "\n":
            at = None
        elif match.group() == "~~":
            if at is None:
                at = match.end() if text[match.end() : match.end() + 1].strip() else None
            elif not text[match.start() - 1].isspace():
                yield at, match.start()
                at = None


def _code(text: str) -> dict[int, Run]:
    """Start of each run of backticks that opens code → the run that closes it."""
    runs: dict[int, list[int]] = {}
    order = [m.span() for m in re.finditer("`+", text)]
    for start, end in order:
        runs.setdefault(end - start, []).append(start)
    out: dict[int, Run] = {}
    inside = 0
    for start, end in order:
        if start < inside:
            continue
        same = runs[end - start]
        following = bisect_right(same, start)
        if following < len(same):
            close = same[following]
            if end - start <= 2 and "\n\n" in text[end : min(close, end + 2000)]:
                continue
            out[start] = (close, close + end - start)
            inside = out[start][1]
    return out


def _pair(text: str, run: Run, opened: dict[str, list[Run]]) -> list[Run]:
    """The run with its opener when it closes one; otherwise it is remembered if it can open."""
    start, end = run
    mark = text[start:end]
    waiting = opened.setdefault(mark, [])
    if waiting and _closes(text, start, end) and _wraps(text, (waiting[-1][1], start), mark):
        return [waiting.pop(), run]
    if _opens(text, start, end):
        waiting.append(run)
    return []


def _wraps(text: str, inner: Run, mark: str) -> bool:
    """Whether words stand between two marks: not a number between stars, not a name like `__init__`."""
    if mark == "*" and _NUMBER.fullmatch(text, *inner):
        return False
    return inner[1] > inner[0] and not (mark[0] == "_" and len(mark) > 1 and _DUNDER.fullmatch(text, *inner))


def _opens(text: str, start: int, end: int) -> bool:
    return end < len(text) and not text[end].isspace() and (start == 0 or _outside(text[start - 1]))


def _closes(text: str, start: int, end: int) -> bool:
    return not text[start - 1].isspace() and (end == len(text) or _outside(text[end]))


def _outside(char: str) -> bool:
    """Whether a mark beside this character stands at the edge of a word; scripts without spaces always do."""
    return (
        not char.isalnum()
        or "\u3040" <= char <= "\u30ff"
        or "\u3400" <= char <= "\u9fff"
        or "\uac00" <= char <= "\ud7a3"
    )
