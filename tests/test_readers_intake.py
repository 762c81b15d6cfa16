"""The door: archives, folders, broken and hostile files."""

import io
import json
import os
import random
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clew.model import Ignored, Problem, Reading
from clew.readers import archive, stream
from clew.readers.intake import Readers


def chat(id_: str = "c1", text: str = "hi", **more: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text]}
    node = {"id": "u", "parent": None, "message": {"id": "u", "author": {"role": "user"}, "content": content}}
    return {"id": id_, "conversation_id": id_, "title": id_, "mapping": {"u": node}, "current_node": "u", **more}


def zipped(**members: Any) -> bytes:
    """A zip of members by name; what is not bytes becomes JSON."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, value in members.items():
            file.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return buffer.getvalue()


def read(data: bytes) -> list[Any]:
    return list(Readers().read_bytes(data, "in"))


def origins(found: list[Any]) -> list[str]:
    return [item.origin for item in found if isinstance(item, Reading)]


def codes(found: list[Any]) -> dict[str, str]:
    return {item.path: item.code for item in found if isinstance(item, Problem)}


def passed(found: list[Any]) -> dict[str, str]:
    return {item.where: item.why for item in found if isinstance(item, Ignored)}


def test_T16_members_of_a_zip_are_judged_by_shape_not_by_name() -> None:
    found = read(zipped(**{"user.json": [chat("a")], "conversations.json": {"id": "u", "email": "x@y.z"}}))
    assert origins(found) == ["a"]
    assert passed(found) == {"in!conversations.json": "personal data of the account"}


def test_T17_names_that_point_outside_are_refused_and_the_rest_is_read() -> None:
    names = ["../x.json", "/abs.json", "a/../../b.json", "C:\\x.json", "..\\y.json"]
    found = read(zipped(**{**{name: [] for name in names}, "ok.json": [chat("a")]}))
    assert codes(found) == {f"in!{name}": "outside" for name in names}
    assert origins(found) == ["a"]


def test_T17_a_bomb_is_never_inflated() -> None:
    found = read(zipped(**{"bomb.json": b"[" + b" " * 3_000_000, "ok.json": [chat("a")]}))
    assert codes(found) == {"in!bomb.json": "bomb"}
    assert origins(found) == ["a"]


def test_T17_an_honest_member_of_that_size_is_read() -> None:
    words = random.Random(1).randbytes(700_000).hex()
    assert origins(read(zipped(**{"big.json": [chat("a", words)]}))) == ["a"]


def test_T17_the_sum_of_all_members_is_capped_before_anything_is_inflated(monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped(**{f"{n}.json": [chat(str(n))] for n in range(5)})
    assert len(origins(read(data))) == 5
    monkeypatch.setattr(archive, "TOTAL_LIMIT", 500)
    assert codes(read(data)) == {"in": "bomb"}


def test_T23_all_shards_are_read_and_a_missing_one_is_named() -> None:
    shards = {f"conversations-00{n}.json": [chat(f"c{n}")] for n in (0, 1, 3)}
    manifest = {"files": [{"path": f"conversations-00{n}.json", "size": 1} for n in range(5)]}
    found = read(zipped(**shards, **{"export_manifest.json": manifest}))
    assert origins(found) == ["c0", "c1", "c3"]
    assert codes(found) == {f"in!conversations-00{n}.json": "missing_member" for n in (2, 4)}


def test_T23_whole_exports_have_no_missing_shard() -> None:
    assert codes(read(zipped(**{f"conversations-00{n}.json": [chat(f"c{n}")] for n in range(3)}))) == {}


def test_a_zip_in_a_zip_is_opened_once() -> None:
    inner = zipped(**{"c.json": [chat("deep")]})
    assert origins(read(zipped(**{"part1.zip": inner, "c.json": [chat("top")]}))) == ["top", "deep"]
    found = read(zipped(**{"part1.zip": zipped(**{"more.zip": inner})}))
    assert set(codes(found).values()) == {"nested"}


def test_the_page_beside_archives_of_chats_is_no_document() -> None:
    page = b"<html><body>a copy of everything</body></html>"
    found = read(zipped(**{"chat.html": page, "part1.zip": zipped(**{"c.json": [chat("a")]})}))
    assert origins(found) == ["a"]
    assert set(passed(found)) == {"in!chat.html"}


@pytest.mark.parametrize("first", ["a.txt", "z.txt"])
def test_notes_beside_chats_that_nobody_exported_are_read(first: str, tmp_path: Path) -> None:
    talk = b"User: We moor at pier 5.\nAssistant: Noted.\n"
    whole: dict[str, Any] = {
        first: talk,
        "n.md": b"# Plan\n\nWe paint in May.\n",
        "m.json": {"messages": [{"role": "user", "text": "Hi"}]},
    }
    assert len(origins(read(zipped(**whole)))) == 3
    strange = read(zipped(**whole, **{"s.json": {"theme": "dark"}}))
    assert codes(strange) == {"in!s.json": "unknown_format"}


def test_the_page_of_an_unpacked_export_is_no_document(tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps([chat("a")]))
    (tmp_path / "chat.html").write_text("<html><body><div></div><script>\nvar jsonData = [{}];</script></body></html>")
    found = list(Readers().read(tmp_path))
    assert (origins(found), {Path(where).name for where in passed(found)}) == (["a"], {"chat.html"})


PAGE = {
    "Rules.html": b"<html><body>Moor on the east pier.</body></html>",
    "Rules_files/frame.html": b"<html><body>Buy ropes!</body></html>",
    "Rules_files/inner/consent.json": b'{"all": true}',
    "Plan-Dateien/own.md": b"We paint in May.",
}


def test_what_a_browser_saves_beside_a_page_is_no_source_of_its_own(tmp_path: Path) -> None:
    for name, data in PAGE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    for found in (list(Readers().read(tmp_path)), read(zipped(**PAGE))):
        texts = {p.text for item in found if isinstance(item, Reading) for p in item.parts}
        assert (texts, codes(found)) == ({"Moor on the east pier.", "We paint in May."}, {})
        assert all("Rules.html" in item.why for item in found if isinstance(item, Ignored))


def test_what_operating_systems_leave_in_a_zip_is_passed_over() -> None:
    found = read(zipped(**{"__MACOSX/._c.json": b"\x00\x05\x16\x07", ".DS_Store": b"x", "c.json": [chat("a")]}))
    assert origins(found) == ["a"]
    assert set(passed(found)) == {"in!__MACOSX/._c.json", "in!.DS_Store"}


def test_unknown_json_in_a_zip_is_a_fault_only_where_no_chat_is_beside_it() -> None:
    strange = {"theme": "dark"}
    assert set(codes(read(zipped(**{"s.json": strange}))).values()) == {"unknown_format"}
    found = read(zipped(**{"s.json": strange, "c.json": [chat("a")]}))
    assert (codes(found), set(passed(found))) == ({}, {"in!s.json"})


def test_a_truncated_zip_says_so() -> None:
    data = zipped(**{"c.json": [chat("a", "x" * 5000)]})
    (problem,) = read(data[: len(data) // 2])
    assert problem.code == "bad_archive"


def test_a_damaged_member_stops_only_itself() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as file:
        file.writestr("a.json", json.dumps([chat("first", "MARK")]))
        file.writestr("b.json", json.dumps([chat("second")]))
    found = read(buffer.getvalue().replace(b"MARK", b"MURK", 1))
    assert "second" in origins(found)
    assert codes(found)["in!a.json"] == "unreadable"


def test_a_repeated_conversation_collapses_to_the_newest() -> None:
    old, new = chat("a", "old", update_time=1e9), chat("a", "new", update_time=2e9)
    for first, second in ((old, new), (new, old)):
        found = read(zipped(**{"conversations-000.json": [first], "conversations-001.json": [second]}))
        texts = [item.parts[0].text for item in found if isinstance(item, Reading)]
        assert texts[-1] == "new"
        assert len(found) == 2


@pytest.mark.parametrize("depth", [5_000, 200_000])
def test_depth_bombs_are_problems(depth: int) -> None:
    bomb = b'[{"mapping":' + b"[" * depth
    assert [type(item) for item in read(bomb)] == [Problem]
    assert [type(item) for item in read(b"[[[[" * depth)] in ([Problem], [Reading])


def test_a_note_that_begins_like_a_list_is_a_note() -> None:
    for text in (b'["a, b"] is what the old file began with. We use Redis.', b"[[Page]] says it.", b"[" * 300_000):
        assert [type(item) for item in Readers().read_bytes(text, "note.md")] == [Reading]
    rows = b'[["role","text"],["user","We use Redis."]]'
    assert [type(item) for item in Readers().read_bytes(rows, "a.txt")] == [type(item) for item in read(rows)]


def test_what_is_no_conversation_is_said_in_whole_words() -> None:
    found = read(b'{"a":1}\n{"b":2}\nnone\n')
    assert "record is no conversation" in next(item.message for item in found if item.code == "unknown_record")


def test_a_deep_line_of_a_session_stops_only_itself() -> None:
    line = {"type": "user", "uuid": "1", "sessionId": "s", "message": {"role": "user", "content": "kept"}}
    found = read(json.dumps(line).encode() + b"\n" + b'{"a":' + b"[" * 100_000 + b"\n")
    assert codes(found) == {"in": "too_deep"}
    assert [p.text for item in found if isinstance(item, Reading) for p in item.parts] == ["kept"]


def test_numbers_no_machine_can_hold_do_no_harm() -> None:
    good = b'{"messages":[{"role":"user","text":"x","at":NaN},{"role":"user","text":"y","at":1e400}]}'
    assert [p.at for p in read(good)[0].parts] == [None, None]
    assert [item.code for item in read(b'[{"a":' + b"9" * 5000 + b"}]")] == ["bad_json"]


def test_json_broken_in_the_middle_keeps_what_stands_before() -> None:
    data = json.dumps([chat("a"), chat("b")]).encode()
    found = read(data.replace(b'{"id": "b"', b'{"id": b', 1) + b" " * 100)
    assert origins(found) == ["a"]
    assert codes(found) == {"in": "bad_json"}


def test_a_wrapped_list_of_conversations_is_read_wherever_its_key_stands() -> None:
    for wrapped in ({"conversations": [chat("a")]}, {"version": 1, "conversations": [chat("a")], "more": {}}):
        assert origins(read(json.dumps(wrapped).encode())) == ["a"]


def test_records_larger_than_a_chunk_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "CHUNK", 7)
    rows = [chat("a", "é數" * 50), chat("b", 'quo"te\\ \u2028'), chat("c", "1")]
    for data in (json.dumps(rows), json.dumps(rows, ensure_ascii=False, indent=1)):
        found = read(data.encode())
        assert [item.parts[0].text for item in found] == ["é數" * 50, 'quo"te\\ \u2028', "1"]


def test_a_record_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "CHUNK", 64)
    monkeypatch.setattr(stream, "RECORD_LIMIT", 2000)
    found = read(json.dumps([chat("a"), chat("b", "x" * 5000)]).encode())
    assert (origins(found), codes(found)) == (["a"], {"in": "too_large"})


def test_text_that_begins_like_json_is_text() -> None:
    for text in ("[1] is a footnote", "[10:02] Ana: hi\n", "{curly} thoughts", "[link](x.md) first"):
        assert [type(item) for item in read(text.encode())] == [Reading]


def test_an_empty_export_says_so() -> None:
    assert [type(item) for item in read(b"[]")] == [Ignored, Problem]
    assert (
        codes(read(b"[]")) == codes(read(json.dumps([{**chat(), "mapping": {}}]).encode())) == {"in": "nothing_found"}
    )
    assert codes(read(b"")) == {"in": "empty"}


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    (problem,) = Readers().read(tmp_path / "no.json")
    assert problem.code == "not_found"


def test_a_folder_without_chats_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\x00\x01")
    assert codes(list(Readers().read(tmp_path))) == {str(tmp_path): "nothing_found"}


def test_an_unpacked_export_is_read_from_its_folder(tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps([chat("a")]))
    (tmp_path / "user_settings.json").write_text('{"theme": "dark"}')
    found = list(Readers().read(tmp_path))
    assert (origins(found), codes(found)) == (["a"], {})


def test_F07_links_are_not_followed_and_named(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "secret.md").write_text("outside")
    (tmp_path / "vault/a.md").write_text("inside")
    (tmp_path / "vault/l.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "vault/loop").symlink_to(tmp_path / "vault")
    found = list(Readers().read(tmp_path / "vault"))
    assert [p.text for item in found if isinstance(item, Reading) for p in item.parts] == ["inside"]
    assert {Path(where).name for where in passed(found)} == {"l.md", "loop"}


def test_F09_a_folder_that_cannot_be_read_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shut").mkdir()
    (tmp_path / "open.md").write_text("words")
    real = os.scandir

    def scandir(path: Any) -> Any:  # no folder is shut to the user root
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = list(Readers().read(tmp_path))
    assert codes(found) == {str(tmp_path / "shut"): "unreadable"}
    assert len(origins(found)) == 1


def test_F10_temporary_files_are_passed_over(tmp_path: Path) -> None:
    for name in (".x.md.tmp123", "x.md~", "y.md.tmp", "z.json.crdownload", "good.md"):
        (tmp_path / name).write_text("words")
    found = list(Readers().read(tmp_path))
    assert len(passed(found)) == 4
    assert len(origins(found)) == 1


def test_F14_signs_of_patterns_in_folder_names_are_plain(tmp_path: Path) -> None:
    (tmp_path / "notes [2024]").mkdir()
    (tmp_path / "notes [2024]/a*.md").write_text("words")
    assert len(origins(list(Readers().read(tmp_path / "notes [2024]")))) == 1


def test_F15_U21_odd_names_of_files_are_read(tmp_path: Path) -> None:
    for name in ("🔥・general.md", "Café.md", "Cafe\u0301.md"):
        (tmp_path / name).write_text(f"words of {name}")
    assert len(origins(list(Readers().read(tmp_path)))) == 3


def test_hidden_foreign_and_listed_things_of_a_folder_are_passed_over(tmp_path: Path) -> None:
    for name in (".git/config.md", "node_modules/x/readme.md", "private/p.md", "a.py", "keep.md", "draft-1.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("words")
    (tmp_path / ".clewignore").write_text("# mine\nprivate/\ndraft-*\n")
    found = list(Readers().read(tmp_path))
    assert len(origins(found)) == 1
    assert {Path(w).name for w in passed(found)} == {
        ".git", "node_modules", "private", "a.py", "draft-1.md", ".clewignore",
    }  # fmt: skip


def test_a_bundle_inside_a_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b/clew.toml").write_text("")
    (tmp_path / "b/page.md").write_text("words")
    (tmp_path / "a.md").write_text("words")
    found = list(Readers().read(tmp_path))
    assert (len(origins(found)), passed(found)) == (1, {str(tmp_path / "b"): "a Clew bundle"})


def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "a.md").write_text("words")
    found = list(Readers().read(tmp_path))
    assert Counter(type(item).__name__ for item in found) == {"Ignored": 1, "Reading": 1}


def test_one_bad_file_never_stops_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'[{"mapping": {"u"')
    (tmp_path / "b.zip").write_bytes(b"PK\x03\x04broken")
    (tmp_path / "c.md").write_text("---\ntitle: [\n---\nwords")
    (tmp_path / "d.json").write_text(json.dumps([chat("a")]))
    found = list(Readers().read(tmp_path))
    assert sorted(codes(found).values()) == ["bad_archive", "truncated"]
    assert len(origins(found)) == 2


def test_the_same_file_read_twice_gives_equal_items(tmp_path: Path) -> None:
    path = tmp_path / "e.zip"
    path.write_bytes(zipped(**{"c.json": [chat("a"), chat("b"), {"title": "x"}], "n.md": b"words"}))
    assert list(Readers().read(path)) == list(Readers().read(path))


def test_a_member_without_a_name_is_refused_and_the_rest_is_read() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("x", json.dumps([chat("c1")]))
        file.writestr(zipfile.ZipInfo("y"), "note")
        file.filelist[1].filename = ""
    found = read(buffer.getvalue())
    assert origins(found) == ["c1"]
    assert codes(found) == {"in!": "outside"}


def test_what_a_bundle_holds_of_its_own_is_not_read_back(tmp_path: Path) -> None:
    """Adding the folder one works in would otherwise let every word in again, and again at the next time."""
    (tmp_path / "clew.toml").write_text("")
    part = {"n": 1, "id": "a", "parent": None, "author": "injected", "name": None, "at": None, "text": "We use Kafka."}
    line = json.dumps(part | {"lang": None, "section": None})
    for name, text in {
        "references/chat-1.jsonl": line,
        "sources/chat-1.md": "---\ntype: Source\n---\n\n# We use Kafka.\n",
        "index.md": "<!-- clew:index begin sha256=00 -->\n# Index\n<!-- clew:index end -->\n",
        "trigger-keywords.txt": "# clew sha256=00\nKafka\n",
        "concepts/kafka.md": "We use Kafka.\n\n<!-- clew:claims begin sha256=00 -->\n<!-- clew:claims end -->\n",
        "inbox/note.md": "We use Redis.\n",
        "inbox/claims/mine.md": "We use Postgres.\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = list(Readers().read(tmp_path))
    assert sorted(item.where.removeprefix(f"{tmp_path}/") for item in found if isinstance(item, Reading)) == [
        "inbox/claims/mine.md",
        "inbox/note.md",
    ]
    assert not [item for item in found if isinstance(item, Problem)]
    for named in ("references", "references/chat-1.jsonl", "sources/chat-1.md"):
        (only,) = [item for item in Readers().read(tmp_path / named) if not isinstance(item, Ignored)]
        assert isinstance(only, Problem)
        assert "of a Clew bundle" in only.message
    (only,) = [item for item in Readers().read_bytes(line.encode()) if not isinstance(item, Ignored)]
    assert isinstance(only, Problem)
    assert "a line of a Clew bundle" in only.message


def test_a_backup_is_no_export(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as made:
        made.writestr("mine/clew.toml", "")
        made.writestr("mine/concepts/kafka.md", "We use Kafka.\n")
        made.writestr("note.md", "We use Redis.\n")
    found = list(Readers().read(tmp_path / "b.zip"))
    assert len(origins(found)) == 1
    assert list(passed(found).values()) == ["a Clew bundle; a backup comes back with: clew restore"]
