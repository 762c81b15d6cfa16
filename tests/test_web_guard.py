"""Who may come in."""

import pytest

from webapp import HOST, ORIGIN, App

DECISION = {"verb": "hide", "claims": ["ckec34fghfq3l"]}


def test_nobody_comes_in_without_a_token(still: App) -> None:
    for path in ("/", "/review", "/api/overview", "/api/openapi.json", "/nowhere"):
        assert still.anyone.get(path).status_code == 401, path


def test_a_link_lets_one_browser_in_once(app: App) -> None:
    key = app.keys.link()

    first = app.anyone.get("/open", params={"key": key})
    inside = app.anyone.get("/")
    app.anyone.cookies.clear()
    second = app.anyone.get("/open", params={"key": key})

    assert (first.status_code, inside.status_code, second.status_code) == (200, 200, 401)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(app: App) -> None:
    cookie = app.anyone.get("/open", params={"key": app.keys.link()}).headers["set-cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer wrong", "Basic {token}", "Bearer {token}x", "{token}"])
def test_a_wrong_token_is_no_token(still: App, given: str) -> None:
    headers = {"authorization": given.format(token=still.keys.token)}

    assert still.anyone.get("/api/overview", headers=headers).status_code == 401


def test_a_wrong_token_is_not_saved_by_a_cookie(still: App) -> None:
    assert still.browser().get("/api/overview", headers={"authorization": "Bearer wrong"}).status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8731", "127.0.0.1", "127.0.0.1:9999", "", "localhost.evil:8731"]
)
def test_a_name_that_was_rebound_to_this_machine_is_not_answered(still: App, host: str) -> None:
    assert still.browser().get("/api/overview", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", [HOST, "localhost:8731", "LOCALHOST:8731"])
def test_the_names_of_this_machine_are_answered(still: App, host: str) -> None:
    assert still.program().get("/api/overview", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:3000", "https://127.0.0.1:8731"])
@pytest.mark.parametrize("path", ["/do/decide", "/api/decide", "/do-add", "/do-link"])
def test_another_site_cannot_post(still: App, origin: str, path: str) -> None:
    answer = still.browser().post(path, json=DECISION, headers={"origin": origin})

    assert answer.status_code == 403


def test_a_post_that_does_not_say_where_it_comes_from_is_refused(app: App) -> None:
    browser = app.browser()
    del browser.headers["origin"]

    assert browser.post("/api/decide", json=DECISION).status_code == 403
    assert browser.post("/api/decide", json=DECISION, headers={"sec-fetch-site": "same-origin"}).status_code == 200


def test_another_site_cannot_read_or_embed_but_may_link(still: App) -> None:
    browser = still.browser()
    fetched = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty"}
    framed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}
    linked = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}

    assert [browser.get("/", headers=h).status_code for h in (fetched, framed, linked)] == [403, 403, 200]


def test_no_other_origin_is_ever_invited(still: App) -> None:
    answer = still.browser().options("/api/overview", headers={"origin": "http://evil.example"})

    assert answer.status_code in (403, 405)
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/", "/api/overview", "/assets/app.js", "/nowhere", "/open?key=x"])
def test_every_answer_carries_the_policy(still: App, path: str) -> None:
    headers = still.browser().get(path).headers

    assert "script-src 'self';" in headers["content-security-policy"]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")


def test_a_body_that_is_too_large_is_refused_before_it_is_read(still: App) -> None:
    answer = still.browser().post("/api/add", content=b"{}", headers={"content-length": "999999999999"})

    assert answer.status_code == 413


def test_a_length_that_is_no_number_is_refused(still: App) -> None:
    assert still.browser().post("/api/add", content=b"{}", headers={"content-length": "many"}).status_code == 413


def test_a_program_may_not_retire_what_is_in_force_and_a_person_may(app: App) -> None:
    refused = app.program().post("/api/decide", json=DECISION)
    done = app.browser().post("/api/decide", json=DECISION)

    assert (refused.status_code, refused.json()["error"]) == (403, "Refused")
    assert (done.status_code, done.json()["events"][0]["channel"]) == (200, "app")


def test_a_program_cannot_let_a_browser_in(still: App) -> None:
    assert still.program().post("/do-link").status_code == 403


def test_a_browser_that_is_in_lets_another_one_in(app: App) -> None:
    page = app.browser().post("/do-link").text
    key = page.split("/open?key=")[1].split("<")[0]

    assert ORIGIN in page
    assert app.anyone.get("/open", params={"key": key}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../site.py", "/assets/%2e%2e/site.py", "/assets/..%2fsite.py", "/assets//etc/passwd", "/assets/",
        "/pages/../../etc/passwd", "/pages/%2e%2e/%2e%2e/clew.toml", "/pages/..%2fclew.toml", "/pages//etc/passwd",
        "/pages/clew.toml", "/pages/.clew/index.db", "/sources/..%2f..%2fetc%2fpasswd", "/sources/../clew.toml",
        "/claims/..%2fclew.toml", "/findings/..%2f..", "/api/page?path=../clew.toml", "/api/page?path=/etc/passwd",
        "/api/page?path=..%2f..%2fetc%2fpasswd", "/api/page?path=concepts/%00", "/api/sources/..%2f..%2fetc%2fpasswd",
        "/api/claims/..%2fclew.toml", "/add?draft=../../../etc/passwd", "/add?draft=..",
    ],
)  # fmt: skip
def test_no_parameter_leads_out_of_the_bundle(still: App, path: str) -> None:
    answer = still.browser().get(path)

    assert answer.status_code in (400, 403, 404)
    assert "root:" not in answer.text
    assert "salt" not in answer.text
