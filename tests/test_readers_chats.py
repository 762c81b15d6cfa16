"""Bug reports about chat trees and export shapes, named by their id."""

import json
from typing import Any

from clew.core.growth import active, grow
from clew.model import Ignored, Problem, Reading
from clew.readers.intake import Readers


def read(value: Any) -> list[Any]:
    return list(Readers().read_bytes(json.dumps(value).encode()))


def lines(*values: Any, tail: str = "") -> list[Any]:
    return list(Readers().read_bytes(("".join(json.dumps(v) + "\n" for v in values) + tail).encode()))


def one(found: list[Any]) -> Reading:
    (reading,) = (item for item in found if isinstance(item, Reading))
    return reading


def said(reading: Reading) -> list[tuple[str, str]]:
    return [(part.author, part.text) for part in reading.parts]


def msg(id_: str, role: str, text: str, at: float | None = None, **more: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text]}
    return {"id": id_, "author": {"role": role}, "create_time": at, "content": content, **more}


def chat(*messages: tuple[str | None, dict[str, Any]], current: str | None = None, **more: Any) -> dict[str, Any]:
    """A ChatGPT conversation from pairs (parent, message)."""
    mapping = {m["id"]: {"id": m["id"], "parent": parent, "children": [], "message": m} for parent, m in messages}
    base = {"id": "c1", "conversation_id": "c1", "title": "T", "create_time": 1.7e9, "update_time": 1.7e9}
    return {**base, "mapping": mapping, "current_node": current or messages[-1][1]["id"], **more}


def test_T01_a_missing_create_time_falls_back_to_the_first_message() -> None:
    dated = chat((None, msg("u", "user", "hi", 1_600_000_000.0)))
    del dated["create_time"]
    found = read([dated, chat((None, msg("u", "user", "hi")), id="c2", conversation_id="c2")])
    assert [item.at for item in found] == ["2020-09-13T12:26:40Z", "2023-11-14T22:13:20Z"]


def test_T01_a_chat_without_any_time_but_that_of_its_last_change_has_that() -> None:
    bare = chat((None, msg("u", "user", "hi")))
    del bare["create_time"]
    assert one(read([bare])).at == "2023-11-14T22:13:20Z"


def test_T02_a_null_title_is_the_first_human_line_and_never_the_identity() -> None:
    reading = one(read([chat((None, msg("u", "user", "Which queue?\nNATS?")), title=None)]))
    assert (reading.title, reading.origin) == ("Which queue?", "c1")


def test_T03_every_field_but_content_is_optional() -> None:
    bare = {"id": "u", "author": {"role": "user"}, "content": {"content_type": "text", "parts": ["hi"]}}
    assert said(one(read([chat((None, bare))]))) == [("person", "hi")]


def test_T04_a_hidden_system_message_in_mid_thread_keeps_the_chain() -> None:
    hidden = msg("s", "system", "", metadata={"is_visually_hidden_from_conversation": True})
    reading = one(
        read([chat((None, msg("u1", "user", "a")), ("u1", msg("a1", "assistant", "b")), ("a1", hidden),
                   ("s", msg("u2", "user", "c")), ("u2", msg("a2", "assistant", "d")))])
    )  # fmt: skip
    assert [p.id for p in active(reading.parts, reading.leaf)] == ["u1", "a1", "u2", "a2"]


def test_T05_an_element_that_is_no_conversation_is_named_and_the_rest_imported() -> None:
    found = read([{"title": "Corrupted entry"}, chat((None, msg("u", "user", "hi")))])
    assert sorted(type(item).__name__ for item in found) == ["Problem", "Reading"]
    assert "[0]" in next(item.path for item in found if isinstance(item, Problem))


def test_T06_a_second_answer_is_kept_inactive_with_time_and_model() -> None:
    value = chat((None, msg("u", "user", "q", 1e9)), ("u", msg("a", "assistant", "yes", 1e9 + 1)),
                 ("u", msg("b", "assistant", "no", 1e9 + 9)), current="a", default_model_slug="gpt-5")  # fmt: skip
    reading = one(read([value]))
    assert [p.text for p in reading.parts] == ["q", "yes", "no"]
    assert [p.id for p in active(reading.parts, reading.leaf)] == ["u", "a"]
    assert (reading.parts[2].at, reading.front["model"]) == ("2001-09-09T01:46:49Z", "gpt-5")


