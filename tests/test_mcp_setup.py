"""Setting clients up: one entry beside what is there, shown, with the old file kept; nothing else changes."""

import json
import tomllib
from pathlib import Path

import pytest

from clew.errors import Conflict, Refused, UsageError
from clew.mcp import setup, splice
from clew.mcp.clients import CLIENTS

from transcript import call

DOCUMENT = (Path(__file__).parent.parent / "docs" / "agents.md").read_text("utf-8")
COMMAND = ["/usr/bin/python3", "-P", "-m", "clew", "--bundle", "/notes", "mcp"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n  "a": {\n    "x": 1\n  }\n}\n'),
        ("{}", '{\n  "a": {\n    "x": 1\n  }\n}'),
        ('{"b": [1,2]}', '{"b": [1,2], "a": {"x": 1}}'),
        ('{"a": {"y": 2}}', '{"a": {"y": 2, "x": 1}}'),
        ('{"a": {}, "b": 1}', '{"a": {\n    "x": 1\n  }, "b": 1}'),
        (
            '{\n\t"b" : 1.50,\n\t"a": {\n\t\t"y": "é"\n\t}\n}\n',
            '{\n\t"b" : 1.50,\n\t"a": {\n\t\t"y": "é",\n\t\t"x": 1\n\t}\n}\n',
        ),
    ],
)
def test_only_the_new_member_is_written(before: str, after: str) -> None:
    assert splice.put(before, ("a", "x"), 1) == after


def test_an_array_gets_one_value_more() -> None:
    assert splice.append('{"a": [1]}', ("a",), 2) == '{"a": [1, 2]}'
    assert json.loads(splice.append('{"a": {"b": []}}', ("a", "b"), {"c": 2})) == {"a": {"b": [{"c": 2}]}}
    assert json.loads(splice.append("{}", ("a", "b"), 2)) == {"a": {"b": [2]}}


@pytest.mark.parametrize(
    "text", ["[]", "3", '{"a": 3}', '{"a": {"x": 2}}', '{"a": {"x": 1}, "a": {}}x', "// comment\n{}", '{"a": 1,}']
)
def test_what_cannot_be_changed_safely_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        splice.put(text, ("a", "x"), 1)


@pytest.mark.parametrize("name", CLIENTS)
def test_every_client_gets_its_server_beside_what_is_there(name: str, tmp_path: Path) -> None:
    who = CLIENTS[name]
    toml = who.servers.form == "toml"
    path = tmp_path / "settings"
    path.write_text('model = "x"\n' if toml else '{\n  "theme": "dark"\n}\n', "utf-8")

    change = setup.server(who, path, "clew", COMMAND)
    copy = change.write()

    text = path.read_text("utf-8")
    found = tomllib.loads(text) if toml else json.loads(text)
    (key,) = who.servers.keys
    assert "/notes" in json.dumps(found[key]["clew"])
    assert len(found) == 2
    assert all(line in text for line in (change.before or b"").decode().splitlines())
    assert copy
    assert copy.read_bytes() == change.before
    assert setup.server(who, path, "clew", COMMAND).diff == ""


@pytest.mark.parametrize("name", [client.name for client in CLIENTS.values() if client.hooks])
def test_a_hook_stands_after_those_that_are_there(name: str, tmp_path: Path) -> None:
    who = CLIENTS[name]
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"hooks": {who.prompt: [{"hooks": [{"type": "command", "command": "mine"}]}]}}), "utf-8")

    setup.hook(who, path, who.prompt, "clew hook").write()

    found = json.loads(path.read_text("utf-8"))["hooks"][who.prompt]
    assert [group["hooks"][0]["command"] for group in found] == ["mine", "clew hook"]
    assert setup.hook(who, path, who.prompt, "clew hook").diff == ""


