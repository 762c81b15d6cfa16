"""Bundles of older formats are brought up to date, forward only, and keep what people wrote."""

from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.core.settings import FORMAT
from clew.errors import Refused
from clew.store import layout
from clew.store.files import Files

from wiki import digests

LOG = "# Log\n\n## 2026-05-01\n\n* **Added**: [Garden](sources/x.md)\n"
TIMELINE = '---\ntype: "Timeline"\ntitle: "Timeline"\n---\n\n# Timeline\n\n## 2026-05-01\n\n* pond: Deep.\n'
MARKS = ("log.md", "timeline.md", "trigger-keywords.txt")


@pytest.fixture
def old(tmp_path: Path, person: None) -> Path:
    """A bundle as format 1 left it: its derived files were generated whole."""
    root = tmp_path / "garden"
    with app.create(root, "Garden") as bundle:
        bundle.note("The pond is two metres deep.")
    settings = root / "clew.toml"
    settings.write_text(settings.read_text("utf-8").replace(f"format = {FORMAT}", "format = 1"), "utf-8")
    (root / "log.md").write_text(LOG, "utf-8")
    (root / "timeline.md").write_text(TIMELINE, "utf-8")
    (root / "trigger-keywords.txt").write_text("pond\n", "utf-8")
    (root / ".gitattributes").write_text("*.png binary\n", "utf-8")
    return root


def marked(root: Path) -> list[bool]:
    return [b"clew" in (root / path).read_bytes() for path in MARKS]


def test_a_step_leads_from_every_older_format() -> None:
    assert sorted(layout.STEPS) == list(range(1, FORMAT))


def test_reading_an_older_bundle_changes_nothing(old: Path) -> None:
    before = digests(old)
    with app.open_bundle(old) as bundle:
        assert "two metres" in bundle.context("How deep is the pond?").markdown()
    after = digests(old)

    assert {path: after[path] for path in before if not path.startswith(".clew")} == {
        path: digest for path, digest in before.items() if not path.startswith(".clew")
    }


def test_a_trial_names_the_files_and_writes_nothing(old: Path) -> None:
    before = digests(old)
    with app.open_bundle(old) as bundle:
        assert sorted(bundle.migrate(dry_run=True)) == sorted((".gitattributes", "clew.toml", *MARKS))
    assert digests(old)["log.md"] == before["log.md"]


@pytest.mark.parametrize("by", ["migrate", "note"])
def test_the_first_writing_brings_it_up_to_date(old: Path, by: str) -> None:
    with app.open_bundle(old) as bundle:
        bundle.migrate() if by == "migrate" else bundle.note("The shed is green.")
        kinds = [event.kind for event in bundle.knowledge().events]

    assert f"format = {FORMAT}\n" in (old / "clew.toml").read_text("utf-8")
    assert marked(old) == [True, True, True]
    assert (old / ".gitattributes").read_text("utf-8").startswith("*.png binary\n")
    assert kinds.count("migrate") == 1


def test_what_people_wrote_in_their_place_stays(old: Path) -> None:
    (old / "log.md").write_text("# Log\n\n## 2026-05-01\n\nA day by the pond.\n", "utf-8")
    (old / "timeline.md").write_text("---\ntype: Note\n---\nMine.\n", "utf-8")
    with app.open_bundle(old) as bundle:
        bundle.migrate()

    assert "A day by the pond." in (old / "log.md").read_text("utf-8")
    assert "Mine." in (old / "timeline.md").read_text("utf-8")


def test_a_second_migration_has_nothing_to_do(old: Path) -> None:
    with app.open_bundle(old) as bundle:
        bundle.migrate()
        assert bundle.migrate() == ()
    with app.open_bundle(old) as bundle:
        assert bundle.migrate() == ()


def test_there_is_no_way_back(old: Path) -> None:
    with app.open_bundle(old) as bundle:
        bundle.migrate()
        operation = next(o.id for o in _log(bundle) if "migrate" in o.kinds)

        with pytest.raises(Refused, match="only goes forward"):
            bundle.undo(operation)


def _log(bundle: Bundle) -> tuple:
    return tuple(bundle.log())


def test_several_steps_are_taken_in_order(old: Path) -> None:
    order: list[int] = []
    steps = {n: lambda files, n=n: order.append(n) or {f"step-{n}": b""} for n in (1, 2, 3)}
    changed = layout.changes(Files(old), 1, steps, 4)

    assert order == [1, 2, 3]
    assert list(changed) == ["step-1", "step-2", "step-3", "clew.toml"]
    assert b"format = 4" in (changed["clew.toml"] or b"")


@pytest.mark.parametrize(
    ("written", "after"),
    [
        ("  format = 1  # old", f"  format = {FORMAT}  # old"),
        ('"format" = 1', None),
        ("format = 0x1", f"format = {FORMAT}"),
    ],
)
def test_the_format_is_renewed_once_however_it_is_written(old: Path, written: str, after: str | None) -> None:
    settings = old / "clew.toml"
    settings.write_text(settings.read_text("utf-8").replace("format = 1", written), "utf-8")
    before = digests(old)
    with app.open_bundle(old) as bundle:
        if after is None:
            with pytest.raises(Refused, match="by hand"):
                bundle.migrate()
            assert digests(old)["log.md"] == before["log.md"]
        else:
            assert bundle.migrate()
            assert bundle.migrate() == ()
            assert after in settings.read_text("utf-8").split("\n")


@pytest.mark.parametrize("number", [0, -1])
def test_a_format_that_never_was_is_a_fault_of_the_settings(old: Path, number: int) -> None:
    settings = old / "clew.toml"
    settings.write_text(settings.read_text("utf-8").replace("format = 1", f"format = {number}"), "utf-8")
    with app.open_bundle(old) as bundle:
        assert [problem.code for problem in bundle.problems] == ["bad_setting"]
        assert bundle.note("The shed is green.")