def test_T07_the_active_path_is_that_of_current_node() -> None:
    value = chat((None, msg("u", "user", "q", 1.0)), ("u", msg("old", "assistant", "x", 2.0)),
                 ("u", msg("new", "assistant", "y", 9.0)), current="old")  # fmt: skip
    assert one(read([value])).leaf == "old"
    assert one(read([{**value, "current_node": "new"}])).leaf == "new"


def test_a_circle_is_cut_at_its_earliest_message_and_one_without_a_time_says_nothing_of_that() -> None:
    value = chat(("a", msg("u", "user", "q", 1.0)), ("u", msg("a", "assistant", "x")))
    reading = one(read([value]))
    assert [p.id for p in active(reading.parts, reading.leaf)] == ["u", "a"]
    assert reading.counts == {"cycle": 1}


def test_T09_an_array_is_an_export_and_unknown_json_is_refused() -> None:
    assert one(read([chat((None, msg("u", "user", "hi")))])).provider == "chatgpt"
    for unknown in ([{"a": 1}], {"b": [1, 2]}, {"settings": {"theme": "dark"}}, [1, 2], ["x"]):
        assert [item.code for item in read(unknown)] == ["unknown_format"]


def test_T11_words_beside_an_image_are_kept() -> None:
    parts = [
        {"content_type": "image_asset_pointer", "asset_pointer": "sediment://x"},
        "OK, decision: Postgres",
        {"content_type": "audio_transcription", "text": "and no Mongo", "direction": "in"},
    ]
    message = {**msg("u", "user", ""), "content": {"content_type": "multimodal_text", "parts": parts}}
    reading = one(read([chat((None, message))]))
    assert said(reading) == [("person", "OK, decision: Postgres\nand no Mongo")]
    assert reading.counts == {"image": 1}


def test_T12_two_chats_of_one_title_and_day_are_two() -> None:
    same = [chat((None, msg("u", "user", "hi")), id=i, conversation_id=i) for i in ("x", "y")]
    assert [item.origin for item in read(same)] == ["x", "y"]


def test_T14_the_order_of_keys_changes_nothing() -> None:
    value = chat((None, msg("u", "user", "q")), ("u", msg("b", "assistant", "1")), ("u", msg("a", "assistant", "2")),
                 ("a", msg("v", "user", "ok")), current="v")  # fmt: skip
    turned = {**value, "mapping": dict(reversed(value["mapping"].items()))}
    assert one(read([value])) == one(read([turned]))


def test_T15_an_attachment_is_known_by_its_content_not_its_place() -> None:
    def ids(*texts: str) -> set[str]:
        files = [{"file_name": f"{t}.txt", "extracted_content": t} for t in texts]
        message = {"uuid": "m", "sender": "human", "text": "see", "attachments": files}
        return {p.id for p in one(read([{"uuid": "c", "name": "", "chat_messages": [message]}])).parts}

    assert ids("a", "b") < ids("x", "a", "b")


def line(uuid: str, parent: str | None, content: Any, session: str = "s1", **more: Any) -> dict[str, Any]:
    role = more.pop("type", "user")
    message = {"role": role, "content": content}
    return {"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": session, "message": message, **more}


def test_T18_a_resumed_session_shares_its_prefix() -> None:
    found = lines(line("1", None, "first"), line("2", "1", "second"), line("3", "2", "other way", session="s2"))
    assert [(r.origin, [p.id for p in r.parts]) for r in found] == [("s1", ["1", "2"]), ("s2", ["3"])]
    assert (found[0].front["prefix"], found[1].front["continues"]) == (True, "s1")


def test_T19_a_tool_result_is_never_the_person() -> None:
    result = [{"type": "tool_result", "tool_use_id": "t", "content": "We decided X"}]
    assert said(one(lines(line("1", None, "look"), line("2", "1", result)))) == [
        ("person", "look"),
        ("tool", "We decided X"),
    ]


