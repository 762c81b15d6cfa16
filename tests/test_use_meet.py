"""Claims of two branches that git brought together: compared once, alike on every clone, by no reading command."""

from pathlib import Path

import pytest

from branching import BASE, FLY, Step, adds, branched, commit, found, git, pages
from clew import app
from clew.belief import events
from clew.belief.branches import Branches, Lines
from clew.belief.log import Log
from clew.bundle import Bundle
from clew.model import Event
from clew.use import memory
from clew.use.look import Filter

pytestmark = pytest.mark.usefixtures("person")

HETZNER = ("hetzner", "2026-02-10T10:00:00Z", "We now host the shop on Hetzner.")
TO_FLY = ("fly-io", "2026-03-10T10:00:00Z", "We now host the shop on Fly.")
AGAIN = ("again", "2026-04-10T10:00:00Z", "We now host the shop on Hetzner.")
TEA = ("tea", "2026-05-10T10:00:00Z", "We open at nine.")


def told(bundle: Bundle) -> dict[str, str]:
    return {v.claim.text: v.badges[0] for v in bundle.list(Filter())}


def ledgers(bundle: Bundle) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (bundle.root / "ledger").glob("*.jsonl")}


def pulled(ours: Bundle, theirs: Bundle) -> None:
    """Ours commits and takes in what theirs has committed."""
    commit(ours.root, "ours")
    git(ours.root, "fetch", "-q", str(theirs.root), "HEAD")
    git(ours.root, "merge", "-q", "-m", "both", "FETCH_HEAD")


def crossed(one: Bundle, two: Bundle) -> None:
    """Each takes in what the other one has committed, at the same time."""
    for ours, theirs in ((one, two), (two, one)):
        git(ours.root, "fetch", "-q", str(theirs.root), "HEAD")
    for bundle in (one, two):
        git(bundle.root, "merge", "-q", "-m", "both", "FETCH_HEAD")


def clones(folder: Path, base: list[Step], ours: list[Step], theirs: list[Step]) -> tuple[Bundle, Bundle]:
    """Two clones that each took steps of their own, committed."""
    one = branched(folder / "x", base, [])
    git(folder, "clone", "-q", "x/one", "other")
    two = app.open_bundle(folder / "other")
    for bundle, steps in ((one, ours), (two, theirs)):
        for step in steps:
            step(bundle)
        commit(bundle.root, "own")
    return one, two


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("base", "one", "two"),
    [
        ([BASE], [HETZNER], [TO_FLY]),
        ([FLY], [HETZNER], [TO_FLY]),
        ([BASE], [HETZNER, AGAIN], [TO_FLY]),
        ([FLY], [HETZNER], [AGAIN]),
        ([BASE], [TEA, TO_FLY], [HETZNER, AGAIN]),
    ],
)
def test_claims_that_met_in_git_stand_as_if_all_had_been_added_in_one_place(
    tmp_path: Path, base: list[tuple[str, ...]], one: list[tuple[str, ...]], two: list[tuple[str, ...]], swapped: bool
) -> None:
    start, first, second = ([adds(tmp_path, *it) for it in steps] for steps in (base, one, two))
    both = branched(tmp_path / "both", start, *((second, first) if swapped else (first, second)))
    alone = branched(tmp_path / "alone", start, [*first, *second])
    assert both.status().strangers

    both.ledger.meet()

    assert told(both) == told(alone)
    assert pages(both.root) == pages(alone.root)
    assert both.status().strangers == 0
    assert both.status().open_findings == ()
    assert both.doctor().problems == ()
    assert found(both) == set()


def test_two_clones_that_compare_write_the_same_bytes(tmp_path: Path) -> None:
    one, two = clones(tmp_path, [adds(tmp_path, *BASE)], [adds(tmp_path, *HETZNER)], [adds(tmp_path, *TO_FLY)])
    crossed(one, two)
    for bundle in (one, two):
        assert bundle.ledger.meet().counts == {"compared": 2, "superseding": 1, "restated": 0, "findings": 0}
        commit(bundle.root, "met")

    assert ledgers(one) == ledgers(two)
    pulled(one, two)
    assert told(one) == told(two)
    assert one.ledger.meet().counts == {}
    assert one.doctor().problems == ()


