"""Front matter: read strictly, changed by the line, never rewritten.

One rule for every reader: front matter begins at the first byte of the file (after a byte order mark)
with a line that is exactly `---`, ends at the next such line, and is a mapping. Anything else between
rules is prose and stays in the body. What cannot be read is a `Problem`, and its file is not written.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Mapping
from dataclasses import dataclass, field

from clew.errors import Refused
from clew.model import Json, Problem
from clew.pages import emit
from clew.pages.guard import conflict_line
from clew.pages.head import body_start, head_of, looks_unclosed, plain, problem, read, word
from clew.pages.splice import rewritten, same, spans

_BOM = b"\xef\xbb\xbf"
_STEP = 1 << 16
"""Bytes that are looked at at once."""


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
        return Document(path, data, bom=bom, problems=(problem(path, "bad_utf8", line),))
    at = text.find("\n")
    newline = "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"
    problems: list[Problem] = []
    if (nul := text.find("\0")) >= 0:
        problems.append(problem(path, "nul_byte", text.count("\n", 0, nul) + 1))
    head = head_of(text)
    start = body_start(text, head)
    if (conflict := conflict_line(text, start)) is not None:
        problems.append(problem(path, "conflict_markers", conflict))
    if head is None:
        if looks_unclosed(text) and not problems:
            problems.append(problem(path, "front_unclosed", 1))
        return Document(path, data, text, {}, text, None, newline, bom, tuple(problems))
    front, trouble = read(text[head[0] : head[1]], path)
    if trouble is not None:
        problems = problems or [trouble]
    if front is None and trouble is None:  # prose between two rules
        return Document(path, data, text, {}, text, None, newline, bom, tuple(problems))
    return Document(path, data, text, front or {}, text[start:], head, newline, bom, tuple(problems))


def bare(data: bytes) -> bool:
    """Whether bytes are text without front matter and without fault, found out without a copy: it may be long."""
    if data.startswith((b"---", _BOM)) or any(mark in data for mark in (b"\0", b"<<<<<<<", b">>>>>>>", b"|||||||")):
        return False
    decoder = getincrementaldecoder("utf-8")()
    try:
        for at in range(0, len(data), _STEP):
            decoder.decode(data[at : at + _STEP], at + _STEP >= len(data))
    except UnicodeDecodeError:
        return False
    return True


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
    return spelled[1] if spelled else word(value)


def strings(doc: Document, name: str) -> tuple[str, ...]:
    """A list key as texts; a single scalar counts as a list of one, anything nested or empty is left out."""
    value = doc.front.get(name)
    if not isinstance(value, list):
        one = text_of(doc, name)
        return (one,) if one and one.strip() else ()
    words = (word(item) for item in value if item is not None and not isinstance(item, Mapping | list))
    return tuple(word for word in words if word.strip())


def set_keys(doc: Document, changes: Mapping[str, Json | None]) -> bytes:
    """The file with these top-level keys set (None removes), every other byte as it was.

    New keys go before the closing line. The result has been read back: it says what was asked, and
    nothing else changed.

    Raises:
        Refused: the file has problems, or its front matter has a shape that is only safe to edit by hand.
    """
    if not doc.writable:
        raise Refused(f"{doc.path}: {doc.problems[0].message} It was left as it was.")
    asked = {name: None if value is None else plain(value, 1) for name, value in changes.items()}
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


def with_body(doc: Document, body: str) -> bytes:
    """The file with another body; everything up to the end of the front matter as it was."""
    before = doc.text[: len(doc.text) - len(doc.body)]
    return (_BOM if doc.bom else b"") + (before + body).encode("utf-8", "replace")


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
    found = spans(doc.text, start, end)
    if [span.name for span in found] != list(doc.front):
        raise Refused(f"{doc.path}: its front matter has a shape that is only safe to edit by hand.")
    out: list[str] = []
    at = 0
    for span in found:
        if span.name in todo:
            lines = rewritten(span, doc.text[span.start : span.end], doc.front[span.name], todo[span.name], doc.newline)
            out += [doc.text[at : span.start], lines]
            at = span.end
    new = [emit.entry(emit.key(k), v, doc.newline) for k, v in todo.items() if v is not None and k not in doc.front]
    return "".join([*out, doc.text[at:end], *new, doc.text[end:]])