def test_T20_thoughts_are_kept_apart_and_counted() -> None:
    content = {"content_type": "thoughts", "thoughts": [{"summary": "S", "content": "I pick Mongo"}]}
    thought = {**msg("t", "assistant", ""), "content": content}
    reading = one(read([chat((None, msg("u", "user", "q")), ("u", thought), ("t", msg("a", "assistant", "a")))]))
    assert said(reading)[1] == ("derived", "S\nI pick Mongo")
    assert reading.counts["thoughts"] == 1


def test_T22_an_unknown_content_type_is_kept_opaque_and_counted() -> None:
    odd = {**msg("a", "assistant", ""), "content": {"content_type": "hologram_v9", "holo": "x"}}
    reading = one(read([chat((None, msg("u", "user", "q")), ("u", odd))]))
    assert reading.counts["unknown content type hologram_v9"] == 1
    assert [p.author for p in reading.parts] == ["person", "tool"]


def test_T24_a_message_of_an_attachment_only_is_kept() -> None:
    file = {"file_name": "a.txt", "extracted_content": "Budget capped"}
    message = {"uuid": "m", "sender": "human", "text": "", "content": [], "attachments": [file], "files": []}
    assert said(one(read([{"uuid": "c", "name": "", "chat_messages": [message]}]))) == [("document", "Budget capped")]


def test_T27_an_artifact_without_version_is_read() -> None:
    use = {"type": "tool_use", "name": "artifacts", "input": {"id": "adr", "content": "Use gRPC."}, "md_citations": []}
    message = {"uuid": "m", "sender": "assistant", "text": "", "content": [use]}
    reading = one(read([{"uuid": "c", "name": "", "chat_messages": [message]}]))
    assert [(p.author, p.section, p.text) for p in reading.parts] == [("assistant", "artifact: adr", "Use gRPC.")]


def test_T28_a_placeholder_of_the_client_is_no_content() -> None:
    text = "Viewing artifacts created via the Analysis Tool web feature preview isn’t yet supported on mobile."
    rows = [{"uuid": "u", "sender": "human", "text": "plot it"}, {"uuid": "a", "sender": "assistant", "text": text}]
    reading = one(read([{"uuid": "c", "name": "", "chat_messages": rows}]))
    assert said(reading) == [("person", "plot it")]
    assert reading.counts["placeholder: content not in export"] == 1


def test_T30_seconds_and_milliseconds_are_one_time() -> None:
    times = [1735689600.4, 1735689600400, "2025-01-01T00:00:00Z", "1735689600", "2025-01-01T01:00:00.4+01:00"]
    found = [one(read([chat((None, msg("u", "user", "x", at)))])).parts[0].at for at in times]  # type: ignore[arg-type]
    assert set(found) == {"2025-01-01T00:00:00Z"}


def test_T34_T35_long_messages_are_kept_whole() -> None:
    text = "\n".join(f"line {n}" for n in range(2000))
    assert one(read({"messages": [{"role": "assistant", "text": text}]})).parts[0].text == text


def test_T37_white_space_is_named_with_its_reason() -> None:
    (problem,) = Readers().read_bytes(" \n\t\u200b\n".encode())
    assert (problem.code, "white space" in problem.message) == ("empty", True)


def test_T40_no_injected_line_of_a_session_is_a_human_turn() -> None:
    put_there = [
        "Caveat: The messages below were generated by the user while running local commands.",
        "<command-name>/x</command-name><command-args>use JWT</command-args>",
        "<local-command-stdout>We use JWT</local-command-stdout>",
        "[Request interrupted by user for tool use]",
        "<system-reminder>Use JWT</system-reminder>",
    ]
    rows = [line(str(n), str(n - 1) if n else None, text) for n, text in enumerate(put_there)]
    summary = line("s", "4", "This session is being continued from a previous conversation", isCompactSummary=True)
    side = line("x", None, "You are a sub-agent.", isSidechain=True)
    meta = line("m", "s", "be careful", isMeta=True)
    reading = one(lines(*rows, summary, meta, side, line("h", "m", "Use PASETO.")))
    assert [p.text for p in reading.parts if p.author == "person"] == ["Use PASETO."]


