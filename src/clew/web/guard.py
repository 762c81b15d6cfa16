"""Who may come in: address, origin, token and size are checked before anything else looks at a request.

A browser gets in by a link that works once and leaves a cookie; a program gives the token. What comes in by the
cookie is a person at the app, what comes in by the token never is.
"""

import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clew.model import Channel
from clew.web.reply import Reply, refusal

MOST = 100_000_000
"""Bytes of a request."""
SAFE = ("GET", "HEAD")
OPEN = ("/assets/", "/favicon.ico")
"""Beginnings of paths that hold nothing of the bundle."""
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types clew"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


@dataclass(slots=True)
class Keys:
    """The secrets of one server; none outlives it."""

    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    """What a program shows."""
    _links: set[str] = field(default_factory=set)
    _sessions: set[str] = field(default_factory=set)

    def link(self) -> str:
        """A key that lets one browser in, once."""
        key = secrets.token_urlsafe(24)
        self._links.add(key)
        return key

    def enter(self, key: str) -> str | None:
        """The session that a key opens; None when it is wrong or used."""
        found = next((k for k in self._links if secrets.compare_digest(k.encode(), key.encode())), None)
        if found is None:
            return None
        self._links.discard(found)
        session = secrets.token_urlsafe(32)
        self._sessions.add(session)
        return session

    def session(self, given: str) -> bool:
        """Whether this is a session of this server."""
        return any(secrets.compare_digest(s.encode(), given.encode()) for s in self._sessions)

    def program(self, given: str) -> bool:
        """Whether this is the token."""
        return secrets.compare_digest(self.token.encode(), given.encode())


@dataclass(frozen=True, slots=True)
class Door:
    """Where the site is served, and as whom a browser's person acts."""

    keys: Keys
    hosts: frozenset[str]
    """Values of the Host header that are answered: `127.0.0.1:8731`, …"""
    cookie: str
    scheme: str = "http"
    person: Channel = "app"
    """`api` where an agent started the server: then nobody counts as a person."""

    @property
    def origins(self) -> frozenset[str]:
        """Origins that a page of this site has."""
        return frozenset(f"{self.scheme}://{host}" for host in self.hosts)


class Guard:
    """The outermost layer of the site."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what is refused, pass on what is not, and put the headers on both."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        answer = self._check(scope, headers)
        await (answer or self._app)(scope, _bounded(receive), _dressed(send, scope["path"]))

    def _check(self, scope: MutableMapping[str, Any], headers: Headers) -> Reply | None:
        path = str(scope["path"])
        if headers.get("host", "").lower() not in self._door.hosts:
            return refusal(path, 421, "WrongHost", "this server does not answer to that name")
        if headers.get("sec-fetch-site") == "cross-site" and not _visits(scope, headers):
            return refusal(path, 403, "CrossSite", "another site may not use this one")
        if path == "/open":
            return self._enter(scope)
        if path.startswith(OPEN):
            return None
        who = self._who(headers)
        if who is None:
            return refusal(
                path, 401, "NoToken", "open the link that `clew serve` printed; it works once, in one browser"
            )
        if who == self._door.person and not self._own(scope, headers):
            return refusal(path, 403, "CrossSite", "that did not come from a page of this site")
        said = headers.get("content-length", "0")
        if not said.isdecimal() or int(said[:20]) > MOST:
            return refusal(path, 413, "TooLarge", f"at most {MOST // 1_000_000} MB are taken; use clew add for more")
        scope.setdefault("state", {})["channel"] = who
        return None

    def _who(self, headers: Headers) -> Channel | None:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme:
            return "api" if scheme.lower() == "bearer" and self._door.keys.program(token.strip()) else None
        given = cookie_parser(headers.get("cookie", "")).get(self._door.cookie, "")
        return self._door.person if given and self._door.keys.session(given) else None

    def _own(self, scope: MutableMapping[str, Any], headers: Headers) -> bool:
        """Whether a request by cookie comes from a page of this site: always asked of what changes something."""
        if headers.get("authorization") or scope["method"] in SAFE:
            return True
        origin = headers.get("origin")
        return origin in self._door.origins if origin else headers.get("sec-fetch-site") == "same-origin"

    def _enter(self, scope: MutableMapping[str, Any]) -> Reply:
        key = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[0]
        session = self._door.keys.enter(key) if scope["method"] == "GET" else None
        if session is None:
            return refusal("/open", 401, "NoToken", "that link was used already or is wrong; start `clew serve` again")
        # A page, not a redirect: a strict cookie is not sent on a redirect that another site's link began.
        reply = Reply("page", 200, "Welcome", "opening the bundle …", {"refresh": "0;url=/"})
        secure = "; Secure" if self._door.scheme == "https" else ""
        reply.headers["set-cookie"] = f"{self._door.cookie}={session}; HttpOnly; SameSite=Strict; Path=/{secure}"
        return reply


def _visits(scope: MutableMapping[str, Any], headers: Headers) -> bool:
    """Whether a person follows a link from elsewhere to a page, which is how the first visit happens."""
    navigates = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return scope["method"] == "GET" and navigates


def _bounded(receive: Receive) -> Receive:
    """The body, cut off with an error where it is too long without having said so."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MOST:
            raise HTTPException(413, f"at most {MOST // 1_000_000} MB are taken; use clew add for more")
        return message

    return bounded


def _dressed(send: Send, path: str) -> Send:
    """Every answer carries the headers; what never changes may be kept, and one page brings a policy of its own."""

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                if name == "content-security-policy":
                    headers.setdefault(name, value)
                elif not (name == "cache-control" and path.startswith(OPEN)):
                    headers[name] = value
        await send(message)

    return dressed
