"""A changed document is a new version that names the old one."""

import json
from collections.abc import Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from clew import app
from clew.belief.knowledge import Knowledge
from clew.bundle import Bundle
from clew.model import Candidate, Json, Maker, Part, Quote, Reading, Source, Speaker
from clew.use.version import Versions

pytestmark = pytest.mark.usefixtures("person")

OLD = (
    "# Hosting plan\n\nWe decided to host the shop on Hetzner.\n\nThe budget of the forum is 400 euros.\n\n"
    "We use Go for the importer.\n"
)
NEW = OLD.replace("The budget of the forum is 400 euros.\n\n", "")
BY = Maker("lines/1")


@dataclass(frozen=True)
class Lines:
    """An extractor that takes each line of a document for a claim."""

    name: str = "lines/1"
    maker: Maker = BY
    notes: Mapping[str, Json] = field(default_factory=dict)

    def extract(self, source: Source, parts: Sequence[Part], owner: Sequence[str]) -> Iterator[Candidate]:
        for part in parts:
            for line in filter(None, part.text.split("\n")):
                if not line.startswith("#"):
                    yield Candidate("fact", line, line, line, (Quote(part.n, line),), Speaker("document", "plan"))


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    app.create(tmp_path / "b", "Test").close()
    with (
        app.open_bundle(tmp_path / "b") as made,
        Bundle(made.root, replace(made._desk.wiring, extractor=Lines())) as lines,
    ):
        yield lines


def add(bundle: Bundle, *texts: str) -> list[str]:
    """Ids of the sources in the order they came."""
    seen: list[str] = []
    for text in texts:
        bundle.add([text.encode()])
        seen += [s.id for s in bundle.sources() if s.id not in seen]
    return seen


def replaced(bundle: Bundle) -> dict[str, str]:
    return {s.id: s.replaces for s in bundle.sources() if s.replaces}


def test_a_changed_note_names_the_version_it_replaces(bundle: Bundle) -> None:
    old, new = add(bundle, OLD, NEW)
    assert replaced(bundle) == {new: old}
    assert bundle.doctor().problems == ()


def test_X06_a_claim_whose_words_are_gone_is_asked_about_and_the_others_are_not(bundle: Bundle) -> None:
    add(bundle, OLD, NEW)
    asked = [bundle.finding(f.id)[1][0].claim.text for f in bundle.findings() if f.kind == "demoted"]
    assert asked == ["The budget of the forum is 400 euros."]


def test_words_of_an_older_version_are_not_found(bundle: Bundle) -> None:
    old, new = add(bundle, OLD, NEW)
    assert {f.ref.split("#")[0] for f in bundle.search("importer") if f.ref.startswith("part:")} == {f"part:{new}"}
    bundle.withdraw(new)
    assert {f.ref.split("#")[0] for f in bundle.search("importer") if f.ref.startswith("part:")} == {f"part:{old}"}


def test_a_note_that_only_shares_its_title_stands_alone(bundle: Bundle) -> None:
    add(
        bundle, OLD, "# Hosting plan\n\nThe archive has a home in Oslo, and nothing else is planned for it this year.\n"
    )
    assert replaced(bundle) == {}


def test_three_versions_are_a_chain(bundle: Bundle) -> None:
    first, second, third = add(bundle, OLD, NEW, NEW + "\nThe forum is closed.\n")
    assert replaced(bundle) == {second: first, third: second}


def test_the_old_version_again_changes_nothing(bundle: Bundle) -> None:
    add(bundle, OLD, NEW)
    assert bundle.add([OLD.encode()]).counts["unchanged"] == 1


def test_an_older_version_that_is_found_late_replaces_nothing(bundle: Bundle) -> None:
    dated = "---\ndate: 2026-0{}-01\ntitle: Plan\n---\n"
    add(bundle, dated.format(5) + NEW, dated.format(2) + OLD)
    assert replaced(bundle) == {}


def test_X06_a_claim_whose_words_are_gone_is_lowered_until_a_person_settles_it(bundle: Bundle) -> None:
    add(bundle, OLD, NEW)
    (asked,) = (f for f in bundle.findings() if f.kind == "demoted")
    assert asked.ground.startswith("source_changed")
    assert bundle.why(asked.claims[0]).view.standing.confidence == "low"
    bundle.decide(lambda curate: curate.settle(asked.id, "keep-old", None, None))
    assert bundle.why(asked.claims[0]).view.standing.confidence == "high"


def chat(*texts: str, leaf: int) -> bytes:
    """A ChatGPT conversation of one question that was asked in several wordings."""
    nodes = {
        str(n): {
            "id": str(n),
            "parent": "root",
            "children": [],
            "message": {
                "id": f"m{n}",
                "author": {"role": "user"},
                "create_time": 1.7e9 + n,
                "content": {"content_type": "text", "parts": [text]},
            },
        }
        for n, text in enumerate(texts)
    }
    root = {"id": "root", "parent": None, "children": list(nodes), "message": None}
    one = {
        "id": "c1",
        "title": "Shop",
        "create_time": 1.7e9,
        "mapping": {"root": root, **nodes},
        "current_node": str(leaf),
    }
    return json.dumps([one]).encode()


FIRST, SECOND = "We decided to host the shop on Hetzner.", "We decided to host the shop in our own rack."


