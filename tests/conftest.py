"""Shared fixtures: no network, no real clock, the development data where it is present."""

import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from webapp import App

SHARED = Path(os.environ.get("CLEW_SHARED", Path(__file__).parent.parent.parent / "shared"))


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any attempt to connect to something that is not a Unix socket fails the test."""
    real = socket.socket.connect

    def refuse(self: socket.socket, address: object) -> None:
        if self.family != socket.AF_UNIX and not (isinstance(address, tuple) and str(address[0]).startswith("127.")):
            raise AssertionError(f"a test tried to reach {address}")
        real(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings and data of the person who runs the tests are never read or written."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    monkeypatch.delenv("CLEW_BUNDLE", raising=False)
    monkeypatch.setenv("CLEW_BEHIND", "off")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The development data beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip(f"development data not present at {SHARED.name}/ beside the checkout")
    return SHARED


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person with settings of their own: scripts may decide, a clock that stands still."""
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew"
    config.mkdir(parents=True)
    (config / "config.toml").write_text('[user]\nname = "kim"\nscripts = true\n', "utf-8")
    monkeypatch.setenv("CLEW_NOW", "2026-06-01T12:00:00Z")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture(scope="session")
def pontoon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle for the app, made once; tests work on copies."""
    import webapp  # only what needs the app loads it

    home = tmp_path_factory.mktemp("pontoon")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CONFIG", "DATA", "CACHE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name))
        (home / "CONFIG" / "clew").mkdir(parents=True)
        (home / "CONFIG" / "clew" / "config.toml").write_text('[models]\nembedder = "none"\n', "utf-8")
        patch.setenv("CLEW_NOW", "2026-06-01T12:00:00Z")
        return webapp.made(home / "bundle")


@pytest.fixture(scope="session")
def still(pontoon: Path, tmp_path_factory: pytest.TempPathFactory) -> "Iterator[App]":
    """The app over a copy that no test changes: for what only reads or is refused."""
    import webapp

    yield from webapp.served(Path(shutil.copytree(pontoon, tmp_path_factory.mktemp("still") / "bundle")))


@pytest.fixture
def app(pontoon: Path, tmp_path: Path, reader: None) -> "Iterator[App]":
    """The app over a copy of that bundle."""
    import webapp

    yield from webapp.served(Path(shutil.copytree(pontoon, tmp_path / "bundle")))


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person without scripts that decide: full text only, a clock that stands still."""
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "clew"
    config.mkdir(parents=True)
    (config / "config.toml").write_text('[user]\nname = "kim"\n', "utf-8")
    monkeypatch.setenv("CLEW_NOW", "2026-06-01T12:00:00Z")
