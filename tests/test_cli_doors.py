"""The commands for what comes in and goes out."""

import os
import threading
from pathlib import Path

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from clew import app
from clew.cli.main import cli
from clew.cli.watch import _look
from clew.errors import ClewError
from clew.readers import own
from clew.readers.records import Piece
from clew.use.watch import Watch

pytestmark = pytest.mark.usefixtures("person")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    app.create(tmp_path / "b", "Test").close()
    monkeypatch.setenv("CLEW_BUNDLE", str(tmp_path / "b"))
    return tmp_path / "b"


def run(*words: str, stdin: str | None = None) -> str:
    result = CliRunner().invoke(cli, list(words), input=stdin, catch_exceptions=False)
    return result.output


TEXT = "You said:\nWe decided to host the shop on Hetzner.\n\nChatGPT said:\nNoted.\n"


def test_T57_a_file_of_another_format_fails_loudly_and_writes_nothing(root: Path, tmp_path: Path) -> None:
    (tmp_path / "bookmarks.json").write_text('{"bookmarks": [{"url": "x"}]}', "utf-8")
    result = CliRunner().invoke(cli, ["add", str(tmp_path / "bookmarks.json")])
    assert (result.exit_code, "1 failed" in result.output) == (1, True)
    kept = [p for name in ("references", "claims", "sources", "ledger") for p in (root / name).rglob("*.[jm]*")]
    assert [p.name for p in kept if p.name != "index.md"] == []


@pytest.mark.parametrize(
    "command",
    [
        "ask Where?", "context Where?", "context Where? --compact", "brief", "list", "history hosting", "why ID",
        "timeline", "search Hetzner", "neighbours Hetzner", "related Hetzner", "diff --since 2020-01-01",
        "source show SOURCE",
    ],
)  # fmt: skip
@pytest.mark.parametrize("pasted", [False, True], ids=["file", "turn"])
def test_what_clew_printed_yields_no_claims_when_it_comes_back(root: Path, command: str, pasted: bool) -> None:
    run("add", "-", stdin=TEXT)
    ident = run("list").split()[0]
    source = run("source", "list").split("\n")[1].split()[0]
    words = [
        word.replace("ID", ident).replace("SOURCE", source).replace("Where?", "Where do we host the shop?")
        for word in command.split()
    ]
    printed = run(*words)
    assert "Hetzner" in printed
    back = f"You said:\nI was told this:\n\n{printed}\nChatGPT said:\nNoted.\n" if pasted else printed
    assert "1 new" in run("add", "-", stdin=back)
    with app.open_bundle(root) as bundle:
        assert [view.claim.text for view in bundle.claims()] == ["We decided to host the shop on Hetzner."]


def test_the_answer_of_a_model_with_its_facts_yields_no_claims() -> None:
    printed = (
        "The shop runs on Hetzner [1]. \n\n[1] CURRENT · high  We decided to host the shop on Hetzner.\n"
        "    Shop, 2026-01-10, clew why cylfbvj3\n"
    )
    (piece,) = own.split(Piece("person", printed))
    assert (piece.author, piece.text) == ("derived", printed)


def test_a_source_is_shown_removed_and_brought_back(root: Path) -> None:
    run("add", "-", stdin=TEXT)
    with app.open_bundle(root) as bundle:
        name = bundle.sources()[0].id
    assert "We decided to host the shop on Hetzner." in run("source", "show", name)
    assert f"would remove {name}" in run("source", "remove", name, "--dry-run")
    assert f"clew source restore {name}" in run("source", "remove", name)
    assert "Hetzner" not in run("list")
    assert f"brought back {name}" in run("source", "restore", name)
    assert "Hetzner" in run("list")


def test_what_a_note_says_of_itself_is_shown(root: Path) -> None:
    run("add", "-", stdin="---\naliases: [Server choice, Host]\n---\n# Hosting\n\nIt runs on Fly.\n")
    with app.open_bundle(root) as bundle:
        assert "aliases: Server choice, Host" in run("source", "show", bundle.sources()[0].id)