def test_what_never_met_is_not_counted_again_after_each_decision_on_a_large_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MANY", 1)
    one, two = clones(tmp_path, [adds(tmp_path, *BASE)], [adds(tmp_path, *HETZNER)], [adds(tmp_path, *TO_FLY)])
    pulled(one, two)
    counted: list[Branches] = []
    whole = Branches._strangers
    monkeypatch.setattr(Branches, "_strangers", lambda branches: counted.append(branches) or whole(branches))

    with app.open_bundle(one.root, "app") as bundle:
        bundle.patient()
        assert bundle.status().strangers == 2
        for claim in [v.claim.id for v in bundle.list(Filter())][:2]:
            bundle.decide(lambda curate, claim=claim: curate.hide(claim))
            assert bundle.status().strangers == 2
        assert len(counted) == 1
        with app.open_bundle(one.root, "app") as beside:
            lately = beside.trail()
        bundle.trailed(lately)
        assert bundle.status().strangers == lately.apart == len(Branches(bundle.knowledge()).strangers())
    with app.open_bundle(one.root) as bundle:
        counted.clear()
        assert bundle.status().strangers == lately.apart
        assert not counted


def test_both_go_on_after_they_met_and_only_what_is_new_meets(tmp_path: Path) -> None:
    one, two = clones(tmp_path, [adds(tmp_path, *BASE)], [adds(tmp_path, *HETZNER)], [adds(tmp_path, *TO_FLY)])
    pulled(one, two)
    one.ledger.meet()
    adds(tmp_path, *AGAIN)(one)
    commit(one.root, "more")
    adds(tmp_path, *TEA)(two)
    commit(two.root, "more")
    pulled(two, one)

    assert two.status().strangers == 3
    assert two.ledger.meet().counts["superseding"] == 0
    assert told(two) == told(
        branched(tmp_path / "alone", [], [adds(tmp_path, *it) for it in (BASE, HETZNER, TO_FLY, AGAIN, TEA)])
    )


def test_the_next_add_compares_and_says_so(tmp_path: Path) -> None:
    one, two = clones(tmp_path, [adds(tmp_path, *BASE)], [adds(tmp_path, *HETZNER)], [adds(tmp_path, *TO_FLY)])
    pulled(one, two)

    report = adds(tmp_path, *TEA)(one)

    assert report.met == {"compared": 2, "superseding": 1, "restated": 0, "findings": 0}  # type: ignore[attr-defined]
    assert told(one)["We now host the shop on Hetzner."].startswith("SUPERSEDED")


@pytest.mark.parametrize("read", ["sync", "status", "lint", "context", "doctor", "reindex"])
def test_a_reading_command_decides_nothing(tmp_path: Path, read: str) -> None:
    one, two = clones(tmp_path, [adds(tmp_path, *BASE)], [adds(tmp_path, *HETZNER)], [adds(tmp_path, *TO_FLY)])
    pulled(one, two)
    before = ledgers(one)
    reads = {"lint": lambda: one.linter.look(), "context": lambda: one.context("Where do we host the shop?")}

    reads.get(read, getattr(one, read, None))()

    assert ledgers(one) == before
    assert one.status().strangers == 2


def test_a_trial_writes_nothing(tmp_path: Path) -> None:
    one, two = clones(tmp_path, [adds(tmp_path, *BASE)], [adds(tmp_path, *HETZNER)], [adds(tmp_path, *TO_FLY)])
    pulled(one, two)
    before = ledgers(one)

    assert one.ledger.meet(dry_run=True).counts["superseding"] == 1

    assert ledgers(one) == before


