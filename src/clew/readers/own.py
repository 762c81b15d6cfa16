"""What Clew itself printed, recognised wherever it comes back: it is kept and yields no claims."""

from collections.abc import Iterator

from clew.readers.records import Piece
from clew.text import regex as re

# `<!-- clew:context … clew:end -->` around what was printed, `<!-- clew:claims begin … clew:claims end -->` on pages
_BLOCK = re.compile(
    r"^[^\n]*<!--\s*clew:(?!end\b)([\w-]+)(?!\s+end\b).*?(?:clew:(?:end|\1\s+end)\b[^\n]*(?:\n|\Z)|\Z)", re.S | re.M
)


_STATE = r"(?:CORRECTION · )?(?:CURRENT|SUPERSEDED|RETRACTED|PROPOSED|REJECTED|DISCARDED|PURGED|DROPPED|SAID \d{4})\b"
_BADGE = re.compile(rf"^(?:[ \t]{{4,}}|\[\d{{1,3}}\] ){_STATE}", re.M)
# what commands print: a number or an id before a claim, its badges below; or a model's sentences over what they cite
_SAID = r"(?:[^\n]*\[\d{1,3}\][^\n]*\n[ \t]*\n)?"
_PRINTED = re.compile(
    rf"^(?:{_SAID}Without the model:\n)?"
    rf"(?:\[\d{{1,3}}\] |(?:claim:)?c[a-z2-7]{{7,13}}  |\d{{4}}-[\d-]+  )[^\n]*\n"
    rf"(?:[^\n]+\n){{0,6}}?[ \t]{{4,}}{_STATE}[^\n]*"
    r"(?:\n\n?[ \t]{2,}[^\n]+)*\n?(?:(?:Not covered: |\d+ more in the block that clew )[^\n]*\n?)*"
    rf"|^{_SAID}\[\d{{1,3}}\] {_STATE}[^\n]*(?:\n[ \t]{{4,}}[^\n]+)*\n?",
    re.M,
)
# lines of `related`, `neighbours` and `diff`; hits of `search`; a source as `source show` prints it, up to the end
_SHOWN = re.compile(
    rf"^(?:Sources: \d[^\n]*\n)?[^\n]{{0,200}}?\bc[a-z2-7]{{7}}  [^\n]{{0,2000}}?  {_STATE}[^\n]*\n?"
    r"|^(?:[^\n]{0,200}  through: | +(?:was|by|with)  )c[a-z2-7]{7}  [^\n]*\n?"
    r"|^(?:part:[a-z-]+-[0-9a-f]{10}#\d+|page:/[^\n]{0,300}\.md)  [^\n]*\n(?: {4}[^\n]*\n?)*"
    r"|^[^\n]{0,300} · [a-z-]{2,30} · [^\n·]{4,60} · \d+ parts?\n\n\[1\] "
    r"(?:person|assistant|tool|document|injected|derived) .*\Z",
    re.M | re.S,
)


def marked(text: str) -> bool:
    """Whether something that Clew printed may stand in the text; all texts are asked, so rare characters come first."""
    if "<" in text and "clew:" in text:
        return True
    if ("·" in text or " why c" in text) and _BADGE.search(text):
        return True
    return any(sign in text for sign in (" · ", "part:", "page:/")) and _SHOWN.search(text) is not None


def blocks(text: str) -> list[tuple[int, int]]:
    """Where what Clew printed stands, in order, none overlapping another; a block without an end reaches to the end."""
    found = sorted(match.span() for form in (_BLOCK, _PRINTED, _SHOWN) for match in form.finditer(text))
    kept: list[tuple[int, int]] = []
    for start, end in found:
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def split(piece: Piece) -> Iterator[Piece]:
    """The piece cut at what Clew printed."""
    at = 0
    for start, end in blocks(piece.text):
        if piece.text[at:start].strip():
            yield piece._replace(text=piece.text[at:start])
        yield piece._replace(author="derived", text=piece.text[start:end], name=None)
        at = end
    if at == 0 or piece.text[at:].strip():
        yield piece._replace(text=piece.text[at:])
