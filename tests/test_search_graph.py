"""Walks over an index: the same answers from each implementation of the port, with sources never entered."""

from __future__ import annotations

import random

import pytest

from clew.index.memory import MemoryIndex
from clew.index.sqlite import SqliteIndex
from clew.model import Edge
from clew.search.graph import Walk, cheapest, expand, pagerank, path
from clew.search.pattern import Hop, anchored, match, variables


@pytest.fixture(params=["memory", "sqlite"])
def build(request, tmp_path):
    """Makes an index of edges, of each kind."""

    def made(edges):
        if request.param == "memory":
            index = MemoryIndex()
            index.add([], edges)
            return index
        index = SqliteIndex(tmp_path / "index.db")
        index.put("file", "digest", [], edges)
        return index

    return made


@pytest.fixture
def line(build):
    """Makes an index of links between pages of one letter."""
    return lambda *edges: build([Edge(f"page:/{a}", "links", f"page:/{b}", w) for a, b, w in edges])


def ends(steps):
    return [(edge.src[-1], edge.dst[-1]) for edge in steps or ()]


CHAIN = (("a", "b", 1.0), ("b", "c", 1.0), ("c", "d", 1.0))


def test_expansion_falls_with_every_hop_and_stops_at_the_limit(line):
    found = expand(line(*CHAIN), {"page:/a": 1.0}, Walk(hops=2))
    assert found["page:/a"] > found["page:/b"] > found["page:/c"] > 0
    assert "page:/d" not in found


def test_a_path_is_shortest_and_walks_both_directions(line):
    chain = line(*CHAIN)
    assert ends(path(chain, "page:/d", "page:/a")) == [("c", "d"), ("b", "c"), ("a", "b")]
    assert path(chain, "page:/a", "page:/a") == ()
    assert path(chain, "page:/a", "page:/z") is None


def test_a_path_never_runs_through_a_source(build):
    index = build([Edge("page:/a", "in", "source:s"), Edge("page:/b", "in", "source:s")])
    assert path(index, "page:/a", "page:/b") is None


def test_the_cheapest_path_prefers_heavy_edges(line):
    index = line(("a", "b", 1.0), ("b", "d", 1.0), ("a", "d", 0.1))
    assert ends(cheapest(index, "page:/a", "page:/d")) == [("a", "b"), ("b", "d")]
    assert ends(path(index, "page:/a", "page:/d")) == [("a", "d")]


def test_pagerank_by_push_agrees_with_power_iteration(line):
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


def test_a_hub_passes_less_along_each_edge(line):
    index = line(("h", "x", 1.0), *(("h", f"{i}", 1.0) for i in range(9)), ("g", "y", 1.0))
    found = expand(index, {"page:/h": 1.0, "page:/g": 1.0})
    assert found["page:/x"] < found["page:/y"]


def test_the_cheapest_path_costs_what_a_search_of_all_paths_finds(line):
    dice = random.Random(5)
    letters = "abcdefgh"
    edges = {(dice.choice(letters), dice.choice(letters)): dice.choice((0.2, 0.5, 1.0)) for _ in range(14)}
    far = {a: {b: 0.0 if a == b else 99.0 for b in letters} for a in letters}
    for (a, b), weight in edges.items():
        far[a][b] = far[b][a] = min(far[a][b], 1 / weight)
    for via in letters:
        for a in letters:
            for b in letters:
                far[a][b] = min(far[a][b], far[a][via] + far[via][b])
    index = line(*((a, b, weight) for (a, b), weight in edges.items()))
    for a in letters:
        for b in letters:
            found = cheapest(index, f"page:/{a}", f"page:/{b}")
            cost = 99.0 if found is None else sum(1 / edge.weight for edge in found)
            assert cost == pytest.approx(far[a][b])


def test_a_search_by_cost_ends_where_one_side_has_nothing_left(line):
    assert cheapest(line(("a", "b", 1.0), ("c", "d", 1.0)), "page:/a", "page:/c") is None


# --- patterns ----------------------------------------------------------------------------------

WORK = [
    Edge("page:/ida", "works_at", "page:/mill"),
    Edge("page:/jon", "works_at", "page:/mill"),
    Edge("page:/kim", "works_at", "page:/dock"),
    Edge("page:/mill", "located_in", "page:/riga"),
    Edge("page:/dock", "located_in", "page:/oslo"),
    Edge("page:/ida", "knows", "page:/ida"),
    Edge("page:/ida", "in", "source:s"),
]


def names(matches, variable):
    return [row[variable].removeprefix("page:/") for row in matches.rows]


def test_a_pattern_of_two_hops_binds_its_variables(build):
    pattern = [Hop("?who", "?where", ("works_at",)), Hop("?where", "page:/riga", ("located_in",))]
    found = match(build(WORK), pattern)
    assert (names(found, "?who"), names(found, "?where"), found.whole) == (["ida", "jon"], ["mill", "mill"], True)
    assert variables(pattern) == ("?who", "?where")


def test_a_pattern_may_begin_at_known_starts(build):
    hop = [Hop("?who", "?where", ("works_at",))]
    found = match(build(WORK), hop, {"?who": ["page:/kim", "page:/nobody"]})
    assert names(found, "?where") == ["dock"]
    assert not anchored(hop)


def test_a_pattern_without_a_known_end_is_refused(build):
    with pytest.raises(ValueError, match="no end"):
        match(build(WORK), [Hop("?who", "?where")])


def test_a_pattern_never_binds_a_source(build):
    assert names(match(build(WORK), [Hop("page:/ida", "?x")]), "?x") == ["ida", "mill"]


def test_a_variable_that_stands_twice_is_one_node(build):
    assert names(match(build(WORK), [Hop("?x", "?x", ("knows",))], {"?x": ["page:/ida", "page:/jon"]}), "?x") == ["ida"]


def test_what_a_variable_may_be_is_asked_of_the_caller(build):
    pattern = [Hop("?who", "page:/mill", ("works_at",))]
    found = match(build(WORK), pattern, narrow=lambda _, refs: [ref for ref in refs if ref.endswith("jon")])
    assert names(found, "?who") == ["jon"]


def test_too_many_bindings_are_cut_and_said(build):
    found = match(build(WORK), [Hop("?who", "page:/mill", ("works_at",))], most=1)
    assert (names(found, "?who"), found.whole) == (["ida"], False)


def test_separate_parts_of_a_pattern_combine(build):
    found = match(build(WORK), [Hop("?a", "page:/riga"), Hop("?b", "page:/oslo")])
    assert (names(found, "?a"), names(found, "?b")) == (["mill"], ["dock"])
