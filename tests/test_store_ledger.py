"""The append-only record: numbered, chained, readable whatever happens to it."""

import errno
import os

import pytest

from clew.errors import Conflict, StorageFailed
from clew.model import Event, Problem
from clew.store import atomic, chain
from clew.store.ledger import FileLedger

SALT = "pepper"


def event(target: str, reason: str | None = None) -> Event:
    return Event("accept", target, "2026-08-01T00:00:00Z", "anna", "terminal", {"by": "x"}, reason)


def ledger(folder, writer: str = "w1") -> FileLedger:
    folder.mkdir(exist_ok=True)
    return FileLedger(folder, SALT, writer)


def written(folder, *batches: tuple[str, ...], writer: str = "w1"):
    own = ledger(folder, writer)
    own.resume()
    for batch in batches:
        own.append(event(target) for target in batch)
    return own.path


def codes(folder) -> list[tuple[str, int | None]]:
    return [(problem.code, problem.line) for problem in FileLedger(folder, SALT).verify()]


def targets(folder) -> list[str]:
    return [found.target for found in FileLedger(folder, SALT).read()]


def test_appended_events_come_back_numbered_and_chained(tmp_path):
    done = ledger(tmp_path).append([event("a"), event("b", "why")])

    assert [e.id for e in done] == ["w1-1", "w1-2"]
    assert [e.clock for e in done] == [1, 1]
    assert (done[0].prev, done[1].prev) == ("", done[0].digest)
    assert FileLedger(tmp_path, SALT).read() == done
    assert codes(tmp_path) == []


def test_a_second_session_goes_on_where_the_first_ended(tmp_path):
    written(tmp_path, ("a",))
    written(tmp_path, ("b",))

    first, second = FileLedger(tmp_path, SALT).read()
    assert (second.n, second.clock, second.prev) == (2, 2, first.digest)


def test_a_long_ledger_is_looked_through_once_by_who_appends_often(tmp_path, monkeypatch):
    written(tmp_path, ("a",), ("b",), writer="other")
    marks, read = {}, []
    whole = atomic.current
    monkeypatch.setattr(atomic, "current", lambda path: read.append(path.name) or whole(path))
    for target in ("c", "d", "e"):
        own = FileLedger(tmp_path, SALT, "w1", marks)
        own.resume()
        own.append([event(target)])

    assert sorted(read) == ["other.jsonl", "w1.jsonl"]
    assert [(e.n, e.clock) for e in FileLedger(tmp_path, SALT).read() if e.writer == "w1"] == [(1, 3), (2, 4), (3, 5)]
    assert codes(tmp_path) == []


def test_what_others_appended_or_cut_meanwhile_is_looked_through_again(tmp_path):
    marks = {}
    own = FileLedger(tmp_path, SALT, "w1", marks)
    own.resume()
    own.append([event("a")])
    written(tmp_path, ("b",), ("c",))
    written(tmp_path, ("d",), writer="other")
    with own.path.open("ab") as file:
        file.write(b'{"n":4,"clock":9')

    again = FileLedger(tmp_path, SALT, "w1", marks)
    again.resume()
    (made,) = again.append([event("e")])

    assert (made.n, made.clock) == (4, 5)
    assert targets(tmp_path) == ["a", "b", "c", "d", "e"]
    assert codes(tmp_path) == []


def test_a_writer_ticks_past_every_event_it_can_see(tmp_path):
    written(tmp_path, ("a",), ("b",), ("c",))
    written(tmp_path, ("d",), writer="a0")

    assert targets(tmp_path) == ["a", "b", "c", "d"]


def test_events_of_one_tick_are_ordered_by_writer(tmp_path):
    written(tmp_path / "one", ("a1", "a2"), writer="wa")
    written(tmp_path / "two", ("b1",), writer="wb")
    (tmp_path / "two" / "wb.jsonl").rename(tmp_path / "one" / "wb.jsonl")

    assert targets(tmp_path / "one") == ["a1", "a2", "b1"]


def test_an_empty_folder_or_none_holds_no_events(tmp_path):
    assert targets(tmp_path / "none") == []
    assert ledger(tmp_path).append([]) == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("cut", [1, 60, 700])
