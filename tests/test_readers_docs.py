"""The table of formats in the documentation is what the readers do with the samples."""

from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

from clew.model import Ignored, Problem, Reading
from clew.readers import (
    canvas,
    captions,
    chatgpt,
    claude,
    codex,
    copilot,
    cursor,
    discord,
    gemini,
    grok,
    lechat,
    librechat,
    mail,
    markdown,
    markup,
    messages,
    notebook,
    office,
    pasted,
    pdf,
    perplexity,
    registry,
    rowed,
    session,
    slack,
    studio,
    takeout,
    webui,
)
from clew.readers.intake import Readers

from golden import check
from invented import INVENTED

PAGE = Path(__file__).parent.parent / "docs" / "readers.md"
ROWS: list[tuple[ModuleType, list[str]]] = [
    (
        chatgpt,
        ["chatgpt/syn-single", "chatgpt/syn-sharded", "chatgpt/syn-export.zip", "chatgpt/syn-shared-decode.json"],
    ),
    (claude, ["claude_ai/syn-export"]),
    (session, ["claude_code/syn-edge.jsonl"]),
    (codex, ["codex/syn-rollout-0.120.jsonl", "codex/syn-rollout-0.147.jsonl"]),
    (takeout, ["gemini_takeout"]),
    (gemini, []),
    (studio, []),
    (cursor, ["cursor/state.vscdb"]),
    (copilot, ["copilot_vscode/syn-chat.json"]),
    (webui, ["open_webui/chat-export.json"]),
    (librechat, ["librechat/recursive.json"]),
    (grok, []),
    (lechat, []),
    (perplexity, []),
    (slack, ["slack/syn"]),
    (discord, ["discord"]),
    (messages, []),
    (pasted, ["plain/chatgpt-copy.txt", "plain/claude-code-terminal.txt", "plain/teams.txt", "plain/whatsapp.txt"]),
    (captions, ["plain/zoom.vtt"]),
    (mail, ["email"]),
    (markup, ["docs/syn-hidden.html"]),
    (pdf, []),
    (office, []),
    (notebook, []),
    (canvas, []),
    (rowed, []),
    (markdown, ["markdown/syn", "plain/no-speakers.txt"]),
]
HEAD = """# What the readers do

Made by `tests/test_readers_docs.py` from the development samples, and for formats without one from a small file that
follows the description (invented).
The kind of a file is seen from the shape of its records, never from its name. Only words of a *person* (or what a
person adopted) and of a *document* may become claims; parts of other author classes are stored and yield none.

| format | sample | sources | parts by author class | left out, and how often | passed over or refused |
|---|---|---|---|---|---|
"""


def told(counts: Counter[str]) -> str:
    return ", ".join(f"{many} {kind}" for kind, many in sorted(counts.items())) or "–"


def row(module: ModuleType, sample: str, found: list[Any]) -> str:
    readings = [item for item in found if isinstance(item, Reading)]
    authors = Counter(part.author for reading in readings for part in reading.parts)
    left = sum((Counter(reading.counts) for reading in readings), Counter())
    aside = Counter(item.why.partition(" (")[0].partition(" as /")[0] for item in found if isinstance(item, Ignored))
    aside.update(item.code for item in found if isinstance(item, Problem))
    what = (module.__doc__ or "").split("\n")[0].rstrip(".")
    return f"| {what} | {sample} | {len(readings)} | {told(authors)} | {told(left)} | {told(aside)} |"


def test_the_table_of_formats_is_what_the_readers_do(shared: Path) -> None:
    rows: list[str] = []
    for module, samples in ROWS:
        rows += [row(module, f"`{name}`", list(Readers().read(shared / "samples" / name))) for name in samples]
        made = INVENTED.get(module.__name__.rpartition(".")[2], [])
        rows += [row(module, f"`{name}` (invented)", list(Readers().read_bytes(data, name))) for name, data in made]
    check(PAGE, HEAD + "\n".join(rows) + "\n")


def test_every_format_of_the_registry_is_in_the_table() -> None:
    homes = {form.read.__module__ for form in (*registry.FORMATS, *registry.ROWS, *registry.FILES, *registry.TEXTS)}
    assert homes <= {module.__name__ for module, _ in ROWS}
    assert all(samples or module.__name__.rpartition(".")[2] in INVENTED for module, samples in ROWS)
