"""The same chats in any order, cut off on the way and repeated, give the same files."""

import json
import random
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


def imported(root: Path, order: list[int], stop: int) -> dict[str, bytes]:
    """Files after an import that was cut off after `stop` chats, and two that were not."""
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
    return state(root)


def test_five_orders_with_a_cut_in_each_give_the_same_files(tmp_path: Path) -> None:
    rng = random.Random(5)
    whole = imported(tmp_path / "0", [0, 1, 2, 3, 4], 5)
    for run in range(1, 5):
        order = rng.sample(range(5), 5)
        assert imported(tmp_path / str(run), order, run) == whole, order
    assert len(whole) > 10