def test_an_append_that_was_cut_off_is_ignored_whole_and_removed_by_the_next_writing(tmp_path, cut):
    path = written(tmp_path, ("a",), ("b", "c", "d"))
    path.write_bytes(path.read_bytes()[: -cut - 1])

    assert targets(tmp_path) == ["a"]
    assert codes(tmp_path) == [("torn_tail", 2)]

    written(tmp_path, ("e",))
    assert targets(tmp_path) == ["a", "e"]
    assert codes(tmp_path) == []


def test_the_first_append_can_be_cut_off_too(tmp_path):
    path = written(tmp_path, ("a", "b"))
    path.write_bytes(path.read_bytes()[:-9])

    assert targets(tmp_path) == []
    written(tmp_path, ("c",))
    assert targets(tmp_path) == ["c"]


def test_a_cut_off_append_behind_a_broken_line_ends_there(tmp_path):
    path = written(tmp_path, ("a",), ("b", "c"))
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0], b"rubbish", lines[1], lines[2][:9]]))

    assert targets(tmp_path) == ["a"]
    assert codes(tmp_path) == [("bad_line", 2), ("torn_tail", 3)]


def test_a_missing_last_line_end_loses_nothing(tmp_path):
    path = written(tmp_path, ("a",))
    path.write_bytes(path.read_bytes()[:-1])

    assert targets(tmp_path) == ["a"]
    written(tmp_path, ("b",))
    assert targets(tmp_path) == ["a", "b"]
    assert codes(tmp_path) == []


def test_a_changed_line_is_found(tmp_path):
    path = written(tmp_path, ("a",), ("b",))
    path.write_bytes(path.read_bytes().replace(b'"target":"a"', b'"target":"z"'))

    assert codes(tmp_path) == [("broken_digest", 1)]


def test_a_digest_of_another_salt_does_not_fit(tmp_path):
    written(tmp_path, ("a",))

    assert [p.code for p in FileLedger(tmp_path, "salt").verify()] == ["broken_digest"]


def test_a_removed_line_is_found(tmp_path):
    path = written(tmp_path, ("a",), ("b",), ("c",))
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0], *lines[2:]]))

    assert codes(tmp_path) == [("missing_line", 2)]


def test_two_copies_of_one_clone_that_wrote_apart_are_found_and_both_are_read(tmp_path):
    path = written(tmp_path, ("a",))
    base = path.read_bytes()
    written(tmp_path, ("b",))
    ours = path.read_bytes()
    path.write_bytes(base)
    written(tmp_path, ("c",))
    path.write_bytes(ours + path.read_bytes()[len(base) :])

    assert sorted(targets(tmp_path)) == ["a", "b", "c"]
    assert codes(tmp_path) == [("duplicate_number", 3)]
    written(tmp_path, ("d",))
    assert [e.n for e in FileLedger(tmp_path, SALT).read()] == [1, 2, 2, 3]


def test_a_line_that_a_merge_kept_twice_is_one_event(tmp_path):
    path = written(tmp_path, ("a",), ("b",))
    path.write_bytes(path.read_bytes() * 2)

    assert targets(tmp_path) == ["a", "b"]
    assert codes(tmp_path) == []


def test_what_cannot_be_read_is_named_and_the_rest_is_read(tmp_path):
    path = written(tmp_path, ("a",), ("b",))
    first, second, _ = path.read_bytes().split(b"\n")
    junk = [b"<<<<<<< HEAD", b"\xff", b"[]", b'{"n":3}', b""]
    path.write_bytes(b"\n".join([first, *junk, second, b""]))

    problems: list[Problem] = []
    read = [e.target for e in FileLedger(tmp_path, SALT).replay(problems)]

    found = [("conflict_marker", 2), ("bad_utf8", 3), ("bad_line", 4), ("bad_line", 5)]
    assert [(p.code, p.line) for p in problems] == found
    assert read == ["a", "b"]
    assert codes(tmp_path) == found


def test_lines_of_another_writers_file_are_named(tmp_path):
    written(tmp_path, ("a",)).rename(tmp_path / "w2.jsonl")

    assert codes(tmp_path) == [("wrong_writer", 1)]


def test_a_file_full_of_lines_of_another_writer_is_named_once(tmp_path):
    written(tmp_path, *((name,) for name in "abcde")).rename(tmp_path / "w2.jsonl")

    assert codes(tmp_path) == [("wrong_writer", 1)]


