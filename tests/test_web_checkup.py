"""A large bundle: what takes minutes is done beside the requests, and the page says what it shows."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app as wiring
from clew.belief.branches import MEET, Branches
from clew.bundle import Bundle
from clew.errors import StorageFailed
from clew.model import Channel
from clew.use import memory
from clew.use.press import Press
from clew.web import checkup, room, screens

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


def test_pages_of_a_large_bundle_follow_when_nobody_decides_any_more(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MANY", 1)
    monkeypatch.setattr(room, "IDLE", 3600.0)
    page = app.root / "entities" / "hetzner.md"
    browser = app.browser()
    before = page.read_text("utf-8")

    sent = browser.post("/api/decide", json={"verb": "pin", "claims": ["czavpl42"]})
    hidden = browser.post("/api/decide", json={"verb": "hide", "claims": ["czavpl42"]})
    at_once, shown = page.read_text("utf-8"), browser.get("/api/claims/czavpl42").json()["claim"]["shown"]
    app.room._catch_up("app")

    assert (sent.status_code, hidden.status_code, shown) == (200, 200, "hidden")
    assert at_once == before
    assert "We host on Hetzner" not in (page.read_text("utf-8") if page.exists() else "")
    assert app.room.work("app", lambda bundle: (bundle.trailing, bundle.doctor().problems)) == (False, ())


def contents(root: Path) -> dict[str, bytes]:
    """Every page of a bundle but those of sources, which come with their text."""
    pages = sorted(path for path in root.rglob("*.md") if path.parent.name != "sources")
    return {str(path.relative_to(root)): path.read_bytes() for path in pages}


def test_whatever_is_decided_in_a_large_bundle_is_answered_before_pages_are_written(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MANY", 1)
    monkeypatch.setattr(room, "IDLE", 3600.0)
    browser = app.browser()
    finding = next(f["id"] for f in browser.get("/api/findings").json() if f["kind"] == "contradiction")
    before = contents(app.root)

    deeds: list[tuple[str, dict[str, object]]] = [
        ("/api/notes", {"text": "The pier has two lamps.", "topic": "pier"}),
        ("/api/undo", {}),
        ("/api/claims/czavpl42/text", {"text": "We host on Hetzner from now on!"}),
        (f"/api/findings/{finding}", {"disposition": "rewrite", "text": "The ferry carries 430 people a day."}),
    ]
    sent = [browser.post(path, json=body).status_code for path, body in deeds]
    at_once = contents(app.root)
    app.room._catch_up("app")

    assert sent == [200] * len(deeds)
    assert at_once == before
    assert any(b"430 people a day" in text for text in contents(app.root).values())
    assert app.room.work("app", lambda bundle: bundle.doctor().problems) == ()


def test_relations_of_a_large_bundle_follow_too(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MANY", 1)
    monkeypatch.setattr(room, "IDLE", 3600.0)
    owns = "(Nadia)-owns->(?what)"
    assert app.room.work("app", lambda bundle: bundle.atlas.match(owns).rows)

    app.browser().post("/api/decide", json={"verb": "hide", "claims": ["clbqjku5"]})
    app.room._catch_up("app")

    assert app.room.work("app", lambda bundle: bundle.atlas.match(owns).rows) == ()


def test_a_server_that_stops_before_pages_followed_leaves_them_to_the_next_command(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MANY", 1)
    monkeypatch.setattr(room, "IDLE", 3600.0)
    app.browser().post("/api/decide", json={"verb": "hide", "claims": ["czavpl42"]})  # and then it is killed

    with wiring.open_bundle(app.root) as bundle:
        bundle.sync()
        assert bundle.doctor().problems == ()


def test_a_question_about_names_that_was_answered_is_not_asked_again_meanwhile(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MANY", 1)
    monkeypatch.setattr(room, "IDLE", 3600.0)
    browser = app.browser()
    for text in ("Nadia Brandt counts the boats.", "Mr. Brandt sweeps the pier.", "Brandt paints the kiosk."):
        browser.post("/api/notes", json={"text": text})
    asked = [f["id"] for f in browser.get("/api/findings").json() if f["kind"] == "merge"]
    for name in asked:
        browser.post(f"/api/findings/{name}", json={"disposition": "apart"})

    assert [f["id"] for f in browser.get("/api/findings").json() if f["id"] in asked] == []


def test_who_decides_while_pages_follow_does_not_wait_for_them_and_ends_them(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MANY", 1)
    monkeypatch.setattr(room, "IDLE", 3600.0)
    browser = app.browser()
    browser.post("/api/decide", json={"verb": "hide", "claims": ["czavpl42"]})
    begun, decided = threading.Event(), threading.Event()
    asked = Press.told

    def told(press: Press, path: str, coming: bytes | None = None) -> object:
        begun.set()
        decided.wait(60)
        return asked(press, path, coming)

    monkeypatch.setattr(Press, "told", told)
    following = threading.Thread(target=app.room._catch_up, args=("app",))
    following.start()
    assert begun.wait(60)
    second = browser.post("/api/decide", json={"verb": "pin", "claims": ["ckec34fg"]})
    page = browser.get("/review")
    decided.set()
    following.join(60)
    behind = app.room.work("app", lambda bundle: bundle.trailing)
    app.room._catch_up("app")

    assert (second.status_code, page.status_code, behind) == (200, 200, True)
    assert app.room.work("app", lambda bundle: (bundle.trailing, bundle.doctor().problems)) == (False, ())


def test_after_a_decision_the_index_holds_what_a_new_reading_would_put_there(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MANY", 1)
    monkeypatch.setattr(room, "IDLE", 3600.0)
    browser = app.browser()
    finding = next(f["id"] for f in browser.get("/api/findings").json() if f["kind"] == "contradiction")
    waits = browser.get("/api/queue").json()["claims"][0]["id"]
    force = browser.get("/api/claims?link=active").json()["claims"]
    chat = next(s["id"] for s in browser.get("/api/sources").json() if s["id"] != force[0]["source"])
    deeds: list[tuple[str, dict[str, object]]] = [
        ("/api/decide", {"verb": "accept", "claims": [waits]}),
        ("/api/decide", {"verb": "hide", "claims": [force[0]["id"]]}),
        (f"/api/findings/{finding}", {"disposition": "keep-new"}),
        ("/api/undo", {}),
        ("/api/notes", {"text": "The pier has two lamps.", "topic": "pier"}),
        ("/api/relate", {"new": force[1]["id"], "old": force[2]["id"]}),
        (f"/api/claims/{force[3]['id']}/overlay", {"topic": "lamps"}),
        (f"/api/sources/{chat}", {"how": "withdraw"}),
        ("/api/undo", {}),
    ]
    for path, body in deeds:
        assert browser.post(path, json=body).status_code == 200, path
        browser.get("/search?q=pier")
        with wiring.open_bundle(app.root) as fresh:
            fresh._desk.index.set_meta("snapshot", "")
            assert (path, fresh.sync().sources) == (path, 0)


@pytest.mark.parametrize("many", [1, 10_000])
def test_a_note_in_a_large_bundle_does_not_wait_until_two_branches_are_compared(
    app: App, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(memory, "MANY", many)
    browser = app.browser()
    waits = browser.get("/api/queue").json()["claims"][0]["id"]
    browser.post("/api/decide", json={"verb": "accept", "claims": [waits]})  # by another clone than what is there
    due = app.room.work("app", lambda bundle: bool(Branches(bundle.knowledge()).strangers()))
    noted = browser.post("/api/notes", json={"text": "The pier has two lamps.", "topic": "pier"})

    compared = any(path.name.startswith(MEET) for path in (app.root / "ledger").iterdir())
    assert (due, noted.status_code, compared) == (True, 200, many > 1)
