"""What is derived of a large bundle is remembered for the next process, and never taken for another bundle's state."""

import sqlite3
from pathlib import Path

import pytest

from clew import app
from clew.belief import near
from clew.belief.heads import Heads
from clew.belief.knowledge import Knowledge
from clew.bundle import Bundle
from clew.index.kept import Kept
from clew.model import Claim
from clew.use import gather, memory

WAITING = (
    b"User: We decided to paint the pier blue.\nAssistant: Fine.\nUser: We will order twelve life vests from Ostrava.\n"
)
CHAT = b"User: The pier is painted blue.\n\nUser: The pier is painted green from now on.\n"


@pytest.fixture(autouse=True)
def _from_one_claim_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MANY", 1)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    with app.create(tmp_path / "b", "B") as bundle:
        bundle.add([app.examples()])
        bundle.status()
    return tmp_path / "b"


def kept(bundle: Bundle) -> Kept:
    return bundle._desk.kept


def everything(bundle: Bundle) -> object:
    known = bundle.knowledge()
    bundle.status()
    return (
        dict(known.claims),
        dict(known.standings),
        dict(known.sources),
        list(known.events),
        known.waiting(),
        dict(known.outline()),
        {i: known.touching(i) for i in known.claims},
    )


def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the files were read")

    monkeypatch.setattr(gather, "gather", refuse)


def test_the_next_process_knows_the_same_without_reading_the_files(root, monkeypatch):
    with app.open_bundle(root) as bundle:
        kept(bundle).forget()
        fresh = everything(bundle)
        assert kept(bundle).key == ""

    unread(monkeypatch)
    with app.open_bundle(root) as bundle:
        assert everything(bundle) == fresh


def test_what_is_decided_afterwards_is_remembered_on_top(root, monkeypatch):
    with app.open_bundle(root, "app") as bundle:
        first = next(iter(bundle.knowledge().claims))
        assert kept(bundle).key
        bundle.decide(lambda curate: curate.hide(first))
        bundle.note("The quay is swept on Mondays.", topic="quay")
        said = everything(bundle)

    unread(monkeypatch)
    with app.open_bundle(root) as bundle:
        assert everything(bundle) == said
        assert bundle.view(first).standing.shown == "hidden"


def test_what_waits_is_found_without_a_look_at_what_does_not(root, monkeypatch):
    with app.open_bundle(root, "app") as bundle:
        bundle.add([WAITING], at="2026-05-20", accept="none")
        held = [v.claim.id for v in bundle.queue()]
        assert held
    asked = []
    whole = Heads.__getitem__

    with app.open_bundle(root, "app") as bundle:
        with monkeypatch.context() as patch:
            patch.setattr(Heads, "__getitem__", lambda self, name: asked.append(name) or whole(self, name))
            patch.setattr(Heads, "items", lambda self: pytest.fail("everything was looked at"))
            assert [v.claim.id for v in bundle.queue()] == held
        assert set(asked) == set(held)
        bundle.decide(lambda curate: curate.accept(held[0]))
        assert [v.claim.id for v in bundle.queue()] == held[1:]
        bundle.undo()
        assert [v.claim.id for v in bundle.queue()] == held


def test_a_change_by_other_hands_is_seen(root):
    ledger = next((root / "ledger").glob("*.jsonl"))
    with app.open_bundle(root, "app") as bundle:
        bundle.note("The quay is swept on Mondays.", topic="quay")
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(lines[:-2]))  # somebody takes the note back by hand

    with app.open_bundle(root) as bundle:
        assert kept(bundle).key == ""
        assert bundle.status().proposed == 1


def test_other_code_derives_anew(root, monkeypatch):
    monkeypatch.setattr(memory, "CODE", ("clew.text",))

    with app.open_bundle(root) as bundle:
        assert bundle.knowledge().claims
        assert kept(bundle).key == ""


@pytest.mark.parametrize("damage", [b"no database", b""])
def test_a_damaged_memory_is_thrown_away(root, damage):
    with app.open_bundle(root) as bundle:
        fresh = everything(bundle)
        path = kept(bundle)._path
    path.write_bytes(damage)

    with app.open_bundle(root) as bundle:
        assert everything(bundle) == fresh
    with app.open_bundle(root) as bundle:
        bundle.knowledge()
        assert kept(bundle).key


def test_a_purge_leaves_no_word_in_the_memory(root):
    with app.open_bundle(root, "app") as bundle:
        view = bundle.note("The password of the gate is grebe-heron.", topic="gate")
    with app.open_bundle(root, "app") as bundle:
        bundle.status()
        path = kept(bundle)._path
        assert b"grebe-heron" in path.read_bytes()
        bundle.purge(view.claim.source)
        assert not path.exists()
        bundle.status()

    assert b"grebe-heron" not in path.read_bytes()


