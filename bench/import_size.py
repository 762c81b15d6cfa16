"""Peak memory and time of large imports: readers beside a bare parse of the same bytes, and `clew add` as a whole.

    python bench/import_size.py [--mb 200] [--mbox-mb 1000] [--add-mb 200] [--salad-mb 2] [--mbox-add-mb 50]

Exports are generated in a temporary folder: chats in plain sentences with a few decisions each, whose topics recur
(see prose.py); mails with and without attachments; and chats of random words without a full stop (salad), the worst
text for rules. Each way of reading runs in a process of its own, several times; the better processor time counts.
Memory is the most that the process ever held (`VmHWM`). A size of 0 leaves an arm out.
"""

from __future__ import annotations

import contextlib
import email
import email.message
import email.utils
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import prose
from clew.readers.intake import Readers

from common import Figure, Report, parser

PROBE = "--probe"
SALAD = (
    "the storage layer keeps every record in one table and we decided to split it by month because queries over a "
    "whole year were slow while most people ask for last week only so the index stays small and fits in memory"
)
FROM = b"From somebody@example.org Mon Jan  1 00:00:00 2024\n"
STYLE = "p { margin: 0 } " * 200
TURNS = 20
DECIDE = 0.3
"""Chance that a turn of the person holds a decision: three a chat."""


def message(rng: random.Random, id_: str, role: str, at: float, text: str) -> dict[str, object]:
    """One message as the export has it."""
    return {
        "id": id_,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "update_time": None,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "metadata": {"model_slug": "gpt-5", "timestamp_": "absolute"},
        "recipient": "all",
        "channel": None,
    }


Writer = Callable[[random.Random, int], str]
"""Writes the text of one turn."""


def ordinary(rng: random.Random, topics: prose.Topics) -> Writer:
    """A chat about two things."""
    about = (topics.next(), topics.next())

    def text(rng: random.Random, number: int) -> str:
        topic = rng.choice(about)
        return prose.explained(rng, topic, rng.randint(8, 36)) if number % 2 else prose.asked(rng, topic, DECIDE)

    return text


def salad(rng: random.Random, topics: prose.Topics) -> Writer:
    """A chat of words in any order and without a full stop."""
    words = SALAD.split()

    def text(rng: random.Random, number: int) -> str:
        return " ".join(rng.choices(words, k=rng.randint(80, 480) if number % 2 else rng.randint(5, 150)))

    return text


def conversation(rng: random.Random, number: int, text: Writer) -> dict[str, object]:
    """One chat as a tree of messages."""
    began = 1_700_000_000.0 + number * 977.0
    nodes: dict[str, object] = {"root": {"id": "root", "parent": None, "children": [], "message": None}}
    parent = "root"
    for turn in range(TURNS):
        id_ = f"{number:08x}-{turn:04x}"
        said = message(rng, id_, "assistant" if turn % 2 else "user", began + turn * 31.25, text(rng, turn))
        nodes[id_] = {"id": id_, "parent": parent, "children": [f"{number:08x}-{turn + 1:04x}"], "message": said}
        parent = id_
    id_ = f"{number:08x}-0000-4000-8000-{number:012x}"
    return {
        "id": id_,
        "conversation_id": id_,
        "title": f"Chat {number}",
        "create_time": began,
        "update_time": began + 1000.5,
        "mapping": nodes,
        "current_node": parent,
        "is_do_not_remember": False,
    }


def export(path: Path, megabytes: int, kind: Callable[[random.Random, prose.Topics], Writer] = ordinary) -> int:
    """Write about so many megabytes of export; returns the number of conversations."""
    rng = random.Random(7)
    topics = prose.Topics(rng)
    number = 0
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        while file.tell() < megabytes * 1_000_000:
            file.write(", " * (number > 0) + json.dumps(conversation(rng, number, kind(rng, topics))))
            number += 1
        file.write("]")
    return number


