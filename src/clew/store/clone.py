"""Which ledger file is this clone's own: an id kept with the person's data, never in the bundle.

Two clones therefore never append to one file. When a branch is switched and the bundle no longer
holds the last line that an id has written, that id rests until its branch is back.
"""

import hashlib
import secrets
from pathlib import Path

from clew.core import codec
from clew.errors import ClewError
from clew.model import Json
from clew.store import atomic


class Clone:
    """The writer ids of one bundle at one place; `home` None means that nothing is remembered."""

    def __init__(self, home: Path | None, bundle_id: str, root: Path) -> None:
        key = hashlib.sha256(f"{bundle_id}\0{root.resolve()}".encode(errors="surrogateescape")).hexdigest()[:24]
        self._path = home / "writers" / f"{key}.json" if home else None

    def choose(self, ledger: Path) -> str:
        """The id whose last known line stands in the bundle, or a new one."""
        for writer, last in self._known().items():
            held = atomic.current(ledger / f"{writer}.jsonl") or b""
            if isinstance(last, str) and held.rfind(last.encode()) >= 0:  # it is near the end
                return writer
        return secrets.token_hex(5)

    def remember(self, writer: str, last: str) -> None:
        """Note the digest of the last line that this id wrote; losing the note costs only a new id."""
        if self._path is None:
            return
        known = {**self._known(), writer: last}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            atomic.write(self._path, codec.dump(known).encode())
        except (OSError, ClewError):
            return

    def _known(self) -> dict[str, Json]:
        if self._path is None:
            return {}
        try:
            return codec.load((atomic.current(self._path) or b"{}").decode())
        except (ClewError, ValueError):
            return {}
