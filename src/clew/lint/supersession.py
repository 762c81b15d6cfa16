"""Checks of pages that take the place of others: both ends say so, nothing dangles, forks or goes in a ring."""

from collections.abc import Iterator, Mapping

from clew.lint.survey import Page, Survey
from clew.model import Problem
from clew.pages import trust


def dangling(survey: Survey) -> Iterator[Problem]:
    """Successors and predecessors that are not there."""
    for page in survey.concepts:
        for key in ("superseded_by", "supersedes"):
            for target in page.paths(key):
                # What was replaced may be gone; what replaces may not.
                if target not in survey.names and not (key == "supersedes" and _remembered(survey, target)):
                    yield page.problem("supersession_dangling", f"`{key}` names {target}, which is not in the bundle.")


def _remembered(survey: Survey, target: str) -> bool:
    """Whether some page still speaks of a path that is gone."""
    return any(r.target == target for page in survey.concepts for r in page.relations)


def one_sided(survey: Survey) -> Iterator[Problem]:
    """Supersessions that only one of the two pages states."""
    for page, key, other in missing(survey):
        yield other.problem(
            "supersession_one_sided", f"{page.path} says that this page is its counterpart; add `{key}` here."
        )


def missing(survey: Survey) -> Iterator[tuple[Page, str, Page]]:
    """Page that states a supersession, the key the other lacks, and that other page."""
    for page in survey.concepts:
        # a page that only leads on was not replaced: what it told stands elsewhere
        pairs = (("superseded_by", "supersedes"), ("supersedes", "superseded_by"))
        for mine, theirs in pairs[page.doc.front.get("type") == "Redirect" :]:
            for target in page.paths(mine):
                other = survey.pages.get(target)
                if other and other.doc.writable and other is not page and page.path not in other.paths(theirs):
                    yield page, theirs, other


def ring(survey: Survey) -> Iterator[Problem]:
    """Pages that end up replacing themselves."""
    for page in ringed(survey):
        yield page.problem("supersession_cycle", "Following its successors leads back to this page; cut the ring.")


def ringed(survey: Survey) -> Iterator[Page]:
    """The pages of rings."""
    after = {page.path: _successors(survey, page) for page in survey.concepts}
    yield from (page for page in survey.concepts if page.path in _reached(page.path, after))


def _reached(start: str, after: Mapping[str, tuple[str, ...]]) -> set[str]:
    seen: set[str] = set()
    todo = list(after.get(start, ()))
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            todo += after.get(path, ())
    return seen


def _successors(survey: Survey, page: Page) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*page.paths("superseded_by"), *survey.replaced.get(page.path, ()))))


def fork(survey: Survey) -> Iterator[Problem]:
    """Pages with two successors."""
    for page in survey.concepts:
        heirs = _successors(survey, page)
        if len(heirs) > 1:
            yield page.problem("supersession_fork", f"Two pages take its place: {', '.join(sorted(heirs))}; keep one.")


def unmarked(survey: Survey) -> Iterator[Problem]:
    """Pages that name a successor and still count as good."""
    for page in survey.concepts:
        if retiring(survey, page):
            yield page.problem(
                "superseded_without_status", "It names a successor; add `status: deprecated` so that readers see it."
            )


def retiring(survey: Survey, page: Page) -> bool:
    """Whether a page has a successor that is there, and does not say so by its status."""
    heirs = page.paths("superseded_by")
    return any(path in survey.names for path in heirs) and trust.status(page.doc.front) != "deprecated"
