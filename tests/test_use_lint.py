"""`lint` over a real bundle: what it sees of files and claims, what it writes, and what it leaves alone."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import ryaml

from clew import app
from clew.bundle import Bundle
from clew.errors import Conflict, Refused
from clew.lint import schedule
from clew.use import lexis

CHAT = '{"id": "one", "title": "Garden", "messages": [{"role": "user", "at": "2026-01-10T10:00:00Z", "text": "%s"}]}'


@pytest.fixture
def bundle(tmp_path: Path, person: None) -> Bundle:
    with app.create(tmp_path / "garden", "Garden") as made:
        yield made


def written(bundle: Bundle, path: str, text: str) -> Path:
    place = bundle.root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, "utf-8")
    return place


def codes(bundle: Bundle) -> list[str]:
    return [p.code for p in bundle.linter.look().findings]


def test_a_new_bundle_is_conformant_and_has_no_findings(bundle: Bundle) -> None:
    report = bundle.linter.look()

    assert (report.conformant, report.findings) == (True, ())


def test_a_hand_edit_of_a_generated_block_is_found_once(bundle: Bundle) -> None:
    bundle.add([(CHAT % "Nadia waters the beds every Monday.").encode()], accept="all")
    page = bundle.root / "concepts/unfiled.md"
    page.write_text(page.read_text("utf-8").replace("beds", "pots"), "utf-8")

    assert codes(bundle).count("block_edited") == 1


def test_a_topic_page_that_lost_its_block_is_found_until_it_has_one_again(bundle: Bundle) -> None:
    bundle.add([(CHAT % "Nadia waters the beds every Monday.").encode()], accept="all")
    page = bundle.root / "concepts/unfiled.md"
    whole = page.read_text("utf-8")
    start = whole.index("<!-- clew:claims begin")
    page.write_text(whole[:start], "utf-8")
    assert "block_missing" in codes(bundle)

    bundle.note("The pond is two metres deep.")
    assert "block_missing" not in codes(bundle)


def test_a_page_of_yesterday_is_behind_the_ledger_until_something_is_written(bundle: Bundle) -> None:
    bundle.add([(CHAT % "Nadia waters the beds every Monday.").encode()], accept="all")
    page = bundle.root / "concepts/unfiled.md"
    yesterday = page.read_bytes()
    bundle.note("The pond is two metres deep.")
    assert "page_behind" not in codes(bundle)
    page.write_bytes(yesterday)
    assert "page_behind" in codes(bundle)

    bundle.note("The shed is green.")
    assert "page_behind" not in codes(bundle)


def test_words_below_a_block_leave_no_page_behind(bundle: Bundle) -> None:
    bundle.add([(CHAT % "Nadia waters the beds every Monday.").encode()], accept="all")
    page = bundle.root / "concepts/unfiled.md"
    page.write_text(page.read_text("utf-8") + "\nAsk Nadia.\n", "utf-8")

    assert "page_behind" not in codes(bundle)


def test_a_changed_reference_is_an_error(bundle: Bundle) -> None:
    bundle.add([(CHAT % "Nadia waters the beds every Monday.").encode()], accept="all")
    [text] = (bundle.root / "references").glob("*.jsonl")
    text.write_bytes(text.read_bytes().replace(b"beds", b"pots"))

    assert "changed_text" in codes(bundle)


def test_a_missing_line_of_the_ledger_is_found(bundle: Bundle) -> None:
    bundle.add([(CHAT % "Nadia waters the beds every Monday.").encode()], accept="all")
    bundle.note("The pond is two metres deep.")
    [ledger] = (bundle.root / "ledger").glob("*.jsonl")
    lines = ledger.read_bytes().split(b"\n")
    ledger.write_bytes(b"\n".join(lines[:2] + lines[3:]))

    assert "missing_line" in codes(bundle)


def test_a_trial_of_mending_writes_nothing(bundle: Bundle) -> None:
    place = written(bundle, "entities/oak.md", "---\ntype: Tree\nat: 2026-01-01\n---\nx\n")
    before = place.read_bytes()

    assert bundle.linter.mend(dry_run=True).done == (("entities/oak.md", "unquoted_date"),)
    assert place.read_bytes() == before


def test_the_workflow_is_written_once_and_never_over_another(bundle: Bundle) -> None:
    made = bundle.linter.schedule(30, "error")
    place = bundle.root / ".github/workflows/clew-lint.yml"

    assert f"--bundle {bundle.root} lint --stale-days 30 --fail-on error" in made.line
    assert (made.fresh, made.workflow) == (True, place.read_text("utf-8"))
    assert not bundle.linter.schedule(30, "error").fresh
    place.write_text("mine\n", "utf-8")
    with pytest.raises(Refused, match="remove it first"):
        bundle.linter.schedule(30, "error")
    assert place.read_text("utf-8") == "mine\n"


def as_cron_reads(line: str) -> str:
    """The command of a line of crontab: a percent sign without a backslash ends it."""
    command = line.split(maxsplit=5)[5]
    return re.sub(r"(?<!\\)%.*", "", command).replace("\\%", "%")


def steps(workflow: str) -> list[str]:
    """The commands of a workflow."""
    read = ryaml.loads(workflow)
    assert {"push", "pull_request", "schedule"} <= set(read["on"])
    return [step["run"] for step in read["jobs"]["lint"]["steps"] if "run" in step]


def test_the_command_lines_of_a_schedule_run_whatever_the_folder_is_called(tmp_path: Path, person: None) -> None:
    with app.create(tmp_path / "100% of 'it' $HOME", "Odd") as bundle:
        made = bundle.linter.schedule(30, "error", command=(sys.executable, "-m", "clew"))
        root = bundle.root
    shell = Path(tmp_path / "bin/clew")
    shell.parent.mkdir()
    shell.write_text(f'#!/bin/sh\nexec {sys.executable} -m clew "$@"\n')
    shell.chmod(0o755)
    env = {"PATH": f"{shell.parent}:/usr/bin:/bin", "PYTHONPATH": os.pathsep.join(sys.path), "HOME": str(tmp_path)}
    asked, install, lint = steps(made.workflow)
    known = {name: str(value) for name, value in ryaml.loads(made.workflow)["env"].items()}

    assert (install, known["CLEW"]) == ('python -m pip install "$CLEW"', "${{ vars.CLEW }}")
    for place, code in (("", 1), ("git+https://forge.example/clew", 0)):
        done = subprocess.run(asked, shell=True, env={**env, "CLEW": place}, capture_output=True, check=False)
        assert (done.returncode, b"::error::" in done.stdout) == (code, bool(code))
    for command, more in ((as_cron_reads(made.line), {}), (lint, known)):
        done = subprocess.run(command, shell=True, cwd=root, env={**env, **more}, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
    with pytest.raises(Refused, match="cron"):
        schedule.cron(("clew",), "/a\n* * * * * b", 1, "error")


def test_the_workflow_installs_from_the_place_that_is_named(bundle: Bundle) -> None:
    made = bundle.linter.schedule(30, "error", install="tools/it's clew.whl")

    assert ryaml.loads(made.workflow)["env"]["CLEW"] == "tools/it's clew.whl"


def test_the_workflow_of_a_bundle_inside_a_repository_is_for_its_root(tmp_path: Path, person: None) -> None:
    (tmp_path / ".git").mkdir()
    with app.create(tmp_path / "docs/it's", "Inner") as bundle:
        made = bundle.linter.schedule(30, "error")

        assert (made.within, bundle.linter.within) == ("docs/it's/", "docs/it's/")
        assert ryaml.loads(made.workflow)["env"]["BUNDLE"] == "docs/it's"
        assert not (bundle.root / ".github").exists()


def test_a_page_that_changes_while_it_is_mended_keeps_the_edit(bundle: Bundle) -> None:
    place = written(bundle, "entities/oak.md", "---\ntype: Tree\nat: 2026-01-01\n---\nx\n")
    planned = bundle.linter.mend(dry_run=True)
    place.write_text("---\ntype: Tree\nat: 2026-01-01\n---\nmine\n", "utf-8")

    with pytest.raises(Conflict):
        bundle.linter.write(planned)
    assert "mine" in place.read_text("utf-8")


def test_mending_can_be_undone(bundle: Bundle) -> None:
    oak = written(bundle, "entities/oak.md", "---\ntype: Tree\nsuperseded_by: /entities/lime.md\n---\nx\n")
    lime = written(bundle, "entities/lime.md", "---\ntype: Tree\n---\nx\n")
    before = oak.read_text("utf-8"), lime.read_text("utf-8")

    bundle.linter.mend(reason="tidy")
    assert "deprecated" in oak.read_text("utf-8")
    bundle.undo()
    assert (oak.read_text("utf-8"), lime.read_text("utf-8")) == before


def test_the_vocabulary_of_the_bundle_is_law(bundle: Bundle) -> None:
    written(bundle, "vocabulary.yaml", "predicates:\n  grown_by: {inverse: grows, words: [raised_by]}\n")
    relation = 'relations:\n  - {predicate: raised_by, object: "/entities/kim.md"}'
    written(bundle, "entities/oak.md", f"---\ntype: Tree\n{relation}\n---\nx\n")
    written(bundle, "entities/kim.md", "---\ntype: Person\n---\nx\n")

    assert {"predicate_drift", "asymmetric_relation"} <= set(codes(bundle))
    bundle.linter.mend()
    assert 'predicate: "grown_by"' in (bundle.root / "entities/oak.md").read_text("utf-8")
    assert '- {predicate: "grows", object: "/entities/oak.md"}' in (bundle.root / "entities/kim.md").read_text("utf-8")
    assert not {"predicate_drift", "asymmetric_relation"} & set(codes(bundle))


def test_a_predicate_is_renamed_on_every_page_and_only_there(bundle: Bundle) -> None:
    line = '  - {predicate: partOf, object: "a grove"}   # said by Kim'
    oak = written(bundle, "entities/oak.md", f"---\ntype: Tree\nrelations:\n{line}\n---\npartOf is a word.\n")
    written(bundle, "entities/lime.md", "---\ntype: Tree\n---\nx\n")

    assert bundle.linter.rename("partOf", "part_of", dry_run=True).pages == ("entities/oak.md",)
    assert "part_of" not in oak.read_text("utf-8")
    done = bundle.linter.rename("partOf", "part_of", reason="one word")
    assert (done.pages, done.vocabulary) == (("entities/oak.md",), False)
    assert 'predicate: "part_of"' in oak.read_text("utf-8")
    assert "partOf is a word." in oak.read_text("utf-8")
    bundle.undo()
    assert "part_of" not in oak.read_text("utf-8")


def test_what_claims_say_follows_by_the_vocabulary(bundle: Bundle) -> None:
    assert bundle.linter.rename("works_at", "serves_at").vocabulary
    assert '  serves_at: {inverse: "employs",' in (bundle.root / "vocabulary.yaml").read_text("utf-8")
    assert lexis.read(bundle._desk.files)[0].canonical("works_at") == "serves_at"
    assert not bundle.linter.rename("works_at", "serves_at").vocabulary


def damaged(bundle: Bundle, path: str, old: str, new: str) -> None:
    [file] = bundle.root.glob(path)
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def gone(bundle: Bundle, *paths: str) -> None:
    for path in paths:
        for file in [f for f in bundle.root.glob(path) if f.name != "index.md"]:
            file.unlink()


def copied(bundle: Bundle, path: str) -> None:
    """What a client that syncs folders makes of a clash."""
    [file] = (f for f in bundle.root.glob(path) if f.name != "index.md")
    other = file.with_stem(f"{file.stem} (conflicted copy 2026-06-01)")
    other.write_bytes(file.read_bytes() + (b"\nMine.\n" if file.suffix == ".md" else b""))


def twins(bundle: Bundle) -> None:
    """Two pages of one name, and a link to either."""
    for folder in "ab":
        written(bundle, f"{folder}/oak.md", "---\ntype: Tree\n---\n[[oak]]\n")


DAMAGE: dict[str, Callable[[Bundle], None]] = {
    "evidence_lost": lambda b: damaged(b, "claims/*.jsonl", '"start":0', '"start":3'),
    "missing_text": lambda b: gone(b, "references/*.jsonl"),
    "page_copied": lambda b: copied(b, "concepts/*.md"),
    "bad_source": lambda b: copied(b, "sources/*.md"),
    "wrong_writer": lambda b: copied(b, "ledger/*.jsonl"),
    "missing_page": lambda b: gone(b, "sources/*.md"),
    "missing_source": lambda b: gone(b, "sources/*.md", "references/*.jsonl"),
    "missing_claims": lambda b: gone(b, "claims/*.jsonl"),
    "unrecorded": lambda b: gone(b, "ledger/*.jsonl"),
    "page_missing": lambda b: gone(b, "concepts/unfiled.md"),
    "block_broken": lambda b: damaged(b, "concepts/unfiled.md", "<!-- clew:claims end -->", ""),
    "block_edited": lambda b: damaged(b, "concepts/unfiled.md", "We host the shop", "They host the shop"),
    "key_edited": lambda b: damaged(b, "concepts/unfiled.md", 'title: "Unfiled"', 'title: "Rest"'),
    "broken_digest": lambda b: damaged(b, "ledger/*.jsonl", '"kind":"accept"', '"kind":"reject"'),
    "wikilink_ambiguous": lambda b: twins(b),
}


MADE_GOOD = ("page_missing", "key_edited")
"""What opening a bundle without its index makes good: the page comes back, the edit counts as a person's."""