def letter(rng: random.Random, number: int, topic: str) -> email.message.EmailMessage:
    """One mail: plain text, most with HTML beside it, some with an attachment."""
    out = email.message.EmailMessage()
    out["From"] = f"{rng.choice(prose.PEOPLE)} Example <{rng.choice(prose.PEOPLE).lower()}@example.org>"
    out["To"] = "me@example.org"
    out["Subject"] = f"{'Re: ' if number % 3 else ''}{topic}"
    out["Message-ID"] = f"<{number}.{rng.getrandbits(48):x}@example.org>"
    began = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=37 * number)
    out["Date"] = email.utils.format_datetime(began)
    text = f"{prose.asked(rng, topic, DECIDE)}\n\n{prose.explained(rng, topic, rng.randint(3, 30))}\n"
    quoted = "\n".join(f"> {line}" for line in prose.explained(rng, topic, rng.randint(2, 12)).split("\n"))
    body = f"{text}\n{'On Monday somebody wrote:' + chr(10) + quoted + chr(10) if number % 3 else ''}"
    out.set_content(body)
    if rng.random() < 0.7:
        rows = "".join(f"<p style='margin:0;font-family:sans-serif'>{line}</p>\n" for line in body.split("\n"))
        out.add_alternative(f"<html><head><style>{STYLE}</style></head><body>{rows}</body></html>", "html")
    if rng.random() < 0.15:
        data = rng.randbytes(rng.choice((8_000, 40_000, 120_000, 500_000)))
        out.add_attachment(data, maintype="application", subtype="pdf", filename=f"{topic}.pdf")
    return out


def mailbox(path: Path, megabytes: int) -> int:
    """Write about so many megabytes of mailbox; returns the number of mails."""
    rng = random.Random(7)
    topics = prose.Topics(rng)
    number = 0
    with path.open("wb") as file:
        while file.tell() < megabytes * 1_000_000:
            made = letter(rng, number, topics.next()).as_bytes()
            file.write(FROM + made.replace(b"\nFrom ", b"\n>From ") + b"\n")
            number += 1
    return number


# every process imports the readers, so that the memory of all ways holds the same modules
def whole(path: Path) -> int:
    """The whole file at once."""
    with path.open(encoding="utf-8") as file:
        return len(json.load(file))


def bare(path: Path) -> int:
    """raw_decode over a growing buffer, nothing else."""
    decoder = json.JSONDecoder()
    count = 0
    with path.open(encoding="utf-8") as file:
        buffer, at = file.read(1 << 20), 1
        while True:
            try:
                _, at = decoder.raw_decode(buffer, at)
            except json.JSONDecodeError:
                more = file.read(1 << 20)
                if not more:
                    return count
                buffer, at = buffer[at:] + more, 0
                continue
            count += 1
            at += 2 if buffer[at : at + 2] == ", " else 1


def bare_mail(path: Path) -> int:
    """The box cut at its `From ` lines, each mail parsed by the standard library, its text decoded, nothing else."""
    count = 0
    held: list[bytes] = []
    with path.open("rb") as file:
        for line in file:
            if line.startswith(b"From ") and held:
                count += _parsed(held)
                held = []
            else:
                held.append(line)
    return count + _parsed(held)


def _parsed(held: list[bytes]) -> int:
    found = email.message_from_bytes(b"".join(held))
    for part in found.walk():
        if part.get_content_maintype() == "text":
            part.get_payload(decode=True)
    return 1


def clew(path: Path) -> int:
    """The readers of Clew."""
    return sum(1 for _ in Readers().read(path))


WAYS: dict[str, Callable[[Path], int]] = {"json_load": whole, "bare": bare, "mail.bare": bare_mail, "clew": clew}


