"""What a model proposes, in the app: the plan first, then proposals, and only what is chosen is taken."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import config
from speaking import speaking, user

from webapp import App, served

pytest.importorskip("pydantic_ai", reason="the model libraries are an extra")

NUMBERED = re.compile(r"^\[(\d+)\](?: topic: (.*))?\n\| (.*)$", re.MULTILINE)


@pytest.fixture
def able(app: App, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """The app with a model that finds every last word the best label, and one topic for tickets."""

    def say(body: dict[str, object]) -> str:
        rows = NUMBERED.findall(user(body))
        labels = [{"n": int(n), "label": text.rstrip(".").split()[-1]} for n, _, text in rows]
        topics = [{"n": int(n), "topic": "tickets" if "ticket" in topic else topic} for n, topic, _ in rows]
        return json.dumps({"labels": labels, "topics": topics})

    with speaking(say) as speaker:
        folder = config.user_folder("config")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.toml").write_text(
            '[models]\nembedder = "none"\nextract = "lab:tiny"\n'
            f'[models.services.lab]\nkind = "openai"\nurl = "{speaker.url}/v1"\n',
            "utf-8",
        )
        yield from served(Path(app.root))


def test_without_a_model_it_says_how_to_set_one(still: App) -> None:
    assert "models.extract" in still.browser().get("/tidy").text


def test_a_plan_comes_first_and_sends_nothing(able: App) -> None:
    page = able.browser().get("/tidy?what=topics").text

    assert "lab:tiny would read" in page
    assert "Ask for topics" in page


def test_what_is_chosen_is_taken_as_one_operation_and_undone(able: App) -> None:
    browser = able.browser()
    before = browser.get("/api/claims?limit=200").json()["claims"]
    page = browser.post("/tidy", data={"what": "labels"}).text
    offered = [html.unescape(value) for value in re.findall(r'name="chosen" value="([^"]*)"', page)]
    untouched = browser.get("/api/claims?limit=200").json()["claims"]

    done = browser.post("/do-take", data={"model": "lab:tiny", "chosen": offered[:2]})
    told = browser.get(done.headers["location"]).text
    chosen = [json.loads(value) for value in offered[:2]]
    after = {c["id"]: c["label"] for c in browser.get("/api/claims?limit=200").json()["claims"]}
    browser.post("/do/undo", data={"operation": done.headers["location"].split("op=")[1], "next": "/"})

    assert untouched == before
    assert "Done: relabelled × 2" in told
    assert "Undo" in told
    assert {one["claim"]: one["new"] for one in chosen}.items() <= after.items()
    assert browser.get("/api/claims?limit=200").json()["claims"] == before


def test_topics_that_mean_one_are_brought_together(able: App) -> None:
    browser = able.browser()
    page = browser.post("/tidy", data={"what": "topics"}).text
    offered = [html.unescape(value) for value in re.findall(r'name="chosen" value="([^"]*)"', page)]
    browser.post("/do-take", data={"model": "lab:tiny", "chosen": offered})

    assert "tickets" in browser.get("/api/topics").json()


@pytest.mark.parametrize("text", ["{}", "x", '{"kind":"label"}', '{"kind":"tie","subject":"a"}', '["a"]'])
def test_what_was_never_proposed_is_refused(app: App, text: str) -> None:
    sent = app.browser().post("/do-take", data={"model": "m", "chosen": [text]})

    assert sent.status_code == 400
