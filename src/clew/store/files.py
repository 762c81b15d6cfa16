"""The layout of a bundle on disk: where everything lies, and how it is read."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from clew.core import codec
from clew.errors import Conflict, NotFound, Refused, UsageError
from clew.model import Claim, Json, Part, Problem
from clew.store import atomic, names, walk
from clew.store.ledger import Mark
from clew.text import regex as re

T = TypeVar("T")

FOLDERS = ("claims", "concepts", "entities", "ledger", "references", "sources")
RAW = "references/raw"
SETTINGS = "clew.toml"
CACHE = ".clew"

# The lines of two clones are both kept; what is generated is written again after a merge.
_ATTRIBUTES = """\
references/*.jsonl -text merge=union
claims/*.jsonl -text merge=union
ledger/*.jsonl -text merge=union
index.md merge=union
log.md merge=union
timeline.md merge=union
trigger-keywords.txt merge=union
AGENTS.md merge=union
"""
# not one letter, which names a disk on some systems; a path has lost one of its two strokes
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:[/\\]", re.IGNORECASE)
_LINES = ("references", "claims", "ledger")
_IGNORED = {".clew/.gitignore": "*\n", "references/raw/.gitignore": "*\n!.gitignore\n"}
HOUSE = (SETTINGS, ".gitattributes", "references/raw/.gitignore", *(f"{f}/.gitattributes" for f in _LINES))
"""Files that a new bundle is made of and git should know."""


@dataclass(frozen=True, slots=True)
class Lines(Generic[T]):
    """What a file of lines holds, and what in it could not be read."""

    values: tuple[T, ...]
    problems: tuple[Problem, ...] = ()


GONE = "the text of this source is gone; restore it from a backup or git"


class Files:
    """Reads one bundle. Paths are relative to its root, with `/`, and never lead outside."""

    def __init__(self, root: Path, cache: Path | None = None) -> None:
        self.root = root
        self.cache = cache or root / CACHE
        """Folder of lock, journal and index; may be deleted at any time."""
        self.marks: dict[Path, Mark] = {}
        """Where ledger files ended when they were looked through last."""

    @property
    def ledger(self) -> Path:
        """Folder of the ledger files."""
        return self.root / "ledger"

    def at(self, path: str) -> Path:
        """The place of a path inside the bundle; Refused when it leads outside or through a link."""
        native = Path(path)
        if native.is_absolute() or native.drive or not native.parts or ".." in native.parts or "\0" in path:
            raise Refused(f"`{path}` is no path inside the bundle")
        place = self.root
        for name in native.parts:
            place /= name
            if place.is_symlink():
                raise Refused(f"{place} is a link; Clew does not write or read through links")
        return place

    def read(self, path: str) -> bytes:
        """The bytes of a file; NotFound when there is none."""
        return atomic.read(self.at(path))

    def current(self, path: str) -> bytes | None:
        """The bytes of a file, or None when there is none."""
        return atomic.current(self.at(path))

    def digest(self, path: str) -> str:
        """Digest of a file's bytes, to be named when it is replaced; empty when there is no file."""
        data = self.current(path)
        return atomic.ABSENT if data is None else atomic.digest(data)

    def parts(self, source: str) -> Lines[Part]:
        """All parts of a source in order."""
        path = references(source)
        return _lines(self.read(path), path, codec.part, lambda part: part.n)

    def held(self, source: str) -> Lines[Part]:
        """All parts that are there: of a text that is gone none, and the problem."""
        path = references(source)
        if (data := self.current(path)) is not None:
            return _lines(data, path, codec.part, lambda part: part.n)
        return Lines((), (Problem(path, "missing_text", GONE),))

    def part(self, source: str, n: int) -> Part:
        """One part of a source; only its own line is parsed."""
        path = references(source)
        start = b'{"n":%d,' % n
        for line in self.read(path).split(b"\n"):
            if line.startswith(start):
                return _lines(line, path, codec.part, lambda part: part.n).values[0]
        for part in self.parts(source).values:
            if part.n == n:
                return part
        raise NotFound(f"source {source} has no part {n}")

    def claims(self, name: str) -> Lines[Claim]:
        """All claims of `claims/<name>.jsonl` in order; none when there is no such file."""
        path = claims(name)
        return _lines(self.current(path) or b"", path, codec.claim, lambda claim: claim.id)

    def raw(self, origin: str) -> list[str]:
        """Paths of the original bytes kept under this digest."""
        try:
            found = sorted(path.name for path in (self.root / RAW).iterdir() if path.stem == origin)
        except OSError:
            return []
        return [f"{RAW}/{name}" for name in found]

    def sources(self) -> list[str]:
        """Ids of all sources, from their references files."""
        return _stems(self.root / "references")

    def claimants(self) -> list[str]:
        """Names of all claims files: ids of sources and of writers."""
        return _stems(self.root / "claims")

    def pages(self) -> walk.Walk:
        """Every Markdown file outside hidden folders, those in `references/` too, and what was passed over."""
        return walk.pages(self.root, skip=(RAW,))

    def stamps(self) -> dict[str, str]:
        """Stamp of every such Markdown file, as its line in a snapshot has it."""
        parted = (line.split(" ", 2) for line in walk.seen(self.root, skip=(RAW,))[0])
        return {path: f"{time} {size}" for time, size, path in parted}

    def snapshot(self) -> tuple[list[str], tuple[Problem, ...]]:
        """A line for every file whose change means work, and what could not be looked at.

        Pages, lines and settings; such a line holds a stamp and, after the second space, the path.
        """
        lines, problems = walk.seen(self.root, skip=(RAW,))
        for folder in ("references", "claims", "ledger"):
            lines += (walk.line(*one) for one in walk.stamps(self.root / folder, ".jsonl", folder).items())
        for name in (SETTINGS, "vocabulary.yaml", "evaluate.yaml", "evaluate.json"):
            stamp = walk.stamp(self.root / name) if (self.root / name).is_file() else None
            lines += [walk.line(name, stamp)] if stamp else []
        return lines, problems

    def written(self) -> Iterator[tuple[str, walk.Stamp]]:
        """Stamps of what knowledge is read from, by path: lines, the pages of sources, and the vocabulary."""
        for name, end in (("claims", ".jsonl"), ("ledger", ".jsonl"), ("references", ".jsonl"), ("sources", ".md")):
            yield from sorted(walk.stamps(self.root / name, end, name).items())
        words = walk.stamp(self.root / "vocabulary.yaml") if (self.root / "vocabulary.yaml").is_file() else None
        if words:
            yield "vocabulary.yaml", words


def adopt(root: Path, settings: bytes) -> Files:
    """A bundle made of a folder of other hands: no byte that is there changes, only what Clew needs is added.

    Refused when it is a bundle already.
    """
    return _made(root, settings, (RAW, CACHE), _attributes_beside)


def create(root: Path, settings: bytes) -> Files:
    """A new bundle in a folder; files that are there stay as they are. Refused when it is a bundle already."""
    return _made(root, settings, (*FOLDERS, RAW, CACHE), _attributes)


def free(root: Path) -> None:
    """Refuse what is no place for a bundle, before a folder is made of a slip of the hand.

    Raises:
        UsageError: it is an address, or the whole disk.
    """
    if _ADDRESS.match(str(root)):
        raise UsageError(f"{root} is an address and no folder; name a folder: clew init FOLDER, then clew add ADDRESS")
    if root.resolve() == Path(root.resolve().anchor):
        raise UsageError(f"{root} is the whole disk; name a folder in it, for example {root / 'knowledge'}")


def _made(root: Path, settings: bytes, folders: Iterable[str], attributes: Callable[[Files], None]) -> Files:
    free(root)
    files = Files(root)
    if (root / SETTINGS).exists():
        raise Refused(f"{root} is a bundle already")
    try:
        for folder in folders:
            (root / folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise atomic.failed("write", root, error) from error
    for path, text in _IGNORED.items():
        if files.current(path) is None:
            atomic.write(files.at(path), text.encode())
    attributes(files)
    # The settings come last: a folder without them is no bundle, so a creation that was cut off can be repeated.
    atomic.write(files.at(SETTINGS), settings, atomic.ABSENT)
    return files


def attributes(files: Files, made: bool = False) -> bytes | None:
    """The rules for git with those that are missing; None when all are there.

    With `made`, rules that hold none of Clew's are left alone: those of a folder that it took over.
    """
    known = files.current(".gitattributes") or b""
    missing = [line for line in _ATTRIBUTES.splitlines() if line.encode() not in known.split(b"\n")]
    if made and len(missing) == len(_ATTRIBUTES.splitlines()):
        return None
    return extended(known, missing) if missing else None


def _attributes(files: Files) -> None:
    rules = attributes(files)
    if rules:
        atomic.write(files.at(".gitattributes"), rules)


def _attributes_beside(files: Files) -> None:
    """Rules for git where people have some of their own: each folder of lines gets its own file."""
    if files.current(".gitattributes") is None:
        _attributes(files)
        return
    for folder in _LINES:
        if files.current(f"{folder}/.gitattributes") is None:
            files.at(folder).mkdir(exist_ok=True)
            atomic.write(files.at(f"{folder}/.gitattributes"), b"*.jsonl -text merge=union\n")


def references(source: str) -> str:
    """Path of the text of a source."""
    return f"references/{names.plain(source)}.jsonl"


def claims(name: str) -> str:
    """Path of the claims made from a source or by a writer."""
    return f"claims/{names.plain(name)}.jsonl"


def original(digest: str, suffix: str) -> str:
    """Path of the bytes that a document was converted from."""
    return f"{RAW}/{names.plain(digest)}.{names.plain(suffix)}"


def page(source: str) -> str:
    """Path of the page of a source."""
    return f"sources/{names.plain(source)}.md"


def extended(data: bytes | None, lines: Iterable[str]) -> bytes:
    """The bytes of a file of lines with more lines at its end; the old ones stay equal to the byte."""
    held = data or b""
    if held and not held.endswith(b"\n"):
        held += b"\n"
    return held + "".join(f"{line}\n" for line in lines).encode()


def grown(data: bytes | None, values: Iterable[Part] | Iterable[Claim]) -> bytes:
    """A references or claims file with those values added that it does not hold yet.

    Conflict when it holds another value under the same number or id, since what is stored never changes.
    """
    held = _held(data or b"")
    fresh: list[str] = []
    for value in values:
        key, text = _key(codec.pack(value)), codec.line(value)
        if key not in held:
            held[key] = codec.load(text)
            fresh.append(text)
        elif held[key] != codec.load(text):
            raise Conflict(f"{'part' if isinstance(key, int) else 'claim'} {key} is stored with other content")
    return extended(data, fresh) if fresh else data or b""


def _held(data: bytes) -> dict[Json, Json]:
    found: dict[Json, Json] = {}
    for line in data.split(b"\n"):
        try:
            obj = codec.load(line.decode())
        except ValueError:
            continue
        found.setdefault(_key(obj), obj)
    return found


def _key(obj: dict[str, Json]) -> Json:
    return obj.get("n", obj.get("id"))


def _lines(data: bytes, path: str, read: Callable[[Json], T], key: Callable[[T], Json]) -> Lines[T]:
    values: dict[Json, T] = {}
    problems: list[Problem] = []
    for number, line in _numbered(data):
        try:
            value = read(codec.load(line.decode()))
        except ValueError as error:
            problems.append(Problem(path, *_fault(error), number))
            continue
        if values.setdefault(key(value), value) != value:
            problems.append(Problem(path, "duplicate_key", f"{key(value)} is there twice with other content", number))
    return Lines(tuple(values.values()), tuple(problems))


def _numbered(data: bytes) -> Iterator[tuple[int, bytes]]:
    # Only "\n" ends a line: texts hold every other separator that Unicode knows.
    return ((number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip())


def _fault(error: ValueError) -> tuple[str, str]:
    if isinstance(error, UnicodeDecodeError):
        return "bad_utf8", "the line is not UTF-8"
    return "bad_line", f"the line cannot be read: {error}"


def _stems(folder: Path) -> list[str]:
    return sorted(path.removesuffix(".jsonl") for path in walk.stamps(folder, ".jsonl"))
