"""What could be better about a conformant OKF concept: findings, never a verdict."""

from collections.abc import Container, Iterator, Mapping
from typing import Final

from clew.model import Json, Problem
from clew.pages import place, trust
from clew.pages.front import Document
from clew.pages.markdown import Outline, outline

_COMPUTATION: Final = "Attested Computation"


def advise(doc: Document, paths: Container[str] | None) -> Iterator[Problem]:
    """Findings about one concept; links are judged only where the existing `paths` are given."""
    page = "/" + doc.path.strip("/")
    seen = outline(doc.body)
    yield from _trust(doc)
    yield from _words(doc)
    yield from _sources(doc, seen)
    yield from _computation(doc, seen)
    yield from (
        _note(doc, "wikilink", f"[[{mark.name}]] is no standard link; write it as a Markdown link.", mark.line)
        for mark in seen.wikilinks
    )
    if paths is not None:
        yield from _links(doc, page, seen, paths)
        yield from _path_keys(doc, page, paths)


def _note(doc: Document, code: str, message: str, line: int | None = None) -> Problem:
    """A finding; `line` counts in the body."""
    return Problem(doc.path, code, message, None if line is None else doc.body_line + line - 1)


def _trust(doc: Document) -> Iterator[Problem]:
    front = doc.front
    generated = front.get("generated")
    if generated is not None and not (isinstance(generated, Mapping) and generated.get("by")):
        yield _note(doc, "generated_without_by", "`generated` names no actor; add `by`.")
    if len(trust.verified(front)) < len(trust.maps(front.get("verified"))):
        yield _note(doc, "verified_without_by", "`verified` has an event without an actor; it counts for nothing.")
    if trust.outdated(front):
        yield _note(doc, "verification_outdated", "The last verification is older than the content.")
    for name, value in _times(front):
        at, spelling = trust.instant(value)
        if spelling == "date":
            yield _note(doc, "date_only", f"`{name}` is a date; it is read as midnight UTC.")
        elif at is None:
            why = "has no UTC offset" if spelling == "no_offset" else "is no date and time"
            yield _note(doc, "bad_time", f"`{name}` {why}; it is ignored.")


def _times(front: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Every value that OKF wants to be a time, with the name to show for it."""
    found: list[tuple[str, Json]] = [("stale_after", front.get("stale_after"))]
    found += [("generated.at", item.get("at")) for item in trust.maps(front.get("generated"))]
    found += [("verified.at", item.get("at")) for item in trust.maps(front.get("verified"))]
    windows = trust.maps(front.get("usage_window"))
    for entry in trust.sources(front):
        found.append(("sources.last_modified", entry.get("last_modified")))
        windows += trust.maps(entry.get("usage_window"))
    found += [(f"usage_window.{end}", window.get(end)) for window in windows for end in ("from", "to")]
    yield from ((name, value) for name, value in found if value is not None)


def _words(doc: Document) -> Iterator[Problem]:
    word = doc.front.get("status")
    if word is not None and word not in trust.STATUSES:
        yield _note(
            doc,
            "unknown_status",
            f"`status` is none of {', '.join(trust.STATUSES)}; it is read as {trust.status(doc.front)}.",
        )
    tags = doc.front.get("tags")
    if tags is not None and not isinstance(tags, list):
        yield _note(doc, "tags_no_list", "`tags` is no list.")
    elif tags and not all(isinstance(tag, str) for tag in tags):
        yield _note(doc, "tags_no_text", "`tags` holds values that are no text; quote them.")
    if doc.bom:
        yield _note(
            doc, "byte_order_mark", "The file begins with a byte order mark; some readers miss its front matter."
        )


def _sources(doc: Document, seen: Outline) -> Iterator[Problem]:
    had = doc.front.get("sources")
    if had is not None and not isinstance(had, list):
        yield _note(doc, "sources_no_list", "`sources` is no list.")
    entries = trust.sources(doc.front)
    ids = [str(entry["id"]) for entry in entries if entry.get("id") is not None]
    if isinstance(had, list) and any(not isinstance(item, Mapping) for item in had):
        yield _note(doc, "source_no_mapping", "`sources` has an entry that is no mapping.")
    if any(not isinstance(entry.get("resource"), str) or not entry["resource"].strip() for entry in entries):
        yield _note(doc, "source_without_resource", "`sources` has an entry without `resource`.")
    if len(set(ids)) < len(ids):
        yield _note(doc, "source_id_twice", "Two entries of `sources` have the same `id`.")
    defined = {mark.name for mark in seen.definitions}
    for mark in seen.references:
        if mark.name not in defined:
            yield _note(doc, "footnote_undefined", f"[^{mark.name}] has no definition.", mark.line)
        elif mark.name not in ids and ids:
            yield _note(doc, "footnote_unknown", f"[^{mark.name}] is the `id` of no entry of `sources`.", mark.line)
        elif not ids:
            yield _note(
                doc,
                "footnote_unknown",
                f"[^{mark.name}] is cited, but the page has no `sources` with an `id`.",
                mark.line,
            )


def _computation(doc: Document, seen: Outline) -> Iterator[Problem]:
    if doc.front.get("type") != _COMPUTATION:
        return
    if not doc.front.get("runtime"):
        yield _note(doc, "computation_without_runtime", "An attested computation needs `runtime`.")
    section = next((mark.line for mark in seen.headings if mark.name == "Computation"), None)
    fenced = section is not None and any(line > section for line in seen.code)
    if bool(doc.front.get("computation")) == fenced:
        both = (
            "both a `computation` path and a code block"
            if fenced
            else "neither a `computation` path nor a code block under # Computation"
        )
        yield _note(doc, "computation_unclear", f"An attested computation has {both}.")


def _links(doc: Document, page: str, seen: Outline, paths: Container[str]) -> Iterator[Problem]:
    for found in seen.links:
        if not found.target or found.external:
            continue
        where = place.link(found.target.partition("?")[0], page, paths)
        if where.kind == "outside":
            yield _note(
                doc, "link_outside", f"The link to {found.target} leaves the bundle; it is not followed.", found.line
            )
        elif not where.found:
            yield _note(doc, "link_broken", f"The link to {found.target} leads nowhere.", found.line)
        elif where.base == "root" and not found.target.startswith("/"):
            yield _note(
                doc, "link_from_root", f"The link to {found.target} only works from the root of the bundle.", found.line
            )


def _path_keys(doc: Document, page: str, paths: Container[str]) -> Iterator[Problem]:
    values = [("resource", doc.front.get("resource")), ("computation", doc.front.get("computation"))]
    for name in ("executor", "attester"):
        values += [(f"{name}.resource", item.get("resource")) for item in trust.maps(doc.front.get(name))]
    values += [("sources.resource", entry.get("resource")) for entry in trust.sources(doc.front)]
    for name, value in values:
        if not isinstance(value, str):
            continue
        where = place.value(value, page, paths)
        if where.kind == "outside":
            yield _note(doc, "path_outside", f"`{name}` leaves the bundle; it is not followed.")
        elif where.kind == "path" and not where.found:
            yield _note(doc, "path_broken", f"`{name}` names {value}, which is not in the bundle.")
        elif where.kind == "path" and where.base == "root" and not value.startswith("/"):
            yield _note(
                doc, "path_from_root", f"`{name}` was found from the root of the bundle; begin it with a slash."
            )