def test_whoever_pulls_before_adding_leaves_nothing_to_compare(tmp_path: Path) -> None:
    one, two = clones(tmp_path, [adds(tmp_path, *BASE)], [adds(tmp_path, *HETZNER)], [])
    pulled(two, one)
    assert two.status().strangers == 0
    adds(tmp_path, *TO_FLY)(two)
    commit(two.root, "after")
    pulled(one, two)

    assert one.status().strangers == 0
    assert one.ledger.meet().events == ()
    adds(tmp_path, *AGAIN)(one)
    assert one.status().strangers == 0
    assert told(one)["We now host the shop on Fly."].startswith("SUPERSEDED")


def test_what_a_person_took_back_of_a_comparison_stays_so(tmp_path: Path) -> None:
    one, two = clones(tmp_path, [adds(tmp_path, *FLY)], [adds(tmp_path, *HETZNER)], [adds(tmp_path, *TO_FLY)])
    pulled(one, two)
    one.ledger.meet()
    one.undo()

    assert one.ledger.meet().events == ()
    adds(tmp_path, *TEA)(one)
    assert told(one)["We now host the shop on Hetzner."] == "CURRENT"


def test_a_question_between_branches_is_asked_once(tmp_path: Path) -> None:
    ours = ("ours", "2026-02-10T10:00:00Z", "Anna says the deadline for the report is Friday.")
    theirs = ("theirs", "2026-03-10T10:00:00Z", "Ben says the deadline for the report is Monday.")
    one, two = clones(tmp_path, [adds(tmp_path, *BASE)], [adds(tmp_path, *ours)], [adds(tmp_path, *theirs)])
    crossed(one, two)
    adds(tmp_path, *TEA)(two)  # the two clones go on unlike each other
    one.ledger.meet()
    commit(two.root, "theirs")
    pulled(one, two)
    one.ledger.meet()

    alone = branched(tmp_path / "alone", [], [adds(tmp_path, *it) for it in (BASE, ours, theirs, TEA)])
    assert [f.id for f in one.status().open_findings] == [f.id for f in alone.status().open_findings]


def mark(writer: str, n: int, clock: int, **heads: int) -> Event:
    made = events.meet("bundle", heads)
    return Event(made.kind, made.target, "", "", "import", made.data, writer=writer, n=n, clock=clock)


def log(*given: Event) -> Log:
    made = Log()
    for event in given:
        made.add(event)
    return made


def line(writer: str, upto: int, clock: int = 1) -> list[Event]:
    return [Event("accept", f"c{writer}{n}", "", "", "import", writer=writer, n=n, clock=clock) for n in range(1, upto)]


def test_events_of_one_writer_have_met_and_those_of_two_have_not() -> None:
    lines = Lines(log(*line("a", 4), *line("b", 3)))

    assert lines.without("a", 2) == {"b": (0, 2)}
    assert lines.without("b", 1) == {"a": (0, 3)}
    assert not lines.joined
    assert lines.missing("a") == {"b": 2}


def test_what_a_writer_saw_before_it_went_on_has_met_what_follows() -> None:
    lines = Lines(log(*line("a", 4), *line("b", 3), mark("b", 3, 2, a=2), *line("b", 6)[3:]))

    assert lines.without("b", 2) == {"a": (2, 3)}  # before it went on, it compared
    assert lines.without("b", 4) == {"a": (2, 3)}
    assert lines.without("a", 2) == {}
    assert lines.without("a", 3) == {"b": (0, 5)}


def test_a_comparison_covers_whatever_its_heads_lead_to() -> None:
    seen = mark("b", 3, 2, a=2)
    lines = Lines(log(*line("a", 4), *line("b", 3), seen, mark("meet-x", 1, 3, b=3, a=3)))

    assert lines.without("a", 3) == {}
    assert lines.without("b", 2) == {}
    assert lines.joined


def test_a_line_with_heads_that_make_no_sense_is_passed_over() -> None:
    broken = Event("meet", "bundle", "", "", "import", {"heads": {"b": "two", "c": 9}}, writer="a", n=4, clock=2)
    assert Lines(log(*line("a", 4), *line("b", 3), broken)).missing("a") == {"b": 2}
