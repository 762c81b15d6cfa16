"""Writes RESULTS.md from the figures that the scripts left in bench/results/*.json.

python bench/NAME.py --data DIR --json bench/results/NAME.json
python bench/results.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ABOUT = {
    "threads": ("threads.py --data DIR", "Chats whose decisions change, through the whole product; reference scorer."),
    "beam": ("beam.py --data DIR", "Long chats, evidence at message level."),
    "edges": ("edges.py --data DIR", "Changes chained and contradictions asked about in the same chats; rules alone."),
    "locomo": ("locomo.py --data DIR", "Long dialogues, evidence at turn level."),
    "multihop": ("multihop.py --data DIR", "Questions that need several passages."),
    "domain": ("domain.py --data DIR", "Questions of one set on the index of another."),
    "speed": (
        "speed.py",
        "Processor time of a block against one full-text query and one exact scan; walks beside scipy; see above.",
    ),
    "ablation": (
        "ablation.py --data DIR",
        "Threads with the part that the column names switched off.",
    ),
    "quotes": ("quotes.py --data DIR", "True and altered quotes."),
    "pairs": ("pairs.py --data DIR", "Pairs of claims with a verdict."),
    "supersession": ("supersession.py --data DIR", "Proposals that state what they replace; their headers taken away."),
    "adr": ("supersession.py --data DIR", "The same on architecture decision records."),
    "store": ("crash.py --arm store", "A writer killed at random instants."),
    "crash": ("crash.py --arm add", "`clew add` killed at random instants, then doctor and a rerun."),
    "verbs": (
        "crash.py --arm verbs",
        "Every other command that writes, killed by turns at an instant and at a call to the system.",
    ),
    "screens": (
        "screens.py",
        "Every screen of the app over 100,000 generated claims: seconds of the processor, first and again.",
    ),
    "decisions": (
        "decisions.py --size 2000",
        "Decisions over 2,100 generated claims: seconds until the answer, of the processor, to the next page.",
    ),
    "start": ("start.py", "One command in a new process, as a person waits for it, beside a Python that does nothing."),
    "hook": ("hook.py", "The prompt hook as clients call it, beside a Python that does nothing."),
    "graph": ("graph.py", "The app's graph in Chromium with software rendering; the load beside it is given."),
    "bundle": ("bundle.py", "A generated bundle of many pages: indexed whole, unchanged, and with one page changed."),
    "publish": ("publish.py", "One more claim in a bundle of many topics, against making every file; processor time."),
    "import": ("import_size.py", "Reading large generated exports, and adding one as a whole; see above."),
    "open": ("threads.py --data bench/projects/open", "The same script on twelve invented projects, looked at."),
    "held": ("threads.py --data bench/projects/held", "The same script on five invented projects that are not."),
    "readme": ("the two commands of the README", "A clean clone in an empty environment."),
}
META = ("data_sha256", "commit", "seconds", "peak_rss_mb", "n")


def shown(value: Any) -> str:
    """A figure as people read it."""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def cell(figures: dict[str, Any], key: str) -> str:
    """A figure with its interval."""
    if key not in figures:
        return ""
    low, high = figures.get(f"{key}_lo"), figures.get(f"{key}_hi")
    return shown(figures[key]) + (f" [{low:.2f}, {high:.2f}]" if low is not None and high is not None else "")


def section(name: str, figures: dict[str, Any]) -> list[str]:
    """One set as a table: a row a figure, a column an arm."""
    command, about = ABOUT.get(name, (f"{name}.py", ""))
    keys = [k for k in figures if k not in META and not k.endswith(("_lo", "_hi", "_n"))]
    arms = ["", *sorted({k.split(".")[0] for k in keys if "." in k})]
    rows = list(dict.fromkeys(k.split(".")[-1] for k in keys))
    told = {k: figures[k] for k in META if k in figures}
    hashed = str(told.get("data_sha256", ""))[:16]
    out = [f"## {name}", "", f"{about} `{command}`", ""]
    out += ["| figure | " + " | ".join(arm or "clew" for arm in arms) + " |", "|---" * (len(arms) + 1) + "|"]
    for row in rows:
        cells = (cell(figures, f"{arm}.{row}" if arm else row) for arm in arms)
        out.append(f"| {row} | " + " | ".join(cells) + " |")
    rest = f"n {told.get('n')}, {told.get('seconds')} s, peak {told.get('peak_rss_mb')} MB, commit {told.get('commit')}"
    return [*out, "", f"Data {hashed or 'generated'}, {rest}.", ""]


def main() -> None:
    """Write the page."""
    notes = (HERE / "results" / "NOTES.md").read_text("utf-8")
    out = ["# Measurements", "", notes.strip(), ""]
    for name in ABOUT:
        path = HERE / "results" / f"{name}.json"
        if path.is_file():
            out += section(name, json.loads(path.read_text("utf-8")))
    (HERE / "RESULTS.md").write_text("\n".join(out).rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    main()
