"""Peak memory and time of reading one large ChatGPT export, beside json.load and a bare streaming parse.

    python bench/import_size.py [--mb 200]

The export is generated in a temporary folder. Each way of reading runs in a process of its own, twice;
the better processor time counts. The last lines are the ratios to the bare parse of the same bytes.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from clew.readers.intake import Readers

PROBE = "--probe"
WORDS = (
    "the storage layer keeps every record in one table and we decided to split it by month because queries over a "
    "whole year were slow while most people ask for last week only so the index stays small and fits in memory"
)


def message(rng: random.Random, id_: str, role: str, at: float, words: int) -> dict[str, object]:
    text = " ".join(rng.choices(WORDS.split(), k=words))
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


def conversation(rng: random.Random, number: int, turns: int = 20) -> dict[str, object]:
    began = 1_700_000_000.0 + number * 977.0
    nodes: dict[str, object] = {"root": {"id": "root", "parent": None, "children": [], "message": None}}
    parent = "root"
    for turn in range(turns):
        id_ = f"{number:08x}-{turn:04x}"
        role = "assistant" if turn % 2 else "user"
        said = message(rng, id_, role, began + turn * 31.25, rng.randint(80, 480) if turn % 2 else rng.randint(5, 150))
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


def generate(path: Path, megabytes: int) -> int:
    """Write about so many megabytes of export; returns the number of conversations."""
    rng = random.Random(7)
    number = 0
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        while file.tell() < megabytes * 1_000_000:
            file.write(", " * (number > 0) + json.dumps(conversation(rng, number)))
            number += 1
        file.write("]")
    return number


# every process imports the readers, so that the memory of all ways holds the same modules
def whole(path: Path) -> int:
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


def clew(path: Path) -> int:
    return sum(1 for _ in Readers().read(path))


WAYS: dict[str, Callable[[Path], int]] = {"json.load": whole, "bare parse": bare, "clew readers": clew}


def peak() -> float:
    """Most memory this process ever held, in megabytes (`VmHWM`; `ru_maxrss` would count the parent's)."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(next(line for line in status.split("\n") if line.startswith("VmHWM")).split()[1]) / 1024


def probe(way: str, path: Path) -> None:
    began = process_time()
    count = WAYS[way](path)
    print(json.dumps({"seconds": process_time() - began, "mb": peak(), "count": count}))


def measure(path: Path, repeat: int) -> Iterator[tuple[str, float, float, int]]:
    for way in WAYS:
        runs = []
        for _ in range(repeat):
            done = subprocess.run(
                [sys.executable, __file__, PROBE, way, str(path)], check=True, capture_output=True, text=True
            )
            runs.append(json.loads(done.stdout))
        yield way, min(r["seconds"] for r in runs), max(r["mb"] for r in runs), runs[0]["count"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export.json"
        count = generate(path, options.mb)
        print(f"{path.stat().st_size / 1e6:.0f} MB, {count} conversations")
        rows = list(measure(path, options.repeat))
    for way, seconds, megabytes, found in rows:
        print(f"{way:14} {seconds:7.2f} s {megabytes:8.0f} MB peak {found:7} conversations")
    times = {way: seconds for way, seconds, _, _ in rows}
    memory = {way: megabytes for way, _, megabytes, _ in rows}
    print(f"time_ratio_to_bare {times['clew readers'] / times['bare parse']:.2f}")
    print(f"memory_ratio_to_json_load {memory['clew readers'] / memory['json.load']:.2f}")


if __name__ == "__main__":
    if sys.argv[1:2] == [PROBE]:
        probe(sys.argv[2], Path(sys.argv[3]))
    else:
        main()
