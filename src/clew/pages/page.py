"""Concept pages: front matter and a generated block of claims around prose that belongs to people."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clew.errors import Refused
from clew.model import Json
from clew.pages import emit, escape, front, region, relations, summary
from clew.pages.front import Document
from clew.pages.markdown import encoded, outline
from clew.pages.place import written
from clew.pages.slug import label
from clew.pages.trust import listed
from clew.text import regex as re

BLOCK = "claims"
"""Name of the generated region of a page."""
PROSE = "words-of-people"
"""The name under which the digest of what people wrote on a page stands in the note of its block."""
JOINED = "<!-- clew: git joined two versions of this page; read it, then remove this line. Look at:"
"""How a line begins that asks a person to read a page."""
_WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class SourceRef:
    """A source that a page cites: one entry of `sources`."""

    id: str
    resource: str
    """Path from the root of the bundle (`/sources/x.md`) or a URL."""
    title: str


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """One claim as a page shows it; nothing in it depends on the clock."""

    text: str
    badges: tuple[str, ...] = ()
    when: str | None = None
    """When it was asserted: a date, or a date and time."""
    by: str = ""
    """Who asserted it."""
    sources: tuple[str, ...] = ()
    """Ids of the page's sources it rests on."""
    quote: str = ""
    ref: str = ""
    """Short id by which the claim can be asked for."""
    kind: str = ""
    """Decides in which paragraph of the summary it stands; empty for none."""


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A paragraph of people that rests on a claim which no longer holds."""

    text: str
    ref: str
    """Short id of the claim."""
    state: str
    """How it stands now, in a badge."""


@dataclass(frozen=True, slots=True)
class TopicView:
    """Everything a page says about one subject."""

    path: str
    """Where the page lies: a path from the root of the bundle, `/concepts/database.md`."""
    title: str
    type: str = "Entity"
    description: str = ""
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    status: str = ""
    """`draft`, `stable` or `deprecated`; empty leaves it as it is."""
    sources: tuple[SourceRef, ...] = ()
    current: tuple[ClaimLine, ...] = ()
    disputed: tuple[ClaimLine, ...] = ()
    history: tuple[ClaimLine, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many more claims stand under a heading (`Current`, `Disputed`, `History`) than are shown."""
    more: str = ""
    """The command that shows all of them."""
    reviewed: tuple[int, int] | None = None
    """How many of the current claims a person has reviewed, of how many."""
    unsettled: tuple[Unsettled, ...] = ()
    fallen: tuple[str, ...] = ()
    """Short ids of claims that no longer hold, of those that a model's summary rests on."""
    generated: Mapping[str, Json] = field(default_factory=dict)
    """Who made the content and when its latest claim was learned: `by`, `at`."""
    verified: tuple[Mapping[str, Json], ...] = ()
    """Who vouches for all of it: `by`, `at`."""
    stale_after: str = ""
    """The instant from which something on the page no longer holds."""
    absolute: bool = False
    """Whether links in the body begin at the root of the bundle."""
    relations: tuple[Mapping[str, Json], ...] = ()
    """Relations that claims say; those that people wrote stay beside them."""
    superseded_by: str = ""
    """The page that took the place of this one."""
    leads: str = ""
    """The page that a reader should go to: this one says nothing else."""
    front: Mapping[str, Json] = field(default_factory=dict)
    """Further front matter that the view decides; None removes a key."""