@pytest.mark.parametrize(
    ("code", "fresh"), [(c, f) for c in sorted(DAMAGE) for f in (False, True) if not (f and c in MADE_GOOD)]
)
def test_a_damage_is_found_under_its_name_and_only_where_it_is(hosted: Bundle, code: str, fresh: bool) -> None:
    assert code not in {p.code for p in hosted.linter.look().findings}
    DAMAGE[code](hosted)
    if fresh:
        hosted.close()
        shutil.rmtree(hosted.root / ".clew")
    with app.open_bundle(hosted.root) as again:
        assert code in {p.code for p in again.linter.look().findings}


@pytest.fixture
def hosted(tmp_path: Path, person: None) -> Iterator[Bundle]:
    with app.create(tmp_path / "hosted", "Hosted") as made:
        said = [{"role": "user", "at": "2026-01-10T10:00:00Z", "text": "We host the shop on Render."}]
        made.add([json.dumps({"id": "chat-1", "title": "Plan", "messages": said}).encode()])
        yield made


def test_looking_at_a_bundle_whose_ledger_lost_a_line_changes_no_page(bundle: Bundle) -> None:
    bundle.add([(CHAT % "Nadia waters the beds every Monday. Piet paints the shed green.").encode()], accept="all")
    root = bundle.root
    bundle.close()
    [ledger] = (root / "ledger").glob("*.jsonl")
    lines = ledger.read_bytes().splitlines(keepends=True)
    gone = next(n for n, line in enumerate(lines) if b'"kind":"accept"' in line)
    ledger.write_bytes(b"".join(lines[:gone] + lines[gone + 1 :]))
    before = {path: path.read_bytes() for path in root.rglob("*.md")}

    with app.open_bundle(root) as again:
        assert "missing_line" in {finding.code for finding in again.linter.look().findings}
    assert {path: path.read_bytes() for path in root.rglob("*.md")} == before


@pytest.mark.parametrize("name", ["trigger-keywords.txt", "concepts/.gitattributes"])
def test_a_hand_edit_of_a_generated_list_is_found(bundle: Bundle, name: str) -> None:
    bundle.add([(CHAT % "Nadia waters the beds every Monday.").encode()], accept="all")
    path = bundle.root / name
    assert "list_edited" not in codes(bundle)
    path.write_text(path.read_text("utf-8") + "mine\n", "utf-8")

    assert "list_edited" in codes(bundle)
    assert "mine" in path.read_text("utf-8")
