"""Folders walked safely: hidden and foreign things are passed over and named, links are not followed."""

import os
from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from clew.model import Ignored, Problem
from clew.text import regex as re

SETTINGS = "clew.toml"
"""The file that makes a folder a bundle."""
MACHINE = {"claims", "ledger", "references", "sources"}
"""Folders of a bundle in which all is Clew's own."""
IGNORE = ".clewignore"
"""Patterns of names and relative paths to leave out, one a line, `#` for comments."""
_TEMPORARY = re.compile(r"(?:~|\.(?:tmp\d*|temp|part|partial|crdownload|download|swp|swo|lock|bak))$", re.I)
# at the head of what Clew generates
_MARK = re.compile(rb"^(?:<!--\s*clew:[\w-]+ begin\b|# clew sha256=)", re.M)
_PROGRAMS = {"node_modules", "__pycache__", "venv", "site-packages"}
# how browsers call the folder beside a page they save
_BESIDE = re.compile(
    r"(.+)[ _.-](?:files|dateien|fichiers|archivos|arquivos|ficheiros|file|bestanden|filer|pliki|soubory|tiedostot"
    r"|f[aá]jlok|dosyalar|файлы)",
    re.I,
)
_READ = {
    "", ".md", ".markdown", ".mdx", ".txt", ".text", ".rst", ".org", ".adoc", ".json", ".jsonl", ".ndjson", ".zip",
    ".html", ".htm", ".eml", ".mbox", ".vtt", ".srt", ".vscdb", ".csv", ".tsv", ".log", ".pdf", ".docx", ".epub",
    ".mht", ".mhtml", ".ipynb", ".canvas", ".db", ".sqlite",
}  # fmt: skip


def walk(root: Path) -> Iterator[Path | Problem | Ignored]:
    """Files to read in a stable order, and everything that was passed over with its reason."""
    patterns = _patterns(root)
    whose = bundle(root)
    if whose and (why := own(root)):
        yield Ignored(str(root), why)
        return
    stack = [root]
    while stack:
        folder = stack.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as fault:
            yield Problem(str(folder), "unreadable", f"The folder cannot be read ({fault.strerror}).")
            continue
        if folder != root and any(entry.name == SETTINGS for entry in entries):
            yield Ignored(str(folder), "a Clew bundle")
            continue
        inner: list[Path] = []
        names = {entry.name for entry in entries}
        for entry in entries:
            verdict = (
                _verdict(entry, root, patterns) or _part_of_page(entry, names) or (whose and _printed(entry, whose))
            )
            if isinstance(verdict, Ignored):
                yield verdict
            elif entry.is_dir(follow_symlinks=False):
                inner.append(Path(entry.path))
            else:
                yield Path(entry.path)
        stack.extend(reversed(inner))


def bundle(path: Path) -> Path | None:
    """The bundle that a file or folder lies in, or that a folder is."""
    place = path.absolute()
    return next((above for above in (place, *place.parents) if (above / SETTINGS).is_file()), None)


def own(path: Path) -> str | None:
    """Why nothing of a path is anybody's words: what lies there was added to a bundle once, or follows from it."""
    whose = bundle(path)
    inside = path.absolute().relative_to(whose).parts if whose else ()
    return f"{inside[0]}/ of a Clew bundle; what it holds is there already" if {*inside[:1]} & MACHINE else None


def _printed(entry: os.DirEntry[str], whose: Path) -> Ignored | None:
    """Whether a file or folder of a bundle was written by Clew, seen by where it lies or by the mark it bears."""
    if entry.is_dir(follow_symlinks=False):
        why = own(Path(entry.path)) if Path(entry.path).name in MACHINE else None
        return Ignored(entry.path, why) if why else None
    if not entry.name.endswith((".md", ".txt")):
        return None
    try:
        bears = _MARK.search(Path(entry.path).read_bytes())
    except OSError:
        return None  # told when it is read
    return Ignored(entry.path, f"a page of the Clew bundle {whose.name}") if bears else None


def saved(folder: str, names: Collection[str]) -> str | None:
    """The web page, among the names beside a folder, that the folder was saved with."""
    found = _BESIDE.fullmatch(folder)
    pages = (f"{found[1]}{ending}" for ending in (".html", ".htm", ".xhtml")) if found else ()
    return next((page for page in pages if page in names), None)


def _part_of_page(entry: os.DirEntry[str], names: Collection[str]) -> Ignored | None:
    page = saved(entry.name, names) if entry.is_dir(follow_symlinks=False) else None
    return Ignored(entry.path, f"what {page} shows beside its words") if page else None


def _patterns(root: Path) -> list[str]:
    try:
        lines = (root / IGNORE).read_text("utf-8", "replace").split("\n")
    except OSError:
        return []
    return [line.strip().rstrip("/") for line in lines if line.strip() and not line.lstrip().startswith("#")]


def _verdict(entry: os.DirEntry[str], root: Path, patterns: list[str]) -> Ignored | None:
    path = Path(entry.path)
    if entry.is_symlink():
        return Ignored(entry.path, "a symbolic link; links are not followed")
    if entry.name.startswith("."):
        return Ignored(entry.path, "hidden")
    relative = path.relative_to(root).as_posix()
    if any(fnmatchcase(relative, p.lstrip("/")) or fnmatchcase(entry.name, p) for p in patterns):
        return Ignored(entry.path, f"named in {IGNORE}")
    if entry.is_dir(follow_symlinks=False):
        return Ignored(entry.path, "a folder of programs") if entry.name in _PROGRAMS else None
    if not entry.is_file(follow_symlinks=False):
        return Ignored(entry.path, "not a regular file")
    if _TEMPORARY.search(entry.name):
        return Ignored(entry.path, "a temporary file")
    if path.suffix.lower() not in _READ:
        return Ignored(entry.path, f"files ending in {path.suffix} are not read from folders; name it to add it")
    return None
