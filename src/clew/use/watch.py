"""A folder looked at again and again: what is new or changed and has come to rest is due to be added."""

from collections.abc import Iterator
from pathlib import Path

from clew.errors import UsageError
from clew.readers import folder
from clew.store import walk


class Watch:
    """What has been seen of a folder; the first look finds everything that is there.

    A file is due when two looks in a row find it the same: one that is still being written is left alone. What
    vanishes is no reason to do anything: its words were said.
    """

    def __init__(self, root: Path, bundle: Path) -> None:
        self.root = root
        self._seen: dict[Path, walk.Stamp] = {}
        self._done: dict[Path, walk.Stamp] = {}
        if not root.is_dir():
            raise UsageError(f"{root} is no folder")
        here, there = root.resolve(), bundle.resolve()
        if here == there or there in here.parents:
            raise UsageError(f"{root} belongs to the bundle itself; watch a folder outside it")

    def due(self) -> dict[Path, walk.Stamp]:
        """Files to add now, with the stamps to hand to `done`."""
        before, self._seen = self._seen, dict(self._stamps())
        rest = {path: stamp for path, stamp in self._seen.items() if before.get(path) == stamp}
        return {path: stamp for path, stamp in rest.items() if self._done.get(path) != stamp}

    @property
    def restless(self) -> bool:
        """Whether something that was seen is not done yet."""
        return any(self._done.get(path) != stamp for path, stamp in self._seen.items())

    def units(self, due: dict[Path, walk.Stamp]) -> list[tuple[Path, dict[Path, walk.Stamp]]]:
        """What to add, one after the other: a file, or the whole folder directly below, whose files belong together."""
        if (self.root / folder.IGNORE).is_file():
            return [(self.root, due)] if due else []
        found: dict[Path, dict[Path, walk.Stamp]] = {}
        for path, stamp in sorted(due.items()):
            top = self.root / path.relative_to(self.root).parts[0]
            found.setdefault(top, {})[path] = stamp
        return list(found.items())

    def done(self, files: dict[Path, walk.Stamp]) -> None:
        """These were added as they were then; a later change makes them due again."""
        self._done |= files

    def _stamps(self) -> Iterator[tuple[Path, walk.Stamp]]:
        for found in folder.walk(self.root):
            stamp = walk.stamp(found) if isinstance(found, Path) else None
            if isinstance(found, Path) and stamp:
                yield found, stamp