def test_another_entry_of_the_name_is_never_replaced_and_the_entry_is_printed(tmp_path: Path) -> None:
    for name, text in (
        ("cursor", '{"mcpServers": {"clew": {"command": "x"}}}'),
        ("codex", '[mcp_servers.clew]\na="b"'),
    ):
        path = tmp_path / name
        path.write_text(text, "utf-8")

        with pytest.raises(Refused, match=r"Add this by hand under `mcp") as told:
            setup.server(CLIENTS[name], path, "clew", COMMAND)

        assert "/notes" in str(told.value)
        assert path.read_text("utf-8") == text


def test_a_file_that_changed_meanwhile_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text("{}", "utf-8")
    change = setup.server(CLIENTS["cursor"], path, "clew", COMMAND)
    path.write_text('{"mine": 1}', "utf-8")

    with pytest.raises(Conflict):
        change.write()

    assert path.read_text("utf-8") == '{"mine": 1}'


def test_copies_of_older_files_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text("{}", "utf-8")

    copies = [setup.server(CLIENTS["cursor"], path, name, COMMAND).write() for name in ("one", "two")]

    assert [copy.name for copy in copies if copy] == ["mcp.json.clew-1.bak", "mcp.json.clew-2.bak"]


def test_a_settings_file_that_is_a_link_stays_one(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text("{}", "utf-8")
    (tmp_path / ".cursor").mkdir()
    (tmp_path / ".cursor" / "mcp.json").symlink_to(real)

    path = setup.target(CLIENTS["cursor"].servers, CLIENTS["cursor"], tmp_path)
    setup.server(CLIENTS["cursor"], path, "clew", COMMAND).write()

    assert (tmp_path / ".cursor" / "mcp.json").is_symlink()
    assert "clew" in real.read_text("utf-8")


def test_an_unknown_client_is_answered_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="claude-code"):
        setup.client("emacs")


def test_the_commands_write_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, person: None) -> None:
    monkeypatch.chdir(tmp_path)
    call(["init", ".", "--title", "Pontoon"])

    trial, _ = call(["mcp", "install", "claude-code", "--project", "--dry-run"])
    nothing = list(tmp_path.glob(".mcp.json"))
    told, code = call(["mcp", "install", "claude-code", "--project"])
    hooked, _ = call(["hook", "install", "claude-code", "--project", "--sessions"])

    entry = json.loads((tmp_path / ".mcp.json").read_text("utf-8"))["mcpServers"]["clew"]
    hooks = json.loads((tmp_path / ".claude" / "settings.json").read_text("utf-8"))["hooks"]
    assert (nothing, code) == ([], 0)
    assert "Nothing was changed." in trial
    assert entry["args"][-3:] == ["--bundle", str(tmp_path), "mcp"]
    assert f"Wrote {tmp_path / '.mcp.json'}" in told
    assert list(hooks) == ["UserPromptSubmit", "SessionEnd"]
    assert hooks["SessionEnd"][0]["hooks"][0]["command"].endswith("clew hook session")
    assert "as it was: settings.json.clew-1.bak" in hooked


@pytest.mark.parametrize("name", CLIENTS)
def test_every_client_is_documented(name: str) -> None:
    assert f"| `{name}` |" in DOCUMENT


@pytest.mark.parametrize(
    ("before", "keys"),
    [
        ("{}", ("mcp",)),
        ('{"mcp": {"other": {"type": "local", "command": ["x"]}}}', ("mcp",)),
        ('{"mcp": {"servers": {"other": {"type": "local", "command": ["x"]}}}}', ("mcp", "servers")),
    ],
)
def test_a_file_of_either_version_of_opencode_gets_the_server_where_its_own_stand(
    before: str, keys: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "opencode.json"
    path.write_text(before, "utf-8")

    setup.server(CLIENTS["opencode"], path, "clew", COMMAND).write()

    found = json.loads(path.read_text("utf-8"))
    for key in keys:
        found = found[key]
    assert found["clew"] == {"type": "local", "command": COMMAND}
    assert set(found) - {"clew"} == ({"other"} if "other" in before else set())


def test_what_a_client_wants_of_a_person_before_a_hook_runs_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    assert "trust it" in call(["hook", "install", "codex"])[0]
    assert "trust it" not in call(["hook", "install", "gemini"])[0]
