"""The JSON API: every call, what it refuses, and decisions that name what they saw."""

import pytest

from clew.bundle import Bundle

from webapp import App

HEAD = "ckec34fghfq3l"
"""The claim that the ticket database moved to Postgres."""
OLD = "c7yz46pwp5mfs"
"""The one whose place it took."""


def finding(app: App) -> dict[str, object]:
    browser = app.browser()
    name = browser.get("/api/findings").json()[0]["id"]
    return dict(browser.get(f"/api/findings/{name}").json())


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        ("overview", "Pontoon"), ("ask?q=Which database holds the tickets?", "Postgres"), ("search?q=postgres", HEAD),
        ("topics", "ticket database"), ("claims?topic=ticket database", HEAD), (f"claims/{HEAD}", OLD),
        ("thread?name=ticket database", OLD), ("queue", "paint the pier"), ("findings", "contradiction"),
        ("sources", "chatgpt"), ("pages", "/concepts/"), ("page?path=/concepts/launch-date.md", "launch"),
        ("log", "accept"), ("runs", "rules"), ("health", "healthy"), ("graph", HEAD), ("openapi.json", "3.1.0"),
    ],
)  # fmt: skip
def test_a_call_answers(still: App, path: str, holds: str) -> None:
    answer = still.program().get(f"/api/{path}")

    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert holds in answer.text


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("claims/zz", 404, "no claim has an id"), ("claims/c", 404, "short"), ("thread?name=zebra", 404, "no topic"),
        ("sources/nope", 404, "no source"), ("findings/ffff", 404, "no finding"), ("page?path=/no.md", 404, "no page"),
        ("claims?limit=0", 400, "between 1 and 500"), ("claims?limit=x", 400, "whole number"), ("ask", 400, "missing"),
        ("ask?q=", 400, "empty"), ("ask?q=a&q=b", 400, "twice"), ("claims?nope=1", 400, "no parameter"),
        ("claims?link=sideways", 400, "one of"), ("claims?hidden=perhaps", 400, "true or false"),
        ("ask?q=x&as_of=tomorrowish", 400, "no date"), ("ask?q=x&budget=3", 400, "between"),
        ("nothing", 404, "Not Found"),
    ],
)  # fmt: skip
def test_a_bad_request_is_told_what_is_wrong(still: App, path: str, status: int, says: str) -> None:
    answer = still.program().get(f"/api/{path}")

    assert answer.status_code == status
    assert says in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"{}", "application/json", 400),
        (b"{}", "text/plain", 415),
        (b"a=b", "application/x-www-form-urlencoded", 415),
        (b'{"verb":"purge","claims":[]}', "application/json", 400),
        (b'{"verb":"hide","claims":[]}', "application/json", 400),
        (b'{"verb":"hide","claims":["c7"],"x":1}', "application/json", 400),
        (b"[" * 100000, "application/json", 400),
    ],
)
def test_a_body_that_does_not_fit_changes_nothing(still: App, body: bytes, kind: str, status: int) -> None:
    browser = still.browser()
    before = browser.get("/api/log").json()

    assert browser.post("/api/decide", content=body, headers={"content-type": kind}).status_code == status
    assert browser.get("/api/log").json() == before


def test_a_claim_is_discarded_and_restored(app: App) -> None:
    browser = app.browser()

    browser.post("/api/decide", json={"verb": "hide", "claims": [HEAD]})
    tray = [c["id"] for c in browser.get("/api/discarded").json()["claims"]]
    browser.post("/api/decide", json={"verb": "restore", "claims": [HEAD]})

    assert tray == [HEAD]
    assert browser.get("/api/discarded").json()["total"] == 0
    assert browser.get(f"/api/claims/{HEAD}").json()["claim"]["link"] == "active"


def test_of_two_browsers_that_decide_the_same_claim_the_second_is_told(app: App) -> None:
    one, two = app.browser(), app.browser()
    seen = f"{HEAD}@{one.get(f'/api/claims/{HEAD}').json()['claim']['revision']}"

    first = one.post("/api/decide", json={"verb": "hide", "claims": [seen]})
    second = two.post("/api/decide", json={"verb": "verify", "claims": [seen]})

    assert (first.status_code, second.status_code) == (200, 409)
    assert "decided meanwhile" in second.json()["detail"]
    assert two.get(f"/api/claims/{HEAD}").json()["claim"]["review"] == "unreviewed"