def test_a_purge_says_what_it_removed_and_what_it_cannot(root: Path) -> None:
    run("add", "-", stdin=TEXT)
    with app.open_bundle(root) as bundle:
        name = bundle.sources()[0].id
    assert "would purge" in run("source", "remove", name, "--purge", "--dry-run")
    said = run("source", "remove", name, "--purge", "--yes")
    assert f"purged {name}: 1 claim, 3 files, 0 drafts" in said
    assert "copies outside the bundle" in said
    assert run("source", "list").strip().split("\n")[1:] == []


def test_a_draft_is_saved_listed_opened_added_and_gone(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "t.txt"
    file.write_text(TEXT, "utf-8")
    ident = run("draft", "save", str(file), "--title", "Hosting").split()[0]
    assert "Hosting" in run("draft", "list")
    assert run("draft", "open", ident) == TEXT
    assert "1 new" in run("draft", "open", ident, "--add")
    assert ident not in run("draft", "list")


def test_a_draft_is_deleted(root: Path) -> None:
    ident = run("draft", "save", stdin=TEXT).split()[0]
    assert f"deleted {ident}" in run("draft", "delete", ident)
    assert ident not in run("draft", "list")


def test_watching_once_adds_what_is_there_and_nothing_the_second_time(root: Path, tmp_path: Path) -> None:
    inbox = tmp_path / "in"
    (inbox / "sub").mkdir(parents=True)
    (inbox / "a.txt").write_text(TEXT, "utf-8")
    (inbox / "sub" / "b.md").write_text("# Plan\n\nWe use Go for the importer.\n", "utf-8")
    said = run("watch", str(inbox), "--once", "--interval", "0.1")
    assert said.count("1 new") == 2
    assert "new" not in run("watch", str(inbox), "--once", "--interval", "0.1")


def test_an_empty_word_is_no_folder(root: Path) -> None:
    result = CliRunner().invoke(cli, ["add", ""])

    assert "an empty word names no file" in str(result.exception)


def test_a_backup_without_a_name_made_inside_the_bundle_lies_beside_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    run("add", "-", stdin=TEXT)
    said = run("backup")
    (saved,) = root.parent.glob("*.zip")
    assert str(saved) in said


def test_a_watch_tells_a_fault_once_and_what_is_new_beside_it(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inbox, told = tmp_path / "in", set[str]()
    inbox.mkdir()
    (inbox / ".clewignore").write_text("x/", "utf-8")
    (inbox / "broken.zip").write_bytes(b"PK\x03\x04")
    with app.open_bundle(root) as bundle:
        for name, faults in (("a.md", 1), ("b.md", 0)):
            (inbox / name).write_text(f"We host {name} on Fly.", "utf-8")
            seen = Watch(inbox, root)
            for _ in range(2):
                _look(typer.Context(get_command(cli), obj=root), bundle, seen, None, told)
            said = "".join(capsys.readouterr())
            assert (said.count("bad_archive"), said.count("1 new"), said.count("1 failed")) == (faults, 1, 1)


def test_a_part_that_no_reply_could_be_read_of_is_named_and_ends_with_one(root: Path, tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text(TEXT, "utf-8")
    run("add", str(tmp_path / "chat.txt"))
    (tmp_path / "replies.json").write_text('["no json", "none either"]', "utf-8")
    words = ["extract", "--model", f"fake:{tmp_path / 'replies.json'}"]

    first, again = (CliRunner().invoke(cli, words) for _ in range(2))

    assert (first.exit_code, "Parts passed over: 2 nonsense" in first.output) == (1, True)
    assert again.exit_code == 0


def test_a_draft_comes_from_a_pipe_and_from_nothing_that_has_no_end(root: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=(TEXT,))
    writer.start()
    ident = run("draft", "save", str(tmp_path / "pipe")).split()[0]
    writer.join()
    assert run("draft", "open", ident) == TEXT
    for path, said in (
        ("/dev/null", "no file that ends"),
        (str(tmp_path), "a folder"),
        ("none.txt", "there is no file"),
    ):
        with pytest.raises(ClewError, match=said):
            run("draft", "save", path)