def render(existing: bytes | None, view: TopicView, force: bool = False) -> bytes:
    """The page: a new one, or the existing one with only its generated parts changed.

    On an existing page, title, type, description, tags, aliases and status follow the view as long as
    nobody changed them by hand; `sources` keeps every entry that somebody else wrote.

    Raises:
        Refused: the page cannot be read, so it is not written.
        Conflict: the block was edited by hand and `force` is not set, or its markers do not pair up.
    """
    doc = front.parse(existing or b"", view.path)
    if not doc.writable:
        raise Refused(f"{view.path}: {doc.problems[0].message} It was left as it was.")
    old = region.checked(doc.body, BLOCK, force)
    if existing is None or _pristine(doc, old):
        doc, old = front.parse(b"", view.path), region.Region("missing")
        doc = _with_body(doc, _opening(view.title))
    doc = _living(doc, view.fallen)
    old = region.find(doc.body, BLOCK) if view.fallen and old.state == "intact" else old
    authored = region.without(doc.body, BLOCK)
    own = _own_keys(doc, view, seals(old))
    sealed = {
        name: value for name, value in {**own, **view.front}.items() if value is not None and _WORD.fullmatch(name)
    }
    had, mark = doc.front.get(relations.KEY), seals(old).get(relations.PROJECTED, "")
    tied = relations.merged(had, view.relations, mark)
    left = tied is had and had is not None
    marked = note(sealed, mark if left else relations.seal(tied), worded(prose(doc)))
    text = region.wrap(BLOCK, block(view, authored), marked)
    changed = _with_body(doc, region.replace(doc.body, old, text, doc.newline))
    keys = {relations.KEY: tied} if tied or had is not None else {}
    return front.set_keys(changed, {**own, **_sources_key(doc, view, authored), **keys, **view.front})


def edited_keys(doc: Document) -> tuple[str, ...]:
    """The front matter keys that were generated and have been changed or removed by hand since."""
    written = seals(region.find(doc.body, BLOCK))
    mark = written.pop(relations.PROJECTED, "")
    written.pop(PROSE, "")
    changed = tuple(name for name, was in written.items() if was != seal(doc.front.get(name)))
    return (*changed, *([relations.KEY] if relations.edited(doc.front.get(relations.KEY), mark) else []))


def generated_keys(doc: Document) -> tuple[str, ...]:
    """The front matter keys that are as the generator wrote them."""
    written = seals(region.find(doc.body, BLOCK))
    return tuple(name for name, was in written.items() if was == seal(doc.front.get(name)))


def untouched(doc: Document) -> frozenset[str]:
    """The front matter keys that hold what the generator wrote there, `relations` for those of claims among them."""
    mark = seals(region.find(doc.body, BLOCK)).get(relations.PROJECTED, "")
    tied = mark and not relations.edited(doc.front.get(relations.KEY), mark)
    return frozenset((*generated_keys(doc), *([relations.KEY] if tied else ())))


def owned(doc: Document, names: Iterable[str]) -> Document:
    """The page with these keys counted as generated, with the values they have."""
    old = region.find(doc.body, BLOCK)
    if old.state != "intact":
        return doc
    held = {name: doc.front[name] for name in names if name in doc.front}
    tied = {relations.PROJECTED: relations.seal(held.pop(relations.KEY))} if relations.KEY in held else {}
    marks = seals(old) | {name: seal(value) for name, value in held.items()} | tied
    text = region.wrap(BLOCK, old.content, "keys=" + ",".join(f"{name}:{mark}" for name, mark in marks.items()))
    return _with_body(doc, region.replace(doc.body, old, text, doc.newline))


def block_state(doc: Document) -> region.State:
    """How the generated block of a page stands: intact, edited by hand, missing, or broken."""
    return region.find(doc.body, BLOCK).state


def prose(doc: Document) -> str:
    """The body without what is generated, the block and a model's summary: what a person wrote."""
    return region.without(region.without(doc.body, BLOCK), summary.REGION)


def told(doc: Document) -> str:
    """What a model wrote of the claims of a page; empty for nothing, and where a hand has changed it since."""
    found = region.find(doc.body, summary.REGION)
    return found.content if found.state == "intact" else ""


def summarised(doc: Document, content: str) -> Document:
    """The page with such a summary above its block, or without any where the content is empty."""
    old = region.find(doc.body, summary.REGION)
    text = region.wrap(summary.REGION, content) if content else ""
    if old.state == "missing" and text:
        at = region.find(doc.body, BLOCK).start
        gap = doc.newline
        return _with_body(doc, doc.body[:at] + text.replace("\n", gap) + gap + doc.body[at:])
    start, end = old.start, old.end
    end += len(doc.newline) if not text and doc.body[end:].startswith(doc.newline) else 0
    return _with_body(doc, doc.body[:start] + text.replace("\n", doc.newline) + doc.body[end:])


