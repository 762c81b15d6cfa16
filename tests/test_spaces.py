"""Workspaces are bundles by name; the default stands in the person's own configuration."""

import os
from pathlib import Path

import pytest

from clew import app, spaces
from clew.errors import NotFound, Refused

pytestmark = pytest.mark.usefixtures("person")


def config() -> str:
    return (Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml").read_text("utf-8")


def test_a_workspace_can_be_made_switched_to_and_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = config()
    spaces.new("Garden", tmp_path / "g")
    spaces.new("Shop")
    monkeypatch.chdir(tmp_path)

    spaces.switch("garden")

    assert app.locate(None) == tmp_path / "g"
    assert [(s.name, s.default) for s in spaces.spaces()] == [("Garden", True), ("Shop", False)]
    assert config().replace(f'bundle = "{tmp_path / "g"}"\n', "") == before


def test_two_workspaces_do_not_share_a_name(tmp_path: Path) -> None:
    spaces.new("Garden", tmp_path / "g")
    spaces.new("Shop", tmp_path / "s")

    with pytest.raises(Refused, match="already"):
        spaces.new("garden")
    with pytest.raises(Refused, match="already"):
        spaces.rename("Shop", "GARDEN")
    assert spaces.rename("Shop", "Store").name == "Store"
    assert (tmp_path / "s" / "clew.toml").read_text("utf-8").count("title =") == 1


def test_a_deleted_workspace_can_be_restored_and_what_is_not_its_own_stays(tmp_path: Path) -> None:
    spaces.new("Garden", tmp_path / "g")
    spaces.switch("Garden")
    (tmp_path / "g" / ".git").mkdir()
    (tmp_path / "g" / ".git" / "HEAD").write_text("x", "utf-8")

    saved, left = spaces.delete("Garden")

    assert left == (".git",)
    assert spaces.spaces() == ()
    assert "bundle" not in config()
    with pytest.raises(NotFound):
        spaces.find("Garden")
    app.restore(Path(saved.path), tmp_path / "again")
    with app.open_bundle(tmp_path / "again") as back:
        assert back.settings.title == "Garden"


def test_no_script_deletes_a_workspace(tmp_path: Path) -> None:
    spaces.new("Garden", tmp_path / "g")
    (Path(os.environ["XDG_CONFIG_HOME"]) / "clew" / "config.toml").write_text('[models]\nembedder = "none"\n', "utf-8")

    with pytest.raises(Refused, match="only a person"):
        spaces.delete("Garden")
    assert (tmp_path / "g" / "clew.toml").exists()


def test_a_folder_that_is_gone_stays_in_the_list_and_is_named_so(tmp_path: Path) -> None:
    spaces.new("Garden", tmp_path / "g")
    (tmp_path / "g" / "clew.toml").unlink()

    (space,) = spaces.spaces()
    assert not space.present
    with pytest.raises(NotFound, match="no bundle any more"):
        spaces.switch(space.path)
