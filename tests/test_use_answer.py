"""Answers by a model: strictly from the facts, checked by code, refused where the gate says so."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import UsageError
from clew.prompts import cite
from clew.readers import own
from clew.search.block import Evidence, Item
from speaking import Turn, speaking

from transcript import call


def fact(text: str, presented: str = "current", at: str = "2026-03-01") -> Item:
    return Item("claim:c1", "c1", text, (), presented, (Evidence("s", 1, 0, len(text), text),), "Chat", at)  # type: ignore[arg-type]


FACTS = [
    fact("The budget is 400 euros."),
    fact("Ada leads the team."),
    fact("The old budget was 300 euros.", "past"),
    fact("We meet on Monday.", "disputed"),
]


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("The budget is 400 euros [1].", "The budget is 400 euros [1]."),
        ("The budget is 400 euros. [1]", "The budget is 400 euros [1]."),
        ("Is it 400 euros? [1]", "Is it 400 euros [1]?"),
        ("The budget is 400 euros [1]", "The budget is 400 euros [1]"),
        ("The note says “400 euros.” [1]", "The note says “400 euros.” [1]"),
        ("予算です。[1]", "予算です [1]。"),
        ("Ada leads it, with 400 euros [1][2].", "Ada leads it, with 400 euros [1][2]."),
        ("Ada leads it, with 400 euros [1, 2].", "Ada leads it, with 400 euros [1][2]."),
        ("Ada leads it [2], with 400 euros [1].", "Ada leads it, with 400 euros [2][1]."),
        ("The budget is 400 euros.", "The budget is 400 euros (no source given)."),
        ("The budget is 400 euros [7].", "The budget is 400 euros (no source given)."),
        ("The budget is 400 euros [1][7].", "The budget is 400 euros [1]."),
        ("The budget is 400 euros [0].", "The budget is 400 euros (no source given)."),
        ("It was 300 euros [3].", "It was 300 euros [3] (no longer holds)."),
        ("You meet on Monday [4].", "You meet on Monday [4] (disputed)."),
        ("It went from 300 to 400 euros [1][3].", "It went from 300 to 400 euros [1][3]."),
        ("The budget is 500 euros [1].", "The budget is 500 euros [1] (not in the notes it cites)."),
    ],
)
def test_L25_each_sentence_is_held_against_what_it_cites(sentence: str, shown: str) -> None:
    checked = cite.check(sentence, FACTS)

    assert checked is not None
    assert checked.shown() == shown


def test_a_citation_that_does_not_exist_is_removed_and_flagged() -> None:
    checked = cite.check("The budget is 400 euros [1][9].", FACTS)

    assert checked is not None
    assert (checked.cites, checked.flags) == ((1,), ("no_such_note",))


@pytest.mark.parametrize("sentence", ["", "[1]", "…", " [2] ", "<<<end 0123456789ab>>>"])
def test_what_says_nothing_is_no_sentence(sentence: str) -> None:
    assert cite.check(sentence, FACTS) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One thing [1]. Another [2].", ["One thing [1].", "Another [2]."]),
        ("One thing. [1] Another. [2]", ["One thing. [1]", "Another. [2]"]),
        ("Dr. Lee leads it [1]. He came on 3. May [2].", ["Dr. Lee leads it [1].", "He came on 3. May [2]."]),
        ("It costs 3.50 euros [1]. Yes.", ["It costs 3.50 euros [1].", "Yes."]),
        ("One line [1]\nanother line [2]", ["One line [1]", "another line [2]"]),
        ("予算は四百ユーロです。[1]会議は月曜日です。[2]", ["予算は四百ユーロです。[1]", "会議は月曜日です。[2]"]),
        ("no end", ["no end"]),
        ("", []),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_sentences_come_whole_however_the_text_arrives(text: str, found: list[str], size: int) -> None:
    pieces = (text[i : i + size] for i in range(0, len(text), size))

    assert [one for one in cite.sentences(pieces) if one] == found


@pytest.fixture
def bundle(tmp_path: Path, person: None) -> Iterator[Bundle]:
    """One decision that was changed."""
    app.create(tmp_path / "b", "Test").close()
    chat = tmp_path / "chat.json"
    messages = [
        {"id": "1", "role": "user", "text": "We decided to host the shop on Hetzner.", "time": "2026-01-01T10:00:00Z"},
        {
            "id": "2",
            "role": "user",
            "text": "We switched the hosting of the shop from Hetzner to Scaleway.",
            "time": "2026-02-01T10:00:00Z",
        },
    ]
    chat.write_text(json.dumps({"id": "x", "title": "Hosting", "messages": messages}), "utf-8")
    with app.open_bundle(tmp_path / "b") as made:
        made.add([chat])
        yield made


def script(tmp_path: Path, *lines: str) -> str:
    """A model that says these lines."""
    path = tmp_path / "script.json"
    path.write_text(json.dumps(lines), "utf-8")
    return f"fake:{path}"


QUESTION = "Where do we host the shop?"


def test_an_answer_is_streamed_sentence_by_sentence(bundle: Bundle, tmp_path: Path) -> None:
    told: list[str] = []
    model = script(tmp_path, "The shop is hosted on Scaleway [1]. It is cheap.")
    done = bundle.answers.answer(bundle.context(QUESTION), model, lambda s: told.append(s.shown()))

    assert told == ["The shop is hosted on Scaleway [1].", "It is cheap (no source given)."]
    assert (done.refused, done.cites, done.text) == (False, (1,), " ".join(told))


def test_the_gate_refuses_before_a_model_is_asked(bundle: Bundle, tmp_path: Path) -> None:
    model = script(tmp_path, "Bananas are yellow [1].")
    done = bundle.answers.answer(bundle.context("What colour are bananas on Mars?"), model)

    assert (done.refused, done.sentences, list(bundle.models.usage.rows())) == (True, (), [])


def test_a_model_that_finds_no_answer_refuses(bundle: Bundle, tmp_path: Path) -> None:
    done = bundle.answers.answer(bundle.context(QUESTION), script(tmp_path, "NOT ENOUGH"))

    assert (done.refused, done.sentences) == (True, ())


def test_an_answer_is_filed_back_with_its_claims(bundle: Bundle, tmp_path: Path) -> None:
    done = bundle.answers.answer(bundle.context(QUESTION), script(tmp_path, "The shop is hosted on Scaleway [1]."))
    path = bundle.answers.save(done)
    text = (bundle.root / path.lstrip("/")).read_text("utf-8")
    claim = next(v.claim.id for v in bundle.claims() if "Scaleway" in v.claim.text)

    assert "type: " in text
    assert "Concept" in text
    assert f"`{claim[:8]}" in text
    assert (bundle.doctor().healthy, path.startswith("/concepts/")) == (True, True)


def test_what_a_model_writes_cannot_become_markup(bundle: Bundle, tmp_path: Path) -> None:
    evil = "See <img src=x onerror=alert(1)> and [me](javascript:alert(1)) [1]."
    done = bundle.answers.answer(bundle.context(QUESTION), script(tmp_path, evil))
    text = (bundle.root / bundle.answers.save(done).lstrip("/")).read_text("utf-8")

    assert ("<img" in text, "[me](" in text) == (False, False)


def test_a_refusal_is_not_filed(bundle: Bundle, tmp_path: Path) -> None:
    done = bundle.answers.answer(bundle.context(QUESTION), script(tmp_path, "NOT ENOUGH"))
    with pytest.raises(UsageError, match="no answer"):
        bundle.answers.save(done)


def test_without_a_model_the_command_prints_the_facts_and_says_how_to_set_one(bundle: Bundle, tmp_path: Path) -> None:
    root = str(bundle.root)
    facts, code = call(["--bundle", root, "ask", QUESTION])
    saving, bad = call(["--bundle", root, "ask", QUESTION, "--save"])

    assert ("Scaleway" in facts, code) == (True, 0)
    assert ("models.answer" in saving, bad) == (True, 2)


def test_the_command_prints_the_checked_answer_and_its_facts(bundle: Bundle, tmp_path: Path) -> None:
    model = script(tmp_path, "The shop is hosted on Scaleway [1]. It is cheap.")
    printed, code = call(["--bundle", str(bundle.root), "ask", QUESTION, "--model", model])
    lines = printed.split("\n")

    assert (code, lines[0], lines[1]) == (0, "The shop is hosted on Scaleway [1]. It is cheap (no source given).", "")
    assert lines[2].startswith("[1] ")
    assert f"clew --bundle {bundle.root} why" in lines[3]


def test_models_answer_in_the_persons_own_file_is_used_and_none_passes_it_over(bundle: Bundle, tmp_path: Path) -> None:
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml"
    model = script(tmp_path, "The shop is hosted on Scaleway [1].")
    config.write_text(config.read_text("utf-8") + f'[models]\nanswer = "{model}"\n', "utf-8")
    spoken, _ = call(["--bundle", str(bundle.root), "ask", QUESTION, "--json"])
    facts, _ = call(["--bundle", str(bundle.root), "ask", QUESTION, "--model", "none", "--json"])

    assert json.loads(spoken)["sentences"][0]["cites"] == [1]
    assert "sentences" not in json.loads(facts)


@contextmanager
def lab(*script: Any) -> Iterator[str]:
    """A model behind a scripted server, by its name."""
    pytest.importorskip("pydantic_ai", reason="the model libraries are an extra")
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml"
    with speaking(*script) as speaker:
        table = f'[models.services.lab]\nkind = "openai"\nurl = "{speaker.url}/v1"\n'
        config.write_text(config.read_text("utf-8") + table, "utf-8")
        yield "lab:tiny"


FACT = "[1] We switched the hosting of the shop from Hetzner to Scaleway."


def test_where_the_model_fails_the_facts_are_printed_then_the_error(
    bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    with lab(Turn(status=500)) as model:
        printed, code = call(["--bundle", str(bundle.root), "ask", QUESTION, "--model", model])
    lines = printed.rstrip().split("\n")

    assert (code, lines[:2]) == (1, ["Without the model:", FACT])
    assert lines[-1].startswith("clew: lab:tiny failed (HTTP 500")


def test_where_the_model_breaks_off_its_checked_sentences_stand_before_the_facts(bundle: Bundle) -> None:
    with lab(Turn("Scaleway [1]. And more to come", drop=True)) as model:
        printed, code = call(["--bundle", str(bundle.root), "ask", QUESTION, "--model", model])

    assert (code, printed.split("\n")[:4]) == (1, ["Scaleway [1].", "", "Without the model:", FACT])


def test_a_model_without_its_key_costs_no_answer(bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    asked = ["--bundle", str(bundle.root), "ask", QUESTION, "--model", "anthropic:some"]
    printed, code = call(asked)
    told, bad = call([*asked, "--json"])
    said = json.loads(told[: told.rindex("}") + 1])

    assert (code, printed.startswith(f"Without the model:\n{FACT}")) == (1, True)
    assert (bad, said["answer"], "no key" in said["error"]) == (1, "", True)
    assert said["block"]["items"]


@pytest.mark.parametrize("words", ["Scaleway hosts the shop [1].", "Scaleway hosts it [1]. Yes [1]."])
def test_what_was_printed_of_a_model_yields_no_claims_when_it_comes_back(
    bundle: Bundle, tmp_path: Path, words: str
) -> None:
    for said in (script(tmp_path, words), "anthropic:some"):
        printed, _ = call(["--bundle", str(bundle.root), "ask", QUESTION, "--model", said])
        whole = printed.partition("clew: ")[0]

        assert [(0, len(whole))] == own.blocks(whole)
