"""Every sample of the formats, read as `EXPECT.json` beside the samples says."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clew.core.growth import active
from clew.model import Ignored, Problem, Reading
from clew.readers.intake import Readers


@pytest.fixture(scope="module")
def samples(shared: Path) -> Path:
    return shared / "samples"


@pytest.fixture(scope="module")
def expect(samples: Path) -> dict[str, Any]:
    return json.loads((samples / "EXPECT.json").read_text("utf-8"))


def items(path: Path) -> list[Any]:
    return list(Readers().read(path))


def readings(path: Path) -> list[Reading]:
    return [item for item in items(path) if isinstance(item, Reading)]


def words(reading: Reading, author: str) -> list[str]:
    return [part.text for part in reading.parts if part.author == author]


def turns(reading: Reading) -> list[str]:
    return [part.text for part in reading.parts if part.author in {"person", "assistant"}]


def shown(reading: Reading) -> list[str]:
    return [p.id for p in active(reading.parts, reading.leaf) if p.author in {"person", "assistant"}]


SINGLE = "chatgpt/syn-single/conversations.json"


def test_chatgpt_single_adds_up(samples: Path, expect: dict[str, Any]) -> None:
    found = items(samples / SINGLE)
    want = expect[SINGLE]
    kinds = Counter(type(item).__name__ for item in found)
    assert len(found) == want["conversations_in_file"]
    assert kinds == {"Reading": want["importable"], "Problem": len(want["rejected"]), "Ignored": len(want["empty"])}
    assert [i for i, item in enumerate(found) if isinstance(item, Problem)] == [r["index"] for r in want["rejected"]]
    assert "mapping" in next(item.message for item in found if isinstance(item, Problem))


def test_chatgpt_single_has_the_active_paths_and_keeps_the_other_branches(
    samples: Path, expect: dict[str, Any]
) -> None:
    by_id = {reading.origin: reading for reading in readings(samples / SINGLE)}
    for id_, path in expect[SINGLE]["active_path"].items():
        assert shown(by_id[id_]) == [name.removesuffix("(empty)") for name in path]
    for id_, names in expect[SINGLE]["inactive_branch_msgs"].items():
        on_path = {part.id for part in active(by_id[id_].parts, by_id[id_].leaf)}
        assert [part.id for part in by_id[id_].parts if part.id not in on_path] == names


def test_chatgpt_single_takes_only_words_of_the_person_as_such(samples: Path, expect: dict[str, Any]) -> None:
    first = readings(samples / SINGLE)[0]
    assert [p.id for p in first.parts if p.author == "person"] == expect[SINGLE]["human_words_only"]
    authors = {part.id: part.author for part in first.parts}
    assert (authors["ctx"], authors["mec"], authors["t1"], authors["r1"]) == ("injected", "derived", "tool", "derived")


def test_chatgpt_single_honours_do_not_remember(samples: Path) -> None:
    assert {r.title: r.extract for r in readings(samples / SINGLE)}["do not remember"] is False
    assert sum(r.extract for r in readings(samples / SINGLE)) == 8


def test_chatgpt_shards_collapse_to_distinct_conversations(samples: Path) -> None:
    found = items(samples / "chatgpt/syn-sharded")
    chats = [item for item in found if isinstance(item, Reading)]
    assert len({chat.origin for chat in chats}) == len(chats) == 2
    assert [item for item in found if isinstance(item, Problem)] == []
    passed = {Path(item.where.partition("[")[0]).name for item in found if isinstance(item, Ignored)}
    assert passed == {
        "conversations-002.json", "shared_conversations.json", "export_manifest.json", "message_feedback.json",
        "user.json",
    }  # fmt: skip


def test_chatgpt_reexport_adds_two_messages_and_edits_one(samples: Path) -> None:
    before = {r.origin: r for r in readings(samples / SINGLE)}
    after = {r.origin: r for r in readings(samples / "chatgpt/syn-reexport/conversations.json")}
    assert set(after) <= set(before)
    same, grown = (after[f"0000000{n}-0000-4000-8000-00000000000{n}"] for n in (1, 2))
    assert same.parts == before[same.origin].parts
    old = {part.id: part.text for part in before[grown.origin].parts}
    new = {part.id: part.text for part in grown.parts}
    assert sorted(set(new) - set(old)) == ["a3", "u3"]
    assert [id_ for id_ in old if old[id_] != new[id_]] == ["a2"]


def test_chatgpt_zip_ignores_what_is_no_chat(samples: Path, expect: dict[str, Any]) -> None:
    found = items(samples / "chatgpt/syn-export.zip")
    want = expect["chatgpt/syn-export.zip"]
    assert sum(isinstance(item, Reading) for item in found) == want["conversations"]
    passed = {item.where.partition("!")[2] for item in found if isinstance(item, Ignored)}
    assert passed == {*want["ignored"], "file-AbC-sketch.png"}
    assert [item for item in found if isinstance(item, Problem)] == []


def test_chatgpt_evil_zip_is_refused_by_member(samples: Path) -> None:
    found = items(samples / "chatgpt/syn-evil.zip")
    faults = {item.path.partition("!")[2]: item.code for item in found if isinstance(item, Problem)}
    assert faults == {"../../evil.json": "outside", "/abs.json": "outside", "bomb.json": "bomb"}
    assert sum(isinstance(item, Reading) for item in found) == 1


@pytest.mark.parametrize("name", ["chatgpt/syn-bom/conversations.json", "chatgpt/syn-nul/conversations.json"])
def test_chatgpt_marks_of_encoding_do_no_harm(name: str, samples: Path, expect: dict[str, Any]) -> None:
    assert len(items(samples / name)) == len(readings(samples / name)) == expect[name]["conversations_in_file"]


def test_chatgpt_shared_page(samples: Path) -> None:
    (page,) = readings(samples / "chatgpt/syn-shared-decode.json")
    assert [(p.author, p.text) for p in page.parts] == [("person", "Which queue?"), ("assistant", "Use NATS.")]


CLAUDE = "claude_ai/syn-export/conversations.json"


def test_claude_keeps_the_attachment_only_message_and_the_newest_branch(samples: Path, expect: dict[str, Any]) -> None:
    found = items(samples / CLAUDE)
    assert len(found) == expect[CLAUDE]["conversations_in_file"]
    first = next(item for item in found if isinstance(item, Reading))
    path = active(first.parts, first.leaf)
    assert first.leaf == "000000ce-0000-4000-8000-0000000000ce"  # message 206
    assert ("document", "Budget is capped at 40k EUR.") in [(p.author, p.text) for p in first.parts]
    assert "Budget is capped at 40k EUR." not in [p.text for p in path]
    assert words(first, "person") == ["Here is the RFC.", "Edited: go with REST instead."]
    assert [p.section for p in first.parts if p.author == "assistant" and p.section] == ["artifact: ADR"]
    assert first.counts["placeholder: content not in export"] == 1


def test_claude_instructions_and_memories_are_nobodys_words(samples: Path) -> None:
    found = items(samples / "claude_ai/syn-export")
    texts = {p.text: p.author for r in found if isinstance(r, Reading) for p in r.parts}
    assert "Always answer in French." not in texts
    assert texts["**Work context**\n\nA runs Atlas. Uses REST.\n"] == "derived"
    assert texts["Decision: ship on 12 May."] == "document"
    assert [item.why for item in found if isinstance(item, Ignored) and "users" in item.where] == [
        "personal data of the account"
    ]


CODE = "claude_code/syn-edge.jsonl"


def test_claude_code_has_one_human_turn(samples: Path, expect: dict[str, Any]) -> None:
    want = expect[CODE]
    found = items(samples / CODE)
    (session,) = (item for item in found if isinstance(item, Reading))
    assert words(session, "person") == want["human_typed"]
    assert session.counts["duplicate"] == want["duplicates"]
    assert [kind for kind in session.counts if kind.startswith("unknown")] == ["unknown type quantum-snapshot"]
    assert [item.code for item in found if isinstance(item, Problem)] == ["half_written"] * want["bad_lines"]
    authors = {int(p.id[:8], 16): p.author for p in session.parts}
    assert (authors[301], authors[302], authors[307]) == ("injected", "injected", "tool")
    assert (authors[309], authors[310], authors[311]) == ("derived", "injected", "injected")


PLAIN = [
    "chatgpt-copy-de.txt", "human-assistant.txt", "bold.md", "headings.md", "teams.txt", "zoom.vtt",
    "claude-code-terminal.txt", "utf16.txt", "cp1252.txt",
]  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_pasted_transcripts_have_their_turns(name: str, samples: Path, expect: dict[str, Any]) -> None:
    (chat,) = readings(samples / "plain" / name)
    assert chat.kind == "chat"
    assert len(turns(chat)) == expect[f"plain/{name}"]["turns"]


def test_pasted_chatgpt_page_is_without_residue(samples: Path) -> None:
    (chat,) = readings(samples / "plain/chatgpt-copy.txt")
    assert [(p.author, p.text) for p in chat.parts] == [
        ("person", "Which db?"),
        ("assistant", "Postgres. A user once said:\n\n> You said: use MySQL"),
        ("person", "OK: Postgres."),
        ("assistant", "Great."),
    ]


def test_captions_join_a_sentence_over_two_cues(samples: Path) -> None:
    (chat,) = readings(samples / "plain/zoom.vtt")
    assert [(p.name, p.text) for p in chat.parts] == [
        ("Ana Perez", "So the decision is Postgres, not Mongo."),
        ("Bob", "Agreed."),
    ]


def test_whatsapp_dates_that_can_be_read_two_ways_stay_unknown(samples: Path) -> None:
    (chat,) = readings(samples / "plain/whatsapp.txt")
    assert [(p.name, p.text, p.at) for p in chat.parts] == [("Ana", "7pm works", None)]
    assert chat.counts["ambiguous date"] == 2


def test_text_without_speakers_is_one_document(samples: Path) -> None:
    (note,) = readings(samples / "plain/no-speakers.txt")
    assert (note.kind, [p.author for p in note.parts]) == ("note", ["document"])


@pytest.mark.parametrize("name", ["plain/empty.txt", "plain/whitespace.txt", "markdown/syn/empty.md"])
def test_files_without_text_say_so(name: str, samples: Path) -> None:
    (problem,) = items(samples / name)
    assert problem.code == "empty"


def test_markdown_samples_are_all_read_or_named(samples: Path) -> None:
    for path in sorted((samples / "markdown/syn").glob("*.md")):
        found = items(path)
        assert found, path.name
        if path.name not in {"empty.md", "only-fm.md"}:
            assert [type(item) for item in found] == [Reading], path.name


@pytest.mark.parametrize("name", ["codex/syn-rollout-0.120.jsonl", "codex/syn-rollout-0.147.jsonl"])
def test_codex_says_every_turn_once(name: str, samples: Path, expect: dict[str, Any]) -> None:
    (rollout,) = items(samples / name)
    assert words(rollout, "person") == expect[name]["human_typed"]
    assert words(rollout, "assistant") == expect[name]["assistant"]


TAKEOUT = "gemini_takeout/My Activity.json"


def test_takeout_has_a_source_for_every_prompt(samples: Path, expect: dict[str, Any]) -> None:
    found = items(samples / TAKEOUT)
    prompts = [item for item in found if isinstance(item, Reading)]
    assert (len(found), len(prompts)) == (expect[TAKEOUT]["records"], expect[TAKEOUT]["prompts"])
    assert [p.title for p in prompts][-2:] == ["Vilken databas?", "Prompted is a word I typed"]
    assert [(p.text, p.id == prompts[1].leaf) for p in prompts[1].parts] == [
        ("Kafka or NATS?", False),
        ("NATS.", True),
        ("Kafka.", False),
    ]


def test_takeout_page_reads_localised_dates_with_their_zones(samples: Path, expect: dict[str, Any]) -> None:
    found = readings(samples / "gemini_takeout/MyActivity.html")
    want = expect["gemini_takeout/MyActivity.html"]
    assert len(found) == want["records"]
    assert [item.at for item in found] == [time.split()[0] for time in want["times_utc"]]
    assert words(found[0], "assistant") == ["Kafka, because:\n\n- log replay"]


def test_open_webui_has_active_and_inactive_messages(samples: Path, expect: dict[str, Any]) -> None:
    want = expect["open_webui/chat-export.json"]
    (chat,) = readings(samples / "open_webui/chat-export.json")
    assert shown(chat) == want["active"]
    path = {part.id for part in active(chat.parts, chat.leaf)}
    assert [p.id for p in chat.parts if p.id not in path] == want["inactive"]
    assert "I choose Redis" in " ".join(words(chat, "derived"))


def test_librechat_reads_nested_answers(samples: Path, expect: dict[str, Any]) -> None:
    (chat,) = readings(samples / "librechat/recursive.json")
    assert len(turns(chat)) == expect["librechat/recursive.json"]["messages"]
    assert turns(chat) == ["Which queue?", "Kafka", "NATS"]


def test_discord_has_people_and_their_times_in_one_zone(samples: Path, expect: dict[str, Any]) -> None:
    name = "discord/Guild - infra - decisions [123].json"
    (chat,) = readings(samples / name)
    assert len(words(chat, "person")) == expect[name]["human"]
    assert [(p.name, p.at) for p in chat.parts] == [("Ana", "2025-04-30T21:30:00Z"), ("Bob", "2025-04-30T22:10:00Z")]


def test_slack_channel_is_one_source_over_its_days(samples: Path, expect: dict[str, Any]) -> None:
    found = items(samples / "slack/syn")
    (channel,) = (item for item in found if isinstance(item, Reading))
    days = Counter(part.at[:10] for part in channel.parts if part.author == "person" and part.at)
    assert days["2025-05-01"] == expect["slack/syn/general/2025-05-01.json"]["human"]
    assert (channel.origin, channel.title) == ("C1", "general")
    answer = channel.parts[-1]
    assert (answer.id, answer.parent, answer.name) == ("1746144000.000200", "1746057600.000100", "Bob")
    assert [item for item in found if isinstance(item, Problem)] == []


def test_cursor_has_three_conversations(samples: Path, expect: dict[str, Any]) -> None:
    before = (samples / "cursor/state.vscdb").read_bytes()
    found = readings(samples / "cursor/state.vscdb")
    assert len(found) == expect["cursor/state.vscdb"]["conversations"]
    assert found[0].counts["missing message"] == 1
    assert words(found[0], "person") == ["Use an LRU cache of 500."]
    assert (samples / "cursor/state.vscdb").read_bytes() == before


def test_copilot_joins_a_sentence_around_a_reference(samples: Path, expect: dict[str, Any]) -> None:
    (chat,) = readings(samples / "copilot_vscode/syn-chat.json")
    assert len(words(chat, "person")) == expect["copilot_vscode/syn-chat.json"]["turns"]
    assert words(chat, "assistant") == ["Use structlog log.py today."]


@pytest.mark.parametrize("name", ["email/syn-cp1252.eml", "email/syn-html-only.eml"])
def test_mail_has_only_the_authors_text(name: str, samples: Path, expect: dict[str, Any]) -> None:
    (mail,) = items(samples / name)
    assert words(mail, "person") == [expect[name]["author_text"]]


def test_O04_a_mailbox_is_unescaped_and_a_bad_date_is_none(samples: Path, expect: dict[str, Any]) -> None:
    found = readings(samples / "email/syn.mbox")
    assert len(found) == expect["email/syn.mbox"]["messages"]
    assert words(found[0], "person") == ["From here on we use A."]
    (bogus,) = readings(samples / "email/syn-html-only.eml")
    assert bogus.at is None


def test_html_shows_what_a_reader_sees(samples: Path) -> None:
    (page,) = readings(samples / "docs/syn-hidden.html")
    assert page.title == "T"
    assert [p.text for p in page.parts] == ["We decided to use\u00a0Postgres.\n\nOwner | Ana\n\na   b"]
