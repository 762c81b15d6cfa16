"""The update side of the SQLite index, and what happens to its file."""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.errors import Damaged, Locked, StorageFailed
from clew.index.sqlite import Owned, SqliteIndex
from clew.model import Edge, Node


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.db"


@pytest.fixture
def index(path: Path) -> Iterator[SqliteIndex]:
    opened = SqliteIndex(path)
    yield opened
    opened.close()


def claim(name: str, body: str = "some words", title: str = "", **data: object) -> Node:
    return Node(f"claim:{name}", "claim", title, body, None, data)


def found(index: SqliteIndex, query: str) -> list[str]:
    return [hit.ref for hit in index.text(query, ["claim", "page", "part"], 50)]


def test_put_replaces_everything_of_the_owner_and_nothing_else(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "apple"), claim("y", "pear")], [Edge("claim:x", "about", "page:/p.md")])
    index.put("b", "1", [claim("z", "plum")], [Edge("claim:z", "about", "page:/p.md")])

    index.put("a", "2", [claim("y", "quince")])

    assert index.owners() == {"a": "2", "b": "1"}
    assert [node.ref for node in index.all_nodes("claim")] == ["claim:y", "claim:z"]
    assert found(index, "apple pear quince plum") == ["claim:y", "claim:z"]
    assert index.into(["page:/p.md"]) == [Edge("claim:z", "about", "page:/p.md")]
    index.check()


def test_drop_removes_what_put_brought(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "apple")], [Edge("claim:x", "about", "page:/p.md")])

    index.drop("a", "never put")

    assert index.owners() == {}
    assert found(index, "apple") == []
    assert index.out(["claim:x"]) == []
    index.check()


def test_S17_a_deleted_text_matches_nothing(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "the secret word")])
    assert found(index, "secret") == ["claim:x"]

    index.put("a", "2", [claim("x", "the other word")])

    assert found(index, "secret") == []
    assert index.document_frequency(["secret", "other"], ["claim"]) == {"secret": 0, "other": 1}


def test_a_node_moves_to_the_owner_that_put_it_last(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "apple")])
    index.put("b", "1", [claim("x", "apple")])

    index.drop("a")

    assert found(index, "apple") == ["claim:x"]


def test_an_edge_of_two_owners_stays_until_both_are_gone(index: SqliteIndex) -> None:
    for owner in ("a", "b"):
        index.put(owner, "1", [], [Edge("page:/p.md", "uses", "page:/q.md")])

    index.drop("a")
    assert index.out(["page:/p.md"]) == [Edge("page:/p.md", "uses", "page:/q.md")]
    index.drop("b")
    assert index.out(["page:/p.md"]) == []


def test_update_changes_data_and_words_and_leaves_the_owner(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "apple", standing="active"), claim("y", "pear")])

    known = index.update([claim("x", "quince", standing="superseded"), claim("unknown")])

    assert known == 1
    assert index.get(["claim:x"])["claim:x"].data == {"standing": "superseded"}
    assert found(index, "quince apple") == ["claim:x"]
    index.drop("a")
    assert index.counts()["claim"] == 0


def test_aliases_follow_the_page(index: SqliteIndex) -> None:
    def page(*aliases: str) -> Node:
        return Node("page:/p.md", "page", "Postgres", "", None, {"aliases": list(aliases)})

    index.put("p.md", "1", [page("PG", "pgsql")])
    index.put("p.md", "2", [page("elephant")])

    assert index.titles("the elephant") == ["page:/p.md"]
    assert index.titles("PG or pgsql") == []


def test_find_takes_the_beginning_of_an_id(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("c7k2aa"), claim("c7zz"), claim("50%_a"), Node("page:/db/pg.md", "page", "", "")])

    assert index.find("c7") == ["claim:c7k2aa", "claim:c7zz"]
    assert index.find("claim:c7k") == ["claim:c7k2aa"]
    assert index.find("/db") == index.find("db/pg") == ["page:/db/pg.md"]
    assert index.find("c7", ["page"]) == []
    assert index.find("%") == index.find("_") == []
    assert index.find("50%_") == ["claim:50%_a"]


