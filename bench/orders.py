"""The same chats imported in several orders, killed on the way, give the same files and the same events.

    python bench/orders.py [--orders 5] [--kills 4] [--times 5] [--chats 12] [--seed 1]

Every order starts from an empty bundle with the same id and salt. The importing process is killed at random moments,
then runs to its end; after that everything is imported again until it was read `--times` times. Compared are
references, claims, sources and pages byte by byte, and ledgers as sets of events; exit code 1 where they differ.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

THINGS = ("shop", "forum", "archive", "newsletter")
HOSTS = ("Hetzner", "Render", "Fly", "Scaleway", "Linode", "Vultr")
COMPARED = ("references", "claims", "sources", "concepts")


def chats(folder: Path, many: int, rng: random.Random) -> list[Path]:
    """Conversations in which things are decided, decided anew and restated."""
    paths = []
    for number in range(many):
        day = f"2026-{1 + number % 12:02}-{1 + number // 12:02}"
        lines = [
            f"We decided to host the {rng.choice(THINGS)} on {rng.choice(HOSTS)}.",
            f"The budget for the {rng.choice(THINGS)} is {rng.randint(2, 9)}00 euros.",
        ]
        turns = [
            {"id": f"{number}-{i}", "role": "user", "at": f"{day}T10:0{i}:00Z", "text": line}
            for i, line in enumerate(lines)
        ]
        path = folder / f"chat-{number:03}.json"
        path.write_text(json.dumps({"id": f"chat-{number:010}", "title": f"Chat {number}", "messages": turns}), "utf-8")
        paths.append(path)
    return paths


def run(root: Path, paths: list[Path], home: Path, kill_after: float | None = None) -> bool:
    """One import; True when it came to its end."""
    env = os.environ | {"HOME": str(home), "CLEW_BUNDLE": str(root), "CLEW_NOW": "2026-12-01T00:00:00Z"}
    env |= {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "CACHE")}
    command = [sys.executable, "-m", "clew", "add", *map(str, paths)]
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL) as process:
        try:
            return process.wait(kill_after) == 0
        except subprocess.TimeoutExpired:
            process.kill()
            return False


def state(root: Path) -> dict[str, bytes]:
    """Files that must be equal, by path."""
    files = (p for name in COMPARED for p in (root / name).rglob("*") if p.is_file() and not p.name.startswith("."))
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(files)}


def events(root: Path) -> Counter[str]:
    """What the ledger says, without who wrote it where."""
    found: Counter[str] = Counter()
    for path in (root / "ledger").glob("*.jsonl"):
        for line in path.read_text("utf-8").split("\n"):
            event = json.loads(line) if line.strip() else None
            if event:
                found[json.dumps([event["kind"], event["target"], event["data"]], sort_keys=True)] += 1
    return found


def settings(folder: Path) -> bytes:
    """The settings that all bundles share."""
    env = os.environ | {"XDG_CONFIG_HOME": str(folder / "none")}
    made = folder / "made"
    subprocess.run([sys.executable, "-m", "clew", "init", str(made)], env=env, check=True, stdout=subprocess.DEVNULL)
    data = (made / "clew.toml").read_bytes().replace(b'title = "made"', b'title = "orders"')
    return data.replace(b'embedder = "minilm"', b'embedder = "none"')


def bundle(folder: Path, order: int, data: bytes) -> Path:
    """An empty bundle."""
    root = folder / f"bundle-{order}"
    shutil.copytree(folder / "made", root)
    (root / "clew.toml").write_bytes(data)
    return root


def files(first: Path, other: Path) -> list[str]:
    """Paths of files that differ."""
    one, two = state(first), state(other)
    return [path for path in sorted(one.keys() | two.keys()) if one.get(path) != two.get(path)]


def told(first: Path, other: Path) -> list[str]:
    """Events that only one of two ledgers holds."""
    one, two = events(first), events(other)
    return sorted(((one - two) + (two - one)).keys())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("orders", 5), ("kills", 4), ("times", 5), ("chats", 12), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        source = folder / "chats"
        source.mkdir()
        paths = chats(source, options.chats, rng)
        data = settings(folder)
        roots = []
        for order in range(options.orders):
            root = bundle(folder, order, data)
            shuffled = rng.sample(paths, len(paths)) if order else paths
            began = time.monotonic()
            killed = sum(
                not run(root, shuffled, folder / f"home-{order}", rng.uniform(0.3, 1.5)) for _ in range(options.kills)
            )
            whole = all(run(root, shuffled, folder / f"home-{order}") for _ in range(options.times))
            if not whole:
                faults.append(f"order {order}: an import failed")
            roots.append(root)
            different, said = files(roots[0], root), told(roots[0], root)
            faults += [f"order {order}: {path} differs" for path in different]
            faults += [f"order {order}: only one ledger says {event}" for event in said]
            took = time.monotonic() - began
            print(f"order {order}: killed {killed}, files {len(different)}, events {len(said)} differ, {took:.1f} s")
    for fault in faults[:20]:
        print(fault[:300])
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
