"""The derived files of a bundle, index.md and its kin: which there are, and how each is made from what is known."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from clew.belief.knowledge import Knowledge
from clew.errors import Conflict
from clew.model import Event, Json
from clew.pages import derived as make
from clew.pages import front
from clew.pages.derived import Entry, Happening
from clew.store.files import Files

Maker = Callable[[bytes | None], bytes]
OWN = frozenset({"index.md", "log.md", "timeline.md", "AGENTS.md", "CLAUDE.md", "README.md"})
"""Names of pages that no index lists."""
TOLD = ("type", "title", "description", "aliases", "tags", "status", "superseded_by")
"""Keys of a page that derived files speak of; the rest of it is not kept in memory."""
VERBS = {
    "source": "Added",
    "withdraw": "Withdrawn",
    "supersede": "Superseded",
    "retract": "Retracted",
    "reject": "Rejected",
    "hide": "Discarded",
    "restore": "Restored",
    "refute": "Refuted",
    "purge": "Purged",
    "settle": "Settled",
    "undo": "Undone",
}
"""Events that the log tells, and its word for each."""


_GENERATED = re.compile(rb"|---|okf_version: .*|<!-- clew:index .*-->|# .*|\* \[.*\]\(.*\).*")
"""Lines of an index that Clew itself writes."""


@dataclass(frozen=True, slots=True)
class Page:
    """What an index says of a page."""

    path: str
    front: Mapping[str, Json]
    entry: Entry


def derived(
    knowledge: Knowledge, files: Files, pages: Mapping[str, bytes], gone: Iterable[str] = ()
) -> dict[str, Maker]:
    """Path → what makes the file from its old bytes; `pages` are about to be written, `gone` to be removed."""
    found = [page for page in _pages(knowledge, files, pages) if page.path not in set(gone)]
    out: dict[str, Maker] = {}
    for folder, entries in _folders(found).items():
        path = f"{folder}/index.md".lstrip("/")
        out[path] = _index(f"/{folder}", entries)
    words = [page.front for page in found]
    types = Counter(str(page.front.get("type")) for page in found if page.front.get("type"))
    out["log.md"] = lambda old: make.log(tuple(_log(knowledge)))
    out["timeline.md"] = lambda old: make.timeline(tuple(_timeline(knowledge)))
    out["trigger-keywords.txt"] = lambda old: make.keywords(words)
    out["AGENTS.md"] = lambda old: make.agents(types, (), old)
    return out


def _index(folder: str, entries: list[Entry]) -> Maker:
    def index(old: bytes | None) -> bytes:
        try:
            return make.index(folder, entries, old)
        except Conflict:
            # A union merge doubles the markers; where nobody wrote a line of their own, it is simply made anew.
            if old is None or not all(_GENERATED.fullmatch(line) for line in old.split(b"\n")):
                raise
            return make.index(folder, entries, None)

    return index


def _pages(knowledge: Knowledge, files: Files, fresh: Mapping[str, bytes]) -> list[Page]:
    out = []
    for path in sorted({*files.pages().paths, *fresh}):
        if path.rsplit("/", 1)[-1] in OWN:
            continue
        if path.startswith("sources/"):
            source = knowledge.sources.get(path.removeprefix("sources/").removesuffix(".md"))
            keys: Mapping[str, Json] = {"type": "Source", "title": source.title if source else path}
        else:
            doc = front.parse(fresh.get(path) or files.current(path) or b"", path)
            keys = {name: doc.front[name] for name in TOLD if name in doc.front} if not doc.problems else {}
        out.append(Page(path, keys, _entry(path, keys)))
    return out


def _entry(path: str, keys: Mapping[str, Json]) -> Entry:
    title = keys.get("title")
    successor = keys.get("superseded_by")
    return Entry(
        path=f"/{path}",
        title=title if isinstance(title, str) else path.rsplit("/", 1)[-1].removesuffix(".md"),
        description=str(keys.get("description") or ""),
        section=str(keys.get("type") or ""),
        deprecated=keys.get("status") in ("deprecated", "superseded"),
        successor=(str(successor), str(successor)) if isinstance(successor, str) else None,
    )


def _folders(found: Iterable[Page]) -> dict[str, list[Entry]]:
    """Entries by folder: its pages, and the folders directly in it that hold pages."""
    folders: dict[str, list[Entry]] = {"": []}
    for page in found:
        folder = page.path.rpartition("/")[0]
        folders.setdefault(folder, []).append(page.entry)
        while folder:
            above, _, name = folder.rpartition("/")
            entry = Entry(f"/{folder}/", name)
            if entry not in folders.setdefault(above, []):
                folders[above].append(entry)
            folder = above
    return folders


def _log(knowledge: Knowledge) -> Iterable[Happening]:
    for event in sorted(knowledge.events, key=lambda e: e.order):
        verb = VERBS.get(event.kind)
        if verb:
            title, path, text = _subject(knowledge, event)
            yield Happening(event.at, text, verb, title, path)


def _subject(knowledge: Knowledge, event: Event) -> tuple[str, str, str]:
    """What an event is about: title, page, and a few words more."""
    source = knowledge.sources.get(event.target)
    if source:
        return source.title or source.id, f"/sources/{source.id}.md", ""
    claim = knowledge.claims.get(event.target)
    if claim and knowledge.standings[claim.id].shown != "purged":
        older = knowledge.claims.get(str(event.data.get("old", "")))
        return claim.label, "", f"in place of “{older.label}”" if older else ""
    return event.target, "", ""


def _timeline(knowledge: Knowledge) -> Iterable[Happening]:
    for claim_id, claim in knowledge.claims.items():
        standing = knowledge.standings[claim_id]
        at = claim.valid_from or claim.asserted_at
        if at and standing.shown == "shown" and standing.link in ("active", "superseded", "retracted"):
            yield Happening(at[:10], claim.text, title=standing.topic or claim.topic)
