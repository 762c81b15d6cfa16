"""How long a person waits for one command in a new process: the least and the middle of several runs, the demo beside.

Bytecode lies ready, as an installation leaves it. The model for meaning is loaded by `ask` and `context` alone.
"""

from __future__ import annotations

import compileall
import os
import subprocess
import sys
from pathlib import Path

import clew
from hook import timed

import common

RUNS = 10
COMMANDS = {
    "version": ("--version",),
    "status": ("status",),
    "ask": ("ask", "Which database holds the tickets?"),
    "context": ("context", "Which database holds the tickets?"),
    "list": ("list",),
}


def main() -> None:
    """Make the demo, and call each command."""
    args = common.parser(__doc__ or "", ".").parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compileall.compile_dir(Path(clew.__file__).parent, quiet=1)  # as an installation does
    report = common.Report("start", [], args.json)
    program = [sys.executable, "-P", "-m", "clew"]
    report.add(timed([sys.executable, "-c", "pass"], b""), "python alone")
    with common.away() as folder:
        subprocess.run([*program, "demo", str(folder / "demo")], capture_output=True, check=True)
        os.environ["CLEW_BUNDLE"] = str(folder / "demo")
        for name, command in COMMANDS.items():
            report.add(timed([*program, *command], b"", RUNS), name)
    report.close(len(COMMANDS))


if __name__ == "__main__":
    main()
