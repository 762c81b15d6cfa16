"""Walks over an index: expansion, paths and PageRank, with sources never entered."""

import pytest

from clew.index.memory import MemoryIndex
from clew.model import Edge
from clew.search.graph import Walk, cheapest, expand, pagerank, path


def line(*edges):
    index = MemoryIndex()
    index.add([], [Edge(f"page:/{a}", "links", f"page:/{b}", w) for a, b, w in edges])
    return index


def ends(steps):
    return [(edge.src[-1], edge.dst[-1]) for edge in steps or ()]


CHAIN = line(("a", "b", 1.0), ("b", "c", 1.0), ("c", "d", 1.0))


def test_expansion_falls_with_every_hop_and_stops_at_the_limit():
    found = expand(CHAIN, {"page:/a": 1.0}, Walk(hops=2))
    assert found["page:/a"] > found["page:/b"] > found["page:/c"] > 0
    assert "page:/d" not in found


def test_a_path_is_shortest_and_walks_both_directions():
    assert ends(path(CHAIN, "page:/d", "page:/a")) == [("c", "d"), ("b", "c"), ("a", "b")]
    assert path(CHAIN, "page:/a", "page:/a") == ()
    assert path(CHAIN, "page:/a", "page:/z") is None


def test_a_path_never_runs_through_a_source():
    index = MemoryIndex()
    index.add([], [Edge("page:/a", "in", "source:s"), Edge("page:/b", "in", "source:s")])
    assert path(index, "page:/a", "page:/b") is None


def test_the_cheapest_path_prefers_heavy_edges():
    index = line(("a", "b", 1.0), ("b", "d", 1.0), ("a", "d", 0.1))
    assert ends(cheapest(index, "page:/a", "page:/d")) == [("a", "b"), ("b", "d")]
    assert ends(path(index, "page:/a", "page:/d")) == [("a", "d")]


def test_pagerank_by_push_agrees_with_power_iteration():
    index = line(("a", "b", 1.0), ("b", "c", 2.0), ("c", "a", 1.0), ("c", "d", 1.0))
    weights = {"a": {"b": 1, "c": 1}, "b": {"a": 1, "c": 2}, "c": {"b": 2, "a": 1, "d": 1}, "d": {"c": 1}}
    rank = {n: float(n == "a") for n in weights}
    for _ in range(200):
        rank = {
            n: 0.5 * (n == "a") + 0.5 * sum(rank[m] * out.get(n, 0) / sum(out.values()) for m, out in weights.items())
            for n in weights
        }
    found = pagerank(index, {"page:/a": 1.0}, eps=1e-9)
    assert {k[-1]: v for k, v in found.items()} == pytest.approx(rank, abs=1e-6)


def test_a_hub_passes_less_along_each_edge():
    many = line(("h", "x", 1.0), *(("h", f"{i}", 1.0) for i in range(9)))
    few = line(("h", "x", 1.0))
    assert expand(many, {"page:/h": 1.0})["page:/x"] < expand(few, {"page:/h": 1.0})["page:/x"]