def test_meta_keeps_values_apart_from_its_own(index: SqliteIndex) -> None:
    index.set_meta("schema", "mine")
    index.set_meta("schema", "yours")

    assert index.meta("schema") == "yours"
    assert index.meta("birth") is None


def test_S08_another_form_of_the_word_is_found_when_no_word_is(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "решение: используем"), claim("y", "погода")])

    assert found(index, "решили использовать") == ["claim:x"]


def test_a_long_word_that_stands_nowhere_is_looked_for_by_its_halves(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "Der Preis je Stunde ist 40."), claim("y", "Die Kosten sind hoch.")])
    assert found(index, "Welche Stundenpauschale gilt?") == ["claim:x"]
    assert found(index, "Lieferkosten") == ["claim:y"]


def test_ids_longer_than_64_bits_are_strings(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("99999999999999999999999", big=10**30)])

    assert index.get(index.find("9999"))["claim:99999999999999999999999"].data == {"big": 10**30}


def test_half_a_surrogate_pair_is_stored_as_a_question_mark(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "half \ud83d pair", text="\ud83d")])

    assert index.get(["claim:x"])["claim:x"].body == "half ? pair"
    assert found(index, "pair \ud83d") == ["claim:x"]


def test_a_long_question_keeps_its_rarest_words(index: SqliteIndex) -> None:
    index.put("a", "1", [claim(str(n), f"common{n % 40} filler") for n in range(120)] + [claim("x", "needle")])

    question = " ".join(f"common{n}" for n in range(40)) + " needle"

    assert found(index, question)[0] == "claim:x"


def test_a_pasted_page_is_a_legal_question(index: SqliteIndex) -> None:
    page = Node("page:/p.md", "page", "The Needle", "", None, {})
    index.put("a", "1", [claim("x", "extraordinary needle"), page])

    question = " ".join(f"w{n}" for n in range(3000)) + " the needle extraordinary"

    assert found(index, question)[0] == "claim:x"
    assert index.titles(question) == ["page:/p.md"]


def test_common_words_do_not_hide_a_rare_one(index: SqliteIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.index.text.MANY", 50)
    index.put("a", "1", [claim(f"{n:03}", "the usual" if n % 5 else "the usual thing") for n in range(200)])
    index.put("b", "1", [claim("x", "the rare thing"), claim("y", "the rare usual")])

    assert found(index, "what is the usual rare thing")[:2] == ["claim:x", "claim:y"]
    assert len(found(index, "the")) == 50


def together(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# Transactions


def test_a_failed_transaction_leaves_nothing(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "apple")])

    with contextlib.suppress(ZeroDivisionError), index.transaction():
        index.put("a", "2", [claim("y", "pear")])
        assert found(index, "apple pear") == ["claim:y"]
        raise ZeroDivisionError

    assert index.owners() == {"a": "1"}
    assert found(index, "apple pear") == ["claim:x"]
    index.check()


def test_a_part_of_a_transaction_can_fail_alone(index: SqliteIndex) -> None:
    with index.transaction():
        index.put("a", "1", [claim("x", "apple")])
        with contextlib.suppress(ZeroDivisionError), index.transaction():
            index.put("a", "2", [claim("y", "pear")])
            assert found(index, "apple pear") == ["claim:y"]
            raise ZeroDivisionError
        index.put("b", "1", [claim("z", "plum")])

    assert found(index, "apple pear plum") == ["claim:x", "claim:z"]
    index.check()


