"""`doctor`: are the files what they should be? Knowledge itself is the business of lint."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clew.belief.knowledge import Knowledge
from clew.belief.tally import effective
from clew.core.settings import Settings
from clew.errors import Refused, StorageFailed
from clew.model import Claim, Part, Problem
from clew.pages import derived, front
from clew.pages.page import PROSE, block_state
from clew.store import journal
from clew.store.files import Files
from clew.store.ledger import FileLedger
from clew.text import regex as re
from clew.use.cast import authored
from clew.use.gather import altered
from clew.use.printer import rendered
from clew.use.publish import FOLDERS, Filing


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What `doctor` found; healthy when there is no problem."""

    problems: tuple[Problem, ...]
    sources: int
    claims: int
    events: int

    @property
    def healthy(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def diagnose(files: Files, settings: Settings, knowledge: Knowledge, found: Iterable[Problem]) -> Diagnosis:
    """Check ledger digests, stored text, evidence positions, pages and leftovers of a crash."""
    problems = [
        *found,
        *FileLedger(files.ledger, settings.salt).verify(),
        *journal.leftovers(files),
        *_complete(knowledge),
        *_sources(files, knowledge),
        *_pages(files, Filing(knowledge, settings.links == "absolute", authored(files))),
        *_lists(files),
    ]
    unique = tuple(dict.fromkeys(problems))
    return Diagnosis(unique, len(knowledge.sources), len(knowledge.claims), len(knowledge.events))


def _complete(knowledge: Knowledge) -> Iterator[Problem]:
    """Events, claims and sources name one another: what one knows and another lacks was lost."""
    known = effective(knowledge.events)
    named = {e.target for e in known if e.kind in ("accept", "supersede", "restate", "reject")}
    purged = {e.target for e in known if e.kind == "purge"}
    lost = sorted(named - knowledge.claims.keys() - purged)
    if lost:
        text = (
            f"{len(lost)} claims that the ledger speaks of are gone, {lost[0]} first; restore them from git or a backup"
        )
        yield Problem("claims", "missing_claims", text)
    recorded = {e.target for e in knowledge.events if e.kind == "source"}
    for ident in sorted(recorded - knowledge.sources.keys() - purged):
        yield Problem(f"sources/{ident}.md", "missing_source", "the ledger knows this source; restore it from git")
    for ident in sorted(knowledge.sources.keys() - recorded):
        yield Problem(f"sources/{ident}.md", "unrecorded", "the ledger does not know this source; add it again")


def _sources(files: Files, knowledge: Knowledge) -> Iterator[Problem]:
    for ident, source in sorted(knowledge.sources.items()):
        fault = altered(files, source)
        if fault:
            yield fault
            continue
        parts = {p.n: p for p in files.parts(ident).values}
        for claim in knowledge.of_source(ident):
            yield from _evidence(claim, ident, parts)


def _evidence(claim: Claim, ident: str, parts: dict[int, Part]) -> Iterator[Problem]:
    for span in claim.evidence:
        if span.source != ident or span.match in ("none", "ambiguous"):
            continue
        part = parts.get(span.part)
        if part is None or part.text[span.start : span.end] != span.quote:
            where = f"claims/{ident}.jsonl"
            yield Problem(where, "evidence_lost", f"{claim.id}: its quote is not at part {span.part} any more")


def _pages(files: Files, shelf: Filing) -> Iterator[Problem]:
    for path in sorted({*files.pages().paths, *shelf}):
        try:
            old = files.current(path)
        except (Refused, StorageFailed) as error:
            yield Problem(path, "unreadable", str(error))
            continue
        if old is None:
            yield Problem(path, "page_missing", "the page is not there; any writing command makes it again")
            continue
        doc = front.parse(old, path)
        yield from doc.problems
        if path in shelf and not doc.problems:
            yield from _topic(files, shelf, doc)


def _lists(files: Files) -> Iterator[Problem]:
    """Files that are generated as a whole and are no pages."""
    for path in ("trigger-keywords.txt", *(f"{folder}.gitattributes" for folder in (*FOLDERS, "sources/"))):
        if derived.changed(files.current(path) or b""):
            text = "the file is generated and was edited by hand, so it is left alone; undo the edit, or remove it"
            yield Problem(path, "list_edited", text)


def behind(fresh: bytes | None, held: bytes) -> bool:
    """Whether a page would come out otherwise; that people have written on it since is no difference."""
    words = re.compile(rf",?{PROSE}:\w+".encode())
    return fresh is not None and words.sub(b"", fresh) != words.sub(b"", held)


def _topic(files: Files, shelf: Filing, doc: front.Document) -> Iterator[Problem]:
    state = block_state(doc)
    if state != "intact":
        yield Problem(doc.path, "block_" + state, "the generated block is not as Clew wrote it; it is left alone")
    elif behind(rendered(shelf, files, doc.path), doc.raw):
        yield Problem(doc.path, "page_behind", "the page is behind the ledger; any writing command renews it")
