"""Vectors in the index: what is embedded, what is found, and that two models never mix."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from clew.embed.fake import HashEmbedder
from clew.errors import ModelFailed
from clew.index import vectors as store
from clew.index.matrix import least
from clew.index.pieces import pieces as texts
from clew.index.schema import KINDS
from clew.index.sqlite import SqliteIndex
from clew.model import Node


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.db"


@pytest.fixture
def index(path: Path) -> Iterator[SqliteIndex]:
    opened = SqliteIndex(path)
    yield opened
    opened.close()


def claim(name: str, body: str = "words") -> Node:
    return Node(f"claim:{name}", "claim", name, body, None, {})


def embed(index: SqliteIndex, rows: list[list[float]], fingerprint: str = "model/2") -> None:
    pieces = index.pending(fingerprint)
    index.add_vectors(fingerprint, pieces, np.array(rows, dtype=np.float32))


def near(index: SqliteIndex, *vector: float, k: int = 10) -> list[tuple[str, float]]:
    return [
        (hit.ref, hit.score) for hit in index.knn(np.array([vector], dtype=np.float32), ["claim", "part", "page"], k)
    ]


def test_what_is_pending_is_the_label_and_text_of_claims_and_the_text_of_parts_and_pages(index: SqliteIndex) -> None:
    index.put("a", "1", [
        Node("claim:x", "claim", "Label", "The text.\nthe quote", None, {}),
        Node("part:s#1", "part", "Source title", "What was said.", None, {}),
        Node("page:/p.md", "page", "Title", "The prose.", None, {}),
        Node("source:s", "source", "Source title", "", None, {}),
    ])  # fmt: skip

    assert [piece.text for piece in index.pending("m")] == ["Label: The text.", "What was said.", "Title\nThe prose."]


def test_coverage_says_how_far_the_vectors_are(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x"), claim("y"), claim("z")])
    assert index.coverage("model/2") == (0, 3)

    first = index.pending("model/2", 2)
    index.add_vectors("model/2", first, np.eye(2, dtype=np.float32))

    assert index.coverage("model/2") == (2, 3)
    assert [piece.text for piece in index.pending("model/2", 2)] == ["z: words"]


def test_the_nearest_come_first_and_equal_ones_by_ref(index: SqliteIndex) -> None:
    index.put("a", "1", [claim(name) for name in "dcba"])
    embed(index, [[0, 1], [0.6, 0.8], [1, 0], [1, 0]])

    assert near(index, 1, 0) == [("claim:a", 1.0), ("claim:b", 1.0), ("claim:c", 0.6)]
    assert near(index, 2, 0, k=1) == [("claim:a", 1.0)]


def test_scores_are_rounded_so_that_threads_cannot_reorder_them(index: SqliteIndex) -> None:
    index.put("a", "1", [claim(name) for name in "ab"])
    embed(index, [[0.6, 0.8], [0.60000002, 0.8]])

    assert [ref for ref, _ in near(index, 1, 0)] == ["claim:a", "claim:b"]


def test_a_long_part_counts_by_its_best_piece(index: SqliteIndex) -> None:
    index.put("a", "1", [Node("part:s#1", "part", "", "word " * 250, None, {}), claim("x")])
    pieces = index.pending("model/2")
    assert [piece.n for piece in pieces] == [0, 1, 2, 0]

    index.add_vectors("model/2", pieces, np.array([[0, 1], [1, 0], [0, 1], [0.8, 0.6]], dtype=np.float32))

    assert near(index, 1, 0) == [("part:s#1", 1.0), ("claim:x", 0.8)]
    assert index.coverage("model/2") == (2, 2)


def test_a_changed_text_loses_its_vector_and_changed_data_does_not(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x"), claim("y")])
    embed(index, [[1, 0], [0, 1]])

    index.put(
        "a", "2", [claim("x", "other words"), Node("claim:y", "claim", "y", "words", None, {"standing": "active"})]
    )

    assert [piece.text for piece in index.pending("model/2")] == ["x: other words"]
    assert near(index, 1, 1) == [("claim:y", 0.707107)]


def test_a_vector_that_comes_too_late_belongs_to_nothing(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "old words")])
    late = index.pending("model/2")
    index.put("a", "2", [claim("x", "new words")])

    index.add_vectors("model/2", late, np.array([[1, 0]], dtype=np.float32))

    assert near(index, 1, 0) == []
    assert index.coverage("model/2") == (0, 1)


def test_E01_a_question_of_another_dimension_names_both_and_text_search_goes_on(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x")])
    embed(index, [[1, 0]])

    with pytest.raises(ModelFailed, match=r"3 numbers.*vectors of 2"):
        near(index, 1, 0, 0)

    assert [hit.ref for hit in index.text("words", ["claim"], 5)] == ["claim:x"]


def test_E01_vectors_of_another_model_replace_the_old_and_never_mix(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x"), claim("y")])
    embed(index, [[1, 0], [1, 0]])

    one = index.pending("other/2")[:1]
    index.add_vectors("other/2", one, np.array([[0, 1]], dtype=np.float32))

    assert near(index, 1, 1) == [("claim:x", 0.707107)]
    assert index.coverage("model/2") == (0, 2)
    assert index.coverage("other/2") == (1, 2)


def test_E01_an_index_that_expects_another_model_gives_no_neighbours(path: Path) -> None:
    index = SqliteIndex(path, fingerprint="other/2")
    index.put("a", "1", [claim("x")])
    embed(index, [[1, 0]])

    assert near(index, 1, 0) == []
    index.fingerprint = "model/2"
    assert near(index, 1, 0) == [("claim:x", 1.0)]
    index.close()


def test_E01_a_model_that_changes_its_dimension_is_an_error(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x")])
    embed(index, [[1, 0]])
    index.put("b", "1", [claim("y")])

    with pytest.raises(ModelFailed, match="3 numbers, earlier ones had 2"):
        embed(index, [[1, 0, 0]])


def test_E02_zero_and_broken_vectors_are_done_but_never_found(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x"), claim("y"), claim("z"), claim("w")])

    embed(index, [[1, 0], [0, 0], [float("nan"), 1], [float("inf"), 1]])

    assert near(index, 1, 0.5) == [("claim:x", 0.894427)]
    assert index.pending("model/2") == []
    assert near(index, float("nan"), 1) == near(index, 0, 0) == []


def test_E03_fewer_vectors_than_texts_is_an_error_and_nothing_is_kept(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x"), claim("y"), claim("z")])

    with pytest.raises(ModelFailed, match=r"3 texts .* 2 vectors"):
        embed(index, [[1, 0], [0, 1]])

    assert index.coverage("model/2") == (0, 3)


def test_another_connection_sees_new_vectors_at_once(index: SqliteIndex, path: Path) -> None:
    reader = SqliteIndex(path)
    index.put("a", "1", [claim("x")])
    embed(index, [[1, 0]])
    assert near(reader, 1, 0) == [("claim:x", 1.0)]

    index.put("b", "1", [claim("y")])
    embed(index, [[1, 0]])

    assert near(reader, 1, 0) == [("claim:x", 1.0), ("claim:y", 1.0)]
    index.drop("a")
    assert near(reader, 1, 0) == [("claim:y", 1.0)]
    reader.close()


@pytest.fixture
def many(index: SqliteIndex, monkeypatch: pytest.MonkeyPatch) -> SqliteIndex:
    """An index with enough vectors for the matrix to be kept as a file."""
    monkeypatch.setattr(store, "SIDECAR", 20)
    index.put("a", "1", [claim(f"{n:02}", f"word{n}") for n in range(40)])
    embedder = HashEmbedder(16)
    pieces = index.pending(embedder.fingerprint)
    index.add_vectors(embedder.fingerprint, pieces, embedder.passages([piece.text for piece in pieces]))
    return index


def test_a_large_matrix_is_kept_beside_the_index_and_used_by_the_next(many: SqliteIndex, path: Path) -> None:
    question = HashEmbedder(16).query("07: word7")
    first = many.knn(question, ["claim"], 5)
    assert len(list(path.parent.glob("*.[ir][do]*s"))) == 2

    reader = SqliteIndex(path, readonly=True)

    assert reader.knn(question, ["claim"], 5) == first
    assert first[0].ref == "claim:07"
    reader.close()


@pytest.mark.parametrize("junk", [b"", b"\x93NUMPY junk", b"x" * 1000])
def test_a_broken_matrix_file_is_made_anew(many: SqliteIndex, path: Path, junk: bytes) -> None:
    question = HashEmbedder(16).query("07: word7")
    first = many.knn(question, ["claim"], 5)
    for sidecar in path.parent.glob("*.[ir][do]*s"):
        sidecar.write_bytes(junk)

    other = SqliteIndex(path)

    assert other.knn(question, ["claim"], 5) == first
    other.close()


def test_what_changed_since_the_matrix_was_kept_is_found_and_what_went_is_not(many: SqliteIndex, path: Path) -> None:
    embedder = HashEmbedder(16)
    many.knn(embedder.query("07: word7"), ["claim"], 5)
    kept = {file.name for file in path.parent.glob("*.[ir][do]*s")}
    many.put("b", "1", [claim("new", "zebra")])
    many.update([claim("08", "yak")])
    pieces = many.pending(embedder.fingerprint)
    many.add_vectors(embedder.fingerprint, pieces, embedder.passages([piece.text for piece in pieces]))

    other = SqliteIndex(path)

    assert {file.name for file in path.parent.glob("*.[ir][do]*s")} == kept
    for question, ref in (("new: zebra", "claim:new"), ("08: yak", "claim:08"), ("07: word7", "claim:07")):
        hits = other.knn(embedder.query(question), ["claim"], 50)
        assert (hits[0].ref, hits[0].score) == (ref, 1.0)
        assert len({hit.ref for hit in hits}) == len(hits)
    other.close()


def test_the_matrix_file_of_an_older_state_is_not_used(many: SqliteIndex, path: Path) -> None:
    question = HashEmbedder(16).query("07: word7")
    many.knn(question, ["claim"], 5)

    many.drop("a")

    assert many.knn(question, ["claim"], 5) == []
    many.forget_bytes()
    assert list(path.parent.glob("*.[ir][do]*s")) == []


def test_the_digests_of_a_node_are_those_of_its_pieces(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x"), claim("y")])

    assert index.digests(["claim:x"]) == [index.pending("m")[0].digest]
    assert index.digests(["claim:none"]) == []


def test_E02_a_stored_vector_that_was_damaged_is_near_nothing_and_hides_nothing(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x"), claim("y"), claim("z")])
    embed(index, [[1, 0], [0, 1], [0.6, 0.8]])
    broken = np.array([np.nan, 1], dtype="<f4").tobytes()

    index._db.run("UPDATE vector SET data = ? WHERE node = (SELECT id FROM node WHERE ref = 'claim:y')", [broken])
    index._vectors.touch()

    assert near(index, 0, 1) == [("claim:z", 0.8)]


@pytest.mark.parametrize("count", [1, 7, 40])
@pytest.mark.parametrize("size", [40, 255, 256 * 100, 256 * 100 + 17])
@pytest.mark.parametrize("digits", [0, 1, 6])
def test_the_lowest_of_the_best_scores_is_found_among_few(size: int, count: int, digits: int) -> None:
    scores = np.round(np.random.default_rng(size).standard_normal(size), digits).astype(np.float32)

    assert least(scores, count) == np.sort(scores)[-count]


def test_of_very_many_nodes_of_several_kinds_the_nearest_of_one_kind_are_found(index: SqliteIndex) -> None:
    embedder = HashEmbedder(8)
    nodes = [Node(f"{kind}:{n:04}", kind, "", f"word{n} {kind}", None, {}) for n in range(900) for kind in KINDS[:2]]
    index.put("a", "1", nodes)
    pieces = index.pending(embedder.fingerprint, 5000)
    index.add_vectors(embedder.fingerprint, pieces, embedder.passages([piece.text for piece in pieces]))
    query = embedder.query("word7 claim")
    rows = embedder.passages([text for node in nodes for text in texts(node.kind, node.title, node.body)])
    cosines = {node.ref: float(row @ query.reshape(-1)) for node, row in zip(nodes, rows, strict=True)}

    for kinds in (["claim"], ["part"], ["claim", "part"]):
        best = sorted((-round(cosine, 5), ref) for ref, cosine in cosines.items() if ref.split(":")[0] in kinds)
        found = index.knn(query, kinds, 3)
        assert [round(hit.score, 5) for hit in found] == pytest.approx([-score for score, _ in best[:3]], abs=2e-5)
        assert all(cosines[hit.ref] == pytest.approx(hit.score, abs=2e-5) for hit in found)
        assert {hit.ref.split(":")[0] for hit in found} <= set(kinds)
