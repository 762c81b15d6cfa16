"""Bundles as bad as they come open, index, lint and answer; what is wrong is named, and nothing is changed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.use.pages import Draft

import wiki
from transcript import call

GOOD = "---\ntype: Bird\ntitle: Heron\n---\n\nThe heron fishes in shallow water.\n"


@pytest.fixture
def root(tmp_path: Path, person: None) -> Path:
    """A folder of pages, one of them good."""
    root = tmp_path / "birds"
    root.mkdir()
    (root / "heron.md").write_text(GOOD, "utf-8")
    return root


@pytest.fixture
def bundle(tmp_path: Path, person: None) -> Iterator[Bundle]:
    with app.create(tmp_path / "own", "Own") as made:
        yield made


def codes(root: Path) -> set[str]:
    """What lint names; the good page is still found, and no byte changes."""
    before = wiki.digests(root)
    with app.open_bundle(root) as opened:
        report = opened.linter.look()
        assert "shallow water" in opened.context("Where does the heron fish?").markdown()
    assert wiki.digests(root) == before
    return {p.code for p in (*report.breaches, *report.findings)}


BAD: dict[str, tuple[bytes, str]] = {
    "broken YAML": (b"---\ntype: [unclosed\n---\nx\n", "bad_yaml"),
    "a key twice": (b"---\ntype: A\ntype: B\n---\nx\n", "duplicate_key"),
    "an unclosed head": (b"---\ntype: A\nx\n", "front_unclosed"),
    "conflict markers": (b"---\ntype: A\n---\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n", "conflict_markers"),
    "a NUL": (b"---\ntype: A\n---\n\0\n", "nul_byte"),
    "no UTF-8": (b"---\ntype: A\n---\n\xff\xfe\n", "bad_utf8"),
    "an alias bomb": (
        b"---\ntype: A\na: &a [x, x, x, x, x, x, x, x, x]\n"
        + b"".join(b"%c: &%c [%s]\n" % (c, c, b", ".join([b"*%c" % (c - 1)] * 9)) for c in range(98, 106))
        + b"---\nx\n",
        "too_many_aliases",
    ),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_a_page_with(root: Path, name: str) -> None:
    data, code = BAD[name]
    (root / "bad.md").write_bytes(data)

    assert code in codes(root)


@pytest.mark.parametrize("target", ["/etc/hostname", "..", "heron.md"])
def test_a_symbolic_link_is_named_and_not_followed(root: Path, target: str) -> None:
    (root / "link.md").symlink_to(target)

    assert "link" in codes(root)


def test_a_link_that_is_a_folder_is_not_walked(root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/page.md").write_text(GOOD.replace("heron", "raven"), "utf-8")
    (root / "more").symlink_to(tmp_path / "secret")

    codes(root)
    with app.open_bundle(root) as opened:
        assert not opened.context("Where does the raven fish?").markdown().count("raven fishes")


def test_names_that_clash_by_case_are_named(root: Path) -> None:
    (root / "Heron.md").write_text(GOOD, "utf-8")
    if len(list(root.iterdir())) < 2:
        pytest.skip("this disk ignores case")

    assert "name_clash" in codes(root)


@pytest.mark.parametrize("name", ["con.md", "🦩 / ünï.md".replace(" / ", " - "), "a" * 240 + ".md", "x#y.md", "a b.md"])
def test_odd_file_names_are_pages(root: Path, name: str) -> None:
    (root / name).write_text("---\ntype: Bird\n---\nThe bittern booms at dusk.\n", "utf-8")

    codes(root)
    with app.open_bundle(root) as opened:
        assert "booms at dusk" in opened.context("When does the bittern boom?").markdown()


TITLES = ["x" * 300, "a/b\\c: d?", "🦩🦩🦩", "CON", "..", "nul.md", "index", "log", "\u202edesrever", "-", "Ünï cödé"]


@pytest.mark.parametrize("title", TITLES)
def test_a_title_of_any_kind_makes_a_page(bundle: Bundle, title: str) -> None:
    bundle.pages.new(Draft(title))
    [path] = [p for p in bundle.root.rglob("*.md") if "/concepts/" in str(p) and p.name != "index.md"]

    assert len(path.name.encode()) <= 255
    assert bundle.linter.look().conformant


@pytest.mark.parametrize("path", ["log.md", "timeline.md", "index.md", "trigger-keywords.txt", "AGENTS.md"])
def test_a_derived_file_that_was_deleted_is_made_again(bundle: Bundle, path: str) -> None:
    bundle.note("The heron nests in the alder.")
    (bundle.root / path).unlink()
    bundle.note("The bittern booms at dusk.")

    assert (bundle.root / path).is_file()


@pytest.mark.parametrize("path", ["log.md", "timeline.md", "index.md", "AGENTS.md"])
def test_a_derived_file_that_was_edited_keeps_the_edit_and_is_named(bundle: Bundle, path: str) -> None:
    bundle.note("The heron nests in the alder.")
    place = bundle.root / path
    lines = place.read_text("utf-8").split("\n")
    inside = next(n for n, line in enumerate(lines) if "clew:" in line) + 1
    place.write_text("\n".join([*lines[:inside], "* mine", *lines[inside:]]), "utf-8")
    bundle.note("The bittern booms at dusk.")

    assert "* mine" in place.read_text("utf-8")
    assert path in {p.path for p in bundle.linter.look().findings}


def test_twenty_sources_on_one_page_leave_no_sentence_without_a_living_claim(bundle: Bundle) -> None:
    """Summaries do not drift: after each rewriting, whatever the page tells as current is a claim in force."""
    for n in range(20):
        text = f"The budget of the hide is {100 + n} euro. The keeper of the hide is Kim {'ABCDEFGHIJKLMNOPQRST'[n]}."
        row = {"role": "user", "at": f"2026-01-{n + 1:02d}T10:00:00Z", "text": text}
        bundle.add([json.dumps({"id": f"chat-{n}", "title": f"Hide {n}", "messages": [row]}).encode()], accept="all")

    holding = [v.claim for v in bundle.claims() if v.standing.link == "active" and v.standing.shown == "shown"]
    fallen = [v.claim for v in bundle.claims() if v.standing.link == "superseded"]
    assert len(fallen) >= 19
    for page in set((bundle.root / "concepts").glob("*.md")) - {bundle.root / "concepts/index.md"}:
        told = page.read_text("utf-8").split("## History")[0]
        assert [c.text for c in fallen if c.text in told] == []
        for line in told.split("\n"):
            if line.startswith("* "):
                assert any(c.text.rstrip(".") in line for c in holding), line
    assert not [p for p in bundle.linter.look().findings if p.code == "text_behind"]


def test_a_broken_bundle_is_refused_with_a_message_and_a_code(tmp_path: Path, person: None) -> None:
    (tmp_path / "clew.toml").write_text("[bundle\n", "utf-8")
    printed, code = call(["--bundle", str(tmp_path), "lint"])

    assert code == 1
    assert "not valid TOML" in printed


@pytest.mark.shared
def test_every_adversarial_bundle_opens_lints_and_stays_as_it_is(shared: Path, person: None) -> None:
    for root in [*sorted((shared / "okf/cases").iterdir()), *sorted((shared / "okf/official").iterdir())]:
        before = wiki.digests(root)
        with app.open_bundle(root) as opened:
            opened.context("What is this?")
            opened.linter.look()
        assert wiki.digests(root) == before, root.name
