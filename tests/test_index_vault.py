"""The cache of vectors: nothing is embedded twice, and a cache that fails is an empty one."""

import sqlite3
from pathlib import Path

import numpy as np

from clew.index.vault import VectorCache


def vector(*numbers: float) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
    return np.array(numbers, dtype=np.float32)


def test_what_is_saved_is_found_by_the_next_process(tmp_path: Path) -> None:
    first = VectorCache(tmp_path / "cache" / "vectors.db")
    first.save("m", {"d1": vector(1, 2), "d2": vector(3, 4)})
    first.close()

    second = VectorCache(tmp_path / "cache" / "vectors.db")

    found = second.load("m", ["d2", "d3"])
    assert {digest: row.tolist() for digest, row in found.items()} == {"d2": [3, 4]}
    second.close()


def test_vectors_of_another_model_are_not_found(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "vectors.db")
    cache.save("m", {"d": vector(1)})

    assert cache.load("other", ["d"]) == {}
    assert list(cache.load("m", ["d"])) == ["d"]
    cache.close()


def test_forget_drops_vectors_of_every_model(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "vectors.db")
    cache.save("m", {"d": vector(1), "e": vector(2)})
    cache.save("o", {"d": vector(1)})

    cache.forget(["d"])

    assert cache.load("o", ["d"]) == {}
    assert list(cache.load("m", ["d", "e"])) == ["e"]
    cache.close()


def test_E02_what_is_no_number_is_not_kept(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "vectors.db")

    cache.save("m", {"bad": vector(float("nan")), "zero": vector(0)})

    assert list(cache.load("m", ["bad", "zero"])) == ["zero"]
    cache.close()


def test_a_cache_that_cannot_be_made_is_empty(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = VectorCache(tmp_path / "file" / "vectors.db")

    cache.save("m", {"d": vector(1)})
    cache.forget(["d"])

    assert cache.load("m", ["d"]) == {}
    cache.close()


def test_a_cache_that_breaks_in_use_is_empty_and_then_works_again(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    first = VectorCache(path)
    first.save("m", {f"d{n}": vector(*range(400)) for n in range(50)})
    first.close()
    data = path.read_bytes()
    path.write_bytes(data[: 4096 * 4] + b"\x5a" * (len(data) - 4096 * 4))
    cache = VectorCache(path)

    assert cache.load("m", [f"d{n}" for n in range(50)]) == {}

    cache.save("m", {"d": vector(1)})
    assert list(cache.load("m", ["d"])) == ["d"]
    cache.close()


def test_a_cache_that_is_busy_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    cache = VectorCache(path, patience=0.0)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")

    cache.save("m", {"d": vector(1)})

    writer.close()
    assert cache.load("m", ["d"]) == {}
    cache.close()


def test_a_damaged_cache_starts_anew(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    path.write_bytes(b"junk" * 3000)
    cache = VectorCache(path)

    cache.save("m", {"d": vector(1)})

    assert list(cache.load("m", ["d"])) == ["d"]
    cache.close()
