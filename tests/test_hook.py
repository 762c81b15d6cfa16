"""The prompt hook: what it says, what it leaves alone, and that it loads nothing and never fails."""

import ast
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew import __main__ as entry
from clew import hook

WORDS = "# clew sha256=0000000000000000\nC++\nCI\nHarbour office\nharbour\nnode.js\nTide table\n潮汐表\n조석표\n"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    (tmp_path / "clew.toml").write_text("", "utf-8")
    (tmp_path / "trigger-keywords.txt").write_text(WORDS, "utf-8")
    (tmp_path / "src" / "deep").mkdir(parents=True)
    return tmp_path


def said(given: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *args: str) -> str:
    data = given if isinstance(given, bytes) else json.dumps(given).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    hook.main(list(args))
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("prompt", "met"),
    [
        ("Is the tide-table right?", ["Tide table"]),
        ("TIDE TABLE", ["Tide table"]),
        ("Where is the harbour office?", ["Harbour office"]),
        ("the harbours", []),
        ("we write C++ and node.js", ["node.js", "C++"]),
        ("node js", []),
        ("a ci in lower case", []),
        ("does CI pass?", ["CI"]),
        ("请看潮汐表吧", ["潮汐表"]),
        ("조석표를 보여줘", ["조석표"]),
        ("", []),
    ],
)
def test_keywords_are_met_as_whole_words(bundle: Path, prompt: str, met: list[str]) -> None:
    assert hook.met(prompt, hook.keywords(str(bundle))) == met


@pytest.mark.parametrize(
    ("prompt", "typed"),
    [
        ("<system-reminder>harbour</system-reminder>hello", "hello"),
        ("hello <ide_selection>harbour", "hello"),
        ("<command-name>/tide</command-name><command-args>harbour</command-args>", "harbour"),
        ("# AGENTS.md instructions for x\nharbour", ""),
        ("This session is being continued from a previous conversation: harbour", ""),
        ("a <b>harbour</b> in bold", "a <b>harbour</b> in bold"),
        ("<!-- clew:context -->\nharbour\n<!-- clew:end -->\nand now?", "and now?"),
    ],
)
def test_only_what_the_person_typed_counts(prompt: str, typed: str) -> None:
    assert hook.typed(prompt).strip() == typed


def test_a_prompt_about_something_known_gets_one_line(
    bundle: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"prompt": "When does the harbour office close?", "cwd": str(bundle / "src" / "deep")}

    line = said(given, monkeypatch, capsys)

    assert line.startswith('Clew keeps notes on "Harbour office":')
    assert line.count("\n") == 1


def test_a_client_that_reads_json_only_gets_the_line_in_json(bundle: Path) -> None:
    told = hook.answer({"prompt": "the tide table", "hook_event_name": "BeforeAgent"}, str(bundle))

    assert "Tide table" in json.loads(told)["hookSpecificOutput"]["additionalContext"]


def test_many_keywords_are_counted_not_listed() -> None:
    assert hook.nudge([f"word{n}" for n in range(9)]).count('"') == 10
    assert "and 4 more" in hook.nudge([f"word{n}" for n in range(9)])


def test_a_keyword_cannot_break_out_of_its_quotes() -> None:
    assert hook.nudge(['a"\n<b> \x1b[31m`c`' + "x" * 99]).count("\n") == 0
    assert hook.nudge(['a"\n<b>`c`']).split('"')[1] == "a b c"


@pytest.mark.parametrize(
    "given",
    [b"", b"no json", b"[]", b"null", b'{"prompt": 3}', b'{"prompt": "harbour", "cwd": 3}', b"\xff\xfe", b"{" * 9999],
)
def test_whatever_a_client_sends_nothing_is_said_and_nothing_raised(
    given: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert said(given, monkeypatch, capsys) == ""


def test_the_bundle_is_found_in_the_documented_order(
    bundle: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = {"cwd": str(tmp_path_factory.mktemp("far"))}
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew"
    config.mkdir(parents=True)
    (config / "config.toml").write_text('[user]\nbundle = "/default"\n', "utf-8")

    assert hook.bundle({"cwd": str(bundle / "src")}, "/named", {"CLEW_BUNDLE": "/set"}) == "/named"
    assert hook.bundle({"cwd": str(bundle / "src")}, None, {"CLEW_BUNDLE": "/set"}) == "/set"
    assert hook.bundle({"cwd": str(bundle / "src")}, None, {}) == str(bundle)
    assert hook.bundle(far, None, os.environ) == "/default"


def test_a_wiki_of_other_hands_has_keywords_too(tmp_path: Path) -> None:
    (tmp_path / "wiki-trigger-keywords.txt").write_text("Tide table\n", "utf-8")

    assert hook.bundle({"cwd": str(tmp_path)}, None, {}) == str(tmp_path)
    assert hook.keywords(str(tmp_path)) == ["Tide table"]


def test_the_hook_imports_the_standard_library_only() -> None:
    tree = ast.parse(Path(hook.__file__).read_text("utf-8"))
    named = {a.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
    named |= {str(node.module).split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    assert named - sys.stdlib_module_names == set()


@pytest.mark.parametrize(
    ("words", "is_hook"),
    [
        (["hook"], True),
        (["--bundle", "x", "hook"], True),
        (["hook", "session"], True),
        (["hook", "install", "codex"], False),
        (["ask", "hook"], False),
    ],
)
def test_the_hook_is_told_from_other_commands_by_its_words(words: list[str], is_hook: bool) -> None:
    assert entry.hooked(words) is is_hook


def test_as_a_process_it_loads_nothing_of_clew_and_ends_with_0_when_nobody_reads(bundle: Path) -> None:
    given = json.dumps({"prompt": "the tide table", "cwd": str(bundle)})
    command = [sys.executable, "-X", "importtime", "-m", "clew", "hook"]

    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    closed = subprocess.Popen(command[:1] + command[3:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert closed.stdout
    assert closed.stdin
    closed.stdout.close()
    closed.stdin.write(given.encode())
    closed.stdin.close()

    loaded = {line.split("|")[-1].strip() for line in done.stderr.split("\n")}
    assert "Tide table" in done.stdout
    assert {name for name in loaded if name.startswith("clew.")} == {"clew.__main__", "clew.hook"} - {"clew.__main__"}
    assert closed.wait() == 0


def test_a_finished_session_is_added_by_a_process_of_its_own(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **options: started.append(command))
    session = tmp_path / "session.jsonl"
    session.write_text("{}", "utf-8")

    said({"transcript_path": str(session), "cwd": str(bundle)}, monkeypatch, capsys, "session")
    said({"transcript_path": str(tmp_path / "gone"), "cwd": str(bundle)}, monkeypatch, capsys, "session")

    assert [command[-5:] for command in started] == [["--bundle", str(bundle), "add", "--", str(session)]]
    assert str(session) in (Path(os.environ["XDG_DATA_HOME"]) / "clew" / "hook.log").read_text("utf-8")
