"""A bundle as its users meet it: add, change, ask, decide, undo; every test shows the chats it is about."""

import json
import os
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

import clew
from clew import app
from clew.bundle import Bundle
from clew.errors import Locked, NewerFormat, Refused, UsageError
from clew.use.ask import Options
from clew.use.look import Filter

pytestmark = pytest.mark.usefixtures("person")

PLAN = {
    "id": "chat-plan-0000000001",
    "title": "Plan",
    "messages": [
        {"id": "p1", "role": "user", "at": "2026-01-10T10:00:00Z", "text": "We host the shop on Render."},
        {"id": "p2", "role": "assistant", "at": "2026-01-10T10:01:00Z", "text": "Noted."},
    ],
}
MOVE = {
    "id": "chat-move-0000000002",
    "title": "Moving",
    "messages": [
        {"id": "m1", "role": "user", "at": "2026-02-10T10:00:00Z", "text": "We now host the shop on Hetzner."},
        {"id": "m2", "role": "assistant", "at": "2026-02-10T10:01:00Z", "text": "Good."},
    ],
}
BACK = {
    "id": "chat-back-0000000003",
    "title": "Back",
    "messages": [
        {"id": "b1", "role": "user", "at": "2026-03-10T10:00:00Z", "text": "We now host the shop on Render again."}
    ],
}


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        yield made


def chat(folder: Path, *chats: object) -> list[Path | bytes]:
    paths: list[Path | bytes] = []
    for i, value in enumerate(chats):
        path = folder / f"chat-{i}-{len(list(folder.iterdir()))}.json"
        path.write_text(json.dumps(value), "utf-8")
        paths.append(path)
    return paths


def said(bundle: Bundle, link: str = "active") -> list[str]:
    return sorted(v.claim.text for v in bundle.list(Filter(link=link)))  # type: ignore[arg-type]


def content(root: Path) -> dict[str, bytes]:
    kept = ("references", "claims", "sources", "concepts")
    paths = [p for folder in kept for p in sorted((root / folder).rglob("*")) if p.is_file()]
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in paths}


def test_a_bundle_can_be_named_by_a_string(bundle: Bundle) -> None:
    with clew.open(str(bundle.root)) as opened:
        assert opened.status().sources == 0


def test_what_is_dropped_is_the_thing_with_its_qualifiers(bundle: Bundle, tmp_path: Path) -> None:
    price = {**PLAN, "messages": [{**PLAN["messages"][0], "text": "A single ticket costs 5 euro."}]}  # type: ignore[dict-item]
    drop = {**MOVE, "messages": [{**MOVE["messages"][0], "text": "We drop the paper tickets."}]}  # type: ignore[dict-item]
    bundle.add(chat(tmp_path, price, drop))

    assert "A single ticket costs 5 euro." in said(bundle)


def test_a_later_decision_takes_the_place_of_the_earlier(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN, MOVE))

    assert said(bundle) == ["We now host the shop on Hetzner."]
    assert said(bundle, "superseded") == ["We host the shop on Render."]


def test_an_older_chat_imported_late_is_history(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, MOVE))
    bundle.add(chat(tmp_path, PLAN))

    assert said(bundle) == ["We now host the shop on Hetzner."]


def test_back_to_the_first_value_is_a_link_of_its_own(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN, MOVE, BACK))

    (chain,) = bundle.history("hosting").chains
    assert [v.claim.text for v in chain] == [
        "We host the shop on Render.",
        "We now host the shop on Hetzner.",
        "We now host the shop on Render again.",
    ]
    assert [v.standing.link for v in chain] == ["superseded", "superseded", "active"]


def test_files_do_not_depend_on_the_order_of_import(tmp_path: Path) -> None:
    results = []
    for k, order in enumerate(permutations((PLAN, MOVE, BACK))):
        with app.create(tmp_path / f"b{k}", "Test") as made:
            for one in order:
                made.add(chat(tmp_path, one))
            results.append(content(made.root))

    assert all(result == results[0] for result in results)


def test_D01_adding_twice_changes_nothing(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN))
    before = content(bundle.root), len(bundle.knowledge().events)

    report = bundle.add(chat(tmp_path, PLAN))

    assert report.counts["unchanged"] == 1
    assert (content(bundle.root), len(bundle.knowledge().events)) == before


