"""What every index must do, whatever it is made of: one suite, run over each implementation of the port."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from clew.embed.fake import HashEmbedder
from clew.index.memory import MemoryIndex
from clew.index.sqlite import SqliteIndex
from clew.model import Edge, Node

if TYPE_CHECKING:
    from clew.ports import Index

EMBEDDER = HashEmbedder(32)

NODES = [
    Node(
        "page:/databases/postgres.md",
        "page",
        "Postgres",
        "Rows of users live here.",
        None,
        {"aliases": ["PG", "数据库"]},
    ),
    Node("page:/ai.md", "page", "AI", "Models that answer.", None, {"aliases": []}),
    Node("page:/multi-agent.md", "page", "Multi-agent AI", "Several at once.", None, {}),
    Node(
        "claim:c1",
        "claim",
        "Users on Postgres",
        "The user table stays on Postgres.\nstays on Postgres",
        "2026-08-01T10:00:00Z",
        {"n": 1},
    ),
    Node("claim:c2", "claim", "Cache in Redis", "The cache moved to Redis 7.4.", "2026-08-02T10:00:00Z", {"n": 2}),
    Node("claim:c3", "claim", "решение", "Наше решение: используем очередь.", None, {}),
    Node("part:chat#1", "part", "A chat", "Where do we keep the session cache?", None, {"source": "chat", "n": 1}),
    Node("source:chat", "source", "A chat", "", None, {}),
]
EDGES = [
    Edge("claim:c1", "about", "page:/databases/postgres.md"),
    Edge("claim:c1", "evidence", "part:chat#1", 0.5),
    Edge("claim:c2", "evidence", "part:chat#1"),
    Edge("page:/ai.md", "links", "page:/nowhere.md"),
]


def in_sqlite(folder: Path, nodes: Sequence[Node], edges: Sequence[Edge]) -> Index:
    index = SqliteIndex(folder / "index.db")
    index.put("file", "digest", nodes, edges)
    if pieces := index.pending(EMBEDDER.fingerprint):
        index.add_vectors(EMBEDDER.fingerprint, pieces, EMBEDDER.passages([piece.text for piece in pieces]))
    return index


def in_memory(folder: Path, nodes: Sequence[Node], edges: Sequence[Edge]) -> Index:
    index = MemoryIndex(EMBEDDER)
    index.add(nodes, edges)
    return index


Make = Callable[..., "Index"]


@pytest.fixture(params=[in_sqlite, in_memory])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    made: list[Index] = []

    def build(nodes: Sequence[Node], edges: Sequence[Edge] = ()) -> Index:
        made.append(request.param(tmp_path, nodes, edges))
        return made[-1]

    yield build
    for index in made:
        if isinstance(index, SqliteIndex):
            index.close()


@pytest.fixture
def index(make: Make) -> Index:
    return make(NODES, EDGES)


ALL = ["claim", "part", "page", "source"]


def refs(hits: Sequence[object]) -> list[str]:
    return [hit.ref for hit in hits]  # type: ignore[attr-defined]  # hits of the port


def test_text_finds_the_node_that_has_the_words(index: Index) -> None:
    assert refs(index.text("where is the redis cache", ["claim"], 5))[0] == "claim:c2"


def test_text_looks_only_at_the_kinds_asked_for(index: Index) -> None:
    assert refs(index.text("cache", ["part"], 5)) == ["part:chat#1"]
    assert refs(index.text("cache", ["claim"], 5)) == ["claim:c2"]
    assert index.text("cache", [], 5) == []


def test_text_scores_fall_and_are_positive(index: Index) -> None:
    scores = [hit.score for hit in index.text("the user table cache", ALL, 10)]

    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)


def test_text_gives_no_more_than_k(index: Index) -> None:
    assert len(index.text("the user cache answer", ALL, 2)) == 2


def test_equal_scores_come_in_the_order_of_their_refs(make: Make) -> None:
    nodes = [Node(f"claim:{name}", "claim", "same", "same words", None, {}) for name in "dbcaz"]
    index = make([*nodes, Node("claim:other", "claim", "else", "entirely", None, {})])

    assert refs(index.text("words", ["claim"], 3)) == ["claim:a", "claim:b", "claim:c"]


@pytest.mark.parametrize(
    "query",
    ["O'Brien", "it's", '"abc', "AND", "NOT x", "a AND", "NEAR(", "nope:x", "C++", "*", "-plan", "(plan", "50%", "a:b",
     "plan?", "plan;", "|", "`", "the", "OR", "???", "", " ", "\x00", "\ud83d", "错题 OR wrong-book", "; DROP TABLE"],
)  # fmt: skip
def test_S02_S03_S04_S06_any_text_is_a_legal_query(index: Index, query: str) -> None:
    index.text(query, ALL, 5)
    index.titles(query)
    assert index.text(query + " redis", ["claim"], 5)[0].ref == "claim:c2"


@pytest.mark.parametrize("query", ["???", "", '""', "|", "`", "* - ( )", "\u200b"])
def test_S04_a_query_without_words_finds_nothing(index: Index, query: str) -> None:
    assert index.text(query, ALL, 5) == []
    assert index.titles(query) == []


def test_where_very_many_are_equal_the_first_by_ref_are_found(make: Make) -> None:
    index = make(
        [Node(f"claim:{n:04}", "claim", "", f"wool {'hat' if n == 900 else n}", None, {}) for n in range(1000)]
    )

    assert refs(index.text("wool", ["claim"], 4))[:4] == [f"claim:{n:04}" for n in range(4)]
    assert refs(index.text("hat wool", ["claim"], 3)) == ["claim:0900", "claim:0000", "claim:0001"]


def test_S02_a_hyphenated_word_is_found_beside_a_chinese_one(make: Make) -> None:
    index = make([
        Node("claim:a", "claim", "notes", "kept in the wrong-book", None, {}),
        Node("claim:b", "claim", "笔记", "我的错题在这里", None, {}),
        Node("claim:c", "claim", "other", "nothing of the kind", None, {}),
    ])  # fmt: skip

    assert sorted(refs(index.text("错题 OR wrong-book", ["claim"], 5))) == ["claim:a", "claim:b"]


def test_S05_identifiers_are_found(make: Make) -> None:
    index = make([
        Node("claim:a", "claim", "", "call foo_bar here", None, {}),
        Node("claim:b", "claim", "", "fixed in v1.2.3 of it", None, {}),
        Node("claim:c", "claim", "", "foo and bar, 1 and 2", None, {}),
    ])  # fmt: skip

    assert refs(index.text("foo_bar", ["claim"], 5))[0] == "claim:a"
    assert refs(index.text("v1.2.3", ["claim"], 5)) == ["claim:b"]


def test_S08_any_one_word_of_a_question_will_do_in_any_script(make: Make) -> None:
    index = make([
        Node("claim:a", "claim", "", "база данных решили взять другую", None, {}),
        Node("claim:b", "claim", "", "погода сегодня", None, {}),
    ])  # fmt: skip

    assert refs(index.text("решили использовать", ["claim"], 5)) == ["claim:a"]


def test_U12_a_nul_hides_nothing(make: Make) -> None:
    index = make([
        Node("claim:a", "claim", "a\x00b", "before\x00after", None, {"x": "y\x00z"}),
        Node("claim:b", "claim", "", "other", None, {}),
    ])  # fmt: skip

    assert refs(index.text("after", ["claim"], 5)) == ["claim:a"]
    assert index.get(["claim:a"])["claim:a"].body == "before\x00after"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("what is Postgres?", ["page:/databases/postgres.md"]),
        ("pg or POSTGRES", ["page:/databases/postgres.md"]),
        ("explain the main aim", []),
        ("What is AI, then", ["page:/ai.md"]),
        ("multi-agent AI", ["page:/multi-agent.md", "page:/ai.md"]),
        ("我们的数据库在哪里", ["page:/databases/postgres.md"]),
        ("postgresql", []),
    ],
)
def test_titles_stand_in_the_question_as_whole_words_longest_first(index: Index, query: str, found: list[str]) -> None:
    assert index.titles(query) == found


def test_S10_wildcards_in_user_text_are_letters(make: Make) -> None:
    index = make([
        Node("page:/a.md", "page", "50%_a", "one", None, {}),
        Node("page:/b.md", "page", "50xya", "two", None, {}),
    ])  # fmt: skip

    assert index.titles("the tag 50%_a here") == ["page:/a.md"]
    assert refs(index.text("50xya", ["page"], 5)) == ["page:/b.md"]


def test_get_gives_nodes_as_they_were_put_and_leaves_out_unknown_refs(index: Index) -> None:
    found = index.get(["claim:c1", "claim:none", "page:/databases/postgres.md"])

    assert found == {"claim:c1": NODES[3], "page:/databases/postgres.md": NODES[0]}


def test_S09_forty_thousand_refs_are_one_question(index: Index) -> None:
    many = [f"claim:x{n}" for n in range(40_000)] + ["claim:c1"]

    assert list(index.get(many)) == ["claim:c1"]
    assert [edge.dst for edge in index.out(many, ["about"])] == ["page:/databases/postgres.md"]


def test_edges_are_found_from_both_ends(index: Index) -> None:
    assert sorted(index.out(["claim:c1"]), key=lambda e: e.rel) == EDGES[:2]
    assert sorted(index.into(["part:chat#1"]), key=lambda e: e.src) == EDGES[1:3]


def test_edges_are_chosen_by_relation(index: Index) -> None:
    assert index.out(["claim:c1"], ["evidence"]) == [EDGES[1]]
    assert index.out(["claim:c1"], []) == []
    assert index.into(["part:chat#1"], ["about"]) == []


def test_an_edge_to_a_node_that_is_not_there_is_kept(index: Index) -> None:
    assert index.out(["page:/ai.md"]) == [EDGES[3]]
    assert index.into(["page:/nowhere.md"]) == [EDGES[3]]


def test_held_still_it_answers_as_ever(index: Index) -> None:
    plain = index.text("cache", ["claim"], 5), index.out(["page:/ai.md"])
    with index.still(), index.still():
        assert (index.text("cache", ["claim"], 5), index.out(["page:/ai.md"])) == plain


def test_document_frequency_counts_nodes_of_the_kinds(index: Index) -> None:
    assert index.document_frequency(["cache", "Postgres", "zebra"], ["claim"]) == {
        "cache": 1,
        "Postgres": 1,
        "zebra": 0,
    }
    assert index.document_frequency(["cache"], ["claim", "part"]) == {"cache": 2}


def test_size_counts_nodes_of_the_kinds(index: Index) -> None:
    assert index.size(["claim"]) == 3
    assert index.size(["claim", "page", "source"]) == 7
    assert index.size([]) == 0


def test_knn_finds_the_nearest_of_the_kinds(index: Index) -> None:
    vector = EMBEDDER.query("the cache moved to redis")

    assert refs(index.knn(vector, ["claim", "part", "page"], 3))[0] == "claim:c2"
    assert refs(index.knn(vector, ["part"], 3)) == ["part:chat#1"]
    assert index.knn(vector, ["source"], 3) == []


def test_E02_a_zero_vector_is_near_nothing(index: Index) -> None:
    assert index.knn(EMBEDDER.query("\u200b"), ["claim"], 3) == []
    assert index.knn(np.zeros((1, 32), dtype=np.float32), ["claim"], 3) == []


def test_an_empty_index_answers(make: Make) -> None:
    index = make([])

    assert index.text("anything", ALL, 5) == []
    assert index.knn(EMBEDDER.query("anything"), ALL, 5) == []
    assert index.titles("anything") == []
    assert index.out(["claim:x"]) == []
    assert index.document_frequency(["anything"], ALL) == {"anything": 0}
    assert index.size(ALL) == 0
