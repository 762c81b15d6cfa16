"""What a person types and sees, as whole sessions."""

from pathlib import Path

import pytest

from golden import HERE, check
from transcript import replay

SESSIONS = sorted((HERE / "transcripts").glob("*.txt"))


@pytest.mark.parametrize("path", SESSIONS, ids=[p.stem for p in SESSIONS])
def test_transcript(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, person: None) -> None:
    monkeypatch.chdir(tmp_path)

    check(path, replay(path.read_text("utf-8"), tmp_path))