def test_D05_a_moved_file_is_the_same_chat(bundle: Bundle, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    bundle.add(chat(tmp_path, PLAN))

    assert bundle.add(chat(tmp_path / "elsewhere", PLAN)).counts["unchanged"] == 1


def test_T51_growing_prefixes_are_one_conversation(bundle: Bundle, tmp_path: Path) -> None:
    grown = [{**MOVE, "messages": MOVE["messages"][:n]} for n in (1, 2)]  # type: ignore[index]

    report = bundle.add(chat(tmp_path, *grown))

    assert report.counts["new"] == 1
    assert report.counts["updated"] == 1
    assert len(bundle.sources()) == 1
    assert len(bundle.parts(bundle.sources()[0].id)) == 2


def test_the_numbers_of_a_report_add_up(bundle: Bundle, tmp_path: Path) -> None:
    empty = {"id": "chat-empty-0000000009", "messages": [{"role": "user", "text": "  "}]}
    broken = tmp_path / "broken.json"
    broken.write_text('{"rows": [1]}', "utf-8")

    report = bundle.add([*chat(tmp_path, PLAN, empty), broken])

    assert sum(report.counts.values()) == len(report.items)
    assert report.counts["new"] == 1
    assert report.counts["failed"] >= 1


def test_a_dry_run_writes_no_byte(bundle: Bundle, tmp_path: Path) -> None:
    before = {p: p.read_bytes() for p in bundle.root.rglob("*") if p.is_file() and ".clew" not in p.parts}

    report = bundle.add(chat(tmp_path, PLAN, MOVE), dry_run=True)

    assert report.counts["new"] == 2
    assert report.claims["superseding"] == 1
    assert [(one.text, one.link, one.replaces) for one in report.tried][1:] == [
        ("We now host the shop on Hetzner.", "active", ("We host the shop on Render.",))
    ]
    assert {p: p.read_bytes() for p in bundle.root.rglob("*") if p.is_file() and ".clew" not in p.parts} == before


def test_undo_takes_an_import_back_and_adding_again_restores_it(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN))
    bundle.add(chat(tmp_path, MOVE))

    bundle.undo()
    assert said(bundle) == ["We host the shop on Render."]

    bundle.add(chat(tmp_path, MOVE))
    assert said(bundle) == ["We now host the shop on Hetzner."]


def test_X02_a_rejected_value_is_not_offered_again(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, MOVE))
    ident = bundle.list(Filter())[0].claim.id
    bundle.decide(lambda curate: curate.reject(ident))
    again = {**MOVE, "id": "chat-other-000000004"}

    report = bundle.add(chat(tmp_path, again))

    assert report.rejected == {"tombstone": 1}
    assert said(bundle) == []


def test_X11_what_a_person_writes_by_hand_after_a_rejection_is_refused_with_a_reason(
    bundle: Bundle, tmp_path: Path
) -> None:
    bundle.add(chat(tmp_path, MOVE))
    ident = bundle.list(Filter())[0].claim.id
    bundle.decide(lambda curate: curate.reject(ident))

    with pytest.raises(Refused, match="tombstone"):
        bundle.note("We now host the shop on Hetzner.")

    bundle.decide(lambda curate: curate.restore(ident))
    assert said(bundle) == ["We now host the shop on Hetzner."]


@pytest.mark.parametrize("verb", ["accept", "hide", "pin", "verify", "reject", "retract", "refute"])
def test_a_verb_said_twice_changes_nothing_the_second_time(bundle: Bundle, tmp_path: Path, verb: str) -> None:
    bundle.add(chat(tmp_path, MOVE), accept="none" if verb == "accept" else None)
    ident = bundle.list(Filter())[0].claim.id
    assert bundle.decide(lambda curate: getattr(curate, verb)(ident))
    before = len(bundle.log())

    assert bundle.decide(lambda curate: getattr(curate, verb)(ident)) == ()
    assert len(bundle.log()) == before


@pytest.mark.parametrize("link", ["active", "proposed"])
def test_nothing_is_taken_back_where_nothing_keeps_a_claim_out(bundle: Bundle, tmp_path: Path, link: str) -> None:
    bundle.add(chat(tmp_path, MOVE), accept="all" if link == "active" else "none")
    ident = bundle.list(Filter())[0].claim.id

    with pytest.raises(Refused, match=f"is {link} and shown; there is nothing to take back"):
        bundle.decide(lambda curate: curate.restore(ident))
    assert bundle.decide(lambda curate: curate.unpin(ident)) == ()


def test_a_superseded_claim_is_never_served_as_current(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN, MOVE))

    block = bundle.context("Where do we host the shop?")

    assert block.items[0].text == "We now host the shop on Hetzner."
    assert [i.text for i in block.items if i.presented == "current" and "Render" in i.text] == []


def test_a_question_that_nothing_answers_is_refused(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN))

    assert not bundle.context("Which colour has the front door?").confident
    assert bundle.context("Where do we host the shop?").confident


def test_a_hand_edit_in_the_generated_block_is_reported_and_kept(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN, MOVE))
    page = next(p for p in (bundle.root / "concepts").glob("*.md") if "Hetzner" in p.read_text("utf-8"))
    edited = page.read_text("utf-8").replace("* We now host", "* We gladly host")
    page.write_text(edited, "utf-8")

    report = bundle.add(chat(tmp_path, BACK))

    assert [p.code for p in report.problems] == ["page_left_alone"]
    assert page.read_text("utf-8") == edited


def test_prose_of_people_stays_when_a_page_is_renewed(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN, MOVE))
    page = next(p for p in (bundle.root / "concepts").glob("*.md") if "Hetzner" in p.read_text("utf-8"))
    page.write_text(page.read_text("utf-8") + "\nAsk Nadia before moving anything.\n", "utf-8")

    bundle.add(chat(tmp_path, BACK))

    assert "Ask Nadia before moving anything." in page.read_text("utf-8")
    assert "again" in page.read_text("utf-8")


