"""Cuts the text of a part into sentences and marks what is not prose: code, logs, quotes, tables.

Positions are code points into the text as stored. Blocks that nobody said as a sentence (fences,
log lines, quoted lines, tables, pasted mail) come out whole, so that a reader can step over them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from clew.text import regex as re

Block = Literal["prose", "list", "heading", "code", "quote", "paste", "table"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of a text, trimmed, with what it is."""

    start: int
    end: int
    kind: Block


_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_QUOTE = re.compile(r"[ \t]{0,3}>")
_TABLE = re.compile(r"[ \t]*\|.*\|[ \t]*$|[ \t]*:?-{2,}:?[ \t]*(?:[|+][ \t]*:?-{2,}:?[ \t]*)+$")
_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]+(?=\S)")
_ITEM = re.compile(r"[ \t]*(?:[-*+•–][ \t]+(?:\[[ xX]\][ \t]+)?|\(?(?:\d{1,3}[.)]|[a-h][.)]|[A-H]\))[ \t]+)(?=\S)")
_STAMP = re.compile(
    r"[ \t]*(?:[\[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d[\]., ]|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |"
    r"\[\s*\d+\.\d+\] )"
)
_LOG = re.compile(
    r"[ \t]*(?:(?:\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE|CRITICAL)\]?[: ])|Traceback \(most recent|"
    r"File \"[^\"]{1,300}\", line \d+|at [\w$.<>]{1,200}\([^)]{0,200}\)[ \t]*$|(?:\w+\.){0,8}\w*(?:Error|"
    r"Exception)\b: |"
    r"\$ \w|C:\\|~[/$]|>>> |\.\.\. |[+-]{3} [ab]/|@@ -\d|diff --git |(?:npm|yarn|pip) (?:ERR!|WARN)|\$ )"
)
_CODE = re.compile(
    r"[ \t]*(?:(?:import|from) [\w.]+(?: import [\w*, ]+)?;?[ \t]*$|(?:def|class|fn|func) \w+[^\n]{0,200}[:{][ \t]*$|"
    r"(?:const|let|var) \w+ ?(?::[^=\n]{0,80})?= ?\S|(?:public|private|static|protected) [\w<>\[\]]+ "
    r"\w+[^\n]{0,120}[({;]|"
    r"(?:if|for|while|switch) ?\([^\n]{0,200}\)[ \t]*\{?[ \t]*$|return [^\n]{0,200};[ \t]*$|"
    r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|ALTER TABLE)\b[^\n]{0,300}|"
    r"[}\])]{1,4}[;,]?[ \t]*$|</?\w+[^>\n]{0,200}>[ \t]*$|#include\b|@\w+(?:\([^\n]{0,120}\))?[ \t]*$|"
    r"[\w.$\[\]\"']{1,80} ?(?:=|\+=|:=) ?[^\n=]{1,200};[ \t]*$|[\w.]{1,80}\([^\n]{0,200}\);?[ \t]*$|"
    r"[{\[][ \t]*$|\"[\w-]{1,60}\": ?[^\n]{1,200},?[ \t]*$|//|/\*|\*/)"
)
_MAIL = re.compile(
    r"[ \t]*(?:(?:From|To|Cc|Bcc|Sent|Subject|Date|Von|An|Betreff|Gesendet|De|Objet|Asunto)[ \t]*: \S|"
    r"-{2,}[ \t]*(?:Forwarded message|Original Message|Weitergeleitete Nachricht|Ursprüngliche Nachricht)|"
    r"(?:On|Am) [^\n]{6,120}(?:wrote|schrieb[^\n]{0,60}):[ \t]*$)"
)
_FIELD = re.compile(
    r"^[ \t]*(From|To|Cc|Bcc|Sent|Date|Subject|Von|An|Betreff|Gesendet|De|Objet|Asunto)[ \t]*: \S", re.M
)
_SENDERS = {"from", "von", "de"}
_QUOTES = '"""'
_TAG = re.compile(r"[ \t]*<([A-Za-z][\w-]{0,40})(?: [^<>\n]{0,200})?>[ \t]*$")
_SYMBOLS = re.compile(r"[{}<>;=|\\$^~`@#*_+/\[\]()]")

