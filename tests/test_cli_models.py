"""Models at the command line: what a person is told where one is missing, wrong, free or without a price."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clew import app
from clew.llm.fault import words
from speaking import Turn, speaking

from transcript import call

SAID = "Boats sail past the old harbour wall."
FOUND = {"kind": "fact", "text": SAID, "label": "x", "topic": "x", "quotes": [{"part": 1, "text": SAID}]}
REPLY = json.dumps({"claims": [FOUND]})


@pytest.fixture
def root(tmp_path: Path, person: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bundle with one chat; the folder of the test is the one to be in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    messages = [{"id": "1", "role": "user", "text": SAID, "time": "2026-01-10T09:00:00Z"}]
    (tmp_path / "chat.json").write_text(json.dumps({"id": "c1", "title": "Plan", "messages": messages}), "utf-8")
    with app.create(tmp_path / "b", "Test") as made:
        made.add([tmp_path / "chat.json"])
    return tmp_path / "b"


def configured(text: str) -> None:
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml"
    config.write_text(f'[user]\nname = "kim"\nscripts = true\n{text}', "utf-8")


@pytest.fixture
def lab(root: Path) -> Iterator[Any]:
    """A server behind the service `lab`; what it says is set by the test."""
    pytest.importorskip("pydantic_ai", reason="the model libraries are an extra")
    with speaking() as speaker:
        configured(f'[models.services.lab]\nkind = "openai"\nurl = "{speaker.url}/v1"\n')
        yield speaker


def run(root: Path, *words: str) -> tuple[str, int]:
    return call(["--bundle", str(root), *words])


@pytest.mark.parametrize("absent", [[], ["pydantic_ai", "anthropic"]], ids=["no key", "no key and no package"])
def test_jobs_and_a_trial_need_neither_key_nor_package(
    root: Path, monkeypatch: pytest.MonkeyPatch, absent: list[str]
) -> None:
    for name in absent:
        monkeypatch.setitem(sys.modules, name, None)
    configured('[models]\nextract = "anthropic:claude-haiku-4-5"\n')
    for asked, said in ((["jobs"], "waiting"), (["extract", "--dry-run"], "1 source, 1 call; about $0.00")):
        printed, code = run(root, *asked)

        assert (said in printed, code) == (True, 0)
        assert "It cannot run yet: anthropic:claude-haiku-4-5: no key. Set ANTHROPIC_API_KEY" in printed
        assert ("it needs an extra: pip install 'clew[anthropic]'" in printed) is bool(absent)


@pytest.mark.parametrize("words", [["claim", "relabel"], ["entity", "resolve"]])
def test_every_trial_of_a_model_needs_neither_key_nor_package(
    root: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pydantic_ai", None)

    assert run(root, *words, "--model", "anthropic:some", "--dry-run")[1] == 0


def test_a_model_without_a_price_says_so_and_a_trial_of_it_is_counted(root: Path, lab: Any) -> None:
    lab.script[:] = ['{"ok": true}', REPLY]
    tested, _ = run(root, "model", "test", "lab:tiny")
    planned, _ = run(root, "extract", "--model", "lab:tiny", "--dry-run")
    done, _ = run(root, "extract", "--model", "lab:tiny")
    used, _ = run(root, "usage")
    (row,) = json.loads(run(root, "usage", "--json")[0]).values()

    assert (tested, "call; price unknown" in planned) == ("lab:tiny: works\n", True)
    assert "Calls: 1, known already: 0, price unknown" in done
    assert used.split("\n")[1].split() == ["lab:tiny", "2", "22", "14", "0", "price", "unknown"]
    assert (row["calls"], row["usd"], row["unpriced"]) == (2, 0.0, 2)
    assert "$0.0000" not in planned + done + used


def test_a_price_of_ones_own_is_shown(root: Path, lab: Any) -> None:
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml"
    config.write_text(config.read_text("utf-8") + '[models.prices]\n"lab:tiny" = [100.0, 100.0]\n', "utf-8")
    lab.script[:] = [REPLY]

    assert "Calls: 1, known already: 0, $0.0018" in run(root, "extract", "--model", "lab:tiny")[0]
    assert run(root, "usage")[0].split("\n")[1].split()[-1] == "$0.0018"


def test_a_model_that_fails_its_trial_is_named_once_in_words(root: Path, lab: Any) -> None:
    lab.script[:] = [Turn("out of memory", status=500)]
    printed, code = run(root, "model", "test", "lab:tiny", "anthropic:some", "nowhere:x")

    lines = printed.split("\n")

    assert (code, lines[0]) == (1, "lab:tiny failed (HTTP 500: out of memory)")
    assert lines[1] == "anthropic:some: no key. Set ANTHROPIC_API_KEY, or keep it in the keyring as clew/anthropic"
    assert lines[2].startswith("'nowhere:x' names no model: write service:model with one of these services: ")


def test_the_manifest_says_what_was_sent_to_whom(root: Path, lab: Any) -> None:
    lab.script[:] = [REPLY]
    run(root, "extract", "--model", "lab:tiny")
    with app.open_bundle(root) as bundle:
        (digest,) = bundle.run("latest").data["notes"]["sent"]["digests"]

    assert f"  sent to lab:tiny: {digest}\n" in run(root, "runs", "show")[0]


def test_parts_that_were_passed_over_are_told_with_what_the_service_said(root: Path, lab: Any) -> None:
    lab.script[:] = [Turn("temperature must be 1", status=400)]
    printed, code = run(root, "extract", "--model", "lab:tiny")
    again = f"clew --bundle {root} extract --model lab:tiny --retry"

    assert (code, f"Parts passed over: 1 rejected; ask again: {again}" in printed) == (1, True)
    assert "  lab:tiny failed (HTTP 400: temperature must be 1)\n" in printed


def test_candidates_handed_in_twice_are_known_already(root: Path) -> None:
    (root.parent / "found.json").write_text(REPLY, "utf-8")
    with app.open_bundle(root) as bundle:
        source = bundle.sources()[0].id
    first, again = (run(root, "extract", source, "--candidates", "found.json")[0] for _ in range(2))

    assert "Claims: 1 proposed" in first
    assert again == "Sources: 1 read\nClaims: 1 known already\n"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"message": "no memory", "type": "x", "code": 500}, "no memory"),
        ({"error": {"message": "no memory", "type": "x"}}, "no memory"),
        ({"error": "no memory"}, "no memory"),
        ({"detail": [{"loc": ["body"], "msg": "field required"}]}, "field required"),
        (b'{"error": {"message": "no memory"}}', "no memory"),
        ('["one", "two"]', "one, two"),
        ({"status": 7, "trace": None}, "status: 7"),
        ({"message": {"deep": {"er": 1}}}, "deep: er: 1"),
        ("<html><style>p {x}</style><h1>502</h1> Bad gateway</html>", "502 Bad gateway"),
        ("{not json", "{not json"),
        (None, ""),
        ({}, ""),
    ],
)
def test_what_a_service_says_of_its_failure_is_told_in_its_words(body: object, said: str) -> None:
    assert " ".join(words(body).split()) == said
