"""Chats without an id of their own: added again, grown, edited, moved, in several formats."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.core import growth
from clew.model import Part

pytestmark = pytest.mark.usefixtures("person")

ASKED = "Which host should the ferry shop use? We have forty orders a day and nobody who looks after servers at night."
SAID = "Render would be the simplest, for it deploys from git. Hetzner is cheaper, but you look after it yourselves."
HOST, NOTED, MONEY = "We decided to host the shop on Render.", "Noted.", "The budget for the shop is 400 euros."
OTHER = "We decided to host the shop on Fly."
WHOLE = (ASKED, SAID, HOST, NOTED, MONEY, NOTED)


def pasted(*turns: str) -> bytes:
    return "\n".join(f"{('User', 'Assistant')[n % 2]}: {text}" for n, text in enumerate(turns)).encode()


def studio(*turns: str) -> bytes:
    chunks = [{"role": ("user", "model")[n % 2], "text": text} for n, text in enumerate(turns)]
    return json.dumps({"runSettings": {}, "chunkedPrompt": {"chunks": chunks}}).encode()


def plain(*turns: str) -> bytes:
    rows = [{"role": ("user", "assistant")[n % 2], "text": text} for n, text in enumerate(turns)]
    return json.dumps({"messages": rows}).encode()


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        yield made


def outcome(bundle: Bundle, data: bytes) -> str:
    report = bundle.add([data])
    return next(name for name, many in report.counts.items() if many)


def shown(bundle: Bundle) -> list[str]:
    (source,) = bundle.sources()
    return [part.text for part in growth.active(bundle.parts(source.id), source.leaf)]


@pytest.mark.parametrize("form", [pasted, studio, plain])
def test_a_chat_without_an_id_is_one_source_that_grows(bundle: Bundle, form: Callable[..., bytes]) -> None:
    told = [outcome(bundle, form(*WHOLE[:n])) for n in (4, 4, 6, 4, 6)]

    assert told == ["new", "unchanged", "updated", "unchanged", "unchanged"]
    assert shown(bundle) == list(WHOLE)
    assert sorted(v.claim.text for v in bundle.claims()) == sorted({v.claim.text for v in bundle.claims()})


def test_files_do_not_depend_on_which_copy_of_a_chat_came_first(tmp_path: Path) -> None:
    results = []
    for order in ((4, 6), (6, 4)):
        with app.create(tmp_path / f"b{order}", "Test") as made:
            for n in order:
                made.add([pasted(*WHOLE[:n])])
            folders = ("references", "claims", "sources")
            found = (p for name in folders for p in (made.root / name).glob("*") if p.suffix == ".jsonl")
            results.append({p.name: p.read_bytes() for p in found})
    assert results[0] == results[1]


def test_a_short_chat_that_grew_is_known_by_its_beginning(bundle: Bundle) -> None:
    assert [outcome(bundle, pasted("Hi.", "Hello.", *WHOLE[2:n])) for n in (4, 6, 2)] == ["new", "updated", "unchanged"]
    assert outcome(bundle, pasted("Hi.", "Hello.", MONEY, NOTED)) == "new"


def test_a_folder_that_holds_both_copies_gives_one_source(bundle: Bundle, tmp_path: Path) -> None:
    for name, many in (("a.txt", 6), ("b.txt", 4)):
        (tmp_path / name).write_bytes(pasted(*WHOLE[:many]))

    report = bundle.add([tmp_path])
    assert (report.counts["new"], report.counts["unchanged"], shown(bundle)) == (1, 1, list(WHOLE))


@pytest.mark.parametrize("at", [2, 4])
def test_an_edited_message_is_a_version_in_its_place_and_its_claim_is_asked_about(bundle: Bundle, at: int) -> None:
    edited = (*WHOLE[:at], OTHER, *WHOLE[at + 1 :])
    told = [outcome(bundle, pasted(*turns)) for turns in (WHOLE, edited, WHOLE)]

    assert told == ["new", "updated", "unchanged"]
    assert shown(bundle) == list(edited)
    (source,) = bundle.sources()
    assert source.parts == len(WHOLE) + 1
    asked = [bundle.why(f.claims[0]).view.claim.text for f in bundle.findings() if f.kind == "demoted"]
    assert asked == [WHOLE[at]]


def test_a_chat_that_takes_another_turn_keeps_both_ways(bundle: Bundle) -> None:
    other = (ASKED, SAID, OTHER, "Good.", "The boats are blue.", "Good.", "The pier is long.", "Good.")
    assert [outcome(bundle, pasted(*turns)) for turns in (WHOLE, other, WHOLE, other)] == [
        "new", "updated", "unchanged", "unchanged",
    ]  # fmt: skip
    assert set(shown(bundle)) == {*WHOLE, *other}


def test_what_is_missing_or_repeated_in_a_copy_loses_nothing(bundle: Bundle) -> None:
    bundle.add([pasted(*WHOLE)])
    assert outcome(bundle, pasted(*WHOLE[:2], *WHOLE[4:])) == "unchanged"
    assert outcome(bundle, pasted(*WHOLE[:2], *WHOLE[:2], *WHOLE[2:])) == "updated"
    assert sorted(shown(bundle)) == sorted([*WHOLE, ASKED, SAID])


def test_a_purged_chat_does_not_come_back_as_a_longer_copy(bundle: Bundle) -> None:
    bundle.add([pasted(*WHOLE[:4])])
    bundle.purge(bundle.sources()[0].id)

    assert bundle.add([pasted(*WHOLE)]).counts["unchanged"] == 1
    assert bundle.sources() == ()


def test_the_same_words_in_two_formats_are_two_sources_of_one_claim_each(bundle: Bundle) -> None:
    assert [outcome(bundle, form(*WHOLE)) for form in (pasted, studio)] == ["new", "new"]
    heads = [v.claim.text for v in bundle.claims() if v.standing.restates is None]
    assert len(heads) == len(set(heads))


def test_messages_are_matched_by_words_and_place() -> None:
    def parts(words: str, prefix: str) -> list[Part]:
        before = [None, *(f"{prefix}{n}" for n in range(len(words)))]
        return [Part(n + 1, f"{prefix}{n}", before[n], "person", None, None, w) for n, w in enumerate(words)]

    found = growth.aligned(parts("abcd", "o"), parts("abxd", "n"))
    assert [(p.id, p.parent) for p in found] == [("o0", None), ("o1", "o0"), ("o2", "o1"), ("o3", "o2")]
    found = growth.aligned(parts("abc", "o"), parts("ababc", "n"))
    assert [p.id for p in found] == ["o0", "o1", "n2", "n3", "o2"]
