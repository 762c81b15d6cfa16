"""A bundle that other hands made opens, indexes, lints and answers at once, and keeps every byte."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from branching import chat
from clew import app
from clew.bundle import Bundle
from clew.errors import NotFound, Refused, UsageError
from clew.pages.exam import Case

import wiki
from transcript import call


@pytest.fixture
def root(tmp_path: Path, person: None) -> Path:
    return wiki.build(tmp_path / "rivers")


@pytest.fixture
def rivers(root: Path) -> Iterator[Bundle]:
    with app.open_bundle(root) as bundle:
        yield bundle


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How deep is Grey Lake?", "forty metres deep"),
        ("Where does the Vessel river rise?", "rises near Tarn"),
        ("Where did the timber come from?", "came from Tarn"),
        ("When was the gauge moved?", "moved in 1990"),
    ],
)
def test_it_answers_at_once(rivers: Bundle, question: str, told: str) -> None:
    assert told in rivers.context(question).markdown()


def test_it_says_no_where_nothing_is_known(rivers: Bundle) -> None:
    assert not rivers.context("Who plays the violin?").confident


def test_relations_without_claims_are_edges(rivers: Bundle) -> None:
    rivers.sync()
    edges = {(e.rel, e.dst) for e in rivers._desk.index.out(["page:/entities/vessel.md"])}

    assert ("flows_into", "page:/entities/grey-lake.md") in edges


@pytest.mark.parametrize(
    "named", ["entities/grey-lake", "grey-lake", "/entities/grey-lake.md", "Grey Lake", "forty metres"]
)
def test_its_exam_names_pages_by_their_id(root: Path, rivers: Bundle, named: str) -> None:
    asked = "How deep is Grey Lake?"
    assert rivers.exam.judge(Case(asked, (named,))).passed
    assert not rivers.exam.judge(Case(asked, ("entities/vessel",))).passed
    assert not rivers.exam.judge(Case(asked, ("Grey Lake",), ("entities/grey-lake",))).passed


def test_its_pages_are_things_that_can_be_listed_and_shown(rivers: Bundle) -> None:
    rows = {row.name: row for row in rivers.entities.list()}
    assert set(rows) == {"Vessel", "Grey Lake", "Old Bridge", "New Bridge", "Press"}
    assert (rows["Vessel"].type, rows["Vessel"].page) == ("River", "entities/vessel.md")

    shown = rivers.entities.show("Vessel river")
    assert [(t.subject, t.predicate, t.object) for t in shown.relations] == [
        ("Vessel", "crossed_by", "Old Bridge"),
        ("Vessel", "flows_into", "Grey Lake"),
    ]


def test_a_dated_relation_names_the_thing_and_not_its_file(rivers: Bundle) -> None:
    assert [moment.text for moment in rivers.timeline()] == ["Vessel crossed by Old Bridge"]


def test_it_is_linted_at_once(rivers: Bundle) -> None:
    report = rivers.linter.look()

    assert report.conformant
    assert {p.code for p in report.findings} >= {"predicate_unknown"}
    assert not [p for p in report.findings if p.code in ("broken_target", "supersession_dangling", "bad_source")]


def test_looking_changes_nothing_in_its_folder(root: Path, rivers: Bundle) -> None:
    before, adopt = wiki.digests(root), f"clew init {root} --here"

    rivers.context("How deep is Grey Lake?")
    rivers.linter.look()
    rivers.doctor()
    rivers.reindex()
    with pytest.raises(Refused, match=adopt):
        rivers.note("The lake is cold.")
    with pytest.raises(Refused, match=adopt):
        rivers.add([b"User: The lake is cold."])

    assert wiki.digests(root) == before


def test_computations_are_read_and_never_run(root: Path, rivers: Bundle) -> None:
    assert "Mean flow" in rivers.context("What is the mean flow of a year?").markdown()
    assert not Path("/tmp/never-written-by-clew").exists()


def test_adopting_keeps_every_byte(root: Path) -> None:
    (root / ".gitattributes").write_text("*.png binary\n", "utf-8")
    before = wiki.digests(root)

    with app.adopt(root, "Rivers") as bundle:
        bundle.sync()

    after = wiki.digests(root)
    assert {path: after[path] for path in before} == before
    assert (root / "claims/.gitattributes").read_text("utf-8") == "*.jsonl -text merge=union\n"


def test_what_is_adopted_can_be_added_to(root: Path) -> None:
    before = wiki.digests(root)
    said = '{"role": "user", "at": "2026-05-01T10:00:00Z", "text": "Nadia reads the gauge daily."}'
    chat = f'{{"id": "c", "messages": [{said}]}}'
    with app.adopt(root, "Rivers") as bundle:
        bundle.add([chat.encode()], accept="all")
        assert "reads the gauge daily" in bundle.context("Who reads the gauge?").markdown()
        assert bundle.linter.look().conformant
    after = wiki.digests(root)

    generated = {"index.md", "log.md"}
    assert {path for path in before if after[path] != before[path]} <= generated
    assert "A river in the north." in (root / "index.md").read_text("utf-8")


def test_what_was_added_and_taken_back_leaves_pages_of_people_as_they_were(root: Path, tmp_path: Path) -> None:
    with app.adopt(root, "Rivers") as bundle:
        before = {path: data for path, data in wiki.digests(root).items() if path.startswith("entities/")}
        told = "The Vessel flows into Grey Lake. Grey Lake is owned by the Tarn council."
        bundle.add(chat(tmp_path, "lake", "2026-04-01T10:00:00Z", told))
        assert "Tarn council" in (root / "entities/grey-lake.md").read_text("utf-8")

        bundle.undo()

        after = wiki.digests(root)
        assert {path: after[path] for path in before} == before


def test_adopting_twice_is_refused(root: Path) -> None:
    app.adopt(root, "Rivers").close()

    with pytest.raises(Refused, match="a bundle already"):
        app.adopt(root, "Rivers")


def test_it_is_found_from_a_folder_inside_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "entities")

    assert app.locate(None) == root


def test_a_bundle_of_clew_above_goes_before_it(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app.create(tmp_path, "Above").close()
    monkeypatch.chdir(root)

    assert app.locate(None) == tmp_path


def test_a_folder_without_pages_is_no_bundle(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x", "utf-8")

    with pytest.raises(NotFound):
        app.locate(tmp_path)
    with pytest.raises(UsageError):
        app.open_bundle(tmp_path)


def test_the_command_adopts(root: Path) -> None:
    printed, code = call(["init", str(root), "--here"])

    assert (printed.split(": ")[1], code) == ("8 pages, none changed. Look at it", 0)


def test_a_wikilink_finds_its_page_when_that_comes_later(tmp_path: Path, person: None) -> None:
    (tmp_path / "a.md").write_text("See [[The Pond]].\n", "utf-8")
    with app.open_bundle(tmp_path) as bundle:
        bundle.sync()
        assert bundle._desk.index.out(["page:/a.md"]) == []
        assert "wikilink_broken" in {p.code for p in bundle.linter.look().findings}
        (tmp_path / "deep").mkdir()
        (tmp_path / "deep/the pond.md").write_text("Water.\n", "utf-8")
        bundle.sync()
        assert [e.dst for e in bundle._desk.index.out(["page:/a.md"])] == ["page:/deep/the pond.md"]
        assert "wikilink_broken" not in {p.code for p in bundle.linter.look().findings}


def chained(root: Path, **successors: str) -> None:
    """Pages that took the place of one another, with prose of their own."""
    for name, successor in successors.items():
        word = name.capitalize()
        retired = f"status: deprecated\nsuperseded_by: {successor}\n" if successor else ""
        page = (
            f"---\ntype: Ferry\ntitle: {word} ferry\n{retired}---\n\nThe {word} ferry carries forty cars to the pier.\n"
        )
        (root / f"entities/{name}.md").write_text(page, "utf-8")


def served(rivers: Bundle, question: str) -> list[tuple[str, str, str]]:
    return [(it.ref, it.presented, it.badges[0]) for it in rivers.context(question).items if "ferry" in it.title]


def test_a_superseded_page_stands_for_its_successor(root: Path, rivers: Bundle) -> None:
    chained(root, anna="/entities/bruno.md", bruno="clara.md", clara="")
    found = served(rivers, "How many cars does the Anna ferry carry?")

    assert found[0] == ("page:/entities/clara.md", "current", "PAGE, IN PLACE OF Anna ferry")
    assert [ref for ref, how, _ in found if how == "current"] == ["page:/entities/clara.md"]


def test_a_question_about_the_past_is_told_the_older_page_too(root: Path, rivers: Bundle) -> None:
    chained(root, anna="/entities/bruno.md", bruno="")
    found = served(rivers, "How many cars did the Anna ferry carry before?")

    assert {("page:/entities/bruno.md", "current"), ("page:/entities/anna.md", "past")} <= {f[:2] for f in found}


@pytest.mark.parametrize("end", ["/entities/anna.md", "/entities/nowhere.md"])
def test_a_chain_of_pages_without_an_end_is_served_as_past(root: Path, rivers: Bundle, end: str) -> None:
    chained(root, anna=end)
    assert [how for _, how, _ in served(rivers, "How many cars does the Anna ferry carry?")] == ["past"]


@pytest.mark.parametrize(
    "relations",
    [
        "relations:\n  - {predicate: near, object: places/kell.md}",
        'relations:\n  - {predicate: near, object: "places/kell.md#mill"}',
        "relations: {predicate: near, object: places/kell.md}",
        "title: Ida\n---\n\n[near](places/kell.md)",
    ],
)
def test_a_path_that_only_works_from_the_root_leads_there_whichever_page_came_first(
    tmp_path: Path, person: None, relations: str
) -> None:
    root = tmp_path / "wiki"
    page = relations if "---" in relations else f"{relations}\n---\n"

    def put(path: str, text: str) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")

    def leads() -> list[str]:
        with app.open_bundle(root) as bundle:
            bundle.sync()
            return [edge.dst for edge in bundle._desk.index.out(["page:/people/ida.md"])]

    put("people/ida.md", f"---\ntype: Person\n{page}")
    put("index.md", "# Wiki\n\n* [Ida](people/ida.md) - x\n")
    assert leads() == ["page:/people/places/kell.md"]
    put("places/kell.md", "---\ntype: Place\n---\n")
    assert leads() == ["page:/places/kell.md"]
    put("people/places/kell.md", "---\ntype: Place\n---\n")
    assert leads() == ["page:/people/places/kell.md"]
    (root / "people/places/kell.md").unlink()
    assert leads() == ["page:/places/kell.md"]
