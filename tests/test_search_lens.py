"""The graph as a person may see it."""

from clew.core import codec
from clew.index.memory import MemoryIndex
from clew.model import Claim, Edge, Maker, Node, Speaker, Standing
from clew.search.fact import Sight
from clew.search.lens import OLD, Lens


def claim(name, **standing):
    made = Claim(name, "fact", f"Text of {name}.", name, "boats", Speaker("person", "user"), (), Maker("rules/1"))
    data = {"claim": codec.pack(made), "standing": codec.pack(Standing(name, **{"link": "active", **standing}))}
    return Node(f"claim:{name}", "claim", name, "", None, data)


def lens(*claims, merged=None, nowhere=()):
    index = MemoryIndex()
    index.add(
        claims,
        [Edge(c.ref, "about", "page:/boats.md") for c in claims]
        + [Edge(c.ref, "evidence", "part:s#1") for c in claims],
    )
    return Lens(index, Sight(), merged or {}, nowhere)


def sources(found):
    return [edge.src for edge in found]


def test_claims_that_may_not_be_shown_are_not_there():
    seen = lens(
        claim("a"),
        claim("b", shown="hidden"),
        claim("c", link="rejected"),
        claim("d", link="proposed"),
        claim("e", review="refuted"),
        claim("f", shown="purged"),
    )

    assert sources(seen.into(["page:/boats.md"])) == ["claim:a"]


def test_a_superseded_claim_counts_for_less():
    (edge,) = lens(claim("a", link="superseded")).into(["page:/boats.md"])

    assert edge.weight == OLD


def test_where_it_was_said_is_told_only_when_it_is_asked_for():
    seen = lens(claim("a"))

    assert [e.rel for e in seen.out(["claim:a"])] == ["about"]
    assert [e.rel for e in seen.out(["claim:a"], ("evidence",))] == ["evidence"]


def test_a_name_without_a_page_is_one_with_the_page_of_that_name():
    seen = lens(claim("a"), merged={"page:/boats.md": "page:/entities/boat.md"})

    assert sources(seen.into(["page:/entities/boat.md"])) == ["claim:a"]
    assert [e.dst for e in seen.out(["claim:a"])] == ["page:/entities/boat.md"]


def test_a_place_that_stands_for_nothing_connects_nothing():
    assert lens(claim("a"), nowhere=["page:/boats.md"]).out(["claim:a"]) == []
