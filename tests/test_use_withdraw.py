"""Taking a source out: reversibly, or with every byte."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.embed.fake import HashEmbedder
from clew.errors import Ambiguous, NotFound, Refused
from clew.use.look import Filter

pytestmark = pytest.mark.usefixtures("person")


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        yield made


def chat(ident: str, *texts: str, at: str = "2026-01-10", title: str = "Plan") -> bytes:
    turns = [
        {"id": f"{ident}-{i}", "role": "user", "at": f"{at}T10:0{i}:00Z", "text": text} for i, text in enumerate(texts)
    ]
    return json.dumps({"id": f"chat-{ident}-000001", "title": title, "messages": turns}).encode()


SECRET = chat("a", "We decided to host the zebrasecret shop on Quaggacloud.", "The zebrasecret budget is 4200 euros.")
OTHER = chat("b", "We use Go for the importer.")


def holds(root: Path, word: str) -> list[str]:
    """Files below a folder whose bytes hold a word, in any case and as UTF-16 too."""
    found = []
    for path in root.rglob("*"):
        data = path.read_bytes().lower() if path.is_file() else b""
        if word.encode() in data or word.encode("utf-16-le") in data:
            found.append(str(path.relative_to(root)))
    return sorted(found)


def ident(bundle: Bundle, word: str) -> str:
    return next(s.id for s in bundle.sources() if any(word in p.text for p in bundle.parts(s.id)))


def said(bundle: Bundle) -> list[str]:
    return sorted(v.claim.text for v in bundle.list(Filter(link="active")))


def test_a_removed_source_is_not_shown_or_found_and_comes_back_whole(bundle: Bundle) -> None:
    bundle.add([SECRET, OTHER])
    before = said(bundle), [f.ref for f in bundle.search("zebrasecret")]
    assert before[1] != []
    name = ident(bundle, "zebrasecret")
    bundle.withdraw(name)
    assert not any("zebrasecret" in text for text in said(bundle))
    assert [f.ref for f in bundle.search("zebrasecret") if not f.ref.startswith("source:")] == []
    assert [f.ref for f in bundle.search("importer")] != []
    bundle.withdraw(name, back=True)
    assert (said(bundle), [f.ref for f in bundle.search("zebrasecret")]) == before


def test_removing_can_be_undone(bundle: Bundle) -> None:
    bundle.add([SECRET])
    before = said(bundle)
    bundle.withdraw(ident(bundle, "zebrasecret"))
    bundle.undo()
    assert said(bundle) == before


def test_X04_S19_a_purge_leaves_no_byte_of_the_text(bundle: Bundle, tmp_path: Path) -> None:
    bundle.drafts.save(SECRET.decode(), "", bundle.now)
    bundle.add([SECRET, OTHER])
    bundle.search("zebrasecret")
    assert holds(tmp_path, "zebrasecret") != []
    home = Path(os.environ["HOME"])
    assert len(holds(home, "zebrasecret")) == 1
    done = bundle.purge(ident(bundle, "zebrasecret"))
    bundle.close()
    assert holds(tmp_path, "zebrasecret") == holds(home, "zebrasecret") == []
    assert holds(tmp_path, "quaggacloud") == []
    assert (done.claims > 0, done.index, done.left, len(done.drafts)) == (True, True, (), 1)
    assert holds(tmp_path, "importer") != []


def test_a_bundle_is_healthy_after_a_purge(bundle: Bundle) -> None:
    bundle.add([SECRET, OTHER])
    bundle.purge(ident(bundle, "zebrasecret"))
    assert bundle.doctor().problems == ()
    assert said(bundle) == ["We use Go for the importer."]


def test_a_purged_source_does_not_come_in_again(bundle: Bundle, tmp_path: Path) -> None:
    bundle.add([SECRET])
    bundle.purge(ident(bundle, "zebrasecret"))
    report = bundle.add([SECRET])
    assert (report.counts["unchanged"], report.skipped) == (1, {"purged, not added again": 1})
    # under another id the text may be stored, but what it says is refused as a value
    report = bundle.add([SECRET.replace(b"chat-a-", b"chat-z-")])
    assert report.rejected["tombstone"] > 0
    assert said(bundle) == []


def test_X05_a_fact_that_another_source_states_too_stays(bundle: Bundle) -> None:
    fact = "We decided to host the shop on Hetzner."
    bundle.add([chat("a", fact), chat("b", fact, at="2026-02-10")])
    first, second = (
        next(s.id for s in bundle.sources() if s.at and s.at.startswith(day)) for day in ("2026-01", "2026-02")
    )
    bundle.purge(first)
    views = bundle.list(Filter(link="active"))
    assert [(v.claim.source, v.standing.restates, v.standing.head) for v in views] == [
        (second, None, views[0].claim.id)
    ]
    bundle.purge(second)
    assert bundle.list(Filter()) == ()


def test_X05_removing_the_first_of_two_sources_keeps_the_fact_and_restoring_gives_it_back(bundle: Bundle) -> None:
    fact = "We decided to host the shop on Hetzner."
    bundle.add([chat("a", fact), chat("b", fact, at="2026-02-10")])
    before = {v.claim.id: v.standing for v in bundle.claims()}
    first = next(s.id for s in bundle.sources() if s.at and s.at.startswith("2026-01"))
    bundle.withdraw(first)
    assert [v.claim.text for v in bundle.list(Filter(link="active"))] == [fact]
    bundle.withdraw(first, back=True)
    assert {v.claim.id: v.standing for v in bundle.claims()} == before


def test_a_chain_whose_middle_is_purged_still_has_its_head(bundle: Bundle) -> None:
    bundle.add(
        [
            chat("a", "We decided to host the shop on Render."),
            chat("b", "We decided to host the shop on Quaggacloud.", at="2026-02-10"),
            chat("c", "We decided to host the shop on Hetzner.", at="2026-03-10"),
        ]
    )
    bundle.purge(ident(bundle, "Quaggacloud"))
    assert bundle.history("hosting").chains != ()
    assert bundle.list(Filter(link="active"))[0].claim.text.endswith("Hetzner.")
    assert not any("Quaggacloud" in v.claim.text for v in bundle.claims())
    assert bundle.doctor().problems == ()


def test_what_a_person_wrote_on_a_page_is_left_and_named(bundle: Bundle) -> None:
    bundle.add([SECRET])
    (bundle.root / "concepts").mkdir(exist_ok=True)
    (bundle.root / "concepts" / "mine.md").write_text(
        "---\ntype: Concept\ntitle: Mine\n---\n\nWe decided to host the zebrasecret shop on Quaggacloud.\n", "utf-8"
    )
    done = bundle.purge(ident(bundle, "zebrasecret"))
    assert done.left == ("concepts/mine.md",)


def test_a_purge_names_git_history(bundle: Bundle) -> None:
    bundle.add([SECRET])
    (bundle.root / ".git").mkdir()
    assert bundle.purge(ident(bundle, "zebrasecret")).history


def test_a_dry_run_of_a_purge_changes_nothing(bundle: Bundle) -> None:
    bundle.add([SECRET])
    before = {p: p.read_bytes() for p in bundle.root.rglob("*") if p.is_file() and ".clew" not in p.parts}
    planned = bundle.purge(ident(bundle, "zebrasecret"), dry_run=True)
    after = {p: p.read_bytes() for p in bundle.root.rglob("*") if p.is_file() and ".clew" not in p.parts}
    assert (before == after, planned.claims > 0, len(planned.files)) == (True, True, 3)


def test_a_purge_cannot_be_undone(bundle: Bundle) -> None:
    bundle.add([SECRET])
    bundle.purge(ident(bundle, "zebrasecret"))
    with pytest.raises(Refused, match="cannot be undone"):
        bundle.undo()


def test_X07_a_purge_takes_all_of_many(bundle: Bundle) -> None:
    bundle.add([chat("a", *(f"We decided to use zebrasecret{i} for part{i}." for i in range(9))), OTHER])
    bundle.purge(ident(bundle, "zebrasecret"))
    assert said(bundle) == ["We use Go for the importer."]


def test_only_a_person_removes_a_source(bundle: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle.add([SECRET])
    name = ident(bundle, "zebrasecret")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nobody"))
    with app.open_bundle(bundle.root) as other:
        with pytest.raises(Refused, match="only a person"):
            other.purge(name)
        with pytest.raises(Refused, match="only a person"):
            other.withdraw(name)


def test_a_source_is_named_by_its_beginning(bundle: Bundle) -> None:
    bundle.add([SECRET, OTHER])
    with pytest.raises(Ambiguous):
        bundle.source("messages-")
    with pytest.raises(NotFound):
        bundle.source("nothing")
    first = bundle.sources()[0].id
    assert bundle.source(first[:-2]).id == first


def test_X04_vectors_of_purged_text_leave_index_and_cache(tmp_path: Path) -> None:
    app.create(tmp_path / "b", "Test").close()
    cache = tmp_path / "vectors.db"
    with app.open_bundle(tmp_path / "b") as plain:
        wiring = replace(plain._desk.wiring, embedder=HashEmbedder, vectors=cache)
    with Bundle(tmp_path / "b", wiring) as bundle:
        bundle.add([SECRET, OTHER])
        before = bundle.embed().done
        kept = rows(cache)
        bundle.purge(ident(bundle, "zebrasecret"))
        after = bundle.embed().done
        assert 0 < rows(cache) < kept
        assert 0 < after < before


def rows(cache: Path) -> int:
    with closing(sqlite3.connect(cache)) as database:
        return int(database.execute("SELECT count(*) FROM vector").fetchone()[0])
