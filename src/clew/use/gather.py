"""Reading a bundle's files into `Knowledge`: sources from their pages, claims and events from their lines."""

import hashlib
from collections.abc import Iterator

from clew.belief.knowledge import Knowledge
from clew.index.kept import Kept
from clew.model import Claim, Problem, Source
from clew.pages import front, origin
from clew.store import files as layout
from clew.store.files import Files
from clew.store.ledger import FileLedger
from clew.use import lexis
from clew.use.kinship import questions
from clew.use.memory import empty


def gather(files: Files, salt: str, kept: Kept | None = None) -> tuple[Knowledge, tuple[Problem, ...]]:
    """Everything that is known, and what could not be read of it; of what was kept, only what follows from claims."""
    knowledge = empty(kept)
    unread = prepare(knowledge, files)
    problems: list[Problem] = list(unread)
    # The ledger first: an event speaks only of what was on the disk before it.
    faults: list[Problem] = []
    events = FileLedger(files.ledger, salt).replay(faults)
    pages = {path.removeprefix("sources/").removesuffix(".md") for path in files.pages().paths if _of_source(path)}
    for ident in sorted(pages | set(files.sources())):
        source = _source(files, ident, problems)
        if source:
            knowledge.sources[ident] = source
    knowledge.learn(_claims(files, problems), events)
    knowledge.near.only()
    return knowledge, (*problems, *faults)


def prepare(knowledge: Knowledge, files: Files) -> tuple[Problem, ...]:
    """Let knowledge know the words for relations, and whom to ask about names; what could not be read of it."""
    knowledge.vocabulary, unread = lexis.read(files)
    knowledge.asked = questions
    return tuple(unread)


def _claims(files: Files, problems: list[Problem]) -> Iterator[Claim]:
    for name in files.claimants():
        lines = files.claims(name)
        problems += lines.problems
        yield from lines.values


def _of_source(path: str) -> bool:
    return path.startswith("sources/") and path.count("/") == 1 and path != "sources/index.md"


def _source(files: Files, ident: str, problems: list[Problem]) -> Source | None:
    path = f"sources/{ident}.md"
    data = files.current(path)
    if data is None:
        problems.append(Problem(path, "missing_page", f"references/{ident}.jsonl has no source page; add it again"))
        return None
    doc = front.parse(data, path)
    if not (doc.problems or origin.describes(doc) or files.current(layout.references(ident))):
        return None  # a page that other hands wrote
    found = origin.read(doc)
    if isinstance(found, Problem):
        problems.append(found)
        return None
    return found


def altered(files: Files, source: Source) -> Problem | None:
    """The fault of a references file whose bytes are not those that were added."""
    path = layout.references(source.id)
    data = files.current(path)
    if data is None:
        return Problem(path, "missing_text", layout.GONE)
    if hashlib.sha256(data).hexdigest() != source.sha256:
        return Problem(path, "changed_text", "the stored text was changed after it was added; restore it")
    return None