def test_within_a_transaction_what_was_put_is_seen_at_once(index: SqliteIndex) -> None:
    with index.transaction():
        index.put("a", "1", [claim("x", "apple")], [Edge("claim:x", "about", "page:/p.md")])
        assert found(index, "apple") == ["claim:x"]
        index.put("a", "2", [claim("y", "pear")])
        index.put("a", "3", [claim("z", "plum")])
        assert index.size(["claim"]) == 1
        index.put("b", "1", [claim("z", "plum")])
        index.drop("a")

    assert [node.ref for node in index.all_nodes("claim")] == ["claim:z"]
    assert index.owners() == {"b": "1"}
    index.check()


def test_put_all_is_one_transaction(index: SqliteIndex) -> None:
    def items() -> Iterator[Owned]:
        yield from (Owned(f"f{n}", "1", [claim(str(n))]) for n in range(700))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        index.put_all(items())

    assert index.counts()["claim"] == index.counts()["owners"] == 0


def test_S14_a_rebuild_holds_as_many_rows_as_it_was_given(index: SqliteIndex) -> None:
    index.put_all(Owned(f"f{n}", "1", [claim(f"{n}-{m}") for m in range(50)]) for n in range(240))

    assert index.counts()["claim"] == sum(1 for _ in index.all_nodes("claim")) == 12_000


Held = dict[str, tuple[str, str]]
"""What an index should hold: owner and body by name."""


def apply(held: Held, owner: str, nodes: dict[str, str]) -> Held:
    kept = {name: of for name, of in held.items() if of[0] != owner}
    return kept | {name: (owner, body) for name, body in nodes.items()}


BODIES = st.sampled_from(["red fox", "red hen", "old fox", ""])
CHANGE = st.tuples(
    st.sampled_from(["put", "put", "drop", "fail", "read"]),
    st.sampled_from("abc"),
    st.dictionaries(st.sampled_from("uvwxyz"), BODIES, max_size=4),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(CHANGE, max_size=10), st.booleans())
def test_after_any_changes_the_index_holds_what_it_should(
    index: SqliteIndex, changes: list[tuple[str, str, dict[str, str]]], whole: bool
) -> None:
    index.drop(*index.owners())
    held: Held = {}
    with index.transaction() if whole else contextlib.nullcontext():
        for kind, owner, nodes in changes:
            claims = [claim(name, body) for name, body in nodes.items()]
            if kind == "put":
                index.put(owner, "1", claims)
                held = apply(held, owner, nodes)
            elif kind == "drop":
                index.drop(owner)
                held = apply(held, owner, {})
            elif kind == "read":
                assert sorted(found(index, "fox")) == sorted(f"claim:{n}" for n, of in held.items() if "fox" in of[1])
            else:
                with contextlib.suppress(ZeroDivisionError), index.transaction():
                    index.put(owner, "1", claims)
                    found(index, "fox")
                    raise ZeroDivisionError

    assert {node.ref: node.body for node in index.all_nodes("claim")} == {f"claim:{n}": of[1] for n, of in held.items()}
    assert sorted(found(index, "red")) == sorted(f"claim:{n}" for n, of in held.items() if "red" in of[1])
    index.check()


# The file


def test_an_index_is_fresh_only_when_it_has_to_be_filled(path: Path) -> None:
    first = SqliteIndex(path)
    first.put("a", "1", [claim("x")])
    first.close()
    second = SqliteIndex(path)

    assert (first.opened_fresh, second.opened_fresh) == (True, False)
    assert second.owners() == {"a": "1"}
    second.close()


@pytest.mark.parametrize("stamp", ["0", "999.999.99.0.0.plain"])
def test_an_index_of_another_version_is_emptied(path: Path, stamp: str) -> None:
    old = SqliteIndex(path)
    old.put("a", "1", [claim("x")])
    old.close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE meta SET value = ? WHERE name = 'schema'", (stamp,))
        raw.execute("CREATE TABLE novelty (a)")
    raw.close()

    new = SqliteIndex(path)

    assert new.opened_fresh
    assert new.owners() == {}
    new.put("a", "1", [claim("x")])
    new.check()
    new.close()


