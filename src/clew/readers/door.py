"""The door that most commands never open: the readers of all formats are loaded when something is to be read."""

from collections.abc import Iterator
from pathlib import Path

from clew.model import Ignored, Problem, Reading


class Door:
    """Reads whatever a person has, as `Readers` does; implements the port `Intake`."""

    def read(self, path: Path) -> Iterator[Reading | Problem | Ignored]:
        """Everything found under a file, folder or archive."""
        from clew.readers.intake import Readers  # two hundred modules that asking does without

        return Readers().read(path)

    def read_bytes(self, data: bytes, name: str = "-") -> Iterator[Reading | Problem | Ignored]:
        """The same for bytes in memory, for example standard input."""
        from clew.readers.intake import Readers  # as above

        return Readers().read_bytes(data, name)
