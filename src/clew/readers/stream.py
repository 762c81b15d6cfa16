"""JSON in bounded memory: the records of an array, of a wrapped array, or of lines, one at a time."""

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from clew.model import Json, Problem
from clew.readers import loads
from clew.readers.blob import FAULTS, Blob
from clew.readers.text import encoding
from clew.text import regex as re

CHUNK = 1 << 20
WRAPPERS = frozenset({"conversations", "chats"})
RECORD_LIMIT = 1 << 28
"""Most characters of one record; a longer one is refused, so that memory stays bounded."""

LOOK_AHEAD = 1 << 22
"""Characters within which two lines must end, for a file to be taken as one of lines."""
_SPACE = re.compile(r"[ \t\n\r]*")
# a token that the end of the buffer may have cut: an escape pair, a number, a word
_TOKEN = 24


@dataclass(frozen=True, slots=True)
class Record:
    """One value of a file and where it stands: `[3]` in an array, `:12` on a line, nothing for a whole file."""

    value: Json
    place: str


class Cut(Exception):  # named after what happened, like all our errors
    """The JSON ends or breaks at a byte; what stands before it has been yielded."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(slots=True)
class Window:
    """Decoded text of a stream, of which only the unread rest is kept."""

    stream: BinaryIO
    name: str
    decoder: codecs.IncrementalDecoder = field(init=False)
    text: str = ""
    at: int = 0
    """Position of the next character to read in `text`."""
    gone: int = 0
    """Bytes before `text`."""
    ended: bool = False
    damaged: bool = False
    """True when bytes were met that the encoding does not know."""
    step: int = field(default_factory=lambda: CHUNK)

    def __post_init__(self) -> None:
        """Start a strict decoder; damage switches to a lenient one."""
        self.decoder = codecs.getincrementaldecoder(self.name)("strict")

    def more(self) -> bool:
        """Read on; False at the end of the stream."""
        if self.ended:
            return False
        data = self.stream.read(self.step)
        self.ended = not data
        if self.at:
            self.gone += self.width(self.at)
            self.text, self.at = self.text[self.at :], 0
        self.text += self._decode(data)
        if len(self.text) > RECORD_LIMIT:
            raise Cut("too_large", f"A record at byte {self.byte(0)} is longer than {RECORD_LIMIT:,} characters")
        return not self.ended

    def _decode(self, data: bytes) -> str:
        state = self.decoder.getstate()
        try:
            return self.decoder.decode(data, not data)
        except UnicodeDecodeError:
            self.damaged = True
            self.decoder = codecs.getincrementaldecoder(self.name)("replace")
            self.decoder.setstate(state)
            return self.decoder.decode(data, not data)

    def width(self, chars: int) -> int:
        """Bytes of the first characters of `text`."""
        part = self.text[:chars]
        if self.name == "utf-8":
            return chars if part.isascii() else len(part.encode("utf-8", "surrogatepass"))
        return len(part.encode(self.name, "surrogatepass"))

    def byte(self, at: int) -> int:
        """Byte offset in the file of a position in `text`."""
        return self.gone + self.width(at)

    def peek(self) -> str:
        """The next character that is no space; empty at the end."""
        while True:
            end = _SPACE.match(self.text, self.at)
            self.at = end.end() if end else self.at
            if self.at < len(self.text):
                return self.text[self.at]
            if not self.more():
                return ""

    def value(self) -> Json:
        """The JSON value at the position; raises Cut where there is none."""
        self.peek()
        self.step = CHUNK
        while True:
            try:
                value, end = loads.value(self.text, self.at)
            except json.JSONDecodeError as fault:
                if self._final(fault):
                    raise Cut(*self._say(fault)) from fault
            except RecursionError as fault:
                raise Cut("too_deep", f"It is nested too deeply at byte {self.byte(self.at)}") from fault
            except ValueError as fault:  # a number of thousands of digits
                raise Cut("bad_json", f"There is a number too long to read near byte {self.byte(self.at)}") from fault
            else:
                # a number at the end of the buffer may go on
                if end < len(self.text) or self.text[end - 1] in '"}]el' or not self.more():
                    self.at = end
                    return value
                continue
            self.step = min(self.step * 2, 1 << 24)
            self.more()

    def _final(self, fault: json.JSONDecodeError) -> bool:
        if self.ended:
            return True
        return not fault.msg.startswith("Unterminated string") and fault.pos < len(self.text) - _TOKEN

    def _say(self, fault: json.JSONDecodeError) -> tuple[str, str]:
        where = self.byte(self.at)
        if self.ended and (fault.msg.startswith("Unterminated") or fault.pos >= len(self.text) - _TOKEN):
            return "truncated", f"The file ends in the middle of a record that begins at byte {where}"
        return "bad_json", f"No valid JSON at byte {self.byte(min(fault.pos, len(self.text)))}: {fault.msg}"


def window(stream: BinaryIO) -> Window:
    """A stream from its first character on, by the mark at its start."""
    head = stream.read(512)
    name, skip = encoding(head)
    opened = Window(stream, name)
    opened.gone = skip
    opened.text = opened._decode(head[skip:])
    return opened


def records(blob: Blob) -> Iterator[Record | Problem]:
    """All records of a JSON file in order; a fault that ends the reading is a Problem with the byte."""
    done = 0
    with blob.open() as stream:
        try:
            view = window(stream)
            view.more()
            for item in _lines(view, blob.where) if _by_lines(view) else _values(view):
                yield item
                done += isinstance(item, Record)
            if view.damaged:
                yield Problem(blob.where, "bad_utf8", f"Some bytes are not {view.name}; they were read as U+FFFD.")
        except Cut as cut:
            yield Problem(blob.where, cut.code, f"{cut}; whole records before it: {done}.")
        except FAULTS as fault:
            yield Problem(blob.where, "unreadable", f"It cannot be read on: {fault}; {done} records stand before it.")


def _by_lines(view: Window) -> bool:
    """Whether the text holds an object a line: of its first two lines one at least is a whole object."""
    if view.peek() != "{":
        return False
    length = _line(view, 0, LOOK_AHEAD)
    second = _line(view, length, LOOK_AHEAD)
    if second > LOOK_AHEAD or not view.text[view.at + length : view.at + second].strip():
        return False
    return _whole(view, 0, length) or _whole(view, length, second)


def _whole(view: Window, start: int, end: int) -> bool:
    try:
        return isinstance(loads.whole(view.text[view.at + start : view.at + end]), dict)
    except (ValueError, RecursionError):
        return False


def _line(view: Window, start: int, limit: int) -> int:
    """Where the line that starts so many characters ahead ends (after its newline), counted from the position.

    A line that goes on beyond the limit ends somewhere beyond it.
    """
    seen = start
    view.step = CHUNK
    while True:
        found = view.text.find("\n", view.at + seen)
        if found >= 0:
            return found + 1 - view.at
        seen = len(view.text) - view.at
        view.step = min(view.step * 2, 1 << 24)
        if seen > limit or not view.more():
            return len(view.text) - view.at


def _lines(view: Window, where: str) -> Iterator[Record | Problem]:
    number = 1 + view.text.count("\n", 0, view.at)
    while view.at < len(view.text) or view.more():
        length = _line(view, 0, RECORD_LIMIT)
        line = view.text[view.at : view.at + length]
        view.at += length
        if line.strip():
            yield _parsed(line, number, where)
        number += 1


def _parsed(line: str, number: int, where: str) -> Record | Problem:
    try:
        return Record(loads.whole(line), f":{number}")
    except RecursionError:
        return Problem(where, "too_deep", f"Line {number} is nested too deeply.", number)
    except ValueError as fault:
        if not line.endswith("\n"):
            return Problem(
                where, "half_written", f"The last line, {number}, is not complete; add it again later.", number
            )
        return Problem(where, "bad_line", f"Line {number} is no valid JSON: {fault}.", number)


def _values(view: Window) -> Iterator[Record]:
    """Values one after the other; the elements of an array, also of one wrapped in an object, count as values."""
    while char := view.peek():
        if char == "[":
            yield from _array(view)
        elif char == "{":
            yield from _object(view)
        else:
            yield Record(view.value(), "")


def _array(view: Window) -> Iterator[Record]:
    view.at += 1
    if view.peek() == "]":
        view.at += 1
        return
    index = 0
    while True:
        yield Record(view.value(), f"[{index}]")
        index += 1
        if not _goes_on(view, "]"):
            return


def _object(view: Window) -> Iterator[Record]:
    """An object member by member; if it only wraps conversations, those are the records."""
    found: dict[str, Json] = {}
    wrapped = False
    view.at += 1
    if view.peek() == "}":
        view.at += 1
        yield Record(found, "")
        return
    while True:
        key = view.value()
        if not isinstance(key, str) or view.peek() != ":":
            raise _broken(view, "a name and a colon")
        view.at += 1
        if key in WRAPPERS and view.peek() == "[":
            wrapped = True
            yield from _array(view)
        else:
            found[key] = view.value()
        if not _goes_on(view, "}"):
            break
    if not wrapped:
        yield Record(found, "")


def _goes_on(view: Window, end: str) -> bool:
    char = view.peek()
    if char not in {",", end}:
        raise _broken(view, f"a comma or {end}")
    view.at += 1
    return char == ","


def _broken(view: Window, wanted: str) -> Cut:
    if not view.peek():
        return Cut("truncated", f"The file ends at byte {view.byte(view.at)} where {wanted} should follow")
    return Cut("bad_json", f"No valid JSON at byte {view.byte(view.at)}: {wanted} should follow")
