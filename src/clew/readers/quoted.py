"""The author's own words in a mail, apart from the words of others quoted below or between them."""

from collections.abc import Iterator

from clew.text import regex as re

_QUOTED = re.compile(r"[ \t]{0,3}>")
# "On …, Bob wrote:" in any language: a line with an address, a date or a name, that ends in a colon above a quote
_ATTRIBUTION = re.compile(r"(?=.*[\d@<])[^\n]{5,400}[:：]\s*$")
_LABEL = re.compile(r"[ \t*_]*([^\W\d_][^\n:：]{0,24}?)[ \t*_]*[:：][ \t*_]*(\S.*)")
_FROM = {
    "from", "von", "fra", "från", "de", "da", "van", "od", "от", "від", "lähettäjä", "kimden", "feladó", "de la",
    "expéditeur", "absender", "remitente", "mittente", "发件人", "寄件者", "差出人", "送信者",
    "보낸 사람", "من", "מאת", "από",
}  # fmt: skip
_RULE = re.compile(r"[ \t]*-{2,}[ \t]*[^\W\d_][^\n]{3,60}?[ \t]*-{2,}[ \t]*$|[ \t]*_{20,}[ \t]*$")
_SIGNATURE = re.compile(r"--[ \t]*\r?$")


def unflow(text: str, delete_space: bool = False) -> str:
    """Lines of a `format=flowed` mail joined as the sender wrote them; quotes and the signature mark stay lines."""
    out: list[str] = []
    open_line = False
    for line in text.split("\n"):
        bare = line.rstrip("\r")
        quoted = bare.startswith(">")
        if bare.startswith(" "):
            bare = bare[1:]  # stuffing
        if open_line and not quoted and out:
            out[-1] += bare
        else:
            out.append(bare)
        open_line = bare.endswith(" ") and bare != "-- " and not quoted
        if open_line and delete_space:
            out[-1] = out[-1][:-1]
    return "\n".join(out)


def cut(text: str) -> Iterator[tuple[bool, str]]:
    """Stretches of the mail in order, with whether they are the author's own."""
    lines = text.split("\n")
    own: list[str] = []
    i = 0
    while i < len(lines):
        if _ends(lines, i):
            yield True, "\n".join(own).strip("\r\n")
            yield False, "\n".join(lines[i:]).strip("\r\n")
            return
        if ">" not in lines[i] or not _QUOTED.match(lines[i]):
            own.append(lines[i])
            i += 1
            continue
        said = _attributed(own)
        yield True, "\n".join(own).strip("\r\n")
        own = []
        start = i
        while i < len(lines) and (_QUOTED.match(lines[i]) or (not lines[i].strip() and _more(lines, i))):
            i += 1
        yield False, "\n".join([*said, *lines[start:i]])
    yield True, "\n".join(own).strip("\r\n")


def _more(lines: list[str], i: int) -> bool:
    """Whether the quote goes on after an empty line."""
    return i + 1 < len(lines) and _QUOTED.match(lines[i + 1]) is not None


def _attributed(own: list[str]) -> list[str]:
    """The line that introduces a quote, taken from the end of the author's words; it may be wrapped over two."""
    while own and not own[-1].strip():
        own.pop()
    for many in (1, 2):
        if len(own) >= many and all(line.strip() for line in own[-many:]):
            joined = " ".join(line.strip() for line in own[-many:])
            if _ATTRIBUTION.match(joined):
                said = own[-many:]
                del own[-many:]
                return said
    return []


def _ends(lines: list[str], i: int) -> bool:
    """Whether a signature, or the header of a mail quoted below, begins at a line."""
    line = lines[i]
    if ":" not in line and "--" not in line and "：" not in line and "____" not in line:
        return False  # nearly every line
    if _SIGNATURE.match(line):
        return True
    if _RULE.match(lines[i]):
        if line.lstrip().startswith("_") and not any(above.strip() for above in lines[:i]):
            return True  # what a mailing list puts below, in a part of its own
        return any(_header(lines, j) for j in range(i + 1, min(i + 4, len(lines))))
    return _header(lines, i)


def _header(lines: list[str], i: int) -> bool:
    """A block of three labelled lines at least, the first of which names a sender."""
    first = _LABEL.match(lines[i])
    if first is None or first[1].strip().casefold() not in _FROM:
        return False
    block = lines[i : i + 6]
    labelled = [line for line in block if _LABEL.match(line)]
    return len(labelled) >= 3 and any(re.search(r"\d{4}|\d{1,2}[:.]\d{2}|@", line) for line in block)
