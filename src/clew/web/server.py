"""Runs the site on this machine until it is stopped."""

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from clew.app import open_bundle, operator
from clew.errors import Failed, UsageError
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


def run(root: Path, where: Where, tell: Callable[[str, Keys], None]) -> None:
    """Serve a bundle; `tell` is given the link that lets a browser in, once everything listens."""
    sock = listening(where)
    port = int(sock.getsockname()[1])
    keys = Keys()
    door = Door(keys, hosts(where, port), f"clew-{port}", where.scheme, operator())
    room = Room(lambda channel: open_bundle(root, channel))
    config = uvicorn.Config(
        site(room, door),
        log_level="warning",
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    shown = "localhost" if where.host == "localhost" else f"[{where.host}]" if ":" in where.host else where.host
    base = f"{where.scheme}://{_first(where.names) or f'{shown}:{port}'}"
    room.warm(door.person)
    tell(f"{base}/open?key={keys.link()}", keys)
    try:
        uvicorn.Server(config).run(sockets=[sock])
    finally:
        room.close()
        sock.close()


def _first(names: Sequence[str]) -> str:
    return names[0] if names else ""
