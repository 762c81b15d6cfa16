"""A page of the web, fetched by its address from a server of the test."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from clew import app
from clew.errors import Refused, StorageFailed, UsageError
from clew.readers.fetch import Limits, fetch, is_address

PAGE = b"<html><title>Harbour rules</title><body><h1>Harbour rules</h1><p>Moor on the east pier only.</p></body></html>"
INSIDE = Limits(inside=True, seconds=5, size=1 << 16, hops=2)


class Site(BaseHTTPRequestHandler):
    """A page, a file of another kind, a long one, a missing one, a ring."""

    def do_GET(self) -> None:
        self.send_response({"/ring": 302, "/old": 301, "/gone": 404}.get(self.path, 200))
        if self.path in ("/ring", "/old"):
            self.send_header("Location", {"/ring": "/ring", "/old": "/page?token=abc"}[self.path])
        self.send_header("Content-Type", "image/png" if self.path == "/image" else "text/html; charset=utf-8")
        body = PAGE * 1000 if self.path == "/long" else PAGE
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Nothing is printed."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_page_is_fetched_and_added_under_its_address(site: str, tmp_path: Path, person: None) -> None:
    app.create(tmp_path / "b", "Test").close()
    with app.open_bundle(tmp_path / "b") as bundle:
        report = bundle.add([fetch(f"{site}/page", INSIDE)])

        assert report.counts["new"] == 1
        assert bundle.sources()[0].title == "Harbour rules"
        assert "Moor on the east pier only." in "".join(p.text for p in bundle.parts(bundle.sources()[0].id))


def test_a_redirect_is_followed_and_its_query_is_not_kept(site: str) -> None:
    assert fetch(f"{site}/old", INSIDE).where.endswith("/page")


@pytest.mark.parametrize(
    ("path", "told"), [("/image", "image/png"), ("/long", "more than 0 MiB"), ("/ring", "more than 2 redirects")]
)
def test_what_is_too_much_or_of_another_kind_is_refused(site: str, path: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        fetch(site + path, INSIDE)


def test_an_error_of_the_server_is_told(site: str) -> None:
    with pytest.raises(StorageFailed, match="404"):
        fetch(f"{site}/gone", INSIDE)


def test_a_server_that_is_not_there_is_told() -> None:
    with pytest.raises(StorageFailed, match="cannot be fetched"):
        fetch("http://127.0.0.1:9/page", INSIDE)


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "10.0.0.8", "192.168.1.1", "169.254.169.254", "localhost"])
def test_nothing_inside_the_machine_or_its_network_is_reached(host: str) -> None:
    with pytest.raises(Refused, match="private network"):
        fetch(f"http://{host}/secrets")


@pytest.mark.parametrize("address", ["ftp://example.org/x", "file:///etc/passwd", "http://", "page.html"])
def test_what_is_no_web_address_is_a_wrong_request(address: str) -> None:
    with pytest.raises(UsageError):
        fetch(address)


def test_paths_are_no_addresses() -> None:
    assert [is_address(x) for x in ("notes.md", "-", "http.txt", "HTTPS://example.org/a")] == [False] * 3 + [True]