def test_a_claim_of_an_edited_message_is_kept_asked_about_and_lowered(tmp_path: Path) -> None:
    app.create(tmp_path / "b", "Test").close()
    with app.open_bundle(tmp_path / "b") as made:
        made.add([chat(FIRST, leaf=0)])
        made.add([chat(FIRST, SECOND, leaf=1)])
        lowered = {f.claims[0]: f.ground for f in made.findings() if f.kind == "demoted"}

        assert [made.why(i).view.claim.text for i in lowered] == [FIRST]
        assert {made.why(i).view.standing.confidence for i in lowered} == {"low"}
        assert all(ground.startswith("source_changed") for ground in lowered.values())


def test_a_chat_that_only_grew_lowers_nothing(tmp_path: Path) -> None:
    app.create(tmp_path / "b", "Test").close()
    grown = json.loads(chat(FIRST, SECOND, leaf=1))
    grown[0]["mapping"]["1"]["parent"] = "0"
    with app.open_bundle(tmp_path / "b") as made:
        made.add([chat(FIRST, leaf=0)])
        made.add([json.dumps(grown).encode()])

        assert [f for f in made.findings() if f.kind == "demoted"] == []


def test_a_mail_that_quotes_another_is_no_version_of_it(bundle: Bundle) -> None:
    said = "We moved the archive to the cellar and the shelves follow in May.\n" * 3
    head = "From: Anna <a@example.org>\nTo: me@example.org\nDate: Mon, 2 Mar 2026 10:0{}:00 +0000\nMessage-ID: <{}@x>\n"
    first = f"{head.format(0, 1)}Subject: archive\n\n{said}"
    answer = f"{head.format(1, 2)}Subject: archive\n\nFine.\n\n{said}"

    ids = add(bundle, first, answer)

    assert len(ids) == 2
    assert replaced(bundle) == {}


def test_a_note_that_only_grew_is_a_version_however_much_was_added(bundle: Bundle) -> None:
    short = "# Plan\n\nWe host the shop on Hetzner for now.\n"
    one, two = add(bundle, short, short + "\nMuch was added later, line by line.\n" * 9)
    assert replaced(bundle) == {two: one}
    assert bundle.findings() == ()


FRONT = "---\ntitle: Hosting\naliases: [Server choice]\ntags: [infra]\nowner: {name: Anna}\n---\n# Hosting\n\nOn Fly.\n"


def test_front_matter_of_a_note_is_kept_beside_its_words(bundle: Bundle, capsys: pytest.CaptureFixture[str]) -> None:
    (ident,) = add(bundle, FRONT)
    kept = {"aliases": ["Server choice"], "tags": ["infra"], "owner": {"name": "Anna"}}
    assert bundle.sources()[0].front == kept
    with app.open_bundle(bundle.root) as again:
        again.reindex()
        assert again.source(ident).front == kept
    assert bundle.add([FRONT.encode()]).counts["unchanged"] == 1


def test_a_secret_in_front_matter_is_redacted(bundle: Bundle) -> None:
    (ident,) = add(bundle, FRONT.replace("infra", "ghp_" + "a1B2" * 9))
    assert "ghp_" not in (bundle.root / f"sources/{ident}.md").read_text("utf-8")
    assert bundle.sources()[0].front["tags"][0].startswith("[secret:github-token:")


@pytest.mark.parametrize("title", ["[" * 70, "}" * 70, "&a *a," * 30, "[[x]] {y}"])
def test_no_title_is_too_odd_for_the_page_of_a_source(bundle: Bundle, title: str) -> None:
    (ident,) = add(bundle, f"User: {title}\nAssistant: ok\nUser: We moor at pier 5.\n")
    with app.open_bundle(bundle.root) as again:
        again.reindex()
        assert again.source(ident).title[:50] == title[:50]


def test_a_note_of_one_paragraph_is_known_by_its_sentences(bundle: Bundle) -> None:
    before = "# Plan\n\nWe moved the regatta to August. The rest stays as it is. Nadia keeps the list of boats.\n"
    first, second = add(bundle, before, before.replace("August", "September"))
    assert replaced(bundle) == {second: first}


class Watched(dict[str, Source]):
    """Sources that note who is looked at."""

    def __init__(self) -> None:
        self.looked: list[str] = []

    def __getitem__(self, name: str) -> Source:
        self.looked.append(name)
        return super().__getitem__(name)

    def values(self) -> ValuesView[Source]:
        self.looked += self
        return super().values()


def test_a_new_document_is_compared_with_those_of_its_title_however_many_there_are() -> None:
    sources = Watched()
    versions = Versions(Knowledge(sources=sources), lambda ident: (Part(1, "p", None, "person", None, None, OLD),))
    found = []
    for number in range(40):
        title = "Plan" if number in (0, 39) else f"Note {number}"
        part = Part(1, "p", None, "person", None, None, OLD if title == "Plan" else title)
        found.append(versions.older(Reading("note", "markdown", str(number), title, (part,))))
        made = Source(f"s{number}", "note", "markdown", str(number), title, None, None, "assumed", None, (), 1, "")
        sources[made.id] = made
        versions.met(made)

    assert (found[-1], {*found[:-1]}) == ("s0", {None})
    assert sources.looked == ["s0"]
