"""Checks of what points where: pages that nothing touches, relations that lead nowhere."""

from collections.abc import Iterator, Mapping

from clew.lint.survey import Page, Survey
from clew.model import Problem
from clew.pages import trust
from clew.pages.page import block_state


def orphan(survey: Survey) -> Iterator[Problem]:
    """Pages that no page points to and that point to none; one that holds claims is tied to its sources."""
    joined: set[str] = set()
    for page in survey.concepts:
        ends = (*neighbours(page), *_wiki(survey, page))
        near = {target for target in ends if target != page.path and _knowledge(survey, target)}
        joined |= near | ({page.path} if near else set())
    for page in survey.concepts:
        if page.path not in joined and not page.retired and block_state(page.doc) == "missing":
            yield page.problem("orphan", "No page points here and this one points to none; link it or relate it.")


def neighbours(page: Page) -> Iterator[str]:
    """Paths that a page points to: by relation, link, supersession, or as what a computation needs."""
    yield from (relation.target for relation in page.relations if relation.target)
    for key in ("resource", "computation", "executor", "attester"):
        held = page.doc.front.get(key)
        word = held.get("resource") if isinstance(held, Mapping) else held
        target = page.resolve(word) if isinstance(word, str) else None
        if target:
            yield target
    yield from (*page.paths("superseded_by"), *page.paths("supersedes"))
    for link in page.seen.links:
        target = None if link.external or not link.target else page.resolve(link.target)
        if target:
            yield target


def _wiki(survey: Survey, page: Page) -> Iterator[str]:
    """Pages that its wikilinks mean without doubt."""
    for mark in page.seen.wikilinks:
        found = survey.stems.resolve(mark.name)
        if len(found) == 1:
            yield found[0]


def wikilinks(survey: Survey) -> Iterator[Problem]:
    """Wikilinks that lead nowhere, or to one of several pages."""
    for page in survey.pages.values():
        for mark in page.seen.wikilinks:
            found = survey.stems.resolve(mark.name)
            line = page.doc.body_line + mark.line - 1
            if len(found) > 1:
                text = f"[[{mark.name}]] may mean {', '.join(found[:3])}; write the path."
                yield page.problem("wikilink_ambiguous", text, line)
            elif not found and mark.name.partition("#")[0].strip() and not _file(survey, mark.name):
                yield page.problem("wikilink_broken", f"[[{mark.name}]] names no page.", line)


def _file(survey: Survey, name: str) -> bool:
    """Whether a wikilink names a file that is no page, such as an image."""
    end = "/" + name.partition("#")[0].strip().strip("/")
    return "." in end and any(path.endswith(end) for path in survey.names)


def _knowledge(survey: Survey, target: str) -> bool:
    page = survey.pages.get(target)
    return page is not None and (page.concept or page.reference)


def broken_target(survey: Survey) -> Iterator[Problem]:
    """Relations whose end is not there; one that was superseded is no broken one."""
    for page in survey.concepts:
        for relation in page.relations:
            if relation.target and not survey.exists(relation.target):
                yield page.problem(
                    "broken_target", f"`{relation.predicate}` leads to {relation.object}, which is not in the bundle."
                )


def unreviewed_reference(survey: Survey) -> Iterator[Problem]:
    """References that nobody has looked at: marked so, cited by no page, or with claims that all still wait."""
    cited = set(_cited(survey))
    for page in survey.pages.values():
        if not page.reference or page.doc.front.get("type") == "Source" or not page.doc.writable:
            continue
        if page.path.rpartition("/")[2] in ("index.md", "log.md"):
            continue
        if page.doc.front.get("reviewed") is False or trust.status(page.doc.front) == "draft":
            yield page.problem("unreviewed_reference", "This reference is marked as not reviewed; read it and say so.")
        elif page.path not in cited and trust.tier(page.doc.front) == "unverified":
            yield page.problem("unreviewed_reference", "No page rests on this reference and nobody has verified it.")
    yield from _waiting_sources(survey)


def _cited(survey: Survey) -> Iterator[str]:
    for page in survey.pages.values():
        yield from neighbours(page)
        for entry in trust.sources(page.doc.front):
            resource = entry.get("resource")
            target = page.resolve(resource) if isinstance(resource, str) else None
            if target:
                yield target


def _waiting_sources(survey: Survey) -> Iterator[Problem]:
    known = survey.knowledge
    gone = known.withdrawn()
    for ident in sorted(known.sources.keys() - gone):
        links = [known.standings[claim.id].link for claim in known.of_source(ident)]
        if links and all(link == "proposed" for link in links):
            count = f"{len(links)} claims" if len(links) > 1 else "One claim"
            text = f"{count} of this source wait and none is decided; look at them with: clew review"
            yield Problem(f"sources/{ident}.md", "unreviewed_reference", text)
