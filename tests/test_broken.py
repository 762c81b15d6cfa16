"""What hostile hands once broke: each test is one fact that must hold."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.use.look import Filter

pytestmark = pytest.mark.usefixtures("person")

PLAN = {
    "id": "chat-plan-0000000001",
    "title": "Plan",
    "messages": [{"id": "p1", "role": "user", "at": "2026-01-10T10:00:00Z", "text": "We host the shop on Render."}],
}
MOVE = {
    "id": "chat-move-0000000002",
    "title": "Moving",
    "messages": [
        {"id": "m1", "role": "user", "at": "2026-02-10T10:00:00Z", "text": "We now host the shop on Hetzner."}
    ],
}


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        yield made


def chat(folder: Path, *chats: object) -> list[Path | bytes]:
    paths: list[Path | bytes] = []
    for i, value in enumerate(chats):
        path = folder / f"chat-{i}-{len(list(folder.iterdir()))}.json"
        path.write_text(json.dumps(value), "utf-8")
        paths.append(path)
    return paths


def said(bundle: Bundle) -> list[str]:
    return sorted(v.claim.text for v in bundle.list(Filter(link="active")))


def test_a_page_whose_front_matter_is_broken_by_hand_is_never_removed(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN, MOVE))
    page = bundle.root / "concepts" / "hosting.md"
    broken = page.read_bytes().replace(b"description:", b"aliases: [my own]\naliases: [twice]\ndescription:", 1)
    page.write_bytes(broken)

    bundle.note("We use tea.")

    assert page.exists()
    assert page.read_bytes() == broken


def test_restoring_a_rejected_claim_lets_its_value_in_again(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN))
    ident = bundle.list(Filter(link="active"))[0].claim.id
    bundle.decide(lambda curate: curate.reject(ident))
    bundle.decide(lambda curate: curate.restore(ident))

    report = bundle.add(chat(tmp_path, PLAN | {"id": "chat-other-0000000009", "title": "Other"}))

    assert not report.rejected


def test_undo_again_takes_back_the_operation_before(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN))
    bundle.add(chat(tmp_path, MOVE))

    bundle.undo()
    bundle.undo()

    assert said(bundle) == []


@pytest.mark.parametrize("folder", ["references", "claims", "ledger"])
def test_doctor_reports_files_that_are_gone(bundle: Bundle, tmp_path: Path, folder: str) -> None:
    bundle.add(chat(tmp_path, PLAN))
    assert bundle.doctor().healthy
    for path in (bundle.root / folder).glob("*.jsonl"):
        path.unlink()

    assert not bundle.doctor().healthy


def test_doctor_reports_a_broken_page_every_time(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN, MOVE))
    root = bundle.root
    bundle.close()
    page = root / "concepts" / "hosting.md"
    page.write_bytes(page.read_bytes().replace(b"status:", b'status: "x"\nstatus:', 1) + b"\nMine.\n")

    verdicts = []
    for _ in range(2):
        with app.open_bundle(root) as again:
            verdicts.append(again.doctor().healthy)

    assert verdicts == [False, False]


def test_one_page_that_cannot_be_read_does_not_fail_a_note_that_was_committed(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN, MOVE))
    page = bundle.root / "concepts" / "hosting.md"
    page.unlink()
    page.mkdir()

    view = bundle.note("We use tea for lunch.")

    assert view.claim.text == "We use tea for lunch."
    assert not bundle.doctor().healthy


def test_a_title_of_two_lines_makes_a_bundle_that_opens(tmp_path: Path) -> None:
    with app.create(tmp_path / "b", "one\ntwo") as made:
        assert "one" in made.settings.title


def clew(*words: str | bytes, redirect: str) -> subprocess.CompletedProcess[bytes]:
    line = f'exec "$0" -m clew "$@" {redirect}'
    return subprocess.run(
        ["/bin/sh", "-c", line, sys.executable, *words], capture_output=True, check=False, env=dict(os.environ)
    )


@pytest.mark.parametrize("redirect", ["<&-", ">&-", ">/dev/full"])
def test_a_closed_or_full_stream_gives_no_traceback(bundle: Bundle, redirect: str) -> None:
    done = clew("--bundle", str(bundle.root), "status", redirect=redirect)

    assert b"Traceback" not in done.stderr


def test_a_folder_name_that_is_not_utf8_gives_no_traceback(tmp_path: Path) -> None:
    done = clew("init", os.fsencode(tmp_path) + b"/b\xff", redirect="</dev/null")

    assert b"Traceback" not in done.stderr
