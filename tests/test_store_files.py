"""The layout of a bundle, and how its files are read."""

from pathlib import Path

import pytest

from clew.core import codec
from clew.errors import Conflict, NotFound, Refused, StorageFailed, UsageError
from clew.model import Claim, Maker, Part, Span, Speaker
from clew.store import files, walk
from clew.store.files import Files, adopt, create, extended, grown

ONE = Part(1, "m1", None, "person", "user", None, "a\u2028b\r\nc")
TWO = Part(2, "m2", "m1", "assistant", "assistant", None, "数据 \x0b\x0c\x1c\x85 end")
CLAIM = Claim(
    "k1", "fact", "A is B.", "A", "a", Speaker("person", "user"), (Span("s", 1, 0, 1, "a"),), Maker("rules/1")
)


def lines(*values) -> bytes:
    return "".join(codec.line(value) + "\n" for value in values).encode()


def bundle(tmp_path, **texts: bytes) -> Files:
    """A folder with these files; `__` in a name stands for `/`."""
    for name, data in texts.items():
        place = tmp_path / name.replace("__", "/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.with_suffix(".jsonl").write_bytes(data)
    return Files(tmp_path)


def test_a_new_bundle_has_its_folders_settings_and_rules_for_git(tmp_path):
    made = create(tmp_path / "b", b"[bundle]\n")

    assert made.read("clew.toml") == b"[bundle]\n"
    assert made.read(".clew/.gitignore") == b"*\n"
    assert b"ledger/*.jsonl -text merge=union\n" in made.read(".gitattributes")
    assert all((tmp_path / "b" / name).is_dir() for name in files.FOLDERS)
    assert (made.sources(), made.claimants(), made.pages().paths) == ([], [], ())


@pytest.mark.parametrize("place", ["https://example.org/notes", "file:///tmp/x", "/"])
@pytest.mark.parametrize("make", [create, adopt])
def test_an_address_or_the_whole_disk_is_no_place_for_a_bundle(tmp_path, monkeypatch, place, make):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="name a folder"):
        make(Path(place), b"one")
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_is_not_created_over_another(tmp_path):
    create(tmp_path, b"one")

    with pytest.raises(Refused, match="is a bundle already"):
        create(tmp_path, b"two")
    assert (tmp_path / "clew.toml").read_bytes() == b"one"


def test_files_of_others_stay_when_a_bundle_is_created_around_them(tmp_path):
    (tmp_path / "a.md").write_bytes(b"mine")
    (tmp_path / ".gitattributes").write_bytes(b"*.bin binary")

    made = create(tmp_path, b"")

    assert made.read("a.md") == b"mine"
    assert made.read(".gitattributes").startswith(b"*.bin binary\nreferences/*.jsonl -text merge=union\n")


def test_a_bundle_cannot_be_created_where_a_file_stands(tmp_path):
    (tmp_path / "b").write_bytes(b"")

    with pytest.raises(StorageFailed, match="cannot write"):
        create(tmp_path / "b" / "c", b"")


def test_creating_again_after_a_cut_off_creation_finishes_it(tmp_path):
    create(tmp_path, b"x")
    (tmp_path / "clew.toml").unlink()
    before = (tmp_path / ".gitattributes").read_bytes()

    create(tmp_path, b"y")

    assert (tmp_path / ".gitattributes").read_bytes() == before


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../../x", "", ".", "a\0b"])
def test_F08_no_path_leads_out_of_the_bundle(tmp_path, path):
    with pytest.raises(Refused, match="no path inside the bundle"):
        Files(tmp_path).at(path)


def test_F07_no_path_goes_through_a_link(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "l").symlink_to(tmp_path)

    with pytest.raises(Refused, match="is a link"):
        Files(tmp_path / "b").at("l/x.md")
    assert Files(tmp_path / "b").at("k/x.md") == tmp_path / "b" / "k" / "x.md"


def test_F14_a_folder_name_is_never_a_pattern(tmp_path):
    (tmp_path / "notes [2024]").mkdir()
    (tmp_path / "notes [2024]" / "a*b.md").write_bytes(b"x")

    assert Files(tmp_path).pages().paths == ("notes [2024]/a*b.md",)
    assert Files(tmp_path).read("notes [2024]/a*b.md") == b"x"


@pytest.mark.parametrize("name", ["a/b", "", "..", "x" * 300])
def test_a_source_id_that_is_no_file_name_is_refused(name):
    for path in (files.references, files.claims, files.page):
        with pytest.raises(Refused):
            path(name)


def test_U29_parts_are_read_with_every_separator_in_their_text(tmp_path):
    held = bundle(tmp_path, references__s=lines(ONE, TWO)).parts("s")

    assert held.values == (ONE, TWO)
    assert held.problems == ()


def test_one_part_is_read_alone(tmp_path):
    held = bundle(tmp_path, references__s=lines(ONE, TWO) + b"rubbish\n")

    assert held.part("s", 2) == TWO


