"""The app in a real browser: every screen that a person works with, by mouse and by keyboard."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ROOT = Path(__file__).parent.parent
SOFTWARE = ["--no-sandbox", "--enable-unsafe-swiftshader"]
HEAD = "ckec34fghfq3l"


@dataclass(frozen=True)
class Window:
    """A server of its own and a browser that is let in."""

    base: str
    link: str
    browser: "Browser"


@pytest.fixture(scope="module")
def chromium() -> "Iterator[Browser]":
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    sync = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install playwright")
    with sync.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=SOFTWARE)
        yield browser
        browser.close()


FAKE_ENGINE = """
export async function CreateMLCEngine(model, { appConfig, initProgressCallback }) {
  const [{ model: weights, model_lib }] = appConfig.model_list;
  initProgressCallback({ text: `Fetching ${model}` });
  for (const address of [weights + "resolve/main/mlc-chat-config.json", model_lib])
    if (!(await fetch(address)).ok) throw new Error(address);
  await WebAssembly.instantiate(await (await fetch(model_lib)).arrayBuffer());
  async function* speak(messages) {
    const where = messages[1].content.includes("Postgres") ? "Postgres" : "nowhere";
    for (const piece of ["The tickets ", "move to ", where, " [1]. They cost 9000 euros [1]."]) {
      await new Promise((done) => setTimeout(done, 20));
      yield { choices: [{ delta: { content: piece } }] };
    }
  }
  return { chat: { completions: { create: async ({ messages }) => speak(messages) } } };
}
"""
"""An engine with the interface of WebLLM: it loads what that loads, compiles code, and speaks in pieces."""


def equip(home: Path) -> None:
    """Put an engine and a model into a folder, and name it in the person's own configuration."""
    folder = home / "engine"
    weights = folder / "small-1B" / "resolve" / "main"
    weights.mkdir(parents=True)
    (folder / "web-llm.js").write_text(FAKE_ENGINE, "utf-8")
    (weights / "mlc-chat-config.json").write_text("{}", "utf-8")
    (folder / "small-1B.wasm").write_bytes(b"\0asm\1\0\0\0")
    own = home / "CONFIG" / "clew" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text(f'[models]\nbrowser = "small-1B"\nbrowser_from = "{folder}"\n', "utf-8")