def test_of_two_browsers_that_settle_the_same_finding_the_second_is_told(app: App) -> None:
    open_ = finding(app)
    given = {"seen": open_["revision"], "disposition": "keep-old"}
    path = f"/api/findings/{open_['finding']['id']}"  # type: ignore[index]  # JSON

    first = app.browser().post(path, json=given)
    second = app.browser().post(path, json={**given, "disposition": "keep-new"})

    assert (first.status_code, second.status_code) == (200, 409)
    assert finding_disposition(app, path) == "keep-old"


def finding_disposition(app: App, path: str) -> object:
    return app.browser().get(path).json()["finding"]["disposition"]


def test_what_a_command_decided_meanwhile_is_noticed(app: App) -> None:
    """The bundle changes underneath: another process writes to its files."""
    from clew.app import open_bundle

    browser = app.browser()
    seen = f"{HEAD}@{browser.get(f'/api/claims/{HEAD}').json()['claim']['revision']}"
    with open_bundle(app.root, "app") as other:
        other.decide(lambda curate: curate.pin(HEAD))

    assert browser.post("/api/decide", json={"verb": "hide", "claims": [seen]}).status_code == 409
    assert browser.get(f"/api/claims/{HEAD}").json()["claim"]["pinned"] is True


def test_within_one_reading_files_are_looked_at_once_and_the_next_sees_what_others_wrote(app: App) -> None:
    from clew.app import open_bundle

    def read(bundle: Bundle) -> tuple[bool, bool]:
        before = bundle.view(HEAD).standing.pinned
        with open_bundle(app.root, "app") as other:
            other.decide(lambda curate: curate.pin(HEAD))
        return before, bundle.view(HEAD).standing.pinned

    assert app.room.read("app", read) == (False, False)
    assert app.room.read("app", lambda bundle: bundle.view(HEAD).standing.pinned) is True


@pytest.mark.parametrize(
    "disposition", ["keep-old", "keep-new", "keep-both", "reject-old", "reject-new", "reject-both", "rewrite", "later"]
)
def test_a_dispute_is_settled_in_each_of_eight_ways_and_taken_back(app: App, disposition: str) -> None:
    browser = app.browser()
    path = f"/api/findings/{finding(app)['finding']['id']}"  # type: ignore[index]  # JSON
    more = {"text": "Nadia counts about 430 passengers a day."} if disposition == "rewrite" else {}

    done = browser.post(path, json={"disposition": disposition, "scope": "April", **more})
    settled = browser.get(path).json()["finding"]["disposition"]
    undone = browser.post("/api/undo", json={"operation": done.json()["op"]})

    put_off = None if disposition == "later" else disposition
    assert (done.status_code, settled, undone.status_code) == (200, put_off, 200)
    assert browser.get(path).json()["finding"]["disposition"] is None


def test_a_rewrite_without_words_is_refused(still: App) -> None:
    path = f"/api/findings/{finding(still)['finding']['id']}"  # type: ignore[index]  # JSON

    assert still.browser().post(path, json={"disposition": "rewrite"}).status_code == 400


def test_a_batch_is_one_operation(app: App) -> None:
    browser = app.browser()
    waiting = [f"{c['id']}@{c['revision']}" for c in browser.get("/api/queue").json()["claims"]]

    done = browser.post("/api/decide", json={"verb": "accept", "claims": waiting}).json()
    left = browser.get("/api/queue").json()["total"]
    browser.post("/api/undo", json={"operation": done["op"]})

    assert (len(done["events"]), left, browser.get("/api/queue").json()["total"]) == (len(waiting), 0, len(waiting))


def test_a_dry_run_changes_nothing(still: App) -> None:
    browser = still.browser()
    before = browser.get("/api/log").json()

    done = browser.post("/api/decide", json={"verb": "hide", "claims": [HEAD], "dry_run": True})
    tried = browser.post("/api/add", json={"text": "User: We chose red bricks for the shed.", "dry_run": True})

    assert [e["kind"] for e in done.json()["events"]] == ["hide"]
    assert tried.json()["counts"]["new"] == 1
    assert browser.get("/api/log").json() == before


