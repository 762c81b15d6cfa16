"""The bench with models in the place of rules, over HTTP: it runs with any address that speaks like OpenAI."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from speaking import speaking, system, user

pytest.importorskip("pydantic_ai", reason="the model libraries are an extra")
pytestmark = pytest.mark.shared
BENCH = Path(__file__).parent.parent / "bench" / "threads.py"
SAID = re.compile(r"^\[(\d+)\] user(?! .*context).*\n\| (.+)$", re.MULTILINE)


def plain(body: dict[str, Any]) -> str:
    """A model that takes the first line of each of the person's turns for a fact, and any two claims for compatible."""
    if system(body).startswith("You compare two statements"):
        return json.dumps({"verdict": "compatible", "reason": "both may hold"})
    found = [
        {"kind": "fact", "text": line, "label": "x", "topic": "x", "quotes": [{"part": int(n), "text": line}]}
        for n, line in SAID.findall(user(body))
    ]
    return json.dumps({"claims": found})


def test_the_table_of_the_rules_can_be_made_with_any_model_and_tells_its_cost(shared: Path, tmp_path: Path) -> None:
    with speaking(plain) as speaker:
        words = ["--url", f"{speaker.url}/v1", "--extractor", "llm:bench:tiny", "--judge", "llm:bench:tiny"]
        places = ["--data", shared / "bench" / "threads", "--scorer", shared / "score_threads.py", "--limit", "1"]
        out = tmp_path / "out.json"
        command = [sys.executable, BENCH, *words, *places, "--json", out]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True)
        asked = len(speaker.asked)
    figures = json.loads(out.read_text("utf-8"))

    assert asked > 0
    assert figures["calls_per_1000"] == pytest.approx(1000 * asked / figures["messages"])
    assert (figures["pending_sources"], figures["usd_per_1000"]) == (0, "price unknown")
    assert "calls_per_1000" in done.stdout
    assert figures["message_recall_at_5"] > 0
