"""The door: whatever a person has, read into readings one at a time; one bad item never stops the rest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from clew.model import Ignored, Original, Problem, Reading
from clew.readers import archive, folder, inventory, loads, office, slack
from clew.readers.blob import FAULTS, Blob, from_bytes, from_path
from clew.readers.records import Item
from clew.readers.registry import FILES, FORMATS, ROWS, TEXTS
from clew.readers.rows import Feed
from clew.readers.stream import Record, records
from clew.readers.text import binary, blank, decode, tidy
from clew.text import regex as re
from clew.text.secrets import unprivate

TEXT_LIMIT = 1 << 28
"""Most bytes of one text file."""
_JSON = re.compile(r"\s*(?:\{\s*(?:\"|\}|$)|\[\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]]|\]\s*$|\"(?:[^\"\\\n]|\\.)*\"\s*[,\]]))")
_PROSE = re.compile(r"\.(?:md|markdown|txt)$", re.IGNORECASE)
_LISTED = re.compile(r"\s*\[\s*[\[\"]")
_KEPT = 1000
"""Records of no known shape that are kept in case the file turns out to be rows."""
# what is no fault of a file that lies beside others
_QUIET = {"binary", "empty", "unsupported"}
# chats that people keep among other files
_LOOSE = {"pasted", "captions", "messages"}
_COPY = re.compile(rb"<script[^>]{0,200}>\s*var jsonData\s*=")
"""The page of an export that shows the chats of its other files."""
Aside = Callable[[str], Ignored]


@dataclass(slots=True)
class _Run:
    """What one call has met so far."""

    seen: dict[tuple[str, str], tuple[str, int, int, str]] = field(default_factory=dict)
    """Source → its last change, number of parts, hash of their words, where it was read."""
    manifest: list[str] = field(default_factory=list)
    """Paths that manifests name."""
    team: slack.Workspace = field(default_factory=slack.Workspace)


class Readers:
    """Reads exports, transcripts and notes; implements the port `Intake`."""

    def read(self, path: Path) -> Iterator[Item]:
        """Everything found under a file, folder or archive."""
        run = _Run()
        try:
            if path.is_dir():
                items = _folder(path, run)
            elif why := folder.own(path):
                items = iter((Ignored(str(path), why),))
            elif path.exists():
                items = _file(from_path(path), run)
            else:
                items = iter((Problem(str(path), "not_found", "There is no such file or folder."),))
            yield from _told(chain(items, _last(run)), str(path))
        except OSError as fault:
            yield Problem(str(path), "unreadable", f"It cannot be read ({fault.strerror or fault}).")

    def read_bytes(self, data: bytes, name: str = "-") -> Iterator[Item]:
        """The same for bytes in memory, for example standard input."""
        run = _Run()
        yield from _told(chain(_file(from_bytes(data, name), run), _last(run)), name)


def _last(run: _Run) -> Iterator[Item]:
    """What was gathered over several files and is whole only now."""
    yield from run.team.close()


def _told(items: Iterator[Item], where: str) -> Iterator[Item]:
    """The items; if nothing came of them and nobody said why, that is a Problem of its own."""
    spoken = False
    passed: list[str] = []
    for item in items:
        spoken = spoken or not isinstance(item, Ignored)
        if isinstance(item, Ignored) and len(passed) < 3:
            passed.append(item.why)
        yield item
    if not spoken:
        why = f" ({'; '.join(passed)})" if passed else ""
        yield Problem(where, "nothing_found", f"Nothing to import was found{why}.")


def _folder(root: Path, run: _Run) -> Iterator[Item]:
    """Files of a folder; what no format knows is a fault unless chats were found beside it."""
    chats: set[Path] = set()
    unknown: list[tuple[Path, Problem]] = []
    names: list[str] = []
    for found in folder.walk(root):
        if not isinstance(found, Path):
            yield found
            continue
        names.append(found.name)
        for item in _guarded(from_path(found), run):
            if _exported(item):
                chats.add(found.parent)
            if isinstance(item, Problem) and item.code == "unknown_format":
                unknown.append((found.parent, item))
            else:
                yield _beside(item)
    for parent, problem in unknown:
        yield Ignored(problem.path, problem.message) if parent in chats else problem
    yield from _gaps(run, names, str(root))


def _exported(item: Item) -> bool:
    """Whether it is a chat that some program exported, so that what lies beside it belongs to that export."""
    return isinstance(item, Reading) and item.kind == "chat" and item.provider not in _LOOSE


def _guarded(blob: Blob, run: _Run) -> Iterator[Item]:
    try:
        yield from _file(blob, run)
    except OSError as fault:
        yield Problem(blob.where, "unreadable", f"It cannot be read ({fault.strerror or fault}).")


def _beside(item: Item) -> Item:
    """Files without words are no fault where they were not named by the person."""
    if isinstance(item, Problem) and item.code in _QUIET:
        return Ignored(item.path, item.message)
    return item


def _gaps(run: _Run, names: list[str], where: str) -> Iterator[Problem]:
    for name in inventory.missing(run.manifest, names):
        yield Problem(f"{where}!{name}", "missing_member", f"{name} belongs to this export and is not there.")
    run.manifest.clear()


def _archive(blob: Blob, run: _Run, depth: int) -> Iterator[Item]:
    with archive.unpack(blob) as opened:
        names = [member.where.rsplit("!", 1)[-1] for member in opened.members]
        document = office.fits(names)
        yield from (item for item in opened.aside if isinstance(item, Problem) or not document)
        if document:
            yield from office.read(blob, opened.members)
            return
        chats = False
        held: list[Problem] = []
        # records first: whether there are chats decides what the other files are
        for member in sorted(opened.members, key=_first):
            for item in _member(member, run, depth, chats):
                chats = chats or _exported(item)
                if isinstance(item, Problem) and item.code == "unknown_format":
                    held.append(item)
                else:
                    yield _beside(item)
        for problem in held:
            yield Ignored(problem.path, problem.message) if chats else problem
        if opened.members:
            yield from _gaps(run, names, blob.where)


def _first(member: Blob) -> tuple[bool, int, str]:
    name = member.where.lower()
    return not name.endswith((".json", ".jsonl", ".zip")), name.count("/"), name


def _member(member: Blob, run: _Run, depth: int, chats: bool) -> Iterator[Item]:
    try:
        head = member.head()
        if archive.is_zip(head) and depth:
            yield Problem(member.where, "nested", "An archive inside an archive inside an archive is not opened.")
        elif archive.is_zip(head):
            yield from _archive(archive.spooled(member), run, depth + 1)
        elif chats and binary(head) is None and not _is_json(head, member):
            yield Ignored(member.where, "a file beside the chats of an export")
        else:
            yield from _file(member, run)
    except FAULTS as fault:
        yield Problem(member.where, "unreadable", f"The member cannot be unpacked ({fault}).")


def _file(blob: Blob, run: _Run) -> Iterator[Item]:
    yield from run.team.close(_folder_of(blob.where))
    if blob.size == 0:
        yield Problem(blob.where, "empty", "The file is empty.")
        return
    head = blob.head()
    if archive.is_zip(head):
        yield from _archive(blob, run, 0)
        return
    for item in _items(blob, head, run):
        yield _once(item, run) if isinstance(item, Reading) else item


def _items(blob: Blob, head: bytes, run: _Run) -> Iterator[Item]:
    form = next((form for form in FILES if form.fits(head)), None)
    what = binary(head)
    if form is not None:
        yield from form.read(blob)
    elif what:
        todo = "; unpack it and add what is in it" if what.endswith("archive") else ""
        yield Problem(blob.where, "binary", f"The file is {what}, no text{todo}.")
    elif _COPY.search(head):
        yield Ignored(blob.where, "a page that shows the chats of an export; they are read from its JSON")
    elif _is_json(head, blob):
        yield from _json(blob, run)
    else:
        yield from _text(blob)


def _is_json(head: bytes, blob: Blob) -> bool:
    """Whether the bytes are meant as JSON: `[{"…` also if broken, `[1]…` (a footnote) only if all of it parses.

    In a file that is named as text, `[[…` (a link) and `["…` are meant so only if all of it parses.
    """
    text = decode(head).text
    if _JSON.match(text) and not (_PROSE.search(blob.where) and _LISTED.match(text)):
        return True
    if blob.size > len(head) or not text.lstrip("\ufeff").lstrip().startswith(("[", "{")):
        return False
    try:
        loads.whole(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return True


def _text(blob: Blob) -> Iterator[Item]:
    if blob.size > TEXT_LIMIT:
        yield Problem(blob.where, "too_large", f"A text of {blob.size:,} bytes is too large; split it.")
        return
    decoded = decode(blob.read())
    if blank(decoded.text):
        yield Problem(blob.where, "empty", "The file holds only white space.")
        return
    # before headings and turns cut the text: a passage may reach over several of them
    text, passages, _ = unprivate(decoded.text)
    more = {f"encoding guessed: {decoded.encoding}": 1} if decoded.guessed else {}
    form = next(form for form in TEXTS if form.fits(text))
    for item in form.read(text, blob.where):
        if passages and isinstance(item, Reading):
            more, passages = {**more, "private passage": passages}, 0
        # bytes that hold what is private would keep it after all
        if isinstance(item, Reading) and item.provider == "html" and text == decoded.text:
            item = replace(item, original=Original("html", blob.read()))
        yield replace(item, counts={**item.counts, **more}) if more and isinstance(item, Reading) else item


def _json(blob: Blob, run: _Run) -> Iterator[Item]:
    """Records one at a time; those of no known shape are named one by one where others were known."""
    unknown: list[Record] = []
    known = False
    stream = records(blob)
    for record in stream:
        if isinstance(record, Problem):
            yield record
            known = True
            continue
        items = _known(record, blob.where, run)
        if items is not None:
            known = True
            yield from items
            continue
        rows = next((rows for rows in ROWS if not known and rows.fits(record.value)), None)
        if rows is not None:
            feed = Feed([*unknown, record], stream)
            yield from rows.read(feed, blob.where)
            yield from feed.problems
            return
        unknown.append(record if len(unknown) < _KEPT else Record(None, record.place))
        if known:
            yield from _strangers(unknown, blob.where)
            unknown.clear()
    if unknown and not known:
        shapes = sorted({_shape(record) for record in unknown[:20]})[:3]
        many = "1 record" if len(unknown) == 1 else f"{len(unknown)} records"
        told = f"No known format: {many} such as {'; '.join(shapes)}. It was not read as prose."
        yield Problem(blob.where, "unknown_format", told)
    elif not known:
        yield Ignored(blob.where, "an empty list")
    else:
        yield from _strangers(unknown, blob.where)


def _known(record: Record, where: str, run: _Run) -> Iterator[Item] | None:
    """What a record that stands for itself holds; None when its shape is not known."""
    value = record.value
    what = run.team.take(value, _folder_of(where))
    if what is not None:
        return iter(() if what == "message" else (Ignored(where + record.place, what),))
    form = next((form for form in FORMATS if form.fits(value)), None)
    if form is not None:
        return form.read(value, where + record.place)
    why = inventory.known(value)
    if why is None:
        return None
    run.manifest += inventory.listed(value)
    return iter((Ignored(where + record.place, why),))


def _folder_of(where: str) -> str:
    """The folder of a file or member; the file itself where it stands alone."""
    return re.split(r"[/\\!](?=[^/\\!]*$)", where)[0]


def _strangers(unknown: list[Record], where: str) -> Iterator[Item]:
    for record in unknown:
        told = "This record is no conversation: it has no mapping, chat_messages or messages."
        yield Problem(where + record.place, "unknown_record", told)


def _shape(record: Record) -> str:
    value = record.value
    if isinstance(value, dict):
        return "{" + tidy(", ".join(sorted(map(str, value))[:6])) + "}"
    return type(value).__name__


def _once(reading: Reading, run: _Run) -> Item:
    """The reading, unless the same source, as new or newer, was met before in this run."""
    key = (reading.provider, reading.origin)
    shape = hash((reading.leaf, tuple([(part.id, part.text) for part in reading.parts])))
    mine = (str(reading.front.get("updated") or ""), len(reading.parts), shape, reading.where)
    other = run.seen.get(key)
    # a chat that goes by its beginning may differ from a longer one in all the rest
    if other and (mine[:3] == other[:3] or (mine[:2] < other[:2] and reading.whole is None)):
        return Ignored(reading.where, f"the same as {other[3]}")
    run.seen[key] = mine
    return reading
