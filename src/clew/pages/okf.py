"""Open Knowledge Format v0.2 (knowledge-catalog 62432a0): is it conformant, and what could be better.

Two verdicts, never mixed. A bundle is conformant when every page has readable front matter with a
`type` and the reserved files keep their form; everything else is a finding. A consumer never refuses
a bundle for either.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from clew.model import Problem
from clew.pages import front, place
from clew.pages.advice import advise
from clew.pages.front import Document
from clew.pages.markdown import outline
from clew.pages.slug import folded
from clew.pages.trust import instant, outdated, sources, stale, status, tier, verified
from clew.text import regex as re

__all__ = ["Role", "Verdict", "bundle", "clashes", "file", "judged", "role", "title"]
__all__ += [
    "instant",
    "outdated",
    "sources",
    "stale",
    "status",
    "tier",
    "verified",
]  # so that one import serves readers

Role = Literal["concept", "index", "log", "other"]
# Faults that keep us from writing a page but not the format's readers from reading it.
_TOLERABLE = frozenset({"nul_byte", "conflict_markers", "too_many_aliases"})
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_ENTRY = re.compile(r"[*+-] +\[")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the format's rules say about a file or a set of files."""

    breaches: tuple[Problem, ...] = ()
    """Rules whose breach makes a bundle non-conformant."""
    findings: tuple[Problem, ...] = ()
    """Everything else worth knowing: warnings."""

    @property
    def conformant(self) -> bool:
        """True when no deciding rule is broken."""
        return not self.breaches


def role(path: str) -> Role:
    """What a path is to the format; hidden files and folders and everything but `.md` are none of its business."""
    parts = path.strip("/").split("/")
    if any(part.startswith(".") for part in parts) or not parts[-1].endswith(".md"):
        return "other"
    return "index" if parts[-1] == "index.md" else "log" if parts[-1] == "log.md" else "concept"


def title(doc: Document) -> str:
    """The title to show: from the front matter, else the first heading, else the file name."""
    named = front.text_of(doc, "title")
    if named and named.strip():
        return named.strip()
    headings = outline(doc.body).headings
    return headings[0].name if headings and headings[0].name else doc.path.rpartition("/")[2].removesuffix(".md")


def file(path: str, data: bytes, paths: Container[str] | None = None) -> Verdict:
    """The verdict on one file of a bundle; links are judged only where the existing `paths` are given."""
    return Verdict() if role(path) == "other" else judged(front.parse(data, path), paths)


def judged(doc: Document, paths: Container[str] | None = None) -> Verdict:
    """The verdict on one document."""
    kind = role(doc.path)
    if kind == "other":
        return Verdict()
    breaches = tuple(_BREACHES[kind](doc))
    unread = any(problem.code not in _TOLERABLE for problem in doc.problems)
    advice = () if unread else tuple(_FINDINGS[kind](doc, paths))
    spared = tuple(p for p in doc.problems if p not in breaches)
    return Verdict(breaches, (*spared, *advice))


def bundle(files: Mapping[str, bytes]) -> Verdict:
    """The verdict on a whole bundle: its files by path from the root, symbolic links left out."""
    paths = place.known(files)
    verdicts = [file(path, files[path], paths) for path in sorted(files)]
    return Verdict(
        tuple(breach for verdict in verdicts for breach in verdict.breaches),
        (*(finding for verdict in verdicts for finding in verdict.findings), *clashes(files)),
    )


def clashes(files: Iterable[str]) -> Iterator[Problem]:
    """Names that are no pages or that some file systems take for one another."""
    first: dict[str, str] = {}
    for path in sorted(files):
        if path.lower().endswith(".md") and not path.endswith(".md"):
            yield Problem(path, "not_read", "Only files that end in .md are pages; rename it if it is one.")
        twin = first.setdefault(folded(path), path)
        if twin != path:
            yield Problem(path, "name_clash", f"Some file systems take it for the same file as {twin}; rename one.")


def _readable(doc: Document) -> Iterator[Problem]:
    yield from (problem for problem in doc.problems if problem.code not in _TOLERABLE)
    if doc.head is not None and not doc.front:
        # NUL or a conflict in the front matter itself leaves nothing to read.
        yield from (problem for problem in doc.problems if problem.code in _TOLERABLE)


def _concept(doc: Document) -> Iterator[Problem]:
    faults = tuple(_readable(doc))
    yield from faults
    if faults:
        return
    if doc.head is None:
        yield Problem(doc.path, "no_front_matter", "A page needs front matter with a `type`.", 1)
    elif not isinstance(doc.front.get("type"), str):
        yield Problem(doc.path, "no_type", "`type` is missing or no text.", 1)
    elif not doc.front["type"].strip():
        yield Problem(doc.path, "no_type", "`type` is empty.", 1)


def _index(doc: Document) -> Iterator[Problem]:
    faults = tuple(_readable(doc))
    yield from faults
    if faults or doc.head is None:
        return
    if "/" in doc.path.strip("/"):
        yield Problem(doc.path, "index_front_matter", "Only the index.md at the root may have front matter.", 1)
    elif extra := sorted(doc.front.keys() - {"okf_version"}):
        yield Problem(
            doc.path, "index_front_matter", f"The root index.md may only hold `okf_version`, not {', '.join(extra)}.", 1
        )


def _log(doc: Document) -> Iterator[Problem]:
    yield from (problem for problem in doc.problems if problem.code == "bad_utf8")
    for n, heading in enumerate(outline(doc.body).headings):
        dated = heading.level == 2 or (heading.level == 1 and n > 0)
        if dated and not _is_date(heading.name):
            yield Problem(
                doc.path, "log_date", "Date headings of a log are written YYYY-MM-DD.", doc.body_line + heading.line - 1
            )


def _index_findings(doc: Document, paths: Container[str] | None) -> Iterator[Problem]:
    version = doc.front.get("okf_version")
    if version is not None and not isinstance(version, str):
        yield Problem(doc.path, "version_unquoted", '`okf_version` is a number; write "0.2".')
    lines = [line.strip() for line in doc.body.split("\n") if line.strip() and not line.startswith("<!--")]
    if lines and not (outline(doc.body).headings and any(_ENTRY.match(line) for line in lines)):
        yield Problem(
            doc.path, "index_form", "An index has sections: a heading and entries `* [Title](url) - description`."
        )
    if paths is not None:
        yield from (p for p in advise(doc, paths) if p.code.startswith("link_"))


def _log_findings(doc: Document, paths: Container[str] | None) -> Iterator[Problem]:
    if doc.head is not None:
        yield Problem(doc.path, "log_front_matter", "A log has no front matter.", 1)
    dates = [heading.name for heading in outline(doc.body).headings if _is_date(heading.name)]
    if dates != sorted(dates, reverse=True):
        yield Problem(doc.path, "log_order", "A log has its newest date first.")
    if not dates and any(line.strip() and not line.startswith(("#", "<!--")) for line in doc.body.split("\n")):
        yield Problem(doc.path, "log_form", "A log groups its entries under dates.")


def _is_date(text: str) -> bool:
    try:
        return _DATE.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


_BREACHES: Mapping[str, Callable[[Document], Iterator[Problem]]] = {"concept": _concept, "index": _index, "log": _log}
_FINDINGS: Mapping[str, Callable[[Document, Container[str] | None], Iterator[Problem]]] = {
    "concept": advise,
    "index": _index_findings,
    "log": _log_findings,
}