def test_links_hidden_files_and_folders_are_no_ledgers(tmp_path):
    written(tmp_path / "ledger", ("a",))
    outside = written(tmp_path / "other", ("z",), writer="w9")
    (tmp_path / "ledger" / "l.jsonl").symlink_to(outside)
    (tmp_path / "ledger" / ".x.jsonl").write_bytes(outside.read_bytes())
    (tmp_path / "ledger" / "d.jsonl").mkdir()

    assert targets(tmp_path / "ledger") == ["a"]


def test_an_unreadable_folder_is_an_error_and_not_an_empty_ledger(tmp_path):
    (tmp_path / "ledger").write_bytes(b"")

    with pytest.raises(StorageFailed, match="cannot read"):
        FileLedger(tmp_path / "ledger", SALT).read()


def test_a_blanked_reason_keeps_the_chain_whole(tmp_path):
    own = ledger(tmp_path)
    own.append([event("a", "secret words"), event("b", "kept")])

    own.path.write_bytes(chain.blanked(own.path.read_bytes(), frozenset({1})))

    assert b"secret" not in own.path.read_bytes()
    assert [e.reason for e in FileLedger(tmp_path, SALT).read()] == [None, "kept"]
    assert codes(tmp_path) == []


@pytest.mark.parametrize("reason", ['"other words"', '""', "7"])
def test_a_reason_changed_to_anything_but_nothing_is_found(tmp_path, reason):
    own = ledger(tmp_path)
    own.append([event("a", "words")])
    own.path.write_bytes(own.path.read_bytes().replace(b'"reason":"words"', f'"reason":{reason}'.encode()))

    assert codes(tmp_path)[0][0] in ("broken_digest", "bad_line")


def test_a_reason_added_later_is_found(tmp_path):
    path = written(tmp_path, ("a",))
    path.write_bytes(path.read_bytes().replace(b'"reason":null', b'"reason":"because"'))

    assert codes(tmp_path) == [("broken_digest", 1)]


def test_blanking_leaves_other_lines_alone_to_the_byte(tmp_path):
    data = b'not json\n{"n":1,"reason":null}\n{"n" : 2, "reason":"x"}\n'

    assert chain.blanked(data, frozenset({1})) == data


@pytest.mark.parametrize("lines", [[0, 1, 2, 3], [3, 1, 0, 2], [0, 0, 1, 2, 2, 3]])
def test_lines_that_a_merge_mixed_or_doubled_are_read_once_and_in_order(tmp_path, lines):
    path = written(tmp_path, ("a",), ("b",), ("d",), ("e",))
    held = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(held[i] for i in lines))
    other = written(tmp_path / "other", ("x",), ("c",), writer="w2")
    other.rename(tmp_path / "w2.jsonl")

    assert targets(tmp_path) == ["a", "x", "b", "c", "d", "e"]


def test_what_is_read_is_what_was_there_when_reading_began(tmp_path):
    written(tmp_path, ("a",))
    begun = FileLedger(tmp_path, SALT).replay([])
    written(tmp_path, ("b",))

    assert [e.target for e in begun] == ["a"]


def test_a_failed_append_can_be_repeated(tmp_path, monkeypatch):
    own = ledger(tmp_path)
    own.append([event("a")])

    def fail(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(StorageFailed, match="the disk is full"):
            own.append([event("b")])
    own.append([event("c")])

    assert targets(tmp_path) == ["a", "c"]
    assert codes(tmp_path) == []


def test_a_ledger_that_grew_behind_the_writers_back_is_a_conflict(tmp_path):
    own = ledger(tmp_path)
    own.append([event("a")])
    written(tmp_path, ("b",))

    with pytest.raises(Conflict, match="changed while this process was writing"):
        own.append([event("c")])


def test_a_half_character_in_an_event_does_not_break_the_chain(tmp_path):
    ledger(tmp_path).append([event("a\ud800", "b\udfff")])

    assert targets(tmp_path) == ["a\ufffd"]
    assert codes(tmp_path) == []


def test_a_cut_off_append_that_cannot_be_removed_is_an_error(tmp_path, monkeypatch):
    path = written(tmp_path, ("a",))
    path.write_bytes(path.read_bytes()[:-9])

    def fail(_descriptor: int) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(StorageFailed, match="the disk is read-only"):
        written(tmp_path, ("b",))
