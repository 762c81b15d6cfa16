"""Pages as people keep them: listed, found, made, changed, moved, replaced by others; each with an event to undo."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from clew.belief import events
from clew.errors import Ambiguous, NotFound, Refused, UsageError
from clew.model import Json
from clew.pages import emit, escape, front, okf, place, trust
from clew.pages.front import Document
from clew.pages.page import prose
from clew.pages.slug import slug
from clew.pages.summary import Resting, resting
from clew.store import atomic
from clew.text.fold import canonical
from clew.use.cast import authored
from clew.use.desk import Desk
from clew.use.leftover import REDIRECT
from clew.use.moves import RETIRED, Moves, changed, mark
from clew.use.papers import Papers, Plan, grown, over, stem
from clew.use.publish import Filing, outdated


@dataclass(frozen=True, slots=True)
class Row:
    """A page in a list."""

    path: str
    """From the root of the bundle, with its slash."""
    title: str
    type: str
    status: str
    tier: str
    """Who vouches for it."""
    aliases: tuple[str, ...] = ()
    successor: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page with what can be said about it."""

    row: Row
    text: str
    chain: tuple[str, ...]
    """The pages it was replaced by, to the end."""
    resting: tuple[Resting, ...]
    """Its paragraphs that name claims."""
    outdated: tuple[str, ...]
    """Short ids of the claims among them that no longer hold."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a new page says."""

    title: str
    type: str = "Concept"
    folder: str = "concepts"
    description: str = ""
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    """Topics whose claims are shown on it."""
    text: str = ""


