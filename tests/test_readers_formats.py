"""Formats beside the great exports, and the bug reports about them."""

import base64
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clew.core.growth import active
from clew.model import Ignored, Problem, Reading
from clew.readers.intake import Readers

from invented import INVENTED


def read(value: Any) -> list[Any]:
    return list(Readers().read_bytes(json.dumps(value).encode()))


def lines(*values: Any) -> list[Any]:
    return list(Readers().read_bytes("".join(json.dumps(v) + "\n" for v in values).encode()))


def text(value: str) -> list[Any]:
    return list(Readers().read_bytes(value.encode()))


def said(reading: Reading) -> list[tuple[str, str]]:
    return [(part.author, part.text) for part in reading.parts]


def rollout(type_: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-08-01T08:00:00Z", "type": type_, "payload": payload}


META = rollout("session_meta", id="019f-aaaa-bbbb", cwd="/p")
PROMPT = [{"type": "input_text", "text": "Pin numpy."}]


def test_T46_completed_items_are_turns() -> None:
    item = {"type": "UserMessage", "content": [{"type": "Text", "text": "Pin numpy."}]}
    (found,) = lines(META, rollout("event_msg", type="item_completed", item=item))
    assert said(found) == [("person", "Pin numpy.")]


def test_T46_a_file_that_yields_no_turn_is_a_problem() -> None:
    (found,) = lines(META, rollout("event_msg", type="item_finished_v9", item={"type": "UserMessage"}))
    assert (type(found), found.code) == (Problem, "no_turns")


def test_T47_the_prompt_is_taken_from_response_items_too() -> None:
    (found,) = lines(META, rollout("response_item", type="message", role="user", content=PROMPT))
    assert said(found) == [("person", "Pin numpy.")]


def test_T49_unknown_kinds_of_lines_are_counted() -> None:
    odd = [rollout("world_state", x=1), rollout("telepathy", x=1), rollout("telepathy", x=2)]
    (found,) = lines(META, *odd, rollout("event_msg", type="user_message", message="hi"))
    assert (found.counts["world_state"], found.counts["unknown type telepathy"]) == (1, 2)


def test_T50_words_that_stand_in_two_kinds_of_lines_are_said_once() -> None:
    agents = [{"type": "input_text", "text": "# AGENTS.md instructions for /p\nUse tabs."}]
    (found,) = lines(
        META,
        rollout("response_item", type="message", role="user", content=agents),
        rollout("response_item", type="message", role="user", content=PROMPT),
        rollout("event_msg", type="user_message", message="Pin numpy."),
        rollout("event_msg", type="agent_message", message="Done."),
        rollout("response_item", type="message", role="assistant", content=[{"type": "output_text", "text": "Done."}]),
    )
    assert [a for a, _ in said(found)] == ["injected", "person", "assistant"]


def test_a_prompt_that_is_given_twice_is_two_turns() -> None:
    twice = [rollout("response_item", type="message", role="user", content=PROMPT)] * 2
    (found,) = lines(META, *twice, rollout("event_msg", type="user_message", message="Pin numpy."))
    assert said(found) == [("person", "Pin numpy.")] * 2


def test_T21_an_ai_studio_file_without_chunks_is_empty() -> None:
    assert [type(item) for item in read({"runSettings": {}, "chunkedPrompt": {}})] == [Ignored, Problem]


def test_ai_studio_keeps_thoughts_and_instructions_apart() -> None:
    chunks = [
        {"role": "user", "text": "Which db?"},
        {"role": "model", "text": "hm", "isThought": True},
        {"role": "model", "text": "Postgres.", "createTime": "2025-03-01T10:00:00Z"},
        {"role": "user", "driveDocument": {"id": "x"}},
    ]
    value = {"runSettings": {}, "systemInstruction": {"text": "Be brief."}, "chunkedPrompt": {"chunks": chunks}}
    (found,) = read(value)
    assert [a for a, _ in said(found)] == ["injected", "person", "derived", "assistant"]
    assert found.counts["attached file"] == 1


def test_gemini_cli_sessions_are_threads() -> None:
    rows = [
        {"id": "1", "type": "user", "content": [{"text": "Use uv."}], "timestamp": "2026-01-01T00:00:00Z"},
        {"id": "2", "type": "gemini", "content": "OK.", "toolCalls": [{"id": "c", "name": "shell", "args": {}}]},
        {"id": "3", "type": "info", "content": "Update available"},
    ]
    (found,) = read({"sessionId": "s", "projectHash": "h", "messages": rows})
    assert [(p.id, p.author) for p in found.parts] == [
        ("1", "person"),
        ("2", "assistant"),
        ("2#c", "tool"),
        ("3", "injected"),
    ]


def test_grok_conversations_have_mongo_dates() -> None:
    at = {"$date": {"$numberLong": "1735689600000"}}
    response = {"response": {"_id": "r1", "sender": "human", "message": "Which db?", "create_time": at}}
    answer = {"response": {"_id": "r2", "sender": "ASSISTANT", "message": "Postgres.", "create_time": at}}
    value = {"conversations": [{"conversation": {"id": "c", "title": "T"}, "responses": [response, answer]}]}
    (found,) = read(value)
    assert said(found) == [("person", "Which db?"), ("assistant", "Postgres.")]
    assert (found.origin, found.parts[0].at) == ("c", "2025-01-01T00:00:00Z")


def test_T29_le_chat_is_sorted_by_time_and_read_once() -> None:
    def row(id_: str, role: str, words: str, minute: int) -> dict[str, Any]:
        chunks = [{"type": "text", "text": words}]
        at = f"2025-01-01T00:0{minute}:00Z"
        return {"id": id_, "role": role, "content": words, "contentChunks": chunks, "createdAt": at}

    (found,) = read([row("b", "assistant", "NATS.", 2), row("a", "user", "Which queue?", 1)])
    assert said(found) == [("person", "Which queue?"), ("assistant", "NATS.")]


def test_perplexity_in_both_shapes() -> None:
    answer = [{"markdown_block": {"answer": "Postgres."}}]
    block = {"query_str": "Which db?", "context_uuid": "ctx-1", "blocks": answer}
    for value in (
        {"entries": [block]},
        {"metadata": {}, "conversations": [{"query": "Which db?", "answer": "Postgres.", "sources": []}]},
    ):
        (found,) = read(value)
        assert (found.provider, said(found)) == ("perplexity", [("person", "Which db?"), ("assistant", "Postgres.")])


def test_copilot_chats_kept_as_a_log_of_changes_are_replayed() -> None:
    asked = {"requestId": "r1", "message": {"text": "pick a logger"}, "response": []}
    (found,) = lines(
        {"kind": 0, "v": {"sessionId": "s1", "requests": []}},
        {"kind": 2, "k": ["requests"], "v": [asked]},
        {"kind": 1, "k": ["requests", 0, "response"], "v": [{"value": "structlog"}]},
    )
    assert said(found) == [("person", "pick a logger"), ("assistant", "structlog")]


def activity(title: str, *answers: str, **more: Any) -> dict[str, Any]:
    html = [{"html": f"<p>{a}</p>"} for a in answers]
    row = {"header": "Gemini Apps", "title": title, "time": "2025-01-01T00:00:00Z", "products": ["Gemini Apps"]}
    return {**row, **({"safeHtmlItem": html} if html else {}), **more}


def test_T31_live_prompts_are_recognised_and_unknown_verbs_counted() -> None:
    live, odd = read(
        [activity("Live Prompt", "ok", subtitles=[{"name": "What is it?"}]), activity("Zapytałeś co?", "x")]
    )
    assert said(live) == [("person", "What is it?"), ("assistant", "ok")]
    assert odd.counts == {"unknown verb": 1}


def test_T53_a_prompt_without_an_answer_is_kept_and_counted() -> None:
    (found,) = read([activity("Prompted Which db?")])
    assert (said(found), found.counts) == ([("person", "Which db?")], {"no answer in export": 1})


def slack(ts: str, words: str, user: str = "U1", **more: Any) -> dict[str, Any]:
    return {"type": "message", "user": user, "text": words, "ts": ts, **more}


def slack_folder(path: Path, **days: list[Any]) -> list[Any]:
    (path / "general").mkdir()
    people = [{"id": u, "name": u.lower(), "profile": {"real_name": f"Person {u}"}} for u in ("U1", "U2", "U3")]
    (path / "users.json").write_text(json.dumps(people))
    (path / "channels.json").write_text(json.dumps([{"id": "C9", "name": "general", "members": ["U1"]}]))
    for day, rows in days.items():
        (path / "general" / f"{day}.json").write_text(json.dumps(rows))
    return [item for item in Readers().read(path) if not isinstance(item, Ignored)]


def test_T39_real_names_of_all_speakers_are_kept(tmp_path: Path) -> None:
    rows = [slack(f"174605760{n}.000100", "hi", f"U{n}") for n in (1, 2, 3)]
    (found,) = slack_folder(tmp_path, day1=rows)
    assert [(p.author, p.name) for p in found.parts] == [("person", f"Person U{n}") for n in (1, 2, 3)]


def test_T55_a_broadcast_answer_stands_once_in_its_thread(tmp_path: Path) -> None:
    root = slack("1746057600.000100", "Which?", thread_ts="1746057600.000100")
    answer = slack("1746144000.000200", "X", "U2", subtype="thread_broadcast", thread_ts="1746057600.000100")
    (found,) = slack_folder(tmp_path, day1=[root], day2=[answer, answer])
    assert [(p.id, p.parent) for p in found.parts] == [
        ("1746057600.000100", None),
        ("1746144000.000200", "1746057600.000100"),
    ]


def test_slack_ids_keep_their_tail_and_marks_become_words(tmp_path: Path) -> None:
    rows = [
        slack("1746057600.000001", "<@U2> see <https://x.io|X> &amp; <#C9|general>"),
        slack("1746057600.000002", "b"),
    ]
    (found,) = slack_folder(tmp_path, day1=rows)
    assert [p.id for p in found.parts] == ["1746057600.000001", "1746057600.000002"]
    assert found.parts[0].text == "@Person U2 see X (https://x.io) & #general"


def mail(body: str, **headers: str) -> str:
    base = {"From": "Ana <ana@x.io>", "To": "Bob <bob@x.io>", "Subject": "db", "Message-ID": "<1@x.io>"}
    return "".join(f"{k.replace('_', '-')}: {v}\n" for k, v in {**base, **headers}.items()) + "\n" + body


def own(body: str, **headers: str) -> list[str]:
    (found,) = text(mail(body, **headers))
    return [p.text for p in found.parts if p.author == "person"]


@pytest.mark.parametrize(
    "quoted",
    [
        "On Wed, 30 Apr 2025 at 09:00, Bob <bob@x.io> wrote:\n> use Mongo\n",
        "Am 30.04.2025 um 09:00 schrieb Bob:\n> use Mongo\n",
        "Den ons. 30. apr. 2025 kl. 09.00 skrev Bob <bob@x.io>:\n> use Mongo\n",
        "-----Original Message-----\nFrom: Bob\nSent: April 30, 2025 9:00 AM\nTo: Ana\nSubject: db\n\nuse Mongo",
        "Fra: Bob <bob@x.io>\nSendt: 30. april 2025 09:00\nTil: Ana\nEmne: db\n\nuse Mongo",
        "________________________________\nVon: Bob <bob@x.io>\nGesendet: 30. April 2025\nAn: Ana\n\nuse Mongo",
        "-- \nAna\nuse Mongo T-shirts",
    ],
)
def test_O02_words_of_others_below_a_mail_are_not_the_senders(quoted: str) -> None:
    assert own(f"We use Postgres.\n\n{quoted}") == ["We use Postgres."]


def test_O03_a_line_that_begins_with_on_is_kept() -> None:
    body = "On reflection we stay with A.\nOn Monday: standup.\nFrom: now on we ship weekly."
    assert own(body) == [body]


def test_answers_between_quoted_lines_are_the_senders() -> None:
    assert own("> Mongo?\n\nNo, Postgres.\n\n> When?\n\nIn May.\n") == ["No, Postgres.", "In May."]


def test_a_mail_in_another_charset_and_its_text_attachment() -> None:
    words = base64.b64encode("Решили: Postgres.".encode("koi8-r")).decode()
    body = (
        "--b\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n"
        f'{words}\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="n.txt"\n\nnotes\n--b--\n'
    )
    (found,) = text(mail(body, Content_Type="multipart/mixed; boundary=b"))
    assert [(p.author, p.section, p.text.strip()) for p in found.parts] == [
        ("person", None, "Решили: Postgres."),
        ("document", "n.txt", "notes"),
    ]


def test_a_mail_date_with_its_zone() -> None:
    (found,) = text(mail("hi", Date="Thu, 01 May 2025 23:30:00 -0700"))
    assert found.at == "2025-05-02T06:30:00Z"
    (bogus,) = text(mail("hi", Date="bogus"))
    assert bogus.at is None


@pytest.mark.parametrize(
    ("field", "want"),
    [
        ("=?x-martian?Q?Caf=E9_plan?=", "Café plan"),
        ("=?unknown-8bit?B?Q2Fm6SBwbGFu?=", "Café plan"),
        ("=?undefined?Q?plan?=", "plan"),
        ("=?utf-8?B?w6TD?= =?utf-8?B?tsO8?=", "äöü"),  # a letter is split between two words
        ("=?utf-8?B?w6TDt?=", "ä\ufffd"),
        ("=?utf-8?B?QQ?= and =?utf-8?B?A?= more", "A and  more"),
        ("=?utf-8?Q?cut off", "=?utf-8?Q?cut off"),
        ("=?utf-8*en?Q?one?==?utf-8?Q?_two?= x", "one two x"),
        ("=?utf-8?Q?erste_?=\r\n =?iso-8859-1?Q?H=E4lfte?=", "erste Hälfte"),
        ("a long\n  subject\n\tgoes on", "a long subject goes on"),
        ("a\x00b", "a b"),
    ],
)
def test_no_subject_however_broken_costs_the_mail(field: str, want: str) -> None:
    (found,) = text(mail("We use Postgres.", Subject=field))
    assert (found.title, said(found)) == (" ".join(want.split()), [("person", "We use Postgres.")])


@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
def test_header_fields_in_bare_bytes_are_read(charset: str) -> None:
    (found,) = Readers().read_bytes(mail("hi", Subject="Größe ändern").encode(charset))
    assert isinstance(found, Reading)
    assert found.title == "Größe ändern"


def test_a_comma_in_an_encoded_name_belongs_to_the_name() -> None:
    (found,) = text(mail("hi", From="=?utf-8?Q?M=C3=BCller=2C_J=C3=B6rg?= <j@x.io>"))
    assert found.parts[0].name == "Müller, Jörg"


@pytest.mark.parametrize("charset", ["x-martian", "undefined", "hex", "idna"])
def test_a_body_in_a_charset_nobody_knows_is_guessed(charset: str) -> None:
    (found,) = Readers().read_bytes(mail("Café", Content_Type=f"text/plain; charset={charset}").encode("cp1252"))
    assert isinstance(found, Reading)
    assert [part.text for part in found.parts] == ["Café"]


@pytest.mark.parametrize(
    ("field", "want"),
    [
        ("Thu, 1 May 2025 10:00:00 +0200 (CEST)", "2025-05-01T08:00:00Z"),
        ("Do, 1 Mai 2025 10:00:00 +0200", "2025-05-01T08:00:00Z"),
        ("2025-05-01T10:00:00Z", "2025-05-01T10:00:00Z"),
        ("Thu, 1 May 2025 10:00:00 +999999999999", "2025-05-01T10:00:00-00:00"),
        ("Thu, 1 May 2025 25:61:00 +0200", None),
        ("", None),
    ],
)
def test_dates_of_mails_in_odd_forms(field: str, want: str | None) -> None:
    (found,) = text(mail("hi", Date=field))
    assert found.at == want


def test_other_words_under_the_id_of_a_mail_are_another_mail_in_any_order() -> None:
    one, two = mail("We use A."), mail("We use B.")
    head = "From a@b Thu May  1 10:00:00 2025\n"
    for first, second in ((one, two), (two, one)):
        found = text(head + first + "\n\n" + head + second + "\n\n" + head + first)
        assert [type(item) for item in found] == [Reading, Reading, Ignored]
        assert {item.origin for item in found[:2]} == {text(one)[0].origin, text(two)[0].origin}


def test_all_parts_of_a_mail_are_kept_and_those_of_an_attached_mail_are_documents() -> None:
    forms = "--c\n\nBye.\n--c\nContent-Type: text/html\n\n<p>Bye.</p>\n--c--"
    parts = [
        "Content-Type: text/plain\n\nWe use Postgres.",
        "Content-Type: image/png\n\nx",
        "Content-Type: text/plain\n\nAnd Valkey.",
        f"Content-Type: multipart/alternative; boundary=c\n\n{forms}",
        "Content-Type: message/rfc822\n\nFrom: eve@x.io\nSubject: inner\n\nUse Mongo.",
        f"Content-Type: text/plain\n\n{'_' * 40}\nThe list\nWe use lists.",
    ]
    body = "".join(f"--b\n{part}\n" for part in parts) + "--b--\n"
    (found,) = text(mail(body, Content_Type="multipart/mixed; boundary=b"))
    assert [(p.author, p.section, p.text.strip()) for p in found.parts] == [
        ("person", None, "We use Postgres."),
        ("person", None, "And Valkey."),
        ("person", None, "Bye."),
        ("document", "inner", "Use Mongo."),
        ("injected", None, f"{'_' * 40}\nThe list\nWe use lists."),
    ]
    assert found.counts == {"attachment": 1, "quote or signature": 1}


def test_a_mail_whose_borders_are_missing_is_read_as_text() -> None:
    assert own("We use Postgres.", Content_Type="multipart/mixed") == ["We use Postgres."]


def test_prose_with_labels_is_no_mail() -> None:
    (found,) = text("Subject: the db\nWe talked about it.\n")
    assert found.provider != "email"


def test_O07_words_in_nested_tags_stand_once() -> None:
    (found,) = text("<html><body><div><p>x</p></div><div><div>y</div></div></body></html>")
    assert [p.text.split() for p in found.parts] == [["x", "y"]]


def test_html_sections_have_their_heading_path() -> None:
    html = "<html><body><h1>Plan</h1><p>a</p><h2>Out of scope</h2><ul><li>Redis</li></ul></body></html>"
    (found,) = text(html)
    assert [(p.section, p.text.split()[-1]) for p in found.parts] == [("Plan", "a"), ("Plan > Out of scope", "Redis")]


def test_html_hidden_by_style_or_attribute_is_left_out_and_counted() -> None:
    hidden = '<p style="display: none">a</p><p hidden>b</p><script>c()</script><span aria-hidden="true">d</span>'
    (found,) = text(f"<html><body>{hidden}<p>shown</p></body></html>")
    assert [p.text for p in found.parts] == ["shown"]
    assert found.counts["hidden node"] == 3


def test_html_in_an_older_encoding_is_read_by_what_it_declares() -> None:
    html = "<html><head><meta charset=windows-1251></head><body><p>Решили</p></body></html>"
    (found,) = Readers().read_bytes(html.encode("cp1251"))
    assert [p.text for p in found.parts] == ["Решили"]  # type: ignore[union-attr]  # it is a reading


def cursor(path: Path, **values: Any) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE cursorDiskKV (key TEXT, value BLOB)")
    database.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", [(k, json.dumps(v)) for k, v in values.items()])
    database.commit()
    database.close()


def test_cursor_databases_are_read_without_being_written(tmp_path: Path) -> None:
    path = tmp_path / "state.vscdb"
    head = {"fullConversationHeadersOnly": [{"bubbleId": "b", "type": 1}], "createdAt": 1746057600000}
    cursor(path, **{"composerData:c1": head, "bubbleId:c1:b": {"type": 1, "text": "Use an LRU."}})
    before = path.read_bytes()
    for found in (list(Readers().read(path)), list(Readers().read_bytes(before))):
        assert [said(item) for item in found] == [[("person", "Use an LRU.")]]
    assert (path.read_bytes(), [p.name for p in tmp_path.iterdir()]) == (before, ["state.vscdb"])


def test_rows_of_a_damaged_database_without_a_name_are_named_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "state.vscdb"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
        turn = json.dumps({"conversation": [{"type": 1, "text": "Use an LRU."}]})
        for name in ("a", "b", "c"):
            database.execute("INSERT INTO cursorDiskKV VALUES (?, ?)", (f"composerData:{name}", turn))
        database.commit()
    whole = path.read_bytes()
    assert [said(item) for item in Readers().read_bytes(whole)] == [[("person", "Use an LRU.")]] * 3

    # the entry of the index that leads to the third row names nothing any more
    entry = b"\x03\x29\x01composerData:c"
    assert whole.count(entry) == 1
    found = list(Readers().read_bytes(whole.replace(entry, b"\x03\x00\x01composerData:c")))
    assert [item.code for item in found if isinstance(item, Problem)] == ["unreadable"]
    assert [said(item) for item in found if not isinstance(item, Problem)] == [[("person", "Use an LRU.")]] * 2


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_database_that_an_editor_holds_is_read_or_said_to_be_in_use(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "state.vscdb"
    head = {"fullConversationHeadersOnly": [{"bubbleId": "b", "type": 1}], "createdAt": 1746057600000}
    cursor(path, **{"composerData:c1": head, "bubbleId:c1:b": {"type": 1, "text": "Use an LRU."}})
    editor = sqlite3.connect(path, isolation_level=None)
    editor.execute(f"PRAGMA journal_mode = {mode}")
    editor.execute("BEGIN IMMEDIATE")
    editor.execute("INSERT INTO cursorDiskKV VALUES ('x', 'y')")
    assert [said(item) for item in Readers().read(path)] == [[("person", "Use an LRU.")]]
    editor.execute("ROLLBACK")
    editor.execute("PRAGMA locking_mode = EXCLUSIVE")
    editor.execute("BEGIN EXCLUSIVE")
    editor.execute("INSERT INTO cursorDiskKV VALUES ('x', 'y')")
    (problem,) = Readers().read(path)
    editor.close()
    assert isinstance(problem, Problem)
    assert (problem.code, "another program holds it" in problem.message) == ("unreadable", True)


def test_a_corrupt_or_foreign_database_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "x.vscdb"
    cursor(path, a=1)
    data = path.read_bytes()
    assert [item.code for item in Readers().read_bytes(data[:2000] + b"\xff" * 3000)] == ["unreadable"]  # type: ignore[union-attr]  # a problem
    other = sqlite3.connect(tmp_path / "y.db")
    other.execute("CREATE TABLE notes (x)")
    other.commit()
    other.close()
    assert [item.code for item in Readers().read(tmp_path / "y.db")] == ["unknown_format"]  # type: ignore[union-attr]  # a problem


def test_open_webui_reasoning_is_not_the_answer() -> None:
    answer = '<details type="reasoning" done="true"><summary>Thought</summary>\n&gt; I pick Redis\n</details>\nValkey.'
    messages = {
        "1": {"id": "1", "parentId": None, "role": "user", "content": "Which?", "timestamp": 1740000000},
        "2": {"id": "2", "parentId": "1", "role": "assistant", "content": answer, "timestamp": 1740000001},
    }
    (found,) = read([{"id": "x", "title": "T", "chat": {"history": {"messages": messages, "currentId": "2"}}}])
    assert said(found) == [("person", "Which?"), ("assistant", "Valkey."), ("derived", "> I pick Redis")]
    assert len(active(found.parts, found.leaf)) == 3


def test_cards_of_a_canvas_are_read_from_top_to_bottom_with_what_arrows_say() -> None:
    (name, data), *_ = INVENTED["canvas"]
    (found,) = Readers().read_bytes(data, name)
    assert isinstance(found, Reading)
    assert [part.text for part in found.parts] == ["We use NATS.", "We use NATS. because of queue.md"]
    assert (found.kind, found.title, found.counts) == ("note", "board", {"empty": 1, "link to a file or page": 1})


@pytest.mark.parametrize("nodes", [[], [{"type": "text", "text": "x"}], [{"type": "host", "x": 0, "y": 0}]])
def test_another_graph_with_nodes_is_no_canvas(nodes: list[dict[str, Any]]) -> None:
    (found,) = Readers().read_bytes(json.dumps({"nodes": nodes, "edges": []}).encode())
    assert isinstance(found, Problem)
    assert found.code == "unknown_format"
