"""The derived files of a bundle, index.md and its kin: which there are, and how each is made from what is known."""

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from clew.belief.knowledge import Knowledge
from clew.model import Event, Json
from clew.pages import derived as make
from clew.pages import place, trust
from clew.pages.derived import Entry, Happening, Predicate
from clew.store import git
from clew.store.files import Files, attributes
from clew.use import lexis
from clew.use.press import Made, Press, Recipe, signed
from clew.use.publish import FOLDERS, Filing

OWN = frozenset({"index.md", "log.md", "timeline.md", "AGENTS.md", "CLAUDE.md", "README.md"})
"""Names of pages that no index lists."""
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
    "rename": "Moved",
    "retire": "Replaced",
}
"""Events that the log tells, and its word for each."""
_SOURCE: Mapping[str, Json] = {"type": "Source"}
"""What front matter of a source matters here."""


@dataclass(frozen=True, slots=True)
class Page:
    """What an index says of a page."""

    path: str
    front: Mapping[str, Json]
    entry: Entry
    ours: bool = False
    """Whether Clew writes it, or a part of it."""


@dataclass(frozen=True, slots=True)
class Coming:
    """What is about to happen to the pages of a bundle, and how links to them are written."""

    pages: Mapping[str, bytes] = field(default_factory=dict)
    """Path → bytes that are about to be written."""
    gone: Iterable[str] = ()
    """Paths that are about to be removed."""
    absolute: bool = False


def derived(knowledge: Knowledge, shelf: Filing, coming: Coming, press: Press) -> dict[str, Recipe]:
    """Path → what the file is made of, and how from its old bytes."""
    gone = set(coming.gone)
    found = [page for page in _pages(knowledge, press, coming.pages) if page.path not in gone]
    absolute = coming.absolute
    out: dict[str, Recipe] = {}
    folders = _folders(found)
    for folder, entries in folders.items():
        out[f"{folder}/index.md".lstrip("/")] = _recipe(partial(make.index, absolute=absolute), f"/{folder}", entries)
    out |= _deserted(press, folders)
    types = Counter(str(page.front.get("type")) for page in found if page.front.get("type"))
    # these two are as long as the bundle is large, so neither is held until it is made
    out["log.md"] = _recipe(partial(make.log, absolute=absolute), _log(knowledge))
    out["timeline.md"] = _recipe(partial(make.timeline, absolute=absolute), _timeline(knowledge, shelf, found))
    named = [_named(page.front) for page in found if page.entry.section != "Source"]
    out["trigger-keywords.txt"] = _recipe(make.keywords, named)
    out["AGENTS.md"] = _recipe(make.agents, sorted(types), _predicates(press.files, found))
    rules = attributes(press.files, made=True)
    if rules:
        out[".gitattributes"] = _recipe(lambda _: rules)
    return out | dict(_merging(knowledge, found))


def _deserted(press: Press, folders: Collection[str]) -> Iterator[tuple[str, Recipe]]:
    """What lies in folders whose pages have all gone: it goes too.

    What git tracks stays, empty: what one branch removes and another edits would not merge.
    """
    left = [path.rpartition("/")[0] for path in sorted(press.pages) if path.endswith("/index.md")]
    left = [folder for folder in left if folder not in folders]
    tracked = git.tracked(press.files.root) if left else None
    for folder in left:
        path = f"{folder}/index.md"
        stays = bool(tracked and tracked(path))
        if stays:
            yield path, _recipe(make.index, f"/{folder}", [])
            continue
        yield path, _recipe(make.cleared, "index")
        yield f"{folder}/.gitattributes", _recipe(make.cleared, "")


def _merging(knowledge: Knowledge, found: Iterable[Page]) -> Iterator[tuple[str, Recipe]]:
    """How git merges pages of a folder in which Clew writes: none that people wrote."""
    folders: dict[str, tuple[list[str], list[str]]] = {}
    for page in found:
        folder, _, name = page.path.rpartition("/")
        folders.setdefault(folder, ([], []))[page.ours].append(name)
    for folder, (people, ours) in folders.items():
        if f"{folder}/" in (*FOLDERS, "sources/"):
            yield f"{folder}/.gitattributes", _recipe(make.merging, people)
        elif folder and ours:
            yield f"{folder}/.gitattributes", _recipe(partial(make.merging, ours=ours), [])


def _named(keys: Mapping[str, Json]) -> Mapping[str, Json]:
    """Those keys of a page that name it."""
    return {name: keys[name] for name in ("type", "title", "aliases", "tags") if name in keys}


def _recipe(how: Callable[..., bytes], *of: object) -> Recipe:
    """A file that is made of these values, or of what functions give, and of its old bytes."""

    def values() -> list[object]:
        return [one() if callable(one) else one for one in of]

    sign = signed(*values(), getattr(how, "keywords", ""))
    return Recipe(sign, lambda old: Made(how(*values(), old), sign))


def _pages(knowledge: Knowledge, press: Press, fresh: Mapping[str, bytes]) -> list[Page]:
    out = []
    gone = {f"sources/{ident}.md" for ident in knowledge.withdrawn()}
    for path in sorted({*press.pages, *fresh} - gone):
        if path.rsplit("/", 1)[-1] in OWN:
            continue
        if path.startswith("sources/"):
            source = knowledge.sources.get(path.removeprefix("sources/").removesuffix(".md"))
            entry = Entry(f"/{path}", source.title if source else path, section="Source")
            out.append(Page(path, _SOURCE, entry, source is not None))
        else:
            told = press.told(path, fresh.get(path))
            out.append(Page(path, told.front, _entry(path, told.front), told.ours))
    titles = {page.entry.path: page.entry.title for page in out}
    names = place.known(titles)
    return [_led(page, names, titles) for page in out]


