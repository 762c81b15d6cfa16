"""Which document says that it replaces which: header and status lines of any series of numbered or linked documents.

`Superseded-By: 12, 14`, `Replaces: RFC 7`, `obsoleted_by: [0004-queues.md]`, `Status: superseded by [ADR 9](adr-9.md)`.
A line counts where it opens with such a word near the head of a document; a word inside a sentence says nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from clew.text import regex as re


@dataclass(frozen=True, slots=True)
class Paper:
    """A document as its place and its words name it."""

    path: str
    text: str


class Stated(NamedTuple):
    """One line that states a supersession."""

    newer: bool
    """True where the document itself is the newer one."""
    targets: tuple[str, ...]
    """The other documents, as the line names them: paths, numbers, titles."""
    start: int
    end: int


HEAD = 4000
"""Characters in which a document says what it is."""
_LINE = re.compile(
    r"^[ \t>*#|_~-]*(?:(?:status|état|estado)\W{1,6})?(?:it|this (?:\w+ ){0,2})?(?:has been |was |is |wurde )?"
    r"(?P<older>supersed\w*[-_ ]by|obsoleted?[-_ ]by|replaced[-_ ]by|deprecated in favou?r of|abgelöst durch|"
    r"ersetzt durch|"
    r"remplacée? par|(?:reemplazad|sustituid)[oa] por|superseded(?=::))"
    r"|^[ \t>*#|_~-]*(?:(?:status|état|estado)\W{1,6})?(?P<newer>supersedes|replaces|obsoletes|ersetzt|löst ab|"
    r"remplace|"
    r"reemplaza|sustituye)(?!\w)",
    re.IGNORECASE | re.MULTILINE,
)
_REST = re.compile(r"[*_~]*\s*(?:::|[:=–—-])?[ \t]*(?P<list>.*(?:\n[ \t]+[-*]?[ \t]*\S.*|\n- \S.*)*)")
_LINK = re.compile(
    r"\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\(<?(?P<path>[^()\s>]+)>?[^()]*\)|\[\[(?P<wiki>[^\[\]|]+)[^\[\]]*\]\]"
)
_NUMBERED = re.compile(r"(?:(?P<series>[A-Za-z]{2,})[-_ :`#.]{0,4})?(?<!\d)0*(?P<n>\d{1,6})(?![\d.]*\d*[-./]\d)")
_STEM = re.compile(r"(?:^|[^A-Za-z])(?:(?P<series>[A-Za-z]{2,})[-_ #]?)?0*(?P<n>\d{1,6})(?!\d)")
_TITLE = re.compile(r"^(?:#+\s*|title:\s*)[\"']?(?P<title>.+?)[\"']?\s*$", re.IGNORECASE | re.MULTILINE)
_EMPTY = frozenset(("", "none", "n/a", "-", "no", "keine", "null", "[]"))


def stated(text: str) -> tuple[Stated, ...]:
    """Every line near the head that says what replaces what."""
    out = []
    for match in _LINE.finditer(text[:HEAD]):
        rest = _REST.match(text, match.end())
        said = rest["list"] if rest else ""
        targets = _targets(said.partition("\n\n")[0])
        if targets:
            out.append(Stated(match["newer"] is not None, targets, match.start(), rest.end() if rest else match.end()))
    return tuple(out)


def _targets(said: str) -> tuple[str, ...]:
    found = [m["path"] or m["wiki"] for m in _LINK.finditer(said)]
    if found:
        # a link that leads nowhere may still name its document by number
        return tuple(f"{m['path'] or m['wiki']}\n{m['text'] or ''}" for m in _LINK.finditer(said))
    parts = [p.strip(" \t\"'`[]().*_-\n") for p in re.split(r",|;|\n|\s(?:and|und|et|y|&)\s", said)]
    return tuple(p for p in parts if p.casefold() not in _EMPTY and len(p) < 120)


def bare(text: str) -> str:
    """The text without the lines that state a supersession."""
    for line in reversed(stated(text)):
        end = text.find("\n", line.end)
        text = text[: line.start] + text[end if end >= 0 else len(text) :]
    return text


class Library:
    """Documents by the names that other documents call them."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        self._papers = {p.path: p for p in papers}
        self._by: dict[object, list[str]] = defaultdict(list)
        for path, paper in self._papers.items():
            for key in dict.fromkeys(_keys(paper)):
                self._by[key].append(path)

    def find(self, target: str, of: str) -> str | None:
        """The one document that a target means, said in the document at `of`; None where none or several fit."""
        path, _, text = target.partition("\n")
        stem = _stem(path)
        own = _number(_stem(of))
        keys: list[object] = [stem, *(("title", t.strip().casefold()) for t in (text, path) if t.strip())]
        for said in (stem, text):
            series, n = _said_number(said)
            if n and (series or own):
                keys += [(series, n)] if series else []
                keys += [(own[0], n)] if own else []
        for key in keys:
            fits = [p for p in self._by.get(key, ()) if p != of]
            if len(fits) == 1:
                return fits[0]
        return None

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every (older, newer) that some document states, each once, without rings."""
        out: dict[tuple[str, str], None] = {}
        for path, paper in self._papers.items():
            for line in stated(paper.text):
                for target in line.targets:
                    other = self.find(target, path)
                    if other:
                        out[(other, path) if line.newer else (path, other)] = None
        after: dict[str, list[str]] = defaultdict(list)
        for old, new in out:
            if not _reaches(after, new, old):
                after[old].append(new)
        return tuple((old, new) for old, news in after.items() for new in news)

    def forebears(self, path: str, similar: Sequence[str]) -> tuple[str, ...]:
        """What a document may replace where it does not say so, best first: what it speaks of, and what speaks like it.

        Where it has a number in a series, only that series counts, and what came before it more than what came after.
        """
        own = _number(_stem(path))
        score: dict[str, float] = defaultdict(float)
        for found in (self.cited(path), similar):
            for rank, other in enumerate(p for p in found if p != path and _mates(_number(_stem(p)), own)):
                number = _number(_stem(other))
                later = bool(own and number and int(number[1]) > int(own[1]))
                score[other] += (0.5 if later else 1) / (_RANK + rank)
        return tuple(sorted(score, key=lambda p: (-score[p], p)))

    def cited(self, path: str) -> tuple[str, ...]:
        """Documents of its series that a document speaks of by number, the most often named first."""
        own = _number(_stem(path))
        counts: dict[str, int] = defaultdict(int)
        for match in _NUMBERED.finditer(self._papers[path].text) if own else ():
            series = (match["series"] or "").casefold()
            fits = self._by.get((own[0], match["n"]), ()) if own and series == own[0] else ()
            for other in fits:
                counts[other] += other != path
        return tuple(sorted((p for p in counts if counts[p]), key=lambda p: (-counts[p], p)))


_RANK = 10
"""Flattens the first ranks when two orders are joined."""


def _mates(number: tuple[str, str] | None, own: tuple[str, str] | None) -> bool:
    return own is None or (number is not None and number[0] == own[0])


def _keys(paper: Paper) -> Iterable[object]:
    stem = _stem(paper.path)
    yield stem
    number = _number(stem)
    if number:
        yield number
    title = _TITLE.search(paper.text[:HEAD])
    if title:
        yield ("title", title["title"].casefold())


def _stem(path: str) -> str:
    name = path.partition("#")[0].rpartition("/")[2].casefold()
    name = re.sub(r"\.(?:md|rst|txt|adoc|html?)$", "", name)
    return name.rpartition("__")[2]


def _number(stem: str) -> tuple[str, str] | None:
    match = _STEM.search(stem)
    return ((match["series"] or "").casefold(), match["n"]) if match else None


def _said_number(said: str) -> tuple[str, str]:
    match = _NUMBERED.search(said)
    return ((match["series"] or "").casefold(), match["n"]) if match else ("", "")


def _reaches(after: dict[str, list[str]], start: str, goal: str) -> bool:
    todo, seen = [start], set()
    while todo:
        at = todo.pop()
        if at == goal:
            return True
        if at not in seen:
            seen.add(at)
            todo += after.get(at, [])
    return False
