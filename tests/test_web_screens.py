"""The screens as pages: what they show without scripts, forms that work, and text that stays text."""

import gzip
import os
import re
from pathlib import Path

import pytest

from clew import app as wiring
from clew.bundle import Bundle
from clew.model import Problem
from clew.web.glyph import STEERING
from clew.web.lead import Lead
from clew.web.markup import badge, hinted

from webapp import WAITING, App, served

HEAD = "ckec34fghfq3l"
HOSTILE = (
    "User: We decided that <script>alert(1)</script> & <img src=x onerror=alert(2)> stays in the ferry notes.\n"
    "Assistant: Fine.\n"
    "User: We decided to name the boat \u202egnp.tac\u202c, painted red.\n"
)


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        ("/", "Changed lately"), ("/?q=Which database holds the tickets?", "moves to Postgres"),
        ("/?q=Who is on call tonight?", "Nothing here answers that"), ("/search?q=postgres", "Postgres"),
        ("/graph", "The graph in words"), ("/topics", "ticket database"),
        ("/thread?name=ticket database", "SUPERSEDED"),
        (f"/thread?name={HEAD}&compare={HEAD}&compare=c7yz46pwp5mfs", "Side by side"),
        ("/claims?kind=decision", "decision"),
        (f"/claims/{HEAD}", "Words it rests on"), ("/review", "paint the pier"), ("/pages", "Launch date"),
        ("/pages/concepts/launch-date.md", "15 June"), ("/sources", "Locks on the ticket database"),
        ("/sources/chatgpt-29459d2295", "<mark"), ("/add", "textarea"), ("/discarded", "The tray is empty"),
        ("/log", "accept"), ("/health", "healthy"), ("/jobs", "rules"), ("/workspaces", "You are in"),
        ("/settings", "budget"),
    ],
)  # fmt: skip
def test_a_screen_shows_what_it_is_for(still: App, path: str, holds: str) -> None:
    page = still.browser().get(path)

    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert holds in page.text
    assert not re.search(r"<script(?![^>]* src=\"/assets/)|\son\w+=|style=\"|javascript:", page.text)


@pytest.mark.parametrize("path", ["/nowhere", "/claims/zz", "/thread?name=zebra", "/pages/nope.md", "/sources/nope"])
def test_what_is_not_here_is_said_on_a_page(still: App, path: str) -> None:
    page = still.browser().get(path)

    assert page.status_code == 404
    assert "Not here" in page.text


def test_settings_show_no_secret(still: App) -> None:
    salt = re.search(r'salt = "(\w+)"', (still.root / "clew.toml").read_text("utf-8"))
    page = still.browser().get("/settings").text

    assert salt
    assert salt[1] not in page
    assert still.keys.token not in page


def test_a_form_decides_and_leads_back_with_undo(app: App) -> None:
    browser = app.browser()

    sent = browser.post("/do/decide", data={"verb": "hide", "claims": HEAD, "next": "/discarded", "reason": "too soon"})
    page = browser.get(sent.headers["location"])
    undone = browser.post(
        "/do/undo", data={"operation": sent.headers["location"].split("op=")[1], "next": "/discarded"}
    )

    assert (sent.status_code, undone.status_code) == (303, 303)
    assert "Done: discarded" in page.text
    assert "moves to Postgres" in page.text
    assert "Taken back" in browser.get(undone.headers["location"]).text


def test_the_second_of_two_forms_is_told_on_a_page(app: App) -> None:
    browser = app.browser()
    name = browser.get("/api/findings").json()[0]["id"]
    seen = re.search(r'name="seen" value="(\w+)"', browser.get(f"/findings/{name}").text)
    assert seen
    form = {"name": name, "seen": seen[1], "disposition": "keep-new", "scope": "", "text": "", "reason": ""}

    first = browser.post("/do/settle", data=form)
    second = browser.post("/do/settle", data={**form, "disposition": "keep-old"})

    assert (first.status_code, second.status_code) == (303, 409)
    assert "Decided meanwhile" in second.text


