"""Lines that begin a turn in a pasted transcript, one style at a time."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import itemgetter

from clew.model import Author
from clew.readers.roles import author_of
from clew.text import regex as re

# what chat pages put above a turn when they are copied: the reader's turn, the assistant's turn
_YOU = (
    "You said|Du hast gesagt|Sie haben gesagt|Vous avez dit|Tu as dit|Dijiste|Has dicho|Usted dijo|Tú dijiste|Hai detto"
    "|Você disse|Tu disseste|Disseste|Je zei|Jij zei|U zei|Du sa|Du sade|Du sagde|Sanoit|Powiedziałeś|Powiedziałaś"
    "|Powiedziano|Řekli jste|Řekl jsi|Azt mondtad|Ai spus|Вы сказали|Ты сказал|Ви сказали|Şunu dedin|Dediniz"
    "|你说|您说|你說|您說|你说了|あなたの発言|あなた|나의 말|내가 말한 내용|사용자가 말함|قلت|لقد قلت|אמרת|आपने कहा"
    "|คุณพูดว่า|Bạn đã nói|Anda berkata|Kamu berkata|Είπατε"
)
_PRODUCTS = r"ChatGPT|GPT-?[\w.]*|Claude|Gemini|Copilot|Grok|Le Chat|Perplexity|DeepSeek|Bard|Meta AI"
_SAID_PERSON = re.compile(rf"(?:{_YOU})\s*[:：]\s*", re.I)
_SAID_ASSISTANT = re.compile(rf"(?:[^\W\d_]+\s)?(?:{_PRODUCTS})(?:[\s\w]{{0,30}}?)\s*[:：]\s*")
_COLON = re.compile(r"(?P<name>[^\W\d_][^:：\n\[\]<>|]{0,30})[:：](?:[ \t]+|$)(?P<rest>.*)", re.S)
_FACE = re.compile(
    r"(?P<name>[👤🧑👩👨🙋🗣🤖])\ufe0f?[ \t]*"
    r"(?:(?P<label>[^\W\d_][\w .]{0,30}?)?[ \t]*(?P<end>[:：]|\s*$)[ \t]*)?(?P<rest>.*)",
    re.S,
)
_BOLD = re.compile(r"(?:\*\*|__)(?P<name>[^*_\n:：]{1,40}?)\s*[:：]?\s*(?:\*\*|__)\s*[:：]?[ \t]*(?P<rest>.*)", re.S)
_HEADING = re.compile(r"#{1,6}[ \t]+(?P<name>[^\n#]{1,60}?)[ \t]*#*\s*")
_STAMPED = re.compile(
    r"[\u200e\u200f]?\[(?P<when>[^\[\]\n]{4,40})\][ \t]*(?:-[ \t]*)?"
    r"(?:~[ \t]?)?(?P<name>[^:：\n]{1,60})[:：][ \t]*(?P<rest>.*)",
    re.S,
)
_DASHED = re.compile(
    r"[\u200e\u200f]?(?P<when>\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?"
    r"[ \u202f]\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \u202f]?[ap]\.?m\.?)?)"
    r"[ \t]+-[ \t]+(?P<name>[^:：\n]{1,60})[:：][ \t]*(?P<rest>.*)",
    re.S | re.I,
)
_CLOCK = re.compile(r"\d{1,2}[:.]\d{2}")
_PROMPT = re.compile(r"(?P<mark>[>❯⏺●⎿])[ \u00a0](?P<rest>.*)", re.S)
_CALL = re.compile(r"[A-Z]\w*\(|[\w-]+ - \w+ \(MCP\)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_WHEN_IN = re.compile(r"\s*[(\[–—-]\s*(?P<when>[^()\[\]]*\d[^()\[\]]*?)[)\]]?\s*$")


@dataclass(frozen=True, slots=True)
class Marker:
    """The beginning of a turn: whose it is, when it was said if the line tells, and where its words begin."""

    start: int
    text: int
    """Position of the first word of the turn."""
    author: Author
    name: str | None
    when: str | None = None


Style = Callable[[str], tuple[Author, str | None, str | None, int] | None]
"""Reads one line: author class, name, time as written, and where the words begin; None for no marker."""


def _said(line: str) -> tuple[Author, str | None, str | None, int] | None:
    bare = line.strip("\r\n")
    for pattern, author in ((_SAID_PERSON, "person"), (_SAID_ASSISTANT, "assistant")):
        if pattern.fullmatch(bare):
            return ("person" if author == "person" else "assistant"), None, None, len(line)
    return None


def _role(found: re.Match[str] | None) -> tuple[Author, str | None, str | None, int] | None:
    if found is None:
        return None
    name = found["name"].strip()
    inside = _WHEN_IN.search(name)
    if inside:
        name = name[: inside.start()].strip()
    who = author_of(name)
    if who.named or who.author == "tool":
        return None
    rest = found.start("rest") if "rest" in found.re.groupindex else found.end()
    return who.author, None, inside["when"] if inside else None, rest


def _colon(line: str) -> tuple[Author, str | None, str | None, int] | None:
    return _role(_COLON.match(line))


def _bold(line: str) -> tuple[Author, str | None, str | None, int] | None:
    return _role(_BOLD.match(line))


def _heading(line: str) -> tuple[Author, str | None, str | None, int] | None:
    return _role(_HEADING.fullmatch(line))


def _face(line: str) -> tuple[Author, str | None, str | None, int] | None:
    found = _FACE.match(line)
    if found is None:
        return None
    author, label = author_of(found["name"]).author, found["label"]
    named = bool(label) and author_of(label).named
    if named and found["end"] not in {":", "："}:  # the only words of the line are what was said
        return author, None, None, found.start("label")
    return author, label if named else None, None, found.start("rest")


def _stamped(line: str) -> tuple[Author, str | None, str | None, int] | None:
    found = _STAMPED.match(line) or _DASHED.match(line)
    if found is None or not _CLOCK.search(found["when"]):
        return None
    who = author_of(found["name"])
    name = found["name"].strip() if who.named else None
    return ("person" if who.author == "tool" else who.author), name, found["when"], found.start("rest")


def _terminal(line: str) -> tuple[Author, str | None, str | None, int] | None:
    found = _PROMPT.match(line.lstrip() if line.lstrip().startswith("⎿") else line)
    if found is None:
        return None
    rest = len(line) - len(found["rest"])
    if found["mark"] == "⎿":
        return "tool", None, None, rest
    if found["mark"] in ">❯":
        return "person", None, None, rest
    return ("tool" if _CALL.match(found["rest"]) else "assistant"), None, None, rest


def _named(line: str) -> tuple[Author, str | None, str | None, int] | None:
    """A name and a colon; only `find` knows whether such lines make a dialogue."""
    found = _COLON.match(line)
    if found is None:
        return None
    name = found["name"].strip()
    who = author_of(name)
    if who.named and (len(name.split()) > 3 or (not name[0].isupper() and name.casefold() != name.upper().casefold())):
        return None
    return who.author, name if who.named else None, None, found.start("rest")


STYLES: dict[str, Style] = {
    "said": _said,
    "heading": _heading,
    "bold": _bold,
    "face": _face,
    "stamped": _stamped,
    "colon": _colon,
    "terminal": _terminal,
}


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their position, newline included; only a line feed ends a line."""
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end + 1
        yield at, text[at:end]
        at = end