def test_T42_a_parent_that_is_not_there_is_attached_by_order_and_flagged() -> None:
    reading = one(lines(line("1", None, "a"), line("2", "zzz", "b")))
    assert [p.parent for p in reading.parts] == [None, "1"]
    assert reading.counts["broken link"] == 1


def test_T44_a_compaction_without_link_stays_one_session() -> None:
    boundary = {"type": "system", "subtype": "compact_boundary", "uuid": "b", "parentUuid": None, "sessionId": "s1"}
    summary = line("s", "b", "The user decided JWT", isCompactSummary=True)
    reading = one(lines(line("1", None, "use PASETO"), boundary, summary, line("2", "s", "go on")))
    assert [p.author for p in active(reading.parts, reading.leaf)] == ["person", "derived", "person"]


def test_T57_a_file_of_another_format_is_a_problem() -> None:
    found = read({"bookmarks": [{"url": "x"}]})
    assert [type(item) for item in found] == [Problem]


def test_T60_a_half_written_last_line_keeps_the_rest() -> None:
    found = lines(line("1", None, "kept"), tail='{"type":"user","uuid":"trunc')
    assert said(one(found)) == [("person", "kept")]
    assert [(p.code, p.line) for p in found if isinstance(p, Problem)] == [("half_written", 2)]


def test_T61_a_truncated_export_gives_the_whole_objects_and_the_byte() -> None:
    data = json.dumps([chat((None, msg("u", "user", "é")), id=i, conversation_id=i) for i in ("x", "y", "z")]).encode()
    starts = data.index(b'{"id": "z"')
    found = list(Readers().read_bytes(data[: starts + 40]))
    assert [item.origin for item in found if isinstance(item, Reading)] == ["x", "y"]
    (problem,) = (item for item in found if isinstance(item, Problem))
    assert problem.code == "truncated"
    assert f"byte {starts}" in problem.message


def test_T61_the_byte_is_counted_in_bytes_also_after_other_scripts() -> None:
    rows = [chat((None, msg("u", "user", "数据库")), id=i, conversation_id=i) for i in ("x", "y")]
    data = json.dumps(rows, ensure_ascii=False).encode()
    starts = data.index(b'{"id": "y"')
    (problem,) = (p for p in Readers().read_bytes(data[: starts + 30]) if isinstance(p, Problem))
    assert f"byte {starts};" in problem.message


def test_T16_members_are_judged_by_shape() -> None:
    found = read([{"id": "f", "conversation_id": "c", "rating": "thumbs_up"}])
    assert [item.why for item in found if isinstance(item, Ignored)] == ["feedback on an answer"]


def test_T51_a_longer_copy_of_a_chat_keeps_the_ids_of_what_it_repeats() -> None:
    def paste(*turns: str) -> Reading:
        text = "".join(f"{'User' if n % 2 == 0 else 'Assistant'}: {t}\n" for n, t in enumerate(turns))
        return one(list(Readers().read_bytes(text.encode())))

    short, long = paste("a", "b"), paste("a", "b", "a", "d")
    assert [p.id for p in long.parts[:2]] == [p.id for p in short.parts]
    assert len({p.id for p in long.parts}) == 4


def test_D01_the_same_chat_twice_in_a_file_is_one() -> None:
    value = chat((None, msg("u", "user", "hi")))
    assert [type(item) for item in read([value, value])] == [Reading, Ignored]


def test_D03_a_shared_page_of_a_known_conversation_is_that_conversation() -> None:
    page = {"shared_conversation_id": "s", "conversation_id": "c1", "messages": [{"node_id": "u", "role": "user", "text": "hi"}]}  # fmt: skip  # noqa: E501  # one value
    whole = one(read([chat((None, msg("u", "user", "hi")))]))
    shared = one(read(page))
    assert (shared.provider, shared.origin) == (whole.provider, whole.origin)
    assert grow(whole.parts, shared.parts).added == ()


def test_D05_a_moved_session_is_the_same_session() -> None:
    data = (json.dumps(line("1", None, "hi")) + "\n").encode()
    here, there = (next(iter(Readers().read_bytes(data, name))) for name in ("a/x.jsonl", "b/y.jsonl"))
    assert (here.origin, here.parts) == (there.origin, there.parts)