NAMES = """User: Dora Quist works at Maple Works.
Assistant: Good.
User: Quist Joinery is part of Maple Works. Quist brings the saw.
"""


def test_whether_two_names_mean_one_thing_is_answered_by_a_button_and_the_second_is_told(app: App) -> None:
    browser = app.browser()
    browser.post("/api/add", json={"text": NAMES})
    asked = next(f["id"] for f in browser.get("/api/findings").json() if f["kind"] == "merge")
    seen = browser.get(f"/api/findings/{asked}").json()["revision"]
    form = {"name": asked, "seen": seen, "next": "/review", "disposition": "apart"}

    page = browser.get("/review").text
    sent = browser.post("/do/settle", data=form)
    second = browser.post("/do/settle", data={**form, "disposition": "same"})

    assert all(f'value="{answer}"' in page for answer in (seen, "same", "apart", "later"))
    assert (len(seen), sent.status_code, second.status_code) == (12, 303, 409)
    assert asked not in {f["id"] for f in browser.get("/api/findings").json()}


@pytest.mark.parametrize(
    "next_", ["//evil.example", "http://evil.example", "/\\evil.example", "/a\r\nb: c", "javascript:1"]
)
def test_a_form_never_leads_to_another_site(app: App, next_: str) -> None:
    sent = app.browser().post("/do/decide", data={"verb": "verify", "claims": HEAD, "next": next_})

    assert sent.headers["location"].startswith("/?op=")


def test_an_unknown_deed_is_not_here(still: App) -> None:
    assert still.browser().post("/do/destroy", data={"x": "1"}).status_code == 404


def test_a_text_is_pasted_and_tried_first(app: App) -> None:
    browser = app.browser()
    form = {
        "text": "User: We decided to rent a second boat.\r\nAssistant: Good.\r\n",
        "at": "2026-05-30",
        "accept": "none",
    }

    tried = browser.post("/do-add", data={**form, "dry_run": "true"}, follow_redirects=True).text
    added = browser.post("/do-add", data=form, follow_redirects=True).text

    assert "Would add" in tried
    assert "We decided to rent a second boat.</span>" in tried
    assert "decision, would wait for review" in tried
    assert "Look at what waits" in added
    assert "rent a second boat" in browser.get("/review").text


def test_files_are_added_by_what_they_hold_and_not_by_their_names(app: App) -> None:
    browser = app.browser()
    note = b"# Plan\n\nWe decided to keep the old ticket booth.\n"
    files = [
        ("files", ("../../../etc/plan.md", note, "text/markdown")),
        ("files", ("..\\..\\x", b"\x00\x01\x02", "image/png")),
    ]

    page = browser.post("/do-add", data={"text": "", "draft": ""}, files=files, follow_redirects=True)

    assert page.status_code == 200
    assert "1 new" in page.text
    assert "Plan" in browser.get("/sources").text


def test_an_empty_form_adds_nothing(still: App) -> None:
    assert still.browser().post("/do-add", data={"text": "", "draft": ""}).status_code == 400


def test_hostile_text_is_shown_as_text_everywhere(app: App) -> None:
    browser = app.browser()
    browser.post("/api/add", json={"text": HOSTILE, "accept": "all", "at": "2026-05-01"})
    source = next(
        s["id"]
        for s in browser.get("/api/sources").json()
        if s["provider"] == "pasted" and s["parts"] == 3 and "script" in s["title"]
    )
    claim = next(c["id"] for c in browser.get("/api/claims").json()["claims"] if "script" in c["text"])

    for path in (
        "/",
        "/claims",
        f"/claims/{claim}",
        f"/sources/{source}",
        "/search?q=ferry notes",
        "/?q=ferry notes",
        "/sources",
    ):
        page = browser.get(path).text
        assert "<script>alert" not in page, path
        assert "<img src=x" not in page, path
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in browser.get(f"/claims/{claim}").text