@pytest.fixture(scope="module")
def window(chromium: "Browser", pontoon: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    home = tmp_path_factory.mktemp("window")
    equip(home)
    root = shutil.copytree(pontoon, home / "bundle")
    own = {f"XDG_{name}_HOME": str(home / name) for name in ("CONFIG", "DATA", "CACHE")}
    kept = {k: v for k, v in os.environ.items() if k not in ("AGENT", "CLAUDECODE")}
    env = {**kept, **own, "CLEW_NOW": "2026-06-01T12:00:00Z", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "clew", "--bundle", str(root), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout
        link = server.stdout.readline().split()[1]
        yield Window(link.split("/open")[0], link, chromium)
        server.terminate()


@pytest.fixture(scope="module")
def state(window: Window) -> Any:
    context = window.browser.new_context()
    page = context.new_page()
    page.goto(window.link)
    page.wait_for_url(window.base + "/")
    kept = context.storage_state()
    context.close()
    return kept


@pytest.fixture
def page(window: Window, state: Any) -> "Iterator[Page]":
    """A page that is in; anything the browser complains about fails the test."""
    size: Any = {"width": 1100, "height": 800}
    context = window.browser.new_context(storage_state=state, base_url=window.base, viewport=size)
    context.set_default_timeout(60_000)
    opened = context.new_page()
    said: list[str] = []
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("console", lambda line: said.append(line.text) if line.type in ("error", "warning") else None)
    yield opened
    context.close()
    own = ("409", "404", "ERR_FAILED", "GPU stall", "No available adapters")  # what a browser says of itself
    assert [line for line in said if not any(word in line for word in own)] == []


def test_an_answer_cites_and_leads_to_its_words(page: "Page") -> None:
    page.goto("/")
    page.get_by_label("Question").fill("Which database holds the tickets?")
    page.get_by_role("button", name="Ask", exact=True).click()

    page.get_by_text("moves to Postgres").first.wait_for()
    page.get_by_role("link", name="Locks on the ticket database").first.click()

    words = page.locator(f':target + mark a[data-claim="{HEAD}"]')
    assert (
        words.inner_text()
        == "the ticket database moves to Postgres, because the two scanners lock each other out with SQLite."
    )


def test_the_chain_of_a_claim_opens_beside_it_and_closes_by_keyboard(page: "Page") -> None:
    page.goto(f"/thread?name={HEAD}")
    button = page.get_by_role("button", name="Chain of The ticket database moves")
    button.focus()
    page.keyboard.press("Enter")

    dialog = page.get_by_role("dialog")
    dialog.get_by_text("2 links, oldest first").wait_for()
    page.keyboard.press("Escape")

    assert dialog.is_hidden()
    assert button.evaluate("b => b === document.activeElement")


def test_a_queue_is_reviewed_by_keyboard_and_a_decision_taken_back(page: "Page") -> None:
    page.goto("/review")
    waiting = page.locator("[data-review]:visible")
    before = waiting.count()

    page.keyboard.press("a")
    page.get_by_text("Accepted. Press u").wait_for()
    accepted, told = waiting.count(), page.locator("#waits").inner_text()
    page.keyboard.press("u")
    page.get_by_text("Taken back.").wait_for()

    assert (before - accepted, waiting.count()) == (1, before)
    assert (told, page.locator("#waits").inner_text()) == (f"{accepted} claims wait", f"{before} claims wait")


def test_words_are_edited_by_keyboard(page: "Page") -> None:
    page.goto("/review")
    card = page.locator("[data-review]").last
    card.focus()
    page.keyboard.press("e")
    field = card.get_by_label("Text")
    field.press("End")
    assert field.evaluate("f => f === document.activeElement")
    field.fill("We decided to order twelve life vests from Ostrava.")
    card.get_by_role("button", name="Accept these words").click()

    page.get_by_label("Done").wait_for()


def test_a_dispute_is_settled_by_one_key_and_undone(page: "Page") -> None:
    page.goto("/review")
    dispute = page.locator("[data-finding]").first
    dispute.focus()
    page.keyboard.press("1")

    done = page.get_by_label("Done")
    done.get_by_text("settle").wait_for()
    assert page.locator("[data-finding]").count() == 0
    done.get_by_role("button", name="Undo").click()
    page.get_by_text("Taken back").wait_for()

    assert page.locator("[data-finding]").count() == 1


def test_a_claim_is_discarded_and_restored(page: "Page") -> None:
    page.goto("/claims/clbqjku5ix3nq")
    page.get_by_role("button", name="Discard").click()
    page.get_by_label("Done").wait_for()
    page.goto("/discarded")
    card = page.locator("#c-clbqjku5ix3nq")
    card.locator("summary").click()
    card.get_by_role("button", name="Restore").click()

    page.get_by_text("The tray is empty").wait_for()


def test_a_chat_is_pasted_kept_as_a_draft_and_added(page: "Page") -> None:
    page.goto("/add")
    text = "User: We decided to use Vec<Ticket> & not list<T> for the ferry.\nAssistant: Good.\n"
    page.get_by_label("A chat, a note").fill(text)
    page.get_by_text("Draft kept.").wait_for()
    page.reload()
    assert page.get_by_role("link", name="User: We decided").is_visible()
    page.get_by_role("link", name="User: We decided").click()
    page.get_by_role("button", name="Add", exact=True).click()

    page.get_by_role("heading", name="Added").wait_for()
    page.goto("/search?q=Vec")

    assert "Vec<Ticket> & not list<T>" in page.locator("main").inner_text()


def test_rich_text_without_plain_text_is_cleaned_and_keeps_identifiers(page: "Page") -> None:
    page.goto("/add")
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text/html", "<style>p{}</style><p><b>Kim:</b> use&nbsp;<code>Map&lt;K, V&gt;</code></p>"
            + "<ul><li>a_b_c</ul>");
          const event = new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true});
          document.getElementById("text").dispatchEvent(event);
        }"""
    )

    assert page.locator("#text").input_value() == "Kim: use Map<K, V>\n\n- a_b_c"


def scene(page: "Page", expression: str) -> Any:
    return page.evaluate(f"() => {{ const scene = globalThis.clewScene; return {expression}; }}")


def drawn(page: "Page") -> None:
    page.goto("/graph")
    page.wait_for_function("() => globalThis.clewScene && clewScene.frames > 0")


def test_asking_in_the_graph_lights_the_claims_and_opens_the_chain(page: "Page") -> None:
    drawn(page)
    page.get_by_label("Ask or find").fill("Which database holds the tickets?")
    page.keyboard.press("Enter")

    page.get_by_role("dialog", name="Chain").get_by_text("oldest first").wait_for()

    assert scene(page, f'scene.lit.has(scene.index.get("{HEAD}"))')
    assert page.get_by_role("dialog", name="Chain").get_by_role("link", name="SQLite for the ticket").is_visible()


def test_the_time_slider_shows_the_graph_as_of_a_day(page: "Page") -> None:
    drawn(page)
    states = f'(() => {{ const row = scene.rows[scene.index.get("{HEAD}")]; return scene.state(row).there; }})()'
    old = '(() => { const row = scene.rows[scene.index.get("c7yz46pwp5mfs")]; return scene.state(row).holds; })()'

    now = (scene(page, states), scene(page, old))
    page.locator("#g-day").fill("10")
    then = (scene(page, states), scene(page, old))

    assert (now, then) == ((True, False), (False, True))
    assert re.fullmatch(r"2026-03-\d\d", page.locator("#g-when").inner_text())


def test_the_graph_is_walked_by_keyboard(page: "Page") -> None:
    drawn(page)
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator("#g-note").inner_text()
    page.keyboard.press("Enter")

    page.get_by_role("dialog", name="Chain").wait_for()


def test_a_dot_that_was_dragged_stays_where_it_was_put(page: "Page") -> None:
    drawn(page)
    page.wait_for_function(
        "() => { const before = clewScene.frames;"
        " return new Promise((done) => setTimeout(() => done(clewScene.frames === before), 700)); }"
    )
    box = page.get_by_role("application").bounding_box()
    assert box
    x, y = scene(page, f'scene.screen(scene.index.get("{HEAD}"))')
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.down()
    with page.expect_response("**/api/places"):
        page.mouse.move(box["x"] + x + 60, box["y"] + y + 40, steps=4)
        page.mouse.up()
    drawn(page)
    kept = json.loads(page.evaluate("async () => (await fetch('/api/places')).text()"))

    place = f'(() => {{ const i = scene.index.get("{HEAD}"); return [scene.at[2*i], scene.at[2*i+1]]; }})()'
    assert scene(page, place) == pytest.approx(kept[HEAD], abs=0.1)


def test_the_exported_file_opens_from_disk(window: Window, pontoon: Path, tmp_path: Path, reader: None) -> None:
    from clew import app as wiring
    from clew.web import export

    with wiring.open_bundle(pontoon) as bundle:
        made = export.page(bundle)
        export.write(tmp_path / "known.html", made)
    page = window.browser.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    page.goto((tmp_path / "known.html").as_uri())
    page.get_by_label("Search claims").fill("postgres")
    page.get_by_text(f"1 of {made.claims} claims").wait_for()
    shown = page.locator("#threads li:visible").count()
    page.close()

    assert said == []
    assert shown == 2


def shown(page: "Page") -> int:
    return int(scene(page, "[...scene.flags].filter(Boolean).length"))


def test_the_graph_is_filtered_by_topic_kind_state_and_day(page: "Page") -> None:
    drawn(page)
    every = shown(page)
    page.locator("summary", has_text="Filter").click()

    page.get_by_role("combobox", name="Topic").fill("ticket database")
    page.get_by_role("combobox", name="Topic").press("Tab")
    topic = shown(page)
    page.get_by_label("State").select_option("superseded")
    past = shown(page)
    page.get_by_role("combobox", name="Topic").fill("")
    page.get_by_role("combobox", name="Topic").press("Tab")
    page.get_by_label("State").select_option("disputed")
    disputed = shown(page)
    page.get_by_label("State").select_option("")
    page.get_by_label("Kind").select_option("decision")
    decisions = shown(page)
    page.get_by_label("Kind").select_option("")
    page.get_by_label("Since").fill("2026-05-01")

    assert (topic, past, disputed) == (2, 1, 2)
    assert 0 < decisions < every
    assert 0 < shown(page) < every


def test_past_links_are_left_out_and_a_claim_is_found_by_its_words(page: "Page") -> None:
    drawn(page)
    every = shown(page)
    page.locator("summary", has_text="View").click()
    page.get_by_label("past links").uncheck()
    current = shown(page)
    page.keyboard.press("Escape")
    page.get_by_label("Ask or find").fill("timetable import")
    page.get_by_role("button", name="Find", exact=True).click()
    page.wait_for_function("() => clewScene.chosen >= 0")

    assert current < every
    assert "timetable import" in page.locator("#g-note").inner_text()


def test_two_claims_are_related_in_the_graph_and_the_log_takes_it_back(page: "Page") -> None:
    drawn(page)
    page.locator("summary", has_text="View").click()
    page.get_by_role("button", name="Relate two claims").click()
    page.keyboard.press("Escape")
    page.evaluate("() => document.getElementById('g-relate').click()")
    for _ in range(2):
        page.get_by_role("application").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    page.get_by_role("button", name="supports it").click()
    page.get_by_text("Related. It can be taken back in the log.").wait_for()
    page.goto("/log")
    first = page.locator("tbody tr").first
    assert "support" in first.inner_text()
    first.get_by_role("button").click()

    page.get_by_text("Taken back: supported.").wait_for()


def test_organising_lets_go_of_what_was_put_somewhere(page: "Page") -> None:
    drawn(page)
    page.evaluate(
        f"async () => fetch('/api/places', {{method: 'POST', headers: {{'content-type': 'application/json'}},"
        f" body: JSON.stringify({{places: {{'{HEAD}': [900, 900]}}}})}})"
    )
    drawn(page)
    held = scene(page, f'scene.at[2 * scene.index.get("{HEAD}")]')
    page.locator("summary", has_text="View").click()
    with page.expect_response("**/api/places"):
        page.get_by_role("button", name="Organise").click()
    page.wait_for_function(f'() => clewScene.at[2 * clewScene.index.get("{HEAD}")] < 800')

    assert held == pytest.approx(900, abs=1)
    assert HEAD not in json.loads(page.evaluate("async () => (await fetch('/api/places')).text()"))


def test_the_blobs_of_topics_are_a_mesh_that_is_made_anew_only_when_something_changed(page: "Page") -> None:
    drawn(page)
    page.wait_for_function("() => clewScene.side && clewScene.painter.stretches.length")
    same = "scene.due = 0; scene.paint(); const before = scene.mesh;"
    same += "scene.view.x += 40; scene.paint(); const kept = scene.mesh === before;"
    less = "scene.filter({topic: 'ticket database'}); scene.due = 0;"
    kept, made = page.evaluate(
        f"() => {{ const scene = globalThis.clewScene; {same} {less}"
        " scene.paint(); return [kept, [scene.mesh !== before, scene.mesh.islands.length]]; }"
    )

    assert (kept, made) == (True, [True, 1])


def test_any_two_links_of_a_thread_stand_side_by_side(page: "Page") -> None:
    page.goto(f"/thread?name={HEAD}")
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Compare two links").click()

    sides = page.get_by_label("Side by side").locator(".side")
    assert ["SQLite" in sides.first.inner_text(), "Postgres" in sides.last.inner_text()] == [True, True]


def test_a_batch_is_chosen_by_keyboard_and_put_aside_at_once(page: "Page") -> None:
    page.goto("/review")
    page.keyboard.press("x")
    page.keyboard.press("s")
    page.keyboard.press("x")
    page.locator("#batch").get_by_role("button", name="Discard").click()
    done = page.get_by_label("Done")
    done.get_by_text("discarded × 2").wait_for()
    done.get_by_role("button", name="Undo").click()

    page.get_by_text("Taken back").wait_for()


def test_a_long_add_is_watched_until_it_is_in(page: "Page") -> None:
    page.goto("/add")
    chats = [{"role": "user", "content": f"We decided to paint pier number {n} in colour {n}."} for n in range(3)]
    data = json.dumps({"messages": chats}).encode()
    page.get_by_label("Or files").set_input_files(
        [{"name": "piers.json", "mimeType": "application/json", "buffer": data}]
    )
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("heading", name="Added").wait_for()
    page.goto("/jobs")

    assert "piers.json" in page.get_by_label("Added here").inner_text()


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/topics", "Threads"), ("/pages", "Pages"), ("/sources", "Sources"), ("/health", "Health"), ("/jobs", "Jobs"),
        ("/workspaces", "Workspaces"), ("/settings", "Settings"), ("/log", "Log"), ("/claims", "Claims"),
        ("/search?q=postgres", "Search"), ("/discarded", "Discarded"),
    ],
)  # fmt: skip
def test_a_screen_fits_a_phone(path: str, heading: str, page: "Page") -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(path)

    assert page.get_by_role("heading", name=heading, level=1).is_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("path", ["/log", f"/claims/{HEAD}", "/sources", "/jobs"])
def test_on_a_phone_a_table_is_read_without_moving_it_sideways(path: str, page: "Page") -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(path)

    for told in page.locator(".told").all():
        assert told.inner_text()
        assert told.evaluate("(box) => box.scrollWidth <= box.clientWidth")


def test_the_words_of_the_picture_name_what_would_turn_them_around(page: "Page") -> None:
    page.goto("/graph")
    page.wait_for_function("() => globalThis.clewScene?.n")
    written = page.evaluate("""() => {
        const scene = globalThis.clewScene, said = [], pen = Object.getPrototypeOf(scene.pen), fill = pen.fillText;
        pen.fillText = function (text, ...rest) { said.push(text); return fill.call(this, text, ...rest); };
        scene.rows[0].label = "invoice\\u202egpj.exe";
        for (const topic of scene.topics) topic.name = "a\\u2066b";
        const zoom = scene.view.zoom;
        scene.view.zoom = 0.5; // from afar no dot stands in the way of a topic's name
        scene.words();
        scene.view.zoom = zoom;
        scene.choose(0, false);
        scene.words();
        pen.fillText = fill;
        return [...said, document.getElementById("g-note").textContent];
    }""")

    assert "invoice[U+202E]gpj.exe" in written
    assert "a[U+2066]b" in written
    assert not [text for text in written if "\u202e" in text or "\u2066" in text]


def test_light_and_dark_are_chosen_and_kept(page: "Page") -> None:
    page.goto("/settings")
    paper = "() => getComputedStyle(document.body).backgroundColor"
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate(paper)
    page.goto("/")
    kept = page.evaluate(paper)
    page.goto("/settings")
    page.get_by_role("button", name="Light").click()

    assert dark == kept != page.evaluate(paper)


GPU = 'Object.defineProperty(navigator, "gpu", { value: { requestAdapter: async () => ({}) } })'


def test_a_model_in_the_browser_is_loaded_when_chosen_and_its_words_are_checked(page: "Page") -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(GPU)
    page.goto("/?q=Which database holds the tickets?")
    page.get_by_role("link", name="In the words of small-1B, in this browser").click()
    button = page.get_by_role("button", name="Load it and answer")
    button.wait_for()
    before = [url for url in asked if "browser-model" in url]
    button.click()
    page.get_by_text("every sentence held against the facts below").wait_for()
    words = page.get_by_label("In the words of a model").inner_text()

    assert before == []
    assert [url.rsplit("/", 1)[1] for url in asked if "browser-model" in url][:2] == [
        "web-llm.js",
        "mlc-chat-config.json",
    ]
    assert "move to Postgres" in words
    assert "not in the notes it cites" in words


def test_a_button_that_a_script_hears_is_not_shown_before_the_script_has_run(page: "Page") -> None:
    held: list[Any] = []
    page.route("**/assets/browser.js", lambda route: held.append(route))
    page.goto("/browser?q=Which database holds the tickets?", wait_until="commit")
    page.get_by_role("heading", name="The facts").wait_for()
    while not held:
        page.wait_for_timeout(10)
    button = page.locator("#speak")
    before = button.is_visible()
    held[0].continue_()
    button.wait_for()
    button.click()
    page.get_by_text("This browser offers no WebGPU").wait_for()

    assert not before


def test_without_a_graphics_interface_nothing_is_loaded_and_that_is_said(page: "Page") -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/browser?q=Which database holds the tickets?")
    page.get_by_role("button", name="Load it and answer").click()
    page.get_by_text("This browser offers no WebGPU").wait_for()

    assert [url for url in asked if "browser-model" in url] == []


FAULTS = {
    "engine": ("web-llm.js", "abort", "The engine is not at /browser-model/web-llm.js"),
    "weights": ("mlc-chat-config.json", "abort", "small-1B could not be loaded from /browser-model/small-1B/"),
    "memory": (
        "web-llm.js",
        'export const CreateMLCEngine = async () => { throw new Error("createBuffer: Out of memory"); };',
        "The memory of the graphics card is too small for small-1B",
    ),
    "lost": (
        "web-llm.js",
        """export const CreateMLCEngine = async () => (
        { chat: { completions: { create: async () => { throw new Error("the device was lost"); } } } });""",
        "take a smaller model",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_stops_a_model_in_the_browser_is_said_with_what_to_do(page: "Page", fault: str) -> None:
    name, script, said = FAULTS[fault]

    def stop(route: Any) -> None:
        if script == "abort":
            route.fulfill(status=404, body="")
        else:
            route.fulfill(status=200, content_type="text/javascript", body=script)

    page.route(f"**/{name}", stop)
    page.add_init_script(GPU)
    page.goto("/browser?q=Which database holds the tickets?")
    page.get_by_role("button", name="Load it and answer").click()

    page.get_by_text(said).wait_for()


ENDLESS = """let on = true;
export const CreateMLCEngine = async () => ({
  interruptGenerate() { on = false; },
  chat: { completions: { create: async () => (async function* () {
    while (on) {
      await new Promise((done) => setTimeout(done, 20));
      yield { choices: [{ delta: { content: "and " } }] };
    }
  })() } },
});"""


def test_a_model_that_speaks_is_stopped_and_none_of_its_words_stays_unchecked(page: "Page") -> None:
    page.route("**/web-llm.js", lambda route: route.fulfill(content_type="text/javascript", body=ENDLESS))
    page.add_init_script(GPU)
    page.goto("/browser?q=Which database holds the tickets?")
    page.get_by_role("button", name="Load it and answer").click()
    page.get_by_text("and and").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Nothing of what it had said was checked").wait_for()

    assert page.locator("#words").inner_text() == ""
    assert page.get_by_role("button", name="Answer all the same").is_enabled()


def test_a_server_that_is_gone_is_said_to_be(page: "Page") -> None:
    page.route("**/api/brief**", lambda route: route.abort())
    page.add_init_script(GPU)
    page.goto("/browser?q=Which database holds the tickets?")
    page.get_by_role("button", name="Load it and answer").click()

    page.get_by_text("The server does not answer. Start clew serve again").wait_for()
    assert page.get_by_role("button", name="Try again").is_enabled()


def test_a_workspace_is_made_opened_at_its_own_address_and_this_one_stays(page: "Page", window: Window) -> None:
    page.goto("/workspaces")
    page.get_by_label("Name").last.fill("Allotment")
    page.get_by_role("button", name="Make it", exact=True).click()
    page.get_by_text("is there, and empty").wait_for()
    page.locator("li", has_text="Allotment").get_by_role("button", name="Open").click()
    page.wait_for_url(lambda url: not url.startswith(window.base) and url.endswith("/"))
    there = page.locator(".brand").inner_text()
    page.goto(window.base + "/")

    assert (there, page.locator(".brand").inner_text()) == ("Allotment", "Pontoon")


def test_elsewhere_compiled_code_is_refused(page: "Page") -> None:
    code = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])"
    run = f"async () => {{ try {{ await WebAssembly.instantiate({code}); return true; }} catch {{ return false; }} }}"
    page.goto("/")
    plain = page.evaluate(run)
    page.goto("/browser?q=Which database holds the tickets?")

    assert (plain, page.evaluate(run)) == (False, True)


def inside(page: "Page", selector: str) -> bool:
    """Whether an element lies within the window from left to right."""
    box = page.locator(selector).first.bounding_box()
    assert box
    return 0 <= box["x"] and box["x"] + box["width"] <= page.evaluate("() => innerWidth")


@pytest.mark.parametrize("width", [1100, 390])
def test_the_menus_of_the_graph_open_inside_the_window(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    drawn(page)
    found = []
    for name in ("Filter", "View"):
        page.locator("summary", has_text=name).click()
        found.append(inside(page, ".g-bar details[open] > div"))
        page.keyboard.press("Escape")

    assert found == [True, True]


@pytest.mark.parametrize(("width", "height", "lies"), [(1300, 700, True), (400, 900, False)])
def test_the_graph_is_laid_out_in_the_shape_of_its_window(page: "Page", width: int, height: int, lies: bool) -> None:
    page.set_viewport_size({"width": width, "height": height})
    drawn(page)
    spread = (
        "(k) => { const v = [...clewScene.at].filter((_, i) => i % 2 === k); return Math.max(...v) - Math.min(...v); }"
    )
    wide, high = page.evaluate(f"() => [0, 1].map({spread})")

    assert (wide > high) is lies


def test_what_is_found_is_lit_and_what_holds_is_chosen_first(page: "Page") -> None:
    drawn(page)
    page.get_by_label("Ask or find").fill("ticket database")
    page.get_by_role("button", name="Find", exact=True).click()
    page.wait_for_function("() => clewScene.chosen >= 0")
    lit, chosen = scene(page, "scene.lit.size"), scene(page, "scene.rows[scene.chosen].id")
    page.keyboard.press("Escape")

    assert (lit, chosen) == (2, HEAD)
    assert (scene(page, "scene.lit.size"), scene(page, "scene.chosen")) == (0, -1)


def test_the_chain_that_opens_covers_none_of_the_lit_claims(page: "Page") -> None:
    page.set_viewport_size({"width": 1300, "height": 800})
    drawn(page)
    page.get_by_label("Ask or find").fill("Which database holds the tickets?")
    page.keyboard.press("Enter")
    pop = page.get_by_role("dialog", name="Chain").bounding_box()
    stage = page.get_by_role("application").bounding_box()
    assert pop
    assert stage
    right = scene(page, "Math.max(...[...scene.lit].map((i) => scene.screen(i)[0]))")

    assert stage["x"] + right < pop["x"]


def test_the_chain_stands_beside_the_badges_and_names_where_it_was_said(page: "Page") -> None:
    page.goto("/?q=Which database holds the tickets?")
    page.locator(".badges .peek").first.click()
    link = page.get_by_role("dialog").get_by_role("link", name="Locks on the ticket database")

    assert link.get_attribute("href") == "/sources/chatgpt-29459d2295?part=3#q3-4"


def test_a_dispute_says_where_each_side_was_said(page: "Page") -> None:
    page.goto("/review")
    sides = page.locator("[data-finding] .side")

    assert [side.get_by_role("link").last.inner_text() for side in sides.all()[:2]] == [
        "Ferry tickets: first plan, 2026-03-02",
        "Prices, launch, scanners, 2026-05-08",
    ]


def test_a_batch_says_how_many_are_chosen_and_does_nothing_without_any(page: "Page") -> None:
    page.goto("/review")
    batch = page.locator("#batch")
    idle = batch.get_by_role("button", name="Discard").is_disabled()
    waiting = page.locator("[data-review]:visible").count()
    page.get_by_label("all", exact=True).check()

    assert idle
    assert batch.locator("#chosen").inner_text() == f"{waiting} chosen:"
    assert batch.get_by_role("button", name="Discard").is_enabled()


def test_fields_of_one_row_are_of_one_height(page: "Page") -> None:
    page.goto("/claims")
    boxes = [one.bounding_box() for one in page.locator(".filters input, .filters select").all()]

    assert len({round(box["y"]) for box in boxes if box}) == 1


def test_words_of_a_notice_stay_together(page: "Page") -> None:
    page.goto("/health")

    assert page.evaluate("() => getComputedStyle(document.querySelector('p.notice')).display") == "block"


def test_on_a_phone_the_menu_scrolls_away_and_each_of_its_rows_is_one_line(page: "Page") -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/review")
    tops = {round(box["y"]) for link in page.locator(".top nav > a").all() if (box := link.bounding_box())}
    page.evaluate("() => scrollTo(0, 400)")

    assert len(tops) == 2
    assert page.locator(".top").bounding_box()["y"] < 0  # type: ignore[index]  # it is there


FOUND = importlib.util.find_spec("axe_playwright_python")
AXE = Path(FOUND.origin).parent / "axe.min.js" if FOUND and FOUND.origin else None
RULES = "() => axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})"
SCREENS = (
    "/", "/?q=Which database holds the tickets?", f"/thread?name={HEAD}", f"/claims/{HEAD}", "/review", "/topics",
    "/pages/concepts/launch-date.md", "/sources", "/sources/chatgpt-29459d2295", "/add", "/graph", "/discarded",
    "/settings", "/log", "/health", "/jobs", "/tidy", "/search?q=postgres", "/claims", "/pages",
    "/workspaces", "/nowhere", "/browser", f"/thread?name={HEAD}&compare={HEAD}&compare=c7yz46pwp5mfs",
)  # fmt: skip


def test_nothing_is_fetched_from_elsewhere_and_the_first_page_is_light(window: Window, state: Any) -> None:
    context = window.browser.new_context(storage_state=state, base_url=window.base)
    page = context.new_page()
    asked: list[str] = []
    sizes: list[int] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda response: sizes.append(len(response.body())))
    page.goto("/", wait_until="networkidle")
    first = sum(sizes)
    for path in SCREENS:
        page.goto(path, wait_until="networkidle")
    context.close()

    assert [url for url in asked if not url.startswith(window.base + "/")] == []
    assert 10_000 < first < 400_000


@pytest.mark.skipif(AXE is None, reason="no axe-core: pip install axe-playwright-python")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_screen_has_a_serious_fault_of_accessibility(window: Window, state: Any, scheme: Any) -> None:
    assert AXE
    given = {"storage_state": state, "base_url": window.base, "color_scheme": scheme, "bypass_csp": True}
    context = window.browser.new_context(**given)
    page = context.new_page()
    found = []
    for path in SCREENS:
        page.goto(path)
        page.evaluate(AXE.read_text("utf-8"))
        grave = [v for v in page.evaluate(RULES)["violations"] if v["impact"] in ("serious", "critical")]
        found += [(path, v["id"], v["nodes"][0]["html"][:160]) for v in grave]
    context.close()

    assert found == []