def open_lines(text: str) -> list[tuple[int, str]]:
    """Lines outside code fences; a fence that never closes is taken as a plain line."""
    rows = list(lines(text))
    marks = [(i, line) for i, (_, row) in enumerate(rows) if (line := row.strip()) and not line.strip(line[0])]
    lost: dict[str, int] = {}
    kept: list[tuple[int, str]] = []
    i = 0
    while i < len(rows):
        fence = _FENCE.match(rows[i][1])
        close = _closing(marks, i, fence[1], lost) if fence else None
        if close is not None:
            i = close + 1
            continue
        kept.append(rows[i])
        i += 1
    return kept


def _closing(marks: list[tuple[int, str]], opened: int, mark: str, lost: dict[str, int]) -> int | None:
    """The line that closes a fence, of those that hold one character alone.

    `lost` keeps for a character the length for which there was none: further down there is none either.
    """
    if len(mark) >= lost.get(mark[0], len(mark) + 1):
        return None
    for at in range(bisect_right(marks, opened, key=itemgetter(0)), len(marks)):
        i, line = marks[at]
        if line[0] == mark[0] and len(line) >= len(mark):
            return i
    lost[mark[0]] = len(mark)
    return None


def find(text: str) -> tuple[str, list[Marker]] | None:
    """The style with the most markers and its markers, if two speakers at least take turns.

    A dialogue that only begins in the second half is an example inside a document.
    """
    rows = open_lines(text)
    best: tuple[str, list[Marker]] | None = None
    for name, style in STYLES.items():
        found = _markers(rows, style)
        if (
            _dialogue(found, name)
            and found[0].start <= max(400, len(text) / 2)
            and (best is None or len(found) > len(best[1]))
        ):
            best = name, found
    if best is None:
        found = _markers(rows, _named)
        if _conversation(found, rows):
            best = "named", found
    return best


def _markers(rows: list[tuple[int, str]], style: Style) -> list[Marker]:
    found: list[Marker] = []
    for at, line in rows:
        hit = style(line)
        if hit:
            author, name, when, skip = hit
            found.append(Marker(at, at + skip, author, name, when))
    return found


def _dialogue(found: list[Marker], style: str) -> bool:
    speakers = {(m.author, m.name) for m in found}
    if style == "terminal":
        return {"person", "assistant"} <= {m.author for m in found}
    if style == "stamped":
        return len(found) >= 2
    return len(speakers) >= 2 and "person" in {m.author for m in found}


def _conversation(found: list[Marker], rows: list[tuple[int, str]]) -> bool:
    """Two or more names that each speak twice, in most paragraphs: a dialogue and not a list of labels."""
    speakers = [m.name or m.author for m in found]
    if len(set(speakers)) < 2 or len(speakers) < 4 or min(speakers.count(s) for s in set(speakers)) < 2:
        return False
    filled = [line for _, line in rows if line.strip()]
    return (
        len(found) >= 0.6 * len(filled) and bool(rows) and found[0].start == next(a for a, line in rows if line.strip())
    )
