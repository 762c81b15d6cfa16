"""Things of a bundle: pages, relations on both, and what people decide about names."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import Ambiguous, NotFound, Refused, UsageError

TEXTS = (
    "Dora Quist works at Maple Works.",
    "Maple Works delivers the oak boards in May.",
    "The oak boards come from Maple Works.",
    "Quist Joinery is part of Maple Works.",
    "Dora Quist is responsible for the porch.",
    "Quist Joinery bills by the hour.",
)


def chat(texts: tuple[str, ...], name: str = "one") -> bytes:
    said = ", ".join(
        f'{{"role": "user", "at": "2026-02-10T10:{i:02}:00Z", "text": "{text}"}}' for i, text in enumerate(texts)
    )
    return f'{{"id": "{name}", "title": "Porch", "messages": [{said}]}}'.encode()


@pytest.fixture
def bundle(tmp_path: Path, person: None) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Porch") as made:
        made.add([chat(TEXTS)])
        yield made


def pages(bundle: Bundle) -> dict[str, bytes]:
    return {str(p.relative_to(bundle.root)): p.read_bytes() for p in bundle.root.rglob("*.md") if p.name != "log.md"}


def page(bundle: Bundle, name: str) -> str:
    return (bundle.root / bundle.entities.show(name).row.page).read_text("utf-8")


def test_a_thing_that_claims_speak_of_has_a_page_with_its_type_and_relations(bundle: Bundle) -> None:
    text = page(bundle, "Dora Quist")

    assert 'type: "Person"' in text
    assert '{predicate: "works_at", object: "/entities/maple-works.md", date: "2026-02-10", source: ' in text
    assert "Dora Quist is responsible for the porch." in text


def test_a_relation_stands_on_both_pages(bundle: Bundle) -> None:
    assert '{predicate: "employs", object: "/entities/dora-quist.md"' in page(bundle, "Maple Works")


def test_a_topic_and_a_thing_of_one_name_share_a_page_that_stays_where_it_is(bundle: Bundle) -> None:
    assert "entities/maple-works.md" == bundle.entities.show("maple works").row.page
    bundle.add([chat(("Maple Works sends the bill.", "Maple Works is closed in May.", "Maple Works moved."), "two")])

    assert "maple works" in {bundle.knowledge().topic(view.claim.id) for view in bundle.claims()}
    text = page(bundle, "Maple Works")
    assert "entities/maple-works.md" == bundle.entities.show("maple works").row.page
    assert not (bundle.root / "concepts/maple-works.md").exists()
    assert 'title: "Maple Works"' in text
    assert "Quist Joinery is part of Maple Works." in text, "a claim of another topic that speaks of it"


def test_a_common_noun_earns_no_page_by_its_relations_but_a_name_does(bundle: Bundle) -> None:
    texts = ("The kiln is part of Ember Yard.", "The kiln needs the blue gate.", "Ember Yard uses the kiln.")
    bundle.add([chat(texts, "yard")])

    assert not bundle.entities.show("kiln").row.page.startswith("entities/")
    assert 2 <= bundle.entities.show("kiln").row.claims
    assert "entities/ember-yard.md" == bundle.entities.show("Ember Yard").row.page


def test_the_page_of_a_thing_moves_and_comes_back(bundle: Bundle) -> None:
    before = pages(bundle)
    bundle.pages.move("Dora Quist", "people")

    assert "people/dora-quist.md" == bundle.entities.show("Dora Quist").row.page
    assert 'object: "/people/dora-quist.md"' in page(bundle, "Maple Works")
    assert 'superseded_by: "/people/dora-quist.md"' in (bundle.root / "entities/dora-quist.md").read_text("utf-8")
    bundle.add([chat(("Dora Quist leads the workshop.",), "three")])
    assert "Dora Quist leads the workshop." in (bundle.root / "people/dora-quist.md").read_text("utf-8")

    bundle.undo()
    bundle.undo()
    ours = ("entities/", "people/dora")
    assert [i for i in pages(bundle).items() if i[0].startswith(ours)] == [
        i for i in before.items() if i[0].startswith(ours)
    ]


def test_the_index_has_the_edge_between_the_pages(bundle: Bundle) -> None:
    links = bundle.atlas.neighbours("Dora Quist").links

    assert ("works_at", True) in {(link.rel, link.out) for link in links}


def weights(bundle: Bundle) -> dict[str, float]:
    bundle.sync()
    edges = bundle._desk.index.out(["page:/entities/dora-quist.md"])
    return {edge.rel: edge.weight for edge in edges}


def test_an_edge_weighs_what_the_class_of_its_predicate_does(bundle: Bundle) -> None:
    assert 0.9 == weights(bundle)["works_at"]
    (bundle.root / "vocabulary.yaml").write_text("weights: {social: 0.4}\n", "utf-8")
    assert 0.4 == weights(bundle)["works_at"]


def test_merging_and_splitting_gives_back_every_byte(bundle: Bundle) -> None:
    before = pages(bundle)
    bundle.entities.merge("Quist Joinery", "Dora Quist")

    assert "entities/quist-joinery.md" not in pages(bundle)
    assert "Quist Joinery" in bundle.entities.show("Dora Quist").row.aliases
    bundle.entities.split("Quist Joinery")
    assert before == pages(bundle)


def test_a_page_that_people_wrote_on_survives_a_merge_and_comes_back(bundle: Bundle) -> None:
    path = bundle.root / "entities/quist-joinery.md"
    path.write_text(path.read_text("utf-8") + "\nThe good workshop.\n", "utf-8")
    bundle.note("Quist Joinery has two saws.")
    before = path.read_bytes()
    bundle.entities.merge("Quist Joinery", "Dora Quist")

    assert 'superseded_by: "/entities/dora-quist.md"' in path.read_text("utf-8")
    assert "The good workshop." in path.read_text("utf-8")
    bundle.entities.split("Quist Joinery")
    assert before == path.read_bytes()


def test_a_merge_can_be_undone_and_tried_dry(bundle: Bundle) -> None:
    before = pages(bundle)

    assert 1 == len(bundle.entities.merge("Quist Joinery", "Dora Quist", dry_run=True))
    assert before == pages(bundle)
    bundle.entities.merge("Quist Joinery", "Dora Quist")
    bundle.undo()
    assert before == pages(bundle)


def test_claims_never_change_when_names_are_joined(bundle: Bundle) -> None:
    files = sorted((bundle.root / "claims").iterdir())
    before = [f.read_bytes() for f in files]
    bundle.entities.merge("Quist Joinery", "Dora Quist")

    assert before == [f.read_bytes() for f in files]


def test_two_names_told_apart_are_not_asked_about_again(bundle: Bundle) -> None:
    bundle.note("Quist brings the saw.")
    asked = {f.kind: f for f in bundle.findings()}["merge"]
    assert 2 == len([f for f in bundle.findings() if f.kind == "merge"])
    bundle.decide(lambda curate: curate.settle(asked.id, "apart"))

    assert asked.id not in {f.id for f in bundle.findings()}
    assert "Quist" in {n for r in bundle.entities.list() for n in (*r.aliases, *r.maybe)}


def test_a_question_about_names_takes_no_answer_about_claims(bundle: Bundle) -> None:
    bundle.note("Quist brings the saw.")
    asked = next(f for f in bundle.findings() if f.kind == "merge")

    with pytest.raises(UsageError, match="same, apart, later"):
        bundle.decide(lambda curate: curate.settle(asked.id, "keep-both"))


def test_an_alias_is_found_and_a_name_of_two_things_asks_which(bundle: Bundle) -> None:
    bundle.entities.alias("Dora Quist", "the boss")

    assert "Dora Quist" == bundle.entities.show("The Boss").row.name
    bundle.note("Quist brings the saw.")
    with pytest.raises(Ambiguous, match="say which"):
        bundle.entities.show("Quist")
    with pytest.raises(NotFound, match="Dora Quist"):
        bundle.entities.show("Dora Qist")


def test_an_alias_that_is_a_thing_of_its_own_joins_nothing(bundle: Bundle) -> None:
    before = pages(bundle)

    with pytest.raises(UsageError, match='clew entity merge "quist joinery" "Dora Quist"'):
        bundle.entities.alias("Dora Quist", "quist joinery")
    assert before == pages(bundle)


def test_two_names_that_nobody_knows_are_not_told_apart(bundle: Bundle) -> None:
    with pytest.raises(NotFound, match=r"nothing is called 'Dora Qist'.*Dora Quist"):
        bundle.entities.differ("Dora Qist", "Nobody Here")
    assert bundle.entities.differ("Dora Quist", "Nobody Here")


def test_a_thing_can_be_wished_for(bundle: Bundle) -> None:
    bundle.entities.new("Old Mill", "Place")
    text = page(bundle, "old mill")

    assert 'type: "Place"' in text
    assert "No current claim." in text
    with pytest.raises(UsageError, match="page already"):
        bundle.entities.new("Old Mill")


def test_a_page_that_a_person_wrote_is_linked_to_and_left_alone(bundle: Bundle) -> None:
    mine = "---\ntype: Person\ntitle: Dora Quist\n---\n\nBuilds porches.\n"
    (bundle.root / "people").mkdir()
    (bundle.root / "people/dora.md").write_text(mine, "utf-8")
    bundle.note("Dora Quist has the key.")

    assert mine == (bundle.root / "people/dora.md").read_text("utf-8")
    assert not (bundle.root / "entities/dora-quist.md").exists()
    assert '{predicate: "employs", object: "/people/dora.md"' in page(bundle, "Maple Works")


def test_the_order_of_adding_changes_no_page(tmp_path: Path, person: None) -> None:
    chats = [chat(TEXTS[:3], "one"), chat(TEXTS[3:], "two")]
    trees = []
    for n, order in enumerate((chats, chats[::-1])):
        with app.create(tmp_path / str(n), "Porch") as made:
            for one in order:
                made.add([one])
            trees.append({k: v for k, v in pages(made).items() if k.startswith(("entities/", "concepts/"))})

    assert trees[0] == trees[1]


def test_a_bundles_own_vocabulary_names_the_other_direction(bundle: Bundle) -> None:
    own = "predicates:\n  works_at: {inverse: has_on_the_payroll, class: social, from: Person, to: Organization}\n"
    (bundle.root / "vocabulary.yaml").write_text(own, "utf-8")
    bundle.note("The saw is sharp.")

    assert '{predicate: "has_on_the_payroll", object: "/entities/dora-quist.md"' in page(bundle, "Maple Works")


HOSTS = ("The shop is hosted on Render.", "The shop is hosted on Fly now.")


@pytest.mark.parametrize(("own", "link"), [("single: true", "superseded"), ("single: false", "active")])
def test_a_bundles_own_vocabulary_says_whether_a_value_replaces_the_last(bundle: Bundle, own: str, link: str) -> None:
    (bundle.root / "vocabulary.yaml").write_text(f"predicates:\n  hosted_on: {{{own}}}\n", "utf-8")
    bundle.add([chat(HOSTS, "hosts")])
    known = bundle.knowledge()
    found = {claim.text: known.standings[i].link for i, claim in known.claims.items()}

    assert link == found[HOSTS[0]]
    assert "active" == found[HOSTS[1]]


def test_a_broken_vocabulary_is_reported_and_the_shipped_one_serves(bundle: Bundle) -> None:
    (bundle.root / "vocabulary.yaml").write_text("predicates: [", "utf-8")
    bundle.note("The saw is sharp.")

    assert "bad_vocabulary" in {p.code for p in bundle.problems}
    assert "employs" in page(bundle, "Maple Works")


def test_an_agent_may_not_say_what_a_name_means(
    bundle: Bundle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with app.open_bundle(bundle.root, via="mcp") as agent:
        object.__setattr__(agent._desk.wiring.authority, "scripts", False)
        with pytest.raises(Refused, match="only a person"):
            agent.entities.merge("Quist Joinery", "Dora Quist")


def test_everything_that_is_named_can_be_listed(bundle: Bundle) -> None:
    few, all_ = bundle.entities.list(), bundle.entities.list(every=True)

    assert {"Maple Works", "Dora Quist"} <= {r.name for r in few}
    assert len(all_) > len(few)


def test_a_relation_by_hand_stands_on_both_pages_until_it_is_withdrawn(bundle: Bundle) -> None:
    bundle.entities.relate("Dora Quist", "member of", "Quist Joinery")

    assert '{predicate: "member_of", object: "/entities/quist-joinery.md"' in page(bundle, "Dora Quist")
    there = bundle.entities.show("Dora Quist").row.page
    assert f'{{predicate: "has_member", object: "/{there}"' in page(bundle, "Quist Joinery")
    bundle.entities.unrelate("Dora Quist", "member_of", "Quist Joinery")
    assert "member_of" not in page(bundle, "Dora Quist")
    with pytest.raises(NotFound, match="no claim says"):
        bundle.entities.unrelate("Dora Quist", "member_of", "Quist Joinery")
    with pytest.raises(UsageError, match="two different things"):
        bundle.entities.relate("Dora Quist", "knows", "dora quist")


def test_who_comes_in_the_place_of_another_is_said_to_replace_them(bundle: Bundle) -> None:
    bundle.add([chat(("Our tax adviser is Kanto Office.", "Our tax adviser is Lind & Co now."), "office")])
    tied = {(t.subject, t.predicate, t.object) for t in bundle.entities.relations()}

    assert ("Lind & Co", "supersedes", "Kanto Office") in tied
    assert ("Kanto Office", "supersedes", "Lind & Co") not in tied


@pytest.mark.parametrize("name", ["owner", "me", "user"])
def test_the_owner_is_shown_with_what_they_say_of_themselves(bundle: Bundle, name: str) -> None:
    bundle.add([chat(("I work at Harbour Tickets.", "We use Postgres."), "self")])
    shown = bundle.entities.show(name)

    assert ("you", "Person") == (shown.row.name, shown.row.type)
    assert ("works_at", "Harbour Tickets") in {(r.predicate, r.object) for r in shown.relations}
    assert ("uses", "Postgres") in {(r.predicate, r.object) for r in bundle.entities.show("project").relations}


def test_names_that_one_message_sets_side_by_side_are_told_apart(tmp_path: Path, person: None) -> None:
    with app.create(tmp_path / "two", "Two") as made:
        made.add(
            [
                chat(
                    (
                        "Dora Quist is our pilot and Dora Quill is the painter.",
                        "Mari-Ann with the hyphen is the plumber.",
                        "Mariann keeps the keys for Piet.",
                    )
                )
            ]
        )
        tied = {(t.subject, t.predicate, t.object) for t in made.entities.relations()}
        names = {row.name for row in made.entities.list(every=True)}

    assert {("Dora Quist", "differs_from", "Dora Quill"), ("Dora Quill", "differs_from", "Dora Quist")} & tied
    assert {"Mari-Ann", "Mariann"} <= names