_BREAK = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？]+[」』”]?|(?<=[a-zäöüßé])[.!?](?=[A-ZÄÖÜ][a-zäöüß])|[!?]{2,}")
_MONTH = (
    r"jan|feb|mar|mär|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec|jän|janv|févr|fév|avr|juin|juil|août|déc|"
    r"ene|abr|ago|dic"
)
_AFTER_ORDINAL = re.compile(
    rf"\s*(?:(?:{_MONTH})[^\W\d_]*\b|\d{{1,4}}\b|[,;)]|(?:klasse|stock|etage|tag|monat|quartal|woche|jahrhundert|"
    r"semester|kapitel|auflage|platz|lebensjahr|schuljahr|geburtstag|und|oder|bis|september)\b)",
    re.IGNORECASE,
)
_DATED = re.compile(rf"(?:{_MONTH})[^\W\d_]*\b", re.IGNORECASE)
"""What follows `12.` at the start of a line that is a date, not an item."""
_ORDINAL = re.compile(r"(?:^|[\s(])(\d{1,2})$")
_DAY_MONTH = re.compile(r"(?:^|[\s(])\d{1,2}\.\d{1,2}$")
"""A date without a year: "am 12.4. gegen …"."""
_BEFORE_ORDINAL = re.compile(r"\b(?:am|vom|zum|der|dem|den|des|zur|die|das|nr)\s+\d{1,2}$", re.I)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"„“]|(?<!\w)')(?:[a-zäöü]|dr|mr|mrs|ms|prof|st|vs|etc|e\.g|i\.e|approx|dept|est|fig|inc|ltd|co|corp|jr|sr|no|"
    r"vol|ca|bzw|ggf|evtl|inkl|zzgl|bspw|usw|z\.\s?b|d\.\s?h|u\.\s?a|o\.\s?ä|s\.\s?o|v\.\s?a|nr|str|tel|abs|art|hr|fr|"
    r"max|min|incl|cf|al|p|pp|a\.m|p\.m|u\.s|mme|mlle|sra|dra|ud|uds|env|min|std|sek|mo|di|mi|do|sa|so|jan|feb|mar|apr|"
    r"jun|jul|aug|sept?|oct|nov|dec)$",
    re.IGNORECASE,
)
# Abbreviations that also end sentences: only a following lower-case word or digit keeps them together.
_WEAK = re.compile(
    r"(?:^|\s)(?:etc|usw|co|inc|ltd|no|so|do|mi|sa|mo|di|max|min|al|art|est|a\.m|p\.m|fig|p|st|mar|jun|jan|dec|i|x|"
    r"[a-zäöü]|(?<=\d )ms)$",
    re.I,
)
_STARTER = re.compile(
    r"\s+(?:One|Two|Three|Four|Five|No|Not|Each|Every|All|If|When|The|It|We|I|This|That|He|She|They|But|And|So|My|"
    r"Our|Die|Der|Das|Es|Wir|Ich|Und|Aber)\b"
)
"""Words that begin a sentence rather than a surname."""
_WINDOW = 24
"""Characters before a stop that are looked at: longer than any abbreviation in the table."""


def _is_log(line: str) -> bool:
    return bool(_STAMP.match(line) or _LOG.match(line))


def _is_code(line: str) -> bool:
    stripped = line.strip()
    if not stripped:
        return False
    if _CODE.match(line):
        return True
    sample = stripped[:400]
    symbols = len(_SYMBOLS.findall(sample))
    return symbols >= 4 and symbols * 5 > len(sample)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        if end < 0:
            end = len(text)
        yield start, end
        start = end + 1


def _kind(line: str) -> Block:
    if not line.strip():
        return "prose"
    if _QUOTE.match(line) and not line.lstrip().startswith(">>> "):
        return "quote"
    if _TABLE.match(line):
        return "table"
    if _is_log(line):
        return "code"
    if _MAIL.match(line):
        return "paste"
    if _HEADING.match(line):
        return "heading"
    item = _ITEM.match(line)
    if item and not _DATED.match(line, item.end()):
        return "list"
    return "code" if _is_code(line) else "prose"


