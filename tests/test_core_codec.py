"""Values become the same bytes every time, and come back equal."""

import json

import pytest

from clew.core import codec
from clew.model import Claim, Event, Finding, Maker, Part, Source, Span, Speaker, Standing, Triple

PART = Part(1, "m1", None, "person", "user", "2026-08-01T10:02:00Z", "a\u2028b\r\nc 数据 🔥", "en")
CLAIM = Claim(
    id="c7k2",
    kind="decision",
    text="The user table stays on Postgres.",
    label="Users on Postgres",
    topic="database",
    speaker=Speaker("person", "user"),
    evidence=(Span("chat-1", 14, 31, 82, "it stays on Postgres"),),
    by=Maker("rules/1"),
    act="keep",
    about=("Postgres",),
    triple=Triple("user table", "stored in", "Postgres"),
    scope="user table",
    asserted_at="2026-08-01T10:02:00Z",
    reasons=("quote_too_short",),
    confidence="medium",
)
EVENT = Event(
    "accept", "c7k2", "2026-08-02T00:00:00Z", "anna", "terminal", {"b": 1, "a": [1.5, None]}, "ok", "w1", 3, 9
)
SOURCE = Source("chat-1", "chat", "claude", "u-1", "Title", None, None, "assumed", "m1", ("user",), 1, "ab" * 32)
STANDING = Standing("c7k2", "active", predecessors=("c1",))
FINDING = Finding("f1", "contradiction", ("c1", "c2"), "values differ", "2026-08-02T00:00:00Z")


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (PART, codec.part),
        (CLAIM, codec.claim),
        (EVENT, codec.event),
        (SOURCE, codec.source),
        (STANDING, codec.standing),
        (FINDING, codec.finding),
    ],
)
def test_a_value_comes_back_equal_from_its_line(value, read):
    assert read(codec.load(codec.line(value))) == value
    assert read(codec.lean(value)) == value


def test_what_goes_without_saying_is_left_out_where_brevity_counts():
    assert codec.lean(STANDING) == {"claim": "c7k2", "link": "active", "predecessors": ["c1"]}


def test_a_part_line_has_its_keys_in_the_documented_order():
    keys = ["n", "id", "parent", "author", "name", "at", "text", "lang", "section"]

    assert list(json.loads(codec.line(PART))) == keys


def test_a_claim_line_names_the_class_of_its_speaker_and_keeps_the_documented_order():
    obj = json.loads(codec.line(CLAIM))

    assert list(obj)[:5] == ["id", "kind", "text", "label", "topic"]
    assert obj["speaker"] == {"class": "person", "name": "user", "adopted": False}
    assert obj["triple"] == {"s": "user table", "p": "stored in", "o": "Postgres"}
    assert obj["by"] == {"extractor": "rules/1", "prompt": None, "model": None}


def test_every_field_of_a_claim_and_an_event_is_written():
    assert {"class" if f == "cls" else f for f in Claim.__dataclass_fields__} == set(codec.pack(CLAIM))
    assert set(Event.__dataclass_fields__) == set(codec.pack(EVENT))


def test_U29_a_line_is_one_line_whatever_separators_the_text_holds():
    text = codec.line(PART)

    assert "\n" not in text
    assert "\r" not in text
    assert "数据 🔥" in text


def test_equal_events_are_equal_bytes_whatever_order_their_data_was_given_in():
    left = Event("k", "t", "now", "a", "cli", {"x": {"b": 1, "a": 2}, "w": 0})
    right = Event("k", "t", "now", "a", "cli", {"w": 0, "x": {"a": 2, "b": 1}})

    assert codec.line(left) == codec.line(right)


def test_unknown_keys_are_forgiven_and_missing_optional_ones_have_their_default():
    obj = {"n": 1, "id": "m", "author": "person", "text": "hi", "mood": "good"}

    assert codec.part(obj) == Part(1, "m", None, "person", None, None, "hi")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n": "1"}, "part.n: expected a whole number, found '1'"),
        ({"n": True}, "part.n: expected a whole number"),
        ({"author": "robot"}, "part.author: expected one of assistant, derived"),
        ({"author": ["x"]}, "part.author: expected one of"),
        ({"text": None}, "part.text: expected a string, found null"),
        ({"at": 5}, "part.at: expected a string, found 5"),
    ],
)
def test_a_wrong_type_is_named_with_its_key(change, message):
    with pytest.raises(ValueError, match=message.replace(".", r"\.")):
        codec.part({**codec.pack(PART), **change})


def test_a_missing_required_key_is_named():
    obj = codec.pack(CLAIM)
    del obj["evidence"][0]["quote"]

    with pytest.raises(ValueError, match=r"claim\.evidence\[0\]: `quote` is missing"):
        codec.claim(obj)


@pytest.mark.parametrize("obj", [{**codec.pack(CLAIM), "evidence": {}}, {**codec.pack(CLAIM), "speaker": "user"}])
def test_a_wrong_container_is_refused(obj):
    with pytest.raises(ValueError, match="expected"):
        codec.claim(obj)


@pytest.mark.parametrize("obj", [{**codec.pack(EVENT), "data": []}, {**codec.pack(SOURCE), "extract": 1}, [], None])
def test_a_wrong_object_is_refused(obj):
    read = codec.source if isinstance(obj, dict) and "extract" in obj else codec.event

    with pytest.raises(ValueError, match="expected"):
        read(obj)


@pytest.mark.parametrize("text", ["[1]", "3", "null", '{"a":', '{"a":NaN}', '{"a":-Infinity}', "", '"x"', "[" * 100000])
def test_a_line_that_is_no_object_is_a_value_error(text):
    with pytest.raises(ValueError):  # noqa: PT011  # the json module words it
        codec.load(text)


def test_a_lone_surrogate_is_replaced_one_for_one_when_written_and_when_read():
    written = codec.dump({"a": "x\ud800y"})

    assert written.encode() == b'{"a":"x\xef\xbf\xbdy"}'
    assert codec.load('{"a":"x\\uD800y \\ud83d\\udd25"}') == {"a": "x\ufffdy 🔥"}


def test_nan_is_never_written():
    with pytest.raises(ValueError, match="not JSON compliant"):
        codec.line(Event("k", "t", "now", "a", "cli", {"x": float("nan")}))


def test_only_values_of_the_model_are_written():
    with pytest.raises(TypeError, match="object is no value of the model"):
        codec.pack(object())


def test_a_candidate_comes_from_an_agents_json():
    obj = {
        "kind": "fact", "text": "A is B.", "label": "A is B", "topic": "a",
        "quotes": [{"part": 1, "text": "A is B"}], "speaker": {"class": "derived", "name": "helper"},
    }  # fmt: skip

    assert codec.candidate(obj).quotes[0].start is None
