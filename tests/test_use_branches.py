"""Pages that one branch of a git repository takes away, moves or makes while the other one changes them."""

from pathlib import Path

import pytest

from branching import BASE, FLY, HOSTING, adds, branched, commit, found, git, pages, said, writes
from clew import app
from clew.bundle import Bundle

pytestmark = pytest.mark.usefixtures("person")

PEOPLE = (
    "people", "2026-01-10T10:00:00Z",
    "Anna Berg leads the survey at Acme.", "Anna Berg moved to Oslo in May.", "Anna Berg wrote a report.",
    "Tove Lind leads the audit at Globex.", "Tove Lind moved to Rome in June.", "Tove Lind wrote a memo.",
)  # fmt: skip
MORE = ("more", "2026-02-10T10:00:00Z", "Tove Lind moved to Lisbon in August.")
TOVE, ANNA = "entities/tove-lind.md", "entities/anna-berg.md"


def merge(bundle: Bundle) -> None:
    bundle.entities.merge("Tove Lind", "Anna Berg")


def settled(bundle: Bundle) -> None:
    """Nothing is behind, nothing is asked, and a further command changes no byte."""
    assert bundle.doctor().problems == ()
    assert found(bundle) == set()
    before = pages(bundle.root)
    bundle.sync()
    bundle.decide(lambda curate: ())
    assert pages(bundle.root) == before


@pytest.mark.parametrize("swapped", [False, True])
def test_a_page_that_one_branch_merges_away_leads_on_and_takes_nothing_with_it(tmp_path: Path, swapped: bool) -> None:
    steps = [[merge], [adds(tmp_path, *MORE)]]
    both = branched(tmp_path / "both", [adds(tmp_path, *PEOPLE)], *(reversed(steps) if swapped else steps))

    text = (both.root / TOVE).read_text("utf-8")
    assert "This page has moved to [Tove Lind](anna-berg.md)." in text
    assert "Lisbon" not in text
    assert "Lisbon" in (both.root / ANNA).read_text("utf-8")
    settled(both)


def test_what_leads_on_becomes_the_page_it_was_when_the_merge_is_taken_back(tmp_path: Path) -> None:
    bundle = branched(tmp_path / "one", [adds(tmp_path, *PEOPLE)], [])
    before = pages(bundle.root)
    merge(bundle)
    assert pages(bundle.root) != before
    bundle.entities.split("Tove Lind", "Anna Berg")
    assert pages(bundle.root) == before


def test_a_page_that_git_does_not_know_goes(tmp_path: Path) -> None:
    with app.create(tmp_path / "b", "Test") as bundle:
        adds(tmp_path, *PEOPLE)(bundle)
        git(bundle.root, "init", "-q")
        merge(bundle)
        assert not (bundle.root / TOVE).exists()


@pytest.mark.parametrize("to", ["entities/tl.md", "people/tl.md"])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_page_that_one_branch_moves_has_what_the_other_one_adds(tmp_path: Path, to: str, swapped: bool) -> None:
    steps = [[lambda b: b.pages.move("Tove Lind", to)], [adds(tmp_path, *MORE)]]
    both = branched(tmp_path / "both", [adds(tmp_path, *PEOPLE)], *(reversed(steps) if swapped else steps))

    assert "Lisbon" in (both.root / to).read_text("utf-8")
    assert "This page has moved" in (both.root / TOVE).read_text("utf-8")
    settled(both)


def test_a_page_in_a_folder_of_people_that_both_branches_add_to_merges(tmp_path: Path) -> None:
    base = [adds(tmp_path, *PEOPLE), lambda b: b.pages.move("Tove Lind", "people/tl.md")]
    also = adds(tmp_path, "also", "2026-02-12T10:00:00Z", "Tove Lind moved to Bonn in September.")
    both = branched(tmp_path / "both", base, [adds(tmp_path, *MORE)], [also])

    text = (both.root / "people/tl.md").read_text("utf-8")
    assert "Lisbon" in text
    assert "Bonn" in text
    settled(both)


def test_words_of_people_on_a_page_that_the_other_branch_moves_are_kept(tmp_path: Path) -> None:
    moved, written = [lambda b: b.pages.move("Tove Lind", "entities/tl.md")], [writes("", "Ask Kim.", TOVE)]
    both = branched(tmp_path / "both", [adds(tmp_path, *PEOPLE)], moved, written)

    assert "Ask Kim." in (both.root / TOVE).read_text("utf-8")
    assert both.doctor().problems == ()


