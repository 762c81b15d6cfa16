"""Bytes to text, once: encodings, lone surrogates, blank text, and what is no text at all."""

import codecs
from dataclasses import dataclass

from clew.readers.charset import guess
from clew.text import regex as re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = {
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"RIFF": "a media file",
    b"%PDF": "a PDF document",
    b"\x1f\x8b": "a gzip archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
    b"BZh": "a bzip2 archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a rar archive",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"{\\rtf": "a document of rich text",
    b"\x7fELF": "a program",
    b"MZ\x90": "a program",
    b"ID3": "an audio file",
    b"OggS": "an audio file",
    b"\x00\x05\x16\x07": "a macOS resource fork",
}
_SURROGATE = re.compile("[\ud800-\udfff]")
_INVISIBLE = re.compile(r"[\s\u00ad\u200b-\u200f\u2060\u2066-\u2069\ufeff]*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+")
_JUNK = re.compile(r"[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f\ufffd]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text with the encoding it was in; `guessed` when the bytes did not say so themselves."""

    text: str
    encoding: str
    guessed: bool


def encoding(head: bytes) -> tuple[str, int]:
    """Encoding by the mark at the start, with the length of the mark; UTF-8 where there is none."""
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name, len(mark)
    sample = head[:512]
    if len(sample) >= 4 and b"\x00" in sample:
        even, odd = sample[0::2].count(0), sample[1::2].count(0)
        if odd > 0.8 * len(sample[1::2]) and not even:
            return "utf-16-le", 0
        if even > 0.8 * len(sample[0::2]) and not odd:
            return "utf-16-be", 0
    return "utf-8", 0


def decode(data: bytes) -> Decoded:
    """Text of a whole file, newlines untouched; for bytes that are not UTF-8 the encoding is guessed."""
    name, skip = encoding(data)
    try:
        return Decoded(clean(data[skip:].decode(name)), name, guessed=False)
    except UnicodeDecodeError:
        if name != "utf-8":
            return Decoded(clean(data[skip:].decode(name, "replace")), name, guessed=True)
    name = guess(data)
    return Decoded(clean(data.decode(name, "replace")), name, guessed=True)


def clean(text: str) -> str:
    """Text that every file and database can hold: lone surrogates become U+FFFD, the rest stays."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def blank(text: str) -> bool:
    """Whether nothing of it can be seen."""
    return not text or (not text[0].isalnum() and _INVISIBLE.fullmatch(text) is not None)


def tidy(text: str, limit: int = 200) -> str:
    """A name or title on one line, without control and direction characters."""
    line = " ".join(_CONTROL.sub(" ", clean(text)).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def binary(head: bytes) -> str | None:
    """What the bytes are when they are no text; None for text."""
    for magic, what in _MAGIC.items():
        if head.startswith(magic):
            return what
    name, skip = encoding(head)
    sample = head[skip : skip + 4096]
    text = sample.decode("latin-1" if name == "utf-8" else name, "replace")
    # one stray NUL in a note is tolerated; a file of them is no note
    return "binary data" if len(_JUNK.findall(text)) > max(2, 0.05 * len(text)) else None
