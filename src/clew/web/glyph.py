"""Stored text made harmless for the eye: what steers a line or hides in it becomes a small mark with its name."""

import re
import unicodedata
from html import escape

STEERING = re.compile(
    "[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
    "|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]"
)
"""Characters that turn the direction of a line, hide in it or control a terminal. Joiners stay: scripts need them."""

_TONES = (
    ("CORRECTION", "correction"),
    ("CURRENT", "current"),
    ("DISPUTED", "disputed"),
    ("DROPPED", "dropped"),
    ("PROPOSED", "waits"),
    ("TIME", "time"),
    ("EXPIRED", "dropped"),
    ("SUPPORT", "dropped"),
    ("SAID", "time"),
    ("AS OF", "time"),
    ("high", "plain"),
    ("medium", "plain"),
    ("low", "plain"),
)


def safe(text: str) -> str:
    """Text as HTML: escaped, steering characters visible."""
    plain = text.replace("\r\n", "\n")
    out, at = [], 0
    for match in STEERING.finditer(plain):
        out += [escape(plain[at : match.start()]), mark(match.group())]
        at = match.end()
    return "".join([*out, escape(plain[at:])])


def mark(char: str) -> str:
    """The mark that stands for one character."""
    name = unicodedata.name(char, "control character").lower()
    return f'<span class="ctl" title="{escape(name)}">U+{ord(char):04X}</span>'


def named(text: object) -> str:
    """Text where no markup can stand, as in the title of a window: steering characters by their numbers."""
    return STEERING.sub(lambda found: f"[U+{ord(found.group()):04X}]", str(text))


def tone(badge: str) -> str:
    """The style of a badge; whatever does not hold is pale."""
    return next((name for start, name in _TONES if badge.startswith(start)), "past")
