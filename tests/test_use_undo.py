"""Taking back: what one operation did to pages and files goes, what others did stays, to the byte."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.belief import events
from clew.bundle import Bundle
from clew.errors import Refused
from clew.model import Json
from clew.store import atomic
from clew.use.pages import Draft

pytestmark = pytest.mark.usefixtures("person")


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        messages = [{"role": "user", "at": "2026-01-10T10:00:00Z", "text": "We host the shop on Render."}]
        made.add([json.dumps({"id": "chat-plan-0000000001", "messages": messages}).encode()])
        made.pages.new(Draft("Mill", "Place", text="By the pond."))
        yield made


def pages(root: Path) -> dict[str, bytes]:
    """The pages and the vocabulary; what is generated from the ledger is left out."""
    found = {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*.md")) if p.name != "log.md"}
    words = root / "vocabulary.yaml"
    return found | ({words.name: words.read_bytes()} if words.exists() else {})


def test_a_renamed_predicate_is_taken_back_and_not_the_operation_before_it(bundle: Bundle) -> None:
    before = pages(bundle.root)

    bundle.linter.rename("uses", "leans_on")
    assert "leans_on" in (bundle.root / "vocabulary.yaml").read_text("utf-8")
    bundle.undo()

    assert pages(bundle.root) == before


def test_a_vocabulary_that_was_there_is_as_before_when_a_predicate_is_taken_back(bundle: Bundle) -> None:
    words = bundle.root / "vocabulary.yaml"
    words.write_bytes(b"# caf\xc3\xa9\npredicates:\n  near: {symmetric: true}\n")

    bundle.linter.rename("uses", "leans_on")
    bundle.undo()

    assert words.read_bytes() == b"# caf\xc3\xa9\npredicates:\n  near: {symmetric: true}\n"


def test_bytes_of_the_vocabulary_that_are_no_text_stay_as_they_are(bundle: Bundle) -> None:
    (bundle.root / "vocabulary.yaml").write_bytes(b"# caf\xe9\npredicates:\n")

    bundle.linter.rename("uses", "leans_on")

    assert b"# caf\xe9\n" in (bundle.root / "vocabulary.yaml").read_bytes()


def test_a_page_that_shows_claims_goes_when_it_is_taken_back(bundle: Bundle) -> None:
    before = pages(bundle.root)

    bundle.pages.new(Draft("Where it runs", topics=("hosting",), tags=("x",), text="Our words."))
    assert "Render" in (bundle.root / "concepts/where-it-runs.md").read_text("utf-8")
    bundle.undo()

    assert pages(bundle.root) == before


def test_the_index_of_a_folder_goes_with_its_last_page(bundle: Bundle) -> None:
    bundle.pages.move("Mill", "places")
    assert "mill.md" in (bundle.root / "places/index.md").read_text("utf-8")

    bundle.undo()

    assert not (bundle.root / "places/index.md").exists()


def test_what_was_taken_back_on_a_page_is_not_said_to_be_done_again(bundle: Bundle) -> None:
    bundle.pages.edit("Mill", {"description": "A mill"})
    bundle.undo()
    back = bundle.log()[0].id

    with pytest.raises(Refused, match="do it anew"):
        bundle.undo(back)
    with pytest.raises(Refused, match="do it anew"):
        bundle.undo(back, dry_run=True)


def test_taking_back_the_taking_back_of_a_decision_decides_again(bundle: Bundle) -> None:
    ident = next(iter(bundle.knowledge().claims))
    bundle.decide(lambda curate: curate.hide(ident))
    bundle.undo()
    assert bundle.knowledge().standings[ident].shown == "shown"

    bundle.undo(bundle.log()[0].id)

    assert bundle.knowledge().standings[ident].shown == "hidden"


def test_a_trial_of_undo_is_refused_where_undo_is(bundle: Bundle) -> None:
    bundle.pages.new(Draft("Barn"))
    barn = bundle.root / "concepts/barn.md"
    barn.write_text(barn.read_text("utf-8") + "\nHay.\n", "utf-8")

    with pytest.raises(Refused, match="changed since"):
        bundle.undo(dry_run=True)


def test_a_refuted_claim_does_not_collide_with_itself(bundle: Bundle) -> None:
    ident = next(iter(bundle.knowledge().claims))
    bundle.decide(lambda curate: curate.refute(ident))

    assert not [f for f in bundle.linter.look().findings if f.code == "tombstone_collision"]


@pytest.fixture
def program(bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bundle]:
    """The same bundle through a pipe, with no leave for scripts to decide."""
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew/config.toml"
    config.write_text('[user]\nname = "kim"\n', "utf-8")
    with app.open_bundle(bundle.root, "pipe") as opened:
        yield opened


def test_a_program_does_not_take_back_what_brought_a_claim_into_force(bundle: Bundle, program: Bundle) -> None:
    added = bundle.log()[-1].id

    for trial in (True, False):
        with pytest.raises(Refused, match="only a person"):
            program.undo(added, dry_run=trial)

    assert bundle.undo(added)


def test_a_program_takes_back_its_own_page(program: Bundle) -> None:
    program.pages.new(Draft("Barn"))
    assert program.undo()


def test_a_program_sets_no_end_to_a_claim_in_force(bundle: Bundle, program: Bundle) -> None:
    ident = next(iter(bundle.knowledge().claims))

    with pytest.raises(Refused, match="only a person"):
        program.decide(lambda curate: curate.overlay([ident], {"valid_to": "2001-01-01"}))

    assert program.decide(lambda curate: curate.overlay([ident], {"label": "Render"}))
    assert bundle.decide(lambda curate: curate.overlay([ident], {"valid_to": "2027-01-01"}))


def test_a_note_that_may_not_take_the_place_of_a_claim_is_not_written(bundle: Bundle, program: Bundle) -> None:
    ident = next(iter(bundle.knowledge().claims))
    before = sorted(path for path in bundle.root.rglob("*.*") if ".clew" not in path.parts)

    with pytest.raises(Refused, match="only a person"):
        program.note("Grass is green.", supersedes=ident)

    assert sorted(path for path in bundle.root.rglob("*.*") if ".clew" not in path.parts) == before
    assert bundle.note("Grass is green.", supersedes=ident)


def test_a_generated_key_that_was_edited_and_taken_back_is_generated_again(bundle: Bundle) -> None:
    bundle.wish("hosting")
    before = pages(bundle.root)

    bundle.pages.edit("Hosting", {"title": "Where it runs", "tags": ["ops"]})
    bundle.undo()

    assert pages(bundle.root) == before, "with the seal that lets the title follow the topic"


def test_what_was_saved_in_an_editor_is_on_record_and_keys_are_put_back(bundle: Bundle) -> None:
    path = bundle.root / "concepts/mill.md"
    was = path.read_bytes()
    bundle.pages.write("Mill", was.replace(b'"Place"', b'"Barn"'), atomic.digest(was))

    assert [e.kind for e in bundle.log()[0].events] == ["page"]
    bundle.undo()
    assert path.read_bytes() == was


def test_words_that_were_saved_in_an_editor_are_not_taken_back_and_nothing_else_is_instead(bundle: Bundle) -> None:
    path = bundle.root / "concepts/mill.md"
    was = path.read_bytes()
    bundle.pages.write("Mill", was + b"It grinds rye.\n", atomic.digest(was))

    with pytest.raises(Refused, match="editor"):
        bundle.undo()
    assert path.read_bytes() == was + b"It grinds rye.\n"


def test_a_schedule_is_on_record_and_taken_back(bundle: Bundle) -> None:
    bundle.linter.schedule(90, "error")
    place = bundle.root / ".github/workflows/clew-lint.yml"
    assert place.is_file()

    bundle.undo()
    assert not place.exists()


def test_a_source_that_was_taken_back_is_in_no_index_until_it_is_restored(bundle: Bundle) -> None:
    index = bundle.root / "sources/index.md"
    bundle.undo()
    listed = index.read_bytes()
    ident = next(iter(bundle.knowledge().sources))
    assert ident in listed.decode()

    bundle.undo()
    assert not index.exists()
    bundle.withdraw(ident, back=True)
    assert index.read_bytes() == listed


def proposed(bundle: Bundle) -> str:
    """Candidates of an agent are taken in and wait; the id of the operation."""
    found = {"kind": "fact", "text": "There is a shop.", "quotes": [{"part": 1, "text": "the shop"}]}
    source = next(iter(bundle.knowledge().sources))
    assert bundle.extraction.take(json.dumps({"source": source, "claims": [found]})).claims["proposed"] == 1
    return bundle.log()[0].id


def test_what_only_proposed_is_not_undone_and_nothing_else_is_instead(bundle: Bundle) -> None:
    op = proposed(bundle)
    before = pages(bundle.root)

    assert [(o.undone, o.kept) for o in bundle.log() if o.id == op] == [(False, True)]
    for trial in (True, False):
        with pytest.raises(Refused, match=r"only read and proposed: decide with clew review, or name .*: clew log"):
            bundle.undo(dry_run=trial)
    with pytest.raises(Refused, match="only read and proposed"):
        bundle.undo(op)
    assert (pages(bundle.root), bundle.log()[0].id) == (before, op)
    assert bundle.undo(bundle.log()[1].id), "what stands before it can be named"


def test_what_was_only_sent_is_passed_over_by_undo(bundle: Bundle) -> None:
    with bundle._desk.writing() as session:
        session.commit(session.stamp([events.sent("ask-1", {"to": "lab:tiny", "digests": ["d"]})]))

    assert (bundle.log()[0].kinds, bundle.log()[0].undone) == ({"sent": 1}, False)
    assert [e.kind for e in bundle.undo()] == ["page"]


def test_an_undo_is_not_called_undone(bundle: Bundle) -> None:
    bundle.undo()

    assert [(o.undone, o.undoes) for o in bundle.log()[:2]] == [(False, True), (True, False)]


HEADED = """---
type: Note
title: Oak
tags: [b, a]  # as they came
authors:
  - {name: "Zed", age: 3, "born": "x"}
  - name: Anna
    zip: 1
