"""Drafts: transcripts parked in the person's own data folder before they are added to a bundle."""

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from clew.errors import Ambiguous, NotFound, UsageError
from clew.model import Reading
from clew.ports import Intake
from clew.readers.blob import HEAD
from clew.readers.text import binary, decode
from clew.store import atomic
from clew.use.ingest import source_id

NAME = 10
"""Hex digits of a draft's id."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A text that waits."""

    id: str
    title: str
    at: str
    """When it was parked, RFC 3339."""
    text: str


class Drafts:
    """The drafts of one bundle, one file each."""

    def __init__(self, home: Path, bundle: str, intake: Intake) -> None:
        self._folder = home / "drafts" / (bundle or "unnamed")
        self._intake = intake

    def save(self, given: str | bytes, title: str, at: str) -> Draft:
        """Park a text durably, bytes in whatever encoding; the same text again is the same draft."""
        text = given if isinstance(given, str) else _text(given)
        if not text.strip():
            raise UsageError("there is nothing to park: the text is empty")
        data = text.encode("utf-8", "replace")
        ident = hashlib.sha256(data).hexdigest()[:NAME]
        first = next(line.strip() for line in text.split("\n") if line.strip())
        draft = Draft(ident, title or first[:60], at, data.decode())
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise atomic.failed("write", self._folder, error) from error
        atomic.write(self._folder / f"{ident}.json", json.dumps(asdict(draft), ensure_ascii=False).encode())
        return draft

    def list(self) -> tuple[Draft, ...]:
        """All drafts, newest first; a file that is none is passed over."""
        try:
            paths = sorted(self._folder.glob("*.json"))
        except OSError:
            return ()
        found = [draft for path in paths if (draft := _read(path))]
        return tuple(sorted(found, key=lambda d: (d.at, d.id), reverse=True))

    def get(self, name: str) -> Draft:
        """The draft that a unique beginning of an id names."""
        found = [d for d in self.list() if name and d.id.startswith(name)]
        if len(found) == 1:
            return found[0]
        if found:
            raise Ambiguous(f"{name} fits {len(found)} drafts: {', '.join(d.id for d in found)}")
        raise NotFound(f"no draft is called {name!r}; list them with: clew draft list")

    def delete(self, name: str) -> Draft:
        """Remove a draft."""
        draft = self.get(name)
        (self._folder / f"{draft.id}.json").unlink(missing_ok=True)
        return draft

    def of(self, source: str) -> tuple[str, ...]:
        """Ids of the drafts that would be added as this source."""
        return tuple(d.id for d in self.list() if source in self._sources(d))

    def _sources(self, draft: Draft) -> set[str]:
        items = self._intake.read_bytes(draft.text.encode(), "draft")
        found = [item for item in items if isinstance(item, Reading)]
        return {source_id(replace(one, origin=name)) for one in found for name in (one.origin, one.whole or one.origin)}


def _text(data: bytes) -> str:
    what = binary(data[:HEAD])
    if what:
        raise UsageError(f"that is {what}, no text, so it cannot be parked; add it at once: clew add FILE")
    return decode(data).text


def _read(path: Path) -> Draft | None:
    try:
        held = json.loads(path.read_bytes())
        return Draft(str(held["id"]), str(held["title"]), str(held["at"]), str(held["text"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
