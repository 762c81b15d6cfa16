"""Plain message JSON in the shapes people have it, and the rarer blocks of Claude.ai."""

import json
from typing import Any

from clew.core.growth import active
from clew.model import Ignored, Problem, Reading
from clew.readers.intake import Readers


def read(value: Any) -> list[Any]:
    return list(Readers().read_bytes(json.dumps(value).encode()))


def one(value: Any) -> Reading:
    (found,) = read(value)
    assert isinstance(found, Reading)
    return found


def said(reading: Reading) -> list[tuple[str, str | None, str]]:
    return [(part.author, part.name, part.text) for part in reading.parts]


Q, A = ("person", None, "Which db?"), ("assistant", None, "Postgres.")


def test_a_chat_with_all_its_fields() -> None:
    rows = [
        {"role": "user", "id": "m1", "at": "2025-02-04T21:07:00+01:00", "text": "Which db?", "mood": "calm"},
        {"role": "assistant", "id": "m2", "at": "2025-02-04T21:08:00+01:00", "text": "Postgres."},
    ]
    found = one(
        {"id": "chat-0001-long-enough", "title": "Locks", "started_at": "2025-02-04T21:00:00+01:00", "messages": rows}
    )
    assert (found.origin, found.title, found.at) == ("chat-0001-long-enough", "Locks", "2025-02-04T20:00:00Z")
    assert [(p.id, p.parent, p.at) for p in found.parts] == [
        ("m1", None, "2025-02-04T20:07:00Z"),
        ("m2", "m1", "2025-02-04T20:08:00Z"),
    ]


def test_a_date_in_words_is_the_time_of_a_message() -> None:
    rows = [{"id": 0, "role": "user", "time_anchor": "March-15-2024", "content": "hi", "batch": 1}]
    assert [(p.id, p.at) for p in one({"chat": "100K-1", "messages": rows}).parts] == [
        ("0", "2024-03-15T00:00:00-00:00")
    ]


def test_other_words_for_the_same_fields() -> None:
    shapes: list[Any] = [
        {"messages": [{"sender": "human", "message": "Which db?"}, {"sender": "ai", "message": "Postgres."}]},
        {"conversations": [{"from": "human", "value": "Which db?"}, {"from": "gpt", "value": "Postgres."}]},
        [{"conversations": [{"from": "human", "value": "Which db?"}, {"from": "gpt", "value": "Postgres."}]}],
        [{"role": "user", "content": "Which db?"}, {"role": "assistant", "content": "Postgres."}],
        {
            "turns": [
                {"author": {"role": "user"}, "text": "Which db?"},
                {"author": {"role": "assistant"}, "text": "Postgres."},
            ]
        },
    ]
    assert [said(one(shape)) for shape in shapes] == [[Q, A]] * len(shapes)


def test_lines_of_messages_are_one_chat() -> None:
    data = b'{"role":"user","content":"Which db?"}\n{"role":"assistant","content":"Postgres."}\n'
    (found,) = Readers().read_bytes(data)
    assert isinstance(found, Reading)
    assert said(found) == [Q, A]


def test_blocks_of_content_are_told_apart() -> None:
    blocks = [
        {"type": "text", "text": "Which db?"},
        {"type": "tool_result", "content": "We decided X"},
        {"type": "image_url", "image_url": {}},
        "and why?",
    ]
    found = one({"messages": [{"role": "user", "content": blocks}]})
    assert [(p.author, p.text) for p in found.parts] == [("person", "Which db?\nand why?"), ("tool", "We decided X")]
    assert found.counts == {"block image_url": 1}


def test_names_of_people_are_kept_beside_roles() -> None:
    rows = [
        {"role": "user", "name": "Ana", "text": "a"},
        {"speaker": "Bob", "text": "b"},
        {"role": "user", "text": "c"},
    ]
    assert [(p.author, p.name) for p in one({"messages": rows}).parts] == [
        ("person", "Ana"),
        ("person", "Bob"),
        ("person", None),
    ]


