"""A page as a merge of git left it: lines of both sides stand in it, and one block of them is made anew.

A union merge keeps the lines of both, so that keys and markers stand twice; a merge of text encloses them in conflict
markers. What people wrote is kept from both sides. Git cannot say whether both changed the same words, so where words
are not as one side left them, a line on the page asks a person to read them.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from clew.model import Json
from clew.pages import emit, escape, front, region, relations, summary
from clew.pages.guard import both
from clew.pages.head import body_start, head_of, load, plain
from clew.pages.page import BLOCK, JOINED, PROSE, generated, note, seal, seals, worded
from clew.pages.splice import Span, same, spans
from clew.text import regex as re

_SHARED = ("agents", "index", "log", "timeline")
"""Regions of the derived files."""
_NOTES = re.compile(r"(?:\[\^[^\]\s]+\])+")
_FIXED = re.compile(
    r"|## (?:Current|Disputed|History|To look at)|No current claim\.|\d+ of \d+ reviewed\.|…and \d+ more.*"
    r"|This page has moved to \[.*\]\(.*\)\."
    r"|rests on(?: `c\w+`)+|\* “.*” rests on `c\w+`: .*|  .*|\[\^[^\]\s]+\]: .*"
)
"""Lines of a block that hold no words of a claim, and the details below one that does."""
_KEY = re.compile(
    r"---|(?:type|title|description|tags|aliases|status|generated|verified|stale_after|sources|relations): ?.*"
    r"|  - \{(?:id|by|predicate): .*\}"
)
"""Lines of front matter as it is generated."""
_MARKER = re.compile(rf"<!-- clew:{BLOCK} (begin|end) ?.*-->")
_OWN = re.compile(rf"{_KEY.pattern}|{_MARKER.pattern}|# .*")
_LISTS = ("sources", relations.KEY)
"""Keys whose entries are written anew one by one."""
Marks = Container[tuple[str, str]]
"""Names of generated keys with the digest of a value that was generated."""


def healed(data: bytes, path: str, texts: Container[str] = frozenset()) -> bytes | None:
    """A page or derived file whose merge conflict lies wholly in what was generated, ready to be rendered.

    `texts` are the texts of all claims as pages write them. None when there is no conflict, or when one encloses
    anything that belongs to people.
    """
    text, inside = both(data)
    if text == data:
        return None
    body = front.parse(text, path).body
    shared = next((name for name in _SHARED if f"<!-- clew:{name} begin" in body), None)
    if shared:
        return text if region.listed(inside) and region.merged(body, shared) else None
    ours = all(_OWN.fullmatch(it) or _made(it, texts) for it in inside.split("\n"))
    return joined(text, path, texts) if ours else None


def joined(data: bytes, path: str, texts: Container[str]) -> bytes | None:
    """A page in which a merge kept the lines of both sides, with one key and one block of each, ready to be rendered.

    None for a page that is as it should be, and where words stand in a block that Clew did not write: a person must
    look at those.
    """
    doc = front.parse(data, path)
    if doc.head is None or doc.bom or not doubled(data, path):
        return None
    text = doc.text.replace("\r\n", "\n")
    start, end = head_of(text) or (0, 0)
    notes = _notes(text)
    marks = {item for one in notes for item in one.items()}
    body = _body(text[body_start(text, (start, end)) :], texts)
    head = _head(text[start:end] + body.keys, marks) if body else None
    if not (head and body and body.heads <= head.headings):
        return None
    above, below = _headed(body.above, head), body.below
    lost = head.lost
    if worded(f"{above}\n{below}") not in {one.get(PROSE, "") for one in notes}:
        lost = ("words of people", *lost)
    sealed = {k: v for k, v in head.values.items() if (k, seal(v)) in marks}
    block = region.wrap(BLOCK, "\n", note(sealed, relations.seal(head.values.get(relations.KEY))))
    asked = f"{JOINED} {'; '.join(lost).replace('--', '- -')} -->\n" if lost and JOINED not in above else ""
    whole = f"{text[:start]}{head.lines}---\n{above}{asked}{block}{below}"
    return whole.replace("\n", doc.newline).encode()


def doubled(data: bytes, path: str) -> bool:
    """Whether the markers of a page do not pair up; keys that stand twice beside one block are none of a merge's."""
    doc = front.parse(data, path)
    if doc.problems:
        twice = {p.code for p in doc.problems} <= {"duplicate_key", "bad_yaml"}
        return twice and data.count(f"<!-- clew:{BLOCK} begin ".encode()) > 1
    return any(region.find(doc.body, name).state == "broken" for name in (BLOCK, summary.REGION))


def _notes(text: str) -> list[dict[str, str]]:
    """What the opening markers of the sides say of their keys and words."""
    opening = re.finditer(rf"^<!-- clew:{BLOCK} begin sha256=[0-9a-f]*(?: (\S+))? -->[ \t]*$", text, re.MULTILINE)
    return [seals(region.Region("intact", note=found[1] or "")) for found in opening]


@dataclass(frozen=True, slots=True)
class _Head:
    """Front matter in which every key stands once."""

    lines: str
    values: Mapping[str, Json]
    lost: tuple[str, ...]
    """Values of people that found no room beside another."""
    headings: frozenset[str]
    """Those that the titles of both sides give the page."""