def test_an_index_with_table_types_that_are_not_known_here_is_deleted(path: Path) -> None:
    SqliteIndex(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE meta SET value = 'newer'")
        raw.execute("PRAGMA writable_schema = ON")
        made = "CREATE VIRTUAL TABLE novelty USING unheard(a)"
        raw.execute("INSERT INTO sqlite_master VALUES ('table', 'novelty', 'novelty', 0, ?)", (made,))
    raw.close()

    index = SqliteIndex(path)

    assert index.opened_fresh
    assert index.counts()["claim"] == 0
    index.close()


def test_a_file_that_somebody_keeps_locked_is_not_opened(path: Path) -> None:
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("BEGIN EXCLUSIVE")

    with pytest.raises(Locked, match="busy"):
        SqliteIndex(path, patience=0.05)

    raw.close()
    SqliteIndex(path).close()


@pytest.mark.parametrize("junk", [b"not a database at all" * 500, b"SQLite format 3\x00" + b"\xff" * 8000, b"", b"x"])
def test_a_file_that_is_no_index_is_replaced(path: Path, junk: bytes) -> None:
    path.write_bytes(junk)

    index = SqliteIndex(path)

    assert index.opened_fresh
    index.put("a", "1", [claim("x", "apple")])
    assert found(index, "apple") == ["claim:x"]
    index.close()


def test_S15_damaged_full_text_is_noticed_and_the_index_is_built_anew(path: Path) -> None:
    index = SqliteIndex(path)
    index.put("a", "1", [claim("x", "apple pear")])
    index.check()
    index.close()
    with sqlite3.connect(path) as raw:
        changed = "CAST(replace(block, CAST('pear' AS BLOB), CAST('pexr' AS BLOB)) AS BLOB)"
        raw.execute(f"UPDATE text_claim_data SET block = {changed} WHERE id > 10")
    raw.close()

    index = SqliteIndex(path)
    with pytest.raises(Damaged, match="built again"):
        index.check()

    again = SqliteIndex(path)
    assert again.opened_fresh
    again.close()


def test_S15_a_damaged_file_is_noticed_while_it_is_used(path: Path) -> None:
    index = SqliteIndex(path)
    index.put("a", "1", [claim(str(n), f"word{n} " * 50) for n in range(300)])
    index.close()
    data = bytearray(path.read_bytes())
    data[4096 * 50 :] = b"\x5a" * (len(data) - 4096 * 50)
    path.write_bytes(data)

    index = SqliteIndex(path)
    with pytest.raises(Damaged):
        list(index.all_nodes("claim"))
    assert not path.exists()

    index.put("a", "1", [claim("x", "apple")])
    assert index.opened_fresh
    assert found(index, "apple") == ["claim:x"]
    assert list(index.owners()) == ["a"]
    index.close()


def test_S16_two_that_open_an_empty_folder_at_once_both_get_an_index(tmp_path: Path) -> None:
    for n in range(5):
        barrier = threading.Barrier(2)
        opened: list[SqliteIndex] = []

        def start(name: str, path: Path, barrier: threading.Barrier, opened: list[SqliteIndex]) -> None:
            barrier.wait()
            index = SqliteIndex(path)
            index.put(name, "1", [])
            opened.append(index)

        path = tmp_path / str(n) / "index.db"
        together([threading.Thread(target=start, args=(name, path, barrier, opened)) for name in "ab"])

        assert sorted(index.opened_fresh for index in opened) == [False, True]
        assert opened[0].owners() == {"a": "1", "b": "1"}
        for index in opened:
            index.close()


def test_S11_two_writers_and_a_reader_that_does_not_let_go_lose_nothing(index: SqliteIndex, path: Path) -> None:
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM node").fetchall()

    def write(name: str) -> None:
        mine = SqliteIndex(path)
        for n in range(25):
            mine.put(f"{name}{n}", "1", [claim(f"{name}{n}")])
        mine.close()

    together([threading.Thread(target=write, args=(name,)) for name in "ab"])

    reader.close()
    assert index.counts()["claim"] == 50


def test_S11_a_writer_that_cannot_wait_any_longer_is_told(index: SqliteIndex, path: Path) -> None:
    other = SqliteIndex(path, patience=0.0)

    with index.transaction(), pytest.raises(Locked, match="busy"):
        other.put("a", "1", [claim("x")])

    other.put("a", "1", [claim("x")])
    other.close()
    assert index.owners() == {"a": "1"}


@pytest.mark.parametrize("word", ["zebrasecret", "斑马秘密", "Zébrasecret"])
def test_S19_a_forgotten_word_is_in_no_byte_of_the_files(path: Path, word: str) -> None:
    index = SqliteIndex(path)
    index.put("keep", "1", [claim(str(n), "ordinary words") for n in range(50)])
    page = Node(f"page:/{word}.md", "page", word, f"the {word} plan", None, {"aliases": [word], "note": word})
    index.put("secret", "1", [page, claim("x", f"about {word}")], [Edge(page.ref, "about", "claim:x")])

    def holds() -> list[str]:
        needles = {word.encode(), word.casefold().encode(), word[:2].encode() if not word.isascii() else word.encode()}
        files = path.parent.glob(path.name + "*")
        return [file.name for file in files if any(needle in file.read_bytes() for needle in needles)]

    assert holds()
    index.drop("secret")
    assert index.forget_bytes()

    assert holds() == []
    assert found(index, "ordinary")[0] == "claim:0"
    index.close()


def test_forgetting_says_when_a_reader_still_holds_the_old_state(path: Path) -> None:
    index = SqliteIndex(path, patience=0.0)
    index.put("a", "1", [claim("x")])
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM node").fetchall()
    index.drop("a")

    assert not index.forget_bytes()
    reader.close()
    assert index.forget_bytes()
    index.close()


def test_a_read_only_index_answers_and_refuses_to_be_written(path: Path) -> None:
    writer = SqliteIndex(path)
    writer.put("a", "1", [claim("x", "apple")])
    writer.close()

    index = SqliteIndex(path, readonly=True)

    assert found(index, "apple") == ["claim:x"]
    with pytest.raises(StorageFailed):
        index.put("a", "2", [])
    index.close()


def test_a_read_only_index_that_is_not_there_is_an_error_and_makes_no_file(path: Path) -> None:
    with pytest.raises(Damaged, match="reindex"):
        SqliteIndex(path, readonly=True)

    assert not path.exists()


def test_a_read_only_index_of_another_version_is_an_error_and_stays(path: Path) -> None:
    SqliteIndex(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE meta SET value = 'older' WHERE name = 'schema'")
    raw.close()

    with pytest.raises(Damaged, match="reindex"):
        SqliteIndex(path, readonly=True)

    assert path.exists()


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StorageFailed, match="folder of the index"):
        SqliteIndex(tmp_path / "file" / "index.db")


def test_S18_nothing_needs_loadable_extensions(index: SqliteIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    index.put("a", "1", [claim("x", "apple")])

    assert "vec0" not in {row[0] for row in sqlite3.connect(":memory:").execute("SELECT name FROM pragma_module_list")}
    assert found(index, "apple") == ["claim:x"]


def test_what_was_read_is_not_kept_past_a_change_by_anybody(index: SqliteIndex, path: Path) -> None:
    other = SqliteIndex(path)
    index.put("a", "1", [claim("x", "apple")])

    def read() -> tuple[list[str], int, dict[str, int], str]:
        body = index.get(["claim:x"])["claim:x"].body
        return (
            found(index, "apple quince"),
            index.size(["claim"]),
            index.document_frequency(["quince"], ["claim"]),
            body,
        )

    assert read() == (["claim:x"], 1, {"quince": 0}, "apple")

    other.put("a", "2", [claim("x", "quince"), claim("y", "quince")])
    assert read() == (["claim:x", "claim:y"], 2, {"quince": 2}, "quince")

    index.put("a", "3", [claim("x", "quince pie")])
    assert read() == (["claim:x"], 1, {"quince": 1}, "quince pie")
    other.close()


def test_edges_of_one_relation_and_what_was_derived_last_until_anything_changes(index: SqliteIndex, path: Path) -> None:
    other = SqliteIndex(path)
    nodes = [claim("x", "apple")]
    old, new = (Edge("claim:x", "about", f"page:/{name}.md") for name in "ab")
    index.put("a", "1", nodes, [old])

    def read() -> tuple[list[Edge], list[Edge], list[Edge]]:
        return (
            index.out(["claim:x"], ["about"]),
            index.into(["page:/a.md", "page:/b.md"], ["about"]),
            index.out(["claim:x", "claim:nobody"], ["next"]),
        )

    assert read() == read() == ([old], [old], [])
    index.kept("worth")["claim:x"] = 1
    assert index.kept("worth") == {"claim:x": 1}

    other.put("a", "2", nodes, [old, new])
    assert index.kept("worth") == {}
    assert read() == read() == ([old, new], [old, new], [])

    with contextlib.suppress(KeyError), index.transaction():
        index.put("a", "3", nodes, [new])
        assert read() == ([new], [new], [])
        raise KeyError

    assert read() == ([old, new], [old, new], [])
    other.close()


def test_all_that_is_read_for_one_question_is_of_one_state(index: SqliteIndex, path: Path) -> None:
    other = SqliteIndex(path)
    index.put("a", "1", [claim("x", "apple")])

    def read() -> tuple[list[str], int, str, list[Edge]]:
        body = index.get(["claim:x"])["claim:x"].body
        return found(index, "apple quince"), index.size(["claim"]), body, index.into(["claim:x"])

    before = (["claim:x"], 1, "apple", [])
    with index.still():
        with index.still():
            assert read() == before
        other.put("a", "2", [claim("x", "quince"), claim("y", "quince")], [Edge("claim:y", "about", "claim:x")])
        assert read() == before
    assert read() == (["claim:x", "claim:y"], 2, "quince", [Edge("claim:y", "about", "claim:x")])
    other.close()


def test_writing_ends_the_one_state(index: SqliteIndex, path: Path) -> None:
    other = SqliteIndex(path)
    index.put("a", "1", [claim("x", "apple")])

    with index.still():
        assert found(index, "apple") == ["claim:x"]
        other.put("b", "1", [claim("y", "apple")])
        index.put("c", "1", [claim("z", "apple")])
        assert found(index, "apple") == ["claim:x", "claim:y", "claim:z"]
        other.drop("b")
        assert found(index, "apple") == ["claim:x", "claim:z"]
    assert found(other, "apple") == ["claim:x", "claim:z"]
    other.close()


def test_an_index_that_turns_out_damaged_is_no_longer_held_still(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "apple")])

    with index.still():
        assert found(index, "apple") == ["claim:x"]
        index._db.discard()
        assert found(index, "apple") == []
    index.put("a", "1", [claim("y", "apple")])
    assert found(index, "apple") == ["claim:y"]


def test_what_was_read_inside_a_transaction_that_failed_is_not_kept(index: SqliteIndex) -> None:
    index.put("a", "1", [claim("x", "apple")])

    with contextlib.suppress(KeyError), index.transaction():
        index.put("a", "2", [claim("x", "quince"), claim("y", "quince")])
        assert (index.size(["claim"]), index.get(["claim:x"])["claim:x"].body) == (2, "quince")
        raise KeyError

    assert (index.size(["claim"]), index.get(["claim:x"])["claim:x"].body) == (1, "apple")
    assert found(index, "quince") == []


def test_no_more_is_kept_in_memory_than_allowed(index: SqliteIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.index.sqlite.NODES", 3)
    index.put("a", "1", [claim(str(n)) for n in range(9)])

    for n in range(9):
        assert list(index.get([f"claim:{n}"])) == [f"claim:{n}"]
        assert len(index._db.kept("node")) <= 4