links:
- z
- y   # comment
---

Text.
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "changes",
    [
        {"authors": [{"name": "Bob", "zip": 2}]},
        {"authors": None},
        {"tags": ["x"], "links": ["q"]},
        {"title": "Elm", "colour": "green"},
    ],
)
def test_an_edit_is_taken_back_to_the_byte(bundle: Bundle, changes: dict[str, Json], ends: str) -> None:
    place = bundle.root / "notes/oak.md"
    place.parent.mkdir()
    place.write_bytes(before := HEADED.replace("\n", ends).encode())
    bundle.pages.edit("notes/oak.md", changes)
    assert place.read_bytes() != before
    bundle.undo()
    assert place.read_bytes() == before


def test_an_edit_is_taken_back_by_keys_where_other_lines_were_changed_since(bundle: Bundle) -> None:
    place = bundle.root / "notes/oak.md"
    place.parent.mkdir()
    place.write_text(HEADED, "utf-8")
    bundle.pages.edit("notes/oak.md", {"title": "Elm"})
    mine = place.read_text("utf-8").replace("title:", "icon: tree\ntitle:")
    place.write_text(mine, "utf-8")
    bundle.undo()

    assert place.read_text("utf-8").replace('"Oak"', "Oak") == HEADED.replace("title:", "icon: tree\ntitle:")
