"""Workspaces in the app: opened at an address of their own; only a person changes them, and only those of the list."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from clew import app as wiring
from clew import spaces
from clew.web.server import Servers, Where

from webapp import App, served


class Street:
    """Stands in for the servers of a process."""

    def __init__(self) -> None:
        self.did: list[tuple[str, str]] = []

    def open(self, path: str) -> str:
        self.did.append(("open", path))
        return "http://127.0.0.1:9/open?key=once"

    def shut(self, path: str) -> None:
        self.did.append(("shut", path))

    def renew(self, path: str) -> None:
        self.did.append(("renew", path))


@pytest.fixture
def street() -> Street:
    return Street()


@pytest.fixture
def town(pontoon: Path, tmp_path: Path, reader: None, street: Street) -> Iterator[App]:
    """An app whose person has two workspaces, this one and an empty one."""
    root = Path(shutil.copytree(pontoon, tmp_path / "bundle"))
    spaces.remember(root)
    spaces.new("Garden", tmp_path / "garden")
    yield from served(root, street)


def garden(town: App) -> str:
    return next(space.path for space in spaces.spaces() if space.path != str(town.root))


def wish(town: App, what: str, path: str = "", name: str = "") -> httpx.Response:
    return town.browser().post("/do-workspace", data={"what": what, "path": path, "name": name})


def test_a_workspace_is_opened_beside_this_one(town: App, street: Street) -> None:
    page = wish(town, "open", garden(town))

    assert street.did == [("open", garden(town))]
    assert 'content="0;url=http://127.0.0.1:9/open?key=once"' in page.text


def test_a_new_one_is_listed_and_lies_in_the_persons_own_folder(town: App) -> None:
    page = wish(town, "new", name="Allotment").text

    made = spaces.find("Allotment")
    assert ("Allotment" in page, made.present) == (True, True)
    assert wish(town, "new", name="allotment").status_code == 403
    assert wish(town, "new", name="  ").status_code == 400


def test_this_one_is_renamed_and_every_page_says_so(town: App, street: Street) -> None:
    page = wish(town, "rename", str(town.root), "Quay <b>")
    town.room.renew()

    assert street.did == [("renew", str(town.root))]
    assert "Quay &lt;b&gt;" in page.text
    assert "Quay &lt;b&gt;</span></a>" in town.browser().get("/").text


def test_the_default_of_commands_is_chosen(town: App) -> None:
    wish(town, "default", garden(town))

    assert [space.path for space in spaces.spaces() if space.default] == [garden(town)]


def test_one_is_deleted_by_its_name_after_a_backup(town: App, street: Street) -> None:
    path = garden(town)
    wrong = wish(town, "delete", path, "Gardn")
    kept = spaces.find(path).present
    page = wish(town, "delete", path, "Garden").text

    assert (wrong.status_code, kept) == (403, True)
    assert street.did == [("shut", path)]
    saved = re.search(r"clew restore (\S+\.zip) FOLDER", page)
    assert saved
    assert Path(saved[1]).is_file()
    assert [space.path for space in spaces.spaces()] == [str(town.root)]


def test_the_one_a_person_is_in_is_not_deleted(town: App, street: Street) -> None:
    answer = wish(town, "delete", str(town.root), "Pontoon")

    assert (answer.status_code, street.did) == (403, [])
    assert (town.root / "clew.toml").is_file()


@pytest.mark.parametrize("what", ["open", "rename", "default", "delete"])
def test_a_bundle_that_is_not_in_the_list_is_none(town: App, street: Street, tmp_path: Path, what: str) -> None:
    wiring.create(tmp_path / "sent", "Sent").close()
    before = (tmp_path / "sent" / "clew.toml").read_bytes()
    paths = [str(tmp_path / "sent"), f"{garden(town)}/../sent", f"{garden(town)}/", "Garden", "/", ""]

    assert {wish(town, what, path, "Sent").status_code for path in paths} == {404}
    assert street.did == []
    assert (tmp_path / "sent" / "clew.toml").read_bytes() == before


@pytest.mark.parametrize("what", ["open", "new", "rename", "default", "delete"])
def test_no_program_and_no_other_site_does_any_of_it(town: App, street: Street, what: str) -> None:
    data = {"what": what, "path": garden(town), "name": "Garden"}
    browser = town.browser()
    browser.headers["origin"] = "http://evil.example"
    answers = [client.post("/do-workspace", data=data).status_code for client in (town.program(), browser, town.anyone)]

    assert (answers, street.did) == ([403, 403, 401], [])
    assert [space.name for space in spaces.spaces()] == ["Garden", "Pontoon"]


def test_where_no_other_port_can_be_reached_the_command_is_shown(app: App, tmp_path: Path) -> None:
    spaces.new("Garden", tmp_path / "garden")
    page = app.browser().get("/workspaces").text

    assert f"clew --bundle {tmp_path / 'garden'} serve" in page
    assert wish(app, "open", str(tmp_path / "garden")).status_code == 403


def test_each_has_its_own_secrets_and_is_served_until_it_is_shut(pontoon: Path, tmp_path: Path, reader: None) -> None:
    spaces.new("Garden", tmp_path / "garden")
    servers = Servers(pontoon, Where(port=0))
    servers.first.beside()
    try:
        first, second = servers.first.link(), servers.open(str(tmp_path / "garden"))
        bases = [link.split("/open")[0] for link in (first, second)]
        inside = httpx.Client(headers={"connection": "close"})
        inside.get(second)
        seen = [inside.get(f"{base}/api/overview").status_code for base in bases]
        again = servers.open(str(tmp_path / "garden")).split("/open")[0]
        inside.close()
        servers.shut(str(tmp_path / "garden"))
        with pytest.raises(httpx.ConnectError):
            httpx.get(second)
    finally:
        servers.close()
        servers.first.stop()

    assert (seen, again) == ([401, 200], bases[1])
