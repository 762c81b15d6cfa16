"""Edges in memory give what the queries give, from the second long walk on, and never what is no longer so."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.index import graph
from clew.index.adjacency import Adjacency
from clew.index.sqlite import Owned, SqliteIndex
from clew.model import Edge

PLACES = [f"page:/{name}.md" for name in ("a", "b", "c", "d", "é")]
EDGES = st.lists(
    st.builds(Edge, st.sampled_from(PLACES), st.sampled_from(["about", "links"]), st.sampled_from(PLACES),
              st.sampled_from([0.25, 0.5, 1.0])),
    max_size=12,
)  # fmt: skip


def both(index: SqliteIndex, refs: Sequence[str], rels: Sequence[str] | None) -> tuple[list[Edge], list[Edge]]:
    return index.out(refs, rels), index.into(refs, rels)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(owned=st.lists(EDGES, max_size=3), refs=st.lists(st.sampled_from([*PLACES, "page:/x.md"]), max_size=4))
@pytest.mark.parametrize("rels", [None, ["links"], ["links", "about"], ["nothing"], []])
def test_edges_in_memory_are_those_of_the_queries(
    tmp_path: Path, owned: list[list[Edge]], refs: list[str], rels: list[str] | None
) -> None:
    index = SqliteIndex(tmp_path / "index.db")
    index.drop(*index.owners())
    index.put_all(Owned(f"o{n}", "d", (), edges) for n, edges in enumerate(owned))
    asked = both(index, refs, rels)

    ready = Adjacency(index._db)

    assert (ready.out(refs, rels), ready.into(refs, rels)) == asked
    index.close()


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    made: list[int] = []
    whole = Adjacency.__init__

    def counted(self: Adjacency, database: object) -> None:
        made.append(1)
        whole(self, database)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(Adjacency, "__init__", counted)
    return made


def test_one_question_does_not_read_all_edges_and_many_read_them_once(tmp_path: Path, reads: list[int]) -> None:
    index = SqliteIndex(tmp_path / "index.db")
    ring = [Edge(f"page:/{n}.md", "links", f"page:/{(n + 1) % 20}.md") for n in range(20)]
    index.put("o", "d", (), ring)

    index.out(["page:/3.md"])
    assert reads == []

    for _ in range(30):
        assert index.out(["page:/3.md"]) == [ring[3]]
        assert index.into(["page:/0.md"]) == [ring[19]]
    assert reads == [1]
    index.close()


def test_what_is_written_by_anybody_is_seen_at_once(tmp_path: Path, reads: list[int]) -> None:
    index, other = SqliteIndex(tmp_path / "index.db"), SqliteIndex(tmp_path / "index.db")
    first, second, third = (Edge("page:/a.md", "links", f"page:/{name}.md") for name in "bcd")
    index.put("o", "d", (), [first])
    for _ in range(5):
        index.out(["page:/a.md"])
    assert reads == [1]

    other.put("p", "d", (), [second])
    assert index.out(["page:/a.md"]) == [first, second]

    index.put("q", "d", (), [third])
    assert index.out(["page:/a.md"]) == [first, second, third]
    for one in (index, other):
        one.close()


def test_more_edges_than_memory_should_hold_are_asked_for_one_by_one(
    tmp_path: Path, reads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "MOST", 2)
    index = SqliteIndex(tmp_path / "index.db")
    edges = [Edge("page:/a.md", "links", f"page:/{name}.md") for name in "bcd"]
    index.put("o", "d", (), edges)

    for _ in range(9):
        assert index.out(["page:/a.md"]) == edges

    assert reads == []
    index.close()
