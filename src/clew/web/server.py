"""Runs the site on this machine until it is stopped."""

import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from clew.app import open_bundle, operator
from clew.errors import Failed, Refused, UsageError
from clew.web.guard import Door, Keys
from clew.web.room import Room
from clew.web.site import site

PORT = 8731
NEXT = 10
"""Ports that are tried after the usual one when no port was named."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where the site is served."""

    host: str = "127.0.0.1"
    port: int | None = None
    remote: bool = False
    """Whether other machines may come in: said out loud, never by an address alone."""
    names: tuple[str, ...] = ()
    """Further names that the site answers to, for a tunnel or a proxy."""
    scheme: str = "http"


def local(host: str) -> bool:
    """Whether an address is this machine's own."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def listening(where: Where) -> socket.socket:
    """A socket on the wanted port, or on one of the next where none was named.

    Raises:
        UsageError: the address is another machine's, or open to others without being asked to.
        Failed: every port is taken.
    """
    if not local(where.host) and not where.remote:
        raise UsageError(
            f"{where.host} can be reached from other machines; say --remote if you want that, behind TLS and only there"
        )
    ports = [where.port] if where.port is not None else list(range(PORT, PORT + NEXT))
    for port in ports:
        family = socket.AF_INET6 if ":" in where.host else socket.AF_INET
        sock = socket.socket(family)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((where.host, port))
            sock.listen(64)
        except OSError:
            sock.close()
            continue
        return sock
    raise Failed(f"port {ports[0]} on {where.host} cannot be had; name another: clew serve --port 0")


def hosts(where: Where, port: int) -> frozenset[str]:
    """Host headers that are answered: names of this machine with the port, and what was named."""
    own = ("127.0.0.1", "localhost", "[::1]") if local(where.host) else (where.host,)
    return frozenset({*(f"{name}:{port}" for name in own), *where.names})


class Served:
    """One bundle that is served: its socket, its secrets, its room."""

    def __init__(self, root: Path, where: Where, servers: "Servers") -> None:
        self.sock = listening(where)
        port = int(self.sock.getsockname()[1])
        self.keys = Keys()
        self.person = operator()
        door = Door(self.keys, hosts(where, port), f"clew-{port}", where.scheme, self.person)
        self.room = Room(lambda channel: open_bundle(root, channel))
        shown = "localhost" if where.host == "localhost" else f"[{where.host}]" if ":" in where.host else where.host
        self._base = f"{where.scheme}://{_first(where.names) or f'{shown}:{port}'}"
        config = uvicorn.Config(
            site(self.room, door, servers if servers.able else None),
            log_level="warning",
            lifespan="off",
            ws="none",
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self.run, name="clew-workspace", daemon=True)

    def link(self) -> str:
        """A link that lets one browser in, once."""
        return f"{self._base}/open?key={self.keys.link()}"

    def run(self) -> None:
        """Serve until it is stopped."""
        try:
            self._server.run(sockets=[self.sock])
        finally:
            self.room.close()
            self.sock.close()

    def beside(self) -> None:
        """Serve beside whatever else this process does."""
        self._thread.start()

    def stop(self) -> None:
        """Serve no longer; what is being done is finished first."""
        self._server.should_exit = True
        self._thread.join(10)


class Servers:
    """The server that was started, and those of workspaces that a person opened from it, each with its own secrets."""

    def __init__(self, root: Path, where: Where) -> None:
        self.able = local(where.host) and not where.names
        """Whether another port can be reached: behind a tunnel or a proxy it cannot."""
        self._where = replace(where, port=0 if where.port == 0 else None)
        self._lock = threading.Lock()
        self._root = str(root.resolve())
        self.first = Served(root, where, self)
        self._open: dict[str, Served] = {}

    def open(self, path: str) -> str:
        """A link that lets one browser into a workspace, which is served from now on."""
        with self._lock:
            if path == self._root:
                return self.first.link()
            if path not in self._open:
                try:
                    self._open[path] = Served(Path(path), self._where, self)
                except Failed:  # all the usual ports are taken
                    self._open[path] = Served(Path(path), replace(self._where, port=0), self)
                self._open[path].room.warm(self._open[path].person)
                self._open[path].beside()
            return self._open[path].link()

    def shut(self, path: str) -> None:
        """Stop serving a workspace that was opened.

        Raises:
            Refused: it is the one that the server was started for.
        """
        if path == self._root:
            raise Refused("the server was started for this workspace; stop it first, then: clew bundle delete NAME")
        with self._lock:
            served = self._open.pop(path, None)
        if served:
            served.stop()

    def renew(self, path: str) -> None:
        """Read the settings of a workspace again, where it is served."""
        served = self.first if path == self._root else self._open.get(path)
        if served:
            served.room.renew()

    def close(self) -> None:
        """Stop all that were opened."""
        for path in list(self._open):
            self.shut(path)


def run(root: Path, where: Where, tell: Callable[[str, Keys], None]) -> None:
    """Serve a bundle; `tell` is given the link that lets a browser in, once everything listens."""
    servers = Servers(root, where)
    first = servers.first
    first.room.warm(first.person)
    tell(first.link(), first.keys)
    try:
        first.run()
    finally:
        servers.close()


def _first(names: Sequence[str]) -> str:
    return names[0] if names else ""