def test_whoever_reads_the_old_memory_goes_on_with_it(root):
    with app.open_bundle(root) as reader:
        before = {i: reader.knowledge().standings[i] for i in list(reader.knowledge().claims)[:1]}
        known = reader.knowledge()
        with app.open_bundle(root, "app") as writer:
            writer.decide(lambda curate: curate.hide(*before))

        assert dict.fromkeys(before, "shown") == {i: known.standings[i].shown for i in before}
        assert {reader.view(i).standing.shown for i in before} == {"hidden"}


def test_only_the_person_may_read_the_memory_and_a_small_bundle_has_none(root, tmp_path, monkeypatch):
    with app.open_bundle(root) as bundle:
        path = kept(bundle)._path
    assert path.stat().st_mode & 0o077 == 0
    assert not path.is_relative_to(root)

    monkeypatch.setattr(memory, "MANY", 2000)
    with app.create(tmp_path / "small", "Small") as bundle:
        bundle.add([WAITING], at="2026-05-20", accept="none")
        bundle.add([CHAT])
        path = kept(bundle)._path
    assert not path.exists()


def test_two_who_keep_at_once_do_not_mix(root):
    with app.open_bundle(root) as bundle:
        bundle.knowledge()
        path = kept(bundle)._path
        busy = path.with_suffix(".new")
        busy.write_bytes(b"")
        path.unlink()
        kept(bundle).key = ""
    assert not path.exists()

    busy.unlink()
    with app.open_bundle(root) as bundle:
        bundle.knowledge()
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT count(*) FROM claims").fetchone()[0] > 0


def test_what_is_kept_already_is_not_written_again_unless_more_was_worked_out(root: Path) -> None:
    with app.open_bundle(root) as bundle:
        kept(bundle).forget()
        written = []
        for work in (bundle.knowledge, bundle.knowledge, lambda: bundle.knowledge().waiting(), bundle.knowledge):
            work()
            bundle.keep()
            written.append(str(kept(bundle)._path.stat().st_ino) + str(kept(bundle)._path.stat().st_mtime_ns))

    assert written[0] == written[1] != written[2] == written[3]


def test_late_questions_about_names_are_taken_up_by_who_may_be_late_and_asked_anew_by_who_may_not(root: Path) -> None:
    with app.open_bundle(root, "app") as bundle:
        bundle.patient()
        bundle.findings()
        bundle.decide(lambda curate: curate.pin(next(iter(bundle.knowledge().claims))))
        bundle.findings()
        late = bundle.knowledge().late
        bundle.keep()
        found = []
        for patient in (True, False):
            with app.open_bundle(root) as other:
                if patient:
                    other.patient()
                known = other.knowledge()
                asked: list[Knowledge] = []
                known.asked = lambda of, asked=asked: asked.append(of) or {}
                known.waiting()
                found.append((known.late, len(asked)))

    assert (late, found) == (True, [(True, 0), (False, 1)])


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The claims that are read for what they are sorted in by."""
    seen: list[str] = []
    whole = near._digest

    def told(claim: Claim) -> str:
        seen.append(claim.id)
        return whole(claim)

    monkeypatch.setattr(near, "_digest", told)
    return seen


def test_a_note_reads_no_claim_again_for_what_it_may_be_compared_by(root, read):
    with app.open_bundle(root, "app") as bundle:
        before = bundle.note("The quay is swept on Mondays.", topic="quay")
    read.clear()

    with app.open_bundle(root, "app") as bundle:
        bundle.note("The quay is swept on Fridays from now on.", topic="quay")
        assert len(bundle.knowledge().near.met) > 20
    assert read == [before.claim.id]


def test_after_a_change_by_other_hands_only_the_changed_claims_are_compared_by_other_words(root, read):
    with app.open_bundle(root, "app") as bundle:
        quay = bundle.note("The quay is swept on Mondays.", topic="quay").claim
        gate = bundle.note("The gate is painted green.", topic="gate").claim
        known = dict(bundle.knowledge().near.kept)
    path = root / "claims" / f"{quay.source}.jsonl"
    path.write_bytes(path.read_bytes().replace(b"quay", b"jetty"))
    (root / "claims" / f"{gate.source}.jsonl").unlink()
    read.clear()

    with app.open_bundle(root, "app") as bundle:
        bundle.note("The harbour is dredged in May.", topic="harbour")
        now = dict(bundle.knowledge().near.kept)
        path = kept(bundle)._path

    assert gate.id not in now
    assert "t:jetty" in now[quay.id].keys
    assert now.items() >= {i: row for i, row in known.items() if i not in (quay.id, gate.id)}.items()
    assert b"gate" not in path.read_bytes()
