"""Every screen of the app over many generated claims: processor time and size of a page, the first time and again.

`first_reading` is what a bundle costs that nobody has read before; where it was kept from an earlier run it is small.
The app is asked without a socket; what a browser then does with the graph is measured by `graph.py`.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.testclient import TestClient

from clew import app
from clew.web.guard import Door, Keys
from clew.web.room import Room
from clew.web.site import site
from publish import generate

import common

if TYPE_CHECKING:
    from clew.model import Claim

HOST = "127.0.0.1:8731"


def paths(claim: Claim) -> dict[str, str]:
    """Name of a screen → an address of it."""
    return {
        "ask": "/", "answer": f"/?q=Where is the {claim.topic} kept?", "search": f"/search?q={claim.topic}",
        "graph": "/graph", "graph_data": "/api/graph", "graph_topic": f"/api/graph?topic={claim.topic}",
        "topics": "/topics", "thread": f"/thread?name={claim.topic}", "claims": "/claims",
        "claims_late": "/claims?offset=90000", "claim": f"/claims/{claim.id}", "review": "/review", "pages": "/pages",
        "sources": "/sources", "source": f"/sources/{claim.source}", "add": "/add", "discarded": "/discarded",
        "log": "/log", "jobs": "/jobs", "workspaces": "/workspaces", "settings": "/settings", "health": "/health",
    }  # fmt: skip


def made(root: Path, size: int) -> None:
    """A bundle of so many claims, without vectors."""
    app.create(root, "Many").close()
    settings = root / "clew.toml"
    settings.write_text(settings.read_text("utf-8").replace('# embedder = "none"', 'embedder = "none"'), "utf-8")
    with app.open_bundle(root) as bundle:
        generate(bundle, size)
        bundle.sync()


def main() -> None:
    """Generate, let a browser in, and ask for every screen twice."""
    options = common.sized(__doc__ or "")
    report = common.Report("screens", [], options.json)
    with common.away() as folder:
        root = options.keep or folder / "bundle"
        if not root.exists():
            made(root, options.size)
        began = time.process_time()
        with app.open_bundle(root) as bundle:
            claim = next(iter(bundle.knowledge().claims.values()))
            bundle.warm()  # as a server does beside the first requests; what it derives is kept for the next process
        report.add({"seconds": round(time.process_time() - began, 2)}, "first_reading")
        keys, room = Keys(), Room(lambda channel: app.open_bundle(root, channel))
        client = TestClient(site(room, Door(keys, frozenset({HOST}), "clew")), base_url=f"http://{HOST}")
        client.get("/open", params={"key": keys.link()})
        for name, path in paths(claim).items():
            spent = []
            for _ in range(2):
                began = time.process_time()
                answer = client.get(path)
                spent.append(time.process_time() - began)
                assert answer.status_code == 200, (path, answer.status_code)
            first, again = spent
            report.add(
                {"first_s": round(first, 2), "again_s": round(again, 2), "kb": len(answer.content) // 1000}, name
            )
        room.close()
    report.close(options.size)


if __name__ == "__main__":
    main()
