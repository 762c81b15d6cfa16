"""The same chats in any order, cut off on the way and repeated, give the same files and the same events."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from clew import app

pytestmark = pytest.mark.usefixtures("person")

SAID = [
    "We decided to host the shop on Render.",
    "We decided to host the shop on Hetzner.",
    "The budget for the shop is 400 euros.",
    "The budget for the shop is 700 euros.",
    "We decided to host the shop on Render.",
]


def chat(number: int) -> bytes:
    turn = {"id": f"m{number}", "role": "user", "at": f"2026-0{number + 1}-01T10:00:00Z", "text": SAID[number]}
    return json.dumps({"id": f"chat-{number:08}", "title": f"Chat {number}", "messages": [turn]}).encode()


def state(root: Path) -> dict[str, bytes]:
    folders = ("references", "claims", "sources", "concepts")
    files = (p for name in folders for p in (root / name).rglob("*") if p.is_file() and not p.name.startswith("."))
    return {str(p.relative_to(root)): p.read_bytes() for p in files}


def told(root: Path) -> Counter[str]:
    """What the ledger says, without who wrote it when."""
    lines = (line for path in (root / "ledger").glob("*.jsonl") for line in path.read_text("utf-8").split("\n") if line)
    found = map(json.loads, lines)
    return Counter(json.dumps([event["kind"], event["target"], event["data"]], sort_keys=True) for event in found)


def imported(root: Path, order: list[int], stop: int) -> tuple[dict[str, bytes], Counter[str]]:
    """Files and events after an import that was cut off after `stop` chats, and two that were not."""
    app.create(root, "Test").close()
    settings = (root / "clew.toml").read_text("utf-8").split("\n")
    kept = [line for line in settings if not line.startswith(("id =", "salt ="))]
    (root / "clew.toml").write_text("\n".join(kept), "utf-8")

    def cut(done: int, title: str) -> None:
        if done == stop:
            raise KeyboardInterrupt

    chats: list[Path | bytes] = [chat(number) for number in order]
    with app.open_bundle(root) as bundle, pytest.raises(KeyboardInterrupt):
        bundle.add(chats, progress=cut)
    with app.open_bundle(root) as bundle:
        bundle.add(chats[::-1])
        assert bundle.add(chats).counts["unchanged"] == len(chats)
        assert bundle.doctor().problems == ()
    return state(root), told(root)


def test_five_orders_with_a_cut_in_each_give_the_same_files_and_events(tmp_path: Path) -> None:
    rng = random.Random(5)
    whole = imported(tmp_path / "0", [0, 1, 2, 3, 4], 5)
    for run in range(1, 5):
        order = rng.sample(range(5), 5)
        assert imported(tmp_path / str(run), order, run) == whole, order
    files, events = whole
    assert len(files) > 10
    assert sum("supersede" in event for event in events) == 3


def test_what_a_cut_off_import_left_undecided_is_decided_by_the_next_one(tmp_path: Path) -> None:
    app.create(tmp_path, "Test").close()

    def cut(done: int, title: str) -> None:
        if title.startswith("comparing"):
            raise KeyboardInterrupt

    with app.open_bundle(tmp_path) as bundle, pytest.raises(KeyboardInterrupt):
        bundle.add([chat(0), chat(1)], progress=cut)
    with app.open_bundle(tmp_path) as bundle:
        assert {view.standing.link for view in bundle.claims()} == {"proposed"}
        assert bundle.status().undecided == 2
        report = bundle.add([chat(2)])
        assert report.claims["active"] == 3
        assert sorted(view.standing.link for view in bundle.claims()) == ["active", "active", "superseded"]
        assert bundle.add([chat(2)]).claims == {}


def test_what_waits_for_a_person_is_not_decided_by_a_later_import(tmp_path: Path) -> None:
    app.create(tmp_path, "Test").close()
    with app.open_bundle(tmp_path) as bundle:
        bundle.add([chat(0)], accept="none")
        assert bundle.status().undecided == 0
        bundle.add([chat(2)])
        assert sorted(view.standing.link for view in bundle.claims()) == ["active", "proposed"]
