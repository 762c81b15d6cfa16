"""Transcripts pasted as text: whose turn it is, and what only looks like a turn."""

import pytest

from clew.model import Reading
from clew.readers.intake import Readers


def read(text: str) -> Reading:
    (found,) = Readers().read_bytes(text.encode())
    assert isinstance(found, Reading)
    return found


def turns(text: str) -> list[tuple[str, str | None, str]]:
    return [(p.author, p.name, p.text) for p in read(text).parts]


def is_chat(text: str) -> bool:
    return read(text).kind == "chat"


AI = [("person", None, "Which db?"), ("assistant", None, "Postgres.")]


@pytest.mark.parametrize(
    "text",
    [
        "You said:\nWhich db?\nChatGPT said:\nPostgres.\n",
        "Du hast gesagt:\nWhich db?\nChatGPT hat gesagt:\nPostgres.\n",
        "Vous avez dit :\nWhich db?\nChatGPT a dit :\nPostgres.\n",
        "Has dicho:\nWhich db?\nChatGPT dijo:\nPostgres.\n",
        "Вы сказали:\nWhich db?\nChatGPT сказал:\nPostgres.\n",
        "你说：\nWhich db?\nChatGPT 说：\nPostgres.\n",
        "나의 말:\nWhich db?\nChatGPT의 말:\nPostgres.\n",
        "Human: Which db?\nAssistant: Postgres.\n",
        "Human: Which db?\r\n\r\nAssistant: Postgres.\r\n",
        "User: Which db?\n\nClaude: Postgres.\n",
        "Ich: Which db?\nKI: Postgres.\n",
        "用户：Which db?\n助手：Postgres.\n".replace("：", ": "),
        "**User:** Which db?\n\n**Assistant:** Postgres.\n",
        "**You**\n\nWhich db?\n\n**GPT-4o**\n\nPostgres.\n",
        "## User\nWhich db?\n\n## Assistant\nPostgres.\n",
        "### 👤 User\n\nWhich db?\n\n### 🤖 Assistant\n\nPostgres.\n",
        "👤 Which db?\n🤖 Postgres.\n",
        "👤: Which db?\n🤖: Postgres.\n",
        "> Which db?\n\n⏺ Postgres.\n",
        "❯ Which db?\n\n● Postgres.\n",
    ],
)
def test_every_style_of_an_ai_chat(text: str) -> None:
    assert turns(text) == AI


def test_a_marker_inside_a_fence_or_a_quote_is_no_turn() -> None:
    text = "Human: show\nAssistant: so:\n```\nHuman: not a turn\nAssistant: nor this\n```\n> Human: quoted\nHuman: ok\n"
    assert [words for _, _, words in turns(text)][-1] == "ok"
    assert len(turns(text)) == 3


def test_a_fence_that_never_closes_does_not_swallow_the_rest() -> None:
    assert len(turns("Human: a\nAssistant: ```py\nx = 1\nHuman: b\nAssistant: c\n")) == 4


def test_one_marker_alone_is_prose() -> None:
    assert not is_chat("User: the person who logs in.\nThe rest of the manual.\n")
    assert not is_chat("Assistant: a helper.\nAssistant: also a rank.\n")


def test_labels_are_no_speakers() -> None:
    assert not is_chat("Goal: ship\nOwner: Ana\nDate: May\nRisk: none\n")
    assert not is_chat("Note: a\ntext\nNote: b\ntext\nHint: c\n")


def test_names_that_take_turns_are_speakers() -> None:
    text = "Caroline: Hey Mel!\nMelanie: Hi! How are you?\nCaroline: Fine.\nMelanie: Good.\n"
    assert [(name, words) for _, name, words in turns(text)] == [
        ("Caroline", "Hey Mel!"),
        ("Melanie", "Hi! How are you?"),
        ("Caroline", "Fine."),
        ("Melanie", "Good."),
    ]


def test_stamped_lines_have_names_and_go_on_over_lines() -> None:
    text = "[10:02] Ana Perez: we go with A\n[10:03] Bob: see [1]: cost\n[10:05] Ana Perez: fine\nand more\n"
    assert turns(text) == [
        ("person", "Ana Perez", "we go with A"),
        ("person", "Bob", "see [1]: cost"),
        ("person", "Ana Perez", "fine\nand more"),
    ]


