"""A predicate renamed everywhere: on the pages that use it, and in the vocabulary for what claims say."""

from dataclasses import dataclass

from clew.belief import events
from clew.errors import Refused, UsageError
from clew.kin.vocabulary import FILE, Predicate, key
from clew.lint.mend import renaming
from clew.model import Event, Problem
from clew.pages import emit, front
from clew.store import atomic
from clew.text import regex as re
from clew.use import lexis
from clew.use.desk import Desk

_HEAD = re.compile(r"^predicates:[ \t]*\r?\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Renamed:
    """What a renaming changed, or would change."""

    pages: tuple[str, ...]
    vocabulary: bool
    """Whether the old name became a synonym of the new one."""
    problems: tuple[Problem, ...] = ()


def rename(desk: Desk, old: str, new: str, *, reason: str | None = None, dry_run: bool = False) -> Renamed:
    """Write `new` wherever pages write `old`; relations that claims say follow by the vocabulary.

    Raises:
        UsageError: a name is empty, or both are one.
        Refused: the vocabulary must be changed by hand, or a page cannot be written.
    """
    old, new = old.strip(), key(new)
    if not key(old) or not new or old == new:
        raise UsageError("name two predicates: the one that is written now, and the one to write instead")
    files, told, problems = _pages(desk, old, new)
    words = _vocabulary(desk, old, new)
    pages = tuple(files)
    if words:
        files[FILE] = words[:2]
        told.append(events.page(f"/{FILE}", line=words[2]))
    if files and not dry_run:
        with desk.writing() as session:
            session.commit(session.stamp(told, reason), files=files)
            session.publish()
        desk.sync()
    return Renamed(pages, words is not None, tuple(problems))


def _pages(desk: Desk, old: str, new: str) -> tuple[dict[str, tuple[str, bytes]], list[Event], list[Problem]]:
    files: dict[str, tuple[str, bytes]] = {}
    told: list[Event] = []
    problems: list[Problem] = []
    for path in desk.files.pages().paths:
        raw = desk.files.current(path) or b""
        if old.encode() not in raw:
            continue
        doc = front.parse(raw, path)
        try:
            data = renaming({old: new})(doc)
        except Refused as fault:
            problems.append(Problem(path, "page_left_alone", str(fault)))
            continue
        if data != raw:
            files[path] = (atomic.digest(raw), data)
            told.append(events.page(f"/{path}", was={"relations": doc.front.get("relations")}))
    return files, told, problems


def _entry(one: Predicate, new: str) -> str:
    """The settings of a predicate under its new name, with the old one among its words."""
    inverse = {"symmetric": True} if one.symmetric else {"inverse": one.inverse or None}
    ends = dict(zip(("from", "to"), one.types, strict=True))
    words = [name for name in dict.fromkeys((one.name, *one.words)) if name != new]
    settings = {**inverse, "single": one.single, "class": one.cls, **ends, "words": words}
    return emit.flow({name: value for name, value in settings.items() if value or value is False})


def _vocabulary(desk: Desk, old: str, new: str) -> tuple[str, bytes, str] | None:
    """The vocabulary with the old name as a word of the new one, and its new line; None where it says so already."""
    known, _ = lexis.read(desk.files)
    meant = known.of(old)
    if meant is None or meant.name == known.canonical(new):
        return None
    data = desk.files.current(FILE)
    text = (data or lexis.EMPTY).decode("utf-8", "surrogateescape")  # bytes that are no text stay as they are
    head = _HEAD.search(text)
    if head is None or re.search(rf"^[ \t]+{re.escape(new)}:", text, re.MULTILINE):
        raise Refused(f"{FILE} must be changed by hand: put {old} under `words` of {new}, and remove its own entry")
    line = f"  {new}: {_entry(meant, new)}\n"
    changed = text[: head.end()] + line + text[head.end() :]
    return (atomic.ABSENT if data is None else atomic.digest(data)), changed.encode("utf-8", "surrogateescape"), line
