"""Front matter: read strictly, changed by the line, never rewritten.

One rule for every reader: front matter begins at the first byte of the file (after a byte order mark)
with a line that is exactly `---`, ends at the next such line, and is a mapping. Anything else between
rules is prose and stays in the body. What cannot be read is a `Problem`, and its file is not written.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import ryaml

from clew.core import emit
from clew.core.guard import conflict_line, overload, without_aliases
from clew.errors import Refused
from clew.model import Json, Problem

_BOM = b"\xef\xbb\xbf"
_LINE = re.compile(r"\bline (\d+)")
_KEY = re.compile(
    r"""(?P<key>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`\[\]{},?-][^\n]*?|[?-][^\s][^\n]*?)\s*:(?=\s|$)"""
)
_PROSE_KEY = re.compile(r"[,;.!?]\s|(?:\S+\s+){5}\S")
_DEPTH = 32


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown file as bytes and as what could be read of it."""

    path: str
    raw: bytes
    text: str = ""
    """The decoded file without its byte order mark; newlines as stored."""
    front: Mapping[str, Json] = field(default_factory=dict)
    """Front matter with text keys; dates and `yes` are text, empty when there is none or it cannot be read."""
    body: str = ""
    """Everything after the closing line, newlines as stored; the whole text where there is no front matter."""
    head: tuple[int, int] | None = None
    """Where the YAML lies in `text`, as code point offsets; None without front matter."""
    newline: str = "\n"
    bom: bool = False
    problems: tuple[Problem, ...] = ()

    @property
    def writable(self) -> bool:
        """False when the file must be left exactly as it is."""
        return not self.problems

    @property
    def body_line(self) -> int:
        """Line number of the first line of the body, from 1."""
        return self.text.count("\n", 0, len(self.text) - len(self.body)) + 1


def parse(data: bytes, path: str) -> Document:
    """The document in these bytes; any bytes are legal, faults are among its problems."""
    bom = data.startswith(_BOM)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        return Document(path, data, bom=bom, problems=(_problem(path, "bad_utf8", line),))
    at = text.find("\n")
    newline = "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"
    problems: list[Problem] = []
    if (nul := text.find("\0")) >= 0:
        problems.append(_problem(path, "nul_byte", text.count("\n", 0, nul) + 1))
    if (line_of_conflict := conflict_line(text, body_start(text))) is not None:
        problems.append(_problem(path, "conflict_markers", line_of_conflict))
    head = head_of(text)
    if head is None:
        if looks_unclosed(text) and not problems:
            problems.append(_problem(path, "front_unclosed", 1))
        return Document(path, data, text, {}, text, None, newline, bom, tuple(problems))
    front, trouble = _read(text[head[0] : head[1]], path)
    if trouble is not None:
        problems = problems or [trouble]
    if front is None and trouble is None:  # prose between two rules
        return Document(path, data, text, {}, text, None, newline, bom, tuple(problems))
    return Document(path, data, text, front or {}, text[body_start(text) :], head, newline, bom, tuple(problems))


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


def body_start(text: str) -> int:
    """Where the body begins in `text`."""
    head = head_of(text)
    if head is None:
        return 0
    end = text.find("\n", head[1])
    return len(text) if end < 0 else end + 1


def looks_unclosed(text: str) -> bool:
    """True for an opening `---` line followed by a key but by no closing line; a mere rule is prose."""
    first, _, rest = text.partition("\n")
    return first.rstrip("\r") == "---" and re.match(r"[\w-]+:(\s|$)", rest) is not None


def _read(yaml: str, path: str) -> tuple[dict[str, Json] | None, Problem | None]:
    """The mapping, or the reason why there is none, or neither for prose."""
    if (code := overload(yaml)) is not None:
        return _outside_aliases(yaml) if code == "too_many_aliases" else {}, _problem(path, code, 1)
    try:
        value = _load(yaml)
    except ValueError as fault:  # ryaml's own error is one too
        return None, _yaml_problem(str(fault), yaml, path)
    if value is None:
        return {}, None
    if isinstance(value, list):
        return None, _problem(path, "front_not_mapping", 1)
    if not isinstance(value, dict) or any(isinstance(k, str) and _PROSE_KEY.search(k) for k in value):
        return None, None
    try:
        return _plain_map(value, 1), None
    except ValueError as fault:
        return None, _problem(path, str(fault), 1)


def _load(yaml: str) -> Json:
    """One YAML 1.2 document by the core schema; raises ValueError for anything else."""
    return ryaml.loads(yaml)  # type: ignore[attr-defined]  # its stub leaves out what its manual documents


def _outside_aliases(yaml: str) -> dict[str, Json]:
    """What such front matter says where it does not repeat itself: its type and title can still be shown."""
    try:
        value = _load(without_aliases(yaml))
        return _plain_map(value, 1) if isinstance(value, dict) else {}
    except ValueError:
        return {}


def _plain(value: Json, depth: int) -> Json:
    """The value as JSON knows it: text keys, finite numbers, lists."""
    if isinstance(value, str) or value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if value - value == 0 else {"inf": ".inf", "-inf": "-.inf"}.get(str(value), ".nan")
    if depth >= _DEPTH:
        raise ValueError("too_deep")
    if isinstance(value, Mapping):
        return _plain_map(value, depth + 1)
    return [_plain(item, depth + 1) for item in value]


def _plain_map(value: Mapping[Json, Json], depth: int) -> dict[str, Json]:
    result = {_word(k): _plain(v, depth) for k, v in value.items()}
    if len(result) < len(value):
        raise ValueError("duplicate_key")
    return result


def _word(value: Json) -> str:
    """A scalar as a word: what YAML writes for it."""
    if isinstance(value, str):
        return value
    return (
        {True: "true", False: "false", None: "null"}[value]
        if value is None or value is True or value is False
        else str(value)
    )


def text_of(doc: Document, name: str) -> str | None:
    """A scalar key as text in its own spelling (`1.10` stays `1.10`); None where absent, null or no scalar."""
    value = doc.front.get(name)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Mapping | list):
        return None
    spelled = re.search(
        rf"^{re.escape(name)}:[ \t]+([^\s#\"'&*!|>]\S*)[ \t]*(?:#.*)?\r?$", doc.text[slice(*doc.head or (0, 0))], re.M
    )
    return spelled[1] if spelled else _word(value)


def strings(doc: Document, name: str) -> tuple[str, ...]:
    """A list key as texts; a single scalar counts as a list of one, anything nested or empty is left out."""
    value = doc.front.get(name)
    if not isinstance(value, list):
        one = text_of(doc, name)
        return (one,) if one and one.strip() else ()
    words = (_word(item) for item in value if item is not None and not isinstance(item, Mapping | list))
    return tuple(word for word in words if word.strip())


def same(left: Json, right: Json) -> bool:
    """True for equal values of equal types, in equal order of keys (`1`, `1.0` and `true` differ)."""
    return json.dumps(left) == json.dumps(right)


def set_keys(doc: Document, changes: Mapping[str, Json | None]) -> bytes:
    """The file with these top-level keys set (None removes), every other byte as it was.

    New keys go before the closing line. The result has been read back: it says what was asked, and
    nothing else changed.

    Raises:
        Refused: the file has problems, or its front matter has a shape that is only safe to edit by hand.
    """
    if not doc.writable:
        raise Refused(f"{doc.path}: {doc.problems[0].message} It was left as it is.")
    asked = {name: None if value is None else _plain(value, 1) for name, value in changes.items()}
    todo = {
        name: value
        for name, value in asked.items()
        if not (same(doc.front.get(name), value) and (name in doc.front) is (value is not None))
    }
    if not todo:
        return doc.raw
    if doc.head is None:
        lines = "".join(emit.entry(emit.key(k), v, doc.newline) for k, v in todo.items() if v is not None)
        text = f"---{doc.newline}{lines}---{doc.newline}{doc.text}"
    else:
        text = _edited(doc, todo)
    return _verified(doc, todo, text)


def _verified(doc: Document, todo: Mapping[str, Json | None], text: str) -> bytes:
    """The bytes of an edited text after reading it back."""
    expected = {k: v for k, v in doc.front.items() if todo.get(k, v) is not None or k not in todo}
    expected.update({k: v for k, v in todo.items() if v is not None})
    try:
        data = (_BOM if doc.bom else b"") + text.encode()
    except UnicodeEncodeError as fault:
        raise Refused(f"{doc.path}: a value holds half of a surrogate pair, which no file can store.") from fault
    after = parse(data, doc.path)
    if after.problems or after.body != doc.body or not same(after.front, expected):
        raise Refused(f"{doc.path}: its front matter has a shape that is only safe to edit by hand.")
    return data


def _edited(doc: Document, todo: Mapping[str, Json | None]) -> str:
    start, end = doc.head or (0, 0)
    spans = _spans(doc.text, start, end)
    if [name for name, *_ in spans] != list(doc.front):
        raise Refused(f"{doc.path}: its front matter has a shape that is only safe to edit by hand.")
    out: list[str] = []
    at = 0
    for name, spelled, first, last in spans:
        if name not in todo:
            continue
        value = todo[name]
        lines = "" if value is None else emit.entry(spelled, value, doc.newline)
        out += [doc.text[at:first], _with_comment(lines, doc.text[first:last], len(spelled), doc.newline)]
        at = last
    new = [emit.entry(emit.key(k), v, doc.newline) for k, v in todo.items() if v is not None and k not in doc.front]
    return "".join([*out, doc.text[at:end], *new, doc.text[end:]])


def _spans(text: str, start: int, end: int) -> list[tuple[str, str, int, int]]:
    """Per top-level key: name, spelling, and where its lines lie; comments between keys belong to none."""
    found: list[tuple[str, str, int, int]] = []
    at = start
    for line in text[start:end].split("\n"):
        after = min(at + len(line) + 1, end)
        match = _KEY.match(line)
        if match:
            found.append((_key_name(match["key"]), match["key"], at, after))
        elif found and line.strip() and not line.startswith("#"):
            found[-1] = (*found[-1][:3], after)
        at = after
    return found


def _key_name(spelled: str) -> str:
    if spelled[0] not in "\"'":
        return spelled
    try:
        return str(_load(spelled))
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


def _problem(path: str, code: str, line: int | None) -> Problem:
    return Problem(path, code, _MESSAGES[code], line)


def _yaml_problem(message: str, yaml: str, path: str) -> Problem:
    """The parser's complaint, with the line counted in the file."""
    lines: Sequence[str] = yaml.split("\n")
    if twice := re.search(r'duplicate entry with key "(.*)"', message):
        places = [
            n for n, line in enumerate(lines, 2) if re.match(rf"\s*(- )?[\"']?{re.escape(twice[1])}[\"']?\s*:", line)
        ]
        return _problem(path, "duplicate_key", places[1] if len(places) > 1 else None)
    if "duplicate entry" in message:
        return _problem(path, "duplicate_key", None)
    at = _LINE.search(message)
    number = int(at[1]) if at else 1
    culprit = lines[min(number, len(lines)) - 1]
    if re.match(r"[ ]*\t", culprit):
        return _problem(path, "tab_indent", number + 1)
    if "recursion limit" in message:
        return _problem(path, "too_deep", number + 1)
    detail = re.sub(r",? at (?:line \d+ column \d+|position \d+)", "", message).split(", while")[0]
    return Problem(path, "bad_yaml", f"{_MESSAGES['bad_yaml']} ({detail}); fix it by hand.", number + 1)
