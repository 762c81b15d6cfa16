"""Whatever the bytes: no crash, every item is one of three, every reading is whole."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.model import Ignored, Problem, Reading
from clew.readers.intake import Readers
from clew.readers.registry import FORMATS, ROWS, TEXTS
from clew.use.ingest import Added
from clew.use.report import Gathered

from fuzz import check, mutate
from invented import INVENTED

FILES = [file for made in INVENTED.values() for file in made]
KEYS = [
    "id", "uuid", "title", "name", "mapping", "messages", "chat_messages", "message", "author", "role", "sender",
    "content", "parts", "text", "parent", "children", "current_node", "type", "sessionId", "parentUuid", "payload",
    "timestamp", "create_time", "created_at", "conversations", "requests", "response", "chunkedPrompt", "chunks",
    "chat", "history", "conversationId", "conversation", "responses", "ts", "user", "guild", "channel",
    "kind", "v", "k",
    "header", "time", "products",
    "safeHtmlItem", "entries", "query_str", "blocks", "contentChunks", "docs", "files",
    "conversations_memory", "shared_conversation_id", "requesterUsername", "projectHash", "metadata", "attachments",
]  # fmt: skip
WORDS = ["user", "assistant", "human", "tool", "text", "thoughts", "message", "2025-01-01", "<!-- clew:context -->", ""]
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(WORDS),
    st.text(max_size=8),
    st.sampled_from(KEYS),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=25,
)


def whole(data: bytes) -> list[Any]:
    """The items of these bytes, each of them checked."""
    found = list(Readers().read_bytes(data))
    gathered = Gathered()
    assert found
    for item in found:
        assert isinstance(item, Reading | Problem | Ignored)
        if isinstance(item, Reading):
            ids = [part.id for part in item.parts]
            assert len(set(ids)) == len(ids) > 0
            assert [part.n for part in item.parts] == list(range(1, len(ids) + 1))
            assert all(part.parent is None or part.parent in ids[: part.n - 1] for part in item.parts)
            assert item.leaf is None or item.leaf in ids
            assert item.title
            assert item.origin
            gathered.take(Added(item.where, "new", title=item.title))
        else:
            gathered.note(item)
        if isinstance(item, Reading):
            for text in (
                item.title,
                item.origin,
                *ids,
                *(p.text for p in item.parts),
                *(p.name or "" for p in item.parts),
            ):
                text.encode("utf-8")
    report = gathered.report()
    assert sum(report.counts.values()) + len(report.ignored) == len(found)
    return found


@settings(max_examples=40, deadline=None)
@given(VALUES)
def test_any_json_is_read_or_refused(value: Any) -> None:
    whole(json.dumps(value).encode())


@settings(max_examples=20, deadline=None)
@given(st.lists(VALUES, max_size=5))
def test_any_lines_are_read_or_refused(values: list[Any]) -> None:
    whole("\n".join(json.dumps(value) for value in values).encode())


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    whole(data)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["Human: ", "Assistant: ", "> ", "⏺ ", "# ", "```", "\n", "From a 2025\nA: b", "<html>", "[1:2] A: ", "x"]
        )
    )
)
def test_any_text_is_read_or_refused(pieces: list[str]) -> None:
    whole("".join(pieces).encode())


@pytest.mark.parametrize("form", [*FORMATS, *ROWS], ids=lambda form: form.name)
@settings(max_examples=4, deadline=None)
@given(VALUES)
def test_no_format_falls_over_a_shape_it_takes_for_its_own(form: Any, value: Any) -> None:
    if form.fits(value):
        assert list(form.read(value if form in FORMATS else [value], "in")) is not None


PIECES = [
    "From a@b Thu Jan  1 00:00:00 2025\n", "Subject: =?x?Q?=41?=\n", "\n\n", "WEBVTT\n", "00:01.000 --> 00:02.000\n",
    "<v Ann>", "You said:\n", "ChatGPT said:\n", "a;b\n1;2\n", "<html><body hidden>", "<div class='outer-cell'>",
    "---\n", "x: y\n", "# A\n", "[10:00] Ann: ", "\u200e01.02.25, 10:00 - Ann: ", "--b\n",
    "Content-Type: multipart/mixed; boundary=b\n", "é",
]  # fmt: skip


@pytest.mark.parametrize("form", TEXTS, ids=lambda form: form.name)
@settings(max_examples=8, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_no_format_falls_over_a_text_it_takes_for_its_own(form: Any, pieces: list[str]) -> None:
    text = "".join(pieces)
    if form.fits(text):
        assert list(form.read(text, "in")) is not None


@pytest.mark.parametrize(
    "head", [b"SQLite format 3\0", b"%PDF-1.4\n", b"From a@b Thu Jan  1 00:00:00 2025\n", b"From: a@b\n", b"PK\3\4"]
)
@settings(max_examples=8, deadline=None)
@given(st.binary(max_size=300), st.lists(st.sampled_from(PIECES), max_size=5))
def test_any_file_that_begins_like_a_known_one_is_read_or_refused(head: bytes, tail: bytes, pieces: list[str]) -> None:
    whole(head + "".join(pieces).encode() + tail)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 12)), max_size=12), st.integers(0, 12))
def test_any_tree_keeps_all_its_words(links: list[tuple[int, int]], current: int) -> None:
    """Orphans, circles and repeated parents included: every message is a part once, parents first."""
    mapping = {
        str(n): {
            "parent": str(parent),
            "message": {"author": {"role": "user"}, "create_time": at, "content": {"parts": [f"m{n}"]}},
        }
        for n, (at, parent) in enumerate(links)
    }
    found = whole(json.dumps([{"id": "c", "title": "t", "mapping": mapping, "current_node": str(current)}]).encode())
    if links:
        assert sorted(p.text for p in found[0].parts) == sorted(f"m{n}" for n in range(len(links)))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.booleans(), min_size=1, max_size=8))
def test_every_record_of_an_export_is_accounted_for(good: list[bool]) -> None:
    node = {"u": {"parent": None, "message": {"author": {"role": "user"}, "content": {"parts": ["hi"]}}}}
    rows = [
        {"id": f"c{n}", "title": "t", "mapping": node} if ok else {"title": f"bad {n}"} for n, ok in enumerate(good)
    ]
    found = whole(json.dumps(rows).encode())
    if any(good):
        assert len(found) == len(rows)
        assert sum(isinstance(item, Reading) for item in found) == sum(good)
    else:
        assert [item.code for item in found] == ["unknown_format"]


def test_the_last_text_format_takes_everything() -> None:
    assert TEXTS[-1].fits("")


@pytest.mark.parametrize(
    ("name", "data"), [file for made in INVENTED.values() for file in made], ids=lambda v: str(v)[:24]
)
def test_mutants_of_a_file_of_every_format_are_read_or_refused(name: str, data: bytes) -> None:
    """What `bench/fuzz.py` does for minutes, for a moment and always the same."""
    rng = random.Random(name)
    for _ in range(40):
        check(list(Readers().read_bytes(mutate(data, rng), name)))
