"""An independent checker of the format agrees that every bundle Clew writes is conformant.

`vault2okf` is a development dependency. Where it and Clew judge differently, the reason is written down here.
"""

import json
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.pages import okf
from clew.use.pages import Draft
from test_pages_okf import files

vault2okf = pytest.importorskip("vault2okf", reason="the independent checker is not installed: pip install -e .[dev]")

# It takes a malformed value of an optional family (OKF040) for a breach; the format's own rule says that only front
# matter, `type` and the reserved files decide. It lets YAML have a key twice, and reads `C.MD` as a page.
ACCEPTED = {
    "12_dup_key": "YAML forbids a key twice",
    "20_bad_timestamp_value": "optional family",
    "23_stale_no_offset": "optional family",
    "26_verified_no_by": "optional family",
    "29_generated_no_by": "optional family",
    "30_sources_no_resource": "optional family",
    "31_sources_mapping": "optional family",
    "32_sources_string_items": "optional family",
    "33_status_unknown": "optional family",
    "57_upper_ext": "`.MD` is no page",
    "60_ac_no_runtime": "optional family",
}
TITLES = (
    "What? / Which: \\ *all* of it | done",
    "🪴 Garden – plan « été »",
    "計画と決定",
    "con",
    "x" * 300,
    "yes",
    "2026-01-01",
    "- [ ] not a list: {a: b}",
    "<script>alert(1)</script> & co",
)


def errors(root: Path) -> list[str]:
    """What the independent checker takes for breaches."""
    report = vault2okf.validate_bundle(root)
    return [f"{d.path}: {d.message}" for d in report.diagnostics if d.severity.value == "error"]


def verdict(root: Path) -> bool:
    return okf.bundle(files(root)).conformant


def folders(shared: Path) -> list[Path]:
    return [*sorted((shared / "okf/cases").iterdir()), *sorted((shared / "okf/official").iterdir())]


def test_both_judge_alike_but_for_what_is_written_down(shared: Path) -> None:
    apart = {folder.name for folder in folders(shared) if verdict(folder) is bool(errors(folder))}

    assert apart == set(ACCEPTED)


def added(bundle: Bundle, titles: tuple[str, ...]) -> None:
    """A chat per title, with a statement, a change of it, and a decision of a person."""
    for n, title in enumerate(titles):
        said = [f"The budget of part {n} is {100 + n} euro.", f"The budget of part {n} is now {200 + n} euro."]
        rows = [
            {"role": "user", "at": f"2026-0{1 + n % 9}-1{at}T10:00:00Z", "text": text} for at, text in enumerate(said)
        ]
        bundle.add([json.dumps({"id": f"chat-{n}", "title": title, "messages": rows}).encode()], accept="all")


def test_a_bundle_with_strange_titles_is_conformant_to_both(tmp_path: Path, person: None) -> None:
    with app.create(tmp_path / "odd", "Odd: 'titles' \"all\" over") as bundle:
        added(bundle, TITLES)
        bundle.decide(lambda curate: curate.verify(bundle.claims()[0].claim.id))
        bundle.decide(lambda curate: curate.hide(bundle.claims()[1].claim.id))
        for title in TITLES:
            bundle.pages.new(Draft(title))

        assert bundle.linter.look().conformant
    assert errors(tmp_path / "odd") == []


def test_a_new_bundle_and_the_example_are_conformant_to_both(tmp_path: Path, person: None) -> None:
    app.create(tmp_path / "new", "New").close()
    with app.create(tmp_path / "example", "Example") as bundle:
        bundle.add([app.examples()])

    for name in ("new", "example"):
        assert verdict(tmp_path / name)
        assert errors(tmp_path / name) == []


NOTE = """---
title: Harbour
aliases: [Quay, Pier]
tags: [sea, 2026]
created: 2026-01-01
---
# Harbour

The quay is 40 m.
"""


def test_every_kind_of_page_is_conformant_to_both(tmp_path: Path, person: None) -> None:
    with app.create(tmp_path / "all", "All") as bundle:
        added(bundle, TITLES[:2])
        said = "Ida Falk works at Nordlys. Ida Falk lives in Bergen. Nora says the fare is 12 euro."
        turns = [{"role": "user", "at": "2026-03-01T10:00:00Z", "text": said}]
        bundle.add([json.dumps({"id": "people", "title": "People", "messages": turns}).encode()], accept="all")
        turns = [{"role": "user", "at": "2026-03-02T10:00:00Z", "text": "Piet says the fare is 14 euro."}]
        bundle.add([json.dumps({"id": "fares", "title": "Fares", "messages": turns}).encode()], accept="all")
        (tmp_path / "harbour.md").write_text(NOTE, "utf-8")
        bundle.add([tmp_path / "harbour.md"], accept="all")
        bundle.note("The crane is red.", topic="crane")
        bundle.entities.new("Bergen", "Place")
        bundle.entities.merge("Bergen", "Nordlys")
        bundle.entities.split("Bergen")
        for title in ("Old", "New", "Moved"):
            bundle.pages.new(Draft(title, text="[old](old.md)"))
        bundle.pages.supersede("Old", "New")
        bundle.pages.move("Moved", "elsewhere")
        bundle.pages.move("entities/bergen.md", "places")
        bundle.pages.edit("New", {"stale_after": "2027-01-01", "tags": ["a b"]})
        bundle.withdraw(next(iter(bundle.knowledge().sources)))

        types = {row.type for row in (*bundle.pages.list(), *bundle.pages.list("Source"))}
        assert types >= {"Concept", "Person", "Place", "Redirect", "Source"}
        assert bundle.linter.look().conformant
    assert errors(tmp_path / "all") == []