class Pages:
    """The pages of a bundle."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._papers = Papers(desk.files)

    def list(self, type_: str | None = None, status: str | None = None) -> tuple[Row, ...]:
        """Pages in the order of their paths; `type_` and `status` choose; sources are listed as such only."""
        rows = (_row(doc) for doc in self._papers.every())
        return tuple(
            row
            for row in rows
            if (row.type != "Source" if type_ is None else canonical(row.type) == canonical(type_))
            and status in (None, row.status)
        )

    def find(self, name: str) -> str:
        """Path (without its slash) of the page that a path, title, alias or file name means."""
        wanted = name.strip().lstrip("/")
        if self._desk.files.current(wanted if wanted.endswith(".md") else f"{wanted}.md") is not None:
            return wanted if wanted.endswith(".md") else f"{wanted}.md"
        key = canonical(name)
        rows = [row for row in self.list() if row.type != REDIRECT]
        fits: tuple[Callable[[Row], bool], ...] = (
            lambda row: canonical(row.title) == key,
            lambda row: key in {canonical(alias) for alias in row.aliases},
            lambda row: stem(key)(row.path),
        )
        for fit in fits:
            found = [row.path for row in rows if fit(row)]
            if len(found) == 1:
                return found[0][1:]
            if found:
                raise Ambiguous(f"{name!r} fits {len(found)} pages: {', '.join(found[:5])}; give the path")
        raise NotFound(f"no page is called {name!r}; list them with: clew page list")

    def show(self, name: str) -> Shown:
        """One page whole."""
        doc = self._papers.page(self.find(name))
        words = prose(doc)
        late = outdated(self._desk.knowledge(), words)
        return Shown(
            _row(doc), doc.text, self.chain(doc.path), resting(words), tuple(dict.fromkeys(it.ref for it in late))
        )

    def chain(self, path: str) -> tuple[str, ...]:
        """The pages that took the place of a page, one after the other; a ring ends where it closes."""
        out: list[str] = []
        at = "/" + path.strip("/")
        seen = {at}
        while True:
            doc = self._papers.get(at[1:])
            target = doc.front.get("superseded_by") if doc else None
            found = place.link(target, at, ()).path if isinstance(target, str) and target.strip() else ""
            if not found or found in seen:
                return tuple(out)
            seen.add(found)
            out.append(found)
            at = found

    def new(self, draft: Draft, *, reason: str | None = None, dry_run: bool = False) -> Plan:
        """Make a page; its file name comes from its title."""
        title = escape.line(draft.title)
        if not title:
            raise UsageError("a page needs a title")
        folder = draft.folder.strip("/")
        path = f"{folder}/{slug(title, 'page', self._papers.taken(folder))}.md".lstrip("/")
        self._papers.free(path)
        keys: dict[str, Json] = {
            "type": escape.line(draft.type) or "Entity",
            "title": title,
            "description": escape.line(draft.description),
            "tags": _tags(draft.tags),
            "aliases": [escape.line(alias) for alias in draft.aliases if alias.strip()],
            "status": "" if draft.text.strip() else "draft",
            "generated": {"by": self._actor(), "at": self._desk.now},
        }
        text = f"{draft.text.strip()}\n" if draft.text.strip() else ""
        lines = "".join(emit.entry(emit.key(k), v) for k, v in keys.items() if v)
        data = f"---\n{lines}---\n\n# {escape.inline(title)}\n{text and chr(10)}{text}".encode("utf-8", "replace")
        bound = tuple(events.bind(self._desk.look().topic(topic), f"/{path}") for topic in draft.topics)
        made = events.page(f"/{path}", digest=mark(front.parse(data, path)))
        return self.carry(Plan(f"/{path}", {path: (atomic.ABSENT, data)}, (made, *bound)), reason, dry_run)

    def edit(
        self, name: str, changes: Mapping[str, Json | None], *, reason: str | None = None, dry_run: bool = False
    ) -> Plan:
        """Change keys of a page's front matter; None removes one."""
        doc = self._papers.page(self.find(name))
        self._papers.people(doc.path)
        if not changes:
            raise UsageError("nothing to change; name a key, or open the file in an editor")
        if changes.get("type", "x") in (None, "") or changes.get("title", "x") in (None, ""):
            raise UsageError("a page needs a type and a title")
        until = changes.get("stale_after")
        if until:
            changes = {**changes, "stale_after": _instant(str(until))}
        tags = changes.get("tags")
        if tags:
            changes = {**changes, "tags": _tags(tags)}
        data = front.set_keys(doc, changes)
        if data == doc.raw:
            return Plan(f"/{doc.path}")
        plan = Plan(f"/{doc.path}", over(doc, data), (changed(doc.path, doc.raw, data),))
        return self.carry(plan, reason, dry_run)

    def read(self, name: str) -> bytes:
        """The bytes of a page, for an editor."""
        return self._papers.page(self.find(name)).raw

    def write(self, name: str, data: bytes, digest: str) -> str:
        """Put the bytes of an editor in the place of a page that still has this digest; returns its path.

        Raises:
            Refused: the text has a fault that would make the page unreadable.
            Conflict: the page changed meanwhile.
        """
        path = self.find(name)
        doc = front.parse(data, path)
        if not doc.writable:
            raise Refused(f"{path}: {doc.problems[0].message} The page was left as it was.")
        if okf.role(path) == "concept" and not front.text_of(doc, "type"):
            raise Refused(f"{path}: a page needs front matter with a type. The page was left as it was.")
        held = self._papers.page(path)
        told = (changed(path, held.raw, data),) if atomic.digest(held.raw) == digest else ()
        self.carry(Plan(f"/{path}", {path: (digest, data)}, told), None, dry_run=False)
        return path

    def supersede(self, old: str, new: str, *, reason: str | None = None, dry_run: bool = False) -> Plan:
        """Let one page take the place of another: both say so, and nothing is lost of either."""
        who = self._desk.authority
        if not (who.human or who.scripts):
            raise Refused(
                "only a person may retire a page: run it in a terminal or the app, "
                "or set `scripts = true` under [user] in your own configuration"
            )
        first, second = self._papers.page(self.find(old)), self._papers.page(self.find(new))
        for doc in (first, second):
            self._papers.people(doc.path)
        if first.path == second.path:
            raise UsageError("a page cannot take its own place")
        if f"/{first.path}" in self.chain(second.path):
            raise Refused(f"{second.path} was itself replaced by {first.path}; a ring of pages has no end")
        before = trust.listed(second.front.get("supersedes"))
        keys: dict[str, Json] = dict(zip(RETIRED, ("deprecated", f"/{second.path}", self._desk.now), strict=True))
        files = {
            **over(first, front.set_keys(first, keys)),
            **over(second, front.set_keys(second, {"supersedes": grown(before, f"/{first.path}")})),
        }
        was = {key: first.front.get(key) for key in RETIRED}
        event = events.retire(f"/{first.path}", f"/{second.path}", was)
        return self.carry(Plan(f"/{second.path}", files, (event,)), reason, dry_run)

    def carry(self, plan: Plan, reason: str | None, dry_run: bool) -> Plan:
        """Carry a plan out, unless it is a trial."""
        if not dry_run:
            with self._desk.writing() as session:
                session.commit(session.stamp(plan.events, reason), files=plan.files)
                session.publish()
            self._desk.sync()
        return plan

    def move(
        self, name: str, to: str, *, redirect: bool = True, reason: str | None = None, dry_run: bool = False
    ) -> Plan:
        """Move a page to another path or folder; links keep leading to it."""
        path = self.find(name)
        self._papers.people(path)
        target = to.strip().strip("/")
        if not target.endswith(".md"):
            target = f"{target}/{path.rpartition('/')[2]}".lstrip("/")
        if target == path:
            raise UsageError(f"{path} is there already")
        shelf = Filing(self._desk.knowledge(), authored=authored(self._desk.files))
        plan = Moves(self._desk.files).plan(path, target, shelf.keys(path), redirect=redirect)
        return self.carry(plan, reason, dry_run)

    def _actor(self) -> str:
        who = self._desk.authority
        return f"{'human' if who.human else 'process'}:{who.actor}"


def _instant(said: str) -> str:
    """A date or time as the format has it: with its time of day, in UTC."""
    when, _ = trust.instant(said)
    if when is None:
        raise UsageError(f"{said!r} is no date, such as 2027-03-31, or date and time, such as 2027-03-31T12:00:00Z")
    return f"{when:%Y-%m-%dT%H:%M:%SZ}"


def _tags(words: Iterable[str]) -> list[Json]:
    """Tags as Obsidian takes them: without spaces."""
    return ["-".join(escape.line(word).split()) for word in words if word.strip()]


def _row(doc: Document) -> Row:
    successor = doc.front.get("superseded_by")
    return Row(
        f"/{doc.path}",
        front.text_of(doc, "title") or doc.path.rpartition("/")[2].removesuffix(".md"),
        front.text_of(doc, "type") or "",
        trust.status(doc.front),
        trust.tier(doc.front),
        front.strings(doc, "aliases"),
        successor if isinstance(successor, str) else "",
    )
