"""The folder open in an editor: what Obsidian and VS Code do to files survives, and is understood."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from clew import app as wiring
from clew.pages import front
from clew.pages.markdown import links

PAGE = "concepts/launch-date.md"
LATER = b"User: We move the launch to 20 June, the pier needs another week.\nAssistant: Noted.\n"


@pytest.fixture
def vault(pontoon: Path, tmp_path: Path, reader: None) -> Path:
    """A copy of the bundle, as an editor opens it."""
    return Path(shutil.copytree(pontoon, tmp_path / "vault"))


def obsidian_properties(text: str) -> str:
    """What the property view writes: the same keys as plain block YAML, quotes dropped, a tag added."""
    _, _, body = text.removeprefix("---\n").partition("\n---\n")
    doc = front.parse(text.encode(), PAGE)
    lines = []
    for key, value in doc.front.items():
        if isinstance(value, list):
            rows = [f"  - {_plain(item)}" if isinstance(item, str) else _block(item) for item in value]
            lines += [f"{key}:", *rows]
        else:
            lines.append(f"{key}: {_plain(value)}")
    return "---\n" + "\n".join([*lines, "tags:", "  - harbour"]) + "\n---\n" + body


def _block(item: object) -> str:
    assert isinstance(item, dict)
    rows = [f"{key}: {_plain(value)}" for key, value in item.items()]
    return "  - " + "\n    ".join(rows)


def _plain(value: object) -> str:
    """Quotes only where YAML needs them."""
    return json.dumps(value) if ": " in str(value) else str(value)


def saved_by_vs_code(text: str) -> str:
    """Trailing blanks trimmed and one newline at the end, as many settings ask for."""
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).rstrip("\n") + "\n"


def with_crlf(text: str) -> str:
    """Line ends of Windows."""
    return text.replace("\n", "\r\n")


def with_prose(text: str) -> str:
    """A person's own words and a wikilink between heading and block."""
    return text.replace("# Launch date\n", "# Launch date\n\nAsk Nadia first, see [[ticket-database]].\n", 1)


@pytest.mark.parametrize("habit", [obsidian_properties, saved_by_vs_code, with_crlf, with_prose])
def test_a_page_that_an_editor_saved_is_healthy_and_still_grows(vault: Path, habit: Callable[[str], str]) -> None:
    path = vault / PAGE
    path.write_bytes(habit(path.read_text("utf-8")).encode())
    authored = front.parse(path.read_bytes(), PAGE).front

    with wiring.open_bundle(vault) as bundle:
        before = bundle.doctor()
        bundle.add([LATER], at="2026-05-25")
        after = bundle.doctor()

    grown = front.parse(path.read_bytes(), PAGE)
    assert (before.problems, after.problems) == ((), ())
    assert "20 June" in grown.text
    assert {key: grown.front[key] for key in authored if key != "sources"} == {
        key: value for key, value in authored.items() if key != "sources"
    }


def test_what_a_person_wrote_stands_where_it_stood(vault: Path) -> None:
    path = vault / PAGE
    path.write_text(with_prose(path.read_text("utf-8")), "utf-8")

    with wiring.open_bundle(vault) as bundle:
        bundle.add([LATER], at="2026-05-25")
        links = [(link.relation, link.path) for link in bundle.shelf.sheet(PAGE).out]

    assert "\nAsk Nadia first, see [[ticket-database]].\n" in path.read_text("utf-8")
    assert ("links", "/concepts/ticket-database.md") in links


def test_folders_of_editors_are_no_part_of_the_bundle(vault: Path) -> None:
    for folder in (".obsidian", ".vscode", ".trash"):
        (vault / folder).mkdir()
        (vault / folder / "note.md").write_text("# Not a page\n", "utf-8")

    with wiring.open_bundle(vault) as bundle:
        diagnosis = bundle.doctor()
        titles = [leaf.title for leaf in bundle.shelf.leaves()]

    assert diagnosis.problems == ()
    assert "Not a page" not in titles


def test_a_page_made_in_the_editor_is_a_page(vault: Path) -> None:
    text = "# Harbour master\n\nKeeps the [ticket database](ticket-database.md).\n"
    (vault / "concepts" / "Harbour master.md").write_text(text, "utf-8")

    with wiring.open_bundle(vault) as bundle:
        sheet = bundle.shelf.sheet("concepts/ticket-database.md")

    assert "/concepts/Harbour master.md" in [link.path for link in sheet.back]


def test_an_edit_inside_the_generated_block_is_reported_and_kept(vault: Path) -> None:
    path = vault / PAGE
    edited = path.read_text("utf-8").replace("The launch moves to 15 June.", "The launch moves to 16 June.", 1)
    path.write_text(edited, "utf-8")

    with wiring.open_bundle(vault) as bundle:
        problems = bundle.doctor().problems
        report = bundle.add([LATER], at="2026-05-25")

    assert [problem.path for problem in problems] == [PAGE]
    assert "16 June" in path.read_text("utf-8")
    assert PAGE in [problem.path for problem in report.problems]


def test_names_tags_and_links_are_written_as_obsidian_reads_them(vault: Path) -> None:
    pages = [front.parse(path.read_bytes(), str(path)) for path in (vault / "concepts").glob("*.md")]
    assert pages
    for doc in pages:
        assert all(isinstance(doc.front.get(key, []), list) for key in ("aliases", "tags"))
        assert not any(" " in tag for tag in front.strings(doc, "tags"))
        assert "[[" not in doc.body
        assert not re.search(r"\]\([^)]*[ <>][^)]*\)", doc.body)
        assert all(not link.target.startswith("/") for link in links(doc.body))
