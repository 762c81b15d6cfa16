"""The page of a source: what was added, from where, when, by whom, and where its text lies."""

from collections.abc import Container, Iterator
from typing import get_args

from clew.model import Json, Precision, Problem, Source
from clew.pages import escape, front
from clew.pages.front import Document
from clew.pages.splice import spans

_WORDS = {
    "chat": "A conversation. Its words lie in",
    "note": "A note. Its words lie in",
    "document": "A document. Its words lie in",
}


def render(source: Source) -> bytes:
    """The whole page; it is a function of the source alone, so equal sources are equal bytes."""
    many = "1 part" if source.parts == 1 else f"{source.parts} parts"
    keys: dict[str, Json | None] = {
        "type": "Source",
        "title": source.title,
        "description": f"{source.kind.capitalize()} from {source.provider}, {many}.",
        "resource": _text_of(source.id),
        "provider": source.provider,
        "kind": source.kind,
        "origin": source.origin,
        "at": source.at,
        "until": source.until,
        "precision": source.precision,
        "leaf": source.leaf,
        "people": list(source.people) or None,
        "parts": source.parts,
        "sha256": source.sha256,
        "replaces": source.replaces,
        "extract": None if source.extract else False,
        "metadata": dict(source.front) or None,
    }
    body = f"\n# {escape.inline(source.title)}\n\n{_WORDS[source.kind]} `references/{source.id}.jsonl`.\n"
    blank = front.parse(body.encode("utf-8", "replace"), f"/sources/{source.id}.md")
    return front.set_keys(blank, {key: value for key, value in keys.items() if value is not None})


def describes(doc: Document) -> bool:
    """Whether a page is one that describes a source; a folder `sources/` may hold pages of other hands."""
    return doc.path.lstrip("/").startswith("sources/") and "sha256" in doc.front and doc.front.get("type") == "Source"


def read(doc: Document) -> Source | Problem:
    """The source that a page describes; after a merge of git that kept the lines of both sides, the longer one."""
    if doc.problems:
        found = [one for one in map(read, _sides(doc)) if isinstance(one, Source)]
        return max(found, key=lambda one: (one.parts, one.until or "")) if found else doc.problems[0]
    keys, ident = doc.front, doc.path.rsplit("/", 1)[-1].removesuffix(".md")
    if keys.get("resource", _text_of(ident)) != _text_of(ident):
        told = f"a copy of the page of another source, {keys['resource']}; remove it once nothing in it is missed"
        return Problem(doc.path, "bad_source", told)
    try:
        return Source(
            id=ident,
            kind=_one_of(keys.get("kind"), "kind", _WORDS),
            provider=str(keys["provider"]),
            origin=str(keys["origin"]),
            title=str(keys.get("title") or ""),
            at=_text(keys.get("at")),
            until=_text(keys.get("until")),
            precision=_one_of(keys.get("precision", "exact"), "precision", get_args(Precision)),
            leaf=_text(keys.get("leaf")),
            people=tuple(str(name) for name in keys.get("people") or ()),
            parts=int(str(keys["parts"])),
            sha256=str(keys["sha256"]),
            replaces=_text(keys.get("replaces")),
            extract=str(keys.get("extract", "true")).lower() != "false",
            front=dict(keys["metadata"]) if isinstance(keys.get("metadata"), dict) else {},
        )
    except (KeyError, ValueError, TypeError) as error:
        return Problem(doc.path, "bad_source", f"the source page lacks or misspells {error}; add the source again")


def _text_of(ident: str) -> str:
    return f"/references/{ident}.jsonl"


def _sides(doc: Document) -> Iterator[Document]:
    """The page as each side of a merge had it, if keys stand twice in it: those of one side come first."""
    start, end = doc.head or (0, 0)
    lines: dict[str, list[str]] = {}
    for span in spans(doc.text, start, end):
        lines.setdefault(span.name, []).append(doc.text[span.start : span.end])
    if all(problem.code == "duplicate_key" for problem in doc.problems):
        for at in (0, -1):
            text = "".join(many[at] for many in lines.values())
            yield front.parse(f"---\n{text}---\n".encode(), doc.path)


def _one_of(value: Json, name: str, known: Container[object]) -> Json:
    if value in known:
        return value
    raise ValueError(f"`{name}`")


def _text(value: Json) -> str | None:
    return None if value is None else str(value)
