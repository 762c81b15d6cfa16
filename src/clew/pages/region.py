"""Generated regions of a file: what stands between two marker lines is ours, the rest belongs to people.

The opening marker carries a digest of the content, so that a hand edit is seen and never overwritten
unasked. Marker look-alikes inside code are not markers.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from clew.errors import Conflict
from clew.pages.markdown import code_lines
from clew.text import regex as re

State = Literal["intact", "edited", "missing", "broken"]

_GENERATED = re.compile(r"|#+ .*|\* .*|None yet\.|<!-- clew:\w+ .*-->")
"""Lines of lists that Clew writes: headings, entries, markers."""


@dataclass(frozen=True, slots=True)
class Region:
    """A generated region as it was found in a text."""

    state: State
    """`edited`: the content is not what was generated; `broken`: its markers do not pair up."""
    start: int = 0
    """Offset of the opening marker in the text."""
    end: int = 0
    """Offset behind the closing marker and its line end."""
    content: str = ""
    """What stands between the markers, with plain line feeds."""
    note: str = ""
    """What the opening marker carries besides: one word for whoever generated the region."""


def find(text: str, name: str) -> Region:
    """The region of this name in a Markdown text."""
    if f"<!-- clew:{name} " not in text:
        return Region("missing")
    marks = _marks(text, name)
    if not marks:
        return Region("missing")
    code = code_lines(text)
    outside = [mark for mark in marks if text.count("\n", 0, mark.start()) + 1 not in code]
    if not outside:
        # Swallowed by somebody's unclosed fence, or an example in the documentation of a page.
        swallowed = len(marks) == 2 and _pair(text, marks).state == "intact"
        return Region("broken") if swallowed else Region("missing")
    return _pair(text, outside)


def checked(text: str, name: str, force: bool = False) -> Region:
    """The region, when it may be written over.

    Raises:
        Conflict: it was edited by hand (unless `force`), or its markers do not pair up.
    """
    found = find(text, name)
    if found.state == "broken" and (union := merged(text, name)):
        return union
    if found.state == "broken":
        raise Conflict(f"The markers of the generated part '{name}' do not pair up; repair or remove them by hand.")
    if found.state == "edited" and not force:
        raise Conflict(f"The generated part '{name}' was edited by hand; keep the edit elsewhere or discard it first.")
    return found


def merged(text: str, name: str) -> Region | None:
    """The region that a union merge left: both sides kept their opening line, and everything between is theirs.

    None for any other text, and where a line between the markers is none that is ever generated.
    """
    marks = _marks(text, name)
    opening = [mark[2] for mark in marks if mark[1] == "begin"]
    # Equal lines would have been kept once: two of them come from a hand that copied the block.
    if len(opening) < 2 or len(set(opening)) < len(opening) or marks[0][1] != "begin" or marks[-1][1] != "end":
        return None
    start, end = marks[0].start(), marks[-1].end()
    if not listed(text[start:end].replace("\r\n", "\n")):
        return None
    return Region("intact", start, end)


def listed(content: str) -> bool:
    """Whether a text holds nothing but lines of lists as they are generated."""
    return all(_GENERATED.fullmatch(line) for line in content.split("\n"))


def replace(text: str, old: Region, block: str, newline: str = "\n") -> str:
    """The text with a new block in the place of the old one, or at the end where there was none."""
    block = block.replace("\n", newline)
    if old.state != "missing":
        return f"{text[: old.start]}{block}{text[old.end :]}"
    gap = "" if not text.strip() or text.endswith(newline * 2) else newline if text.endswith("\n") else newline * 2
    return f"{text}{gap}{block}"


def without(text: str, name: str) -> str:
    """The text outside the region: what people wrote."""
    region = find(text, name)
    if region.state == "broken":
        region = merged(text, name) or region
    return text[: region.start] + text[region.end :] if region.end else text


def wrap(name: str, content: str, note: str = "") -> str:
    """A region with its markers; the content ends with a line feed, the note is one word."""
    extra = f" {note}" if note else ""
    return f"<!-- clew:{name} begin sha256={digest(content)}{extra} -->\n{content}<!-- clew:{name} end -->\n"


def framed(name: str, lines: Iterable[bytes], head: bytes = b"") -> bytes:
    """The same of lines without their line feeds, behind a head: there may be so many that they are not held twice."""
    out, total = BytesIO(), hashlib.sha256()
    out.write(head + f"<!-- clew:{name} begin sha256=".encode())
    at = out.tell()
    out.write(b"%16d -->\n" % 0)
    for line in lines:
        out.write(line + b"\n")
        total.update(line + b"\n")
    out.write(f"<!-- clew:{name} end -->\n".encode())
    out.seek(at)
    out.write(total.hexdigest()[:16].encode())
    return out.getvalue()


def digest(content: str) -> str:
    """What tells whether content is as it was generated; a change of line ends only is no edit."""
    return hashlib.sha256(content.replace("\r\n", "\n").encode("utf-8", "replace")).hexdigest()[:16]


def _marks(text: str, name: str) -> list[re.Match[str]]:
    marker = rf"^<!-- clew:{name} (begin|end)(?: sha256=([0-9a-f]*))?(?: (\S+))? -->[ \t]*(?:\r?\n|\r?\Z)"
    return list(re.finditer(marker, text, re.M))


def _pair(text: str, marks: list[re.Match[str]]) -> Region:
    if [mark[1] for mark in marks] != ["begin", "end"]:
        return Region("broken")
    begin, end = marks
    content = text[begin.end() : end.start()].replace("\r\n", "\n")
    state: State = "intact" if begin[2] == digest(content) else "edited"
    return Region(state, begin.start(), end.end(), content, begin[3] or "")