def test_parents_make_a_tree_with_the_newest_leaf_active() -> None:
    rows = [
        {"role": "user", "id": "1", "text": "q", "at": 1_700_000_000},
        {"role": "assistant", "id": "2", "parent_id": "1", "text": "old", "at": 1_700_000_001},
        {"role": "assistant", "id": "3", "parent_id": "1", "text": "new", "at": 1_700_000_009},
    ]
    found = one({"messages": rows})
    assert [p.id for p in active(found.parts, found.leaf)] == ["1", "3"]


def test_what_is_no_message_is_counted_and_the_rest_kept() -> None:
    found = one({"messages": [{"role": "user", "text": "hi"}, {"x": 1}, None, 5]})
    assert (said(found), found.counts) == ([("person", None, "hi")], {"no message": 3})


def test_chats_without_words_are_empty_or_a_problem() -> None:
    assert [type(item) for item in read({"messages": [], "title": "t"})] == [Ignored, Problem]
    assert [item.code for item in read({"messages": [{"role": "user", "text": " "}]})] == ["no_turns"]


def test_a_list_of_chats_is_read_one_by_one() -> None:
    chats = [{"id": n, "messages": [{"role": "user", "text": f"chat {n}"}]} for n in range(3)]
    assert [item.front["id"] for item in read(chats)] == ["0", "1", "2"]


def test_the_order_of_a_grown_chat_keeps_its_identity() -> None:
    rows = [{"role": "user", "text": "first"}, {"role": "user", "text": "second"}]
    short, long = one({"id": "c", "messages": rows[:1]}), one({"id": "c", "messages": rows})
    assert (short.origin, short.parts[0]) == (long.origin, long.parts[0])


def claude(*messages: dict[str, Any], **more: Any) -> Reading:
    return one([{"uuid": "c", "name": "n", "chat_messages": list(messages), **more}])


def test_claude_takes_blocks_and_not_the_text_that_repeats_them() -> None:
    blocks = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    found = claude({"uuid": "1", "sender": "assistant", "text": "a b", "content": blocks})
    assert [p.text for p in found.parts] == ["a\n\nb"]


def test_claude_tools_voices_and_unknown_blocks_have_their_classes() -> None:
    blocks = [
        {"type": "voice_note", "text": "spoken"},
        {"type": "tool_use", "id": "t", "name": "web_search", "input": {"query": "db"}},
        {"type": "tool_result", "name": "web_search", "content": "We decided X"},
        {"type": "token_budget"},
        {"type": "hologram", "x": 1},
    ]
    found = claude({"uuid": "1", "sender": "human", "text": "", "content": blocks})
    assert [(p.author, p.name) for p in found.parts] == [
        ("person", None), ("tool", "web_search"), ("tool", "web_search"), ("tool", "hologram"),
    ]  # fmt: skip
    assert {"token budget": 1, "unknown block hologram": 1}.items() <= found.counts.items()


def test_claude_files_without_text_are_counted_once() -> None:
    files = {"attachments": [{"file_name": "a.pdf"}], "files": [{"file_name": "a.pdf"}, {"file_name": "b.png"}]}
    found = claude({"uuid": "1", "sender": "human", "text": "see", **files})
    assert found.counts["file without text"] == 2


def test_claude_follows_a_current_message_where_one_is_given() -> None:
    rows = [
        {"uuid": "1", "sender": "human", "text": "q", "parent_message_uuid": "00000000-0000-4000-8000-000000000000"},
        {
            "uuid": "2",
            "sender": "assistant",
            "text": "old",
            "parent_message_uuid": "1",
            "created_at": "2025-01-01T00:00:00Z",
        },
        {
            "uuid": "3",
            "sender": "assistant",
            "text": "new",
            "parent_message_uuid": "1",
            "created_at": "2025-01-02T00:00:00Z",
        },
    ]
    assert claude(*rows).leaf == "3"
    assert claude(*rows, current_leaf_message_uuid="2").leaf == "2"
    assert "broken link" not in claude(*rows).counts