def _head(yaml: str, marks: Marks) -> _Head | None:
    held: dict[str, list[tuple[Span, Json]]] = {}
    found = spans(yaml, 0, len(yaml))
    for span in found:
        value = _value(yaml[span.start : span.end], span.name)
        if value is None:
            return None
        held.setdefault(span.name, []).append((span, value[0]))
    lines = yaml[: found[0].start] if found else yaml
    values: dict[str, Json] = {}
    lost: list[str] = []
    for name, many in held.items():
        values[name], rest = _chosen(name, [value for _, value in many], marks)
        lost += (f"{name}: {emit.flow(value)}" for value in rest)
        first = many[0][0]
        alone = len(many) == 1 and name not in _LISTS
        lines += yaml[first.start : first.end] if alone else emit.entry(first.spelled, values[name])
    return _Head(lines, values, tuple(lost), frozenset(_heading(value) for _, value in held.get("title", ())))


def _value(lines: str, name: str) -> tuple[Json] | None:
    """The value of a key; without entries of a generated list that a merge put behind it. None where it has none."""
    kept = "".join(line for line in lines.splitlines(keepends=True) if not _stray(line, name))
    for text in (lines, kept) if name not in _LISTS else (kept,):
        try:
            value = plain(load(text), 1)
        except ValueError:
            continue
        if isinstance(value, dict) and len(value) == 1:
            return (next(iter(value.values())),)
    return None


def _stray(line: str, name: str) -> bool:
    """Whether a line is an entry of another list than that of the key above it."""
    if not line.startswith("  - {"):
        return False
    try:
        item = plain(load(line.strip()[2:]), 1)
    except ValueError:
        return False
    return (generated(item) and name != "sources") or (relations.projected(item) and name != relations.KEY)


def _chosen(name: str, said: Sequence[Json], marks: Marks) -> tuple[Json, list[Json]]:
    """The value of a key that may stand several times, and values of people beside it."""
    if all(isinstance(value, list) for value in said) and (
        name in _LISTS or not any((name, seal(value)) in marks for value in said)
    ):
        entries = [item for value in said for item in value]
        return [item for k, item in enumerate(entries) if not any(same(item, one) for one in entries[:k])], []
    theirs = [value for value in said if (name, seal(value)) not in marks]
    chosen = theirs[0] if theirs else said[0]
    return chosen, [value for value in theirs if not same(value, chosen)]


@dataclass(frozen=True, slots=True)
class _Body:
    """What people wrote around a block, and lines of the other side's front matter that stand in it."""

    above: str
    below: str
    keys: str
    heads: frozenset[str]
    """Headings among those lines."""


def _body(text: str, texts: Container[str]) -> _Body | None:
    """None where there is no block, or where a hand was in it."""
    lines = text.split("\n")
    marks = [(k, found[1]) for k, line in enumerate(lines) if (found := _MARKER.fullmatch(line.rstrip()))]
    if not marks or marks[0][1] != "begin" or marks[-1][1] != "end":
        return None
    first, last = marks[0][0], marks[-1][0]
    kept: list[str] = []
    keys: list[str] = []
    heads: set[str] = set()
    opened, closed = 0, False
    for line in lines[first : last + 1]:
        mark = _MARKER.fullmatch(line.rstrip())
        if mark:
            opened += 1 if mark[1] == "begin" else -1
            closed = closed or mark[1] == "end"
        elif opened <= 0 or (closed and not (line and _made(line, texts))):
            kept += [line] * bool(line or kept[-1:] != [""])
        elif _KEY.fullmatch(line):
            keys.append(f"{line}\n")
        elif line.startswith("# "):
            heads.add(line)
        elif not _made(line, texts):
            return None
    above = _told("\n".join(lines[:first]) + "\n" if first else "")
    below = "\n".join([*kept, *lines[last + 1 :]])
    return _Body(above, below, "".join(keys).replace("---\n", ""), frozenset(heads)) if above is not None else None


def _made(line: str, texts: Container[str]) -> bool:
    """Whether a line of a block is one that Clew writes: it says claims on record, or none."""
    words = [word.strip() for word in _NOTES.split(line.removeprefix("* ").removesuffix("\\"))]
    return bool(_FIXED.fullmatch(line)) or all(w in texts or w.removesuffix(".") in texts for w in words if w)


def _told(above: str) -> str | None:
    """What stands above a block with one summary of a model, where it had those of both sides."""
    if region.find(above, summary.REGION).state != "broken":
        return above
    marker = re.compile(rf"^<!-- clew:{summary.REGION} (?:begin|end) ?.*-->$", re.MULTILINE)
    marks = list(marker.finditer(above))
    inside = marker.sub("", above[marks[0].start() : marks[-1].end()])
    spaced = re.sub(r"^(rests on .*)$", r"\1\n", inside, flags=re.MULTILINE)
    found = dict.fromkeys((it.text, it.claims) for it in summary.resting(spaced))
    if sum(len(it.split()) for it, _ in found) + 2 * len(found) + sum(len(c) for _, c in found) != len(inside.split()):
        return None  # words of other hands stand in it
    text = region.wrap(summary.REGION, summary.told(found)).rstrip("\n")
    return above[: marks[0].start()] + text + above[marks[-1].end() :]


def _headed(above: str, head: _Head) -> str:
    """What stands above a block with one heading, where each side had the title by which it knew the page."""
    lines = above.split("\n")
    found = [k for k, line in enumerate(lines) if line in head.headings]
    kept = next((k for k in found if lines[k] == _heading(head.values["title"])), *found[:1] or (None,))
    return "\n".join(line for k, line in enumerate(lines) if k not in found or k == kept)


def _heading(title: Json) -> str:
    return f"# {escape.inline(str(title))}"
