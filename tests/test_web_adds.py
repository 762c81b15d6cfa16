"""Adds that take longer than a request: watched, beside everybody else's work, and told of when they fail."""

import threading
from collections.abc import Iterator

import pytest

from clew.bundle import Bundle
from clew.errors import Failed, UsageError
from clew.use.report import AddReport
from clew.web.adds import Adding, Tell

from webapp import App

NOTE = b"User: We decided to rent a second boat.\nAssistant: Good.\n"


class Gate:
    """An add that stands still in the middle until it is let go."""

    def __init__(self) -> None:
        self.reached, self.let_go = threading.Event(), threading.Event()

    def __call__(self, bundle: Bundle, tell: Tell) -> AddReport:
        def told(read: int, last: str) -> None:
            tell(read, last)
            self.reached.set()
            self.let_go.wait(60)

        return bundle.add([NOTE], at="2026-05-30", progress=told)


@pytest.fixture
def gate(app: App) -> Iterator[Gate]:
    app.room.adds.patience = 0.0
    made = Gate()
    yield made
    made.let_go.set()


def test_while_a_long_add_runs_every_page_answers_and_it_tells_how_far_it_is(app: App, gate: Gate) -> None:
    browser = app.browser()
    adding = app.room.adds.start("app", Adding("boats.txt", "2026-06-01T12:00:00Z", dry_run=False), gate)
    assert gate.reached.wait(60)

    pages = {path: browser.get(path) for path in ("/", "/review", "/graph", f"/jobs/{adding.id}", "/jobs", "/sources")}
    progress = browser.get(f"/api/jobs/{adding.id}").json()
    gate.let_go.set()
    adding.future.result(60)
    after = browser.get(f"/jobs/{adding.id}").text

    assert {path: page.status_code for path, page in pages.items()} == dict.fromkeys(pages, 200)
    assert "1 read" in pages[f"/jobs/{adding.id}"].text
    assert "boats.txt" in pages["/jobs"].text
    assert (progress["state"], progress["read"]) == ("running", 1)
    assert "Undo" in after
    assert "rent a second boat" in browser.get("/search?q=second boat").text


def test_a_decision_during_a_long_add_is_told_to_wait_and_changes_nothing(app: App, gate: Gate) -> None:
    browser = app.browser()
    adding = app.room.adds.start("app", Adding("boats.txt", "2026-06-01T12:00:00Z", dry_run=False), gate)
    assert gate.reached.wait(60)

    refused = browser.post("/api/decide", json={"verb": "hide", "claims": ["ckec34fghfq3l"]})
    gate.let_go.set()
    adding.future.result(60)
    done = browser.post("/api/decide", json={"verb": "hide", "claims": ["ckec34fghfq3l"]})

    assert (refused.status_code, refused.json()["error"], done.status_code) == (503, "Locked", 200)


def test_a_form_that_takes_long_leads_to_where_it_can_be_watched(app: App) -> None:
    app.room.adds.patience = 0.0
    sent = app.browser().post("/do-add", data={"text": NOTE.decode(), "at": "2026-05-30", "accept": "none"})
    adding = app.room.adds.list()[0]
    adding.future.result(60)

    assert (sent.status_code, sent.headers["location"]) == (303, f"/jobs/{adding.id}")
    assert "Look at what waits" in app.browser().get(f"/jobs/{adding.id}").text


def test_an_add_that_fails_says_why(app: App) -> None:
    def full(bundle: Bundle, tell: Tell) -> AddReport:
        raise Failed("the disk is full")

    adding = app.room.adds.start("app", Adding("boats.txt", "2026-06-01T12:00:00Z", dry_run=False), full)
    page = app.browser().get(f"/jobs/{adding.id}")

    assert (adding.state, page.status_code) == ("failed", 200)
    assert "Not added" in page.text
    assert "the disk is full" in page.text


def test_a_program_begins_an_add_and_follows_it_until_it_is_in(app: App) -> None:
    program = app.program()
    begun = program.post("/api/jobs", json={"text": NOTE.decode(), "at": "2026-05-30", "accept": "none"}).json()
    app.room.adds.get(begun["id"]).future.result(60)
    done = program.get(f"/api/jobs/{begun['id']}").json()

    assert begun["state"] in ("waiting", "running")
    assert begun["report"] is None
    assert (done["state"], done["read"], done["report"]["counts"]["new"]) == ("done", 1, 1)
    assert [job["id"] for job in program.get("/api/jobs").json()] == [begun["id"]]


def test_a_program_is_told_why_its_add_failed(app: App) -> None:
    program = app.program()
    begun = program.post("/api/jobs", json={"text": NOTE.decode(), "at": "yesterday-ish"}).json()
    with pytest.raises(UsageError):
        app.room.adds.get(begun["id"]).future.result(60)

    failed = program.get(f"/api/jobs/{begun['id']}").json()

    assert (failed["state"], failed["fault"]["status"], failed["fault"]["error"]) == ("failed", 400, "UsageError")


def test_an_add_that_nobody_knows_is_not_here(still: App) -> None:
    assert still.browser().get("/jobs/000000000000").status_code == 404
    assert still.browser().get("/api/jobs/000000000000").status_code == 404
