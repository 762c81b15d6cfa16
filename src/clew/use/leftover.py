"""Pages on which nothing is filed any more: they go, or stay and lead on to where their claims stand now.

A page that git tracks stays: one branch may take it away while another one changes it, and git cannot join those. What
people wrote on a page stays as they wrote it; claims that are told elsewhere, or no longer, leave it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial

from clew.belief.log import Log
from clew.belief.tally import effective
from clew.kin.census import ident
from clew.model import Json
from clew.pages import front, region, relations
from clew.pages.front import Document
from clew.pages.page import (
    BLOCK,
    SourceRef,
    TopicView,
    block_state,
    edited_keys,
    generated,
    generated_keys,
    prose,
    render,
)
from clew.pages.trust import listed
from clew.store import git
from clew.text.fold import canonical
from clew.use.cast import OWN, path_of, place
from clew.use.press import Made, Make, Press, signed
from clew.use.publish import COMMON, FOLDERS, Filing

REDIRECT = "Redirect"
"""Type of a page that only leads on to where its page has moved."""
Read = Callable[[str], bytes | None]
"""The bytes of a file, with a page that git joined made whole."""


class Leftover:
    """The pages of a bundle that are on no shelf any more."""

    def __init__(self, shelf: Filing, press: Press, events: Log, read: Read) -> None:
        self._shelf = shelf
        self._press = press
        self._events = events
        self._read = read

    @cached_property
    def _moved(self) -> Mapping[str, str]:
        """Path → the path to which people moved what stood there."""
        found = (e for e in effective(self._events.of("rename", "undo")) if e.kind == "rename")
        return {e.target.lstrip("/"): str(e.data.get("path", "")).lstrip("/") for e in found}

    @cached_property
    def _bound(self) -> Mapping[str, str]:
        """Path → a topic that was bound to it once."""
        return {str(e.data.get("page", "")).lstrip("/"): e.target for e in self._events.of("bind")}

    @cached_property
    def _tracked(self) -> Callable[[str], bool]:
        return git.tracked(self._press.files.root)

    def paths(self) -> Iterator[str]:
        """Pages in our folders, and those that once were the place of a topic, on which nothing is filed."""
        once = self._moved.keys() | self._bound.keys()
        for path in sorted(self._press.pages):
            ours = path.startswith(FOLDERS) or path in once
            if ours and path not in self._shelf and path.rpartition("/")[2] not in OWN:
                yield path

    def leads(self, path: str) -> str:
        """The page that tells now what a page told; empty where none does."""
        at, seen = path, {path}
        while at not in self._shelf and self._moved.get(at, at) not in seen:
            at = self._moved[at]
            seen.add(at)
        if at != path and at in self._press.pages:
            return at
        topic = self._bound.get(at)
        found = self._shelf.cast.retired.get(at) or (self._shelf.own.get(topic) if topic else None)
        return found if found and found != path else ""

    def sorted(self, forget: bool) -> tuple[dict[str, str], dict[str, Make]]:
        """Pages that go, with the digest of their bytes, and those to be made anew; with `forget` no name is left."""
        gone: dict[str, str] = {}
        makers: dict[str, Make] = {}
        for path in self.paths():
            to, title = self.leads(path), self._title(path)
            view = _leading(path, to or COMMON, title, self._shelf.absolute)
            kept = self._press.kept(path, lambda path=path: touched(self._doc(path)))  # type: ignore[misc]  # bound now
            sign = signed("left", to) if kept else signed(view)
            stays = (to or (COMMON in self._shelf and not forget)) and (path in self._moved or self._tracked(path))
            if not (kept or stays):
                gone[path] = self._press.files.digest(path)
            elif not self._press.settled(path, sign) and (not kept or self._was_ours(path, to, title)):
                makers[path] = partial(_left if kept else _led, view, to, sign)
        return gone, makers

    def _was_ours(self, path: str, to: str, title: str) -> bool:
        """Whether this was the place of a page of ours; a copy under another name is nobody's."""
        places = (path_of(canonical(title)), path_of(ident(title)), place(ident(title)))
        return bool(to) or path in self._moved or path in places

    def _title(self, path: str) -> str:
        known = self._press.told(path).front or self._doc(path).front
        return str(known.get("title") or "")

    def _doc(self, path: str) -> Document:
        return front.parse(self._read(path) or b"", path)


def touched(doc: Document) -> bool:
    """Whether people's hands are on a page of ours."""
    words = [line for line in prose(doc).split("\n") if line.strip() and not line.startswith("#")]
    return not doc.writable or block_state(doc) != "intact" or bool(words) or bool(edited_keys(doc))


def redirect(path: str, to: str, title: str, absolute: bool = False) -> bytes:
    """The page that stays at an old place and leads to the new one."""
    return render(None, _leading(path, to, title, absolute))


def _leading(path: str, to: str, title: str, absolute: bool) -> TopicView:
    return TopicView(
        path=f"/{path}",
        title=title or to.rpartition("/")[2].removesuffix(".md"),
        type=REDIRECT,
        description=f"Moved to /{to}.",
        status="deprecated",
        superseded_by=f"/{to}",
        leads=f"/{to}",
        absolute=absolute,
    )


def _led(view: TopicView, to: str, sign: str, old: bytes | None) -> Made:
    return Made(render(old, view), sign)


def _left(view: TopicView, to: str, sign: str, old: bytes | None) -> Made:
    """A page with words of people on it; one that people wrote whole is as it was."""
    data = old or b""
    doc = front.parse(data, view.path)
    if not doc.writable or block_state(doc) != "intact":
        return Made(data, sign)
    if not to and "type" in doc.front.keys() - set(generated_keys(doc)):
        return Made(_bare(doc), sign)  # people made the page: it is theirs again
    return Made(render(data, _emptied(doc, to)), sign)


def _bare(doc: Document) -> bytes:
    """The page without anything that was generated."""
    block = region.find(doc.body, BLOCK)
    above = doc.body[: block.start]
    above = above[: -len(doc.newline)] if above.endswith(doc.newline * 2) else above
    rest = front.parse(front.with_body(doc, above + doc.body[block.end :]), doc.path)
    keys: dict[str, Json | None] = dict.fromkeys(generated_keys(doc))
    for name, ours in (("sources", generated), (relations.KEY, relations.projected)):
        if name in doc.front:
            keys[name] = [item for item in listed(doc.front[name]) if not ours(item)] or None
    return front.set_keys(rest, keys)


def _emptied(doc: Document, to: str) -> TopicView:
    """What stays of a page: where another took its place all of its keys, so that it can come back."""
    had = doc.front
    cited = [item for item in listed(had.get("sources")) if isinstance(item, Mapping) and generated(item)]
    names = TopicView(
        path=doc.path,
        title=str(had.get("title") or doc.path),
        type=str(had.get("type") or ""),
        description=str(had.get("description") or ""),
        status="draft",
    )
    if not to:
        return names
    return replace(
        names,
        aliases=front.strings(doc, "aliases"),
        status="deprecated",
        sources=tuple(SourceRef(str(i["id"]), str(i["resource"]), str(i["title"])) for i in cited),
        generated=dict(had["generated"]) if isinstance(had.get("generated"), Mapping) else {},
        verified=tuple(item for item in listed(had.get("verified")) if isinstance(item, Mapping)),
        stale_after=str(had.get("stale_after") or ""),
        relations=tuple(item for item in listed(had.get(relations.KEY)) if relations.projected(item)),
        superseded_by=f"/{to}",
        leads=f"/{to}",
    )
