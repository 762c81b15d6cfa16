"""What must be known about a text before a parser sees it: size, nesting, repetition, conflict markers."""

from clew.pages.markdown import code_lines
from clew.text import regex as re

_SIZE = 256 * 1024
_NESTING = 64  # the YAML scanner needs quadratic time on nested brackets
_ALIASES = 500
_SPARE = 4096  # characters that aliases may add to any front matter; a larger one may grow tenfold
_MARK = re.compile(r"(?:(?<=^)|(?<=[\s\[{,:-]))([&*])([^\s,\[\]{}]+)")
_CONFLICT = (re.compile(r"<{7}(?: .*)?"), re.compile(r"={7}"), re.compile(r">{7}(?: .*)?"))


def overload(yaml: str) -> str | None:
    """The code of the limit that this YAML breaks, or None; looks at characters only, expands nothing."""
    if len(yaml) > _SIZE:
        return "front_too_large"
    if yaml.count("[") + yaml.count("{") > _NESTING and _nesting(yaml) > _NESTING:
        return "too_deep"
    if "*" in yaml and "&" in yaml and _expanded(yaml) > _limit(yaml):
        return "too_many_aliases"
    return None


def without_aliases(yaml: str) -> str:
    """The YAML with nothing where an alias stood."""
    return _MARK.sub(lambda mark: "~" if mark[1] == "*" else "", yaml)


def _nesting(yaml: str) -> int:
    deepest = depth = 0
    for mark in re.findall(r"[\[\]{}]", yaml):
        depth = depth + 1 if mark in "[{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest


def _expanded(yaml: str) -> int:
    """About how many characters stand there once all aliases are written out."""
    anchors: dict[str, tuple[int, int]] = {}
    aliases: list[tuple[int, int]] = []
    for mark in _MARK.finditer(yaml):
        if mark[1] == "&":
            anchors[mark[2]] = (mark.start(), _extent(yaml, mark.end()))
        elif mark[2] in anchors:
            start, end = anchors[mark[2]]
            if end > mark.start() or len(aliases) > _ALIASES:
                return _limit(yaml) + 1  # it holds itself, or there are more than anybody writes
            aliases.append((mark.start(), end - start + sum(size for at, size in aliases if start < at < end)))
    return len(yaml) + sum(size for _, size in aliases)


def _limit(yaml: str) -> int:
    return _SPARE + 10 * len(yaml)


def _extent(yaml: str, at: int) -> int:
    """Where the node that begins behind an anchor ends: its bracket, its line, or its indented block."""
    line_end = yaml.find("\n", at)
    line_end = len(yaml) if line_end < 0 else line_end
    rest = yaml[at:line_end].lstrip()
    if rest[:1] in ("[", "{"):
        depth = 0
        for mark in re.finditer(r"[\[\]{}]", yaml[at:]):
            depth += 1 if mark[0] in "[{" else -1
            if depth == 0:
                return at + mark.end()
        return len(yaml)
    if rest and not rest.startswith("#"):
        return line_end
    start = yaml.rfind("\n", 0, at) + 1
    indent = len(yaml[start:]) - len(yaml[start:].lstrip(" "))
    less = re.compile(rf"\n {{0,{indent}}}[^\s#-]").search(yaml, line_end)
    return less.start() if less else len(yaml)


def conflict_line(text: str, body: int) -> int | None:
    """Line number of the first unresolved merge conflict, outside code; `body` is where the Markdown starts."""
    if "<<<<<<<" not in text:
        return None
    first = text.count("\n", 0, body)
    code = {first + n for n in code_lines(text[body:])}
    opened = stage = 0
    for number, line in enumerate(text.split("\n"), 1):
        if number in code:
            continue
        line = line.rstrip("\r")
        if _CONFLICT[0].fullmatch(line):
            opened, stage = number, 1
        elif stage and _CONFLICT[stage].fullmatch(line):
            if stage == 2:
                return opened
            stage += 1
    return None


def both(data: bytes) -> tuple[bytes, str]:
    """A file with the lines of both sides of its merge conflicts, as a union merge keeps them, and those lines alone.

    The file itself where there are no markers, or where they make no sense.
    """
    kept: list[bytes] = []
    inside: list[bytes] = []
    stage = 0  # 0 common, 1 ours, 2 the common ancestor, 3 theirs
    for line in data.split(b"\n"):
        step = _step(line.rstrip(b"\r"), stage)
        if step is not None:
            stage = step
        elif stage != 2:
            kept.append(line)
            inside += [line] * (stage > 0)
    return (b"\n".join(kept), b"\n".join(inside).decode("utf-8", "replace")) if stage == 0 else (data, "")


def _step(line: bytes, stage: int) -> int | None:
    """The stage after a marker line; None for any other line."""
    mark = line[:7]
    if line[7:8] not in (b"", b" ") or (mark == b"=======" and line != mark):
        return None
    steps = {(b"<<<<<<<", 0): 1, (b"|||||||", 1): 2, (b"=======", 1): 3, (b"=======", 2): 3, (b">>>>>>>", 3): 0}
    return steps.get((mark, stage))
