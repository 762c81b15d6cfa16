"""A bundle in a git repository: branches merge, and what is generated is made anew."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import UsageError
from clew.use.look import Filter

pytestmark = pytest.mark.usefixtures("person")


def chat(folder: Path, ident: str, at: str, *texts: str) -> list[Path | bytes]:
    path = folder / f"{ident}.json"
    messages = [{"id": f"{ident}{i}", "role": "user", "at": at, "text": text} for i, text in enumerate(texts)]
    path.write_text(json.dumps({"id": f"chat-{ident}-0000000001", "title": ident, "messages": messages}), "utf-8")
    return [path]


def git(root: Path, *words: str) -> str:
    who = ("-c", "user.name=kim", "-c", "user.email=kim@example.org", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *who, *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout


def commit(root: Path, message: str) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-qm", message)


@pytest.fixture
def clones(tmp_path: Path) -> Iterator[tuple[Bundle, Bundle]]:
    """Two clones of one repository with a bundle that holds a chat."""
    with app.create(tmp_path / "one", "Test") as made:
        made.add(chat(tmp_path, "plan", "2026-01-10T10:00:00Z", "We host the shop on Render."))
        git(made.root, "init", "-q")
        commit(made.root, "first")
        git(tmp_path, "clone", "-q", "one", "two")
        with app.open_bundle(tmp_path / "two") as other:
            yield made, other


def said(bundle: Bundle) -> set[str]:
    return {v.claim.text for v in bundle.list(Filter(link="active"))}


def merged(ours: Bundle, theirs: Bundle, clash: tuple[str, ...] = ()) -> None:
    """Both commit; ours takes theirs in, and git asks about no file but these."""
    for bundle, name in ((ours, "ours"), (theirs, "theirs")):
        commit(bundle.root, name)
    git(ours.root, "fetch", "-q", str(theirs.root), "HEAD")
    done = subprocess.run(
        ["git", "-c", "user.name=kim", "-c", "user.email=k@example.org", "merge", "-q", "-m", "both", "FETCH_HEAD"],
        cwd=ours.root,
        capture_output=True,
        text=True,
        check=False,
    )
    conflicts = git(ours.root, "diff", "--name-only", "--diff-filter=U").split()
    assert tuple(conflicts) == clash, done.stdout


def test_two_branches_that_each_add_chats_are_one_bundle_after_a_merge(
    clones: tuple[Bundle, Bundle], tmp_path: Path
) -> None:
    ours, theirs = clones
    ours.add(chat(tmp_path, "move", "2026-02-10T10:00:00Z", "We now host the shop on Hetzner.", "We pay with Stripe."))
    theirs.add(chat(tmp_path, "tea", "2026-02-11T10:00:00Z", "We keep the archive on Backblaze.", "We open at nine."))
    merged(ours, theirs)

    ours.sync()

    assert said(ours) >= {"We now host the shop on Hetzner.", "We keep the archive on Backblaze.", "We open at nine."}
    assert ours.doctor().problems == ()
    for name in ("index.md", "log.md", "timeline.md", "concepts/unfiled.md", "trigger-keywords.txt"):
        text = (ours.root / name).read_text("utf-8")
        assert "<<<<<<<" not in text
        assert text.count(" begin sha256=") + text.count("# clew sha256=") == 1


def test_a_page_that_both_branches_changed_is_made_anew_from_both(
    clones: tuple[Bundle, Bundle], tmp_path: Path
) -> None:
    ours, theirs = clones
    ours.add(chat(tmp_path, "move", "2026-02-10T10:00:00Z", "We now host the shop on Hetzner."))
    theirs.add(chat(tmp_path, "fly", "2026-03-10T10:00:00Z", "We now host the shop on Fly."))
    merged(ours, theirs, ("concepts/hosting.md",))

    ours.sync()

    page = (ours.root / "concepts/hosting.md").read_text("utf-8")
    assert "<<<<<<<" not in page
    assert "Hetzner" in page
    assert "Fly" in page
    assert ours.doctor().problems == ()


def test_words_of_people_on_a_page_that_git_joined_are_kept_and_the_page_is_named(
    clones: tuple[Bundle, Bundle], tmp_path: Path
) -> None:
    ours, theirs = clones
    for bundle, word in ((ours, "Nadia"), (theirs, "Omar")):
        bundle.add(chat(tmp_path, f"tea{word}", "2026-02-11T10:00:00Z", f"We open at nine for {word}."))
        page = bundle.root / "concepts/unfiled.md"
        page.write_text(page.read_text("utf-8") + f"\nAsk {word}.\n", "utf-8")
    merged(ours, theirs)
    ours.sync()

    text = (ours.root / "concepts/unfiled.md").read_text("utf-8")
    assert "Ask Nadia." in text
    assert "Ask Omar." in text
    report = ours.linter.look()
    assert "concepts/unfiled.md" in {p.path for p in (*report.breaches, *report.findings)}


def test_words_of_people_that_clash_in_a_merge_are_left_for_people(
    clones: tuple[Bundle, Bundle], tmp_path: Path
) -> None:
    ours, theirs = clones
    for bundle, word in ((ours, "Nadia"), (theirs, "Omar")):
        bundle.add(chat(tmp_path, f"move{word}", "2026-02-10T10:00:00Z", "We now host the shop on Hetzner."))
        page = bundle.root / "concepts/hosting.md"
        page.write_text(page.read_text("utf-8") + f"\nAsk {word}.\n", "utf-8")
    merged(ours, theirs, ("concepts/hosting.md",))
    before = (ours.root / "concepts/hosting.md").read_bytes()

    ours.sync()

    assert b"<<<<<<<" in before
    assert (ours.root / "concepts/hosting.md").read_bytes() == before
    assert "conflict_markers" in [p.code for p in ours.doctor().problems]


def test_a_difference_to_a_revision_is_told_in_claims(clones: tuple[Bundle, Bundle], tmp_path: Path) -> None:
    ours, _ = clones
    ours.add(chat(tmp_path, "move", "2026-02-10T10:00:00Z", "We now host the shop on Hetzner."))

    found = ours.ledger.diff("HEAD", revision=True)

    assert [(t.what, t.view.claim.text, [b.claim.text for b in t.before]) for t in found.changes] == [
        ("changed", "We now host the shop on Hetzner.", ["We host the shop on Render."])
    ]
    commit(ours.root, "second")
    assert ours.ledger.diff("HEAD", revision=True).changes == ()
    assert len(ours.ledger.diff("HEAD~1", revision=True).changes) == 1


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", "", "HEAD:clew.toml"])
def test_a_revision_that_is_none_is_wrong_use(clones: tuple[Bundle, Bundle], revision: str) -> None:
    with pytest.raises(UsageError, match="no revision"):
        clones[0].ledger.diff(revision, revision=True)


def test_outside_a_repository_there_are_no_revisions(tmp_path: Path) -> None:
    with app.create(tmp_path / "b", "Test") as made, pytest.raises(UsageError, match="no git repository"):
        made.ledger.diff("HEAD", revision=True)


def test_every_operation_is_a_commit_of_its_own_when_the_person_wants_it(
    clones: tuple[Bundle, Bundle], tmp_path: Path
) -> None:
    root = clones[0].root
    for key, value in (("user.name", "kim"), ("user.email", "kim@example.org")):
        git(root, "config", key, value)
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml"
    config.write_text(config.read_text("utf-8").replace("[user]\n", "[user]\ngit = true\n"), "utf-8")
    (root / "mine.txt").write_text("not Clew's", "utf-8")

    with app.open_bundle(root) as bundle:
        bundle.add(chat(tmp_path, "move", "2026-02-10T10:00:00Z", "We now host the shop on Hetzner."))
        bundle.undo()
        assert bundle.problems == ()

    subjects = git(root, "log", "--format=%s").split("\n")[:2]
    assert subjects[1].startswith("clew: 1 accept, ")
    assert "undo" in subjects[0]
    assert git(root, "status", "--porcelain") == "?? mine.txt\n"


def test_a_commit_that_git_refuses_is_a_problem_and_nothing_is_lost(
    clones: tuple[Bundle, Bundle], tmp_path: Path
) -> None:
    root = clones[0].root
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml"
    config.write_text(config.read_text("utf-8").replace("[user]\n", "[user]\ngit = true\n"), "utf-8")
    (root / ".git" / "index.lock").write_text("", "utf-8")

    with app.open_bundle(root) as bundle:
        bundle.note("We bought a second oven.")
        assert "not_committed" in [p.code for p in bundle.problems]
        assert "We bought a second oven." in said(bundle)