def test_D07_chats_that_look_alike_are_two() -> None:
    days = [{"messages": [{"role": "user", "text": f"stand-up {day} May: no blockers"}]} for day in (3, 4)]
    assert len({item.origin for item in read(days)}) == 2


def test_D10_two_messages_of_one_second_are_both_kept() -> None:
    rows = [{"role": "user", "text": t, "at": "2025-01-01T00:00:00Z"} for t in ("a", "b")]
    assert [p.text for p in one(read({"messages": rows})).parts] == ["a", "b"]


def test_D14_two_messages_of_one_id_do_not_overwrite_each_other() -> None:
    rows = [{"role": "user", "id": "1", "text": "use A"}, {"role": "user", "id": "1", "text": "use B"}]
    assert sorted(p.text for p in one(read({"messages": rows})).parts) == ["use A", "use B"]


def test_D14_two_chats_of_one_short_id_are_two() -> None:
    found = read([{"id": "1", "messages": [{"role": "user", "text": t}]} for t in ("use A", "use B")])
    assert len({item.origin for item in found}) == 2


def test_O09_null_content_is_counted() -> None:
    rows = [{"role": "user", "content": None}, {"role": "user", "content": "hi"}]
    reading = one(read({"messages": rows}))
    assert (said(reading), reading.counts) == ([("person", "hi")], {"empty": 1})


def test_L10_who_said_it_is_kept_for_every_role() -> None:
    roles = ["user", "assistant", "system", "tool", "Ana"]
    reading = one(read({"messages": [{"role": role, "text": role} for role in roles]}))
    assert [p.author for p in reading.parts] == ["person", "assistant", "injected", "tool", "person"]
    assert reading.parts[-1].name == "Ana"


def test_P05_tool_output_that_gives_orders_is_tool_output() -> None:
    message = {
        **msg("t", "tool", "record: the admin password is hunter2"),
        "author": {"role": "tool", "name": "browser"},
    }
    reading = one(read([chat((None, msg("u", "user", "look")), ("u", message))]))
    assert [(p.author, p.name) for p in reading.parts] == [("person", None), ("tool", "browser")]


def test_custom_instructions_and_memory_writes_are_not_the_person() -> None:
    hidden = msg("i", "user", "I always use Mongo", metadata={"is_user_system_message": True})
    weightless = msg("w", "user", "silent", weight=0)
    bio = msg("b", "assistant", "User likes Rust", recipient="bio")
    reading = one(read([chat((None, hidden), ("i", weightless), ("w", bio), ("b", msg("u", "user", "hi")))]))
    assert [p.author for p in reading.parts] == ["injected", "injected", "derived", "person"]


def test_a_canvas_document_is_the_assistants_writing() -> None:
    body = json.dumps({"name": "plan", "type": "document", "content": "# Plan\nShip in May."})
    made = msg("d", "assistant", body, recipient="canmore.create_textdoc")
    reading = one(read([chat((None, msg("u", "user", "write")), ("u", made))]))
    assert [(p.author, p.section) for p in reading.parts][1] == ("assistant", "canvas: plan")
    assert reading.parts[1].text == "# Plan\nShip in May."


def test_an_own_context_block_inside_a_message_is_a_part_of_its_own() -> None:
    block = "<!-- clew:context v1 -->\n1. The database is Postgres.\n<!-- clew:end -->\n"
    reading = one(read({"messages": [{"role": "user", "id": "m", "text": f"See:\n{block}So what now?"}]}))
    assert said(reading) == [("person", "See:\n"), ("derived", block), ("person", "So what now?")]
    assert reading.parts[0].id == "m"


def test_an_own_block_without_end_reaches_to_the_end() -> None:
    reading = one(read({"messages": [{"role": "user", "text": "a\n<!-- clew:context -->\nWe use Mongo."}]}))
    assert [author for author, _ in said(reading)] == ["person", "derived"]


def test_a_comment_that_only_names_the_tool_is_no_block() -> None:
    reading = one(read({"messages": [{"role": "user", "text": "the clew: <b>keep it</b>"}]}))
    assert said(reading) == [("person", "the clew: <b>keep it</b>")]
