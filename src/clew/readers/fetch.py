"""One page or file of the web, fetched because a person named its address: bounded, and never from inside a network.

Needs the extra `fetch` (httpx2). Nothing that is read ever causes a fetch.
"""

import codecs
import ipaddress
import socket
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from clew.errors import Refused, StorageFailed, UsageError
from clew.model import Reading

if TYPE_CHECKING:
    import httpx2

KINDS = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "application/pdf": ".pdf",
    "application/json": ".json",
}
"""Content types that are taken, and the ending their bytes are known by."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a fetch goes."""

    size: int = 20 << 20
    """Most bytes, after decompression."""
    seconds: float = 20.0
    """Longest wait for a connection or for the next bytes."""
    whole: float = 120.0
    """Longest time for all of it, redirects included."""
    hops: int = 5
    """Most redirects."""
    inside: bool = False
    """Whether addresses of this machine and of private networks may be reached."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What stood at an address."""

    where: str
    """The address after redirects, without what may identify a person."""
    ending: str
    data: bytes

    def marked(self, reading: Reading) -> Reading:
        """What was read of it, with the address it came from."""
        return replace(reading, front={**reading.front, "address": self.where})


def is_address(text: str) -> bool:
    """Whether a command's argument is an address and not a path."""
    return text.lower().startswith(("http://", "https://"))


def fetch(address: str, limits: Limits | None = None) -> Fetched:
    """The bytes at an address.

    Raises:
        UsageError: it is no http address, or httpx2 is not installed.
        Refused: it leads inside a network, is too large, of another kind, or redirects without end.
        StorageFailed: it cannot be reached, or answers with an error.
    """
    try:
        import httpx2
    except ModuleNotFoundError:
        raise UsageError("fetching an address needs the extra: pip install 'clew[fetch]'") from None
    bounds = limits or Limits()
    end = monotonic() + bounds.whole
    try:
        with httpx2.Client(timeout=bounds.seconds, trust_env=False, headers={"User-Agent": "clew"}) as client:
            for _ in range(bounds.hops + 1):
                _outside(address, bounds)
                with client.stream("GET", address) as answer:
                    if not answer.has_redirect_location:
                        return _taken(answer, address, bounds, end)
                    address = urljoin(address, answer.headers["location"])
    except (httpx2.HTTPError, httpx2.InvalidURL) as fault:
        raise StorageFailed(f"{address} cannot be fetched ({str(fault) or type(fault).__name__})") from None
    raise Refused(f"{address}: more than {bounds.hops} redirects; nothing was added")


def _outside(address: str, bounds: Limits) -> None:
    """Stop before a request goes to this machine or into a private network."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or 443
    except ValueError as fault:
        raise UsageError(f"{address} is no http address ({fault})") from None
    if parts.scheme not in ("http", "https") or not host:
        raise UsageError(f"{address} is no http address")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as fault:
        raise StorageFailed(f"{host} cannot be found ({fault})") from None
    for *_, place in found:
        _global(str(place[0]), address, bounds)


def _global(place: str, address: str, bounds: Limits) -> None:
    if not bounds.inside and not ipaddress.ip_address(place.split("%")[0]).is_global:
        raise Refused(f"{address} leads to {place}, inside this machine or a private network; save the page to a file")


def _taken(answer: "httpx2.Response", address: str, bounds: Limits, end: float) -> Fetched:
    stream = answer.extensions.get("network_stream")
    reached = stream.get_extra_info("server_addr") if stream else None
    if reached:  # the name may have been resolved anew since it was looked at
        _global(str(reached[0]), address, bounds)
    if answer.status_code >= 300:
        raise StorageFailed(f"{address} answers {answer.status_code} {answer.reason_phrase}")
    kind = answer.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind not in KINDS:
        raise Refused(f"{address} is {kind or 'of no stated kind'}; taken are: {', '.join(KINDS)}")
    data = bytearray()
    for piece in answer.iter_bytes(1 << 16):
        data += piece
        if len(data) > bounds.size:
            raise Refused(f"{address} holds more than {bounds.size >> 20} MiB; save it to a file and add that")
        if monotonic() > end:
            raise StorageFailed(f"{address} takes longer than {bounds.whole:g} seconds; save it to a file and add that")
    plain = urlsplit(address)
    place = plain.netloc.rpartition("@")[2]
    return Fetched(
        f"{plain.scheme}://{place}{plain.path}", KINDS[kind], _readable(bytes(data), answer.charset_encoding)
    )


def _readable(data: bytes, charset: str | None) -> bytes:
    """The bytes, as UTF-8 where the server names another encoding of one byte or more a letter and they fit it."""
    try:
        if charset and not codecs.lookup(charset).name.startswith(("utf", "ascii")):
            return data.decode(charset).encode("utf-8")
    except (LookupError, ValueError):
        pass
    return data
