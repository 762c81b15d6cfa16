"""Checks of files: the format's rules, dates without quotes, hand edits, and what `doctor` sees."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from clew.lint.survey import Page, Survey
from clew.model import Problem
from clew.pages import emit, front, okf, region
from clew.pages.front import Document
from clew.pages.page import JOINED, block_state, edited_keys, prose
from clew.pages.splice import same
from clew.text import regex as re

DATE = re.compile(
    r"(?P<before>(?:^|[\s{,\[])(?:-[ \t]+|[\w-]+:[ \t]+)|[\[,][ \t]*)"
    r"(?P<date>\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?)"
    r"(?=[ \t]*(?:[,}\]]|[ \t]#|\r?$))",
    re.MULTILINE,
)
"""What may be a date that stands in YAML without quotes: within other text it is none."""

_WORDS = re.compile(r"\w+")
_DERIVED = {"index.md": "index", "log.md": "log", "timeline.md": "timeline", "AGENTS.md": "agents"}
_HERE = frozenset({"block_edited", "block_broken", "case_collision"})


def form(survey: Survey) -> Iterator[Problem]:
    """What the format advises beyond its rules."""
    for page in survey.pages.values():
        advice = okf.judged(page.doc, survey.names).findings
        wikis = [problem for problem in advice if problem.code == "wikilink"]
        yield from (problem for problem in advice if problem.code != "wikilink")
        if wikis:
            count = f"{len(wikis)} wikilinks" if len(wikis) > 1 else "A wikilink"
            yield page.problem("wikilink", f"{count}, which other readers do not follow.", wikis[0].line)
    yield from okf.clashes(page.doc.path for page in survey.pages.values())


def breaches(survey: Survey) -> tuple[Problem, ...]:
    """What keeps a bundle from being conformant: the other verdict, never mixed with the findings."""
    return tuple(breach for page in survey.pages.values() for breach in okf.judged(page.doc).breaches)


def unquoted(survey: Survey) -> Iterator[Problem]:
    """Dates in front matter without quotes: half of the YAML readers make something else of them."""
    for page in survey.pages.values():
        found = dates(page.doc)
        if found:
            line = page.doc.text.count("\n", 0, found[0].start("date")) + 1
            more = f" and {len(found) - 1} more" if len(found) > 1 else ""
            yield page.problem("unquoted_date", f"Put {found[0]['date']}{more} in quotes.", line)


def dates(doc: Document) -> tuple[re.Match[str], ...]:
    """Where they stand in a page: those whose quotes change nothing that the page says."""
    if not doc.writable:
        return ()
    found = tuple(DATE.finditer(doc.text, *(doc.head or (0, 0))))
    return found if _alike(doc, found) else tuple(one for one in found if _alike(doc, (one,)))


def quoted(doc: Document, found: Iterable[re.Match[str]]) -> bytes:
    """The page with quotes around these dates."""
    text, at = "", 0
    for one in found:
        text += doc.text[at : one.start("date")] + emit.string(one["date"])
        at = one.end("date")
    return (b"\xef\xbb\xbf" if doc.bom else b"") + (text + doc.text[at:]).encode("utf-8", "surrogatepass")


def _alike(doc: Document, found: Iterable[re.Match[str]]) -> bool:
    after = front.parse(quoted(doc, found), doc.path)
    return not after.problems and after.body == doc.body and same(after.front, doc.front)


def edited(survey: Survey) -> Iterator[Problem]:
    """Generated blocks and keys that somebody changed by hand."""
    for page in survey.pages.values():
        state = _state(page)
        if state in ("edited", "broken"):
            how = "was edited by hand" if state == "edited" else "has markers that do not pair up"
            text = f"The generated block {how}, so it is left alone; move the words out of it or discard them."
            yield page.problem("block_" + state, text)
        elif state == "intact" and (names := edited_keys(page.doc)):
            yield page.problem(
                "key_edited", f"Generated front matter was changed by hand: {', '.join(names)}; it stays so."
            )


def copies(survey: Survey) -> Iterator[Problem]:
    """Pages with the generated block of another one beside them, as clients that sync folders leave them."""
    first: dict[tuple[str, str], Page] = {}
    held = [page for page in survey.pages.values() if page.doc.writable and block_state(page.doc) != "missing"]
    for page in sorted(held, key=lambda page: (len(page.path), page.path)):
        folder, _, name = page.path.rpartition("/")
        other = first.setdefault((folder, str(page.doc.front.get("title"))), page)
        stem = other.path.rpartition("/")[2].removesuffix(".md")
        if other is not page and name.startswith(stem):
            text = f"It looks like a copy of {other.path}; take over what is missed there, then remove it."
            yield page.problem("page_copied", text)


def joined(survey: Survey) -> Iterator[Problem]:
    """Pages on which a merge of git kept words of both sides: what was asked then, and versions of one line."""
    for page in survey.pages.values():
        if not page.doc.writable or block_state(page.doc) == "missing":
            continue
        lines = [line.strip() for line in prose(page.doc).split("\n")]
        asked = next((line for line in lines if line.startswith(JOINED)), None)
        if asked:
            what = asked.removeprefix(JOINED).removesuffix("-->").strip()
            yield page.problem("text_joined", f"A merge kept both versions ({what}); read the page, remove the line.")
        for one, other in pairwise(lines):
            if _versions(one, other):
                text = f"“{one[:40]}…” and the line below it may be two versions that a merge kept."
                yield page.problem("text_joined", text)


def _versions(one: str, other: str) -> bool:
    """Whether two lines of text that follow each other say nearly the same."""
    left, right = (set(_WORDS.findall(line.casefold())) for line in (one, other))
    listed = any(line[:1] in "*-+>|#<[0123456789" for line in (one, other))
    return not listed and len(left & right) >= 3 and 2 * len(left & right) >= len(left | right) and one != other


def _state(page: Page) -> region.State:
    """How the generated part of a page stands: its block of claims, or the region of a derived file."""
    name = _DERIVED.get(page.path.rpartition("/")[2])
    return region.find(page.doc.text, name).state if name else block_state(page.doc)


def faults(survey: Survey) -> Iterator[Problem]:
    """What the look at files, ledger and evidence found, but for what is found here too."""
    yield from (fault for fault in survey.faults if fault.code not in _HERE)
