"""What `--fix` does: changes that lose nothing and mean nothing new, each checked by reading the page back."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from clew.errors import Refused
from clew.lint import own, relations, supersession
from clew.lint.survey import Survey, pages
from clew.model import Json, Problem
from clew.pages import front
from clew.pages.front import Document


@dataclass(frozen=True, slots=True)
class Mended:
    """Pages that were changed."""

    changes: Mapping[str, tuple[bytes, bytes]]
    """Path inside the bundle → bytes as read, bytes to write."""
    done: tuple[tuple[str, str], ...]
    """Path and name of the check, for everything mended."""
    problems: tuple[Problem, ...] = ()
    """Pages whose front matter has a shape that only a person may change."""


Step = Callable[[Document], bytes]


def mend(survey: Survey) -> Mended:
    """Everything that can be mended safely, page by page, and what can be mended only then: twice is as once."""
    raw = {path: page.doc.raw for path, page in survey.pages.items()}
    done: list[tuple[str, str]] = []
    problems: list[Problem] = []
    while True:
        step = _step(survey)
        known = set(done)
        done += step.done
        problems += (one for one in step.problems if one not in problems)
        # what was mended once and would be again goes back and forth: nothing more is to be won
        if not step.changes or known.issuperset(step.done):
            break
        docs = {path: front.parse(new, path.lstrip("/")) for path, (_, new) in step.changes.items()}
        survey = replace(survey, pages={**survey.pages, **pages(docs.values(), survey.names)})
    changed = ((path, page.doc) for path, page in survey.pages.items() if page.doc.raw != raw[path])
    return Mended({doc.path: (raw[path], doc.raw) for path, doc in changed}, tuple(done), tuple(problems))


def _step(survey: Survey) -> Mended:
    """What can be mended of pages as they are; changes by path from the root."""
    steps: dict[str, list[tuple[str, Step]]] = defaultdict(list)
    for path, name, step in (*_inverses(survey), *_spellings(survey), *_supersessions(survey), *_quotes(survey)):
        steps[path].append((name, step))
    changes: dict[str, tuple[bytes, bytes]] = {}
    done: list[tuple[str, str]] = []
    problems: list[Problem] = []
    for path, todo in sorted(steps.items()):
        doc = survey.pages[path].doc
        for name, step in todo:
            try:
                data = step(doc)
            except Refused as error:
                said = str(error).removeprefix(f"{doc.path}: ")
                problems.append(Problem(doc.path, "page_left_alone", f"{said} (`{name}`)"))
                continue
            if data != doc.raw:
                done.append((doc.path, name))
                doc = front.parse(data, doc.path)
        if doc.raw != survey.pages[path].doc.raw:
            changes[path] = (survey.pages[path].doc.raw, doc.raw)
    return Mended(changes, tuple(done), tuple(problems))


def _inverses(survey: Survey) -> Iterator[tuple[str, str, Step]]:
    for page, relation, inverse in relations.unanswered(survey):
        entry: dict[str, Json] = {"predicate": inverse, "object": page.path}
        if relation.date:
            entry["date"] = relation.date
        yield relation.target or "", "asymmetric_relation", _added("relations", entry)


def _added(key: str, entry: Json) -> Step:
    """A step that puts one more entry into a list key."""

    def step(doc: Document) -> bytes:
        had = doc.front.get(key)
        held = list(had) if isinstance(had, list) else [] if had is None else [had]
        return doc.raw if entry in held else front.set_keys(doc, {key: [*held, entry]})

    return step


def _spellings(survey: Survey) -> Iterator[tuple[str, str, Step]]:
    for page in survey.concepts:
        names = {r.predicate: relations.written(survey, r.predicate) for r in page.relations if not r.claim}
        wrong = {old: new for old, new in names.items() if old != new}
        if wrong:
            yield page.path, "predicate_drift", renaming(wrong)


def renaming(names: Mapping[str, str]) -> Step:
    """A step that renames predicates of the relations that people wrote."""

    def step(doc: Document) -> bytes:
        had = doc.front.get("relations")
        if not isinstance(had, list):
            return doc.raw
        return front.set_keys(doc, {"relations": [_renamed(item, names) for item in had]})

    return step


def _renamed(item: Json, names: Mapping[str, str]) -> Json:
    if not isinstance(item, Mapping) or item.get("claim") or item.get("predicate") not in names:
        return item
    return {**item, "predicate": names[item["predicate"]]}


def _supersessions(survey: Survey) -> Iterator[tuple[str, str, Step]]:
    unclear = {page.path for page in supersession.ringed(survey)}  # which of a ring holds, a person says
    for page, key, other in supersession.missing(survey):
        if not unclear & {page.path, other.path}:
            yield other.path, "supersession_one_sided", _pointed(key, page.path)
    for page in survey.concepts:
        if page.path not in unclear and supersession.retiring(survey, page):
            yield page.path, "superseded_without_status", lambda doc: front.set_keys(doc, {"status": "deprecated"})


def _pointed(key: str, path: str) -> Step:
    """A step that makes a key name one more page: a word alone where it is the only one."""

    def step(doc: Document) -> bytes:
        held = front.strings(doc, key)
        return front.set_keys(doc, {key: path if not held else [*held, path]})

    return step


def _quotes(survey: Survey) -> Iterator[tuple[str, str, Step]]:
    return ((p.path, "unquoted_date", _quoted) for p in survey.pages.values() if own.dates(p.doc))


def _quoted(doc: Document) -> bytes:
    return own.quoted(doc, own.dates(doc))
