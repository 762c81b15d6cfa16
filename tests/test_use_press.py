"""A page is made only when something it depends on changed, and the files are those of making all of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.index.sqlite import SqliteIndex
from clew.pages import front
from clew.use import press as pressing
from clew.use.look import Filter

pytestmark = pytest.mark.usefixtures("person")

ALWAYS = ("log.md", "timeline.md")
TEA, MILL = "concepts/tea.md", "concepts/mill.md"


def tell(bundle: Bundle) -> None:
    for topic in ("tea", "mill"):
        for n in range(3):
            bundle.note(f"The {topic} has colour number {n}.", topic=topic)


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        tell(made)
        yield made


def made(bundle: Bundle) -> list[str]:
    return sorted(bundle._desk.made)


def publish(bundle: Bundle) -> list[str]:
    with bundle._desk.writing() as session:
        assert session.publish() == ()
    return made(bundle)


def texts(bundle: Bundle) -> dict[str, bytes]:
    return {
        path.relative_to(bundle.root).as_posix(): path.read_bytes()
        for path in bundle.root.rglob("*")
        if path.suffix in (".md", ".txt") and ".clew" not in path.parts
    }


def page(bundle: Bundle, path: str = TEA) -> Path:
    return bundle.root / path


def test_a_note_makes_its_own_page_and_what_lists_it(bundle: Bundle) -> None:
    bundle.note("The tea has colour number 9.", topic="tea")

    assert made(bundle) == sorted((TEA, "sources/index.md", *ALWAYS))
    assert "number 9" in page(bundle).read_text("utf-8")


def test_publishing_twice_makes_nothing_the_second_time(bundle: Bundle) -> None:
    publish(bundle)
    before = texts(bundle)

    assert publish(bundle) == []
    assert texts(bundle) == before


def test_a_bundle_opened_anew_makes_nothing_again(bundle: Bundle) -> None:
    publish(bundle)

    with app.open_bundle(bundle.root) as again:
        assert publish(again) == []


def test_without_an_index_everything_is_made_and_nothing_changes(bundle: Bundle) -> None:
    publish(bundle)
    before = texts(bundle)
    place = bundle._desk.index.path
    bundle.close()
    for file in place.parent.glob(place.name + "*"):
        file.unlink()

    with app.open_bundle(bundle.root) as again:
        assert {TEA, MILL, *ALWAYS} <= set(publish(again))
        assert texts(again) == before
        assert publish(again) == []


def test_a_page_that_was_deleted_is_made_again(bundle: Bundle) -> None:
    publish(bundle)
    before = page(bundle).read_bytes()
    page(bundle).unlink()

    assert TEA in publish(bundle)
    assert page(bundle).read_bytes() == before


def test_prose_of_people_is_looked_at_once_and_stays(bundle: Bundle) -> None:
    publish(bundle)
    text = page(bundle).read_text("utf-8").replace("# Tea\n", "# Tea\n\nWe like it strong.\n")
    page(bundle).write_text(text, "utf-8")

    assert publish(bundle) == [TEA]
    assert "We like it strong." in page(bundle).read_text("utf-8")
    assert publish(bundle) == []


def test_a_block_that_was_edited_is_reported_every_time(bundle: Bundle) -> None:
    publish(bundle)
    text = page(bundle).read_text("utf-8")
    page(bundle).write_text(text.replace("colour number 1", "colour number 7"), "utf-8")

    for _ in range(2):
        with bundle._desk.writing() as session:
            assert [(p.path, p.code) for p in session.publish()] == [(TEA, "page_left_alone")]
    assert any(p.path == TEA and p.code == "block_edited" for p in bundle.doctor().problems)


def test_a_title_that_a_person_gives_reaches_index_and_keywords(bundle: Bundle) -> None:
    publish(bundle)
    page(bundle).write_bytes(front.set_keys(front.parse(page(bundle).read_bytes(), TEA), {"title": "Green tea"}))

    assert {TEA, "concepts/index.md", "trigger-keywords.txt"} <= set(publish(bundle))
    assert "[Green tea]" in (bundle.root / "concepts/index.md").read_text("utf-8")
    assert publish(bundle) == []


def test_prose_that_rests_on_a_claim_is_marked_when_the_claim_falls(bundle: Bundle) -> None:
    view = bundle.list(Filter(topic="mill"))[0]
    text = page(bundle).read_text("utf-8")
    prose = f"# Tea\n\nThe mill is bright.\\\nrests on `{view.claim.id[:8]}`\n"
    page(bundle).write_text(text.replace("# Tea\n", prose), "utf-8")
    publish(bundle)

    assert publish(bundle) == []
    bundle.decide(lambda curate: curate.hide(view.claim.id))
    assert TEA in made(bundle)
    assert "## To look at" in page(bundle).read_text("utf-8")


def test_the_setting_of_links_makes_all_pages_anew(bundle: Bundle) -> None:
    settings = bundle.root / "clew.toml"
    settings.write_text(settings.read_text("utf-8").replace('links = "relative"', 'links = "absolute"'), "utf-8")

    with app.open_bundle(bundle.root) as again:
        assert {TEA, MILL, *ALWAYS} <= set(publish(again))
        assert "](/sources/" in page(again).read_text("utf-8")
        assert publish(again) == []


def test_another_edition_of_the_code_makes_everything_anew(bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(bundle)
    monkeypatch.setattr(pressing, "MAKERS", ("clew.pages",))

    assert {TEA, MILL, *ALWAYS} <= set(publish(bundle))
    assert publish(bundle) == []


def test_what_was_written_by_others_meanwhile_is_looked_at(bundle: Bundle) -> None:
    publish(bundle)
    with app.open_bundle(bundle.root) as other:
        other.note("The mill has colour number 8.", topic="mill")

    bundle.note("The tea has colour number 8.", topic="tea")
    assert made(bundle) == sorted((TEA, "sources/index.md", *ALWAYS))
    assert publish(bundle) == []


def test_files_put_back_as_they_were_before_a_change_are_made_again(bundle: Bundle) -> None:
    """As a merge that takes the older side does."""
    publish(bundle)
    old = page(bundle).read_bytes()
    bundle.note("The tea has colour number 9.", topic="tea")
    new = page(bundle).read_bytes()
    page(bundle).write_bytes(old)

    assert TEA in publish(bundle)
    assert page(bundle).read_bytes() == new


def test_a_crash_before_the_index_learned_of_it_costs_one_more_look(bundle: Bundle) -> None:
    publish(bundle)
    held = bundle._desk.index.imprints.all(edition(bundle))
    bundle.note("The tea has colour number 9.", topic="tea")
    bundle._desk.index.imprints.save(edition(bundle), held, ())  # what it knew before

    assert publish(bundle) == sorted((TEA, "sources/index.md", *ALWAYS))
    assert publish(bundle) == []


def edition(bundle: Bundle) -> str:
    return pressing.Press(bundle._desk.files, bundle._desk.index).edition


def test_an_index_that_cannot_be_used_stops_no_publishing(bundle: Bundle, tmp_path: Path) -> None:
    other = SqliteIndex(tmp_path / "other.sqlite")
    other.close()
    other.path.write_bytes(b"no database" * 1000)
    press = pressing.Press(bundle._desk.files, SqliteIndex(other.path))

    assert not press.known(TEA)
    press.save()


def test_all_files_are_those_of_making_everything(tmp_path: Path) -> None:
    """The same story told twice: one bundle remembers what it made, the other forgets it before every step."""
    told = []
    for forgets in (False, True):
        with app.create(tmp_path / ("full" if forgets else "quick"), "Story") as it:
            for step in STORY:
                if forgets:
                    it._desk.index.imprints.forget()
                step(it)
                it.sync()
            told.append(texts(it))
            it._desk.index.imprints.forget()
            publish(it)
            assert texts(it) == told[-1]

    first, second = ({path: data for path, data in one.items() if path != "log.md"} for one in told)
    assert first == second  # the log names an operation that was undone, and each has a name of its own
    assert len(first) > 20


def words(bundle: Bundle) -> None:
    (bundle.root / "vocabulary.yaml").write_text("- name: works_at\n  synonyms: [serves_at]\n", "utf-8")


def prose(bundle: Bundle) -> None:
    text = page(bundle, MILL).read_text("utf-8").replace("# Mill\n", "# Mill\n\nBuilt by our aunt.\n")
    page(bundle, MILL).write_text(text, "utf-8")


def beside(bundle: Bundle) -> None:
    (bundle.root / "people").mkdir()
    (bundle.root / "people/ines.md").write_text("---\ntype: Person\ntitle: Ines Roth\n---\n\nOur baker.\n", "utf-8")


STORY = (
    tell,
    lambda it: it.note("Ines Roth works at Northmill.", topic="people"),
    lambda it: it.note("Ines Roth bakes bread in Northmill.", topic="people"),
    lambda it: it.note("Ines Roth met Omar Blum in Northmill.", topic="people"),
    beside,
    lambda it: it.note("Omar Blum works at Northmill.", topic="people"),
    prose,
    lambda it: it.decide(lambda curate: curate.hide(it.list(Filter(topic="mill"))[0].claim.id)),
    lambda it: it.undo(),
    words,
    lambda it: it.note("The tea is black now.", topic="tea", supersedes=it.list(Filter(topic="tea"))[0].claim.id),
    lambda it: it.withdraw(it.list(Filter(topic="people"))[0].claim.source),
    lambda it: it.note("The bread is dark.", topic="bread"),
    lambda it: it.wish("bread"),
)