def test_characters_that_turn_a_line_around_are_shown_by_name(app: App) -> None:
    browser = app.browser()
    browser.post("/api/add", json={"text": HOSTILE, "accept": "all", "at": "2026-05-01"})

    claim = next(c["id"] for c in browser.get("/api/claims").json()["claims"] if "gnp" in c["text"])
    source = next(s["id"] for s in browser.get("/api/sources").json() if s["provider"] == "pasted")

    for path in (
        "/",
        "/claims",
        f"/claims/{claim}",
        f"/sources/{source}",
        "/topics",
        "/graph",
        f"/thread?name={claim}",
    ):
        page = re.sub(
            r' value="[^"]*"|<textarea.*?</textarea>', "", browser.get(path).text
        )  # a field holds what was said, to be changed
        assert not STEERING.search(page), path
    assert '<span class="ctl" title="right-to-left override">U+202E</span>' in browser.get("/claims").text
    assert "[U+202E]" in browser.get(f"/claims/{claim}").text.split("</title>")[0]


def test_markdown_of_a_page_cannot_carry_scripts_or_reach_out(app: App) -> None:
    (app.root / "concepts" / "evil.md").write_text(
        '---\ntype: Concept\ntitle: "Evil <b>page</b>"\n---\n'
        "<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](JaVaScRiPt&#58;alert(1)) [c](data:text/html,x) "
        "[d](\tjavascript:alert(1)) [e](vbscript:x) [f](//evil.example/x) [g](file:///etc/passwd) "
        "![track](https://evil.example/p.png)\n\n<a href=javascript:1>h</a> [i](launch-date.md) [j](https://example.org)\n\n"
        "[k]: javascript:alert(1)\n[k]\n\n<https://example.org/x> [l](../../../../etc/passwd)\n",
        "utf-8",
    )

    page = app.browser().get("/pages/concepts/evil.md").text
    prose = page.split('<div class="prose"')[1].split("</div>")[0]

    assert "<script" not in prose
    assert "<img" not in prose
    assert re.findall(r'href="([^"]*)"', prose) == [
        "/pages/concepts/launch-date.md", "https://example.org", "https://example.org/x", "/pages/etc/passwd",
    ]  # fmt: skip
    assert "Evil &lt;b&gt;page&lt;/b&gt;" in page


def test_a_line_of_a_megabyte_is_cut_and_can_be_asked_for(app: App) -> None:
    browser = app.browser()
    browser.post("/api/add", json={"text": f"User: note {'x' * 1_000_000}\nAssistant: Long.", "at": "2026-05-01"})
    source = next(s["id"] for s in browser.get("/api/sources").json() if "note xxx" in s["title"])

    assert len(browser.get(f"/sources/{source}").text) < 100_000
    assert len(browser.get(f"/sources/{source}?part=1&full=1").text) > 1_000_000


def test_evidence_is_marked_at_its_place_in_the_source(still: App) -> None:
    page = still.browser().get("/sources/chatgpt-29459d2295").text
    found = re.search(rf'<span id="q3-4"></span><mark><a href="/claims/{HEAD}"[^>]*>([^<]*)', page)

    assert found
    assert "moves to Postgres" in found[1]


