"""Names of files and labels that are safe on every file system and still readable in every script."""

import hashlib
import unicodedata
from collections.abc import Container

from clew.text import regex as re

_BYTES = 200  # file systems allow 255; the rest is for extensions, suffixes and temporary names
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?")
_OWN = frozenset({"index", "log"})  # an OKF bundle keeps these names for itself


def slug(title: str, fallback: str, taken: Container[str] = ()) -> str:
    """A file name without extension for a title.

    Letters and digits of every script stay, in NFC and lower case; everything else becomes a hyphen.
    A title without any letter gets `fallback`. A name that is already `taken` gets a short digest of
    its title, so that the result never depends on who came third.
    """
    text = _letters(title)
    name = _cut(text, title) if text else _letters(fallback) or _short(fallback or title)
    if _RESERVED.fullmatch(name) or name in _OWN:
        name = f"{name}-page"
    return name if name not in taken else f"{_head(name)}-{_short(title)}"


def label(text: str) -> str:
    """An id for footnotes: only `a-z`, `0-9` and hyphens, since renderers fold anything else."""
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return plain or _short(text)


def folded(path: str) -> str:
    """A path as file systems compare it that ignore case and normal form."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def _letters(text: str) -> str:
    """Words of the text joined by hyphens; marks stay with their letters, controls and symbols go."""
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).lower())
    kept = "".join(c if unicodedata.category(c)[0] in "LMN" else "" if c in _JOINERS else "-" for c in text)
    words = [word for word in kept.split("-") if any(unicodedata.category(c)[0] in "LN" for c in word)]
    return "-".join(words)


# Apostrophes and invisible characters stand inside words: they vanish instead of splitting them.
_JOINERS = frozenset(
    "'’ʼ\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)


def _cut(name: str, title: str) -> str:
    """The name within the limit of bytes, marked by a digest of the title when it was cut."""
    return name if len(name.encode()) <= _BYTES else f"{_head(name)}-{_short(title)}"


def _head(name: str) -> str:
    """As much of a name as leaves room for a digest, cut between letters with their marks."""
    kept = name.encode()[: _BYTES - 9].decode(errors="ignore")
    while len(kept) < len(name) and unicodedata.category(name[len(kept)])[0] == "M":
        kept = kept[:-1]
    return kept.rstrip("-")


def _short(text: str) -> str:
    return hashlib.sha256(unicodedata.normalize("NFC", text).encode("utf-8", "replace")).hexdigest()[:8]
