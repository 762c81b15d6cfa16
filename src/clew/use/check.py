"""`doctor`: are the files what they should be? Knowledge itself is the business of lint."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clew.core import front
from clew.core.knowledge import Knowledge
from clew.core.page import block_state
from clew.model import Claim, Part, Problem
from clew.store import journal
from clew.store.files import Files
from clew.store.ledger import FileLedger
from clew.use import publish
from clew.use.gather import altered
from clew.use.write import rendered


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


def diagnose(files: Files, salt: str, knowledge: Knowledge, found: Iterable[Problem]) -> Diagnosis:
    """Check ledger digests, stored text, evidence positions, pages and leftovers of a crash."""
    problems = [
        *found,
        *FileLedger(files.ledger, salt).verify(),
        *journal.leftovers(files),
        *_sources(files, knowledge),
        *_pages(files, knowledge),
    ]
    unique = tuple(dict.fromkeys(problems))
    return Diagnosis(unique, len(knowledge.sources), len(knowledge.claims), len(knowledge.events))


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


def _pages(files: Files, knowledge: Knowledge) -> Iterator[Problem]:
    for path in sorted(publish.views(knowledge, {})):
        old = files.current(path)
        if old is None:
            yield Problem(path, "page_missing", "the page is not there; any writing command makes it again")
            continue
        state = block_state(front.parse(old, path))
        if state != "intact":
            yield Problem(path, "block_" + state, "the generated block is not as Clew wrote it; it is left alone")
        elif rendered(knowledge, files, path) not in (None, old):
            yield Problem(path, "page_behind", "the page is behind the ledger; any writing command renews it")
