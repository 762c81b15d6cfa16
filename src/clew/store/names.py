"""File names that every disk accepts: short, without separators, never empty, never a device."""

import unicodedata

from clew.errors import Refused
from clew.text import regex as re

_LONGEST = 120
"""Bytes of a stem; limits of disks are in bytes (255) and tools add endings and prefixes."""

# Windows opens devices under these names, with any ending.
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')


def plain(name: str) -> str:
    """The name itself when it can stand in a path as it is; Refused when it cannot."""
    odd = not name or name.startswith(".") or name.endswith((".", " ")) or len(name.encode(errors="replace")) > 200
    if odd or _FORBIDDEN.search(name) or _DEVICES.fullmatch(name):
        raise Refused(f"`{name}` cannot be the name of a file")
    return name


def stem(title: str, mark: str) -> str:
    """A readable file name, without its ending, for a title of any kind; `mark` is a short id.

    The mark is added where the title alone says too little or was cut, so that two titles do not
    share a name for that reason; whether a name is taken already, only the caller can know.
    """
    text = unicodedata.normalize("NFC", title).lower()
    kept = "".join(char if _letter(char) else "-" for char in text)
    slug = re.sub("-{2,}", "-", kept).strip("-")
    lossy = any(not _letter(char) and not char.isspace() and char not in "-_.,'" for char in text)
    cut = _cut(slug, _LONGEST)
    if not slug:
        return mark
    return f"{cut}-{mark}" if lossy or cut != slug or _DEVICES.fullmatch(cut) else cut


def _letter(char: str) -> bool:
    # Marks belong to the letter before them: without them scripts such as Devanagari fall apart.
    return unicodedata.category(char)[0] in "LMN"


def _cut(text: str, size: int) -> str:
    """The longest start of a text within so many bytes that does not end inside a character."""
    return text.encode()[:size].decode(errors="ignore").rstrip("-")
