"""Relations of pages bring in what no word of the question finds: by class and intent, over two hops, by trust."""

from clew.index.memory import MemoryIndex
from clew.model import Node
from clew.search.related import DECAY, FAN, reached
from clew.use.ask import Options, retrieve


def page(name, body="", relations=(), **more):
    ties = [[f"page:/{there}.md", cls, weight] for there, cls, weight in relations]
    data = {"aliases": [], "type": "Concept", "tags": [], "relations": ties, **more}
    return Node(f"page:/{name}.md", "page", name.replace("-", " "), body, None, data)


def fetched(*pages):
    index = MemoryIndex()
    index.add(list(pages))
    return index.get


def test_two_hops_are_walked_and_the_third_is_not():
    chain = [page(a, "", [(b, "part", 1.0)], tier="human-reviewed") for a, b in ("ab", "bc", "cd")]
    far = fetched(*chain, page("d", tier="human-reviewed"))
    assert reached(chain[0], "what", far) == {"page:/b.md": DECAY, "page:/c.md": DECAY * DECAY}


def test_a_cycle_ends_and_the_seed_is_not_reached_again():
    a, b = page("a", "", [("b", "part", 1.0)]), page("b", "", [("a", "part", 1.0)])
    assert set(reached(a, "what", fetched(a, b))) == {"page:/b.md"}


def test_the_class_that_is_asked_for_weighs_more():
    seed = page("a", "", [("cause", "causal", 0.9), ("kind", "kind", 0.9)])
    why = reached(seed, "why", fetched(seed, page("cause"), page("kind")))
    assert why["page:/cause.md"] > why["page:/kind.md"]
    what = reached(seed, "what", fetched(seed, page("cause"), page("kind")))
    assert what["page:/cause.md"] == what["page:/kind.md"]


def test_what_people_reviewed_counts_more_than_what_nobody_has_looked_at():
    seed = page("a", "", [("good", "part", 1.0), ("raw", "part", 1.0)])
    found = reached(seed, "what", fetched(seed, page("good", tier="human-reviewed"), page("raw", tier="unverified")))
    assert found["page:/good.md"] > found["page:/raw.md"] > 0


def test_a_hub_passes_less_along_and_no_more_than_its_heaviest():
    many = [(f"p{i}", "part", 1.0) for i in range(FAN + 5)]
    hub, lone = page("hub", "", many), page("lone", "", [("p1", "part", 1.0)])
    get = fetched(hub, lone, *(page(name) for name, _, _ in many))
    assert len(reached(hub, "what", get)) == FAN
    assert reached(hub, "what", get)["page:/p1.md"] < reached(lone, "what", get)["page:/p1.md"]


def test_a_relation_that_leads_to_no_page_leads_nowhere():
    seed = page("a", "", [("gone", "part", 1.0)])
    assert reached(seed, "what", fetched(seed)) == {}


def test_a_question_about_one_page_is_answered_by_the_page_it_is_related_to():
    index = MemoryIndex()
    noise = [page(f"note {i}", f"Minutes of meeting number {i} of the garden club.") for i in range(30)]
    index.add([
        page("Kiosk", "The terminal in the hall where visitors buy tickets.", [("Turbine", "causal", 1.0)]),
        page("Turbine", "Mira winds it by hand every morning.", [("Kiosk", "causal", 1.0)]),
        *noise,
    ])  # fmt: skip
    options = Options(gate=False, floor=0.0)
    with_links = [item.ref for item in retrieve("Why did the Kiosk go dark?", index, None, options).items]
    without = retrieve("Why did the Kiosk go dark?", index, None, Options(gate=False, floor=0.0, graph=False))
    assert with_links[:2] == ["page:/Kiosk.md", "page:/Turbine.md"]
    assert "page:/Turbine.md" not in [item.ref for item in without.items]
