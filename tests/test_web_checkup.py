"""A large bundle: what takes minutes is done beside the requests, and the page says what it shows."""

import threading
from collections.abc import Iterator

import pytest

from clew import app as wiring
from clew.bundle import Bundle
from clew.errors import StorageFailed
from clew.model import Channel
from clew.web import checkup, screens

from webapp import App


@pytest.fixture
def slow(app: App, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Looks stand still until they are let go, and none counts as quick."""
    let_go = threading.Event()
    monkeypatch.setattr(checkup, "QUICK", -1.0)
    app.room.checkup.patience = 0.0

    def opener(channel: Channel) -> Bundle:
        let_go.wait(60)
        return wiring.open_bundle(app.root, channel)

    app.room.checkup._opener = opener
    yield let_go
    let_go.set()


def test_health_answers_at_once_and_shows_what_was_seen_when_the_look_is_over(app: App, slow: threading.Event) -> None:
    browser = app.browser()
    first = browser.get("/health").text
    other = browser.get("/review").status_code
    running = app.room.checkup._running
    slow.set()
    assert running is not None
    running.result(60)
    second = browser.get("/health").text

    assert "being looked at" in first
    assert "healthy" not in first
    assert 'http-equiv="refresh"' in first
    assert other == 200
    assert "Looked at" in second
    assert "healthy" in second


def test_a_decision_makes_the_last_look_old_and_the_next_page_says_so(app: App, slow: threading.Event) -> None:
    browser = app.browser()
    slow.set()
    app.room.checkup.patience = 60.0
    browser.get("/health")
    slow.clear()
    app.room.checkup.patience = 0.0
    browser.post("/api/decide", json={"verb": "hide", "claims": ["ckec34fghfq3l"]})

    page = browser.get("/health").text

    assert "what stands here is of" in page
    assert "healthy" in page


def test_a_look_that_fails_is_an_error_on_the_page_and_the_next_one_is_taken_anew(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener = app.room.checkup._opener

    def full(channel: Channel) -> Bundle:
        raise StorageFailed("the disk is full")

    monkeypatch.setattr(app.room.checkup, "_opener", full)
    failed = app.browser().get("/health")
    monkeypatch.setattr(app.room.checkup, "_opener", opener)

    assert (failed.status_code, "the disk is full" in failed.text) == (503, True)
    assert "healthy" in app.browser().get("/health").text


def test_while_a_bundle_is_read_for_the_first_time_pages_say_so(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = threading.Event()
    monkeypatch.setattr(screens, "PATIENCE", 0.0)
    monkeypatch.setattr(Bundle, "warm", lambda bundle: let_go.wait(60))
    app.room.warm("app")
    browser = app.browser()

    waiting = browser.get("/review").text
    let_go.set()
    assert app.room.ready.wait(60)
    then = browser.get("/review").text

    assert "Reading what this bundle holds" in waiting
    assert "paint the pier blue" in then
