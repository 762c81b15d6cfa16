"""Which ledger file is this clone's own."""

from clew.store.clone import Clone


def test_a_clone_keeps_its_id_while_the_bundle_holds_its_last_line(tmp_path):
    (tmp_path / "w1.jsonl").write_bytes(b'{"digest":"abc"}\n')
    clone = Clone(tmp_path / "home", "b1", tmp_path)
    clone.remember("w1", "abc")

    assert clone.choose(tmp_path) == "w1"


def test_an_id_rests_while_its_branch_is_away_and_is_taken_up_when_it_is_back(tmp_path):
    clone = Clone(tmp_path / "home", "b1", tmp_path)
    (tmp_path / "w1.jsonl").write_bytes(b"abc")
    clone.remember("w1", "abc")
    (tmp_path / "w1.jsonl").unlink()

    other = clone.choose(tmp_path)
    clone.remember(other, "def")
    (tmp_path / "w1.jsonl").write_bytes(b"abc")

    assert other != "w1"
    assert clone.choose(tmp_path) == "w1"


def test_a_copy_of_the_bundle_or_another_bundle_has_an_id_of_its_own(tmp_path):
    (tmp_path / "w1.jsonl").write_bytes(b"abc")
    Clone(tmp_path / "home", "b1", tmp_path).remember("w1", "abc")

    assert Clone(tmp_path / "home", "b1", tmp_path / "copy").choose(tmp_path) != "w1"
    assert Clone(tmp_path / "home", "b2", tmp_path).choose(tmp_path) != "w1"


def test_without_a_home_or_with_a_broken_one_every_session_has_a_new_id(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    for home in (None, tmp_path / "file"):
        clone = Clone(home, "b1", tmp_path)
        clone.remember("w1", "abc")

        assert clone.choose(tmp_path) != clone.choose(tmp_path)


def test_a_note_that_cannot_be_read_costs_only_a_new_id(tmp_path):
    (tmp_path / "w1.jsonl").write_bytes(b"abc")
    clone = Clone(tmp_path / "home", "b1", tmp_path)
    clone.remember("w1", "abc")
    note = next((tmp_path / "home" / "writers").iterdir())
    for data in (b"rubbish", b'{"w1":7}'):
        note.write_bytes(data)

        assert clone.choose(tmp_path) != "w1"