@pytest.mark.parametrize(
    ("stamp", "want"),
    [
        ("[25/12/2024, 10:02:11 PM]", "2024-12-25T22:02:11-00:00"),
        ("[12/25/24, 22:02]", "2024-12-25T22:02:00-00:00"),
        ("[25.12.24, 22:02]", "2024-12-25T22:02:00-00:00"),
        ("[05.01.24, 22:02]", "2024-01-05T22:02:00-00:00"),
        ("[2024-12-25 22:02]", "2024-12-25T22:02:00-00:00"),
        ("[01/05/2024, 22:02]", None),
        ("[03/03/2024, 22:02]", "2024-03-03T22:02:00-00:00"),
    ],
)
def test_dates_of_messengers_are_read_only_where_they_are_clear(stamp: str, want: str | None) -> None:
    assert [p.at for p in read(f"{stamp} Ana: a\n{stamp} Bob: b\n").parts] == [want, want]


def test_one_clear_date_of_a_file_settles_the_others() -> None:
    text = "[01/05/2024, 10:00] Ana: a\n[25/05/2024, 10:00] Bob: b\n"
    assert [p.at for p in read(text).parts] == ["2024-05-01T10:00:00-00:00", "2024-05-25T10:00:00-00:00"]


def test_dates_of_a_file_that_contradict_each_other_stay_unknown() -> None:
    text = "[01/05/2024, 10:00] A: a\n[25/05/2024, 10:00] B: b\n[05/25/2024, 10:00] A: c\n"
    assert [p.at for p in read(text).parts] == [None, None, None]


def test_words_before_the_first_turn_are_a_document_and_a_heading_is_the_title() -> None:
    found = read("# On databases\n\nSaved in May.\n\nHuman: a\nAssistant: b\n")
    assert (found.title, found.parts[0].author, found.parts[0].text) == (
        "On databases", "document", "# On databases\n\nSaved in May.",
    )  # fmt: skip


def test_tool_calls_of_a_terminal_are_tools() -> None:
    text = "> fix it\n\n⏺ On it.\n\n⏺ Bash(ls -la)\n  ⎿  a.py\n     We decided to use JWT\n\n> thanks\n"
    assert [author for author, _, _ in turns(text)] == ["person", "assistant", "tool", "tool", "person"]


def test_residue_of_the_page_is_left_out_of_the_answer_only() -> None:
    text = "You said:\n4o\nChatGPT said:\nThought for 8 seconds\n\nPostgres 4o.\n\n4o\nYou said:\nok\n"
    assert [words for _, _, words in turns(text)] == ["4o", "Postgres 4o.", "ok"]


def test_an_answer_that_is_a_number_is_no_residue() -> None:
    text = "You said:\nHow many?\nChatGPT said:\nLet me count:\n\n3\nYou said:\nok\n"
    assert [words for _, _, words in turns(text)] == ["How many?", "Let me count:\n\n3", "ok"]


def test_whatsapp_of_android_is_read_too() -> None:
    text = "25/12/2024, 10:02 pm - Ana: 7pm works\n25/12/2024, 22:03 - Bob: <Media omitted>\n"
    found = read(text)
    assert [(p.name, p.text, p.at) for p in found.parts] == [("Ana", "7pm works", "2024-12-25T22:02:00-00:00")]
    assert found.counts["media or notice"] == 1


def test_captions_without_speakers_are_a_document() -> None:
    found = read("WEBVTT\n\n00:01.000 --> 00:02.000\nWe decided\n\n00:02.000 --> 00:03.000\non Postgres.\n")
    assert (found.kind, [(p.author, p.text) for p in found.parts]) == (
        "document", [("document", "We decided on Postgres.")],
    )  # fmt: skip


def test_subrip_captions_are_read_too() -> None:
    found = read("1\n00:00:01,000 --> 00:00:02,000\nAna: A it is.\n\n2\n00:00:02,500 --> 00:00:03,000\nBob: Agreed.\n")
    assert [(p.name, p.text) for p in found.parts] == [("Ana", "A it is."), ("Bob", "Agreed.")]


def test_a_person_called_ben_is_named_and_pictures_in_other_tongues_are_no_words() -> None:
    rows = ("[13.03.26, 10:15:22] Anna: We moor at pier 3.", "[13.03.26, 10:16:02] Ben: ok")
    rest = ("\u200e[13.03.26, 10:17:00] Anna: \u200eBild weggelassen", "[13.03.26, 10:18:00] Ben: imagen omitida")
    (found,) = Readers().read_bytes("\n".join((*rows, *rest)).encode())
    assert isinstance(found, Reading)
    assert [(part.name, part.text) for part in found.parts] == [("Anna", "We moor at pier 3."), ("Ben", "ok")]
    assert found.counts["media or notice"] == 2
