"""Records that exports hold beside the chats: known by their shape, with nothing in them to import."""

from collections.abc import Iterable

from clew.model import Json
from clew.readers.records import mapping, sequence, string
from clew.text import regex as re

_SHARD = re.compile(r"(?:^|/)([^/]*conversations[-_]?)(\d{2,4})\.json$")
# lines of references/, claims/ and ledger/: their words were added once, under their own author class
_STORED = (
    {"n", "id", "parent", "author", "at", "text", "section"},
    {"id", "kind", "topic", "speaker", "evidence", "by", "reasons"},
    {"n", "clock", "kind", "target", "writer", "prev", "digest"},
)
_ACCOUNT = {"email", "email_address", "phone_number", "verified_phone_number"}


def known(record: Json) -> str | None:
    """Why a record holds nothing to import; None when its shape is not known."""
    if record in ({}, []):
        return "empty"
    if not isinstance(record, dict):
        return None
    keys = record.keys()
    if any(shape <= keys for shape in _STORED):
        return "a line of a Clew bundle; what it says was added there"
    if listed(record):
        return "the inventory of an export"
    if keys & _ACCOUNT and not keys & {"messages", "mapping", "text"}:
        return "personal data of the account"
    if {"conversation_id", "rating"} <= keys or {"message_id", "rating"} <= keys:
        return "feedback on an answer"
    if {"file_id", "file_name"} <= keys:
        return "the inventory of uploaded files"
    return None


def listed(record: Json) -> list[str]:
    """Paths that the manifest of an export names."""
    files = [mapping(file) for file in sequence(mapping(record).get("files"))]
    return [string(file.get("path")) for file in files if string(file.get("path"))]


def missing(expected: Iterable[str], present: Iterable[str]) -> list[str]:
    """Chat files that a manifest names, or that the numbers of the others ask for, and which are not there."""
    have = {name.replace("\\", "/").rsplit("/", 1)[-1] for name in present}
    wanted = {path.rsplit("/", 1)[-1] for path in expected if "conversations" in path and path.endswith(".json")}
    numbers: dict[str, list[str]] = {}
    for name in have:
        shard = _SHARD.search(name)
        if shard:
            numbers.setdefault(shard[1], []).append(shard[2])
    for stem, found in numbers.items():
        width = len(found[0])
        wanted |= {f"{stem}{n:0{width}d}.json" for n in range(max(map(int, found))) if n or f"{0:0{width}d}" in found}
    return sorted(wanted - have)
