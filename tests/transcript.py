"""Golden transcripts: a session with its expected output, run in this process in an empty folder.

A transcript is a text file. Lines that begin with `$ ` are commands; what stands below them is what they print, then
`[exit N]` when N is not 0. `$ cat > FILE <<END` up to `END` writes a file. Random ids are shown as `OP`, the folder as
`HERE`, the person's own as `HOME`.
"""

import io
import re
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from itertools import takewhile
from pathlib import Path

from clew.cli.main import main


def replay(text: str, folder: Path) -> str:
    """The transcript as it comes out now."""
    out: list[str] = []
    lines = iter(text.split("\n"))
    for line in lines:
        if line.startswith("#") and not any(known.startswith("$ ") for known in out):
            out.append(line)
        elif line.startswith("$ cat > "):
            body = []
            out.append(line)
            for more in lines:
                out.append(more)
                if more == "END":
                    break
                body.append(more)
            (folder / line.split()[3]).write_text("\n".join(body) + "\n", "utf-8")
            out.append("")
        elif line.startswith("$ "):
            out += [line, *_run(line[2:]), ""]
    head = list(takewhile(lambda line: line.startswith("#"), out))
    return "\n".join([*head, *([""] if head else []), *out[len(head) :]]).rstrip("\n") + "\n"


def _run(command: str) -> list[str]:
    words, _, given = command.partition(" <<< ")
    printed, code = call(shlex.split(words)[1:], shlex.split(given)[0].replace("\\n", "\n") if given else "")
    for place, word in ((Path.cwd(), "HERE"), (Path.home(), "HOME")):
        printed = printed.replace(str(place), word)
    shown = [re.sub(r"\bop[0-9a-f]{10}\b", "OP", line.rstrip()) for line in printed.rstrip("\n").split("\n")]
    return (shown if printed.strip() else []) + ([f"[exit {code}]"] if code else [])


def call(words: list[str], given: str = "") -> tuple[str, int]:
    """Output of both streams in order, and exit code, of one command."""
    stream = io.StringIO()
    before = sys.argv, sys.stdin
    sys.argv, sys.stdin = ["clew", *words], io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8")
    try:
        with redirect_stdout(stream), redirect_stderr(stream):
            try:
                main()
                code = 0
            except SystemExit as end:
                code = int(end.code or 0)
    finally:
        sys.argv, sys.stdin = before
    return stream.getvalue(), code
