"""Generated regions of a file: what stands between two marker lines is ours, the rest belongs to people.

The opening marker carries a digest of the content, so that a hand edit is seen and never overwritten
unasked. Marker look-alikes inside code are not markers.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Literal

from clew.core.markdown import code_lines
from clew.errors import Conflict

State = Literal["intact", "edited", "missing", "broken"]


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


def find(text: str, name: str) -> Region:
    """The region of this name in a Markdown text."""
    marks = list(
        re.finditer(rf"^<!-- clew:{name} (begin|end)(?: sha256=([0-9a-f]*))? -->[ \t]*(?:\r?\n|\r?\Z)", text, re.M)
    )
    if not marks:
        return Region("missing")
    code = code_lines(text)
    outside = [mark for mark in marks if text.count("\n", 0, mark.start()) + 1 not in code]
    if not outside:
        # Swallowed by somebody's unclosed fence, or an example in the documentation of a page.
        swallowed = len(marks) == 2 and _pair(text, marks).state == "intact"
        return Region("broken") if swallowed else Region("missing")
    return _pair(text, outside)


def replace(text: str, name: str, content: str, newline: str = "\n", force: bool = False) -> str:
    """The text with new content in its region, which is added at the end where there is none.

    Raises:
        Conflict: the region was edited by hand (unless `force`), or its markers do not pair up.
    """
    region = find(text, name)
    if region.state == "broken":
        raise Conflict(f"The markers of the generated part '{name}' do not pair up; repair or remove them by hand.")
    if region.state == "edited" and not force:
        raise Conflict(f"The generated part '{name}' was edited by hand; keep the edit elsewhere or discard it first.")
    block = wrap(name, content).replace("\n", newline)
    if region.state == "missing":
        gap = "" if not text or text.endswith(newline * 2) else newline if text.endswith("\n") else newline * 2
        return f"{text}{gap}{block}"
    return f"{text[: region.start]}{block}{text[region.end :]}"


def without(text: str, name: str) -> str:
    """The text outside the region: what people wrote."""
    region = find(text, name)
    return text[: region.start] + text[region.end :] if region.end else text


def wrap(name: str, content: str) -> str:
    """A region with its markers; the content ends with a line feed."""
    return f"<!-- clew:{name} begin sha256={digest(content)} -->\n{content}<!-- clew:{name} end -->\n"


def digest(content: str) -> str:
    """What tells whether content is as it was generated; a change of line ends only is no edit."""
    return hashlib.sha256(content.replace("\r\n", "\n").encode("utf-8", "replace")).hexdigest()[:16]


def _pair(text: str, marks: list[re.Match[str]]) -> Region:
    if [mark[1] for mark in marks] != ["begin", "end"]:
        return Region("broken")
    begin, end = marks
    content = text[begin.end() : end.start()].replace("\r\n", "\n")
    state: State = "intact" if begin[2] == digest(content) else "edited"
    return Region(state, begin.start(), end.end(), content)
