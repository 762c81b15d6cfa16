"""Decisions in the app over many generated claims: how long a person waits for each, and for the next page.

A real server is asked over HTTP: seconds until the answer, and seconds of the server's processor. Some of the claims
wait for review and some contradict each other, as in a bundle somebody works with.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from clew import app
from clew.belief import events
from publish import source
from screens import made

import common

OPEN = 40
"""Contradictions, and a source of a hundred claims, that wait for a person."""
IDLE = 2.2
"""Seconds after the last decision in which the server has begun to bring pages up to date."""


def waiting(root: Path, size: int) -> None:
    """Let one more source of claims wait for review, open contradictions between claims in force, make all pages."""
    with app.open_bundle(root) as bundle, bundle._desk.writing() as session:
        prepared, fresh = source(random.Random(11), size, size // 4)  # claims, not secrets
        session.knowledge.sources[prepared.source.id] = prepared.source
        session.store([prepared])
        told = [events.source(prepared.source.id, prepared.source.sha256), *(events.propose(c.id) for c in fresh)]
        ids = list(session.knowledge.claims)[: 2 * OPEN]
        pairs = zip(ids[::2], ids[1::2], strict=True)
        told += [events.finding("contradiction", pair, "same thing, other value, another speaker") for pair in pairs]
        session.commit(session.stamp(told), {prepared.source.id: fresh})
        session.publish()


class Server:
    """The app in a process of its own, and a browser that is in."""

    def __init__(self, root: Path) -> None:
        kept = {k: v for k, v in os.environ.items() if k not in ("AGENT", "CLAUDECODE")}
        command = [sys.executable, "-m", "clew", "--bundle", str(root), "serve", "--port", "0"]
        pipe: Any = subprocess.PIPE
        self.process = subprocess.Popen(command, stdout=pipe, text=True, env={**kept, "PYTHONUNBUFFERED": "1"})
        assert self.process.stdout
        link = self.process.stdout.readline().split()[1]
        base = link.split("/open")[0]
        self.client = httpx.Client(base_url=base, timeout=600, headers={"origin": base})
        self.client.get(link)
        while 'http-equiv="refresh"' in self.client.get("/settings").text:
            time.sleep(0.5)

    def cpu(self) -> float:
        """Seconds of the processor so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def timed(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[dict[str, float], Any]:
        """Seconds until the answer, and of the server's processor meanwhile."""
        before, began = self.cpu(), time.perf_counter()
        answer = self.client.request(method, path, json=body)
        took = time.perf_counter() - began
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:300])
        kind = answer.headers["content-type"]
        return {"s": took, "cpu_s": self.cpu() - before}, answer.json() if "json" in kind else answer.text

    def close(self) -> None:
        """Stop it as Ctrl-C does."""
        self.client.close()
        self.process.terminate()
        self.process.wait(600)


def measured(server: Server, report: common.Report) -> None:
    """Every kind of decision, each followed by the page that a person sees next."""
    queue = re.findall(r'data-review="(\w+@\w+)"', server.timed("GET", "/review")[1])
    disputes = [found["id"] for found in server.timed("GET", "/api/findings")[1] if found["kind"] == "contradiction"]
    force = server.timed("GET", "/api/claims?link=active&limit=50&offset=1000")[1]["claims"]
    deeds: list[tuple[str, str, dict[str, Any]]] = [
        ("accept", "/api/decide", {"verb": "accept", "claims": [queue[0]]}),
        ("reject", "/api/decide", {"verb": "reject", "claims": [queue[1]]}),
        ("accept ten", "/api/decide", {"verb": "accept", "claims": queue[2:12]}),
        ("discard", "/api/decide", {"verb": "hide", "claims": [force[0]["id"]]}),
        ("restore", "/api/decide", {"verb": "restore", "claims": [force[0]["id"]]}),
        ("keep new", f"/api/findings/{disputes[0]}", {"disposition": "keep-new"}),
        ("keep both", f"/api/findings/{disputes[1]}", {"disposition": "keep-both", "scope": "two halls"}),
        ("reject both", f"/api/findings/{disputes[2]}", {"disposition": "reject-both"}),
        (
            "rewrite",
            f"/api/findings/{disputes[3]}",
            {"disposition": "rewrite", "text": "The mill 1 is Norwick's."},
        ),
        ("note", "/api/notes", {"text": "The mill 1 was painted green.", "topic": "mill 1"}),
        ("reword", f"/api/claims/{force[1]['id']}/text", {"text": force[1]["text"].replace(" is kept", " was kept")}),
        ("relabel", f"/api/claims/{force[2]['id']}/overlay", {"label": "The mill and its keeper"}),
        ("relate", "/api/relate", {"new": force[3]["id"], "old": force[4]["id"], "relation": "supports"}),
    ]
    for name, path, body in deeds:
        took, answer = server.timed("POST", path, body)
        report.add({key: round(value, 2) for key, value in took.items()}, name)
        if name in ("reject", "keep new", "note"):
            back, _ = server.timed("POST", "/api/undo", {"operation": answer["op"]})
            report.add({key: round(value, 2) for key, value in back.items()}, f"undo of {name}")
        page, _ = server.timed("GET", "/review")
        report.add({"page_s": round(page["s"], 2)}, name)
    behind(server, report)


def behind(server: Server, report: common.Report) -> None:
    """What a person waits for while pages are brought up to date behind their last decision."""
    time.sleep(IDLE)
    longest, quiet, before, began = 0.0, 0, server.cpu(), time.perf_counter()
    while quiet < 6 and time.perf_counter() - began < 600:
        at = server.cpu()
        page, _ = server.timed("GET", "/settings")
        longest = max(longest, page["s"])
        time.sleep(0.5)
        quiet = quiet + 1 if server.cpu() - at - page["cpu_s"] < 0.05 else 0
    report.add({"s": round(longest, 2), "cpu_s": round(server.cpu() - before, 2)}, "a page while pages follow")


def main() -> None:
    """Generate, serve, decide."""
    options = common.sized(__doc__ or "")
    report = common.Report("decisions", [], options.json)
    with common.away() as folder:
        root, kept = folder / "bundle", options.keep or folder / "kept"
        if not kept.exists():
            made(kept, options.size)
            waiting(kept, options.size)
        shutil.copytree(kept, root)
        with app.open_bundle(root) as bundle:
            bundle.sync()
            bundle.warm()
        server = Server(root)
        try:
            measured(server, report)
        finally:
            server.close()
    report.close(options.size)


if __name__ == "__main__":
    main()
