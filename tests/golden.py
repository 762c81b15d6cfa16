"""Golden files: compare with what is stored, or store it when `CLEW_UPDATE=1` is set."""

import os
from pathlib import Path

HERE = Path(__file__).parent


def check(path: Path, text: str) -> None:
    """Fail when a text differs from the golden file; the diff in review is the review."""
    if os.environ.get("CLEW_UPDATE") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text, f"{path.name} differs; if that is meant: scripts/snapshots"
