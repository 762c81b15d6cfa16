"""The pattern language: what is read, what is refused with its place, and what fits."""

import pytest

from clew.errors import UsageError
from clew.index.memory import MemoryIndex
from clew.model import Edge
from clew.search.notation import parse
from clew.search.pattern import match

EDGES = [
    ("ada", "works_at", "mill"),
    ("bo", "works_at", "dock"),
    ("bo", "knows", "ada"),
    ("mill", "located_in", "berlin"),
    ("dock", "located_in", "bonn"),
]


def rows(text):
    index = MemoryIndex()
    index.add([], [Edge(*e) for e in EDGES])
    shape = parse(text)
    refs = {spot.variable: spot.name.split("/")[-1] for spot in shape.spots if spot.name}
    everything = {end for a, _, b in EDGES for end in (a, b)}
    starts = dict.fromkeys(shape.variables, everything)
    found = [row for hops in shape.readings(refs) for row in match(index, hops, starts).rows]
    return sorted(tuple(row[v] for v in shape.variables) for row in found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(?p)-works_at->(?o), (?o)-located_in->/entities/berlin", [("ada", "mill")]),
        ("(?p)-works_at->(?o)-located_in->(?c)", [("ada", "mill", "berlin"), ("bo", "dock", "bonn")]),
        ("(?o)<-works_at-(?p)", [("dock", "bo"), ("mill", "ada")]),
        ("(ada)-knows-(?x)", [("bo",)]),
        ('"ada" -knows- (?x)', [("bo",)]),
        ("(ada)-knows->(?x)", []),
        ("(bo)-knows|works_at->(?x)", [("ada",), ("dock",)]),
        ("(bo)-*->(?x)", [("ada",), ("dock",)]),
        ("(?x)-located_in->()", [("dock",), ("mill",)]),
        ("(?x)<-located_in-()<-works_at-(?p)", [("berlin", "ada"), ("bonn", "bo")]),
    ],
)
def test_a_pattern_finds_what_fits(text, found):
    assert rows(text) == found


def test_types_are_kept_with_their_variable():
    shape = parse("(?p : Person)-works_at->(:Company), (?p)-knows->(?q)")

    assert shape.types == {"?p": {"Person"}, "?_1": {"Company"}}
    assert shape.variables == ("?p", "?q")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 1),
        ("(?a", 1),
        ("(?a)", 5),
        ("(?a)->(?b)", 5),
        ("(?a)-x->(?b) (?c)", 14),
        ("(?a)-a|*->(?b)", 5),
        ("(?a)<-x->(?b)", 5),
        ("(?)-a->(?b)", 1),
        ("(?a)-x->(?b),", 14),
        ("(?a)-x->(?b)" + ")" * 400, 13),
        ("('; DROP TABLE node; --)-x", 25),
    ],
)
def test_what_is_no_pattern_is_refused_with_its_place(text, at):
    with pytest.raises(UsageError, match=rf"at character {at}: expected"):
        parse(text)


def test_long_patterns_are_refused():
    with pytest.raises(UsageError, match="at most 500 characters"):
        parse("(?a)" * 200)
    with pytest.raises(UsageError, match="at most 8 edges"):
        parse(", ".join(["(?a)-x->(?b)"] * 9))
    assert len(parse(", ".join(["(?a)-x->(?b)"] * 8)).steps) == 8
    with pytest.raises(UsageError, match="at most 3 edges"):
        parse("(?a)-x-(?b)-x-(?c)-x-(?d)-x-(?e)")