def _living(doc: Document, fallen: Sequence[str]) -> Document:
    return summarised(doc, summary.living(told(doc), fallen)) if fallen and told(doc) else doc


def block(view: TopicView, authored: str) -> str:
    """The content of the generated block; footnotes that the authored text defines are not defined again."""
    if view.leads:
        link = encoded(written(view.leads, view.path, view.absolute))
        return f"This page has moved to [{escape.inline(view.title)}]({link}).\n\n"
    cited: dict[str, None] = {}
    summed = f"<!-- clew:{summary.REGION} " in authored
    out = [*([] if summed else _summary(view)), *_unsettled(view.unsettled)]
    for heading, claims in (("Current", view.current), ("Disputed", view.disputed), ("History", view.history)):
        if claims or heading == "Current":
            out += [f"## {heading}", "", *(_lines(claims, cited) or ["No current claim."]), ""]
        if heading == "Current" and view.reviewed:
            out += ["{} of {} reviewed.".format(*view.reviewed), ""]
        if rest := view.left_out.get(heading):
            out += [f"…and {rest} more{f': `{_code(view.more)}`' if view.more else ''}.", ""]
    known = {mark.name for mark in outline(authored).definitions} if "[^" in authored else set()
    notes = [_footnote(ref, view) for ref in _sorted(view.sources) if label(ref.id) in cited.keys() - known]
    # An empty line at the end: some readers take the marker for a part of the list above it.
    return "\n".join([*out, *notes, "", ""] if notes else [*out, ""])


def _summary(view: TopicView) -> list[str]:
    """Prose from the current claims that are well evidenced."""
    told = (claim for claim in view.current if claim.kind and "low" not in claim.badges)
    return summary.assembled(
        [
            summary.Sentence(
                claim.kind, summary.stopped(escape.inline(claim.text)) + _notes(claim.sources), label(claim.ref)
            )
            for claim in told
        ]
    )


def _unsettled(found: Sequence[Unsettled]) -> list[str]:
    if not found:
        return []
    lines = (f"* “{escape.inline(it.text)}” rests on `{label(it.ref)}`: {escape.inline(it.state)}" for it in found)
    return ["## To look at", "", *lines, ""]


def _notes(sources: Sequence[str]) -> str:
    return "".join(f"[^{label(source)}]" for source in sources)


def _code(words: str) -> str:
    return escape.line(words).replace("`", "'")


def _lines(claims: Sequence[ClaimLine], cited: dict[str, None]) -> list[str]:
    return [line for claim in claims for line in _line(claim, cited)]


def _line(claim: ClaimLine, cited: dict[str, None]) -> list[str]:
    cited.update(dict.fromkeys(label(source) for source in claim.sources))
    notes = _notes(claim.sources)
    about = [*claim.badges, claim.when or "", claim.by]
    details = [escape.inline(word) for word in about if word.strip()]
    if claim.quote.strip():
        details.append(f"“{escape.inline(claim.quote)}”")
    if claim.ref:
        details.append(f"`{label(claim.ref)}`")
    text = f"* {escape.inline(claim.text) or '…'}{notes}"
    # A backslash at the end of a line is a line break that no editor strips.
    return [text + "\\", "  " + " · ".join(details)] if details else [text]


def _footnote(ref: SourceRef, view: TopicView) -> str:
    title = escape.inline(ref.title) or label(ref.id)
    resource = ref.resource
    if resource.startswith("/"):
        return f"[^{label(ref.id)}]: [{title}]({encoded(written(resource, view.path, view.absolute))})"
    if resource.lower().startswith(("https://", "http://")):
        return f"[^{label(ref.id)}]: [{title}]({escape.target(resource)})"
    return f"[^{label(ref.id)}]: {title}"


def _sorted(sources: Sequence[SourceRef]) -> list[SourceRef]:
    return sorted({label(ref.id): ref for ref in sources}.values(), key=lambda ref: label(ref.id))


def _entry(ref: SourceRef) -> dict[str, Json]:
    return {"id": label(ref.id), "resource": ref.resource, "title": escape.line(ref.title)}


