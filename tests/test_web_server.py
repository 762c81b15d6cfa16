"""The server as a process: where it listens, under which names, and what is left when it is killed."""

import http.client
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clew import app as wiring
from clew.errors import Failed, UsageError
from clew.web.server import PORT, Where, hosts, listening, local


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8"])
def test_an_address_of_this_machine_is_local(host: str) -> None:
    assert local(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4", "example.org", ""])
def test_any_other_address_is_not(host: str) -> None:
    assert not local(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4", "example.org"])
def test_other_machines_are_let_in_only_by_a_flag(host: str) -> None:
    with pytest.raises(UsageError, match="--remote"):
        listening(Where(host, 0))


def test_a_port_that_was_named_and_is_taken_is_said() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with pytest.raises(Failed, match=f"port {taken}"):
            listening(Where("127.0.0.1", taken))


def test_where_no_port_was_named_the_next_free_one_is_taken() -> None:
    with listening(Where()) as first, listening(Where()) as second:
        ports = {first.getsockname()[1], second.getsockname()[1]}

    assert len(ports) == 2 or PORT in ports


def test_it_answers_to_the_names_of_this_machine_and_to_those_that_were_named() -> None:
    assert hosts(Where(), 9) == {"127.0.0.1:9", "localhost:9", "[::1]:9"}
    assert hosts(Where("0.0.0.0", 9, True, ("clew.example",)), 9) == {"0.0.0.0:9", "clew.example"}


def test_the_server_started_by_an_agent_has_no_person(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in wiring.AGENTS:
        monkeypatch.delenv(name, raising=False)
    assert wiring.operator() == "app"
    monkeypatch.setenv(wiring.AGENTS[0], "1")
    assert wiring.operator() == "api"


def test_a_server_killed_during_decisions_loses_none_that_it_answered(
    pontoon: Path, tmp_path: Path, reader: None
) -> None:
    root = Path(shutil.copytree(pontoon, tmp_path / "bundle"))
    env = {k: v for k, v in os.environ.items() if k not in wiring.AGENTS} | {"PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "clew", "--bundle", str(root), "serve", "--port", "0", "--token"]
    answered: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout
        port = int(server.stdout.readline().split("/open")[0].rsplit(":", 1)[1])
        token = server.stdout.readline().split()[1]
        killer = threading.Timer(1.0, server.kill)
        with wiring.open_bundle(root) as bundle:
            waiting = [view.claim.id for view in bundle.queue()]
        for n in range(1000):
            body = f'{{"verb":"{("pin", "verify")[n % 2]}","claims":["{waiting[n % len(waiting)]}"]}}'
            head = {"authorization": f"Bearer {token}", "content-type": "application/json"}
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            try:
                line.request("POST", "/api/decide", body, head)
                answered.append(line.getresponse().read().decode())
            except OSError:
                break
            finally:
                line.close()
            if n == 0:
                killer.start()
        server.kill()
        killer.cancel()

    with wiring.open_bundle(root) as bundle:
        diagnosis = bundle.doctor()
        kept = {operation.id for operation in bundle.log()}

    assert diagnosis.problems == ()
    done = {text.split('"op":"')[-1].split('"')[0] for text in answered} - {""}  # said twice, a verb does nothing
    assert len(done) > 1
    assert done <= kept


@pytest.fixture
def stranger(pontoon: Path) -> Iterator[tuple["subprocess.Popen[str]", Callable[..., bytes]]]:
    """A server, and a way to send it these very bytes; `@` stands for its address, `#` for its token."""
    command = [sys.executable, "-m", "clew", "--bundle", str(pontoon), "serve", "--port", "0", "--token"]
    pipe = subprocess.PIPE
    env = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=env) as server:
        assert server.stdout
        port = int(server.stdout.readline().split("/open")[0].rpartition(":")[2])
        token = server.stdout.readline().split()[1]

        def send(request: str, leave: bool = False) -> bytes:
            with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
                line.sendall(request.replace("@", f"127.0.0.1:{port}").replace("#", token).encode("latin-1"))
                return b"" if leave else b"".join(iter(lambda: line.recv(65536), b""))

        yield server, send
        server.kill()


def test_requests_that_no_client_would_make_are_refused_and_never_a_fault_of_the_server(
    stranger: tuple["subprocess.Popen[str]", Callable[..., bytes]],
) -> None:
    who = "Host: @\r\nAuthorization: Bearer #\r\nConnection: close\r\n"
    json = who + "Content-Type: application/json\r\n"
    requests = {
        "GET /api/overview HTTP/1.1\r\n" + who: 200,
        "GET /api/overview HTTP/1.1\r\nHost: @\r\n" + who: 400,
        "GET /api/overview HTTP/1.1\r\n" + who.replace("Host: @", "Host: evil.example"): 421,
        "GET /api/overview HTTP/1.0\r\n" + who.replace("Host: @\r\n", ""): 421,
        "GET http://evil.example/api/overview HTTP/1.1\r\n" + who: 404,
        "TRACE /api/overview HTTP/1.1\r\n" + who: 405,
        "POST /api/decide HTTP/1.1\r\n" + json + "Content-Length: -5\r\n": 400,
        "POST /api/decide HTTP/1.1\r\n" + json + "Transfer-Encoding: chunked\r\n\r\nzz\r\n": 400,
    }
    server, send = stranger
    answers = [send(text if "\r\n\r\n" in text else text + "\r\n") for text in requests]
    send("POST /api/decide HTTP/1.1\r\n" + json + "Content-Length: 500\r\n\r\n{", leave=True)
    send("GET /api/overview HTTP/1.1\r\n" + who + "\r\n")  # by now it has noticed
    server.terminate()

    assert [int(answer.split()[1]) for answer in answers] == list(requests.values())
    assert "Traceback" not in server.communicate(timeout=60)[1]
