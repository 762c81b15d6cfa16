"""Secrets and private passages never reach a bundle's files."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import Refused

pytestmark = pytest.mark.usefixtures("person")

KEY = "sk-" + "abc123" * 6


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        yield made


def ruled(tmp_path: Path, policy: str) -> Bundle:
    app.create(tmp_path / "b", "Test").close()
    path = tmp_path / "b" / "clew.toml"
    path.write_text(path.read_text("utf-8").replace('secrets = "redact"', f'secrets = "{policy}"'), "utf-8")
    return app.open_bundle(tmp_path / "b")


def chat(*texts: str, title: str = "Keys") -> bytes:
    turns = [{"id": f"m{i}", "role": "user", "text": text} for i, text in enumerate(texts)]
    return json.dumps({"id": "chat-0000000001", "title": title, "messages": turns}).encode()


def holds(root: Path, word: str) -> list[str]:
    """Files below a folder whose bytes hold a word."""
    files = (p for p in root.rglob("*") if p.is_file())
    return [str(p.relative_to(root)) for p in files if word.encode() in p.read_bytes()]


def test_a_key_is_replaced_in_every_file_and_reported(bundle: Bundle) -> None:
    report = bundle.add([chat(f"We use {KEY} for the shop.", title=f"Key {KEY}")])
    assert report.skipped["secret redacted: api-key"] == 1
    assert holds(bundle.root, KEY) == []
    assert holds(bundle.root, "[secret:api-key:") != []


def test_offsets_hold_after_a_secret(bundle: Bundle) -> None:
    bundle.add([chat(f"The key is {KEY}. We decided to host the shop on Hetzner.")])
    claim = next(v.claim for v in bundle.claims() if "Hetzner" in v.claim.text)
    span = claim.evidence[0]
    source = bundle.sources()[0]
    assert bundle.doctor().healthy
    assert span.quote in (bundle.root / f"references/{source.id}.jsonl").read_text("utf-8")


def test_the_same_chat_again_is_unchanged(bundle: Bundle) -> None:
    data = chat(f"We use {KEY}.", "We host on <private>a</private> Hetzner.")
    bundle.add([data])
    assert bundle.add([data]).counts["unchanged"] == 1


def test_P04_what_is_private_is_never_stored_and_is_reported(bundle: Bundle) -> None:
    report = bundle.add([chat("<private>zebra1</private> We host on Hetzner.", "ok <private>zebra2", "We use Go.")])
    assert report.skipped["private passage"] == 2
    assert holds(bundle.root, "zebra") == []
    assert holds(bundle.root, "We use Go.") != []


def test_P04_in_a_note_an_open_passage_hides_all_that_follows(bundle: Bundle, tmp_path: Path) -> None:
    note = tmp_path / "n.md"
    note.write_text("# A\n\nWe use Go.\n\n<private>zebra1\n\n# B\n\nzebra2\n", "utf-8")
    report = bundle.add([note])
    assert report.skipped["private passage"] == 1
    assert holds(bundle.root, "zebra") == []
    assert holds(bundle.root, "We use Go.") != []


def test_P04_in_a_web_page_too(bundle: Bundle) -> None:
    report = bundle.add([b"<html><body><p>We use Go.</p><private>zebra</private><p>Fine.</p></body></html>"])
    assert report.skipped["private passage"] == 1
    assert holds(bundle.root, "zebra") == []


def test_policy_keep_stores_secrets_and_says_so(tmp_path: Path) -> None:
    with ruled(tmp_path, "keep") as bundle:
        report = bundle.add([chat(f"We use {KEY}.")])
        assert report.skipped["secret kept: api-key"] == 1
        assert holds(bundle.root / "references", KEY) != []


def test_policy_refuse_takes_nothing_and_names_the_source(tmp_path: Path) -> None:
    with ruled(tmp_path, "refuse") as bundle:
        report = bundle.add([chat(f"We use {KEY}.")])
        assert report.counts["failed"] == 1
        assert [p.code for p in report.problems] == ["secret"]
        assert bundle.sources() == ()
        assert bundle.add([chat("We use Go.")]).counts["new"] == 1


def test_a_note_by_hand_passes_the_same_door(tmp_path: Path) -> None:
    with ruled(tmp_path, "refuse") as bundle, pytest.raises(Refused, match="secrets"):
        bundle.note(f"The key is {KEY}.")


def test_an_unknown_policy_is_a_problem(tmp_path: Path) -> None:
    with ruled(tmp_path, "shout") as bundle:
        assert [p.code for p in bundle.problems] == ["bad_setting"]
        assert bundle.settings.secrets == "redact"
