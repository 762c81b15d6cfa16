"""Bundles in git: steps on several branches, joined by git itself."""

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from clew import app
from clew.bundle import Bundle
from clew.use.look import Filter


def chat(folder: Path, ident: str, at: str, *texts: str) -> list[Path | bytes]:
    path = folder / f"{ident}.json"
    messages = [{"id": f"{ident}{i}", "role": "user", "at": at, "text": text} for i, text in enumerate(texts)]
    path.write_text(json.dumps({"id": f"chat-{ident}-0000000001", "title": ident, "messages": messages}), "utf-8")
    return [path]


def git(root: Path, *words: str) -> str:
    who = ("-c", "user.name=kim", "-c", "user.email=kim@example.org", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *who, *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout


def commit(root: Path, message: str) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-qm", message, "--allow-empty")


def said(bundle: Bundle) -> set[str]:
    return {v.claim.text for v in bundle.list(Filter(link="active"))}


HOSTING = "concepts/hosting.md"
Step = Callable[[Bundle], object]


def adds(folder: Path, ident: str, at: str, *texts: str) -> Step:
    return lambda bundle: bundle.add(chat(folder, ident, at, *texts))


def writes(old: str, new: str, path: str = HOSTING) -> Step:
    """A hand that changes a page; nothing old: a paragraph below everything."""

    def step(bundle: Bundle) -> None:
        text = (bundle.root / path).read_text("utf-8")
        assert old in text
        (bundle.root / path).write_text(text.replace(old, new, 1) if old else f"{text}\n{new}\n", "utf-8")

    return step


def branched(folder: Path, base: Sequence[Step], *branches: Sequence[Step], how: str = "merge") -> Bundle:
    """A bundle whose branches each took these steps and were joined by git, which asked nothing."""
    folder.mkdir(exist_ok=True)
    made = app.create(folder / "one", "Test")
    for step in base:
        step(made)
    git(made.root, "init", "-q")
    commit(made.root, "base")
    clones = [made]
    for k in range(1, len(branches)):
        git(folder, "clone", "-q", "one", f"branch{k}")
        clones.append(app.open_bundle(folder / f"branch{k}"))
    for bundle, steps in zip(clones, branches, strict=True):
        for step in steps:
            step(bundle)
        commit(bundle.root, "branch")
    for other in clones[1:]:
        git(made.root, "fetch", "-q", str(other.root), "HEAD")
        git(made.root, *(["merge", "-q", "-m", "both"] if how == "merge" else ["rebase", "-q"]), "FETCH_HEAD")
    made.sync()
    return made


def pages(root: Path, but: tuple[str, ...] = ()) -> dict[str, str]:
    """All pages and derived files, but for the log: the ledger knows how it came to what it holds."""
    files = [p for p in root.rglob("*") if p.is_file() and p.suffix in (".md", ".txt") and ".git" not in p.parts]
    return {str(p.relative_to(root)): p.read_text("utf-8") for p in files if p.name not in ("log.md", *but)}


def found(bundle: Bundle) -> set[str]:
    report = bundle.linter.look()
    assert report.conformant
    return {p.code for p in report.findings} & {"text_joined", "block_broken", "block_edited", "page_behind"}


BASE = ("plan", "2026-01-10T10:00:00Z", "We host the shop on Render.", "We now host the shop on Linode.")
MOVE = ("move", "2026-02-10T10:00:00Z", "We now host the shop on Hetzner.", "We pay with Stripe.")
FLY = ("fly", "2026-03-10T10:00:00Z", "Hosting has 3 servers.", "We open at nine.")
NEXT = ("next", "2026-03-20T10:00:00Z", "The hosting is paid yearly.", "We keep minutes.")
