"""Header fields of a mail: raw bytes, folded lines and encoded words, none of which may cost the mail."""

import binascii
from collections.abc import Iterator
from email.message import Message

from clew.readers.text import clean, decode
from clew.text import regex as re

_ENCODED = re.compile(r"=\?([^?\s*]*)(?:\*[^?\s]*)?\?([bqBQ])\?(.*?)\?=")
_LATIN = {"iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii", ""}


def field(message: Message, name: str) -> str:
    """A field as it stands there, unfolded; bytes beyond ASCII are UTF-8 or what they look like; empty if missing."""
    held: object = message.get(name)  # the library's own look-up, which hides bare bytes behind a class of its own
    raw = held if isinstance(held, str) else ""
    if held is not None and not isinstance(held, str):
        wanted = name.lower()
        raw = next(str(value) for key, value in message.raw_items() if key.lower() == wanted)
    if not raw.isascii():
        raw = decode(raw.encode("utf-8", "surrogateescape")).text
    return " ".join(part.strip("\r") for part in raw.split("\n")).strip() if "\n" in raw else raw


def readable(text: str) -> str:
    """The text with its encoded words decoded; broken ones, and those of unknown charsets, are read as far as goes."""
    return clean("".join(_told(text))) if "=?" in text else text


def _told(text: str) -> Iterator[str]:
    """Stretches of plain text and decoded words; neighbours of one charset are joined, for they may split a letter."""
    held, charset, end = b"", "", 0
    for found in _ENCODED.finditer(text):
        between = text[end : found.start()]
        end = found.end()
        name = found[1].lower()
        if held and (between.strip() or name != charset):
            yield decoded(held, charset, "replace")
            held = b""
        if between.strip() or found.start() == len(between):
            yield between
        held, charset = held + _bytes(found[3], found[2].lower()), name
    yield decoded(held, charset, "replace") + text[end:]


def _bytes(text: str, how: str) -> bytes:
    data = text.encode("utf-8", "replace")
    if how == "q":
        return binascii.a2b_qp(data, header=True)
    bare = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    bare = bare[:-1] if len(bare) % 4 == 1 else bare  # cut off in the middle of a byte
    return binascii.a2b_base64(bare + b"=" * (-len(bare) % 4))


def decoded(data: bytes, charset: str, errors: str = "strict") -> str:
    """Bytes in the charset that a mail names; Latin-1 is nearly always Windows-1252, an unknown one is guessed."""
    if charset in _LATIN:
        return decode(data).text
    try:
        return data.decode(charset, errors)
    except (LookupError, ValueError):
        return decode(data).text