def test_a_part_of_a_line_in_another_order_of_keys_is_found(tmp_path):
    held = bundle(tmp_path, references__s=b'{"id":"m","n":7,"author":"person","text":"x"}\n')

    assert held.part("s", 7).text == "x"
    with pytest.raises(NotFound, match="source s has no part 8"):
        held.part("s", 8)


def test_a_source_without_text_is_not_found(tmp_path):
    with pytest.raises(NotFound):
        Files(tmp_path).parts("s")


def test_F12_a_line_that_cannot_be_read_is_named_and_the_rest_is_read(tmp_path):
    held = bundle(tmp_path, references__s=lines(ONE) + b'\xff\n{"n":1}\n\n' + lines(TWO)).parts("s")

    assert held.values == (ONE, TWO)
    assert [(p.path, p.code, p.line) for p in held.problems] == [
        ("references/s.jsonl", "bad_utf8", 2),
        ("references/s.jsonl", "bad_line", 3),
    ]


def test_a_line_that_a_merge_kept_twice_counts_once(tmp_path):
    held = bundle(tmp_path, references__s=lines(ONE, TWO, ONE)).parts("s")

    assert (held.values, held.problems) == ((ONE, TWO), ())


def test_two_texts_under_one_number_are_a_problem_and_the_first_counts(tmp_path):
    other = Part(1, "m1", None, "person", "user", None, "other")

    held = bundle(tmp_path, references__s=lines(ONE, other)).parts("s")

    assert held.values == (ONE,)
    assert [(p.code, p.line) for p in held.problems] == [("duplicate_key", 2)]


def test_claims_are_read_and_none_where_there_is_no_file(tmp_path):
    held = bundle(tmp_path, claims__s=lines(CLAIM))

    assert held.claims("s").values == (CLAIM,)
    assert held.claims("t").values == ()
    assert held.claimants() == ["s"]


def test_sources_are_listed_without_hidden_files_and_folders(tmp_path):
    held = bundle(tmp_path, references__b=b"", references__a=b"")
    (tmp_path / "references" / ".clew-0.jsonl").touch()
    (tmp_path / "references" / "raw.jsonl").mkdir()

    assert held.sources() == ["a", "b"]


def test_a_folder_without_sources_folder_has_no_sources(tmp_path):
    assert Files(tmp_path).sources() == []


def test_F09_an_unreadable_folder_is_an_error_and_not_an_empty_one(tmp_path):
    (tmp_path / "references").write_bytes(b"")

    with pytest.raises(StorageFailed, match="cannot read"):
        Files(tmp_path).sources()


def test_old_lines_stay_equal_to_the_byte_when_a_file_grows(tmp_path):
    odd = b'{"text":"a\\u2028b\\r\\nc" ,"n":1, "id":"m1","author":"person","name":"user"}'

    assert extended(odd, ["x"]) == odd + b"\nx\n"
    assert grown(lines(ONE), [ONE, TWO]) == lines(ONE, TWO)
    assert grown(None, [CLAIM]) == lines(CLAIM)


def test_growing_by_what_is_there_changes_nothing():
    assert grown(lines(ONE) + b"rubbish", [ONE, ONE]) == lines(ONE) + b"rubbish"
    assert grown(None, []) == b""


@pytest.mark.parametrize("held", [ONE, CLAIM])
def test_what_is_stored_cannot_be_changed_by_growing(held):
    data = lines(held).replace(b'"text":"', b'"text":"!')

    with pytest.raises(Conflict, match="is stored with other content"):
        grown(data, [held])


def test_a_digest_names_the_bytes_and_absence(tmp_path):
    held = bundle(tmp_path, a=b"x")

    assert held.digest("a.jsonl")[:6] == "2d7116"
    assert held.digest("b.jsonl") == ""


def test_a_snapshot_shows_what_changed(tmp_path):
    held = bundle(tmp_path, references__s=b"1", claims__s=b"1", ledger__w=b"1")
    for name in ("clew.toml", "a.md", "b.md"):
        (tmp_path / name).write_bytes(b"1")
    old, problems = held.snapshot()
    (tmp_path / "a.md").unlink()
    (tmp_path / "b.md").write_bytes(b"22")
    (tmp_path / "c.md").write_bytes(b"1")
    new, _ = held.snapshot()

    paths = ["a.md", "b.md", "claims/s.jsonl", "clew.toml", "ledger/w.jsonl", "references/s.jsonl"]
    assert sorted(line.split(" ", 2)[2] for line in old) == paths
    assert problems == ()
    assert sorted(line.split(" ", 2)[2] for line in set(old) ^ set(new)) == ["a.md", "b.md", "b.md", "c.md"]
    assert held.stamps() == {path: stamp for line in new[:2] for stamp, _, path in [line.rpartition(" ")]}


def test_a_file_that_vanishes_has_no_stamp(tmp_path):
    assert walk.stamp(tmp_path / "gone") is None