def _blocks(text: str) -> Iterator[tuple[int, int, Block]]:
    """Lines, with fences, what was pasted and runs of the same wordless kind joined."""
    ends: Callable[[str], bool] | None = None
    held: tuple[int, int, Block] | None = None
    for start, end in _lines(text):
        line = text[start:end]
        if ends is not None:
            held = (held[0] if held else start, end, held[2] if held else "paste")
            if ends(line):
                ends = None
            continue
        opened = _opened(text, line, end)
        if opened:
            if held:
                yield held
            kind, ends, whole = opened
            held = (start, end, kind)
            if not whole:
                yield start, end, "prose"
                held = None
            continue
        kind = _kind(line)
        if held and held[2] == kind and kind in ("code", "quote", "table", "paste"):
            held = (held[0], end, kind)
            if kind == "paste" and _headed(text[held[0] : end]):
                ends = _never  # below its header stands the mail
            continue
        if held:
            yield held
        held = (start, end, kind)
    if held:
        yield held


def _opened(text: str, line: str, end: int) -> tuple[Block, Callable[[str], bool], bool] | None:
    """What begins at a line that only a later one ends: its kind, that end, and whether the line belongs to it."""
    mark = _FENCE.match(line)
    if mark and not ("`" in line[mark.end() :] and mark[1][0] == "`"):
        return "code", lambda later: _closes(mark[1], later), True
    if line.count(_QUOTES) == 1 and text.find(_QUOTES, end) >= 0:
        return "paste", lambda later: _QUOTES in later, line.lstrip().startswith(_QUOTES)
    tag = _TAG.match(line) if "<" in line else None
    if tag and text.find(close := f"</{tag[1]}>", end) >= 0:
        return "paste", lambda later: later.strip() == close, True
    return None


def _closes(fence: str, line: str) -> bool:
    mark = _FENCE.match(line)
    return mark is not None and mark[1].startswith(fence) and not line[mark.end() :].strip()


def _never(_: str) -> bool:
    return False


def _headed(lines: str) -> bool:
    """Whether these lines are the header of a mail: who sent it, and two other fields."""
    names = {found[1].lower() for found in _FIELD.finditer(lines)}
    return len(names) >= 3 and bool(names & _SENDERS)


def _stops(text: str, start: int, end: int) -> Iterator[int]:
    """Ends of sentences inside one line."""
    for found in _BREAK.finditer(text, start, end):
        at = found.end()
        if found.group().strip("\"'”’»)]") == "." and _joined(text, found.start(), at, start, end):
            continue
        opened = text.rfind("(", start, found.start())
        if opened >= 0 and text.find(")", opened, at) < 0 and text.find(")", at, min(end, at + _ASIDE)) >= 0:
            continue  # "(he is fine! eleven stitches)"
        yield at


_ASIDE = 80
"""Characters within which a bracket closes that holds a full stop."""


def _joined(text: str, dot: int, after: int, start: int, end: int) -> bool:
    """Whether a full stop belongs to an ordinal, a date or an abbreviation."""
    before = text[max(start, dot - _WINDOW) : dot]
    rest = text[after : min(end, after + _WINDOW)]
    if _DAY_MONTH.search(before) and rest.lstrip()[:1].islower():
        return True
    if _ORDINAL.search(before):
        return bool(_AFTER_ORDINAL.match(rest) or (rest.strip() and _BEFORE_ORDINAL.search(before)))
    if not rest.strip() or not _ABBREVIATION.search(before):
        return False
    follower = rest.lstrip()[:1]
    letter = len(before) < 2 or not before[-2].isalnum()
    if before.endswith("St") and follower.isupper():
        return not _STARTER.match(rest)  # "St. Mary's"
    if letter and (before[-1:].isupper() or before[-1:] == "v"):
        return not _STARTER.match(rest)  # an initial, or "A v. B"
    return not (_WEAK.search(before) and (follower.isupper() or before[-1:] in "ox" or before.endswith(("no", "so"))))


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _marker(line: str, kind: Block) -> int:
    found = _HEADING.match(line) if kind == "heading" else _ITEM.match(line) if kind == "list" else None
    return found.end() if found else 0


def sentences(text: str) -> tuple[Sentence, ...]:
    """Sentences of a text in order, not overlapping, trimmed, list and heading marks left out.

    Code fences, log lines, quoted lines, tables and mail headers are one `Sentence` per block.
    """
    out: list[Sentence] = []
    for start, end, kind in _blocks(text):
        if kind in ("code", "quote", "table", "paste"):
            a, b = _trim(text, start, end)
            if b > a:
                out.append(Sentence(a, b, kind))
            continue
        at = start + _marker(text[start:end], kind)
        for stop in (*_stops(text, at, end), end):
            a, b = _trim(text, at, stop)
            if b > a:
                out.append(Sentence(a, b, kind))
            at = stop
    return tuple(out)
