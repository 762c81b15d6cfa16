"""A stored text that is gone or damaged stops no command: what it held is missing, the rest goes on."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from clew import app
from clew.cli.main import cli
from clew.use.extract import Wish

pytestmark = pytest.mark.usefixtures("person")

SAID = {
    "one": ("Anna Quist works at Maple Works.", "We host the shop on Render.", "My favourite tea is Assam."),
    "two": ("We now host the shop on Hetzner.", "Anna Quist moved to Lund.", "What does Hetzner cost?"),
    "three": ("Maple Works sells ovens.", "We pay Hetzner 31 euros a month."),
}


def _cut(place: Path) -> None:
    data = place.read_bytes()
    place.write_bytes(data[: len(data) // 2])


def _mangle(place: Path) -> None:
    place.write_bytes(b"\xff\xfe{" + place.read_bytes()[1:40] + b"\n[1, 2]\n{}\n\x00\n")


HARM = {"gone": Path.unlink, "cut": _cut, "mangled": _mangle}
READS = """
ask Where is the shop hosted?
context Where is the shop hosted?
brief
status
search Hetzner
list
why {claim}
show {source}
show {claim}
source list
source show {source}
source segments {source}
history hosting
timeline
related Hetzner
neighbours Hetzner
log
stats
lint
lint --fix
doctor
jobs
entity list
entity list --all
entity show Anna Quist
entity check
entity resolve
entity new Otto Maas
finding list
topic list
topic page hosting
page list
claim relate Anna Quist|knows|Otto Maas
claim compare
claim verify {claim}
note We drink cocoa.
undo
add {more}
extract --model {model}
extract {source} --model {model}
reindex
rebuild --yes
rebuild --source {source} --yes
evaluate --propose
sql SELECT count(*) FROM claim
backup {zip}
export html {html}
model embed
claim purge {claim} --yes
source remove {source}
add {again}
""".strip().splitlines()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of three chats, and the chats."""
    folder = tmp_path_factory.mktemp("whole")
    with app.create(folder / "b", "Shop") as bundle:
        bundle.add([path for name in SAID for path in [chat(folder, name)]])
    return folder


def chat(folder: Path, name: str, *more: str) -> Path:
    told = [
        {"role": "user", "at": f"2026-02-1{len(name)}T10:0{i}:00Z", "text": text}
        for i, text in enumerate((*SAID.get(name, ()), *more))
    ]
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"id": f"{name}-1234567890", "title": f"Talk {name}", "messages": told}), "utf-8")
    return path


def copied(whole: Path, folder: Path) -> tuple[Path, str, str]:
    """A copy of the bundle, the source that is harmed, and a claim of it."""
    root = folder / "b"
    shutil.copytree(whole / "b", root)
    with app.open_bundle(root) as bundle:
        bundle.sync()
        source = next(s.id for s in bundle.sources() if s.title == "Talk one")
        claim = next(v.claim.id for v in bundle.claims() if v.claim.source == source)
    return root, source, claim


@pytest.mark.parametrize("harm", HARM)
def test_no_command_stops_at_it(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: str) -> None:
    root, source, claim = copied(whole, tmp_path)
    HARM[harm](root / f"references/{source}.jsonl")
    model = tmp_path / "model.json"
    model.write_text(json.dumps(['{"claims": []}']), "utf-8")
    known = {
        "source": source,
        "claim": claim,
        "more": str(chat(tmp_path, "four", "We sell tea in Lund.")),
        "again": str(chat(tmp_path, "one", "We also sell cups.")),
        "model": f"fake:{model}",
        "zip": str(tmp_path / "s.zip"),
        "html": str(tmp_path / "s.html"),
    }
    monkeypatch.setenv("CLEW_BUNDLE", str(root))
    stopped = []
    for line in READS:
        done = CliRunner().invoke(cli, [word.format(**known) for word in split(line)])
        fine = (done.exception is None or isinstance(done.exception, SystemExit)) and done.exit_code in (0, 1)
        stopped += [] if fine else [(line, repr(done.exception), done.output)]

    assert stopped == []


@pytest.mark.parametrize("line", ["entity list --all", "source show {source}", "why {claim}", "show {source}"])
def test_a_text_that_is_gone_is_named_where_it_was_wanted(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    root, source, claim = copied(whole, tmp_path)
    Path.unlink(root / f"references/{source}.jsonl")
    monkeypatch.setenv("CLEW_BUNDLE", str(root))
    done = CliRunner().invoke(cli, [word.format(source=source, claim=claim) for word in split(line)])

    assert (done.exit_code, done.exception) == (0, None)
    assert f"references/{source}.jsonl" in " ".join(done.stderr.split())


def test_a_text_that_was_purged_is_not_missed(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, source, _ = copied(whole, tmp_path)
    monkeypatch.setenv("CLEW_BUNDLE", str(root))
    with app.open_bundle(root) as bundle:
        bundle.purge(source)
    done = CliRunner().invoke(cli, ["entity", "list", "--all"])

    assert (done.exit_code, done.exception, "references/" in done.stderr) == (0, None, False)


@pytest.mark.parametrize("harm", HARM)
def test_adding_the_chat_again_gives_a_lost_text_back_and_a_model_is_not_asked_about_it(
    whole: Path, tmp_path: Path, harm: str
) -> None:
    root, source, _ = copied(whole, tmp_path)
    place = root / f"references/{source}.jsonl"
    before = place.read_bytes()
    HARM[harm](place)
    model = tmp_path / "model.json"
    model.write_text(json.dumps(['{"claims": []}']), "utf-8")
    with app.open_bundle(root) as bundle:
        states = {v.claim.id: v.standing.link for v in bundle.claims()}
        done = bundle.extraction.run(Wish((source,), model=f"fake:{model}"))
        assert (1, 0, ["failed"]) == (len(done.problems), done.calls, [item.outcome for item in done.items])
        bundle.add([whole / "one.json"])
        assert states == {v.claim.id: v.standing.link for v in bundle.claims()}
    if harm == "gone":
        assert place.read_bytes() == before


def split(line: str) -> list[str]:
    """The words of a command: names and questions are one word, `|` parts several."""
    for verb in ("ask", "context", "entity show", "entity new", "claim relate", "note", "sql"):
        if line.startswith(f"{verb} "):
            return [*verb.split(), *line[len(verb) + 1 :].split("|")]
    return line.split()
