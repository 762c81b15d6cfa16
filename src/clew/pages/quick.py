"""Links of plain paragraphs without a full parse: most text is plain, and a parser takes ten times as long.

Blocks end at empty lines, except for code and some HTML; so a text is cut there and only a paragraph
with a sign that could change the meaning of a bracket goes to the CommonMark parser. Where the cut
itself would be in doubt, the whole text does. A test holds both ways to one result.
"""

from clew.text import regex as re

Found = tuple[str, str, int]
"""Shown text, target as written, line from 1."""

# What may stand before a block on its line: indentation, quotes, list markers. All patterns begin with a
# line feed, which the engine finds fast; the text gets one in front for that.
_BEFORE = r"\n[ >*+\-0-9.)]*"
_OPEN = re.compile(r"\n(?:(`{3,})[^`\n]*(?=\n|\Z)|(~{3,})|<!--)")
_STRUCTURE = re.compile(_BEFORE + r"(?:\t|```|~~~|<(?:[!?]|script|pre|style|textarea))", re.IGNORECASE)
_NOTE = re.compile(r"\n {0,3}\[\^[^\s\[\]^]+\]:")
_BREAK = re.compile(r"\n(?: *\n)+")
_CODE = re.compile(r"(?<!`)(`+)(?!`)([^`\n]+)\1(?!`)")
_LINK = re.compile(r"\[([^\[\]\n]*)\]\(([^()\s]*)\)")
_LONG = 20_000
_DOUBTFUL = ("\\", "<", "![", "&", "\n    ", "     ")


def paragraphs(text: str) -> list[tuple[int, str, list[Found] | None]] | None:
    """Per paragraph with a bracket: its first line, its text and its links; None where a parser must decide.

    None for the whole when the structure of the text is not plain. Lines end in line feeds only.
    """
    plain = _without_blocks("\n" + text)
    if plain is None or "\ufdd0" in plain or "\0" in plain or _STRUCTURE.search(plain):
        return None
    if "]:" in plain and plain.count("]:") != len(_NOTE.findall(plain)):
        return None
    found: list[tuple[int, str, list[Found] | None]] = []
    at, line = 1, 1
    for gap in (*_BREAK.finditer(plain, 0), None):
        end = gap.start() if gap else len(plain)
        if end > at and (plain.find("[", at, end) >= 0 or plain.find("<", at, end) >= 0):
            paragraph = plain[at:end]
            if paragraph.startswith("    "):
                return None
            found.append((line, paragraph, _links(paragraph, line)))
        if gap:
            line += plain.count("\n", at, gap.end())
            at = gap.end()
    return found


def _without_blocks(text: str) -> str | None:
    """The text with empty lines for fenced code and comments that stand at the margin; None when in doubt."""
    if "```" not in text and "~~~" not in text and "<!--" not in text:
        return text
    kept: list[str] = []
    at = 0
    while opening := _OPEN.search(text, at):
        start = opening.start()
        if re.search(r"\n *<[^\n]*$", text[text.rfind("\n\n", at, start) + 1 : start], re.MULTILINE):
            return None  # an HTML block above it would swallow the line
        end = _end(text, opening)
        kept += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end
    return "".join([*kept, text[at:]])


def _end(text: str, opening: re.Match[str]) -> int:
    """Where the line ends that closes a block; the end of the text when none does."""
    fence = opening[1] or opening[2]
    if not fence:
        close = text.find("-->", opening.start() + 3)
        end = text.find("\n", close) if close >= 0 else -1
        return end if end >= 0 else len(text)
    closing = re.compile(rf"\n {{0,3}}{fence[0]}{{{len(fence)},}}[ \t]*(?=\n|\Z)").search(text, opening.end())
    return closing.end() if closing else len(text)


def _links(paragraph: str, first: int) -> list[Found] | None:
    """The links of a paragraph, or None where a bracket may mean something else."""
    if len(paragraph) > _LONG or any(sign in paragraph for sign in _DOUBTFUL):
        return None
    bare = _CODE.sub(lambda code: "\x01" * len(code[0]), paragraph) if "`" in paragraph else paragraph
    links = list(_LINK.finditer(bare))
    if "`" in bare or bare.count("](") != len(links):
        return None
    if bare is not paragraph and any("\x01" in link[0] for link in links):
        return None
    return [(link[1].strip(), link[2], first + bare.count("\n", 0, link.start())) for link in links]
