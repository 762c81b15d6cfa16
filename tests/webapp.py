"""A bundle behind the app, without a socket: the client speaks to the application itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from starlette.testclient import TestClient

from clew import app as wiring
from clew.web.guard import Door, Keys
from clew.web.room import Room
from clew.web.site import site
from clew.web.workspaces import Neighbours

HOST = "127.0.0.1:8731"
ORIGIN = f"http://{HOST}"


@dataclass(frozen=True)
class App:
    """The application and the secrets of its door."""

    root: Path
    keys: Keys
    anyone: TestClient
    """A client that is not in."""
    room: Room

    def browser(self) -> TestClient:
        """A browser that came in by a link of its own; what it posts comes from a page of the site."""
        client = _client(self.anyone.app)
        client.get("/open", params={"key": self.keys.link()})
        client.headers["origin"] = ORIGIN
        return client

    def program(self) -> TestClient:
        """A program with the token."""
        client = _client(self.anyone.app)
        client.headers["authorization"] = f"Bearer {self.keys.token}"
        return client


def _client(application: object) -> TestClient:
    return TestClient(application, base_url=ORIGIN, follow_redirects=False)  # type: ignore[arg-type]


def served(root: Path, neighbours: Neighbours | None = None) -> Iterator[App]:
    """The app of a bundle, closed afterwards."""
    keys = Keys()
    room = Room(lambda channel: wiring.open_bundle(root, channel))
    room.checkup.patience = 60.0  # a busy machine must not decide what a page shows
    door = Door(keys, frozenset({HOST, "localhost:8731"}), "clew-8731")
    yield App(root, keys, _client(site(room, door, neighbours)), room)
    room.close()


WAITING = b"""User: We decided to paint the pier blue.
Assistant: A fine colour.
User: We will order twelve life vests from Ostrava.
User: Our harbour office closes at six in the evening.
"""


def made(folder: Path) -> Path:
    """The example chats, with chains and a contradiction, and a chat of which every claim waits for review."""
    wiring.create(folder, "Pontoon").close()
    settings = folder / "clew.toml"
    settings.write_text(settings.read_text("utf-8").replace('embedder = "minilm"', 'embedder = "none"'), "utf-8")
    with wiring.open_bundle(folder) as bundle:
        bundle.add([wiring.examples()])
        bundle.add([WAITING], at="2026-05-20", accept="none")
    return folder