def test_an_answer_in_a_models_words_is_held_against_its_facts(app: App, tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text('["The tickets lie in Postgres [1]. They cost 900 euro [1]."]', "utf-8")
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml"
    config.write_text(f'[models]\nembedder = "none"\nanswer = "fake:{script}"\n', "utf-8")
    browser = app.browser()
    question = "Which database holds the tickets?"

    offered = browser.get("/", params={"q": question}).text
    page = browser.post("/do-words", data={"q": question}).text

    assert "In the words of fake:" in offered
    assert "The tickets lie in Postgres" in page
    assert "not in the notes it cites" in page
    assert page.index("In the words of a model") < page.index('id="n1"')


def test_where_the_model_of_answers_fails_the_facts_are_shown_with_the_reason(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml"
    config.write_text('[models]\nembedder = "none"\nanswer = "anthropic:some"\n', "utf-8")

    page = app.browser().post("/do-words", data={"q": "Which database holds the tickets?"})

    assert (page.status_code, "anthropic:some: no key" in page.text) == (200, True)
    assert "moves to Postgres" in page.text


def test_everything_a_browser_loads_is_small() -> None:
    from importlib.resources import files

    assets = [a for a in (files("clew.web") / "assets").iterdir() if a.name.endswith((".js", ".css"))]

    assert sum(len(gzip.compress(a.read_bytes())) for a in assets) < 60_000


def test_the_page_of_a_thing_shows_the_claims_that_speak_of_it(still: App) -> None:
    page = still.browser().get("/pages/entities/hetzner.md").text

    assert "We host on Hetzner from now on." in page
    assert "CORRECTION · CURRENT" in page


def test_the_page_of_a_thing_names_what_it_has_to_do_with_that_has_no_page(still: App) -> None:
    page = still.browser().get("/pages/entities/nadia.md").text

    assert "Has to do with" in page
    assert 'owns <span dir="auto">timetable import</span>' in page


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("list them with: clew list", 'list them with: <a href="/claims">Claims</a>'),
        ("decide: clew finding show f1a45819", 'decide: <a href="/findings/f1a45819">the finding f1a45819</a>'),
        ("run clew review --all now", "run clew review --all now"),
        ("<i>clew log</i>", '&lt;i&gt;<a href="/log">Log</a>&lt;/i&gt;'),
        ('clew finding show "><b', "clew finding show &quot;&gt;&lt;b"),
    ],
)
def test_a_command_in_a_message_leads_to_the_screen_that_does_the_same(message: str, shown: str) -> None:
    assert str(hinted(message)) == shown


def test_where_everything_waits_the_first_page_leads_to_review(tmp_path: Path, reader: None) -> None:
    wiring.create(tmp_path / "one", "One").close()
    with wiring.open_bundle(tmp_path / "one") as bundle:
        bundle.add([WAITING], at="2026-05-20", accept="none")
    for one in served(tmp_path / "one"):
        page = one.browser().get("/").text
        assert "Nothing holds yet." in page
        assert '<a href="/review">3 things wait' in page


def test_a_claim_that_a_badge_names_is_a_link() -> None:
    assert str(badge("SUPERSEDED by ckec34fg")) == 'SUPERSEDED by <a href="/claims/ckec34fg">ckec34fg</a>'
    assert str(badge("<b>current")) == "&lt;b&gt;current"


def test_what_says_no_more_than_its_quote_is_not_said_twice(still: App) -> None:
    page = still.browser().get("/?q=Which database holds the tickets?").text
    said = "icket database moves to Postgres, because the two scanners lock each other out with SQLite."

    assert page.split("more that bear")[0].count(said) == 1


def test_health_leads_to_the_source_and_the_claims_that_a_finding_speaks_of(still: App) -> None:
    page = still.browser().get("/health").text
    finding = next(li for li in page.split("<li>") if "<code>dispute</code>" in li)

    assert '<a href="/sources/chatgpt-' in finding
    assert re.findall(r'“<a href="/claims/c[a-z2-7]+">([^<]+)</a>”', finding) == [
        "Nadia counted 430 passengers a day in April",
        "3 boats and about 400 passengers a day",
    ]