def test_the_index_can_be_deleted_at_any_time(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN, MOVE))
    before = bundle.context("Where do we host the shop?").prompt()
    bundle.close()
    for path in (bundle.root / ".clew").glob("index.db*"):
        path.unlink()

    with app.open_bundle(bundle.root) as again:
        assert again.context("Where do we host the shop?").prompt() == before


def test_a_second_writer_is_told_at_once(bundle: Bundle, tmp_path: Path) -> None:
    with app.open_bundle(bundle.root) as other, bundle._desk.writing(), pytest.raises(Locked):
        other.add(chat(tmp_path, PLAN))


def test_a_bundle_of_a_newer_version_is_refused(bundle: Bundle) -> None:
    settings = bundle.root / "clew.toml"
    settings.write_text(settings.read_text("utf-8").replace("format = 2", "format = 3"), "utf-8")

    with pytest.raises(NewerFormat, match="newer"):
        app.open_bundle(bundle.root)


def test_P03_a_bundle_cannot_widen_what_clew_does(bundle: Bundle) -> None:
    settings = bundle.root / "clew.toml"
    settings.write_text(settings.read_text("utf-8") + '\n[user]\nscripts = true\ncommand = "rm"\n', "utf-8")

    with app.open_bundle(bundle.root) as opened:
        assert [p.code for p in opened.problems] == ["unknown_setting", "unknown_setting"]


def test_a_bundle_of_other_hands_answers_at_once(tmp_path: Path) -> None:
    root = tmp_path / "wiki"
    (root / "entities").mkdir(parents=True)
    (root / "clew.toml").write_text("[bundle]\nformat = 1\n", "utf-8")
    (root / "entities/otter.md").write_text(
        "---\ntype: Animal\ntitle: Otter\n---\n\nThe otter sleeps on its back and holds on to kelp.\n", "utf-8"
    )
    before = {p.name for p in root.rglob("*.md")}

    with app.open_bundle(root) as opened:
        block = opened.context("How does the otter sleep?")

    assert "sleeps on its back" in block.prompt()
    assert {p.name for p in root.rglob("*.md")} == before


def test_scripts_may_not_retire_what_is_in_force_unless_the_person_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml").write_text('[models]\nembedder = "none"\n', "utf-8")
    with app.create(tmp_path / "b", "Test") as made:
        made.add(chat(tmp_path, PLAN))
        ident = made.list(Filter())[0].claim.id
        with pytest.raises(Refused, match="only a person"):
            made.decide(lambda curate: curate.hide(ident))
        assert said(made) == ["We host the shop on Render."]

    with app.open_bundle(tmp_path / "b", "app") as opened:
        opened.decide(lambda curate: curate.hide(ident))
        assert said(opened) == []


def test_a_discarded_head_leaves_no_current_claim(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN, MOVE))
    ident = bundle.list(Filter(link="active"))[0].claim.id

    bundle.decide(lambda curate: curate.hide(ident))

    block = bundle.context("Where do we host the shop?", Options(gate=False))
    assert [i.text for i in block.items if i.claim and i.presented == "current"] == []


def test_a_note_by_hand_is_quoted_and_in_force(bundle: Bundle) -> None:
    view = bundle.note("The harbour opens at six.", kind="fact", topic="harbour hours")

    assert view.standing.link == "active"
    assert view.claim.evidence[0].quote == "The harbour opens at six."
    assert view.topic == "harbour hours"
    assert bundle.doctor().healthy


@pytest.mark.parametrize(("accept", "at"), [("most", None), (None, "soon")])
def test_options_that_are_not_understood_are_wrong_use(bundle: Bundle, accept: str | None, at: str | None) -> None:
    with pytest.raises(UsageError):
        bundle.add([], accept=accept, at=at)


def test_a_source_without_dates_takes_the_time_of_capture(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add([b"You said:\nWe host the shop on Render.\n\nChatGPT said:\nNoted.\n\nYou said:\nThanks.\n"])

    (view,) = bundle.list(Filter())
    assert view.claim.asserted_at == "2026-06-01T12:00:00Z"
    assert "TIME ASSUMED" in view.badges


def test_an_edited_message_is_a_new_part_and_its_claim_takes_over(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN))
    first = {**PLAN["messages"][0], "text": "We host the shop on Fly."}  # type: ignore[dict-item]

    report = bundle.add(chat(tmp_path, {**PLAN, "messages": [first, PLAN["messages"][1]]}))  # type: ignore[index]

    assert report.counts["updated"] == 1
    assert said(bundle) == ["We host the shop on Fly."]


def test_doctor_finds_a_changed_text(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add(chat(tmp_path, PLAN))
    assert bundle.doctor().healthy
    path = next((bundle.root / "references").glob("*.jsonl"))
    path.write_text(path.read_text("utf-8").replace("Render", "Heroku"), "utf-8")

    assert "changed_text" in [p.code for p in bundle.doctor().problems]