@pytest.mark.parametrize("swapped", [False, True])
def test_a_topic_that_loses_its_claims_on_one_branch_keeps_those_of_the_other(tmp_path: Path, swapped: bool) -> None:
    steps = [[lambda b: b.undo()], [adds(tmp_path, *FLY)]]
    both = branched(tmp_path / "both", [adds(tmp_path, *BASE)], *(reversed(steps) if swapped else steps))

    assert "This page has moved to [Hosting](unfiled.md)." in (both.root / HOSTING).read_text("utf-8")
    assert "3 servers" in (both.root / "concepts/unfiled.md").read_text("utf-8")
    assert "Hetzner" not in "".join(pages(both.root, but=("timeline.md",)).values())
    settled(both)

    adds(tmp_path, "more", "2026-04-10T10:00:00Z", *BASE[2:])(both)
    assert "3 servers" in (both.root / HOSTING).read_text("utf-8")
    settled(both)


def test_branches_that_make_one_page_have_both_on_it(tmp_path: Path) -> None:
    ours = adds(tmp_path, "a", "2026-02-10T10:00:00Z", "We host the shop on Render.", "We now host the shop on Fly.")
    theirs = adds(tmp_path, "b", "2026-03-10T10:00:00Z", "The hosting is paid yearly.", *FLY[2:], *BASE[2:3])
    both = branched(tmp_path / "both", [adds(tmp_path, *PEOPLE)], [ours], [theirs])

    text = (both.root / HOSTING).read_text("utf-8")
    assert "Fly" in text
    assert "paid yearly" in text
    settled(both)


def test_a_name_that_a_chat_on_one_branch_explains_leads_on_from_the_other(tmp_path: Path) -> None:
    lena = "Lena Moos runs the choir.", "Lena Moos bought a boat.", "Lena Moos moved to Kiel in May."
    base = [adds(tmp_path, *PEOPLE), adds(tmp_path, "l", "2026-01-11T10:00:00Z", *lena)]
    told = adds(tmp_path, "t", "2026-02-09T10:00:00Z", "Lena Moos is the same person as Tove Lind.")
    more = adds(tmp_path, "z", "2026-02-13T10:00:00Z", "Lena Moos moved to Bonn in September.")
    both = branched(tmp_path / "both", base, [told], [more])

    assert "Bonn" in (both.root / "entities/lena-moos.md").read_text("utf-8")
    assert "This page has moved" in (both.root / TOVE).read_text("utf-8")
    settled(both)


def test_words_of_people_stay_on_a_page_whose_claims_were_taken_back_and_the_claims_do_not(tmp_path: Path) -> None:
    with app.create(tmp_path / "b", "Test") as bundle:
        adds(tmp_path, *BASE)(bundle)
        writes("", "Ask Kim.")(bundle)
        bundle.undo()

        text = (bundle.root / HOSTING).read_text("utf-8")
        assert "Ask Kim." in text
        assert "Linode" not in text
        assert 'status: "draft"' in text
        settled(bundle)


def test_a_purge_leaves_no_page_that_leads_on_from_what_was_purged(tmp_path: Path) -> None:
    bundle = branched(tmp_path / "one", [adds(tmp_path, *PEOPLE)], [adds(tmp_path, *BASE)])
    commit(bundle.root, "all")
    bundle.undo()
    assert (bundle.root / HOSTING).exists()

    bundle.purge(next(s.id for s in bundle.sources() if s.title == BASE[0]))

    assert not (bundle.root / HOSTING).exists()
    assert said(bundle)


@pytest.mark.parametrize("index", [b"DIRC\0\0\0\4", b"", b"no index"])
def test_where_git_cannot_tell_what_it_knows_a_page_stays(tmp_path: Path, index: bytes) -> None:
    with app.create(tmp_path / "b", "Test") as bundle:
        adds(tmp_path, *PEOPLE)(bundle)
        git(bundle.root, "init", "-q")
        (bundle.root / ".git/index").write_bytes(index)
        merge(bundle)
        assert (bundle.root / TOVE).exists() is bool(index)
