"""A bundle in a git repository: branches merge, and what is generated is made anew."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from branching import BASE, FLY, HOSTING, MOVE, NEXT, adds, branched, chat, commit, found, git, pages, said, writes
from clew import app
from clew.bundle import Bundle
from clew.errors import UsageError

pytestmark = pytest.mark.usefixtures("person")


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


def merged(ours: Bundle, theirs: Bundle) -> None:
    """Both commit, and ours takes theirs in; git asks nothing."""
    for bundle, name in ((ours, "ours"), (theirs, "theirs")):
        commit(bundle.root, name)
    git(ours.root, "fetch", "-q", str(theirs.root), "HEAD")
    git(ours.root, "merge", "-q", "-m", "both", "FETCH_HEAD")


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


@pytest.mark.parametrize("how", ["merge", "rebase"])
def test_branches_that_change_one_page_come_out_as_if_all_had_been_added_in_one_place(tmp_path: Path, how: str) -> None:
    one, two, three = (adds(tmp_path, *it) for it in (MOVE, FLY, NEXT))
    base = adds(tmp_path, *BASE)
    both = branched(tmp_path / "both", [base], [one], [two], *[[three]] * (how == "merge"), how=how)
    alone = branched(tmp_path / "alone", [base], [one, two, three] if how == "merge" else [one, two])

    assert both.doctor().problems == ()
    assert found(both) == set()
    assert pages(both.root) == pages(alone.root)
    assert said(both) == said(alone)


def test_the_same_chat_on_both_branches_is_there_once_and_the_longer_one_counts(tmp_path: Path) -> None:
    short = adds(tmp_path, "tea", "2026-02-11T10:00:00Z", "We open at nine.")
    longer = adds(tmp_path, "tea", "2026-02-11T10:00:00Z", "We open at nine.", "We keep the archive on Backblaze.")
    base = adds(tmp_path, *BASE)
    alone = pages(branched(tmp_path / "alone", [base], [longer]).root)
    for name, ours, theirs in (("a", longer, longer), ("b", short, longer), ("c", longer, short)):
        both = branched(tmp_path / name, [base], [ours], [theirs])
        assert both.doctor().problems == ()
        assert pages(both.root) == alone

    grown = adds(
        tmp_path, "tea", "2026-02-11T10:00:00Z", "We open at nine.", "We keep the archive on Backblaze.", "Yes."
    )
    both = branched(tmp_path / "d", [base, short], [longer], [grown])
    assert both.doctor().problems == ()
    assert len(next(s for s in both.sources() if s.title == "tea").people) <= 1
    assert [s.parts for s in both.sources()] == [2, 3]


def test_words_that_one_branch_wrote_stay_as_they_are(tmp_path: Path) -> None:
    one, two, base = (adds(tmp_path, *it) for it in (MOVE, FLY, BASE))
    both = branched(tmp_path / "both", [base], [writes("", "Ask Kim."), one], [two])
    alone = branched(tmp_path / "alone", [base], [writes("", "Ask Kim."), one, two])

    assert both.doctor().problems == ()
    assert found(both) == set()
    assert pages(both.root) == pages(alone.root)


def test_words_that_both_branches_wrote_are_kept_and_a_person_is_asked_to_read_them(tmp_path: Path) -> None:
    one, two, base = (adds(tmp_path, *it) for it in (MOVE, FLY, BASE))
    both = branched(tmp_path / "both", [base], [writes("", "Ask Nadia."), one], [writes("", "Ask Omar."), two])

    text = (both.root / HOSTING).read_text("utf-8")
    assert "Ask Nadia." in text
    assert "Ask Omar." in text
    assert "git joined two versions" in text
    assert found(both) == {"text_joined"}
    assert both.doctor().problems == ()

    asked = next(line for line in text.split("\n") if "git joined" in line)
    writes(f"{asked}\n", "")(both)
    both.note("We bought a second oven.")
    assert found(both) == set()
    assert both.doctor().problems == ()


def test_two_versions_of_one_line_are_named_where_no_block_changed(tmp_path: Path) -> None:
    base = [adds(tmp_path, *BASE), writes("", "Ask Kim about it.")]
    said_by = [[writes("Ask Kim about it.", f"Ask Kim or {name} about it.")] for name in ("Nadia", "Omar")]
    both = branched(tmp_path / "both", base, *said_by)

    assert "Kim or Nadia about it.\nAsk Kim or Omar" in (both.root / HOSTING).read_text("utf-8")
    assert found(both) == {"text_joined"}


def test_a_key_that_both_branches_changed_by_hand_keeps_one_value_and_names_the_other(tmp_path: Path) -> None:
    one, two, base = (adds(tmp_path, *it) for it in (MOVE, FLY, BASE))
    names = [writes('title: "Hosting"', f'title: "{name}"') for name in ("Servers", "Machines")]
    both = branched(tmp_path / "both", [base], [names[0], one], [names[1], two])

    text = (both.root / HOSTING).read_text("utf-8")
    assert [line for line in text.split("\n") if line.startswith("title:")] == ['title: "Servers"']
    assert 'title: "Machines" -->' in text
    assert found(both) == {"text_joined"}


def test_a_block_that_a_hand_changed_is_never_made_anew(tmp_path: Path) -> None:
    one, two, base = (adds(tmp_path, *it) for it in (MOVE, FLY, BASE))
    both = branched(tmp_path / "both", [base], [one, writes("Hetzner.", "Hetzner, says Kim.")], [two])

    assert "Hetzner, says Kim." in (both.root / HOSTING).read_text("utf-8")
    assert [p.code for p in both.doctor().problems] == ["block_broken"]


def test_git_asks_about_pages_that_hold_words_of_people_alone(tmp_path: Path) -> None:
    made = branched(tmp_path / "one", [adds(tmp_path, *BASE)], [])
    (made.root / "concepts/my [own].md").write_text("---\ntype: Concept\n---\n\nMine.\n", "utf-8")
    made.note("We bought a second oven.")

    names = ("concepts/my [own].md", HOSTING, "sources/index.md")
    answers = git(made.root, "check-attr", "-z", "merge", "--", *names).split("\0")[2::3]
    assert answers == ["unspecified", "union", "union"]


def test_an_older_bundle_gets_the_rules_with_the_next_writing(tmp_path: Path) -> None:
    made = branched(tmp_path / "one", [adds(tmp_path, *BASE)], [])
    for folder in ("concepts", "sources"):
        (made.root / folder / ".gitattributes").unlink()
    rules = made.root / ".gitattributes"
    rules.write_text(rules.read_text("utf-8").replace("AGENTS.md merge=union\n", "*.pdf binary\n"), "utf-8")
    made.note("We bought a second oven.")

    assert "*.md merge=union" in (made.root / "concepts/.gitattributes").read_text("utf-8")
    assert rules.read_text("utf-8").endswith("*.pdf binary\nAGENTS.md merge=union\n")


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


def test_the_first_commit_of_a_new_bundle_holds_what_makes_it_one(tmp_path: Path) -> None:
    root = tmp_path / "one"
    app.create(root, "Test").close()
    git(root, "init", "-q")
    for key, value in (("user.name", "kim"), ("user.email", "kim@example.org")):
        git(root, "config", key, value)
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml"
    config.write_text(config.read_text("utf-8").replace("[user]\n", "[user]\ngit = true\n"), "utf-8")
    with app.open_bundle(root) as bundle:
        bundle.note("We bought a second oven.")
        # a hand in the settings is no operation of Clew's
        (root / "clew.toml").write_text((root / "clew.toml").read_text("utf-8") + "# mine\n", "utf-8")
        bundle.note("We bought a third oven.")
        assert bundle.problems == ()

    assert git(root, "status", "--porcelain") == " M clew.toml\n"
    git(tmp_path, "clone", "-q", "one", "two")
    with app.open_bundle(tmp_path / "two") as other:
        assert said(other) == {"We bought a second oven.", "We bought a third oven."}
        assert other.doctor().problems == ()


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