def test_what_a_finding_names_is_a_link_only_where_it_is_there(app: App) -> None:
    def lead(bundle: Bundle) -> list[str]:
        where = Lead(bundle)
        told = where.told(f"{HEAD[:8]} and caaaaaaa, /concepts/launch-date.md and no/such.md <i>clew review</i>")
        problems = [
            Problem(path, "x", "", 3) for path in ("concepts/launch-date.md", "clew.toml", "ledger/ab.jsonl", "<x>.md")
        ]
        return [str(told), *(str(where.place(problem)) for problem in problems)]

    told, *places = app.room.read("app", lead)

    assert f'“<a href="/claims/{HEAD}">' in told
    assert 'and caaaaaaa, <a href="/pages/concepts/launch-date.md">Launch date</a> and no/such.md &lt;i&gt;' in told
    assert places == [
        '<a href="/pages/concepts/launch-date.md">Launch date</a>:3',
        '<a href="/settings">clew.toml</a>:3',
        '<a href="/log">ledger/ab.jsonl</a>:3',
        "&lt;x&gt;.md:3",
    ]


def test_the_log_names_what_was_decided_about(app: App) -> None:
    browser = app.browser()
    browser.post("/api/decide", json={"verb": "hide", "claims": [HEAD]})
    row = browser.get("/log").text.split("<tbody>")[1].split("</tr>")[0]

    assert f'<a href="/claims/{HEAD}" dir="auto">The ticket database moves to Postgres</a>' in row


def test_a_question_about_two_names_shows_claims_that_speak_of_each(app: App) -> None:
    browser = app.browser()
    browser.post("/api/add", json={"text": NAMES})
    name = next(f["id"] for f in browser.get("/api/findings").json() if f["claims"] == ["dora quist", "quist"])

    for path in ("/review", f"/findings/{name}"):
        card = browser.get(path).text.split(f'data-finding="{name}"')[1].split("</article>")[0]
        assert card.count('class="side"') == 2, path
        assert "Dora Quist works at Maple Works." in card, path
        assert "Quist brings the saw." in card, path


def test_a_source_says_of_each_of_its_claims_whether_it_is_disputed(still: App) -> None:
    browser = still.browser()
    claim = next(c for c in browser.get("/api/claims").json()["claims"] if "430" in c["text"])

    page = browser.get(f"/sources/{claim['source']}").text

    assert re.search(rf'data-claim="{claim["id"]}".*?DISPUTED', page.split('class="yield"', 1)[1])


def test_dots_stand_where_words_were_left_out_and_nowhere_else(still: App) -> None:
    quote = re.findall(r"<blockquote.*?</blockquote>", still.browser().get(f"/claims/{HEAD}").text)[0]

    assert re.sub("<.*?>", "", quote).startswith("OK, the ticket database moves")
    assert "…" not in quote


def test_settings_show_first_what_was_set_under_its_own_name(still: App) -> None:
    first, left = still.browser().get("/settings").text.split("Settings that stand at their default")

    assert "<code>policy.accept</code>" in first
    assert "<code>mcp.roots</code>" in left


def test_a_citation_opens_a_long_text_at_the_very_words(app: App) -> None:
    browser = app.browser()
    long = "Filler about nothing at all. " * 1500
    browser.post("/api/add", json={"text": f"User: {long}We decided to sell the third boat to Ostrava."})
    claim = next(c for c in browser.get("/api/claims").json()["claims"] if "third boat" in c["text"])

    page = browser.get(f"/claims/{claim['id']}").text
    link = re.search(r'href="(/sources/[^"]+&amp;full=1#(q\d+-\d+))"', page)

    assert link
    assert f'<span id="{link[2]}"></span><mark>' in browser.get(link[1].replace("&amp;", "&")).text


@pytest.mark.parametrize(
    ("query", "exact"), [("scanners", True), ("database of the scanners", True), ("datenbank", False)]
)
def test_what_is_found_by_parts_of_words_only_is_said_to_be(still: App, query: str, exact: bool) -> None:
    page = still.browser().get(f"/search?q={query}").text

    assert 'class="item"' in page
    assert ("Nothing holds these words" in page) is not exact
