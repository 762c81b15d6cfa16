"""A page at another place: links keep leading to it, the old place leads on, and all of it can be taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from clew.belief import events
from clew.belief.tally import texts
from clew.core import codec
from clew.errors import Refused
from clew.model import Event, Json
from clew.pages import emit, escape, front, place, trust
from clew.pages.front import Document
from clew.pages.markdown import encoded
from clew.pages.page import block_state, generated_keys, owned, prose, summarised, told
from clew.pages.relink import Wikis, turned
from clew.pages.wiki import Stems
from clew.store import atomic
from clew.store.files import Files
from clew.use import lexis
from clew.use.leftover import REDIRECT, redirect, touched
from clew.use.papers import Changes, Papers, Plan, grown, over

RETIRED = ("status", "superseded_by", "superseded_at")
"""Keys by which a page says that another takes its place."""
_MADE = ("type", "title", "description", "tags", "aliases")


class Moves:
    """Moves of pages, and the way back from whatever was done to pages."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._papers = Papers(files)

    def plan(self, path: str, to: str, topics: Sequence[str] = (), *, redirect: bool = True) -> Plan:
        """The page at its new place, links that led to it turned, topics bound to it, and a page that leads on."""
        self._papers.free(to)
        files = self._turned(path, to, redirect)
        moved = front.parse(files[to][1] or b"", to)
        if redirect:
            kept = grown(trust.listed(moved.front.get("supersedes")), f"/{path}")
            files[to] = (atomic.ABSENT, front.set_keys(moved, {"supersedes": kept}))
            files[path] = (files[path][0], leading_on(moved, path, to))
        bound = (events.bind(topic, f"/{to}") for topic in topics)
        return Plan(f"/{to}", files, (events.rename(f"/{path}", f"/{to}"), *bound))

    def _turned(self, path: str, to: str, stays: bool = False) -> Changes:
        documents = [doc for doc in self._papers.every(indexes=True) if doc.path != to]
        paths = place.known(doc.path for doc in documents)
        wikis = Wikis(Stems([doc.path for doc in documents]), stays)
        moves = {f"/{path}": f"/{to}"}
        files: Changes = {}
        for doc in documents:
            if doc.path == path:
                files[to] = (atomic.ABSENT, turned(doc, moves, paths, now_at=f"/{to}", wikis=wikis))
                files[path] = (atomic.digest(doc.raw), None)
            elif doc.writable and not _leads(doc):  # pages that lead on are made anew
                files |= over(doc, turned(doc, moves, paths, wikis=wikis))
        return files

    def undoing(self, targets: Iterable[Event]) -> Changes:
        """The files as they were before these events; newest first.

        Raises:
            Refused: a page was changed by hand since.
        """
        undo = {"page": self._unmade, "retire": self._unretired, "rename": self._unmoved}
        files: Changes = {}
        for event in targets:
            if event.kind in undo:
                files |= undo[event.kind](event)
        return files

    def _unmade(self, event: Event) -> Changes:
        if "line" in event.data:
            return self._untaught(event.target.lstrip("/"), str(event.data["line"]))
        doc = self._papers.get(event.target.lstrip("/"))
        if doc is None:
            return {}
        if "summary" in event.data:
            return over(doc, summarised(doc, "").raw) if told(doc) else {}
        if event.data.get("words"):
            raise Refused(f"words of {doc.path} were changed in an editor; Clew keeps no older text, git does")
        if "was" in event.data:
            back = front.parse(_restored(doc, event) or front.set_keys(doc, event.data["was"]), doc.path)
            return over(doc, owned(back, texts(event, "ours")).raw)
        if mark(doc) != event.data.get("digest"):
            raise Refused(f"{doc.path} was changed since it was made; remove it by hand if it should go")
        return {doc.path: (atomic.digest(doc.raw), None)}

    def _untaught(self, path: str, line: str) -> Changes:
        data = self._files.current(path)
        if data is None:
            return {}
        left = data.replace(line.encode(), b"", 1)
        if left == data:
            raise Refused(f"{path} was changed since; take out by hand: {line.strip()}")
        return {path: (atomic.digest(data), None if left == lexis.EMPTY else left)}

    def _unretired(self, event: Event) -> Changes:
        old = self._papers.get(event.target.lstrip("/"))
        new = self._papers.get(str(event.data.get("by", "")).lstrip("/"))
        files = over(old, front.set_keys(old, event.data["was"])) if old else {}
        return files | (_without(new, event.target) if new else {})

    def _unmoved(self, event: Event) -> Changes:
        path, to = str(event.data["path"]).lstrip("/"), event.target.lstrip("/")
        doc = self._papers.get(path)
        if doc is None:
            raise Refused(f"{path} is not there any more; what moved cannot be moved back")
        there = self._files.current(to)
        held = front.parse(there or b"", to)
        if there is not None and not _leads(held, path) and there != leading_on(doc, to, path):
            raise Refused(f"{to} holds another page now; move or remove it first")
        files = self._turned(path, to)
        moved = front.parse(files[to][1] or b"", to)
        # A link that named the old place names itself now.
        data = _without(moved, f"/{to}").get(to, ("", moved.raw))[1]
        files[to] = (atomic.ABSENT if there is None else atomic.digest(there), data)
        return files


