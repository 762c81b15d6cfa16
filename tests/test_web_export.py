"""The exported file: whole in itself, safe, and holding only what is known."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from clew import app as wiring
from clew.errors import NotFound
from clew.web import export

from golden import check
from webapp import App

HEAD = "ckec34fghfq3l"
ROOT = Path(__file__).parent.parent


def exported(app: App, topic: str | None = None) -> str:
    with wiring.open_bundle(app.root) as bundle:
        return export.page(bundle, topic).data.decode()


def test_the_file_names_nothing_outside_itself(still: App) -> None:
    page = exported(still)

    assert not re.search(r"""(?:src|href)=["'](?!#)|@import|url\(|fetch\(|XMLHttpRequest|import\(|https?://""", page)


def test_only_its_own_script_and_style_may_run(still: App) -> None:
    page = exported(still)
    policy = re.search(r'content="(default-src[^"]*)"', page)
    script = page.split("<script>")[1].split("</script>")[0]
    style = page.split("<style>")[1].split("</style>")[0]

    assert policy
    for text in (script, style):
        assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() in policy[1]


def test_it_holds_threads_and_graph(still: App) -> None:
    page = exported(still)
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])

    assert HEAD in {row[0] for row in data["nodes"]}
    assert f'data-id="{HEAD}"' in page
    assert "SUPERSEDED by" in page


def test_the_demo_that_the_readme_links_is_what_the_program_writes(
    tmp_path: Path, reader: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLEW_NOW", "2026-06-01T12:00:00Z")
    with wiring.create(tmp_path / "demo", "Pontoon, an example") as bundle:
        bundle.add([wiring.examples()])
        check(ROOT / "docs" / "demo.html", export.page(bundle).data.decode())

    assert "(docs/demo.html)" in (ROOT / "README.md").read_text("utf-8")


def test_what_waits_or_was_put_aside_stays_out(app: App) -> None:
    assert "moves to Postgres" in exported(app)
    with wiring.open_bundle(app.root, "app") as bundle:
        bundle.decide(lambda curate: curate.hide(HEAD))

    page = exported(app)

    assert "moves to Postgres" not in page
    assert "paint the pier" not in page


def test_hostile_text_stays_text_in_the_file(app: App) -> None:
    with wiring.open_bundle(app.root, "app") as bundle:
        bundle.note("We keep </script><script>alert(1)</script> \u202eand <img src=x> in the log.", topic="</script>")

    page = exported(app)

    assert "<script>alert" not in page
    assert "<img" not in page
    assert "\u202e" not in page.split('id="data"')[0]
    assert page.count("</script>") == 2


def test_the_title_of_the_file_is_words_and_never_markup(app: App) -> None:
    settings = app.root / "clew.toml"
    settings.write_text(
        settings.read_text("utf-8").replace('title = "Pontoon"', 'title = "Pon\\u202etoon <b>"'), "utf-8"
    )

    page = exported(app)

    assert "<title>Pon[U+202E]toon &lt;b&gt;</title>" in page


def test_one_topic_can_be_exported_alone(still: App) -> None:
    page = exported(still, "ticket database")

    assert "moves to Postgres" in page
    assert "15 June" not in page


def test_a_topic_that_is_not_there_is_refused(still: App) -> None:
    with pytest.raises(NotFound):
        exported(still, "zebra")


def test_no_module_of_the_file_is_left_with_an_import_of_another(app: App) -> None:
    script = export.bundled()

    assert not re.search(r"^(?:import|export) ", script, re.MULTILINE)
    assert script.count("parts.") >= len(export.MODULES)