def status(pid: int | str, name: str) -> float:
    """A figure of a process in megabytes; 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("ascii").split("\n")
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(name)), 0.0)


def probe(way: str, path: Path) -> None:
    """Read in this process and print time, memory and how many were found."""
    began = time.process_time()
    count = WAYS[way](path)
    # `VmHWM`: `ru_maxrss` would count the parent's
    print(json.dumps({"seconds": time.process_time() - began, "mb": status("self", "VmHWM"), "count": count}))


def measured(way: str, path: Path, repeat: int) -> dict[str, float]:
    """The better of several runs, each in a process of its own."""
    runs = []
    for _ in range(repeat):
        done = subprocess.run(
            [sys.executable, __file__, PROBE, way, str(path)], check=True, capture_output=True, text=True
        )
        runs.append(json.loads(done.stdout))
    return {
        "seconds_of_reading": round(min(r["seconds"] for r in runs), 2),
        "peak_mb": round(max(r["mb"] for r in runs)),
        "found": runs[0]["count"],
    }


def added(path: Path, folder: Path) -> dict[str, Figure]:
    """`clew add` as a person runs it, in a new bundle: time, most memory, open files, and what it left."""
    bundle = folder / f"bundle-{path.stem}"
    private = folder / f"tmp-{path.stem}"
    private.mkdir()
    env = {**os.environ, "CLEW_NOW": "2026-08-01T00:00:00Z", "HOME": str(folder)}
    env |= {"TMPDIR": str(private), "SQLITE_TMPDIR": str(private)}
    command = [sys.executable, "-m", "clew"]
    subprocess.run([*command, "init", str(bundle)], env=env, check=True, capture_output=True)
    command += ["--bundle", str(bundle)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    with subprocess.Popen([*command, "add", str(path)], env=env, stdout=subprocess.PIPE, text=True) as running:
        peak, files = 0.0, 0
        while running.poll() is None:
            peak = max(peak, status(running.pid, "VmHWM"))
            with contextlib.suppress(OSError):
                files = max(files, len(list(Path(f"/proc/{running.pid}/fd").iterdir())))
            time.sleep(0.05)
        said = running.stdout.read() if running.stdout else ""
    seconds = time.perf_counter() - began
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    claims = sum(file.read_bytes().count(b"\n") for file in (bundle / "claims").iterdir())
    stored = sum(1 for _ in (bundle / "references").glob("*.jsonl"))
    print(said.strip(), file=sys.stderr)
    return {
        "add_seconds": round(seconds, 1),
        "add_processor_seconds": round(usage.ru_utime + usage.ru_stime - before.ru_utime - before.ru_stime, 1),
        "add_peak_mb": round(peak),
        "sources": stored,
        "claims": claims,
        "most_open_files": files,
        "temporary_files_left": len(list(private.iterdir())),
    }


def main() -> None:
    """Measure every arm whose size is not 0."""
    options = parser(__doc__ or "", ".")
    options.add_argument("--mb", type=int, default=200)
    options.add_argument("--mbox-mb", type=int, default=0)
    options.add_argument("--add-mb", type=int, default=0)
    options.add_argument("--mbox-add-mb", type=int, default=0)
    options.add_argument("--salad-mb", type=int, default=0)
    options.add_argument("--repeat", type=int, default=2)
    given = options.parse_args()
    report = Report("import", [], given.json)
    count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.mb:
            count = export(folder / "export.json", given.mb)
            rows = {way: measured(way, folder / "export.json", given.repeat) for way in ("json_load", "bare", "clew")}
            report.add({"mb": given.mb, **rows["clew"]})
            report.add({"time_ratio_to_bare": rows["clew"]["seconds_of_reading"] / rows["bare"]["seconds_of_reading"]})
            report.add(rows["json_load"], "json_load")
            report.add(rows["bare"], "bare")
        if given.mbox_mb:
            mailbox(folder / "box.mbox", given.mbox_mb)
            rows = {way: measured(way, folder / "box.mbox", given.repeat) for way in ("mail.bare", "clew")}
            ratio = rows["clew"]["seconds_of_reading"] / rows["mail.bare"]["seconds_of_reading"]
            report.add({"mb": given.mbox_mb, **rows["clew"], "time_ratio_to_bare": ratio}, "mbox")
            report.add(rows["mail.bare"], "mbox_bare")
            (folder / "box.mbox").unlink()
        for arm, megabytes, kind in (("whole_add", given.add_mb, ordinary), ("salad_add", given.salad_mb, salad)):
            if megabytes:
                export(folder / f"{arm}.json", megabytes, kind)
                report.add({"mb": megabytes, **added(folder / f"{arm}.json", folder)}, arm)
        if given.mbox_add_mb:
            mailbox(folder / "mails.mbox", given.mbox_add_mb)
            report.add({"mb": given.mbox_add_mb, **added(folder / "mails.mbox", folder)}, "mbox_add")
    report.close(count)


if __name__ == "__main__":
    if sys.argv[1:2] == [PROBE]:
        probe(sys.argv[2], Path(sys.argv[3]))
    else:
        main()