def test_better_words_make_a_claim_in_the_place_of_the_old(app: App) -> None:
    browser = app.browser()

    made = browser.post(f"/api/claims/{HEAD}/text", json={"text": "The ticket database moves to Postgres."}).json()

    assert (
        browser.get(f"/api/claims/{made['claim']}").json()["claim"]["text"] == "The ticket database moves to Postgres."
    )


def test_label_and_topic_are_laid_over_a_claim(app: App) -> None:
    browser = app.browser()

    browser.post(f"/api/claims/{HEAD}/overlay", json={"label": "On Postgres", "topic": "storage"})

    found = browser.get(f"/api/claims/{HEAD}").json()["claim"]
    assert (found["label"], found["topic"]) == ("On Postgres", "storage")


def test_one_claim_takes_the_place_of_another_and_gives_it_back(app: App) -> None:
    browser = app.browser()
    hosts = {c["text"]: c["id"] for c in browser.get("/api/claims?limit=500").json()["claims"]}
    new = next(i for text, i in hosts.items() if "host on Hetzner" in text)
    old = next(i for text, i in hosts.items() if "Render" in text and "Hosting" in text)

    browser.post("/api/relate", json={"new": new, "old": old})
    chain = [c["id"] for c in browser.get(f"/api/claims/{new}").json()["chain"]]
    browser.post("/api/relate", json={"new": new, "old": old, "relation": "unlink"})

    assert chain == [old, new]
    assert len(browser.get(f"/api/claims/{new}").json()["chain"]) == 1


def test_a_text_is_added_and_its_draft_goes(app: App) -> None:
    browser = app.browser()
    text = "User: We decided to rent a second boat."

    draft = browser.post("/api/drafts", json={"text": text}).json()
    later = browser.post("/api/drafts", json={"text": f"{text} Soon.", "instead": draft["id"]}).json()
    waiting = [d["id"] for d in browser.get("/api/drafts").json()]
    report = browser.post("/api/add", json={"text": text, "draft": later["id"], "at": "2026-05-30"}).json()

    assert waiting == [later["id"]]
    assert report["counts"]["new"] == 1
    assert browser.get("/api/drafts").json() == []


def test_a_source_is_withdrawn_restored_and_purged_only_on_its_own_name(app: App) -> None:
    browser = app.browser()
    name = browser.get("/api/sources").json()[0]["id"]
    path = f"/api/sources/{name}"

    assert browser.post(path, json={"how": "withdraw"}).status_code == 200
    assert browser.post(path, json={"how": "restore"}).status_code == 200
    assert browser.post(path, json={"how": "purge"}).status_code == 403
    assert browser.post(path, json={"how": "purge", "confirm": name}).status_code == 200
    assert browser.get(path).status_code == 404


def test_places_of_the_graph_are_remembered(app: App) -> None:
    browser = app.browser()

    browser.post("/api/places", json={"places": {HEAD: [10, -4.5], "junk": "x", OLD: [1, 2]}})
    browser.post("/api/places", json={"places": {OLD: None}})

    assert app.browser().get("/api/places").json() == {HEAD: [10.0, -4.5]}


def test_a_program_reads_and_proposes(app: App) -> None:
    program = app.program()

    added = program.post(
        "/api/add", json={"text": "User: We decided to buy a bell.\nAssistant: Good.", "accept": "none"}
    )

    assert added.json()["claims"]["proposed"] == 1


def test_the_graph_of_too_many_claims_is_folded_into_topics(still: App) -> None:
    whole = still.program().get("/api/graph").json()
    folded = still.program().get("/api/graph?limit=5").json()
    one = still.program().get("/api/graph?limit=5&topic=ticket database").json()

    assert (whole["folded"], folded["folded"], folded["nodes"]) == (False, True, [])
    assert folded["total"] == whole["total"]
    assert {row[0] for row in one["nodes"]} == {HEAD, OLD}


def test_the_graph_knows_corrections_ends_and_disputes(still: App) -> None:
    graph = still.program().get("/api/graph").json()
    rows = {row[0]: row for row in graph["nodes"]}
    place = {row[0]: n for n, row in enumerate(graph["nodes"])}

    assert rows[HEAD][8] & 1
    assert rows[OLD][6] == "2026-04-14"
    assert [place[HEAD], place[OLD], 0] in graph["edges"]
    assert sum(1 for row in rows.values() if row[8] & 2) == 2