def _led(page: Page, names: frozenset[str], titles: Mapping[str, str]) -> Page:
    """The page, its successor by title."""
    held = page.front.get("superseded_by")
    word = next((one for one in (held if isinstance(held, list) else [held]) if isinstance(one, str) and one), None)
    if word is None:
        return page
    found = place.link(word, page.entry.path, names)
    path = found.path if found.kind == "path" else word
    return replace(page, entry=replace(page.entry, successor=(titles.get(path, path), path)))


def _entry(path: str, keys: Mapping[str, Json]) -> Entry:
    title = keys.get("title")
    return Entry(
        path=f"/{path}",
        title=title if isinstance(title, str) else path.rsplit("/", 1)[-1].removesuffix(".md"),
        description=str(keys.get("description") or ""),
        section=str(keys.get("type") or ""),
        deprecated=keys.get("status") in ("deprecated", "superseded"),
    )


def _folders(found: Iterable[Page]) -> dict[str, list[Entry]]:
    """Entries by folder: its pages, and the folders directly in it that hold pages."""
    folders: dict[str, list[Entry]] = {"": []}
    linked: set[str] = set()
    for page in found:
        folder = page.path.rpartition("/")[0]
        folders.setdefault(folder, []).append(page.entry)
        while folder and folder not in linked:  # what lies above one that is linked is linked too
            linked.add(folder)
            above, _, name = folder.rpartition("/")
            folders.setdefault(above, []).append(Entry(f"/{folder}/", name))
            folder = above
    return folders


def _log(knowledge: Knowledge) -> Callable[[], Iterator[Happening]]:
    """What tells what happened, newest date first, and the newest first within a date."""
    happened = knowledge.events.of(*VERBS).ordered()
    days: dict[str, array[int]] = {}
    for n, event in enumerate(happened):
        days.setdefault(make.day(event.at), array("L")).append(n)

    def told() -> Iterator[Happening]:
        for event in (happened[n] for day in sorted(days, reverse=True) for n in reversed(days[day])):
            title, path, text = _subject(knowledge, event)
            yield Happening(event.at, text, VERBS[event.kind], title, path)

    return told


def _subject(knowledge: Knowledge, event: Event) -> tuple[str, str, str]:
    """What an event is about: title, page, and a few words more."""
    if event.kind in ("rename", "retire"):
        to = event.data.get("path") or event.data.get("by")
        return event.target, "", f"{'to' if event.kind == 'rename' else 'by'} {to}"
    source = knowledge.sources.get(event.target)
    if source:
        return source.title or source.id, f"/sources/{source.id}.md", ""
    claim = knowledge.claims.get(event.target)
    if claim and knowledge.standings[claim.id].shown != "purged":
        older = knowledge.claims.get(str(event.data.get("old", "")))
        return claim.label, "", f"in place of “{older.label}”" if older else ""
    return event.target, "", ""


def _timeline(knowledge: Knowledge, shelf: Filing, found: Iterable[Page]) -> Callable[[], Iterator[Happening]]:
    """What tells everything with a date, oldest first: what was said, under the date it speaks of or that of saying.

    Claims are fetched a date at a time: there may be more of them than fit into memory.
    """
    written: dict[str, list[Happening]] = {}
    said: dict[str, list[str]] = {}
    for happening in _dated(found):
        written.setdefault(happening.at, []).append(happening)
    for claim_id in shelf.homes:
        claim = knowledge.claims[claim_id]
        at = claim.valid_from or claim.asserted_at
        if at:
            said.setdefault(at[:10], []).append(claim_id)

    def one(claim_id: str, at: str) -> Happening:
        text, topic = knowledge.claims[claim_id].text, knowledge.topic(claim_id)
        return Happening(at, text, title=topic, path=f"/{shelf.homes[claim_id]}")

    def told() -> Iterator[Happening]:
        for at in sorted({*written, *said}, key=lambda at: (make.start(at), at)):
            happened = (*written.get(at, ()), *(one(i, at) for i in said.get(at, ())))
            yield from sorted(happened, key=make.in_time)

    return told


def _predicates(files: Files, found: Iterable[Page]) -> list[Predicate]:
    """The predicates that stand on pages, as the vocabulary has them."""
    words = lexis.read(files)[0]
    used = {str(r.get("predicate") or "") for page in found for r in trust.maps(page.front.get("relations"))}
    known = ((name, words.of(name)) for name in sorted(used) if name.strip())
    return [Predicate(name, it.cls if it else "", it.inverse if it else "") for name, it in known]


def _dated(found: Iterable[Page]) -> Iterable[Happening]:
    """Relations that people wrote on pages with a date; one with a claim is told by its claim."""
    pages = list(found)
    titles = {page.entry.path: page.entry.title for page in pages}
    for page in pages:
        for relation in trust.maps(page.front.get("relations")):
            date = relation.get("date")
            if isinstance(date, str) and date.strip() and not relation.get("claim"):
                thing = str(relation.get("object", ""))
                said = str(relation.get("predicate", "related_to")).replace("_", " ")
                text = f"{said} {titles.get(thing, thing)}".strip()
                yield Happening(date.strip(), text, title=page.entry.title, path=page.entry.path)
