"""Stored text made inert for Markdown: it shows as written and can be nothing but text.

One line comes out of it, so no block, fence, heading, list, front matter or marker can begin; every
sign that means something to CommonMark, GitHub, Obsidian, math or template readers is escaped.
"""

from clew.text import regex as re

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_INVISIBLE = re.compile(f"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f{_BIDI}\ufeff\ufdd0-\ufdef\ufffe\uffff]")
_SPACE = re.compile(r"[\s\u2028\u2029\x1c-\x1f\x85]+")
_SIGNS = re.compile(r"[\\`*\[\]~^${}|]|#(?=\S)|%(?=%)|(?<=%)%|=(?==)|(?<==)=|(?<!\w)_|_(?!\w)|(?<=_)_|&(?=#?\w+;)")
_START = re.compile(r"(?:[#>+\-=:]|\d{1,9}(?=[.)]))")
_PLAIN = re.compile(r"[^\W\d_](?: ?(?:[^\W_]|[.,;:!?'()/+@–—“”‘’…-]))*")
_SURROGATE = re.compile("[\ud800-\udfff]")


def line(text: str) -> str:
    """The text on one line without characters that are invisible or turn the reading direction around."""
    return _SURROGATE.sub("\ufffd", _SPACE.sub(" ", _INVISIBLE.sub("", text)).strip())


def inline(text: str) -> str:
    """The text as Markdown that renders to exactly its one-line form, wherever on a line it stands."""
    if _PLAIN.fullmatch(text):
        return text  # letters, digits and signs that never mean anything inside a line: most of what is written
    # An entity for `<`, because readers that miss a backslash would run HTML; `&` first, so none is forged.
    marked = _SIGNS.sub(lambda m: "&amp;" if m[0] == "&" else "\\" + m[0], line(text)).replace("<", "&lt;")
    start = _START.match(marked)
    if start is None:
        return marked
    at = start.end() if start[0].isdigit() else 0
    return f"{marked[:at]}\\{marked[at:]}"


def target(path: str) -> str:
    """A link target that cannot end its link early; schemes that run code become a dead link."""
    if re.match(r"(?i)[a-z][a-z0-9+.-]*:", path) and not re.match(r"(?i)(?:https?|mailto):", path):
        return "#"
    return re.sub(r"[\s<>()\\\"'`|*_\[\]{}^]|[^\x21-\x7e]", _percent, line(path))


def _percent(sign: re.Match[str]) -> str:
    return sign[0] if sign[0] == "_" else "".join(f"%{byte:02X}" for byte in sign[0].encode("utf-8", "replace"))