def _own_keys(doc: Document, view: TopicView, was: Mapping[str, str]) -> dict[str, Json | None]:
    """The keys that the view decides: those the page lacks, and those that are as the last rendering left them."""
    keys: dict[str, Json] = {
        "type": view.type.strip() or "Entity",
        "title": view.title,
        "description": view.description,
        "tags": ["-".join(tag.split()) for tag in view.tags if tag.strip()],
        "aliases": list(view.aliases),
        "status": view.status,
        "generated": dict(view.generated),
        "verified": [dict(one) for one in view.verified],
        "stale_after": view.stale_after,
        "superseded_by": view.superseded_by,
    }
    had = {name: doc.front.get(name) for name in keys}
    free = {name for name in keys if had[name] in (None, "") or was.get(name) == seal(had[name])}
    return {name: value or None for name, value in keys.items() if name in free}


def note(sealed: Mapping[str, Json], tied: str = "", words: str = "") -> str:
    """What the opening marker of a block carries: digests of generated keys, projected relations and people's words."""
    marks = {name: seal(value) for name, value in sealed.items()} | {relations.PROJECTED: tied, PROSE: words}
    return "keys=" + ",".join(f"{name}:{mark}" for name, mark in marks.items() if mark)


def worded(prose: str) -> str:
    """A short digest of what people wrote on a page, its heading apart; empty where they wrote nothing."""
    lines = [line.rstrip() for line in prose.split("\n") if line.strip() and not line.startswith(JOINED)]
    words = lines[1:] if lines and lines[0].startswith("# ") else lines
    return region.digest("\n".join(words))[:6] if words else ""


def seals(old: region.Region) -> dict[str, str]:
    """Per generated key the digest of its value when the block was written."""
    return dict(word.split(":", 1) for word in old.note.removeprefix("keys=").split(",") if ":" in word)


def _pristine(doc: Document, old: region.Region) -> bool:
    """True for a page that no other hand has touched: it is written anew, in the order of a new page."""
    start, end = doc.head or (0, 0)
    was = seals(old)
    mark = was.pop(relations.PROJECTED, "")
    was.pop(PROSE, "")
    tied = doc.front.get(relations.KEY)
    return (
        old.state == "intact"
        and doc.body == _opening(str(doc.front.get("title"))) + doc.body[old.start : old.end]
        and doc.text[start:end] == "".join(emit.entry(emit.key(k), v) for k, v in doc.front.items())
        and doc.front.keys() - {"sources", relations.KEY} == was.keys()
        and all(it == seal(doc.front[name]) for name, it in was.items())
        and all(generated(item) for item in listed(doc.front.get("sources")))
        and all(relations.projected(item) for item in listed(tied))
        and not relations.edited(tied, mark)
        and not doc.bom
    )


def _opening(title: str) -> str:
    """The body of a new page before its block."""
    return f"\n# {escape.inline(title)}\n\n"


def seal(value: Json) -> str:
    """A short digest that tells whether a value is still the one that was generated."""
    return region.digest(emit.flow(value))[:6]


def _sources_key(doc: Document, view: TopicView, authored: str) -> dict[str, Json | None]:
    """`sources`: the entries of other hands in their order, then ours, with whatever keys people added to them."""
    had = doc.front.get("sources")
    ours = {label(ref.id): _entry(ref) for ref in _sorted(view.sources)}
    cited = {mark.name for mark in outline(authored).references} if "[^" in authored else set()
    kept: list[Json] = []
    for item in listed(had):
        name = str(item.get("id", "")) if isinstance(item, Mapping) else ""
        if name in ours:
            ours[name] = {**item, **ours[name]}
        elif not generated(item) or name in cited:
            kept.append(item)
    merged = [*kept, *ours.values()]
    return {"sources": merged or None} if merged or had is not None else {}


def generated(item: Json) -> bool:
    """True for an entry as this module writes it: it may go when nothing on the page cites it."""
    return (
        isinstance(item, Mapping)
        and set(item) == {"id", "resource", "title"}
        and str(item["resource"]).startswith("/sources/")
    )


def _with_body(doc: Document, body: str) -> Document:
    """The same document with another body."""
    return front.parse(front.with_body(doc, body), doc.path)
