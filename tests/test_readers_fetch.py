"""A page of the web, fetched by its address from a server of the test."""

import threading
import time
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
    """A page, a file of another kind, a long one, a slow one, a missing one, a ring."""

    def do_GET(self) -> None:
        self.send_response({"/ring": 302, "/old": 301, "/gone": 404, "/nowhere": 302}.get(self.path, 200))
        if self.path in ("/ring", "/old"):
            self.send_header("Location", {"/ring": "/ring", "/old": "/page?token=abc"}[self.path])
        charset = {"/koi": "koi8-r", "/wrong": "x-unknown"}.get(self.path, "utf-8")
        self.send_header("Content-Type", "image/png" if self.path == "/image" else f"text/html; charset={charset}")
        body = {"/long": PAGE * 1000, "/koi": "Причал".encode("koi8-r")}.get(self.path, PAGE)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.path == "/slow":
            self._drip(body)
        else:
            self.wfile.write(body)

    def _drip(self, body: bytes) -> None:
        for byte in body:
            try:
                self.wfile.write(bytes([byte]))
            except OSError:
                return
            time.sleep(0.05)

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
        assert bundle.sources()[0].front == {"address": f"{site}/page"}
        assert "Moor on the east pier only." in "".join(p.text for p in bundle.parts(bundle.sources()[0].id))


def test_a_redirect_is_followed_and_its_query_is_not_kept(site: str) -> None:
    assert fetch(f"{site}/old", INSIDE).where.endswith("/page")


@pytest.mark.parametrize(
    ("path", "told"), [("/image", "image/png"), ("/long", "more than 0 MiB"), ("/ring", "more than 2 redirects")]
)
def test_what_is_too_much_or_of_another_kind_is_refused(site: str, path: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        fetch(site + path, INSIDE)


def test_a_redirect_to_nowhere_is_told(site: str) -> None:
    with pytest.raises(StorageFailed, match="302"):
        fetch(f"{site}/nowhere", INSIDE)


def test_a_page_that_comes_byte_by_byte_ends_at_a_time(site: str) -> None:
    with pytest.raises(StorageFailed, match=r"longer than 0\.2 seconds"):
        fetch(f"{site}/slow", Limits(inside=True, whole=0.2))


def test_the_encoding_that_a_server_names_counts_unless_it_is_wrong(site: str) -> None:
    assert fetch(f"{site}/koi", INSIDE).data.decode() == "Причал"
    assert fetch(f"{site}/wrong", INSIDE).data == PAGE


def test_a_name_or_number_that_no_address_can_have_is_told() -> None:
    for address in ("http://[bad", "http://127.0.0.1:99999/"):
        with pytest.raises(UsageError, match="no http address"):
            fetch(address)
    with pytest.raises(StorageFailed, match="cannot be found"):
        fetch(f"http://{'a' * 300}.org/")


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
