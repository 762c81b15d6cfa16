"""The prompt hook as clients call it: seconds of the processor and of waiting, beside a Python that does nothing.

Bundles of ever more titles are made up; the least and the middle of several runs are given, since other work on the
machine only adds to a time.
"""

from __future__ import annotations

import compileall
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import clew
from bundle import WORDS

import common

TITLES = (100, 2_500, 25_000)
RUNS = 40
PROMPT = "Where do we keep the ticket database now, and who pays for the copper mill 7?"


def run(command: list[str], given: bytes) -> tuple[float, float]:
    """Milliseconds of waiting and of the processor."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, input=given, capture_output=True, check=True)
    waited = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert not done.stderr
    return 1000 * waited, 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def timed(command: list[str], given: bytes, many: int = RUNS) -> dict[str, common.Figure]:
    """The least and the middle of several runs."""
    runs = [run(command, given) for _ in range(many)]
    wall, cpu = (sorted(column) for column in zip(*runs, strict=True))
    return {"least_ms": wall[0], "middle_ms": statistics.median(wall), "cpu_ms": cpu[0]}


def main() -> None:
    """Make bundles up, and call the hook."""
    args = common.parser(__doc__ or "", ".").parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compileall.compile_dir(Path(clew.__file__).parent, quiet=1)  # as an installation does
    report = common.Report("hook", [], args.json)
    report.add(timed([sys.executable, "-c", "pass"], b""), "python alone")
    with tempfile.TemporaryDirectory() as folder:
        for many in TITLES:
            titles = [f"{WORDS[n % len(WORDS)]} {WORDS[n // 7 % len(WORDS)]} {n}" for n in range(many)]
            Path(folder, "trigger-keywords.txt").write_text("\n".join(["Ticket database", *titles]) + "\n", "utf-8")
            given = json.dumps({"prompt": PROMPT, "cwd": folder, "hook_event_name": "UserPromptSubmit"}).encode()
            report.add(timed([sys.executable, "-P", "-m", "clew", "--bundle", folder, "hook"], given), f"{many} titles")
    report.close(len(TITLES))


if __name__ == "__main__":
    main()
