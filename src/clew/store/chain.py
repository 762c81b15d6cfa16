"""The lines of a ledger file: sealed with a salted digest, each naming the one before it.

A line is the event plus `last` (number of the last event of the same append: fewer lines than that
mean that the append was cut off) and, where there is a reason, `reason_digest`. The digest of the
line covers the digest of the reason and not its words, so a reason can be blanked for good.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace

from clew.core import codec
from clew.model import Event, Json


def seal(event: Event, last: int, salt: str) -> tuple[Event, bytes]:
    """An event with its digest, and its line with the line end."""
    obj = codec.pack(event)
    del obj["digest"]
    obj["last"] = last
    if event.reason is not None:
        obj["reason_digest"] = _hash(salt, codec.dump(event.reason))
    # What is hashed is what a reader will find, after all repairs that writing makes.
    obj = codec.load(codec.dump(obj))
    obj["digest"] = digest(obj, salt)
    return replace(event, digest=obj["digest"]), (codec.dump(obj) + "\n").encode()


def digest(obj: dict[str, Json], salt: str) -> str:
    """The digest that a line must carry: of all its keys but `digest` itself and the words of the reason."""
    body = {key: value for key, value in obj.items() if key not in ("digest", "reason")}
    return _hash(salt, json.dumps(body, sort_keys=True, separators=(",", ":")))


def intact(obj: dict[str, Json], salt: str) -> bool:
    """True when a line is as it was written, or had its reason blanked and nothing else."""
    reason = obj.get("reason")
    if reason is not None and obj.get("reason_digest") != _hash(salt, codec.dump(reason)):
        return False
    return obj.get("digest") == digest(obj, salt)


def blanked(data: bytes, numbers: frozenset[int]) -> bytes:
    """The bytes of a ledger file with the reasons of these event numbers gone; other lines stay equal."""
    return b"\n".join(_blank(line, numbers) for line in data.split(b"\n"))


def _blank(line: bytes, numbers: frozenset[int]) -> bytes:
    try:
        obj = codec.load(line.decode())
    except ValueError:
        return line
    if obj.get("n") not in numbers or obj.get("reason") is None:
        return line
    return codec.dump({**obj, "reason": None}).encode()


def whole(data: bytes) -> int:
    """How many bytes of a ledger file are finished appends; what follows was cut off and never acknowledged."""
    end = data.rfind(b"\n") + 1
    if _closes(data[end:]):
        return len(data)  # only the line end is missing, as after some editors
    last = None
    for start, line in _backwards(data, end):
        try:
            obj = codec.load(line.decode())
        except ValueError:
            return end if last is None else start + len(line) + 1
        if last is None and _closes(line):
            return end
        if last is not None and (obj.get("last") != last or obj.get("n") == last):
            return start + len(line) + 1
        last = obj.get("last")
    return 0


def _closes(line: bytes) -> bool:
    """True when a line is the last of its append."""
    try:
        obj = codec.load(line.decode())
    except ValueError:
        return False
    return bool(obj.get("last", obj.get("n")) == obj.get("n"))


def _backwards(data: bytes, end: int) -> Iterator[tuple[int, bytes]]:
    while end > 0:
        start = data.rfind(b"\n", 0, end - 1) + 1
        yield start, data[start : end - 1]
        end = start


def _hash(salt: str, text: str) -> str:
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()[:32]
