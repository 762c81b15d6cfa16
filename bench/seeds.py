"""A plugin of pytest that keeps what the readers' tests read, for `bench/fuzz.py`.

PYTHONPATH=bench SEEDS=DIR pytest -n 0 -p seeds tests/test_readers_*.py
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clew.readers import intake
from clew.readers.blob import Blob


def pytest_configure(config: object) -> None:
    """Look at every file and member on its way in."""
    folder, whole = Path(os.environ["SEEDS"]), intake._file

    def keeping(blob: Blob, run: Any) -> Iterator[Any]:
        if 0 < blob.size < 40_000:
            data = blob.read()
            folder.mkdir(parents=True, exist_ok=True)
            (folder / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)
        yield from whole(blob, run)

    intake._file = keeping
