"""Real client libraries against a scripted server: every dialect, every fault, over HTTP."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import pytest

from clew.core.patience import Patience
from clew.core.service import Service
from clew.errors import ModelFailed
from clew.llm.client import Client, Rules
from clew.llm.meter import Limits, Meter
from clew.llm.registry import Registry
from clew.ports import Request
from speaking import Speaker, Turn, anthropic, google, openai, speaking, system, user

pytest.importorskip("pydantic_ai", reason="the model libraries are an extra")

GOOGLE = pytest.param(
    "google",
    marks=pytest.mark.skipif(
        find_spec("google") is None or find_spec("google.genai") is None,
        reason="Google's client is an extra: clew[google]",
    ),
)
DIALECTS = ("openai", "anthropic", "ollama", GOOGLE)
SHAPE = {
    "type": "object",
    "properties": {"a": {"type": "integer"}},
    "required": ["a"],
    "additionalProperties": False,
}
ASK = Request("Count.", "How many?", "count/1:0", SHAPE)


@contextmanager
def client(dialect: str, *script: Any, **how: Any) -> Iterator[tuple[Client, Speaker, list[float]]]:
    """A client of a scripted server, and the pauses it made; it waits without waiting."""
    pauses: list[float] = []
    with speaking(*script) as speaker:
        url = speaker.url if dialect != "openai" else f"{speaker.url}/v1"
        registry = Registry({"lab": Service(dialect, url, "LAB")}, {"LAB": "key-of-the-lab"})
        limits = how.pop("limits", Limits())
        rules = Rules(Patience(pauses.append, lambda: 1.0), **{"timeout": 60.0, **how})
        made = Client(registry.provider("lab:tiny"), rules, Meter(limits))
        try:
            yield made, speaker, pauses
        finally:
            made.close()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_reply_comes_back_with_its_tokens(dialect: str) -> None:
    with client(dialect, '{"a": 3}') as (chat, speaker, _):
        assert chat.ask(ASK, str) == '{"a": 3}'

        assert (user(speaker.asked[0]), "Count." in system(speaker.asked[0])) == ("How many?", True)
        assert [(s.tokens_in, s.tokens_out, s.outcome) for s in chat.meter.sent] == [(11, 7, "ok")]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_schema_goes_with_the_request(dialect: str) -> None:
    with client(dialect, '{"a": 3}') as (chat, speaker, _):
        chat.ask(ASK, str)

        assert '"integer"' in str(speaker.asked[0]).replace("'", '"')


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_stream_comes_in_pieces(dialect: str) -> None:
    with client(dialect, "one two three") as (chat, speaker, _):
        pieces = list(chat.stream(ASK))

        assert ("".join(pieces), len(pieces) > 1) == ("one two three", True)
        assert speaker.asked[0].get("stream") or ":stream" in speaker.paths[0]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_storm_of_429_is_waited_out(dialect: str) -> None:
    storm = Turn(status=429, headers={"retry-after": "7"})
    with client(dialect, storm, storm, storm, '{"a": 3}') as (chat, _, pauses):
        assert chat.ask(ASK, str) == '{"a": 3}'

        assert pauses == [7.0, 7.0, 7.0]
        assert [s.outcome for s in chat.meter.sent] == ["busy", "busy", "busy", "ok"]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("turn", "kind", "calls"),
    [
        (Turn(status=401), "key", 1),
        (Turn(status=403), "key", 1),
        (Turn(status=404), "unknown", 1),
        (Turn(status=413), "too_long", 1),
        (Turn(status=500), "down", 5),
        (Turn(status=529), "down", 5),
        (Turn(drop=True), "down", 5),
        (Turn(body=b"<html>gateway</html>"), "nonsense", 5),
        (Turn(body=b'{"choices": []}'), "nonsense", 5),
        (Turn(""), "nonsense", 5),
        (Turn("cut off he", stop="length"), "truncated", 1),
        (Turn("x" * 1_500_000), "nonsense", 1),
        (Turn(status=429, headers={"retry-after": "3600"}), "busy", 1),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_a_fault_has_a_name_and_is_retried_where_that_helps(dialect: str, turn: Turn, kind: str, calls: int) -> None:
    plain = Request("Count.", "How many?", "count/1:0")
    with client(dialect, turn) as (chat, speaker, _):
        with pytest.raises(ModelFailed) as failed:
            chat.ask(plain, str)

        assert (failed.value.kind, len(speaker.asked)) == (kind, calls)
        assert "key-of-the-lab" not in str(failed.value)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_redirect_to_another_machine_is_not_followed(dialect: str) -> None:
    """Following it would be caught by the fixture that allows this machine only."""
    away = Turn(status=307, headers={"location": "https://example.org/v1/messages"})
    with client(dialect, away) as (chat, speaker, _):
        with pytest.raises(ModelFailed) as failed:
            chat.ask(ASK, str)

        assert (failed.value.kind, len(speaker.asked)) == ("unknown", 1)
        assert {path for path in speaker.paths if "example" in path} == set()


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("filled", range(100, 200, 20))
def test_no_piece_of_a_key_that_a_server_repeats_is_shown(dialect: str, filled: int) -> None:
    with client(dialect, Turn("x" * filled + " key-of-the-lab", status=400)) as (chat, _, _):
        with pytest.raises(ModelFailed) as failed:
            chat.ask(ASK, str)

        assert "x k" not in str(failed.value)


@pytest.mark.parametrize("dialect", [GOOGLE])
def test_a_key_that_is_refused_as_a_bad_request_is_named_as_a_key(dialect: str) -> None:
    bad = Turn("API key not valid. Please pass a valid API key.", status=400)
    with client(dialect, bad) as (chat, speaker, _), pytest.raises(ModelFailed) as failed:
        chat.ask(ASK, str)

    assert (failed.value.kind, len(speaker.asked)) == ("key", 1)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("This model's maximum context length is 4096 tokens, you asked for 9000", "too_long"),
        ("prompt is too long: 210000 tokens > 200000 maximum", "too_long"),
        ("The input token count (1300000) exceeds the maximum number of tokens allowed (1000000).", "too_long"),
        ("the request exceeds the available context size, try increasing it", "too_long"),
        ("max_tokens is too large: 4096", "rejected"),
        ("Invalid model: tyny", "unknown"),
        ("the model is overloaded", "rejected"),
    ],
)
def test_a_bad_request_is_told_by_what_the_service_says(dialect: str, said: str, kind: str) -> None:
    with client(dialect, Turn(said, status=400)) as (chat, _, _pauses), pytest.raises(ModelFailed) as failed:
        chat.ask(Request("Count.", "How many?", "count/1:0"), str)

    assert (failed.value.kind, said[:40] in str(failed.value)) == (kind, True)


def test_backoff_doubles() -> None:
    with client("openai", Turn(status=503)) as (chat, _, pauses):
        with pytest.raises(ModelFailed):
            chat.ask(ASK, str)

        assert pauses == [0.5, 1.0, 2.0, 4.0]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_refusal_is_named(dialect: str) -> None:
    with client(dialect, Turn("I will not.", stop="refusal")) as (chat, _, _pauses):
        with pytest.raises(ModelFailed) as failed:
            chat.ask(ASK, str)

        assert failed.value.kind == "refused"


def test_a_silent_server_is_given_up() -> None:
    with client("openai", Turn(hold=True), timeout=0.05) as (chat, _, pauses):
        with pytest.raises(ModelFailed) as failed:
            chat.ask(ASK, str)

        assert (failed.value.kind, len(pauses)) == ("slow", 4)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_stream_that_breaks_off_is_a_failure(dialect: str) -> None:
    with (
        client(dialect, Turn("one two three four five six", drop=True)) as (chat, _, _pauses),
        pytest.raises(ModelFailed),
    ):
        list(chat.stream(ASK))


@pytest.mark.parametrize("dialect", ["openai", "ollama"])
def test_a_stream_that_never_says_why_it_ends_is_named(dialect: str) -> None:
    base = {"id": "r1", "object": "chat.completion.chunk", "created": 1700000000, "model": "tiny"}
    choice = {"index": 0, "delta": {"content": "one two"}, "finish_reason": None}
    body = f"data: {json.dumps({**base, 'choices': [choice]})}\n\ndata: [DONE]\n\n".encode()
    with client(dialect, Turn(body=body, headers={"content-type": "text/event-stream"})) as (chat, _, _pauses):
        with pytest.raises(ModelFailed, match="lab:tiny broke off in the middle") as failed:
            list(chat.stream(ASK))

        assert failed.value.kind == "down"


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(("stop", "kind"), [("length", "truncated"), ("refusal", "refused")])
def test_a_stream_that_was_cut_off_or_declined_is_a_failure(dialect: str, stop: str, kind: str) -> None:
    with client(dialect, Turn("one two three", stop=stop)) as (chat, _, _pauses):
        pieces = []
        with pytest.raises(ModelFailed) as failed:
            pieces.extend(chat.stream(ASK))

        assert failed.value.kind == kind


WHOLE = {"openai": openai, "ollama": openai, "anthropic": anthropic, "google": google}
"""How a dialect tells a reply that is no stream."""


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("status", [200, 400, 405, 501, 0], ids=["unstreamed", "400", "405", "501", "empty"])
def test_a_service_that_cannot_stream_is_asked_for_the_whole(dialect: str, status: int) -> None:
    body = json.dumps(WHOLE[dialect](Turn("one two"))).encode() if status == 200 else None if status else b""
    with client(dialect, Turn("stream? no", status=status or 200, body=body), "one two") as (chat, speaker, pauses):
        assert list(chat.stream(Request("Count.", "How many?", "count/1:0"))) == ["one two"]

        streamed = [bool(b.get("stream")) or ":stream" in p for b, p in zip(speaker.asked, speaker.paths, strict=True)]
        reads_it_whole = (dialect, status) == ("google", 200)  # its client takes such a body for a stream of one piece
        assert (streamed, pauses) == ([True] if reads_it_whole else [True, False], [])


@pytest.mark.parametrize(("turn", "calls"), [(Turn(status=401), 1), (Turn(status=404), 1), (Turn(status=400), 2)])
def test_what_no_other_way_of_asking_mends_is_not_asked_again(turn: Turn, calls: int) -> None:
    with client("openai", turn) as (chat, speaker, _):
        with pytest.raises(ModelFailed):
            list(chat.stream(Request("Count.", "How many?", "count/1:0")))

        assert len(speaker.asked) == calls


def test_a_server_that_knows_no_schema_is_told_it_in_words() -> None:
    with client("openai", Turn("no response_format here", status=400), '{"a": 3}') as (chat, speaker, _):
        assert chat.ask(ASK, str) == '{"a": 3}'

        assert "response_format" not in speaker.asked[1]
        assert "JSON Schema" in system(speaker.asked[1])


def test_a_server_that_is_down_is_named_with_its_address() -> None:
    with speaking() as gone:
        url = gone.url
    registry = Registry({"lab": Service("openai", f"{url}/v1")})
    chat = Client(registry.provider("lab:tiny"), Rules(Patience(lambda s: None, lambda: 0.0)), Meter())
    with pytest.raises(ModelFailed, match="cannot be reached at http://127") as failed:
        chat.ask(ASK, str)
    chat.close()

    assert failed.value.kind == "down"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_key_is_sent_to_its_own_service_only(dialect: str) -> None:
    with client(dialect, "yes") as (chat, speaker, _):
        chat.ask(Request("", "?", "x"), str)

        assert "key-of-the-lab" in str(speaker.headers[0])


def test_a_budget_in_calls_stops_before_the_next_one() -> None:
    with client("openai", "yes", limits=Limits(calls=2)) as (chat, speaker, _):
        for n in range(2):
            chat.ask(Request("", f"{n}?", "x"), str)
        with pytest.raises(ModelFailed) as failed:
            chat.ask(Request("", "3?", "x"), str)

        assert (failed.value.kind, len(speaker.asked)) == ("budget", 2)
