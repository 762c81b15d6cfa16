"""A rebuild reads the stored text with today's extractor; what people decided survives it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from clew import app
from clew.belief import events
from clew.bundle import Bundle
from clew.errors import Conflict, Refused
from clew.model import Candidate, Maker, Part, Quote, Source, Speaker, Triple

TURNS = (
    "The boat has two masts.",
    "The harbour is Kell.",
    "The crew is six people.",
    "Nadia keeps the log.",
    "We paint the hull green.",
)
Wording = Callable[[str], str | None]


@dataclass(frozen=True)
class Sentences:
    """An extractor for which every turn is a claim, worded by a function; None reads nothing off a turn."""

    version: int
    worded: Wording
    notes: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"rules/{self.version}"

    @property
    def maker(self) -> Maker:
        return Maker(self.name)

    def extract(self, source: Source, parts: Sequence[Part], owner: Sequence[str]) -> Iterator[Candidate]:
        for part in parts:
            text = self.worded(part.text)
            if text:
                words = text.rstrip(".").split()
                yield Candidate(
                    kind="fact", text=text, label=" ".join(words[:4]), topic=words[1].lower(),
                    quotes=(Quote(part.n, part.text, 0),), speaker=Speaker("person", "user"),
                    triple=Triple(words[1], words[2], " ".join(words[3:])),
                )  # fmt: skip


def plainly(text: str) -> str | None:
    return text


def otherwise(text: str) -> str | None:
    """The newer extractor: one turn worded anew, one not read any more."""
    if "crew" in text:
        return None
    return text.replace("The boat has", "Our boat has")


def opened(root: Path, version: int, worded: Wording) -> Bundle:
    bundle = app.open_bundle(root)
    bundle._desk.wiring = replace(bundle._desk.wiring, extractor=Sentences(version, worded))
    return bundle


@pytest.fixture
def root(tmp_path: Path, person: None) -> Path:
    app.create(tmp_path / "boat", "Boat").close()
    rows = [f'{{"role": "user", "at": "2026-01-1{n}T10:00:00Z", "text": "{text}"}}' for n, text in enumerate(TURNS)]
    with opened(tmp_path / "boat", 1, plainly) as bundle:
        bundle.add([f'{{"id": "boat", "title": "Boat", "messages": [{", ".join(rows)}]}}'.encode()], accept="all")
    return tmp_path / "boat"


def claim(bundle: Bundle, words: str) -> str:
    [found] = [v.claim.id for v in bundle.claims() if words in v.claim.text and v.standing.shown == "shown"]
    return found


def fates(bundle: Bundle) -> dict[str, int]:
    return dict(bundle.rebuild.plan().counts)


def test_the_same_extractor_finds_nothing_to_change(root: Path) -> None:
    with opened(root, 1, plainly) as bundle:
        plan = bundle.rebuild.plan()

        assert (dict(plan.counts), plan.differences, plan.events) == ({"same": 5}, (), ())


def test_differences_are_listed_and_nothing_is_written(root: Path) -> None:
    with opened(root, 2, otherwise) as bundle:
        before = {p: p.read_bytes() for p in root.rglob("*") if p.is_file() and ".clew" not in p.parts}
        plan = bundle.rebuild.plan()
        after = {p: p.read_bytes() for p in root.rglob("*") if p.is_file() and ".clew" not in p.parts}

    assert dict(plan.counts) == {"same": 3, "reworded": 1, "gone": 1}
    assert [(d.fate, d.old.text, d.new and d.new.text) for d in plan.differences if d.old] == [
        ("reworded", "The boat has two masts.", "Our boat has two masts."),
        ("gone", "The crew is six people.", None),
    ]
    assert after == before


def test_what_is_not_found_any_more_is_set_aside(root: Path) -> None:
    with opened(root, 2, otherwise) as bundle:
        bundle.rebuild.write(bundle.rebuild.plan())
        shown = [v.claim.text for v in bundle.claims() if v.standing.shown == "shown"]

        assert "The crew is six people." not in shown
        assert len(shown) == 4
        assert not bundle.queue()
        assert (
            "six people" not in bundle.context("How large is the crew?").markdown()
            or not bundle.context("How large is the crew?").items
        )


def test_a_second_rebuild_changes_nothing(root: Path) -> None:
    with opened(root, 2, otherwise) as bundle:
        bundle.rebuild.write(bundle.rebuild.plan())

        assert fates(bundle) == {"same": 4}
        assert bundle.rebuild.plan().events == ()


VERDICTS: dict[str, Callable[[Bundle, str], object]] = {
    "verified": lambda b, c: b.decide(lambda curate: curate.verify(c)),
    "hidden": lambda b, c: b.decide(lambda curate: curate.hide(c)),
    "pinned": lambda b, c: b.decide(lambda curate: curate.pin(c)),
    "moved": lambda b, c: b.decide(lambda curate: (events.overlay(c, {"topic": "rig"}),)),
}


@pytest.mark.parametrize("verdict", sorted(VERDICTS))
def test_a_verdict_follows_the_claim_to_its_new_wording(root: Path, verdict: str) -> None:
    with opened(root, 1, plainly) as bundle:
        old = claim(bundle, "two masts")
        VERDICTS[verdict](bundle, old)
        before = bundle.knowledge().standings[old]
    with opened(root, 2, otherwise) as bundle:
        bundle.rebuild.write(bundle.rebuild.plan())
        [new] = [c for c in bundle.knowledge().claims.values() if c.text == "Our boat has two masts."]
        after = bundle.knowledge().standings[new.id]

    kept = ("link", "shown", "review", "pinned", "topic")
    assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]
    assert bundle.knowledge().standings[old].shown == "hidden"


def test_a_claim_that_somebody_decided_about_stays_when_it_is_not_found(root: Path) -> None:
    with opened(root, 1, plainly) as bundle:
        bundle.decide(lambda curate: curate.verify(claim(bundle, "six people")))
    with opened(root, 2, otherwise) as bundle:
        plan = bundle.rebuild.plan()
        bundle.rebuild.write(plan)

        assert [d.fate for d in plan.differences] == ["reworded", "held"]
        assert bundle.knowledge().standings[claim(bundle, "six people")].link == "active"


@pytest.mark.parametrize("verb", ["reject", "refute", "retract"])
def test_what_was_refused_does_not_come_back(root: Path, verb: str) -> None:
    with opened(root, 1, plainly) as bundle:
        old = claim(bundle, "two masts")
        bundle.decide(lambda curate: getattr(curate, verb)(old))
        before = bundle.knowledge().standings[old]
    with opened(root, 2, otherwise) as bundle:
        bundle.rebuild.write(bundle.rebuild.plan())

        assert bundle.knowledge().standings[old] == before
        assert [v.claim.id for v in bundle.claims() if "two masts" in v.claim.text] == [old]


def test_a_supersession_by_hand_keeps_both_ends(root: Path) -> None:
    with opened(root, 1, plainly) as bundle:
        old, new = claim(bundle, "two masts"), claim(bundle, "Kell")
        bundle.decide(lambda curate: curate.supersede(new, old))
    with opened(root, 2, otherwise) as bundle:
        bundle.rebuild.write(bundle.rebuild.plan())
        again = claim(bundle, "Our boat")

        assert bundle.knowledge().standings[again].successor == new
        assert bundle.knowledge().standings[new].predecessors == (again,)


def test_a_settled_question_is_not_asked_again(root: Path) -> None:
    with opened(root, 1, plainly) as bundle:
        pair = claim(bundle, "two masts"), claim(bundle, "Kell")
        asked = events.finding("contradiction", pair, "by hand")
        bundle.decide(lambda curate: (asked,))
        bundle.decide(lambda curate: curate.settle(asked.target, "keep-both", "rig"))
    with opened(root, 2, otherwise) as bundle:
        bundle.rebuild.write(bundle.rebuild.plan())
        renamed = events.finding_id("contradiction", (claim(bundle, "Our boat"), pair[1]))

        assert bundle.findings() == ()
        assert bundle.knowledge().findings()[renamed].disposition == "keep-both"


def test_a_rebuild_is_one_entry_of_the_log_and_can_be_undone(root: Path) -> None:
    with opened(root, 2, otherwise) as bundle:
        before = {v.claim.text: v.standing.link for v in bundle.claims() if v.standing.shown == "shown"}
        known = len(bundle.log())
        bundle.rebuild.write(bundle.rebuild.plan(), reason="a better extractor")
        assert len(bundle.log()) == known + 1

        bundle.undo()
        assert {v.claim.text: v.standing.link for v in bundle.claims() if v.standing.shown == "shown"} == before
        assert not bundle.queue()
        assert [o.undone for o in bundle.log()[:2]] == [False, True]

        bundle.rebuild.write(bundle.rebuild.plan())
        assert claim(bundle, "Our boat has two masts.")


def test_a_claim_that_is_found_again_comes_back(root: Path) -> None:
    with opened(root, 2, otherwise) as bundle:
        bundle.rebuild.write(bundle.rebuild.plan())
    with opened(root, 3, plainly) as bundle:
        bundle.rebuild.write(bundle.rebuild.plan())
        shown = [v.claim.text for v in bundle.claims() if v.standing.shown == "shown"]

    assert sorted(shown) == sorted(TURNS)


def test_pages_of_people_and_notes_by_hand_are_not_touched(root: Path) -> None:
    (root / "concepts/mine.md").write_text("---\ntype: Concept\n---\nMy own words.\n", "utf-8")
    with opened(root, 1, plainly) as bundle:
        bundle.note("The tender is grey.")
    with opened(root, 2, otherwise) as bundle:
        bundle.rebuild.write(bundle.rebuild.plan())

        assert (root / "concepts/mine.md").read_text("utf-8") == "---\ntype: Concept\n---\nMy own words.\n"
        assert claim(bundle, "tender is grey")


def test_a_change_after_the_plan_is_a_conflict(root: Path) -> None:
    with opened(root, 2, otherwise) as bundle:
        plan = bundle.rebuild.plan()
        bundle.decide(lambda curate: curate.verify(claim(bundle, "Kell")))

        with pytest.raises(Conflict, match="run it again"):
            bundle.rebuild.write(plan)


def test_only_a_person_takes_claims_out_of_force(root: Path) -> None:
    with opened(root, 2, otherwise) as bundle:
        wiring = bundle._desk.wiring
        bundle._desk.wiring = replace(wiring, authority=replace(wiring.authority, scripts=False))

        with pytest.raises(Refused, match="only a person"):
            bundle.rebuild.write(bundle.rebuild.plan())


def test_candidates_say_which_sources_are_behind(root: Path) -> None:
    with opened(root, 2, otherwise) as bundle:
        [nominee] = bundle.rebuild.candidates()
        assert (nominee.behind, nominee.before, nominee.claims, nominee.decided) == (True, ("rules/1",), 5, 0)
        bundle.rebuild.write(bundle.rebuild.plan())
        assert not bundle.rebuild.candidates()[0].behind


def test_the_ledger_of_a_rebuild_is_whole(root: Path) -> None:
    with opened(root, 2, otherwise) as bundle:
        bundle.rebuild.write(bundle.rebuild.plan())

        assert bundle.doctor().problems == ()


def damaged(root: Path, how: str) -> str:
    """A second source whose text is lost or cut short; its id."""
    with opened(root, 1, plainly) as bundle:
        bundle.add([b'{"id": "pier", "title": "Pier", "messages": [{"role": "user", "text": "The pier is long."}]}'],
                   accept="all")  # fmt: skip
        [ident] = [v.claim.evidence[0].source for v in bundle.claims() if "pier" in v.claim.text]
    text = root / "references" / f"{ident}.jsonl"
    if how == "gone":
        text.unlink()
    else:
        text.write_bytes({"empty": b"", "cut": text.read_bytes()[:40]}[how])
    return ident


@pytest.mark.parametrize("how", ["gone", "empty", "cut"])
def test_a_text_that_is_lost_is_named_and_its_claims_stay_while_the_rest_is_read(root: Path, how: str) -> None:
    ident = damaged(root, how)
    claims = root / "claims" / f"{ident}.jsonl"
    before = claims.read_bytes()
    with opened(root, 2, otherwise) as bundle:
        plan = bundle.rebuild.plan()
        alone = bundle.rebuild.plan(ident)
        bundle.rebuild.write(plan)
        shown = [v.claim.text for v in bundle.claims() if v.standing.shown == "shown"]

    assert dict(plan.counts) == {"same": 3, "reworded": 1, "gone": 1}
    assert plan.sources == 1
    assert [(p.path, p.code) for p in plan.unread] == [
        (f"references/{ident}.jsonl", "missing_text" if how == "gone" else "changed_text")
    ]
    assert (alone.sources, alone.unread) == (0, plan.unread)
    assert "The pier is long." in shown
    assert claims.read_bytes() == before