def _leads(doc: Document, to: str = "") -> bool:
    """Whether a page is one of ours that only leads on, to this path where one is named."""
    led = doc.front.get("type") == REDIRECT and not touched(doc)
    return led and to in ("", str(doc.front.get("superseded_by")).lstrip("/"))


def leading_on(doc: Document, path: str, to: str) -> bytes:
    """The page that stays at the old place and leads to the new one."""
    if block_state(doc) != "missing":
        return redirect(path, to, front.text_of(doc, "title") or "")
    title = front.text_of(doc, "title") or to.rpartition("/")[2].removesuffix(".md")
    keys: dict[str, Json] = {
        "type": REDIRECT,
        "title": title,
        "description": f"Moved to /{to}.",
        "status": "deprecated",
        "superseded_by": f"/{to}",
    }
    lines = "".join(emit.entry(key, value) for key, value in keys.items())
    link = encoded(place.relative(f"/{to}", f"/{path}"))
    words = escape.inline(title)
    return f"---\n{lines}---\n\n# {words}\n\nThis page has moved to [{words}]({link}).\n".encode("utf-8", "replace")


def changed(path: str, old: bytes, new: bytes) -> Event:
    """The event that says what of a page was changed: keys can be put back, of words the ledger keeps nothing."""
    before, after = front.parse(old, path), front.parse(new, path)
    keys = [key for key in {**before.front, **after.front} if before.front.get(key) != after.front.get(key)]
    was = {key: before.front.get(key) for key in keys}
    ours = [key for key in keys if key in generated_keys(before)]
    event = events.page(f"/{path}", was=was, words=prose(before) != prose(after), ours=ours)
    cut = _cut(before, after)
    return replace(event, data={**event.data, "head": cut}) if cut else event


def _cut(before: Document, after: Document) -> dict[str, Json] | None:
    """The lines of front matter that a change replaced, and what tells those that took their place."""
    if before.head is None or after.head is None:
        return None
    old, new = _head(before), _head(after)
    most = min(len(old), len(new))
    at = next((n for n in range(most) if old[n] != new[n]), most)
    end = next((n for n in range(most - at) if old[-1 - n] != new[-1 - n]), most - at)
    there = new[at : len(new) - end]
    return {"at": at, "old": "".join(old[at : len(old) - end]), "lines": len(there), "mark": _mark(there)}


def _restored(doc: Document, event: Event) -> bytes | None:
    """The page with the very lines it had; None where other lines stand there now, or more would change with them."""
    cut, was = event.data.get("head"), event.data["was"]
    if not isinstance(cut, dict) or doc.head is None:
        return None
    lines, at = _head(doc), int(cut["at"])
    if _mark(lines[at : at + int(cut["lines"])]) != cut["mark"]:
        return None
    lines[at : at + int(cut["lines"])] = [str(cut["old"])]
    text = doc.text[: doc.head[0]] + "".join(lines) + doc.text[doc.head[1] :]
    back = front.parse(text.encode("utf-8-sig" if doc.bom else "utf-8"), doc.path)
    meant = {**doc.front, **was}
    kept = {key: value for key, value in meant.items() if value is not None}
    return back.raw if back.writable and {k: v for k, v in back.front.items() if v is not None} == kept else None


def _head(doc: Document) -> list[str]:
    return doc.text[slice(*doc.head)].splitlines(keepends=True) if doc.head else []


def _mark(lines: Sequence[str]) -> str:
    return atomic.digest("".join(lines).encode())[:16]


def mark(doc: Document) -> str:
    """What tells whether a page still says what its maker wrote, whatever was generated on it since."""
    made = generated_keys(doc)
    keys = codec.dump({key: doc.front[key] for key in _MADE if doc.front.get(key) and key not in made})
    return atomic.digest(f"{keys}\n{prose(doc).strip()}".encode("utf-8", "replace"))[:16]


def _without(doc: Document, path: str) -> Changes:
    """A page that no longer says it replaces another."""
    held = trust.listed(doc.front.get("supersedes"))
    left = [item for item in held if item != path]
    return over(doc, front.set_keys(doc, {"supersedes": left or None})) if left != held else {}
